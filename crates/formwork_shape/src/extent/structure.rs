//! Taking extents apart for the store of facts: orienting equations, bounds of
//! unknowns, ranges under refined bounds.

use super::atom::{Atom, Unknown};
use super::polynomial::Polynomial;
use super::{ExtentId, Extents, Interval};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher as _;

impl Extents {
    /// A factor that all terms of a sum have in common, and what is left without it: `n*m - m` is
    /// `m` times `n - 1`.
    pub(crate) fn common_factor(&mut self, extent: ExtentId) -> Option<(ExtentId, ExtentId)> {
        let polynomial = self.polynomial(extent);
        let (first, others) = polynomial.terms().split_first()?;
        if others.is_empty() {
            return None;
        }
        let is_common = |atom: &super::AtomId| others.iter().all(|(term, _)| term.contains(atom));
        let atom = first.0.iter().copied().find(is_common)?;
        let rest = polynomial.divide_by_term(&Polynomial::atom(atom))?;
        let factor = self.intern(Polynomial::atom(atom));
        Some((factor, self.intern(rest)))
    }

    /// Reads `extent = 0` as `unknown = value`, if some unknown occurs only
    /// once, linearly, with a coefficient that divides the rest.
    pub(crate) fn orient(&mut self, extent: ExtentId) -> Option<(Unknown, ExtentId)> {
        let terms = self.polynomial(extent).terms().to_vec();
        let mut best: Option<((bool, Unknown), i64, super::AtomId)> = None;
        for (monomial, coefficient) in &terms {
            let &[atom] = monomial.as_slice() else { continue };
            let (Atom::Unknown(unknown), _) = self.atom_info(atom) else { continue };
            let unknown = *unknown;
            let others_divisible = terms.iter().all(|(other, factor)| {
                other == monomial || factor.checked_rem(*coefficient) == Some(0)
            });
            let occurrences =
                terms.iter().filter(|(other, _)| self.monomial_mentions(other, unknown)).count();
            if occurrences != 1 || !others_divisible {
                continue;
            }
            // Eliminate measures before names, and later names before earlier.
            let key = (matches!(unknown, Unknown::Measure(..)), unknown);
            if best.is_none_or(|(known, _, _)| key > known) {
                best = Some((key, *coefficient, atom));
            }
        }
        let ((_, unknown), coefficient, atom) = best?;
        let rest = self
            .polynomial(extent)
            .add_scaled(&Polynomial::atom(atom), coefficient.checked_neg()?)?;
        let rest = self.intern(rest);
        // coefficient·x + rest = 0.
        let divisor = self.literal(coefficient.checked_neg()?);
        let value = match self.as_literal(divisor) {
            Some(1) => rest,
            Some(-1) => self.multiply(rest, divisor),
            _ => self.exact_divide(rest, divisor),
        };
        Some((unknown, value))
    }

    fn monomial_mentions(&self, monomial: &[super::AtomId], unknown: Unknown) -> bool {
        monomial.iter().any(|&atom| match self.atom_info(atom).0 {
            Atom::Unknown(other) => *other == unknown,
            Atom::Opaque(_, operands)
            | Atom::Join(operands)
            | Atom::Maximum(operands)
            | Atom::Minimum(operands) => {
                operands.iter().any(|&operand| self.unknowns(operand).contains(&unknown))
            }
            Atom::FloorDivide(a, b)
            | Atom::CeilingDivide(a, b)
            | Atom::ExactDivide(a, b)
            | Atom::Modulo(a, b) => {
                [*a, *b].iter().any(|&operand| self.unknowns(operand).contains(&unknown))
            }
        })
    }

    /// `factor · unknown + offset`, if the extent has that form.
    pub(crate) fn as_scaled_unknown(&self, extent: ExtentId) -> Option<(Unknown, i64, i64)> {
        let terms = self.polynomial(extent).terms();
        let ((monomial, factor), offset) = match terms {
            [linear] => (linear, 0),
            [(constant, offset), linear] if constant.is_empty() => (linear, *offset),
            _ => return None,
        };
        let &[atom] = monomial.as_slice() else { return None };
        match self.atom_info(atom).0 {
            Atom::Unknown(unknown) => Some((*unknown, *factor, offset)),
            _ => None,
        }
    }

