//! Arithmetic and comparison of the integer classes.
//!
//! Results saturate, quotients are rounded to the nearest, halves away from zero.
//! With a double the narrow classes reckon in double; the 64-bit ones, which a double
//! cannot hold, follow Octave's own rules.

use std::cmp::Ordering;

use super::arithmetic::Arithmetic;
use super::expand::{zip, zip_in_place};
use super::{BinaryOp, names};
use crate::array::Array;
use crate::element::{Element, Integer, SaturateFrom};
use crate::error::Result;
use crate::value::Value;

/// Calls `$body` with the arrays of two values of the same integer class.
macro_rules! same_integers {
    ($left:expr, $right:expr, ($a:ident, $b:ident) => $body:expr, $rest:pat => $otherwise:expr) => {
        match ($left, $right) {
            (Value::Int8($a), Value::Int8($b)) => $body,
            (Value::Int16($a), Value::Int16($b)) => $body,
            (Value::Int32($a), Value::Int32($b)) => $body,
            (Value::Int64($a), Value::Int64($b)) => $body,
            (Value::Uint8($a), Value::Uint8($b)) => $body,
            (Value::Uint16($a), Value::Uint16($b)) => $body,
            (Value::Uint32($a), Value::Uint32($b)) => $body,
            (Value::Uint64($a), Value::Uint64($b)) => $body,
            $rest => $otherwise,
        }
    };
}

/// Calls `$body` with the array of a value of an integer class.
macro_rules! any_integer {
    ($value:expr, $a:ident => $body:expr, $rest:pat => $otherwise:expr) => {
        match $value {
            Value::Int8($a) => $body,
            Value::Int16($a) => $body,
            Value::Int32($a) => $body,
            Value::Int64($a) => $body,
            Value::Uint8($a) => $body,
            Value::Uint16($a) => $body,
            Value::Uint32($a) => $body,
            Value::Uint64($a) => $body,
            $rest => $otherwise,
        }
    };
}

pub(super) use {any_integer, same_integers};

/// What the integer classes do among themselves and with doubles.
pub trait Saturating: Integer {
    /// `self + other`
    fn add(self, other: Self) -> Self;
    /// `self - other`
    fn subtract(self, other: Self) -> Self;
    /// `self * other`
    fn multiply(self, other: Self) -> Self;
    /// `self / other`
    fn divide(self, other: Self) -> Self;
    /// `self + other` of a double
    fn add_double(self, other: f64) -> Self;
    /// `self - other` of a double
    fn subtract_double(self, other: f64) -> Self;
    /// `other - self` of a double
    fn subtract_from_double(self, other: f64) -> Self;
    /// `self * other` of a double
    fn multiply_double(self, other: f64) -> Self;
    /// `self / other` of a double
    fn divide_double(self, other: f64) -> Self;
    /// `other / self` of a double
    fn divide_into_double(self, other: f64) -> Self;
    /// How it compares to a double.
    fn order_to_double(self, other: f64) -> Option<Ordering>;
    /// `-self`
    fn negate(self) -> Self;
}

macro_rules! among_themselves {
    () => {
        #[inline]
        fn add(self, other: Self) -> Self {
            self.saturating_add(other)
        }

        #[inline]
        fn subtract(self, other: Self) -> Self {
            self.saturating_sub(other)
        }

        #[inline]
        fn multiply(self, other: Self) -> Self {
            self.saturating_mul(other)
        }

        #[inline]
        fn divide(self, other: Self) -> Self {
            quotient(self, other)
        }

        #[inline]
        fn negate(self) -> Self {
            Self::default().saturating_sub(self)
        }
    };
}

macro_rules! narrow {
    ($type:ty) => {
        impl Saturating for $type {
            among_themselves!();

            #[inline]
            fn add_double(self, other: f64) -> $type {
                <$type>::saturate_from(f64::from(self) + other)
            }

            #[inline]
            fn subtract_double(self, other: f64) -> $type {
                <$type>::saturate_from(f64::from(self) - other)
            }

            #[inline]
            fn subtract_from_double(self, other: f64) -> $type {
                <$type>::saturate_from(other - f64::from(self))
            }

            #[inline]
            fn multiply_double(self, other: f64) -> $type {
                <$type>::saturate_from(f64::from(self) * other)
            }

            #[inline]
            fn divide_double(self, other: f64) -> $type {
                <$type>::saturate_from(f64::from(self) / other)
            }

            #[inline]
            fn divide_into_double(self, other: f64) -> $type {
                <$type>::saturate_from(other / f64::from(self))
            }

            #[inline]
            fn order_to_double(self, other: f64) -> Option<Ordering> {
                f64::from(self).partial_cmp(&other)
            }
        }
    };
}

