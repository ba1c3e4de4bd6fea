//! What the types of the array IR are in the loop form.

use formwork_array::ir;

use crate::loops::{ArrayClass, ScalarType};

/// The class of an array of a base type.
#[must_use]
pub fn array_class(base: ir::BaseType) -> ArrayClass {
    match base {
        ir::BaseType::Bool => ArrayClass::Logical,
        ir::BaseType::Int | ir::BaseType::Int64 => ArrayClass::Int64,
        ir::BaseType::Int8 => ArrayClass::Int8,
        ir::BaseType::Int16 => ArrayClass::Int16,
        ir::BaseType::Int32 => ArrayClass::Int32,
        ir::BaseType::Uint8 => ArrayClass::Uint8,
        ir::BaseType::Uint16 => ArrayClass::Uint16,
        ir::BaseType::Uint32 => ArrayClass::Uint32,
        ir::BaseType::Uint64 => ArrayClass::Uint64,
        ir::BaseType::Float => ArrayClass::Single,
        ir::BaseType::Double | ir::BaseType::Complex => ArrayClass::Double,
    }
}

/// The scalar type of a base type.
pub(super) fn scalar_type(base: ir::BaseType) -> ScalarType {
    match base {
        ir::BaseType::Bool => ScalarType::Bool,
        ir::BaseType::Int => ScalarType::Index,
        ir::BaseType::Int8 => ScalarType::I8,
        ir::BaseType::Int16 => ScalarType::I16,
        ir::BaseType::Int32 => ScalarType::I32,
        ir::BaseType::Int64 => ScalarType::I64,
        ir::BaseType::Uint8 => ScalarType::U8,
        ir::BaseType::Uint16 => ScalarType::U16,
        ir::BaseType::Uint32 => ScalarType::U32,
        ir::BaseType::Uint64 => ScalarType::U64,
        ir::BaseType::Float => ScalarType::F32,
        ir::BaseType::Double => ScalarType::F64,
        ir::BaseType::Complex => ScalarType::C64,
    }
}
