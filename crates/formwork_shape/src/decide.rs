//! Deciding relations between shapes.
//!
//! Within the theory of ⊕, ⊛, divisions, power and transpose over shape
//! variables the answers are complete up to the size of the model; elsewhere a
//! difference may be found by trying small sizes, and otherwise the answer is
//! unknown. Rendering is in [`crate::text`].

use crate::concrete::ConcreteShape;
use crate::search::Counterexample;
use crate::shape::{Algebra, Assignment, ShapeId};

/// How many small assignments are tried outside the theory.
const SEARCH_BUDGET: usize = 20_000;

/// A relation between two shapes, as functions of their unknowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Equal everywhere, the illegal shape included. Licenses removing a check.
    Equal,
    /// Wherever the first is legal, the second has the same value.
    Refines,
    /// Equal wherever both are legal. Not transitive.
    Agrees,
}

impl Relation {
    /// Whether a pair of values satisfies the relation.
    pub fn holds(self, a: Option<&ConcreteShape>, b: Option<&ConcreteShape>) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Refines => a.is_none() || a == b,
            Relation::Agrees => a.is_none() || b.is_none() || a == b,
        }
    }
}

/// How a relation was established.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Both sides have the same normal form.
    SameNormalForm,
    /// All assignments of the small model were checked.
    Exhaustion {
        /// How many.
        assignments: usize,
    },
}

/// The answer to a question about two shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The relation holds for all shapes.
    Holds(Proof),
    /// It fails for the sizes given, smallest first.
    Fails(Counterexample),
    /// Undecided within the budget.
    Unknown,
}

impl Decision {
    /// Whether the relation was established.
    pub fn holds(&self) -> bool {
        matches!(self, Decision::Holds(_))
    }
}

impl Algebra {
    /// Decides a relation between two shapes.
    pub fn decide(&mut self, relation: Relation, a: ShapeId, b: ShapeId) -> Decision {
        if a == b {
            // One id for both sides of a theory term means that their tables
            // were compared when they were built.
            let compared = !self.operands(a).is_empty();
            return Decision::Holds(match self.model_size(a, &[]).filter(|_| compared) {
                Some(assignments) => Proof::Exhaustion { assignments },
                None => Proof::SameNormalForm,
            });
        }
        match self.decide_by_table(relation, a, &[b]) {
            Some(None) => {
                let assignments = self.model_size(a, &[b]).unwrap_or(0);
                return Decision::Holds(Proof::Exhaustion { assignments });
            }
            Some(Some(assignment)) => return self.failure(a, b, &assignment),
            None => {}
        }
        self.search_difference(relation, a, b)
    }

    /// Whether every value of `a` is the value of one of the alternatives: all
    /// values including π, or only the legal ones.
    pub fn decide_cover(
        &mut self,
        a: ShapeId,
        alternatives: &[ShapeId],
        only_legal: bool,
    ) -> Decision {
        if alternatives.contains(&a) || (only_legal && a == Algebra::ILLEGAL) {
            return Decision::Holds(Proof::SameNormalForm);
        }
        let relation = if only_legal { Relation::Refines } else { Relation::Equal };
        match self.decide_by_table(relation, a, alternatives) {
            Some(None) => {
                let assignments = self.model_size(a, alternatives).unwrap_or(0);
                Decision::Holds(Proof::Exhaustion { assignments })
            }
            Some(Some(assignment)) => match alternatives {
                [only] => self.failure(a, *only, &assignment),
                _ => {
                    let mut shapes = vec![a];
                    shapes.extend_from_slice(alternatives);
                    let unknowns = self.unknowns(&shapes, &[]);
                    Decision::Fails(self.describe(&unknowns, &assignment, None))
                }
            },
            None => Decision::Unknown,
        }
    }

    /// Whether [`Algebra::decide_cover`] says that it holds, for who does not ask where it fails.
    pub(crate) fn is_cover(
        &mut self,
        a: ShapeId,
        alternatives: &[ShapeId],
        only_legal: bool,
    ) -> bool {
        let relation = if only_legal { Relation::Refines } else { Relation::Equal };
        alternatives.contains(&a)
            || (only_legal && a == Algebra::ILLEGAL)
            || self.holds_by_table(relation, a, alternatives)
    }

    fn failure(&self, a: ShapeId, b: ShapeId, assignment: &Assignment) -> Decision {
        let unknowns = self.unknowns(&[a, b], &[]);
        let (Ok(x), Ok(y)) = (self.evaluate(a, assignment), self.evaluate(b, assignment)) else {
            return Decision::Unknown;
        };
        Decision::Fails(self.describe(&unknowns, assignment, Some((x, y))))
    }

    fn search_difference(&mut self, relation: Relation, a: ShapeId, b: ShapeId) -> Decision {
        let unknowns = self.unknowns(&[a, b], &[]);
        for assignment in self.small_assignments(&unknowns, SEARCH_BUDGET) {
            let values = self.evaluate_all(&unknowns.order, &assignment);
            if let (Some(Ok(x)), Some(Ok(y))) = (values.get(&a), values.get(&b))
                && !relation.holds(x.as_ref(), y.as_ref())
            {
                let sides = Some((x.clone(), y.clone()));
                return Decision::Fails(self.describe(&unknowns, &assignment, sides));
            }
        }
        Decision::Unknown
    }
}
