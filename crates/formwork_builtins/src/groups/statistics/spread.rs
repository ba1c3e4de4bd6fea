//! Measures of spread and shape: `var`, `std`, `range`, `bounds`, `mad`, `moment`,
//! `skewness`, `kurtosis`.

use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Array, Dims, Error, Result, Value};

use super::average::arithmetic;
use crate::context::{Args, Context, Values, one};
use crate::kit::call::{binary, call, call_many, minus, over, power, times};
use crate::kit::class::{as_float, in_class, is_numbers, is_single, require_numbers};
use crate::kit::dimension::{argument, dimension, dimension_or_long};
use crate::kit::expand::expand;
use crate::kit::fold::{Field, fold};

pub(super) fn var(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(variance(cx, &args)?)
}

pub(super) fn std(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let variance = variance(cx, &args)?;
    one(match variance {
        Value::Double(array) => Value::Double(array.map_in_place(|x| x.sqrt())),
        Value::Single(array) => Value::Single(array.map_in_place(|x| x.sqrt())),
        other => call(cx, "sqrt", &[&other])?,
    })
}

/// Along what a statistic is taken.
enum Along {
    /// One dimension, from 0.
    One(usize),
    /// Several at once.
    Several(Vec<usize>),
    /// All of them.
    All,
}

fn read_along(name: &str, given: Option<&Value>, dims: &Dims) -> Result<Along> {
    let Some(given) = given else { return Ok(Along::One(dims.first_non_singleton())) };
    if given.as_bytes() == Some(b"all") {
        return Ok(Along::All);
    }
    let wrong =
        || Error::plain(format!("{name}: DIM must be a positive integer scalar, vector, or 'all'"));
    let numbers = given.to_f64_array().filter(|_| !given.is_char()).ok_or_else(wrong)?;
    let mut list = Vec::new();
    for &number in numbers.as_slice() {
        if number < 1.0 || number.fract() != 0.0 || !number.is_finite() {
            return Err(wrong());
        }
        list.push(number.min(4096.0) as usize - 1);
    }
    if list.is_empty() || !given.dims().is_vector() {
        return Err(wrong());
    }
    if let [dimension] = list[..] {
        return Ok(Along::One(dimension));
    }
    let mut sorted = list.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|w| w[0] == w[1]) {
        return Err(Error::plain(format!(
            "{name}: vecdim must contain non-repeating positive integers"
        )));
    }
    Ok(Along::Several(sorted))
}

/// The array with several dimensions laid out as the first one, and the size of what
/// is left when that is reduced.
pub(crate) fn merged(
    cx: &mut dyn Context,
    x: &Value,
    dimensions: &[usize],
) -> Result<(Value, Dims)> {
    let dims = x.dims();
    let count = dims.ndims().max(dimensions.iter().max().map_or(0, |&last| last + 1));
    let others = (0..count).filter(|dimension| !dimensions.contains(dimension));
    let order: Vec<f64> =
        dimensions.iter().copied().chain(others).map(|dimension| (dimension + 1) as f64).collect();
    let along: usize = dimensions.iter().map(|&dimension| dims.get(dimension)).product();
    let rest = if along == 0 { 0 } else { dims.numel() / along };
    let turned = call(cx, "permute", &[x, &Value::row(order)])?;
    let mut left = dims;
    for &dimension in dimensions {
        left = left.with(dimension, 1);
    }
    Ok((turned.reshaped(Dims::matrix(along, rest)), left))
}

/// What the elements count for in a variance.
enum Weighting {
    /// All the same; this is added to one less than their number.
    Offset(f64),
    Weights(Array<f64>),
}

impl Weighting {
    /// Reads the weights of the elements of `x`.
    fn read(x: &Value, given: Option<&Value>) -> Result<Weighting> {
        let wrong = || Error::plain("var: W must be 0, 1, or a vector of positive integers");
        let Some(given) = given.filter(|given| !given.is_empty()) else {
            return Ok(Weighting::Offset(0.0));
        };
        let numbers = given.to_f64_array().filter(|_| !given.is_char()).ok_or_else(wrong)?;
        if let Some(&number) = numbers.as_scalar() {
            // What does not vary may have any weight.
            if number != 0.0 && number != 1.0 && !(x.is_scalar() && number > 0.0) {
                return Err(wrong());
            }
            return Ok(Weighting::Offset(number));
        }
        if !numbers.dims().is_vector() || numbers.as_slice().iter().any(|&w| w < 0.0) {
            return Err(wrong());
        }
        Ok(Weighting::Weights(numbers.into_owned()))
    }
}

