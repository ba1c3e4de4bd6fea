//! Cubics through points: `spline`, `pchip`.

use formwork_linalg::{Matrix, RealScalar, Scalar};
use formwork_runtime::{Array, C64, Class, Error, Result, Value};

use super::piecewise::{assemble, finished};
use crate::context::{Args, Context, Values};

/// The values to go through: a row per place, a column per component.
struct Samples {
    values: Matrix<C64>,
    /// The size of one value.
    dims: Vec<usize>,
}

fn places(name: &str, x: &Value) -> Result<Vec<f64>> {
    x.to_f64_array().map(|x| x.as_slice().to_vec()).ok_or_else(|| {
        Error::plain(format!(
            "{name}: wrong type argument '{}'",
            formwork_runtime::ops::type_name(x)
        ))
    })
}

fn numbers(name: &str, y: &Value) -> Result<Array<C64>> {
    y.to_c64_array().map(std::borrow::Cow::into_owned).ok_or_else(|| {
        Error::plain(format!(
            "{name}: wrong type argument '{}'",
            formwork_runtime::ops::type_name(y)
        ))
    })
}

/// The last dimension runs along the places.
fn last_along(y: &Array<C64>) -> Samples {
    let extents = y.dims().as_slice().to_vec();
    let count = extents[extents.len() - 1];
    let components: usize = extents[..extents.len() - 1].iter().product();
    let data = y.as_slice();
    let values = Matrix::from_fn(count, components, |i, j| data[j + components * i]);
    Samples { values, dims: extents[..extents.len() - 1].to_vec() }
}

fn spline_samples(y: &Value, n: usize) -> Result<Samples> {
    let y = numbers("spline", y)?;
    let dims = y.dims().clone();
    if dims.is_matrix() {
        let fits = |extent: usize| extent == n || extent == n + 2;
        if !fits(dims.columns()) && fits(dims.rows()) {
            let (rows, columns) = (dims.rows(), dims.columns());
            let values = Matrix::new(rows, columns, y.into_vec());
            return Ok(Samples { values, dims: vec![columns] });
        }
    }
    Ok(last_along(&y))
}

pub(crate) fn spline(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut x = places("spline", &args[0])?;
    let n = x.len();
    if n < 2 {
        return Err(Error::plain("spline: requires at least 2 points"));
    }
    let Samples { mut values, dims } = spline_samples(&args[1], n)?;
    let clamped = values.rows() == n + 2;
    let mut slopes = None;
    if clamped {
        let columns = values.columns();
        let first: Vec<C64> = (0..columns).map(|j| values[(0, j)]).collect();
        let last: Vec<C64> = (0..columns).map(|j| values[(n + 1, j)]).collect();
        slopes = Some((first, last));
        values = Matrix::from_fn(n, columns, |i, j| values[(i + 1, j)]);
    }
    if values.rows() > n && n <= 3 {
        // A line or a parabola is laid through the first ones.
        values = Matrix::from_fn(n, values.columns(), |i, j| values[(i, j)]);
    }
    if values.rows() != n {
        return Err(Error::nonconformant(
            "operator -",
            &formwork_runtime::Dims::matrix(values.rows(), values.columns()),
            &formwork_runtime::Dims::matrix(n, 1),
        ));
    }
    if !x.is_sorted() {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap_or(std::cmp::Ordering::Equal));
        x = order.iter().map(|&k| x[k]).collect();
        values = Matrix::from_fn(n, values.columns(), |i, j| values[(order[i], j)]);
    }
    let columns = values.columns();
    let mut parts: Vec<Vec<[C64; 4]>> = Vec::with_capacity(columns);
    let mut order = 4;
    let mut breaks = x.clone();
    for j in 0..columns {
        let a = values.column(j);
        let pieces = match &slopes {
            Some((first, last)) => clamped_pieces(&x, a, first[j], last[j]),
            None if n == 2 => {
                order = 2;
                let slope = (a[1] - a[0]).scaled(1.0 / (x[1] - x[0]));
                vec![[C64::ZERO, C64::ZERO, slope, a[0]]]
            }
            None if n == 3 => {
                order = 3;
                breaks = vec![x[0], x[2]];
                vec![parabola(&x, a)]
            }
            None => natural_pieces(&x, a),
        };
        parts.push(pieces);
    }
    let count = breaks.len() - 1;
    let coefficients = Matrix::from_fn(count * columns, order, |row, k| {
        parts[row % columns][row / columns][4 - order + k]
    });
    let single = args[..2].iter().any(|value| value.class() == Class::Single);
    finish(&breaks, coefficients, &dims, single, args.get(2))
}

