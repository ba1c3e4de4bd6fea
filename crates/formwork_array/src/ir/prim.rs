//! Scalar primitives: their names, types and values. One row per primitive.

use super::base::{BaseType, Scalar};

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

/// A function from scalars to a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prim {
    /// `-x`
    Neg,
    /// `!x`; an integer counts as true unless it is zero.
    Not,
    /// The absolute value.
    Abs,
    /// The square root.
    Sqrt,
    /// The exponential.
    Exp,
    /// The natural logarithm.
    Log,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent.
    Tan,
    /// The inverse sine.
    Asin,
    /// The inverse cosine.
    Acos,
    /// The inverse tangent.
    Atan,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// The exponential less one.
    Expm1,
    /// The natural logarithm of one more.
    Log1p,
    /// The binary logarithm.
    Log2,
    /// The decimal logarithm.
    Log10,
    /// The nearest integer, halves away from zero.
    Round,
    /// The next integer towards zero.
    Fix,
    /// -1, 0 or 1; a number that is none stays.
    Sign,
    /// The next integer below.
    Floor,
    /// The next integer above.
    Ceil,
    /// The real part.
    Real,
    /// The imaginary part.
    Imag,
    /// The conjugate.
    Conj,
    /// The number in another type.
    Convert(BaseType),
    /// `x + y`
    Add,
    /// `x - y`
    Sub,
    /// `x * y`
    Mul,
    /// `x / y`; integers are cut off towards zero.
    Div,
    /// `x % y`, with the sign of `x`.
    Mod,
    /// `x` to the power of `y`.
    Pow,
    /// The angle of the point `(y, x)`.
    Atan2,
    /// The distance of a point from the origin.
    Hypot,
    /// What is left of `x` with the sign of `y`; `x` where that is zero.
    Modulo,
    /// What is left of `x` with its sign; no number where `y` is zero.
    Remainder,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// Both.
    And,
    /// At least one.
    Or,
    /// `x == y`
    Eq,
    /// `x != y`
    Ne,
    /// `x < y`
    Lt,
    /// `x <= y`
    Le,
    /// `x > y`
    Gt,
    /// `x >= y`
    Ge,
    /// The complex number of a real and an imaginary part.
    MakeComplex,
}

impl Prim {
    /// All primitives of one argument but conversions.
    pub const UNARY: [Prim; 27] = [
        Prim::Neg,
        Prim::Not,
        Prim::Abs,
        Prim::Sqrt,
        Prim::Exp,
        Prim::Log,
        Prim::Sin,
        Prim::Cos,
        Prim::Tan,
        Prim::Asin,
        Prim::Acos,
        Prim::Atan,
        Prim::Sinh,
        Prim::Cosh,
        Prim::Tanh,
        Prim::Expm1,
        Prim::Log1p,
        Prim::Log2,
        Prim::Log10,
        Prim::Round,
        Prim::Fix,
        Prim::Sign,
        Prim::Floor,
        Prim::Ceil,
        Prim::Real,
        Prim::Imag,
        Prim::Conj,
    ];

    /// All primitives of two arguments.
    pub const BINARY: [Prim; 21] = [
        Prim::Add,
        Prim::Sub,
        Prim::Mul,
        Prim::Div,
        Prim::Mod,
        Prim::Pow,
        Prim::Atan2,
        Prim::Hypot,
        Prim::Modulo,
        Prim::Remainder,
        Prim::Min,
        Prim::Max,
        Prim::And,
        Prim::Or,
        Prim::Eq,
        Prim::Ne,
        Prim::Lt,
        Prim::Le,
        Prim::Gt,
        Prim::Ge,
        Prim::MakeComplex,
    ];

