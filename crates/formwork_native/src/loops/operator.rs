//! The primitive operations of the loop form: one row each, with its name, the types it takes
//! and how C writes it.
//!
//! One enum per arity; the evaluator, the C printer and the reader all go by these. The meaning
//! of an operation is that of the interpreter's kernels: integers saturate, quotients of
//! integers round halves away from zero.

use super::operand_types::{
    arithmetic_type, comparisons, complex_of_parts, complex_parts, complexes, float_tests, floats,
    moduli, numbers, same_floats, same_indices, same_integers, same_ordered, same_truths, shifts,
    signs, sums, truths,
};
use super::scalar::ScalarType;

/// Makes the enumeration of operations, and finds the row of each.
macro_rules! operators {
    (
        $(#[$meta:meta])* $name:ident($row:ident) {
            $($(#[$doc:meta])* $variant:ident = $value:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Every operation.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// What it is.
            const fn row(self) -> &'static $row {
                match self {
                    $($name::$variant => {
                        const ROW: $row = $value;
                        &ROW
                    })*
                }
            }

            /// Its name in the text form.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.row().name
            }

            /// The operation of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|op| op.name() == name)
            }
        }
    };
}

/// An operation of one operand.
struct UnaryRow {
    name: &'static str,
    /// The type of the result, if it takes such an operand.
    result_type: fn(ScalarType) -> Option<ScalarType>,
    /// The function of the C library that computes it in double, if one does.
    library: Option<&'static str>,
}

/// The row of an operation that the C printer writes itself.
const fn unary(name: &'static str, result_type: fn(ScalarType) -> Option<ScalarType>) -> UnaryRow {
    UnaryRow { name, result_type, library: None }
}

/// The row of a function of a real number that is one of the C library.
const fn library(name: &'static str, function: &'static str) -> UnaryRow {
    UnaryRow { name, result_type: floats, library: Some(function) }
}

operators! {
    /// An operation of one operand.
    UnaryOp(UnaryRow) {
        /// The negation of a number.
        Negate = unary("neg", numbers),
        /// The negation of a truth value.
        Not = unary("not", truths),
        /// The modulus.
        Abs = unary("abs", moduli),
        /// -1, 0 or 1; NaN stays.
        Sign = unary("sign", signs),
        /// To the nearest whole number, halves away from zero.
        Round = library("round", "round"),
        /// Towards zero.
        Fix = library("fix", "trunc"),
        /// Down.
        Floor = library("floor", "floor"),
        /// Up.
        Ceil = library("ceil", "ceil"),
        /// The square root; NaN of negative numbers.
        Sqrt = library("sqrt", "sqrt"),
        /// The exponential.
        Exp = library("exp", "exp"),
        /// The exponential less one.
        Expm1 = library("expm1", "expm1"),
        /// The natural logarithm; NaN of negative numbers.
        Log = library("log", "log"),
        /// The natural logarithm of one plus it.
        Log1p = library("log1p", "log1p"),
        /// The binary logarithm.
        Log2 = library("log2", "log2"),
        /// The decimal logarithm.
        Log10 = library("log10", "log10"),
        /// The sine.
        Sin = library("sin", "sin"),
        /// The cosine.
        Cos = library("cos", "cos"),
        /// The tangent.
        Tan = library("tan", "tan"),
        /// The inverse sine.
        Asin = library("asin", "asin"),
        /// The inverse cosine.
        Acos = library("acos", "acos"),
        /// The inverse tangent.
        Atan = library("atan", "atan"),
        /// The hyperbolic sine.
        Sinh = library("sinh", "sinh"),
        /// The hyperbolic cosine.
        Cosh = library("cosh", "cosh"),
        /// The hyperbolic tangent.
        Tanh = library("tanh", "tanh"),
        /// Whether it is no number.
        IsNan = unary("isnan", float_tests),
        /// Whether it is infinite.
        IsInf = unary("isinf", float_tests),
        /// Whether it is finite.
        IsFinite = unary("isfinite", float_tests),
        /// Whether it is a whole number: what an index must be.
        IsWhole = unary("iswhole", float_tests),
        /// The real part.
        Real = unary("real", complex_parts),
        /// The imaginary part.
        Imag = unary("imag", complex_parts),
        /// The complex conjugate.
        Conj = unary("conj", complexes),
        /// The angle in the complex plane.
        Arg = unary("arg", complex_parts),
    }
}

