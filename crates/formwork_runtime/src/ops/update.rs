//! `x += y` and the like where the variable's own elements can be written over, so that
//! no second array of its size is needed.

use super::BinaryOp;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::structure::Structure;
use crate::value::Value;

/// Updates an array in place if nobody shares it and the result has its size and
/// class; tells whether it did. What is not done here is for [`super::binary`]. A variable
/// that was `lent` is an argument, which Octave's caller holds, too.
///
/// # Errors
///
/// Where the sizes do not fit; Octave names the operator of the assignment, but only
/// where it would have written in place. There it lets no array grow, either.
pub fn update_in_place(op: BinaryOp, left: &mut Value, right: &Value, lent: bool) -> Result<bool> {
    let symbol = match op {
        BinaryOp::Add => "+=",
        BinaryOp::Subtract => "-=",
        BinaryOp::ElementMultiply => ".*=",
        BinaryOp::ElementDivide => "./=",
        BinaryOp::And => "operator &=",
        BinaryOp::Or => "operator |=",
        _ => "",
    };
    let truths = matches!(op, BinaryOp::And | BinaryOp::Or);
    match (left, right) {
        (Value::Double(array), Value::Double(right)) if !truths => {
            if let Some(&number) = right.as_scalar() {
                return Ok(update_by_number(op, array, number));
            }
            if !in_place(symbol, array, right, lent)? {
                return Ok(false);
            }
            let pairs = array.make_mut().iter_mut().zip(right.as_slice());
            match op {
                BinaryOp::Add => pairs.for_each(|(element, other)| *element += other),
                BinaryOp::Subtract => pairs.for_each(|(element, other)| *element -= other),
                BinaryOp::ElementMultiply => pairs.for_each(|(element, other)| *element *= other),
                BinaryOp::ElementDivide => pairs.for_each(|(element, other)| *element /= other),
                _ => return Ok(false),
            }
            Ok(true)
        }
        // Of the others only the sizes are looked at here.
        (Value::Complex(one), Value::Complex(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Single(one), Value::Single(two)) if !truths => fits(symbol, one, two, lent),
        (Value::ComplexSingle(one), Value::ComplexSingle(two)) if !truths => {
            fits(symbol, one, two, lent)
        }
        (Value::Int8(one), Value::Int8(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Int16(one), Value::Int16(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Int32(one), Value::Int32(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Int64(one), Value::Int64(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Uint8(one), Value::Uint8(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Uint16(one), Value::Uint16(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Uint32(one), Value::Uint32(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Uint64(one), Value::Uint64(two)) if !truths => fits(symbol, one, two, lent),
        (Value::Bool(one), Value::Bool(two)) if truths => fits(symbol, one, two, lent),
        _ => Ok(false),
    }
}

/// Updates a real array by one number; tells whether it did.
fn update_by_number(op: BinaryOp, array: &mut Array<f64>, number: f64) -> bool {
    if array.as_scalar().is_some() || array.kept_as() != Structure::Full || !array.is_unique() {
        return false;
    }
    let elements = array.make_mut();
    match op {
        BinaryOp::Add => elements.iter_mut().for_each(|element| *element += number),
        BinaryOp::Subtract => elements.iter_mut().for_each(|element| *element -= number),
        BinaryOp::Multiply | BinaryOp::ElementMultiply => {
            elements.iter_mut().for_each(|element| *element *= number);
        }
        BinaryOp::Divide | BinaryOp::ElementDivide => {
            elements.iter_mut().for_each(|element| *element /= number);
        }
        _ => return false,
    }
    true
}

/// Whether arrays of one size can be updated one by the other.
fn in_place<T: Clone>(symbol: &str, left: &Array<T>, right: &Array<T>, lent: bool) -> Result<bool> {
    let scalar = left.as_scalar().is_some() || right.as_scalar().is_some();
    let full = left.kept_as() == Structure::Full && right.kept_as() == Structure::Full;
    if scalar || !full || symbol.is_empty() || !left.is_unique() {
        return Ok(false);
    }
    let (mine, other) = (left.dims(), right.dims());
    if mine == other {
        return Ok(true);
    }
    if lent || !left.is_alone() {
        return Ok(false);
    }
    let rank = mine.ndims().max(other.ndims());
    let expands = (0..rank).all(|axis| {
        let (one, two) = (mine.get(axis), other.get(axis));
        one == two || two == 1
    });
    if expands { Ok(false) } else { Err(Error::nonconformant(symbol, mine, other)) }
}

/// [`in_place`] for arrays that are not updated here.
fn fits<T: Clone>(symbol: &str, left: &Array<T>, right: &Array<T>, lent: bool) -> Result<bool> {
    in_place(symbol, left, right, lent).map(|_| false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(numbers: &[f64]) -> Value {
        Value::Double(Array::row(numbers.to_vec()))
    }

    fn updated(op: BinaryOp, mut left: Value, right: &Value) -> Option<Vec<f64>> {
        let done = update_in_place(op, &mut left, right, false).ok()?;
        left.to_f64_array().filter(|_| done).map(|array| array.as_slice().to_vec())
    }

    #[test]
    fn what_nobody_shares_is_written_over() {
        let three = Value::double(3.0);
        assert_eq!(updated(BinaryOp::Add, row(&[1.0, 2.0]), &three), Some(vec![4.0, 5.0]));
        assert_eq!(
            updated(BinaryOp::Subtract, row(&[1.0, 2.0]), &row(&[4.0, 6.0])),
            Some(vec![-3.0, -4.0])
        );
        let shared = row(&[1.0, 2.0]);
        assert_eq!(updated(BinaryOp::Add, shared.clone(), &three), None);
        assert_eq!(updated(BinaryOp::Add, row(&[1.0, 2.0]), &Value::bool(true)), None);
        assert_eq!(updated(BinaryOp::Power, row(&[1.0, 2.0]), &three), None);
        drop(shared);
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        let refused = update_in_place(BinaryOp::Subtract, &mut row(&[1.0, 2.0]), &row(&[]), false);
        let message = refused.map_err(|error| error.message);
        assert_eq!(message, Err("-=: nonconformant arguments (op1 is 1x2, op2 is 1x0)".to_owned()));
    }

    #[test]
    fn what_is_written_over_does_not_grow() {
        let column = Value::Double(Array::column(vec![1.0, 2.0]));
        let refuses = |left: Value, lent: bool| {
            update_in_place(BinaryOp::Add, &mut { left }, &column, lent).is_err()
        };
        assert!(refuses(row(&[1.0, 2.0]), false));
        assert!(!refuses(row(&[1.0, 2.0]), true));
        let shared = row(&[1.0, 2.0]);
        assert!(!refuses(shared.clone(), false));
        drop(shared);
    }
}
