//! Rearranging the elements of an array of any class by one rule.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::array::Array;
use crate::cell::CellArray;
use crate::dims::Dims;
use crate::error::Result;
use crate::memory;
use crate::strings::StringElement;
use crate::structs::StructArray;
use crate::value::Value;

/// A rule that makes the elements of a new array from those of another.
pub trait Rearrange {
    /// The size of the new array.
    fn dims(&self) -> Dims;

    /// Its elements, as many as its size has; `filler` is what stands where none of
    /// the old ones belongs.
    fn elements<T: Clone>(&self, data: &[T], filler: &T) -> Vec<T>;
}

/// The array rearranged; `None` if the value is no array.
///
/// # Errors
///
/// If there is no room for it.
pub fn rearranged(value: &Value, rule: &impl Rearrange) -> Result<Option<Value>> {
    fn numbers<T: Clone + Default>(array: &Array<T>, rule: &impl Rearrange) -> Result<Array<T>> {
        let dims = rule.dims();
        memory::reserve::<T>(&dims)?;
        Ok(Array::new(dims, rule.elements(array.as_slice(), &T::default())))
    }
    Ok(Some(match value {
        Value::Double(a) => Value::Double(numbers(a, rule)?),
        Value::Range(range) => Value::Double(numbers(&Array::row(range.to_vec()), rule)?),
        Value::Bool(a) => Value::Bool(numbers(a, rule)?),
        Value::Char(a, quote) => Value::Char(numbers(a, rule)?, *quote),
        Value::Complex(a) => Value::Complex(numbers(a, rule)?),
        Value::Single(a) => Value::Single(numbers(a, rule)?),
        Value::ComplexSingle(a) => Value::ComplexSingle(numbers(a, rule)?),
        Value::Int8(a) => Value::Int8(numbers(a, rule)?),
        Value::Int16(a) => Value::Int16(numbers(a, rule)?),
        Value::Int32(a) => Value::Int32(numbers(a, rule)?),
        Value::Int64(a) => Value::Int64(numbers(a, rule)?),
        Value::Uint8(a) => Value::Uint8(numbers(a, rule)?),
        Value::Uint16(a) => Value::Uint16(numbers(a, rule)?),
        Value::Uint32(a) => Value::Uint32(numbers(a, rule)?),
        Value::Uint64(a) => Value::Uint64(numbers(a, rule)?),
        Value::Strings(array) => {
            let dims = rule.dims();
            memory::reserve::<StringElement>(&dims)?;
            let data = rule.elements(array.as_slice(), &StringElement::MISSING);
            Value::Strings(Array::new(dims, data))
        }
        Value::Cell(cell) => {
            let dims = rule.dims();
            memory::reserve::<Value>(&dims)?;
            let data = rule.elements(cell.as_slice(), &Value::empty());
            Value::Cell(CellArray::new(dims, data))
        }
        Value::Struct(structs) => {
            let dims = rule.dims();
            memory::reserve::<Value>(&dims)?;
            let (_, mut fields) = StructArray::without_fields(dims.clone()).into_parts();
            for (name, values) in structs.fields() {
                fields.insert(name.clone(), rule.elements(values, &Value::empty()));
            }
            Value::Struct(Rc::new(StructArray::from_parts(dims, fields)))
        }
        Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_) => {
            return Ok(None);
        }
        Value::Object(object) => {
            let Some(positions) = rearranged(&object.positions(), rule)? else { return Ok(None) };
            object.gathered(&positions)?.into()
        }
    }))
}

/// Dimensions in another order.
#[derive(Debug)]
pub struct Permuted {
    from: Dims,
    order: Vec<usize>,
}

impl Permuted {
    /// Dimension `k` of the result is dimension `order[k]` of an array of size `from`.
    /// The order has every dimension once, at least as many as the array has.
    #[must_use]
    pub fn new(from: Dims, order: Vec<usize>) -> Permuted {
        Permuted { from, order }
    }
}

