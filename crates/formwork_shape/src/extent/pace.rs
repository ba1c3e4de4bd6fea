//! How fast an extent grows with what a loop carries.
//!
//! Programs compute with doubles, which are the integers only up to 2^53. Sizes, subscripts
//! and counts of iterations stay below that: memory and time end first. What a loop computes
//! from its own last value need not: `b = a + b` is past 2^53 after 80 iterations. An
//! extent is *tame* in the unknowns that a loop carries if an iteration moves it by a step at
//! most: `m + 1`, `m + n` for a size `n`, `max(m, n)`, `floor((m + l)/2)`, `mod(m, l)`; not
//! `2*m`, `m + l`, `m*n`, or `m + k` for the counter `k` of a loop.

use super::atom::Atom;
use super::{ExtentId, Extents, Unknown};
use rustc_hash::FxHashMap;

/// What an unknown stands for in the eyes of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role<'a> {
    /// A value that an iteration takes over from the one before.
    Carried,
    /// A value that an iteration takes over, and that is known to leave the exact integers.
    Wild,
    /// Counts iterations: sums of these grow with the square of the time.
    Counter,
    /// Any of these: it was made where paths meet.
    Either(&'a [ExtentId]),
    /// A size, or whatever else does not change.
    Fixed,
}

/// The largest literal that counts as a step.
const STEP: i64 = 1 << 20;

/// The largest coefficient of an exact value.
const FACTOR: i64 = 1 << 40;

/// How an extent grows with what is carried: the sum of the weights of carried values in
/// it, infinite where it cannot be said.
#[derive(Clone, Copy)]
struct Pace {
    weight: f64,
    counts: bool,
}

/// A look at extents with the roles of their unknowns.
struct Look<'a, 'r> {
    extents: &'a Extents,
    role: &'a dyn Fn(Unknown) -> Role<'r>,
    /// What has been found of unknowns that stand for others.
    known: FxHashMap<Unknown, Pace>,
}

impl Extents {
    /// Whether a value that becomes this in every iteration stays among the exact integers.
    pub fn is_tame<'r>(&self, extent: ExtentId, role: &dyn Fn(Unknown) -> Role<'r>) -> bool {
        Look { extents: self, role, known: FxHashMap::default() }.pace(extent).weight <= 1.0
    }

    /// Whether a value that this is added to in every iteration stays among the exact integers.
    pub fn is_step(&self, extent: ExtentId) -> bool {
        self.polynomial(extent).terms().iter().all(|(_, factor)| factor.abs() <= STEP)
    }

    /// Whether a computed value can be taken for this integer exactly, if its unknowns are
    /// sizes and the like: no power of one of them above the second, no huge factor.
    pub fn is_moderate(&self, extent: ExtentId) -> bool {
        self.polynomial(extent).terms().iter().all(|(monomial, factor)| {
            let distinct = monomial.windows(2).all(|pair| pair[0] != pair[1]);
            factor.abs() <= FACTOR && (monomial.len() <= 2 || distinct)
        })
    }
}

impl Look<'_, '_> {
    fn pace(&mut self, extent: ExtentId) -> Pace {
        let extents = self.extents;
        let (mut up, mut down) = (0.0, 0.0);
        let (mut counts, mut signed) = (false, false);
        for (monomial, factor) in extents.polynomial(extent).terms() {
            if monomial.is_empty() {
                counts |= factor.abs() > STEP;
                continue;
            }
            let mut term = Pace { weight: 0.0, counts: false };
            for &atom in monomial {
                let info = &extents.atoms[atom.0 as usize];
                let part = self.atom_pace(&info.atom);
                signed |= part.weight > 0.0 && info.interval.low().is_none_or(|low| low < 0);
                // A product grows with each of its factors.
                term.weight = match (term.weight > 0.0, part.weight > 0.0) {
                    _ if monomial.len() > 1 && part.weight > 0.0 => f64::INFINITY,
                    (true, _) => term.weight,
                    (false, _) => part.weight,
                };
                term.counts |= part.counts;
            }
            if term.weight > 0.0 {
                let weight = term.weight * factor.abs() as f64;
                *(if *factor > 0 { &mut up } else { &mut down }) += weight;
            } else {
                counts |= term.counts || factor.abs() > STEP;
            }
        }
        let weight = if signed { up + down } else { f64::max(up, down) };
        let weight = if weight > 0.0 && counts { f64::INFINITY } else { weight };
        Pace { weight, counts }
    }

