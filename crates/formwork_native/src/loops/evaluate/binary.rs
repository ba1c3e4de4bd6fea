//! Operations of two operands, by the interpreter's kernels.

use std::cmp::Ordering;

use formwork_runtime::ops::kernels::{self, Real, Saturating};
use formwork_runtime::{Integer, SaturateFrom};
use num_complex::Complex;

use super::super::operator::BinaryOp;
use super::super::scalar::Scalar;

/// Calls `$body` with two integers of one type and the variant they belong to, or with
/// an integer and what is beside it.
macro_rules! any_integer {
    ($value:expr, $x:ident, $variant:ident => $body:expr, $otherwise:expr) => {
        match $value {
            Scalar::I8($x) => {
                let $variant = Scalar::I8;
                $body
            }
            Scalar::I16($x) => {
                let $variant = Scalar::I16;
                $body
            }
            Scalar::I32($x) => {
                let $variant = Scalar::I32;
                $body
            }
            Scalar::I64($x) => {
                let $variant = Scalar::I64;
                $body
            }
            Scalar::U8($x) => {
                let $variant = Scalar::U8;
                $body
            }
            Scalar::U16($x) => {
                let $variant = Scalar::U16;
                $body
            }
            Scalar::U32($x) => {
                let $variant = Scalar::U32;
                $body
            }
            Scalar::U64($x) => {
                let $variant = Scalar::U64;
                $body
            }
            _ => $otherwise,
        }
    };
}

/// The value of an operation; `None` if it does not take such operands, an index
/// overflows, or one is divided by zero.
#[must_use]
pub fn eval_binary(op: BinaryOp, left: Scalar, right: Scalar) -> Option<Scalar> {
    op.result_type(left.scalar_type(), right.scalar_type())?;
    match (left, right) {
        (Scalar::Bool(a), Scalar::Bool(b)) => truth(op, a, b),
        (Scalar::Index(a), Scalar::Index(b)) => index(op, a, b),
        (Scalar::F64(a), Scalar::F64(b)) => double(op, a, b),
        (Scalar::F32(a), Scalar::F32(b)) => single(op, a, b),
        (Scalar::C64(a), Scalar::C64(b)) => complexes(op, a, b, Scalar::C64),
        (Scalar::C32(a), Scalar::C32(b)) => complexes(op, a, b, Scalar::C32),
        (Scalar::C64(a), Scalar::F64(b)) => complex_real(op, a, b).map(Scalar::C64),
        (Scalar::C32(a), Scalar::F32(b)) => complex_real(op, a, b).map(Scalar::C32),
        (Scalar::F64(a), Scalar::C64(b)) => real_complex(op, a, b).map(Scalar::C64),
        (Scalar::F32(a), Scalar::C32(b)) => real_complex(op, a, b).map(Scalar::C32),
        (Scalar::F64(x), integer) => any_integer!(integer, y, variant => {
            after_double(op, x, y, variant)
        }, None),
        (integer, Scalar::F64(y)) => any_integer!(integer, x, variant => {
            before_double(op, x, y, variant)
        }, None),
        (Scalar::I8(a), Scalar::I8(b)) => integers(op, a, b, Scalar::I8),
        (Scalar::I16(a), Scalar::I16(b)) => integers(op, a, b, Scalar::I16),
        (Scalar::I32(a), Scalar::I32(b)) => integers(op, a, b, Scalar::I32),
        (Scalar::I64(a), Scalar::I64(b)) => integers(op, a, b, Scalar::I64),
        (Scalar::U8(a), Scalar::U8(b)) => integers(op, a, b, Scalar::U8),
        (Scalar::U16(a), Scalar::U16(b)) => integers(op, a, b, Scalar::U16),
        (Scalar::U32(a), Scalar::U32(b)) => integers(op, a, b, Scalar::U32),
        (Scalar::U64(a), Scalar::U64(b)) => integers(op, a, b, Scalar::U64),
        (Scalar::U8(a), Scalar::Index(b)) => shift(op, a.into(), b, 8).map(|x| Scalar::U8(x as u8)),
        (Scalar::U16(a), Scalar::Index(b)) => {
            shift(op, a.into(), b, 16).map(|x| Scalar::U16(x as u16))
        }
        (Scalar::U32(a), Scalar::Index(b)) => {
            shift(op, a.into(), b, 32).map(|x| Scalar::U32(x as u32))
        }
        (Scalar::U64(a), Scalar::Index(b)) => shift(op, a, b, 64).map(Scalar::U64),
        _ => None,
    }
}

