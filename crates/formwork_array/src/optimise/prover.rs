//! What surely holds: a small prover for sums of extents and indices. What it knows is in
//! `facts`.
//!
//! Integers wrap around, so a sum is taken apart only where its parts are known to be
//! small: extents, indices into arrays, ranks and constants. Everything else is a number
//! of its own of which nothing is known.

use std::collections::BTreeMap;

pub(super) use super::facts::{Facts, Whole};
use super::rewrite::{Counter, Def, Defs, Range};
use crate::eval::{index_within, is_shape, range_within};
use crate::ir::{
    BaseType, Condition, Function, MAX_EXTENT, Op, Operand, Prim, Scalar, ValueId, element_count,
};

/// A number that is not taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    Value(ValueId),
    Element(ValueId, usize),
}

/// A sum of multiples of atoms and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) terms: BTreeMap<Atom, i128>,
    pub(super) constant: i128,
    /// No number on the way to this sum is further from zero.
    pub(super) reach: i128,
}

/// Sums that reach further may have wrapped around.
pub(super) const MAX_REACH: i128 = 1 << 62;

impl Sum {
    pub(super) fn number(constant: i128) -> Sum {
        Sum { terms: BTreeMap::new(), constant, reach: constant.abs() }
    }

    pub(super) fn plus(&self, other: &Sum, factor: i128) -> Sum {
        let mut sum = self.clone();
        for (atom, coefficient) in &other.terms {
            let total = sum.terms.entry(*atom).or_default();
            *total += coefficient * factor;
            if *total == 0 {
                sum.terms.remove(atom);
            }
        }
        sum.constant += other.constant * factor;
        sum.reach += other.reach * factor.abs();
        sum
    }
}

/// No program makes so many rounds that a counter of them gets further.
pub(super) const MAX_COUNT: i128 = 1 << 60;
/// A counter by more than one counts if something bounds it.
pub(super) const MAX_STEP: i64 = 1 << 16;
/// How many sums one question may lead to.
const FUEL: usize = 4000;

/// Whether an index is surely not negative: where the body runs, the range is not empty, and
/// begins at zero or lies within a shape.
fn is_natural(range: &Range) -> bool {
    range.lower.is_none() || !range.within.is_empty()
}

pub(super) struct Prover<'p> {
    pub(super) function: &'p Function,
    pub(super) defs: &'p Defs,
    pub(super) facts: &'p Facts,
}

