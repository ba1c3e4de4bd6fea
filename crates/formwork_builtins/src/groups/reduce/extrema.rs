//! `max`, `min`.

use formwork_runtime::{Array, C32, C64, Error, Integer, Result, Value};

use crate::arguments::number::exact_int_value;
use crate::context::{Args, Context, Values, one};
use crate::kit::class::wrong_type;
use crate::kit::expand::expand;
use crate::kit::sorting::Ordered;
use formwork_runtime::ops::type_name;

pub(super) fn max(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    extreme::<true>(cx, "max", args, nargout)
}

pub(super) fn min(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    extreme::<false>(cx, "min", args, nargout)
}

fn extreme<const MAX: bool>(
    cx: &mut dyn Context,
    name: &str,
    args: Args,
    nargout: usize,
) -> Result<Values> {
    if args.len() == 2 {
        return one(of_two::<MAX>(name, &args[0], &args[1])?);
    }
    let mut dimension = None;
    if let Some(argument) = args.get(2) {
        let number = exact_int_value(argument)?;
        if number < 1 {
            return Err(Error::plain(format!("{name}: DIM must be a valid dimension")));
        }
        dimension = Some(number as usize - 1);
        if !args[1].is_empty() {
            cx.warn("", &format!("{name}: second argument is ignored"))?;
        }
    }
    let (value, index) = along::<MAX>(name, &args[0], dimension, nargout > 1)?;
    let mut values = Values::new();
    values.push(value.full());
    values.extend(index);
    Ok(values)
}

/// The extremes along a dimension, and where they are.
pub(crate) fn along<const MAX: bool>(
    name: &str,
    x: &Value,
    dimension: Option<usize>,
    places: bool,
) -> Result<(Value, Option<Value>)> {
    fn run<const MAX: bool, T: Ordered>(
        array: &Array<T>,
        dimension: Option<usize>,
        places: bool,
    ) -> (Value, Option<Value>) {
        let (values, index) = reduce::<MAX, T>(array, dimension, places);
        (T::into_value(values).narrowed(), index.map(Value::Double))
    }
    Ok(match x {
        Value::Range(range) => run::<MAX, f64>(&Array::row(range.to_vec()), dimension, places),
        Value::Char(array, _) => {
            // They are compared as bytes with a sign.
            let signed = array.map(|&byte| byte.cast_signed());
            let (values, index) = reduce::<MAX, i8>(&signed, dimension, places);
            let values = values.map(|&byte| f64::from(byte.cast_unsigned()));
            (Value::Double(values), index.map(Value::Double))
        }
        Value::Double(array) => run::<MAX, f64>(array, dimension, places),
        Value::Single(array) => run::<MAX, f32>(array, dimension, places),
        Value::Complex(array) => run::<MAX, C64>(array, dimension, places),
        Value::ComplexSingle(array) => run::<MAX, C32>(array, dimension, places),
        Value::Bool(array) => run::<MAX, bool>(array, dimension, places),
        Value::Int8(array) => run::<MAX, i8>(array, dimension, places),
        Value::Int16(array) => run::<MAX, i16>(array, dimension, places),
        Value::Int32(array) => run::<MAX, i32>(array, dimension, places),
        Value::Int64(array) => run::<MAX, i64>(array, dimension, places),
        Value::Uint8(array) => run::<MAX, u8>(array, dimension, places),
        Value::Uint16(array) => run::<MAX, u16>(array, dimension, places),
        Value::Uint32(array) => run::<MAX, u32>(array, dimension, places),
        Value::Uint64(array) => run::<MAX, u64>(array, dimension, places),
        other => return Err(wrong_type(name, other)),
    })
}

#[inline]
fn better<const MAX: bool, T: Ordered>(x: T, than: T) -> bool {
    if MAX { than.less(x) } else { x.less(than) }
}

