//! The shape of `[a, b]` where it depends on which part is empty.
//!
//! The algebra keeps such a concatenation as a term. That is exact, but nothing can be
//! computed with it, and a loop that joins to it each time never settles. Of matrices the
//! result is a matrix, and mostly one of its extents is known: so it is spelled out.

use formwork_shape::extent::{ExtentId, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::ShapeId;

use crate::engine::Analyst;

impl Analyst<'_> {
    /// The shape of two matrices joined along an axis (0 or 1), extent by extent.
    pub(crate) fn spelled_out(
        &mut self,
        axis: u32,
        joined: ShapeId,
        (a, b): (ShapeId, ShapeId),
    ) -> ShapeId {
        if !self.alive() || self.algebra.as_tuple(joined).is_some() {
            return joined;
        }
        let (Some(x), Some(y)) = (self.algebra.as_tuple(a), self.algebra.as_tuple(b)) else {
            return joined;
        };
        if x.len() > 2 || y.len() > 2 {
            return joined;
        }
        let other = 1 - axis;
        let (along, across) = (axis as usize, other as usize);
        let sum = self.algebra.extents_mut().add(x[along], y[along]);
        let length = self.algebra.extent(joined, axis);
        let (full_x, full_y) = (self.is_full(&x), self.is_full(&y));
        // Whatever has elements is not left out, and all that is not left out agrees with it.
        let width = match (full_x, full_y) {
            (true, _) => x[across],
            (_, true) => y[across],
            (false, false) => {
                let width = self.algebra.extent(joined, other);
                let highs =
                    (self.interval_of(x[across]).high(), self.interval_of(y[across]).high());
                if let (Some(one), Some(two)) = highs {
                    let most = self.algebra.extents_mut().literal(one.max(two));
                    self.assume(Requirement::AtMost(width, most));
                }
                width
            }
        };
        // Of what may be left out only 0x1 (or 1x0 below one another) has a length.
        let counts = |this: &mut Self, part: &[ExtentId]| {
            let (length, width) = (this.interval_of(part[along]), this.interval_of(part[across]));
            !length.contains(1) || !width.contains(0)
        };
        let length = if (full_x && counts(self, &y)) || (full_y && counts(self, &x)) {
            sum
        } else {
            self.assume(Requirement::AtMost(length, sum));
            for (full, part) in [(full_x, x[along]), (full_y, y[along])] {
                if full {
                    self.assume(Requirement::AtMost(part, length));
                }
            }
            length
        };
        let extents = if axis == 0 { [length, width] } else { [width, length] };
        self.algebra.tuple(extents)
    }

    /// Whether a matrix surely has elements.
    fn is_full(&mut self, extents: &[ExtentId]) -> bool {
        extents.iter().all(|&extent| self.interval_of(extent).low().is_some_and(|low| low >= 1))
    }

    fn interval_of(&mut self, extent: ExtentId) -> Interval {
        self.facts.interval(self.algebra.extents_mut(), extent)
    }
}
