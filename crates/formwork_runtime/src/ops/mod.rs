//! Operators.
//!
//! [`binary`] and [`unary`] take their operands, so that the storage of one that
//! nobody else holds becomes that of the result. Two real scalars are done at once;
//! everything else is sent once per operation to the loop for its classes.

mod arithmetic;
mod cast;
mod compare;
mod complex;
mod equal;
mod expand;
mod integer;
pub mod kernels;
mod logical;
mod matrix;
mod names;
mod operator;
mod power;
mod ranges;
mod remainder;
mod strings;
mod structured;
mod unary;
mod update;

pub use cast::{cast, result_class};
pub use complex::{single_product, wide_product};
pub use equal::equal;
pub use expand::zip;
pub use matrix::product_of_reals;
pub use names::{binary_list_error, type_name, unary_list_error};
pub use operator::{BinaryOp, UnaryOp};
pub use update::update_in_place;

use crate::error::{Result, Warn};
use crate::memory;
use crate::structure::Structure;
use crate::value::Value;

/// The value of `left op right`. Operands that nobody shares may be overwritten.
///
/// # Errors
///
/// As in GNU Octave.
#[inline]
pub fn binary(op: BinaryOp, left: Value, right: Value, warn: &mut dyn Warn) -> Result<Value> {
    if let (Some(x), Some(y)) = (left.as_double(), right.as_double())
        && let Some(value) = binary_doubles(op, x, y)
    {
        return Ok(value);
    }
    if memory::is_large(left.numel().max(right.numel())) {
        return memory::guarded(|| binary_general(op, left, right, warn));
    }
    binary_general(op, left, right, warn)
}

/// The value of `x op y` for real scalars; `None` where it is complex or an error.
#[inline]
#[must_use]
pub fn binary_doubles(op: BinaryOp, x: f64, y: f64) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => Value::double(x + y),
        BinaryOp::Subtract => Value::double(x - y),
        BinaryOp::Multiply | BinaryOp::ElementMultiply => Value::double(x * y),
        BinaryOp::Divide | BinaryOp::ElementDivide => Value::double(x / y),
        BinaryOp::LeftDivide | BinaryOp::ElementLeftDivide => Value::double(y / x),
        BinaryOp::Power | BinaryOp::ElementPower => Value::double(power::scalar(x, y)?),
        BinaryOp::Less => Value::bool(x < y),
        BinaryOp::LessEqual => Value::bool(x <= y),
        BinaryOp::Equal => Value::bool(x == y),
        BinaryOp::NotEqual => Value::bool(x != y),
        BinaryOp::GreaterEqual => Value::bool(x >= y),
        BinaryOp::Greater => Value::bool(x > y),
        BinaryOp::And if !x.is_nan() && !y.is_nan() => Value::bool(x != 0.0 && y != 0.0),
        BinaryOp::Or if !x.is_nan() && !y.is_nan() => Value::bool(x != 0.0 || y != 0.0),
        BinaryOp::And | BinaryOp::Or => return None,
    })
}

/// `base ^ exponent` for real scalars; `None` where it is complex.
#[inline]
#[must_use]
pub fn power_doubles(base: f64, exponent: f64) -> Option<f64> {
    power::scalar(base, exponent)
}

fn binary_general(op: BinaryOp, left: Value, right: Value, warn: &mut dyn Warn) -> Result<Value> {
    if left.is_strings() || right.is_strings() {
        return strings::binary(op, &left, &right);
    }
    if (left.kept_as(), right.kept_as()) != (Structure::Full, Structure::Full)
        && let Some(value) = structured::binary(op, &left, &right)?
    {
        return Ok(value);
    }
    match op {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::ElementMultiply
        | BinaryOp::ElementDivide => arithmetic::elementwise(op, left, right),
        BinaryOp::ElementLeftDivide => left_quotient(op, left, right),
        BinaryOp::ElementPower => power::power(op, left, right),
        BinaryOp::Multiply if left.is_scalar() || right.is_scalar() => {
            arithmetic::elementwise(op, left, right)
        }
        BinaryOp::Divide if right.is_scalar() => arithmetic::elementwise(op, left, right),
        BinaryOp::LeftDivide if left.is_scalar() => left_quotient(op, left, right),
        BinaryOp::Power if left.is_scalar() && right.is_scalar() => power::power(op, left, right),
        BinaryOp::Power if matrix::both_matrices_of_integers(&left, &right) => {
            Err(matrix::no_power_of_matrices())
        }
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::LeftDivide | BinaryOp::Power => {
            matrix::general(op, left, right, warn)
        }
        BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Greater => compare::compare(op, left, right),
        BinaryOp::And | BinaryOp::Or => logical::connect(op, left, right),
    }
}

