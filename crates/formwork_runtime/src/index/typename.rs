//! What GNU Octave calls the storage of a value in its messages.

use crate::value::{Quote, Value};

/// The name of how a value is stored, as in `matrix cannot be indexed with {`.
#[must_use]
pub fn type_name(value: &Value) -> &'static str {
    macro_rules! sized {
        ($array:expr, $scalar:literal, $matrix:literal) => {
            if $array.as_scalar().is_some() { $scalar } else { $matrix }
        };
    }
    match value {
        Value::Double(a) => sized!(a, "scalar", "matrix"),
        Value::Range(_) => "double_range",
        Value::Complex(a) => sized!(a, "complex scalar", "complex matrix"),
        Value::Single(a) => sized!(a, "float scalar", "float matrix"),
        Value::ComplexSingle(a) => sized!(a, "float complex scalar", "float complex matrix"),
        Value::Bool(a) => sized!(a, "bool", "bool matrix"),
        Value::Char(_, Quote::Single) => "sq_string",
        Value::Char(_, Quote::Double) => "string",
        Value::Int8(a) => sized!(a, "int8 scalar", "int8 matrix"),
        Value::Int16(a) => sized!(a, "int16 scalar", "int16 matrix"),
        Value::Int32(a) => sized!(a, "int32 scalar", "int32 matrix"),
        Value::Int64(a) => sized!(a, "int64 scalar", "int64 matrix"),
        Value::Uint8(a) => sized!(a, "uint8 scalar", "uint8 matrix"),
        Value::Uint16(a) => sized!(a, "uint16 scalar", "uint16 matrix"),
        Value::Uint32(a) => sized!(a, "uint32 scalar", "uint32 matrix"),
        Value::Uint64(a) => sized!(a, "uint64 scalar", "uint64 matrix"),
        Value::Cell(_) => "cell",
        Value::Struct(structs) if structs.dims().is_scalar() => "scalar struct",
        Value::Struct(_) => "struct",
        Value::Function(_) => "function handle",
        Value::Map(_) | Value::Exception(_) => "object",
        Value::Cleanup(_) => "onCleanup",
    }
}
