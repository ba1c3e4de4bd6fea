//! Functions that are written in terms of others: calling rows and operators on
//! values, and reading the arguments such functions share.

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Class, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values};
use crate::table;

/// Calls the row of a function, as if nobody had redefined it.
pub(crate) fn call_many(
    cx: &mut dyn Context,
    name: &str,
    args: &[&Value],
    nargout: usize,
) -> Result<Values> {
    table::call_row(cx, name, args.iter().map(|&value| value.clone()).collect(), nargout)
}

/// The first output of a call.
pub(crate) fn call(cx: &mut dyn Context, name: &str, args: &[&Value]) -> Result<Value> {
    let mut values = call_many(cx, name, args, 1)?;
    if values.is_empty() {
        return Err(Error::plain(format!(
            "value on the right hand side of the assignment not defined: {name}"
        )));
    }
    Ok(values.swap_remove(0))
}

/// Calls a function that was given, for one output.
pub(crate) fn call_value(cx: &mut dyn Context, function: &Value, args: Args) -> Result<Value> {
    let mut values = cx.call(function, args, 1)?;
    if values.is_empty() {
        return Err(Error::plain("value on the right hand side of the assignment not defined"));
    }
    Ok(values.swap_remove(0))
}

/// The value of `left op right`.
pub(crate) fn binary(
    cx: &mut dyn Context,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    ops::binary(op, left.clone(), right.clone(), cx)
}

/// `left - right`
pub(crate) fn minus(cx: &mut dyn Context, left: &Value, right: &Value) -> Result<Value> {
    binary(cx, BinaryOp::Subtract, left, right)
}

/// `left .* right`
pub(crate) fn times(cx: &mut dyn Context, left: &Value, right: &Value) -> Result<Value> {
    binary(cx, BinaryOp::ElementMultiply, left, right)
}

/// `left ./ right`
pub(crate) fn over(cx: &mut dyn Context, left: &Value, right: &Value) -> Result<Value> {
    binary(cx, BinaryOp::ElementDivide, left, right)
}

/// `left .^ right`
pub(crate) fn power(cx: &mut dyn Context, left: &Value, right: f64) -> Result<Value> {
    binary(cx, BinaryOp::ElementPower, left, &Value::double(right))
}

/// Whether a value is numeric or logical, which most statistics ask for.
pub(crate) fn is_numbers(value: &Value) -> bool {
    value.is_numeric() || matches!(value, Value::Bool(_))
}

/// Asks for numbers: `NAME: X must be a numeric vector or matrix`.
pub(crate) fn require_numbers(name: &str, value: &Value) -> Result<()> {
    if is_numbers(value) {
        return Ok(());
    }
    Err(Error::plain(format!("{name}: X must be a numeric vector or matrix")))
}

/// The first dimension of more than one element, counted from 0; 0 if there is none.
pub(crate) fn first_long(dims: &Dims) -> usize {
    dims.as_slice().iter().position(|&extent| extent > 1).unwrap_or(0)
}

/// More dimensions than any array has.
const MOST_DIMENSIONS: f64 = 4096.0;

/// A dimension that must be a whole number from 1 on; counted from 0.
pub(crate) fn dimension(name: &str, value: &Value) -> Result<usize> {
    let number = if value.is_scalar() && !value.is_char() { value.to_f64() } else { None };
    match number {
        // No array has so many dimensions; a larger number means the same.
        Some(number) if number >= 1.0 && number.fract() == 0.0 => {
            Ok(number.min(MOST_DIMENSIONS) as usize - 1)
        }
        _ => Err(Error::plain(format!("{name}: DIM must be an integer and a valid dimension"))),
    }
}

/// The dimension from an optional argument, else the first long one.
pub(crate) fn dimension_or_long(name: &str, args: &Args, position: usize) -> Result<usize> {
    match args.get(position) {
        Some(value) => dimension(name, value),
        None => Ok(first_long(&args[0].dims())),
    }
}

/// A dimension, counted from 0, as an argument.
pub(crate) fn argument(dimension: usize) -> Value {
    Value::count(dimension + 1)
}

/// Single and double stay; integers, truth values and ranges become double.
pub(crate) fn as_float(value: &Value) -> Value {
    match value {
        Value::Double(_) | Value::Single(_) | Value::Complex(_) | Value::ComplexSingle(_) => {
            value.clone()
        }
        other => match other.to_f64_array() {
            Some(array) => Value::Double(array.into_owned()),
            None => other.clone(),
        },
    }
}

/// The value in class single if `single` says so.
pub(crate) fn in_class(value: Value, single: bool) -> Value {
    if !single {
        return value;
    }
    match &value {
        Value::Complex(_) => match value.to_c32_array() {
            Some(array) => Value::ComplexSingle(array.into_owned()),
            None => value,
        },
        other => match other.to_f32_array() {
            Some(array) => Value::Single(array.into_owned()),
            None => value,
        },
    }
}

/// Whether a value is of class single.
pub(crate) fn is_single(value: &Value) -> bool {
    value.class() == Class::Single
}