/// An operation of two operands.
struct BinaryRow {
    name: &'static str,
    /// The type of the result, if it takes such operands.
    result_type: fn(ScalarType, ScalarType) -> Option<ScalarType>,
    /// How it is written between its operands, and how tightly it binds, if it is.
    infix: Option<(&'static str, u8)>,
}

/// The row of an operation that is written as a function.
const fn binary(
    name: &'static str,
    result_type: fn(ScalarType, ScalarType) -> Option<ScalarType>,
) -> BinaryRow {
    BinaryRow { name, result_type, infix: None }
}

/// The row of an operation that is written between its operands.
const fn infix(
    name: &'static str,
    result_type: fn(ScalarType, ScalarType) -> Option<ScalarType>,
    sign: &'static str,
    level: u8,
) -> BinaryRow {
    BinaryRow { name, result_type, infix: Some((sign, level)) }
}

operators! {
    /// An operation of two operands.
    BinaryOp(BinaryRow) {
        /// The sum.
        Add = infix("add", sums, "+", 5),
        /// The difference.
        Subtract = infix("sub", sums, "-", 5),
        /// The product.
        Multiply = infix("mul", sums, "*", 6),
        /// The quotient. Of indices: towards zero, and the divisor is not zero.
        Divide = infix("div", sums, "/", 6),
        /// The power, as elements of arrays are raised.
        Power = binary("pow", arithmetic_type),
        /// The power of two scalars: a square is a product.
        ScalarPower = binary("scalarpow", same_floats),
        /// The remainder with the sign of the divisor; of a division by zero the dividend.
        Modulo = binary("mod", same_ordered),
        /// The remainder with the sign of the dividend.
        Remainder = binary("rem", same_ordered),
        /// The lesser; the first of equal ones, the number of one and NaN.
        Min = binary("min", same_ordered),
        /// The greater; the first of equal ones, the number of one and NaN.
        Max = binary("max", same_ordered),
        /// The angle of the point `(right, left)`.
        Atan2 = binary("atan2", same_floats),
        /// The distance of a point from the origin.
        Hypot = binary("hypot", same_floats),
        /// Equality.
        Equal = infix("eq", comparisons, "==", 3),
        /// Inequality.
        NotEqual = infix("ne", comparisons, "!=", 3),
        /// Less. Complex numbers compare by modulus, then by angle.
        Less = infix("lt", comparisons, "<", 4),
        /// Less or equal.
        LessEqual = infix("le", comparisons, "<=", 4),
        /// Greater.
        Greater = infix("gt", comparisons, ">", 4),
        /// Greater or equal.
        GreaterEqual = infix("ge", comparisons, ">=", 4),
        /// Both; the right one is not looked at if the left one is false.
        And = infix("and", same_truths, "&&", 2),
        /// Either; the right one is not looked at if the left one is true.
        Or = infix("or", same_truths, "||", 1),
        /// The bits that are set in both.
        BitAnd = binary("bitand", same_integers),
        /// The bits that are set in either.
        BitOr = binary("bitor", same_integers),
        /// The bits that differ.
        BitXor = binary("bitxor", same_integers),
        /// Shifted up by so many bits; zero if there are not as many.
        ShiftLeft = binary("shl", shifts),
        /// Shifted down by so many bits; zero if there are not as many.
        ShiftRight = binary("shr", shifts),
        /// The complex number of these parts.
        Complex = binary("complex", complex_of_parts),
        /// The product of extents, which saturates: no array is as large, so that
        /// allocating it fails.
        ExtentProduct = binary("extent", same_indices),
    }
}

impl UnaryOp {
    /// The type of the result, if it takes such an operand.
    #[must_use]
    pub fn result_type(self, operand: ScalarType) -> Option<ScalarType> {
        (self.row().result_type)(operand)
    }

    /// The function of the C library that computes it in double, if one does.
    #[must_use]
    pub const fn library_function(self) -> Option<&'static str> {
        self.row().library
    }
}

impl BinaryOp {
    /// The type of the result, if it takes such operands.
    #[must_use]
    pub fn result_type(self, left: ScalarType, right: ScalarType) -> Option<ScalarType> {
        (self.row().result_type)(left, right)
    }

    /// Whether it compares.
    #[must_use]
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
        )
    }

    /// How it is written between its operands, and how tightly it binds, if it is.
    #[must_use]
    pub const fn infix(self) -> Option<(&'static str, u8)> {
        self.row().infix
    }
}

/// Whether a value of one type can be made one of another. To truth values: whether it
/// is not zero. To integers: rounded and saturated, NaN to zero; to indices the same,
/// but cut off. A complex number is no real one: ask for a part.
#[must_use]
pub const fn can_cast(from: ScalarType, to: ScalarType) -> bool {
    !from.is_complex() || to.is_complex()
}
