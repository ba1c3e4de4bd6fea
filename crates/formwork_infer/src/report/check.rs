//! Checks that operations make: kept, decided, and decided for the ends of a loop.

use formwork_shape::Truth;
use formwork_shape::extent::Unknown;
use formwork_shape::facts::{Requirement, Verdict};
use formwork_shape::shape::ShapeId;
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::report::failure::FailureKind;
use crate::report::record::{AtEnd, Check, CheckKind, End};
use crate::state::related::{related, speaks_of_extents};

/// The most sizes of a condition that anybody would read.
const SIZES: usize = 4;

impl Analyst<'_> {
    /// A check that nothing has been decided of.
    pub(crate) fn new_check(
        &mut self,
        kind: CheckKind,
        operands: &[ShapeId],
        requirement: Requirement,
        alone: Truth,
        span: Span,
    ) -> Check {
        let verdict = Truth::Maybe;
        Check {
            kind,
            position: 0,
            span,
            operands: operands.to_vec(),
            requirement,
            alone,
            verdict,
            over_loops: None,
            breaks: None,
        }
    }

    /// Keeps a check that may succeed.
    pub(crate) fn keep(&mut self, check: Check) {
        if !self.alive() {
            return;
        }
        if check.verdict != Truth::Yes {
            self.risk(check.span);
        }
        // What fails in a `try` is meant to be caught.
        let guarded = self.frames.iter().any(|frame| frame.attempts > 0);
        let told = check.verdict == Truth::Maybe && !self.open_base && !guarded;
        let at_end = if told { self.at_ends(&check) } else { None };
        let mut check = check;
        if told && self.options.checking && self.is_short(&check.requirement) {
            check.requirement = self.facts.simplify(&mut self.algebra, &check.requirement);
            check.over_loops = self.over_loops(&check.requirement);
            let whole = check.over_loops.clone().unwrap_or_else(|| check.requirement.clone());
            if related(&self.algebra, &self.frame().body, &whole)
                && let Verdict::Unknown(condition) = self.facts.check(&mut self.algebra, &whole)
            {
                // That something fails where there is nothing at all is nobody's concern.
                check.breaks = condition
                    .breaks
                    .filter(|sizes| sizes.shapes.iter().all(|(_, shape)| shape.count() > 0));
            }
        }
        let record = &mut self.frame_mut().record;
        record.at_end(check.place(), at_end);
        // That subscripts are positive is checked wherever there are any.
        if check.kind != CheckKind::Positive {
            record.check(check);
        }
    }

    /// An operation may fail.
    pub(crate) fn risk(&mut self, span: Span) {
        if self.tracing() {
            self.frame_mut().scene.risky.insert(span);
        }
    }

    /// A check that fails: the path ends.
    pub(crate) fn refuse(&mut self, check: Check) {
        if !self.alive() {
            return;
        }
        let span = check.span;
        self.frame_mut().record.check(check.clone());
        self.fail(span, FailureKind::Check(Box::new(check)), &[], None);
    }

    /// Decides a requirement on sizes; if it may hold, it does from here on.
    pub(crate) fn require(
        &mut self,
        kind: CheckKind,
        operands: &[ShapeId],
        requirement: Requirement,
        alone: Truth,
        span: Span,
    ) {
        self.require_at(0, kind, operands, requirement, alone, span);
    }

    /// The same of one of several subscripts.
    pub(crate) fn require_at(
        &mut self,
        position: usize,
        kind: CheckKind,
        operands: &[ShapeId],
        requirement: Requirement,
        alone: Truth,
        span: Span,
    ) {
        let verdict = self.facts.truth(&mut self.algebra, &requirement);
        let check = self.new_check(kind, operands, requirement.clone(), alone, span);
        let check = Check { verdict, position, ..check };
        if verdict == Truth::No && self.open_base {
            self.risk(span);
            return;
        }
        if verdict == Truth::No {
            self.refuse(check);
            return;
        }
        self.keep(check);
        if verdict != Truth::Yes {
            self.assume(requirement);
        }
    }

    /// Whether a condition compares a few sizes, and nothing else.
    fn is_short(&self, requirement: &Requirement) -> bool {
        let mut extents = Vec::new();
        if !speaks_of_extents(requirement, &mut extents) {
            return false;
        }
        let mut unknowns: Vec<Unknown> = extents
            .into_iter()
            .flat_map(|extent| self.algebra.extents().unknowns(extent).iter().copied())
            .collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        unknowns.len() <= SIZES
    }

    /// What must hold in the last iteration of every loop around.
    fn over_loops(&mut self, requirement: &Requirement) -> Option<Requirement> {
        let depth = self.frame().conditional;
        let counters = self.frame().counters.clone();
        if !counters.iter().any(|counter| counter.conditional == depth && !counter.jumps) {
            return None;
        }
        let scope = self.facts.push();
        for counter in counters.iter().rev() {
            if counter.jumps {
                break;
            }
            let last = Requirement::Equal(counter.unknown, counter.last);
            self.facts.assume(&mut self.algebra, last);
        }
        let unreachable = self.facts.is_unreachable();
        let whole = self.facts.simplify(&mut self.algebra, requirement);
        self.facts.rollback(scope);
        (!unreachable && whole != Requirement::True && whole != Requirement::False).then_some(whole)
    }

    /// The first or last iteration of a loop in which a check fails, if the statement
    /// runs in every iteration, and nothing leaves the loop before its end.
    fn at_ends(&mut self, check: &Check) -> Option<AtEnd> {
        let depth = self.frame().conditional;
        for place in (0..self.frame().counters.len()).rev() {
            let counter = self.frame().counters[place].clone();
            if counter.conditional != depth || counter.jumps || !self.is_short(&check.requirement) {
                return None;
            }
            for (end, value) in [(End::First, counter.first), (End::Last, counter.last)] {
                let scope = self.facts.push();
                self.facts.assume(&mut self.algebra, Requirement::Equal(counter.unknown, value));
                let decided = if self.facts.is_unreachable() {
                    Truth::Maybe
                } else {
                    self.facts.truth(&mut self.algebra, &check.requirement)
                };
                self.facts.rollback(scope);
                if decided == Truth::No {
                    let variable = counter.name.clone();
                    return Some(AtEnd { check: check.clone(), end, variable, value });
                }
            }
        }
        None
    }
}
