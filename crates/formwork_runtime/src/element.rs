//! The element types of arrays, and how numbers become them.

use crate::array::Array;
use crate::class::Class;
use crate::value::Value;
use crate::{C32, C64};

/// A type that an array of a [`Value`] may consist of.
pub trait Element: Copy + PartialEq + Default + 'static {
    /// The class of an array of it.
    const CLASS: Class;

    /// The array as a value.
    fn into_value(array: Array<Self>) -> Value;
}

impl Value {
    /// An array of any element type.
    #[must_use]
    pub fn from_array<T: Element>(array: Array<T>) -> Value {
        T::into_value(array)
    }
}

impl<T: Element> From<Array<T>> for Value {
    fn from(array: Array<T>) -> Value {
        Value::from_array(array)
    }
}

macro_rules! element {
    ($type:ty, $class:ident, $variant:ident) => {
        impl Element for $type {
            const CLASS: Class = Class::$class;

            fn into_value(array: Array<$type>) -> Value {
                Value::$variant(array)
            }
        }
    };
}

element!(f64, Double, Double);
element!(f32, Single, Single);
element!(C64, Double, Complex);
element!(C32, Single, ComplexSingle);
element!(i8, Int8, Int8);
element!(i16, Int16, Int16);
element!(i32, Int32, Int32);
element!(i64, Int64, Int64);
element!(u8, Uint8, Uint8);
element!(u16, Uint16, Uint16);
element!(u32, Uint32, Uint32);
element!(u64, Uint64, Uint64);
element!(bool, Logical, Bool);

/// Conversion to an integer class: to the nearest, halves away from zero, out of
/// range to the nearest bound, NaN to zero.
pub trait SaturateFrom<T> {
    /// The nearest value of this type.
    fn saturate_from(value: T) -> Self;
}

/// The eight integer classes.
pub trait Integer:
    Element + Ord + SaturateFrom<f64> + SaturateFrom<i128> + std::fmt::Display
{
    /// The least value.
    const MIN: Self;
    /// The greatest value.
    const MAX: Self;
    /// How many bits.
    const BITS: u32;
    /// Whether it has a sign.
    const SIGNED: bool;

    /// Its exact value.
    fn widen(self) -> i128;

    /// The nearest double.
    fn to_f64(self) -> f64;
}

macro_rules! integer {
    ($type:ty) => {
        impl SaturateFrom<f64> for $type {
            #[inline]
            fn saturate_from(value: f64) -> $type {
                // The cast saturates and takes NaN to zero.
                value.round() as $type
            }
        }

        impl SaturateFrom<i128> for $type {
            #[inline]
            fn saturate_from(value: i128) -> $type {
                value.clamp(<$type>::MIN.into(), <$type>::MAX.into()) as $type
            }
        }

        impl Integer for $type {
            const MIN: $type = <$type>::MIN;
            const MAX: $type = <$type>::MAX;
            const BITS: u32 = <$type>::BITS;
            const SIGNED: bool = <$type>::MIN != 0;

            fn widen(self) -> i128 {
                self.into()
            }

            fn to_f64(self) -> f64 {
                self as f64
            }
        }
    };
}

integer!(i8);
integer!(i16);
integer!(i32);
integer!(i64);
integer!(u8);
integer!(u16);
integer!(u32);
integer!(u64);
