//! Values of a running program, as arrays of the IR and back.

use std::sync::Arc;

use formwork_array::ir;
use formwork_runtime::{Array, Dims, Structure, Value};

use crate::kind::{Base, Form, Kind};

/// The kind of a value; `None` if it is none that is compiled. A range is not, because it
/// would come back written down, which shows when it is displayed.
#[must_use]
pub fn kind_of(value: &Value) -> Option<Kind> {
    let base = match value {
        Value::Double(array) if array.kept_as() == Structure::Full && !array.is_places() => {
            Base::Double
        }
        Value::Bool(_) => Base::Bool,
        _ => return None,
    };
    let dims = value.dims();
    let [rows, columns] = dims.as_slice() else { return None };
    Some(Kind { base, form: Form::of(*rows, *columns) })
}

/// The value as an array for a parameter of a kind; `None` if it is not of that kind.
#[must_use]
pub fn to_array(value: &Value, kind: Kind) -> Option<Arc<ir::Array>> {
    let own = kind_of(value)?;
    if own.base != kind.base || own.form.join(kind.form) != kind.form {
        return None;
    }
    let data: Vec<ir::Scalar> = match value {
        Value::Double(array) => array.as_slice().iter().map(|&x| ir::Scalar::Double(x)).collect(),
        Value::Bool(array) => array.as_slice().iter().map(|&x| ir::Scalar::Bool(x)).collect(),
        _ => return None,
    };
    let dims = value.dims();
    let extents: Vec<i64> =
        dims.as_slice().iter().map(|&extent| i64::try_from(extent).ok()).collect::<Option<_>>()?;
    let shape = match kind.form {
        Form::Scalar => Vec::new(),
        Form::Row => vec![extents[1]],
        Form::Column => vec![extents[0]],
        Form::Matrix => extents,
    };
    ir::Array::new(kind.base.ir(), shape, data).map(Arc::new)
}

/// The value that a result of a kind stands for; `None` if it is not of that kind.
#[must_use]
pub fn from_array(array: &ir::Array, kind: Kind) -> Option<Value> {
    let extents: Vec<usize> =
        array.shape().iter().map(|&extent| usize::try_from(extent).ok()).collect::<Option<_>>()?;
    let dims = match (kind.form, &extents[..]) {
        (Form::Scalar, []) => Dims::matrix(1, 1),
        (Form::Row, [columns]) => Dims::matrix(1, *columns),
        (Form::Column, [rows]) => Dims::matrix(*rows, 1),
        (Form::Matrix, [rows, columns]) => Dims::matrix(*rows, *columns),
        (Form::Scalar | Form::Row | Form::Column | Form::Matrix, _) => return None,
    };
    Some(match kind.base {
        Base::Double => {
            let numbers = array.data().iter().map(|element| match element {
                ir::Scalar::Double(number) => Some(*number),
                _ => None,
            });
            Value::Double(Array::new(dims, numbers.collect::<Option<_>>()?))
        }
        Base::Bool => {
            let truths = array.data().iter().map(|element| match element {
                ir::Scalar::Bool(truth) => Some(*truth),
                _ => None,
            });
            Value::Bool(Array::new(dims, truths.collect::<Option<_>>()?))
        }
    })
}

/// What a loop without turns leaves in its variable.
#[must_use]
pub fn empty_row() -> Value {
    Value::Double(Array::new(Dims::matrix(1, 0), Vec::new()))
}
