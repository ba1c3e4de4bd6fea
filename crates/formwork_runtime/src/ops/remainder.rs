//! Remainders of floating-point numbers.

macro_rules! remainders {
    ($left_over:ident, $modulo:ident, $remaining:ident, $type:ty) => {
        /// What is left of `x` after subtracting a whole number of `y`. If `y` is not
        /// whole and the quotient is so up to rounding, nothing is left.
        #[inline]
        fn $left_over(x: $type, y: $type, whole: impl Fn($type) -> $type) -> $type {
            let quotient = x / y;
            if y.fract() != 0.0 {
                let nearest = quotient.round();
                if ((quotient - nearest) / nearest).abs() < <$type>::EPSILON {
                    return 0.0;
                }
            }
            x - y * whole(quotient)
        }

        /// The remainder of a division, with the sign of the divisor.
        #[inline]
        #[must_use]
        pub fn $modulo(x: $type, y: $type) -> $type {
            if y == 0.0 {
                return x;
            }
            let result = $left_over(x, y, <$type>::floor);
            if x == y { result } else { result.copysign(y) }
        }

        /// The remainder of a division, with the sign of the dividend.
        #[inline]
        #[must_use]
        pub fn $remaining(x: $type, y: $type) -> $type {
            if y == 0.0 {
                return <$type>::NAN;
            }
            let result = $left_over(x, y, <$type>::trunc);
            if x == y { result } else { result.copysign(x) }
        }
    };
}

remainders!(left_over, modulo, remaining, f64);
remainders!(left_over_single, modulo_single, remaining_single, f32);
