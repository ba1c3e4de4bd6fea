//! Integrals of functions of two and three variables: `integral2`, `integral3`,
//! `quad2d`, `dblquad`, `triplequad`.

use formwork_runtime::{Array, C64, Dims, Error, Result, Value};

use super::quadrature::{GAUSS, KRONROD, NODES, Tolerance, adaptive, number};
use crate::context::{Args, Context, Values, one};
use crate::kit::call::call_value;

/// A limit that is a number or a function of the variables before it.
fn limit(cx: &mut dyn Context, limit: &Value, before: &[&Value]) -> Result<Vec<f64>> {
    if let Value::Function(_) = limit {
        let args = before.iter().map(|&value| value.clone()).collect();
        let value = call_value(cx, limit, args)?;
        return Ok(value.to_f64_array().map_or_else(Vec::new, |array| array.as_slice().to_vec()));
    }
    Ok(vec![limit.to_f64().unwrap_or(f64::NAN)])
}

struct Tile {
    x: (f64, f64),
    /// As parts of the way from the lower to the upper limit.
    y: (f64, f64),
    value: C64,
    error: f64,
}

/// What is integrated over a region: called with two matrices of coordinates.
type Surface<'f> = dyn FnMut(&mut dyn Context, Value, Value) -> Result<Value> + 'f;

struct Region<'r> {
    x: (f64, f64),
    low: &'r Value,
    high: &'r Value,
}

fn tile(
    cx: &mut dyn Context,
    f: &mut Surface<'_>,
    region: &Region<'_>,
    x: (f64, f64),
    y: (f64, f64),
) -> Result<Tile> {
    let count = NODES.len();
    let (middle, half) = ((x.0 + x.1) / 2.0, (x.1 - x.0) / 2.0);
    let xs: Vec<f64> = NODES.iter().map(|node| middle + half * node).collect();
    let row = Value::row(xs.clone());
    let spread = |values: Vec<f64>| if values.len() == 1 { vec![values[0]; count] } else { values };
    let low = spread(limit(cx, region.low, &[&row])?);
    let high = spread(limit(cx, region.high, &[&row])?);
    if low.len() != count || high.len() != count {
        return Err(Error::plain("integral2: limits must give as many values as they are given"));
    }
    let (part, width) = ((y.0 + y.1) / 2.0, (y.1 - y.0) / 2.0);
    let dims = Dims::matrix(count, count);
    let (mut grid_x, mut grid_y) = (Vec::new(), Vec::new());
    for column in 0..count {
        let span = high[column] - low[column];
        for node in NODES {
            grid_x.push(xs[column]);
            grid_y.push(low[column] + (part + width * node) * span);
        }
    }
    let value = f(
        cx,
        Value::Double(Array::new(dims.clone(), grid_x)),
        Value::Double(Array::new(dims, grid_y)),
    )?;
    let Some(values) = value.to_c64_array() else {
        return Err(Error::plain("integral2: integrand F must return a numeric array"));
    };
    let values = match values.numel() {
        1 => vec![values.as_slice()[0]; count * count],
        numel if numel == count * count => values.as_slice().to_vec(),
        _ => {
            return Err(Error::plain(
                "integral2: integrand F must return an array of the size of its arguments",
            ));
        }
    };
    let (mut fine, mut coarse) = (C64::new(0.0, 0.0), C64::new(0.0, 0.0));
    for column in 0..count {
        let span = high[column] - low[column];
        for r in 0..count {
            let value = values[column * count + r].scale(span * half * width);
            fine += value.scale(KRONROD[column] * KRONROD[r]);
            coarse += value.scale(GAUSS[column] * GAUSS[r]);
        }
    }
    Ok(Tile { x, y, value: fine, error: (fine - coarse).norm() })
}

