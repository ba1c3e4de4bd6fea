//! How variables go together: `cov`, `corr`, `corrcoef`, `spearman`, `kendall`, and
//! the `ranks` some of them rest on.

use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Array, Dims, Error, Result, Value, memory};

use super::average::arithmetic;
use crate::context::{Args, Context, Values, one};
use crate::kit::call::{binary, call, minus, over};
use crate::kit::class::{as_float, in_class, is_numbers, is_single, require_numbers};
use crate::kit::dimension::dimension_or_long;
use crate::kit::fold::map_runs;
use crate::kit::sorting::Sortable;

/// A row as a column; everything else as it is.
fn upright(value: &Value) -> Value {
    let dims = value.dims();
    if dims.is_row() {
        value.clone().reshaped(Dims::matrix(dims.columns(), 1))
    } else {
        value.clone()
    }
}

pub(super) fn cov(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    let y = args.get(1);
    let both = || std::iter::once(x).chain(y);
    if !both().all(is_numbers) {
        return Err(Error::plain("cov: X and Y must be numeric matrices or vectors"));
    }
    if !both().all(|value| value.dims().is_matrix()) {
        return Err(Error::plain("cov: X and Y must be 2-D matrices or vectors"));
    }
    let option = if args.len() == 2 { y.filter(|y| y.is_scalar()) } else { args.get(2) };
    let offset = match option {
        None => 0.0,
        Some(given) => match given.to_f64() {
            Some(number) if number == 0.0 || number == 1.0 => number,
            _ => return Err(Error::plain("cov: normalization OPT must be 0 or 1")),
        },
    };
    if x.is_scalar() {
        return one(in_class(Value::double(0.0), is_single(x)));
    }
    one(covariance(cx, x, y.filter(|y| !y.is_scalar()), offset)?)
}

fn covariance(cx: &mut dyn Context, x: &Value, y: Option<&Value>, offset: f64) -> Result<Value> {
    let x = upright(&as_float(x).full());
    let count = x.dims().rows();
    let mut centered = |value: Value| -> Result<Value> {
        if value.is_empty() {
            return Ok(value);
        }
        let average = arithmetic(&value, 0);
        minus(cx, &value, &average)
    };
    let moved = centered(x.clone())?;
    let other = match y {
        None => moved.clone(),
        Some(y) => {
            let y = upright(&as_float(y).full());
            if y.dims().rows() != count {
                return Err(Error::plain("cov: X and Y must have the same number of observations"));
            }
            centered(y)?
        }
    };
    if count == 1 {
        let size = Dims::matrix(x.dims().columns(), other.dims().columns());
        return Ok(in_class(Value::Double(Array::filled(size, 0.0)), is_single(&x)));
    }
    let across = ops::unary(UnaryOp::ConjugateTranspose, moved)?;
    let product = binary(cx, BinaryOp::Multiply, &across, &other)?;
    over(cx, &product, &Value::double(count as f64 - 1.0 + offset))
}

pub(super) fn corr(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(correlation(cx, &args[0], args.get(1))?)
}

fn correlation(cx: &mut dyn Context, x: &Value, y: Option<&Value>) -> Result<Value> {
    // A scalar goes with itself; nobody looks at the other argument.
    if x.is_scalar() && is_numbers(x) {
        return Ok(in_class(Value::double(1.0), is_single(x)));
    }
    let fits = |value: &Value| is_numbers(value) && value.dims().is_matrix();
    if !fits(x) || y.is_some_and(|y| !fits(y)) {
        return Err(Error::plain("cov: X and Y must be numeric matrices or vectors"));
    }
    let together = match y {
        None if x.is_empty() => return Ok(in_class(Value::empty(), is_single(x))),
        None => covariance(cx, x, None, 0.0)?,
        // A number beside the first is an option there.
        Some(y) => call(cx, "cov", &[x, y])?,
    };
    let spread = call(cx, "std", &[&upright(x)])?;
    let across = ops::unary(UnaryOp::Transpose, spread.clone())?;
    let other = match y {
        None => spread,
        Some(y) => call(cx, "std", &[&upright(y)])?,
    };
    let scale = binary(cx, BinaryOp::Multiply, &across, &other)?;
    over(cx, &together, &scale)
}

