//! What can be learned from conditions that hold.

use super::defs::Def;
use super::proven::Proven;
use super::prover::Prover;
use super::sum::Sum;
use super::take_apart::{MAX_COUNT, MAX_STEP};
use crate::ir::{BaseType, Condition, MAX_EXTENT, Op, Operand, Prim, Scalar};

impl Prover<'_> {
    /// What is known where a truth value is as said.
    pub(super) fn learn_truth(&self, truth: &Operand, holds: bool, facts: &mut Proven) {
        match self.defs.resolved_op(truth) {
            Some(Op::Prim(prim @ (Prim::And | Prim::Or), operands))
                if (*prim == Prim::And) == holds =>
            {
                for operand in operands {
                    self.learn_truth(operand, holds, facts);
                }
            }
            Some(Op::Prim(Prim::Not, operands)) => {
                if let [operand] = operands.as_slice()
                    && self.function.type_of(operand).base == BaseType::Bool
                {
                    self.learn_truth(operand, !holds, facts);
                }
            }
            // One branch is known to give the other truth value: the other one was taken.
            Some(Op::If { condition, then, otherwise }) => {
                let (Some(yes), Some(no)) = (then.results.first(), otherwise.results.first())
                else {
                    return;
                };
                let is_other = |operand: &Operand| {
                    operand.constant().and_then(|constant| constant.as_scalar())
                        == Some(Scalar::Bool(!holds))
                };
                if is_other(yes) {
                    self.learn_truth(condition, false, facts);
                    self.learn_truth(no, holds, facts);
                } else if is_other(no) {
                    self.learn_truth(condition, true, facts);
                    self.learn_truth(yes, holds, facts);
                }
            }
            Some(Op::Prim(prim, operands)) => {
                let [left, right] = operands.as_slice() else { return };
                self.learn_reach(*prim, left, right, holds, facts);
                if *prim == Prim::Eq && holds {
                    self.learn_whole(left, right, facts);
                    self.learn_whole(right, left, facts);
                }
                // With what is known of sizes now.
                let known = facts.clone();
                let prover = Prover { function: self.function, defs: self.defs, facts: &known };
                facts.sums.extend(prover.comparison(truth, holds).unwrap_or_default());
                prover.learn_extreme(*prim, left, right, holds, facts);
            }
            Some(_) | None => {}
        }
    }

    /// What is less than the greater of two, and not less than one of them, is less than the
    /// other one.
    fn learn_extreme(
        &self,
        prim: Prim,
        left: &Operand,
        right: &Operand,
        holds: bool,
        facts: &mut Proven,
    ) {
        let (low, high) = match (prim, holds) {
            (Prim::Lt, true) | (Prim::Ge, false) => (left, right),
            (Prim::Gt, true) | (Prim::Le, false) => (right, left),
            _ => return,
        };
        let Some(Op::Prim(Prim::Max, operands)) = self.defs.resolved_op(high) else { return };
        let [x, y] = operands.as_slice() else { return };
        if !self.is_int(x) {
            return;
        }
        let low = self.sum(low);
        for (known, other) in [(x, y), (y, x)] {
            if self.not_negative(&low.plus(&self.sum(known), -1)) {
                let less = self.sum(other).plus(&low, -1).plus(&Sum::number(1), -1);
                facts.sums.push(less);
            }
        }
    }

    /// Real numbers that are compared with constants, and counters with what is not far.
    fn learn_reach(
        &self,
        prim: Prim,
        left: &Operand,
        right: &Operand,
        holds: bool,
        facts: &mut Proven,
    ) {
        // What is not a number compares with nothing, so only what holds says something.
        let (low, high) = match (prim, holds) {
            (Prim::Le | Prim::Lt, true) => (left, right),
            (Prim::Ge | Prim::Gt, true) => (right, left),
            _ => return,
        };
        if self.is_int(low) {
            self.learn_count(low, high, facts);
            self.learn_integer(low, high, facts);
            return;
        }
        let constant = |operand: &Operand| match operand.constant()?.as_scalar()? {
            Scalar::Double(number) => Some(number),
            _ => None,
        };
        let (number, range) = match (constant(low), constant(high)) {
            (None, Some(most)) => (low, (f64::NEG_INFINITY, most)),
            (Some(least), None) => (high, (least, f64::INFINITY)),
            _ => return,
        };
        let (number, range) = match self.defs.resolved_op(number) {
            Some(Op::Prim(Prim::Abs, operands)) if range.1 < f64::INFINITY => {
                let Some(inner) = operands.first() else { return };
                (inner, (-range.1, range.1))
            }
            _ => (number, range),
        };
        if let Operand::Value(value) = self.defs.resolve(number)
            && self.function.values[value].ty.base == BaseType::Double
        {
            let known = facts.ranges.entry(value).or_insert(range);
            *known = (known.0.max(range.0), known.1.min(range.1));
        }
    }

    /// A real number that is equal to an integer.
    fn learn_whole(&self, integer: &Operand, real: &Operand, facts: &mut Proven) {
        if let Some(Op::Prim(Prim::Convert(BaseType::Double), operands)) =
            self.defs.resolved_op(integer)
            && let Some(inner) = operands.first().filter(|inner| self.is_int(inner))
            && let Operand::Value(real) = self.defs.resolve(real)
        {
            facts.wholes.entry(real).or_insert_with(|| inner.clone());
        }
    }

    /// An integer between two constants is not far.
    fn learn_integer(&self, low: &Operand, high: &Operand, facts: &mut Proven) {
        let near = |number: i64| (number.abs() < 1 << 53).then_some(number as f64);
        let (number, range) = match (low.as_int(), high.as_int()) {
            (None, Some(most)) => (low, near(most).map(|most| (f64::NEG_INFINITY, most))),
            (Some(least), None) => (high, near(least).map(|least| (least, f64::INFINITY))),
            _ => return,
        };
        if let (Operand::Value(value), Some(range)) = (self.defs.resolve(number), range) {
            let known = facts.ranges.entry(value).or_insert(range);
            *known = (known.0.max(range.0), known.1.min(range.1));
            let reach = known.0.abs().max(known.1.abs());
            if reach.is_finite() {
                facts.reaches.insert(value, reach as i128);
            }
        }
    }

    /// A counter up to something that is not far does not get far.
    fn learn_count(&self, low: &Operand, high: &Operand, facts: &mut Proven) {
        let resolved = self.defs.resolve(low);
        if let Operand::Value(value) = resolved
            && let Some(Def::Carried(Some(counter))) = self.defs.get(&resolved)
            && (0..=MAX_STEP).contains(&counter.step)
        {
            let reach = self.sum(high).reach.max(self.sum(&counter.first).reach);
            if reach < MAX_COUNT {
                let known = facts.reaches.entry(value).or_insert(reach);
                *known = (*known).min(reach);
            }
        }
    }

    /// Integers of a vector that are at most this far from zero.
    fn learn_small(&self, vector: &Operand, reach: i128, facts: &mut Proven) {
        for element in self.defs.elements(vector).unwrap_or_default() {
            if let Operand::Value(value) = self.defs.resolve(&element) {
                let known = facts.reaches.entry(value).or_insert(reach);
                *known = (*known).min(reach);
            }
        }
    }

    /// What is known behind a check that passed.
    pub(super) fn learn(&self, condition: &Condition, facts: &mut Proven) {
        facts.passed.push(condition.clone());
        let reach = i128::from(MAX_EXTENT);
        match condition {
            Condition::NonNegative(vector) => self.learn_small(vector, reach, facts),
            Condition::IndexWithin { index, shape } if self.is_shape_vector(shape) => {
                self.learn_small(index, reach, facts);
            }
            Condition::IndexWithin { .. }
            | Condition::True(_)
            | Condition::ShapesEqual(..)
            | Condition::CountsEqual(..)
            | Condition::RangeWithin { .. }
            | Condition::Length(..)
            | Condition::NonZero(_) => {}
        }
        // With what is known of sizes now.
        let known = facts.clone();
        Prover { function: self.function, defs: self.defs, facts: &known }
            .learn_sums(condition, facts);
    }

    fn learn_sums(&self, condition: &Condition, facts: &mut Proven) {
        let one = Sum::number(1);
        match condition {
            Condition::True(truth) => self.learn_truth(truth, true, facts),
            Condition::IndexWithin { index, shape } => {
                if let (Some(index), Some(shape)) = (self.scalars(index), self.scalars(shape)) {
                    for (index, extent) in index.iter().zip(&shape) {
                        facts.sums.push(index.clone());
                        facts.sums.push(extent.plus(index, -1).plus(&one, -1));
                    }
                }
            }
            Condition::ShapesEqual(left, right) => facts.equal.push((left.clone(), right.clone())),
            Condition::NonNegative(vector) => {
                facts.sums.extend(self.scalars(vector).unwrap_or_default());
            }
            Condition::CountsEqual(..)
            | Condition::RangeWithin { .. }
            | Condition::Length(..)
            | Condition::NonZero(_) => {}
        }
    }
}
