//! The short cuts: one element of an array at one or two scalar subscripts.

use crate::array::Array;
use crate::dims::Dims;
use crate::element::SaturateFrom;
use crate::value::Value;

/// The place a subscript names among `numel`, counted from 0.
#[inline]
fn place(subscript: f64, numel: usize) -> Option<usize> {
    let number = subscript as usize;
    if number as f64 == subscript && number.wrapping_sub(1) < numel {
        Some(number - 1)
    } else {
        None
    }
}

/// The offset of a row and a column of a matrix.
#[inline]
fn place2(row: f64, column: f64, dims: &Dims) -> Option<usize> {
    let [rows, columns] = *dims.as_slice() else { return None };
    Some(place(row, rows)? + place(column, columns)? * rows)
}

#[inline]
fn element(base: &Value, offset: impl Fn(&Dims, usize) -> Option<usize>) -> Option<Value> {
    #[inline]
    fn at<T: Copy>(
        array: &Array<T>,
        offset: impl Fn(&Dims, usize) -> Option<usize>,
    ) -> Option<Array<T>> {
        let offset = offset(array.dims(), array.numel())?;
        Some(Array::scalar(array.as_slice()[offset]))
    }
    match base {
        Value::Double(a) => at(a, offset).map(Value::Double),
        Value::Range(range) => {
            let offset = offset(&Dims::matrix(1, range.len()), range.len())?;
            Some(Value::double(range.get(offset)))
        }
        Value::Bool(a) => at(a, offset).map(Value::Bool),
        Value::Char(a, quote) => at(a, offset).map(|a| Value::Char(a, *quote)),
        Value::Complex(a) => at(a, offset).map(|a| Value::Complex(a).narrowed()),
        Value::Single(a) => at(a, offset).map(Value::Single),
        Value::ComplexSingle(a) => at(a, offset).map(|a| Value::ComplexSingle(a).narrowed()),
        Value::Int8(a) => at(a, offset).map(Value::Int8),
        Value::Int16(a) => at(a, offset).map(Value::Int16),
        Value::Int32(a) => at(a, offset).map(Value::Int32),
        Value::Int64(a) => at(a, offset).map(Value::Int64),
        Value::Uint8(a) => at(a, offset).map(Value::Uint8),
        Value::Uint16(a) => at(a, offset).map(Value::Uint16),
        Value::Uint32(a) => at(a, offset).map(Value::Uint32),
        Value::Uint64(a) => at(a, offset).map(Value::Uint64),
        Value::Strings(_)
        | Value::Cell(_)
        | Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => None,
    }
}

/// `base(i)` of an array of numbers, truth values or text; `None`: take [`index`].
///
/// [`index`]: super::index
#[inline]
#[must_use]
pub fn get_scalar(base: &Value, i: f64) -> Option<Value> {
    if let Value::Double(array) = base {
        let data = array.as_slice();
        return place(i, data.len()).map(|offset| Value::double(data[offset]));
    }
    element(base, |_, numel| place(i, numel))
}

/// `base(i, j)` of a matrix of numbers, truth values or text; `None`: take [`index`].
///
/// [`index`]: super::index
#[inline]
#[must_use]
pub fn get_scalar2(base: &Value, i: f64, j: f64) -> Option<Value> {
    element(base, |dims, _| place2(i, j, dims))
}

/// The value of `base{i}`; `None`: take [`index_cell`].
///
/// [`index_cell`]: super::index_cell
#[inline]
#[must_use]
pub fn get_cell(base: &Value, i: f64) -> Option<&Value> {
    let Value::Cell(cell) = base else { return None };
    cell.as_slice().get(place(i, cell.numel())?)
}

/// The value of `base{i, j}`; `None`: take [`index_cell`].
///
/// [`index_cell`]: super::index_cell
#[inline]
#[must_use]
pub fn get_cell2(base: &Value, i: f64, j: f64) -> Option<&Value> {
    let Value::Cell(cell) = base else { return None };
    cell.as_slice().get(place2(i, j, cell.dims())?)
}

/// `base(i) = value` where that changes neither the class nor more than the length of
/// a row by one; `false`: nothing was done, take [`assign`].
///
/// [`assign`]: super::assign
#[inline]
pub fn set_scalar(base: &mut Value, i: f64, value: &Value) -> bool {
    write(base, value, |_, numel| place(i, numel.saturating_add(1)))
}

/// `base(i, j) = value` where that changes neither the class nor the size; `false`:
/// nothing was done, take [`assign`].
///
/// [`assign`]: super::assign
#[inline]
pub fn set_scalar2(base: &mut Value, i: f64, j: f64, value: &Value) -> bool {
    write(base, value, |dims, _| place2(i, j, dims))
}

#[inline]
fn write(base: &mut Value, value: &Value, offset: impl Fn(&Dims, usize) -> Option<usize>) -> bool {
    #[inline]
    fn put<T: Copy>(
        array: &mut Array<T>,
        value: Option<T>,
        offset: impl Fn(&Dims, usize) -> Option<usize>,
    ) -> bool {
        match (value, offset(array.dims(), array.numel())) {
            (Some(value), Some(offset)) => array.set_or_push(offset, value).is_ok(),
            _ => false,
        }
    }
    macro_rules! integer {
        ($array:expr, $variant:ident) => {{
            let number = match value {
                Value::$variant(given) => given.as_scalar().copied(),
                Value::Double(given) => given.as_scalar().map(|&x| SaturateFrom::saturate_from(x)),
                _ => None,
            };
            put($array, number, offset)
        }};
    }
    match base {
        Value::Double(array) => {
            let number = match value {
                Value::Double(given) => given.as_scalar().copied(),
                Value::Bool(given) => given.as_scalar().map(|&x| f64::from(u8::from(x))),
                _ => None,
            };
            put(array, number, offset)
        }
        Value::Bool(array) => match value {
            Value::Bool(given) => put(array, given.as_scalar().copied(), offset),
            _ => false,
        },
        Value::Char(array, _) => match value {
            Value::Char(given, _) => put(array, given.as_scalar().copied(), offset),
            _ => false,
        },
        // A real element may leave nothing complex behind.
        Value::Complex(array) => match value {
            Value::Complex(given) => {
                put(array, given.as_scalar().copied().filter(|z| z.im != 0.0), offset)
            }
            _ => false,
        },
        Value::Single(array) => {
            let number = match value {
                Value::Single(given) => given.as_scalar().copied(),
                Value::Double(given) => given.as_scalar().map(|&x| x as f32),
                _ => None,
            };
            put(array, number, offset)
        }
        Value::Int8(array) => integer!(array, Int8),
        Value::Int16(array) => integer!(array, Int16),
        Value::Int32(array) => integer!(array, Int32),
        Value::Int64(array) => integer!(array, Int64),
        Value::Uint8(array) => integer!(array, Uint8),
        Value::Uint16(array) => integer!(array, Uint16),
        Value::Uint32(array) => integer!(array, Uint32),
        Value::Uint64(array) => integer!(array, Uint64),
        _ => false,
    }
}
