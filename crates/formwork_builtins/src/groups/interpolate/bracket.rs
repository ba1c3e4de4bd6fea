//! `fzero`: a zero between two points where the function has different signs.
//!
//! The method is algorithm 748 of Alefeld, Potra and Shi (ACM Transactions on
//! Mathematical Software 21, 1995) with the two changes that Octave's manual page
//! names, so that a program sees the same points in the same order:
//!
//! ```text
//! [a, b]   the bracket; f(a) and f(b) have different signs
//! u        the end of it where |f| is smaller
//! d, e     the two ends given up last
//! ```
//!
//! One round is a first interpolation, a second one, a double secant step, and a
//! bisection if the three did not halve the bracket.

use formwork_runtime::format::c_number::percent_g;
use formwork_runtime::{Error, Result, Value};

use super::options::{is_on, number_option, option, solver_defaults};
use crate::context::{Args, Context, Stream, Values, one};
use crate::kit::call::call_value;
use crate::kit::class::is_single;

/// How far from the start a change of sign is looked for, as shares of the start.
const SEARCH: [f64; 14] =
    [-0.01, 0.025, -0.05, 0.1, -0.25, 0.5, -1.0, 2.5, -5.0, 10.0, -50.0, 100.0, -500.0, 1000.0];

/// A round that does not shorten the bracket by this factor ends in a bisection.
const SHRINK: f64 = 0.5;

/// A point and the function's value there.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    f: f64,
}

/// The step to take next.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    First,
    /// inverse cubic interpolation; with so many Newton steps where it fails
    Interpolate(u8),
    DoubleSecant,
    Bisect,
}

/// What is printed on the way.
#[derive(Clone, Copy, PartialEq)]
enum Display {
    Quiet,
    Iterations,
    Final,
    Notify,
}

/// The function, counting how often it is asked.
struct Asked<'f> {
    function: &'f Value,
    guarded: bool,
    count: usize,
    /// the machine precision of the class of the values
    precision: f64,
}

impl Asked<'_> {
    fn at(&mut self, cx: &mut dyn Context, x: f64) -> Result<Point> {
        self.count += 1;
        let value = call_value(cx, self.function, Args::from_iter([Value::double(x)]))?;
        if self.count == 1 && is_single(&value) {
            self.precision = f64::from(f32::EPSILON);
        }
        let f = value.to_f64();
        if self.guarded {
            if f.is_none() {
                let text = "fzero: non-real value encountered";
                return Err(Error::with_id("Octave:fzero:notreal", text));
            }
            if f.is_some_and(f64::is_nan) {
                return Err(Error::with_id("Octave:fzero:isnan", "fzero: NaN value encountered"));
            }
        }
        let f = f.ok_or_else(|| Error::plain("the function must give a number"))?;
        Ok(Point { x, f })
    }
}

/// `sign`: 0 of 0, unlike `signum`.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// The bracket and the points given up last.
struct Bracket {
    a: Point,
    b: Point,
    u: Point,
    d: Point,
    e: Point,
}

impl Bracket {
    fn new(a: Point, b: Point) -> Bracket {
        let u = smaller(a, b);
        Bracket { a, b, u, d: u, e: u }
    }

    fn width(&self) -> f64 {
        self.b.x - self.a.x
    }

    fn middle(&self) -> f64 {
        0.5 * (self.a.x + self.b.x)
    }

    /// Where the first step leads: a secant step unless the values are too unlike.
    fn first(&self) -> f64 {
        let (fa, fb) = (self.a.f, self.b.f);
        if fa.abs() <= 1e3 * fb.abs() && fb.abs() <= 1e3 * fa.abs() {
            self.u.x - (self.a.x - self.b.x) / (fa - fb) * self.u.f
        } else {
            self.middle()
        }
    }

    /// Where the interpolation of the four points leads.
    fn interpolate(&self, newton_steps: u8) -> f64 {
        let values = [self.a.f, self.b.f, self.d.f, self.e.f];
        let distinct = (0..4).all(|i| (0..i).all(|j| values[i] != values[j]));
        if distinct {
            let c = self.inverse_cubic();
            let outside = sign(c - self.a.x) * sign(c - self.b.x) > 0.0;
            if !outside {
                return c;
            }
        }
        self.quadratic(newton_steps)
    }