/// The extremes of an array along a dimension (an empty one stays empty), and their
/// places from 1.
fn reduce<const MAX: bool, T: Ordered>(
    array: &Array<T>,
    dimension: Option<usize>,
    places: bool,
) -> (Array<T>, Option<Array<f64>>) {
    let dims = array.dims();
    let dimension = dimension.unwrap_or_else(|| dims.first_non_singleton());
    let (before, count, after) = dims.around(dimension);
    let data = array.as_slice();
    if data.is_empty() {
        let result = if count == 0 { dims.clone() } else { dims.with(dimension, 1) };
        let index = places.then(|| Array::new(result.clone(), Vec::new()));
        return (Array::new(result, Vec::new()), index);
    }
    let result = dims.with(dimension, 1);
    if count == 1 {
        let index = places.then(|| Array::filled(result.clone(), 1.0));
        return (Array::new(result, data.to_vec()), index);
    }
    if before == 1 {
        let mut values = Vec::with_capacity(after);
        let mut index = Vec::with_capacity(if places { after } else { 0 });
        for run in data.chunks_exact(count) {
            let (value, at) = of_run::<MAX, T>(run);
            values.push(value);
            if places {
                index.push((at + 1) as f64);
            }
        }
        let index = places.then(|| Array::new(result.clone(), index));
        return (Array::new(result, values), index);
    }
    let mut values = Vec::with_capacity(before * after);
    let mut index = vec![1.0; if places { before * after } else { 0 }];
    for (outer, block) in data.chunks_exact(before * count).enumerate() {
        let start = values.len();
        values.extend_from_slice(&block[..before]);
        let best = &mut values[start..];
        for (k, slice) in block.chunks_exact(before).enumerate().skip(1) {
            if places {
                let index = &mut index[outer * before..(outer + 1) * before];
                for ((best, at), &x) in best.iter_mut().zip(index).zip(slice) {
                    if better::<MAX, T>(x, *best) || (best.missing() && !x.missing()) {
                        *best = x;
                        *at = (k + 1) as f64;
                    }
                }
            } else {
                for (best, &x) in best.iter_mut().zip(slice) {
                    if better::<MAX, T>(x, *best) || (best.missing() && !x.missing()) {
                        *best = x;
                    }
                }
            }
        }
    }
    let index = places.then(|| Array::new(result.clone(), index));
    (Array::new(result, values), index)
}

/// The extreme of a run that is not empty, and where it stands first.
fn of_run<const MAX: bool, T: Ordered>(run: &[T]) -> (T, usize) {
    const LANES: usize = 8;
    let Some(start) = run.iter().position(|x| !x.missing()) else { return (run[0], 0) };
    let first = run[start];
    let rest = &run[start..];
    if rest.len() < 4 * LANES {
        let mut best = (first, start);
        for (k, &x) in rest.iter().enumerate().skip(1) {
            if better::<MAX, T>(x, best.0) {
                best = (x, start + k);
            }
        }
        return best;
    }
    // Eight at a time; which of several equal ones it is, is settled afterwards.
    let mut lanes = [first; LANES];
    let mut chunks = rest.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (best, &x) in lanes.iter_mut().zip(chunk) {
            *best = if better::<MAX, T>(x, *best) { x } else { *best };
        }
    }
    let mut best = first;
    for &x in lanes.iter().chain(chunks.remainder()) {
        if better::<MAX, T>(x, best) {
            best = x;
        }
    }
    let at = rest
        .iter()
        .position(|&x| !x.missing() && !better::<MAX, T>(x, best) && !better::<MAX, T>(best, x))
        .unwrap_or(0);
    (rest[at], start + at)
}

/// How two operands are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    Bool,
    Double,
    Single,
    Complex,
    ComplexSingle,
    Integer(formwork_runtime::Class),
}

fn common(x: &Value, y: &Value) -> Option<Common> {
    if !x.is_arithmetic() || !y.is_arithmetic() {
        return None;
    }
    if x.is_char() || y.is_char() {
        return (x.is_char() && y.is_char()).then_some(Common::Double);
    }
    let (left, right) = (x.class(), y.class());
    let complex = x.is_complex() || y.is_complex();
    match (left.is_integer(), right.is_integer()) {
        (true, true) => {
            let comparable = left.is_signed_integer() == right.is_signed_integer();
            comparable.then(|| Common::Integer(left.max(right)))
        }
        (true, false) => (!complex).then_some(Common::Integer(left)),
        (false, true) => (!complex).then_some(Common::Integer(right)),
        (false, false) => {
            let single = [left, right].contains(&formwork_runtime::Class::Single);
            Some(match (complex, single) {
                (true, true) => Common::ComplexSingle,
                (true, false) => Common::Complex,
                (false, true) => Common::Single,
                (false, false) if left == right && left == formwork_runtime::Class::Logical => {
                    Common::Bool
                }
                (false, false) => Common::Double,
            })
        }
    }
}

