//! `fminunc`: a minimum of a function of several variables by a trust region.
//!
//! The curvature is learnt from the gradients met on the way (the damped BFGS
//! formula; Nocedal and Wright, *Numerical Optimization*, 18.3) and kept as the
//! Cholesky factor `R` of the Hessian `R'R`. Each step minimizes the quadratic
//! model along the dogleg path within the radius in which the model is trusted;
//! the radius follows how well the model foresaw the gain. These are the steps of
//! Octave's `fminunc`, so that a program sees the same points in the same order.

use formwork_runtime::{Array, Dims, Error, Result, Value};

use super::minima::{Asked, norm, start};
use super::options::{is_on, number_option, option, solver_defaults};
use crate::context::{Args, Context, Values, one};

/// Growth and decay of the radius, with as many digits as Octave gives them.
#[expect(clippy::approx_constant, reason = "not the root itself: the same steps as Octave")]
const GROW: f64 = 1.4142;

/// An upper triangular factor, column by column.
struct Factor {
    n: usize,
    r: Vec<f64>,
}

impl Factor {
    fn identity(n: usize) -> Factor {
        let r = (0..n * n).map(|k| if k % n == k / n { 1.0 } else { 0.0 }).collect();
        Factor { n, r }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.r[row + column * self.n]
    }

