//! Learning: assuming conditions and propagating what follows.

use super::query::RECENT;
use super::{Facts, Requirement, Undo};
use crate::extent::{Congruence, ExtentId, Extents, Interval, Unknown};
use crate::semantics::Truth;
use crate::shape::{Algebra, Node, ShapeId, VariableKind};
use std::rc::Rc;

/// Rounds of propagation through undecided disjunctions.
const PROPAGATION_ROUNDS: usize = 4;

/// Undecided disjunctions kept.
const MAXIMUM_CLAUSES: usize = 32;

/// How far excluded values push a bound.
const MAXIMUM_SHAVES: usize = 4;

impl Facts {
    /// Learns that a condition holds.
    pub fn assume(&mut self, algebra: &mut Algebra, requirement: Requirement) {
        if requirement == Requirement::True || self.contradiction {
            return;
        }
        self.assumptions.push(requirement.clone());
        self.changes += 1;
        let mut before = self.knowledge();
        self.learn(algebra, requirement);
        for _ in 0..PROPAGATION_ROUNDS {
            // Only something new about extents can decide a disjunction.
            if self.knowledge() == before {
                break;
            }
            let touched = self.touched_since(algebra.extents_mut(), before);
            before = self.knowledge();
            self.propagate(algebra, touched);
        }
        self.changes += 1;
    }

    /// How much is known: grows with everything learnt but disjunctions.
    fn knowledge(&self) -> (usize, usize) {
        (self.trail.len(), self.nonnegative.len())
    }

    /// Learns that a shape was computed: its last operation succeeded.
    pub fn assume_legal(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        let requirement = algebra.legality(shape);
        self.assume(algebra, requirement);
        self.assume(algebra, Requirement::Legal(shape));
        let implied = algebra.implied_by_legality(shape);
        self.assume(algebra, implied);
    }

    /// Learns that a shape is scalar.
    pub fn assume_scalar(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        if let Node::Variable(variable) = *algebra.node(shape) {
            self.set_shape(variable, Algebra::SCALAR);
        }
        let requirement = algebra.scalar_requirement(shape);
        self.assume(algebra, requirement);
    }

    /// Learns that a shape has rank two.
    pub fn assume_matrix(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        self.assume(algebra, Requirement::Matrix(shape));
    }

    /// Learns that a shape is a row or a column (or scalar).
    pub fn assume_vector(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        self.assume_matrix(algebra, shape);
        let (rows, columns) = (algebra.extent(shape, 0), algebra.extent(shape, 1));
        let requirement = Requirement::any([
            Requirement::Equal(rows, Extents::ONE),
            Requirement::Equal(columns, Extents::ONE),
        ]);
        self.assume(algebra, requirement);
    }

    /// Learns that a shape is a square matrix.
    pub fn assume_square(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        self.assume_matrix(algebra, shape);
        let (rows, columns) = (algebra.extent(shape, 0), algebra.extent(shape, 1));
        self.assume(algebra, Requirement::Equal(rows, columns));
    }

    /// Learns that a shape is that of a square matrix, or of a matrix without elements.
    pub fn assume_square_or_empty(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        self.assume_matrix(algebra, shape);
        let (rows, columns) = (algebra.extent(shape, 0), algebra.extent(shape, 1));
        let cases = [(rows, columns), (rows, Extents::ZERO), (columns, Extents::ZERO)];
        let cases = cases.map(|(a, b)| Requirement::Equal(a, b));
        self.assume(algebra, Requirement::any(cases));
    }

    /// Learns that an array has elements.
    pub fn assume_nonempty(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        let rank = algebra.maximum_rank(shape).unwrap_or(2);
        for axis in 0..rank {
            let extent = algebra.extent(shape, axis);
            self.assume(algebra, Requirement::AtMost(Extents::ONE, extent));
        }
        let count = algebra.count(shape);
        self.assume(algebra, Requirement::AtMost(Extents::ONE, count));
    }

    fn set_shape(&mut self, variable: crate::shape::VariableId, shape: ShapeId) {
        let old = self.shapes.variables.insert(variable, shape);
        self.shapes_and_names.variables.insert(variable, shape);
        self.note(Undo::Shape(variable, old));
    }

    fn contradict(&mut self) {
        self.contradiction = true;
    }

