//! Reducing one operator application to a tuple.
//!
//! A reduction is exact (the result equals the term as a function, π included)
//! unless legality is assumed. What is known of extents comes from a
//! [`Knowledge`]: nothing but the arena, or the facts of a program point.

use super::{Algebra, Operator, ShapeId, Tuple};
use crate::extent::{ExtentId, Extents};
use crate::semantics::Truth;

/// What is known about extents beyond the arena.
pub(crate) trait Knowledge {
    /// Whether two extents are equal.
    fn equal(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth;
    /// Whether a ≤ b.
    fn at_most(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth;
    /// Whether the first divides the second.
    fn divides(&self, extents: &mut Extents, divisor: ExtentId, extent: ExtentId) -> Truth;

    /// Whether an extent is 1.
    fn is_one(&self, extents: &mut Extents, a: ExtentId) -> Truth {
        self.equal(extents, a, Extents::ONE)
    }

    /// Whether an extent is 0.
    fn is_zero(&self, extents: &mut Extents, a: ExtentId) -> Truth {
        self.equal(extents, a, Extents::ZERO)
    }
}

/// No facts.
pub(crate) struct Plain;

impl Knowledge for Plain {
    fn equal(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth {
        extents.equal(a, b)
    }

    fn at_most(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth {
        extents.at_most(a, b)
    }

    fn divides(&self, extents: &mut Extents, divisor: ExtentId, extent: ExtentId) -> Truth {
        extents.divides(divisor, extent)
    }
}

/// The outcome of a reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reduced {
    /// The tuple with these extents.
    Tuple(Tuple),
    /// One of the operands, or another shape that exists.
    Shape(ShapeId),
    /// The operation surely fails.
    Illegal,
    /// Not decided: the term stays lazy.
    Stuck,
}

/// The arena, what is known, and whether the result may assume legality.
pub(super) struct Reducer<'a> {
    pub(super) algebra: &'a mut Algebra,
    pub(super) knowledge: &'a dyn Knowledge,
    pub(super) assume_legal: bool,
}

impl Reducer<'_> {
    pub(super) fn equal(&mut self, a: ExtentId, b: ExtentId) -> Truth {
        self.knowledge.equal(&mut self.algebra.extents, a, b)
    }

    pub(super) fn at_most(&mut self, a: ExtentId, b: ExtentId) -> Truth {
        self.knowledge.at_most(&mut self.algebra.extents, a, b)
    }

    pub(super) fn is_one(&mut self, a: ExtentId) -> Truth {
        self.knowledge.is_one(&mut self.algebra.extents, a)
    }

    pub(super) fn is_zero(&mut self, a: ExtentId) -> Truth {
        self.knowledge.is_zero(&mut self.algebra.extents, a)
    }

    /// The extents of an operand of known rank whose legality is no concern.
    pub(super) fn known(&mut self, shape: ShapeId) -> Option<Tuple> {
        if let Some(tuple) = self.algebra.as_tuple(shape) {
            return Some(tuple);
        }
        let usable = self.assume_legal || self.algebra.is_legal(shape).is_yes();
        let rank = self.algebra.maximum_rank(shape).filter(|_| usable)?;
        Some((0..rank.max(2)).map(|axis| self.algebra.extent(shape, axis)).collect())
    }

    /// Whether operand legality is no concern.
    pub(super) fn usable(&self, shape: ShapeId) -> bool {
        self.assume_legal || self.algebra.is_legal(shape).is_yes()
    }

    pub(super) fn all_one(&mut self, extents: &[ExtentId]) -> Truth {
        extents.iter().fold(Truth::Yes, |all, &extent| all.and(self.is_one(extent)))
    }

    pub(super) fn all_zero(&mut self, extents: &[ExtentId]) -> Truth {
        extents.iter().enumerate().fold(Truth::Yes, |all, (axis, &extent)| {
            // An extent beyond the second that may be 1 may not be there at all.
            let absent = axis >= 2 && !self.is_one(extent).is_no();
            let zero = self.is_zero(extent);
            all.and(if absent && !zero.is_yes() { Truth::Maybe } else { zero })
        })
    }

    /// Whether the shape is exactly 0×0.
    pub(super) fn zero_by_zero(&mut self, extents: &[ExtentId]) -> Truth {
        let split = extents.len().min(2);
        self.all_zero(&extents[..split]).and(self.all_one(&extents[split..]))
    }

    /// Reduces any operator but ⊕.
    pub(super) fn reduce(&mut self, operator: &Operator, operands: &[ShapeId]) -> Reduced {
        match (operator, operands) {
            (Operator::Product(dialect), [a, b]) => self.product(*dialect, *a, *b),
            (Operator::LeftDivide(dialect), [a, b]) => self.left_divide(*dialect, *a, *b),
            (Operator::RightDivide(dialect), [a, b]) => self.right_divide(*dialect, *a, *b),
            (Operator::Power(dialect), [a, b]) => self.power(*dialect, *a, *b),
            (Operator::Transpose, [a]) => self.transpose(*a),
            (Operator::Permute(order), [a]) => self.permute(order, *a),
            (Operator::Squeeze, [a]) => self.squeeze(*a),
            (Operator::Concatenate(axis, rule), [a, b]) => self.concatenate(*axis, *rule, *a, *b),
            (Operator::Reduce(style, axis, dialect), [a]) => {
                self.reduction(*style, *axis, *dialect, *a)
            }
            (Operator::SetExtent(axis, extent), [a]) => self.set_extent(*axis, *extent, *a),
            (Operator::Reshape(extents), [a]) => self.reshape(extents, *a),
            (Operator::Repmat(copies), [a]) => self.repmat(copies, *a),
            (Operator::Kron(dialect), [a, b]) => self.kron(*dialect, *a, *b),
            (Operator::Diagonal, [a]) => self.diagonal(*a),
            (Operator::IndexLinear, [a, index]) => self.index_linear(*a, *index),
            (Operator::IndexLogical(count), [a, mask]) => self.index_logical(*count, *a, *mask),
            (Operator::IndexMany(subscripts), [a]) => self.index_many(subscripts, *a),
            (Operator::AssignLinear(dialect, bound), [a]) => {
                self.assign_linear(*dialect, *bound, *a)
            }
            (Operator::AssignMany(bounds), [a]) => self.assign_many(bounds, *a),
            (Operator::DeleteSlice(axis, count), [a]) => self.delete_slice(*axis, *count, *a),
            (Operator::DeleteLinear(count), [a]) => self.delete_linear(*count, *a),
            // A wrong number of operands is never legal.
            _ => Reduced::Illegal,
        }
    }
}
