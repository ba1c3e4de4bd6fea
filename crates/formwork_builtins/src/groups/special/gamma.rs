//! The gamma function and its logarithm.

use std::f64::consts::PI;

use formwork_runtime::C64;

use crate::groups::elementwise::mapper::{Mapper, apply, float_row, real_mapper};
use crate::row::{Row, ScalarForm};

real_mapper!(Gamma, "gamma", x => gamma(x), gamma(x.into()) as f32);

pub(crate) struct Lgamma;

impl Mapper for Lgamma {
    const NAME: &'static str = "lgamma";
    const COMPLEX: bool = false;

    fn real(x: f64) -> f64 {
        ln_gamma(x).0
    }

    fn leaves_reals(x: f64) -> bool {
        x < 0.0 && ln_gamma(x).1 < 0
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
    ),
    float_row(
        "lgamma",
        apply::<Lgamma>,
        ScalarForm::None,
        "The logarithm of the gamma function of each element.",
    ),
    float_row(
        "gammaln",
        apply::<Lgamma>,
        ScalarForm::None,
        "The logarithm of the gamma function of each element.",
    ),
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
        return whole_gamma(x as u32);
    }
    libm::tgamma(x)
}

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
}
