//! Lazy ranges.

/// The row `base:increment:limit` of doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    base: f64,
    increment: f64,
    /// The last element; it is exact where the limit is hit up to rounding.
    last: f64,
    /// The limit as written: display looks at it.
    limit: f64,
    len: usize,
}

impl Range {
    /// The range `base:increment:limit`; `None` if it has too many elements to count.
    #[must_use]
    pub fn new(base: f64, increment: f64, limit: f64) -> Option<Range> {
        if base.is_nan() || increment.is_nan() || limit.is_nan() {
            return Some(Range { base: f64::NAN, increment, last: f64::NAN, limit, len: 1 });
        }
        let empty = Range { base, increment, last: limit, limit, len: 0 };
        if increment == 0.0
            || (limit < base && increment > 0.0)
            || (limit > base && increment < 0.0)
        {
            return Some(empty);
        }
        let one = |value: f64| Some(Range { base: value, increment, last: value, limit, len: 1 });
        if increment.is_infinite() {
            // One step leads past every limit, unless that is as far away as the step.
            return if base.is_infinite() || limit.is_infinite() {
                one(f64::NAN)
            } else {
                one(base)
            };
        }
        if base.is_infinite() {
            return if base == limit { one(f64::NAN) } else { None };
        }
        // The number of elements: the quotient rounded down, where a quotient that is
        // whole up to three rounding errors counts as whole.
        let tolerance = 3.0 * f64::EPSILON;
        let quotient = (limit - base) / increment;
        let count = tolerant_floor(quotient, tolerance) + 1.0;
        if count.is_nan() || count >= (i64::MAX as f64) {
            return None;
        }
        let mut count = count.max(0.0);
        // The quotient may be off by one when its operands are rounded.
        let within = |value: f64| if increment > 0.0 { value <= limit } else { value >= limit };
        let tolerant_equal = |a: f64, b: f64| (a - b).abs() <= tolerance * a.abs().max(b.abs());
        let place = |k: f64| base + k * increment;
        if !tolerant_equal(place(count - 1.0), limit) {
            if tolerant_equal(place(count - 2.0), limit) {
                count -= 1.0;
            } else if tolerant_equal(place(count), limit) {
                count += 1.0;
            }
        }
        let len = count as usize;
        if len == 0 {
            return Some(empty);
        }
        let mut last = place(count - 1.0);
        if !within(last) {
            last = limit;
        }
        // Whole numbers stay whole.
        if base.fract() == 0.0 && increment.fract() == 0.0 {
            last = last.round();
        }
        Some(Range { base, increment, last, limit, len })
    }

    /// The range of `len` elements from `base` on.
    #[must_use]
    pub fn counted(base: f64, increment: f64, len: usize) -> Range {
        let last = if len == 0 { base } else { base + (len - 1) as f64 * increment };
        Range { base, increment, last, limit: last, len }
    }

    /// The first element, if there is one.
    #[must_use]
    pub const fn base(&self) -> f64 {
        self.base
    }

    /// The difference of neighbours.
    #[must_use]
    pub const fn increment(&self) -> f64 {
        self.increment
    }

    /// The last element, if there is one; the limit as written if not.
    #[must_use]
    pub const fn last(&self) -> f64 {
        self.last
    }

    /// The limit as written, which may lie beyond the last element.
    #[must_use]
    pub const fn limit(&self) -> f64 {
        self.limit
    }

    /// How many elements.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at a place counted from 0.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> f64 {
        if index == 0 {
            self.base
        } else if index + 1 == self.len {
            self.last
        } else {
            self.base + index as f64 * self.increment
        }
    }

    /// The elements.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        (0..self.len).map(|index| self.get(index))
    }

    /// What a function makes of each element. The memory is asked for first, so that a program can
    /// catch the error where there is too little.
    #[must_use]
    pub fn map<T>(&self, f: impl FnMut(f64) -> T) -> Vec<T> {
        crate::memory::demand::<T>(self.len());
        self.iter().map(f).collect()
    }

    /// The elements written down.
    #[must_use]
    pub fn to_vec(&self) -> Vec<f64> {
        crate::memory::demand::<f64>(self.len());
        self.iter().collect()
    }
}

/// `x` rounded down, except that a value within a relative `tolerance` below a whole
/// number counts as that number.
fn tolerant_floor(x: f64, tolerance: f64) -> f64 {
    let nearest = x.round();
    if (x - nearest).abs() <= tolerance * x.abs().max(1.0) { nearest } else { x.floor() }
}
