//! `.^`

use num_complex::Complex;

use super::arithmetic::{Operand, operands};
use super::complex::{self, Real};
use super::expand::{zip, zip_in_place};
use super::integer::{Saturating, any_integer, same_integers, without_single};
use super::{BinaryOp, names};
use crate::array::Array;
use crate::element::{Element, Integer};
use crate::error::Result;
use crate::value::Value;

const NAME: &str = "operator .^";

/// A real scalar to a real power.
#[inline]
pub fn scalar<T: Real>(base: T, exponent: T) -> Option<T> {
    if exponent == T::TWO {
        return Some(base * base);
    }
    (!(base < T::ZERO) || exponent.as_int().is_some()).then(|| base.powf(exponent))
}

/// `left .^ right`; `op` is `^` for scalars.
pub(super) fn power(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    let (left, right) = operands(op, left, right)?;
    match (left, right) {
        (Operand::Double(a), Operand::Double(b)) => reals(a, b),
        (Operand::Single(a), Operand::Single(b)) => reals(a, b),
        (Operand::Complex(a), Operand::Double(b)) => complex_real(&a, &b),
        (Operand::ComplexSingle(a), Operand::Single(b)) => complex_real(&a, &b),
        (Operand::Double(a), Operand::Complex(b)) => real_complex(&a, &b),
        (Operand::Single(a), Operand::ComplexSingle(b)) => real_complex(&a, &b),
        (Operand::Complex(a), Operand::Complex(b)) => narrow(zip(NAME, &a, &b, complex::power)?),
        (Operand::ComplexSingle(a), Operand::ComplexSingle(b)) => {
            narrow(zip(NAME, &a, &b, complex::power)?)
        }
        (left, right) => integers(op, left.into_value(), right.into_value()),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it ends the functions that may fail")]
fn narrow<T: Element>(array: Array<T>) -> Result<Value> {
    Ok(Value::from_array(array).narrowed())
}

fn reals<T>(a: Array<T>, b: Array<T>) -> Result<Value>
where
    T: Real,
    Complex<T>: Element,
{
    let is_negative = |x: &T| *x < T::ZERO;
    let to_complex = |x: T| Complex::new(x, T::ZERO);
    if let Some(&exponent) = b.as_scalar() {
        let result = match exponent.as_int() {
            Some(2) => a.map_in_place(|&x| x * x),
            Some(3) if a.as_scalar().is_none() => a.map_in_place(|&x| x * x * x),
            Some(-1) => a.map_in_place(|&x| T::ONE / x),
            None if a.as_slice().iter().any(is_negative) => {
                return narrow(a.map(|&x| complex::power_real(to_complex(x), exponent)));
            }
            _ => a.map_in_place(|&x| x.powf(exponent)),
        };
        return Ok(Value::from_array(result));
    }
    let complex = if let Some(base) = a.as_scalar() {
        is_negative(base) && b.as_slice().iter().any(|y| y.has_decimals())
    } else if a.as_slice().iter().any(is_negative) {
        let is_fractional = |y: &T| y.as_int().is_none();
        if a.dims() == b.dims() {
            let mut pairs = a.as_slice().iter().zip(b.as_slice());
            pairs.any(|(x, y)| is_negative(x) && is_fractional(y))
        } else {
            // Where operands expand, Octave does not look at who meets whom, and takes
            // every number without decimals for whole, however large.
            b.as_slice().iter().any(|y| y.has_decimals())
        }
    } else {
        false
    };
    if complex {
        return narrow(zip(NAME, &a, &b, |x, y| complex::power_real(to_complex(x), y))?);
    }
    zip_in_place(NAME, a, b, T::powf).map(Value::from_array)
}

fn complex_real<T>(a: &Array<Complex<T>>, b: &Array<T>) -> Result<Value>
where
    T: Real,
    Complex<T>: Element,
{
    let one = Complex::new(T::ONE, T::ZERO);
    let whole_or_not = |x: Complex<T>, y: T| match y.as_int() {
        Some(-1) => T::quotient(one, x),
        Some(exponent) => complex::power_whole(x, exponent),
        None => complex::power_real(x, y),
    };
    let expanded = a.as_scalar().is_none() && b.as_scalar().is_none() && a.dims() != b.dims();
    if expanded {
        return narrow(zip(NAME, a, b, complex::power_real)?);
    }
    narrow(zip(NAME, a, b, whole_or_not)?)
}

fn real_complex<T>(a: &Array<T>, b: &Array<Complex<T>>) -> Result<Value>
where
    T: Real,
    Complex<T>: Element,
{
    narrow(zip(NAME, a, b, complex::power_of_real)?)
}

fn integers(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    let (left, right) = (without_single(left), without_single(right));
    same_integers!(left, right, (a, b) => zip_in_place(NAME, a, b, whole).map(Value::from_array),
        (left, right) => match (left, right) {
            (Value::Double(a), integers) => any_integer!(integers,
                b => from_double(&a, &b),
                other => Err(names::binary_error(op, &Value::Double(a), &other))),
            (integers, Value::Double(b)) => any_integer!(integers,
                a => zip(NAME, &a, &b, to_double).map(Value::from_array),
                other => Err(names::binary_error(op, &other, &Value::Double(b)))),
            (left, right) => Err(names::binary_error(op, &left, &right)),
        }
    )
}

/// A whole power by repeated squaring, saturating on the way.
pub fn whole<T: Saturating>(base: T, exponent: T) -> T {
    let (zero, one) = (T::default(), T::saturate_from(1i128));
    if exponent < zero {
        // The reciprocals that are whole numbers.
        return if base == one || (base.widen() == -1 && exponent.widen() % 2 == 0) {
            one
        } else if base.widen() == -1 {
            base
        } else {
            zero
        };
    }
    let mut result = one;
    let mut square = base;
    let mut rest = exponent.widen();
    while rest > 0 {
        if rest & 1 == 1 {
            result = result.multiply(square);
        }
        rest >>= 1;
        if rest > 0 {
            square = square.multiply(square);
        }
    }
    result
}

/// An integer to the power of a double.
pub fn to_double<T: Saturating>(base: T, exponent: f64) -> T {
    let digits = T::BITS - u32::from(T::SIGNED);
    if exponent >= 0.0 && exponent < f64::from(digits) && exponent == exponent.round() {
        whole(base, T::saturate_from(exponent))
    } else {
        T::saturate_from(base.to_f64().powf(exponent))
    }
}

fn from_double<T: Integer>(base: &Array<f64>, exponent: &Array<T>) -> Result<Value> {
    zip(NAME, base, exponent, |x, y: T| T::saturate_from(x.powf(y.to_f64()))).map(Value::from_array)
}