    /// `R x`
    fn times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.n).map(|row| (row..self.n).map(|c| self.at(row, c) * x[c]).sum()).collect()
    }

    /// `R' x`
    fn transposed_times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.n).map(|c| (0..=c).map(|row| self.at(row, c) * x[row]).sum()).collect()
    }

    /// `R' \ x`
    fn transposed_solve(&self, x: &[f64]) -> Vec<f64> {
        let mut y = x.to_vec();
        for c in 0..self.n {
            let known: f64 = (0..c).map(|row| self.at(row, c) * y[row]).sum();
            y[c] = (y[c] - known) / self.at(c, c);
        }
        y
    }

    /// `R \ x`
    fn solve(&self, x: &[f64]) -> Vec<f64> {
        let mut y = x.to_vec();
        for row in (0..self.n).rev() {
            let known: f64 = (row + 1..self.n).map(|c| self.at(row, c) * y[c]).sum();
            y[row] = (y[row] - known) / self.at(row, row);
        }
        y
    }

    /// The factor of `R'R + v v'`, by rotations.
    fn update(&mut self, v: &[f64]) {
        let mut v = v.to_vec();
        for k in 0..self.n {
            let diagonal = self.at(k, k);
            let length = diagonal.hypot(v[k]);
            if length == 0.0 {
                continue;
            }
            let (c, s) = (diagonal / length, v[k] / length);
            for j in k..self.n {
                let (r, x) = (self.at(k, j), v[j]);
                self.r[k + j * self.n] = c * r + s * x;
                v[j] = c * x - s * r;
            }
        }
    }

    /// The factor of `R'R - v v'`; `false`, and nothing done, if that is not
    /// positive definite.
    fn downdate(&mut self, v: &[f64]) -> bool {
        let mut p = self.transposed_solve(v);
        let rest = 1.0 - p.iter().map(|p| p * p).sum::<f64>();
        if !(rest > 0.0) {
            return false;
        }
        // Rotations that turn (p, rest) into (0, 1), from below.
        let mut alpha = rest.sqrt();
        let mut rotations = vec![(1.0, 0.0); self.n];
        for k in (0..self.n).rev() {
            let length = alpha.hypot(p[k]);
            rotations[k] = (alpha / length, p[k] / length);
            alpha = length;
            p[k] = 0.0;
        }
        for j in 0..self.n {
            let mut x = 0.0;
            for k in (0..=j).rev() {
                let (c, s) = rotations[k];
                let r = self.at(k, j);
                self.r[k + j * self.n] = c * r - s * x;
                x = c * x + s * r;
            }
        }
        true
    }

    /// Takes a step `s` over which the gradient changed by `y`; `w` is `R s`.
    fn learn(&mut self, s: &[f64], y: &[f64], w: &[f64]) -> bool {
        let curvature = dot(w, w);
        let old = self.transposed_times(w);
        let damping = 0.8 / (1.0 - dot(y, s) / curvature).max(0.8);
        let r: Vec<f64> =
            y.iter().zip(&old).map(|(y, b)| damping * y + (1.0 - damping) * b).collect();
        let length = dot(s, &r).sqrt();
        self.update(&r.iter().map(|r| r / length).collect::<Vec<f64>>());
        let length = curvature.sqrt();
        self.downdate(&old.iter().map(|b| b / length).collect::<Vec<f64>>())
    }

    /// `R'R`
    fn hessian(&self) -> Value {
        let n = self.n;
        let entry = |i: usize, j: usize| -> f64 {
            (0..=i.min(j)).map(|k| self.at(k, i) * self.at(k, j)).sum()
        };
        let data = (0..n * n).map(|k| entry(k % n, k / n)).collect();
        Value::Double(Array::new(Dims::matrix(n, n), data))
    }

    /// Minus the best step on the way from steepest descent to Newton's within a
    /// radius; lengths are measured in units of `1 ./ scale`.
    fn dogleg(&self, gradient: &[f64], scale: &[f64], radius: f64) -> Vec<f64> {
        let half = self.transposed_solve(gradient);
        let newton = self.solve(&half);
        let newton_length = scaled_norm(scale, &newton);
        if newton_length <= radius || newton_length.is_nan() {
            return newton;
        }
        let steepest: Vec<f64> = gradient.iter().zip(scale).map(|(g, d)| g / d).collect();
        let steepness = norm(&steepest);
        let (mut alpha, mut least) = (radius / newton_length, 0.0);
        let mut direction = steepest;
        if steepness > 0.0 {
            for (s, d) in direction.iter_mut().zip(scale) {
                *s = *s / steepness / d;
            }
            let bend = norm(&self.times(&direction));
            least = steepness / bend / bend;
            alpha = 0.0;
            if least < radius {
                let length = norm(&half);
                let (outer, inner) = (radius / newton_length, least / radius);
                let mut t = length / steepness * (length / newton_length) * inner;
                t -= outer * inner * inner
                    - ((t - outer).powi(2) + (1.0 - outer * outer) * (1.0 - inner * inner)).sqrt();
                alpha = outer * (1.0 - inner * inner) / t;
            }
        }
        let share = (1.0 - alpha) * least.min(radius);
        newton.iter().zip(&direction).map(|(x, s)| alpha * x + share * s).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn scaled_norm(scale: &[f64], x: &[f64]) -> f64 {
    norm(&scale.iter().zip(x).map(|(d, x)| d * x).collect::<Vec<f64>>())
}

/// How gradients are found.
struct Slopes {
    given: bool,
    central: bool,
    typical: Vec<f64>,
}

impl Slopes {
    fn at(
        &self,
        cx: &mut dyn Context,
        f: &mut Asked<'_>,
        x: &[f64],
        value: &mut f64,
    ) -> Result<Vec<f64>> {
        if self.given {
            let values = f.ask(cx, x, 2)?;
            let [first, second] = &values[..] else {
                return Err(Error::plain("fminunc: the function must give its gradient"));
            };
            *value = first.to_f64().unwrap_or(f64::NAN);
            let gradient = second.to_f64_array().map(|list| list.as_slice().to_vec());
            return gradient
                .filter(|gradient| gradient.len() == x.len())
                .ok_or_else(|| Error::plain("fminunc: the gradient must have the size of X0"));
        }
        let mut point = x.to_vec();
        let mut slopes = Vec::with_capacity(x.len());
        for k in 0..x.len() {
            let size = x[k].abs().max(self.typical[k]);
            slopes.push(if self.central {
                let step = f64::EPSILON.cbrt() * size;
                let (above, below) = (x[k] + step, x[k] - step);
                point[k] = above;
                let high = f.number(cx, &point)?;
                point[k] = below;
                (high - f.number(cx, &point)?) / (above - below)
            } else {
                let step = f64::EPSILON.sqrt() * if x[k] < 0.0 { -size } else { size };
                point[k] = x[k] + step;
                (f.number(cx, &point)? - *value) / (point[k] - x[k])
            });
            point[k] = x[k];
        }
        Ok(slopes)
    }
}

/// Tells the program's output function; `true` if that wants to stop.
fn tell(
    cx: &mut dyn Context,
    watcher: Option<&Value>,
    x: &[f64],
    (iterations, asked, value): (usize, usize, f64),
    (direction, state): (Vec<f64>, &str),
) -> Result<bool> {
    let Some(watcher) = watcher else { return Ok(false) };
    let values = Value::structure([
        ("iter", Value::count(iterations)),
        ("funccount", Value::count(asked)),
        ("fval", Value::double(value)),
        ("searchdirection", Value::column(direction)),
    ]);
    let told = Args::from_iter([Value::column(x.to_vec()), values, Value::text(state)]);
    let stop = cx.call(watcher, told, 1)?;
    Ok(stop.first().and_then(Value::to_f64).is_some_and(|stop| stop != 0.0))
}

pub(super) fn fminunc(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fminunc"));
    }
    let (shape, mut x) = start("fminunc", &args)?;
    let options = args.get(2);
    let n = x.len();
    let tol_x = number_option(options, "TolX", 1e-7);
    let tol_f = number_option(options, "TolFun", 1e-7);
    let most = number_option(options, "MaxIter", 400.0);
    let most_asked = number_option(options, "MaxFunEvals", 100.0 * n as f64);
    let watcher = option(options, "OutputFcn").filter(|watcher| !watcher.is_empty());
    let typical = option(options, "TypicalX")
        .and_then(|typical| typical.to_f64_array().map(|list| list.as_slice().to_vec()))
        .filter(|typical| typical.len() == n)
        .unwrap_or_else(|| vec![1.0; n]);
    let central = option(options, "FinDiffType")
        .is_some_and(|kind| kind.as_bytes().is_some_and(|b| b.eq_ignore_ascii_case(b"central")));
    let scaling = is_on(options, "AutoScaling");
    let mut scale: Vec<f64> = typical.iter().map(|typical| 1.0 / typical).collect();
    let slopes = Slopes { given: is_on(options, "GradObj"), central, typical };
    let mut f = Asked { function: &args[0], shape: shape.clone(), extra: &[], count: 0 };
    let mut value = f.number(cx, &x)?;
    // The first call is not counted.
    f.count = 0;
    let (mut iterations, mut successful, mut info) = (1_usize, 0_usize, 0.0);
    let at = (iterations, f.count, value);
    if tell(cx, watcher.as_ref(), &x, at, (vec![0.0; n], "init"))? {
        info = -1.0;
    }
    let mut factor = Factor::identity(n);
    let (mut radius, mut length, mut last_ratio) = (0.0, 0.0, 0.0_f64);
    let (mut gradient, mut step, mut w) = (Vec::new(), vec![0.0; n], vec![0.0; n]);
    while (iterations as f64) < most && (f.count as f64) < most_asked && info == 0.0 {
        cx.poll()?;
        let before = std::mem::take(&mut gradient);
        gradient = slopes.at(cx, &mut f, &x, &mut value)?;
        if iterations > 1 {
            let y: Vec<f64> = gradient.iter().zip(&before).map(|(a, b)| a - b).collect();
            if !factor.learn(&step, &y, &w) {
                factor = Factor::identity(n);
                // Octave leaves the failure where it keeps its reason to stop.
                info = 1.0;
            }
        }
        if scaling {
            for (c, d) in scale.iter_mut().enumerate() {
                let column = norm(&factor.r[c * n..c * n + n]);
                *d = if iterations == 1 { column } else { column.max(0.1 * *d) };
            }
        }
        if iterations == 1 {
            length = scaled_norm(&scale, &x);
            radius = 0.1 * length.max(1.0);
        }
        if norm(&gradient) <= tol_f * n as f64 * length {
            info = 1.0;
            break;
        }
        let mut decay = 0.5_f64;
        let mut gained = false;
        while !gained && (iterations as f64) <= most && (f.count as f64) < most_asked && info == 0.0
        {
            cx.poll()?;
            step = factor.dogleg(&gradient, &scale, radius).iter().map(|s| -s).collect();
            let moved = scaled_norm(&scale, &step);
            if iterations == 1 {
                radius = radius.min(moved);
            }
            let next: Vec<f64> = x.iter().zip(&step).map(|(x, s)| x + s).collect();
            let next_value = f.number(cx, &next)?;
            let gain = if next_value < value {
                (value - next_value) / (next_value.abs() + value.abs())
            } else {
                -1.0
            };
            w = factor.times(&step);
            let foreseen = 0.5 * dot(&w, &w) + dot(&gradient, &step);
            let ratio = if foreseen < 0.0 {
                gain / (-foreseen / (value.abs() + (value + foreseen).abs()))
            } else {
                0.0
            };
            if ratio < (0.8 * last_ratio).clamp(0.1, 0.9) {
                radius *= decay;
                decay = decay.powf(GROW);
                if radius <= 10.0 * f64::EPSILON * length {
                    info = -3.0;
                    break;
                }
            } else {
                last_ratio = ratio;
                decay = 0.5;
                if (1.0 - ratio).abs() <= 0.1 {
                    radius = GROW * moved;
                } else if ratio >= 0.5 {
                    radius = radius.max(GROW * moved);
                }
            }
            gained = ratio >= 1e-4;
            if gained {
                (x, value) = (next, next_value);
                length = scaled_norm(&scale, &x);
                successful += 1;
            }
            iterations += 1;
            let at = (iterations, f.count, value);
            if tell(cx, watcher.as_ref(), &x, at, (step.clone(), "iter"))? {
                info = -1.0;
                break;
            }
            if gained && moved <= tol_x * length {
                info = 2.0;
            } else if gained && gain < tol_f {
                info = 3.0;
            }
        }
    }
    let asked = f.count;
    let mut gradient_shape = Dims::matrix(gradient.len(), usize::from(!gradient.is_empty()));
    if nargout > 4 && [-1.0, 2.0, 3.0].contains(&info) {
        let before = std::mem::take(&mut gradient);
        gradient = slopes.at(cx, &mut f, &x, &mut value)?;
        if before.len() == n {
            let y: Vec<f64> = gradient.iter().zip(&before).map(|(a, b)| a - b).collect();
            factor.learn(&step, &y, &w);
        }
        gradient_shape = shape.clone();
    }
    let values = [
        Value::Double(Array::new(shape, x)),
        Value::double(value),
        Value::double(info),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("successful", Value::count(successful)),
            ("funcCount", Value::count(asked)),
        ]),
        Value::Double(Array::new(gradient_shape, gradient)),
        factor.hessian(),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}
