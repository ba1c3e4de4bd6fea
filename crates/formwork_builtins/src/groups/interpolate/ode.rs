//! Ordinary differential equations: `ode45`, `ode23`, and their options `odeset`,
//! `odeget`.

use formwork_runtime::{Array, Dims, Error, Result, StructArray, Value};

use crate::context::{Args, Context, Stream, Values, none, one};
use crate::kit::call::call_value;

/// The options, in the order in which a struct of them lists those that are not set.
const OPTIONS: [&str; 22] = [
    "AbsTol",
    "BDF",
    "Events",
    "InitialSlope",
    "InitialStep",
    "JConstant",
    "JPattern",
    "Jacobian",
    "MStateDependence",
    "Mass",
    "MassSingular",
    "MaxOrder",
    "MaxStep",
    "MvPattern",
    "NonNegative",
    "NormControl",
    "OutputFcn",
    "OutputSel",
    "Refine",
    "RelTol",
    "Stats",
    "Vectorized",
];

/// What `odeset` prints about each option when it is called for nothing.
const MEANINGS: [(&str, &str); 22] = [
    ("AbsTol", "scalar or vector, >0, [1e-6]"),
    ("BDF", "binary, {[\"off\"], \"on\"}"),
    ("Events", "function_handle, []"),
    ("InitialSlope", "vector, []"),
    ("InitialStep", "scalar, >0, []"),
    ("Jacobian", "matrix or function_handle, []"),
    ("JConstant", "binary, {[\"off\"], \"on\"}"),
    ("JPattern", "sparse matrix, []"),
    ("Mass", "matrix or function_handle, []"),
    ("MassSingular", "switch, {[\"maybe\"], \"no\", \"yes\"}"),
    ("MaxOrder", "switch, {[5], 1, 2, 3, 4, }"),
    ("MaxStep", "scalar, >0, []"),
    ("MStateDependence", "switch, {[\"weak\"], \"none\", \"strong\"}"),
    ("MvPattern", "sparse matrix, []"),
    ("NonNegative", "vector of integers, []"),
    ("NormControl", "binary, {[\"off\"], \"on\"}"),
    ("OutputFcn", "function_handle, []"),
    ("OutputSel", "scalar or vector, []"),
    ("Refine", "scalar, integer, >0, []"),
    ("RelTol", "scalar, >0, [1e-3]"),
    ("Stats", "binary, {[\"off\"], \"on\"}"),
    ("Vectorized", "binary, {[\"off\"], \"on\"}"),
];

pub(super) fn odeset(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.is_empty() && nargout == 0 {
        let mut text = String::from(
            "List of the most common ODE solver options.\nDefault values are in square brackets.\n\n",
        );
        for (name, meaning) in MEANINGS {
            text.push_str(&format!("{name:>19}:  {meaning}\n"));
        }
        cx.write(Stream::Output, text.as_bytes())?;
        return none();
    }
    let mut set: Vec<(String, Value)> = Vec::new();
    let mut unknown: Vec<(String, Value)> = Vec::new();
    let mut take = |cx: &mut dyn Context, name: &str, value: &Value| -> Result<()> {
        let known = OPTIONS.iter().find(|known| known.eq_ignore_ascii_case(name));
        let (list, name) = match known {
            Some(known) => (&mut set, (*known).to_owned()),
            None => {
                cx.warn("Octave:invalid-input-arg", &format!("odeset: unknown option \"{name}\""))?;
                (&mut unknown, name.to_owned())
            }
        };
        match list.iter_mut().find(|(old, _)| *old == name) {
            Some(old) => old.1 = value.clone(),
            None => list.push((name, value.clone())),
        }
        Ok(())
    };
    let mut rest = &args[..];
    while let [Value::Struct(given), others @ ..] = rest {
        // A later struct overrides only what it sets.
        let first = rest.len() == args.len();
        for (name, values) in given.fields() {
            if let [value] = values
                && (first || !value.is_empty())
            {
                take(cx, name, value)?;
            }
        }
        rest = others;
    }
    while let [name, others @ ..] = rest {
        let Some(name) = name.as_text().filter(|_| name.is_char()) else {
            return Err(Error::plain("non-string for Parameter name or Switch"));
        };
        let [value, others @ ..] = others else {
            return Err(Error::with_id(
                "Octave:index-out-of-bounds",
                format!(
                    "varargin({}): out of bound {} (dimensions are 1x{})",
                    args.len() + 1,
                    args.len(),
                    args.len()
                ),
            ));
        };
        take(cx, &name, value)?;
        rest = others;
    }
    let mut options = StructArray::scalar();
    for (name, value) in set {
        options.set_scalar_field(&name, value);
    }
    for name in OPTIONS {
        if options.scalar_field(name).is_none() {
            options.set_scalar_field(name, Value::empty());
        }
    }
    for (name, value) in unknown {
        options.set_scalar_field(&name, value);
    }
    one(options)
}

