//! The four kinds of numbers the kernels compute with, seen alike.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use faer::traits::ComplexField;
use num_complex::Complex;

/// A real or complex number of either precision.
pub trait Scalar:
    ComplexField
    + Copy
    + Default
    + PartialEq
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + 'static
{
    /// The real number of the same precision.
    type Base: RealScalar;
    /// 0
    const ZERO: Self;
    /// 1
    const ONE: Self;
    /// Whether there may be imaginary parts.
    const IS_COMPLEX: bool;

    /// The real part.
    fn re(self) -> Self::Base;
    /// The imaginary part.
    fn im(self) -> Self::Base;
    /// From a real number.
    fn from_base(re: Self::Base) -> Self;
    /// From both parts; a real type drops the imaginary one.
    fn from_parts(re: Self::Base, im: Self::Base) -> Self;
    /// The conjugate.
    fn conjugate(self) -> Self;
    /// The absolute value.
    fn modulus(self) -> Self::Base;
    /// Times a real number.
    fn scaled(self, factor: Self::Base) -> Self;
    /// `self * factor + sum`; that of real numbers is rounded once.
    fn times_plus(self, factor: Self, sum: Self) -> Self;
    /// Whether both parts are finite.
    fn finite(self) -> bool;
    /// The absolute values of the parts, added up.
    fn modulus1(self) -> Self::Base {
        self.re().magnitude() + self.im().magnitude()
    }

    /// As a complex number.
    fn to_complex(self) -> Complex<Self::Base> {
        Complex::new(self.re(), self.im())
    }
}

/// A real number of either precision.
pub trait RealScalar: Scalar<Base = Self> + PartialOrd + rustfft::FftNum {
    /// The distance from 1 to the next number.
    const EPSILON: Self;
    /// The smallest normal number.
    const SAFE_MINIMUM: Self;
    /// Infinity.
    const INFINITE: Self;
    /// Not a number.
    const NOT_A_NUMBER: Self;

    /// The nearest number of this precision.
    fn of(value: f64) -> Self;
    /// As a double.
    fn to_double(self) -> f64;
    /// The absolute value.
    fn magnitude(self) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// `sqrt(self^2 + other^2)` without overflow.
    fn hypotenuse(self, other: Self) -> Self;
    /// The magnitude of this with the sign of the other.
    fn with_sign(self, sign: Self) -> Self;
    /// The greater; NaN loses.
    fn greater(self, other: Self) -> Self;
    /// The lesser; NaN loses.
    fn lesser(self, other: Self) -> Self;
    /// The power.
    fn power(self, exponent: Self) -> Self;
    /// Whether it is not a number.
    fn not_a_number(self) -> bool;
}

macro_rules! real {
    ($real:ident) => {
        impl Scalar for $real {
            type Base = $real;
            const ZERO: $real = 0.0;
            const ONE: $real = 1.0;
            const IS_COMPLEX: bool = false;

            #[inline]
            fn re(self) -> $real {
                self
            }
            #[inline]
            fn im(self) -> $real {
                0.0
            }
            #[inline]
            fn from_base(re: $real) -> $real {
                re
            }
            #[inline]
            fn from_parts(re: $real, _im: $real) -> $real {
                re
            }
            #[inline]
            fn conjugate(self) -> $real {
                self
            }
            #[inline]
            fn modulus(self) -> $real {
                self.abs()
            }
            #[inline]
            fn scaled(self, factor: $real) -> $real {
                self * factor
            }
            #[inline]
            fn times_plus(self, factor: $real, sum: $real) -> $real {
                self.mul_add(factor, sum)
            }
            #[inline]
            fn finite(self) -> bool {
                self.is_finite()
            }
        }

        impl RealScalar for $real {
            const EPSILON: $real = $real::EPSILON;
            const SAFE_MINIMUM: $real = $real::MIN_POSITIVE;
            const INFINITE: $real = $real::INFINITY;
            const NOT_A_NUMBER: $real = $real::NAN;

            #[inline]
            fn of(value: f64) -> $real {
                value as $real
            }
            #[inline]
            fn to_double(self) -> f64 {
                self.into()
            }
            #[inline]
            fn magnitude(self) -> $real {
                self.abs()
            }
            #[inline]
            fn root(self) -> $real {
                self.sqrt()
            }
            #[inline]
            fn hypotenuse(self, other: $real) -> $real {
                self.hypot(other)
            }
            #[inline]
            fn with_sign(self, sign: $real) -> $real {
                self.copysign(sign)
            }
            #[inline]
            fn greater(self, other: $real) -> $real {
                self.max(other)
            }
            #[inline]
            fn lesser(self, other: $real) -> $real {
                self.min(other)
            }
            #[inline]
            fn power(self, exponent: $real) -> $real {
                self.powf(exponent)
            }
            #[inline]
            fn not_a_number(self) -> bool {
                self.is_nan()
            }
        }

        impl Scalar for Complex<$real> {
            type Base = $real;
            const ZERO: Complex<$real> = Complex::new(0.0, 0.0);
            const ONE: Complex<$real> = Complex::new(1.0, 0.0);
            const IS_COMPLEX: bool = true;

            #[inline]
            fn re(self) -> $real {
                self.re
            }
            #[inline]
            fn im(self) -> $real {
                self.im
            }
            #[inline]
            fn from_base(re: $real) -> Complex<$real> {
                Complex::new(re, 0.0)
            }
            #[inline]
            fn from_parts(re: $real, im: $real) -> Complex<$real> {
                Complex::new(re, im)
            }
            #[inline]
            fn conjugate(self) -> Complex<$real> {
                self.conj()
            }
            #[inline]
            fn modulus(self) -> $real {
                self.re.hypot(self.im)
            }
            #[inline]
            fn scaled(self, factor: $real) -> Complex<$real> {
                Complex::new(self.re * factor, self.im * factor)
            }
            #[inline]
            fn times_plus(self, factor: Complex<$real>, sum: Complex<$real>) -> Complex<$real> {
                sum + self * factor
            }
            #[inline]
            fn finite(self) -> bool {
                self.re.is_finite() && self.im.is_finite()
            }
        }
    };
}

real!(f64);
real!(f32);

/// The greater of two; NaN wins.
pub(crate) fn max_keeping_nan<R: RealScalar>(a: R, b: R) -> R {
    if a.not_a_number() || a >= b { a } else { b }
}

/// The Euclidean length of a vector, without overflow on the way.
#[must_use]
pub fn norm2<T: Scalar>(values: &[T]) -> T::Base {
    let zero = T::Base::ZERO;
    let mut scale = zero;
    let mut sum = T::Base::ONE;
    for value in values {
        for part in [value.re(), value.im()] {
            if part == zero {
                continue;
            }
            let size = part.magnitude();
            if scale < size || size.not_a_number() {
                let ratio = scale / size;
                sum = T::Base::ONE + sum * ratio * ratio;
                scale = size;
            } else if size == scale {
                sum += T::Base::ONE;
            } else {
                let ratio = size / scale;
                sum += ratio * ratio;
            }
        }
    }
    scale * sum.root()
}