fn surface(
    cx: &mut dyn Context,
    f: &mut Surface<'_>,
    region: &Region<'_>,
    tolerance: Tolerance,
) -> Result<(C64, f64)> {
    let mut tiles = Vec::new();
    let parts = [0.0, 0.5, 1.0];
    let (from, to) = region.x;
    for x in parts.windows(2) {
        for y in parts.windows(2) {
            let x = (from + (to - from) * x[0], from + (to - from) * x[1]);
            tiles.push(tile(cx, f, region, x, (y[0], y[1]))?);
        }
    }
    for _ in 0..tolerance.intervals {
        cx.poll()?;
        let total: C64 = tiles.iter().map(|tile| tile.value).sum();
        let error: f64 = tiles.iter().map(|tile| tile.error).sum();
        let goal = tolerance.absolute.max(tolerance.relative * total.norm());
        if error <= goal || error.is_nan() {
            return Ok((total, error));
        }
        let worst = tiles
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.error.total_cmp(&b.1.error))
            .map_or(0, |(place, _)| place);
        let Tile { x, y, .. } = tiles.swap_remove(worst);
        let (mx, my) = ((x.0 + x.1) / 2.0, (y.0 + y.1) / 2.0);
        for x in [(x.0, mx), (mx, x.1)] {
            for y in [(y.0, my), (my, y.1)] {
                tiles.push(tile(cx, f, region, x, y)?);
            }
        }
    }
    let total = tiles.iter().map(|tile| tile.value).sum();
    let error = tiles.iter().map(|tile| tile.error).sum();
    Ok((total, error))
}

struct Settings {
    tolerance: Tolerance,
    vectorized: bool,
}

fn settings(name: &str, pairs: &[Value], mut tolerance: Tolerance) -> Result<Settings> {
    let mut vectorized = true;
    for pair in pairs.chunks(2) {
        let Some(key) = pair[0].as_text().filter(|_| pair[0].is_char()) else {
            return Err(Error::plain(format!("{name}: property PROP must be a string")));
        };
        let Some(value) = pair.get(1) else { return Err(Error::invalid_call(name)) };
        match key.to_lowercase().as_str() {
            "abstol" => {
                tolerance.absolute = match value.to_f64() {
                    Some(number) if value.is_scalar() && number >= 0.0 => number,
                    _ => {
                        return Err(Error::plain(format!(
                            "{name}: AbsTol value must be a numeric scalar >= 0"
                        )));
                    }
                };
            }
            "reltol" => {
                tolerance.relative = match value.to_f64() {
                    Some(number) if value.is_scalar() && number >= 0.0 => number,
                    _ => {
                        return Err(Error::plain(format!(
                            "{name}: RelTol value must be a numeric scalar >= 0"
                        )));
                    }
                };
            }
            "vectorized" => vectorized = value.to_f64().is_some_and(|number| number != 0.0),
            "method" | "maxfunevals" | "singular" | "failureplot" => {}
            _ => return Err(Error::plain(format!("{name}: unknown property '{key}'"))),
        }
    }
    Ok(Settings { tolerance, vectorized })
}

/// Calls a function with matrices, or element by element if it takes no matrices.
fn apply(
    cx: &mut dyn Context,
    function: &Value,
    arguments: &[Value],
    vectorized: bool,
) -> Result<Value> {
    if vectorized {
        return call_value(cx, function, arguments.iter().cloned().collect());
    }
    let dims = arguments.iter().map(Value::dims).max_by_key(Dims::numel).unwrap_or(Dims::SCALAR);
    let lists: Vec<Vec<f64>> = arguments
        .iter()
        .map(|value| value.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec()))
        .collect();
    let mut out = Vec::with_capacity(dims.numel());
    for k in 0..dims.numel() {
        let args: Args =
            lists.iter().map(|list| Value::double(list[k.min(list.len() - 1)])).collect();
        let value = call_value(cx, function, args)?;
        out.push(
            value.to_c64_array().and_then(|a| a.as_slice().first().copied()).unwrap_or_default(),
        );
    }
    Ok(Value::Complex(Array::new(dims, out)).narrowed())
}

fn ranges(name: &str, args: &Args) -> Result<(f64, f64)> {
    let text = "XA, XB, YA, YB must be real scalars";
    let from = number(name, text, &args[1])?;
    let to = number(name, text, &args[2])?;
    Ok((from, to))
}

pub(super) fn integral2(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    two("integral2", cx, &args, nargout)
}

pub(super) fn quad2d(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    two("quad2d", cx, &args, nargout)
}

