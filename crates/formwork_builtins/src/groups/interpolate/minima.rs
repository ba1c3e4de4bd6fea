//! Minima and zeros of functions of several variables: `fminsearch`, `fminunc`,
//! `fsolve`, `lsqnonneg`.

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, Dims, Error, Result, Value};

use super::options::{is_on, number_option, solver_defaults};
use crate::context::{Args, Context, Values, one};

/// A function of a point, asked with the point in its own shape.
struct Asked<'f> {
    function: &'f Value,
    shape: Dims,
    extra: &'f [Value],
    count: usize,
}

impl Asked<'_> {
    fn ask(&mut self, cx: &mut dyn Context, x: &[f64], nargout: usize) -> Result<Values> {
        self.count += 1;
        let point = Value::Double(Array::new(self.shape.clone(), x.to_vec()));
        let mut args = Args::from_iter([point]);
        args.extend(self.extra.iter().cloned());
        cx.call(self.function, args, nargout)
    }

    fn number(&mut self, cx: &mut dyn Context, x: &[f64]) -> Result<f64> {
        let values = self.ask(cx, x, 1)?;
        values
            .first()
            .and_then(Value::to_f64)
            .ok_or_else(|| Error::plain("the function must give a number"))
    }

    fn list(&mut self, cx: &mut dyn Context, x: &[f64]) -> Result<Vec<f64>> {
        let values = self.ask(cx, x, 1)?;
        values
            .first()
            .and_then(Value::to_f64_array)
            .map(|list| list.as_slice().to_vec())
            .ok_or_else(|| Error::plain("the function must give numbers"))
    }
}

fn start(name: &str, args: &Args) -> Result<(Dims, Vec<f64>)> {
    if args.len() < 2 {
        return Err(Error::invalid_call(name));
    }
    let Some(list) = args[1].to_f64_array() else { return Err(Error::invalid_call(name)) };
    Ok((list.dims().clone(), list.as_slice().to_vec()))
}

/// The simplex of Nelder and Mead.
pub(super) fn fminsearch(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fminsearch"));
    }
    let (shape, x0) = start("fminsearch", &args)?;
    let options = args.get(2);
    let n = x0.len();
    let tol_x = number_option(options, "TolX", 1e-4);
    let tol_f = number_option(options, "TolFun", 1e-4);
    let most = number_option(options, "MaxIter", 200.0 * n as f64);
    let most_asked = number_option(options, "MaxFunEvals", 200.0 * n as f64);
    let extra = args.get(3..).unwrap_or(&[]);
    let mut f = Asked { function: &args[0], shape: shape.clone(), extra, count: 0 };
    let mut simplex = Vec::with_capacity(n + 1);
    let value = f.number(cx, &x0)?;
    simplex.push((x0.clone(), value));
    for k in 0..n {
        let mut point = x0.clone();
        point[k] = if point[k] == 0.0 { 0.00025 } else { point[k] * 1.05 };
        let value = f.number(cx, &point)?;
        simplex.push((point, value));
    }
    let mut iterations = 0;
    let (mut size, mut step);
    let mut converged;
    loop {
        cx.poll()?;
        simplex.sort_by(|a, b| a.1.total_cmp(&b.1));
        size = simplex[1..]
            .iter()
            .flat_map(|(point, _)| point.iter().zip(&simplex[0].0).map(|(a, b)| (a - b).abs()))
            .fold(0.0, f64::max);
        step = (simplex[n].1 - simplex[0].1).abs();
        converged = size <= tol_x && step <= tol_f;
        if converged || iterations as f64 >= most || f.count as f64 >= most_asked {
            break;
        }
        iterations += 1;
        let center: Vec<f64> = (0..n)
            .map(|k| simplex[..n].iter().map(|(point, _)| point[k]).sum::<f64>() / n as f64)
            .collect();
        let along = |t: f64| -> Vec<f64> {
            center.iter().zip(&simplex[n].0).map(|(c, w)| c + t * (c - w)).collect()
        };
        let reflected = along(1.0);
        let value = f.number(cx, &reflected)?;
        if value < simplex[0].1 {
            let expanded = along(2.0);
            let further = f.number(cx, &expanded)?;
            simplex[n] = if further < value { (expanded, further) } else { (reflected, value) };
            continue;
        }
        if value < simplex[n - 1].1 {
            simplex[n] = (reflected, value);
            continue;
        }
        let outside = value < simplex[n].1;
        let contracted = along(if outside { 0.5 } else { -0.5 });
        let closer = f.number(cx, &contracted)?;
        if closer < value.min(simplex[n].1) {
            simplex[n] = (contracted, closer);
            continue;
        }
        let best = simplex[0].0.clone();
        for entry in &mut simplex[1..] {
            for (x, b) in entry.0.iter_mut().zip(&best) {
                *x = b + 0.5 * (*x - b);
            }
            entry.1 = f.number(cx, &entry.0)?;
        }
    }
    let (point, value) = simplex.swap_remove(0);
    let message = if converged {
        format!(
            "Algorithm converged.  Simplex size {size:.4e} <= {tol_x:.4e} and step in function value {step:.4e} <= {tol_f:.4e}\n"
        )
    } else {
        "Max no. of iterations or function evaluations exceeded...quitting\n".to_owned()
    };
    let values = [
        Value::Double(Array::new(shape, point)),
        Value::double(value),
        Value::double(if converged { 1.0 } else { 0.0 }),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("funcCount", Value::count(f.count)),
            ("algorithm", Value::text("Nelder-Mead simplex direct search")),
            ("message", Value::text(message)),
        ]),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

