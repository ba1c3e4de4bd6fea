//! What an integer is known to be: an interval and a congruence.
//!
//! All arithmetic saturates; `i64::MIN` and `i64::MAX` stand for the infinities.

use crate::semantics::Truth;

/// A closed interval of integers, possibly unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    low: i64,
    high: i64,
}

const MINUS_INFINITY: i64 = i64::MIN;
const PLUS_INFINITY: i64 = i64::MAX;

fn clamp(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { MINUS_INFINITY } else { PLUS_INFINITY })
}

/// Product in the extended integers, with 0 · ∞ = 0.
fn multiply(a: i64, b: i64) -> i64 {
    if a == 0 || b == 0 {
        return 0;
    }
    let infinite = |x: i64| x == MINUS_INFINITY || x == PLUS_INFINITY;
    if infinite(a) || infinite(b) {
        return if (a < 0) == (b < 0) { PLUS_INFINITY } else { MINUS_INFINITY };
    }
    clamp(i128::from(a) * i128::from(b))
}

fn add_low(a: i64, b: i64) -> i64 {
    if a == MINUS_INFINITY || b == MINUS_INFINITY { MINUS_INFINITY } else { a.saturating_add(b) }
}

fn add_high(a: i64, b: i64) -> i64 {
    if a == PLUS_INFINITY || b == PLUS_INFINITY { PLUS_INFINITY } else { a.saturating_add(b) }
}

impl Interval {
    /// Every integer.
    pub const ALL: Interval = Interval { low: MINUS_INFINITY, high: PLUS_INFINITY };
    /// The non-negative integers: every extent.
    pub const EXTENT: Interval = Interval { low: 0, high: PLUS_INFINITY };

    /// Keeps the infinities apart from numbers: no lower bound is +∞ and no
    /// upper bound −∞, so numbers that large are bounded less tightly.
    fn bounded(low: i64, high: i64) -> Interval {
        Interval { low: low.min(PLUS_INFINITY - 1), high: high.max(MINUS_INFINITY + 1) }
    }

    /// The integers from `low` to `high`; `None` if there are none.
    pub fn new(low: i64, high: i64) -> Option<Interval> {
        (low <= high).then_some(Interval::bounded(low, high))
    }

    /// The integers from `low` on.
    pub fn at_least(low: i64) -> Interval {
        Interval::bounded(low, PLUS_INFINITY)
    }

    /// Exactly one integer.
    pub fn exactly(value: i64) -> Interval {
        Interval::bounded(value, value)
    }

    /// The lower bound, if there is one.
    pub fn low(self) -> Option<i64> {
        (self.low != MINUS_INFINITY).then_some(self.low)
    }

    /// The upper bound, if there is one.
    pub fn high(self) -> Option<i64> {
        (self.high != PLUS_INFINITY).then_some(self.high)
    }

