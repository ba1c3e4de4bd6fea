//! `interp1`.

use std::f64::consts::PI;

use formwork_runtime::{Array, C64, Dims, Error, Result, StructArray, Value, ops};

use crate::context::{Args, Context, Values, one};
use crate::kit::call::call;
use crate::kit::class::{in_class, is_single};
use crate::kit::sorting::Sortable;

/// How points are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Nearest,
    Previous,
    Next,
    Linear,
    Hermite,
    Spline,
}

/// What is told outside the table.
enum Outside {
    Value(f64),
    Extrapolated,
}

struct Question {
    x: Option<Value>,
    y: Value,
    at: Option<Value>,
    method: Method,
    method_name: String,
    outside: Outside,
    as_polynomial: bool,
    /// At a jump: the value to the right of it.
    right: Option<bool>,
    evenly: bool,
}

fn read(args: &Args) -> Result<Question> {
    let mut question = Question {
        x: None,
        y: args[0].clone(),
        at: None,
        method: Method::Linear,
        method_name: "linear".to_owned(),
        outside: Outside::Value(na()),
        as_polynomial: false,
        right: None,
        evenly: false,
    };
    let mut numeric = vec![args[0].clone()];
    let mut outside_next = false;
    for argument in &args[1..] {
        let Some(text) = argument.as_text().filter(|_| argument.is_char()) else {
            if outside_next || numeric.len() == 3 {
                question.outside = Outside::Value(argument.to_f64().unwrap_or(f64::NAN));
            } else {
                numeric.push(argument.clone());
            }
            continue;
        };
        let lower = text.to_lowercase();
        match lower.as_str() {
            "extrap" => question.outside = Outside::Extrapolated,
            "pp" => question.as_polynomial = true,
            "right" | "-right" => question.right = Some(true),
            "left" | "-left" => question.right = Some(false),
            _ => {
                outside_next = true;
                let name = lower.strip_prefix('*').unwrap_or(&lower);
                question.evenly = lower.starts_with('*');
                question.method = match name {
                    "nearest" => Method::Nearest,
                    "previous" => Method::Previous,
                    "next" => Method::Next,
                    "linear" => Method::Linear,
                    "pchip" | "cubic" => Method::Hermite,
                    "spline" => Method::Spline,
                    _ => {
                        return Err(Error::plain(format!("interp1: invalid METHOD '{name}'")));
                    }
                };
                question.method_name = name.to_owned();
            }
        }
    }
    let mut numeric = numeric.into_iter();
    let (first, second, third) = (numeric.next(), numeric.next(), numeric.next());
    match (first, second, third) {
        (Some(x), Some(y), Some(at)) => {
            question.x = Some(x);
            question.y = y;
            question.at = Some(at);
        }
        (Some(x), Some(y), None) if question.as_polynomial => {
            question.x = Some(x);
            question.y = y;
        }
        (Some(y), Some(at), None) => {
            question.y = y;
            question.at = Some(at);
        }
        _ => {}
    }
    Ok(question)
}

/// The value that stands for a missing one: a NaN of its own.
fn na() -> f64 {
    f64::from_bits(crate::kit::not_available::NA_BITS)
}

/// Whether places, of which no two are equal, and rows of values may be of different numbers:
/// those that are put in order need a row each, and else it is up to the method.
fn fitting(method: Method, x: &[f64], rows: usize, columns: usize) -> Result<()> {
    let count = x.len();
    let order = f64::sorted_places(x, false);
    if count == rows {
        return Ok(());
    }
    if order.windows(2).any(|pair| x[pair[0]] == x[pair[1]]) {
        // Where two places are equal, the value between them is left out.
        let last = x.windows(2).rposition(|pair| pair[0] == pair[1]).map_or(0, |place| place + 1);
        if method != Method::Linear || last < rows {
            return Ok(());
        }
        return Err(Error::with_id(
            "Octave:index-out-of-bounds",
            format!("A(..,I,..) = []: index out of bounds: value {last} out of bound {}", rows - 1),
        ));
    }
    if !x.is_sorted() {
        if count <= rows {
            return Ok(());
        }
        return Err(Error::with_id(
            "Octave:index-out-of-bounds",
            format!("y({count},_): out of bound {rows} (dimensions are {rows}x{columns})"),
        ));
    }
    let fits = match method {
        // A single difference goes with all others.
        Method::Linear => count == 2 || rows == 2,
        Method::Spline => count < rows,
        Method::Nearest | Method::Previous | Method::Next | Method::Hermite => count == 2,
    };
    if fits {
        return Ok(());
    }
    Err(match method {
        Method::Linear => {
            let (dy, dx) = (Dims::matrix(rows - 1, columns), Dims::matrix(count - 1, columns));
            Error::nonconformant("quotient", &dy, &dx)
        }
        Method::Spline => Error::with_id(
            "Octave:index-out-of-bounds",
            format!("a({count},_): out of bound {rows} (dimensions are {rows}x{columns})"),
        ),
        Method::Hermite if columns == 1 => Error::plain("pchip: length of X and Y must match"),
        Method::Hermite => Error::plain("pchip: length of X and last dimension of Y must match"),
        Method::Nearest | Method::Previous | Method::Next => {
            let (all, held) = (count * columns, rows / count);
            Error::plain(format!(
                "reshape: can't reshape {columns}x{rows} array to {all}x{held} array"
            ))
        }
    })
}

