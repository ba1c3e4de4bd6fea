//! Numbers among the arguments: counts, orders, dimensions.

use formwork_runtime::{Error, Result, Value};

use formwork_runtime::format::c_number::percent_g;
use formwork_runtime::ops::type_name;

/// A number that is read as a C `int`, its fraction dropped.
///
/// # Errors
///
/// If it is text, empty or no number at all.
pub(crate) fn int_value(value: &Value) -> Result<i64> {
    read_int(value, "int_value")
}

/// The same for functions that ask for the nearest integer, as `sort` does.
///
/// # Errors
///
/// If it is text, empty or no number at all.
pub(crate) fn nint_value(value: &Value) -> Result<i64> {
    read_int(value, "nint_value")
}

/// A number that is read as a C `int` and must have no fraction.
///
/// # Errors
///
/// If it is text, empty, no number at all, NaN or has a fraction.
pub(crate) fn exact_int_value(value: &Value) -> Result<i64> {
    exact(value, "int", "int_value")
}

/// A number that is read as a 64-bit integer and must have no fraction.
///
/// # Errors
///
/// If it is text, empty, no number at all, NaN or has a fraction.
pub(crate) fn exact_int64_value(value: &Value) -> Result<i64> {
    exact(value, "int64_t", "int64_value")
}

fn exact(value: &Value, kind: &str, method: &str) -> Result<i64> {
    let number = first_number(value, method)?;
    // The infinities become the nearest integers.
    if number.is_nan() || (number.is_finite() && number.fract() != 0.0) {
        return Err(Error::plain(format!(
            "conversion of {} to {kind} value failed",
            percent_g(number)
        )));
    }
    Ok(number as i64)
}

fn read_int(value: &Value, method: &str) -> Result<i64> {
    let number = first_number(value, method)?;
    // A NaN becomes whatever the machine makes of it; no caller takes it for zero.
    let most = f64::from(i32::MAX);
    Ok(if number.is_nan() { i64::from(i32::MAX) } else { number.clamp(-most, most) as i64 })
}

fn first_number(value: &Value, method: &str) -> Result<f64> {
    let number = if value.is_char() { None } else { value.to_f64() };
    number.ok_or_else(|| {
        Error::plain(format!(
            "octave_base_value::{method} (): wrong type argument '{}'",
            type_name(value)
        ))
    })
}

/// A whole number, its fraction dropped.
pub(crate) fn whole(value: &Value) -> Result<i64> {
    let number = if value.is_char() { None } else { value.to_f64() };
    number.map(|x| x as i64).ok_or_else(|| {
        Error::plain(format!(
            "octave_base_value::int64_value (): wrong type argument '{}'",
            type_name(value)
        ))
    })
}

/// The one number that a value is, if it is one.
pub(crate) fn scalar(value: &Value) -> Option<f64> {
    if value.is_scalar() { value.to_f64() } else { None }
}

/// The number that a value must be.
pub(crate) fn real_scalar(value: &Value) -> Result<f64> {
    if value.is_char() {
        return Err(Error::plain("invalid conversion from string to real scalar"));
    }
    value.to_f64().ok_or_else(|| {
        Error::plain(format!(
            "octave_base_value::double_value (): wrong type argument '{}'",
            type_name(value)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_dropped_or_refused() {
        assert_eq!(int_value(&Value::double(1.5)).ok(), Some(1));
        let error = exact_int_value(&Value::double(1.5)).map_err(|error| error.message);
        assert_eq!(error, Err("conversion of 1.5 to int value failed".to_owned()));
        let error = int_value(&Value::text("a")).map_err(|error| error.message);
        assert_eq!(
            error,
            Err("octave_base_value::int_value (): wrong type argument 'sq_string'".to_owned())
        );
    }
}