/// The level of significance among the options of `corrcoef`.
fn significance(options: &[Value]) -> Result<f64> {
    let mut alpha = 0.05;
    for pair in options.chunks(2) {
        match (pair[0].as_bytes().map(<[u8]>::to_ascii_lowercase).as_deref(), pair.get(1)) {
            (Some(b"alpha"), Some(value)) => match value.to_f64() {
                Some(number) if value.is_scalar() && (0.0..=1.0).contains(&number) => {
                    alpha = number;
                }
                _ => {
                    return Err(Error::plain(
                        "corrcoef: \"alpha\" must be a number between 0 and 1",
                    ));
                }
            },
            (Some(b"rows"), Some(_)) => {}
            (Some(other), _) => {
                return Err(Error::plain(format!(
                    "corrcoef: Unknown option \"{}\"",
                    String::from_utf8_lossy(other)
                )));
            }
            (None, _) => return Err(Error::plain("corrcoef: parameter must be a string")),
        }
    }
    Ok(alpha)
}

/// How likely coefficients as large as these are where nothing is related.
fn chances(
    cx: &mut dyn Context,
    coefficients: &[f64],
    rows: usize,
    freedom: f64,
) -> Result<Vec<f64>> {
    let mut chances = Vec::with_capacity(coefficients.len());
    for (k, &r) in coefficients.iter().enumerate() {
        if k % rows == k / rows {
            chances.push(1.0);
            continue;
        }
        let t = r * (freedom / (1.0 - r * r)).sqrt();
        let place = Value::double(freedom / (freedom + t * t));
        let chance =
            call(cx, "betainc", &[&place, &Value::double(freedom / 2.0), &Value::double(0.5)])?;
        chances.push(chance.to_f64().unwrap_or(f64::NAN));
    }
    Ok(chances)
}

pub(super) fn corrcoef(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let mut positional = 1;
    let mut x = args[0].clone();
    if args.len() > 1 && !args[1].is_char() {
        positional = 2;
        let y = &args[1];
        if matches!(y, Value::Bool(_)) {
            return Err(Error::plain("corrcoef: parameter 1 must be a string"));
        }
        if nargout < 2 && x.is_empty() != y.is_empty() && is_numbers(&x) && is_numbers(y) {
            return one(1.0);
        }
        if x.numel() != y.numel() {
            return Err(Error::plain("corrcoef: X and Y must be the same size"));
        }
        let column = |value: &Value| value.clone().reshaped(Dims::matrix(value.numel(), 1));
        x = formwork_runtime::index::concatenate(
            "horzcat",
            1,
            vec![column(&as_float(&x)), column(&as_float(y))],
        )?;
    }
    let alpha = significance(&args[positional..])?;
    if !is_numbers(&x) {
        return Err(Error::plain("corrcoef: X must be a numeric array"));
    }
    if x.is_scalar() || x.is_empty() {
        return one(in_class(Value::double(f64::NAN), is_single(&x)));
    }
    // One observation each: only that they agree with themselves is known.
    if x.dims().rows() == 1 && positional == 2 && nargout < 2 {
        return one(in_class(Value::double(1.0), is_single(&x)));
    }
    let x = upright(&as_float(&x));
    let matrix = correlation(cx, &x, None)?;
    let count = x.dims().rows() as f64;
    let mut values = Values::new();
    let Some(coefficients) = matrix.to_f64_array().map(std::borrow::Cow::into_owned) else {
        values.push(matrix);
        return Ok(values);
    };
    let size = coefficients.dims().clone();
    let rows = size.rows();
    let diagonal = |k: usize| k % rows == k / rows;
    let exact: Vec<f64> = coefficients
        .as_slice()
        .iter()
        .enumerate()
        .map(|(k, &r)| if diagonal(k) && !r.is_nan() { 1.0 } else { r })
        .collect();
    values.push(in_class(Value::Double(Array::new(size.clone(), exact.clone())), is_single(&x)));
    if nargout > 1 {
        let chances = chances(cx, &exact, rows, count - 2.0)?;
        values.push(Value::Double(Array::new(size.clone(), chances)));
    }
    if nargout > 2 {
        let quantile = call(cx, "erfinv", &[&Value::double(1.0 - alpha)])?.to_f64().unwrap_or(0.0);
        let width = std::f64::consts::SQRT_2 * quantile / (count - 3.0).sqrt();
        for sign in [-1.0, 1.0] {
            let bounds = exact
                .iter()
                .enumerate()
                .map(|(k, &r)| if diagonal(k) { 1.0 } else { (r.atanh() + sign * width).tanh() })
                .collect();
            values.push(Value::Double(Array::new(size.clone(), bounds)));
        }
    }
    values.truncate(nargout.max(1));
    Ok(values)
}

