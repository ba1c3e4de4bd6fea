//! Exponential, sine and cosine integrals, and the polygamma functions.

use std::f64::consts::{FRAC_PI_2, PI};

use formwork_runtime::{C64, Class, Error, Result, Value};

use crate::complex;
use crate::context::{Args, Context, Values, one};
use crate::kit::mapper::{narrow, widened};
use crate::row::{Arity, Output, Row, ScalarForm, pure};
use crate::row_constructors::float_row;
use crate::rules::Realness;
use crate::rules::real;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    float_row("expint", expint, ScalarForm::None, "The exponential integral of each element.")
        .settled_by_library()
        .real(Realness::Where(real::of_nonnegative)),
    float_row("sinint", sinint, ScalarForm::None, "The sine integral of each element."),
    float_row("cosint", cosint, ScalarForm::None, "The cosine integral of each element.")
        .real(Realness::Open),
    pure(
        "psi",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Special, ClassRule::Float)],
        psi,
        "The derivatives of the logarithm of the gamma function.",
    )
    .settled_by_library()
    .own_shape(special::polynomial::psi)
    .own_classes(special::classes::psi),
];

const EULER: f64 = 0.577_215_664_901_532_9;

fn zero() -> C64 {
    C64::new(0.0, 0.0)
}

/// `E1 (z)`, with the cut along negative numbers.
fn e1(z: C64) -> C64 {
    let modulus = z.re.hypot(z.im);
    if z.re.is_nan() || z.im.is_nan() {
        return C64::new(f64::NAN, 0.0);
    }
    if modulus == 0.0 {
        return C64::new(f64::INFINITY, 0.0);
    }
    if z.re == f64::INFINITY {
        return zero();
    }
    if z.re == f64::NEG_INFINITY {
        return C64::new(f64::NEG_INFINITY, -PI);
    }
    let near_cut = z.re < 0.0 && z.im.abs() < 2.0_f64.max(-0.08 * z.re);
    if modulus <= 2.0 || (near_cut && modulus < 50.0) {
        let mut sum = zero();
        let mut term = C64::new(1.0, 0.0);
        for k in 1..500 {
            let k = f64::from(k);
            term = term * -z / k;
            let part = term / k;
            sum += part;
            if part.norm() < 1e-17 * sum.norm() {
                break;
            }
        }
        return C64::new(-EULER, 0.0) - complex::ln(z) - sum;
    }
    if near_cut {
        // The asymptotic series, up to its least term.
        let mut sum = C64::new(1.0, 0.0);
        let mut term = C64::new(1.0, 0.0);
        for k in 1..200 {
            let next = term * (-f64::from(k)) / z;
            if next.norm() > term.norm() || next.norm() < 1e-18 {
                break;
            }
            term = next;
            sum += term;
        }
        let value = complex::exp(-z) / z * sum;
        // Half of the jump across the cut is not in the series.
        return if z.im == 0.0 {
            C64::new(value.re, if z.im.is_sign_negative() { PI } else { -PI })
        } else {
            value - C64::new(0.0, PI.copysign(z.im))
        };
    }
    // The continued fraction of Lentz's method.
    let mut b = z + 1.0;
    let mut c = C64::new(1e300, 0.0);
    let mut d = complex::recip(b);
    let mut h = d;
    for k in 1..5000 {
        let factor = -f64::from(k) * f64::from(k);
        b += 2.0;
        d = complex::recip(d * factor + b);
        c = b + complex::recip(c) * factor;
        let delta = c * d;
        h *= delta;
        if (delta.re - 1.0).abs() + delta.im.abs() < 2e-16 {
            break;
        }
    }
    h * complex::exp(-z)
}

/// `f` of each element of a numeric value, narrowed if all results are real.
fn of_complex(name: &str, value: &Value, f: impl Fn(C64) -> C64) -> Result<Values> {
    if !value.is_numeric() {
        return Err(Error::plain(format!("{name}: X must be numeric")));
    }
    one(match value {
        Value::Single(array) => {
            Value::ComplexSingle(array.map(|&x| narrow(f(C64::new(x.into(), 0.0))))).narrowed()
        }
        Value::ComplexSingle(array) => {
            Value::ComplexSingle(array.map(|&z| narrow(f(widened(z))))).narrowed()
        }
        other => match other.to_c64_array() {
            Some(array) => Value::Complex(array.map(|&z| f(z))).narrowed(),
            None => return Err(Error::plain(format!("{name}: X must be numeric"))),
        },
    })
}

fn expint(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_complex("expint", &args[0], |z| {
        let w = e1(z);
        if z.im == 0.0 && z.re >= 0.0 { C64::new(w.re, 0.0) } else { w }
    })
}

