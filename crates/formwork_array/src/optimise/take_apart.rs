//! Integers taken apart into sums.
//!
//! Integers wrap around, so a sum is taken apart only where its parts are known to be
//! small: extents, indices into arrays, ranks and constants. Everything else is a number
//! of its own of which nothing is known.

use super::defs::{Def, Range};
use super::prover::Prover;
use super::sum::{Atom, MAX_REACH, RANK_BITS, Sum};
use crate::ir::{BaseType, Condition, MAX_EXTENT, Op, Operand, Prim, ValueId, is_shape};

/// No program makes so many iterations that a counter of them gets further.
pub(super) const MAX_COUNT: i128 = 1 << 60;
/// A counter by more than one counts if something bounds it.
pub(super) const MAX_STEP: i64 = 1 << 16;
/// How many operations deep an integer is taken apart.
const MAX_DEPTH: usize = 12;
/// Products with numbers further from zero are not taken apart.
const MAX_FACTOR: i128 = 1 << 20;

impl Prover<'_> {
    /// The sum that an integer is.
    pub(super) fn sum(&self, operand: &Operand) -> Sum {
        self.sum_within(operand, MAX_DEPTH)
    }

    pub(super) fn sum_within(&self, operand: &Operand, depth: usize) -> Sum {
        let operand = self.defs.resolve(operand);
        let value = match &operand {
            Operand::Constant(array) => {
                return Sum::number(i128::from(array.as_int().unwrap_or(i64::MAX)));
            }
            Operand::Value(value) => *value,
        };
        let atom = |reach: i128| Sum::atom(Atom::Value(value), reach);
        let unknown = || atom(self.facts.reaches.get(&value).copied().unwrap_or(MAX_REACH));
        if depth == 0 {
            return unknown();
        }
        match self.defs.get(&operand) {
            Some(Def::Op(op, 0)) => self.sum_of(op, value, depth - 1).unwrap_or_else(unknown),
            Some(Def::IndexScalar(range, axis)) => atom(self.index_reach(range, *axis, depth)),
            Some(Def::Carried(Some(counter)))
                if counter.step.abs() == 1 && !self.facts.reaches.contains_key(&value) =>
            {
                let first = self.sum_within(&counter.first, depth - 1);
                if first.reach < MAX_COUNT { atom(MAX_COUNT + first.reach) } else { unknown() }
            }
            Some(Def::Op(..) | Def::IndexVector(_) | Def::Carried(_)) | None => unknown(),
        }
    }

    /// The sum that the result of an operation is, or how far it reaches, if that is known.
    fn sum_of(&self, op: &Op, value: ValueId, depth: usize) -> Option<Sum> {
        let atom = |reach: i128| Sum::atom(Atom::Value(value), reach);
        match op {
            Op::Dim(_) => Some(atom(1 << RANK_BITS)),
            Op::Prim(prim, operands) => match (prim, operands.as_slice()) {
                (Prim::Add | Prim::Sub, [left, right]) if self.is_int(left) => {
                    let left = self.sum_within(left, depth);
                    let right = self.sum_within(right, depth);
                    let sum = left.plus(&right, if *prim == Prim::Add { 1 } else { -1 });
                    (sum.reach < MAX_REACH).then_some(sum)
                }
                (Prim::Mul, [left, right]) => self.product(left, right, depth),
                // Cut off towards zero.
                (Prim::Convert(BaseType::Int), [number]) => self.reach_of(number).map(atom),
                (Prim::Max | Prim::Min, [first, ..]) if self.is_int(first) => {
                    let reaches =
                        operands.iter().map(|operand| self.sum_within(operand, depth).reach);
                    reaches.max().map(atom)
                }
                (Prim::Mod, [_, divisor]) if self.is_int(divisor) => {
                    Some(atom(self.sum_within(divisor, depth).reach))
                }
                _ => None,
            },
            Op::Sel { index, array } => match index.as_ints().as_deref() {
                Some([at]) => Some(self.element(array, usize::try_from(*at).ok()?, depth)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The multiple that a product with a small constant is.
    fn product(&self, left: &Operand, right: &Operand, depth: usize) -> Option<Sum> {
        let (left, right) = (self.sum_within(left, depth), self.sum_within(right, depth));
        let is_factor =
            |sum: &Sum| sum.linear.terms.is_empty() && sum.linear.constant.abs() < MAX_FACTOR;
        let product = if is_factor(&left) {
            Sum::number(0).plus(&right, left.linear.constant)
        } else if is_factor(&right) {
            Sum::number(0).plus(&left, right.linear.constant)
        } else {
            return None;
        };
        (product.reach < MAX_REACH).then_some(product)
    }

    pub(super) fn is_int(&self, operand: &Operand) -> bool {
        self.function.type_of(operand).base == BaseType::Int
    }

    /// How far from zero a real number is at most, if that is known.
    pub(super) fn reach_of(&self, number: &Operand) -> Option<i128> {
        let (low, high) = self.facts.ranges.get(&self.defs.resolve(number).value()?)?;
        let reach = low.abs().max(high.abs()).ceil();
        (reach < 1e18).then_some(reach as i128)
    }

    /// An element of a vector.
    pub(super) fn element(&self, vector: &Operand, at: usize, depth: usize) -> Sum {
        if let Some(elements) = self.defs.elements(vector) {
            return match elements.get(at) {
                Some(element) => self.sum_within(element, depth),
                None => Sum::number(i128::from(i64::MAX)),
            };
        }
        let vector = self.defs.resolve(vector);
        let Operand::Value(value) = vector else { return Sum::number(i128::from(i64::MAX)) };
        let reach = match self.defs.get(&vector) {
            Some(Def::IndexVector(range)) => self.index_reach(range, at, depth),
            _ if self.is_shape_vector(&vector) => i128::from(MAX_EXTENT),
            _ => MAX_REACH,
        };
        Sum::atom(Atom::Element(value, at), reach)
    }

    /// How far from zero an element of an index is at most: that of a fold, as far as its bounds.
    fn index_reach(&self, range: &Range, axis: usize, depth: usize) -> i128 {
        if !range.within.is_empty() {
            return i128::from(MAX_EXTENT);
        }
        if depth == 0 {
            return MAX_REACH;
        }
        let reach = |bound: &Operand| self.element(bound, axis, depth - 1).reach;
        let lower = range.lower.as_ref().map_or(0, reach);
        lower.max(reach(&range.upper))
    }

    /// Whether a vector is surely the shape of an array.
    pub(super) fn is_shape_vector(&self, vector: &Operand) -> bool {
        if let Some(extents) = vector.as_ints() {
            return is_shape(&extents);
        }
        let resolved = self.defs.resolve(vector);
        matches!(self.defs.op(&resolved), Some(Op::Shape(_)))
            || self.facts.passed.iter().any(|condition| match condition {
                Condition::NonNegative(checked) => self.defs.same(checked, vector),
                _ => false,
            })
    }
}
