//! Elementary functions of complex numbers with the branch cuts of C99's, careful
//! where the textbook formula overflows or cancels.

use std::f64::consts::{FRAC_PI_2, LN_2, LN_10, PI};

use formwork_runtime::C64;

/// Beyond this, the square of a number overflows or `z` and its neighbours agree.
const LARGE: f64 = 1e150;

const fn new(re: f64, im: f64) -> C64 {
    C64 { re, im }
}

/// A product whose zero factor wins, also over infinity.
fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 { a.copysign(a * b.signum()) } else { a * b }
}

pub(crate) fn sqrt(z: C64) -> C64 {
    let C64 { re, im } = z;
    if re == 0.0 && im == 0.0 {
        return new(0.0, im);
    }
    if im.is_infinite() {
        return new(f64::INFINITY, im);
    }
    if re.is_infinite() {
        return if re > 0.0 {
            new(re, if im.is_nan() { im } else { 0.0_f64.copysign(im) })
        } else {
            new(if im.is_nan() { im } else { 0.0 }, f64::INFINITY.copysign(im))
        };
    }
    if im == 0.0 {
        return if re >= 0.0 { new(re.sqrt(), im) } else { new(0.0, (-re).sqrt().copysign(im)) };
    }
    if re == 0.0 {
        let half = (im.abs() / 2.0).sqrt();
        return new(half, half.copysign(im));
    }
    // Scaled by a power of four so that neither the modulus overflows nor its digits
    // are lost among the subnormal numbers.
    let (scale, unscale) = if re.abs().max(im.abs()) > 1e300 {
        (1.0 / 16.0, 4.0)
    } else if re.abs().max(im.abs()) < 1e-290 {
        (2f64.powi(108), 2f64.powi(-54))
    } else {
        (1.0, 1.0)
    };
    let (x, y) = (re * scale, im * scale);
    let t = ((x.abs() + x.hypot(y)) / 2.0).sqrt();
    if x >= 0.0 {
        new(t * unscale, y / (2.0 * t) * unscale)
    } else {
        new(y.abs() / (2.0 * t) * unscale, t.copysign(y) * unscale)
    }
}

/// The logarithm of the modulus.
fn ln_modulus(re: f64, im: f64) -> f64 {
    let (small, large) = {
        let (a, b) = (re.abs(), im.abs());
        if a < b { (a, b) } else { (b, a) }
    };
    if small == 0.0 {
        return large.ln();
    }
    let modulus = small.hypot(large);
    if (0.5..2.0).contains(&modulus) {
        // Near 1, the logarithm sees the digits that the modulus has lost.
        let excess = (large - 1.0).mul_add(large + 1.0, small * small);
        return excess.ln_1p() / 2.0;
    }
    if modulus.is_infinite() && large.is_finite() {
        return (small / 2.0).hypot(large / 2.0).ln() + LN_2;
    }
    modulus.ln()
}

pub(crate) fn ln(z: C64) -> C64 {
    new(ln_modulus(z.re, z.im), z.im.atan2(z.re))
}

pub(crate) fn log2(z: C64) -> C64 {
    let w = ln(z);
    new(w.re / LN_2, w.im / LN_2)
}

pub(crate) fn log10(z: C64) -> C64 {
    let w = ln(z);
    new(w.re / LN_10, w.im / LN_10)
}

pub(crate) fn ln_1p(z: C64) -> C64 {
    let C64 { re, im } = z;
    let modulus = if re.abs() < 0.5 && im.abs() < LARGE {
        re.mul_add(re + 2.0, im * im).ln_1p() / 2.0
    } else {
        ln_modulus(1.0 + re, im)
    };
    new(modulus, im.atan2(1.0 + re))
}

pub(crate) fn exp(z: C64) -> C64 {
    let C64 { re, im } = z;
    if im == 0.0 {
        return new(re.exp(), im);
    }
    if re == f64::NEG_INFINITY && !im.is_finite() {
        return new(0.0, 0.0);
    }
    if re == f64::INFINITY && !im.is_finite() {
        return new(f64::INFINITY, f64::NAN);
    }
    let (sin, cos) = im.sin_cos();
    if re > 709.0 && re.is_finite() {
        // The power may overflow where its product with a sine does not.
        let part = (re / 2.0).exp();
        return new(part * cos * part, part * sin * part);
    }
    let modulus = re.exp();
    new(times(cos, modulus), times(sin, modulus))
}

