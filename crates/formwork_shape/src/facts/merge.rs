//! The facts that hold after two paths meet.

use super::{Facts, Requirement};
use crate::extent::{Extents, Unknown};
use crate::semantics::Truth;
use crate::shape::Algebra;

impl Facts {
    /// What holds on both paths: assumptions of one side that the other side
    /// proves, equalities known to both, hulls of intervals.
    pub fn merge(algebra: &mut Algebra, left: &Facts, right: &Facts) -> Facts {
        if left.contradiction {
            return right.clone_without_scopes();
        }
        if right.contradiction {
            return left.clone_without_scopes();
        }
        let mut merged = Facts::new();
        for (one, other) in [(left, right), (right, left)] {
            for requirement in &one.assumptions {
                if other.truth(algebra, requirement) == Truth::Yes {
                    merged.assume(algebra, requirement.clone());
                }
            }
            for (unknown, value) in &one.equalities {
                let Some(extent) = algebra.extents().extent_of_unknown(*unknown) else { continue };
                let requirement = Requirement::Equal(extent, *value);
                if other.truth(algebra, &requirement) == Truth::Yes {
                    merged.assume(algebra, requirement);
                }
            }
        }
        let unknowns: Vec<Unknown> = {
            let mut all: Vec<Unknown> = left
                .intervals
                .keys()
                .chain(right.intervals.keys())
                .chain(left.equalities.keys())
                .chain(right.equalities.keys())
                .copied()
                .collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        for unknown in unknowns {
            let Some(extent) = algebra.extents().extent_of_unknown(unknown) else { continue };
            let extents: &mut Extents = algebra.extents_mut();
            let hull = left.interval(extents, extent).hull(right.interval(extents, extent));
            if let Some(low) = hull.low() {
                let low = algebra.extents_mut().literal(low);
                merged.assume(algebra, Requirement::AtMost(low, extent));
            }
            if let Some(high) = hull.high() {
                let high = algebra.extents_mut().literal(high);
                merged.assume(algebra, Requirement::AtMost(extent, high));
            }
        }
        merged
    }

    fn clone_without_scopes(&self) -> Facts {
        let mut copy = self.clone();
        copy.scopes.clear();
        copy.trail.clear();
        copy
    }
}
