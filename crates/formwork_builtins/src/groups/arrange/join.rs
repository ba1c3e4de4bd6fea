//! Joining and repeating: `cat`, `repmat`, `blkdiag`.

use formwork_runtime::format::c_number::percent_g;
use formwork_runtime::index::{self, Tiled, rearranged};
use formwork_runtime::{C64, Dims, Error, Range, Result, Value};

use crate::arguments::sizes::{check_room, dims_of};
use crate::arguments::vectors::integers;
use crate::context::{Args, Context, Values, one};

pub(super) fn horzcat(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    index::warn_of_text(&args, cx)?;
    join("horzcat", 1, args.into_vec())
}

pub(super) fn vertcat(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    index::warn_of_text(&args, cx)?;
    join("vertcat", 0, args.into_vec())
}

/// The values along a dimension; a single one is left as it is.
fn join(name: &str, dimension: usize, mut values: Vec<Value>) -> Result<Values> {
    match (values.pop(), values.is_empty()) {
        (Some(only), true) => one(only),
        (Some(last), false) => {
            values.push(last);
            one(index::concatenate(name, dimension, values)?)
        }
        (None, _) => one(index::concatenate(name, dimension, values)?),
    }
}

pub(super) fn cat(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut values = args.into_iter();
    let dimension = values.next().unwrap_or_default();
    let number = if dimension.is_char() { None } else { dimension.to_f64() };
    let Some(number) = number else {
        return Err(Error::plain("cat: DIM must be an integer"));
    };
    if !(1.0..1e6).contains(&number) {
        return Err(Error::plain("cat: DIM must be a valid dimension"));
    }
    let mut values: Vec<Value> = values.collect();
    if values.len() == 1 {
        return join("cat", number as usize - 1, values);
    }
    index::warn_of_text(&values, cx)?;
    if values.iter().any(Value::is_char)
        && let Some(complex) = values.iter().find(|value| value.is_complex() && value.is_scalar())
    {
        return Err(Error::plain(format!(
            "octave_base_value::char_array_value(): wrong type argument '{}'",
            formwork_runtime::ops::type_name(complex)
        )));
    }
    // Nothing is no element of a cell array.
    if values.iter().any(|value| matches!(value, Value::Cell(_))) {
        values.retain(|value| matches!(value, Value::Cell(_)) || !value.is_empty());
    }
    one(index::concatenate("cat", number as usize - 1, values)?)
}

pub(super) fn repmat(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = std::mem::take(&mut args[0]);
    if let Some(text) = args[1..].iter().find(|count| count.is_char() && !count.is_empty()) {
        return Err(Error::plain(format!(
            "max: cannot compute max ({}, scalar)",
            formwork_runtime::ops::type_name(text)
        )));
    }
    let mut times = read_times(&args[1..])?;
    if args[1..].iter().any(Value::is_complex) {
        // Complex counts are compared with zero by their absolute values.
        if !value.is_empty() && times.iter().any(|&n| n < 0) {
            return Err(Error::plain("reshape: SIZE must be non-negative"));
        }
    } else if times.iter().all(|&n| n < 0) {
        return Err(Error::plain("repmat: invalid dimensions"));
    }
    refuse_fractions(&value, &args[1..], &times)?;
    if times.len() == 1 {
        times.push(1);
    }
    let times: Vec<usize> = times.into_iter().map(|n| usize::try_from(n).unwrap_or(0)).collect();
    if value.is_scalar() {
        dims_of(&times)?;
    } else {
        // Octave writes the places down, also those of nothing.
        for &count in &times {
            check_room::<f64>(&dims_of(&[1, count])?)?;
        }
    }
    let rule = Tiled::new(value.dims(), times);
    match rearranged(&value, &rule)? {
        // Nothing is real.
        Some(nothing) if value.is_scalar() && nothing.is_empty() => one(nothing.narrowed()),
        Some(repeated) => one(repeated),
        None => Err(Error::plain("repmat: invalid use of a function handle")),
    }
}

