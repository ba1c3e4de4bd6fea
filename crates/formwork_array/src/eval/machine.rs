//! What each statement does when it runs.

use std::sync::Arc;

use super::failure::{Failure, Result, at_place, check_failure};
use super::frame::Frame;
use super::words;
use crate::diagnostic::TextPosition;
use crate::ir::{
    Array, BaseType, Block, FunctionId, Loop, Module, Op, Operand, Overload, Prim, Scalar,
    Statement, Type, element_count, offset,
};

/// What runs functions.
pub(super) struct Machine<'m> {
    pub(super) module: &'m Module,
    pub(super) steps: u64,
    pub(super) depth: u32,
}

impl<'m> Machine<'m> {
    pub(super) fn spend(&mut self, steps: u64) -> Result<()> {
        self.steps = self.steps.checked_sub(steps).ok_or(Failure::Budget)?;
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        function: FunctionId,
        arguments: Vec<Arc<Array>>,
    ) -> Result<Vec<Arc<Array>>> {
        if self.depth == 0 {
            return Err(Failure::Budget);
        }
        self.depth -= 1;
        let function = &self.module.functions[function];
        let mut frame = Frame::new(function);
        for (&parameter, argument) in function.parameters.iter().zip(arguments) {
            frame.set(parameter, argument);
        }
        let result = stacker::maybe_grow(256 * 1024, 2 * 1024 * 1024, || {
            self.block(&mut frame, &function.body)
        });
        self.depth += 1;
        result
    }

    pub(super) fn block(
        &mut self,
        frame: &mut Frame<'m>,
        block: &'m Block,
    ) -> Result<Vec<Arc<Array>>> {
        for statement in &block.statements {
            self.spend(1)?;
            let results = self.statement(frame, statement)?;
            for (&value, result) in statement.results.iter().zip(results) {
                frame.set(value, result);
            }
        }
        block.results.iter().map(|result| frame.get(result)).collect()
    }

    fn statement(
        &mut self,
        frame: &mut Frame<'m>,
        statement: &'m Statement,
    ) -> Result<Vec<Arc<Array>>> {
        let place = statement.place;
        let one = |array: Array| Ok(vec![Arc::new(array)]);
        match &statement.op {
            Op::Copy(operand) => Ok(vec![frame.get(operand)?]),
            Op::Prim(prim, operands) => one(prim_value(frame, *prim, operands, place)?),
            Op::Dim(array) => {
                one(Array::scalar(Scalar::Int(frame.get(array)?.shape().len() as i64)))
            }
            Op::Shape(array) => one(Array::ints(frame.get(array)?.shape())),
            Op::Sel { index, array } => {
                let array = frame.get(array)?;
                let index = frame.ints(index)?;
                match offset(array.shape(), &index, self.module.layout) {
                    Some(at) => one(Array::scalar(array.data()[at])),
                    None => Err(frame.failed(words::INDEX, place)),
                }
            }
            Op::Modarray { array, index, value } => {
                one(self.modarray(frame, array, index, value, place)?)
            }
            Op::Reshape { shape, array } => {
                let shape = frame.ints(shape)?;
                match frame.get(array)?.reshaped(&shape) {
                    Some(array) => one(array),
                    None => Err(frame.failed(words::COUNT, place)),
                }
            }
            Op::Vector(elements) => one(self.vector(frame, &frame.all(elements)?, place)?),
            Op::Bind { rank, shape, array } => Ok(vec![bound(frame, rank, shape, array)?]),
            Op::With(with) => self.with(frame, with, place),
            Op::Call { function, arguments } => {
                let arguments = frame.all(arguments)?;
                self.call(*function, arguments).map_err(|failure| at_place(failure, place))
            }
            Op::Dispatch { targets, arguments, message, place } => {
                self.dispatch(targets, frame.all(arguments)?, message, *place)
            }
            Op::If { condition, then, otherwise } => {
                let truth = frame.scalar(condition)? == Scalar::Bool(true);
                self.block(frame, if truth { then } else { otherwise })
            }
            Op::Loop(repeat) => self.repeat(frame, repeat),
            Op::Guard { check, value } => {
                if !self.holds(frame, &check.condition)? {
                    return Err(Failure::Check {
                        message: check.message.clone(),
                        place: check.place,
                    });
                }
                value.iter().map(|value| frame.get(value)).collect()
            }
            Op::Extern { callee, arguments: _ } => {
                let name = &self.module.externs[*callee].name;
                Err(Failure::Unsupported(format!(
                    "`{name}` is a library function, which cannot be run here"
                )))
            }
        }
    }

    /// The array with one element replaced.
    fn modarray(
        &mut self,
        frame: &Frame<'m>,
        array: &Operand,
        index: &Operand,
        value: &Operand,
        place: TextPosition,
    ) -> Result<Array> {
        let array = frame.get(array)?;
        let index = frame.ints(index)?;
        let Some(at) = offset(array.shape(), &index, self.module.layout) else {
            return Err(frame.failed(words::INDEX, place));
        };
        let Some(value) = frame.get(value)?.as_scalar() else {
            return Err(frame.failed(words::SCALAR, place));
        };
        self.spend(array.data().len() as u64)?;
        array
            .with_element(at, value)
            .ok_or_else(|| Failure::Unguarded("an element of another type".to_owned()))
    }