fn finish(
    breaks: &[f64],
    coefficients: Matrix<C64>,
    dims: &[usize],
    single: bool,
    xi: Option<&Value>,
) -> Result<Values> {
    let pp = if single {
        let narrow: Vec<f32> = breaks.iter().map(|&x| x as f32).collect();
        let small = coefficients
            .map(|z| formwork_runtime::C32::new(RealScalar::of(z.re), RealScalar::of(z.im)));
        assemble(&narrow, small, dims, true)?
    } else {
        assemble(breaks, coefficients, dims, false)?
    };
    let single = single || xi.is_some_and(|xi| xi.class() == Class::Single);
    let mut values = finished(pp, xi)?;
    if single && xi.is_some() {
        let value = values.remove(0);
        let value = match value.to_c32_array() {
            Some(array) => Value::ComplexSingle(array.into_owned()).narrowed(),
            None => value,
        };
        values.insert(0, value);
    }
    Ok(values)
}

fn parabola(x: &[f64], a: &[C64]) -> [C64; 4] {
    let (x1, x2, x3) = (x[0], x[1], x[2]);
    let c = (a[0] - a[2]).scaled(1.0 / ((x3 - x1) * (x2 - x3)))
        + (a[1] - a[0]).scaled(1.0 / ((x2 - x1) * (x2 - x3)));
    let b = (a[1] - a[0]).scaled((x3 - x1) / ((x2 - x1) * (x3 - x2)))
        + (a[0] - a[2]).scaled((x2 - x1) / ((x3 - x1) * (x3 - x2)));
    [C64::ZERO, c, b, a[0]]
}

/// Solves a tridiagonal system.
fn tridiagonal(below: &[f64], diagonal: &[f64], above: &[f64], right: &[C64]) -> Vec<C64> {
    let n = diagonal.len();
    let mut pivot = diagonal.to_vec();
    let mut x = right.to_vec();
    for i in 1..n {
        let factor = below[i - 1] / pivot[i - 1];
        pivot[i] -= factor * above[i - 1];
        let step = x[i - 1].scaled(factor);
        x[i] -= step;
    }
    for i in (0..n).rev() {
        if i + 1 < n {
            let step = x[i + 1].scaled(above[i]);
            x[i] -= step;
        }
        x[i] = C64::new(x[i].re / pivot[i], x[i].im / pivot[i]);
    }
    x
}

/// The pieces from the values and half the second derivatives at the places.
fn from_curvature(h: &[f64], a: &[C64], c: &[C64]) -> Vec<[C64; 4]> {
    (0..h.len())
        .map(|i| {
            let b = C64::new((a[i + 1].re - a[i].re) / h[i], (a[i + 1].im - a[i].im) / h[i])
                - (c[i + 1] + c[i].scaled(2.0)).scaled(h[i] / 3.0);
            let difference = c[i + 1] - c[i];
            let d = C64::new(difference.re / (3.0 * h[i]), difference.im / (3.0 * h[i]));
            [d, c[i], b, a[i]]
        })
        .collect()
}

/// Not-a-knot: the third derivative goes on through the second place and the last
/// but one.
fn natural_pieces(x: &[f64], a: &[C64]) -> Vec<[C64; 4]> {
    let n = x.len();
    let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let step = |i: usize| a[i + 1] - a[i];
    let mut right = vec![C64::ZERO; n - 2];
    right[0] = (step(1) - step(0).scaled(h[1] / h[0])).scaled(3.0 / (h[0] + h[1]));
    right[n - 3] =
        (step(n - 2).scaled(h[n - 3] / h[n - 2]) - step(n - 3)).scaled(3.0 / (h[n - 2] + h[n - 3]));
    for i in 1..n - 3 {
        right[i] = step(i + 1).scaled(3.0 / h[i + 1]) - step(i).scaled(3.0 / h[i]);
    }
    let mut diagonal: Vec<f64> = (0..n - 2).map(|i| 2.0 * (h[i] + h[i + 1])).collect();
    let mut above: Vec<f64> = h[1..n - 2].to_vec();
    let mut below = above.clone();
    diagonal[0] -= h[0];
    diagonal[n - 3] -= h[n - 2];
    above[0] -= h[0];
    let last = below.len() - 1;
    below[last] -= h[n - 2];
    let inner = tridiagonal(&below, &diagonal, &above, &right);
    let mut c = vec![C64::ZERO; n];
    c[1..n - 1].copy_from_slice(&inner);
    c[0] = c[1] + (c[1] - c[2]).scaled(h[0] / h[1]);
    c[n - 1] = c[n - 2] + (c[n - 2] - c[n - 3]).scaled(h[n - 2] / h[n - 3]);
    from_curvature(&h, a, &c)
}

