//! The names of interned extents and shapes, which may stand in each other.

use std::fmt;

/// An interned extent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExtentId(pub(crate) u32);

impl fmt::Debug for ExtentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// An interned shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub(crate) u32);

impl ShapeId {
    pub(crate) fn index(self) -> u32 {
        self.0
    }

    #[cfg(test)]
    pub(crate) fn from_index(index: u32) -> ShapeId {
        ShapeId(index)
    }
}

impl fmt::Debug for ShapeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}