impl Prover<'_> {
    /// The sum that an integer is.
    pub(super) fn sum(&self, operand: &Operand) -> Sum {
        self.sum_within(operand, 12)
    }

    pub(super) fn sum_within(&self, operand: &Operand, depth: usize) -> Sum {
        let operand = self.defs.resolve(operand);
        let value = match &operand {
            Operand::Constant(array) => {
                return Sum::number(i128::from(array.as_int().unwrap_or(i64::MAX)));
            }
            Operand::Value(value) => *value,
        };
        let atom = |reach: i128| Sum {
            terms: BTreeMap::from([(Atom::Value(value), 1)]),
            constant: 0,
            reach,
        };
        let unknown = || atom(self.facts.reaches.get(&value).copied().unwrap_or(MAX_REACH));
        if depth == 0 {
            return unknown();
        }
        match self.defs.get(&operand) {
            Some(Def::Op(op, 0)) => match &**op {
                Op::Dim(_) => atom(1 << 16),
                Op::Prim(prim @ (Prim::Add | Prim::Sub), operands) => match operands.as_slice() {
                    [left, right]
                        if self.function.type_of(left).base == crate::ir::BaseType::Int =>
                    {
                        let left = self.sum_within(left, depth - 1);
                        let right = self.sum_within(right, depth - 1);
                        let sum = left.plus(&right, if *prim == Prim::Add { 1 } else { -1 });
                        if sum.reach < MAX_REACH { sum } else { unknown() }
                    }
                    _ => unknown(),
                },
                Op::Prim(Prim::Mul, operands) => match operands.as_slice() {
                    [left, right] => {
                        let (left, right) =
                            (self.sum_within(left, depth - 1), self.sum_within(right, depth - 1));
                        let product = match (left.terms.is_empty(), right.terms.is_empty()) {
                            (true, _) if left.constant.abs() < 1 << 20 => {
                                Sum::number(0).plus(&right, left.constant)
                            }
                            (_, true) if right.constant.abs() < 1 << 20 => {
                                Sum::number(0).plus(&left, right.constant)
                            }
                            _ => return unknown(),
                        };
                        if product.reach < MAX_REACH { product } else { unknown() }
                    }
                    _ => unknown(),
                },
                Op::Prim(Prim::Convert(BaseType::Int), operands) => {
                    // Cut off towards zero.
                    let reach = operands.first().and_then(|number| self.reach_of(number));
                    reach.map_or_else(unknown, atom)
                }
                Op::Prim(Prim::Max | Prim::Min, operands)
                    if operands.first().is_some_and(|x| self.is_int(x)) =>
                {
                    let reaches =
                        operands.iter().map(|operand| self.sum_within(operand, depth - 1).reach);
                    atom(reaches.max().unwrap_or(MAX_REACH))
                }
                Op::Prim(Prim::Mod, operands) => match operands.as_slice() {
                    [_, divisor] if self.is_int(divisor) => {
                        atom(self.sum_within(divisor, depth - 1).reach)
                    }
                    _ => unknown(),
                },
                Op::Sel { index, array } => match index.as_ints().as_deref() {
                    Some([at]) => usize::try_from(*at)
                        .map_or_else(|_| unknown(), |at| self.element(array, at, depth - 1)),
                    _ => unknown(),
                },
                _ => unknown(),
            },
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
        Sum { terms: BTreeMap::from([(Atom::Element(value, at), 1)]), constant: 0, reach }
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
            return self
                .facts
                .sums
                .iter()
                .any(|fact| fact.terms == sum.terms && fact.constant <= sum.constant)
                || (sum.terms.is_empty() && sum.constant >= 0);
        }
        let mut fuel = FUEL;
        self.search(sum, 3, &mut fuel)
    }

    fn search(&self, sum: &Sum, depth: usize, fuel: &mut usize) -> bool {
        let mut rest = sum.clone();
        rest.terms.retain(|atom, coefficient| *coefficient < 0 || !self.is_extent(*atom));
        if rest.terms.is_empty() && rest.constant >= 0 {
            return true;
        }
        if depth == 0 || *fuel == 0 {
            return false;
        }
        *fuel -= 1;
        let mut all: Vec<Sum> = self.facts.sums.clone();
        for atom in sum.terms.keys() {
            all.extend(self.bounds(*atom));
        }
        all.iter().any(|fact| {
            fact.reach < MAX_REACH
                && fact.terms.iter().any(|(atom, coefficient)| {
                    sum.terms.get(atom).is_some_and(|other| other.signum() == coefficient.signum())
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
                    (range.clone(), axis, self.element(&Operand::Value(value), axis, 8))
                }
                Some(Def::Op(..) | Def::IndexScalar(..) | Def::Carried(_)) | None => {
                    return Vec::new();
                }
            },
        };
        let mut sums = Vec::new();
        if let Some(lower) = &range.lower {
            sums.push(value.plus(&self.element(lower, axis, 8), -1));
        }
        for upper in std::iter::once(&range.upper).chain(&range.within) {
            sums.push(self.element(upper, axis, 8).plus(&value, -1).plus(&Sum::number(1), -1));
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
                    fact.constant <= 0 && fact.terms.len() == 1 && fact.terms.get(atom) == Some(&1)
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
        sum.constant >= 0
            && sum.terms.iter().all(|(atom, coefficient)| *coefficient > 0 && one(atom))
    }

    /// Whether two vectors are surely equal.
    pub(super) fn equal(&self, left: &Operand, right: &Operand) -> bool {
        let mut reached = vec![left.clone()];
        let mut next = 0;
        while next < reached.len() && reached.len() < 32 {
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
                        difference.terms.is_empty() && difference.constant == 0
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
        Some((0..length).map(|at| self.element(vector, at, 8)).collect())
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
            .filter(|&length| length <= 16)
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
                (sum.terms.is_empty() && sum.constant != 0)
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
            .terms
            .iter()
            .find(|(atom, coefficient)| **coefficient == 1 && self.is_extent(**atom));
        if let Some((atom, _)) = extent {
            above.terms.remove(atom);
            above.constant -= i128::from(MAX_EXTENT);
        }
        let ranks: i128 = above
            .terms
            .iter()
            .filter(|(atom, coefficient)| **coefficient < 0 && self.is_rank(**atom))
            .map(|(_, coefficient)| coefficient << 16)
            .sum();
        above.terms.retain(|atom, coefficient| *coefficient > 0 || !self.is_rank(*atom));
        above.constant += ranks;
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
            let from_zero = super::rewrite::starts_at_zero(self.defs, range.lower.as_ref())
                || !range.within.is_empty();
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
            (_, [left, right]) if self.function.type_of(left).base == crate::ir::BaseType::Int => {
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
