//! `fminbnd`: a minimum of a function of one variable between bounds.

use formwork_runtime::{Error, Result, Value};

use super::options::{number_option, solver_defaults};
use crate::context::{Args, Context, Values, one};
use crate::kit::call::call_value;

/// A function of a number, counting how often it is asked.
struct Asked<'f> {
    function: &'f Value,
    count: usize,
}

impl Asked<'_> {
    fn at(&mut self, cx: &mut dyn Context, x: f64) -> Result<f64> {
        self.count += 1;
        let value = call_value(cx, self.function, Args::from_iter([Value::double(x)]))?;
        value.to_f64().ok_or_else(|| Error::plain("the function must give a number"))
    }
}

/// The share of an interval at which golden sections cut it.
fn golden() -> f64 {
    0.5 * (3.0 - 5.0_f64.sqrt())
}

/// The interval with the minimum, and the best points met so far.
struct Search {
    a: f64,
    b: f64,
    /// the best point, the second best, and the one that was that before
    x: f64,
    w: f64,
    v: f64,
    fx: f64,
    fw: f64,
    fv: f64,
    /// the last step, and the one before it
    d: f64,
    e: f64,
}

impl Search {
    fn new((a, b): (f64, f64), x: f64, fx: f64) -> Search {
        Search { a, b, x, w: x, v: x, fx, fw: fx, fv: fx, d: 0.0, e: 0.0 }
    }

    fn middle(&self) -> f64 {
        0.5 * (self.a + self.b)
    }

    /// Whether the interval is as short as what is near.
    fn is_narrow(&self, near: f64) -> bool {
        (self.x - self.middle()).abs() <= 2.0 * near - 0.5 * (self.b - self.a)
    }

    /// The point to ask next.
    fn next(&mut self, near: f64) -> f64 {
        if !(self.e.abs() > near && self.parabolic_step(near)) {
            self.e = if self.x >= self.middle() { self.a - self.x } else { self.b - self.x };
            self.d = golden() * self.e;
        }
        self.x + if self.d.abs() >= near { self.d } else { near.copysign(self.d) }
    }

    /// Steps to the minimum of the parabola through the best points; `false` if that is no
    /// better than a golden section.
    fn parabolic_step(&mut self, near: f64) -> bool {
        let Search { a, b, x, w, v, fx, fw, fv, .. } = *self;
        let r = (x - w) * (fx - fv);
        let mut q = (x - v) * (fx - fw);
        let mut p = (x - v) * q - (x - w) * r;
        q = 2.0 * (q - r);
        if q > 0.0 {
            p = -p;
        }
        q = q.abs();
        let before = self.e;
        self.e = self.d;
        let is_good = p.abs() < (0.5 * q * before).abs() && p > q * (a - x) && p < q * (b - x);
        if is_good {
            self.d = p / q;
            let u = x + self.d;
            if (u - a).min(b - u) < 2.0 * near {
                self.d = near.copysign(self.middle() - x);
            }
        }
        is_good
    }

    /// Takes a point into account.
    fn take(&mut self, u: f64, fu: f64) {
        if fu < self.fx {
            if u < self.x {
                self.b = self.x;
            } else {
                self.a = self.x;
            }
            (self.v, self.fv) = (self.w, self.fw);
            (self.w, self.fw) = (self.x, self.fx);
            (self.x, self.fx) = (u, fu);
            return;
        }
        if u < self.x {
            self.a = u;
        } else {
            self.b = u;
        }
        if fu <= self.fw || self.w == self.x {
            (self.v, self.fv) = (self.w, self.fw);
            (self.w, self.fw) = (u, fu);
        } else if fu <= self.fv || self.v == self.x || self.v == self.w {
            (self.v, self.fv) = (u, fu);
        }
    }
}

pub(super) fn fminbnd(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fminbnd"));
    }
    if args.len() < 3 {
        return Err(Error::invalid_call("fminbnd"));
    }
    let (Some(a), Some(b)) = (args[1].to_f64(), args[2].to_f64()) else {
        return Err(Error::invalid_call("fminbnd"));
    };
    if a > b {
        return Err(Error::with_id(
            "Octave:invalid-input-arg",
            "fminbnd: the lower bound is greater than the upper one",
        ));
    }
    let options = args.get(3);
    let tolerance = number_option(options, "TolX", 1e-4);
    let most = number_option(options, "MaxIter", 500.0);
    let most_asked = number_option(options, "MaxFunEvals", 500.0);
    let mut f = Asked { function: &args[0], count: 0 };
    let start = a + golden() * (b - a);
    let mut search = Search::new((a, b), start, f.at(cx, start)?);
    let mut iterations = 0;
    let mut info = 0.0;
    while (iterations as f64) < most && (f.count as f64) < most_asked {
        cx.poll()?;
        let near = 2.0 * f64::EPSILON.sqrt() * search.x.abs() + tolerance / 3.0;
        if search.is_narrow(near) {
            info = 1.0;
            break;
        }
        let u = search.next(near);
        let fu = f.at(cx, u)?;
        iterations += 1;
        search.take(u, fu);
    }
    let Search { a, b, x, fx, .. } = search;
    let values = [
        Value::double(x),
        Value::double(fx),
        Value::double(info),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("funcCount", Value::count(f.count)),
            ("algorithm", Value::text("golden section search, parabolic interpolation")),
            ("bracket", Value::row(vec![a, b])),
        ]),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}