    fn inverse_cubic(&self) -> f64 {
        let Bracket { a, b, d, e, .. } = self;
        // Divided differences of the inverse function, a triangle of two kinds.
        let q11 = (d.x - e.x) * d.f / (e.f - d.f);
        let q21 = (b.x - d.x) * b.f / (d.f - b.f);
        let q31 = (a.x - b.x) * a.f / (b.f - a.f);
        let d21 = (b.x - d.x) * d.f / (d.f - b.f);
        let d31 = (a.x - b.x) * b.f / (b.f - a.f);
        let q22 = (d21 - q11) * b.f / (e.f - b.f);
        let q32 = (d31 - q21) * a.f / (d.f - a.f);
        let d32 = (d31 - q21) * d.f / (d.f - a.f);
        let q33 = (d32 - q22) * a.f / (e.f - a.f);
        a.x + q31 + q32 + q33
    }

    /// A zero of the parabola through `a`, `b` and `d`, by Newton's method.
    fn quadratic(&self, steps: u8) -> f64 {
        let Bracket { a, b, d, .. } = self;
        let slope = (b.f - a.f) / (b.x - a.x);
        let curve = ((d.f - b.f) / (d.x - b.x) - slope) / (d.x - a.x);
        let secant = a.x - a.f / slope;
        let mut c = secant;
        if curve != 0.0 {
            for _ in 0..steps {
                let value = a.f + (slope + curve * (c - b.x)) * (c - a.x);
                let derivative = slope + curve * (2.0 * c - a.x - b.x);
                if derivative == 0.0 {
                    return secant;
                }
                c -= value / derivative;
            }
        }
        c
    }

    fn double_secant(&self) -> f64 {
        let c = self.u.x - 2.0 * self.width() / (self.b.f - self.a.f) * self.u.f;
        if (c - self.u.x).abs() > 0.5 * self.width() { self.middle() } else { c }
    }

    /// Where a step leads, and which one comes after it.
    fn step(&mut self, step: Step) -> (f64, Step) {
        match step {
            Step::First => {
                let c = self.first();
                self.d = self.u;
                (c, Step::Bisect)
            }
            Step::Interpolate(steps) => {
                let next = if steps == 2 { Step::Interpolate(3) } else { Step::DoubleSecant };
                (self.interpolate(steps), next)
            }
            Step::DoubleSecant => (self.double_secant(), Step::Bisect),
            Step::Bisect => (self.middle(), Step::Interpolate(2)),
        }
    }

    /// A place at `c`, or as far from the ends as what is near allows.
    fn away_from_ends(&self, c: f64, near: f64) -> f64 {
        let delta = 2.0 * 0.7 * near;
        if self.width() <= 2.0 * delta {
            (self.a.x + self.b.x) / 2.0
        } else {
            (self.a.x + delta).max((self.b.x - delta).min(c))
        }
    }

    /// Takes the point `c` for one end of the bracket; `false` if it is a zero.
    fn shrink(&mut self, c: Point) -> Result<bool> {
        if sign(c.f - self.a.f) * sign(c.f - self.b.f) >= 0.0 {
            // Not monotone: no inverse interpolation through this point.
            self.e.f = c.f;
        } else {
            self.e = self.d;
        }
        if sign(self.a.f) * sign(c.f) < 0.0 {
            (self.d, self.b) = (self.b, c);
        } else if sign(self.b.f) * sign(c.f) < 0.0 {
            (self.d, self.a) = (self.a, c);
        } else if c.f == 0.0 {
            (self.a, self.b) = (c, c);
            return Ok(false);
        } else {
            let text = "fzero: zero point is not bracketed";
            return Err(Error::with_id("Octave:fzero:bracket", text));
        }
        self.u = smaller(self.a, self.b);
        Ok(true)
    }
}

/// The end where the function is smaller.
fn smaller(a: Point, b: Point) -> Point {
    if a.f.abs() < b.f.abs() { a } else { b }
}

/// What the options of a call say.
struct Settings {
    tolerance: f64,
    /// so many iterations at most
    most: f64,
    /// the function is asked so often at most
    most_asked: f64,
    /// the program's output function
    watcher: Option<Value>,
    display: Display,
}

