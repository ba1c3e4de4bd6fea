//! Integrals of functions of one variable: `quadgk`, `integral`, `quadcc`, `quad`,
//! `quadv`.
//!
//! All rest on the Gauss–Kronrod pair of 7 and 15 points: intervals whose two
//! estimates differ too much are halved until the sum of the differences is small.

use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Array, C64, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::call::{binary, call, call_value};
use crate::kit::class::{in_class, is_single};

/// The places of the Kronrod rule on [-1, 1].
pub(super) const NODES: [f64; 15] = [
    -0.991_455_371_120_812_6,
    -0.949_107_912_342_758_5,
    -0.864_864_423_359_769_1,
    -0.741_531_185_599_394_4,
    -0.586_087_235_467_691_1,
    -0.405_845_151_377_397_2,
    -0.207_784_955_007_898_47,
    0.0,
    0.207_784_955_007_898_47,
    0.405_845_151_377_397_2,
    0.586_087_235_467_691_1,
    0.741_531_185_599_394_4,
    0.864_864_423_359_769_1,
    0.949_107_912_342_758_5,
    0.991_455_371_120_812_6,
];

/// The weights of the Kronrod rule.
pub(super) const KRONROD: [f64; 15] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_56,
    0.104_790_010_322_250_19,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_42,
    0.204_432_940_075_298_89,
    0.209_482_141_084_727_82,
    0.204_432_940_075_298_89,
    0.190_350_578_064_785_42,
    0.169_004_726_639_267_9,
    0.140_653_259_715_525_92,
    0.104_790_010_322_250_19,
    0.063_092_092_629_978_56,
    0.022_935_322_010_529_224,
];

/// The weights of the Gauss rule, which uses every other place.
pub(super) const GAUSS: [f64; 15] = [
    0.0,
    0.129_484_966_168_869_7,
    0.0,
    0.279_705_391_489_276_64,
    0.0,
    0.381_830_050_505_118_9,
    0.0,
    0.417_959_183_673_469_4,
    0.0,
    0.381_830_050_505_118_9,
    0.0,
    0.279_705_391_489_276_64,
    0.0,
    0.129_484_966_168_869_7,
    0.0,
];

/// How exact an integral has to be.
#[derive(Clone, Copy)]
pub(super) struct Tolerance {
    pub(super) absolute: f64,
    pub(super) relative: f64,
    pub(super) intervals: usize,
}

/// An integral, the estimate of its error, and how often the function was asked.
pub(super) struct Integral {
    pub(super) value: C64,
    pub(super) error: f64,
    pub(super) count: usize,
    pub(super) met: bool,
}

/// A function of many places at once.
pub(super) type Integrand<'f> = dyn FnMut(&mut dyn Context, &[f64]) -> Result<Vec<C64>> + 'f;

struct Piece {
    from: f64,
    to: f64,
    value: C64,
    error: f64,
}

/// Integrates over [-1, 1] cut at `breaks`.
pub(super) fn adaptive(
    cx: &mut dyn Context,
    f: &mut Integrand<'_>,
    breaks: &[f64],
    tolerance: Tolerance,
) -> Result<Integral> {
    let mut open: Vec<(f64, f64)> = breaks.windows(2).map(|w| (w[0], w[1])).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut count = 0;
    let (mut done, mut done_error) = (C64::new(0.0, 0.0), 0.0);
    loop {
        cx.poll()?;
        let places: Vec<f64> = open
            .iter()
            .flat_map(|&(from, to)| {
                let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
                NODES.iter().map(move |node| middle + half * node)
            })
            .collect();
        count += places.len();
        let values = f(cx, &places)?;
        for (&(from, to), values) in open.iter().zip(values.chunks_exact(NODES.len())) {
            let half = (to - from) / 2.0;
            let sum = |weights: &[f64; 15]| -> C64 {
                values.iter().zip(weights).map(|(value, weight)| value.scale(*weight)).sum()
            };
            let value = sum(&KRONROD).scale(half);
            let error = (value - sum(&GAUSS).scale(half)).norm();
            pieces.push(Piece { from, to, value, error });
        }
        let total: C64 = done + pieces.iter().map(|piece| piece.value).sum::<C64>();
        let error: f64 = done_error + pieces.iter().map(|piece| piece.error).sum::<f64>();
        let goal = tolerance.absolute.max(tolerance.relative * total.norm());
        if error.is_nan() || total.is_nan() || error <= goal {
            return Ok(Integral { value: total, error, count, met: error <= goal });
        }
        // What contributes little to the error is settled.
        let share = goal / 2.0;
        let mut rest = Vec::new();
        for piece in pieces.drain(..) {
            let narrow = (piece.to - piece.from).abs() <= 16.0 * f64::EPSILON;
            if narrow || piece.error <= share * (piece.to - piece.from).abs() / 2.0 {
                done += piece.value;
                done_error += piece.error;
            } else {
                rest.push(piece);
            }
        }
        if rest.is_empty() {
            return Ok(Integral { value: done, error: done_error, count, met: done_error <= goal });
        }
        if rest.len() * 2 > tolerance.intervals || count > 1_000_000 {
            let value = done + rest.iter().map(|piece| piece.value).sum::<C64>();
            return Ok(Integral { value, error, count, met: false });
        }
        open = rest
            .iter()
            .flat_map(|piece| {
                let middle = (piece.from + piece.to) / 2.0;
                [(piece.from, middle), (middle, piece.to)]
            })
            .collect();
    }
}

