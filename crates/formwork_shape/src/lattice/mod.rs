//! The range lattice of the MPE thesis: what is left of a shape when only the
//! range of each extent is kept.
//!
//! Definitions 4.10–4.19 are here: ranges, the list of dimension ranges with a
//! range of ranks, its canonical form, order, join and meet. How our shapes
//! project onto it is in `project`. Axes are zero-based.

mod project;
mod transfer;

use crate::concrete::ConcreteShape;
use std::fmt;

/// A non-empty range of non-negative integers; `None` above is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    low: u64,
    high: Option<u64>,
}

impl Range {
    /// Every extent.
    pub const TOP: Range = Range { low: 0, high: None };
    /// Exactly 1.
    pub const ONE: Range = Range { low: 1, high: Some(1) };

    /// The range from `low` to `high`; `None` if it is empty.
    pub fn new(low: u64, high: Option<u64>) -> Option<Range> {
        high.is_none_or(|high| low <= high).then_some(Range { low, high })
    }

    /// Exactly one value.
    pub fn exactly(value: u64) -> Range {
        Range { low: value, high: Some(value) }
    }

    /// The lower bound.
    pub fn low(self) -> u64 {
        self.low
    }

    /// The upper bound, if there is one.
    pub fn high(self) -> Option<u64> {
        self.high
    }

    /// Whether a value lies in it.
    pub fn contains(self, value: u64) -> bool {
        self.low <= value && self.high.is_none_or(|high| value <= high)
    }

    /// Whether every value of this range lies in the other.
    pub fn is_within(self, other: Range) -> bool {
        let below = match (self.high, other.high) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a <= b,
        };
        other.low <= self.low && below
    }

    /// The smallest range that contains both.
    pub fn join(self, other: Range) -> Range {
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.max(b)),
            _ => None,
        };
        Range { low: self.low.min(other.low), high }
    }

    /// What lies in both.
    pub fn meet(self, other: Range) -> Option<Range> {
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (high, None) | (None, high) => high,
        };
        Range::new(self.low.max(other.low), high)
    }

    /// The sums (equation 4.38).
    pub fn plus(self, other: Range) -> Range {
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => a.checked_add(b),
            _ => None,
        };
        Range { low: self.low.saturating_add(other.low), high }
    }

    /// The products (equation 4.30).
    pub fn times(self, other: Range) -> Range {
        if self.high == Some(0) || other.high == Some(0) {
            return Range::exactly(0);
        }
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => a.checked_mul(b),
            _ => None,
        };
        Range { low: self.low.saturating_mul(other.low), high }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.high {
            Some(high) if high == self.low => write!(f, "{high}"),
            Some(high) => write!(f, "{}..{high}", self.low),
            None => write!(f, "{}..", self.low),
        }
    }
}

/// A shape of ranges in canonical form, or ⊥ (no shape).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RangeShape {
    /// No shape at all: the operation fails.
    Bottom,
    /// Some shapes.
    Shapes {
        /// The possible ranks.
        rank: Range,
        /// Ranges of the first extents, without a tail of unbounded ones.
        extents: Vec<Range>,
    },
}

impl RangeShape {
    /// Every shape.
    pub fn top() -> RangeShape {
        RangeShape::canonical(Vec::new(), true)
    }

    /// The scalar shape.
    pub fn scalar() -> RangeShape {
        RangeShape::canonical(Vec::new(), false)
    }

    /// The canonical form of a list of ranges that continues with unbounded
    /// ranges (`open`) or with ones (definition 4.17).
    pub fn canonical(mut extents: Vec<Range>, open: bool) -> RangeShape {
        while extents.len() < 2 {
            extents.push(if open { Range::TOP } else { Range::ONE });
        }
        if !open {
            while extents.len() > 2 && extents.last() == Some(&Range::ONE) {
                extents.pop();
            }
        }
        let low = (1..=extents.len())
            .rev()
            .find(|&rank| !extents[rank - 1].contains(1))
            .unwrap_or(2)
            .max(2) as u64;
        let high = (!open).then_some(extents.len() as u64);
        while extents.last() == Some(&Range::TOP) {
            extents.pop();
        }
        RangeShape::Shapes { rank: Range { low, high }, extents }
    }

    /// A list in which some range may be empty.
    pub fn from_options(extents: Vec<Option<Range>>, open: bool) -> RangeShape {
        match extents.into_iter().collect() {
            Some(extents) => RangeShape::canonical(extents, open),
            None => RangeShape::Bottom,
        }
    }

    /// Exactly one shape.
    pub fn exactly(shape: &ConcreteShape) -> RangeShape {
        RangeShape::canonical(shape.extents().iter().map(|&e| Range::exactly(e)).collect(), false)
    }

    /// The possible ranks; `None` for ⊥.
    pub fn rank(&self) -> Option<Range> {
        match self {
            RangeShape::Bottom => None,
            RangeShape::Shapes { rank, .. } => Some(*rank),
        }
    }

