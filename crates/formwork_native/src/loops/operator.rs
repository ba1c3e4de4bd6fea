//! The primitive operations of the loop form: their names and what types they take.
//!
//! One enum per arity, one table of types each; the evaluator, the C printer and the
//! reader all go by these. The meaning of an operation is that of the interpreter's
//! kernels: integers saturate, quotients of integers round halves away from zero.

use super::scalar::ScalarType;

macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Every operation.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// Its name in the text form.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// The operation of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$name> {
                match name {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

operators! {
    /// An operation of one operand.
    UnaryOp {
        /// The negation of a number.
        Negate = "neg",
        /// The negation of a truth value.
        Not = "not",
        /// The modulus.
        Abs = "abs",
        /// -1, 0 or 1; NaN stays.
        Sign = "sign",
        /// To the nearest whole number, halves away from zero.
        Round = "round",
        /// Towards zero.
        Fix = "fix",
        /// Down.
        Floor = "floor",
        /// Up.
        Ceil = "ceil",
        /// The square root; NaN of negative numbers.
        Sqrt = "sqrt",
        /// The exponential.
        Exp = "exp",
        /// The exponential less one.
        Expm1 = "expm1",
        /// The natural logarithm; NaN of negative numbers.
        Log = "log",
        /// The natural logarithm of one plus it.
        Log1p = "log1p",
        /// The binary logarithm.
        Log2 = "log2",
        /// The decimal logarithm.
        Log10 = "log10",
        /// The sine.
        Sin = "sin",
        /// The cosine.
        Cos = "cos",
        /// The tangent.
        Tan = "tan",
        /// The inverse sine.
        Asin = "asin",
        /// The inverse cosine.
        Acos = "acos",
        /// The inverse tangent.
        Atan = "atan",
        /// The hyperbolic sine.
        Sinh = "sinh",
        /// The hyperbolic cosine.
        Cosh = "cosh",
        /// The hyperbolic tangent.
        Tanh = "tanh",
        /// Whether it is no number.
        IsNan = "isnan",
        /// Whether it is infinite.
        IsInf = "isinf",
        /// Whether it is finite.
        IsFinite = "isfinite",
        /// Whether it is a whole number: what an index must be.
        IsWhole = "iswhole",
        /// The real part.
        Real = "real",
        /// The imaginary part.
        Imag = "imag",
        /// The complex conjugate.
        Conj = "conj",
        /// The angle in the complex plane.
        Arg = "arg",
    }
}

operators! {
    /// An operation of two operands.
    BinaryOp {
        /// The sum.
        Add = "add",
        /// The difference.
        Subtract = "sub",
        /// The product.
        Multiply = "mul",
        /// The quotient. Of indices: towards zero, and the divisor is not zero.
        Divide = "div",
        /// The power, as elements of arrays are raised.
        Power = "pow",
        /// The power of two scalars: a square is a product.
        ScalarPower = "scalarpow",
        /// The remainder with the sign of the divisor; of a division by zero the dividend.
        Modulo = "mod",
        /// The remainder with the sign of the dividend.
        Remainder = "rem",
        /// The lesser; the first of equal ones, the number of one and NaN.
        Min = "min",
        /// The greater; the first of equal ones, the number of one and NaN.
        Max = "max",
        /// The angle of the point `(right, left)`.
        Atan2 = "atan2",
        /// The distance of a point from the origin.
        Hypot = "hypot",
        /// Equality.
        Equal = "eq",
        /// Inequality.
        NotEqual = "ne",
        /// Less. Complex numbers compare by modulus, then by angle.
        Less = "lt",
        /// Less or equal.
        LessEqual = "le",
        /// Greater.
        Greater = "gt",
        /// Greater or equal.
        GreaterEqual = "ge",
        /// Both; the right one is not looked at if the left one is false.
        And = "and",
        /// Either; the right one is not looked at if the left one is true.
        Or = "or",
        /// The bits that are set in both.
        BitAnd = "bitand",
        /// The bits that are set in either.
        BitOr = "bitor",
        /// The bits that differ.
        BitXor = "bitxor",
        /// Shifted up by so many bits; zero if there are not as many.
        ShiftLeft = "shl",
        /// Shifted down by so many bits; zero if there are not as many.
        ShiftRight = "shr",
        /// The complex number of these parts.
        Complex = "complex",
        /// The product of extents, which saturates: no array is as large, so that
        /// allocating it fails.
        ExtentProduct = "extent",
    }
}

impl UnaryOp {
    /// The type of the result, if it takes such an operand.
    #[must_use]
    pub fn result_type(self, operand: ScalarType) -> Option<ScalarType> {
        let when = |holds: bool, result: ScalarType| holds.then_some(result);
        match self {
            UnaryOp::Negate => when(operand != ScalarType::Bool, operand),
            UnaryOp::Not => when(operand == ScalarType::Bool, operand),
            UnaryOp::Abs => when(operand != ScalarType::Bool, operand.part()),
            UnaryOp::Sign => when(operand.is_float() || operand.is_integer(), operand),
            UnaryOp::Round
            | UnaryOp::Fix
            | UnaryOp::Floor
            | UnaryOp::Ceil
            | UnaryOp::Sqrt
            | UnaryOp::Exp
            | UnaryOp::Expm1
            | UnaryOp::Log
            | UnaryOp::Log1p
            | UnaryOp::Log2
            | UnaryOp::Log10
            | UnaryOp::Sin
            | UnaryOp::Cos
            | UnaryOp::Tan
            | UnaryOp::Asin
            | UnaryOp::Acos
            | UnaryOp::Atan
            | UnaryOp::Sinh
            | UnaryOp::Cosh
            | UnaryOp::Tanh => when(operand.is_float(), operand),
            UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsFinite | UnaryOp::IsWhole => {
                when(operand.is_float(), ScalarType::Bool)
            }
            UnaryOp::Real | UnaryOp::Imag | UnaryOp::Arg => {
                when(operand.is_complex(), operand.part())
            }
            UnaryOp::Conj => when(operand.is_complex(), operand),
        }
    }

    /// The function of the C library that computes it in double, if one does.
    #[must_use]
    pub const fn library_function(self) -> Option<&'static str> {
        match self {
            UnaryOp::Round => Some("round"),
            UnaryOp::Fix => Some("trunc"),
            UnaryOp::Floor => Some("floor"),
            UnaryOp::Ceil => Some("ceil"),
            UnaryOp::Sqrt => Some("sqrt"),
            UnaryOp::Exp => Some("exp"),
            UnaryOp::Expm1 => Some("expm1"),
            UnaryOp::Log => Some("log"),
            UnaryOp::Log1p => Some("log1p"),
            UnaryOp::Log2 => Some("log2"),
            UnaryOp::Log10 => Some("log10"),
            UnaryOp::Sin => Some("sin"),
            UnaryOp::Cos => Some("cos"),
            UnaryOp::Tan => Some("tan"),
            UnaryOp::Asin => Some("asin"),
            UnaryOp::Acos => Some("acos"),
            UnaryOp::Atan => Some("atan"),
            UnaryOp::Sinh => Some("sinh"),
            UnaryOp::Cosh => Some("cosh"),
            UnaryOp::Tanh => Some("tanh"),
            UnaryOp::Negate
            | UnaryOp::Not
            | UnaryOp::Abs
            | UnaryOp::Sign
            | UnaryOp::IsNan
            | UnaryOp::IsInf
            | UnaryOp::IsFinite
            | UnaryOp::IsWhole
            | UnaryOp::Real
            | UnaryOp::Imag
            | UnaryOp::Conj
            | UnaryOp::Arg => None,
        }
    }
}

