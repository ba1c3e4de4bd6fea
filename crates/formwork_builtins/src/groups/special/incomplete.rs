//! Incomplete gamma and beta functions, their inverses, and the beta function.

use std::f64::consts::PI;

use formwork_runtime::{Array, C64, Error, Result, Value};

use super::common::{Common, common};
use super::gamma::{gamma, ln_gamma};
use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evaluator, Evidence, Output, Row, pure};
use crate::rules::Realness;
use crate::rules::real;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;

pub(crate) const ROWS: &[Row] = &[
    row("beta", 2, 2, beta, "The beta function.").compared(Evidence::Numbers),
    row("betaln", 2, 2, betaln, "The logarithm of the beta function.")
        .real(Realness::Where(real::of_nonnegative)),
    row("gammainc", 2, 3, gammainc, "The regularised incomplete gamma function.")
        .settled_by_library()
        .own_shape(special::polynomial::gammainc)
        .real(Realness::Where(real::of_nonnegative))
        .compared(Evidence::Numbers),
    row("gammaincinv", 2, 3, gammaincinv, "The inverse of the incomplete gamma function.")
        .settled_by_library()
        .own_shape(special::polynomial::gammainc),
    row("betainc", 3, 4, betainc, "The regularised incomplete beta function.")
        .settled_by_library()
        .own_shape(special::polynomial::betainc)
        .doubted_of_numbers(),
    row("betaincinv", 3, 4, betaincinv, "The inverse of the incomplete beta function.")
        .settled_by_library()
        .own_shape(special::polynomial::betainc)
        .doubted_of_numbers(),
];

const OUTPUT: &[Output] = &[Output::new(ShapeRule::EqualOrScalar, ClassRule::Float)];

const fn row(name: &'static str, min: u8, max: u8, evaluate: Evaluator, doc: &'static str) -> Row {
    pure(name, Arity::between(min, max), OUTPUT, evaluate, doc)
}

/// What the logarithm of the gamma function is more than Stirling's formula:
/// `ln n! - (n + 1/2) ln n + n - ln sqrt (2 pi)`.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let half_ln_two_pi = 0.918_938_533_204_672_8;
        return ln_gamma(n + 1.0).0 - (n + 0.5) * n.ln() + n - half_ln_two_pi;
    }
    let square = n * n;
    (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square)
            / square)
        / n
}

/// `x ln (x / mean) + mean - x`, also where both are close.
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    if difference.abs() < 0.1 * (x + mean) {
        let ratio = difference / (x + mean);
        let mut sum = difference * ratio;
        let mut term = 2.0 * x * ratio;
        let square = ratio * ratio;
        for k in 1..1000 {
            term *= square;
            let next = sum + term / f64::from(2 * k + 1);
            if next == sum {
                return next;
            }
            sum = next;
        }
        return sum;
    }
    x * (x / mean).ln() + mean - x
}

/// `x^a exp (-x) / gamma (a + 1)`
fn gamma_density(x: f64, a: f64) -> f64 {
    if a < 1.0 {
        return (a * x.ln() - x - ln_gamma(a + 1.0).0).exp();
    }
    (-stirling_error(a) - deviance(a, x)).exp() / (2.0 * PI * a).sqrt()
}

/// Which tail of a distribution is asked for, and how it is scaled.
#[derive(Clone, Copy, PartialEq)]
enum Tail {
    Lower,
    Upper,
    ScaledLower,
    ScaledUpper,
}

/// The series of the lower tail, without its factor.
fn lower_series(x: f64, a: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, a);
    loop {
        n += 1.0;
        term *= x / n;
        let next = sum + term;
        if next == sum || !next.is_finite() {
            return next;
        }
        sum = next;
    }
}