    fn learn(&mut self, algebra: &mut Algebra, requirement: Requirement) {
        match self.truth(algebra, &requirement) {
            Truth::Yes => return,
            Truth::No => return self.contradict(),
            Truth::Maybe => {}
        }
        match requirement {
            Requirement::True => {}
            Requirement::False => self.contradict(),
            Requirement::Equal(a, b) => self.learn_equal(algebra.extents_mut(), a, b),
            Requirement::Different(a, b) => {
                let extents = algebra.extents_mut();
                let (a, b) = (self.representative(extents, a), self.representative(extents, b));
                let difference = extents.subtract(a, b);
                self.nonzeros.insert(difference, ());
                self.note(Undo::Nonzero(difference));
                self.shave(extents, a, b);
                self.shave(extents, b, a);
            }
            Requirement::AtMost(a, b) => self.learn_at_most(algebra.extents_mut(), a, b),
            Requirement::Divides(divisor, extent) => {
                self.learn_divides(algebra.extents_mut(), divisor, extent);
            }
            Requirement::Legal(shape) => {
                if self.legal.insert(shape) {
                    self.note(Undo::Legal(shape));
                }
            }
            Requirement::Matrix(shape) => self.learn_matrix(algebra, shape),
            Requirement::All(parts) => {
                for part in parts {
                    self.learn(algebra, part);
                }
            }
            Requirement::Any(parts) => {
                let mut open: Vec<Requirement> = parts
                    .into_iter()
                    .filter(|part| self.truth(algebra, part) == Truth::Maybe)
                    .collect();
                if open.len() == 1 {
                    return self.learn(algebra, open.remove(0));
                }
                // Forgetting an old disjunction is sound and keeps every step
                // of a long program equally cheap.
                let clauses = Rc::make_mut(&mut self.clauses);
                if clauses.len() >= MAXIMUM_CLAUSES {
                    clauses.remove(0);
                }
                clauses.push(Requirement::Any(open));
            }
        }
    }

    fn learn_matrix(&mut self, algebra: &mut Algebra, shape: ShapeId) {
        match algebra.node(shape).clone() {
            Node::Variable(variable)
                if algebra.variable_name(variable).1 == VariableKind::AnyRank =>
            {
                let (rows, columns) = (algebra.extent(shape, 0), algebra.extent(shape, 1));
                let tuple = algebra.tuple([rows, columns]);
                self.set_shape(variable, tuple);
                // Numbers of elements that were spoken of before are products now.
                let count = algebra.extents_mut().multiply(rows, columns);
                for (axis, value) in [(0, count), (1, columns)] {
                    let own = algebra.count_from(shape, axis);
                    self.learn(algebra, Requirement::Equal(own, value));
                }
            }
            Node::Tuple(extents) => {
                for extent in extents.into_iter().skip(2) {
                    self.learn(algebra, Requirement::Equal(extent, Extents::ONE));
                }
            }
            // As many dimensions as the operand that has most.
            Node::Elementwise(_, set) => {
                for member in algebra.members(set) {
                    self.learn(algebra, Requirement::Matrix(member));
                }
            }
            Node::Illegal | Node::Variable(_) | Node::Apply(..) | Node::Select(..) => {}
        }
        if self.legal.insert(shape) {
            self.note(Undo::Legal(shape));
        }
    }

    fn learn_equal(&mut self, extents: &mut Extents, a: ExtentId, b: ExtentId) {
        let (a, b) = (self.representative(extents, a), self.representative(extents, b));
        let difference = extents.subtract(a, b);
        let Some((unknown, value)) = extents.orient(difference) else {
            self.zeros.insert(difference, ());
            self.note(Undo::Zero(difference));
            return;
        };
        // The bounds of the unknown now bound its value, and the other way.
        let bound = extents.interval_of_unknown(unknown);
        let known = self.intervals.get(&unknown).copied();
        let bound = known.and_then(|known| known.meet(bound)).unwrap_or(bound);
        if let Some(literal) = extents.as_literal(value) {
            let congruent = self.congruences.get(&unknown).is_none_or(|c| c.contains(literal));
            if !bound.contains(literal) || !congruent {
                return self.contradict();
            }
        } else {
            self.bound_below(extents, value, bound.low());
            self.bound_above(extents, value, bound.high());
        }
        self.set_equality(unknown, value);
    }

