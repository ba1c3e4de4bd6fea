//! Sets of shapes: what an array may look like over the life of a program.
//!
//! A set is a finite list of terms or the set of all shapes. Joins, images
//! under operators and the removal of covered members are here; loops over
//! sets are in `fixpoint`, closed forms for growing tuples in `growth`.

mod fixpoint;
mod growth;

pub use fixpoint::{Fixpoint, solve};
pub use growth::{Growth, LoopShape, loop_shape};

use crate::semantics::{Dialect, Semantics};
use crate::shape::{Algebra, ShapeId};
use crate::smallest;

/// Terms built per member to find out how briefly it can be written.
const IMPROVEMENT_BUDGET: usize = 600;

/// Sets with more members than this become the set of all shapes.
pub const MAXIMUM_MEMBERS: usize = 64;

/// A set of shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeSet {
    /// One of these, sorted, without repeats.
    Finite(Vec<ShapeId>),
    /// Any shape: the greatest element.
    All,
}

/// Which members a set may lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Members all of whose values, π included, are values of other members.
    /// These are the set-of-shapes identities.
    Exact,
    /// Members all of whose legal values are values of other members: π has
    /// no successor state, so on runs without error nothing is lost.
    Legal,
}

impl ShapeSet {
    /// No shape: an unreached definition.
    pub fn empty() -> ShapeSet {
        ShapeSet::Finite(Vec::new())
    }

    /// Exactly these.
    pub fn of(members: impl IntoIterator<Item = ShapeId>) -> ShapeSet {
        let mut members: Vec<ShapeId> = members.into_iter().collect();
        members.sort_unstable();
        members.dedup();
        if members.len() > MAXIMUM_MEMBERS {
            return ShapeSet::All;
        }
        ShapeSet::Finite(members)
    }

    /// The members, unless it is the set of all shapes.
    pub fn members(&self) -> Option<&[ShapeId]> {
        match self {
            ShapeSet::Finite(members) => Some(members),
            ShapeSet::All => None,
        }
    }

    /// Whether a shape is listed.
    pub fn contains(&self, shape: ShapeId) -> bool {
        match self {
            ShapeSet::Finite(members) => members.binary_search(&shape).is_ok(),
            ShapeSet::All => true,
        }
    }

    /// The union.
    pub fn join(&self, other: &ShapeSet) -> ShapeSet {
        match (self, other) {
            (ShapeSet::Finite(a), ShapeSet::Finite(b)) => ShapeSet::of(a.iter().chain(b).copied()),
            _ => ShapeSet::All,
        }
    }

    /// The results of an operator on every pair of members.
    pub fn combine(
        &self,
        other: &ShapeSet,
        algebra: &mut Algebra,
        mut operator: impl FnMut(&mut Algebra, ShapeId, ShapeId) -> ShapeId,
    ) -> ShapeSet {
        match (self, other) {
            (ShapeSet::Finite(a), ShapeSet::Finite(b)) => {
                let mut results = Vec::with_capacity(a.len() * b.len());
                for &x in a {
                    for &y in b {
                        results.push(operator(algebra, x, y));
                    }
                }
                ShapeSet::of(results)
            }
            _ => ShapeSet::All,
        }
    }

    /// ⊕ of two sets.
    pub fn elementwise(
        &self,
        other: &ShapeSet,
        algebra: &mut Algebra,
        semantics: Semantics,
    ) -> ShapeSet {
        self.combine(other, algebra, |algebra, a, b| algebra.elementwise(semantics, a, b))
    }

    /// ⊛ of two sets.
    pub fn product(&self, other: &ShapeSet, algebra: &mut Algebra, dialect: Dialect) -> ShapeSet {
        self.combine(other, algebra, |algebra, a, b| algebra.product(dialect, a, b))
    }

    /// Drops members that at most two other members cover, larger terms first.
    /// (Lemmas 10 and 11 are covers by two.)
    pub fn reduced(&self, algebra: &mut Algebra, cover: Cover) -> ShapeSet {
        let ShapeSet::Finite(members) = self else { return ShapeSet::All };
        let only_legal = cover == Cover::Legal;
        let mut kept = members.clone();
        if only_legal {
            kept.retain(|&member| member != Algebra::ILLEGAL);
        }
        // Prefer to keep what can be written briefly, however it was built.
        if kept.len() > 1 {
            for &member in &kept {
                smallest::improve(algebra, member, IMPROVEMENT_BUDGET);
            }
        }
        let mut candidates = kept.clone();
        candidates.sort_by_key(|&member| std::cmp::Reverse((algebra.size(member), member)));
        for candidate in candidates {
            if kept.len() == 1 {
                break;
            }
            let others: Vec<ShapeId> =
                kept.iter().copied().filter(|&other| other != candidate).collect();
            if is_covered(algebra, candidate, &others, cover) {
                kept = others;
            }
        }
        ShapeSet::of(kept)
    }

    /// The set in the grammar of terms.
    pub fn text(&self, algebra: &Algebra) -> String {
        match self {
            ShapeSet::All => "any shape".to_owned(),
            ShapeSet::Finite(members) => {
                let mut texts: Vec<String> =
                    members.iter().map(|&member| algebra.text(member)).collect();
                texts.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
                format!("{{{}}}", texts.join(", "))
            }
        }
    }
}

/// Whether every value of a shape is a value of one or two of some others.
pub fn is_covered(
    algebra: &mut Algebra,
    candidate: ShapeId,
    others: &[ShapeId],
    cover: Cover,
) -> bool {
    let only_legal = cover == Cover::Legal;
    let question = (candidate, others.into(), only_legal);
    if let Some(&known) = algebra.covers.get(&question) {
        return known;
    }
    let covered = covers_up_to_two(others)
        .into_iter()
        .any(|alternatives| algebra.is_cover(candidate, &alternatives, only_legal));
    algebra.covers.insert(question, covered);
    covered
}

fn covers_up_to_two(others: &[ShapeId]) -> Vec<Vec<ShapeId>> {
    let singles = others.iter().map(|&other| vec![other]);
    let pairs = others
        .iter()
        .enumerate()
        .flat_map(|(index, &a)| others[index + 1..].iter().map(move |&b| vec![a, b]));
    singles.chain(pairs).collect()
}
