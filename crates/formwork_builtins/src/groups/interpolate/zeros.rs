//! Zeros and minima of functions of one variable: `fzero`, `fminbnd`.

use formwork_runtime::{Error, Result, Value};

use super::options::{number_option, solver_defaults};
use crate::context::{Args, Context, Values, one};
use crate::groups::statistics::kit::call_value;

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

/// How far from the start a change of sign is looked for, as shares of the start.
const SEARCH: [f64; 14] =
    [-0.01, 0.025, -0.05, 0.1, -0.25, 0.5, -1.0, 2.5, -5.0, 10.0, -50.0, 100.0, -500.0, 1000.0];

pub(super) fn fzero(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fzero"));
    }
    if args.len() < 2 {
        return Err(Error::invalid_call("fzero"));
    }
    let options = args.get(2);
    let tolerance = number_option(options, "TolX", f64::EPSILON);
    let most = number_option(options, "MaxIter", f64::INFINITY);
    let mut f = Asked { function: &args[0], count: 0 };
    let start: Vec<f64> =
        args[1].to_f64_array().map_or_else(Vec::new, |list| list.as_slice().to_vec());
    let bad = || Error::with_id("Octave:fzero:bracket", "fzero: not a valid initial bracketing");
    let Some(&first) = start.first() else { return Err(bad()) };
    let mut a = first;
    let mut fa = f.at(cx, a)?;
    let (mut b, mut fb);
    if let Some(&second) = start.get(1) {
        b = second;
        fb = f.at(cx, b)?;
    } else {
        // Looks outward for a change of sign, to both sides in turn.
        (b, fb) = (a, fa);
        let base = match a {
            0.0 => 0.1,
            near if near.abs() < 0.001 => near.signum() * 0.1,
            other => other,
        };
        for share in SEARCH {
            b = base + base * share;
            fb = f.at(cx, b)?;
            if fa == 0.0 || fb == 0.0 || (fa > 0.0) != (fb > 0.0) {
                break;
            }
        }
    }
    if fa.is_nan() || fb.is_nan() || (fa != 0.0 && fb != 0.0 && fa.signum() == fb.signum()) {
        return Err(bad());
    }
    if b < a {
        (a, fa, b, fb) = (b, fb, a, fa);
    }
    // Brent's method: interpolation while it gains, bisection otherwise.
    let (mut c, mut fc) = (a, fa);
    let mut step = b - a;
    let mut last = step;
    let mut iterations = 0;
    if fa == 0.0 {
        (b, fb, c, fc) = (a, fa, b, fb);
    }
    while fb != 0.0 && (iterations as f64) < most {
        cx.poll()?;
        if (fb > 0.0) == (fc > 0.0) {
            (c, fc) = (a, fa);
            step = b - a;
            last = step;
        }
        if fc.abs() < fb.abs() {
            (a, b, c) = (b, c, b);
            (fa, fb, fc) = (fb, fc, fb);
        }
        let near = 2.0 * f64::EPSILON * b.abs() + tolerance.max(0.0) * 0.5;
        let half = (c - b) / 2.0;
        if half.abs() <= near || fb == 0.0 {
            break;
        }
        iterations += 1;
        if last.abs() >= near && fa.abs() > fb.abs() {
            let s = fb / fa;
            let (mut p, mut q);
            if a == c {
                p = 2.0 * half * s;
                q = 1.0 - s;
            } else {
                let (u, v) = (fa / fc, fb / fc);
                p = s * (2.0 * half * u * (u - v) - (b - a) * (v - 1.0));
                q = (u - 1.0) * (v - 1.0) * (s - 1.0);
            }
            if p > 0.0 {
                q = -q;
            } else {
                p = -p;
            }
            if 2.0 * p < (3.0 * half * q - (near * q).abs()).min((last * q).abs()) {
                last = step;
                step = p / q;
            } else {
                (step, last) = (half, half);
            }
        } else {
            (step, last) = (half, half);
        }
        (a, fa) = (b, fb);
        b += if step.abs() > near { step } else { near.copysign(half) };
        fb = f.at(cx, b)?;
    }
    let count = f.count;
    let mut values = Values::new();
    values.push(Value::double(b));
    if nargout > 1 {
        values.push(Value::double(fb));
        values.push(Value::double(if (iterations as f64) < most { 1.0 } else { 0.0 }));
        let (low, high) = if b < c { ((b, fb), (c, fc)) } else { ((c, fc), (b, fb)) };
        values.push(Value::structure([
            ("iterations", Value::count(iterations)),
            ("funcCount", Value::count(count)),
            ("algorithm", Value::text("bisection, interpolation")),
            ("bracketx", Value::row(vec![low.0, high.0])),
            ("brackety", Value::row(vec![low.1, high.1])),
        ]));
        values.truncate(nargout);
    }
    Ok(values)
}

pub(super) fn fminbnd(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fminbnd"));
    }
    if args.len() < 3 {
        return Err(Error::invalid_call("fminbnd"));
    }
    let (Some(mut a), Some(mut b)) = (args[1].to_f64(), args[2].to_f64()) else {
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
    let golden = 0.5 * (3.0 - 5.0_f64.sqrt());
    let root = f64::EPSILON.sqrt();
    let mut v = a + golden * (b - a);
    let (mut w, mut x) = (v, v);
    let mut fv = f.at(cx, x)?;
    let (mut fw, mut fx) = (fv, fv);
    let (mut e, mut d) = (0.0_f64, 0.0_f64);
    let mut iterations = 0;
    let mut info = 0.0;
    while (iterations as f64) < most && (f.count as f64) < most_asked {
        cx.poll()?;
        let middle = 0.5 * (a + b);
        let near = 2.0 * root * x.abs() + tolerance / 3.0;
        if (x - middle).abs() <= 2.0 * near - 0.5 * (b - a) {
            info = 1.0;
            break;
        }
        let mut golden_step = true;
        if e.abs() > near {
            let r = (x - w) * (fx - fv);
            let mut q = (x - v) * (fx - fw);
            let mut p = (x - v) * q - (x - w) * r;
            q = 2.0 * (q - r);
            if q > 0.0 {
                p = -p;
            }
            q = q.abs();
            let before = e;
            e = d;
            if p.abs() < (0.5 * q * before).abs() && p > q * (a - x) && p < q * (b - x) {
                d = p / q;
                let u = x + d;
                if (u - a).min(b - u) < 2.0 * near {
                    d = near.copysign(middle - x);
                }
                golden_step = false;
            }
        }
        if golden_step {
            e = if x >= middle { a - x } else { b - x };
            d = golden * e;
        }
        let u = x + if d.abs() >= near { d } else { near.copysign(d) };
        let fu = f.at(cx, u)?;
        iterations += 1;
        if fu < fx {
            if u < x {
                b = x;
            } else {
                a = x;
            }
            (v, fv, w, fw, x, fx) = (w, fw, x, fx, u, fu);
        } else {
            if u < x {
                a = u;
            } else {
                b = u;
            }
            if fu <= fw || w == x {
                (v, fv, w, fw) = (w, fw, u, fu);
            } else if fu <= fv || v == x || v == w {
                (v, fv) = (u, fu);
            }
        }
    }
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