    /// The value, if only one is possible.
    pub fn value(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether the value may occur.
    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Sum.
    pub fn plus(self, other: Interval) -> Interval {
        Interval::bounded(add_low(self.low, other.low), add_high(self.high, other.high))
    }

    /// Product.
    pub fn times(self, other: Interval) -> Interval {
        let corners = [
            multiply(self.low, other.low),
            multiply(self.low, other.high),
            multiply(self.high, other.low),
            multiply(self.high, other.high),
        ];
        let low = corners.into_iter().min().unwrap_or(MINUS_INFINITY);
        let high = corners.into_iter().max().unwrap_or(PLUS_INFINITY);
        Interval::bounded(low, high)
    }

    /// The smallest interval that contains both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// What lies in both; `None` if nothing does.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        Interval::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// The larger of two values.
    pub fn maximum(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// The smaller of two values.
    pub fn minimum(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// Floor division; everything unless the divisor is surely positive.
    pub fn floor_divide(self, divisor: Interval) -> Interval {
        if divisor.low < 1 {
            return Interval::ALL;
        }
        let quotient = |x: i64, y: i64| {
            if x == MINUS_INFINITY || x == PLUS_INFINITY {
                x
            } else if y == PLUS_INFINITY {
                if x < 0 { -1 } else { 0 }
            } else {
                x.div_euclid(y)
            }
        };
        let corners = [
            quotient(self.low, divisor.low),
            quotient(self.low, divisor.high),
            quotient(self.high, divisor.low),
            quotient(self.high, divisor.high),
        ];
        let low = corners.into_iter().min().unwrap_or(MINUS_INFINITY);
        let high = corners.into_iter().max().unwrap_or(PLUS_INFINITY);
        Interval::bounded(low, high)
    }

    /// The negated interval.
    pub fn negated(self) -> Interval {
        self.times(Interval::exactly(-1))
    }
}

/// `value ≡ residue (mod modulus)`; modulus 0 means exactly the residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Congruence {
    modulus: i64,
    residue: i64,
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Only i64::MIN has a magnitude that does not fit; 1 is then a safe answer.
    i64::try_from(a).unwrap_or(1)
}

impl Congruence {
    /// Nothing known.
    pub const ANY: Congruence = Congruence { modulus: 1, residue: 0 };

    /// Values with this remainder.
    pub fn new(modulus: i64, residue: i64) -> Congruence {
        match modulus {
            0 => Congruence { modulus: 0, residue },
            i64::MIN => Congruence::ANY,
            _ => {
                let modulus = modulus.abs();
                Congruence { modulus, residue: residue.rem_euclid(modulus) }
            }
        }
    }

    /// Exactly one value.
    pub fn exactly(value: i64) -> Congruence {
        Congruence { modulus: 0, residue: value }
    }

    /// The modulus: 0 for a constant, 1 for anything.
    pub fn modulus(self) -> i64 {
        self.modulus
    }

    /// The remainder.
    pub fn residue(self) -> i64 {
        self.residue
    }

    /// Whether the value may occur.
    pub fn contains(self, value: i64) -> bool {
        match self.modulus {
            0 => value == self.residue,
            modulus => value.rem_euclid(modulus) == self.residue,
        }
    }

    /// Sum.
    pub fn plus(self, other: Congruence) -> Congruence {
        match self.residue.checked_add(other.residue) {
            Some(residue) => Congruence::new(gcd(self.modulus, other.modulus), residue),
            None => Congruence::ANY,
        }
    }

    /// Product.
    pub fn times(self, other: Congruence) -> Congruence {
        let products = (
            self.modulus.checked_mul(other.modulus),
            self.modulus.checked_mul(other.residue),
            self.residue.checked_mul(other.modulus),
            self.residue.checked_mul(other.residue),
        );
        match products {
            (Some(a), Some(b), Some(c), Some(residue)) => {
                Congruence::new(gcd(gcd(a, b), c), residue)
            }
            _ => Congruence::ANY,
        }
    }

    /// What holds of a value that satisfies one or the other.
    pub fn hull(self, other: Congruence) -> Congruence {
        match self.residue.checked_sub(other.residue) {
            Some(difference) => {
                let modulus = gcd(gcd(self.modulus, other.modulus), difference);
                Congruence::new(modulus, self.residue)
            }
            None => Congruence::ANY,
        }
    }

    /// Whether every such value is a multiple of `divisor`.
    pub fn divisible_by(self, divisor: i64) -> Truth {
        if divisor == 0 || divisor == i64::MIN {
            return Truth::Maybe;
        }
        let divisor = divisor.abs();
        match self.modulus {
            0 => Truth::from(self.residue.rem_euclid(divisor) == 0),
            modulus if modulus % divisor == 0 => Truth::from(self.residue % divisor == 0),
            modulus if self.residue % gcd(modulus, divisor) != 0 => Truth::No,
            _ => Truth::Maybe,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_contain_what_they_describe() {
        let bounds = [-3, -1, 0, 1, 2, 4];
        for &a in &bounds {
            for &b in bounds.iter().filter(|&&b| b >= a) {
                for &c in &bounds {
                    for &d in bounds.iter().filter(|&&d| d >= c) {
                        let x = Interval::new(a, b).unwrap();
                        let y = Interval::new(c, d).unwrap();
                        for i in a..=b {
                            for j in c..=d {
                                assert!(x.plus(y).contains(i + j));
                                assert!(x.times(y).contains(i * j));
                                assert!(x.maximum(y).contains(i.max(j)));
                                assert!(x.minimum(y).contains(i.min(j)));
                                assert!(x.hull(y).contains(i) && x.hull(y).contains(j));
                                if j > 0 {
                                    let quotient = i.div_euclid(j);
                                    assert!(x.floor_divide(y).contains(quotient));
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn infinities_absorb() {
        let all = Interval::EXTENT.times(Interval::exactly(-1));
        assert_eq!((all.low(), all.high()), (None, Some(0)));
        assert_eq!(Interval::EXTENT.times(Interval::exactly(0)).value(), Some(0));
        assert_eq!(Interval::at_least(i64::MAX - 1).plus(Interval::exactly(9)).high(), None);
    }

    #[test]
    fn congruences_contain_what_they_describe() {
        for m in 0..5 {
            for r in 0..5 {
                for n in 0..5 {
                    for s in 0..5 {
                        let (x, y) = (Congruence::new(m, r), Congruence::new(n, s));
                        for i in (-20..20).filter(|&i| x.contains(i)) {
                            assert!(!x.divisible_by(3).is_yes() || i % 3 == 0);
                            assert!(!x.divisible_by(3).is_no() || i % 3 != 0);
                            for j in (-20..20).filter(|&j| y.contains(j)) {
                                assert!(x.plus(y).contains(i + j));
                                assert!(x.times(y).contains(i * j));
                                assert!(x.hull(y).contains(i) && x.hull(y).contains(j));
                            }
                        }
                    }
                }
            }
        }
    }
}