/// A quasi-Newton search: the curvature is learnt from the slopes met on the way.
pub(super) fn fminunc(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fminunc"));
    }
    let (shape, mut x) = start("fminunc", &args)?;
    let options = args.get(2);
    let n = x.len();
    let tol_x = number_option(options, "TolX", 1e-6);
    let tol_f = number_option(options, "TolFun", 1e-6);
    let most = number_option(options, "MaxIter", 400.0);
    let given = is_on(options, "GradObj");
    let mut f = Asked { function: &args[0], shape: shape.clone(), extra: &[], count: 0 };
    let mut value = f.number(cx, &x)?;
    let mut slope = slopes(cx, &mut f, &x, given)?;
    let mut inverse: Vec<f64> = identity(n);
    let mut iterations = 0;
    let mut info = 0.0;
    while (iterations as f64) < most {
        cx.poll()?;
        let steepness = slope.iter().map(|g| g * g).sum::<f64>().sqrt();
        if steepness <= tol_f * (1.0 + value.abs()) * 1e-2 {
            info = 1.0;
            break;
        }
        iterations += 1;
        let mut direction: Vec<f64> =
            (0..n).map(|r| -(0..n).map(|c| inverse[r + c * n] * slope[c]).sum::<f64>()).collect();
        let mut descent: f64 = direction.iter().zip(&slope).map(|(d, g)| d * g).sum();
        if descent >= 0.0 {
            inverse = identity(n);
            direction = slope.iter().map(|g| -g).collect();
            descent = -steepness * steepness;
        }
        let mut t = 1.0;
        let (mut next, mut next_value);
        loop {
            next = x.iter().zip(&direction).map(|(x, d)| x + t * d).collect::<Vec<f64>>();
            next_value = f.number(cx, &next)?;
            if next_value <= value + 1e-4 * t * descent || t < 1e-12 {
                break;
            }
            t *= 0.5;
        }
        if next_value > value || next_value.is_nan() {
            info = 3.0;
            break;
        }
        let next_slope = slopes(cx, &mut f, &next, given)?;
        let s: Vec<f64> = next.iter().zip(&x).map(|(a, b)| a - b).collect();
        let y: Vec<f64> = next_slope.iter().zip(&slope).map(|(a, b)| a - b).collect();
        let sy: f64 = s.iter().zip(&y).map(|(a, b)| a * b).sum();
        let moved = s.iter().map(|s| s * s).sum::<f64>().sqrt();
        let length = next.iter().map(|x| x * x).sum::<f64>().sqrt();
        let gained = value - next_value;
        (x, value, slope) = (next, next_value, next_slope);
        if sy > 1e-300 {
            learn(&mut inverse, &s, &y, sy);
        }
        if moved <= tol_x * length.max(1e-300) * 1e-2 {
            info = 2.0;
            break;
        }
        if gained <= tol_f * value.abs() * 1e-6 && moved <= tol_x * length {
            info = 3.0;
            break;
        }
    }
    let values = [
        Value::Double(Array::new(shape.clone(), x)),
        Value::double(value),
        Value::double(if info == 0.0 { 0.0 } else { 1.0 }),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("successful", Value::count(iterations)),
            ("funcCount", Value::count(f.count)),
        ]),
        Value::Double(Array::new(shape, slope)),
        Value::Double(Array::new(Dims::matrix(n, n), inverse)),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

fn identity(n: usize) -> Vec<f64> {
    (0..n * n).map(|k| if k % n == k / n { 1.0 } else { 0.0 }).collect()
}

/// Updates the inverse curvature by a step `s` over which the slope changed by `y`.
fn learn(inverse: &mut [f64], s: &[f64], y: &[f64], sy: f64) {
    let n = s.len();
    let hy: Vec<f64> = (0..n).map(|r| (0..n).map(|c| inverse[r + c * n] * y[c]).sum()).collect();
    let yhy: f64 = y.iter().zip(&hy).map(|(a, b)| a * b).sum();
    for c in 0..n {
        for r in 0..n {
            inverse[r + c * n] +=
                (1.0 + yhy / sy) * s[r] * s[c] / sy - (hy[r] * s[c] + s[r] * hy[c]) / sy;
        }
    }
}

