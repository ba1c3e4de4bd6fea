//! Zeros and least squares of functions of several variables: `fsolve`, `lsqnonneg`.

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, Dims, Error, Result, Value};

use super::options::{is_on, number_option, solver_defaults};
use crate::context::{Args, Context, Values, one};

/// A function of a point, asked with the point in its own shape.
pub(super) struct Asked<'f> {
    pub(super) function: &'f Value,
    pub(super) shape: Dims,
    pub(super) extra: &'f [Value],
    pub(super) count: usize,
}

impl Asked<'_> {
    pub(super) fn ask(
        &mut self,
        cx: &mut dyn Context,
        x: &[f64],
        nargout: usize,
    ) -> Result<Values> {
        self.count += 1;
        let point = Value::Double(Array::new(self.shape.clone(), x.to_vec()));
        let mut args = Args::from_iter([point]);
        args.extend(self.extra.iter().cloned());
        cx.call(self.function, args, nargout)
    }

    pub(super) fn number(&mut self, cx: &mut dyn Context, x: &[f64]) -> Result<f64> {
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

pub(super) fn start(name: &str, args: &Args) -> Result<(Dims, Vec<f64>)> {
    if args.len() < 2 {
        return Err(Error::invalid_call(name));
    }
    let Some(list) = args[1].to_f64_array() else { return Err(Error::invalid_call(name)) };
    Ok((list.dims().clone(), list.as_slice().to_vec()))
}

/// How far the linear model is trusted, and how many steps in a row it was right about.
struct Region {
    radius: f64,
    gains: u32,
}

impl Region {
    /// Lets the radius follow how much of the foreseen gain a step brought.
    fn adapt(&mut self, ratio: f64, moved: f64) {
        if ratio < 0.1 {
            self.gains = 0;
            self.radius *= 0.5;
            return;
        }
        self.gains += 1;
        if (ratio - 1.0).abs() <= 0.1 {
            self.radius = 2.0 * moved;
        } else if ratio >= 0.5 || self.gains > 1 {
            self.radius = self.radius.max(2.0 * moved);
        }
    }
}

/// Powell's hybrid of Newton's method and steepest descent: steps stay within a region in which
/// the linear model is trusted, as in MINPACK, but with new derivatives for each step.
pub(super) fn fsolve(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fsolve"));
    }
    let (shape, mut x) = start("fsolve", &args)?;
    let options = args.get(2);
    let tol_x = number_option(options, "TolX", 1e-6);
    let tol_f = number_option(options, "TolFun", 1e-6);
    let most = number_option(options, "MaxIter", 400.0);
    let most_asked = number_option(options, "MaxFunEvals", f64::INFINITY);
    let given = is_on(options, "Jacobian");
    let mut f = Asked { function: &args[0], shape: shape.clone(), extra: &[], count: 0 };
    let first = f.ask(cx, &x, 1)?;
    let value_shape = first.first().map_or(Dims::SCALAR, Value::dims);
    let Some(list) = first.first().and_then(Value::to_f64_array) else {
        return Err(Error::plain("fsolve: the function must give numbers"));
    };
    let mut value = list.as_slice().to_vec();
    let mut residual = norm(&value);
    let mut length = norm(&x);
    let mut region = Region { radius: if length == 0.0 { 1.0 } else { length }, gains: 0 };
    let (mut iterations, mut successful) = (1, 0);
    let mut info = 0.0;
    let mut jacobian = Value::empty();
    while info == 0.0 && (iterations as f64) < most && (f.count as f64) < most_asked {
        cx.poll()?;
        jacobian = derivative(cx, &mut f, &x, &value, given)?;
        let model = Linear::new(&jacobian, &value)?;
        let step = model.dogleg(region.radius);
        let moved = norm(&step);
        let next: Vec<f64> = x.iter().zip(&step).map(|(x, s)| x + s).collect();
        let next_value = f.list(cx, &next)?;
        let next_residual = norm(&next_value);
        if iterations == 1 {
            region.radius = region.radius.min(moved);
        }
        let gain =
            if next_residual < residual { 1.0 - (next_residual / residual).powi(2) } else { -1.0 };
        let foreseen = model.residual(&step);
        let foreseen = if foreseen < residual { 1.0 - (foreseen / residual).powi(2) } else { 0.0 };
        let ratio = if foreseen > 0.0 { gain / foreseen } else { 0.0 };
        region.adapt(ratio, moved);
        iterations += 1;
        let before = residual;
        if ratio >= 1e-4 {
            (x, value, residual) = (next, next_value, next_residual);
            length = norm(&x);
            successful += 1;
        }
        if residual <= tol_f * x.len() as f64 * length {
            info = 1.0;
        } else if moved <= tol_x * length {
            info = 2.0;
        } else if ratio >= 1e-4 && before - residual <= tol_f * before {
            info = 3.0;
        } else if region.radius <= 10.0 * f64::EPSILON * length {
            info = -3.0;
        }
    }
    let values = [
        Value::Double(Array::new(shape, x)),
        Value::Double(Array::new(value_shape, value)),
        Value::double(info),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("successful", Value::count(successful)),
            ("funcCount", Value::count(f.count)),
        ]),
        jacobian,
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

pub(super) fn norm(v: &[f64]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// A linear model of several functions: derivatives, column by column, and values.
struct Linear<'v> {
    jacobian: Vec<f64>,
    value: &'v [f64],
    newton: Vec<f64>,
}