    fn bound_below(&mut self, extents: &mut Extents, extent: ExtentId, low: Option<i64>) {
        if let Some(low) = low {
            let low = extents.literal(low);
            self.learn_at_most(extents, low, extent);
        }
    }

    fn bound_above(&mut self, extents: &mut Extents, extent: ExtentId, high: Option<i64>) {
        if let Some(high) = high {
            let high = extents.literal(high);
            self.learn_at_most(extents, extent, high);
        }
    }

    fn learn_at_most(&mut self, extents: &mut Extents, a: ExtentId, b: ExtentId) {
        let (a, b) = (self.representative(extents, a), self.representative(extents, b));
        let room = extents.subtract(b, a);
        if self.interval_of(extents, room).low().is_some_and(|low| low >= 0) {
            return;
        }
        if self.interval_of(extents, room).high().is_some_and(|high| high < 0) {
            return self.contradict();
        }
        self.nonnegative.push(room);
        self.new_state();
        self.new_state();
        // An unknown on one side is bounded by the range of the other.
        if let Some(unknown) = extents.as_unknown(a)
            && let Some(high) = self.interval_of(extents, b).high()
            && let Some(limit) = Interval::new(i64::MIN, high)
        {
            self.tighten(extents, unknown, limit);
        }
        if let Some(unknown) = extents.as_unknown(b)
            && let Some(low) = self.interval_of(extents, a).low()
        {
            self.tighten(extents, unknown, Interval::at_least(low));
        }
        // A bound of a single unknown tightens its interval.
        if let Some((unknown, factor, offset)) = extents.as_scaled_unknown(room) {
            let limit = if factor > 0 {
                // factor·x + offset ≥ 0: x ≥ ⌈−offset / factor⌉.
                Interval::at_least(offset.div_euclid(factor).saturating_neg())
            } else {
                let Some(factor) = factor.checked_neg() else { return };
                match Interval::new(i64::MIN, offset.div_euclid(factor)) {
                    Some(limit) => limit,
                    None => return,
                }
            };
            self.tighten(extents, unknown, limit);
        }
    }

    fn tighten(&mut self, extents: &mut Extents, unknown: Unknown, limit: Interval) {
        let declared = extents.interval_of_unknown(unknown);
        let known = self.intervals.get(&unknown).copied().unwrap_or(declared);
        let Some(mut next) = known.meet(limit) else { return self.contradict() };
        // A bound that is excluded as a value moves on.
        for _ in 0..MAXIMUM_SHAVES {
            let low = next.low().filter(|&low| self.is_excluded(extents, unknown, low));
            let high = next.high().filter(|&high| self.is_excluded(extents, unknown, high));
            let limit = match (low, high) {
                (Some(low), _) => Interval::new(low.saturating_add(1), i64::MAX),
                (None, Some(high)) => Interval::new(i64::MIN, high.saturating_sub(1)),
                (None, None) => break,
            };
            match limit.and_then(|limit| next.meet(limit)) {
                Some(smaller) => next = smaller,
                None => return self.contradict(),
            }
        }
        if next == known {
            return;
        }
        let old = self.intervals.insert(unknown, next);
        self.interval_bits |= Extents::bit(unknown);
        self.note(Undo::Interval(unknown, old));
        if let Some(value) = next.value() {
            let literal = extents.literal(value);
            self.set_equality(unknown, literal);
        }
    }

    /// Whether an unknown is known to differ from a value.
    fn is_excluded(&self, extents: &mut Extents, unknown: Unknown, value: i64) -> bool {
        let Some(extent) = extents.extent_of_unknown(unknown) else { return false };
        let literal = extents.literal(value);
        let difference = extents.subtract(extent, literal);
        let opposite = extents.subtract(literal, extent);
        self.nonzeros.contains_key(&difference) || self.nonzeros.contains_key(&opposite)
    }

    /// If a literal bound of an unknown is excluded, moves it by one.
    fn shave(&mut self, extents: &mut Extents, a: ExtentId, b: ExtentId) {
        let (Some(unknown), Some(value)) = (extents.as_unknown(a), extents.as_literal(b)) else {
            return;
        };
        let declared = extents.interval_of_unknown(unknown);
        let known = self.intervals.get(&unknown).copied().unwrap_or(declared);
        if known.low() == Some(value) {
            self.tighten(extents, unknown, Interval::at_least(value.saturating_add(1)));
        } else if known.high() == Some(value)
            && let Some(limit) = Interval::new(i64::MIN, value.saturating_sub(1))
        {
            self.tighten(extents, unknown, limit);
        }
    }

