//! `any`, `all`. A NaN is neither true for `any` nor false for `all`.

use formwork_runtime::{Array, Dims, Error, Result, Value};

use crate::arguments::number::int_value;
use crate::context::{Args, Context, Values, one};
use crate::kit::fold::{fold, summed};

pub(super) fn any(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(decide("any", &args)?)
}

pub(super) fn all(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(decide("all", &args)?)
}

/// The dimension that an argument says, from 0; zero says none.
fn dimension_of(name: &str, value: Option<&Value>) -> Result<Option<usize>> {
    let Some(value) = value else { return Ok(None) };
    let no_integer = |_| Error::plain(format!("{name}: DIM must be an integer"));
    let number = int_value(value).map_err(no_integer)?;
    if number < 0 {
        return Err(Error::plain(format!("{name}: invalid dimension argument = {number}")));
    }
    Ok((number > 0).then(|| number as usize - 1))
}

/// Whether elements are true; what has no truth of its own gives nothing, or nothing at all.
fn decide(name: &str, args: &Args) -> Result<Value> {
    let dimension = dimension_of(name, args.get(1))?;
    let any = name == "any";
    fn run<T: Copy>(
        array: &Array<T>,
        dimension: Option<usize>,
        any: bool,
        truth: impl Fn(T) -> bool + Copy,
        falsehood: impl Fn(T) -> bool + Copy,
    ) -> Value {
        let (dims, data) = if any {
            contains(array.as_slice(), array.dims(), dimension, truth)
        } else {
            let along = dimension.unwrap_or_else(|| array.dims().first_non_singleton());
            let side_by_side = summed(array.dims()).around(along).0 > 1;
            // NaN is neither; where lists lie side by side, Octave looks for truths.
            let (dims, data) = if side_by_side {
                contains(array.as_slice(), array.dims(), dimension, |x| !truth(x))
            } else {
                contains(array.as_slice(), array.dims(), dimension, falsehood)
            };
            (dims, data.into_iter().map(|some| !some).collect())
        };
        Value::Bool(Array::new(dims, data))
    }
    Ok(match &args[0] {
        Value::Bool(array) => run(array, dimension, any, |x| x, |x| !x),
        Value::Char(array, _) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Double(array) => {
            run(array, dimension, any, |x| x != 0.0 && !x.is_nan(), |x| x == 0.0)
        }
        Value::Range(range) => {
            let array = Array::row(range.to_vec());
            run(&array, dimension, any, |x| x != 0.0 && !x.is_nan(), |x| x == 0.0)
        }
        Value::Single(array) => {
            run(array, dimension, any, |x| x != 0.0 && !x.is_nan(), |x| x == 0.0)
        }
        Value::Complex(array) => run(
            array,
            dimension,
            any,
            |z| (z.re != 0.0 || z.im != 0.0) && !z.is_nan(),
            |z| z.re == 0.0 && z.im == 0.0,
        ),
        Value::ComplexSingle(array) => run(
            array,
            dimension,
            any,
            |z| (z.re != 0.0 || z.im != 0.0) && !z.is_nan(),
            |z| z.re == 0.0 && z.im == 0.0,
        ),
        Value::Int8(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Int16(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Int32(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Int64(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Uint8(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Uint16(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Uint32(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Uint64(array) => run(array, dimension, any, |x| x != 0, |x| x == 0),
        Value::Cell(_) => Value::Bool(Array::empty()),
        Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Strings(_)
        | Value::Object(_) => Value::double(0.0),
    })
}

/// Whether `wanted` holds for some element, along a dimension.
fn contains<T: Copy>(
    data: &[T],
    dims: &Dims,
    dimension: Option<usize>,
    wanted: impl Fn(T) -> bool + Copy,
) -> (Dims, Vec<bool>) {
    let dimension = dimension.unwrap_or_else(|| dims.first_non_singleton());
    let (before, count, _) = summed(dims).around(dimension);
    if before == 1 && count > 0 {
        // Blocks are looked through whole, which vectorises, and one hit ends the run.
        let some = |run: &[T]| {
            run.chunks(64).any(|block| block.iter().fold(false, |some, &x| some | wanted(x)))
        };
        return (dims.with(dimension, 1), data.chunks_exact(count).map(some).collect());
    }
    fold(data, dims, dimension, false, |some, x| some | wanted(x))
}