impl Linear<'_> {
    fn new<'v>(jacobian: &Value, value: &'v [f64]) -> Result<Linear<'v>> {
        let right = Value::column(value.iter().map(|v| -v).collect());
        let newton = ops::binary(BinaryOp::LeftDivide, jacobian.clone(), right, &mut Quiet)?;
        let list = |value: &Value| {
            value.to_f64_array().map_or_else(Vec::new, |array| array.as_slice().to_vec())
        };
        Ok(Linear { jacobian: list(jacobian), value, newton: list(&newton) })
    }

    /// What a step changes.
    fn change(&self, step: &[f64]) -> Vec<f64> {
        let rows = self.value.len();
        let mut change = vec![0.0; rows];
        for (column, s) in self.jacobian.chunks_exact(rows.max(1)).zip(step) {
            for (sum, entry) in change.iter_mut().zip(column) {
                *sum += entry * s;
            }
        }
        change
    }

    /// The norm of what is left after a step.
    fn residual(&self, step: &[f64]) -> f64 {
        let left: Vec<f64> =
            self.value.iter().zip(self.change(step)).map(|(v, change)| v + change).collect();
        norm(&left)
    }

    /// The best step on the way from steepest descent to Newton's within a radius.
    fn dogleg(&self, radius: f64) -> Vec<f64> {
        let finite = self.newton.iter().all(|s| s.is_finite());
        if finite && norm(&self.newton) <= radius {
            return self.newton.clone();
        }
        let rows = self.value.len().max(1);
        let slope: Vec<f64> = self
            .jacobian
            .chunks_exact(rows)
            .map(|column| column.iter().zip(self.value).map(|(entry, v)| entry * v).sum())
            .collect();
        let steepness = norm(&slope);
        if steepness == 0.0 {
            let newton = norm(&self.newton);
            let factor = if finite && newton > 0.0 { radius / newton } else { 0.0 };
            return self.newton.iter().map(|s| if finite { s * factor } else { 0.0 }).collect();
        }
        let curved = norm(&self.change(&slope));
        let descent = steepness * (steepness / curved).powi(2);
        if !finite || descent.is_nan() || descent >= radius {
            let far = if descent < radius { descent } else { radius };
            return slope.iter().map(|g| -g / steepness * far).collect();
        }
        let cauchy: Vec<f64> = slope.iter().map(|g| -g / steepness * descent).collect();
        // Where the line from one to the other leaves the region.
        let along: Vec<f64> = self.newton.iter().zip(&cauchy).map(|(n, c)| n - c).collect();
        let a: f64 = along.iter().map(|d| d * d).sum();
        let b: f64 = along.iter().zip(&cauchy).map(|(d, c)| d * c).sum();
        let c = radius * radius - descent * descent;
        let t = c / (b + (b * b + a * c).sqrt());
        cauchy.iter().zip(&along).map(|(c, d)| c + t * d).collect()
    }
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
        let size = x[k].abs().max(1.0);
        let step = f64::EPSILON.sqrt() * if x[k] < 0.0 { -size } else { size };
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

/// A matrix, column by column, and the vector that a combination of its columns is to meet.
struct LeastSquares {
    rows: usize,
    columns: usize,
    matrix: Vec<f64>,
    target: Vec<f64>,
}

impl LeastSquares {
    fn residual(&self, x: &[f64]) -> Vec<f64> {
        let product = |r: usize| {
            (0..self.columns).map(|k| self.matrix[r + k * self.rows] * x[k]).sum::<f64>()
        };
        (0..self.rows).map(|r| self.target[r] - product(r)).collect()
    }

    fn multipliers(&self, residual: &[f64]) -> Vec<f64> {
        let entry = |r: usize, k: usize| self.matrix[r + k * self.rows];
        (0..self.columns)
            .map(|k| (0..self.rows).map(|r| entry(r, k) * residual[r]).sum::<f64>())
            .collect()
    }

    /// The multiplier below which a coefficient is not worth freeing.
    fn tolerance(&self) -> f64 {
        let size = self.matrix.iter().map(|m| m.abs()).fold(0.0, f64::max);
        10.0 * f64::EPSILON * size * self.rows.max(self.columns) as f64
    }

    /// The best coefficients of some of the columns.
    fn solve(&self, chosen: &[usize]) -> Result<Vec<f64>> {
        let rows = self.rows;
        let part: Vec<f64> =
            chosen.iter().flat_map(|&k| self.matrix[k * rows..(k + 1) * rows].to_vec()).collect();
        let part = Value::Double(Array::new(Dims::matrix(rows, chosen.len()), part));
        let target = Value::column(self.target.clone());
        let solved = ops::binary(BinaryOp::LeftDivide, part, target, &mut Quiet)?;
        Ok(solved.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec()))
    }
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
    let squares = LeastSquares { rows, columns: n, matrix, target };
    let mut x = vec![0.0; n];
    let mut free = vec![false; n];
    let tolerance = squares.tolerance();
    let mut iterations = 0;
    while (iterations as f64) < most {
        cx.poll()?;
        let w = squares.multipliers(&squares.residual(&x));
        let best = (0..n).filter(|&k| !free[k]).max_by(|&a, &b| w[a].total_cmp(&w[b]));
        let Some(best) = best.filter(|&k| w[k] > tolerance) else { break };
        free[best] = true;
        loop {
            iterations += 1;
            let chosen: Vec<usize> = (0..n).filter(|&k| free[k]).collect();
            let solved = squares.solve(&chosen)?;
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
    let left = squares.residual(&x);
    let w = squares.multipliers(&left);
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
