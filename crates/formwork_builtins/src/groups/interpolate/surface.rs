//! `interp2`, `interpft`.

use formwork_runtime::{Array, C64, Dims, Error, Result, Value, memory};

use crate::context::{Args, Context, Values, one};
use crate::groups::polynomial::slopes;
use crate::kit::call::call;
use crate::kit::class::{in_class, is_single};
use crate::kit::dimension::dimension_or_long;
use crate::kit::not_available::NA_BITS;

/// Places in the plane.
type Points = Vec<(f64, f64)>;

/// Samples of a surface over a grid, column by column.
struct Surface {
    xs: Vec<f64>,
    ys: Vec<f64>,
    data: Vec<f64>,
}

impl Surface {
    /// The table of a call and its axes, which count from 1 if they are not given.
    fn read(x: Option<&Value>, y: Option<&Value>, z: &Value) -> Result<Surface> {
        if !z.dims().is_matrix() || !(z.is_numeric() || matches!(z, Value::Bool(_))) {
            return Err(Error::plain("interp2: Z must be a 2-D matrix"));
        }
        let table = numbers(z)?;
        let (rows, columns) = table.dims().flattened();
        let xs = axis(x, columns, (rows, columns), true)?;
        let ys = axis(y, rows, (rows, columns), false)?;
        if rows < 2 || columns < 2 {
            return Err(Error::plain("interp2: Z must be at least a 2x2 matrix"));
        }
        Ok(Surface { xs, ys, data: table.into_vec() })
    }

    fn contains(&self, (x, y): (f64, f64)) -> bool {
        self.xs[0] <= x
            && x <= self.xs[self.xs.len() - 1]
            && self.ys[0] <= y
            && y <= self.ys[self.ys.len() - 1]
    }

    /// The planes through the samples at the corners, bent to meet all four.
    fn linear(&self, (x, y): (f64, f64)) -> f64 {
        let Surface { xs, ys, data } = self;
        let (c, r) = (piece(xs, x), piece(ys, y));
        let (u, v) = ((x - xs[c]) / (xs[c + 1] - xs[c]), (y - ys[r]) / (ys[r + 1] - ys[r]));
        let at = |r: usize, c: usize| data[r + c * ys.len()];
        let a = at(r, c);
        let b = at(r + 1, c) - a;
        let across = at(r, c + 1) - a;
        let d = at(r + 1, c + 1) - a - b - across;
        a + b * v + across * u + d * u * v
    }

    fn nearest(&self, (x, y): (f64, f64)) -> f64 {
        let Surface { xs, ys, data } = self;
        let (mut c, mut r) = (piece(xs, x), piece(ys, y));
        c += usize::from(x - xs[c] >= xs[c + 1] - x);
        r += usize::from(y - ys[r] >= ys[r + 1] - y);
        data[r + c * ys.len()]
    }

    /// Splines down the columns, and splines across through what these give.
    fn splines(&self, cx: &mut dyn Context, points: &[(f64, f64)]) -> Result<Vec<f64>> {
        let spline = |cx: &mut dyn Context, axis: &[f64], samples: Vec<f64>, at: f64| {
            let axis = Value::row(axis.to_vec());
            let value = call(cx, "spline", &[&axis, &Value::row(samples), &Value::double(at)])?;
            Ok(value.to_f64().unwrap_or(f64::NAN))
        };
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| points[a].1.total_cmp(&points[b].1));
        let mut out = vec![0.0; points.len()];
        let mut row_at: Option<(u64, Vec<f64>)> = None;
        for k in order {
            let (x, y) = points[k];
            // The curve across at this height is made once for all points on it.
            let row = match &row_at {
                Some((bits, row)) if *bits == y.to_bits() => row.clone(),
                _ => {
                    let columns = self.data.chunks_exact(self.ys.len());
                    let row = columns
                        .map(|column| spline(cx, &self.ys, column.to_vec(), y))
                        .collect::<Result<Vec<f64>>>()?;
                    row_at = Some((y.to_bits(), row.clone()));
                    row
                }
            };
            out[k] = spline(cx, &self.xs, row, x)?;
        }
        Ok(out)
    }
}

/// The piece of an axis in which a place lies; places outside lie in the piece at the end.
fn piece(axis: &[f64], at: f64) -> usize {
    axis.partition_point(|&x| x <= at).clamp(1, axis.len() - 1) - 1
}

fn numbers(value: &Value) -> Result<Array<f64>> {
    value
        .to_f64_array()
        .filter(|_| value.is_numeric() || matches!(value, Value::Bool(_)))
        .map(std::borrow::Cow::into_owned)
        .ok_or_else(|| Error::plain("interp2: X, Y must be numeric matrices"))
}

