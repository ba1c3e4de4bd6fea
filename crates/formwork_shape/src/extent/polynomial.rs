//! Sorted sums of monomials with integer coefficients: the normal form of
//! extents. A polynomial knows nothing about what its atoms mean.

use super::AtomId;
use smallvec::SmallVec;

/// A product of atoms, sorted, with repetition. Empty is the constant 1.
pub(crate) type Monomial = SmallVec<[AtomId; 2]>;

/// Beyond these sizes an expression becomes opaque instead of growing.
const MAXIMUM_TERMS: usize = 48;
const MAXIMUM_DEGREE: usize = 12;

/// Terms sorted by monomial, none with coefficient zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Polynomial {
    terms: SmallVec<[(Monomial, i64); 2]>,
}

impl Polynomial {
    pub(crate) fn constant(value: i64) -> Polynomial {
        let mut terms = SmallVec::new();
        if value != 0 {
            terms.push((Monomial::new(), value));
        }
        Polynomial { terms }
    }

    pub(crate) fn atom(atom: AtomId) -> Polynomial {
        let mut terms = SmallVec::new();
        terms.push((Monomial::from_slice(&[atom]), 1));
        Polynomial { terms }
    }

    pub(crate) fn terms(&self) -> &[(Monomial, i64)] {
        &self.terms
    }

    pub(crate) fn as_constant(&self) -> Option<i64> {
        match self.terms.as_slice() {
            [] => Some(0),
            [(monomial, value)] if monomial.is_empty() => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn as_atom(&self) -> Option<AtomId> {
        match self.terms.as_slice() {
            [(monomial, 1)] if monomial.len() == 1 => Some(monomial[0]),
            _ => None,
        }
    }

    /// The constant term.
    pub(crate) fn offset(&self) -> i64 {
        match self.terms.first() {
            Some((monomial, value)) if monomial.is_empty() => *value,
            _ => 0,
        }
    }

    /// `self + factor · other`; `None` if it overflows or grows too large.
    pub(crate) fn add_scaled(&self, other: &Polynomial, factor: i64) -> Option<Polynomial> {
        let mut terms = SmallVec::new();
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            let mut sum: Option<(Monomial, i64)> = None;
            if order.is_le()
                && let Some((monomial, coefficient)) = left.next()
            {
                sum = Some((monomial.clone(), *coefficient));
            }
            if order.is_ge()
                && let Some((monomial, coefficient)) = right.next()
            {
                let scaled = coefficient.checked_mul(factor)?;
                sum = Some(match sum {
                    Some((monomial, first)) => (monomial, first.checked_add(scaled)?),
                    None => (monomial.clone(), scaled),
                });
            }
            if let Some((monomial, coefficient)) = sum
                && coefficient != 0
            {
                terms.push((monomial, coefficient));
            }
        }
        (terms.len() <= MAXIMUM_TERMS).then_some(Polynomial { terms })
    }

    /// Hands over the terms of `self - other`; `None` if a coefficient overflows.
    pub(crate) fn for_difference(
        &self,
        other: &Polynomial,
        mut term: impl FnMut(&[AtomId], i64),
    ) -> Option<()> {
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
        loop {
            let order = match (left, right) {
                ([(a, _), ..], [(b, _), ..]) => a.cmp(b),
                ([_, ..], []) => std::cmp::Ordering::Less,
                ([], [_, ..]) => std::cmp::Ordering::Greater,
                ([], []) => return Some(()),
            };
            let mut sum: Option<(&[AtomId], i64)> = None;
            if order.is_le()
                && let [(monomial, coefficient), rest @ ..] = left
            {
                sum = Some((monomial, *coefficient));
                left = rest;
            }
            if order.is_ge()
                && let [(monomial, coefficient), rest @ ..] = right
            {
                let first = sum.map_or(0, |(_, first)| first);
                sum = Some((monomial, first.checked_sub(*coefficient)?));
                right = rest;
            }
            if let Some((monomial, coefficient)) = sum
                && coefficient != 0
            {
                term(monomial, coefficient);
            }
        }
    }

    /// Product; `None` if it overflows or grows too large.
    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.terms.len().saturating_mul(other.terms.len()) > 4 * MAXIMUM_TERMS {
            return None;
        }
        let mut result = Polynomial::constant(0);
        for (a, x) in &self.terms {
            let mut row: SmallVec<[(Monomial, i64); 2]> = SmallVec::new();
            for (b, y) in &other.terms {
                let mut monomial: Monomial = a.iter().chain(b).copied().collect();
                if monomial.len() > MAXIMUM_DEGREE {
                    return None;
                }
                monomial.sort_unstable();
                row.push((monomial, x.checked_mul(*y)?));
            }
            row.sort_unstable();
            result = result.add_scaled(&Polynomial { terms: row }, 1)?;
        }
        Some(result)
    }

    /// Splits into `divisor · quotient + remainder` coefficient by coefficient,
    /// remainders in `0..divisor`. The divisor is positive.
    pub(crate) fn split(&self, divisor: i64) -> (Polynomial, Polynomial) {
        let part = |choose: fn(i64, i64) -> i64| Polynomial {
            terms: self
                .terms
                .iter()
                .map(|(monomial, coefficient)| (monomial.clone(), choose(*coefficient, divisor)))
                .filter(|(_, coefficient)| *coefficient != 0)
                .collect(),
        };
        (part(i64::div_euclid), part(i64::rem_euclid))
    }

    /// The exact quotient by a single term, if every term is divisible by it.
    pub(crate) fn divide_by_term(&self, divisor: &Polynomial) -> Option<Polynomial> {
        let [(atoms, factor)] = divisor.terms.as_slice() else { return None };
        let mut terms = SmallVec::new();
        for (monomial, coefficient) in &self.terms {
            if coefficient.checked_rem(*factor)? != 0 {
                return None;
            }
            let mut rest = monomial.clone();
            for atom in atoms {
                let position = rest.iter().position(|other| other == atom)?;
                rest.remove(position);
            }
            terms.push((rest, coefficient.checked_div(*factor)?));
        }
        terms.sort_unstable();
        Some(Polynomial { terms })
    }
}
