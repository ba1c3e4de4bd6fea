//! The gamma function and its logarithm.

use std::f64::consts::PI;

use formwork_runtime::C64;

use crate::kit::mapper::{Mapper, apply, real_mapper};
use crate::row::{Row, ScalarForm};
use crate::row_constructors::float_row;
use crate::rules::Realness;
use crate::rules::real;

real_mapper!(Gamma, "gamma", x => gamma(x), gamma(x.into()) as f32);

pub(crate) struct Lgamma;

impl Mapper for Lgamma {
    const NAME: &'static str = "lgamma";
    const COMPLEX: bool = false;

    fn real(x: f64) -> f64 {
        ln_gamma(x).0
    }

    fn leaves_reals(x: f64) -> bool {
        (x < 0.0 && ln_gamma(x).1 < 0) || (x == 0.0 && x.is_sign_negative())
    }

    fn complex_of_real(x: f64) -> C64 {
        C64::new(ln_gamma(x).0, PI)
    }

    fn complex(z: C64) -> C64 {
        z
    }
}

pub(crate) const ROWS: &[Row] = &[
    float_row(
        "gamma",
        apply::<Gamma>,
        ScalarForm::Unary(|x| Some(gamma(x))),
        "The gamma function of each element.",
    )
    .vetted(),
    float_row(
        "lgamma",
        apply::<Lgamma>,
        ScalarForm::None,
        "The logarithm of the gamma function of each element.",
    )
    .real(Realness::Where(real::of_positive)),
    float_row(
        "gammaln",
        apply::<Lgamma>,
        ScalarForm::None,
        "The logarithm of the gamma function of each element.",
    )
    .real(Realness::Where(real::of_positive)),
];

/// The gamma function; at its poles it is infinite.
pub(crate) fn gamma(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0 / x;
    }
    if x.is_infinite() || (x < 0.0 && x.fract() == 0.0) {
        return f64::INFINITY;
    }
    if x.fract() == 0.0 && x <= 171.0 {
        let exact = whole_gamma(x as u32);
        let offset = i64::from(OFFSETS[x as usize - 1]);
        return f64::from_bits(exact.to_bits().wrapping_add_signed(offset));
    }
    if x.abs() >= SMALL {
        return libm::tgamma(x);
    }
    if x > 0.0 { small_gamma(x) } else { reflected(x) }
}

/// Below this GNU's C library goes by the logarithm near one, and so do we, to the last digit.
const SMALL: f64 = 6.5;

/// A product and its rounding error.
fn split(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    (product, a.mul_add(b, -product))
}

/// The gamma function of a positive number below [`SMALL`]: that of the number less some
/// whole one, times the factors between.
fn small_gamma(x: f64) -> f64 {
    if x < 0.5 {
        return ln_gamma(x + 1.0).0.exp() / x;
    }
    if x <= 1.5 {
        return ln_gamma(x).0.exp();
    }
    let steps = (x - 1.5).ceil();
    let near = x - steps;
    let (mut product, mut error) = (near, 0.0);
    for k in 1..steps as u32 {
        let (high, low) = split(product, near + f64::from(k));
        product = high;
        error += low / high;
    }
    ln_gamma(near).0.exp() * product * (1.0 + error)
}

/// The gamma function of a negative number above minus [`SMALL`], by that of the positive one:
/// `pi / (-x sin(pi x) gamma(-x))`, the product kept in two doubles.
fn reflected(x: f64) -> f64 {
    /// What is missing from `PI`.
    const PI_REST: f64 = 1.224_646_799_147_353_2e-16;
    let whole = x.trunc();
    let fraction = (whole - x).min(1.0 - (whole - x));
    let sine = if fraction <= 0.25 { (PI * fraction).sin() } else { (PI * (0.5 - fraction)).cos() };
    let (high, low) = split(sine, small_gamma(-x));
    let (factor, mut rest) = split(high, x);
    rest += low * x;
    let quotient = PI / factor;
    let remainder = (-quotient).mul_add(factor, PI) + PI_REST - quotient * rest;
    let value = quotient + remainder / factor;
    if whole % 2.0 == 0.0 { value } else { -value }
}

/// By how many units in the last place the gamma function of GNU's C library, which is
/// Octave's, is off at 1, 2, … 171, as measured: its last digit is to be seen.
#[rustfmt::skip]
const OFFSETS: [i8; 171] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1, -1, 0, 1, 2, 1, 1, 0, -1, -1, 0, 0, 2, 1, 0, 0, 0,
    0, -1, 2, 1, -2, 0, -1, 0, 0, 0, 0, -1, 0, 1, 2, -1, -1, 0, -2, 1, 0, 1, 0, 1, -1, -1, 0, 1,
    1, 0, -2, -1, -1, 0, -1, 0, 0, 1, 1, -1, -1, 0, 0, -2, 1, -2, -2, 0, 0, 0, -1, 0, 0, 0, -1,
    1, -1, -1, 0, 0, 0, 1, 0, 0, 1, 0, 2, -3, 1, 0, -1, -1, -1, 0, 1, -1, 0, 1, 0, 0, -1, -1, 1,
    0, 0, -1, 0, -2, 1, -1, 0, -1, 0, 0, 0, 0, 1, -1, 0, 0, -1, 0, -1, 0, 1, 2, 0, 1, 0, 1, 0, 1,
    0, 1, 0, 0, 0, 1, -1, 2, -2, -1, -1, 1, 0, -1, 0, -1, -1, 0, 1, 0, 1, 0, 1, 0, 0, -1, 0, 1,
    0,
];

/// The factorial of one less, correctly rounded: the product is kept in two doubles.
fn whole_gamma(n: u32) -> f64 {
    let (mut high, mut low) = (1.0_f64, 0.0_f64);
    for k in 2..n {
        let factor = f64::from(k);
        let product = high * factor;
        let error = high.mul_add(factor, -product);
        low = low.mul_add(factor, error);
        high = product + low;
        low -= high - product;
    }
    high
}

/// The logarithm of the modulus of the gamma function, and its sign.
pub(crate) fn ln_gamma(x: f64) -> (f64, i32) {
    if x == f64::NEG_INFINITY {
        return (f64::INFINITY, 1);
    }
    libm::lgamma_r(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factorials_are_exact() {
        assert_eq!(gamma(1.0), 1.0);
        assert_eq!(gamma(6.0), 120.0);
        assert_eq!(gamma(21.0), 2_432_902_008_176_640_000.0);
        assert_eq!(gamma(171.0), 7.257_415_615_307_999e306);
        assert_eq!(gamma(172.0), f64::INFINITY);
        assert_eq!(gamma(-0.0), f64::NEG_INFINITY);
        assert_eq!(gamma(-1.0), f64::INFINITY);
    }

    /// What GNU Octave 7.3 prints of them, to the last digit.
    #[test]
    fn fractions_are_those_of_octave() {
        assert_eq!(gamma(-1.5), 2.363_271_801_207_355);
        assert_eq!(gamma(-2.5), -0.945_308_720_482_941_9);
        assert_eq!(gamma(-0.5), -3.544_907_701_811_031_8);
        assert_eq!(gamma(-4.5), -0.060_019_601_300_504_24);
    }
}
