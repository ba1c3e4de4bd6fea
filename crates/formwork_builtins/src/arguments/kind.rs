//! What Octave calls the kind of a value in messages: finer than its class.

use formwork_runtime::{Quote, Value};

/// The kind of a value as messages name it: `matrix`, `complex scalar`, `sq_string`.
#[must_use]
pub(crate) fn type_name(value: &Value) -> &'static str {
    let scalar = value.is_scalar();
    let pick = |one: &'static str, many: &'static str| if scalar { one } else { many };
    match value {
        Value::Double(_) => pick("scalar", "matrix"),
        Value::Range(_) => "double_range",
        Value::Complex(_) => pick("complex scalar", "complex matrix"),
        Value::Single(_) => pick("float scalar", "float matrix"),
        Value::ComplexSingle(_) => pick("float complex scalar", "float complex matrix"),
        Value::Bool(_) => pick("bool", "bool matrix"),
        Value::Char(_, Quote::Single) => "sq_string",
        Value::Char(_, Quote::Double) => "string",
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
        Value::Map(_) | Value::Exception(_) => "object",
        Value::Cleanup(_) => "onCleanup",
    }
}
