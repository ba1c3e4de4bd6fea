//! Operators.

use crate::error::{Error, Result, Warn};
use crate::value::Value;

/// An operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `\`
    LeftDivide,
    /// `^`
    Power,
    /// `.*`
    ElementMultiply,
    /// `./`
    ElementDivide,
    /// `.\`
    ElementLeftDivide,
    /// `.^`
    ElementPower,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterEqual,
    /// `>`
    Greater,
    /// `&`
    And,
    /// `|`
    Or,
}

/// An operator of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    /// `+x`
    Plus,
    /// `-x`
    Minus,
    /// `!x`
    Not,
    /// `x.'`
    Transpose,
    /// `x'`
    ConjugateTranspose,
}

/// The value of `left op right`. Operands that nobody shares may be overwritten.
///
/// # Errors
///
/// As in GNU Octave.
pub fn binary(op: BinaryOp, left: Value, right: Value, warn: &mut dyn Warn) -> Result<Value> {
    let _ = (left, right, warn);
    Err(Error::plain(format!("{op:?} is not there yet")))
}

/// The value of `op operand`.
///
/// # Errors
///
/// As in GNU Octave.
pub fn unary(op: UnaryOp, operand: Value) -> Result<Value> {
    let _ = operand;
    Err(Error::plain(format!("{op:?} is not there yet")))
}

/// The value of `base:increment:limit`.
///
/// # Errors
///
/// As in GNU Octave.
pub fn range(base: &Value, increment: Option<&Value>, limit: &Value) -> Result<Value> {
    let _ = (base, increment, limit);
    Err(Error::plain("range is not there yet"))
}

/// Whether `if value` takes its branch.
///
/// # Errors
///
/// As in GNU Octave.
pub fn is_true(value: &Value) -> Result<bool> {
    let _ = value;
    Err(Error::plain("is_true is not there yet"))
}
