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
use formwork_shape::shape::ShapeId;
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
}

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
    /// Whether no condition of the function decides that it happens.
    pub unconditional: bool,
}

impl Analyst<'_> {
    /// Remarks something, or that it is not so.
    pub(crate) fn remark(&mut self, kind: RemarkKind, span: Span, shapes: &[ShapeId], holds: bool) {
        if self.options.checking && self.alive() {
            let shapes = shapes.to_vec();
            let unconditional = self.frame().conditional == 0;
            let remark = Remark { kind, span, shapes, holds, unconditional };
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
        // Of what branches leave, each is so on some path.
        for left in members(&self.algebra, a) {
            for right in members(&self.algebra, b) {
                if self.are_across(left, right) {
                    self.remark(RemarkKind::Expansion, span, &[left, right], true);
                    return;
                }
            }
        }
        self.remark(RemarkKind::Expansion, span, &[a, b], false);
    }

    /// Whether one is a row, the other a column, and both have as many elements: of different lengths
    /// all pairs are meant.
    fn are_across(&mut self, a: ShapeId, b: ShapeId) -> bool {
        let across = match self.vector(a) {
            Some(Direction::Row) => self.vector(b) == Some(Direction::Column),
            Some(Direction::Column) => self.vector(b) == Some(Direction::Row),
            None => false,
        };
        if !across {
            return false;
        }
        let (a, b) = (self.resolve(a), self.resolve(b));
        let equal = Requirement::Equal(self.algebra.count(a), self.algebra.count(b));
        self.facts.truth(&mut self.algebra, &equal) == Truth::Yes
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
