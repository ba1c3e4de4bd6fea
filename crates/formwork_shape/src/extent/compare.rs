//! Equality, order and divisibility of extents without facts.
//!
//! Answers are for all values of the unknowns for which both sides are
//! defined. `Maybe` is never to be read as `No`.

use super::atom::Atom;
use super::polynomial::Polynomial;
use super::{ExtentId, Extents};
use crate::semantics::Truth;

/// How many atoms a bound may be refined through.
const REFINEMENTS: u32 = 3;

impl Extents {
    /// Whether two extents are equal.
    pub fn equal(&mut self, a: ExtentId, b: ExtentId) -> Truth {
        if a == b {
            return Truth::Yes;
        }
        if let (Some(x), Some(y)) = (self.as_literal(a), self.as_literal(b)) {
            return Truth::from(x == y);
        }
        let difference = self.subtract(a, b);
        match self.is_zero(difference) {
            Truth::Maybe => {}
            decided => return decided,
        }
        if self.lower_bound(difference, REFINEMENTS).is_some_and(|low| low > 0) {
            return Truth::No;
        }
        let opposite = self.subtract(b, a);
        if self.lower_bound(opposite, REFINEMENTS).is_some_and(|low| low > 0) {
            return Truth::No;
        }
        Truth::Maybe
    }

    /// Whether a ≤ b.
    pub fn at_most(&mut self, a: ExtentId, b: ExtentId) -> Truth {
        if a == b {
            return Truth::Yes;
        }
        let room = self.subtract(b, a);
        if self.lower_bound(room, REFINEMENTS).is_some_and(|low| low >= 0) {
            return Truth::Yes;
        }
        let excess = self.subtract(a, b);
        if self.lower_bound(excess, REFINEMENTS).is_some_and(|low| low > 0) {
            return Truth::No;
        }
        Truth::Maybe
    }

    /// Whether a < b.
    pub fn less(&mut self, a: ExtentId, b: ExtentId) -> Truth {
        !self.at_most(b, a)
    }

    /// Whether `divisor` divides `extent` (a zero divisor divides only zero).
    pub fn divides(&mut self, divisor: ExtentId, extent: ExtentId) -> Truth {
        if divisor == Extents::ONE || divisor == extent || self.as_literal(extent) == Some(0) {
            return Truth::Yes;
        }
        if let Some(value) = self.as_literal(divisor).filter(|&value| value != 0) {
            return self.congruence(extent).divisible_by(value);
        }
        if self.polynomial(extent).divide_by_term(self.polynomial(divisor)).is_some() {
            return Truth::Yes;
        }
        Truth::Maybe
    }

    /// Whether some term other than the constant occurs in both.
    pub(crate) fn shares_term(&self, a: ExtentId, b: ExtentId) -> bool {
        let other = self.polynomial(b).terms();
        self.polynomial(a).terms().iter().any(|(monomial, _)| {
            !monomial.is_empty() && other.iter().any(|(candidate, _)| candidate == monomial)
        })
    }

    /// A lower bound of an extent, looking through extrema and divisions.
    pub(crate) fn lower_bound(&mut self, extent: ExtentId, refinements: u32) -> Option<i64> {
        let plain = self.interval(extent).low();
        if refinements == 0 || plain.is_some_and(|low| low > 0) {
            return plain;
        }
        let linear: Vec<(super::AtomId, i64)> = self
            .polynomial(extent)
            .terms()
            .iter()
            .filter(|(monomial, _)| monomial.len() == 1)
            .map(|(monomial, coefficient)| (monomial[0], *coefficient))
            // Most atoms are plain unknowns, which have no more to say.
            .filter(|(atom, _)| !matches!(self.atom_info(*atom).0, Atom::Unknown(_)))
            .collect();
        if linear.is_empty() {
            return plain;
        }
        // What is in the arena never changes, so that a bound stays what it is.
        if let Some(&known) = self.lower_bounds.get(&(extent, refinements)) {
            return known;
        }
        let mut best = plain;
        for (atom, coefficient) in linear {
            let (kind, _) = self.atom_info(atom);
            // Each case replaces the atom by something not larger (positive
            // coefficient) or not smaller (negative coefficient).
            let bound = match (kind.clone(), coefficient > 0) {
                (Atom::Maximum(operands), true) | (Atom::Minimum(operands), false) => operands
                    .iter()
                    .filter_map(|&operand| {
                        self.bound_after(extent, atom, operand, coefficient, refinements)
                    })
                    .max(),
                (Atom::Maximum(operands), false) | (Atom::Minimum(operands), true) => operands
                    .iter()
                    .map(|&operand| {
                        self.bound_after(extent, atom, operand, coefficient, refinements)
                    })
                    .try_fold(i64::MAX, |least, bound| Some(least.min(bound?))),
                (Atom::FloorDivide(a, b) | Atom::ExactDivide(a, b), false)
                    if self.interval(a).low().is_some_and(|low| low >= 0)
                        && self.interval(b).low().is_some_and(|low| low >= 1) =>
                {
                    self.bound_after(extent, atom, a, coefficient, refinements)
                }
                (Atom::CeilingDivide(a, b), true)
                    if self.interval(a).high().is_some_and(|high| high <= 0)
                        && self.interval(b).low().is_some_and(|low| low >= 1) =>
                {
                    self.bound_after(extent, atom, a, coefficient, refinements)
                }
                _ => None,
            };
            best = best.max(bound);
        }
        self.lower_bounds.insert((extent, refinements), best);
        best
    }

    /// The lower bound of `extent` with one linear atom replaced.
    fn bound_after(
        &mut self,
        extent: ExtentId,
        atom: super::AtomId,
        replacement: ExtentId,
        coefficient: i64,
        refinements: u32,
    ) -> Option<i64> {
        let without =
            self.polynomial(extent).add_scaled(&Polynomial::atom(atom), coefficient.checked_neg()?);
        let replaced = without?.add_scaled(self.polynomial(replacement), coefficient)?;
        let replaced = self.intern(replaced);
        self.lower_bound(replaced, refinements - 1)
    }
}
