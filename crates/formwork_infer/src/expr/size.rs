//! What an expression stands for that is written in the place of a size: an integer, or the floor of
//! something. How it is found is in `size_expressions`.
//!
//! ```text
//! zeros (n + 1, 2)     n + 1 : the integer n + 1
//! zeros (n / 3, 2)     n / 3 : the floor of what n / 3 is
//! ```

use formwork_domain::ValueFact;
use formwork_shape::extent::ExtentId;

/// What an expression in the place of a size stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Size {
    /// The integer that is read of it.
    pub(super) extent: ExtentId,
    /// Whether it is a scalar, and that integer; else the floor of its first element.
    pub(super) whole: bool,
    /// Whether it is a scalar of class double.
    pub(super) double: bool,
}

impl Size {
    /// The integer that is read of it.
    pub(crate) fn extent(self) -> ExtentId {
        self.extent
    }

    /// What is known of the value.
    pub(crate) fn fact(self) -> ValueFact {
        match self.whole {
            true => ValueFact::Integer(self.extent),
            false => ValueFact::Floor(self.extent),
        }
    }
}
