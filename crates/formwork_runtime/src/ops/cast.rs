//! Conversions between the classes that can be reckoned with.

use super::integer::any_integer;
use super::{logical, names};
use crate::C32;
use crate::C64;
use crate::array::Array;
use crate::class::Class;
use crate::element::Integer;
use crate::error::{Error, Result};
use crate::value::{Quote, Value};

/// The value in another class: numbers to integers are rounded and saturate, complex
/// numbers that are not real stay complex among the floating-point classes, ranges are
/// written down.
///
/// # Errors
///
/// `invalid conversion from cell to double`, NaN to a truth value, complex numbers to
/// integers.
pub fn cast(value: Value, class: Class) -> Result<Value> {
    if !value.is_arithmetic() {
        return Err(invalid(&value, class));
    }
    match class {
        Class::Double => Ok(to_double(value)),
        Class::Single => Ok(to_single(value)),
        Class::Logical => Ok(Value::Bool(logical::to_bools(value)?)),
        Class::Char => to_char(value),
        Class::Int8 => to_integer::<i8>(value),
        Class::Int16 => to_integer::<i16>(value),
        Class::Int32 => to_integer::<i32>(value),
        Class::Int64 => to_integer::<i64>(value),
        Class::Uint8 => to_integer::<u8>(value),
        Class::Uint16 => to_integer::<u16>(value),
        Class::Uint32 => to_integer::<u32>(value),
        Class::Uint64 => to_integer::<u64>(value),
        _ => Err(invalid(&value, class)),
    }
}

fn invalid(value: &Value, class: Class) -> Box<Error> {
    Error::plain(format!("invalid conversion from {} to {class}", names::type_name(value)))
}

fn to_double(value: Value) -> Value {
    match value {
        Value::Complex(_) | Value::Double(_) => value.narrowed(),
        Value::ComplexSingle(array) => {
            Value::Complex(array.map(|z| C64::new(z.re.into(), z.im.into()))).narrowed()
        }
        other => match other.to_f64_array() {
            Some(array) => Value::Double(array.into_owned()),
            None => other,
        },
    }
}

fn to_single(value: Value) -> Value {
    let structure = value.kept_as();
    full_to_single(value).mapped_from(structure)
}

fn full_to_single(value: Value) -> Value {
    fn integers<T: Integer>(array: &Array<T>) -> Value {
        // By way of double, as Octave rounds.
        Value::Single(array.map(|&x| x.to_f64() as f32))
    }
    match value {
        Value::Single(_) | Value::ComplexSingle(_) => value.narrowed(),
        Value::Complex(array) => {
            Value::ComplexSingle(array.map(|z| C32::new(z.re as f32, z.im as f32))).narrowed()
        }
        other => any_integer!(&other, array => integers(array), _ => {
            match other.to_f32_array() {
                Some(array) => Value::Single(array.into_owned()),
                None => other,
            }
        }),
    }
}

fn to_char(value: Value) -> Result<Value> {
    if value.is_char() {
        return Ok(value);
    }
    match value.to_f64_array() {
        // What is out of range becomes the character 0.
        Some(array) => {
            let byte = |&x: &f64| if x < 256.0 { x as u8 } else { 0 };
            Ok(Value::Char(array.map(byte), Quote::Single))
        }
        None => Err(invalid(&value, Class::Char)),
    }
}

fn to_integer<T: Integer>(value: Value) -> Result<Value> {
    if value.class() == T::CLASS {
        return Ok(value);
    }
    if value.is_complex() {
        return Err(invalid(&value, T::CLASS));
    }
    if let Value::Double(array) = &value {
        return Ok(Value::from_array(array.map(|&x| T::saturate_from(x))));
    }
    if value.class().is_integer() {
        return Ok(any_integer!(&value,
            array => Value::from_array(array.map(|&x| T::saturate_from(x.widen()))),
            other => other.clone()));
    }
    match value.to_f64_array() {
        Some(array) => Ok(Value::from_array(array.map(|&x| T::saturate_from(x)))),
        None => Err(invalid(&value, T::CLASS)),
    }
}

/// The class of `a + b`, if there is such a thing: integers win, then single, else
/// double.
#[must_use]
pub fn result_class(a: &Value, b: &Value) -> Option<Class> {
    if !a.is_arithmetic() || !b.is_arithmetic() {
        return None;
    }
    match (a.class(), b.class()) {
        (x, y) if x.is_integer() && y.is_integer() => (x == y).then_some(x),
        (x, _) if x.is_integer() => (!b.is_complex()).then_some(x),
        (_, y) if y.is_integer() => (!a.is_complex()).then_some(y),
        (Class::Single, _) | (_, Class::Single) => Some(Class::Single),
        _ => Some(Class::Double),
    }
}
