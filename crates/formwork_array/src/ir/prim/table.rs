//! The table of primitives: one row each.

use std::cmp::Ordering;

use super::row::{
    Meaning, Real, Row, all_to_bool, complexes, doubles, integers, moduli, numbers, ordered,
    ordered_to_bool, parts, real, truths,
};
use crate::ir::base::{BaseType, Scalar};

/// What is left of `x` after subtracting a whole number of `y`, with the sign of `like`. If
/// `y` is not whole and the quotient is so up to rounding, nothing is left.
macro_rules! remainder {
    ($x:ident, $y:ident, $whole:ident, $like:ident) => {{
        let quotient = $x / $y;
        let nearest = quotient.round();
        let spacing =
            if size_of_val(&quotient) == 4 { f64::from(f32::EPSILON) } else { f64::EPSILON };
        let is_whole =
            $y.fract() != 0.0 && f64::from(((quotient - nearest) / nearest).abs()) < spacing;
        let left = if is_whole { 0.0 } else { $x - $y * quotient.$whole() };
        if $x == $y { left } else { left.copysign($like) }
    }};
}

/// Makes the enumeration of the primitives, and finds the row of each.
macro_rules! primitives {
    ($($(#[$doc:meta])* $name:ident = $row:expr,)*) => {
        /// A function from scalars to a scalar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Prim {
            $($(#[$doc])* $name,)*
            /// The number in another type.
            Convert(BaseType),
        }

        impl Prim {
            /// All primitives but conversions.
            pub(super) const NAMED: &[Prim] = &[$(Prim::$name,)*];

            /// What it is.
            pub(super) const fn row(self) -> &'static Row {
                match self {
                    $(Prim::$name => {
                        const ROW: Row = $row;
                        &ROW
                    })*
                    Prim::Convert(_) => &CONVERT,
                }
            }
        }
    };
}

/// Conversions; each is named as the type that it converts to.
const CONVERT: Row = Row::unary("", Some, Meaning::Convert);

primitives! {
    /// `-x`
    Neg = Row::unary("-", numbers, Meaning::Unary {
        bool: None,
        integer: Some(|base, x| Scalar::integer(base, -x)),
        real: Some(real!(|x| -x)),
        complex: Some(|re, im| Scalar::Complex(-re, -im)),
    }),
    /// `!x`; an integer counts as true unless it is zero.
    Not = Row::unary("!", truths, Meaning::Unary {
        bool: Some(|x| Scalar::Bool(!x)),
        integer: Some(|_, x| Scalar::Bool(x == 0)),
        real: None,
        complex: None,
    }),
    /// The absolute value.
    Abs = Row::unary("abs", moduli, Meaning::Unary {
        bool: None,
        integer: Some(|base, x| Scalar::integer(base, x.abs())),
        real: Some(real!(|x| x.abs())),
        complex: Some(|re, im| Scalar::Double(re.hypot(im))),
    }),
    /// The square root.
    Sqrt = Row::real("sqrt", real!(|x| x.sqrt())).costly(),
    /// The exponential.
    Exp = Row::real("exp", real!(|x| x.exp())).costly(),
    /// The natural logarithm.
    Log = Row::real("log", real!(|x| x.ln())).costly(),
    /// The sine.
    Sin = Row::real("sin", real!(|x| x.sin())).costly(),
    /// The cosine.
    Cos = Row::real("cos", real!(|x| x.cos())).costly(),
    /// The tangent.
    Tan = Row::real("tan", real!(|x| x.tan())).costly(),
    /// The inverse sine.
    Asin = Row::real("asin", real!(|x| x.asin())).costly(),
    /// The inverse cosine.
    Acos = Row::real("acos", real!(|x| x.acos())).costly(),
    /// The inverse tangent.
    Atan = Row::real("atan", real!(|x| x.atan())).costly(),
    /// The hyperbolic sine.
    Sinh = Row::real("sinh", real!(|x| x.sinh())).costly(),
    /// The hyperbolic cosine.
    Cosh = Row::real("cosh", real!(|x| x.cosh())).costly(),
    /// The hyperbolic tangent.
    Tanh = Row::real("tanh", real!(|x| x.tanh())).costly(),
    /// The exponential less one.
    Expm1 = Row::real("expm1", real!(|x| x.exp_m1())).costly(),
    /// The natural logarithm of one more.
    Log1p = Row::real("log1p", real!(|x| x.ln_1p())).costly(),
    /// The binary logarithm.
    Log2 = Row::real("log2", real!(|x| x.log2())).costly(),
    /// The decimal logarithm.
    Log10 = Row::real("log10", real!(|x| x.log10())).costly(),
    /// The nearest integer, halves away from zero.
    Round = Row::real("round", real!(|x| x.round())),
    /// The next integer towards zero.
    Fix = Row::real("fix", real!(|x| x.trunc())),
    /// -1, 0 or 1; a number that is none stays.
    Sign = Row::real("sign", real!(|x| {
        if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else if x == 0.0 {
            0.0
        } else {
            x
        }
    })),
    /// The next integer below.
    Floor = Row::real("floor", real!(|x| x.floor())),
    /// The next integer above.
    Ceil = Row::real("ceil", real!(|x| x.ceil())),
    /// The real part.
    Real = Row::complex("real", parts, |re, _| Scalar::Double(re)),
    /// The imaginary part.
    Imag = Row::complex("imag", parts, |_, im| Scalar::Double(im)),
    /// The conjugate.
    Conj = Row::complex("conj", complexes, |re, im| Scalar::Complex(re, -im)),
    /// `x + y`
    Add = Row::binary("+", numbers, Meaning::Binary {
        bool: None,
        integer: Some(|x, y| Some(x + y)),
        real: Some(real!(|x, y| x + y)),
        complex: Some(|(a, b), (c, d)| (a + c, b + d)),
    })
    .commuting(),
    /// `x - y`
    Sub = Row::binary("-", numbers, Meaning::Binary {
        bool: None,
        integer: Some(|x, y| Some(x - y)),
        real: Some(real!(|x, y| x - y)),
        complex: Some(|(a, b), (c, d)| (a - c, b - d)),
    }),
    /// `x * y`
    Mul = Row::binary("*", numbers, Meaning::Binary {
        bool: None,
        // Only products of large naturals of 64 bits come to the end of 128 bits.
        integer: Some(|x, y| Some(x.saturating_mul(y))),
        real: Some(real!(|x, y| x * y)),
        complex: Some(|(a, b), (c, d)| (a * c - b * d, a * d + b * c)),
    })
    .commuting(),
    /// `x / y`; integers are cut off towards zero.
    Div = Row::binary("/", numbers, Meaning::Binary {
        bool: None,
        integer: Some(i128::checked_div),
        real: Some(real!(|x, y| x / y)),
        complex: Some(|(a, b), (c, d)| {
            let size = c * c + d * d;
            ((a * c + b * d) / size, (b * c - a * d) / size)
        }),
    })
    .dividing(),
    /// `x % y`, with the sign of `x`.
    Mod = Row::binary("%", integers, Meaning::Binary {
        bool: None,
        integer: Some(i128::checked_rem),
        real: None,
        complex: None,
    })
    .dividing(),
    /// `x` to the power of `y`.
    Pow = Row::real_pair("pow", real!(|x, y| x.powf(y))).costly(),
    /// The angle of the point `(y, x)`.
    Atan2 = Row::real_pair("atan2", real!(|x, y| x.atan2(y))).costly(),
    /// The distance of a point from the origin.
    Hypot = Row::real_pair("hypot", real!(|x, y| x.hypot(y))).costly(),
    /// What is left of `x` with the sign of `y`; `x` where that is zero.
    Modulo = Row::real_pair(
        "modulo",
        real!(|x, y| if y == 0.0 { x } else { remainder!(x, y, floor, y) }),
    )
    .costly(),
    /// What is left of `x` with its sign; no number where `y` is zero.
    Remainder = Row::real_pair(
        "remainder",
        real!(|x, y| if y == 0.0 { 0.0 / y } else { remainder!(x, y, trunc, x) }),
    )
    .costly(),
    /// The lesser.
    Min = Row::binary("min", ordered, Meaning::Binary {
        bool: None,
        integer: Some(|x, y| Some(x.min(y))),
        real: Some(real!(|x, y| if y < x { y } else { x })),
        complex: None,
    }),
    /// The greater.
    Max = Row::binary("max", ordered, Meaning::Binary {
        bool: None,
        integer: Some(|x, y| Some(x.max(y))),
        real: Some(real!(|x, y| if y > x { y } else { x })),
        complex: None,
    }),
    /// Both.
    And = Row::logical("&&", |x, y| x && y).commuting(),
    /// At least one.
    Or = Row::logical("||", |x, y| x || y).commuting(),
    /// `x == y`
    Eq = Row::compare("==", all_to_bool, |order| order == Some(Ordering::Equal)).commuting(),
    /// `x != y`
    Ne = Row::compare("!=", all_to_bool, |order| order != Some(Ordering::Equal)).commuting(),
    /// `x < y`
    Lt = Row::compare("<", ordered_to_bool, |order| order == Some(Ordering::Less)),
    /// `x <= y`
    Le = Row::compare("<=", ordered_to_bool, |order| order.is_some_and(Ordering::is_le)),
    /// `x > y`
    Gt = Row::compare(">", ordered_to_bool, |order| order == Some(Ordering::Greater)),
    /// `x >= y`
    Ge = Row::compare(">=", ordered_to_bool, |order| order.is_some_and(Ordering::is_ge)),
    /// The complex number of a real and an imaginary part.
    MakeComplex = Row::binary("complex", doubles, Meaning::MakeComplex),
}
