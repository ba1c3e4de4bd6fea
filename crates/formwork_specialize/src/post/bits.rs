//! Sets of small numbers.

/// A set of numbers below a bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub(crate) fn new(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    /// The set of all numbers below `bound`.
    pub(crate) fn all(bound: usize) -> Bits {
        let mut bits = Bits::new(bound);
        for number in 0..bound {
            bits.insert(number);
        }
        bits
    }

    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn add_all(&mut self, other: &Bits) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }

    pub(crate) fn keep_all(&mut self, other: &Bits) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own &= other;
        }
    }
}
