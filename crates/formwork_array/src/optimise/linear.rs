//! Linear combinations: sums of multiples of integers and a constant.
//!
//! A combination is what the integers are, as long as nothing wraps around: who uses one makes
//! sure that the numbers in it are small.

use std::collections::BTreeMap;

/// Multiples of atoms, and a constant. No term is zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Linear<Atom> {
    pub(super) terms: BTreeMap<Atom, i128>,
    pub(super) constant: i128,
}

/// Factors of small combinations are no greater, so that sums of small numbers do not wrap around.
const MAX_FACTOR: i128 = 1 << 8;
/// Small combinations have no more terms.
const MAX_TERMS: usize = 8;
/// Constants of small combinations are no further from zero.
pub(super) const MAX_CONSTANT: i128 = 1 << 48;

impl<Atom: Copy + Ord> Linear<Atom> {
    pub(super) fn number(constant: impl Into<i128>) -> Linear<Atom> {
        Linear { terms: BTreeMap::new(), constant: constant.into() }
    }

    pub(super) fn atom(atom: Atom) -> Linear<Atom> {
        Linear { terms: BTreeMap::from([(atom, 1)]), constant: 0 }
    }

    /// The sum of this one and a multiple of another.
    pub(super) fn plus(&self, other: &Linear<Atom>, factor: i128) -> Linear<Atom> {
        let mut sum = self.clone();
        sum.constant += other.constant * factor;
        for (atom, coefficient) in &other.terms {
            let total = sum.terms.entry(*atom).or_default();
            *total += coefficient * factor;
            if *total == 0 {
                sum.terms.remove(atom);
            }
        }
        sum
    }

    /// The sum of this one and a multiple of another, if it is small.
    pub(super) fn plus_small(&self, other: &Linear<Atom>, factor: i128) -> Option<Linear<Atom>> {
        let sum = self.plus(other, factor);
        let small = sum.constant.abs() <= MAX_CONSTANT
            && sum.terms.len() <= MAX_TERMS
            && sum.terms.values().all(|factor| factor.abs() <= MAX_FACTOR);
        small.then_some(sum)
    }
}
