//! The types that operations take, and the types of their results.

use super::scalar::ScalarType;

/// The type of the result, if it holds that the operands are taken.
fn when(holds: bool, result: ScalarType) -> Option<ScalarType> {
    holds.then_some(result)
}

/// Numbers and indices to those of their type.
pub(super) fn numbers(operand: ScalarType) -> Option<ScalarType> {
    when(operand != ScalarType::Bool, operand)
}

/// Truth values.
pub(super) fn truths(operand: ScalarType) -> Option<ScalarType> {
    when(operand == ScalarType::Bool, operand)
}

/// Numbers to real numbers of their precision.
pub(super) fn moduli(operand: ScalarType) -> Option<ScalarType> {
    when(operand != ScalarType::Bool, operand.part())
}

/// Real numbers and integers.
pub(super) fn signs(operand: ScalarType) -> Option<ScalarType> {
    when(operand.is_float() || operand.is_integer(), operand)
}

/// Real numbers.
pub(super) fn floats(operand: ScalarType) -> Option<ScalarType> {
    when(operand.is_float(), operand)
}

/// Real numbers to truth values.
pub(super) fn float_tests(operand: ScalarType) -> Option<ScalarType> {
    when(operand.is_float(), ScalarType::Bool)
}

/// Complex numbers to real ones.
pub(super) fn complex_parts(operand: ScalarType) -> Option<ScalarType> {
    when(operand.is_complex(), operand.part())
}

/// Complex numbers.
pub(super) fn complexes(operand: ScalarType) -> Option<ScalarType> {
    when(operand.is_complex(), operand)
}

/// Indices, and numbers that mix.
pub(super) fn sums(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    same_indices(left, right).or_else(|| arithmetic_type(left, right))
}

/// Two real numbers.
pub(super) fn same_floats(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    when(left == right && left.is_float(), left)
}

/// Two numbers or indices that are ordered.
pub(super) fn same_ordered(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    when(left == right && left != ScalarType::Bool && !left.is_complex(), left)
}

/// Two truth values.
pub(super) fn same_truths(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    when(left == right && left == ScalarType::Bool, left)
}

/// Two integers of a type.
pub(super) fn same_integers(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    when(left == right && left.is_integer(), left)
}

/// Two indices.
pub(super) fn same_indices(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    when(left == right && left == ScalarType::Index, left)
}

/// What is compared to truth values.
pub(super) fn comparisons(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    let mixes = mixes_with_double(left, right) || mixes_with_double(right, left);
    when(left == right || mixes, ScalarType::Bool)
}

/// An unsigned integer and by how much it is shifted.
pub(super) fn shifts(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    when(left.is_unsigned() && right == ScalarType::Index, left)
}

/// The parts of a complex number.
pub(super) fn complex_of_parts(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    match (left, right) {
        (ScalarType::F32, ScalarType::F32) => Some(ScalarType::C32),
        (ScalarType::F64, ScalarType::F64) => Some(ScalarType::C64),
        _ => None,
    }
}

/// Whether an integer meets a double.
fn mixes_with_double(integer: ScalarType, double: ScalarType) -> bool {
    integer.is_integer() && double == ScalarType::F64
}

/// The type of sums, products and powers of numbers that are no indices.
pub(super) fn arithmetic_type(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    let is_number = |scalar: ScalarType| !matches!(scalar, ScalarType::Bool | ScalarType::Index);
    if left == right && is_number(left) || mixes_with_double(left, right) {
        return Some(left);
    }
    if mixes_with_double(right, left) {
        return Some(right);
    }
    let is_part_of =
        |part: ScalarType, whole: ScalarType| whole.is_complex() && whole.part() == part;
    if is_part_of(right, left) {
        Some(left)
    } else if is_part_of(left, right) {
        Some(right)
    } else {
        None
    }
}