impl Settings {
    fn read(options: Option<&Value>) -> Settings {
        let display = match option(options, "Display").as_ref().and_then(Value::as_bytes) {
            Some(b"iter") => Display::Iterations,
            Some(b"final") => Display::Final,
            None | Some(b"notify") => Display::Notify,
            Some(_) => Display::Quiet,
        };
        Settings {
            tolerance: number_option(options, "TolX", f64::EPSILON),
            most: number_option(options, "MaxIter", f64::INFINITY),
            most_asked: number_option(options, "MaxFunEvals", f64::INFINITY),
            watcher: option(options, "OutputFcn").filter(|watcher| !watcher.is_empty()),
            display,
        }
    }
}

/// Where the search stands: the point that was asked for last, and why it ended.
struct Progress {
    at: Point,
    info: f64,
    iterations: usize,
}

impl Progress {
    /// Tells the program's output function; `true` if that wants to stop.
    fn tell(&self, cx: &mut dyn Context, watcher: Option<&Value>, asked: usize) -> Result<bool> {
        let Some(watcher) = watcher else { return Ok(false) };
        let state = Value::structure([
            ("funccount", Value::count(asked)),
            ("fval", Value::double(self.at.f)),
            ("iteration", Value::count(self.iterations)),
        ]);
        let told = Args::from_iter([Value::double(self.at.x), state, Value::text("iter")]);
        Ok(call_value(cx, watcher, told)?.to_f64().is_some_and(|stop| stop != 0.0))
    }
}

pub(super) fn fzero(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fzero"));
    }
    if args.len() < 2 {
        return Err(Error::invalid_call("fzero"));
    }
    let options = args.get(2);
    let settings = Settings::read(options);
    let precision = if is_single(&args[1]) { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let guarded = is_on(options, "FunValCheck");
    let mut f = Asked { function: &args[0], guarded, count: 0, precision };
    let (mut a, mut b) = initial_bracket(cx, &mut f, &args[1], settings.display)?;
    let first_slope = (b.f - a.f) / (b.x - a.x);
    if a.f == 0.0 {
        b = a;
    } else if b.f == 0.0 {
        a = b;
    }
    let mut bracket = Bracket::new(a, b);
    let Progress { at, mut info, iterations } = narrow(cx, &mut f, &settings, &mut bracket)?;
    let Bracket { a, b, .. } = bracket;
    if info == 1.0 && b.x != a.x {
        let growth = ((b.f - a.f) / (b.x - a.x) / first_slope).abs();
        if growth > 1e6_f64.max(0.5 / (f.precision + settings.tolerance)) {
            info = -5.0;
        }
    }
    let text = match (info as i32, settings.display) {
        (_, Display::Quiet) | (1, Display::Notify) => "",
        (1, _) => "\nAlgorithm converged.\n\n",
        (-1, _) => "\nAlgorithm has been terminated by user.\n\n",
        (-5, _) => "\nAlgorithm seemingly converged to a singular point.\n\n",
        _ => "\nMaximum number of iterations or function evaluations reached.\n\n",
    };
    say(cx, text)?;
    let values = [
        Value::double(at.x),
        Value::double(at.f),
        Value::double(info),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("funcCount", Value::count(f.count)),
            ("algorithm", Value::text("bisection, interpolation")),
            ("bracketx", Value::row(vec![a.x, b.x])),
            ("brackety", Value::row(vec![a.f, b.f])),
        ]),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

/// The interval that is given or found around a start, in which the sign changes.
fn initial_bracket(
    cx: &mut dyn Context,
    f: &mut Asked,
    start: &Value,
    display: Display,
) -> Result<(Point, Point)> {
    let start: Vec<f64> =
        start.to_f64_array().map_or_else(Vec::new, |list| list.as_slice().to_vec());
    let Some(&first) = start.first() else {
        let text = "index (1): out of bound; value 1 out of bound 0";
        return Err(Error::with_id("Octave:index-out-of-bounds", text));
    };
    let mut a = f.at(cx, first)?;
    let mut b = match start.get(1) {
        Some(&second) => f.at(cx, second)?,
        None => search(cx, f, a, display)?,
    };
    if b.x < a.x {
        (a, b) = (b, a);
    }
    let signs = sign(a.f) * sign(b.f);
    if signs > 0.0 || signs.is_nan() {
        let text = "fzero: not a valid initial bracketing";
        return Err(Error::with_id("Octave:fzero:bracket", text));
    }
    if display == Display::Iterations {
        let (low, high) = (percent_g(a.x), percent_g(b.x));
        say(cx, &format!("\nSearch for a zero in the interval [{low}, {high}]:\n"))?;
        say(cx, " Func-count    x          f(x)             Procedure\n")?;
    }
    Ok((a, b))
}