/// The points of a table, in rising order.
struct Samples {
    x: Vec<f64>,
    /// the values, column by column
    table: Vec<Vec<C64>>,
    /// the extents of the values besides the first
    trailing: Vec<usize>,
    /// whether the points were given from the last one on
    falling: bool,
}

impl Samples {
    fn read(question: &Question, y: &Value) -> Result<Samples> {
        let short = || Error::plain("interp1: minimum of 2 points required in each dimension");
        let y_dims = y.dims();
        let (rows, trailing) = if y_dims.is_vector() {
            (y.numel(), Vec::new())
        } else {
            (y_dims.rows(), y_dims.as_slice()[1..].to_vec())
        };
        let mut x = match &question.x {
            Some(x) => x.to_f64_array().ok_or_else(short)?.into_owned().into_vec(),
            None => (1..=rows).map(|k| k as f64).collect(),
        };
        if x.len() < 2 || rows < 2 {
            return Err(short());
        }
        let columns: usize = trailing.iter().product();
        let numbers = y.to_c64_array().ok_or_else(short)?;
        fitting(question.method, &x, rows, columns.max(1))?;
        let count = x.len().min(rows);
        x.truncate(count);
        let mut table: Vec<Vec<C64>> = numbers
            .as_slice()
            .chunks_exact(rows)
            .take(columns.max(1))
            .map(|column| column[..count].to_vec())
            .collect();
        let falling = x[count - 1] < x[0];
        if !x.is_sorted() {
            let order = f64::sorted_places(&x, false);
            x = order.iter().map(|&k| x[k]).collect();
            for column in &mut table {
                *column = order.iter().map(|&k| column[k]).collect();
            }
        }
        let jumps = x.windows(2).any(|w| w[0] == w[1]);
        if jumps && !matches!(question.method, Method::Linear | Method::Nearest) {
            return Err(Error::plain(format!(
                "interp1: discontinuities not supported for METHOD '{}'",
                question.method_name
            )));
        }
        if question.method == Method::Linear && x[0] == x[count - 1] {
            return Err(Error::plain("mkpp: BREAKS must have at least one interval"));
        }
        Ok(Samples { x, table, trailing, falling })
    }
}

pub(super) fn interp1(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let question = read(&args)?;
    let y = question.y.clone().materialized();
    let complex = y.is_complex();
    let Samples { x, table, trailing, falling } = Samples::read(&question, &y)?;
    let right = question.right.unwrap_or(!falling);
    let single =
        [question.x.as_ref(), Some(&y), question.at.as_ref()].into_iter().flatten().any(is_single);
    if question.as_polynomial {
        return one(polynomial(cx, question.method, &x, &table, &trailing)?);
    }
    let Some(at) = &question.at else { return Err(Error::invalid_call("interp1")) };
    if let Value::Bool(_) | Value::Cell(_) | Value::Struct(_) | Value::Function(_) = at {
        return Err(Error::invalid_call("lookup"));
    }
    if question.method == Method::Linear && trailing.is_empty() {
        if let Some(between) = complex_places(at, &x, &table[0], &question.outside) {
            return one(in_class(between.narrowed(), single));
        }
        if at.class().is_integer() && !complex {
            return one(whole_places(at, &x, &table[0], &question.outside)?);
        }
    }
    let places =
        at.to_f64_array().ok_or_else(|| Error::plain("interp1: XI must be numeric"))?.into_owned();
    let at_dims = places.dims().clone();
    let mut out: Vec<C64> = Vec::with_capacity(places.numel() * table.len());
    for column in &table {
        let joined = join(cx, question.method, &x, column, complex, places.as_slice(), right)?;
        out.extend(places.as_slice().iter().zip(joined).map(
            |(&place, value)| match question.outside {
                Outside::Value(outside) if !(x[0] <= place && place <= x[x.len() - 1]) => {
                    C64::new(outside, 0.0)
                }
                _ => value,
            },
        ));
    }
    let dims = if trailing.is_empty() {
        at_dims
    } else {
        let mut extents =
            if at_dims.is_vector() { vec![places.numel()] } else { at_dims.as_slice().to_vec() };
        extents.extend(&trailing);
        Dims::new(&extents)
    };
    let result = if complex {
        Value::Complex(Array::new(dims, out)).narrowed()
    } else {
        Value::Double(Array::new(dims, out.iter().map(|z| z.re).collect()))
    };
    one(in_class(result, single))
}

