//! Rotations in a plane.

use formwork_linalg::Matrix;
use formwork_runtime::{C64, Class, Result, Value};

use crate::kit::class::wrong_type;

fn hypotenuse(x: C64, y: C64) -> f64 {
    x.norm().hypot(y.norm())
}

/// Cosine and sine of the rotation that takes `(x, y)` to `(r, 0)`.
pub(super) fn rotation(x: C64, y: C64) -> (f64, C64) {
    let zero = C64::new(0.0, 0.0);
    if y == zero {
        return (1.0, zero);
    }
    if x == zero {
        return (0.0, y.conj() / y.norm());
    }
    let r = hypotenuse(x, y);
    let cosine = x.norm() / r;
    let phase = x / x.norm();
    (cosine, phase * y.conj() / r)
}

pub(super) fn rotation_of(name: &str, x: &Value, y: &Value) -> Result<(f64, C64, bool)> {
    let read = |value: &Value| {
        value
            .to_c64_array()
            .filter(|array| array.numel() == 1)
            .map(|array| array.as_slice()[0])
            .ok_or_else(|| wrong_type(name, value))
    };
    let (c, s) = rotation(read(x)?, read(y)?);
    let single = [x, y].iter().any(|value| value.class() == Class::Single);
    Ok((c, s, single))
}

pub(super) fn in_class(value: Value, single: bool) -> Value {
    if !single {
        return value;
    }
    match value.to_c32_array() {
        Some(array) => Value::ComplexSingle(array.into_owned()).narrowed(),
        None => value,
    }
}

pub(super) fn rotation_matrix(c: f64, s: C64) -> Matrix<C64> {
    Matrix::new(2, 2, vec![C64::new(c, 0.0), -s.conj(), s, C64::new(c, 0.0)])
}
