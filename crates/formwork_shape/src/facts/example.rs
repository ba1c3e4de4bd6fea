//! Examples: the smallest sizes that satisfy the facts and break a condition.

use super::{Facts, Requirement};
use crate::Truth;
use crate::extent::NameId;
use crate::search::{Counterexample, Unknowns};
use crate::shape::{Algebra, Assignment};
use std::rc::Rc;

/// With more assumptions than this, examples are searched only on demand.
const QUICK_ASSUMPTIONS: usize = 24;

/// Terms with more parts than this get no counterexample.
const MAXIMUM_PARTS: usize = 256;

/// Assignments tried for a counterexample.
const SEARCH_BUDGETS: [usize; 2] = [64, 4096];

/// What is assumed of some named sizes, ready to be held against many assignments.
#[derive(Clone, Debug)]
pub struct Restriction {
    parts: Vec<(Requirement, Rc<Unknowns>)>,
}

impl Restriction {
    /// Whether sizes contradict what is assumed, as far as they decide it.
    pub fn excludes(&self, algebra: &Algebra, sizes: &Assignment) -> bool {
        let fails = |(part, unknowns): &(Requirement, Rc<Unknowns>)| {
            part.evaluate(algebra, unknowns, sizes) == Truth::No
        };
        self.parts.iter().any(fails)
    }
}

impl Facts {
    /// What is assumed that speaks of some named sizes, here or in a list of more.
    pub fn restriction(
        &self,
        algebra: &Algebra,
        names: &[NameId],
        more: &[Requirement],
    ) -> Restriction {
        let all = self.assumptions.iter().chain(more);
        let all = all.map(|one| (one, self.unknowns_of(algebra, one)));
        let related =
            all.filter(|(_, unknowns)| unknowns.names.iter().any(|name| names.contains(name)));
        Restriction { parts: related.map(|(one, unknowns)| (one.clone(), unknowns)).collect() }
    }

    /// The smallest sizes that satisfy the facts and break a condition.
    pub fn counterexample(
        &self,
        algebra: &Algebra,
        requirement: &Requirement,
    ) -> Option<Counterexample> {
        self.search(algebra, requirement, usize::MAX, &SEARCH_BUDGETS)
    }

    pub(super) fn quick_example(
        &self,
        algebra: &Algebra,
        requirement: &Requirement,
    ) -> Option<Counterexample> {
        self.search(algebra, requirement, QUICK_ASSUMPTIONS, &SEARCH_BUDGETS[..1])
    }

    /// Searches with at most so many assumptions and assignments.
    fn search(
        &self,
        algebra: &Algebra,
        requirement: &Requirement,
        most_assumptions: usize,
        budgets: &[usize],
    ) -> Option<Counterexample> {
        if self.assumptions.len() > most_assumptions {
            return None;
        }
        let (mut shapes, mut extents) = (Vec::new(), Vec::new());
        requirement.mentions(&mut shapes, &mut extents);
        algebra.closure_within(&shapes, &extents, MAXIMUM_PARTS)?;
        let own = algebra.unknowns(&shapes, &extents);
        // Only facts about the same unknowns restrict the sizes shown; the
        // others can be satisfied independently.
        let mut relevant: Vec<&Requirement> = Vec::new();
        let mut reached = own.clone();
        loop {
            let before = relevant.len();
            for assumption in &self.assumptions {
                if relevant.contains(&assumption) {
                    continue;
                }
                let (mut more_shapes, mut more_extents) = (Vec::new(), Vec::new());
                assumption.mentions(&mut more_shapes, &mut more_extents);
                algebra.closure_within(&more_shapes, &more_extents, MAXIMUM_PARTS)?;
                let theirs = algebra.unknowns(&more_shapes, &more_extents);
                if theirs.shares(&reached) {
                    relevant.push(assumption);
                    shapes.extend(more_shapes);
                    extents.extend(more_extents);
                }
            }
            if relevant.len() == before {
                break;
            }
            reached = algebra.unknowns(&shapes, &extents);
        }
        let breaks = |assignment: &Assignment| {
            requirement.evaluate(algebra, &reached, assignment).is_no()
                && relevant.iter().all(|fact| fact.evaluate(algebra, &reached, assignment).is_yes())
        };
        // Most breaking sizes are tiny: look at few before listing many.
        budgets.iter().find_map(|&budget| {
            let assignments = algebra.small_assignments(&reached, budget);
            let assignment = assignments.iter().find(|assignment| breaks(assignment))?;
            Some(algebra.describe(&own, assignment, None))
        })
    }
}