/// An axis of `count` places, given as a vector or by a matrix of the size of the table.
fn axis(
    given: Option<&Value>,
    count: usize,
    (rows, columns): (usize, usize),
    across: bool,
) -> Result<Vec<f64>> {
    let Some(given) = given else { return Ok((1..=count).map(|k| k as f64).collect()) };
    let list = numbers(given)?;
    if list.dims().is_vector() {
        if list.numel() != count {
            return Err(Error::plain("interp2: X and Y must be matrices equal in size to Z"));
        }
        return Ok(list.into_vec());
    }
    if *list.dims() != Dims::matrix(rows, columns) {
        return Err(Error::plain("interp2: X and Y must be matrices equal in size to Z"));
    }
    let data = list.as_slice();
    Ok(if across { (0..columns).map(|c| data[c * rows]).collect() } else { data[..rows].to_vec() })
}

/// The places of a grid that is refined by halving each piece `n` times.
fn refined(surface: &Surface, n: f64) -> Result<(Dims, Points)> {
    let parts = 2.0_f64.powf(n.floor()) as usize;
    // More points between two would be beyond any memory.
    if parts > 1 << 24 {
        return Err(Error::too_large());
    }
    let fine = |axis: &[f64]| -> Vec<f64> {
        memory::demand::<f64>((axis.len() - 1).saturating_mul(parts));
        (0..=(axis.len() - 1) * parts).map(|k| 1.0 + k as f64 / parts as f64).collect()
    };
    crossed(&fine(&surface.xs), &fine(&surface.ys))
}

/// The places at every one of `across` and every one of `down`.
fn crossed(across: &[f64], down: &[f64]) -> Result<(Dims, Points)> {
    let dims = Dims::matrix(down.len(), across.len());
    memory::reserve::<(f64, f64)>(&dims)?;
    let points = across.iter().flat_map(|&x| down.iter().map(move |&y| (x, y))).collect();
    Ok((dims, points))
}

/// The places that are asked for: of a grid if both vectors lie in different directions.
fn asked(xi: &Value, yi: &Value) -> Result<(Dims, Points)> {
    let (a, b) = (numbers(xi)?, numbers(yi)?);
    let is_grid = a.dims().is_vector()
        && b.dims().is_vector()
        && a.dims() != b.dims()
        && (a.dims().is_row() != b.dims().is_row() || a.numel() != b.numel());
    if is_grid {
        crossed(a.as_slice(), b.as_slice())
    } else if a.dims() == b.dims() {
        let points = a.as_slice().iter().copied().zip(b.as_slice().iter().copied());
        Ok((a.dims().clone(), points.collect()))
    } else {
        Err(Error::plain("interp2: XI and YI must be matrices of equal size"))
    }
}

pub(super) fn interp2(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let split = args.iter().position(Value::is_char).unwrap_or(args.len());
    let numeric = &args[..split];
    let method = args
        .get(split)
        .and_then(Value::as_text)
        .map_or_else(|| "linear".to_owned(), |text| text.to_lowercase());
    let outside = args.get(split + 1).and_then(Value::to_f64);
    let (x, y, z, at, halvings) = match numeric {
        [z] => (None, None, z, None, Some(1.0)),
        [z, n] => (None, None, z, None, n.to_f64()),
        [z, xi, yi] => (None, None, z, Some((xi, yi)), None),
        [x, y, z, xi, yi] => (Some(x), Some(y), z, Some((xi, yi)), None),
        _ => return Err(Error::invalid_call("interp2")),
    };
    let surface = Surface::read(x, y, z)?;
    let (dims, points) = match at {
        None => refined(&surface, halvings.unwrap_or(1.0).max(0.0))?,
        Some((xi, yi)) => asked(xi, yi)?,
    };
    let out: Vec<f64> = match method.as_str() {
        "linear" => points.iter().map(|&point| surface.linear(point)).collect(),
        "nearest" => points.iter().map(|&point| surface.nearest(point)).collect(),
        "cubic" | "pchip" => hermite(&surface, &points),
        "spline" => surface.splines(cx, &points)?,
        other => {
            return Err(Error::plain(format!(
                "interp2: unrecognized interpolation METHOD '{other}'"
            )));
        }
    };
    let extrapolated = outside.is_none() && method == "spline";
    let beyond = outside.unwrap_or(f64::from_bits(NA_BITS));
    let value = |(value, &point): (f64, &(f64, f64))| {
        if surface.contains(point) || extrapolated { value } else { beyond }
    };
    let data = out.into_iter().zip(&points).map(value).collect();
    let single = numeric.iter().any(is_single);
    one(in_class(Value::Double(Array::new(dims, data)), single))
}

