//! `sum`, `prod`, `sumsq`.

use formwork_runtime::{Array, C32, C64, Dims, Element, Error, Integer, Result, Value};

use crate::arguments::number::int_value;
use crate::context::{Args, Context, Values, one};
use crate::kit::class::{real_array, wrong_type};
use crate::kit::dimension::loose_dimension;
use crate::kit::fold::{Field, fold};

/// In what class a sum is reckoned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    /// Double, except that single stays.
    Usual,
    /// The class of the argument.
    Native,
    /// Double.
    Double,
    /// Double, with the rounding errors added up beside.
    Compensated,
}

/// The arguments of `sum` and `prod`: the dimension, counted from 0, and the class.
fn options(name: &str, args: &mut Args) -> Result<(Option<usize>, Precision)> {
    let mut precision = Precision::Usual;
    if args.len() > 1
        && let Some(text) = args.last().filter(|last| last.is_char()).and_then(Value::as_text)
    {
        precision = match &*text {
            "native" => Precision::Native,
            "double" => Precision::Double,
            "extra" if name == "sum" => Precision::Compensated,
            other => {
                return Err(Error::plain(format!("{name}: unrecognized type argument '{other}'")));
            }
        };
        args.pop();
    }
    if args.len() > 2 {
        return Err(Error::invalid_call(name));
    }
    let dimension = match args.get(1) {
        None => None,
        Some(value) => {
            let dimension = int_value(value)?;
            if dimension < 1 {
                return Err(Error::plain(format!("{name}: invalid dimension DIM = {dimension}")));
            }
            Some(dimension as usize - 1)
        }
    };
    Ok((dimension, precision))
}

fn along(dims: &Dims, dimension: Option<usize>) -> usize {
    dimension.unwrap_or_else(|| dims.first_non_singleton())
}

fn folded<T: Copy, A: Element>(
    array: &Array<T>,
    dimension: Option<usize>,
    start: A,
    step: impl Fn(A, T) -> A + Copy,
) -> Value {
    let dims = array.dims();
    let (dims, data) = fold(array.as_slice(), dims, along(dims, dimension), start, step);
    A::into_value(Array::new(dims, data)).narrowed()
}

fn integer_sum<T: Integer>(array: &Array<T>, dimension: Option<usize>, native: bool) -> Value {
    if native {
        folded(array, dimension, T::saturate_from(0i128), |sum, x| {
            T::saturate_from(sum.widen() + x.widen())
        })
    } else {
        folded(array, dimension, 0.0, |sum: f64, x| sum + x.to_f64())
    }
}

fn integer_product<T: Integer>(array: &Array<T>, dimension: Option<usize>, native: bool) -> Value {
    if native {
        folded(array, dimension, T::saturate_from(1i128), |product, x| {
            T::saturate_from(product.widen() * x.widen())
        })
    } else {
        folded(array, dimension, 1.0, |product: f64, x| product * x.to_f64())
    }
}

/// The sum whose rounding errors are added up beside it.
fn compensated<T: Copy>(
    array: &Array<T>,
    dimension: Option<usize>,
    part: impl Fn(T) -> f64 + Copy,
) -> (Dims, Vec<f64>) {
    let dims = array.dims();
    let step = |(sum, error): (f64, f64), x: T| {
        let x = part(x);
        let next = sum + x;
        let gained = next - sum;
        (next, error + ((sum - (next - gained)) + (x - gained)))
    };
    let (dims, data) = fold(array.as_slice(), dims, along(dims, dimension), (0.0, 0.0), step);
    (dims, data.into_iter().map(|(sum, error)| sum + error).collect())
}

pub(super) fn sum(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let (dimension, precision) = options("sum", &mut args)?;
    one(sum_of(&args[0], dimension, precision)?)
}

