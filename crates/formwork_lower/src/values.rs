//! Values of a running program, as arrays of the IR and back.

use std::rc::Rc;
use std::sync::Arc;

use formwork_array::ir::{self, BaseType, Scalar};
use formwork_hir::{Called, Names};
use formwork_runtime::{Array, Dims, Range, Structure, Value};

use crate::given::{Function, Given, Known, Passed, Same};
use crate::kind::{Base, Form, Kind};

/// Longer texts are not part of what is compiled.
pub(crate) const LONGEST_TEXT: usize = 64;
/// Nor are the contents of more cells, nor of functions in functions beyond this depth.
const MOST_CELLS: usize = 16;
const MOST_NESTED: usize = 4;

/// What is known of a value when it is compiled for; `None` if it is nothing that is compiled.
#[must_use]
pub fn given_of(value: &Value, names: &mut dyn Names) -> Option<Given> {
    given_within(value, names, MOST_NESTED)
}

fn given_within(value: &Value, names: &mut dyn Names, depth: usize) -> Option<Given> {
    match value {
        Value::Function(handle) => {
            let depth = depth.checked_sub(1)?;
            Some(Known::Function(match names.called(handle)? {
                Called::Named(name) => Function::Named(name),
                Called::Bound(body) => Function::Bound(Same(body)),
                Called::Anonymous(anonymous, captured) => {
                    let mut parts = Vec::new();
                    for part in &captured {
                        parts.push(match part {
                            Some(part) => Some(given_within(part, names, depth)?),
                            None => None,
                        });
                    }
                    Function::Anonymous(Same(anonymous), parts)
                }
            }))
        }
        Value::Cell(cells) => {
            let depth = depth.checked_sub(1)?;
            if !is_list(&value.dims()) || cells.as_slice().len() > MOST_CELLS {
                return None;
            }
            let cells = cells.as_slice().iter().map(|cell| given_within(cell, names, depth));
            Some(Known::Cells(cells.collect::<Option<_>>()?))
        }
        _ => {
            let kind = kind_of(value)?;
            Some(Known::Array(Passed { kind, text: known_text(value) }))
        }
    }
}

fn is_list(dims: &Dims) -> bool {
    dims.is_zero_by_zero() || dims.is_row()
}

/// The characters of a short text of one row, or of none.
pub(crate) fn known_text(value: &Value) -> Option<Rc<[u8]>> {
    let Value::Char(text, _) = value else { return None };
    (is_list(&value.dims()) && text.as_slice().len() <= LONGEST_TEXT)
        .then(|| text.as_slice().into())
}

/// The arrays that are passed for a value, in order, if that is what is given: the same
/// functions, the same texts, as many cells. Whether the arrays are of the right kinds is
/// for who passes them to see.
#[must_use]
pub fn arrays_of(value: &Value, given: &Given, names: &mut dyn Names) -> Option<Vec<Value>> {
    let mut found = Vec::new();
    collect_arrays(value, given, names, &mut found).then_some(found)
}

fn collect_arrays(
    value: &Value,
    given: &Given,
    names: &mut dyn Names,
    found: &mut Vec<Value>,
) -> bool {
    match (value, given) {
        (_, Known::Array(Passed { text: Some(text), kind })) => {
            kind_of(value) == Some(*kind) && known_text(value).as_deref() == Some(&**text)
        }
        (_, Known::Array(Passed { text: None, .. })) => {
            found.push(value.clone());
            true
        }
        (Value::Cell(cells), Known::Cells(givens)) => {
            let cells = cells.as_slice();
            is_list(&value.dims())
                && cells.len() == givens.len()
                && cells
                    .iter()
                    .zip(givens)
                    .all(|(cell, given)| collect_arrays(cell, given, names, found))
        }
        (Value::Function(handle), Known::Function(function)) => {
            match (names.called(handle), function) {
                (Some(Called::Named(name)), Function::Named(own)) => name == *own,
                (Some(Called::Bound(body)), Function::Bound(own)) => Same(body) == *own,
                (
                    Some(Called::Anonymous(anonymous, captured)),
                    Function::Anonymous(own, givens),
                ) => {
                    Same(anonymous) == *own
                        && captured.len() == givens.len()
                        && captured.iter().zip(givens).all(|parts| match parts {
                            (Some(part), Some(given)) => collect_arrays(part, given, names, found),
                            (None, None) => true,
                            (Some(_), None) | (None, Some(_)) => false,
                        })
                }
                (None | Some(Called::Named(_) | Called::Bound(_) | Called::Anonymous(..)), _) => {
                    false
                }
            }
        }
        (_, Known::Cells(_) | Known::Function(_)) => false,
    }
}

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
    if base == Base::Double && extents == [Some(0), Some(0)] {
        return Some(Kind::EMPTY);
    }
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
    ir::Array::new(base, shape_of(&value.dims(), kind.form)?, data).map(Arc::new)
}

/// The extents that an array has in the IR.
#[must_use]
pub fn shape_of(dims: &Dims, form: Form) -> Option<Vec<i64>> {
    let mut shape = vec![0; form.rank()];
    for dimension in 0..form.dimensions() {
        if let Some(axis) = form.axis(dimension) {
            shape[axis] = i64::try_from(dims.get(dimension)).ok()?;
        }
    }
    Some(shape)
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