/// Cubic pieces in both directions whose slopes keep the samples' shape; the mixed slope is the
/// mean of what the slopes across give down and those down give across.
fn hermite(surface: &Surface, points: &[(f64, f64)]) -> Vec<f64> {
    let Surface { xs, ys, data } = surface;
    let (rows, columns) = (ys.len(), xs.len());
    let widths = |axis: &[f64]| -> Vec<f64> { axis.windows(2).map(|w| w[1] - w[0]).collect() };
    let (wide, high) = (widths(xs), widths(ys));
    let down = |z: &[f64]| -> Vec<f64> {
        z.chunks_exact(rows).flat_map(|column| slopes(&high, column)).collect()
    };
    let across = |z: &[f64]| -> Vec<f64> {
        let mut out = vec![0.0; z.len()];
        for r in 0..rows {
            let row: Vec<f64> = (0..columns).map(|c| z[r + c * rows]).collect();
            for (c, slope) in slopes(&wide, &row).into_iter().enumerate() {
                out[r + c * rows] = slope;
            }
        }
        out
    };
    let (dx, dy) = (across(data), down(data));
    let mixed: Vec<f64> = down(&dx).iter().zip(across(&dy)).map(|(a, b)| (a + b) / 2.0).collect();
    // What values and slopes at both ends of a piece count for at a place in it.
    let weights = |t: f64, width: f64| {
        let (s, t2) = (1.0 - t, t * t);
        ([s * s * (1.0 + 2.0 * t), t2 * (3.0 - 2.0 * t)], [t * s * s * width, -t2 * s * width])
    };
    points
        .iter()
        .map(|&(x, y)| {
            if !x.is_finite() || !y.is_finite() {
                return f64::NAN;
            }
            let (c, r) = (piece(xs, x), piece(ys, y));
            let (value_x, slope_x) = weights((x - xs[c]) / wide[c], wide[c]);
            let (value_y, slope_y) = weights((y - ys[r]) / high[r], high[r]);
            let mut sum = 0.0;
            for i in 0..2 {
                for j in 0..2 {
                    let at = r + i + (c + j) * rows;
                    sum += value_y[i] * (data[at] * value_x[j] + dx[at] * slope_x[j])
                        + slope_y[i] * (dy[at] * value_x[j] + mixed[at] * slope_x[j]);
                }
            }
            sum
        })
        .collect()
}

/// What `interpft` makes of nothing: nothing of another length, if it stays nothing.
fn nothing_between(z: &Value, along: usize, count: usize) -> Result<Values> {
    let dims = z.dims().with(along, count);
    if dims.numel() == 0 {
        return one(in_class(Value::Double(Array::new(dims, Vec::new())), is_single(z)));
    }
    let mut extents: Vec<usize> = dims.as_slice().to_vec();
    extents[..=along].rotate_right(1);
    let turned = Dims::new(&extents);
    let have = if turned.columns() == 1 { "0x1" } else { "1x0" };
    Err(Error::plain(format!("reshape: can't reshape {have} array to {turned} array")))
}

pub(super) fn interpft(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let z = &args[0];
    let count = match args[1].to_f64() {
        Some(number) if args[1].is_scalar() && number >= 1.0 && number.fract() == 0.0 => {
            number as usize
        }
        _ => return Err(Error::plain("interpft: N must be a scalar integer")),
    };
    let along = match args.get(2) {
        Some(_) => dimension_or_long("interpft", &args, 2)?,
        None => usize::from(z.dims().is_row()),
    };
    let old = z.dims().get(along);
    if z.is_empty() {
        return nothing_between(z, along, count);
    }
    // Enough points that every step is a whole number of new ones.
    let step = if count > old { 1 } else { old.div_ceil(count) };
    let full = step.saturating_mul(count);
    memory::reserve::<C64>(&z.dims().with(along, full))?;
    let nothing = Value::empty();
    let dimension = Value::count(along + 1);
    let spectrum = call(cx, "fft", &[z, &nothing, &dimension])?;
    let Some(spectrum) = spectrum.to_c64_array() else {
        return Err(Error::invalid_call("interpft"));
    };
    let (_, data) = crate::kit::fold::map_runs(
        spectrum.as_slice(),
        spectrum.dims(),
        along,
        full,
        |run, out: &mut [C64]| {
            let half = old.div_ceil(2);
            out[..half].copy_from_slice(&run[..half]);
            let upper = old - half;
            let start = out.len() - upper;
            out[start..].copy_from_slice(&run[half..]);
            if old.is_multiple_of(2) && full > old {
                let middle = run[half].scale(0.5);
                out[half] = middle;
                out[start] = middle;
            }
        },
    );
    let dims = spectrum.dims().with(along, full);
    let padded = Value::Complex(Array::new(dims, data));
    let back = call(cx, "ifft", &[&padded, &nothing, &dimension])?;
    let Some(back) = back.to_c64_array() else { return Err(Error::invalid_call("interpft")) };
    let scale = full as f64 / old as f64;
    let (dims, data) = crate::kit::fold::map_runs(
        back.as_slice(),
        back.dims(),
        along,
        count,
        |run, out: &mut [C64]| {
            for (slot, value) in out.iter_mut().zip(run.iter().step_by(step)) {
                *slot = value.scale(scale);
            }
        },
    );
    one(if z.is_complex() {
        Value::Complex(Array::new(dims, data)).narrowed()
    } else {
        in_class(Value::Double(Array::new(dims, data.iter().map(|z| z.re).collect())), is_single(z))
    })
}
