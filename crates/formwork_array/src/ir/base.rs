//! Base types and the scalars of them.

use std::fmt;
use std::hash::{Hash, Hasher};

/// What the elements of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BaseType {
    /// Truth values.
    Bool,
    /// 64-bit integers that wrap around; sizes and indices are of this type.
    Int,
    /// 8-bit integers that saturate.
    Int8,
    /// 16-bit integers that saturate.
    Int16,
    /// 32-bit integers that saturate.
    Int32,
    /// 64-bit integers that saturate.
    Int64,
    /// 8-bit naturals that saturate.
    Uint8,
    /// 16-bit naturals that saturate.
    Uint16,
    /// 32-bit naturals that saturate.
    Uint32,
    /// 64-bit naturals that saturate.
    Uint64,
    /// Single precision.
    Float,
    /// Double precision.
    Double,
    /// Complex numbers of double precision.
    Complex,
}

impl BaseType {
    /// Every base type.
    pub const ALL: [BaseType; 13] = [
        BaseType::Bool,
        BaseType::Int,
        BaseType::Int8,
        BaseType::Int16,
        BaseType::Int32,
        BaseType::Int64,
        BaseType::Uint8,
        BaseType::Uint16,
        BaseType::Uint32,
        BaseType::Uint64,
        BaseType::Float,
        BaseType::Double,
        BaseType::Complex,
    ];

    /// Its name in the text form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BaseType::Bool => "bool",
            BaseType::Int => "int",
            BaseType::Int8 => "int8",
            BaseType::Int16 => "int16",
            BaseType::Int32 => "int32",
            BaseType::Int64 => "int64",
            BaseType::Uint8 => "uint8",
            BaseType::Uint16 => "uint16",
            BaseType::Uint32 => "uint32",
            BaseType::Uint64 => "uint64",
            BaseType::Float => "float",
            BaseType::Double => "double",
            BaseType::Complex => "complex",
        }
    }

    /// The base type of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<BaseType> {
        BaseType::ALL.into_iter().find(|base| base.name() == name)
    }

    /// The least and the greatest number of an integer type.
    #[must_use]
    pub fn range(self) -> Option<(i128, i128)> {
        let bits = match self {
            BaseType::Int | BaseType::Int64 => (true, 64),
            BaseType::Int8 => (true, 8),
            BaseType::Int16 => (true, 16),
            BaseType::Int32 => (true, 32),
            BaseType::Uint8 => (false, 8),
            BaseType::Uint16 => (false, 16),
            BaseType::Uint32 => (false, 32),
            BaseType::Uint64 => (false, 64),
            BaseType::Bool | BaseType::Float | BaseType::Double | BaseType::Complex => return None,
        };
        Some(match bits {
            (true, width) => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            (false, width) => (0, (1i128 << width) - 1),
        })
    }

    /// Whether its numbers are integers.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.range().is_some()
    }

    /// The zero of the type.
    #[must_use]
    pub fn zero(self) -> Scalar {
        Scalar::Int(0).convert(self)
    }
}

impl fmt::Display for BaseType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One element of an array. Two scalars are equal if they are of one type and no
/// program can tell them apart: zeros of both signs differ, all NaNs are one.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// A truth value.
    Bool(bool),
    /// A number of type [`BaseType::Int`].
    Int(i64),
    /// A number of another integer type, which it fits.
    Sized(BaseType, i128),
    /// A single.
    Float(f32),
    /// A double.
    Double(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
}

impl Scalar {
    /// Its type.
    #[must_use]
    pub fn base(self) -> BaseType {
        match self {
            Scalar::Bool(_) => BaseType::Bool,
            Scalar::Int(_) => BaseType::Int,
            Scalar::Sized(base, _) => base,
            Scalar::Float(_) => BaseType::Float,
            Scalar::Double(_) => BaseType::Double,
            Scalar::Complex(..) => BaseType::Complex,
        }
    }

    /// The nearest number of an integer type: `int` wraps around, the others saturate.
    #[must_use]
    pub fn integer(base: BaseType, number: i128) -> Scalar {
        match base.range() {
            Some(_) if base == BaseType::Int => Scalar::Int(number as i64),
            Some((low, high)) => Scalar::Sized(base, number.clamp(low, high)),
            None => Scalar::Int(number as i64).convert(base),
        }
    }