/// The values a function gives for a column of places.
pub(super) fn ask(cx: &mut dyn Context, function: &Value, places: &[f64]) -> Result<Vec<C64>> {
    let argument = Value::column(places.to_vec());
    let value = call_value(cx, function, Args::from_iter([argument]))?;
    let Some(values) = value.to_c64_array() else {
        return Err(Error::plain("quadgk: integrand F must return a numeric array"));
    };
    match values.numel() {
        count if count == places.len() => Ok(values.as_slice().to_vec()),
        1 => Ok(vec![values.as_slice()[0]; places.len()]),
        _ => Err(Error::plain(
            "quadgk: integrand F must return a single, real-valued vector of the same dimension as the input",
        )),
    }
}

/// How a function is asked for its values at several places.
type Asking = fn(&mut dyn Context, &Value, &[f64]) -> Result<Vec<C64>>;

/// Asks for one place at a time.
fn ask_each(cx: &mut dyn Context, function: &Value, places: &[f64]) -> Result<Vec<C64>> {
    places.iter().map(|&place| Ok(ask(cx, function, &[place])?[0])).collect()
}

/// Integrates a function over an interval whose ends may be infinite or singular.
pub(super) fn integrate(
    cx: &mut dyn Context,
    function: &Value,
    range: (f64, f64),
    waypoints: &[f64],
    tolerance: Tolerance,
) -> Result<Integral> {
    integrate_by(cx, (function, ask), range, waypoints, tolerance)
}

/// A place and its weight, of a value of the variable of integration.
type Change = Box<dyn Fn(f64) -> (f64, f64)>;

/// The variable of integration at a place.
type Back = Box<dyn Fn(f64) -> f64>;

/// The change of variable by which infinite ends become finite and the weight of the ends
/// vanishes, t going from -1 to 1, and the way back.
fn substitution(from: f64, to: f64) -> (Change, Back) {
    match (from.is_infinite(), to.is_infinite()) {
        (false, false) => {
            let (middle, quarter) = ((from + to) / 2.0, (to - from) / 4.0);
            (
                Box::new(move |t: f64| {
                    (quarter * t * (3.0 - t * t) + middle, quarter * 3.0 * (1.0 - t * t))
                }),
                Box::new(move |x: f64| {
                    let z = (x - middle) / (2.0 * quarter);
                    2.0 * (z.clamp(-1.0, 1.0).asin() / 3.0).sin()
                }),
            )
        }
        (false, true) => (
            Box::new(move |t: f64| {
                let u = (t + 1.0) / 2.0;
                let v = u / (1.0 - u);
                (from + v * v, v / ((1.0 - u) * (1.0 - u)))
            }),
            Box::new(move |x: f64| {
                let v = (x - from).max(0.0).sqrt();
                2.0 * v / (1.0 + v) - 1.0
            }),
        ),
        (true, false) => (
            Box::new(move |t: f64| {
                let u = (1.0 - t) / 2.0;
                let v = u / (1.0 - u);
                (to - v * v, v / ((1.0 - u) * (1.0 - u)))
            }),
            Box::new(move |x: f64| {
                let v = (to - x).max(0.0).sqrt();
                1.0 - 2.0 * v / (1.0 + v)
            }),
        ),
        (true, true) => (
            Box::new(|t: f64| {
                let d = 1.0 - t * t;
                (t / d, (1.0 + t * t) / (d * d))
            }),
            Box::new(
                |x: f64| {
                    if x == 0.0 { 0.0 } else { 2.0 * x / (1.0 + (1.0 + 4.0 * x * x).sqrt()) }
                },
            ),
        ),
    }
}