pub(crate) fn exp_m1(z: C64) -> C64 {
    let C64 { re, im } = z;
    let power = re.exp_m1();
    let half = (im / 2.0).sin();
    let turned = -2.0 * half * half;
    new(power * turned + power + turned, (power + 1.0) * im.sin())
}

pub(crate) fn sinh(z: C64) -> C64 {
    let (sin, cos) = z.im.sin_cos();
    new(times(cos, z.re.sinh()), times(sin, z.re.cosh()))
}

pub(crate) fn cosh(z: C64) -> C64 {
    let (sin, cos) = z.im.sin_cos();
    new(times(cos, z.re.cosh()), times(sin, z.re.sinh()))
}

pub(crate) fn tanh(z: C64) -> C64 {
    let C64 { re, im } = z;
    if !im.is_finite() && re.is_finite() {
        return new(f64::NAN, f64::NAN);
    }
    let (sin, cos) = im.sin_cos();
    if re.abs() > 22.0 {
        // The real part is 1 to the last digit.
        let decay = (-2.0 * re.abs()).exp();
        return new(1f64.copysign(re), 4.0 * sin * cos * decay);
    }
    let (sinh, cosh) = (re.sinh(), re.cosh());
    let denominator = sinh.mul_add(sinh, cos * cos);
    new(sinh * cosh / denominator, sin * cos / denominator)
}

/// `-i f(i z)`: how circular functions come from hyperbolic ones.
fn turned(f: fn(C64) -> C64, z: C64) -> C64 {
    let w = f(new(-z.im, z.re));
    new(w.im, -w.re)
}

pub(crate) fn sin(z: C64) -> C64 {
    turned(sinh, z)
}

pub(crate) fn cos(z: C64) -> C64 {
    cosh(new(-z.im, z.re))
}

pub(crate) fn tan(z: C64) -> C64 {
    turned(tanh, z)
}

/// `asin` of C99.
fn asin_c99(z: C64) -> C64 {
    let C64 { re, im } = z;
    if re.is_nan() || im.is_nan() {
        return new(f64::NAN, f64::NAN);
    }
    if re.abs().max(im.abs()) > LARGE {
        let modulus = if re.is_infinite() || im.is_infinite() {
            f64::INFINITY
        } else {
            ln_modulus(re / 2.0, im / 2.0) + 2.0 * LN_2
        };
        return new(re.atan2(im.abs()), modulus.copysign(im));
    }
    let below = sqrt(new(1.0 - re, -im));
    let above = sqrt(new(1.0 + re, im));
    let product = below.re * above.re - below.im * above.im;
    let cross = below.re * above.im - below.im * above.re;
    new(re.atan2(product), libm::asinh(cross).copysign(im))
}

fn acos_c99(z: C64) -> C64 {
    let C64 { re, im } = z;
    if re.is_nan() || im.is_nan() {
        return new(f64::NAN, f64::NAN);
    }
    if re.abs().max(im.abs()) > LARGE {
        let w = asin_c99(z);
        return new(FRAC_PI_2 - w.re, -w.im);
    }
    let below = sqrt(new(1.0 - re, -im));
    let above = sqrt(new(1.0 + re, im));
    let cross = above.re * below.im - above.im * below.re;
    new(2.0 * below.re.atan2(above.re), libm::asinh(cross).copysign(-im))
}

/// On the cut beyond 1, Octave takes the other side of C99.
pub(crate) fn asin(z: C64) -> C64 {
    let w = asin_c99(z);
    if z.im == 0.0 && z.re > 1.0 { w.conj() } else { w }
}

/// On the cut beyond 1, Octave takes the other side of C99.
pub(crate) fn acos(z: C64) -> C64 {
    let w = acos_c99(z);
    if z.im == 0.0 && z.re > 1.0 { w.conj() } else { w }
}

pub(crate) fn asinh(z: C64) -> C64 {
    turned(asin_c99, z)
}

pub(crate) fn acosh(z: C64) -> C64 {
    let w = acos_c99(z);
    new(w.im.abs(), w.re.copysign(z.im))
}

pub(crate) fn atanh(z: C64) -> C64 {
    let C64 { re, im } = z;
    if re.abs() > LARGE || im.abs() > LARGE {
        let re = if re.is_infinite() || im.is_infinite() {
            0f64.copysign(re)
        } else {
            // The reciprocal, without squaring.
            let modulus = re.hypot(im);
            re / modulus / modulus
        };
        return new(re, FRAC_PI_2.copysign(im));
    }
    let away = 1.0 - re.abs();
    let square = away.mul_add(away, im * im);
    let real = (4.0 * re.abs() / square).ln_1p() / 4.0;
    let angle = (2.0 * im).atan2(away.mul_add(1.0 + re.abs(), -(im * im))) / 2.0;
    new(real.copysign(re), angle)
}

