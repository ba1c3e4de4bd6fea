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

/// What the options of a call say of when to stop.
struct Limits {
    tol_x: f64,
    tol_f: f64,
    /// so many iterations at most
    most: f64,
    /// the function is asked so often at most
    most_asked: f64,
}

/// The search for a minimum, and where it stands.
struct Search<'a> {
    f: Asked<'a>,
    slopes: Slopes,
    limits: Limits,
    /// the program's output function
    watcher: Option<Value>,
    /// whether the scale follows the curvature
    scaling: bool,
    scale: Vec<f64>,
    x: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    factor: Factor,
    /// the last step, and `R` times it
    step: Vec<f64>,
    w: Vec<f64>,
    radius: f64,
    /// the length of `x`
    length: f64,
    last_ratio: f64,
    iterations: usize,
    successful: usize,
    /// why the search ended; 0 as long as it has not
    info: f64,
}

impl<'a> Search<'a> {
    fn new(function: &'a Value, shape: Dims, x: Vec<f64>, options: Option<&Value>) -> Search<'a> {
        let n = x.len();
        let limits = Limits {
            tol_x: number_option(options, "TolX", 1e-7),
            tol_f: number_option(options, "TolFun", 1e-7),
            most: number_option(options, "MaxIter", 400.0),
            most_asked: number_option(options, "MaxFunEvals", 100.0 * n as f64),
        };
        let typical = option(options, "TypicalX")
            .and_then(|typical| typical.to_f64_array().map(|list| list.as_slice().to_vec()))
            .filter(|typical| typical.len() == n)
            .unwrap_or_else(|| vec![1.0; n]);
        let central = option(options, "FinDiffType").is_some_and(|kind| {
            kind.as_bytes().is_some_and(|b| b.eq_ignore_ascii_case(b"central"))
        });
        Search {
            f: Asked { function, shape, extra: &[], count: 0 },
            limits,
            watcher: option(options, "OutputFcn").filter(|watcher| !watcher.is_empty()),
            scaling: is_on(options, "AutoScaling"),
            scale: typical.iter().map(|typical| 1.0 / typical).collect(),
            slopes: Slopes { given: is_on(options, "GradObj"), central, typical },
            x,
            value: f64::NAN,
            gradient: Vec::new(),
            factor: Factor::identity(n),
            step: vec![0.0; n],
            w: vec![0.0; n],
            radius: 0.0,
            length: 0.0,
            last_ratio: 0.0,
            iterations: 1,
            successful: 0,
            info: 0.0,
        }
    }

    /// Tells the program's output function; `true` if that wants to stop.
    fn tell(&self, cx: &mut dyn Context, direction: Vec<f64>, state: &str) -> Result<bool> {
        let Some(watcher) = &self.watcher else { return Ok(false) };
        let values = Value::structure([
            ("iter", Value::count(self.iterations)),
            ("funccount", Value::count(self.f.count)),
            ("fval", Value::double(self.value)),
            ("searchdirection", Value::column(direction)),
        ]);
        let told = Args::from_iter([Value::column(self.x.clone()), values, Value::text(state)]);
        let stop = cx.call(watcher, told, 1)?;
        Ok(stop.first().and_then(Value::to_f64).is_some_and(|stop| stop != 0.0))
    }

    fn run(&mut self, cx: &mut dyn Context) -> Result<()> {
        self.value = self.f.number(cx, &self.x)?;
        // The first call is not counted.
        self.f.count = 0;
        if self.tell(cx, vec![0.0; self.x.len()], "init")? {
            self.info = -1.0;
        }
        while (self.iterations as f64) < self.limits.most && self.may_ask() {
            cx.poll()?;
            self.take_gradient(cx)?;
            if norm(&self.gradient) <= self.limits.tol_f * self.x.len() as f64 * self.length {
                self.info = 1.0;
                break;
            }
            let mut decay = 0.5_f64;
            let mut gained = false;
            while !gained && (self.iterations as f64) <= self.limits.most && self.may_ask() {
                cx.poll()?;
                gained = self.attempt(cx, &mut decay)?;
            }
        }
        Ok(())
    }

    /// Whether the search has not ended and the function may be asked once more.
    fn may_ask(&self) -> bool {
        (self.f.count as f64) < self.limits.most_asked && self.info == 0.0
    }

    /// Takes the gradient where the search stands, and learns the curvature from how it has
    /// changed over the last step.
    fn take_gradient(&mut self, cx: &mut dyn Context) -> Result<()> {
        let n = self.x.len();
        let before = std::mem::take(&mut self.gradient);
        self.gradient = self.slopes.at(cx, &mut self.f, &self.x, &mut self.value)?;
        if self.iterations > 1 && !self.learn(&before) {
            self.factor = Factor::identity(n);
            // Octave leaves the failure where it keeps its reason to stop.
            self.info = 1.0;
        }
        if self.scaling {
            for (c, d) in self.scale.iter_mut().enumerate() {
                let column = norm(&self.factor.r[c * n..c * n + n]);
                *d = if self.iterations == 1 { column } else { column.max(0.1 * *d) };
            }
        }
        if self.iterations == 1 {
            self.length = scaled_norm(&self.scale, &self.x);
            self.radius = 0.1 * self.length.max(1.0);
        }
        Ok(())
    }

    fn learn(&mut self, before: &[f64]) -> bool {
        let y: Vec<f64> = self.gradient.iter().zip(before).map(|(a, b)| a - b).collect();
        self.factor.learn(&self.step, &y, &self.w)
    }

    /// Tries the best step within the radius, and takes it if the function gets smaller;
    /// tells whether it did.
    fn attempt(&mut self, cx: &mut dyn Context, decay: &mut f64) -> Result<bool> {
        let dogleg = self.factor.dogleg(&self.gradient, &self.scale, self.radius);
        self.step = dogleg.iter().map(|s| -s).collect();
        let moved = scaled_norm(&self.scale, &self.step);
        if self.iterations == 1 {
            self.radius = self.radius.min(moved);
        }
        let value = self.value;
        let next: Vec<f64> = self.x.iter().zip(&self.step).map(|(x, s)| x + s).collect();
        let next_value = self.f.number(cx, &next)?;
        let gain = if next_value < value {
            (value - next_value) / (next_value.abs() + value.abs())
        } else {
            -1.0
        };
        self.w = self.factor.times(&self.step);
        let foreseen = 0.5 * dot(&self.w, &self.w) + dot(&self.gradient, &self.step);
        let ratio = if foreseen < 0.0 {
            gain / (-foreseen / (value.abs() + (value + foreseen).abs()))
        } else {
            0.0
        };
        if !self.adapt_radius(ratio, moved, decay) {
            self.info = -3.0;
            return Ok(false);
        }
        let gained = ratio >= 1e-4;
        if gained {
            (self.x, self.value) = (next, next_value);
            self.length = scaled_norm(&self.scale, &self.x);
            self.successful += 1;
        }
        self.iterations += 1;
        if self.tell(cx, self.step.clone(), "iter")? {
            self.info = -1.0;
        } else if gained && moved <= self.limits.tol_x * self.length {
            self.info = 2.0;
        } else if gained && gain < self.limits.tol_f {
            self.info = 3.0;
        }
        Ok(gained)
    }

    /// Lets the radius follow how well the gain was foreseen; `false` if it is too short to go
    /// on.
    fn adapt_radius(&mut self, ratio: f64, moved: f64, decay: &mut f64) -> bool {
        if ratio < (0.8 * self.last_ratio).clamp(0.1, 0.9) {
            self.radius *= *decay;
            *decay = decay.powf(GROW);
            return !(self.radius <= 10.0 * f64::EPSILON * self.length);
        }
        self.last_ratio = ratio;
        *decay = 0.5;
        if (1.0 - ratio).abs() <= 0.1 {
            self.radius = GROW * moved;
        } else if ratio >= 0.5 {
            self.radius = self.radius.max(GROW * moved);
        }
        true
    }
}

pub(super) fn fminunc(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fminunc"));
    }
    let (shape, x) = start("fminunc", &args)?;
    let n = x.len();
    let mut search = Search::new(&args[0], shape.clone(), x, args.get(2));
    search.run(cx)?;
    let asked = search.f.count;
    let met = search.gradient.len();
    let mut gradient_shape = Dims::matrix(met, usize::from(met > 0));
    if nargout > 4 && [-1.0, 2.0, 3.0].contains(&search.info) {
        let before = std::mem::take(&mut search.gradient);
        search.gradient = search.slopes.at(cx, &mut search.f, &search.x, &mut search.value)?;
        if before.len() == n {
            search.learn(&before);
        }
        gradient_shape = shape.clone();
    }
    let values = [
        Value::Double(Array::new(shape, search.x)),
        Value::double(search.value),
        Value::double(search.info),
        Value::structure([
            ("iterations", Value::count(search.iterations)),
            ("successful", Value::count(search.successful)),
            ("funcCount", Value::count(asked)),
        ]),
        Value::Double(Array::new(gradient_shape, search.gradient)),
        search.factor.hessian(),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}
