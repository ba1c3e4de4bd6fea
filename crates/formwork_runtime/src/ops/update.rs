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
