//! Vectors of numbers among the arguments: extents, shifts, orders of dimensions.

use formwork_runtime::ops::type_name;
use formwork_runtime::{Error, Result, Value};

/// The numbers of a vector argument, read as integers with their fractions dropped.
pub(crate) fn integers(value: &Value) -> Result<Vec<i64>> {
    Ok(numbers(value)?.into_iter().map(|x| x as i64).collect())
}

/// The numbers of an argument that must be an array of real numbers.
pub(crate) fn numbers(value: &Value) -> Result<Vec<f64>> {
    if value.is_char() {
        return Err(Error::plain("invalid conversion from string to real N-D array"));
    }
    match value.to_f64_array() {
        Some(array) => Ok(array.as_slice().to_vec()),
        None => Err(Error::plain(format!(
            "octave_base_value::array_value(): wrong type argument '{}'",
            type_name(value)
        ))),
    }
}

/// The extents that a size argument says; negative ones count as zero.
pub(crate) fn extents(value: &Value) -> Result<Vec<usize>> {
    Ok(integers(value)?.into_iter().map(|extent| usize::try_from(extent).unwrap_or(0)).collect())
}
