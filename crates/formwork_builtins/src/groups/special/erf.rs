//! Error functions and their inverses, of real and complex numbers.

use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

use formwork_runtime::C64;

use crate::complex;
use crate::kit::mapper::{apply, mapper, real_mapper};
use crate::row::{Row, ScalarForm};
use crate::row_constructors::float_row;
use crate::rules::facts::limits;

mapper!(Erf, "erf", x => libm::erf(x), libm::erff(x), z => complex_erf(z));
mapper!(Erfc, "erfc", x => libm::erfc(x), libm::erfcf(x), z => complex_erfc(z));
mapper!(Erfcx, "erfcx", x => erfcx(x), erfcx(x.into()) as f32,
    z => faddeeva(C64::new(-z.im, z.re)));
mapper!(Erfi, "erfi", x => erfi(x), erfi(x.into()) as f32, z => {
    let w = complex_erf(C64::new(-z.im, z.re));
    C64::new(w.im, -w.re)
});
mapper!(Dawson, "dawson", x => dawson(x), dawson(x.into()) as f32, z => complex_dawson(z));
real_mapper!(Erfinv, "erfinv", x => erfinv(x), erfinv(x.into()) as f32);
real_mapper!(Erfcinv, "erfcinv", x => erfcinv(x), erfcinv(x.into()) as f32);

pub(crate) const ROWS: &[Row] = &[
    float_row(
        "erf",
        apply::<Erf>,
        ScalarForm::Unary(|x| Some(libm::erf(x))),
        "The error function of each element.",
    )
    .bounds(limits::unit)
    .vetted(),
    float_row(
        "erfc",
        apply::<Erfc>,
        ScalarForm::Unary(|x| Some(libm::erfc(x))),
        "One less the error function of each element.",
    )
    .bounds(limits::positive),
    float_row(
        "erfcx",
        apply::<Erfcx>,
        ScalarForm::None,
        "The complementary error function, scaled by the exponential of the square.",
    )
    .settled_by_library(),
    float_row("erfi", apply::<Erfi>, ScalarForm::None, "The imaginary error function."),
    float_row("dawson", apply::<Dawson>, ScalarForm::None, "Dawson's integral of each element."),
    float_row("erfinv", apply::<Erfinv>, ScalarForm::None, "The inverse of the error function."),
    float_row(
        "erfcinv",
        apply::<Erfcinv>,
        ScalarForm::None,
        "The inverse of the complementary error function.",
    ),
];

const FRAC_1_SQRT_PI: f64 = FRAC_2_SQRT_PI / 2.0;

/// The exponential of a square, of which no digit is lost.
fn exp_square(x: f64, sign: f64) -> f64 {
    let square = x * x;
    let rest = x.mul_add(x, -square);
    let power = (sign * square).exp();
    if power.is_infinite() || power == 0.0 { power } else { power * (1.0 + sign * rest) }
}

/// `exp (x^2) erfc (x)`
pub(crate) fn erfcx(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x < 0.0 {
        return if x < -26.7 { f64::INFINITY } else { 2.0 * exp_square(x, 1.0) - erfcx(-x) };
    }
    if x < 2.0 {
        return exp_square(x, 1.0) * libm::erfc(x);
    }
    if x > 1e8 {
        return FRAC_1_SQRT_PI / x;
    }
    // The continued fraction, from the end.
    let terms = (300.0 / (x * x)) as usize + 12;
    let mut tail = x;
    for k in (1..=terms).rev() {
        tail = x + k as f64 / 2.0 / tail;
    }
    FRAC_1_SQRT_PI / tail
}

/// The spacing of the sums of Zaghloul and Ali (algorithm 916), for full precision.
const SPACING: f64 = 0.518_321_480_430_085_9;

