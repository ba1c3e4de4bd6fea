//! `quadl`: the adaptive Lobatto rule of Gander and Gautschi (BIT 40, 2000).
//!
//! An interval is estimated by the Lobatto rule of four points and by its Kronrod
//! extension of seven. Where the two differ by more than the tolerance it is cut at
//! the five inner points, so that every value is used again.

use formwork_runtime::{Array, C64, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values};
use crate::kit::call::call_value;
use crate::kit::class::{in_class, is_single};

/// The integral is given up as singular after so many calls of the function.
const MOST_CALLS: usize = 10_000;

/// What one integral carries along.
struct Rule<'f> {
    function: &'f Value,
    extra: &'f [Value],
    single: bool,
    tolerance: f64,
    calls: usize,
    narrowest: f64,
    trace: bool,
}

/// One end of an interval and the function's value there.
#[derive(Clone, Copy)]
struct End {
    x: f64,
    f: C64,
}

impl Rule<'_> {
    fn ask(&mut self, cx: &mut dyn Context, places: &[f64]) -> Result<Vec<C64>> {
        self.calls += 1;
        let row = in_class(Value::row(places.to_vec()), self.single);
        let mut args = Args::from_iter([row]);
        args.extend(self.extra.iter().cloned());
        let value = call_value(cx, self.function, args)?;
        let Some(values) = value.to_c64_array() else {
            return Err(Error::plain("quadl: the function must give numbers"));
        };
        let Some(values) = values.as_slice().get(..places.len()) else {
            let (at, bound) = (values.numel() + 1, values.numel());
            return Err(Error::with_id(
                "Octave:index-out-of-bounds",
                format!("index ({at}): out of bound; value {at} out of bound {bound}"),
            ));
        };
        Ok(values.to_vec())
    }

    fn over(&mut self, cx: &mut dyn Context, a: End, b: End, given_up: f64) -> Result<C64> {
        cx.poll()?;
        if self.calls > MOST_CALLS {
            return Ok(C64::new(given_up, 0.0));
        }
        let half = (b.x - a.x) / 2.0;
        let middle = (a.x + b.x) / 2.0;
        let (outer, inner) = ((2.0_f64 / 3.0).sqrt() * half, 1.0 / 5.0_f64.sqrt() * half);
        let places = [middle - outer, middle - inner, middle, middle + inner, middle + outer];
        let values = self.ask(cx, &places)?;
        let ends = a.f + b.f;
        let inner = values[1] + values[3];
        let four = (ends + inner.scale(5.0)).scale(half / 6.0);
        let seven = (ends.scale(77.0)
            + (values[0] + values[4]).scale(432.0)
            + inner.scale(625.0)
            + values[2].scale(672.0))
        .scale(half / 1470.0);
        self.narrowest = self.narrowest.min((b.x - a.x).abs());
        if self.trace {
            let row = vec![self.calls as f64, a.x, b.x - a.x, seven.re];
            let shown = Value::Double(Array::new(Dims::matrix(1, 4), row));
            let name = Value::text("disp");
            cx.call(&name, Args::from_iter([shown]), 0)?;
        }
        // The first estimate is never believed.
        let narrow = places[0] <= a.x || b.x <= places[4];
        if ((seven - four).norm() < self.tolerance || narrow) && self.calls > 2 {
            return Ok(seven);
        }
        let mut sum = C64::new(0.0, 0.0);
        let mut from = a;
        for (x, f) in places.into_iter().zip(values).chain([(b.x, b.f)]) {
            let to = End { x, f };
            sum += self.over(cx, from, to, given_up / 6.0)?;
            from = to;
        }
        Ok(sum)
    }
}

pub(super) fn quadl(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let limit = |value: &Value| {
        value.to_f64().ok_or_else(|| Error::plain("quadl: A and B must be numbers"))
    };
    let (from, to) = (limit(&args[1])?, limit(&args[2])?);
    let single = is_single(&args[1]) || is_single(&args[2]);
    let precision = if single { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let mut tolerance = 1e-6;
    if let Some(given) = args.get(3).filter(|given| !given.is_empty()) {
        tolerance = match given.to_f64() {
            Some(number) if given.is_scalar() && (number >= 0.0 || number.is_nan()) => number,
            _ => return Err(Error::plain("quadl: TOL must be a scalar >=0")),
        };
        if tolerance < precision {
            let given = formwork_runtime::format::c_number::percent_g(tolerance);
            let text = "quadl: TOL specified is smaller than machine precision, using";
            cx.warn("", &format!("{text} {given}"))?;
            tolerance = precision;
        }
    }
    let trace = args.get(4).is_some_and(|trace| trace.to_f64().is_some_and(|on| on != 0.0));
    let extra = args.get(5..).unwrap_or_default();
    let narrowest = (to - from).abs();
    let function = &args[0];
    let mut rule = Rule { function, extra, single, tolerance, calls: 0, narrowest, trace };
    let ends = rule.ask(cx, &[from, to])?;
    let (a, b) = (End { x: from, f: ends[0] }, End { x: to, f: ends[1] });
    let value = rule.over(cx, a, b, f64::INFINITY)?;
    if rule.calls > MOST_CALLS {
        let text = "quadl: maximum iteration count reached -- possible singular integral";
        cx.warn("", text)?;
    } else if !value.is_finite() {
        cx.warn("", "quadl: infinite or NaN function evaluations were returned")?;
    } else if rule.narrowest < (to - from) * precision {
        let text = "quadl: minimum step size reached -- possible singular integral";
        cx.warn("", text)?;
    }
    let mut values = Values::new();
    values.push(in_class(Value::complex(value), single));
    if nargout > 1 {
        values.push(Value::count(rule.calls));
    }
    Ok(values)
}
