//! `cumsum`, `cumprod`.

use formwork_runtime::{Array, Element, Error, Integer, Result, Value};

use crate::arguments::number::int_value;
use crate::context::{Args, Context, Values, one};
use crate::kit::class::{real_array, wrong_type};
use crate::kit::dimension::loose_dimension;
use crate::kit::fold::{Field, scan};

fn scanned<T: Copy, A: Element>(
    array: &Array<T>,
    dimension: Option<usize>,
    first: impl Fn(T) -> A + Copy,
    step: impl Fn(A, T) -> A + Copy,
) -> Value {
    let dims = array.dims();
    let dimension = dimension.unwrap_or_else(|| dims.first_non_singleton());
    let data = scan(array.as_slice(), dims, dimension, first, step);
    A::into_value(Array::new(dims.clone(), data)).narrowed()
}

pub(super) fn cumsum(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let (mut native, mut wide) = (false, false);
    if args.len() > 1 && args.last().is_some_and(Value::is_char) {
        match args.pop().as_ref().and_then(Value::as_bytes) {
            Some(b"native") => native = true,
            Some(b"double") => wide = true,
            _ => return Err(Error::plain("cumsum: unrecognized string argument")),
        }
    }
    if args.len() > 2 {
        return Err(Error::invalid_call("cumsum"));
    }
    let dimension = match args.get(1) {
        None => None,
        Some(value) => {
            let dimension = int_value(value)?;
            if dimension < 1 {
                return Err(Error::plain(format!(
                    "cumsum: invalid dimension argument = {dimension}"
                )));
            }
            Some(dimension as usize - 1)
        }
    };
    fn plain<T: Field>(array: &Array<T>, dimension: Option<usize>) -> Value {
        scanned(array, dimension, |x| x, |sum, x| sum + x)
    }
    fn integer<T: Integer>(array: &Array<T>, dimension: Option<usize>, native: bool) -> Value {
        if native {
            scanned(array, dimension, |x| x, |sum, x| T::saturate_from(sum.widen() + x.widen()))
        } else {
            scanned(array, dimension, T::to_f64, |sum, x| sum + x.to_f64())
        }
    }
    let x = &args[0];
    one(match x {
        Value::Range(range) => plain(&Array::row(range.to_vec()), dimension),
        Value::Double(array) => plain(array, dimension),
        Value::Complex(array) => plain(array, dimension),
        Value::Single(array) if wide => plain(&array.map(|&x| f64::from(x)), dimension),
        Value::ComplexSingle(_) if wide => match x.to_c64_array() {
            Some(array) => plain(&array, dimension),
            None => return Err(wrong_type("cumsum", x)),
        },
        Value::Single(array) => plain(array, dimension),
        Value::ComplexSingle(array) => plain(array, dimension),
        Value::Bool(array) if native => scanned(array, dimension, |x| x, |sum, x| sum | x),
        Value::Bool(array) => {
            let number = |x| f64::from(u8::from(x));
            scanned(array, dimension, number, |sum, x| sum + number(x))
        }
        Value::Int8(array) => integer(array, dimension, native),
        Value::Int16(array) => integer(array, dimension, native),
        Value::Int32(array) => integer(array, dimension, native),
        Value::Int64(array) => integer(array, dimension, native),
        Value::Uint8(array) => integer(array, dimension, native),
        Value::Uint16(array) => integer(array, dimension, native),
        Value::Uint32(array) => integer(array, dimension, native),
        Value::Uint64(array) => integer(array, dimension, native),
        other => return Err(wrong_type("cumsum", other)),
    })
}

pub(super) fn cumprod(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let dimension = loose_dimension("cumprod", args.get(1))?;
    fn products<T: Field>(array: &Array<T>, dimension: Option<usize>) -> Value {
        scanned(array, dimension, |x| x, Field::product)
    }
    one(match &args[0] {
        Value::Double(array) => products(array, dimension),
        Value::Complex(array) => products(array, dimension),
        Value::Single(array) => products(array, dimension),
        Value::ComplexSingle(array) => products(array, dimension),
        other => products(&real_array("cumprod", other)?, dimension),
    })
}
