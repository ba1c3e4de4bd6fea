//! Bounds of real numbers.

use formwork_runtime::Value;
use formwork_shape::extent::Interval;

/// What is known of every element of a real array: between two numbers, perhaps
/// whole, perhaps not a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// No element is less.
    pub low: f64,
    /// No element is greater.
    pub high: f64,
    /// Every element that is a number is whole, or infinite.
    pub integer: bool,
    /// There may be elements that are not a number.
    pub nan: bool,
}

impl Bounds {
    /// Real, and nothing more.
    pub const REAL: Bounds =
        Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, integer: false, nan: true };
    /// Zero or one.
    pub const TRUTH: Bounds = Bounds { low: 0.0, high: 1.0, integer: true, nan: false };
    /// A count: whole, at least zero, finite.
    pub const COUNT: Bounds =
        Bounds { low: 0.0, high: 9_007_199_254_740_992.0, integer: true, nan: false };

    /// Between two numbers.
    #[must_use]
    pub const fn new(low: f64, high: f64, integer: bool) -> Bounds {
        Bounds { low, high, integer, nan: false }
    }

    /// Of the elements of a value; `None` if it is not real or has too many elements to
    /// look at. An empty array has the bounds of a zero.
    #[must_use]
    pub fn of(value: &Value) -> Option<Bounds> {
        const LOOKED_AT: usize = 1 << 16;
        if value.is_complex() || !value.is_arithmetic() {
            return None;
        }
        if value.numel() > LOOKED_AT {
            return Some(Bounds::REAL);
        }
        let array = value.to_f64_array()?;
        let nan = array.as_slice().iter().any(|element| element.is_nan());
        let mut elements = array.as_slice().iter().copied().filter(|element| !element.is_nan());
        let Some(first) = elements.next() else {
            return Some(Bounds { nan, ..Bounds::exactly(0.0) });
        };
        // Wide integers lose their last digits here.
        let rounded = matches!(value, Value::Int64(_) | Value::Uint64(_));
        let all = elements
            .fold(Bounds::exactly(first), |all, element| all.hull(Bounds::exactly(element)));
        let all = Bounds { nan, ..all };
        if rounded && all.low.abs().max(all.high.abs()) > 9e15 {
            return Some(Bounds { low: all.low - 4096.0, high: all.high + 4096.0, ..all });
        }
        Some(all)
    }

    /// One number.
    #[must_use]
    pub fn exactly(value: f64) -> Bounds {
        if value.is_nan() {
            // No number at all: the empty interval would need a case of its own.
            return Bounds { low: 0.0, high: 0.0, integer: true, nan: true };
        }
        Bounds {
            low: value,
            high: value,
            integer: value.is_infinite() || value.fract() == 0.0,
            nan: false,
        }
    }

    /// The bounds of an integer that is known symbolically.
    #[must_use]
    pub fn of_interval(interval: Interval) -> Bounds {
        Bounds {
            low: interval.low().map_or(f64::NEG_INFINITY, |low| low as f64),
            high: interval.high().map_or(f64::INFINITY, |high| high as f64),
            integer: true,
            nan: false,
        }
    }

    /// The bounds of the numbers when they are rounded to class single.
    #[must_use]
    pub fn as_single(self) -> Bounds {
        let rounded = |number: f64| f64::from(number as f32);
        let (low, high) = (rounded(self.low), rounded(self.high));
        Bounds { low, high, integer: self.integer && low.is_finite() && high.is_finite(), ..self }
    }

    /// What contains both.
    #[must_use]
    pub fn hull(self, other: Bounds) -> Bounds {
        Bounds {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            integer: self.integer && other.integer,
            nan: self.nan || other.nan,
        }
    }

    /// What contains both, where the second came after the first: a side that moved is
    /// given up, so that no chain of these is long.
    #[must_use]
    pub fn widened(self, later: Bounds) -> Bounds {
        let low = if later.low >= self.low {
            self.low
        } else if later.low >= 0.0 {
            0.0
        } else {
            f64::NEG_INFINITY
        };
        Bounds {
            low,
            high: if later.high <= self.high { self.high } else { f64::INFINITY },
            integer: self.integer && later.integer,
            nan: self.nan || later.nan,
        }
    }

    /// Whether everything within these is within `other`.
    #[must_use]
    pub fn is_within(self, other: Bounds) -> bool {
        self.low >= other.low
            && self.high <= other.high
            && (self.integer || !other.integer)
            && (!self.nan || other.nan)
    }

    /// Whether a number is within.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        if value.is_nan() {
            return self.nan;
        }
        value >= self.low
            && value <= self.high
            && (!self.integer || value.is_infinite() || value.fract() == 0.0)
    }

    /// The only number there can be.
    #[must_use]
    pub fn single(self) -> Option<f64> {
        (self.low == self.high && !self.nan).then_some(self.low)
    }

    /// The integers that the greatest ones not above a number can be, if that number is
    /// finite: it was taken for a size.
    #[must_use]
    pub fn as_size(self) -> Interval {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        // A bound that high says only that sizes are exact integers.
        let small = |end: f64| (end.abs() < EXACT).then_some(end.floor() as i64);
        let low = if self.integer { self.low.ceil() } else { self.low };
        match (small(low), small(self.high)) {
            (Some(low), Some(high)) => Interval::new(low, high).unwrap_or(Interval::ALL),
            (Some(low), None) => Interval::at_least(low),
            (None, Some(high)) => Interval::at_least(-high).negated(),
            (None, None) => Interval::ALL,
        }
    }

    /// The integers there can be, if there are only integers, and those small.
    #[must_use]
    pub fn interval(self) -> Option<Interval> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if !self.integer || self.nan || self.low.is_nan() || self.high.is_nan() {
            return None;
        }
        // An infinite element is no integer.
        if self.low == f64::NEG_INFINITY || self.high == f64::INFINITY {
            return None;
        }
        (self.low.abs() <= EXACT && self.high.abs() <= EXACT)
            .then(|| Interval::new(self.low.ceil() as i64, self.high.floor() as i64))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_contain_what_they_are_made_of() {
        let value = Value::row(vec![1.0, f64::NAN, 3.5]);
        let bounds = Bounds::of(&value).expect("it is real");
        assert!([1.0, f64::NAN, 3.5, 2.0].iter().all(|&element| bounds.contains(element)));
        assert!(!bounds.contains(4.0));
        assert!(!bounds.integer && bounds.nan);
    }

    #[test]
    fn widening_ends() {
        let mut bounds = Bounds::exactly(1.0);
        for step in 0..3 {
            bounds = bounds.widened(Bounds::exactly(2.0 + f64::from(step)));
        }
        assert_eq!(bounds, Bounds::new(1.0, f64::INFINITY, true));
    }
}
