//! Putting values together from sizes and elements that were read.

use formwork_runtime::{Array, CellArray, Dims, Element, StructArray, Value, memory};

use crate::variable::{Malformed, Outcome};

/// A size whose elements `available` is enough for, `least` units each.
pub(crate) fn dims(extents: &[usize], available: usize, least: usize) -> Outcome<Dims> {
    if extents.len() < 2 || extents.len() > 64 {
        return Malformed::broken("a size has too few or too many extents");
    }
    let needed = extents.iter().try_fold(1usize, |all, &extent| all.checked_mul(extent));
    match needed.and_then(|count| count.checked_mul(least)) {
        Some(needed) if needed <= available => Ok(Dims::new(extents)),
        _ => Malformed::broken("there is less data than the size says"),
    }
}

/// An array of so many elements as its size says.
pub(crate) fn array<T: Element>(dims: Dims, data: Vec<T>) -> Outcome<Value> {
    Ok(Value::from_array(plain(dims, data)?))
}

/// The same before it is a value.
pub(crate) fn plain<T: Clone>(dims: Dims, data: Vec<T>) -> Outcome<Array<T>> {
    if dims.checked_numel() != Some(data.len()) {
        return Malformed::broken("there are not as many elements as the size says");
    }
    Ok(Array::new(dims, data))
}

/// A cell array.
pub(crate) fn cells(dims: Dims, data: Vec<Value>) -> Outcome<Value> {
    if dims.checked_numel() != Some(data.len()) {
        return Malformed::broken("there are not as many cells as the size says");
    }
    Ok(Value::Cell(CellArray::new(dims, data)))
}

/// A struct array of fields with one value for each element.
pub(crate) fn structs(dims: Dims, fields: Vec<(String, Vec<Value>)>) -> Outcome<Value> {
    let Some(count) = dims.checked_numel() else {
        return Malformed::broken("a struct array is too large");
    };
    let mut result = StructArray::without_fields(dims);
    for (name, values) in fields {
        if values.len() != count {
            return Malformed::broken("a field has not as many values as there are elements");
        }
        result.set_field(&name, values);
    }
    Ok(Value::from(result))
}

/// Asks for so many bytes.
pub(crate) fn room(bytes: usize) -> Outcome<()> {
    memory::reserve_bytes(bytes).map_err(|error| Malformed::Broken(error.message))
}
