//! Functions of one argument that are taken of each element.

use formwork_runtime::{Array, C32, C64, Error, Integer, Result, Value};

use crate::context::{Args, Context, Values, one};
use formwork_runtime::ops::type_name;

/// A function of a floating-point number; integers and truth values are read as
/// doubles, text is an error.
pub(crate) trait Mapper {
    /// What messages call it.
    const NAME: &'static str;

    /// Of a double for which it is real.
    fn real(x: f64) -> f64;

    /// Of a single for which it is real.
    fn single(x: f32) -> f32 {
        Self::real(x.into()) as f32
    }

    /// Whether the value at a real number is complex.
    #[inline]
    fn leaves_reals(_x: f64) -> bool {
        false
    }

    /// The value at a real number where it may be complex.
    fn complex_of_real(x: f64) -> C64 {
        Self::complex(x.into())
    }

    /// Of a complex number.
    fn complex(z: C64) -> C64;

    /// Whether it takes complex numbers.
    const COMPLEX: bool = true;
}

/// Makes a [`Mapper`] of the expressions that compute it.
macro_rules! mapper {
    ($type:ident, $name:literal, $x:ident => $real:expr, $single:expr, $z:ident => $complex:expr
        $(, $y:ident leaves $leaves:expr => $of_real:expr)?) => {
        pub(crate) struct $type;

        impl $crate::kit::mapper::Mapper for $type {
            const NAME: &'static str = $name;

            #[inline]
            fn real($x: f64) -> f64 {
                $real
            }

            #[inline]
            fn single($x: f32) -> f32 {
                $single
            }

            #[inline]
            fn complex($z: formwork_runtime::C64) -> formwork_runtime::C64 {
                $complex
            }

            $(
                #[inline]
                fn leaves_reals($y: f64) -> bool {
                    $leaves
                }

                #[inline]
                fn complex_of_real($y: f64) -> formwork_runtime::C64 {
                    $of_real
                }
            )?
        }
    };
}
pub(crate) use mapper;

/// Makes a [`Mapper`] that does not take complex numbers.
macro_rules! real_mapper {
    ($type:ident, $name:literal, $x:ident => $real:expr, $single:expr) => {
        pub(crate) struct $type;

        impl $crate::kit::mapper::Mapper for $type {
            const NAME: &'static str = $name;
            const COMPLEX: bool = false;

            #[inline]
            fn real($x: f64) -> f64 {
                $real
            }

            #[inline]
            fn single($x: f32) -> f32 {
                $single
            }

            fn complex(z: formwork_runtime::C64) -> formwork_runtime::C64 {
                z
            }
        }
    };
}
pub(crate) use real_mapper;

pub(crate) fn widened(z: C32) -> C64 {
    C64::new(z.re.into(), z.im.into())
}

pub(crate) fn narrow(z: C64) -> C32 {
    C32::new(z.re as f32, z.im as f32)
}

/// The evaluator of a mapper.
pub(crate) fn apply<M: Mapper>(
    _cx: &mut dyn Context,
    mut args: Args,
    _nargout: usize,
) -> Result<Values> {
    one(map::<M>(std::mem::take(&mut args[0]))?)
}

/// A mapper of a value.
///
/// # Errors
///
/// If the value is of a class that it does not take.
pub(crate) fn map<M: Mapper>(value: Value) -> Result<Value> {
    fn integers<M: Mapper, T: Integer>(array: &Array<T>) -> Value {
        doubles::<M>(array.map(|&x| x.to_f64()))
    }
    Ok(match value {
        Value::Double(array) => doubles::<M>(array),
        Value::Range(range) => doubles::<M>(Array::row(range.to_vec())),
        Value::Bool(array) => doubles::<M>(array.map(|&x| f64::from(u8::from(x)))),
        Value::Single(array) => singles::<M>(array),
        Value::Complex(array) if M::COMPLEX => {
            Value::Complex(array.map_in_place(|&z| M::complex(z))).narrowed()
        }
        Value::ComplexSingle(array) if M::COMPLEX => {
            Value::ComplexSingle(array.map_in_place(|&z| narrow(M::complex(widened(z))))).narrowed()
        }
        Value::Int8(array) => integers::<M, _>(&array),
        Value::Int16(array) => integers::<M, _>(&array),
        Value::Int32(array) => integers::<M, _>(&array),
        Value::Int64(array) => integers::<M, _>(&array),
        Value::Uint8(array) => integers::<M, _>(&array),
        Value::Uint16(array) => integers::<M, _>(&array),
        Value::Uint32(array) => integers::<M, _>(&array),
        Value::Uint64(array) => integers::<M, _>(&array),
        other => return Err(refusal(M::NAME, &other)),
    })
}

/// The complaint of a mapper about a value it does not take.
pub(crate) fn refusal(name: &str, value: &Value) -> Box<Error> {
    if value.is_char() {
        Error::plain(format!("{name}: argument must be numeric"))
    } else {
        Error::plain(format!("{name}: not defined for {}", type_name(value)))
    }
}

fn doubles<M: Mapper>(array: Array<f64>) -> Value {
    if let Some(&x) = array.as_scalar() {
        return if M::leaves_reals(x) {
            Value::complex(M::complex_of_real(x))
        } else {
            Value::double(M::real(x))
        };
    }
    if array.as_slice().iter().any(|&x| M::leaves_reals(x)) {
        Value::Complex(array.map(|&x| complex_or_real::<M>(x))).narrowed()
    } else {
        Value::Double(array.map_in_place(|&x| M::real(x)))
    }
}

fn singles<M: Mapper>(array: Array<f32>) -> Value {
    if array.as_slice().iter().any(|&x| M::leaves_reals(x.into())) {
        Value::ComplexSingle(array.map(|&x| narrow(complex_or_real::<M>(x.into())))).narrowed()
    } else {
        Value::Single(array.map_in_place(|&x| M::single(x)))
    }
}

fn complex_or_real<M: Mapper>(x: f64) -> C64 {
    if M::leaves_reals(x) { M::complex_of_real(x) } else { M::real(x).into() }
}