narrow!(i8);
narrow!(i16);
narrow!(i32);
narrow!(u8);
narrow!(u16);
narrow!(u32);

macro_rules! wide {
    ($type:ty) => {
        impl Saturating for $type {
            among_themselves!();

            fn add_double(self, other: f64) -> $type {
                wide_sum(self, other)
            }

            fn subtract_double(self, other: f64) -> $type {
                wide_sum(self, -other)
            }

            fn subtract_from_double(self, other: f64) -> $type {
                if other.abs() < <$type>::MAX as f64 {
                    let whole = <$type>::saturate_from(other);
                    <$type>::saturate_from(whole.widen() - self.widen())
                } else {
                    let half = <$type>::saturate_from(other / 2.0);
                    half.saturating_sub(self).saturating_add(half)
                }
            }

            fn multiply_double(self, other: f64) -> $type {
                wide_product(self, other)
            }

            fn divide_double(self, other: f64) -> $type {
                if other.abs() < <$type>::MAX as f64 && other == other.round() {
                    wide_quotient(self.widen(), other as i128)
                } else {
                    wide_product(self, 1.0 / other)
                }
            }

            fn divide_into_double(self, other: f64) -> $type {
                if other.abs() < <$type>::MAX as f64 && other == other.round() {
                    wide_quotient(other as i128, self.widen())
                } else {
                    <$type>::saturate_from(other / self.to_f64())
                }
            }

            fn order_to_double(self, other: f64) -> Option<Ordering> {
                let nearest = self as f64;
                if nearest != other {
                    return nearest.partial_cmp(&other);
                }
                // Where the bounds round to the same double, Octave takes the
                // integer to lie beyond it.
                if nearest == <$type>::MAX as f64 {
                    Some(Ordering::Greater)
                } else if <$type as Integer>::SIGNED && nearest == <$type>::MIN as f64 {
                    Some(Ordering::Less)
                } else {
                    Some(self.cmp(&(other as $type)))
                }
            }
        }
    };
}

wide!(i64);
wide!(u64);

/// A 64-bit integer plus a double: the double is rounded first. One that is out of
/// range is added in halves, which may bring the sum back into it.
fn wide_sum<T: Integer>(x: T, y: f64) -> T {
    if y.abs() < T::MAX.to_f64() {
        return T::saturate_from(x.widen() + y.round() as i128);
    }
    let bound = T::MAX.widen() as f64;
    let half = (y / 2.0).clamp(-bound, bound).round() as i128;
    let once = T::saturate_from(x.widen() + half);
    T::saturate_from(once.widen() + half)
}

/// A 64-bit integer times a double, exact up to the rounding of its parts: the
/// product is cut into pieces of 32 bits, each of which is rounded.
fn wide_product<T: Integer>(x: T, y: f64) -> T {
    if y.abs() < T::MAX.to_f64() && y == y.round() {
        // The product of two unsigned ones may not even fit this.
        return T::saturate_from(x.widen().saturating_mul(y as i128));
    }
    if y.abs() == 0.5 {
        return wide_quotient(x.widen(), (4.0 * y) as i128);
    }
    if !y.is_finite() {
        return T::saturate_from(x.to_f64() * y);
    }
    let negative = (x.widen() < 0) != (y < 0.0);
    let (mantissa, exponent) = split(y.abs());
    let product = x.widen().unsigned_abs() * u128::from(mantissa);
    let mut result = T::default();
    for piece in 0..4 {
        let word = (product >> (32 * piece)) as u32;
        let value = f64::from(word) * 2f64.powi(exponent + 32 * piece);
        let rounded = T::saturate_from(if negative { -value } else { value });
        result = T::saturate_from(result.widen() + rounded.widen());
    }
    result
}

