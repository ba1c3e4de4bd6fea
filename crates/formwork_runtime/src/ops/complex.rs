//! Arithmetic of complex numbers, as C and C++ define it.
//!
//! Products and quotients that would be NaN in both parts although an operand is
//! infinite are infinite or zero.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use num_complex::Complex;

use crate::element::Element;
use crate::{C32, C64};

/// The real types that complex numbers consist of.
pub trait Real:
    Element
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1/2.
    const HALF: Self;
    /// 1.
    const ONE: Self;
    /// 2.
    const TWO: Self;
    /// Infinity.
    const INFINITY: Self;
    /// Not a number.
    const NAN: Self;
    /// The ratio of circumference and diameter.
    const PI: Self;

    /// Whether it is no number.
    fn is_nan(self) -> bool;
    /// Whether it is not whole, however large, or not finite.
    fn has_decimals(self) -> bool;
    /// Whether it is finite.
    fn is_finite(self) -> bool;
    /// Whether it is infinite.
    fn is_infinite(self) -> bool;
    /// Its modulus.
    fn abs(self) -> Self;
    /// Its modulus with the sign of another number.
    fn copysign(self, sign: Self) -> Self;
    /// Its power.
    fn powf(self, exponent: Self) -> Self;
    /// The exponential.
    fn exp(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// The natural logarithm of one plus it.
    fn ln_1p(self) -> Self;
    /// The angle of the point `(x, self)`.
    fn atan2(self, x: Self) -> Self;
    /// The sine and the cosine.
    fn sin_cos(self) -> (Self, Self);
    /// The distance of the point `(self, y)` from the origin.
    fn hypot(self, y: Self) -> Self;

    /// The `int` it is, if it is one.
    fn as_int(self) -> Option<i32>;

    /// The quotient of complex numbers.
    fn quotient(a: Complex<Self>, b: Complex<Self>) -> Complex<Self>;
}

macro_rules! real {
    ($type:ident, $quotient:expr) => {
        impl Real for $type {
            const ZERO: $type = 0.0;
            const HALF: $type = 0.5;
            const ONE: $type = 1.0;
            const TWO: $type = 2.0;
            const INFINITY: $type = $type::INFINITY;
            const NAN: $type = $type::NAN;
            const PI: $type = std::$type::consts::PI;

            real!(@forward $type: is_nan() -> bool, is_finite() -> bool, is_infinite() -> bool,
                abs() -> $type, copysign(sign: $type) -> $type, powf(exponent: $type) -> $type,
                exp() -> $type, ln() -> $type, ln_1p() -> $type, atan2(x: $type) -> $type,
                sin_cos() -> ($type, $type), hypot(y: $type) -> $type,);

            #[inline]
            fn has_decimals(self) -> bool {
                !self.is_finite() || self.fract() != 0.0
            }

            fn as_int(self) -> Option<i32> {
                let whole = self as i32;
                (whole as $type == self && whole != i32::MAX).then_some(whole)
            }

            #[inline]
            fn quotient(a: Complex<$type>, b: Complex<$type>) -> Complex<$type> {
                let quotient = $quotient(a, b);
                if quotient.re.is_nan() && quotient.im.is_nan() {
                    mend_quotient(a, b, quotient)
                } else {
                    quotient
                }
            }
        }
    };
    (@forward $type:ident: $($name:ident($($argument:ident: $argument_type:ty)?) -> $result:ty,)*) => {
        $(
            #[inline]
            fn $name(self $(, $argument: $argument_type)?) -> $result {
                <$type>::$name(self $(, $argument)?)
            }
        )*
    };
}

real!(f64, smith);
real!(f32, wide);

/// The quotient of singles, reckoned in double.
#[inline]
fn wide(a: C32, b: C32) -> C32 {
    let (a, b) = (widened(a), widened(b));
    let denominator = b.re * b.re + b.im * b.im;
    let re = (a.re * b.re + a.im * b.im) / denominator;
    let im = (a.im * b.re - a.re * b.im) / denominator;
    C32::new(re as f32, im as f32)
}

const fn widened(z: C32) -> C64 {
    C64 { re: z.re as f64, im: z.im as f64 }
}