pub(super) fn ranks(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    require_numbers("ranks", x)?;
    let along = match args.get(1).filter(|given| !given.is_empty()) {
        None => x.dims().first_non_singleton(),
        Some(_) => dimension_or_long("ranks", &args, 1)?,
    };
    let kind = match args.get(2) {
        None => 0,
        Some(given) => match given.as_bytes() {
            Some(b"fractional") => 0,
            Some(b"competition") => 1,
            Some(b"modified") => 2,
            Some(b"ordinal") => 3,
            Some(b"dense") => 4,
            Some(other) => {
                return Err(Error::plain(format!(
                    "ranks: unknown RANKTYPE '{}'",
                    String::from_utf8_lossy(other)
                )));
            }
            None => match given.to_f64() {
                Some(number) if (0.0..=4.0).contains(&number) && number.fract() == 0.0 => {
                    number as u8
                }
                Some(number) => {
                    return Err(Error::plain(format!("ranks: unknown RANKTYPE '{number}'")));
                }
                None => return Err(Error::plain("ranks: unknown RANKTYPE")),
            },
        },
    };
    let float = as_float(x);
    let Some(numbers) = float.to_f64_array() else {
        return Err(Error::plain("ranks: X must be a numeric vector or matrix"));
    };
    let extent = numbers.dims().get(along);
    let (dims, data) =
        map_runs(numbers.as_slice(), numbers.dims(), along, extent, |run, out: &mut [f64]| {
            let order = f64::sorted_places(run, false);
            let mut start = 0;
            for (number, group) in order.chunk_by(|&a, &b| run[a] == run[b]).enumerate() {
                let end = start + group.len();
                for (k, &item) in group.iter().enumerate() {
                    out[item] = match kind {
                        0 => (start + 1 + end) as f64 / 2.0,
                        1 => (start + 1) as f64,
                        2 => end as f64,
                        3 => (start + k + 1) as f64,
                        _ => (number + 1) as f64,
                    };
                }
                start = end;
            }
        });
    one(in_class(Value::Double(Array::new(dims, data)), is_single(x)))
}

fn related(name: &str, args: &Args) -> Result<()> {
    let fits = |value: &Value| is_numbers(value);
    if args.iter().all(fits) {
        return Ok(());
    }
    Err(Error::plain(format!("{name}: X and Y must be numeric matrices or vectors")))
}

pub(super) fn spearman(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    related("spearman", &args)?;
    let ranked = |cx: &mut dyn Context, value: &Value| call(cx, "ranks", &[&upright(value)]);
    let x = ranked(cx, &args[0])?;
    let y = match args.get(1) {
        Some(y) => Some(ranked(cx, y)?),
        None => None,
    };
    if let Some(y) = &y
        && y.dims().rows() != x.dims().rows()
    {
        return Err(Error::plain("spearman: X and Y must have the same number of observations"));
    }
    one(correlation(cx, &x, y.as_ref())?)
}

pub(super) fn kendall(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    related("kendall", &args)?;
    // Each pair of observations votes by the sign of its difference.
    let votes = |value: &Value| -> Option<Value> {
        let column = upright(value);
        let numbers = column.to_f64_array()?;
        let (rows, columns) = numbers.dims().flattened();
        let count = rows.saturating_mul(rows).saturating_mul(columns);
        memory::demand::<f64>(count);
        let mut data = Vec::with_capacity(count);
        for column in numbers.as_slice().chunks_exact(rows.max(1)) {
            for &a in column {
                data.extend(column.iter().map(|&b| match a.partial_cmp(&b) {
                    Some(order) => f64::from(order as i8),
                    None => f64::NAN,
                }));
            }
        }
        Some(Value::Double(Array::new(Dims::matrix(rows * rows, columns), data)))
    };
    let wrong = || Error::plain("kendall: X and Y must be numeric matrices or vectors");
    let x = votes(&args[0]).ok_or_else(wrong)?;
    let y = match args.get(1) {
        Some(y) => Some(votes(y).ok_or_else(wrong)?),
        None => None,
    };
    if let Some(y) = &y
        && y.dims().rows() != x.dims().rows()
    {
        return Err(Error::plain("kendall: X and Y must have the same number of observations"));
    }
    let single = args.iter().any(is_single);
    one(in_class(correlation(cx, &x, y.as_ref())?, single))
}