    /// The range of the extent along an axis (equation 4.4); `None` for ⊥.
    pub fn extent(&self, axis: usize) -> Option<Range> {
        match self {
            RangeShape::Bottom => None,
            RangeShape::Shapes { rank, extents } => Some(match extents.get(axis) {
                Some(range) => *range,
                None if rank.high.is_none_or(|high| (axis as u64) < high) => Range::TOP,
                None => Range::ONE,
            }),
        }
    }

    /// How many axes may differ from the tail, and whether the tail is open.
    fn frame(&self) -> (usize, bool) {
        match self {
            RangeShape::Bottom => (0, false),
            RangeShape::Shapes { rank, extents } => match rank.high {
                Some(high) => {
                    (usize::try_from(high).unwrap_or(usize::MAX).max(extents.len()), false)
                }
                None => (extents.len(), true),
            },
        }
    }

    /// Whether the lattice element contains a concrete shape.
    pub fn contains(&self, shape: &ConcreteShape) -> bool {
        let (length, _) = self.frame();
        (0..length.max(shape.rank()))
            .all(|axis| self.extent(axis).is_some_and(|range| range.contains(shape.extent(axis))))
    }

    /// The order: every shape here is a shape there.
    pub fn is_within(&self, other: &RangeShape) -> bool {
        let (a, a_open) = self.frame();
        let (b, b_open) = other.frame();
        match (self, other) {
            (RangeShape::Bottom, _) => true,
            (_, RangeShape::Bottom) => false,
            _ => {
                (b_open || !a_open)
                    && (0..a.max(b) + 1).all(|axis| match (self.extent(axis), other.extent(axis)) {
                        (Some(x), Some(y)) => x.is_within(y),
                        _ => false,
                    })
            }
        }
    }

    /// The least element above both.
    pub fn join(&self, other: &RangeShape) -> RangeShape {
        match (self, other) {
            (RangeShape::Bottom, shape) | (shape, RangeShape::Bottom) => shape.clone(),
            _ => {
                let ((a, a_open), (b, b_open)) = (self.frame(), other.frame());
                let ranges = (0..a.max(b))
                    .map(|axis| Some(self.extent(axis)?.join(other.extent(axis)?)))
                    .collect();
                RangeShape::from_options(ranges, a_open || b_open)
            }
        }
    }

    /// The greatest element below both.
    pub fn meet(&self, other: &RangeShape) -> RangeShape {
        let ((a, a_open), (b, b_open)) = (self.frame(), other.frame());
        let ranges =
            (0..a.max(b)).map(|axis| self.extent(axis)?.meet(other.extent(axis)?)).collect();
        match (self, other) {
            (RangeShape::Bottom, _) | (_, RangeShape::Bottom) => RangeShape::Bottom,
            _ => RangeShape::from_options(ranges, a_open && b_open),
        }
    }
}

impl fmt::Display for RangeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RangeShape::Bottom => f.write_str("none"),
            RangeShape::Shapes { .. } => {
                let (length, open) = self.frame();
                let ranges: Vec<String> = (0..length.max(2))
                    .filter_map(|axis| self.extent(axis))
                    .map(|range| range.to_string())
                    .collect();
                write!(f, "<{}{}>", ranges.join(", "), if open { ", …" } else { "" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: u64, high: u64) -> Range {
        Range::new(low, Some(high)).unwrap()
    }

    #[test]
    fn canonical_forms_of_definition_4_15() {
        // The five examples before definition 4.15.
        let n1 = RangeShape::canonical(vec![Range::ONE, Range::ONE], false);
        let n2 = RangeShape::canonical(vec![Range::ONE; 3], false);
        assert_eq!(n1, n2);
        let dims = vec![range(5, 10), range(2, 2)];
        let with_top = [dims.clone(), vec![Range::TOP]].concat();
        let padded = [with_top.clone(), vec![Range::ONE; 2]].concat();
        let n4 = RangeShape::canonical(with_top, false);
        let n5 = RangeShape::canonical(padded, false);
        assert_eq!(n4, n5);
        assert_eq!(n4, RangeShape::Shapes { rank: range(2, 3), extents: dims });
    }

    #[test]
    fn the_lattice_laws_hold_on_a_family() {
        let family = [
            RangeShape::Bottom,
            RangeShape::scalar(),
            RangeShape::top(),
            RangeShape::canonical(vec![range(0, 2), range(1, 3)], false),
            RangeShape::canonical(vec![range(2, 4), Range::TOP, range(0, 1)], false),
            RangeShape::canonical(vec![range(1, 1), range(2, 2)], true),
        ];
        let shapes = ConcreteShape::all(&[0, 1, 2, 3], 3);
        for a in &family {
            for b in &family {
                let (join, meet) = (a.join(b), a.meet(b));
                assert!(a.is_within(&join) && b.is_within(&join), "{a} {b} {join}");
                assert!(meet.is_within(a) && meet.is_within(b), "{a} {b} {meet}");
                for shape in &shapes {
                    let (in_a, in_b) = (a.contains(shape), b.contains(shape));
                    assert!(!(in_a || in_b) || join.contains(shape));
                    assert_eq!(in_a && in_b, meet.contains(shape), "{a} {b} {shape}");
                    assert!(!a.is_within(b) || !in_a || in_b);
                }
            }
        }
    }
}