impl Rearrange for Permuted {
    fn dims(&self) -> Dims {
        let extents: SmallVec<[usize; 4]> =
            self.order.iter().map(|&dimension| self.from.get(dimension)).collect();
        Dims::new(&extents)
    }

    fn elements<T: Clone>(&self, data: &[T], _filler: &T) -> Vec<T> {
        // Dimensions of extent one have no say in the order of elements.
        let order: SmallVec<[usize; 4]> =
            self.order.iter().copied().filter(|&d| self.from.get(d) != 1).collect();
        if order.is_sorted() {
            return data.to_vec();
        }
        if data.is_empty() {
            return Vec::new();
        }
        let stride =
            |dimension: usize| -> usize { self.from.as_slice().iter().take(dimension).product() };
        // The first dimension that moves, seen from the inside: rows of runs.
        let extents: SmallVec<[usize; 4]> = order.iter().map(|&d| self.from.get(d)).collect();
        let strides: SmallVec<[usize; 4]> = order.iter().map(|&d| stride(d)).collect();
        let mut result = Vec::with_capacity(data.len());
        if let ([rows, columns], [row_stride, 1]) = (&extents[..], &strides[..]) {
            transpose_into(data, *columns, *rows, *row_stride, &mut result);
            return result;
        }
        let mut counter: SmallVec<[usize; 4]> = extents.iter().map(|_| 0).collect();
        let (inner, inner_stride) = (extents[0], strides[0]);
        loop {
            let start: usize = counter.iter().zip(&strides).map(|(c, s)| c * s).sum();
            if inner_stride == 1 {
                result.extend_from_slice(&data[start..start + inner]);
            } else {
                result.extend(data[start..].iter().step_by(inner_stride).take(inner).cloned());
            }
            let mut axis = 1;
            loop {
                if axis == counter.len() {
                    return result;
                }
                counter[axis] += 1;
                if counter[axis] < extents[axis] {
                    break;
                }
                counter[axis] = 0;
                axis += 1;
            }
        }
    }
}

/// Appends the transpose of a matrix, block by block where it is large.
fn transpose_into<T: Clone>(
    data: &[T],
    rows: usize,
    columns: usize,
    stride: usize,
    result: &mut Vec<T>,
) {
    const BLOCK: usize = 32;
    if rows <= BLOCK || columns <= BLOCK {
        for row in 0..rows {
            result.extend(data[row..].iter().step_by(stride).take(columns).cloned());
        }
        return;
    }
    // The result is written a few rows of the source at a time, so that the lines of
    // the source stay in the cache.
    result.resize(rows * columns, data[0].clone());
    for top in (0..rows).step_by(BLOCK) {
        let bottom = (top + BLOCK).min(rows);
        for left in (0..columns).step_by(BLOCK) {
            let right = (left + BLOCK).min(columns);
            for row in top..bottom {
                for column in left..right {
                    result[row * columns + column] = data[column * stride + row].clone();
                }
            }
        }
    }
}

/// The array repeated along its dimensions.
#[derive(Debug)]
pub struct Tiled {
    from: Dims,
    times: Vec<usize>,
}

impl Tiled {
    /// Repeats an array of size `from` so many times along each dimension.
    #[must_use]
    pub fn new(from: Dims, times: Vec<usize>) -> Tiled {
        Tiled { from, times }
    }
}

impl Rearrange for Tiled {
    fn dims(&self) -> Dims {
        let count = self.from.ndims().max(self.times.len());
        let extents: SmallVec<[usize; 4]> = (0..count)
            .map(|k| self.from.get(k).saturating_mul(self.times.get(k).copied().unwrap_or(1)))
            .collect();
        Dims::new(&extents)
    }

