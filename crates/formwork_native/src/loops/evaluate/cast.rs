//! Conversions between scalar types.

use formwork_runtime::{Integer, SaturateFrom};
use num_complex::Complex;

use super::super::scalar::{Scalar, ScalarType};

/// A value as one of another type; `None` if a complex number should become real.
#[must_use]
pub fn eval_cast(to: ScalarType, value: Scalar) -> Option<Scalar> {
    Some(match to {
        ScalarType::Bool => Scalar::Bool(is_nonzero(value)?),
        ScalarType::I8 => Scalar::I8(to_integer(value)?),
        ScalarType::I16 => Scalar::I16(to_integer(value)?),
        ScalarType::I32 => Scalar::I32(to_integer(value)?),
        ScalarType::I64 => Scalar::I64(to_integer(value)?),
        ScalarType::U8 => Scalar::U8(to_integer(value)?),
        ScalarType::U16 => Scalar::U16(to_integer(value)?),
        ScalarType::U32 => Scalar::U32(to_integer(value)?),
        ScalarType::U64 => Scalar::U64(to_integer(value)?),
        ScalarType::Index => Scalar::Index(to_index(value)?),
        // Integers become singles by way of double.
        ScalarType::F32 => Scalar::F32(match value {
            Scalar::F32(x) => x,
            other => to_double(other)? as f32,
        }),
        ScalarType::F64 => Scalar::F64(to_double(value)?),
        ScalarType::C32 => Scalar::C32(match value {
            Scalar::C32(z) => z,
            Scalar::C64(z) => Complex::new(z.re as f32, z.im as f32),
            other => Complex::new(to_double(other)? as f32, 0.0),
        }),
        ScalarType::C64 => Scalar::C64(match value {
            Scalar::C64(z) => z,
            Scalar::C32(z) => Complex::new(z.re.into(), z.im.into()),
            other => Complex::new(to_double(other)?, 0.0),
        }),
    })
}

fn is_nonzero(value: Scalar) -> Option<bool> {
    match value {
        Scalar::F32(x) => Some(x != 0.0),
        Scalar::F64(x) => Some(x != 0.0),
        other => other.to_integer().map(|x| x != 0),
    }
}

fn to_integer<T: Integer>(value: Scalar) -> Option<T> {
    match value {
        Scalar::F32(x) => Some(T::saturate_from(f64::from(x))),
        Scalar::F64(x) => Some(T::saturate_from(x)),
        other => other.to_integer().map(T::saturate_from),
    }
}

fn to_index(value: Scalar) -> Option<i64> {
    match value {
        Scalar::F32(x) => Some(x as i64),
        Scalar::F64(x) => Some(x as i64),
        other => other.to_integer().map(i64::saturate_from),
    }
}

fn to_double(value: Scalar) -> Option<f64> {
    match value {
        Scalar::F32(x) => Some(x.into()),
        Scalar::F64(x) => Some(x),
        other => other.to_integer().map(|x| x as f64),
    }
}
