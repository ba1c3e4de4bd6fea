//! Guards: a condition that fails ends the program with its words.

use formwork_array::TextPosition as SourcePlace;
use formwork_array::ir::{Check, Condition, MAX_EXTENT, Operand};

use super::lowerer::{Lowered, Lowerer};
use super::storage::{Atom, Ints};
use super::types::scalar_type;
use crate::loops::{
    BinaryOp, ExprId, Failure, Piece, ScalarType, StatementKind, UnaryOp, VariableId,
};

impl Lowerer<'_> {
    pub(super) fn guard(&mut self, check: &Check) -> Lowered<()> {
        let holds = self.builder.variable("holds", ScalarType::Bool);
        let truth = self.truth(true);
        self.builder.assign(holds, truth);
        self.condition(&check.condition, holds)?;
        let condition = self.builder.read(holds);
        let fails = self.builder.unary(UnaryOp::Not, condition);
        let condition = self.typed(fails)?;
        let then = self.builder.open_block();
        self.fail(&check.message, check.place);
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition, then, otherwise });
        Ok(())
    }

    /// Ends the program with the words that the evaluator says.
    pub(super) fn fail(&mut self, message: &str, place: SourcePlace) {
        let place = if place.line == 0 { self.outer } else { place };
        let text = if place.line == 0 { message.to_owned() } else { format!("{place}: {message}") };
        let failure = Failure { identifier: String::new(), message: vec![Piece::Text(text)] };
        self.builder.push(StatementKind::Fail(failure));
    }

    /// `holds = holds && condition`
    pub(super) fn require(&mut self, holds: VariableId, condition: ExprId) -> Lowered<()> {
        let before = self.builder.read(holds);
        let both = self.builder.binary(BinaryOp::And, before, condition);
        let both = self.typed(both)?;
        self.builder.assign(holds, both);
        Ok(())
    }

    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        left: Atom,
        right: Atom,
        holds: VariableId,
    ) -> Lowered<()> {
        let (left, right) = (self.atom(left), self.atom(right));
        let condition = self.builder.binary(op, left, right);
        let condition = self.typed(condition)?;
        self.require(holds, condition)
    }

    fn condition(&mut self, condition: &Condition, holds: VariableId) -> Lowered<()> {
        match condition {
            Condition::True(truth) => {
                let truth = self.scalar(truth)?;
                self.require(holds, truth)
            }
            Condition::NonZero(number) => {
                let base = self.source.type_of(number).base;
                let number = self.scalar(number)?;
                let zero = self.builder.constant(scalar_type(base).zero());
                let differs = self.builder.binary(BinaryOp::NotEqual, number, zero);
                let differs = self.typed(differs)?;
                self.require(holds, differs)
            }
            Condition::IndexWithin { index, shape } => {
                self.pairs(index, shape, holds, |lowerer, index, extent| {
                    lowerer.compare(BinaryOp::LessEqual, Atom::Constant(0), index, holds)?;
                    lowerer.compare(BinaryOp::Less, index, extent, holds)
                })
            }
            Condition::ShapesEqual(left, right) => {
                self.pairs(left, right, holds, |lowerer, left, right| {
                    lowerer.compare(BinaryOp::Equal, left, right, holds)
                })
            }
            Condition::CountsEqual(left, right) => {
                self.are_extents(left, holds)?;
                self.are_extents(right, holds)?;
                let (left, right) = (self.ints(left)?, self.ints(right)?);
                let (left, right) = (self.count(&left)?, self.count(&right)?);
                let (left, right) = (Atom::Variable(left), Atom::Variable(right));
                // What overflowed is the greatest index.
                self.compare(BinaryOp::Less, left, Atom::Constant(i64::MAX), holds)?;
                self.compare(BinaryOp::Equal, left, right, holds)
            }
            Condition::NonNegative(vector) => self.are_extents(vector, holds),
            Condition::Length(vector, length) => {
                let vector = self.ints(vector)?;
                let wanted = self.scalar(length)?;
                let wanted = Atom::Variable(self.store_index("length", wanted));
                let own = self.length(&vector);
                self.compare(BinaryOp::Equal, own, wanted, holds)
            }
            Condition::RangeWithin { lower, upper, shape } => {
                self.range_within(lower.as_ref(), upper, shape, holds)
            }
        }
    }

    /// No element is negative or too large.
    fn are_extents(&mut self, vector: &Operand, holds: VariableId) -> Lowered<()> {
        self.pairs(vector, vector, holds, |lowerer, extent, _| {
            lowerer.compare(BinaryOp::LessEqual, Atom::Constant(0), extent, holds)?;
            lowerer.compare(BinaryOp::LessEqual, extent, Atom::Constant(MAX_EXTENT), holds)
        })
    }

    /// The bounds are within the shape, or nothing is within the bounds.
    fn range_within(
        &mut self,
        lower: Option<&Operand>,
        upper: &Operand,
        shape: &Operand,
        holds: VariableId,
    ) -> Lowered<()> {
        let truth = self.truth(false);
        let empty = self.builder.variable("empty", ScalarType::Bool);
        self.builder.assign(empty, truth);
        let truth = self.truth(true);
        let inside = self.builder.variable("inside", ScalarType::Bool);
        self.builder.assign(inside, truth);
        let note_empty = |lowerer: &mut Self, low: Atom, high: Atom| {
            let (low, high) = (lowerer.atom(low), lowerer.atom(high));
            let nothing = lowerer.builder.binary(BinaryOp::GreaterEqual, low, high);
            let nothing = lowerer.typed(nothing)?;
            let before = lowerer.builder.read(empty);
            let either = lowerer.builder.binary(BinaryOp::Or, before, nothing);
            let either = lowerer.typed(either)?;
            lowerer.builder.assign(empty, either);
            Ok(())
        };
        let zero = Atom::Constant(0);
        if let Some(lower) = lower {
            self.pairs(lower, upper, holds, |lowerer, low, high| {
                note_empty(lowerer, low, high)?;
                lowerer.compare(BinaryOp::LessEqual, zero, low, inside)
            })?;
        }
        self.pairs(upper, shape, holds, |lowerer, high, extent| {
            if lower.is_none() {
                note_empty(lowerer, zero, high)?;
            }
            lowerer.compare(BinaryOp::LessEqual, high, extent, inside)
        })?;
        let (inside, empty) = (self.builder.read(inside), self.builder.read(empty));
        let either = self.builder.binary(BinaryOp::Or, inside, empty);
        let either = self.typed(either)?;
        self.require(holds, either)
    }

    pub(super) fn length(&mut self, ints: &Ints) -> Atom {
        match ints {
            Ints::Known(atoms) => Atom::Constant(atoms.len() as i64),
            Ints::Buffer(buffer) => {
                let length = self.builder.length(*buffer);
                Atom::Variable(self.store_index("length", length))
            }
        }
    }

    /// Compares two vectors in length, then element by element.
    fn pairs(
        &mut self,
        left: &Operand,
        right: &Operand,
        holds: VariableId,
        mut compare: impl FnMut(&mut Self, Atom, Atom) -> Lowered<()>,
    ) -> Lowered<()> {
        let (left, right) = (self.ints(left)?, self.ints(right)?);
        let lengths = (self.length(&left), self.length(&right));
        self.compare(BinaryOp::Equal, lengths.0, lengths.1, holds)?;
        match (&left, &right) {
            (Ints::Known(left), Ints::Known(right)) => {
                for (&left, &right) in left.iter().zip(right) {
                    compare(self, left, right)?;
                }
                Ok(())
            }
            _ => {
                let (left, right) = (self.ints_buffer(&left), self.ints_buffer(&right));
                let condition = self.builder.read(holds);
                let then = self.builder.open_block();
                let axis = self.index_variable("axis");
                let (from, to) = (self.builder.index(0), self.builder.length(left));
                let body = self.builder.open_block();
                let mut atoms = Vec::new();
                for buffer in [left, right] {
                    let at = self.builder.read(axis);
                    let load = self.builder.load(buffer, at);
                    let load = self.typed(load)?;
                    atoms.push(Atom::Variable(self.store_index("extent", load)));
                }
                compare(self, atoms[0], atoms[1])?;
                self.close_for(body, axis, from, to);
                self.builder.close_block();
                let otherwise = self.builder.open_block();
                self.builder.close_block();
                self.builder.push(StatementKind::If { condition, then, otherwise });
                Ok(())
            }
        }
    }
}