/// Narrows the bracket until it is as short as is asked for, or the search ends otherwise.
fn narrow(
    cx: &mut dyn Context,
    f: &mut Asked,
    settings: &Settings,
    bracket: &mut Bracket,
) -> Result<Progress> {
    let mut progress =
        Progress { at: Point { x: f64::NAN, f: f64::NAN }, info: 0.0, iterations: 0 };
    row(cx, settings.display, f.count, bracket.u, "initial")?;
    let mut step = Step::First;
    let mut goal = SHRINK * bracket.width();
    while (progress.iterations as f64) < settings.most && (f.count as f64) < settings.most_asked {
        cx.poll()?;
        let near = 2.0 * bracket.u.x.abs() * f.precision + settings.tolerance;
        if step == Step::First && bracket.width() <= 2.0 * near {
            (progress.at, progress.info) = (bracket.u, 1.0);
            break;
        }
        let c;
        (c, step) = bracket.step(step);
        progress.at = f.at(cx, bracket.away_from_ends(c, near))?;
        progress.iterations += 1;
        row(cx, settings.display, f.count, progress.at, "interpolation")?;
        if !bracket.shrink(progress.at)? {
            progress.info = 1.0;
            break;
        }
        if progress.tell(cx, settings.watcher.as_ref(), f.count)? {
            progress.info = -1.0;
            break;
        }
        let near = 2.0 * bracket.u.x.abs() * f.precision + settings.tolerance;
        if bracket.width() <= 2.0 * near {
            progress.info = 1.0;
            break;
        }
        if step == Step::Bisect && bracket.width() <= goal {
            step = Step::Interpolate(2);
        }
        if step == Step::Interpolate(2) {
            goal = SHRINK * bracket.width();
        }
    }
    Ok(progress)
}

/// Looks for a change of sign on both sides of a single start, ever farther.
fn search(cx: &mut dyn Context, f: &mut Asked, a: Point, display: Display) -> Result<Point> {
    let tell = |cx: &mut dyn Context, count: usize, b: Point, text: &str| {
        if display != Display::Iterations {
            return Ok(());
        }
        let [x, fx, y, fy] = [a.x, a.f, b.x, b.f].map(percent_g);
        say(cx, &format!(" {count:4}   {x:>13} {fx:>13} {y:>13} {fy:>13}   {text}\n"))
    };
    if display == Display::Iterations {
        let near = percent_g(a.x);
        say(cx, &format!("\nSearch for an interval around {near} containing a sign change:\n"))?;
        say(cx, " Func-count    a          f(a)             b          f(b)        Procedure\n")?;
    }
    tell(cx, f.count, a, "initial interval")?;
    // Shares of a tiny number lead nowhere.
    let base = match a.x {
        0.0 => 0.1,
        near if near.abs() < 0.001 => near.signum() * 0.1,
        other => other,
    };
    let mut b = a;
    for share in SEARCH {
        b = f.at(cx, base + base * share)?;
        tell(cx, f.count, b, "search")?;
        if sign(a.f) * sign(b.f) <= 0.0 {
            break;
        }
    }
    Ok(b)
}

fn row(cx: &mut dyn Context, display: Display, count: usize, at: Point, text: &str) -> Result<()> {
    if display != Display::Iterations {
        return Ok(());
    }
    let (x, fx) = (percent_g(at.x), percent_g(at.f));
    say(cx, &format!(" {count:4}   {x:>13} {fx:>13}        {text}\n"))
}

fn say(cx: &mut dyn Context, text: &str) -> Result<()> {
    cx.write(Stream::Output, text.as_bytes())
}
