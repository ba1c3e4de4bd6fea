//! `quantile`, `prctile`, `statistics`.

use formwork_runtime::{Array, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::call::{call, over};
use crate::kit::class::{as_float, in_class, is_numbers, is_single};
use crate::kit::dimension::{argument, first_long};
use crate::kit::fold::map_runs;
use crate::kit::sorting::Sortable;

pub(super) fn quantile(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) || x.is_empty() {
        return Err(Error::plain("quantile: X must be a non-empty numeric vector or matrix"));
    }
    let wanted = match args.get(1).filter(|given| !given.is_empty()) {
        None => Array::row(vec![0.0, 0.25, 0.5, 0.75, 1.0]),
        Some(given) => {
            let numbers = given
                .to_f64_array()
                .filter(|numbers| is_numbers(given) && numbers.dims().is_vector());
            numbers
                .ok_or_else(|| Error::plain("quantile: P must be a numeric vector"))?
                .into_owned()
        }
    };
    let dims = x.dims();
    let along = match args.get(2) {
        None => first_long(&dims),
        Some(given) => match given.to_f64() {
            Some(number) if given.is_scalar() && number >= 1.0 && number.fract() == 0.0 => {
                number.min(4096.0) as usize - 1
            }
            _ => return Err(Error::plain("quantile: DIM must be a positive integer")),
        },
    };
    let method = match args.get(3) {
        None => 5,
        Some(given) => match given.to_f64() {
            Some(number) if (1.0..=9.0).contains(&number) && number.fract() == 0.0 => number as u8,
            Some(number) => {
                return Err(Error::plain(format!("quantile: Unknown METHOD, '{number}'")));
            }
            None => return Err(Error::plain("quantile: METHOD must be a scalar")),
        },
    };
    let float = as_float(x);
    let numbers = float
        .to_f64_array()
        .ok_or_else(|| Error::plain("quantile: X must be a non-empty numeric vector or matrix"))?;
    let result = quantiles(&numbers, wanted.as_slice(), along, method);
    // Several quantiles that are a vector lie as they were asked for.
    let lies = result.dims().is_vector() && result.numel() > 1 && wanted.numel() > 1;
    let result = if lies {
        let count = result.numel();
        let column = wanted.dims().columns() == 1;
        result.reshaped(if column { Dims::matrix(count, 1) } else { Dims::matrix(1, count) })
    } else {
        result
    };
    one(in_class(Value::Double(result), is_single(x)))
}

/// The quantiles along a dimension by one of the nine methods of Hyndman and Fan.
fn quantiles(x: &Array<f64>, wanted: &[f64], along: usize, method: u8) -> Array<f64> {
    let mut sorted = Vec::new();
    let (dims, data) =
        map_runs(x.as_slice(), x.dims(), along, wanted.len(), |run, out: &mut [f64]| {
            sorted.clear();
            sorted.extend(run.iter().copied().filter(|x| !x.is_nan()));
            f64::sort_run(&mut sorted, false);
            for (slot, &p) in out.iter_mut().zip(wanted) {
                *slot = match sorted[..] {
                    [] => f64::NAN,
                    [only] => only,
                    _ => of_sorted(&sorted, p, method),
                };
            }
        });
    Array::new(dims, data)
}

fn of_sorted(sorted: &[f64], p: f64, method: u8) -> f64 {
    let n = sorted.len() as f64;
    let at = |place: f64| sorted[place.clamp(1.0, n) as usize - 1];
    let place = match method {
        1 => return at((n * p).ceil().max(1.0)),
        2 => {
            let p = n * p;
            return (at(p.ceil().max(1.0)) + at((p + 1.0).floor().min(n))) / 2.0;
        }
        3 => return at((n * p).max(1.0).round_ties_even()),
        4 => n * p,
        5 => n * p + 0.5,
        6 => (n + 1.0) * p,
        7 => (n - 1.0) * p + 1.0,
        8 => (n + 1.0 / 3.0) * p + 1.0 / 3.0,
        _ => (n + 0.25) * p + 0.375,
    };
    let below = place.floor().min(n - 1.0).max(1.0);
    let share = (place - below).clamp(0.0, 1.0);
    // Also where one of them has no share: nothing of infinity is not a number.
    (1.0 - share) * at(below) + share * at(below + 1.0)
}

pub(super) fn prctile(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) {
        return Err(Error::plain("prctile: X must be a numeric vector or matrix"));
    }
    let percents = match args.get(1).filter(|given| !given.is_empty()) {
        None => Value::row(vec![0.0, 25.0, 50.0, 75.0, 100.0]),
        Some(given) => given.clone(),
    };
    let along = match args.get(2) {
        None => first_long(&x.dims()),
        Some(given) => crate::kit::dimension::dimension("prctile", given)?,
    };
    let wanted = over(cx, &percents, &Value::double(100.0))?;
    one(call(cx, "quantile", &[x, &wanted, &argument(along)])?)
}

pub(super) fn statistics(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) {
        return Err(Error::plain("statistics: X must be a numeric vector or matrix"));
    }
    let dims = x.dims();
    let along = match args.get(1) {
        None => dims.first_non_singleton(),
        Some(given) => crate::kit::dimension::dimension("statistics", given)?,
    };
    if dims.get(along) < 2 {
        return Err(Error::plain("statistics: dimension of X is too small (<2)"));
    }
    let dimension = argument(along);
    let nothing = Value::empty();
    let least = call(cx, "min", &[x, &nothing, &dimension])?;
    let quartiles = Value::column(vec![0.25, 0.5, 0.75]);
    let middle = call(cx, "quantile", &[x, &quartiles, &dimension, &Value::double(7.0)])?;
    let most = call(cx, "max", &[x, &nothing, &dimension])?;
    let mean = call(cx, "mean", &[x, &dimension])?;
    let spread = call(cx, "std", &[x, &nothing, &dimension])?;
    let skew = call(cx, "skewness", &[x, &nothing, &dimension])?;
    let kurtosis = call(cx, "kurtosis", &[x, &nothing, &dimension])?;
    let parts = [least, middle, most, mean, spread, skew, kurtosis];
    one(formwork_runtime::index::concatenate("cat", along, parts.to_vec())?)
}
