//! Operators on MATLAB's strings: `+` joins texts, comparisons order them. There are no others.

use std::cmp::Ordering;

use super::expand::zip;
use super::{BinaryOp, UnaryOp};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::strings::StringElement;
use crate::value::Value;

/// The value of `left op right`, one of which is an array of strings.
pub(super) fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    match op {
        BinaryOp::Add => {
            let joined = |a: &StringElement, b: &StringElement| match (a.text(), b.text()) {
                (Some(a), Some(b)) => StringElement::new([a, b].concat()),
                _ => StringElement::MISSING,
            };
            pairs(op, left, right, joined).map(Value::Strings)
        }
        BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Greater => {
            if !is_text(left) || !is_text(right) {
                let (a, b) = (left.class_name(), right.class_name());
                return Err(Error::plain(format!(
                    "Comparison between {a} and {b} is not supported."
                )));
            }
            let holds = |a: &StringElement, b: &StringElement| holds(op, a.order(b));
            pairs(op, left, right, holds).map(Value::Bool)
        }
        BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::ElementMultiply
        | BinaryOp::Divide
        | BinaryOp::ElementDivide
        | BinaryOp::LeftDivide
        | BinaryOp::ElementLeftDivide
        | BinaryOp::Power
        | BinaryOp::ElementPower
        | BinaryOp::And
        | BinaryOp::Or => Err(not_supported(op.symbol())),
    }
}

/// `-s`, `!s`; `s'` goes another way.
pub(super) fn unary_error(op: UnaryOp) -> Box<Error> {
    not_supported(op.symbol())
}

fn not_supported(symbol: &str) -> Box<Error> {
    let symbol = if symbol == "!" { "~" } else { symbol };
    Error::plain(format!("Operator '{symbol}' is not supported for operands of type 'string'."))
}

/// Whether it is compared as text: strings, characters, cell arrays of texts.
fn is_text(value: &Value) -> bool {
    matches!(value, Value::Strings(_) | Value::Char(..) | Value::Cell(_))
}

/// Whether a comparison holds of two texts that are ordered like this; with what is missing
/// nothing does, but that they differ.
fn holds(op: BinaryOp, order: Option<Ordering>) -> bool {
    match op {
        BinaryOp::Less => order == Some(Ordering::Less),
        BinaryOp::LessEqual => order.is_some_and(Ordering::is_le),
        BinaryOp::Equal => order == Some(Ordering::Equal),
        BinaryOp::NotEqual => order != Some(Ordering::Equal),
        BinaryOp::GreaterEqual => order.is_some_and(Ordering::is_ge),
        _ => order == Some(Ordering::Greater),
    }
}

/// `f` of each pair of elements of both operands as strings.
fn pairs<R: Clone>(
    op: BinaryOp,
    left: &Value,
    right: &Value,
    f: impl Fn(&StringElement, &StringElement) -> R,
) -> Result<Array<R>> {
    let strings = |value: &Value| {
        value.to_strings().ok_or_else(|| {
            let (symbol, class) = (op.symbol(), value.class_name());
            Error::plain(format!(
                "Operator '{symbol}' is not supported for operands of type 'string' and '{class}'."
            ))
        })
    };
    let (a, b) = (strings(left)?, strings(right)?);
    let places = |array: &Array<StringElement>| {
        Array::new(array.dims().clone(), (0..array.numel()).collect::<Vec<usize>>())
    };
    let (x, y) = (a.as_slice(), b.as_slice());
    zip(op.conformance_name(), &places(&a), &places(&b), |i, j| f(&x[i], &y[j]))
}

/// Whether both have the same texts in an array of the same size; missing ones equal nothing.
pub(super) fn equal(left: &Value, right: &Value) -> bool {
    let (Some(a), Some(b)) = (left.to_strings(), right.to_strings()) else { return false };
    let same = |(x, y): (&StringElement, &StringElement)| x.order(y) == Some(Ordering::Equal);
    is_text(left)
        && is_text(right)
        && a.dims() == b.dims()
        && a.as_slice().iter().zip(b.as_slice()).all(same)
}