/// Smith's quotient with the scaling of Baudin and Smith against overflow and
/// underflow on the way.
#[inline]
fn smith(a: C64, b: C64) -> C64 {
    const BIG: f64 = f64::MAX / 2.0;
    const TINY: f64 = f64::MIN_POSITIVE;
    const SMALL: f64 = f64::EPSILON;
    const LARGE: f64 = 1.0 / f64::EPSILON;
    let (mut a, mut b) = (a, b);
    let steep = b.re.abs() < b.im.abs();
    let greater = if steep { b.im.abs() } else { b.re.abs() };
    let factor = if greater >= BIG {
        0.5
    } else if greater < SMALL
        || ((a.re.abs() < TINY || a.im.abs() < TINY)
            && a.re.abs() < LARGE
            && a.im.abs() < LARGE
            && greater < LARGE)
    {
        LARGE
    } else {
        1.0
    };
    if factor != 1.0 {
        a = C64::new(a.re * factor, a.im * factor);
        b = C64::new(b.re * factor, b.im * factor);
    }
    if steep {
        let ratio = b.re / b.im;
        let denominator = b.re * ratio + b.im;
        if ratio.abs() > TINY {
            C64::new((a.re * ratio + a.im) / denominator, (a.im * ratio - a.re) / denominator)
        } else {
            C64::new(
                (b.re * (a.re / b.im) + a.im) / denominator,
                (b.re * (a.im / b.im) - a.re) / denominator,
            )
        }
    } else {
        let ratio = b.im / b.re;
        let denominator = b.im * ratio + b.re;
        if ratio.abs() > TINY {
            C64::new((a.im * ratio + a.re) / denominator, (a.im - a.re * ratio) / denominator)
        } else {
            C64::new(
                (b.im * (a.im / b.re) + a.re) / denominator,
                (a.im - b.im * (a.re / b.re)) / denominator,
            )
        }
    }
}

/// One with the sign of `x` if it is infinite, else zero with it.
fn unit_if_infinite<T: Real>(x: T) -> T {
    if x.is_infinite() { T::ONE.copysign(x) } else { T::ZERO.copysign(x) }
}

#[cold]
fn mend_quotient<T: Real>(a: Complex<T>, b: Complex<T>, quotient: Complex<T>) -> Complex<T> {
    let zero = T::ZERO;
    if b.re == zero && b.im == zero && (!a.re.is_nan() || !a.im.is_nan()) {
        let infinite = T::INFINITY.copysign(b.re);
        return Complex::new(infinite * a.re, infinite * a.im);
    }
    if (a.re.is_infinite() || a.im.is_infinite()) && b.re.is_finite() && b.im.is_finite() {
        let (re, im) = (unit_if_infinite(a.re), unit_if_infinite(a.im));
        return Complex::new(
            T::INFINITY * (re * b.re + im * b.im),
            T::INFINITY * (im * b.re - re * b.im),
        );
    }
    if (b.re.is_infinite() || b.im.is_infinite()) && a.re.is_finite() && a.im.is_finite() {
        let (re, im) = (unit_if_infinite(b.re), unit_if_infinite(b.im));
        return Complex::new(zero * (a.re * re + a.im * im), zero * (a.im * re - a.re * im));
    }
    quotient
}

/// The product.
#[inline]
pub fn product<T: Real>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    let result = Complex::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    if result.re.is_nan() && result.im.is_nan() { mend_product(a, b, result) } else { result }
}

/// The product of two complex numbers, where an infinite factor makes it infinite.
#[inline]
#[must_use]
pub fn wide_product(a: Complex<f64>, b: Complex<f64>) -> Complex<f64> {
    product(a, b)
}

/// [`wide_product`] in single precision.
#[inline]
#[must_use]
pub fn single_product(a: Complex<f32>, b: Complex<f32>) -> Complex<f32> {
    product(a, b)
}

#[cold]
fn mend_product<T: Real>(a: Complex<T>, b: Complex<T>, product: Complex<T>) -> Complex<T> {
    let (mut a, mut b) = (a, b);
    let zero_of_nan = |x: T| if x.is_nan() { T::ZERO.copysign(x) } else { x };
    let infinite = |z: Complex<T>| z.re.is_infinite() || z.im.is_infinite();
    let (a_infinite, b_infinite) = (infinite(a), infinite(b));
    let mut mend = false;
    if a_infinite {
        a = Complex::new(unit_if_infinite(a.re), unit_if_infinite(a.im));
        b = Complex::new(zero_of_nan(b.re), zero_of_nan(b.im));
        mend = true;
    }
    if b_infinite {
        b = Complex::new(unit_if_infinite(b.re), unit_if_infinite(b.im));
        a = Complex::new(zero_of_nan(a.re), zero_of_nan(a.im));
        mend = true;
    }
    let parts = [a.re * b.re, a.im * b.im, a.re * b.im, a.im * b.re];
    if !mend && parts.iter().any(|x| x.is_infinite()) {
        a = Complex::new(zero_of_nan(a.re), zero_of_nan(a.im));
        b = Complex::new(zero_of_nan(b.re), zero_of_nan(b.im));
        mend = true;
    }
    if !mend {
        return product;
    }
    Complex::new(
        T::INFINITY * (a.re * b.re - a.im * b.im),
        T::INFINITY * (a.re * b.im + a.im * b.re),
    )
}