/// `left .\ right` is `right ./ left`, also in the message about sizes that do not
/// fit, but not in that about classes.
fn left_quotient(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    if result_class(&left, &right).is_none() {
        return Err(names::binary_error(op, &left, &right));
    }
    arithmetic::elementwise(op, right, left)
}

/// The value of `op operand`.
///
/// # Errors
///
/// As in GNU Octave.
#[inline]
pub fn unary(op: UnaryOp, operand: Value) -> Result<Value> {
    if let Some(x) = operand.as_double() {
        match op {
            UnaryOp::Minus => return Ok(Value::double(-x)),
            UnaryOp::Not if !x.is_nan() => return Ok(Value::bool(x == 0.0)),
            UnaryOp::Plus | UnaryOp::Transpose | UnaryOp::ConjugateTranspose => return Ok(operand),
            UnaryOp::Not => {}
        }
    }
    let general = |operand: Value| match operand.kept_as() {
        Structure::Full => unary::general(op, operand),
        _ => structured::unary(op, operand),
    };
    if memory::is_large(operand.numel()) {
        return memory::guarded(|| general(operand));
    }
    general(operand)
}

/// The value of `base:increment:limit`.
///
/// # Errors
///
/// As in GNU Octave.
#[inline]
pub fn range(base: &Value, increment: Option<&Value>, limit: &Value) -> Result<Value> {
    match range_doubles(base, increment, limit) {
        Some(range) => range,
        None => ranges::general(base, increment, limit, None),
    }
}

/// The range, if all its parts are real scalars of class double.
#[inline]
fn range_doubles(base: &Value, increment: Option<&Value>, limit: &Value) -> Option<Result<Value>> {
    let by = match increment {
        None => 1.0,
        Some(by) => by.as_double()?,
    };
    Some(ranges::double(base.as_double()?, by, limit.as_double()?))
}

/// The value of `base:increment:limit`, with the warnings about operands that are not
/// real scalars.
///
/// # Errors
///
/// As in GNU Octave.
pub fn range_warning(
    base: &Value,
    increment: Option<&Value>,
    limit: &Value,
    warn: &mut dyn Warn,
) -> Result<Value> {
    match range_doubles(base, increment, limit) {
        Some(range) => range,
        None => ranges::general(base, increment, limit, Some(warn)),
    }
}

/// Whether `switch subject` takes a `case label`: one of the labels, if it is a cell array.
///
/// # Errors
///
/// As in GNU Octave.
pub fn takes_case(subject: &Value, label: &Value, warn: &mut dyn Warn) -> Result<bool> {
    if let Value::Cell(labels) = label {
        for label in labels.as_slice() {
            if equals_label(subject, label, warn)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    equals_label(subject, label, warn)
}

fn equals_label(subject: &Value, label: &Value, warn: &mut dyn Warn) -> Result<bool> {
    if let (Some(a), Some(b)) = (subject.as_double(), label.as_double()) {
        return Ok(a == b);
    }
    if subject.is_strings() || label.is_strings() {
        let one_text = |value: &Value| value.as_bytes().map(<[u8]>::to_vec);
        let (a, b) = (one_text(subject), one_text(label));
        return Ok(a.is_some() && a == b);
    }
    let (a, b) = (subject.dims(), label.dims());
    if a.rows() != b.rows() || a.columns() != b.columns() {
        return Ok(false);
    }
    let equal = binary(BinaryOp::Equal, subject.clone(), label.clone(), warn)?;
    Ok(equal.is_empty() || is_true(&equal)?)
}

/// Whether `if value` takes its branch.
///
/// # Errors
///
/// As in GNU Octave.
#[inline]
pub fn is_true(value: &Value) -> Result<bool> {
    match value {
        Value::Bool(array) => {
            let truths = array.as_slice();
            Ok(!truths.is_empty() && truths.iter().all(|&x| x))
        }
        Value::Double(array) if array.as_scalar().is_some_and(|x| !x.is_nan()) => {
            Ok(array.as_scalar().is_some_and(|&x| x != 0.0))
        }
        other => logical::is_true_general(other),
    }
}
