//! Elements of one class as elements of another, where assignment or concatenation
//! makes them so.

use std::borrow::Cow;

use crate::array::Array;
use crate::element::{Element, Integer, SaturateFrom};
use crate::value::Value;
use crate::{C32, C64};

/// An element type that values can be converted to.
pub(crate) trait Coerce: Element {
    /// The value's elements as this type; `None` if it has none that could be.
    fn coerce(value: &Value) -> Option<Cow<'_, Array<Self>>>;
}

impl Coerce for f64 {
    fn coerce(value: &Value) -> Option<Cow<'_, Array<f64>>> {
        value.to_f64_array()
    }
}

impl Coerce for C64 {
    fn coerce(value: &Value) -> Option<Cow<'_, Array<C64>>> {
        value.to_c64_array()
    }
}

impl Coerce for f32 {
    fn coerce(value: &Value) -> Option<Cow<'_, Array<f32>>> {
        value.to_f32_array()
    }
}

impl Coerce for C32 {
    fn coerce(value: &Value) -> Option<Cow<'_, Array<C32>>> {
        value.to_c32_array()
    }
}

impl Coerce for bool {
    fn coerce(value: &Value) -> Option<Cow<'_, Array<bool>>> {
        match value {
            Value::Bool(array) => Some(Cow::Borrowed(array)),
            other => other.to_f64_array().map(|array| Cow::Owned(array.map(|&x| x != 0.0))),
        }
    }
}

macro_rules! integers {
    ($($type:ty => $variant:ident),*) => {$(
        impl Coerce for $type {
            fn coerce(value: &Value) -> Option<Cow<'_, Array<$type>>> {
                match value {
                    Value::$variant(array) => Some(Cow::Borrowed(array)),
                    other => to_integers(other).map(Cow::Owned),
                }
            }
        }
    )*};
}

integers!(
    i8 => Int8, i16 => Int16, i32 => Int32, i64 => Int64,
    u8 => Uint8, u16 => Uint16, u32 => Uint32, u64 => Uint64
);

fn to_integers<T: Integer>(value: &Value) -> Option<Array<T>> {
    fn narrow<S: Integer, T: Integer>(array: &Array<S>) -> Option<Array<T>> {
        Some(array.map(|&x| T::saturate_from(x.widen())))
    }
    match value {
        Value::Int8(array) => narrow(array),
        Value::Int16(array) => narrow(array),
        Value::Int32(array) => narrow(array),
        Value::Int64(array) => narrow(array),
        Value::Uint8(array) => narrow(array),
        Value::Uint16(array) => narrow(array),
        Value::Uint32(array) => narrow(array),
        Value::Uint64(array) => narrow(array),
        other => other
            .to_f64_array()
            .map(|array| array.map(|&x| <T as SaturateFrom<f64>>::saturate_from(x))),
    }
}

/// The value's elements as characters: whole parts modulo 256.
pub(crate) fn to_chars(value: &Value) -> Option<Cow<'_, Array<u8>>> {
    match value {
        Value::Char(array, _) => Some(Cow::Borrowed(array)),
        Value::Uint8(array) => Some(Cow::Borrowed(array)),
        other => other.to_f64_array().map(|array| Cow::Owned(array.map(|&x| to_char(x)))),
    }
}

/// The character of a number.
pub(crate) fn to_char(number: f64) -> u8 {
    if number.is_finite() { number as i64 as u8 } else { 0 }
}

/// The value's elements as characters where they are assigned: to the nearest, those
/// that are no characters become zero.
pub(crate) fn to_assigned_chars(value: &Value) -> Option<Cow<'_, Array<u8>>> {
    match value {
        Value::Char(array, _) => Some(Cow::Borrowed(array)),
        other => other.to_f64_array().map(|array| {
            Cow::Owned(array.map(|&x| {
                let nearest = x.round();
                if (0.0..256.0).contains(&nearest) { nearest as u8 } else { 0 }
            }))
        }),
    }
}

/// What an array holds, as far as assignment and concatenation tell classes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Double,
    Complex,
    Single,
    ComplexSingle,
    Bool,
    Char,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
}

impl Kind {
    /// The kind of a value that can be reckoned with.
    pub(crate) fn of(value: &Value) -> Option<Kind> {
        Some(match value {
            Value::Double(_) | Value::Range(_) => Kind::Double,
            Value::Bool(_) => Kind::Bool,
            Value::Char(..) => Kind::Char,
            Value::Complex(_) => Kind::Complex,
            Value::Single(_) => Kind::Single,
            Value::ComplexSingle(_) => Kind::ComplexSingle,
            Value::Int8(_) => Kind::Int8,
            Value::Int16(_) => Kind::Int16,
            Value::Int32(_) => Kind::Int32,
            Value::Int64(_) => Kind::Int64,
            Value::Uint8(_) => Kind::Uint8,
            Value::Uint16(_) => Kind::Uint16,
            Value::Uint32(_) => Kind::Uint32,
            Value::Uint64(_) => Kind::Uint64,
            Value::Strings(_)
            | Value::Cell(_)
            | Value::Struct(_)
            | Value::Function(_)
            | Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Object(_) => return None,
        })
    }

    /// Whether it is one of the eight integer classes.
    pub(crate) fn is_integer(self) -> bool {
        !matches!(
            self,
            Kind::Double
                | Kind::Complex
                | Kind::Single
                | Kind::ComplexSingle
                | Kind::Bool
                | Kind::Char
        )
    }

    /// Whether it is complex.
    pub(crate) fn is_complex(self) -> bool {
        matches!(self, Kind::Complex | Kind::ComplexSingle)
    }

    /// The value with its elements as this kind. It must be one that can be reckoned
    /// with; others are given back as they are.
    pub(crate) fn convert(self, value: Value) -> Value {
        fn to<T: Coerce>(value: &Value) -> Option<Value> {
            T::coerce(value).map(|array| Value::from_array(array.into_owned()))
        }
        if Kind::of(&value) == Some(self) && !matches!(value, Value::Range(_)) {
            return value;
        }
        let converted = match self {
            Kind::Double => to::<f64>(&value),
            Kind::Complex => to::<C64>(&value),
            Kind::Single => to::<f32>(&value),
            Kind::ComplexSingle => to::<C32>(&value),
            Kind::Bool => to::<bool>(&value),
            Kind::Char => to_chars(&value)
                .map(|array| Value::Char(array.into_owned(), crate::value::Quote::Single)),
            Kind::Int8 => to::<i8>(&value),
            Kind::Int16 => to::<i16>(&value),
            Kind::Int32 => to::<i32>(&value),
            Kind::Int64 => to::<i64>(&value),
            Kind::Uint8 => to::<u8>(&value),
            Kind::Uint16 => to::<u16>(&value),
            Kind::Uint32 => to::<u32>(&value),
            Kind::Uint64 => to::<u64>(&value),
        };
        converted.unwrap_or(value)
    }
}