fn of_two<const MAX: bool>(name: &str, x: &Value, y: &Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (x.as_double(), y.as_double()) {
        return Ok(Value::double(real::<MAX, f64>(y, x)));
    }
    let cannot = || {
        Error::plain(format!("{name}: cannot compute {name} ({}, {})", type_name(x), type_name(y)))
    };
    let kind = common(x, y).ok_or_else(cannot)?;
    let nothing = || Error::plain("unreachable: the operands are arithmetic");
    Ok(match kind {
        Common::Double => {
            let (a, b) =
                (x.to_f64_array().ok_or_else(nothing)?, y.to_f64_array().ok_or_else(nothing)?);
            Value::Double(of_reals::<MAX, f64>(name, &a, &b)?)
        }
        Common::Single => {
            let (a, b) =
                (x.to_f32_array().ok_or_else(nothing)?, y.to_f32_array().ok_or_else(nothing)?);
            Value::Single(of_reals::<MAX, f32>(name, &a, &b)?)
        }
        Common::Complex => {
            let (a, b) =
                (x.to_c64_array().ok_or_else(nothing)?, y.to_c64_array().ok_or_else(nothing)?);
            let pick = |x: C64, y: C64| {
                let (own, others) = (x.norm(), y.norm());
                let first = if MAX { own >= others } else { own <= others };
                if first || x.is_nan() { x } else { y }
            };
            Value::Complex(expand(name, &a, &b, pick)?).narrowed()
        }
        Common::ComplexSingle => {
            let (a, b) =
                (x.to_c32_array().ok_or_else(nothing)?, y.to_c32_array().ok_or_else(nothing)?);
            let pick = |x: C32, y: C32| {
                let (own, others) = (x.norm(), y.norm());
                let first = if MAX { own >= others } else { own <= others };
                if first || x.is_nan() { x } else { y }
            };
            Value::ComplexSingle(expand(name, &a, &b, pick)?).narrowed()
        }
        Common::Bool => {
            let (Value::Bool(a), Value::Bool(b)) = (x, y) else { return Err(nothing()) };
            Value::Bool(expand(name, a, b, |x, y| if MAX { x | y } else { x & y })?)
        }
        Common::Integer(class) => {
            use formwork_runtime::Class;
            match class {
                Class::Int8 => of_integers::<MAX, i8>(name, x, y)?,
                Class::Int16 => of_integers::<MAX, i16>(name, x, y)?,
                Class::Int32 => of_integers::<MAX, i32>(name, x, y)?,
                Class::Int64 => of_integers::<MAX, i64>(name, x, y)?,
                Class::Uint8 => of_integers::<MAX, u8>(name, x, y)?,
                Class::Uint16 => of_integers::<MAX, u16>(name, x, y)?,
                Class::Uint32 => of_integers::<MAX, u32>(name, x, y)?,
                _ => of_integers::<MAX, u64>(name, x, y)?,
            }
        }
    })
}

/// The one of two that is more extreme: `x` if they are equal, whichever is a number
/// if one is not.
#[inline]
fn real<const MAX: bool, T: Ordered + PartialOrd>(x: T, y: T) -> T {
    let first = if MAX { x >= y } else { x <= y };
    if first || y.missing() { x } else { y }
}

fn of_reals<const MAX: bool, T: Ordered + PartialOrd>(
    name: &str,
    x: &Array<T>,
    y: &Array<T>,
) -> Result<Array<T>> {
    // A scalar on the left yields to equal elements on the right.
    if x.as_scalar().is_some() {
        expand(name, x, y, |x, y| real::<MAX, T>(y, x))
    } else {
        expand(name, x, y, real::<MAX, T>)
    }
}

fn of_integers<const MAX: bool, T: Integer>(name: &str, x: &Value, y: &Value) -> Result<Value> {
    let (a, b) = (to_integers::<T>(x), to_integers::<T>(y));
    Ok(T::into_value(expand(name, &a, &b, |x, y| if MAX { x.max(y) } else { x.min(y) })?))
}

/// The elements of an arithmetic value as integers of one class, saturated.
pub(crate) fn to_integers<T: Integer>(value: &Value) -> Array<T> {
    match value.to_wide_integers() {
        Some(wide) => wide.map(|&x| T::saturate_from(x)),
        None => value
            .to_f64_array()
            .map_or_else(Array::empty, |array| array.map(|&x| T::saturate_from(x))),
    }
}