/// The same, asking as is said.
fn integrate_by(
    cx: &mut dyn Context,
    (function, ask): (&Value, Asking),
    (from, to): (f64, f64),
    waypoints: &[f64],
    tolerance: Tolerance,
) -> Result<Integral> {
    if from == to {
        return Ok(Integral { value: C64::new(0.0, 0.0), error: 0.0, count: 0, met: true });
    }
    if from > to {
        let mut back = integrate_by(cx, (function, ask), (to, from), waypoints, tolerance)?;
        back.value = -back.value;
        return Ok(back);
    }
    let (change, back) = substitution(from, to);
    let mut breaks: Vec<f64> = (0..=10).map(|k| f64::from(k) / 5.0 - 1.0).collect();
    breaks.extend(waypoints.iter().map(|&x| back(x)).filter(|t| t.abs() < 1.0));
    breaks.sort_by(f64::total_cmp);
    breaks.dedup();
    let mut f = |cx: &mut dyn Context, places: &[f64]| -> Result<Vec<C64>> {
        let changed: Vec<(f64, f64)> = places.iter().map(|&t| change(t)).collect();
        let xs: Vec<f64> = changed.iter().map(|&(x, _)| x).collect();
        let values = ask(cx, function, &xs)?;
        Ok(values
            .into_iter()
            .zip(&changed)
            .map(|(value, &(_, weight))| {
                let weighed = value.scale(weight);
                // Where the function overflows at an end, the weight has vanished.
                if weighed.is_nan() && weight == 0.0 { C64::new(0.0, 0.0) } else { weighed }
            })
            .collect())
    };
    adaptive(cx, &mut f, &breaks, tolerance)
}

pub(super) fn number(name: &str, what: &str, value: &Value) -> Result<f64> {
    match value.to_f64() {
        Some(number) if value.is_scalar() && !value.is_char() => Ok(number),
        _ => Err(Error::plain(format!("{name}: {what}"))),
    }
}

fn is_function(value: &Value) -> bool {
    matches!(value, Value::Function(_)) || value.is_string()
}

/// Settings of an integral by name.
struct Settings {
    tolerance: Tolerance,
    waypoints: Vec<f64>,
    array_valued: bool,
}

fn settings(name: &str, pairs: &[Value], tolerance: Tolerance) -> Result<Settings> {
    let mut settings = Settings { tolerance, waypoints: Vec::new(), array_valued: false };
    for pair in pairs.chunks(2) {
        let Some(key) = pair[0].as_text().filter(|_| pair[0].is_char()) else {
            return Err(Error::plain(format!("{name}: property PROP must be a string")));
        };
        let Some(value) = pair.get(1) else { return Err(Error::invalid_call(name)) };
        let positive = || -> Result<f64> {
            match value.to_f64() {
                Some(number) if value.is_scalar() && number >= 0.0 => Ok(number),
                _ => Err(Error::plain(format!("{name}: {key} must be a scalar >=0"))),
            }
        };
        match key.to_lowercase().as_str() {
            "abstol" => settings.tolerance.absolute = positive()?,
            "reltol" => settings.tolerance.relative = positive()?,
            "maxintervalcount" if name == "quadgk" => {
                settings.tolerance.intervals = positive()? as usize;
            }
            "waypoints" => {
                let list = value.to_f64_array();
                settings.waypoints = list.map_or_else(Vec::new, |list| list.as_slice().to_vec());
            }
            "trace" if name == "quadgk" => {}
            "arrayvalued" => {
                settings.array_valued = value.to_f64().is_some_and(|number| number != 0.0);
            }
            _ => return Err(Error::plain(format!("{name}: unknown property '{key}'"))),
        }
    }
    Ok(settings)
}

fn tell(cx: &mut dyn Context, name: &str, integral: &Integral) -> Result<()> {
    if integral.met || name != "quadgk" {
        return Ok(());
    }
    let error = formwork_runtime::format::c_number::percent_g(integral.error);
    cx.warn(
        "Octave:quadgk:warning-termination",
        &format!("quadgk: Error tolerance not met.  Estimated error {error}"),
    )
}