    /// Its name in the text form: an operator or a function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prim::Neg | Prim::Sub => "-",
            Prim::Not => "!",
            Prim::Abs => "abs",
            Prim::Sqrt => "sqrt",
            Prim::Exp => "exp",
            Prim::Log => "log",
            Prim::Sin => "sin",
            Prim::Cos => "cos",
            Prim::Tan => "tan",
            Prim::Asin => "asin",
            Prim::Acos => "acos",
            Prim::Atan => "atan",
            Prim::Sinh => "sinh",
            Prim::Cosh => "cosh",
            Prim::Tanh => "tanh",
            Prim::Expm1 => "expm1",
            Prim::Log1p => "log1p",
            Prim::Log2 => "log2",
            Prim::Log10 => "log10",
            Prim::Round => "round",
            Prim::Fix => "fix",
            Prim::Sign => "sign",
            Prim::Floor => "floor",
            Prim::Ceil => "ceil",
            Prim::Real => "real",
            Prim::Imag => "imag",
            Prim::Conj => "conj",
            Prim::Convert(base) => base.name(),
            Prim::Add => "+",
            Prim::Mul => "*",
            Prim::Div => "/",
            Prim::Mod => "%",
            Prim::Pow => "pow",
            Prim::Atan2 => "atan2",
            Prim::Hypot => "hypot",
            Prim::Modulo => "modulo",
            Prim::Remainder => "remainder",
            Prim::Min => "min",
            Prim::Max => "max",
            Prim::And => "&&",
            Prim::Or => "||",
            Prim::Eq => "==",
            Prim::Ne => "!=",
            Prim::Lt => "<",
            Prim::Le => "<=",
            Prim::Gt => ">",
            Prim::Ge => ">=",
            Prim::MakeComplex => "complex",
        }
    }

    /// The primitive of this name and number of arguments.
    #[must_use]
    pub fn from_name(name: &str, arity: usize) -> Option<Prim> {
        match arity {
            1 => Prim::UNARY
                .into_iter()
                .find(|prim| prim.name() == name)
                .or_else(|| BaseType::from_name(name).map(Prim::Convert)),
            2 => Prim::BINARY.into_iter().find(|prim| prim.name() == name),
            _ => None,
        }
    }

    /// The type of its value, if it takes arguments of these types.
    #[must_use]
    pub fn result(self, arguments: &[BaseType]) -> Option<BaseType> {
        use BaseType::{Bool, Complex, Double, Float, Int};
        match *arguments {
            [base] => match self {
                Prim::Not => matches!(base, Bool | Int).then_some(Bool),
                Prim::Neg => (base != Bool).then_some(base),
                Prim::Abs => match base {
                    Bool => None,
                    Complex => Some(Double),
                    _ => Some(base),
                },
                Prim::Sqrt
                | Prim::Exp
                | Prim::Log
                | Prim::Sin
                | Prim::Cos
                | Prim::Tan
                | Prim::Asin
                | Prim::Acos
                | Prim::Atan
                | Prim::Sinh
                | Prim::Cosh
                | Prim::Tanh
                | Prim::Expm1
                | Prim::Log1p
                | Prim::Log2
                | Prim::Log10
                | Prim::Round
                | Prim::Fix
                | Prim::Sign
                | Prim::Floor
                | Prim::Ceil => matches!(base, Float | Double).then_some(base),
                Prim::Real | Prim::Imag => (base == Complex).then_some(Double),
                Prim::Conj => (base == Complex).then_some(base),
                Prim::Convert(to) => Some(to),
                _ => None,
            },
            [left, right] if left == right => match self {
                Prim::Add | Prim::Sub | Prim::Mul => (left != Bool).then_some(left),
                Prim::Div => (left != Bool).then_some(left),
                Prim::Mod => left.is_integer().then_some(left),
                Prim::Pow | Prim::Atan2 | Prim::Hypot | Prim::Modulo | Prim::Remainder => {
                    matches!(left, Float | Double).then_some(left)
                }
                Prim::Min | Prim::Max => (!matches!(left, Bool | Complex)).then_some(left),
                Prim::And | Prim::Or => (left == Bool).then_some(Bool),
                Prim::Eq | Prim::Ne => Some(Bool),
                Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => {
                    (!matches!(left, Bool | Complex)).then_some(Bool)
                }
                Prim::MakeComplex => (left == Double).then_some(Complex),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it compares two numbers.
    #[must_use]
    pub const fn is_comparison(self) -> bool {
        matches!(self, Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge)
    }

    /// Whether it fails where its second argument is zero.
    #[must_use]
    pub fn needs_divisor(self, base: BaseType) -> bool {
        matches!(self, Prim::Div | Prim::Mod) && base.is_integer()
    }

    /// Its value. Nothing, where an integer is divided by zero, or where the
    /// arguments are not those [`Prim::result`] admits.
    #[must_use]
    pub fn eval(self, arguments: &[Scalar]) -> Option<Scalar> {
        let bases: Vec<BaseType> = arguments.iter().map(|argument| argument.base()).collect();
        self.result(&bases)?;
        match *arguments {
            [x] => self.eval_unary(x),
            [x, y] => self.eval_binary(x, y),
            _ => None,
        }
    }

    fn eval_unary(self, x: Scalar) -> Option<Scalar> {
        if let Prim::Convert(to) = self {
            return Some(x.convert(to));
        }
        if self == Prim::Not {
            return Some(Scalar::Bool(x.to_double() == 0.0));
        }
        Some(match x {
            Scalar::Bool(_) => return None,
            Scalar::Int(_) | Scalar::Sized(..) => {
                let number = x.as_integer()?;
                let value = match self {
                    Prim::Neg => -number,
                    Prim::Abs => number.abs(),
                    _ => return None,
                };
                Scalar::integer(x.base(), value)
            }
            Scalar::Float(number) => Scalar::Float(match self {
                Prim::Neg => -number,
                Prim::Abs => number.abs(),
                Prim::Sqrt => number.sqrt(),
                Prim::Exp => number.exp(),
                Prim::Log => number.ln(),
                Prim::Sin => number.sin(),
                Prim::Cos => number.cos(),
                Prim::Tan => number.tan(),
                Prim::Asin => number.asin(),
                Prim::Acos => number.acos(),
                Prim::Atan => number.atan(),
                Prim::Sinh => number.sinh(),
                Prim::Cosh => number.cosh(),
                Prim::Tanh => number.tanh(),
                Prim::Expm1 => number.exp_m1(),
                Prim::Log1p => number.ln_1p(),
                Prim::Log2 => number.log2(),
                Prim::Log10 => number.log10(),
                Prim::Round => number.round(),
                Prim::Fix => number.trunc(),
                Prim::Sign if number > 0.0 => 1.0,
                Prim::Sign if number < 0.0 => -1.0,
                Prim::Sign if number == 0.0 => 0.0,
                Prim::Sign => number,
                Prim::Floor => number.floor(),
                Prim::Ceil => number.ceil(),
                _ => return None,
            }),
            Scalar::Double(number) => Scalar::Double(match self {
                Prim::Neg => -number,
                Prim::Abs => number.abs(),
                Prim::Sqrt => number.sqrt(),
                Prim::Exp => number.exp(),
                Prim::Log => number.ln(),
                Prim::Sin => number.sin(),
                Prim::Cos => number.cos(),
                Prim::Tan => number.tan(),
                Prim::Asin => number.asin(),
                Prim::Acos => number.acos(),
                Prim::Atan => number.atan(),
                Prim::Sinh => number.sinh(),
                Prim::Cosh => number.cosh(),
                Prim::Tanh => number.tanh(),
                Prim::Expm1 => number.exp_m1(),
                Prim::Log1p => number.ln_1p(),
                Prim::Log2 => number.log2(),
                Prim::Log10 => number.log10(),
                Prim::Round => number.round(),
                Prim::Fix => number.trunc(),
                Prim::Sign if number > 0.0 => 1.0,
                Prim::Sign if number < 0.0 => -1.0,
                Prim::Sign if number == 0.0 => 0.0,
                Prim::Sign => number,
                Prim::Floor => number.floor(),
                Prim::Ceil => number.ceil(),
                _ => return None,
            }),
            Scalar::Complex(re, im) => match self {
                Prim::Neg => Scalar::Complex(-re, -im),
                Prim::Abs => Scalar::Double(re.hypot(im)),
                Prim::Real => Scalar::Double(re),
                Prim::Imag => Scalar::Double(im),
                Prim::Conj => Scalar::Complex(re, -im),
                _ => return None,
            },
        })
    }

    fn eval_binary(self, x: Scalar, y: Scalar) -> Option<Scalar> {
        match self {
            Prim::Eq => return Some(Scalar::Bool(same_number(x, y))),
            Prim::Ne => return Some(Scalar::Bool(!same_number(x, y))),
            _ => {}
        }
        Some(match (x, y) {
            (Scalar::Bool(x), Scalar::Bool(y)) => match self {
                Prim::And => Scalar::Bool(x && y),
                Prim::Or => Scalar::Bool(x || y),
                _ => return None,
            },
            (Scalar::Float(x), Scalar::Float(y)) => match self {
                Prim::Add => Scalar::Float(x + y),
                Prim::Sub => Scalar::Float(x - y),
                Prim::Mul => Scalar::Float(x * y),
                Prim::Div => Scalar::Float(x / y),
                Prim::Pow => Scalar::Float(x.powf(y)),
                Prim::Atan2 => Scalar::Float(x.atan2(y)),
                Prim::Hypot => Scalar::Float(x.hypot(y)),
                Prim::Modulo => {
                    Scalar::Float(if y == 0.0 { x } else { remainder!(x, y, floor, y) })
                }
                Prim::Remainder => {
                    Scalar::Float(if y == 0.0 { 0.0 / y } else { remainder!(x, y, trunc, x) })
                }
                Prim::Min => Scalar::Float(if y < x { y } else { x }),
                Prim::Max => Scalar::Float(if y > x { y } else { x }),
                _ => return compare(self, f64::from(x), f64::from(y)),
            },
            (Scalar::Double(x), Scalar::Double(y)) => match self {
                Prim::Add => Scalar::Double(x + y),
                Prim::Sub => Scalar::Double(x - y),
                Prim::Mul => Scalar::Double(x * y),
                Prim::Div => Scalar::Double(x / y),
                Prim::Pow => Scalar::Double(x.powf(y)),
                Prim::Atan2 => Scalar::Double(x.atan2(y)),
                Prim::Hypot => Scalar::Double(x.hypot(y)),
                Prim::Modulo => {
                    Scalar::Double(if y == 0.0 { x } else { remainder!(x, y, floor, y) })
                }
                Prim::Remainder => {
                    Scalar::Double(if y == 0.0 { 0.0 / y } else { remainder!(x, y, trunc, x) })
                }
                Prim::Min => Scalar::Double(if y < x { y } else { x }),
                Prim::Max => Scalar::Double(if y > x { y } else { x }),
                Prim::MakeComplex => Scalar::Complex(x, y),
                _ => return compare(self, x, y),
            },
            (Scalar::Complex(a, b), Scalar::Complex(c, d)) => match self {
                Prim::Add => Scalar::Complex(a + c, b + d),
                Prim::Sub => Scalar::Complex(a - c, b - d),
                Prim::Mul => Scalar::Complex(a * c - b * d, a * d + b * c),
                Prim::Div => {
                    let size = c * c + d * d;
                    Scalar::Complex((a * c + b * d) / size, (b * c - a * d) / size)
                }
                _ => return None,
            },
            _ => {
                let (left, right) = (x.as_integer()?, y.as_integer()?);
                let value = match self {
                    Prim::Add => left + right,
                    Prim::Sub => left - right,
                    Prim::Mul if x.base() == BaseType::Int => left.wrapping_mul(right),
                    Prim::Mul => left.saturating_mul(right),
                    Prim::Div => left.checked_div(right)?,
                    Prim::Mod => left.checked_rem(right)?,
                    Prim::Min => left.min(right),
                    Prim::Max => left.max(right),
                    _ => return compare(self, left, right),
                };
                Scalar::integer(x.base(), value)
            }
        })
    }
}

fn same_number(x: Scalar, y: Scalar) -> bool {
    match (x, y) {
        (Scalar::Float(x), Scalar::Float(y)) => x == y,
        (Scalar::Double(x), Scalar::Double(y)) => x == y,
        (Scalar::Complex(a, b), Scalar::Complex(c, d)) => a == c && b == d,
        _ => x == y,
    }
}

fn compare<T: PartialOrd>(prim: Prim, x: T, y: T) -> Option<Scalar> {
    Some(Scalar::Bool(match prim {
        Prim::Lt => x < y,
        Prim::Le => x <= y,
        Prim::Gt => x > y,
        Prim::Ge => x >= y,
        _ => return None,
    }))
}