/// The integral of `sin (t) / t`, for a real part that is not negative.
fn sine_integral(z: C64) -> C64 {
    if z.norm() <= 4.0 {
        let square = z * z;
        let (mut term, mut sum) = (z, z);
        for k in 1..100 {
            let n = f64::from(2 * k + 1);
            term = term * square * (-1.0 / ((n - 1.0) * n));
            let part = term / n;
            sum += part;
            if part.norm() < 1e-18 * sum.norm() {
                break;
            }
        }
        return sum;
    }
    if z.im == 0.0 {
        if z.re.is_infinite() {
            return C64::new(FRAC_PI_2, 0.0);
        }
        return C64::new(FRAC_PI_2 + e1(C64::new(0.0, z.re)).im, 0.0);
    }
    // (E1 (i z) - E1 (-i z)) / 2 i + pi / 2
    let difference = e1(C64::new(-z.im, z.re)) - e1(C64::new(z.im, -z.re));
    C64::new(difference.im / 2.0 + FRAC_PI_2, -difference.re / 2.0)
}

fn sinint(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_complex("sinint", &args[0], |z| {
        if z.re.is_nan() || z.im.is_nan() {
            C64::new(f64::NAN, 0.0)
        } else if z.re < 0.0 || (z.re == 0.0 && z.re.is_sign_negative()) {
            -sine_integral(-z)
        } else if z.re == 0.0 && z.norm() > 4.0 {
            // On the imaginary axis the value is imaginary.
            let w = e1(C64::new(z.im.abs(), 0.0));
            let v = e1(C64::new(-z.im.abs(), 0.0));
            C64::new(0.0, ((w.re - v.re) / 2.0).copysign(z.im))
        } else {
            sine_integral(z)
        }
    })
}

/// `gamma + ln (z) + integral of (cos (t) - 1) / t`, for a real part that is not
/// negative.
fn cosine_integral(z: C64) -> C64 {
    if z.norm() <= 2.0 {
        let square = z * z;
        let (mut term, mut sum) = (C64::new(1.0, 0.0), zero());
        for k in 1..100 {
            let n = f64::from(2 * k);
            term = term * square * (-1.0 / ((n - 1.0) * n));
            let part = term / n;
            sum += part;
            if part.norm() < 1e-18 * sum.norm() {
                break;
            }
        }
        return C64::new(EULER, 0.0) + complex::ln(z) + sum;
    }
    if z.im == 0.0 {
        if z.re.is_infinite() {
            return zero();
        }
        return C64::new(-e1(C64::new(0.0, z.re)).re, 0.0);
    }
    -(e1(C64::new(-z.im, z.re)) + e1(C64::new(z.im, -z.re))) / 2.0
}

fn cosint(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_complex("cosint", &args[0], |z| {
        if z.re.is_nan() || z.im.is_nan() {
            return C64::new(f64::NAN, f64::NAN);
        }
        if z.re == 0.0 && z.im == 0.0 {
            let im = if z.re.is_sign_negative() { PI } else { 0.0 };
            return C64::new(f64::NEG_INFINITY, im);
        }
        if z.re == 0.0 && z.norm() > 2.0 {
            let sum = e1(C64::new(z.im.abs(), 0.0)).re + e1(C64::new(-z.im.abs(), 0.0)).re;
            return C64::new(-sum / 2.0, FRAC_PI_2.copysign(z.im));
        }
        if z.re < 0.0 {
            let w = cosine_integral(-z);
            return w + C64::new(0.0, if z.im < 0.0 { -PI } else { PI });
        }
        cosine_integral(z)
    })
}

/// The coefficients of the asymptotic series: Bernoulli numbers of even index over
/// that index.
const BERNOULLI: [f64; 10] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174_611.0 / 330.0,
];