/// Whether a comparison holds of two operands that compare like this.
fn holds(op: BinaryOp, order: Option<Ordering>) -> Option<Scalar> {
    let result = match op {
        BinaryOp::Less => order == Some(Ordering::Less),
        BinaryOp::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Equal => order == Some(Ordering::Equal),
        BinaryOp::NotEqual => order != Some(Ordering::Equal),
        BinaryOp::GreaterEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        BinaryOp::Greater => order == Some(Ordering::Greater),
        _ => return None,
    };
    Some(Scalar::Bool(result))
}

fn truth(op: BinaryOp, a: bool, b: bool) -> Option<Scalar> {
    match op {
        BinaryOp::And => Some(Scalar::Bool(a && b)),
        BinaryOp::Or => Some(Scalar::Bool(a || b)),
        comparison => holds(comparison, a.partial_cmp(&b)),
    }
}

fn floor_modulo(a: i128, b: i128) -> i128 {
    if b == 0 {
        return a;
    }
    let rest = a % b;
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

fn index(op: BinaryOp, a: i64, b: i64) -> Option<Scalar> {
    let result = match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Subtract => a.checked_sub(b)?,
        BinaryOp::Multiply => a.checked_mul(b)?,
        BinaryOp::Divide if b == 0 => return None,
        BinaryOp::Divide => a.wrapping_div(b),
        BinaryOp::Modulo => i64::saturate_from(floor_modulo(a.into(), b.into())),
        BinaryOp::Remainder => {
            if b == 0 {
                0
            } else {
                i64::saturate_from(i128::from(a) % i128::from(b))
            }
        }
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::ExtentProduct => a.saturating_mul(b),
        comparison => return holds(comparison, a.partial_cmp(&b)),
    };
    Some(Scalar::Index(result))
}

fn shift(op: BinaryOp, x: u64, by: i64, bits: i64) -> Option<u64> {
    if !(0..bits).contains(&by) {
        return Some(0);
    }
    match op {
        BinaryOp::ShiftLeft => Some(x << by),
        BinaryOp::ShiftRight => Some(x >> by),
        _ => None,
    }
}

fn integers<T: Saturating + Integer>(
    op: BinaryOp,
    a: T,
    b: T,
    variant: impl Fn(T) -> Scalar,
) -> Option<Scalar> {
    let bits = |f: fn(i128, i128) -> i128| T::saturate_from(f(a.widen(), b.widen()));
    let result = match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Subtract => a.subtract(b),
        BinaryOp::Multiply => a.multiply(b),
        BinaryOp::Divide => a.divide(b),
        BinaryOp::Power => kernels::power_among_integers(a, b),
        BinaryOp::Modulo => T::saturate_from(floor_modulo(a.widen(), b.widen())),
        BinaryOp::Remainder => {
            T::saturate_from(if b.widen() == 0 { 0 } else { a.widen() % b.widen() })
        }
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        // The sign extends, so that the bits of the wide integers are those of the type.
        BinaryOp::BitAnd => bits(|a, b| a & b),
        BinaryOp::BitOr => bits(|a, b| a | b),
        BinaryOp::BitXor => bits(|a, b| a ^ b),
        comparison => return holds(comparison, a.partial_cmp(&b)),
    };
    Some(variant(result))
}

fn before_double<T: Saturating>(
    op: BinaryOp,
    x: T,
    y: f64,
    variant: impl Fn(T) -> Scalar,
) -> Option<Scalar> {
    let result = match op {
        BinaryOp::Add => x.add_double(y),
        BinaryOp::Subtract => x.subtract_double(y),
        BinaryOp::Multiply => x.multiply_double(y),
        BinaryOp::Divide => x.divide_double(y),
        BinaryOp::Power => kernels::power_to_double(x, y),
        comparison => return holds(comparison, x.order_to_double(y)),
    };
    Some(variant(result))
}