fn weighted_variance(
    cx: &mut dyn Context,
    x: &Value,
    weights: Array<f64>,
    along: usize,
) -> Result<Value> {
    let total: f64 = weights.as_slice().iter().sum();
    let count = weights.numel();
    let shaped = Value::Double(weights.reshaped(Dims::SCALAR.with(along, count)));
    let weighted = times(cx, x, &shaped)?;
    let sum = call(cx, "sum", &[&weighted, &argument(along)])?;
    let average = over(cx, &sum, &Value::double(total))?;
    let moved = minus(cx, x, &average)?;
    let size_of = call(cx, "abs", &[&moved])?;
    let squares = times(cx, &size_of, &size_of)?;
    let weighted = times(cx, &squares, &shaped)?;
    let sum = call(cx, "sum", &[&weighted, &argument(along)])?;
    over(cx, &sum, &Value::double(total))
}

/// The sum of the squared distances from the mean, divided by one less than their number and
/// `offset`.
fn mean_square<T: Field>(array: &Array<T>, along: usize, offset: f64) -> Value {
    let dims = array.dims();
    let count = dims.get(along);
    if count == 1 {
        // Nothing varies, except what is no number to begin with.
        return T::into_value(array.map(|&x| {
            let same = x;
            (x - same).square()
        }))
        .narrowed();
    }
    let number = T::of(count as f64);
    let (reduced, mut sums) = fold(array.as_slice(), dims, along, T::ZERO, |sum, x| sum + x);
    for sum in &mut sums {
        *sum = *sum / number;
    }
    let divisor = T::of(count as f64 - 1.0 + offset);
    let squares = if sums.len() == 1 {
        let average = sums[0];
        let sum = array.as_slice().iter().fold(T::ZERO, |sum, &x| sum + (x - average).square());
        Array::scalar(sum / divisor)
    } else {
        let averages = Array::new(reduced, sums);
        match expand("minus", array, &averages, |x, average| (x - average).square()) {
            Ok(moved) => {
                let (dims, data) = fold(moved.as_slice(), dims, along, T::ZERO, |sum, x| sum + x);
                Array::new(dims, data.into_iter().map(|sum| sum / divisor).collect())
            }
            Err(_) => averages,
        }
    };
    T::into_value(squares).narrowed()
}

fn variance(cx: &mut dyn Context, args: &Args) -> Result<Value> {
    let x = &args[0];
    require_numbers("var", x)?;
    let weighting = Weighting::read(x, args.get(1))?;
    let all = args.get(2).is_some_and(|along| along.as_bytes() == Some(b"all"));
    if all && !args[1].is_scalar() {
        return Err(Error::plain("var: W must be either 0 or 1 when using 'ALL' as dimension"));
    }
    let x = as_float(x);
    let dims = x.dims();
    if x.is_empty() {
        let Along::One(along) = read_along("var", args.get(2), &dims)? else {
            return Ok(Value::double(f64::NAN));
        };
        let size = if args.get(2).is_none() && dims.is_zero_by_zero() {
            Dims::SCALAR
        } else {
            dims.with(along, 1)
        };
        return Ok(Value::Double(Array::filled(size, f64::NAN)));
    }
    let (x, along, size) = match read_along("var", args.get(2), &dims)? {
        Along::One(along) => {
            let size = dims.with(along, 1);
            (x, along, size)
        }
        Along::All => {
            let column = Dims::matrix(x.numel(), 1);
            (x.reshaped(column), 0, Dims::SCALAR)
        }
        Along::Several(list) => {
            let (merged, size) = merged(cx, &x, &list)?;
            (merged, 0, size)
        }
    };
    let offset = match weighting {
        Weighting::Offset(offset) => offset,
        Weighting::Weights(weights) if weights.numel() == x.dims().get(along) => {
            return Ok(weighted_variance(cx, &x, weights, along)?.reshaped(size));
        }
        Weighting::Weights(_) => {
            return Err(Error::plain(
                "var: the length of W must be equal to the size of X in the dimension along which variance is calculated",
            ));
        }
    };
    let result = match &x {
        Value::Double(array) => mean_square(array, along, offset),
        Value::Single(array) => mean_square(array, along, offset),
        Value::Complex(array) => mean_square(array, along, offset),
        Value::ComplexSingle(array) => mean_square(array, along, offset),
        other => other.clone(),
    };
    // Squares of distances are real.
    let result = match result {
        Value::Complex(array) => Value::Double(array.map(|z| z.re)),
        Value::ComplexSingle(array) => Value::Single(array.map(|z| z.re)),
        real => real,
    };
    Ok(result.reshaped(size))
}