pub(super) fn quadgk(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let single = args[1..3].iter().any(is_single);
    let mut defaults = Tolerance {
        absolute: if single { 1e-5 } else { 1e-10 },
        relative: if single { 1e-4 } else { 1e-6 },
        intervals: 650,
    };
    let from = number("quadgk", "A and B must be scalars", &args[1])?;
    let to = number("quadgk", "A and B must be scalars", &args[2])?;
    let mut rest = 3;
    if args.get(3).is_some_and(|given| !given.is_char()) {
        if let Some(number) = args[3].to_f64() {
            defaults.absolute = number;
        }
        rest = 4;
        if args.get(4).is_some_and(|given| !given.is_char()) {
            rest = 5;
        }
    }
    let settings = settings("quadgk", &args[rest..], defaults)?;
    let found = integrate(cx, &args[0], (from, to), &settings.waypoints, settings.tolerance)?;
    tell(cx, "quadgk", &found)?;
    let mut values = Values::new();
    values.push(in_class(Value::complex(found.value), single));
    if nargout > 1 {
        values.push(in_class(Value::double(found.error), single));
    }
    Ok(values)
}

pub(super) fn integral(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len().is_multiple_of(2) {
        return Err(Error::invalid_call("integral"));
    }
    let single = args[1..3].iter().any(is_single);
    let defaults = Tolerance {
        absolute: if single { 1e-5 } else { 1e-10 },
        relative: if single { 1e-4 } else { 1e-6 },
        intervals: 650,
    };
    let settings = settings("integral", &args[3..], defaults)?;
    if settings.array_valued {
        let tolerance = Value::double(settings.tolerance.absolute);
        return one(array_integral(cx, &args[0], &args[1], &args[2], &tolerance)?.0);
    }
    if !is_function(&args[0]) {
        return Err(Error::invalid_call("integral"));
    }
    let from = number("integral", "A and B must be scalars", &args[1])?;
    let to = number("integral", "A and B must be scalars", &args[2])?;
    let found = integrate(cx, &args[0], (from, to), &settings.waypoints, settings.tolerance)?;
    one(in_class(Value::complex(found.value), single))
}

