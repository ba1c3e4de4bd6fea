//! Remarks: what is worth knowing of an operation that works.
//!
//! A *remark* is made where an operation does something that its author may not have thought of: a
//! row and a column that expand, a condition that is an array, a loop over a column. Who decides
//! it knows the facts of the path; so remarks are made while walking, and rules read them
//! afterwards. A remark *holds* if it did in some walk that came to it.

use formwork_domain::{AbstractValue, members};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;

use crate::engine::Analyst;

/// What there is to remark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RemarkKind {
    /// A row and a column, none of them a scalar, make a matrix of an elementwise operator.
    Expansion,
    /// A condition has more than one element.
    ArrayCondition,
    /// A loop goes through an array with one column and more rows than one: it runs once.
    LoopOverColumn,
    /// A limit of a range has more than one element: only the first counts.
    ArrayLimit,
    /// A function that is called for each element gives a text, and the results are joined.
    TextResults,
    /// A mask has more elements than there are to choose from.
    LongMask,
    /// A mask has to do with another size than what it chooses from.
    OtherMask,
    /// An output has another size than the help states.
    StatedOutput,
}

/// Where a remark stands, and what it says.
pub(crate) type RemarkPlace = (u32, u32, RemarkKind);

/// A remark.
#[derive(Clone, Debug)]
pub struct Remark {
    /// What it says.
    pub kind: RemarkKind,
    /// Where.
    pub span: Span,
    /// The shapes of the operands.
    pub shapes: Vec<ShapeId>,
    /// Whether it held in some walk that came to it.
    pub holds: bool,
    /// Whether it surely does not hold in the walks that came to it.
    pub refuted: bool,
    /// Whether no condition of the function decides that it happens.
    pub unconditional: bool,
    /// What else must be so that it holds, if it was open on the way.
    pub(crate) open: Option<Requirement>,
}