pub(super) fn range(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let nothing = Value::empty();
    let mut given = vec![&args[0]];
    if let Some(along) = args.get(1) {
        given.extend([&nothing, along]);
    }
    let most = call(cx, "max", &given)?;
    let least = call(cx, "min", &given)?;
    one(minus(cx, &most, &least)?)
}

pub(super) fn bounds(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if !is_numbers(&args[0]) {
        return Err(Error::plain("bounds: X must be a numeric vector or matrix"));
    }
    let mut missing_too = false;
    if args.len() > 1
        && let Some(text) = args.last().filter(|last| last.is_char()).and_then(Value::as_bytes)
    {
        missing_too = text.eq_ignore_ascii_case(b"includenan");
        args.pop();
    }
    let x = args[0].clone();
    let along = match args.get(1) {
        Some(value) => dimension("bounds", value)?,
        None => crate::kit::dimension::first_long(&x.dims()),
    };
    let nothing = Value::empty();
    let given = [&x, &nothing, &argument(along)];
    let mut values = Values::new();
    let mut extremes = vec![call(cx, "min", &given)?];
    if nargout > 1 {
        extremes.push(call(cx, "max", &given)?);
    }
    for extreme in extremes {
        if !missing_too || !x.class().is_float() {
            values.push(extreme);
            continue;
        }
        let missing = call(cx, "isnan", &[&x])?;
        let spoiled = call(cx, "any", &[&missing, &argument(along)])?;
        let (Value::Bool(spoiled), Some(numbers)) = (&spoiled, extreme.to_f64_array()) else {
            values.push(extreme);
            continue;
        };
        let data = numbers
            .as_slice()
            .iter()
            .zip(spoiled.as_slice())
            .map(|(&x, &spoiled)| if spoiled { f64::NAN } else { x })
            .collect();
        let marked = Value::Double(Array::new(numbers.dims().clone(), data));
        values.push(in_class(marked, is_single(&extreme)));
    }
    Ok(values)
}

pub(super) fn mad(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) {
        return Err(Error::plain("mad: X must be a numeric vector or matrix"));
    }
    let median = match args.get(1) {
        None => false,
        Some(given) if given.is_empty() => false,
        Some(given) if !given.is_scalar() => {
            return Err(Error::plain("mad: OPT must be a numeric scalar"));
        }
        Some(given) => match given.to_f64() {
            Some(0.0) => false,
            Some(1.0) => true,
            _ => return Err(Error::plain("mad: OPT must be 0 or 1")),
        },
    };
    let along = dimension_or_long("mad", &args, 2)?;
    let name = if median { "median" } else { "mean" };
    let middle = call(cx, name, &[x, &argument(along)])?;
    let moved = minus(cx, x, &middle)?;
    let distance = call(cx, "abs", &[&moved])?;
    one(call(cx, name, &[&distance, &argument(along)])?)
}

pub(super) fn moment(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) || x.is_empty() {
        return Err(Error::plain("moment: X must be a non-empty numeric matrix or vector"));
    }
    let order = &args[1];
    if !is_numbers(order) || !order.is_scalar() {
        return Err(Error::plain("moment: P must be a numeric scalar"));
    }
    let (mut kind, mut along) = (Vec::new(), None);
    for given in &args[2..] {
        if let Some(text) = given.as_bytes().filter(|_| given.is_char()) {
            kind = text.to_vec();
        } else {
            along = Some(given);
        }
    }
    let along = match along {
        Some(value) => dimension("moment", value)?,
        None => crate::kit::dimension::first_long(&x.dims()),
    };
    let count = x.dims().get(along);
    let mut x = as_float(x);
    if !kind.contains(&b'r') {
        let average = arithmetic(&x, along);
        x = minus(cx, &x, &average)?;
    }
    if kind.contains(&b'a') {
        x = call(cx, "abs", &[&x])?;
    }
    let powers = binary(cx, BinaryOp::ElementPower, &x, order)?;
    let sum = call(cx, "sum", &[&powers, &argument(along)])?;
    one(over(cx, &sum, &Value::count(count))?)
}