/// A positive double as a 53-bit integer and a power of two.
fn split(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i32 & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) }
}

fn wide_quotient<T: Integer>(x: i128, y: i128) -> T {
    if y == 0 {
        return T::saturate_from(x.signum() * i128::from(u64::MAX));
    }
    let quotient = x / y;
    let rest = x % y;
    let away = if 2 * rest.abs() >= y.abs() { x.signum() * y.signum() } else { 0 };
    T::saturate_from(quotient + away)
}

#[inline]
fn quotient<T: Integer>(x: T, y: T) -> T {
    if T::BITS == 64 {
        return wide_quotient(x.widen(), y.widen());
    }
    // Narrow integers and their halves are exact in double, and so is which quotient
    // of them is a half.
    let zero = T::default();
    if y == zero {
        return match x.cmp(&zero) {
            Ordering::Less => T::MIN,
            Ordering::Equal => zero,
            Ordering::Greater => T::MAX,
        };
    }
    T::saturate_from(x.to_f64() / y.to_f64())
}

/// `left op right` where at least one operand is of an integer class, and neither is
/// text or a truth value.
pub(super) fn arithmetic(
    op: BinaryOp,
    operation: Arithmetic,
    left: Value,
    right: Value,
) -> Result<Value> {
    let (left, right) = (without_single(left), without_single(right));
    same_integers!(left, right, (a, b) => among(operation, a, b).map(Value::from_array),
        (left, right) => match (left, right) {
            (Value::Double(doubles), integers) => any_integer!(integers,
                array => after_double(operation, &doubles, array),
                other => Err(names::binary_error(op, &Value::Double(doubles), &other))),
            (integers, Value::Double(doubles)) => any_integer!(integers,
                array => before_double(operation, array, &doubles),
                other => Err(names::binary_error(op, &other, &Value::Double(doubles)))),
            (left, right) => Err(names::binary_error(op, &left, &right)),
        }
    )
}

/// Singles as doubles, which is how integers reckon with them.
pub(super) fn without_single(value: Value) -> Value {
    match value {
        Value::Single(array) => Value::Double(array.map(|&x| f64::from(x))),
        other => other,
    }
}

fn among<T: Saturating>(operation: Arithmetic, a: Array<T>, b: Array<T>) -> Result<Array<T>> {
    let name = operation.name();
    match operation {
        Arithmetic::Add => zip_in_place(name, a, b, T::add),
        Arithmetic::Subtract => zip_in_place(name, a, b, T::subtract),
        Arithmetic::Multiply => zip_in_place(name, a, b, T::multiply),
        Arithmetic::Divide => zip_in_place(name, a, b, T::divide),
    }
}

fn before_double<T: Saturating>(
    operation: Arithmetic,
    a: Array<T>,
    b: &Array<f64>,
) -> Result<Value> {
    let name = operation.name();
    match operation {
        Arithmetic::Add => mixed(name, a, b, T::add_double),
        Arithmetic::Subtract => mixed(name, a, b, T::subtract_double),
        Arithmetic::Multiply => mixed(name, a, b, T::multiply_double),
        Arithmetic::Divide => mixed(name, a, b, T::divide_double),
    }
}

fn after_double<T: Saturating>(
    operation: Arithmetic,
    a: &Array<f64>,
    b: Array<T>,
) -> Result<Value> {
    let name = operation.name();
    let result = match operation {
        Arithmetic::Add => zip(name, a, &b, |x, y: T| y.add_double(x)),
        Arithmetic::Subtract => zip(name, a, &b, |x, y: T| y.subtract_from_double(x)),
        Arithmetic::Multiply => zip(name, a, &b, |x, y: T| y.multiply_double(x)),
        Arithmetic::Divide => zip(name, a, &b, |x, y: T| y.divide_into_double(x)),
    };
    result.map(Value::from_array)
}

fn mixed<T: Element>(
    name: &str,
    a: Array<T>,
    b: &Array<f64>,
    f: impl Fn(T, f64) -> T,
) -> Result<Value> {
    if let Some(&y) = b.as_scalar() {
        return Ok(Value::from_array(a.map_in_place(|&x| f(x, y))));
    }
    zip(name, &a, b, f).map(Value::from_array)
}
