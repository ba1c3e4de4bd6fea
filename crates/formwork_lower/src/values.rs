//! Values of a running program, as arrays of the IR and back.

use std::sync::Arc;

use formwork_array::ir::{self, BaseType, Scalar};
use formwork_runtime::{Array, Dims, Range, Structure, Value};

use crate::kind::{Base, Form, Kind};

/// The kind of a value; `None` if it is none that is compiled. A range is of a kind of its
/// own, because it would come back written down, which shows when it is displayed.
#[must_use]
pub fn kind_of(value: &Value) -> Option<Kind> {
    let base = match value {
        Value::Range(_) => return Some(Kind { base: Base::Double, form: Form::Range }),
        Value::Double(array) if array.kept_as() == Structure::Full && !array.is_places() => {
            Base::Double
        }
        Value::Single(array) if array.kept_as() == Structure::Full => Base::Single,
        Value::Bool(_) => Base::Bool,
        Value::Char(..) => Base::Char,
        Value::Int8(_) => Base::Int8,
        Value::Int16(_) => Base::Int16,
        Value::Int32(_) => Base::Int32,
        Value::Uint8(_) => Base::Uint8,
        Value::Uint16(_) => Base::Uint16,
        Value::Uint32(_) => Base::Uint32,
        _ => return None,
    };
    let extents: Vec<Option<usize>> = value.dims().as_slice().iter().copied().map(Some).collect();
    Some(Kind { base, form: Form::of(&extents)? })
}

fn integers<T: Copy + Into<i128>>(base: BaseType, array: &Array<T>) -> Vec<Scalar> {
    array.as_slice().iter().map(|&x| Scalar::Sized(base, x.into())).collect()
}

/// The value as an array for a parameter of a kind; `None` if it is not of that kind.
#[must_use]
pub fn to_array(value: &Value, kind: Kind) -> Option<Arc<ir::Array>> {
    let own = kind_of(value)?;
    // A range is no row here, and a row no range.
    let is_range = |form| form == Form::Range;
    if own.base != kind.base
        || is_range(own.form) != is_range(kind.form)
        || own.form.join(kind.form) != kind.form
    {
        return None;
    }
    let base = kind.base.ir();
    let data: Vec<Scalar> = match value {
        Value::Range(range) => range.iter().map(Scalar::Double).collect(),
        Value::Double(array) => array.as_slice().iter().map(|&x| Scalar::Double(x)).collect(),
        Value::Single(array) => array.as_slice().iter().map(|&x| Scalar::Float(x)).collect(),
        Value::Bool(array) => array.as_slice().iter().map(|&x| Scalar::Bool(x)).collect(),
        Value::Char(array, _) | Value::Uint8(array) => integers(base, array),
        Value::Int8(array) => integers(base, array),
        Value::Int16(array) => integers(base, array),
        Value::Int32(array) => integers(base, array),
        Value::Uint16(array) => integers(base, array),
        Value::Uint32(array) => integers(base, array),
        _ => return None,
    };
    let dims = value.dims();
    let mut shape = vec![0; kind.form.rank()];
    for dimension in 0..kind.form.dimensions() {
        if let Some(axis) = kind.form.axis(dimension) {
            shape[axis] = i64::try_from(dims.get(dimension)).ok()?;
        }
    }
    ir::Array::new(base, shape, data).map(Arc::new)
}

/// The extents that an array of a kind has in the language.
#[must_use]
pub fn dims_of(shape: &[i64], form: Form) -> Option<Dims> {
    if shape.len() != form.rank() {
        return None;
    }
    let extent = |dimension| match form.axis(dimension) {
        Some(axis) => usize::try_from(shape[axis]).ok(),
        None => Some(1),
    };
    let extents: Vec<usize> = (0..form.dimensions()).map(extent).collect::<Option<_>>()?;
    Some(Dims::new(&extents))
}

fn elements<T>(array: &ir::Array, element: impl Fn(&Scalar) -> Option<T>) -> Option<Vec<T>> {
    array.data().iter().map(element).collect()
}

fn sized<T: TryFrom<i128>>(array: &ir::Array) -> Option<Vec<T>> {
    elements(array, |element| T::try_from(element.as_integer()?).ok())
}

/// The value that a result of a kind stands for; `None` if it is not of that kind.
#[must_use]
pub fn from_array(array: &ir::Array, kind: Kind) -> Option<Value> {
    let dims = dims_of(array.shape(), kind.form)?;
    if kind.form == Form::Range {
        let numbers = array.data().iter().map(|one| one.to_double()).collect::<Vec<_>>();
        return range(&numbers);
    }
    Some(match kind.base {
        Base::Double => {
            let numbers = elements(array, |element| match element {
                Scalar::Double(number) => Some(*number),
                _ => None,
            });
            Value::Double(Array::new(dims, numbers?))
        }
        Base::Single => {
            let numbers = elements(array, |element| match element {
                Scalar::Float(number) => Some(*number),
                _ => None,
            });
            Value::Single(Array::new(dims, numbers?))
        }
        Base::Bool => {
            let truths = elements(array, |element| match element {
                Scalar::Bool(truth) => Some(*truth),
                _ => None,
            });
            Value::Bool(Array::new(dims, truths?))
        }
        Base::Char => return None,
        Base::Int8 => Value::Int8(Array::new(dims, sized(array)?)),
        Base::Int16 => Value::Int16(Array::new(dims, sized(array)?)),
        Base::Int32 => Value::Int32(Array::new(dims, sized(array)?)),
        Base::Uint8 => Value::Uint8(Array::new(dims, sized(array)?)),
        Base::Uint16 => Value::Uint16(Array::new(dims, sized(array)?)),
        Base::Uint32 => Value::Uint32(Array::new(dims, sized(array)?)),
    })
}

/// The range that is written from three numbers, as a region gives it back.
#[must_use]
pub fn range(numbers: &[f64]) -> Option<Value> {
    let &[base, increment, limit] = numbers else { return None };
    let range = Range::new(base, increment, limit)?;
    Some(match range.len() {
        0 => empty_row(),
        1 => Value::double(range.get(0)),
        _ => Value::Range(range.into()),
    })
}

/// What a loop without turns leaves in its variable.
#[must_use]
pub fn empty_row() -> Value {
    Value::Double(Array::new(Dims::matrix(1, 0), Vec::new()))
}

/// What `[]` is.
#[must_use]
pub fn empty_square() -> Value {
    Value::Double(Array::new(Dims::matrix(0, 0), Vec::new()))
}