pub(crate) fn atan(z: C64) -> C64 {
    turned(atanh, z)
}

/// A complex number of modulus one in the same direction; zero stays.
pub(crate) fn sign(z: C64) -> C64 {
    let modulus = z.re.hypot(z.im);
    if modulus == 0.0 { new(0.0, 0.0) } else { new(z.re / modulus, z.im / modulus) }
}

/// The reciprocal, scaled so that squares neither overflow nor vanish.
pub(crate) fn recip(z: C64) -> C64 {
    let C64 { re, im } = z;
    if im == 0.0 {
        return new(1.0 / re, -im);
    }
    if re.abs() >= im.abs() {
        let ratio = im / re;
        let denominator = re + im * ratio;
        new(1.0 / denominator, -ratio / denominator)
    } else {
        let ratio = re / im;
        let denominator = re * ratio + im;
        new(ratio / denominator, -1.0 / denominator)
    }
}

/// The logarithm of a negative number.
pub(crate) fn ln_negative(x: f64) -> C64 {
    new((-x).ln(), PI)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(actual: C64, re: f64, im: f64) {
        let scale = re.hypot(im).max(1e-300);
        assert!(
            (actual.re - re).abs() <= 4e-16 * scale && (actual.im - im).abs() <= 4e-16 * scale,
            "{actual} is not {re} + {im}i"
        );
    }

    #[test]
    fn values_agree_with_octave() {
        let z = new(1.0, 2.0);
        close(sqrt(z), 1.272_019_649_514_069, 0.786_151_377_757_423_3);
        close(asin(z), 0.427_078_586_392_476_14, 1.528_570_919_480_998);
        close(acos(z), 1.143_717_740_402_420_6, -1.528_570_919_480_998);
        close(atan(z), 1.338_972_522_294_493_5, 0.402_359_478_108_525_07);
        close(asinh(z), 1.469_351_744_368_185_2, 1.063_440_023_577_752_1);
        close(acosh(z), 1.528_570_919_480_998, 1.143_717_740_402_420_6);
        close(atanh(z), 0.173_286_795_139_986_32, 1.178_097_245_096_172_4);
        close(tan(z), 0.033_812_826_079_896_69, 1.014_793_616_146_633_5);
        close(tanh(z), 1.166_736_257_240_92, -0.243_458_201_185_725_3);
        close(sin(z), 3.165_778_513_216_168, 1.959_601_041_421_606_3);
        close(cos(z), 2.032_723_007_019_665_6, -3.051_897_799_151_8);
        close(sinh(z), -0.489_056_259_041_293_7, 1.403_119_250_622_040_5);
        close(cosh(z), -0.642_148_124_715_52, 1.068_607_421_382_778_3);
        close(ln_1p(new(0.0, 1.0)), 0.346_573_590_279_972_64, std::f64::consts::FRAC_PI_4);
    }

    #[test]
    fn branch_cuts_are_taken_as_octave_takes_them() {
        close(asin(new(2.0, 0.0)), std::f64::consts::FRAC_PI_2, -1.316_957_896_924_816_6);
        close(asin(new(2.0, -0.0)), std::f64::consts::FRAC_PI_2, 1.316_957_896_924_816_6);
        close(asin(new(-2.0, 0.0)), -std::f64::consts::FRAC_PI_2, 1.316_957_896_924_816_6);
        close(acos(new(2.0, 0.0)), 0.0, 1.316_957_896_924_816_6);
        close(acos(new(-2.0, 0.0)), PI, -1.316_957_896_924_816_6);
        close(acosh(new(0.5, 0.0)), 0.0, 1.047_197_551_196_597_6);
        close(acosh(new(0.5, -0.0)), 0.0, -1.047_197_551_196_597_6);
        close(acosh(new(-2.0, 0.0)), 1.316_957_896_924_816_6, PI);
        close(acosh(new(-2.0, -0.0)), 1.316_957_896_924_816_6, -PI);
        close(atanh(new(2.0, 0.0)), 0.549_306_144_334_054_9, FRAC_PI_2);
        close(atanh(new(-2.0, 0.0)), -0.549_306_144_334_054_9, FRAC_PI_2);
        close(sqrt(new(-4.0, -0.0)), 0.0, -2.0);
        close(tan(new(1.0, 400.0)), 0.0, 1.0);
    }
}