pub(super) fn odeget(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let refused = |wanted: &str, value: &Value| {
        Error::with_id(
            "Octave:invalid-type",
            format!("input must be of class:\n\n  {wanted}\n\nbut was of class {}", value.class()),
        )
    };
    let Value::Struct(options) = &args[0] else { return Err(refused("struct", &args[0])) };
    let Some(name) = args[1].as_text().filter(|_| args[1].is_char()) else {
        return Err(refused("char", &args[1]));
    };
    let Some(value) = options.scalar_field(&name) else {
        return Err(Error::with_id(
            "Octave:odeget:InvalidPropName",
            format!("odeget: Unrecognized property name \"{name}\"."),
        ));
    };
    let fallback = args.get(2).cloned().unwrap_or_else(Value::empty);
    one(if value.is_empty() { fallback } else { value.clone() })
}

/// A pair of explicit Runge–Kutta formulas.
struct Scheme {
    name: &'static str,
    /// The order that steps are chosen for.
    order: f64,
    nodes: &'static [f64],
    stages: &'static [&'static [f64]],
    /// By how much the weights of the two formulas differ.
    error: &'static [f64],
}

/// Dormand and Prince; the last stage is the first of the next step.
const DORMAND_PRINCE: Scheme = Scheme {
    name: "ode45",
    order: 5.0,
    nodes: &[0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0],
    stages: &[
        &[],
        &[0.2],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
        &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    ],
    error: &[
        71.0 / 57600.0,
        0.0,
        -71.0 / 16695.0,
        71.0 / 1920.0,
        -17253.0 / 339_200.0,
        22.0 / 525.0,
        -1.0 / 40.0,
    ],
};

/// Bogacki and Shampine.
const BOGACKI_SHAMPINE: Scheme = Scheme {
    name: "ode23",
    order: 3.0,
    nodes: &[0.0, 0.5, 0.75, 1.0],
    stages: &[&[], &[0.5], &[0.0, 0.75], &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]],
    error: &[2.0 / 9.0 - 7.0 / 24.0, 1.0 / 3.0 - 0.25, 4.0 / 9.0 - 1.0 / 3.0, -0.125],
};

pub(super) fn ode45(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    solve(cx, &DORMAND_PRINCE, &args, nargout)
}

pub(super) fn ode23(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    solve(cx, &BOGACKI_SHAMPINE, &args, nargout)
}

struct Problem<'p> {
    function: &'p Value,
    extra: &'p [Value],
    scheme: &'p Scheme,
    relative: f64,
    absolute: Vec<f64>,
}

impl Problem<'_> {
    fn slope(&self, cx: &mut dyn Context, t: f64, y: &[f64]) -> Result<Vec<f64>> {
        let mut args = Args::from_iter([Value::double(t), Value::column(y.to_vec())]);
        args.extend(self.extra.iter().cloned());
        let value = call_value(cx, self.function, args)?;
        let slope = value.to_f64_array().map_or_else(Vec::new, |a| a.as_slice().to_vec());
        if slope.len() != y.len() {
            return Err(Error::nonconformant(
                "operator +",
                &Dims::matrix(y.len(), 1),
                &value.dims(),
            ));
        }
        Ok(slope)
    }

    /// The largest part of `difference` in units of what is tolerated.
    fn size(&self, difference: &[f64], a: &[f64], b: &[f64]) -> f64 {
        difference
            .iter()
            .enumerate()
            .map(|(k, d)| {
                let absolute = self.absolute[k.min(self.absolute.len() - 1)];
                d.abs() / absolute.max(self.relative * a[k].abs().max(b[k].abs()))
            })
            .fold(0.0, f64::max)
    }

    /// A first step by the size of the solution and of its first two derivatives.
    fn first_step(&self, cx: &mut dyn Context, t: f64, y: &[f64]) -> Result<f64> {
        let slope = self.slope(cx, t, y)?;
        let own = self.size(y, y, y);
        let first = self.size(&slope, &slope, &slope);
        let trial = if own < 1e-5 || first < 1e-5 { 1e-6 } else { 0.01 * own / first };
        let moved: Vec<f64> = y.iter().zip(&slope).map(|(y, s)| y + trial * s).collect();
        let next = self.slope(cx, t + trial, &moved)?;
        let change: Vec<f64> = next.iter().zip(&slope).map(|(a, b)| a - b).collect();
        let second = self.size(&change, &change, &change) / trial;
        let most = first.max(second);
        let step = if most <= 1e-15 {
            (trial * 1e-3).max(1e-6)
        } else {
            (1e-2 / most).powf(1.0 / (self.scheme.order + 1.0))
        };
        Ok(step.min(100.0 * trial))
    }
}