fn slopes(cx: &mut dyn Context, f: &mut Asked<'_>, x: &[f64], given: bool) -> Result<Vec<f64>> {
    if given {
        let values = f.ask(cx, x, 2)?;
        if let Some(list) = values.get(1).and_then(Value::to_f64_array) {
            return Ok(list.as_slice().to_vec());
        }
    }
    let mut slopes = Vec::with_capacity(x.len());
    let mut point = x.to_vec();
    for k in 0..x.len() {
        let step = f64::EPSILON.cbrt() * x[k].abs().max(1.0);
        point[k] = x[k] + step;
        let above = f.number(cx, &point)?;
        point[k] = x[k] - step;
        let below = f.number(cx, &point)?;
        point[k] = x[k];
        slopes.push((above - below) / (2.0 * step));
    }
    Ok(slopes)
}

/// Newton's method with steps that are damped until they gain.
pub(super) fn fsolve(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fsolve"));
    }
    let (shape, mut x) = start("fsolve", &args)?;
    let options = args.get(2);
    let tol_x = number_option(options, "TolX", 1e-6);
    let tol_f = number_option(options, "TolFun", 1e-6);
    let most = number_option(options, "MaxIter", 400.0);
    let given = is_on(options, "Jacobian");
    let mut f = Asked { function: &args[0], shape: shape.clone(), extra: &[], count: 0 };
    let first = f.ask(cx, &x, 1)?;
    let value_shape = first.first().map_or(Dims::SCALAR, Value::dims);
    let Some(list) = first.first().and_then(Value::to_f64_array) else {
        return Err(Error::plain("fsolve: the function must give numbers"));
    };
    let mut value = list.as_slice().to_vec();
    let norm = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
    let scale = norm(&value).max(1.0);
    let mut iterations = 0;
    let mut info = 0.0;
    let mut jacobian = Value::empty();
    let mut damping = 0.0;
    while (iterations as f64) < most {
        cx.poll()?;
        jacobian = derivative(cx, &mut f, &x, &value, given)?;
        // Converged: one more step has been taken since the value became small.
        if norm(&value) <= f64::EPSILON * scale {
            info = 1.0;
            break;
        }
        iterations += 1;
        let (rows, columns) = jacobian.dims().flattened();
        let mut right: Vec<f64> = value.iter().map(|v| -v).collect();
        let mut matrix = jacobian.clone();
        if damping > 0.0 || rows != columns {
            // Damped least squares: rows that hold the step down.
            let mut data = Vec::new();
            let list = jacobian.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
            for c in 0..columns {
                data.extend(&list[c * rows..(c + 1) * rows]);
                data.extend((0..columns).map(|r| if r == c { f64::sqrt(damping) } else { 0.0 }));
            }
            matrix = Value::Double(Array::new(Dims::matrix(rows + columns, columns), data));
            right.extend(std::iter::repeat_n(0.0, columns));
        }
        let step = ops::binary(BinaryOp::LeftDivide, matrix, Value::column(right), &mut Quiet)?;
        let step = step.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
        let next: Vec<f64> = x.iter().zip(&step).map(|(x, s)| x + s).collect();
        let next_value = f.list(cx, &next)?;
        if norm(&next_value) < norm(&value) {
            let moved = norm(&step);
            (x, value) = (next, next_value);
            damping *= 0.1;
            if damping < 1e-12 {
                damping = 0.0;
            }
            if norm(&value) <= tol_f * scale {
                info = 1.0;
                if norm(&value) <= tol_f * tol_f * scale || moved <= tol_x * norm(&x) {
                    break;
                }
            } else if moved <= tol_x * norm(&x) {
                info = 2.0;
                break;
            }
        } else {
            if info == 1.0 {
                break;
            }
            damping = if damping == 0.0 { 1e-3 } else { damping * 10.0 };
            if damping > 1e12 || norm(&step) <= tol_x * norm(&x) * 1e-3 {
                info = if norm(&value) <= tol_f * scale { 1.0 } else { -3.0 };
                break;
            }
        }
    }
    let values = [
        Value::Double(Array::new(shape, x)),
        Value::Double(Array::new(value_shape, value)),
        Value::double(info),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("successful", Value::count(iterations)),
            ("funcCount", Value::count(f.count)),
        ]),
        jacobian,
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

/// Takes no warnings: a nearly singular step is damped anyway.
struct Quiet;