/// Counts that are no whole numbers: Octave notices where it reckons with them.
fn refuse_fractions(value: &Value, counts: &[Value], times: &[i64]) -> Result<()> {
    // Of a matrix the first column counts.
    let used = |count: &Value| {
        let matrix = count.dims().as_slice().iter().all(|&extent| extent > 1);
        if matrix { count.dims().rows() } else { count.numel() }
    };
    let factors: Vec<C64> = counts
        .iter()
        .filter_map(|count| Some((count.to_c64_array()?, used(count))))
        .flat_map(|(numbers, used)| numbers.as_slice()[..used].to_vec())
        .collect();
    let all: Vec<f64> = factors.iter().map(|z| z.re).collect();
    let fraction = |number: &&f64| **number > 0.0 && number.is_finite() && number.fract() != 0.0;
    if value.numel() != 1 {
        return match all.iter().find(fraction) {
            Some(first) => Err(Error::plain(format!(
                "conversion of {} to int64_t value failed",
                percent_g(*first)
            ))),
            None => Ok(()),
        };
    }
    if all.iter().any(|&number| number <= 0.0 || number.is_nan()) {
        return Ok(());
    }
    let product = if counts.iter().any(Value::is_complex) {
        let product: C64 = factors.iter().product();
        if factors.len() == 1 { (product * product).re } else { product.re }
    } else {
        let product: f64 = all.iter().product();
        if all.len() == 1 { product * product } else { product }
    };
    if product == f64::INFINITY {
        return Err(Error::plain("range with infinite number of elements cannot be stored"));
    }
    if product >= i64::MAX as f64 {
        return Err(Error::plain("invalid range"));
    }
    let wanted = times.iter().fold(1i64, |product, &n| product.saturating_mul(n));
    let made = product.floor();
    if made == wanted as f64 {
        return Ok(());
    }
    let size: Vec<String> = times.iter().map(i64::to_string).collect();
    let from = if made < 1.0 { "0x0".to_owned() } else { format!("1x{made}") };
    Err(Error::plain(format!("reshape: can't reshape {from} array to {} array", size.join("x"))))
}

/// How often along each dimension.
fn read_times(args: &[Value]) -> Result<Vec<i64>> {
    // Of a matrix the first column counts.
    let column = |value: &Value| -> Result<Vec<i64>> {
        let mut numbers = integers(value)?;
        let dims = value.dims();
        if dims.as_slice().iter().all(|&extent| extent > 1) {
            numbers.truncate(dims.rows());
        }
        Ok(numbers)
    };
    match args {
        [only] if only.is_empty() => Ok(vec![1, 1]),
        [only] if only.is_scalar() => {
            let n = integers(only)?[0];
            Ok(vec![n, n])
        }
        [only] if !only.dims().is_matrix() => {
            Err(Error::plain("repmat: M has more than 2 dimensions"))
        }
        [only] => column(only),
        [first, second] => match (first.is_empty(), second.is_empty()) {
            (true, true) => Ok(vec![1, 1]),
            (false, true) => {
                let mut all = integers(first)?;
                all.push(1);
                Ok(all)
            }
            (true, false) => {
                let mut all = integers(second)?;
                all.push(1);
                Ok(all)
            }
            (false, false) => {
                let mut all = column(first)?;
                let mut rest = column(second)?;
                if first.dims().as_slice().iter().all(|&extent| extent > 1) {
                    rest = match (all.len() < 3, rest.last()) {
                        (true, Some(&last)) => vec![last],
                        _ => Vec::new(),
                    };
                }
                all.append(&mut rest);
                Ok(all)
            }
        },
        several => {
            if several.iter().any(|n| n.numel() != 1) {
                return Err(Error::plain("repmat: all input arguments must be scalar"));
            }
            several.iter().map(|n| integers(n).map(|n| n[0])).collect()
        }
    }
}

pub(super) fn blkdiag(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !args.iter().all(Value::is_numeric) {
        return Err(Error::plain("blkdiag: all arguments must be numeric"));
    }
    if !args.iter().all(|value| value.dims().is_matrix()) {
        return Err(Error::plain("blkdiag: all arguments must be two-dimensional matrices"));
    }
    let (mut rows, mut columns) = (0, 0);
    for value in &args {
        rows += value.dims().rows();
        columns += value.dims().columns();
    }
    let dims = Dims::matrix(rows, columns);
    formwork_runtime::memory::reserve::<f64>(&dims)?;
    let mut result = Value::Double(formwork_runtime::Array::filled(dims, 0.0));
    let (mut top, mut left) = (0, 0);
    let span = |start: usize, len: usize| {
        Range::new(start as f64 + 1.0, 1.0, (start + len) as f64)
            .map_or_else(Value::empty, |range| Value::Range(std::rc::Rc::new(range)))
    };
    for value in args {
        let dims = value.dims();
        if !value.is_empty() {
            let places = [span(top, dims.rows()), span(left, dims.columns())];
            index::assign(&mut result, &places, value)?;
        }
        top += dims.rows();
        left += dims.columns();
    }
    one(result)
}