impl Analyst<'_> {
    /// Remarks something, or that it is not so.
    pub(crate) fn remark(&mut self, kind: RemarkKind, span: Span, shapes: &[ShapeId], holds: bool) {
        if self.options.checking && self.alive() {
            let shapes = shapes.to_vec();
            let unconditional = self.frame().conditional == 0;
            let refuted = !holds;
            let remark = Remark { kind, span, shapes, holds, refuted, unconditional, open: None };
            self.frame_mut().record.remark(remark);
        }
    }

    /// Whether an extent is surely more than 1.
    pub(crate) fn is_several(&mut self, extent: ExtentId) -> bool {
        let two = self.algebra.extents_mut().literal(2);
        self.facts.truth(&mut self.algebra, &Requirement::AtMost(two, extent)) == Truth::Yes
    }

    /// Whether an extent is surely 1.
    fn is_just_one(&mut self, extent: ExtentId) -> bool {
        let equal = Requirement::Equal(extent, Extents::ONE);
        self.facts.truth(&mut self.algebra, &equal) == Truth::Yes
    }

    /// Whether a value surely has more than one element.
    pub(crate) fn has_several(&mut self, value: &AbstractValue) -> bool {
        let Some(shape) = value.shape else { return false };
        let shape = self.resolve(shape);
        let count = self.algebra.count(shape);
        self.is_several(count)
    }

    /// Whether a shape is surely a row, or surely a column, of more than one element.
    fn vector(&mut self, shape: ShapeId) -> Option<Direction> {
        let shape = self.resolve(shape);
        let tuple = self.algebra.as_tuple(shape)?;
        let [rows, columns] = tuple[..] else { return None };
        if self.is_just_one(rows) && self.is_several(columns) {
            return Some(Direction::Row);
        }
        (self.is_just_one(columns) && self.is_several(rows)).then_some(Direction::Column)
    }

    /// Whether one operand is a row, the other a column.
    pub(crate) fn remark_expansion(&mut self, a: ShapeId, b: ShapeId, span: Span) {
        if !self.options.checking {
            return;
        }
        let mut open = None;
        // Of what branches leave, each is so on some path.
        for left in members(&self.algebra, a) {
            for right in members(&self.algebra, b) {
                let Some(equal) = self.are_across(left, right) else { continue };
                match self.facts.truth(&mut self.algebra, &equal) {
                    Truth::Yes => {
                        self.remark(RemarkKind::Expansion, span, &[left, right], true);
                        return;
                    }
                    Truth::Maybe => open = Some((left, right, equal)),
                    Truth::No => {}
                }
            }
        }
        let Some((left, right, equal)) = open.filter(|_| self.alive()) else {
            let refuted = self.is_along(a, b);
            self.note_expansion(&[a, b], span, refuted, None);
            return;
        };
        self.note_expansion(&[left, right], span, false, Some(equal));
    }

    /// Notes two operands that are not known to be a row and a column of one length.
    fn note_expansion(
        &mut self,
        shapes: &[ShapeId],
        span: Span,
        refuted: bool,
        open: Option<Requirement>,
    ) {
        if self.alive() {
            let unconditional = self.frame().conditional == 0;
            let (kind, shapes) = (RemarkKind::Expansion, shapes.to_vec());
            let remark = Remark { kind, span, shapes, holds: false, refuted, unconditional, open };
            self.frame_mut().record.remark(remark);
        }
    }

    /// Whether two operands have surely one size, or lie the same way, or one is a scalar.
    fn is_along(&mut self, a: ShapeId, b: ShapeId) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        a == b
            || a == Algebra::SCALAR
            || b == Algebra::SCALAR
            || self.vector(a).is_some_and(|way| self.vector(b) == Some(way))
    }

    /// Decides what was open on the way, by what holds wherever the function returns.
    pub(crate) fn settle_remarks(&mut self, learnt: &[Requirement]) {
        let open = self.frame().record.open_remarks();
        if open.is_empty() || learnt.is_empty() {
            return;
        }
        let scope = self.facts.push();
        for requirement in learnt {
            self.facts.assume(&mut self.algebra, requirement.clone());
        }
        let reachable = !self.facts.is_unreachable();
        for (place, requirement) in open {
            let holds =
                reachable && self.facts.truth(&mut self.algebra, &requirement) == Truth::Yes;
            if holds {
                self.frame_mut().record.settle_remark(place);
            }
        }
        self.facts.rollback(scope);
    }

    /// If one is a row and the other a column: that both have as many elements. Of different lengths
    /// all pairs are meant.
    fn are_across(&mut self, a: ShapeId, b: ShapeId) -> Option<Requirement> {
        let across = match self.vector(a)? {
            Direction::Row => self.vector(b) == Some(Direction::Column),
            Direction::Column => self.vector(b) == Some(Direction::Row),
        };
        if !across {
            return None;
        }
        let (a, b) = (self.resolve(a), self.resolve(b));
        Some(Requirement::Equal(self.algebra.count(a), self.algebra.count(b)))
    }

    /// Whether a loop goes through a column.
    pub(crate) fn remark_loop(&mut self, iterable: &AbstractValue, span: Span) {
        if let (true, Some(shape)) = (self.options.checking, iterable.shape) {
            // Nobody says how many `find` finds.
            let shape = self.resolve(shape);
            let holds = self.algebra.as_tuple(shape).is_some_and(|tuple| match tuple[..] {
                [rows, columns] => self.is_just_one(columns) && !self.is_just_one(rows),
                _ => false,
            });
            self.remark(RemarkKind::LoopOverColumn, span, &[shape], holds);
        }
    }

    /// Whether a condition, or a limit of a range, has several elements.
    pub(crate) fn remark_several(&mut self, kind: RemarkKind, value: &AbstractValue, span: Span) {
        if let (true, Some(shape)) = (self.options.checking, value.shape) {
            let holds = self.has_several(value);
            self.remark(kind, span, &[shape], holds);
        }
    }
}

/// Which way a vector lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// One row.
    Row,
    /// One column.
    Column,
}
