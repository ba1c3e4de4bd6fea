//! `&`, `|`, `!`, and what counts as true.

use super::expand::zip_in_place;
use super::{BinaryOp, names};
use crate::array::Array;
use crate::class::Class;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::for_each_array;
use crate::value::Value;

#[cold]
pub(super) fn nan_error() -> Box<Error> {
    Error::plain("invalid conversion from NaN to logical")
}

/// The value of `left & right` or `left | right`.
pub(super) fn connect(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    let fits = |value: &Value| value.is_arithmetic();
    if !fits(&left) || !fits(&right) {
        return Err(names::binary_error(op, &left, &right));
    }
    let (a, b) = (left.class(), right.class());
    let mixed_integers = a.is_integer() && b.is_integer() && a != b;
    let integer_with_complex =
        (a.is_integer() && right.is_complex()) || (b.is_integer() && left.is_complex());
    if mixed_integers || integer_with_complex {
        return Err(names::binary_error(op, &left, &right));
    }
    // Of two scalars only a pair of real floating-point numbers is looked at for NaN.
    let lenient = left.is_scalar()
        && right.is_scalar()
        && (left.is_complex() || right.is_complex() || a.is_integer() || b.is_integer());
    let name = op.conformance_name();
    let left = truths(left, lenient)?;
    let right = truths(right, lenient)?;
    let result = match op {
        BinaryOp::And => zip_in_place(name, left, right, |x, y| x & y),
        _ => zip_in_place(name, left, right, |x, y| x | y),
    };
    result.map(Value::Bool)
}

/// The elements as truth values; NaN has none, unless `lenient`.
fn truths(value: Value, lenient: bool) -> Result<Array<bool>> {
    if !lenient && has_nan(&value) {
        return Err(nan_error());
    }
    Ok(nonzero(value))
}

/// Which elements are not zero, of a value that can be reckoned with.
pub(super) fn nonzero(value: Value) -> Array<bool> {
    fn of<T: Element>(array: &Array<T>) -> Array<bool> {
        let zero = T::default();
        array.map(|&x| x != zero)
    }
    match value {
        Value::Bool(array) => array,
        Value::Range(range) => Array::row(range.map(|x| x != 0.0)),
        other => for_each_array!(&other, array => of(array), _ => Array::empty()),
    }
}

pub(super) fn has_nan(value: &Value) -> bool {
    match value {
        Value::Double(array) => array.as_slice().iter().any(|x| x.is_nan()),
        Value::Single(array) => array.as_slice().iter().any(|x| x.is_nan()),
        Value::Complex(array) => array.as_slice().iter().any(|z| z.is_nan()),
        Value::ComplexSingle(array) => array.as_slice().iter().any(|z| z.is_nan()),
        Value::Range(range) => range.iter().any(f64::is_nan),
        _ => false,
    }
}

/// The value as truth values, as `logical` and `!` see it.
///
/// # Errors
///
/// If there is a NaN.
pub(super) fn to_bools(value: Value) -> Result<Array<bool>> {
    truths(value, false)
}

/// Whether `if value` takes its branch: all elements are there and not zero.
///
/// # Errors
///
/// If there is a NaN, or the value is a cell array.
pub(super) fn is_true_general(value: &Value) -> Result<bool> {
    fn all<T: Element>(array: &Array<T>) -> bool {
        let zero = T::default();
        !array.is_empty() && array.as_slice().iter().all(|&x| x != zero)
    }
    if value.class() == Class::Cell {
        return Err(Error::plain("invalid conversion from cell array to logical value"));
    }
    if value.is_strings() {
        return Err(Error::plain("Conversion to logical from string is not possible."));
    }
    if has_nan(value) {
        return Err(nan_error());
    }
    Ok(for_each_array!(value, array => all(array),
        Value::Range(range) => !range.is_empty() && range.iter().all(|x| x != 0.0),
        _ => false,
    ))
}