fn two(name: &str, cx: &mut dyn Context, args: &Args, nargout: usize) -> Result<Values> {
    if args.len().is_multiple_of(2) {
        return Err(Error::invalid_call(name));
    }
    let x = ranges(name, args)?;
    let defaults = Tolerance { absolute: 1e-10, relative: 1e-6, intervals: 2000 };
    let settings = settings(name, &args[5..], defaults)?;
    let region = Region { x, low: &args[3], high: &args[4] };
    let infinite = [&args[1], &args[2], &args[3], &args[4]]
        .into_iter()
        .any(|limit| limit.to_f64().is_some_and(f64::is_infinite));
    let function = args[0].clone();
    let (value, error) = if infinite {
        (iterated(cx, &function, &region, settings.tolerance)?, 0.0)
    } else {
        let mut f = |cx: &mut dyn Context, x: Value, y: Value| {
            apply(cx, &function, &[x, y], settings.vectorized)
        };
        surface(cx, &mut f, &region, settings.tolerance)?
    };
    let mut values = Values::new();
    values.push(Value::complex(value));
    if nargout > 1 {
        values.push(Value::double(error));
    }
    Ok(values)
}

/// One integral inside another, for regions without bounds.
fn iterated(
    cx: &mut dyn Context,
    function: &Value,
    region: &Region<'_>,
    tolerance: Tolerance,
) -> Result<C64> {
    let inner = |cx: &mut dyn Context, x: f64| -> Result<C64> {
        let at = Value::double(x);
        let low = limit(cx, region.low, &[&at])?.first().copied().unwrap_or(f64::NAN);
        let high = limit(cx, region.high, &[&at])?.first().copied().unwrap_or(f64::NAN);
        line(cx, (low, high), tolerance, &mut |cx: &mut dyn Context, ys: &[f64]| {
            let grid = Dims::matrix(ys.len(), 1);
            let xs = Value::Double(Array::filled(grid.clone(), x));
            let value = call_value(
                cx,
                function,
                Args::from_iter([xs, Value::Double(Array::new(grid, ys.to_vec()))]),
            )?;
            Ok(values_of(&value, ys.len()))
        })
    };
    line(cx, region.x, tolerance, &mut |cx: &mut dyn Context, xs: &[f64]| {
        xs.iter().map(|&x| inner(cx, x)).collect()
    })
}

fn values_of(value: &Value, count: usize) -> Vec<C64> {
    let values = value.to_c64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
    if values.len() == count {
        values
    } else {
        vec![values.first().copied().unwrap_or_default(); count]
    }
}

/// The integral of a Rust function over an interval that may be infinite.
fn line(
    cx: &mut dyn Context,
    (from, to): (f64, f64),
    tolerance: Tolerance,
    f: &mut dyn FnMut(&mut dyn Context, &[f64]) -> Result<Vec<C64>>,
) -> Result<C64> {
    let breaks: Vec<f64> = (0..=4).map(|k| f64::from(k) / 2.0 - 1.0).collect();
    let mut g = |cx: &mut dyn Context, places: &[f64]| -> Result<Vec<C64>> {
        let changed: Vec<(f64, f64)> = places
            .iter()
            .map(|&t| match (from.is_infinite(), to.is_infinite()) {
                (false, false) => ((from + to) / 2.0 + (to - from) / 2.0 * t, (to - from) / 2.0),
                (false, true) => {
                    let u = (t + 1.0) / 2.0;
                    let v = u / (1.0 - u);
                    (from + v * v, v / ((1.0 - u) * (1.0 - u)))
                }
                (true, false) => {
                    let u = (1.0 - t) / 2.0;
                    let v = u / (1.0 - u);
                    (to - v * v, v / ((1.0 - u) * (1.0 - u)))
                }
                (true, true) => {
                    let d = 1.0 - t * t;
                    (t / d, (1.0 + t * t) / (d * d))
                }
            })
            .collect();
        let xs: Vec<f64> = changed.iter().map(|&(x, _)| x).collect();
        let values = f(cx, &xs)?;
        Ok(values.into_iter().zip(&changed).map(|(v, &(_, weight))| v.scale(weight)).collect())
    };
    Ok(adaptive(cx, &mut g, &breaks, tolerance)?.value)
}

