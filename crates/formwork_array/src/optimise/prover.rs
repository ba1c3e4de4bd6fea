//! What surely holds: a small prover for sums of extents and indices. What it knows is in
//! `facts`, how it takes integers apart in `take_apart`.

use super::defs::{Counter, Def, Defs, Range, starts_at_zero};
use super::proven::Proven;
use super::sum::{Atom, MAX_REACH, RANK_BITS, Sum};
use crate::ir::{
    BaseType, Condition, Function, MAX_EXTENT, Op, Operand, Prim, Scalar, element_count,
    index_within, range_within,
};

/// How many sums one question may lead to.
const FUEL: usize = 4000;
/// How many operations deep elements of vectors are taken apart.
const ELEMENT_DEPTH: usize = 8;
/// How many vectors are found to be equal to one.
const MAX_EQUAL: usize = 32;
/// Vectors that are longer are not looked at element by element.
const MAX_LENGTH: usize = 16;
/// How many facts one proof may add up.
const MAX_FACTS: usize = 3;

/// Whether an index is surely not negative: where the body runs, the range is not empty, and
/// begins at zero or lies within a shape.
fn is_natural(range: &Range) -> bool {
    range.lower.is_none() || !range.within.is_empty()
}

pub(super) struct Prover<'p> {
    pub(super) function: &'p Function,
    pub(super) defs: &'p Defs,
    pub(super) facts: &'p Proven,
}