    /// The number, if it is an integer.
    #[must_use]
    pub fn as_integer(self) -> Option<i128> {
        match self {
            Scalar::Int(number) => Some(i128::from(number)),
            Scalar::Sized(_, number) => Some(number),
            Scalar::Bool(_) | Scalar::Float(_) | Scalar::Double(_) | Scalar::Complex(..) => None,
        }
    }

    /// The number as a double; the real part of a complex one.
    #[must_use]
    pub fn to_double(self) -> f64 {
        match self {
            Scalar::Bool(truth) => f64::from(u8::from(truth)),
            Scalar::Int(number) => number as f64,
            Scalar::Sized(_, number) => number as f64,
            Scalar::Float(number) => f64::from(number),
            Scalar::Double(number) | Scalar::Complex(number, _) => number,
        }
    }

    /// The same number in another type, as near as there is one.
    #[must_use]
    pub fn convert(self, to: BaseType) -> Scalar {
        if self.base() == to {
            return self;
        }
        match to {
            BaseType::Bool => Scalar::Bool(match self {
                Scalar::Complex(re, im) => re != 0.0 || im != 0.0,
                Scalar::Bool(_)
                | Scalar::Int(_)
                | Scalar::Sized(..)
                | Scalar::Float(_)
                | Scalar::Double(_) => self.to_double() != 0.0,
            }),
            BaseType::Float => Scalar::Float(match self {
                // By way of double, as the runtime does.
                Scalar::Int(number) => number as f64 as f32,
                Scalar::Sized(_, number) => number as f64 as f32,
                Scalar::Bool(_) | Scalar::Float(_) | Scalar::Double(_) | Scalar::Complex(..) => {
                    self.to_double() as f32
                }
            }),
            BaseType::Double => Scalar::Double(self.to_double()),
            BaseType::Complex => Scalar::Complex(self.to_double(), 0.0),
            BaseType::Int => match self.as_integer() {
                Some(number) => Scalar::Int(number as i64),
                None => Scalar::Int(self.to_double() as i64),
            },
            BaseType::Int8
            | BaseType::Int16
            | BaseType::Int32
            | BaseType::Int64
            | BaseType::Uint8
            | BaseType::Uint16
            | BaseType::Uint32
            | BaseType::Uint64 => match self.as_integer() {
                Some(number) => Scalar::integer(to, number),
                None => Scalar::integer(to, self.to_double().round() as i128),
            },
        }
    }

    fn key(self) -> (BaseType, i128, u64) {
        fn bits(number: f64) -> u64 {
            if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() }
        }
        match self {
            Scalar::Bool(truth) => (BaseType::Bool, i128::from(truth), 0),
            Scalar::Int(number) => (BaseType::Int, i128::from(number), 0),
            Scalar::Sized(base, number) => (base, number, 0),
            Scalar::Float(number) => (BaseType::Float, 0, bits(f64::from(number))),
            Scalar::Double(number) => (BaseType::Double, 0, bits(number)),
            Scalar::Complex(re, im) => (BaseType::Complex, i128::from(bits(re)), bits(im)),
        }
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Scalar {}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

fn write_double(f: &mut fmt::Formatter<'_>, number: f64) -> fmt::Result {
    if number.is_nan() {
        f.write_str("nan")
    } else if number.is_infinite() {
        f.write_str(if number > 0.0 { "inf" } else { "-inf" })
    } else {
        write!(f, "{number:?}")
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Scalar::Bool(truth) => write!(f, "{truth}"),
            Scalar::Int(number) => write!(f, "{number}"),
            Scalar::Sized(base, number) => write!(f, "{base}({number})"),
            Scalar::Float(number) if number.is_finite() => write!(f, "{number:?}f"),
            Scalar::Float(number) => {
                f.write_str("float(")?;
                write_double(f, f64::from(number))?;
                f.write_str(")")
            }
            Scalar::Double(number) => write_double(f, number),
            Scalar::Complex(re, im) => {
                f.write_str("complex(")?;
                write_double(f, re)?;
                f.write_str(", ")?;
                write_double(f, im)?;
                f.write_str(")")
            }
        }
    }
}