    /// The carried values when the condition of a loop does not hold any more.
    fn repeat(&mut self, frame: &mut Frame<'m>, repeat: &'m Loop) -> Result<Vec<Arc<Array>>> {
        let mut carried =
            repeat.carried.iter().map(|(_, first)| frame.get(first)).collect::<Result<Vec<_>>>()?;
        loop {
            self.spend(1)?;
            for ((value, _), array) in repeat.carried.iter().zip(&carried) {
                frame.set(*value, array.clone());
            }
            let test = self.block(frame, &repeat.condition)?;
            if test.first().and_then(|array| array.as_scalar()) != Some(Scalar::Bool(true)) {
                return Ok(carried);
            }
            carried = self.block(frame, &repeat.body)?;
        }
    }

    fn dispatch(
        &mut self,
        targets: &[Overload],
        arguments: Vec<Arc<Array>>,
        message: &str,
        place: TextPosition,
    ) -> Result<Vec<Arc<Array>>> {
        for &target in targets {
            match target {
                Overload::Prim(prim) => {
                    let scalars: Option<Vec<Scalar>> =
                        arguments.iter().map(|argument| argument.as_scalar()).collect();
                    let Some(scalars) = scalars else { continue };
                    return match prim.eval(&scalars) {
                        Some(scalar) => Ok(vec![Arc::new(Array::scalar(scalar))]),
                        // The division inside a dispatch is behind no guard of its own.
                        None => Err(check_failure(words::DIVISION, place)),
                    };
                }
                Overload::Function(function) => {
                    let types = self.module.parameter_types(function);
                    let fits = arguments
                        .iter()
                        .zip(&types)
                        .all(|(argument, ty)| Type::of(argument).is_below(ty));
                    if fits {
                        return self
                            .call(function, arguments)
                            .map_err(|failure| at_place(failure, place));
                    }
                }
            }
        }
        Err(check_failure(message, place))
    }

    fn vector(
        &mut self,
        frame: &Frame<'m>,
        elements: &[Arc<Array>],
        place: TextPosition,
    ) -> Result<Array> {
        let first =
            elements.first().cloned().unwrap_or_else(|| Arc::new(Array::scalar(Scalar::Int(0))));
        if elements.iter().any(|element| element.shape() != first.shape()) {
            return Err(frame.failed(words::CELL, place));
        }
        let cells: Vec<(Vec<i64>, Arc<Array>)> = elements
            .iter()
            .enumerate()
            .map(|(number, element)| (vec![number as i64], element.clone()))
            .collect();
        let outer = [elements.len() as i64];
        self.assemble(&outer, first.shape(), first.base(), None, &cells)
    }

    /// An array of cells at outer indices; where there is none, the default.
    pub(super) fn assemble(
        &mut self,
        outer: &[i64],
        inner: &[i64],
        base: BaseType,
        default: Option<&Array>,
        cells: &[(Vec<i64>, Arc<Array>)],
    ) -> Result<Array> {
        let shape = [outer, inner].concat();
        let count = element_count(&shape).ok_or(Failure::Budget)?;
        self.spend(count as u64)?;
        let mut data = vec![base.zero(); count];
        let layout = self.module.layout;
        let mut put = |index: &[i64], cell: &Array| -> Result<()> {
            for_each_index(&vec![0; inner.len()], inner, &mut |position| {
                let full = [index, position].concat();
                let to = offset(&shape, &full, layout);
                let from = offset(inner, position, layout);
                if let (Some(to), Some(from)) = (to, from) {
                    data[to] = cell.data()[from];
                }
                Ok(())
            })
        };
        if let Some(default) = default {
            for_each_index(&vec![0; outer.len()], outer, &mut |index| put(index, default))?;
        }
        for (index, cell) in cells {
            put(index, cell)?;
        }
        Array::new(base, shape, data)
            .ok_or_else(|| Failure::Unguarded("an element of another type".to_owned()))
    }
}

/// The value of a primitive on scalars.
fn prim_value(
    frame: &Frame<'_>,
    prim: Prim,
    operands: &[Operand],
    place: TextPosition,
) -> Result<Array> {
    let scalars =
        operands.iter().map(|operand| frame.scalar(operand)).collect::<Result<Vec<_>>>()?;
    match prim.eval(&scalars) {
        Some(scalar) => Ok(Array::scalar(scalar)),
        None => Err(frame.failed(words::DIVISION, place)),
    }
}

/// The array, which is of the rank and the shape that `saabind` says.
fn bound(
    frame: &Frame<'_>,
    rank: &Operand,
    shape: &Operand,
    array: &Operand,
) -> Result<Arc<Array>> {
    let array = frame.get(array)?;
    let agrees = frame.get(rank)?.as_int() == Some(array.shape().len() as i64)
        && frame.ints(shape)? == array.shape();
    if agrees {
        Ok(array)
    } else {
        Err(Failure::Unguarded("saabind with another rank or shape".to_owned()))
    }
}

/// Calls `visit` for every index from `lower` up to but not including `upper`, the last axis fastest.
pub(super) fn for_each_index(
    lower: &[i64],
    upper: &[i64],
    visit: &mut dyn FnMut(&[i64]) -> Result<()>,
) -> Result<()> {
    if lower.iter().zip(upper).any(|(low, high)| low >= high) {
        return Ok(());
    }
    let mut index = lower.to_vec();
    loop {
        visit(&index)?;
        let mut axis = index.len();
        loop {
            if axis == 0 {
                return Ok(());
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < upper[axis] {
                break;
            }
            index[axis] = lower[axis];
        }
    }
}
