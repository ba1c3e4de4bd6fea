//! Checks that operations make: kept, decided, and decided for the ends of a loop.

use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Unknown};
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
            degenerate: false,
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
        if let (true, Some(by_chance)) = (told, self.ordinary.clone()) {
            check.degenerate = self.is_degenerate(&check, &by_chance);
            if check.degenerate {
                self.doubt_check(&check);
            } else {
                self.assume_several(&check);
            }
        }
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

    /// Whether a check that may succeed does so only by chance: where sizes are equal that have
    /// nothing to do with one another, where an operand has no elements, or where an extent that
    /// was computed of others is 1.
    fn is_degenerate(&mut self, check: &Check, by_chance: &[Requirement]) -> bool {
        // What has no elements may be stored to delete.
        let nothing = |shape: &ShapeId| {
            self.algebra.as_concrete(*shape).is_some_and(|size| size.count() == 0)
        };
        if check.kind == CheckKind::Assignment && check.operands.last().is_some_and(nothing) {
            return false;
        }
        let extents = self.open_extents(check);
        let mut generic = by_chance.to_vec();
        generic.extend(self.fits_turned(check));
        let nonempty = extents.iter().map(|&extent| Requirement::AtMost(Extents::ONE, extent));
        generic.extend(nonempty);
        let several = self.algebra.extents_mut().literal(2);
        for &extent in &extents {
            if self.is_computed_of_several(extent, 1) {
                generic.push(Requirement::AtMost(several, extent));
            }
        }
        let scope = self.facts.push();
        for requirement in generic {
            // What the path excludes is no accident.
            let possible = self.facts.truth(&mut self.algebra, &requirement) != Truth::No;
            if possible {
                self.facts.assume(&mut self.algebra, requirement);
            }
        }
        let fails = !self.facts.is_unreachable()
            && (self.facts.truth(&mut self.algebra, &check.requirement) == Truth::No
                || self.fails_for_small_sizes(&check.requirement));
        self.facts.rollback(scope);
        fails
    }

    /// If two operands do not fit as they stand, and would if one of them were turned: that the
    /// extents which meet differ. Who wants them to be equal has no need to write it like that.
    fn fits_turned(&mut self, check: &Check) -> Option<Requirement> {
        let &[a, b] = &check.operands[..] else { return None };
        let (a, b) = (self.resolve(a), self.resolve(b));
        let (a, b) = (self.algebra.as_tuple(a)?, self.algebra.as_tuple(b)?);
        let (&[rows, columns], &[other_rows, other_columns]) = (&a[..], &b[..]) else {
            return None;
        };
        let met = match check.kind {
            CheckKind::Elementwise if (rows, columns) == (other_columns, other_rows) => {
                (rows, columns)
            }
            // A * B where A * B' would do; a square A times what has as many rows is nothing unusual.
            CheckKind::Matrix if columns == other_columns => (columns, other_rows),
            _ => return None,
        };
        let literal = |extent: ExtentId| self.algebra.extents().as_literal(extent).is_some();
        let both_literal = literal(met.0) && literal(met.1);
        let several = self.is_several(met.0) && self.is_several(met.1);
        (met.0 != met.1 && !both_literal && several).then_some(Requirement::Different(met.0, met.1))
    }

    /// The extents of the operands of a check that are no literals; without the bound of those that
    /// are at least 0.
    fn open_extents(&mut self, check: &Check) -> Vec<ExtentId> {
        let mut extents = Vec::new();
        for &shape in &check.operands {
            let shape = self.resolve(shape);
            extents.extend(self.algebra.as_tuple(shape).into_iter().flatten());
        }
        for extent in &mut extents {
            *extent = self.algebra.extents().unclamped(*extent).unwrap_or(*extent);
        }
        extents.retain(|&extent| self.algebra.extents().as_literal(extent).is_none());
        extents
    }

    /// On an ordinary call operands have several elements along what was computed of sizes.
    fn assume_several(&mut self, check: &Check) {
        let several = self.algebra.extents_mut().literal(2);
        for extent in self.open_extents(check) {
            let requirement = Requirement::AtMost(several, extent);
            if self.is_computed_of_several(extent, 2)
                && self.facts.truth(&mut self.algebra, &requirement) == Truth::Maybe
            {
                self.facts.assume(&mut self.algebra, requirement);
            }
        }
    }

    /// Whether an extent is computed of sizes each of which is at least some number, and more than
    /// 1 if it is one of a parameter.
    fn is_computed_of_several(&mut self, extent: ExtentId, least: i64) -> bool {
        let extents = self.algebra.extents();
        extents.as_unknown(extent).is_none()
            && extents.unknowns(extent).iter().all(|unknown| match unknown {
                // A parameter with one row or column is nothing unusual.
                Unknown::Name(name) => {
                    let low = extents.name_range(*name).0.low();
                    let parameter = extents.origin(*name).to_string().starts_with("size(");
                    low.is_some_and(|low| low >= if parameter { 2 } else { least })
                }
                Unknown::Measure(..) => false,
            })
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
            let ends = [(End::First, counter.first), (End::Last, Some(counter.last))];
            for (end, value) in ends.into_iter().filter_map(|(end, value)| Some((end, value?))) {
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