/// The mean of a power of the deviations, in units of the standard deviation; NaN
/// where there is no deviation.
fn standardized(
    cx: &mut dyn Context,
    name: &str,
    args: &Args,
    order: f64,
) -> Result<Option<(Array<f64>, f64, bool, bool)>> {
    let x = &args[0];
    require_numbers(name, x)?;
    let mut biased = true;
    if let Some(given) = args.get(1).filter(|given| !given.is_empty()) {
        biased = match given.to_f64() {
            Some(number) if given.is_scalar() && (number == 0.0 || number == 1.0) => number == 1.0,
            _ => return Err(Error::plain(format!("{name}: FLAG must be 0 or 1"))),
        };
    }
    let along = dimension_or_long(name, args, 2)?;
    let x = as_float(x).full();
    if x.is_empty() {
        return Ok(None);
    }
    let count = x.dims().get(along) as f64;
    let average = arithmetic(&x, along);
    let moved = minus(cx, &x, &average)?;
    let spread = call(cx, "std", &[&moved, &Value::double(1.0), &argument(along)])?;
    let powers = power(cx, &moved, order)?;
    let sum = call(cx, "sum", &[&powers, &argument(along)])?;
    let unit = power(cx, &spread, order)?;
    let unit = times(cx, &Value::double(count), &unit)?;
    let ratio = over(cx, &sum, &unit)?;
    let (Some(spread), Some(ratio)) = (spread.to_f64_array(), ratio.to_f64_array()) else {
        return Ok(None);
    };
    let data = ratio
        .as_slice()
        .iter()
        .zip(spread.as_slice())
        .map(|(&ratio, &spread)| if spread == 0.0 { f64::NAN } else { ratio })
        .collect();
    Ok(Some((Array::new(ratio.dims().clone(), data), count, biased, is_single(&x))))
}

pub(super) fn skewness(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some((ratio, count, biased, single)) = standardized(cx, "skewness", &args, 3.0)? else {
        return one(in_class(Value::double(0.0), is_single(&args[0])));
    };
    let adjusted = if biased {
        ratio
    } else if count > 2.0 {
        let factor = (count * (count - 1.0)).sqrt() / (count - 2.0);
        ratio.map(|&y| y * factor)
    } else {
        ratio.map(|_| f64::NAN)
    };
    one(in_class(Value::Double(adjusted), single))
}

pub(super) fn kurtosis(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some((ratio, count, biased, single)) = standardized(cx, "kurtosis", &args, 4.0)? else {
        return one(in_class(Value::double(0.0), is_single(&args[0])));
    };
    let adjusted = if biased {
        ratio
    } else if count > 3.0 {
        let factor = (count - 1.0) / ((count - 2.0) * (count - 3.0));
        ratio.map(|&y| 3.0 + factor * ((count + 1.0) * y - 3.0 * (count - 1.0)))
    } else {
        ratio.map(|_| f64::NAN)
    };
    one(in_class(Value::Double(adjusted), single))
}

pub(super) fn iqr(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) {
        return Err(Error::plain("iqr: X must be a numeric vector or matrix"));
    }
    let dims = x.dims();
    let (x, along, size) = match args.get(1) {
        None => {
            let along = crate::kit::dimension::first_long(&dims);
            (x.clone(), along, None)
        }
        Some(_) => match read_along("iqr", args.get(1), &dims)? {
            Along::One(along) => (x.clone(), along, None),
            Along::All => (x.clone().reshaped(Dims::matrix(x.numel(), 1)), 0, Some(Dims::SCALAR)),
            Along::Several(list) => {
                let (merged, size) = merged(cx, x, &list)?;
                (merged, 0, Some(size))
            }
        },
    };
    if x.is_empty() {
        let dims = x.dims();
        let long = || dims.as_slice().iter().position(|&extent| extent > 1).unwrap_or(1);
        let looked_at = if args.len() > 1 { along } else { long() };
        // Nothing is spread along a dimension that has one place.
        let short = dims.as_slice().iter().all(|&extent| extent <= 1);
        if size.is_none() && short && dims.get(looked_at) == 1 {
            return one(Value::Double(Array::new(dims, Vec::new())));
        }
        return Err(Error::plain("quantile: X must be a non-empty numeric vector or matrix"));
    }
    // Those of a vector lie as they are asked for.
    let quartiles = Value::row(vec![0.25, 0.75]);
    let quartiles = if along == 0 { quartiles.reshaped(Dims::matrix(2, 1)) } else { quartiles };
    let found = call_many(cx, "quantile", &[&as_float(&x), &quartiles, &argument(along)], 1)?;
    let mut gap = call(cx, "diff", &[&found[0], &Value::double(1.0), &argument(along)])?;
    if x.is_scalar() {
        gap = call(cx, "double", &[&gap])?;
    }
    one(match size {
        Some(size) => gap.reshaped(size),
        None => gap,
    })
}