    fn greatest(&mut self, operands: &[ExtentId]) -> Pace {
        operands.iter().fold(Pace { weight: 0.0, counts: false }, |all, &operand| {
            let one = self.pace(operand);
            Pace { weight: all.weight.max(one.weight), counts: all.counts || one.counts }
        })
    }

    fn atom_pace(&mut self, atom: &Atom) -> Pace {
        match atom {
            Atom::Unknown(unknown) => match (self.role)(*unknown) {
                Role::Carried => Pace { weight: 1.0, counts: false },
                Role::Wild => Pace { weight: f64::INFINITY, counts: false },
                Role::Counter => Pace { weight: 0.0, counts: true },
                Role::Fixed => Pace { weight: 0.0, counts: false },
                Role::Either(cases) => {
                    if let Some(&known) = self.known.get(unknown) {
                        return known;
                    }
                    // What stands for itself stands for nothing more.
                    self.known.insert(*unknown, Pace { weight: 0.0, counts: false });
                    let pace = self.greatest(cases);
                    self.known.insert(*unknown, pace);
                    pace
                }
            },
            Atom::Opaque(_, operands) => {
                let pace = self.greatest(operands);
                let weight = if pace.weight > 0.0 { f64::INFINITY } else { 0.0 };
                Pace { weight, ..pace }
            }
            Atom::Join(operands) | Atom::Maximum(operands) | Atom::Minimum(operands) => {
                self.greatest(operands)
            }
            Atom::FloorDivide(dividend, divisor)
            | Atom::CeilingDivide(dividend, divisor)
            | Atom::ExactDivide(dividend, divisor) => {
                let pace = self.pace(*dividend);
                let by = self.extents.as_literal(*divisor).map_or(1, i64::abs).max(1);
                Pace { weight: pace.weight / by as f64, ..pace }
            }
            Atom::Modulo(dividend, divisor) => {
                let (dividend, divisor) = (self.pace(*dividend), self.pace(*divisor));
                if dividend.weight <= divisor.weight { dividend } else { divisor }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extent::Interval;
    use crate::extent::atom::Origin;

    #[test]
    fn steps_are_tame_and_multiples_are_not() {
        let mut extents = Extents::new();
        let mut named =
            |name: &str| extents.name(Origin::Variable(name.to_owned()), Interval::EXTENT);
        let (m, l, k, n) = (named("m"), named("l"), named("k"), named("n"));
        let role = {
            let unknown = |extent| extents.as_unknown(extent);
            let (carried, counter) = ([unknown(m), unknown(l)], unknown(k));
            move |unknown: Unknown| match Some(unknown) {
                one if carried.contains(&one) => Role::Carried,
                one if one == counter => Role::Counter,
                _ => Role::Fixed,
            }
        };
        let next = extents.add(m, Extents::ONE);
        let further = extents.add(m, n);
        let both = extents.add(m, l);
        let two = extents.literal(2);
        let middle = extents.floor_divide(both, two);
        let apart = extents.subtract(m, l);
        let remainder = extents.modulo(m, l);
        let square = extents.multiply(k, n);
        for tame in [next, further, middle, apart, remainder, square, l] {
            assert!(extents.is_tame(tame, &role), "{tame:?}");
        }
        let double = extents.multiply(m, two);
        let product = extents.multiply(m, n);
        let counted = extents.add(m, k);
        let huge = extents.literal(1 << 50);
        let leap = extents.add(m, huge);
        for wild in [both, double, product, counted, leap] {
            assert!(!extents.is_tame(wild, &role), "{wild:?}");
        }
        let cube = extents.multiply(square, k);
        assert!(extents.is_moderate(square) && extents.is_moderate(cube) == (n == k));
    }
}