/// Between two points of the table for each place off the real line, which lie in the
/// order of their distance from zero.
fn complex_places(at: &Value, x: &[f64], y: &[C64], outside: &Outside) -> Option<Value> {
    if !at.is_complex() {
        return None;
    }
    let places = at.to_c64_array()?;
    let before = |x: f64, place: C64| {
        let (far, near) = (place.norm(), x.abs());
        near < far || (near == far && (if x < 0.0 { PI } else { 0.0 }) <= place.arg())
    };
    let last = x.len() - 1;
    Some(Value::Complex(places.map(|&place| {
        let inside =
            before(x[0], place) && (place == C64::from(x[last]) || !before(x[last], place));
        if let (Outside::Value(value), false) = (outside, inside) {
            return C64::new(*value, 0.0);
        }
        let k = x.partition_point(|&x| before(x, place)).clamp(1, last) - 1;
        let slope = (y[k + 1] - y[k]).unscale(x[k + 1] - x[k]);
        // Octave turns the places into a column by conjugating them.
        (slope * (place - x[k]) + y[k]).conj()
    })))
}

/// Places of an integer class: so is every step of what is reckoned from them.
fn whole_places(at: &Value, x: &[f64], y: &[C64], outside: &Outside) -> Result<Value> {
    let whole = |value: f64| ops::cast(Value::double(value), at.class());
    let last = x.len() - 1;
    let Some(places) = at.to_f64_array() else { return Err(Error::invalid_call("interp1")) };
    let mut out = Vec::with_capacity(places.numel());
    for &place in places.as_slice() {
        let value = match outside {
            Outside::Value(value) if !(x[0] <= place && place <= x[last]) => *value,
            _ => {
                let k = x.partition_point(|&x| x <= place).clamp(1, last) - 1;
                let slope = (y[k + 1].re - y[k].re) / (x[k + 1] - x[k]);
                let step = whole(place - x[k])?.to_f64().unwrap_or(0.0);
                whole(slope * step)?.to_f64().unwrap_or(0.0) + y[k].re
            }
        };
        out.push(value);
    }
    ops::cast(Value::Double(Array::new(places.dims().clone(), out)), at.class())
}

/// The values at some places of the curve through a column of the table.
fn join(
    cx: &mut dyn Context,
    method: Method,
    x: &[f64],
    y: &[C64],
    complex: bool,
    places: &[f64],
    right: bool,
) -> Result<Vec<C64>> {
    let count = x.len();
    // The piece a place lies in; the outer ones reach out on both sides.
    let piece = |place: f64| x.partition_point(|&x| x <= place).clamp(1, count - 1) - 1;
    Ok(match method {
        Method::Nearest => {
            let cuts: Vec<f64> = x.windows(2).map(|w| (w[0] + w[1]) / 2.0).collect();
            places.iter().map(|&place| y[cuts.partition_point(|&cut| cut <= place)]).collect()
        }
        Method::Previous => {
            places.iter().map(|&place| y[x.partition_point(|&x| x <= place).max(1) - 1]).collect()
        }
        Method::Next => places
            .iter()
            .map(|&place| y[x.partition_point(|&x| x < place).min(count - 1)])
            .collect(),
        Method::Linear => places
            .iter()
            .map(|&place| {
                let mut k = if right {
                    piece(place)
                } else {
                    x.partition_point(|&x| x < place).clamp(1, count - 1) - 1
                };
                // A jump at either end is no piece.
                while k > 0 && x[k] == x[k + 1] {
                    k -= 1;
                }
                while k + 2 < count && x[k] == x[k + 1] {
                    k += 1;
                }
                let slope = (y[k + 1] - y[k]).unscale(x[k + 1] - x[k]);
                if place == x[k + 1] && !right {
                    return y[k + 1];
                }
                slope.scale(place - x[k]) + y[k]
            })
            .collect(),
        Method::Hermite if count == 2 => {
            return join(cx, Method::Linear, x, y, complex, places, right);
        }
        Method::Hermite | Method::Spline => {
            let name = if method == Method::Spline { "spline" } else { "pchip" };
            let xs = Value::row(x.to_vec());
            let at = Value::row(places.to_vec());
            let mut part = |pick: fn(&C64) -> f64| -> Result<Vec<f64>> {
                let ys = Value::row(y.iter().map(pick).collect());
                if places.is_empty() {
                    return Ok(Vec::new());
                }
                let value = call(cx, name, &[&xs, &ys, &at])?;
                Ok(value.to_f64_array().map_or_else(Vec::new, |array| array.as_slice().to_vec()))
            };
            let real = part(|z| z.re)?;
            let imaginary = if complex { part(|z| z.im)? } else { vec![0.0; real.len()] };
            real.into_iter().zip(imaginary).map(|(re, im)| C64::new(re, im)).collect()
        }
    })
}