fn after_double<T: Saturating>(
    op: BinaryOp,
    x: f64,
    y: T,
    variant: impl Fn(T) -> Scalar,
) -> Option<Scalar> {
    let result = match op {
        BinaryOp::Add => y.add_double(x),
        BinaryOp::Subtract => y.subtract_from_double(x),
        BinaryOp::Multiply => y.multiply_double(x),
        BinaryOp::Divide => y.divide_into_double(x),
        BinaryOp::Power => T::saturate_from(x.powf(y.to_f64())),
        comparison => return holds(comparison, y.order_to_double(x).map(Ordering::reverse)),
    };
    Some(variant(result))
}

macro_rules! float {
    ($name:ident, $type:ident, $variant:ident, $complex:ident, $modulo:path, $remaining:path) => {
        fn $name(op: BinaryOp, a: $type, b: $type) -> Option<Scalar> {
            let result = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Subtract => a - b,
                BinaryOp::Multiply => a * b,
                BinaryOp::Divide => a / b,
                BinaryOp::Power => a.powf(b),
                BinaryOp::ScalarPower => {
                    if b == 2.0 {
                        a * a
                    } else {
                        a.powf(b)
                    }
                }
                BinaryOp::Modulo => $modulo(a, b),
                BinaryOp::Remainder => $remaining(a, b),
                BinaryOp::Min => {
                    if a <= b || b.is_nan() {
                        a
                    } else {
                        b
                    }
                }
                BinaryOp::Max => {
                    if a >= b || b.is_nan() {
                        a
                    } else {
                        b
                    }
                }
                BinaryOp::Atan2 => a.atan2(b),
                BinaryOp::Hypot => a.hypot(b),
                BinaryOp::Complex => return Some(Scalar::$complex(Complex { re: a, im: b })),
                comparison => return holds(comparison, a.partial_cmp(&b)),
            };
            Some(Scalar::$variant(result))
        }
    };
}

float!(single, f32, F32, C32, kernels::modulo_single, kernels::remaining_single);
float!(double, f64, F64, C64, kernels::modulo, kernels::remaining);

fn complexes<T: Real>(
    op: BinaryOp,
    a: Complex<T>,
    b: Complex<T>,
    variant: impl Fn(Complex<T>) -> Scalar,
) -> Option<Scalar> {
    let result = match op {
        BinaryOp::Add => Complex { re: a.re + b.re, im: a.im + b.im },
        BinaryOp::Subtract => Complex { re: a.re - b.re, im: a.im - b.im },
        BinaryOp::Multiply => kernels::product_complex(a, b),
        BinaryOp::Divide => T::quotient(a, b),
        BinaryOp::Power => kernels::power_complex(a, b),
        BinaryOp::Equal => return Some(Scalar::Bool(a.re == b.re && a.im == b.im)),
        BinaryOp::NotEqual => return Some(Scalar::Bool(!(a.re == b.re && a.im == b.im))),
        comparison => return holds(comparison, kernels::order_complex(a, b)),
    };
    Some(variant(result))
}

fn complex_real<T: Real>(op: BinaryOp, a: Complex<T>, b: T) -> Option<Complex<T>> {
    Some(match op {
        BinaryOp::Add => Complex { re: a.re + b, im: a.im },
        BinaryOp::Subtract => Complex { re: a.re - b, im: a.im },
        BinaryOp::Multiply => Complex { re: a.re * b, im: a.im * b },
        BinaryOp::Divide => Complex { re: a.re / b, im: a.im / b },
        BinaryOp::Power => match b.as_int() {
            Some(-1) => T::quotient(Complex { re: T::ONE, im: T::ZERO }, a),
            Some(exponent) => kernels::power_whole(a, exponent),
            None => kernels::power_real(a, b),
        },
        _ => return None,
    })
}

fn real_complex<T: Real>(op: BinaryOp, a: T, b: Complex<T>) -> Option<Complex<T>> {
    Some(match op {
        BinaryOp::Add => Complex { re: a + b.re, im: b.im },
        BinaryOp::Subtract => Complex { re: a - b.re, im: -b.im },
        BinaryOp::Multiply => Complex { re: a * b.re, im: a * b.im },
        BinaryOp::Divide => T::quotient(Complex { re: a, im: T::ZERO }, b),
        BinaryOp::Power => kernels::power_of_real(a, b),
        _ => return None,
    })
}