    /// The range an unknown was declared with.
    pub(crate) fn interval_of_unknown(&self, unknown: Unknown) -> Interval {
        match self.atom_ids.get(&Atom::Unknown(unknown)) {
            Some(atom) => self.atoms[atom.0 as usize].interval,
            None => Interval::ALL,
        }
    }

    /// The extent that is just this unknown, if it was ever built.
    pub(crate) fn extent_of_unknown(&self, unknown: Unknown) -> Option<ExtentId> {
        let atom = self.atom_ids.get(&Atom::Unknown(unknown))?;
        let polynomial = Polynomial::atom(*atom);
        self.find_extent(FxBuildHasher.hash_one(&polynomial), &polynomial)
    }

    /// The range of an extent when some unknowns have tighter ones. The
    /// recursion is bounded by the depth that construction allows.
    pub(crate) fn interval_under(
        &self,
        extent: ExtentId,
        refine: &dyn Fn(Unknown) -> Option<Interval>,
    ) -> Interval {
        let mut sum = Interval::exactly(0);
        for (monomial, coefficient) in self.polynomial(extent).terms() {
            let mut product = Interval::exactly(*coefficient);
            for &atom in monomial {
                product = product.times(self.atom_under(atom, refine));
            }
            sum = sum.plus(product);
        }
        sum
    }

    /// What is known of `a - b` when some unknowns have tighter ranges, which those of the given bits
    /// may have: without making that extent. Also whether looking into its atoms may tell more.
    /// `None` if it has no normal form.
    pub(crate) fn interval_of_difference(
        &self,
        (a, b): (ExtentId, ExtentId),
        bits: u64,
        refine: &dyn Fn(Unknown) -> Option<Interval>,
    ) -> Option<(Interval, bool)> {
        let mut sum = Interval::exactly(0);
        let mut has_operations = false;
        let fits =
            self.polynomial(a).for_difference(self.polynomial(b), |monomial, coefficient| {
                let mut product = Interval::exactly(coefficient);
                for &atom in monomial {
                    let info = &self.atoms[atom.0 as usize];
                    let range = match info.mask & bits {
                        0 => info.interval,
                        _ => self.atom_under(atom, refine),
                    };
                    product = product.times(range);
                }
                if let &[atom] = monomial {
                    has_operations |= !matches!(self.atom_info(atom).0, Atom::Unknown(_));
                }
                sum = sum.plus(product);
            });
        fits.map(|()| (sum, has_operations))
    }

    fn atom_under(
        &self,
        atom: super::AtomId,
        refine: &dyn Fn(Unknown) -> Option<Interval>,
    ) -> Interval {
        let (kind, declared) = self.atom_info(atom);
        let of = |operand: ExtentId| self.interval_under(operand, refine);
        let refined = match kind {
            Atom::Unknown(unknown) => refine(*unknown).unwrap_or(declared),
            Atom::Opaque(..) | Atom::Modulo(..) => declared,
            Atom::Join(operands) => {
                operands.iter().map(|&o| of(o)).reduce(Interval::hull).unwrap_or(declared)
            }
            Atom::Maximum(operands) => {
                operands.iter().map(|&o| of(o)).reduce(Interval::maximum).unwrap_or(declared)
            }
            Atom::Minimum(operands) => {
                operands.iter().map(|&o| of(o)).reduce(Interval::minimum).unwrap_or(declared)
            }
            Atom::FloorDivide(a, b) | Atom::ExactDivide(a, b) => of(*a).floor_divide(of(*b)),
            Atom::CeilingDivide(a, b) => of(*a).negated().floor_divide(of(*b)).negated(),
        };
        refined.meet(declared).unwrap_or(declared)
    }
}