/// The Faddeeva function `exp (-z^2) erfc (-i z)`.
pub(crate) fn faddeeva(z: C64) -> C64 {
    let C64 { re: x, im: y } = z;
    if x.is_nan() || y.is_nan() {
        return C64::new(f64::NAN, f64::NAN);
    }
    if x == 0.0 {
        return C64::new(erfcx(y), x);
    }
    if y < 0.0 {
        // 2 exp (-z^2) - w (-z)
        let square = C64::new((y - x) * (y + x), -2.0 * x * y);
        let w = faddeeva(-z);
        return 2.0 * complex::exp(square) - w;
    }
    if x < 0.0 {
        let w = faddeeva(C64::new(-x, y));
        return C64::new(w.re, -w.im);
    }
    if x + y > 4000.0 {
        // One term of the continued fraction suffices.
        let r = complex::recip(z) * FRAC_1_SQRT_PI;
        return C64::new(-r.im, r.re);
    }
    if y > 7.0 || (x > 6.0 && (y > 0.1 || (x > 8.0 && y > 1e-10) || x > 28.0)) {
        // The continued fraction of Laplace, from the end.
        let terms = (3.0 + 1442.0 / (26.0 * x + 77.0 * y)).floor() as usize * 2;
        let mut tail = z;
        for k in (1..=terms).rev() {
            tail = z - complex::recip(tail) * (k as f64 / 2.0);
        }
        let r = complex::recip(tail) * FRAC_1_SQRT_PI;
        return C64::new(-r.im, r.re);
    }
    sums(x, y)
}

/// The sums of algorithm 916 for `x > 0` and `y >= 0` that are not large.
fn sums(x: f64, y: f64) -> C64 {
    let a = SPACING;
    let decay = exp_square(x, -1.0);
    let (mut s1, mut s2, mut s3, mut s4, mut s5) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let y_square = y * y;
    // Far from the origin only the terms around x matter for the third and fifth sum.
    let last = ((x + 6.5) / a).ceil() as usize;
    for n in 1..=last {
        let step = a * n as f64;
        let weight = 1.0 / step.mul_add(step, y_square);
        let centre = (-(step * step)).exp();
        s1 += centre * weight;
        let right = (-(step + x) * (step + x)).exp();
        s2 += right * weight;
        s4 += right * weight * step;
        if x < 0.5 {
            // Both exponentials are close: their difference without cancellation.
            let left = (-(step - x) * (step - x)).exp();
            s3 += left * weight;
            s5 += centre * decay * 2.0 * (2.0 * step * x).sinh() * weight * step
                + right * weight * step;
        } else {
            let left = (-(step - x) * (step - x)).exp();
            s3 += left * weight;
            s5 += left * weight * step;
        }
    }
    s1 *= decay;
    let product = x * y;
    let sinc = |t: f64| if t.abs() < 1e-8 { 1.0 - t * t / 6.0 } else { t.sin() / t };
    let scaled = decay * erfcx(y);
    let (sin2, cos2) = (2.0 * product).sin_cos();
    let re = scaled * cos2
        + 2.0 * a * x * product.sin() * decay * sinc(product) / PI
        + 2.0 * a / PI * y * (-cos2 * s1 + 0.5 * (s2 + s3));
    let im = -scaled * sin2
        + 2.0 * a * x * decay * sinc(2.0 * product) / PI
        + 2.0 * a / PI * (y * sin2 * s1 + 0.5 * (s5 - s4));
    C64::new(re, im)
}

/// Dawson's integral.
fn dawson(x: f64) -> f64 {
    let size = x.abs();
    if size < 0.2 {
        // The power series.
        let square = x * x;
        let mut term = x;
        let mut sum = x;
        for k in 1..20 {
            term *= -2.0 * square / (2 * k + 1) as f64;
            sum += term;
        }
        return sum;
    }
    if size.is_infinite() {
        return 0.0_f64.copysign(x);
    }
    faddeeva(C64::new(size, 0.0)).im / FRAC_2_SQRT_PI * 1f64.copysign(x)
}

fn erfi(x: f64) -> f64 {
    if x * x > 720.0 {
        return f64::INFINITY.copysign(x);
    }
    FRAC_2_SQRT_PI * exp_square(x, 1.0) * dawson(x)
}

fn complex_erf(z: C64) -> C64 {
    let C64 { re: x, im: y } = z;
    if y == 0.0 {
        return C64::new(libm::erf(x), y);
    }
    if x == 0.0 {
        return C64::new(x, erfi(y));
    }
    if x < 0.0 {
        return -complex_erf(-z);
    }
    if x * x + y * y < 0.1 {
        // The power series, where one less something close to one loses digits.
        let square = z * z;
        let (mut power, mut sum) = (z, z);
        for k in 1..40 {
            let k = f64::from(k);
            power = power * square * (-1.0 / k);
            let term = power / (2.0 * k + 1.0);
            sum += term;
            if term.norm() < 1e-18 * sum.norm() {
                break;
            }
        }
        return sum * FRAC_2_SQRT_PI;
    }
    let square = C64::new((y - x) * (y + x), -2.0 * x * y);
    C64::new(1.0, 0.0) - complex::exp(square) * faddeeva(C64::new(-y, x))
}

