//! `x += y` and the like where the variable's own elements can be written over, so that
//! no second array of its size is needed.

use super::BinaryOp;
use crate::error::{Error, Result};
use crate::structure::Structure;
use crate::value::Value;

/// Updates a real array in place if nobody shares it and the result has its size and
/// class; tells whether it did. What is not done here is for [`super::binary`].
///
/// # Errors
///
/// Where the sizes do not fit; Octave names the operator of the assignment, but only
/// where it would have written in place.
pub fn update_in_place(op: BinaryOp, left: &mut Value, right: &Value) -> Result<bool> {
    let (Value::Double(array), Value::Double(right)) = (left, right) else { return Ok(false) };
    if array.as_scalar().is_some() || array.kept_as() != Structure::Full || !array.is_unique() {
        return Ok(false);
    }
    if let Some(&number) = right.as_scalar() {
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
            _ => return Ok(false),
        }
        return Ok(true);
    }
    if right.kept_as() != Structure::Full {
        return Ok(false);
    }
    let symbol = match op {
        BinaryOp::Add => "+=",
        BinaryOp::Subtract => "-=",
        _ => return Ok(false),
    };
    if array.dims() != right.dims() {
        let (mine, other) = (array.dims(), right.dims());
        let rank = mine.as_slice().len().max(other.as_slice().len());
        let fits = (0..rank).all(|axis| {
            let (one, two) = (mine.get(axis), other.get(axis));
            one == two || one == 1 || two == 1
        });
        return if fits { Ok(false) } else { Err(Error::nonconformant(symbol, mine, other)) };
    }
    let pairs = array.make_mut().iter_mut().zip(right.as_slice());
    if op == BinaryOp::Add {
        pairs.for_each(|(element, other)| *element += other);
    } else {
        pairs.for_each(|(element, other)| *element -= other);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Array;

    fn row(numbers: &[f64]) -> Value {
        Value::Double(Array::row(numbers.to_vec()))
    }

    fn updated(op: BinaryOp, mut left: Value, right: &Value) -> Option<Vec<f64>> {
        let done = update_in_place(op, &mut left, right).ok()?;
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
        let refused = update_in_place(BinaryOp::Subtract, &mut row(&[1.0, 2.0]), &row(&[]));
        let message = refused.map_err(|error| error.message);
        assert_eq!(message, Err("-=: nonconformant arguments (op1 is 1x2, op2 is 1x0)".to_owned()));
    }
}
