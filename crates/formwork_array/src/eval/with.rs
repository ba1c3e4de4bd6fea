//! With-loops.

use std::sync::Arc;

use super::failure::{Failure, Result};
use super::frame::Frame;
use super::machine::{Machine, for_each_index};
use super::words;
use crate::diagnostic::TextPosition;
use crate::ir::{Array, Index, Operation, Scalar, With, is_shape, range_within};

/// What an operation has made so far.
enum Making {
    Cells {
        outer: Vec<i64>,
        inner: Vec<i64>,
        default: Arc<Array>,
        cells: Vec<(Vec<i64>, Arc<Array>)>,
    },
    Copy {
        array: Arc<Array>,
        cells: Vec<(Vec<i64>, Arc<Array>)>,
    },
    Fold(Scalar),
}

impl<'m> Machine<'m> {
    pub(super) fn with(
        &mut self,
        frame: &mut Frame<'m>,
        with: &'m With,
        place: TextPosition,
    ) -> Result<Vec<Arc<Array>>> {
        let mut making = Vec::new();
        for operation in &with.operations {
            making.push(match operation {
                Operation::Genarray { shape, default } => {
                    let outer = frame.ints(shape)?;
                    if !is_shape(&outer) {
                        return Err(frame.failed(words::NEGATIVE, place));
                    }
                    let default = frame.get(default)?;
                    Making::Cells {
                        outer,
                        inner: default.shape().to_vec(),
                        default,
                        cells: Vec::new(),
                    }
                }
                Operation::Modarray { array } => {
                    Making::Copy { array: frame.get(array)?, cells: Vec::new() }
                }
                Operation::Fold { prim: _, neutral } => Making::Fold(frame.scalar(neutral)?),
            });
        }
        // All ranges are looked at before the first element is computed.
        let mut ranges = Vec::new();
        for part in &with.parts {
            let upper = frame.ints(&part.upper)?;
            let lower = match &part.lower {
                Some(lower) => frame.ints(lower)?,
                None => vec![0; upper.len()],
            };
            if lower.len() != upper.len() {
                return Err(frame.failed(words::BOUND, place));
            }
            if let Index::Scalars(values) = &part.index
                && values.len() != upper.len()
            {
                return Err(frame.failed(words::BOUND, place));
            }
            for made in &making {
                let within = match made {
                    Making::Cells { outer, .. } => range_within(&lower, &upper, outer),
                    Making::Copy { array, .. } => range_within(&lower, &upper, array.shape()),
                    Making::Fold(_) => true,
                };
                if !within {
                    return Err(frame.failed(words::RANGE, place));
                }
            }
            ranges.push((lower, upper));
        }
        for (part, (lower, upper)) in with.parts.iter().zip(&ranges) {
            for_each_index(lower, upper, &mut |index| {
                self.spend(1)?;
                match &part.index {
                    Index::Vector(value) => frame.set(*value, Arc::new(Array::ints(index))),
                    Index::Scalars(values) => {
                        for (&value, &number) in values.iter().zip(index) {
                            frame.set(value, Arc::new(Array::scalar(Scalar::Int(number))));
                        }
                    }
                }
                let results = self.block(frame, &part.body)?;
                for ((made, result), operation) in
                    making.iter_mut().zip(results).zip(&with.operations)
                {
                    store(frame, made, operation, index, result, place)?;
                }
                Ok(())
            })?;
        }
        making.into_iter().map(|made| self.finish(made).map(Arc::new)).collect()
    }

    fn finish(&mut self, made: Making) -> Result<Array> {
        match made {
            Making::Cells { outer, inner, default, cells } => {
                self.assemble(&outer, &inner, default.base(), Some(&default), &cells)
            }
            Making::Copy { array, cells } => {
                let shape = array.shape();
                let mut data = array.data().to_vec();
                self.spend(data.len() as u64)?;
                for (index, cell) in &cells {
                    if let Some(to) = crate::ir::offset(shape, index, self.module.layout) {
                        data[to] = cell.data()[0];
                    }
                }
                Array::new(array.base(), shape.to_vec(), data)
                    .ok_or_else(|| Failure::Unguarded("an element of another type".to_owned()))
            }
            Making::Fold(scalar) => Ok(Array::scalar(scalar)),
        }
    }
}

fn store(
    frame: &Frame<'_>,
    made: &mut Making,
    operation: &Operation,
    index: &[i64],
    result: Arc<Array>,
    place: TextPosition,
) -> Result<()> {
    match made {
        Making::Cells { inner, cells, .. } => {
            if result.shape() != inner.as_slice() {
                return Err(frame.failed(words::CELL, place));
            }
            cells.push((index.to_vec(), result));
        }
        Making::Copy { cells, .. } => {
            if !result.shape().is_empty() {
                return Err(frame.failed(words::SCALAR, place));
            }
            cells.push((index.to_vec(), result));
        }
        Making::Fold(total) => {
            let Operation::Fold { prim, .. } = operation else { return Ok(()) };
            let Some(value) = result.as_scalar() else {
                return Err(frame.failed(words::SCALAR, place));
            };
            *total =
                prim.eval(&[*total, value]).ok_or_else(|| frame.failed(words::DIVISION, place))?;
        }
    }
    Ok(())
}
