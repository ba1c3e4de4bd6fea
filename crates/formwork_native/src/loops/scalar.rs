//! The scalar types of the loop form, and their values.

use std::fmt;

use num_complex::Complex;

/// The type of a variable, an expression or the elements of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ScalarType {
    /// Truth values.
    Bool,
    /// 8-bit signed, saturating.
    I8,
    /// 16-bit signed, saturating.
    I16,
    /// 32-bit signed, saturating.
    I32,
    /// 64-bit signed, saturating.
    I64,
    /// 8-bit unsigned, saturating.
    U8,
    /// 16-bit unsigned, saturating.
    U16,
    /// 32-bit unsigned, saturating.
    U32,
    /// 64-bit unsigned, saturating.
    U64,
    /// What counts, measures and addresses: a 64-bit integer whose arithmetic must not
    /// overflow. Who makes loop forms proves that; the evaluator reports a defect.
    Index,
    /// 32-bit floating point.
    F32,
    /// 64-bit floating point.
    F64,
    /// Complex numbers of two [`ScalarType::F32`].
    C32,
    /// Complex numbers of two [`ScalarType::F64`].
    C64,
}

impl ScalarType {
    /// Every type.
    pub const ALL: [ScalarType; 14] = [
        ScalarType::Bool,
        ScalarType::I8,
        ScalarType::I16,
        ScalarType::I32,
        ScalarType::I64,
        ScalarType::U8,
        ScalarType::U16,
        ScalarType::U32,
        ScalarType::U64,
        ScalarType::Index,
        ScalarType::F32,
        ScalarType::F64,
        ScalarType::C32,
        ScalarType::C64,
    ];

    /// The types of the eight integer classes.
    pub const INTEGERS: [ScalarType; 8] = [
        ScalarType::I8,
        ScalarType::I16,
        ScalarType::I32,
        ScalarType::I64,
        ScalarType::U8,
        ScalarType::U16,
        ScalarType::U32,
        ScalarType::U64,
    ];

    /// Its name in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ScalarType::Bool => "bool",
            ScalarType::I8 => "i8",
            ScalarType::I16 => "i16",
            ScalarType::I32 => "i32",
            ScalarType::I64 => "i64",
            ScalarType::U8 => "u8",
            ScalarType::U16 => "u16",
            ScalarType::U32 => "u32",
            ScalarType::U64 => "u64",
            ScalarType::Index => "index",
            ScalarType::F32 => "f32",
            ScalarType::F64 => "f64",
            ScalarType::C32 => "c32",
            ScalarType::C64 => "c64",
        }
    }

    /// The type of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ScalarType> {
        ScalarType::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// Whether it is the type of one of the eight integer classes.
    #[must_use]
    pub fn is_integer(self) -> bool {
        ScalarType::INTEGERS.contains(&self)
    }

    /// Whether it is an integer type without sign.
    #[must_use]
    pub const fn is_unsigned(self) -> bool {
        matches!(self, ScalarType::U8 | ScalarType::U16 | ScalarType::U32 | ScalarType::U64)
    }

    /// Whether it is a real floating-point type.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, ScalarType::F32 | ScalarType::F64)
    }

    /// Whether it is a complex type.
    #[must_use]
    pub const fn is_complex(self) -> bool {
        matches!(self, ScalarType::C32 | ScalarType::C64)
    }

    /// The type of the parts of a complex number; any other type is its own.
    #[must_use]
    pub const fn part(self) -> ScalarType {
        match self {
            ScalarType::C32 => ScalarType::F32,
            ScalarType::C64 => ScalarType::F64,
            other => other,
        }
    }

    /// How many bytes an element of a buffer takes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            ScalarType::Bool | ScalarType::I8 | ScalarType::U8 => 1,
            ScalarType::I16 | ScalarType::U16 => 2,
            ScalarType::I32 | ScalarType::U32 | ScalarType::F32 => 4,
            ScalarType::I64
            | ScalarType::U64
            | ScalarType::Index
            | ScalarType::F64
            | ScalarType::C32 => 8,
            ScalarType::C64 => 16,
        }
    }

    /// Zero, or false.
    #[must_use]
    pub const fn zero(self) -> Scalar {
        match self {
            ScalarType::Bool => Scalar::Bool(false),
            ScalarType::I8 => Scalar::I8(0),
            ScalarType::I16 => Scalar::I16(0),
            ScalarType::I32 => Scalar::I32(0),
            ScalarType::I64 => Scalar::I64(0),
            ScalarType::U8 => Scalar::U8(0),
            ScalarType::U16 => Scalar::U16(0),
            ScalarType::U32 => Scalar::U32(0),
            ScalarType::U64 => Scalar::U64(0),
            ScalarType::Index => Scalar::Index(0),
            ScalarType::F32 => Scalar::F32(0.0),
            ScalarType::F64 => Scalar::F64(0.0),
            ScalarType::C32 => Scalar::C32(Complex::new(0.0, 0.0)),
            ScalarType::C64 => Scalar::C64(Complex::new(0.0, 0.0)),
        }
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value of a scalar type.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// A truth value.
    Bool(bool),
    /// 8-bit signed.
    I8(i8),
    /// 16-bit signed.
    I16(i16),
    /// 32-bit signed.
    I32(i32),
    /// 64-bit signed.
    I64(i64),
    /// 8-bit unsigned.
    U8(u8),
    /// 16-bit unsigned.
    U16(u16),
    /// 32-bit unsigned.
    U32(u32),
    /// 64-bit unsigned.
    U64(u64),
    /// An index.
    Index(i64),
    /// 32-bit floating point.
    F32(f32),
    /// 64-bit floating point.
    F64(f64),
    /// Complex, of two singles.
    C32(Complex<f32>),
    /// Complex, of two doubles.
    C64(Complex<f64>),
}