/// The curve as a piecewise polynomial.
fn polynomial(
    cx: &mut dyn Context,
    method: Method,
    x: &[f64],
    table: &[Vec<C64>],
    trailing: &[usize],
) -> Result<Value> {
    let count = x.len();
    let columns: Vec<Vec<f64>> =
        table.iter().map(|column| column.iter().map(|z| z.re).collect()).collect();
    let made = match method {
        Method::Spline | Method::Hermite if count > 2 => {
            let name = if method == Method::Spline { "spline" } else { "pchip" };
            let mut data = Vec::new();
            for k in 0..count {
                data.extend(columns.iter().map(|column| column[k]));
            }
            let ys = Value::Double(Array::new(Dims::matrix(columns.len(), count), data));
            call(cx, name, &[&Value::row(x.to_vec()), &ys])?
        }
        _ => {
            let last = count - 1;
            // Breaks, and the coefficients of each piece, highest power first.
            let (breaks, pieces): (Vec<f64>, Vec<Vec<(f64, f64)>>) = match method {
                Method::Nearest => {
                    let mut breaks = vec![x[0]];
                    breaks.extend(x.windows(2).map(|w| (w[0] + w[1]) / 2.0));
                    breaks.push(x[last]);
                    (breaks, constant(&columns, 0..count))
                }
                Method::Previous => {
                    let mut breaks = x.to_vec();
                    breaks.push(2.0 * x[last] - x[last - 1]);
                    (breaks, constant(&columns, 0..count))
                }
                Method::Next => {
                    let mut breaks = vec![2.0 * x[0] - x[1]];
                    breaks.extend(x);
                    (breaks, constant(&columns, 0..count))
                }
                _ => {
                    let pieces = (0..last)
                        .map(|k| {
                            let slope = |y: &Vec<f64>| (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
                            columns.iter().map(|y| (slope(y), y[k])).collect()
                        })
                        .collect();
                    (x.to_vec(), pieces)
                }
            };
            let straight = !matches!(method, Method::Nearest | Method::Previous | Method::Next);
            let rows = pieces.len() * columns.len();
            let flat: Vec<(f64, f64)> = pieces.into_iter().flatten().collect();
            let mut data = Vec::new();
            if straight {
                data.extend(flat.iter().map(|&(slope, _)| slope));
            }
            data.extend(flat.iter().map(|&(_, value)| value));
            let coefficients =
                Value::Double(Array::new(Dims::matrix(rows, data.len() / rows.max(1)), data));
            let breaks = Value::row(breaks);
            if trailing.is_empty() {
                call(cx, "mkpp", &[&breaks, &coefficients])?
            } else {
                let sizes = Value::row(trailing.iter().map(|&extent| extent as f64).collect());
                call(cx, "mkpp", &[&breaks, &coefficients, &sizes])?
            }
        }
    };
    Ok(match made {
        Value::Struct(made) => {
            let mut marked: StructArray = (*made).clone();
            marked.set_scalar_field("orient", Value::text("first"));
            Value::from(marked)
        }
        other => other,
    })
}

fn constant(columns: &[Vec<f64>], places: std::ops::Range<usize>) -> Vec<Vec<(f64, f64)>> {
    places.map(|k| columns.iter().map(|column| (0.0, column[k])).collect()).collect()
}
