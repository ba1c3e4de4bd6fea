//! Whether two values are the same in every respect that a program can see.

use formwork_runtime::{FunctionHandle, Value};

/// Whether two values are of one class and size with the same elements, bit by bit;
/// false where that cannot be told.
#[must_use]
pub fn same_value(a: &Value, b: &Value) -> bool {
    if a.dims() != b.dims() || a.class() != b.class() || a.kept_as() != b.kept_as() {
        return false;
    }
    let bits = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| same_bits(*x, *y));
    match (a, b) {
        (Value::Double(x), Value::Double(y)) => bits(x.as_slice(), y.as_slice()),
        (Value::Range(_) | Value::Double(_), Value::Range(_) | Value::Double(_)) => {
            match (a.to_f64_array(), b.to_f64_array()) {
                (Some(x), Some(y)) => bits(x.as_slice(), y.as_slice()),
                _ => false,
            }
        }
        (Value::Single(x), Value::Single(y)) => {
            let mut pairs = x.as_slice().iter().zip(y.as_slice());
            pairs.all(|(x, y)| same_bits(f64::from(*x), f64::from(*y)))
        }
        (Value::Complex(x), Value::Complex(y)) => {
            let mut pairs = x.as_slice().iter().zip(y.as_slice());
            pairs.all(|(x, y)| same_bits(x.re, y.re) && same_bits(x.im, y.im))
        }
        (Value::ComplexSingle(x), Value::ComplexSingle(y)) => {
            let mut pairs = x.as_slice().iter().zip(y.as_slice());
            pairs.all(|(x, y)| {
                same_bits(x.re.into(), y.re.into()) && same_bits(x.im.into(), y.im.into())
            })
        }
        (Value::Bool(x), Value::Bool(y)) => x.as_slice() == y.as_slice(),
        (Value::Char(x, p), Value::Char(y, q)) => p == q && x.as_slice() == y.as_slice(),
        (Value::Int8(x), Value::Int8(y)) => x.as_slice() == y.as_slice(),
        (Value::Int16(x), Value::Int16(y)) => x.as_slice() == y.as_slice(),
        (Value::Int32(x), Value::Int32(y)) => x.as_slice() == y.as_slice(),
        (Value::Int64(x), Value::Int64(y)) => x.as_slice() == y.as_slice(),
        (Value::Uint8(x), Value::Uint8(y)) => x.as_slice() == y.as_slice(),
        (Value::Uint16(x), Value::Uint16(y)) => x.as_slice() == y.as_slice(),
        (Value::Uint32(x), Value::Uint32(y)) => x.as_slice() == y.as_slice(),
        (Value::Uint64(x), Value::Uint64(y)) => x.as_slice() == y.as_slice(),
        (Value::Strings(x), Value::Strings(y)) => x.as_slice() == y.as_slice(),
        (Value::Cell(x), Value::Cell(y)) => {
            x.as_slice().iter().zip(y.as_slice()).all(|(x, y)| same_value(x, y))
        }
        (Value::Struct(x), Value::Struct(y)) => {
            x.field_count() == y.field_count()
                && x.fields().zip(y.fields()).all(|((name, x), (other, y))| {
                    name == other && x.iter().zip(y).all(|(x, y)| same_value(x, y))
                })
        }
        (Value::Function(x), Value::Function(y)) => match (&**x, &**y) {
            (FunctionHandle::Named(x), FunctionHandle::Named(y)) => x == y,
            _ => false,
        },
        _ => false,
    }
}

/// Any two that are not a number are the same: no program can tell them apart.
fn same_bits(x: f64, y: f64) -> bool {
    x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_zero_and_classes_count() {
        assert!(same_value(&Value::double(f64::NAN), &Value::double(f64::NAN)));
        assert!(!same_value(&Value::double(0.0), &Value::double(-0.0)));
        assert!(!same_value(&Value::double(1.0), &Value::bool(true)));
        assert!(same_value(&Value::text("ab"), &Value::text("ab")));
    }
}
