//! Scalar primitives: what they take and what they compute.
//!
//! One row per primitive (`table`); adding one is a row there, and how native code computes it.

mod row;
mod table;

use std::cmp::Ordering;

use super::base::{BaseType, Scalar};
use row::Meaning;

pub use table::Prim;

impl Prim {
    /// Its name in the text form: an operator or a function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prim::Convert(base) => base.name(),
            _ => self.row().name,
        }
    }

    /// How many arguments it takes.
    #[must_use]
    pub const fn arity(self) -> usize {
        match self.row().meaning {
            Meaning::Unary { .. } | Meaning::Convert => 1,
            Meaning::Binary { .. } | Meaning::Compare(_) | Meaning::MakeComplex => 2,
        }
    }

    /// The primitive of this name and number of arguments.
    #[must_use]
    pub fn from_name(name: &str, arity: usize) -> Option<Prim> {
        let named = |prim: &&Prim| prim.arity() == arity && prim.row().name == name;
        let conversion = || BaseType::from_name(name).filter(|_| arity == 1).map(Prim::Convert);
        Prim::NAMED.iter().find(named).copied().or_else(conversion)
    }

    /// The type of its value, if it takes arguments of these types.
    #[must_use]
    pub fn result(self, arguments: &[BaseType]) -> Option<BaseType> {
        match (self, arguments) {
            (Prim::Convert(to), [_]) => Some(to),
            (_, [base]) if self.arity() == 1 => (self.row().result)(*base),
            (_, [left, right]) if left == right && self.arity() == 2 => (self.row().result)(*left),
            _ => None,
        }
    }

    /// Whether it compares two numbers.
    #[must_use]
    pub const fn is_comparison(self) -> bool {
        matches!(self.row().meaning, Meaning::Compare(_))
    }

    /// Whether its arguments may be swapped.
    #[must_use]
    pub const fn commutes(self) -> bool {
        self.row().commutes
    }

    /// Whether it divides, which integers cannot be by zero.
    #[must_use]
    pub const fn divides(self) -> bool {
        self.row().divides
    }

    /// Whether it fails where its second argument is zero.
    #[must_use]
    pub fn needs_divisor(self, base: BaseType) -> bool {
        self.divides() && base.is_integer()
    }

    /// Roughly what computing it costs.
    #[must_use]
    pub const fn cost(self) -> usize {
        self.row().cost
    }

    /// Its value. Nothing, where an integer is divided by zero, or where the
    /// arguments are not those [`Prim::result`] admits.
    #[must_use]
    pub fn eval(self, arguments: &[Scalar]) -> Option<Scalar> {
        match *arguments {
            [x] => {
                self.result(&[x.base()])?;
                self.eval_unary(x)
            }
            [x, y] => {
                self.result(&[x.base(), y.base()])?;
                self.eval_binary(x, y)
            }
            _ => None,
        }
    }

    fn eval_unary(self, x: Scalar) -> Option<Scalar> {
        if let Prim::Convert(to) = self {
            return Some(x.convert(to));
        }
        let Meaning::Unary { bool, integer, real, complex } = self.row().meaning else {
            return None;
        };
        Some(match x {
            Scalar::Bool(truth) => bool?(truth),
            Scalar::Int(_) | Scalar::Sized(..) => integer?(x.base(), x.as_integer()?),
            Scalar::Float(number) => Scalar::Float((real?.single)(number)),
            Scalar::Double(number) => Scalar::Double((real?.double)(number)),
            Scalar::Complex(re, im) => complex?(re, im),
        })
    }

    fn eval_binary(self, x: Scalar, y: Scalar) -> Option<Scalar> {
        match self.row().meaning {
            Meaning::Binary { bool, integer, real, complex } => Some(match (x, y) {
                (Scalar::Bool(x), Scalar::Bool(y)) => Scalar::Bool(bool?(x, y)),
                (Scalar::Float(x), Scalar::Float(y)) => Scalar::Float((real?.single)(x, y)),
                (Scalar::Double(x), Scalar::Double(y)) => Scalar::Double((real?.double)(x, y)),
                (Scalar::Complex(a, b), Scalar::Complex(c, d)) => {
                    let (re, im) = complex?((a, b), (c, d));
                    Scalar::Complex(re, im)
                }
                _ => Scalar::integer(x.base(), integer?(x.as_integer()?, y.as_integer()?)?),
            }),
            Meaning::Compare(holds) => Some(Scalar::Bool(holds(order(x, y)))),
            Meaning::MakeComplex => match (x, y) {
                (Scalar::Double(re), Scalar::Double(im)) => Some(Scalar::Complex(re, im)),
                _ => None,
            },
            Meaning::Unary { .. } | Meaning::Convert => None,
        }
    }
}

/// In which order two numbers of one type are, if they are in one; complex numbers are equal or
/// in none.
fn order(x: Scalar, y: Scalar) -> Option<Ordering> {
    match (x, y) {
        (Scalar::Bool(x), Scalar::Bool(y)) => Some(x.cmp(&y)),
        (Scalar::Float(x), Scalar::Float(y)) => x.partial_cmp(&y),
        (Scalar::Double(x), Scalar::Double(y)) => x.partial_cmp(&y),
        (Scalar::Complex(a, b), Scalar::Complex(c, d)) => {
            (a == c && b == d).then_some(Ordering::Equal)
        }
        _ => Some(x.as_integer()?.cmp(&y.as_integer()?)),
    }
}