fn sum_of(x: &Value, dimension: Option<usize>, precision: Precision) -> Result<Value> {
    let native = precision == Precision::Native;
    let wide = precision == Precision::Double;
    Ok(match x {
        Value::Range(range) => {
            return sum_of(&Value::row(range.to_vec()), dimension, precision);
        }
        Value::Double(array) if precision == Precision::Compensated => {
            let (dims, data) = compensated(array, dimension, |x| x);
            Value::Double(Array::new(dims, data))
        }
        Value::Complex(array) if precision == Precision::Compensated => {
            let (dims, real) = compensated(array, dimension, |z| z.re);
            let (_, imaginary) = compensated(array, dimension, |z| z.im);
            let data = real.into_iter().zip(imaginary).map(|(re, im)| C64::new(re, im)).collect();
            Value::Complex(Array::new(dims, data)).narrowed()
        }
        Value::Double(array) => folded(array, dimension, 0.0, |sum, x| sum + x),
        Value::Complex(array) => folded(array, dimension, C64::ZERO, |sum, x| sum + x),
        Value::Single(array) if wide || precision == Precision::Compensated => {
            folded(array, dimension, 0.0, |sum: f64, x| sum + f64::from(x))
        }
        Value::ComplexSingle(array) if wide || precision == Precision::Compensated => {
            folded(array, dimension, C64::ZERO, |sum, x| sum + C64::new(x.re.into(), x.im.into()))
        }
        Value::Single(array) => folded(array, dimension, 0.0f32, |sum, x| sum + x),
        Value::ComplexSingle(array) => folded(array, dimension, C32::ZERO, |sum, x| sum + x),
        Value::Bool(array) if native => folded(array, dimension, false, |sum, x| sum | x),
        Value::Bool(array) => count_true(array, dimension),
        Value::Char(array, _) => folded(array, dimension, 0.0, |sum, x| sum + f64::from(x)),
        Value::Int8(array) => integer_sum(array, dimension, native),
        Value::Int16(array) => integer_sum(array, dimension, native),
        Value::Int32(array) => integer_sum(array, dimension, native),
        Value::Int64(array) => integer_sum(array, dimension, native),
        Value::Uint8(array) => integer_sum(array, dimension, native),
        Value::Uint16(array) => integer_sum(array, dimension, native),
        Value::Uint32(array) => integer_sum(array, dimension, native),
        Value::Uint64(array) => integer_sum(array, dimension, native),
        other => return Err(wrong_type("sum", other)),
    })
}

/// How many are true: counted in integers, which vectorise, since the sum is exact.
fn count_true(array: &Array<bool>, dimension: Option<usize>) -> Value {
    let dims = array.dims();
    let step = |count: u64, x: bool| count + u64::from(x);
    let (dims, data) = fold(array.as_slice(), dims, along(dims, dimension), 0u64, step);
    Value::Double(Array::new(dims, data.into_iter().map(|count| count as f64).collect()))
}

pub(super) fn prod(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let (dimension, precision) = options("prod", &mut args)?;
    one(product_of(&args[0], dimension, precision)?)
}

fn product_of(x: &Value, dimension: Option<usize>, precision: Precision) -> Result<Value> {
    let native = precision == Precision::Native;
    let wide = precision == Precision::Double;
    Ok(match x {
        Value::Range(range) => {
            return product_of(&Value::row(range.to_vec()), dimension, precision);
        }
        Value::Double(array) => folded(array, dimension, 1.0, |product, x| product * x),
        Value::Complex(array) => folded(array, dimension, C64::ONE, Field::product),
        Value::Single(array) if wide => {
            folded(array, dimension, 1.0, |product: f64, x| product * f64::from(x))
        }
        Value::ComplexSingle(array) if wide => folded(array, dimension, C64::ONE, |product, x| {
            product.product(C64::new(x.re.into(), x.im.into()))
        }),
        Value::Single(array) => folded(array, dimension, 1.0f32, |product, x| product * x),
        Value::ComplexSingle(array) => folded(array, dimension, C32::ONE, Field::product),
        Value::Bool(array) if native => folded(array, dimension, true, |product, x| product & x),
        Value::Bool(array) => {
            folded(array, dimension, 1.0, |product, x| if x { product } else { 0.0 })
        }
        Value::Char(array, _) => folded(array, dimension, 1.0, |product, x| product * f64::from(x)),
        Value::Int8(array) => integer_product(array, dimension, native),
        Value::Int16(array) => integer_product(array, dimension, native),
        Value::Int32(array) => integer_product(array, dimension, native),
        Value::Int64(array) => integer_product(array, dimension, native),
        Value::Uint8(array) => integer_product(array, dimension, native),
        Value::Uint16(array) => integer_product(array, dimension, native),
        Value::Uint32(array) => integer_product(array, dimension, native),
        Value::Uint64(array) => integer_product(array, dimension, native),
        other => return Err(wrong_type("prod", other)),
    })
}

pub(super) fn sumsq(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let dimension = loose_dimension("sumsq", args.get(1))?;
    fn squares<T: Field>(array: &Array<T>, dimension: Option<usize>) -> Value {
        folded(array, dimension, T::ZERO, |sum, x| sum + x.square())
    }
    one(match &args[0] {
        Value::Double(array) => squares(array, dimension),
        Value::Complex(array) => squares(array, dimension),
        Value::Single(array) => squares(array, dimension),
        Value::ComplexSingle(array) => squares(array, dimension),
        other => squares(&real_array("sumsq", other)?, dimension),
    })
}