fn option<'o>(options: Option<&'o StructArray>, name: &str) -> Option<&'o Value> {
    options.and_then(|options| options.scalar_field(name)).filter(|value| !value.is_empty())
}

fn solve(cx: &mut dyn Context, scheme: &Scheme, args: &Args, nargout: usize) -> Result<Values> {
    let name = scheme.name;
    let wrong = |text: &str| Error::with_id("Octave:invalid-input-arg", format!("{name}: {text}"));
    let function = match &args[0] {
        Value::Function(_) => args[0].clone(),
        text if text.is_char() => cx.handle(&text.as_text().unwrap_or_default()),
        _ => return Err(wrong("FUN must be a valid function handle")),
    };
    let vector = |value: &Value| {
        let list = value.to_f64_array().filter(|_| value.is_numeric() && value.dims().is_vector());
        list.map(|list| list.as_slice().to_vec())
    };
    let times = vector(&args[1]).ok_or_else(|| wrong("TRANGE must be a numeric vector"))?;
    if times.len() < 2 {
        return Err(wrong("TRANGE must contain at least 2 elements"));
    }
    if times[0] == times[1] {
        return Err(wrong("invalid time span, TRANGE(1) == TRANGE(2)"));
    }
    let start = vector(&args[2]).ok_or_else(|| wrong("INIT must be a numeric vector"))?;
    let (options, extra) = match args.get(3) {
        Some(Value::Struct(options)) => (Some(&**options), &args[4..]),
        Some(other) if other.is_empty() => (None, &args[4..]),
        Some(_) => (None, &args[3..]),
        None => (None, &args[3..]),
    };
    let absolute = option(options, "AbsTol")
        .and_then(Value::to_f64_array)
        .map_or_else(|| vec![1e-6], |list| list.as_slice().to_vec());
    let relative = option(options, "RelTol").and_then(Value::to_f64).unwrap_or(1e-3);
    let problem = Problem { function: &function, extra, scheme, relative, absolute };
    let span = (times[times.len() - 1] - times[0]).abs();
    let longest = option(options, "MaxStep").and_then(Value::to_f64).unwrap_or(0.1 * span).abs();
    let step = match option(options, "InitialStep").and_then(Value::to_f64) {
        Some(step) => step.abs(),
        None => problem.first_step(cx, times[0], &start)?,
    }
    .min(longest);
    let n = start.len();
    let path = problem.integrate(cx, &times, start, step, longest)?;
    Ok(path.outputs(name, n, nargout))
}

/// A point of the solution, and its slope there.
struct State {
    t: f64,
    y: Vec<f64>,
    slope: Vec<f64>,
}

/// The points of the solution that are given back.
struct Path {
    t: Vec<f64>,
    y: Vec<Vec<f64>>,
}

impl Path {
    fn push(&mut self, t: f64, y: Vec<f64>) {
        self.t.push(t);
        self.y.push(y);
    }

    /// The outputs of a solver, of points with `n` parts.
    fn outputs(self, solver: &str, n: usize, nargout: usize) -> Values {
        let count = self.t.len();
        if nargout == 1 {
            let flat: Vec<f64> = self.y.into_iter().flatten().collect();
            return Values::from_iter([Value::structure([
                ("x", Value::row(self.t)),
                ("y", Value::Double(Array::new(Dims::matrix(n, count), flat))),
                ("solver", Value::text(solver)),
            ])]);
        }
        let mut data = Vec::with_capacity(count * n);
        for k in 0..n {
            data.extend(self.y.iter().map(|point| point[k]));
        }
        let values = [
            Value::column(self.t),
            Value::Double(Array::new(Dims::matrix(count, n), data)),
            Value::empty(),
            Value::empty(),
            Value::empty(),
        ];
        values.into_iter().take(nargout.max(2)).collect()
    }
}

