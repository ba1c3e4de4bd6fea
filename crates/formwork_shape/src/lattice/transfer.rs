//! Operators directly on the range lattice: what the ranges of the operands
//! alone say about the result. The projection takes the meet of this and of
//! what the terms say.

use super::{Range, RangeShape};
use crate::semantics::{Dialect, EmptyRule, Semantics};
use crate::shape::Operator;

impl RangeShape {
    fn admits_scalar(&self) -> bool {
        RangeShape::scalar().is_within(self)
    }

    fn admits_matrix(&self) -> bool {
        self.rank().is_some_and(|rank| rank.contains(2))
    }

    fn admits(&self, rows: u64, columns: u64) -> bool {
        let extents = vec![Range::exactly(rows), Range::exactly(columns)];
        RangeShape::canonical(extents, false).is_within(self)
    }

    /// Whether some extent may be zero.
    fn admits_empty(&self) -> bool {
        let (length, open) = self.frame();
        open || (0..length).any(|axis| self.extent(axis).is_some_and(|range| range.contains(0)))
    }

    pub(super) fn with_extent(&self, axis: usize, range: Option<Range>) -> RangeShape {
        if *self == RangeShape::Bottom {
            return RangeShape::Bottom;
        }
        let (length, open) = self.frame();
        let extents = (0..length.max(axis + 1))
            .map(|other| if other == axis { range } else { self.extent(other) })
            .collect();
        RangeShape::from_options(extents, open)
    }
}

/// Exactly 0×0.
fn empty() -> RangeShape {
    let zero = Some(Range::exactly(0));
    pair(zero, zero)
}

fn pair(rows: Option<Range>, columns: Option<Range>) -> RangeShape {
    RangeShape::from_options(vec![rows, columns], false)
}

/// Whether two ranges have a value in common.
fn overlap(a: Option<Range>, b: Option<Range>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a.meet(b).is_some())
}

/// ⊕ of ranges in either reading.
pub(super) fn elementwise(semantics: Semantics, a: &RangeShape, b: &RangeShape) -> RangeShape {
    match semantics {
        Semantics::Strict => {
            let mut result = a.meet(b);
            if a.admits_scalar() {
                result = result.join(b);
            }
            if b.admits_scalar() {
                result = result.join(a);
            }
            result
        }
        Semantics::Expand => expanded(a, b),
    }
}

/// Per axis the operands are equal or one of them is 1.
fn expanded(a: &RangeShape, b: &RangeShape) -> RangeShape {
    if *a == RangeShape::Bottom || *b == RangeShape::Bottom {
        return RangeShape::Bottom;
    }
    let ((length_a, open_a), (length_b, open_b)) = (a.frame(), b.frame());
    let ranges = (0..length_a.max(length_b))
        .map(|axis| {
            let (x, y) = (a.extent(axis)?, b.extent(axis)?);
            let cases = [x.meet(y), x.contains(1).then_some(y), y.contains(1).then_some(x)];
            cases.into_iter().flatten().reduce(Range::join)
        })
        .collect();
    RangeShape::from_options(ranges, open_a || open_b)
}

/// The result of an operator on ranges; everything where nothing is known.
pub(super) fn apply(operator: &Operator, operands: &[RangeShape]) -> RangeShape {
    if operands.contains(&RangeShape::Bottom) {
        return RangeShape::Bottom;
    }
    match (operator, operands) {
        (Operator::Product(Dialect::Matlab), [a, b]) => {
            let inner = overlap(a.extent(1), b.extent(0));
            matrix(a, b, (true, true), inner, pair(a.extent(0), b.extent(1)))
        }
        (Operator::LeftDivide(Dialect::Matlab), [a, b]) => {
            let inner = overlap(a.extent(0), b.extent(0));
            matrix(a, b, (false, true), inner, pair(a.extent(1), b.extent(1)))
        }
        (Operator::RightDivide(Dialect::Matlab), [a, b]) => {
            let inner = overlap(a.extent(1), b.extent(1));
            matrix(a, b, (true, false), inner, pair(a.extent(0), b.extent(0)))
        }
        (Operator::Power(dialect), [a, b]) => {
            let square = |shape: &RangeShape| {
                let side = match (shape.extent(0), shape.extent(1)) {
                    (Some(rows), Some(columns)) => rows.meet(columns),
                    _ => None,
                };
                if shape.admits_matrix() { pair(side, side) } else { RangeShape::Bottom }
            };
            let left = if b.admits_scalar() { square(a) } else { RangeShape::Bottom };
            let right = if a.admits_scalar() { square(b) } else { RangeShape::Bottom };
            let result = left.join(&right);
            let zero =
                (a.admits_scalar() && b.admits_empty()) || (b.admits_scalar() && a.admits_empty());
            match dialect {
                Dialect::Octave if zero => result.join(&empty()),
                Dialect::Octave | Dialect::Matlab => result,
            }
        }
        (Operator::Concatenate(axis, rule), [a, b]) => {
            let axis = *axis as usize;
            let any = Some(Range::TOP);
            let common = a.with_extent(axis, any).meet(&b.with_extent(axis, any));
            let sum = match (a.extent(axis), b.extent(axis)) {
                (Some(a), Some(b)) => Some(a.plus(b)),
                _ => None,
            };
            let mut result = common.with_extent(axis, sum);
            let skipped = |shape: &RangeShape| match rule {
                EmptyRule::ZeroByZero => shape.admits(0, 0),
                EmptyRule::OctaveBrackets => {
                    shape.admits(0, 0) || shape.admits(1, 0) || shape.admits(0, 1)
                }
            };
            if skipped(a) {
                result = result.join(b);
            }
            if skipped(b) {
                result = result.join(a);
            }
            if skipped(a) && skipped(b) {
                result = result.join(&empty());
            }
            result
        }
        _ => RangeShape::top(),
    }
}

/// Product and divisions: a scalar passes the other operand through.
fn matrix(
    a: &RangeShape,
    b: &RangeShape,
    passes: (bool, bool),
    conforms: bool,
    general: RangeShape,
) -> RangeShape {
    let mut result = RangeShape::Bottom;
    if conforms && a.admits_matrix() && b.admits_matrix() {
        result = general;
    }
    if passes.1 && a.admits_scalar() {
        result = result.join(b);
    }
    if passes.0 && b.admits_scalar() {
        result = result.join(a);
    }
    result
}
