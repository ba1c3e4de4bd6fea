//! What class a value is of, as statistics and interpolation ask, and values in another one.

use formwork_runtime::ops::{self, type_name};
use formwork_runtime::{Array, Class, Error, Result, Value};

use crate::context::Values;

/// Values in single precision, if what they were made for is.
pub(crate) fn in_precision_of(argument: &Value, values: Values) -> Result<Values> {
    match argument.class() {
        Class::Single => values.into_iter().map(|value| ops::cast(value, Class::Single)).collect(),
        _ => Ok(values),
    }
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

/// The elements as doubles, where text is refused.
pub(crate) fn real_array(name: &str, value: &Value) -> Result<Array<f64>> {
    if value.is_char() {
        return Err(Error::plain("invalid conversion from string to real N-D array"));
    }
    match value.to_f64_array() {
        Some(array) => Ok(array.into_owned()),
        None => Err(wrong_type(name, value)),
    }
}

/// `NAME: wrong type argument 'TYPE'`
pub(crate) fn wrong_type(name: &str, value: &Value) -> Box<Error> {
    Error::plain(format!("{name}: wrong type argument '{}'", type_name(value)))
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
