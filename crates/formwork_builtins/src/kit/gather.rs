//! Arrays of elements that are picked from others.

use formwork_runtime::{Array, CellArray, Dims, Quote, Value};

/// Picks elements by their places into an array of another size.
pub(crate) fn gather(value: &Value, places: &[usize], dims: Dims) -> Value {
    fn pick<T: Copy>(array: &Array<T>, places: &[usize], dims: Dims) -> Array<T> {
        let data = array.as_slice();
        Array::new(dims, places.iter().map(|&k| data[k]).collect())
    }
    match value {
        Value::Range(range) => {
            Value::Double(Array::new(dims, places.iter().map(|&k| range.get(k)).collect()))
        }
        Value::Char(array, quote) => Value::Char(pick(array, places, dims), *quote),
        Value::Cell(cell) => Value::Cell(CellArray::new(
            dims,
            places.iter().map(|&k| cell.as_slice()[k].clone()).collect(),
        )),
        Value::Double(array) => pick(array, places, dims).into(),
        Value::Single(array) => pick(array, places, dims).into(),
        Value::Complex(array) => Value::from(pick(array, places, dims)).narrowed(),
        Value::ComplexSingle(array) => Value::from(pick(array, places, dims)).narrowed(),
        Value::Bool(array) => pick(array, places, dims).into(),
        Value::Int8(array) => pick(array, places, dims).into(),
        Value::Int16(array) => pick(array, places, dims).into(),
        Value::Int32(array) => pick(array, places, dims).into(),
        Value::Int64(array) => pick(array, places, dims).into(),
        Value::Uint8(array) => pick(array, places, dims).into(),
        Value::Uint16(array) => pick(array, places, dims).into(),
        Value::Uint32(array) => pick(array, places, dims).into(),
        Value::Uint64(array) => pick(array, places, dims).into(),
        other => other.clone(),
    }
}

/// An empty array of the class of a value.
pub(crate) fn nothing_like(value: &Value, dims: Dims) -> Value {
    match value {
        Value::Cell(_) => Value::Cell(CellArray::new(dims, Vec::new())),
        Value::Char(..) => Value::Char(Array::new(dims, Vec::new()), Quote::Single),
        other => gather(other, &[], dims),
    }
}
