//! `base:increment:limit`

use std::rc::Rc;

use super::integer::any_integer;
use crate::array::Array;
use crate::class::Class;
use crate::dims::Dims;
use crate::element::Integer;
use crate::error::{Error, Result, Warn};
use crate::memory;
use crate::range::Range;
use crate::value::{Quote, Value};

/// The value of a range whose parts may be of any class.
pub(super) fn general(
    base: &Value,
    increment: Option<&Value>,
    limit: &Value,
    warn: Option<&mut dyn Warn>,
) -> Result<Value> {
    let parts = || [Some(base), increment, Some(limit)].into_iter().flatten();
    let class = result_class(base, increment, limit)?;
    if let Some(warn) = warn {
        if parts().any(|part| part.numel() > 1) {
            warn.warn("Octave:colon-nonscalar-argument", "colon arguments should be scalars")?;
        }
        if parts().any(Value::is_complex) {
            warn.warn(
                "Octave:colon-complex-argument",
                "imaginary part of complex colon arguments is ignored",
            )?;
        }
    }
    if parts().any(Value::is_empty) {
        return Ok(empty(class));
    }
    if class.is_integer() {
        return integers(class, base, increment, limit);
    }
    let number = |value: &Value| value.to_f64().unwrap_or(f64::NAN);
    let (from, by, to) = (number(base), increment.map_or(1.0, number), number(limit));
    match class {
        Class::Single => single(from as f32, by as f32, to as f32),
        Class::Char => {
            let Value::Range(range) = double(from, by, to)? else {
                return double(from, by, to).map(|value| characters(&value, base, limit));
            };
            Ok(characters(&Value::row(range.to_vec()), base, limit))
        }
        _ => double(from, by, to),
    }
}

/// A range of doubles.
#[inline]
pub(super) fn double(base: f64, increment: f64, limit: f64) -> Result<Value> {
    let range = Range::new(base, increment, limit).ok_or_else(too_long)?;
    Ok(match range.len() {
        0 => Value::Double(Array::new(Dims::matrix(1, 0), Vec::new())),
        1 => Value::double(range.get(0)),
        _ => Value::Range(Rc::new(range)),
    })
}

fn too_long() -> Box<Error> {
    Error::plain("range with infinite number of elements cannot be stored")
}

/// The range of which a part has no element: a row, but of text 0x0.
fn empty(class: Class) -> Value {
    let dims = if class == Class::Char { Dims::matrix(0, 0) } else { Dims::matrix(1, 0) };
    let value = Value::Double(Array::new(dims, Vec::new()));
    super::cast(value.clone(), class).unwrap_or(value)
}

/// The class of a range: a part of class double takes that of the others, which must be
/// of one kind; complex numbers are a kind of their own.
fn result_class(base: &Value, increment: Option<&Value>, limit: &Value) -> Result<Class> {
    let mut common = (Class::Double, false);
    for part in [Some(base), increment, Some(limit)].into_iter().flatten() {
        let kind = (part.class(), part.is_complex());
        if common == (Class::Double, false) {
            common = kind;
        } else if kind != (Class::Double, false) && kind != common {
            return Err(Error::plain("incompatible types found in range expression"));
        }
    }
    let class = common.0;
    if class.is_integer() || class.is_float() || class == Class::Char {
        Ok(class)
    } else {
        Err(Error::plain("invalid types found in range expression"))
    }
}

fn characters(values: &Value, base: &Value, limit: &Value) -> Value {
    let double_quoted =
        [base, limit].into_iter().any(|part| matches!(part, Value::Char(_, Quote::Double)));
    let array = values.to_f64_array().map_or_else(Array::empty, |a| a.map(|&x| x as u8));
    Value::Char(array, if double_quoted { Quote::Double } else { Quote::Single })
}

/// A range of singles: counted in single, its elements reckoned in it.
fn single(base: f32, increment: f32, limit: f32) -> Result<Value> {
    if base.is_nan() || increment.is_nan() || limit.is_nan() {
        return Ok(Value::Single(Array::scalar(f32::NAN)));
    }
    let none = Value::Single(Array::new(Dims::matrix(1, 0), Vec::new()));
    if increment == 0.0 || (limit < base && increment > 0.0) || (limit > base && increment < 0.0) {
        return Ok(none);
    }
    let tolerance = 3.0 * f32::EPSILON;
    let quotient = (limit - base) / increment;
    if !quotient.is_finite() {
        return Err(too_long());
    }
    let nearest = quotient.round();
    let whole = if (quotient - nearest).abs() <= tolerance * quotient.abs().max(1.0) {
        nearest
    } else {
        quotient.floor()
    };
    let len = whole as usize + 1;
    memory::reserve::<f32>(&Dims::matrix(1, len))?;
    let mut data: Vec<f32> = (0..len).map(|k| base + k as f32 * increment).collect();
    if let Some(last) = data.last_mut()
        && (if increment > 0.0 { *last > limit } else { *last < limit })
    {
        *last = limit;
    }
    Ok(Value::Single(Array::row(data)))
}

fn integers(class: Class, base: &Value, increment: Option<&Value>, limit: &Value) -> Result<Value> {
    // Any value of the class says which element type it is.
    let witness = super::cast(Value::double(0.0), class)?;
    any_integer!(witness, array => integer_range(&array, base, increment, limit), other => Ok(other))
}

fn integer_range<T: Integer>(
    _witness: &Array<T>,
    base: &Value,
    increment: Option<&Value>,
    limit: &Value,
) -> Result<Value> {
    // Bounds that are no integers must be whole numbers, before anything must be a scalar.
    for (bound, what) in [(base, "lower"), (limit, "upper")] {
        if bound.class().is_integer() {
            continue;
        }
        let number = bound.to_f64().unwrap_or(f64::NAN);
        if number.fract() != 0.0 || number.is_nan() || T::saturate_from(number).to_f64() != number {
            return Err(Error::plain(format!(
                "colon operator {what} bound invalid (not an integer or out of range for given integer type)"
            )));
        }
    }
    let read = |value: &Value| -> Result<i128> {
        if !value.is_scalar() {
            return Err(Error::plain(format!(
                "octave_base_value::{}_scalar_value(): wrong type argument '{}'",
                T::CLASS,
                super::type_name(value)
            )));
        }
        Ok(match value.to_wide_integers() {
            Some(wide) => wide.as_slice().first().copied().unwrap_or(0),
            None => T::saturate_from(value.to_f64().unwrap_or(f64::NAN)).widen(),
        })
    };
    let (from, to) = (read(base)?, read(limit)?);
    let by = match increment {
        None => 1,
        Some(value) if value.class().is_integer() => read(value)?,
        Some(value) => {
            let number = value.to_f64().unwrap_or(f64::NAN);
            if number.is_nan() || number != number.round() {
                return Err(Error::plain("colon operator increment invalid (not an integer)"));
            }
            number as i128
        }
    };
    if by == 0 || (by > 0 && from > to) || (by < 0 && from < to) {
        return Ok(Value::from_array(Array::<T>::new(Dims::matrix(1, 0), Vec::new())));
    }
    let len = usize::try_from((to - from) / by + 1).map_err(|_| Error::too_large())?;
    memory::reserve::<T>(&Dims::matrix(1, len))?;
    let data = (0..len).map(|k| T::saturate_from(from + k as i128 * by)).collect();
    Ok(Value::from_array(Array::row(data)))
}
