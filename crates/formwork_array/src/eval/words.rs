//! The words for operations without meaning; guards say the same.

pub(crate) const INDEX: &str = "the index is outside the array";
pub(crate) const COUNT: &str = "reshape to a different number of elements";
/// What a division of an integer by zero says.
pub const DIVISION: &str = "division by zero";
pub(crate) const RANGE: &str = "the range of a generator is outside the array";
pub(crate) const NEGATIVE: &str = "an extent is negative or too large";
pub(crate) const CELL: &str = "the elements differ in shape";
pub(crate) const SCALAR: &str = "a scalar is needed";
pub(crate) const BOUND: &str = "the bounds of a generator differ in length";