impl Problem<'_> {
    /// Where a step of `h` leads, the slope there, and how far the two formulas differ.
    fn attempt(&self, cx: &mut dyn Context, from: &State, h: f64) -> Result<(State, f64)> {
        let State { t, y, slope } = from;
        let combined = |weights: &[f64], stages: &[Vec<f64>], k: usize| -> f64 {
            weights.iter().zip(stages).map(|(weight, stage)| weight * stage[k]).sum()
        };
        let mut stages = vec![slope.clone()];
        let mut next = y.clone();
        for (node, weights) in self.scheme.nodes.iter().zip(self.scheme.stages).skip(1) {
            let moved = |(k, &y): (usize, &f64)| y + h * combined(weights, &stages, k);
            next = y.iter().enumerate().map(moved).collect();
            let value = self.slope(cx, t + node * h, &next)?;
            stages.push(value);
        }
        let difference: Vec<f64> =
            (0..y.len()).map(|k| h * combined(self.scheme.error, &stages, k)).collect();
        let error = self.size(&difference, y, &next);
        let slope = stages.pop().unwrap_or_default();
        Ok((State { t: t + h, y: next, slope }, error))
    }

    /// Follows the solution from the first time to the last one, in steps that are as long as
    /// the tolerance allows.
    fn integrate(
        &self,
        cx: &mut dyn Context,
        times: &[f64],
        start: Vec<f64>,
        mut step: f64,
        longest: f64,
    ) -> Result<Path> {
        let last = times[times.len() - 1];
        let direction = (last - times[0]).signum();
        let mut path = Path { t: vec![times[0]], y: vec![start.clone()] };
        // Between two times all steps are told, else those times.
        let mut wanted = if times.len() > 2 { Some(times[1..].iter().peekable()) } else { None };
        let slope = self.slope(cx, times[0], &start)?;
        let mut at = State { t: times[0], y: start, slope };
        while (last - at.t) * direction > 0.0 {
            cx.poll()?;
            let left = (last - at.t).abs();
            if step >= left * (1.0 - f64::EPSILON) {
                step = left;
            }
            let (mut next, error) = self.attempt(cx, &at, step * direction)?;
            if error <= 1.0 {
                if step == left {
                    next.t = last;
                }
                match &mut wanted {
                    Some(wanted) => {
                        while let Some(&time) =
                            wanted.next_if(|&&time| (time - next.t) * direction <= 0.0)
                        {
                            path.push(time, between(&at, &next, time));
                        }
                    }
                    None => path.push(next.t, next.y.clone()),
                }
                at = next;
            } else if error.is_nan() || step <= 16.0 * f64::EPSILON * at.t.abs().max(1e-300) {
                cx.warn(
                    "integrate_adaptive:unexpected_termination",
                    &format!(
                        "Solving was not successful.  The iterative integration loop exited at time t = {:.6} before the endpoint at tend = {last:.6} was reached.  This happened because the stepsize became too small.",
                        at.t
                    ),
                )?;
                break;
            }
            let power = 1.0 / (self.scheme.order + 1.0);
            let factor = 0.38_f64.powf(power) * (1.0 / error.max(1e-300)).powf(power);
            step = (step * factor.clamp(0.8, 1.5)).min(longest);
        }
        Ok(path)
    }
}

/// The cubic through two points with given slopes, at a time between them.
fn between(from: &State, to: &State, at: f64) -> Vec<f64> {
    let (State { t: t0, y: y0, slope: s0 }, State { t: t1, y: y1, slope: s1 }) = (from, to);
    let h = t1 - t0;
    let u = (at - t0) / h;
    if u >= 1.0 {
        return y1.to_vec();
    }
    (0..y0.len())
        .map(|k| {
            let (u2, u3) = (u * u, u * u * u);
            (2.0 * u3 - 3.0 * u2 + 1.0) * y0[k]
                + (u3 - 2.0 * u2 + u) * h * s0[k]
                + (3.0 * u2 - 2.0 * u3) * y1[k]
                + (u3 - u2) * h * s1[k]
        })
        .collect()
}