fn complex_erfc(z: C64) -> C64 {
    let C64 { re: x, im: y } = z;
    if x == 0.0 {
        return C64::new(1.0, -erfi(y));
    }
    if y == 0.0 {
        return C64::new(libm::erfc(x), -y);
    }
    let square = C64::new((y - x) * (y + x), -2.0 * x * y);
    if x >= 0.0 {
        complex::exp(square) * faddeeva(C64::new(-y, x))
    } else {
        C64::new(2.0, 0.0) - complex::exp(square) * faddeeva(C64::new(y, -x))
    }
}

fn complex_dawson(z: C64) -> C64 {
    if z.im == 0.0 {
        return C64::new(dawson(z.re), z.im);
    }
    // (sqrt (pi) / 2) exp (-z^2) erfi (z)
    let (x, y) = (z.re, z.im);
    if x * x + y * y < 0.1 {
        let square = z * z;
        let (mut term, mut sum) = (z, z);
        for k in 1..30 {
            term = term * square * (-2.0 / f64::from(2 * k + 1));
            sum += term;
        }
        return sum;
    }
    let square = C64::new((y - x) * (y + x), -2.0 * x * y);
    let w = if y >= 0.0 { faddeeva(z) } else { faddeeva(-z) };
    let power = complex::exp(square);
    let half = 1.0 / FRAC_2_SQRT_PI;
    if y >= 0.0 {
        // i (sqrt (pi) / 2) (exp (-z^2) - w (z))
        let d = power - w;
        C64::new(-d.im * half, d.re * half)
    } else {
        let d = power - w;
        C64::new(d.im * half, -d.re * half)
    }
}

/// The quantile of the standard normal distribution, to be refined: Wichura's AS 241.
fn normal_quantile_of_tail(p: f64) -> f64 {
    // p is the smaller tail; the result is positive.
    let q = 0.5 - p;
    if q.abs() <= 0.425 {
        return quantile_in_the_middle(q);
    }
    let r = (-p.ln()).sqrt();
    if r <= 5.0 { quantile_in_the_tail(r) } else { quantile_far_out(r) }
}

/// The quantile at a probability of `0.5 + q`.
fn quantile_in_the_middle(q: f64) -> f64 {
    let r = 0.180_625 - q * q;
    let numerator = (((((((2.509_080_928_730_122_7e3 * r + 3.343_057_558_358_813e4) * r
        + 6.726_577_092_700_87e4)
        * r
        + 4.592_195_393_154_987e4)
        * r
        + 1.373_169_376_550_946e4)
        * r
        + 1.971_590_950_306_551_3e3)
        * r
        + 1.331_416_678_917_843_8e2)
        * r)
        + 3.387_132_872_796_366_5;
    let denominator = (((((((5.226_495_278_852_854e3 * r + 2.872_908_573_572_194_3e4) * r
        + 3.930_789_580_009_271e4)
        * r
        + 2.121_379_430_158_659_7e4)
        * r
        + 5.394_196_021_424_751e3)
        * r
        + 6.871_870_074_920_579e2)
        * r
        + 4.231_333_070_160_091e1)
        * r)
        + 1.0;
    q * numerator / denominator
}

/// The quantile at a tail of `exp(-r^2)`, `r` at most 5.
fn quantile_in_the_tail(r: f64) -> f64 {
    let r = r - 1.6;
    let numerator = (((((((7.745_450_142_783_414e-4 * r + 2.272_384_498_926_918_4e-2) * r
        + 2.417_807_251_774_506e-1)
        * r
        + 1.270_458_252_452_368_4)
        * r
        + 3.647_848_324_763_204_5)
        * r
        + 5.769_497_221_460_691)
        * r
        + 4.630_337_846_156_546)
        * r)
        + 1.423_437_110_749_683_5;
    let denominator = (((((((1.050_750_071_644_416_9e-9 * r + 5.475_938_084_995_345e-4) * r
        + 1.519_866_656_361_645_7e-2)
        * r
        + 1.481_039_764_274_800_8e-1)
        * r
        + 6.897_673_349_851e-1)
        * r
        + 1.676_384_830_183_803_8)
        * r
        + 2.053_191_626_637_759)
        * r)
        + 1.0;
    numerator / denominator
}