    fn learn_divides(&mut self, extents: &mut Extents, divisor: ExtentId, extent: ExtentId) {
        let divisor = self.representative(extents, divisor);
        let extent = self.representative(extents, extent);
        if self.divisibilities.insert((divisor, extent), ()).is_none() {
            self.note(Undo::Divisibility((divisor, extent)));
        }
        if let (Some(unknown), Some(value)) =
            (extents.as_unknown(extent), extents.as_literal(divisor))
            && value != 0
            && !self.congruences.contains_key(&unknown)
        {
            self.congruences.insert(unknown, Congruence::new(value, 0));
            self.note(Undo::Congruence(unknown, None));
        }
    }

    /// The bits of all unknowns of which something may follow from what was learnt since:
    /// those it speaks of, and those that an inequality relates to them.
    fn touched_since(&self, extents: &mut Extents, (trail, nonnegative): (usize, usize)) -> u64 {
        let of_unknown = |extents: &mut Extents, unknown: Unknown| {
            let extent = extents.extent_of_unknown(unknown);
            extent.map_or(Extents::bit(unknown), |extent| self.reach(extents, extent))
        };
        let mut touched = 0;
        for undo in &self.trail[trail..] {
            touched |= match undo {
                Undo::Equality(unknown, _)
                | Undo::Interval(unknown, _)
                | Undo::Congruence(unknown, _) => of_unknown(extents, *unknown),
                Undo::Shape(..) => return u64::MAX,
                Undo::Zero(extent) | Undo::Nonzero(extent) => self.reach(extents, *extent),
                Undo::Divisibility((divisor, extent)) => {
                    self.reach(extents, *divisor) | self.reach(extents, *extent)
                }
                Undo::Legal(_) => 0,
            };
        }
        for &extent in &self.nonnegative[nonnegative..] {
            touched |= self.reach(extents, extent);
        }
        let mut related = touched;
        for &known in self.nonnegative.iter().rev().take(RECENT) {
            let reach = self.reach(extents, known);
            if reach & touched != 0 {
                related |= reach;
            }
        }
        related
    }

    /// Whether the truth of a condition may depend on unknowns.
    fn depends_on(&self, extents: &mut Extents, part: &Requirement, touched: u64) -> bool {
        match part {
            Requirement::True | Requirement::False => false,
            Requirement::Equal(a, b)
            | Requirement::Different(a, b)
            | Requirement::AtMost(a, b)
            | Requirement::Divides(a, b) => {
                (self.reach(extents, *a) | self.reach(extents, *b)) & touched != 0
            }
            Requirement::Legal(_) | Requirement::Matrix(_) => true,
            Requirement::All(parts) | Requirement::Any(parts) => {
                parts.iter().any(|part| self.depends_on(extents, part, touched))
            }
        }
    }

    /// Removes refuted alternatives of undecided disjunctions; what is left
    /// alone is learnt. Disjunctions that depend on nothing new stay as they are.
    fn propagate(&mut self, algebra: &mut Algebra, touched: u64) {
        let clauses = std::mem::take(&mut self.clauses);
        for clause in clauses.iter() {
            let Requirement::Any(parts) = clause else { continue };
            if !self.depends_on(algebra.extents_mut(), clause, touched) {
                Rc::make_mut(&mut self.clauses).push(clause.clone());
                continue;
            }
            let truths: Vec<Truth> = parts.iter().map(|part| self.truth(algebra, part)).collect();
            if truths.contains(&Truth::Yes) {
                continue;
            }
            let open: Vec<Requirement> = parts
                .iter()
                .zip(&truths)
                .filter(|(_, truth)| **truth == Truth::Maybe)
                .map(|(part, _)| part.clone())
                .collect();
            match open.len() {
                0 => {
                    self.contradict();
                    return;
                }
                1 => {
                    for part in open {
                        self.learn(algebra, part);
                    }
                }
                _ => Rc::make_mut(&mut self.clauses).push(Requirement::Any(open)),
            }
        }
    }
}
