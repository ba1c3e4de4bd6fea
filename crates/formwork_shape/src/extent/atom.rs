//! The indivisible parts of extents: named sizes, measures of shapes that have
//! no tuple form, and the operations that polynomials cannot express.

use super::ExtentId;
use crate::shape::ShapeId;
use smallvec::SmallVec;
use std::fmt;

/// A named size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub(crate) u32);

/// An atom of a polynomial.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(pub(crate) u32);

impl fmt::Debug for NameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

impl fmt::Debug for AtomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// Where a named size comes from; decides how it is printed. Two names with
/// the same origin are the same name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A variable of the user's program that holds the size.
    Variable(String),
    /// The extent of a user's array along a (zero-based) axis.
    SizeOf(String, u32),
    /// A size that some operation at a program site produces (its output
    /// number tells several apart), described in the user's words.
    Fresh {
        /// Identifies the operation in the program.
        site: u32,
        /// Which of its sizes.
        output: u32,
        /// Printed form, for example `numel(find(x))`.
        description: String,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Variable(name) => f.write_str(name),
            Origin::SizeOf(name, axis) => write!(f, "size({name},{})", u64::from(*axis) + 1),
            Origin::Fresh { description, .. } => f.write_str(description),
        }
    }
}

/// A number read off a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// The extent along a zero-based axis.
    Extent(u32),
    /// The product of the extents from a zero-based axis on.
    CountFrom(u32),
}

/// The unknowns an extent may mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unknown {
    /// A named size.
    Name(NameId),
    /// A measure of a shape.
    Measure(ShapeId, Measure),
}

/// The meaning of an atom. Operands are themselves in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Atom {
    Unknown(Unknown),
    /// A result too large to write down: some integer in its interval, the
    /// same one wherever the same computation appears.
    Opaque(Opaque, SmallVec<[ExtentId; 2]>),
    /// The common expanded extent: all operands that are not 1 are equal, and
    /// that is the value. Undefined otherwise.
    Join(SmallVec<[ExtentId; 2]>),
    Maximum(SmallVec<[ExtentId; 2]>),
    Minimum(SmallVec<[ExtentId; 2]>),
    FloorDivide(ExtentId, ExtentId),
    CeilingDivide(ExtentId, ExtentId),
    /// Undefined unless the division leaves no remainder.
    ExactDivide(ExtentId, ExtentId),
    Modulo(ExtentId, ExtentId),
}

/// Which operation gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Opaque {
    Sum,
    Product,
    Join,
    Maximum,
    Minimum,
    FloorDivide,
    CeilingDivide,
    ExactDivide,
    Modulo,
}
