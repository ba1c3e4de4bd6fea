//! What Octave's messages call the type of a value.

use formwork_runtime::Value;

/// The name of the type of a value as messages have it: `complex matrix`, `bool`,
/// `scalar struct`.
pub(crate) fn type_name(value: &Value) -> &'static str {
    macro_rules! by_size {
        ($array:expr, $scalar:literal, $matrix:literal) => {
            if $array.as_scalar().is_some() { $scalar } else { $matrix }
        };
    }
    match value {
        Value::Double(a) => by_size!(a, "scalar", "matrix"),
        Value::Bool(a) => by_size!(a, "bool", "bool matrix"),
        Value::Range(_) => "double_range",
        Value::Char(_, formwork_runtime::Quote::Single) => "sq_string",
        Value::Char(_, formwork_runtime::Quote::Double) => "string",
        Value::Complex(a) => by_size!(a, "complex scalar", "complex matrix"),
        Value::Single(a) => by_size!(a, "float scalar", "float matrix"),
        Value::ComplexSingle(a) => by_size!(a, "float complex scalar", "float complex matrix"),
        Value::Int8(a) => by_size!(a, "int8 scalar", "int8 matrix"),
        Value::Int16(a) => by_size!(a, "int16 scalar", "int16 matrix"),
        Value::Int32(a) => by_size!(a, "int32 scalar", "int32 matrix"),
        Value::Int64(a) => by_size!(a, "int64 scalar", "int64 matrix"),
        Value::Uint8(a) => by_size!(a, "uint8 scalar", "uint8 matrix"),
        Value::Uint16(a) => by_size!(a, "uint16 scalar", "uint16 matrix"),
        Value::Uint32(a) => by_size!(a, "uint32 scalar", "uint32 matrix"),
        Value::Uint64(a) => by_size!(a, "uint64 scalar", "uint64 matrix"),
        Value::Cell(_) => "cell",
        Value::Struct(s) if s.dims().is_scalar() => "scalar struct",
        Value::Struct(_) => "struct",
        Value::Function(_) => "function handle",
        Value::Map(_) | Value::Exception(_) => "object",
        Value::Cleanup(_) => "onCleanup",
    }
}
