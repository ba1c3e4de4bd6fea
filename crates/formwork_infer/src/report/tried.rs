//! Conditions on sizes that no small sizes meet.
//!
//! `n == floor (n / 2)` holds for no `n`, but for 0; that takes more than comparing sums. So numbers are put in for
//! the one or two named sizes of a condition, all small ones that keep to what is known on the path. That
//! none of them meets the condition is no proof, and only used for ordinary calls.

use formwork_shape::Truth;
use formwork_shape::extent::{NameId, Unknown};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Assignment;

use crate::engine::Analyst;
use crate::state::related::speaks_of_extents;

/// The largest number for a name that stands alone, and for one of two.
const LARGEST: [i64; 2] = [80, 12];

/// Larger ones: what must be at least 100 is not impossible.
const LARGE: [i64; 5] = [100, 256, 1000, 4096, 1_000_000];

/// How many sizes must keep to what is known.
const TRIED: usize = 3;

impl Analyst<'_> {
    /// Whether a condition fails for all small sizes that are possible.
    pub(super) fn fails_for_small_sizes(&mut self, requirement: &Requirement) -> bool {
        let Some(names) = self.names_of(requirement) else { return false };
        let Some(&largest) = names.len().checked_sub(1).and_then(|place| LARGEST.get(place)) else {
            return false;
        };
        let restriction = self.facts.restriction(&self.algebra, &names, &[]);
        let mut tried = 0;
        let second = if names.len() > 1 { largest } else { 1 };
        for a in (1..=largest).chain(LARGE) {
            for b in (1..=second).chain(LARGE.into_iter().filter(|_| second > 1)) {
                let mut assignment = Assignment::new();
                for (&name, number) in names.iter().zip([a, b]) {
                    assignment.set_name(name, number);
                }
                let in_range = names.iter().zip([a, b]).all(|(&name, number)| {
                    self.algebra.extents().name_range(name).0.contains(number)
                });
                if !in_range || restriction.excludes(&self.algebra, &assignment) {
                    continue;
                }
                if self.algebra.requirement_holds(requirement, &assignment) != Truth::No {
                    return false;
                }
                tried += 1;
            }
        }
        tried >= TRIED
    }

    /// The named sizes that a condition speaks of, if it speaks of nothing else.
    fn names_of(&self, requirement: &Requirement) -> Option<Vec<NameId>> {
        let mut extents = Vec::new();
        if !speaks_of_extents(requirement, &mut extents) {
            return None;
        }
        let mut names = Vec::new();
        for extent in extents {
            for unknown in self.algebra.extents().unknowns(extent) {
                match unknown {
                    Unknown::Name(name) => names.push(*name),
                    Unknown::Measure(..) => return None,
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        Some(names)
    }
}