impl Prover<'_> {
    fn is_extent(&self, atom: Atom) -> bool {
        match atom {
            Atom::Element(value, _) => {
                let operand = Operand::Value(value);
                match self.defs.get(&operand) {
                    Some(Def::IndexVector(range)) => is_natural(range),
                    _ => self.is_shape_vector(&operand),
                }
            }
            Atom::Value(value) => match self.defs.get(&Operand::Value(value)) {
                Some(Def::Op(op, _)) => matches!(&**op, Op::Dim(_)),
                Some(Def::IndexScalar(range, _)) => is_natural(range),
                Some(Def::IndexVector(_) | Def::Carried(_)) | None => false,
            },
        }
    }

    /// Whether a sum is surely not negative.
    pub(super) fn not_negative(&self, sum: &Sum) -> bool {
        if sum.reach >= MAX_REACH {
            // Numbers of any size: only what was said of the same ones helps.
            return self.facts.sums.iter().any(|fact| {
                fact.linear.terms == sum.linear.terms && fact.linear.constant <= sum.linear.constant
            }) || (sum.linear.terms.is_empty() && sum.linear.constant >= 0);
        }
        let mut fuel = FUEL;
        self.search(sum, MAX_FACTS, &mut fuel)
    }

    fn search(&self, sum: &Sum, depth: usize, fuel: &mut usize) -> bool {
        let mut rest = sum.clone();
        rest.linear.terms.retain(|atom, coefficient| *coefficient < 0 || !self.is_extent(*atom));
        if rest.linear.terms.is_empty() && rest.linear.constant >= 0 {
            return true;
        }
        if depth == 0 || *fuel == 0 {
            return false;
        }
        *fuel -= 1;
        let mut all: Vec<Sum> = self.facts.sums.clone();
        for atom in sum.linear.terms.keys() {
            all.extend(self.bounds(*atom));
        }
        all.iter().any(|fact| {
            fact.reach < MAX_REACH
                && fact.linear.terms.iter().any(|(atom, coefficient)| {
                    sum.linear
                        .terms
                        .get(atom)
                        .is_some_and(|other| other.signum() == coefficient.signum())
                })
                && self.search(&sum.plus(fact, -1), depth - 1, fuel)
        })
    }

    /// What a generator says of an index, a loop of its counter, an operation of its value.
    fn bounds(&self, atom: Atom) -> Vec<Sum> {
        let (range, axis, value) = match atom {
            Atom::Value(value) => {
                let operand = Operand::Value(value);
                match self.defs.get(&operand) {
                    Some(Def::IndexScalar(range, axis)) => {
                        (range.clone(), *axis, self.sum(&operand))
                    }
                    Some(Def::Carried(Some(counter))) => return self.counted(&operand, counter),
                    Some(Def::Op(op, 0)) => return self.computed(&operand, op),
                    Some(Def::Op(..) | Def::IndexVector(_) | Def::Carried(None)) | None => {
                        return Vec::new();
                    }
                }
            }
            Atom::Element(value, axis) => match self.defs.get(&Operand::Value(value)) {
                Some(Def::IndexVector(range)) => {
                    (range.clone(), axis, self.element(&Operand::Value(value), axis, ELEMENT_DEPTH))
                }
                Some(Def::Op(..) | Def::IndexScalar(..) | Def::Carried(_)) | None => {
                    return Vec::new();
                }
            },
        };
        let mut sums = Vec::new();
        if let Some(lower) = &range.lower {
            sums.push(value.plus(&self.element(lower, axis, ELEMENT_DEPTH), -1));
        }
        for upper in std::iter::once(&range.upper).chain(&range.within) {
            sums.push(
                self.element(upper, axis, ELEMENT_DEPTH).plus(&value, -1).plus(&Sum::number(1), -1),
            );
        }
        sums
    }

    /// A counter never comes back behind what it was at first.
    fn counted(&self, value: &Operand, counter: &Counter) -> Vec<Sum> {
        let (value, first) = (self.sum(value), self.sum(&counter.first));
        if value.reach >= MAX_REACH {
            return Vec::new();
        }
        vec![if counter.step >= 0 { value.plus(&first, -1) } else { first.plus(&value, -1) }]
    }

    /// What the operation that computes a number says of it.
    fn computed(&self, value: &Operand, op: &Op) -> Vec<Sum> {
        let Op::Prim(prim, operands) = op else { return Vec::new() };
        let [x, y] = operands.as_slice() else { return Vec::new() };
        if !self.is_int(x) {
            return Vec::new();
        }
        let (own, x, y) = (self.sum(value), self.sum(x), self.sum(y));
        match prim {
            Prim::Max => vec![own.plus(&x, -1), own.plus(&y, -1)],
            Prim::Min => vec![x.plus(&own, -1), y.plus(&own, -1)],
            // The rest has the sign of what is divided, and is nearer to zero than the divisor.
            Prim::Mod if self.is_plainly_not_negative(&x) => {
                let mut sums = vec![own.clone()];
                if self.is_plainly_not_negative(&y) {
                    sums.push(y.plus(&own, -1).plus(&Sum::number(1), -1));
                }
                sums
            }
            _ => Vec::new(),
        }
    }

    /// Whether every part of a sum is known not to be negative, without a search.
    fn is_plainly_not_negative(&self, sum: &Sum) -> bool {
        let one = |atom: &Atom| {
            self.is_extent(*atom)
                || self.facts.sums.iter().any(|fact| {
                    fact.linear.constant <= 0
                        && fact.linear.terms.len() == 1
                        && fact.linear.terms.get(atom) == Some(&1)
                })
                || match atom {
                    Atom::Value(value) => match self.defs.get(&Operand::Value(*value)) {
                        Some(Def::Carried(Some(counter))) => {
                            counter.step >= 0
                                && sum.reach < MAX_REACH
                                && counter.first.as_int().is_some_and(|first| first >= 0)
                        }
                        _ => false,
                    },
                    Atom::Element(..) => false,
                }
        };
        sum.linear.constant >= 0
            && sum.linear.terms.iter().all(|(atom, coefficient)| *coefficient > 0 && one(atom))
    }

    /// Whether two vectors are surely equal.
    pub(super) fn equal(&self, left: &Operand, right: &Operand) -> bool {
        let mut reached = vec![left.clone()];
        let mut next = 0;
        while next < reached.len() && reached.len() < MAX_EQUAL {
            let current = reached[next].clone();
            next += 1;
            if self.defs.same(&current, right) {
                return true;
            }
            for (one, other) in &self.facts.equal {
                for (from, to) in [(one, other), (other, one)] {
                    if self.defs.same(&current, from) && !reached.contains(to) {
                        reached.push(to.clone());
                    }
                }
            }
        }
        match (self.scalars(left), self.scalars(right)) {
            (Some(left), Some(right)) => {
                left.len() == right.len()
                    && left.iter().zip(&right).all(|(left, right)| {
                        let difference = left.plus(right, -1);
                        difference.linear.terms.is_empty() && difference.linear.constant == 0
                            || self.not_negative(&difference)
                                && self.not_negative(&right.plus(left, -1))
                    })
            }
            _ => false,
        }
    }

    /// The elements of a vector of known length.
    pub(super) fn scalars(&self, vector: &Operand) -> Option<Vec<Sum>> {
        let length = self.length(vector)?;
        Some((0..length).map(|at| self.element(vector, at, ELEMENT_DEPTH)).collect())
    }

    fn length(&self, vector: &Operand) -> Option<usize> {
        if let Some(elements) = self.defs.elements(vector) {
            return Some(elements.len());
        }
        let known = self.function.type_of(vector);
        known
            .class
            .known()
            .and_then(|length| usize::try_from(*length.first()?).ok())
            .filter(|&length| length <= MAX_LENGTH)
    }

    /// Whether a condition surely holds.
    pub(super) fn holds(&self, condition: &Condition) -> bool {
        if self.facts.passed.contains(condition) {
            return true;
        }
        match condition {
            Condition::True(truth) => self.is_true(truth),
            Condition::IndexWithin { index, shape } => self.index_within(index, shape),
            Condition::ShapesEqual(left, right) => self.equal(left, right),
            Condition::CountsEqual(left, right) => {
                let known = match (left.as_ints(), right.as_ints()) {
                    (Some(left), Some(right)) => {
                        let count = element_count(&left);
                        count.is_some() && count == element_count(&right)
                    }
                    _ => false,
                };
                known
                    || (self.equal(left, right)
                        && (self.is_shape_vector(left) || self.is_shape_vector(right)))
            }
            Condition::RangeWithin { lower, upper, shape } => {
                self.range_within(lower.as_ref(), upper, shape)
            }
            Condition::Length(vector, length) => {
                let length = length.as_int().and_then(|length| usize::try_from(length).ok());
                length.is_some() && self.length(vector) == length
            }
            Condition::NonNegative(vector) => {
                self.is_shape_vector(vector)
                    || self.scalars(vector).is_some_and(|elements| {
                        elements
                            .iter()
                            .all(|element| self.is_small(element) && self.not_negative(element))
                    })
            }
            Condition::NonZero(number) => {
                let sum = self.sum(number);
                let one = Sum::number(1);
                (sum.linear.terms.is_empty() && sum.linear.constant != 0)
                    || self.not_negative(&sum.plus(&one, -1))
                    || self.not_negative(&Sum::number(-1).plus(&sum, -1))
            }
        }
    }

    /// Whether a sum is surely not above the greatest extent.
    fn is_small(&self, sum: &Sum) -> bool {
        let limit = Sum::number(i128::from(MAX_EXTENT));
        let mut above = limit.plus(sum, -1);
        // One extent is at most the greatest extent.
        let extent = sum
            .linear
            .terms
            .iter()
            .find(|(atom, coefficient)| **coefficient == 1 && self.is_extent(**atom));
        if let Some((atom, _)) = extent {
            above.linear.terms.remove(atom);
            above.linear.constant -= i128::from(MAX_EXTENT);
        }
        let ranks: i128 = above
            .linear
            .terms
            .iter()
            .filter(|(atom, coefficient)| **coefficient < 0 && self.is_rank(**atom))
            .map(|(_, coefficient)| coefficient << RANK_BITS)
            .sum();
        above.linear.terms.retain(|atom, coefficient| *coefficient > 0 || !self.is_rank(*atom));
        above.linear.constant += ranks;
        sum.reach < MAX_REACH && self.not_negative(&above) || sum.reach <= i128::from(MAX_EXTENT)
    }

    fn is_rank(&self, atom: Atom) -> bool {
        match atom {
            Atom::Value(value) => matches!(self.defs.op(&Operand::Value(value)), Some(Op::Dim(_))),
            Atom::Element(..) => false,
        }
    }

    fn index_within(&self, index: &Operand, shape: &Operand) -> bool {
        if let (Some(index), Some(shape)) = (index.as_ints(), shape.as_ints()) {
            return index_within(&index, &shape);
        }
        if let Some(Def::IndexVector(range)) = self.defs.get(&self.defs.resolve(index)) {
            let from_zero =
                starts_at_zero(self.defs, range.lower.as_ref()) || !range.within.is_empty();
            if from_zero
                && std::iter::once(&range.upper)
                    .chain(&range.within)
                    .any(|upper| self.equal(upper, shape))
            {
                return true;
            }
        }
        let (Some(index), Some(shape)) = (self.scalars(index), self.scalars(shape)) else {
            return false;
        };
        index.len() == shape.len()
            && index.iter().zip(&shape).all(|(index, extent)| {
                self.not_negative(index)
                    && self.not_negative(&extent.plus(index, -1).plus(&Sum::number(1), -1))
            })
    }

    fn range_within(&self, lower: Option<&Operand>, upper: &Operand, shape: &Operand) -> bool {
        if let (Some(upper), Some(shape)) = (upper.as_ints(), shape.as_ints()) {
            let lower = match lower {
                None => Some(vec![0; upper.len()]),
                Some(lower) => lower.as_ints(),
            };
            if let Some(lower) = lower {
                return range_within(&lower, &upper, &shape);
            }
        }
        let below = match lower {
            None => true,
            Some(lower) => {
                self.is_shape_vector(lower) && self.same_length(lower, shape)
                    || self.scalars(lower).is_some_and(|elements| {
                        Some(elements.len()) == self.length(shape)
                            && elements.iter().all(|element| self.not_negative(element))
                    })
            }
        };
        let above = self.equal(upper, shape)
            || match (self.scalars(upper), self.scalars(shape)) {
                (Some(upper), Some(shape)) => {
                    upper.len() == shape.len()
                        && upper
                            .iter()
                            .zip(&shape)
                            .all(|(upper, extent)| self.not_negative(&extent.plus(upper, -1)))
                }
                _ => false,
            };
        below && above
    }

    fn same_length(&self, left: &Operand, right: &Operand) -> bool {
        match (self.length(left), self.length(right)) {
            (Some(left), Some(right)) => left == right,
            _ => match (self.function.attributes_of(left), self.function.attributes_of(right)) {
                (Some(left), Some(right)) => self.equal(&left.shape, &right.shape),
                _ => false,
            },
        }
    }

    fn is_true(&self, truth: &Operand) -> bool {
        if let Some(constant) = truth.constant() {
            return constant.as_scalar() == Some(Scalar::Bool(true));
        }
        self.comparison(truth, true)
            .is_some_and(|sums| sums.iter().all(|sum| self.not_negative(sum)))
    }

    /// The sums that are not negative if a comparison of integers is as said.
    pub(super) fn comparison(&self, truth: &Operand, holds: bool) -> Option<Vec<Sum>> {
        let Op::Prim(prim, operands) = self.defs.resolved_op(truth)? else { return None };
        match (prim, operands.as_slice()) {
            (Prim::Not, [inner]) => self.comparison(inner, !holds),
            (Prim::And, [left, right]) if holds => {
                let mut sums = self.comparison(left, true)?;
                sums.extend(self.comparison(right, true)?);
                Some(sums)
            }
            (_, [left, right]) if self.function.type_of(left).base == BaseType::Int => {
                let (left, right) = (self.sum(left), self.sum(right));
                let one = Sum::number(1);
                let less = |left: &Sum, right: &Sum| right.plus(left, -1).plus(&one, -1);
                let at_most = |left: &Sum, right: &Sum| right.plus(left, -1);
                Some(match (prim, holds) {
                    (Prim::Lt, true) | (Prim::Ge, false) => vec![less(&left, &right)],
                    (Prim::Le, true) | (Prim::Gt, false) => vec![at_most(&left, &right)],
                    (Prim::Gt, true) | (Prim::Le, false) => vec![less(&right, &left)],
                    (Prim::Ge, true) | (Prim::Lt, false) => vec![at_most(&right, &left)],
                    (Prim::Eq, true) | (Prim::Ne, false) => {
                        vec![at_most(&left, &right), at_most(&right, &left)]
                    }
                    _ => return None,
                })
            }
            _ => None,
        }
    }
}