impl formwork_runtime::Warn for Quiet {
    fn warn(&mut self, _identifier: &str, _message: &str) -> Result<()> {
        Ok(())
    }
}

fn derivative(
    cx: &mut dyn Context,
    f: &mut Asked<'_>,
    x: &[f64],
    value: &[f64],
    given: bool,
) -> Result<Value> {
    if given {
        let mut values = f.ask(cx, x, 2)?;
        if values.len() > 1 {
            return Ok(values.swap_remove(1));
        }
    }
    let mut data = Vec::with_capacity(x.len() * value.len());
    let mut point = x.to_vec();
    for k in 0..x.len() {
        let step = f64::EPSILON.sqrt() * if x[k] == 0.0 { 1.0 } else { x[k].abs() };
        point[k] = x[k] + step;
        let step = point[k] - x[k];
        let moved = f.list(cx, &point)?;
        point[k] = x[k];
        if moved.len() != value.len() {
            return Err(Error::plain("fsolve: the function must give as many numbers each time"));
        }
        data.extend(moved.iter().zip(value).map(|(a, b)| (a - b) / step));
    }
    Ok(Value::Double(Array::new(Dims::matrix(value.len(), x.len()), data)))
}

/// Least squares with no negative unknowns, by Lawson and Hanson.
pub(super) fn lsqnonneg(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("lsqnonneg"));
    }
    if args.len() < 2 {
        return Err(Error::invalid_call("lsqnonneg"));
    }
    let (c, d) = (&args[0], &args[1]);
    if !c.dims().is_matrix()
        || !d.dims().is_matrix()
        || c.dims().rows() != d.dims().rows()
        || d.dims().columns() == 0
    {
        return Err(Error::invalid_call("lsqnonneg"));
    }
    if !c.is_arithmetic() || !d.is_arithmetic() {
        return Err(Error::plain("lsqnonneg: C and D must be numeric matrices"));
    }
    let most = number_option(args.get(3), "MaxIter", 1e5);
    let n = c.dims().columns();
    let rows = c.dims().rows();
    let matrix = c.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
    let target = d.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
    let mut x = vec![0.0; n];
    let mut free = vec![false; n];
    let residual = |x: &[f64]| -> Vec<f64> {
        (0..rows)
            .map(|r| target[r] - (0..n).map(|k| matrix[r + k * rows] * x[k]).sum::<f64>())
            .collect()
    };
    let multipliers = |residual: &[f64]| -> Vec<f64> {
        (0..n).map(|k| (0..rows).map(|r| matrix[r + k * rows] * residual[r]).sum::<f64>()).collect()
    };
    let size = matrix.iter().map(|m| m.abs()).fold(0.0, f64::max);
    let tolerance = 10.0 * f64::EPSILON * size * rows.max(n) as f64;
    let mut iterations = 0;
    while (iterations as f64) < most {
        cx.poll()?;
        let w = multipliers(&residual(&x));
        let best = (0..n).filter(|&k| !free[k]).max_by(|&a, &b| w[a].total_cmp(&w[b]));
        let Some(best) = best.filter(|&k| w[k] > tolerance) else { break };
        free[best] = true;
        loop {
            iterations += 1;
            let chosen: Vec<usize> = (0..n).filter(|&k| free[k]).collect();
            let part: Vec<f64> =
                chosen.iter().flat_map(|&k| matrix[k * rows..(k + 1) * rows].to_vec()).collect();
            let part = Value::Double(Array::new(Dims::matrix(rows, chosen.len()), part));
            let solved =
                ops::binary(BinaryOp::LeftDivide, part, Value::column(target.clone()), &mut Quiet)?;
            let solved = solved.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
            if solved.iter().all(|&s| s > 0.0) || iterations as f64 >= most {
                x.fill(0.0);
                for (&k, &s) in chosen.iter().zip(&solved) {
                    x[k] = s;
                }
                break;
            }
            let part = chosen
                .iter()
                .zip(&solved)
                .filter(|(_, s)| **s <= 0.0)
                .map(|(&k, &s)| x[k] / (x[k] - s))
                .fold(f64::INFINITY, f64::min);
            for (&k, &s) in chosen.iter().zip(&solved) {
                x[k] += part * (s - x[k]);
                if x[k] <= tolerance {
                    x[k] = 0.0;
                    free[k] = false;
                }
            }
        }
    }
    let left = residual(&x);
    let w = multipliers(&left);
    let values = [
        Value::column(x),
        Value::double(left.iter().map(|r| r * r).sum()),
        Value::column(left),
        Value::double(if iterations as f64 >= most { 0.0 } else { (iterations + 1) as f64 }),
        Value::structure([
            ("algorithm", Value::text("nnls")),
            ("iterations", Value::count(iterations + 1)),
        ]),
        Value::column(w),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}