impl Scalar {
    /// Its type.
    #[must_use]
    pub const fn scalar_type(self) -> ScalarType {
        match self {
            Scalar::Bool(_) => ScalarType::Bool,
            Scalar::I8(_) => ScalarType::I8,
            Scalar::I16(_) => ScalarType::I16,
            Scalar::I32(_) => ScalarType::I32,
            Scalar::I64(_) => ScalarType::I64,
            Scalar::U8(_) => ScalarType::U8,
            Scalar::U16(_) => ScalarType::U16,
            Scalar::U32(_) => ScalarType::U32,
            Scalar::U64(_) => ScalarType::U64,
            Scalar::Index(_) => ScalarType::Index,
            Scalar::F32(_) => ScalarType::F32,
            Scalar::F64(_) => ScalarType::F64,
            Scalar::C32(_) => ScalarType::C32,
            Scalar::C64(_) => ScalarType::C64,
        }
    }

    /// Whether it is the same value down to the sign of zero. All that is no number is
    /// the same: no operation of the loop form tells one from another.
    #[must_use]
    pub fn is_same(self, other: Scalar) -> bool {
        fn single(a: f32, b: f32) -> bool {
            a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
        }
        fn double(a: f64, b: f64) -> bool {
            a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
        }
        match (self, other) {
            (Scalar::F32(a), Scalar::F32(b)) => single(a, b),
            (Scalar::F64(a), Scalar::F64(b)) => double(a, b),
            (Scalar::C32(a), Scalar::C32(b)) => single(a.re, b.re) && single(a.im, b.im),
            (Scalar::C64(a), Scalar::C64(b)) => double(a.re, b.re) && double(a.im, b.im),
            (a, b) => match (a.to_integer(), b.to_integer()) {
                (Some(x), Some(y)) => x == y && a.scalar_type() == b.scalar_type(),
                _ => false,
            },
        }
    }

    /// The integer that an integer, an index or a truth value is.
    #[must_use]
    pub fn to_integer(self) -> Option<i128> {
        Some(match self {
            Scalar::Bool(x) => x.into(),
            Scalar::I8(x) => x.into(),
            Scalar::I16(x) => x.into(),
            Scalar::I32(x) => x.into(),
            Scalar::I64(x) | Scalar::Index(x) => x.into(),
            Scalar::U8(x) => x.into(),
            Scalar::U16(x) => x.into(),
            Scalar::U32(x) => x.into(),
            Scalar::U64(x) => x.into(),
            Scalar::F32(_) | Scalar::F64(_) | Scalar::C32(_) | Scalar::C64(_) => return None,
        })
    }

    /// The truth value it is.
    #[must_use]
    pub const fn as_bool(self) -> Option<bool> {
        if let Scalar::Bool(x) = self { Some(x) } else { None }
    }

    /// The index it is.
    #[must_use]
    pub const fn as_index(self) -> Option<i64> {
        if let Scalar::Index(x) = self { Some(x) } else { None }
    }
}

/// The text form: a bare integer is an index, a number with a point or an exponent a
/// double, every other type is a suffix.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Scalar::Bool(x) => write!(f, "{x}"),
            Scalar::Index(x) => write!(f, "{x}"),
            Scalar::F64(x) => {
                write_float(f, x.is_nan(), x.is_infinite(), x < 0.0, &format!("{x:?}"), "")
            }
            Scalar::F32(x) => {
                write_float(f, x.is_nan(), x.is_infinite(), x < 0.0, &format!("{x:?}"), "f32")
            }
            Scalar::C32(z) => write!(f, "c32({}, {})", Scalar::F32(z.re), Scalar::F32(z.im)),
            Scalar::C64(z) => write!(f, "c64({}, {})", Scalar::F64(z.re), Scalar::F64(z.im)),
            Scalar::I8(x) => write!(f, "{x}i8"),
            Scalar::I16(x) => write!(f, "{x}i16"),
            Scalar::I32(x) => write!(f, "{x}i32"),
            Scalar::I64(x) => write!(f, "{x}i64"),
            Scalar::U8(x) => write!(f, "{x}u8"),
            Scalar::U16(x) => write!(f, "{x}u16"),
            Scalar::U32(x) => write!(f, "{x}u32"),
            Scalar::U64(x) => write!(f, "{x}u64"),
        }
    }
}

fn write_float(
    f: &mut fmt::Formatter<'_>,
    nan: bool,
    infinite: bool,
    negative: bool,
    digits: &str,
    suffix: &str,
) -> fmt::Result {
    match (nan, infinite) {
        (true, _) => write!(f, "nan{suffix}"),
        (_, true) => write!(f, "{}inf{suffix}", if negative { "-" } else { "" }),
        _ => write!(f, "{digits}{suffix}"),
    }
}
