//! Along which dimension a function works: reading the argument that says it.

use formwork_runtime::{Dims, Error, Result, Value};

use crate::arguments::number::exact_int_value;
use crate::context::Args;

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

/// The dimension as `sumsq` and `cumprod` read it: 0 means the first one that is not
/// of extent one.
pub(crate) fn loose_dimension(name: &str, argument: Option<&Value>) -> Result<Option<usize>> {
    let Some(value) = argument else { return Ok(None) };
    let dimension = exact_int_value(value)?;
    if dimension < 0 {
        return Err(Error::plain(format!("{name}: invalid dimension argument = {dimension}")));
    }
    Ok((dimension > 0).then(|| dimension as usize - 1))
}