impl BinaryOp {
    /// The type of the result, if it takes such operands.
    #[must_use]
    pub fn result_type(self, left: ScalarType, right: ScalarType) -> Option<ScalarType> {
        let same = left == right;
        let when = |holds: bool, result: ScalarType| holds.then_some(result);
        match self {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                when(same && left == ScalarType::Index, left)
                    .or_else(|| arithmetic_type(left, right))
            }
            BinaryOp::Power => arithmetic_type(left, right),
            BinaryOp::ScalarPower | BinaryOp::Atan2 | BinaryOp::Hypot => {
                when(same && left.is_float(), left)
            }
            BinaryOp::Modulo | BinaryOp::Remainder | BinaryOp::Min | BinaryOp::Max => {
                when(same && left != ScalarType::Bool && !left.is_complex(), left)
            }
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => when(
                same || mixes_with_double(left, right) || mixes_with_double(right, left),
                ScalarType::Bool,
            ),
            BinaryOp::And | BinaryOp::Or => when(same && left == ScalarType::Bool, left),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                when(same && left.is_integer(), left)
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                when(left.is_unsigned() && right == ScalarType::Index, left)
            }
            BinaryOp::Complex => match (left, right) {
                (ScalarType::F32, ScalarType::F32) => Some(ScalarType::C32),
                (ScalarType::F64, ScalarType::F64) => Some(ScalarType::C64),
                _ => None,
            },
            BinaryOp::ExtentProduct => when(same && left == ScalarType::Index, left),
        }
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
        match self {
            BinaryOp::Or => Some(("||", 1)),
            BinaryOp::And => Some(("&&", 2)),
            BinaryOp::Equal => Some(("==", 3)),
            BinaryOp::NotEqual => Some(("!=", 3)),
            BinaryOp::Less => Some(("<", 4)),
            BinaryOp::LessEqual => Some(("<=", 4)),
            BinaryOp::Greater => Some((">", 4)),
            BinaryOp::GreaterEqual => Some((">=", 4)),
            BinaryOp::Add => Some(("+", 5)),
            BinaryOp::Subtract => Some(("-", 5)),
            BinaryOp::Multiply => Some(("*", 6)),
            BinaryOp::Divide => Some(("/", 6)),
            BinaryOp::Power
            | BinaryOp::ScalarPower
            | BinaryOp::Modulo
            | BinaryOp::Remainder
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::Atan2
            | BinaryOp::Hypot
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
            | BinaryOp::Complex
            | BinaryOp::ExtentProduct => None,
        }
    }
}

/// Whether an integer meets a double.
fn mixes_with_double(integer: ScalarType, double: ScalarType) -> bool {
    integer.is_integer() && double == ScalarType::F64
}

/// The type of sums, products and powers of numbers that are no indices.
fn arithmetic_type(left: ScalarType, right: ScalarType) -> Option<ScalarType> {
    let is_number = |scalar: ScalarType| !matches!(scalar, ScalarType::Bool | ScalarType::Index);
    if left == right && is_number(left) || mixes_with_double(left, right) {
        return Some(left);
    }
    if mixes_with_double(right, left) {
        return Some(right);
    }
    let is_part_of =
        |part: ScalarType, whole: ScalarType| whole.is_complex() && whole.part() == part;
    if is_part_of(right, left) {
        Some(left)
    } else if is_part_of(left, right) {
        Some(right)
    } else {
        None
    }
}

/// Whether a value of one type can be made one of another. To truth values: whether it
/// is not zero. To integers: rounded and saturated, NaN to zero; to indices the same,
/// but cut off. A complex number is no real one: ask for a part.
#[must_use]
pub const fn can_cast(from: ScalarType, to: ScalarType) -> bool {
    !from.is_complex() || to.is_complex()
}
