//! What values are called in messages, and the messages of operators.

use super::operator::{BinaryOp, UnaryOp};
use crate::class::Class;
use crate::error::Error;
use crate::structure::Structure;
use crate::value::{Quote, Value};

/// What Octave calls the type of a value: what `typeinfo` tells and messages name.
#[must_use]
pub fn type_name(value: &Value) -> &'static str {
    let scalar = value.is_scalar();
    let pick = |one: &'static str, many: &'static str| if scalar { one } else { many };
    match (value.kept_as(), value) {
        (Structure::Full, _) => {}
        (Structure::Permutation, _) => return "permutation matrix",
        (Structure::Diagonal, Value::Complex(_)) => return "complex diagonal matrix",
        (Structure::Diagonal, Value::Single(_)) => return "float diagonal matrix",
        (Structure::Diagonal, Value::ComplexSingle(_)) => return "float complex diagonal matrix",
        (Structure::Diagonal, _) => return "diagonal matrix",
    }
    match value {
        Value::Double(_) => pick("scalar", "matrix"),
        Value::Range(_) => "double_range",
        Value::Bool(_) => pick("bool", "bool matrix"),
        Value::Char(_, Quote::Single) => "sq_string",
        Value::Char(_, Quote::Double) | Value::Strings(_) => "string",
        Value::Complex(_) => pick("complex scalar", "complex matrix"),
        Value::Single(_) => pick("float scalar", "float matrix"),
        Value::ComplexSingle(_) => pick("float complex scalar", "float complex matrix"),
        Value::Int8(_) => pick("int8 scalar", "int8 matrix"),
        Value::Int16(_) => pick("int16 scalar", "int16 matrix"),
        Value::Int32(_) => pick("int32 scalar", "int32 matrix"),
        Value::Int64(_) => pick("int64 scalar", "int64 matrix"),
        Value::Uint8(_) => pick("uint8 scalar", "uint8 matrix"),
        Value::Uint16(_) => pick("uint16 scalar", "uint16 matrix"),
        Value::Uint32(_) => pick("uint32 scalar", "uint32 matrix"),
        Value::Uint64(_) => pick("uint64 scalar", "uint64 matrix"),
        Value::Cell(_) => "cell",
        Value::Struct(_) => pick("scalar struct", "struct"),
        Value::Function(_) => "function handle",
        Value::Object(object) if object.as_record().is_some() => "class",
        Value::Map(_) | Value::Exception(_) | Value::Parser(_) | Value::Object(_) => "object",
        Value::Cleanup(_) => "onCleanup",
    }
}

/// The name of the type that an operator sees once truth values, text and ranges have
/// become numbers.
fn operand_name(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) | Value::Char(..) => {
            if value.is_scalar() {
                "scalar"
            } else {
                "matrix"
            }
        }
        Value::Range(_) => "matrix",
        // Diagonal and permutation matrices have become full ones.
        Value::Double(_) if value.kept_as() != Structure::Full => "matrix",
        Value::Complex(_) if value.kept_as() != Structure::Full => "complex matrix",
        Value::Single(_) if value.kept_as() != Structure::Full => "float matrix",
        Value::ComplexSingle(_) if value.kept_as() != Structure::Full => "float complex matrix",
        other => type_name(other),
    }
}

/// Whether values of a class are objects, whose operators are methods.
const fn is_object(class: Class) -> bool {
    matches!(class, Class::Map | Class::Parser | Class::Object)
}

/// `binary operator '+' not implemented for 'cell' by 'scalar' operations`
#[cold]
pub(super) fn binary_error(op: BinaryOp, left: &Value, right: &Value) -> Box<Error> {
    let object = [left, right].into_iter().find(|value| is_object(value.class()));
    if let Some(class) = object.map(Value::class_name) {
        return Error::plain(format!("{} method not defined for {class} class", op.function()));
    }
    Error::plain(format!(
        "binary operator '{}' not implemented for '{}' by '{}' operations",
        op.symbol(),
        operand_name(left),
        operand_name(right)
    ))
}

/// `binary operator '*' not implemented for 'cs-list' by 'scalar' operations`: an operand that is
/// `None` is a list of values.
#[cold]
#[must_use]
pub fn binary_list_error(op: BinaryOp, left: Option<&Value>, right: Option<&Value>) -> Box<Error> {
    Error::plain(format!(
        "binary operator '{}' not implemented for '{}' by '{}' operations",
        op.symbol(),
        left.map_or("cs-list", operand_name),
        right.map_or("cs-list", operand_name)
    ))
}

/// `unary operator '-' not implemented for 'cs-list' operands`
#[cold]
#[must_use]
pub fn unary_list_error(op: UnaryOp) -> Box<Error> {
    Error::plain(format!("unary operator '{}' not implemented for 'cs-list' operands", op.symbol()))
}

/// `unary operator '-' not implemented for 'cell' operands`
#[cold]
pub(super) fn unary_error(op: UnaryOp, operand: &Value) -> Box<Error> {
    if is_object(operand.class()) {
        let class = operand.class_name();
        return Error::plain(format!("{} method not defined for {class} class", op.function()));
    }
    Error::plain(format!(
        "unary operator '{}' not implemented for '{}' operands",
        op.symbol(),
        type_name(operand)
    ))
}