fn digamma(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x == f64::INFINITY {
        // What Octave gives.
        return -EULER;
    }
    if x <= 0.0 && x.fract() == 0.0 || x == f64::NEG_INFINITY {
        return f64::NEG_INFINITY;
    }
    if x < 0.0 {
        return digamma(1.0 - x) - PI / (PI * x).tan();
    }
    if x.fract() == 0.0 && x <= 30.0 {
        // Harmonic numbers, small terms first.
        let mut sum = 0.0;
        let mut k = x - 1.0;
        while k >= 1.0 {
            sum += 1.0 / k;
            k -= 1.0;
        }
        return sum - EULER;
    }
    let mut x = x;
    let mut shifted = 0.0;
    while x < 10.0 {
        shifted -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let mut sum = 0.0;
    for (k, b) in BERNOULLI.iter().enumerate().rev() {
        sum = (sum + b / (2 * (k + 1)) as f64) * square;
    }
    x.ln() - 0.5 / x - sum + shifted
}

fn complex_digamma(z: C64) -> C64 {
    if z.im == 0.0 {
        return C64::new(digamma(z.re), 0.0);
    }
    if z.re < 0.0 {
        let reflected = complex_digamma(C64::new(1.0 - z.re, -z.im));
        return reflected - complex::recip(complex::tan(z * PI)) * PI;
    }
    let mut z = z;
    let mut shifted = zero();
    while z.re < 10.0 {
        shifted -= complex::recip(z);
        z.re += 1.0;
    }
    let square = complex::recip(z * z);
    let mut sum = zero();
    for (k, b) in BERNOULLI.iter().enumerate().rev() {
        sum = (sum + b / (2 * (k + 1)) as f64) * square;
    }
    complex::ln(z) - complex::recip(z) * 0.5 - sum + shifted
}

/// The derivative of order `k >= 1` of the digamma function at `x > 0`: up to sign
/// and a factorial, Hurwitz's zeta function by the formula of Euler and Maclaurin.
fn polygamma(k: f64, x: f64) -> f64 {
    if x == 0.0 {
        return f64::NAN;
    }
    let s = k + 1.0;
    let sign = if k % 2.0 == 0.0 { -1.0 } else { 1.0 };
    let factorial = super::gamma::gamma(s);
    if factorial.is_infinite() {
        return sign * factorial * x.powf(-s);
    }
    let mut sum = 0.0;
    let mut x = x;
    while x < 15.0 + k {
        sum += x.powf(-s);
        x += 1.0;
    }
    let power = x.powf(-s);
    sum += x * power / k + power / 2.0;
    let mut term = s * power / x;
    let mut n = 2.0;
    for b in BERNOULLI {
        sum += b * term / 2.0;
        term *= (s + n - 1.0) * (s + n) / (x * x) / ((n + 1.0) * (n + 2.0));
        n += 2.0;
    }
    sign * factorial * sum
}

fn psi(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let z = args.last().cloned().unwrap_or_default().materialized();
    let order = if args.len() == 2 {
        let k = args[0]
            .to_f64()
            .filter(|_| !args[0].is_char())
            .ok_or_else(|| Error::plain("psi: K must be an integer"))?;
        k.trunc()
    } else {
        0.0
    };
    if order < 0.0 || order.is_nan() {
        return Err(Error::plain("psi: K must be non-negative"));
    }
    if order > f64::from(i32::MAX) {
        return Err(Error::plain(
            "integer dimension or index out of range for Fortran INTEGER type",
        ));
    }
    if order == 0.0 {
        return one(match z {
            Value::Double(array) => Value::Double(array.map(|&x| digamma(x))),
            Value::Single(array) => Value::Single(array.map(|&x| digamma(x.into()) as f32)),
            Value::Complex(array) => Value::Complex(array.map(|&z| complex_digamma(z))).narrowed(),
            Value::ComplexSingle(array) => {
                Value::ComplexSingle(array.map(|&z| narrow(complex_digamma(widened(z))))).narrowed()
            }
            _ => return Err(Error::plain("psi: Z must be a floating point")),
        });
    }
    if z.is_complex() || !z.is_arithmetic() {
        return Err(Error::plain("psi: Z must be real value for polygamma (K > 0)"));
    }
    if !z.class().is_float() {
        return Err(Error::plain("psi: Z must be a floating point variable"));
    }
    let array = z.to_f64_array().ok_or_else(|| Error::plain("psi: Z must be a floating point"))?;
    if array.as_slice().iter().any(|&x| x < 0.0) {
        return Err(Error::plain("psi: Z must be non-negative for polygamma (K > 0)"));
    }
    let result = array.map(|&x| polygamma(order, x));
    if z.class() == Class::Single {
        return one(result.map(|&x| x as f32));
    }
    one(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(actual: f64, expected: f64) {
        assert!(
            (actual - expected).abs() <= 1e-14 * expected.abs(),
            "{actual:e} is not {expected:e}"
        );
    }

    #[test]
    fn values_agree_with_octave() {
        close(e1(C64::new(1.0, 0.0)).re, 0.219_383_934_395_520_5);
        close(e1(C64::new(50.0, 0.0)).re, 3.783_264_029_550_458e-24);
        close(e1(C64::new(-50.0, 0.0)).re, -1.058_563_689_713_168_9e20);
        close(e1(C64::new(-1.0, 0.0)).im, -PI);
        let w = e1(C64::new(1.0, 2.0));
        close(w.re, -0.126_784_285_591_559_74);
        close(w.im, -0.035_081_582_928_187_076);
        let w = e1(C64::new(-2.0, 3.0));
        close(w.re, 0.361_551_944_599_639_8);
        close(w.im, 2.128_955_782_223_903_4);
        close(digamma(100.0), 4.600_161_852_738_087);
        close(digamma(-1.5), 0.703_156_640_645_243_5);
        close(polygamma(1.0, 2.0), 0.644_934_066_848_226_4);
        close(polygamma(2.0, 1.5), -0.828_796_644_234_32);
        close(sine_integral(C64::new(10.0, 0.0)).re, 1.658_347_594_218_874);
        close(cosine_integral(C64::new(10.0, 0.0)).re, -0.045_456_433_004_455_34);
        let w = complex_digamma(C64::new(0.0, 1.0));
        close(w.re, 0.094_650_320_622_476_69);
        close(w.im, 2.076_674_047_468_581);
    }
}