/// How two complex numbers compare: by length, then by angle, where the angle -pi
/// counts as pi. A real number has the angle zero, whatever its sign.
pub fn order<T: Real>(a: Complex<T>, b: Complex<T>) -> Option<Ordering> {
    let by_length = a.re.hypot(a.im).partial_cmp(&b.re.hypot(b.im));
    if by_length == Some(Ordering::Equal) { angle(a).partial_cmp(&angle(b)) } else { by_length }
}

/// How a complex number compares to a real one.
pub(super) fn order_to_real<T: Real>(a: Complex<T>, b: T) -> Option<Ordering> {
    let by_length = a.re.hypot(a.im).partial_cmp(&b.abs());
    if by_length == Some(Ordering::Equal) { angle(a).partial_cmp(&T::ZERO) } else { by_length }
}

fn angle<T: Real>(z: Complex<T>) -> T {
    let angle = z.im.atan2(z.re);
    if angle == -T::PI { T::PI } else { angle }
}

/// The natural logarithm.
fn logarithm<T: Real>(z: Complex<T>) -> Complex<T> {
    let (x, y) = (z.re.abs(), z.im.abs());
    let (big, small) = if x < y { (y, x) } else { (x, y) };
    let length = z.re.hypot(z.im);
    // Near the unit circle the logarithm of the length loses digits.
    let re = if big < T::TWO && big > T::HALF && length != T::ONE {
        let excess = (big - T::ONE) * (big + T::ONE) + small * small;
        if excess.abs() < T::HALF { T::HALF * excess.ln_1p() } else { length.ln() }
    } else {
        length.ln()
    };
    Complex::new(re, z.im.atan2(z.re))
}

fn polar<T: Real>(length: T, angle: T) -> Complex<T> {
    let (sine, cosine) = angle.sin_cos();
    Complex::new(length * cosine, length * sine)
}

/// A complex number to a real power.
pub fn power_real<T: Real>(base: Complex<T>, exponent: T) -> Complex<T> {
    if base.im == T::ZERO && base.re > T::ZERO {
        return Complex::new(base.re.powf(exponent), T::ZERO);
    }
    let logarithm = logarithm(base);
    polar((exponent * logarithm.re).exp(), exponent * logarithm.im)
}

/// A complex number to a complex power.
pub fn power<T: Real>(base: Complex<T>, exponent: Complex<T>) -> Complex<T> {
    let z = product(exponent, logarithm(base));
    exponential(z)
}

/// A real number to a complex power.
pub fn power_of_real<T: Real>(base: T, exponent: Complex<T>) -> Complex<T> {
    if base > T::ZERO {
        polar(base.powf(exponent.re), exponent.im * base.ln())
    } else {
        power(Complex::new(base, T::ZERO), exponent)
    }
}

fn exponential<T: Real>(z: Complex<T>) -> Complex<T> {
    let length = z.re.exp();
    if z.im == T::ZERO {
        return Complex::new(length, z.im);
    }
    // As the C library does, down to the signs of zeros and of NaN, which are shown.
    if z.re.is_nan() || (z.re.is_finite() && !z.im.is_finite()) {
        return Complex::new(T::NAN, T::NAN);
    }
    if z.re.is_infinite() && !z.im.is_finite() {
        return if z.re > T::ZERO {
            let minus = T::ZERO - T::ONE;
            let sign = if z.im.is_nan() { z.im } else { minus };
            Complex::new(T::INFINITY, T::NAN.copysign(sign))
        } else {
            Complex::new(T::ZERO, T::ZERO.copysign(z.im))
        };
    }
    polar(length, z.im)
}

/// A complex number to a whole power, by repeated squaring.
pub fn power_whole<T: Real>(base: Complex<T>, exponent: i32) -> Complex<T> {
    let one = Complex::new(T::ONE, T::ZERO);
    let mut result = one;
    let mut square = base;
    let mut rest = exponent.unsigned_abs();
    if rest & 1 == 1 {
        result = base;
    }
    rest >>= 1;
    while rest > 0 {
        square = product(square, square);
        if rest & 1 == 1 {
            result = product(result, square);
        }
        rest >>= 1;
    }
    if exponent < 0 { T::quotient(one, result) } else { result }
}