pub(super) fn integral3(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len().is_multiple_of(2) {
        return Err(Error::invalid_call("integral3"));
    }
    let x = ranges("integral3", &args)?;
    let defaults = Tolerance { absolute: 1e-10, relative: 1e-6, intervals: 1000 };
    let settings = settings("integral3", &args[7..], defaults)?;
    let function = args[0].clone();
    let inner_tolerance = settings.tolerance;
    let value = line(cx, x, settings.tolerance, &mut |cx: &mut dyn Context, xs: &[f64]| {
        xs.iter()
            .map(|&x| {
                let at = Value::double(x);
                let low = limit(cx, &args[3], &[&at])?.first().copied().unwrap_or(f64::NAN);
                let high = limit(cx, &args[4], &[&at])?.first().copied().unwrap_or(f64::NAN);
                let bound = |value: &Value| match value {
                    Value::Function(_) => None,
                    other => other.to_f64().map(Value::double),
                };
                // The limits of z may depend on x and y.
                let mut f = |cx: &mut dyn Context, y: Value, part: Value| -> Result<Value> {
                    let dims = y.dims();
                    let xs = Value::Double(Array::filled(dims.clone(), x));
                    let ends = |cx: &mut dyn Context, end: &Value| -> Result<Vec<f64>> {
                        if let Some(number) = bound(end).and_then(|value| value.to_f64()) {
                            return Ok(vec![number; dims.numel()]);
                        }
                        limit(cx, end, &[&xs, &y])
                    };
                    let (low, high) = (ends(cx, &args[5])?, ends(cx, &args[6])?);
                    let parts =
                        part.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
                    let pick = |list: &[f64], k: usize| list[k.min(list.len() - 1)];
                    let z: Vec<f64> = parts
                        .iter()
                        .enumerate()
                        .map(|(k, part)| pick(&low, k) + part * (pick(&high, k) - pick(&low, k)))
                        .collect();
                    let z = Value::Double(Array::new(dims.clone(), z));
                    let value =
                        apply(cx, &function, &[Value::double(x), y, z], settings.vectorized)?;
                    let values = values_of(&value, dims.numel());
                    let scaled = values
                        .into_iter()
                        .enumerate()
                        .map(|(k, value)| value.scale(pick(&high, k) - pick(&low, k)))
                        .collect();
                    Ok(Value::Complex(Array::new(dims, scaled)))
                };
                let (zero, whole) = (Value::double(0.0), Value::double(1.0));
                let region = Region { x: (low, high), low: &zero, high: &whole };
                Ok(surface(cx, &mut f, &region, inner_tolerance)?.0)
            })
            .collect()
    })?;
    one(Value::complex(value))
}

pub(super) fn dblquad(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let text = "limits of integration must be real scalars";
    let (xa, xb) = (number("dblquad", text, &args[1])?, number("dblquad", text, &args[2])?);
    let (ya, yb) = (number("dblquad", text, &args[3])?, number("dblquad", text, &args[4])?);
    let given = args.get(5).filter(|given| !given.is_empty()).and_then(Value::to_f64);
    let tolerance = Tolerance { absolute: given.unwrap_or(1e-6), relative: 1e-10, intervals: 650 };
    let function = args[0].clone();
    let value = line(cx, (ya, yb), tolerance, &mut |cx: &mut dyn Context, ys: &[f64]| {
        ys.iter()
            .map(|&y| {
                line(cx, (xa, xb), tolerance, &mut |cx: &mut dyn Context, xs: &[f64]| {
                    let args = Args::from_iter([Value::column(xs.to_vec()), Value::double(y)]);
                    Ok(values_of(&call_value(cx, &function, args)?, xs.len()))
                })
            })
            .collect()
    })?;
    one(Value::complex(value))
}

pub(super) fn triplequad(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let text = "limits of integration must be real scalars";
    let mut ends = Vec::new();
    for argument in &args[1..7] {
        ends.push(number("triplequad", text, argument)?);
    }
    let given = args.get(7).filter(|given| !given.is_empty()).and_then(Value::to_f64);
    let tolerance = Tolerance { absolute: given.unwrap_or(1e-6), relative: 1e-10, intervals: 650 };
    let function = args[0].clone();
    let value = line(cx, (ends[4], ends[5]), tolerance, &mut |cx: &mut dyn Context, zs| {
        zs.iter()
            .map(|&z| {
                line(cx, (ends[2], ends[3]), tolerance, &mut |cx: &mut dyn Context, ys| {
                    ys.iter()
                        .map(|&y| {
                            line(cx, (ends[0], ends[1]), tolerance, &mut |cx, xs: &[f64]| {
                                let args = Args::from_iter([
                                    Value::column(xs.to_vec()),
                                    Value::double(y),
                                    Value::double(z),
                                ]);
                                Ok(values_of(&call_value(cx, &function, args)?, xs.len()))
                            })
                        })
                        .collect()
                })
            })
            .collect()
    })?;
    one(Value::complex(value))
}
