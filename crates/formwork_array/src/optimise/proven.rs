//! What holds at a place of the program.

use rustc_hash::FxHashMap;

use super::sum::Sum;
use crate::ir::{Condition, Operand, ValueId};

/// What holds at a place of the program.
#[derive(Clone, Default)]
pub(super) struct Proven {
    /// Sums that are not negative.
    pub(super) sums: Vec<Sum>,
    /// How far from zero integers are at most.
    pub(super) reaches: FxHashMap<ValueId, i128>,
    /// Between which numbers real numbers are.
    pub(super) ranges: FxHashMap<ValueId, (f64, f64)>,
    /// The integers that real numbers are, if those are small.
    pub(super) wholes: FxHashMap<ValueId, Operand>,
    /// Vectors that are equal.
    pub(super) equal: Vec<(Operand, Operand)>,
    /// Conditions that were checked.
    pub(super) passed: Vec<Condition>,
}
