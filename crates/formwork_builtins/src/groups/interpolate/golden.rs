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