/// The continued fraction of the upper tail: times `x^a exp (-x) / gamma (a)`.
fn upper_fraction(x: f64, a: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / if b == 0.0 { TINY } else { b };
    let mut h = d;
    for k in 1..1_000_000 {
        let k = f64::from(k);
        let an = -k * (k - a);
        b += 2.0;
        d = an * d + b;
        d = 1.0 / if d.abs() < TINY { TINY } else { d };
        c = b + an / c;
        c = if c.abs() < TINY { TINY } else { c };
        let delta = d * c;
        h *= delta;
        if (delta - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    h
}

/// The tail of the incomplete gamma function for `x >= 0`.
fn gamma_tail(x: f64, a: f64, tail: Tail) -> f64 {
    let lower = matches!(tail, Tail::Lower | Tail::ScaledLower);
    let scaled = matches!(tail, Tail::ScaledLower | Tail::ScaledUpper);
    if x.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    if scaled {
        if x == 0.0 {
            return if lower { 1.0 } else { f64::INFINITY };
        }
        if x.is_infinite() {
            return if lower { f64::INFINITY } else { 0.0 };
        }
    }
    let certain = if a == 0.0 || x.is_infinite() && !a.is_infinite() {
        Some(1.0)
    } else if x == 0.0 || a.is_infinite() {
        Some(0.0)
    } else {
        None
    };
    if let Some(p) = certain {
        return if lower { p } else { 1.0 - p };
    }
    // Each tail where its expansion converges; the other one is what it is short of 1.
    if a < 1.0 && x < 1.0 && !lower {
        let power = a * x.ln() - ln_gamma(1.0 + a).0;
        let short = -power.exp_m1();
        let (mut sum, mut term) = (0.0, 1.0);
        for k in 1..100 {
            let k = f64::from(k);
            term *= -x / k;
            let next = sum + term / (a + k);
            if next == sum {
                break;
            }
            sum = next;
        }
        let upper = short - (1.0 - short) * a * sum;
        return if scaled { upper / gamma_density(x, a) } else { upper };
    }
    if x < a + 1.0 {
        let series = lower_series(x, a);
        return match tail {
            Tail::ScaledLower => series,
            Tail::ScaledUpper => 1.0 / gamma_density(x, a) - series,
            Tail::Lower => gamma_density(x, a) * series,
            Tail::Upper => 1.0 - gamma_density(x, a) * series,
        };
    }
    let fraction = a * upper_fraction(x, a);
    match tail {
        Tail::ScaledUpper => fraction,
        Tail::ScaledLower => 1.0 / gamma_density(x, a) - fraction,
        Tail::Upper => gamma_density(x, a) * fraction,
        Tail::Lower => 1.0 - gamma_density(x, a) * fraction,
    }
}

/// The lower incomplete gamma function at a negative number.
fn gamma_of_negative(x: f64, a: f64, tail: Tail) -> C64 {
    let size = -x;
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 1..100_000 {
        let k = f64::from(k);
        term *= size / k;
        let next = sum + term * a / (a + k);
        if next == sum || !next.is_finite() {
            break;
        }
        sum = next;
    }
    let modulus = (a * size.ln() - ln_gamma(a + 1.0).0).exp();
    let angle = PI * a;
    let power = if a.fract() == 0.0 {
        C64::new(if a % 2.0 == 0.0 { modulus } else { -modulus }, 0.0)
    } else {
        C64::from_polar(modulus, angle)
    };
    let lower = power * sum;
    let scale = power * (-x).exp();
    match tail {
        Tail::Lower => lower,
        Tail::Upper => C64::new(1.0, 0.0) - lower,
        Tail::ScaledLower => lower / scale,
        Tail::ScaledUpper => (C64::new(1.0, 0.0) - lower) / scale,
    }
}

fn beta_common(name: &str, args: &Args) -> Result<Common> {
    if args.iter().any(Value::is_char) {
        return Err(Error::plain("lgamma: argument must be numeric"));
    }
    common(
        args,
        |_| Error::plain(format!("{name}: A and B must be real")),
        || Error::plain(format!("{name}: A and B must have consistent sizes")),
    )
}

/// The logarithm of the beta function.
fn ln_beta(a: f64, b: f64) -> f64 {
    if a > 10.0 && b > 10.0 {
        let n = a + b;
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        // From Stirling's formula, so that large terms do not cancel.
        return 0.918_938_533_204_672_8 - 0.5 * (small * large / n).ln()
            + stirling_error(a)
            + stirling_error(b)
            - stirling_error(n)
            + small * (small / n).ln()
            + large * (-small / n).ln_1p();
    }
    ln_gamma(a).0 + ln_gamma(b).0 - ln_gamma(a + b).0
}

fn beta(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let common = beta_common("beta", &args)?;
    one(common.map(|ab| {
        let (a, b) = (ab[0], ab[1]);
        if a > 0.0 && b > 0.0 && a + b < 20.0 {
            return gamma(a) * gamma(b) / gamma(a + b);
        }
        ln_beta(a, b).exp()
    }))
}

fn betaln(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let common = beta_common("betaln", &args)?;
    one(common.map(|ab| ln_beta(ab[0], ab[1])))
}

fn gammainc(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let tail = match args.get(2) {
        None => Tail::Lower,
        Some(tail) => match tail.as_text().unwrap_or_default().to_ascii_lowercase().as_str() {
            "lower" => Tail::Lower,
            "upper" => Tail::Upper,
            "scaledlower" => Tail::ScaledLower,
            "scaledupper" => Tail::ScaledUpper,
            _ => return Err(Error::plain("gammainc: invalid value for TAIL")),
        },
    };
    args.truncate(2);
    let common = common(
        &args,
        |value| {
            Error::plain(if value.is_complex() {
                "gammainc: all inputs must be real"
            } else {
                "invalid data type specified"
            })
        },
        || Error::plain("gammainc: X and A must be of common size or scalars"),
    )?;
    if common.columns[1].as_slice().iter().any(|&a| a < 0.0) {
        return Err(Error::plain("gammainc: A must be non-negative"));
    }
    if common.columns[0].as_slice().iter().any(|&x| x < 0.0) {
        let data: Vec<C64> = (0..common.dims.numel())
            .map(|k| {
                let (x, a) = (common.get(0, k), common.get(1, k));
                if x < 0.0 { gamma_of_negative(x, a, tail) } else { gamma_tail(x, a, tail).into() }
            })
            .collect();
        let array = Array::new(common.dims.clone(), data);
        return one(if common.single {
            Value::ComplexSingle(
                array.map(|z| formwork_runtime::C32::new(z.re as f32, z.im as f32)),
            )
            .narrowed()
        } else {
            Value::Complex(array).narrowed()
        });
    }
    one(common.map(|xa| gamma_tail(xa[0], xa[1], tail)))
}

/// Looks for the place where an increasing function has a value: Newton's method, and
/// halving where it leaves the bracket.
fn invert(
    target: f64,
    mut low: f64,
    mut high: f64,
    start: f64,
    f: impl Fn(f64) -> f64,
    slope: impl Fn(f64) -> f64,
) -> f64 {
    let mut x = start;
    for _ in 0..200 {
        let error = f(x) - target;
        if error == 0.0 {
            return x;
        }
        if error > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let newton = x - error / slope(x);
        let next = if newton > low && newton < high {
            newton
        } else if high.is_infinite() {
            2.0 * x
        } else if low > 0.0 && high / low > 4.0 {
            (low * high).sqrt()
        } else if low == 0.0 && high > 1e-300 && x == high {
            high / 16.0
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() <= f64::EPSILON * next.abs() {
            return next;
        }
        x = next;
    }
    x
}

fn tail_option(name: &str, option: Option<&Value>) -> Result<bool> {
    match option {
        None => Ok(true),
        Some(tail) => match tail.as_text().unwrap_or_default().to_ascii_lowercase().as_str() {
            "lower" => Ok(true),
            "upper" => Ok(false),
            _ => Err(Error::plain(format!("{name}: invalid value for TAIL"))),
        },
    }
}

fn not_ordered(value: &Value) -> Box<Error> {
    Error::plain(format!(
        "binary operator '<' not implemented for '{}' by 'scalar' operations",
        type_name(value)
    ))
}

fn gamma_inverse(y: f64, a: f64, lower: bool) -> f64 {
    let (zero, infinite) = if lower { (0.0, 1.0) } else { (1.0, 0.0) };
    if y == zero {
        return 0.0;
    }
    if y == infinite {
        return f64::INFINITY;
    }
    if y.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    // The smaller tail decides, so that no digits are lost.
    let p = if lower { y } else { 1.0 - y };
    let small = (p.min(1.0 - p)).max(1e-300);
    let start = if a < 1.0 || p < 1e-4 {
        ((p.max(1e-300).ln() + ln_gamma(a + 1.0).0) / a).exp()
    } else {
        // Wilson and Hilferty's approximation.
        let normal = -std::f64::consts::SQRT_2 * super::erf::erfcinv(2.0 * p);
        let root = 1.0 - 1.0 / (9.0 * a) + normal / (3.0 * a.sqrt());
        a * root.max(0.1).powi(3)
    };
    let start = if start.is_finite() && start > 0.0 { start } else { a.max(small) };
    let slope = |x: f64| a * gamma_density(x, a) / x;
    if lower && y <= 0.5 || !lower && y > 0.5 {
        if lower {
            invert(y, 0.0, f64::INFINITY, start, |x| gamma_tail(x, a, Tail::Lower), slope)
        } else {
            let f = |x: f64| -gamma_tail(x, a, Tail::Upper);
            invert(-y, 0.0, f64::INFINITY, start, f, slope)
        }
    } else {
        let target = if lower { 1.0 - y } else { y };
        let f = |x: f64| -gamma_tail(x, a, Tail::Upper);
        invert(-target, 0.0, f64::INFINITY, start, f, slope)
    }
}

fn gammaincinv(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let lower = tail_option("gammaincinv", args.get(2))?;
    args.truncate(2);
    let common = common(&args, not_ordered, || {
        Error::plain("gammaincinv: Y and A must be of common size or scalars")
    })?;
    if common.columns[0].as_slice().iter().any(|y| !(0.0..=1.0).contains(y) && !y.is_nan()) {
        return Err(Error::plain("gammaincinv: Y must be in the range [0, 1]"));
    }
    if common.columns[1].as_slice().iter().any(|&a| a <= 0.0) {
        return Err(Error::plain("gammaincinv: A must be strictly positive"));
    }
    one(common.map(|ya| gamma_inverse(ya[0], ya[1], lower)))
}

/// `x^a (1 - x)^b / beta (a, b)`
fn beta_density(x: f64, a: f64, b: f64) -> f64 {
    if a < 1.0 || b < 1.0 {
        return (a * x.ln() + b * (-x).ln_1p() - ln_beta(a, b)).exp();
    }
    let n = a + b;
    let log = stirling_error(n)
        - stirling_error(a)
        - stirling_error(b)
        - deviance(a, n * x)
        - deviance(b, n * (1.0 - x));
    log.exp() * (a * b / (2.0 * PI * n)).sqrt()
}

/// The continued fraction of the incomplete beta function.
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        let delta = d * c;
        h *= delta;
        if (delta - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    h
}

fn beta_tail(x: f64, a: f64, b: f64, lower: bool) -> f64 {
    if x.is_nan() || a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 || x == 1.0 {
        return if (x == 1.0) == lower { 1.0 } else { 0.0 };
    }
    let density = beta_density(x, a, b);
    if x < (a + 1.0) / (a + b + 2.0) {
        let value = density * beta_fraction(x, a, b) / a;
        if lower { value } else { 1.0 - value }
    } else {
        let value = density * beta_fraction(1.0 - x, b, a) / b;
        if lower { 1.0 - value } else { value }
    }
}

fn beta_arguments(name: &str, variable: &str, args: &Args) -> Result<Common> {
    let common = common(
        args,
        |value| {
            if value.is_complex() {
                Error::plain(format!("{name}: all inputs must be real"))
            } else {
                not_ordered(value)
            }
        },
        || Error::plain(format!("{name}: {variable}, A, and B must be of common size or scalars")),
    )?;
    let column = |k: usize| common.columns[k].as_slice();
    if column(0).iter().any(|x| !(0.0..=1.0).contains(x) && !x.is_nan()) {
        return Err(Error::plain(format!("{name}: {variable} must be in the range [0, 1]")));
    }
    for (k, which) in [(1, "A"), (2, "B")] {
        if column(k).iter().any(|&a| a <= 0.0) {
            return Err(Error::plain(format!("{name}: {which} must be strictly positive")));
        }
    }
    Ok(common)
}

fn betainc(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let lower = tail_option("betainc", args.get(3))?;
    args.truncate(3);
    let common = beta_arguments("betainc", "X", &args)?;
    one(common.map(|v| beta_tail(v[0], v[1], v[2], lower)))
}

fn betaincinv(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let lower = tail_option("betaincinv", args.get(3))?;
    args.truncate(3);
    let common = beta_arguments("betaincinv", "Y", &args)?;
    one(common.map(|v| {
        let (y, a, b) = (v[0], v[1], v[2]);
        if y.is_nan() {
            return f64::NAN;
        }
        if y == 0.0 || y == 1.0 {
            return if (y == 1.0) == lower { 1.0 } else { 0.0 };
        }
        let slope = |x: f64| beta_density(x, a, b) / (x * (1.0 - x));
        let mean = a / (a + b);
        if lower {
            invert(y, 0.0, 1.0, mean, |x| beta_tail(x, a, b, true), slope)
        } else {
            invert(-y, 0.0, 1.0, mean, |x| -beta_tail(x, a, b, false), slope)
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(actual: f64, expected: f64) {
        assert!(
            (actual - expected).abs() <= 2e-14 * expected.abs(),
            "{actual:e} is not {expected:e}"
        );
    }

    #[test]
    fn values_agree_with_octave() {
        close(gamma_tail(1.0, 2.0, Tail::Lower), 0.264_241_117_657_115_33);
        close(gamma_tail(100.0, 100.0, Tail::Lower), 0.513_298_798_279_149);
        close(gamma_tail(200.0, 100.0, Tail::Upper), 1.843_893_649_711_576_5e-15);
        close(gamma_tail(10.0, 0.1, Tail::Upper), 5.547_985_717_901_904e-7);
        close(gamma_tail(1.0, 2.0, Tail::ScaledUpper), 4.0);
        close(beta_tail(0.2, 10.0, 20.0, true), 0.049_263_517_304_212_76);
        close(beta_tail(0.5, 200.0, 300.0, true), 0.999_996_456_519_735_6);
        close(gamma_inverse(0.5, 2.0, true), 1.678_346_990_016_660_8);
        close(gamma_inverse(1e-10, 3.0, true), 0.000_843_610_562_484_727_7);
        close(gamma_inverse(0.9, 100.0, true), 113.010_523_859_844_48);
        close(ln_beta(1e5, 1e5), -138_633.927_061_348_22);
    }
}