/// The quantile at a tail of `exp(-r^2)`, `r` more than 5.
fn quantile_far_out(r: f64) -> f64 {
    let r = r - 5.0;
    let numerator = (((((((2.010_334_399_292_288_1e-7 * r + 2.711_555_568_743_487_6e-5) * r
        + 1.242_660_947_388_078_4e-3)
        * r
        + 2.653_218_952_657_612_4e-2)
        * r
        + 2.965_605_718_285_048_7e-1)
        * r
        + 1.784_826_539_917_291_3)
        * r
        + 5.463_784_911_164_114)
        * r)
        + 6.657_904_643_501_103;
    let denominator = (((((((2.044_263_103_389_939_8e-15 * r + 1.421_511_758_316_446e-7) * r
        + 1.846_318_317_510_054_8e-5)
        * r
        + 7.868_691_311_456_133e-4)
        * r
        + 1.487_536_129_085_061_5e-2)
        * r
        + 1.369_298_809_227_358e-1)
        * r
        + 5.998_322_065_558_88e-1)
        * r)
        + 1.0;
    numerator / denominator
}

/// The inverse of `erf`.
pub(crate) fn erfinv(y: f64) -> f64 {
    if y.abs() == 1.0 {
        return f64::INFINITY.copysign(y);
    }
    if y.is_nan() || y.abs() > 1.0 {
        return f64::NAN;
    }
    if y == 0.0 {
        return y;
    }
    let size = y.abs();
    let mut x = normal_quantile_of_tail((1.0 - size) / 2.0) / SQRT_2;
    // Halley's method, with the tail where the function itself is close to one.
    for _ in 0..2 {
        let error = if size < 0.5 { libm::erf(x) - size } else { (1.0 - size) - libm::erfc(x) };
        let newton = error / (FRAC_2_SQRT_PI * (-x * x).exp());
        x -= newton / (1.0 + x * newton);
    }
    x.copysign(y)
}

/// The inverse of `erfc`.
pub(crate) fn erfcinv(y: f64) -> f64 {
    if y.is_nan() || !(0.0..=2.0).contains(&y) {
        return f64::NAN;
    }
    if y == 0.0 {
        return f64::INFINITY;
    }
    if y == 2.0 {
        return f64::NEG_INFINITY;
    }
    if y > 0.5 && y < 1.5 {
        return erfinv(1.0 - y);
    }
    let (tail, sign) = if y < 1.0 { (y, 1.0) } else { (2.0 - y, -1.0) };
    let mut x = normal_quantile_of_tail(tail / 2.0) / SQRT_2;
    for _ in 0..2 {
        // Relative to the tail, which may be tiny.
        let ratio = libm::erfc(x) / tail - 1.0;
        let newton = -ratio * tail / (FRAC_2_SQRT_PI * (-x * x).exp());
        if newton.is_finite() {
            x -= newton / (1.0 + x * newton);
        }
    }
    sign * x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(actual: f64, expected: f64) {
        assert!(
            (actual - expected).abs() <= 8.0 * f64::EPSILON * expected.abs(),
            "{actual:e} is not {expected:e}"
        );
    }

    #[test]
    fn inverses_invert() {
        for x in [1e-300, 1e-10, 0.1, 0.3, 0.5, 1.0, 2.0, 3.0] {
            close(erfinv(libm::erf(x)), erfinv(libm::erf(x)));
            if x < 1.5 {
                let y = libm::erf(x);
                close(libm::erf(erfinv(y)), y);
            }
            let y = libm::erfc(x);
            close(libm::erfc(erfcinv(y)), y);
        }
        let y: f64 = 1e-300;
        assert!((libm::erfc(erfcinv(y)) / y - 1.0).abs() < 1e-12);
    }

    #[test]
    fn values_agree_with_octave() {
        close(erfcx(1.0), 0.427_583_576_155_807);
        close(erfcx(10.0), 0.056_140_992_743_822_59);
        close(erfcx(2.5), 0.210_806_364_061_143_6);
        close(dawson(1.0), 0.538_079_506_912_768_4);
        close(dawson(0.5), 0.424_436_383_502_022_3);
        close(dawson(5.0), 0.102_134_074_424_276_84);
        close(dawson(20.0), 0.025_031_367_926_403_65);
        close(erfi(1.0), 1.650_425_758_797_542_8);
    }
}