    fn elements<T: Clone>(&self, data: &[T], _filler: &T) -> Vec<T> {
        let numel = self.dims().numel();
        if numel == 0 {
            return Vec::new();
        }
        if let [only] = data {
            return vec![only.clone(); numel];
        }
        // Dimension by dimension: every block up to it, so many times.
        let mut current = data.to_vec();
        let mut block = 1;
        for (dimension, &times) in self.times.iter().enumerate() {
            block *= self.from.get(dimension);
            if times != 1 {
                let mut longer = Vec::with_capacity(current.len() * times);
                for part in current.chunks_exact(block) {
                    for _ in 0..times {
                        longer.extend_from_slice(part);
                    }
                }
                current = longer;
            }
            block *= times;
        }
        current
    }
}

/// The array cut or filled up to another size.
#[derive(Debug)]
pub struct Resized {
    from: Dims,
    to: Dims,
}

impl Resized {
    /// From one size to another; elements keep their subscripts.
    #[must_use]
    pub fn new(from: Dims, to: Dims) -> Resized {
        Resized { from, to }
    }
}

impl Rearrange for Resized {
    fn dims(&self) -> Dims {
        self.to.clone()
    }

    fn elements<T: Clone>(&self, data: &[T], filler: &T) -> Vec<T> {
        let numel = self.to.numel();
        let mut result = vec![filler.clone(); numel];
        if numel == 0 || data.is_empty() {
            return result;
        }
        let count = self.from.ndims().max(self.to.ndims());
        let rows = self.from.rows().min(self.to.rows());
        let mut counter: SmallVec<[usize; 4]> = (1..count).map(|_| 0).collect();
        loop {
            let (mut source, mut target) = (0, 0);
            let (mut source_stride, mut target_stride) = (self.from.rows(), self.to.rows());
            for (axis, &place) in counter.iter().enumerate() {
                source += place * source_stride;
                target += place * target_stride;
                source_stride *= self.from.get(axis + 1);
                target_stride *= self.to.get(axis + 1);
            }
            result[target..target + rows].clone_from_slice(&data[source..source + rows]);
            let mut axis = 0;
            loop {
                if axis == counter.len() {
                    return result;
                }
                counter[axis] += 1;
                if counter[axis] < self.from.get(axis + 1).min(self.to.get(axis + 1)) {
                    break;
                }
                counter[axis] = 0;
                axis += 1;
            }
        }
    }
}

/// The array with the places along one dimension in another order.
#[derive(Debug)]
pub struct Reordered {
    from: Dims,
    dimension: usize,
    places: Vec<(usize, usize)>,
    backwards: bool,
}

impl Reordered {
    /// Turned round along a dimension.
    #[must_use]
    pub fn flipped(from: Dims, dimension: usize) -> Reordered {
        let extent = from.get(dimension);
        Reordered { from, dimension, places: vec![(0, extent)], backwards: true }
    }

    /// Shifted along a dimension, what falls off coming back at the other end.
    #[must_use]
    pub fn rotated(from: Dims, dimension: usize, by: i64) -> Reordered {
        let extent = from.get(dimension);
        let by = if extent == 0 { 0 } else { by.rem_euclid(extent as i64) as usize };
        let places = vec![(extent - by, by), (0, extent - by)];
        Reordered { from, dimension, places, backwards: false }
    }
}

impl Rearrange for Reordered {
    fn dims(&self) -> Dims {
        self.from.clone()
    }

    fn elements<T: Clone>(&self, data: &[T], _filler: &T) -> Vec<T> {
        let (before, extent, after) = self.from.around(self.dimension);
        let mut result = Vec::with_capacity(data.len());
        if data.is_empty() {
            return result;
        }
        for block in 0..after {
            let block = &data[block * before * extent..(block + 1) * before * extent];
            for &(start, len) in &self.places {
                let part = &block[start * before..(start + len) * before];
                if !self.backwards {
                    result.extend_from_slice(part);
                } else if before == 1 {
                    result.extend(part.iter().rev().cloned());
                } else {
                    for slice in part.chunks_exact(before).rev() {
                        result.extend_from_slice(slice);
                    }
                }
            }
        }
        result
    }
}
