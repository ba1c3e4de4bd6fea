//! Bounded fixed points over states of sets.

use super::{Cover, ShapeSet};
use crate::shape::Algebra;

/// The outcome of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixpoint {
    /// The sets of the loop's variables at its head.
    pub state: Vec<ShapeSet>,
    /// Applications of the body until nothing changed.
    pub iterations: usize,
    /// Which variables had to be given up: they may have any shape.
    pub forced: Vec<bool>,
}

/// The least state that contains `entry` and is closed under the body, found
/// by iteration; covered members are dropped from every join. After `limit` iterations variables that still change become
/// any shape, which ends the iteration at once: the body is then applied until
/// stable again, each time forcing at least one more variable.
pub fn solve(
    algebra: &mut Algebra,
    entry: &[ShapeSet],
    limit: usize,
    cover: Cover,
    mut body: impl FnMut(&mut Algebra, &[ShapeSet]) -> Vec<ShapeSet>,
) -> Fixpoint {
    let mut state = entry.to_vec();
    let mut forced = vec![false; state.len()];
    let mut iterations = 0;
    loop {
        let after = body(algebra, &state);
        iterations += 1;
        let mut changed = false;
        for (index, set) in state.iter_mut().enumerate() {
            let Some(next) = after.get(index) else { continue };
            let joined = set.join(next).reduced(algebra, cover);
            if joined == *set {
                continue;
            }
            changed = true;
            if iterations > limit {
                *set = ShapeSet::All;
                forced[index] = true;
            } else {
                *set = joined;
            }
        }
        if !changed {
            return Fixpoint { state, iterations, forced };
        }
    }
}