pub(super) fn quadcc(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let from = number("quadcc", "lower limit of integration (A) must be a real scalar", &args[1])?;
    let to = number("quadcc", "upper limit of integration (B) must be a real scalar", &args[2])?;
    let mut tolerance = Tolerance { absolute: 1e-10, relative: 1e-6, intervals: 650 };
    if let Some(given) = args.get(3).and_then(Value::to_f64_array) {
        match given.as_slice() {
            [absolute] => tolerance.absolute = *absolute,
            [absolute, relative] => {
                (tolerance.absolute, tolerance.relative) = (*absolute, *relative);
            }
            _ => {}
        }
    }
    let waypoints = args
        .get(4)
        .and_then(|given| given.to_f64_array().map(|list| list.as_slice().to_vec()))
        .unwrap_or_default();
    let found = integrate(cx, &args[0], (from, to), &waypoints, tolerance)?;
    let values =
        [Value::complex(found.value), Value::double(found.error), Value::count(found.count)];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

pub(super) fn quad(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let from = number("quad", "lower limit of integration A must be a scalar", &args[1])?;
    let to = number("quad", "upper limit of integration B must be a scalar", &args[2])?;
    let root = f64::EPSILON.sqrt();
    let mut tolerance = Tolerance { absolute: root, relative: root, intervals: 650 };
    if let Some(given) = args.get(3).and_then(Value::to_f64_array) {
        match given.as_slice() {
            [absolute] => tolerance.absolute = *absolute,
            [absolute, relative] => {
                (tolerance.absolute, tolerance.relative) = (*absolute, *relative);
            }
            _ => {}
        }
    }
    let waypoints = args
        .get(4)
        .and_then(|given| given.to_f64_array().map(|list| list.as_slice().to_vec()))
        .unwrap_or_default();
    // The function is asked for one place at a time: it need not take more.
    let function = args[0].clone();
    let found = one_at_a_time(cx, &function, (from, to), &waypoints, tolerance)?;
    let values = [
        Value::complex(found.value),
        Value::double(if found.met { 0.0 } else { 1.0 }),
        Value::count(found.count),
        Value::double(found.error),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

fn one_at_a_time(
    cx: &mut dyn Context,
    function: &Value,
    (from, to): (f64, f64),
    waypoints: &[f64],
    tolerance: Tolerance,
) -> Result<Integral> {
    if from.is_finite() && to.is_finite() {
        let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
        let mut breaks = vec![-1.0, 1.0];
        breaks.extend(waypoints.iter().map(|x| (x - middle) / half).filter(|t| t.abs() < 1.0));
        breaks.sort_by(f64::total_cmp);
        let mut f = |cx: &mut dyn Context, places: &[f64]| -> Result<Vec<C64>> {
            places
                .iter()
                .map(|&t| {
                    let value = ask(cx, function, &[middle + half * t])?;
                    Ok(value[0].scale(half))
                })
                .collect()
        };
        return adaptive(cx, &mut f, &breaks, tolerance);
    }
    integrate_by(cx, (function, ask_each), (from, to), waypoints, tolerance)
}

pub(super) fn quadv(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let tolerance = match args.get(3) {
        Some(given) if !given.is_empty() => given.clone(),
        _ => Value::double(1e-6),
    };
    let (value, count) = array_integral(cx, &args[0], &args[1], &args[2], &tolerance)?;
    let mut values = Values::new();
    values.push(value);
    if nargout > 1 {
        values.push(Value::count(count));
    }
    Ok(values)
}

/// Simpson's rule for a function whose values are arrays, intervals being halved
/// until the estimates agree.
fn array_integral(
    cx: &mut dyn Context,
    function: &Value,
    from: &Value,
    to: &Value,
    tolerance: &Value,
) -> Result<(Value, usize)> {
    let a = number("quadv", "A and B must be scalars", from)?;
    let b = number("quadv", "A and B must be scalars", to)?;
    let tolerance = tolerance.to_f64().unwrap_or(1e-6);
    let mut count = 0;
    let mut at = |cx: &mut dyn Context, x: f64| -> Result<Value> {
        count += 1;
        call_value(cx, function, Args::from_iter([Value::double(x)]))
    };
    // Three unequal parts, so that symmetry does not deceive (Gander and Gautschi).
    let part = 0.135_79 * (b - a);
    let places = [a, a + part, a + 2.0 * part, (a + b) / 2.0, b - 2.0 * part, b - part, b];
    let mut samples = Vec::with_capacity(places.len());
    for place in places {
        samples.push(at(cx, place)?);
    }
    if has_infinite(&samples[0]) {
        samples[0] = at(cx, a + f64::EPSILON * (b - a))?;
    }
    if has_infinite(&samples[6]) {
        samples[6] = at(cx, b - f64::EPSILON * (b - a))?;
    }
    let mut stack = Vec::new();
    for k in [4, 2, 0] {
        let (from, to) = (places[k], places[k + 2]);
        let [start, center, end] = [k, k + 1, k + 2].map(|k| samples[k].clone());
        let whole = simpson(cx, to - from, [&start, &center, &end])?;
        stack.push((from, to, start, center, end, whole, 0u32));
    }
    let mut total: Option<Value> = None;
    while let Some((a, b, start, center, end, whole, depth)) = stack.pop() {
        cx.poll()?;
        let middle = (a + b) / 2.0;
        let left = at(cx, (a + middle) / 2.0)?;
        let right = at(cx, (middle + b) / 2.0)?;
        let first = simpson(cx, middle - a, [&start, &left, &center])?;
        let second = simpson(cx, b - middle, [&center, &right, &end])?;
        let both = binary(cx, BinaryOp::Add, &first, &second)?;
        let gap = binary(cx, BinaryOp::Subtract, &both, &whole)?;
        let correction = binary(cx, BinaryOp::ElementDivide, &gap, &Value::double(15.0))?;
        // What is extrapolated is compared with what it was extrapolated from.
        let worst = largest(cx, &correction)?;
        if worst <= tolerance || depth > 40 || !worst.is_finite() || b - a == 0.0 {
            let best = binary(cx, BinaryOp::Add, &both, &correction)?;
            total = Some(match total {
                None => best,
                Some(sum) => binary(cx, BinaryOp::Add, &sum, &best)?,
            });
        } else {
            stack.push((middle, b, center.clone(), right, end, second, depth + 1));
            stack.push((a, middle, start, left, center, first, depth + 1));
        }
    }
    Ok((total.unwrap_or_else(Value::empty), count))
}

fn has_infinite(value: &Value) -> bool {
    value.to_f64_array().is_some_and(|array| array.as_slice().iter().any(|x| x.is_infinite()))
}

fn largest(cx: &mut dyn Context, value: &Value) -> Result<f64> {
    let sizes = call(cx, "abs", &[value])?;
    Ok(sizes.to_f64_array().map_or(0.0, |array: std::borrow::Cow<'_, Array<f64>>| {
        array.as_slice().iter().copied().fold(0.0, f64::max)
    }))
}

fn simpson(cx: &mut dyn Context, width: f64, [a, m, b]: [&Value; 3]) -> Result<Value> {
    let middle = binary(cx, BinaryOp::ElementMultiply, &Value::double(4.0), m)?;
    let sum = binary(cx, BinaryOp::Add, a, &middle)?;
    let sum = binary(cx, BinaryOp::Add, &sum, b)?;
    binary(cx, BinaryOp::ElementMultiply, &sum, &Value::double(width / 6.0))
}
