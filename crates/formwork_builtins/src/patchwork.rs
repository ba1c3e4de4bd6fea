//! Poisson numbers of a mean of ten and more by patchwork rejection (Zechner,
//! *Efficient sampling from continuous and discrete unimodal distributions*, Graz
//! 1994), the method behind Octave's `randp`: the same uniform numbers give the same
//! Poisson numbers.
//!
//! The histogram is normalized to 1 at its mode and cut into a centre and two tails.
//! On either side of the mode the centre has a *pivot*, near the point of inflection.
//! The part of the histogram above the pivot's height, between pivot and mode, is
//! reflected at the pivot into the empty corner on its other side, so that each half
//! of the centre becomes a rectangle of the pivot's height:
//!
//! ```text
//!  1 |          __
//!    |        _|  |_
//!  h |- - - o- - - - -o- - -     o  the pivots
//!    |   _ |         | |_
//!    | _|  |         |   |_
//!    +-|---|----|----|-----|-->
//!     outer pivot mode pivot outer
//! ```
//!
//! Below the exponential tails begin the *outer* points, as far from the pivot as the
//! mode.

use crate::random_state::Twister;

/// The logarithm of the factorial of `k`.
fn log_factorial(k: f64) -> f64 {
    libm::lgamma(k + 1.0)
}

/// One half of the centre and the tail beyond it.
#[derive(Clone, Copy)]
struct Side {
    pivot: f64,
    outer: f64,
    /// the height at the pivot
    height: f64,
    /// the height at the outer point
    low: f64,
    /// how far the outer point is from the pivot
    reach: f64,
    /// how the height falls by the next step outward, at the pivot
    fall: f64,
    /// how it falls at the outer point
    outer_fall: f64,
    /// the rate of the exponential tail
    rate: f64,
}

/// The areas up to which a uniform number means a part, summed up from the left half
/// of the centre.
#[derive(Clone, Copy)]
struct Areas {
    left_body: f64,
    left: f64,
    right_body: f64,
    right: f64,
    left_tail: f64,
    all: f64,
}

/// A Poisson distribution, made ready for drawing.
#[derive(Clone, Copy)]
pub(crate) struct Patchwork {
    log_mean: f64,
    /// the logarithm of the height at the mode before it became 1
    log_mode: f64,
    left: Side,
    right: Side,
    areas: Areas,
}

impl Patchwork {
    pub(crate) fn new(mean: f64) -> Patchwork {
        let log_mean = mean.ln();
        let mode = mean.floor();
        let log_mode = mode * log_mean - log_factorial(mode);
        let height = |k: f64| (k * log_mean - log_factorial(k) - log_mode).exp();
        let spread = (mean + 0.25).sqrt();
        let left_pivot = (mean - 0.5 - spread).ceil();
        let right_pivot = (mean - 0.5 + spread).floor();
        let left_outer = left_pivot + left_pivot - mode + 1.0;
        let right_outer = right_pivot + right_pivot - mode;
        let left = Side {
            pivot: left_pivot,
            outer: left_outer,
            height: height(left_pivot),
            low: height(left_outer),
            reach: left_pivot - left_outer,
            fall: 1.0 / (mean / left_pivot),
            outer_fall: 1.0 / (mean / left_outer),
            rate: (mean / left_outer).ln(),
        };
        let right = Side {
            pivot: right_pivot,
            outer: right_outer,
            height: height(right_pivot),
            low: height(right_outer),
            reach: right_outer - right_pivot,
            fall: mean / (right_pivot + 1.0),
            outer_fall: mean / (right_outer + 1.0),
            rate: -(mean / (right_outer + 1.0)).ln(),
        };
        let left_body = left.height * (left.reach + 1.0);
        let left_centre = left.height * left.reach + left_body;
        let right_body = right.height * (right.reach + 1.0) + left_centre;
        let centre = right.height * right.reach + right_body;
        let left_tail = left.low / left.rate + centre;
        let all = right.low / right.rate + left_tail;
        let areas =
            Areas { left_body, left: left_centre, right_body, right: centre, left_tail, all };
        Patchwork { log_mean, log_mode, left, right, areas }
    }

    /// The logarithm of the height at `k`.
    fn log_height(&self, k: f64) -> f64 {
        k * self.log_mean - log_factorial(k) - self.log_mode
    }

    pub(crate) fn draw(&self, generator: &mut Twister) -> f64 {
        let areas = &self.areas;
        loop {
            let u = generator.uniform() * areas.all;
            // A candidate and its uniform height, which the histogram must reach.
            let (candidate, height) = if u < areas.left {
                let v = u - areas.left_body;
                if v < 0.0 {
                    return self.left.pivot + (u / self.left.height).floor();
                }
                let w = v / self.left.reach;
                if w < self.left.low {
                    return self.left.outer + (v / self.left.low).floor();
                }
                let away = (self.left.reach * generator.uniform()).floor() + 1.0;
                let (x, mirrored) = (self.left.pivot - away, self.left.pivot + away);
                // The left half has one place more than its reach.
                match self.centre(&self.left, self.left.reach + 1.0, away, w, (x, mirrored)) {
                    Some(number) => return number,
                    None => (x, w),
                }
            } else if u < areas.right {
                let v = u - areas.right_body;
                if v < 0.0 {
                    return self.right.pivot - ((u - areas.left) / self.right.height).floor();
                }
                let w = v / self.right.reach;
                if w < self.right.low {
                    return self.right.outer - (v / self.right.low).floor();
                }
                let away = (self.right.reach * generator.uniform()).floor() + 1.0;
                let (x, mirrored) = (self.right.pivot + away, self.right.pivot - away);
                match self.centre(&self.right, self.right.reach, away, w, (x, mirrored)) {
                    Some(number) => return number,
                    None => (x, w),
                }
            } else {
                let w = generator.uniform();
                let (side, direction, before) = if u < areas.left_tail {
                    (&self.left, -1.0, areas.right)
                } else {
                    (&self.right, 1.0, areas.left_tail)
                };
                let away = (1.0 - w.ln() / side.rate).floor();
                let x = side.outer + direction * away;
                if x < 0.0 {
                    continue;
                }
                let height = w * (u - before) * side.rate;
                if height <= side.low - away * (side.low - side.low * side.outer_fall) {
                    return x;
                }
                (x, height)
            };
            if height.ln() <= self.log_height(candidate) {
                return candidate;
            }
        }
    }

    /// A point of a half of the centre outside the pivot and above the outer point's
    /// height: it lies below the histogram, or belongs to the reflected part, if
    /// tangents say so; otherwise its candidate is still to be tested.
    fn centre(
        &self,
        side: &Side,
        places: f64,
        away: f64,
        w: f64,
        (x, mirrored): (f64, f64),
    ) -> Option<f64> {
        if w <= side.height - away * (side.height - side.height * side.fall) {
            return Some(x);
        }
        let reflected = side.height + side.height - w;
        let inside = reflected < 1.0
            && (reflected <= side.height + away * (1.0 - side.height) / places
                || reflected <= self.log_height(mirrored).exp());
        inside.then_some(mirrored)
    }
}