/// With given slopes at both ends.
fn clamped_pieces(x: &[f64], a: &[C64], first: C64, last: C64) -> Vec<[C64; 4]> {
    let n = x.len();
    let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let slope = |i: usize| (a[i + 1] - a[i]).scaled(1.0 / h[i]);
    let mut right = vec![C64::ZERO; n];
    right[0] = (slope(0) - first).scaled(0.5);
    right[n - 1] = (last - slope(n - 2)).scaled(0.5);
    for i in 1..n - 1 {
        right[i] = (slope(i) - slope(i - 1)).scaled(0.5);
    }
    let mut diagonal = vec![0.0; n];
    for i in 0..n {
        let before = if i > 0 { h[i - 1] } else { 0.0 };
        let after = if i + 1 < n { h[i] } else { 0.0 };
        diagonal[i] = (before + after) / 3.0;
    }
    let off: Vec<f64> = h.iter().map(|h| h / 6.0).collect();
    let c = tridiagonal(&off, &diagonal, &off, &right);
    from_curvature(&h, a, &c)
}

pub(crate) fn pchip(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut x = places("pchip", &args[0])?;
    let n = x.len();
    let y = numbers("pchip", &args[1])?;
    let mut samples = if y.dims().is_vector() {
        if y.numel() != n {
            return Err(Error::plain("pchip: length of X and Y must match"));
        }
        Samples { values: Matrix::new(n, 1, y.into_vec()), dims: vec![1] }
    } else {
        let samples = last_along(&y);
        if samples.values.rows() != n {
            return Err(Error::plain("pchip: length of X and last dimension of Y must match"));
        }
        samples
    };
    if n < 2 {
        return Err(Error::plain("__pchip_deriv__: X must be at least of length 2"));
    }
    if x.windows(2).all(|pair| pair[1] < pair[0]) {
        x.reverse();
        let values = &samples.values;
        samples.values = Matrix::from_fn(n, values.columns(), |i, j| values[(n - 1 - i, j)]);
    } else if x.windows(2).any(|pair| pair[1] <= pair[0]) {
        return Err(Error::plain("pchip: X must be strictly monotonic"));
    }
    let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let columns = samples.values.columns();
    let mut coefficients = Matrix::<C64>::zeros((n - 1) * columns, 4);
    for j in 0..columns {
        let y = samples.values.column(j);
        let re: Vec<f64> = y.iter().map(|z| z.re).collect();
        let im: Vec<f64> = y.iter().map(|z| z.im).collect();
        let (dre, dim) = (slopes(&h, &re), slopes(&h, &im));
        for i in 0..n - 1 {
            let (d1, d2) = (C64::new(dre[i], dim[i]), C64::new(dre[i + 1], dim[i + 1]));
            let delta = (y[i + 1] - y[i]) / h[i];
            let (del1, del2) = ((d1 - delta) / h[i], (d2 - delta) / h[i]);
            let c3 = del1 + del2;
            let row = j + columns * i;
            coefficients[(row, 0)] = c3 / h[i];
            coefficients[(row, 1)] = -c3 - del1;
            coefficients[(row, 2)] = d1;
            coefficients[(row, 3)] = y[i];
        }
    }
    let single = args[..2].iter().any(|value| value.class() == Class::Single);
    finish(&x, coefficients, &samples.dims, single, args.get(2))
}

/// Slopes that keep the interpolant monotone where the data are (Fritsch and Butland).
pub(crate) fn slopes(h: &[f64], y: &[f64]) -> Vec<f64> {
    let n = y.len();
    let delta: Vec<f64> = (0..n - 1).map(|i| (y[i + 1] - y[i]) / h[i]).collect();
    if n == 2 {
        return vec![delta[0]; 2];
    }
    let mut d = vec![0.0; n];
    d[0] = end_slope(h[0], h[1], delta[0], delta[1]);
    d[n - 1] = end_slope(h[n - 2], h[n - 3], delta[n - 2], delta[n - 3]);
    for i in 1..n - 1 {
        let (left, right) = (delta[i - 1], delta[i]);
        if left * right <= 0.0 {
            continue;
        }
        let sum = h[i - 1] + h[i];
        let (w1, w2) = ((sum + h[i - 1]) / (3.0 * sum), (sum + h[i]) / (3.0 * sum));
        let most = left.abs().max(right.abs());
        let least = left.abs().min(right.abs());
        d[i] = least / (w1 * (left / most) + w2 * (right / most));
    }
    d
}

/// The three-point slope at an end, cut so that it keeps the shape.
fn end_slope(h1: f64, h2: f64, near: f64, far: f64) -> f64 {
    let sum = h1 + h2;
    let slope = (h1 + sum) / sum * near - h1 / sum * far;
    let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
    if sign(slope) * sign(near) <= 0.0 {
        return 0.0;
    }
    if sign(near) * sign(far) < 0.0 && slope.abs() > 3.0 * near.abs() {
        return 3.0 * near;
    }
    slope
}
