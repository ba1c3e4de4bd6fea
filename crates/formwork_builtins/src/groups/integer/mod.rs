//! Whole numbers: bits, primes, divisors, combinations.

pub(crate) mod bits;
pub(crate) mod combinations;
pub(crate) mod divisors;
pub(crate) mod packing;
pub(crate) mod primes;

use formwork_runtime::{Array, Integer, Value};

/// The elements as integers of one class; doubles are rounded to it.
pub(crate) fn integers<T: Integer>(value: &Value) -> Array<T> {
    match value.to_wide_integers() {
        Some(wide) => wide.map(|&x| T::saturate_from(x)),
        None => match value.to_f64_array() {
            Some(array) => array.map(|&x| T::saturate_from(x)),
            None => Array::empty(),
        },
    }
}

/// Takes an expression with `T` the element type of an integer class, and another
/// one for other classes.
macro_rules! for_integer_class {
    ($class:expr, $type:ident => $body:expr, else $other:expr) => {
        match $class {
            formwork_runtime::Class::Int8 => {
                type $type = i8;
                $body
            }
            formwork_runtime::Class::Int16 => {
                type $type = i16;
                $body
            }
            formwork_runtime::Class::Int32 => {
                type $type = i32;
                $body
            }
            formwork_runtime::Class::Int64 => {
                type $type = i64;
                $body
            }
            formwork_runtime::Class::Uint8 => {
                type $type = u8;
                $body
            }
            formwork_runtime::Class::Uint16 => {
                type $type = u16;
                $body
            }
            formwork_runtime::Class::Uint32 => {
                type $type = u32;
                $body
            }
            formwork_runtime::Class::Uint64 => {
                type $type = u64;
                $body
            }
            _ => $other,
        }
    };
}
pub(crate) use for_integer_class;
