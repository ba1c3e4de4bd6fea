//! Operations of one operand, by the interpreter's kernels.

use formwork_runtime::Integer;
use formwork_runtime::ops::kernels::Saturating;
use num_complex::Complex;

use super::super::operator::UnaryOp;
use super::super::scalar::Scalar;

/// The value of an operation; `None` if it does not take such an operand, or an index
/// overflows.
#[must_use]
pub fn eval_unary(op: UnaryOp, operand: Scalar) -> Option<Scalar> {
    op.result_type(operand.scalar_type())?;
    match operand {
        Scalar::Bool(x) => Some(Scalar::Bool(!x)),
        Scalar::I8(x) => integer(op, x).map(Scalar::I8),
        Scalar::I16(x) => integer(op, x).map(Scalar::I16),
        Scalar::I32(x) => integer(op, x).map(Scalar::I32),
        Scalar::I64(x) => integer(op, x).map(Scalar::I64),
        Scalar::U8(x) => integer(op, x).map(Scalar::U8),
        Scalar::U16(x) => integer(op, x).map(Scalar::U16),
        Scalar::U32(x) => integer(op, x).map(Scalar::U32),
        Scalar::U64(x) => integer(op, x).map(Scalar::U64),
        Scalar::Index(x) => {
            let result = if op == UnaryOp::Negate { x.checked_neg() } else { x.checked_abs() };
            result.map(Scalar::Index)
        }
        Scalar::F32(x) => single(op, x),
        Scalar::F64(x) => double(op, x),
        Scalar::C32(z) => complex(op, z, Scalar::F32, Scalar::C32),
        Scalar::C64(z) => complex(op, z, Scalar::F64, Scalar::C64),
    }
}

fn integer<T: Saturating + Integer>(op: UnaryOp, x: T) -> Option<T> {
    match op {
        UnaryOp::Negate => Some(x.negate()),
        UnaryOp::Abs => Some(T::saturate_from(x.widen().abs())),
        UnaryOp::Sign => Some(T::saturate_from(x.widen().signum())),
        _ => None,
    }
}

macro_rules! float {
    ($name:ident, $type:ident, $variant:ident) => {
        fn $name(op: UnaryOp, x: $type) -> Option<Scalar> {
            let number = match op {
                UnaryOp::Negate => -x,
                UnaryOp::Abs => x.abs(),
                UnaryOp::Sign => {
                    if x > 0.0 {
                        1.0
                    } else if x < 0.0 {
                        -1.0
                    } else if x == 0.0 {
                        0.0
                    } else {
                        x
                    }
                }
                UnaryOp::Round => x.round(),
                UnaryOp::Fix => x.trunc(),
                UnaryOp::Floor => x.floor(),
                UnaryOp::Ceil => x.ceil(),
                UnaryOp::Sqrt => x.sqrt(),
                UnaryOp::Exp => x.exp(),
                UnaryOp::Expm1 => x.exp_m1(),
                UnaryOp::Log => x.ln(),
                UnaryOp::Log1p => x.ln_1p(),
                UnaryOp::Log2 => x.log2(),
                UnaryOp::Log10 => x.log10(),
                UnaryOp::Sin => x.sin(),
                UnaryOp::Cos => x.cos(),
                UnaryOp::Tan => x.tan(),
                UnaryOp::Asin => x.asin(),
                UnaryOp::Acos => x.acos(),
                UnaryOp::Atan => x.atan(),
                UnaryOp::Sinh => x.sinh(),
                UnaryOp::Cosh => x.cosh(),
                UnaryOp::Tanh => x.tanh(),
                UnaryOp::IsNan => return Some(Scalar::Bool(x.is_nan())),
                UnaryOp::IsInf => return Some(Scalar::Bool(x.is_infinite())),
                UnaryOp::IsFinite => return Some(Scalar::Bool(x.is_finite())),
                UnaryOp::IsWhole => return Some(Scalar::Bool(x.is_finite() && x == x.trunc())),
                UnaryOp::Not | UnaryOp::Real | UnaryOp::Imag | UnaryOp::Conj | UnaryOp::Arg => {
                    return None
                }
            };
            Some(Scalar::$variant(number))
        }
    };
}

float!(single, f32, F32);
float!(double, f64, F64);

fn complex<T: formwork_runtime::ops::kernels::Real>(
    op: UnaryOp,
    z: Complex<T>,
    part: impl Fn(T) -> Scalar,
    whole: impl Fn(Complex<T>) -> Scalar,
) -> Option<Scalar> {
    match op {
        UnaryOp::Negate => Some(whole(Complex { re: -z.re, im: -z.im })),
        UnaryOp::Conj => Some(whole(Complex { re: z.re, im: -z.im })),
        UnaryOp::Abs => Some(part(z.re.hypot(z.im))),
        UnaryOp::Real => Some(part(z.re)),
        UnaryOp::Imag => Some(part(z.im)),
        UnaryOp::Arg => Some(part(z.im.atan2(z.re))),
        _ => None,
    }
}
