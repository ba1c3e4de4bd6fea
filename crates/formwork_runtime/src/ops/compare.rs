//! `<`, `<=`, `==`, `!=`, `>=` and `>`.

use std::cmp::Ordering;

use num_complex::Complex;

use super::arithmetic::{Operand, operands};
use super::complex::{self, Real};
use super::expand::zip;
use super::integer::{Saturating, any_integer, same_integers, without_single};
use super::{BinaryOp, names};
use crate::array::Array;
use crate::element::Integer;
use crate::error::Result;
use crate::handle::FunctionHandle;
use crate::value::Value;

/// Whether a comparison holds of two operands that compare like this.
fn holds(op: BinaryOp, order: Option<Ordering>) -> bool {
    match op {
        BinaryOp::Less => order == Some(Ordering::Less),
        BinaryOp::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Equal => order == Some(Ordering::Equal),
        BinaryOp::NotEqual => order != Some(Ordering::Equal),
        BinaryOp::GreaterEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        _ => order == Some(Ordering::Greater),
    }
}

/// The value of a comparison.
pub(super) fn compare(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    match (&left, &right) {
        (Value::Double(a), Value::Double(b)) => return native(op, a, b),
        (Value::Char(a, _), Value::Char(b, _)) => {
            return native(op, &signed(a), &signed(b));
        }
        (Value::Bool(a), Value::Bool(b)) => return native(op, a, b),
        (Value::Function(a), Value::Function(b))
            if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) =>
        {
            return Ok(Value::bool(handles_equal(a, b) == (op == BinaryOp::Equal)));
        }
        _ => {}
    }
    let (left, right) = operands(op, left, right)?;
    match (left, right) {
        (Operand::Double(a), Operand::Double(b)) => native(op, &a, &b),
        (Operand::Single(a), Operand::Single(b)) => native(op, &a, &b),
        (Operand::Complex(a), Operand::Complex(b)) => complexes(op, &a, &b),
        (Operand::ComplexSingle(a), Operand::ComplexSingle(b)) => complexes(op, &a, &b),
        (Operand::Complex(a), Operand::Double(b)) => complex_real(op, &a, &b),
        (Operand::ComplexSingle(a), Operand::Single(b)) => complex_real(op, &a, &b),
        (Operand::Double(a), Operand::Complex(b)) => real_complex(op, &a, &b),
        (Operand::Single(a), Operand::ComplexSingle(b)) => real_complex(op, &a, &b),
        (left, right) => integers(op, left.into_value(), right.into_value()),
    }
}

/// Characters as Octave orders them: as bytes with a sign.
fn signed(text: &Array<u8>) -> Array<i8> {
    text.map(|&byte| byte.cast_signed())
}

fn native<T: PartialOrd + Copy>(op: BinaryOp, a: &Array<T>, b: &Array<T>) -> Result<Value> {
    let name = op.conformance_name();
    let result = match op {
        BinaryOp::Less => zip(name, a, b, |x, y| x < y),
        BinaryOp::LessEqual => zip(name, a, b, |x, y| x <= y),
        BinaryOp::Equal => zip(name, a, b, |x, y| x == y),
        BinaryOp::NotEqual => zip(name, a, b, |x, y| x != y),
        BinaryOp::GreaterEqual => zip(name, a, b, |x, y| x >= y),
        _ => zip(name, a, b, |x, y| x > y),
    };
    result.map(Value::Bool)
}

fn complexes<T: Real>(op: BinaryOp, a: &Array<Complex<T>>, b: &Array<Complex<T>>) -> Result<Value> {
    let name = op.conformance_name();
    let result = match op {
        BinaryOp::Equal => zip(name, a, b, |x, y| x == y),
        BinaryOp::NotEqual => zip(name, a, b, |x, y| x != y),
        _ => zip(name, a, b, |x, y| holds(op, complex::order(x, y))),
    };
    result.map(Value::Bool)
}

fn complex_real<T: Real>(op: BinaryOp, a: &Array<Complex<T>>, b: &Array<T>) -> Result<Value> {
    let name = op.conformance_name();
    let equal = |x: Complex<T>, y: T| x.re == y && x.im == T::ZERO;
    let result = match op {
        BinaryOp::Equal => zip(name, a, b, equal),
        BinaryOp::NotEqual => zip(name, a, b, |x, y| !equal(x, y)),
        _ => zip(name, a, b, |x, y| holds(op, complex::order_to_real(x, y))),
    };
    result.map(Value::Bool)
}

fn real_complex<T: Real>(op: BinaryOp, a: &Array<T>, b: &Array<Complex<T>>) -> Result<Value> {
    let name = op.conformance_name();
    let equal = |x: T, y: Complex<T>| x == y.re && y.im == T::ZERO;
    let result = match op {
        BinaryOp::Equal => zip(name, a, b, equal),
        BinaryOp::NotEqual => zip(name, a, b, |x, y| !equal(x, y)),
        _ => zip(name, a, b, |x, y| holds(op, complex::order_to_real(y, x).map(Ordering::reverse))),
    };
    result.map(Value::Bool)
}

fn integers(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    let (left, right) = (without_single(left), without_single(right));
    let name = op.conformance_name();
    same_integers!(&left, &right, (a, b) => native(op, a, b), _ => {
        if let (Some(a), Some(b)) = (left.to_wide_integers(), right.to_wide_integers()) {
            return native(op, &a, &b);
        }
        match (&left, &right) {
            (Value::Double(a), integers) => any_integer!(integers, b => after_double(op, a, b),
                _ => Err(names::binary_error(op, &left, &right))),
            (integers, Value::Double(b)) => any_integer!(integers,
                a => zip(name, a, b, |x, y| holds(op, x.order_to_double(y))).map(Value::Bool),
                _ => Err(names::binary_error(op, &left, &right))),
            _ => Err(names::binary_error(op, &left, &right)),
        }
    })
}

fn after_double<T: Saturating + Integer>(
    op: BinaryOp,
    a: &Array<f64>,
    b: &Array<T>,
) -> Result<Value> {
    let order = |x: f64, y: T| y.order_to_double(x).map(Ordering::reverse);
    zip(op.conformance_name(), a, b, |x, y| holds(op, order(x, y))).map(Value::Bool)
}

/// Whether two function handles are the same function.
pub(super) fn handles_equal(a: &FunctionHandle, b: &FunctionHandle) -> bool {
    match (a, b) {
        (FunctionHandle::Anonymous(a), FunctionHandle::Anonymous(b)) => a.equals(&**b),
        (FunctionHandle::Named(a), FunctionHandle::Named(b)) => a == b,
        (FunctionHandle::Bound(a), FunctionHandle::Bound(b)) => {
            std::rc::Rc::ptr_eq(a, b) || a.name() == b.name()
        }
        _ => false,
    }
}
