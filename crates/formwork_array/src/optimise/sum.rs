//! Sums of extents and indices that surely did not wrap around.

use super::linear::Linear;
use crate::ir::ValueId;

/// A number that is not taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    Value(ValueId),
    Element(ValueId, usize),
}

/// A linear combination of atoms, and how far from zero it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) linear: Linear<Atom>,
    /// No number on the way to this sum is further from zero.
    pub(super) reach: i128,
}

/// Sums that reach further may have wrapped around.
pub(super) const MAX_REACH: i128 = 1 << 62;

/// A rank has no more bits.
pub(super) const RANK_BITS: u32 = 16;

impl Sum {
    pub(super) fn number(constant: i128) -> Sum {
        Sum { linear: Linear::number(constant), reach: constant.abs() }
    }

    pub(super) fn atom(atom: Atom, reach: i128) -> Sum {
        Sum { linear: Linear::atom(atom), reach }
    }

    pub(super) fn plus(&self, other: &Sum, factor: i128) -> Sum {
        Sum {
            linear: self.linear.plus(&other.linear, factor),
            reach: self.reach + other.reach * factor.abs(),
        }
    }
}
