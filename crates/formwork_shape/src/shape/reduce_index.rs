//! Reductions of indexing: reads, assignments that grow, deletions.

use super::reduce::{Reduced, Reducer};
use super::{ShapeId, Tuple};
use crate::concrete::{Bound, Subscript};
use crate::extent::{ExtentId, Extents};
use crate::semantics::{Dialect, Truth};
use smallvec::smallvec;

fn at(tuple: &[ExtentId], axis: usize) -> ExtentId {
    tuple.get(axis).copied().unwrap_or(Extents::ONE)
}

/// Where an array may extend.
enum Orientation {
    /// Every axis but this one is 1; this one may be too.
    Along(usize),
    /// At least two axes are not 1.
    Spread,
    Unknown,
}

impl Reducer<'_> {
    fn orientation(&mut self, x: &[ExtentId]) -> Orientation {
        let ones: Vec<Truth> = x.iter().map(|&extent| self.is_one(extent)).collect();
        if ones.iter().filter(|one| one.is_no()).count() >= 2 {
            return Orientation::Spread;
        }
        let mut candidates =
            ones.iter().enumerate().filter(|(_, one)| !one.is_yes()).map(|(axis, _)| axis);
        match (candidates.next(), candidates.next()) {
            (None, _) => Orientation::Along(0),
            (Some(axis), None) => Orientation::Along(axis),
            (Some(_), Some(_)) => Orientation::Unknown,
        }
    }

    pub(super) fn index_linear(&mut self, a: ShapeId, index: ShapeId) -> Reduced {
        if !self.usable(a) {
            return Reduced::Stuck;
        }
        let Some(i) = self.known(index) else {
            // Even with an index of unknown rank, a scalar or spread-out array
            // hands the shape of the index through.
            let Some(x) = self.known(a) else { return Reduced::Stuck };
            let through =
                self.all_one(&x).is_yes() || matches!(self.orientation(&x), Orientation::Spread);
            return if through { Reduced::Shape(index) } else { Reduced::Stuck };
        };
        self.index_known(a, &i)
    }

    fn index_known(&mut self, a: ShapeId, i: &Tuple) -> Reduced {
        let through = Reduced::Tuple(i.clone());
        let index = self.orientation(i);
        if matches!(index, Orientation::Spread) || self.all_one(i).is_yes() {
            return through;
        }
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let array = self.orientation(&x);
        match (array, index) {
            (Orientation::Spread, _) => through,
            (Orientation::Along(axis), _) if self.is_one(at(&x, axis)).is_yes() => through,
            (Orientation::Along(axis), Orientation::Along(along)) => {
                if axis == along {
                    // Same orientation: right whether or not either is scalar.
                    return through;
                }
                if !self.is_one(at(&x, axis)).is_no() {
                    return Reduced::Stuck;
                }
                let mut result: Tuple = smallvec![Extents::ONE; axis + 1];
                result[axis] = at(i, along);
                Reduced::Tuple(result)
            }
            _ => Reduced::Stuck,
        }
    }

    pub(super) fn index_logical(&mut self, count: ExtentId, a: ShapeId, mask: ShapeId) -> Reduced {
        if !self.usable(a) {
            return Reduced::Stuck;
        }
        match self.at_most(Extents::ZERO, count) {
            Truth::No => return Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
            _ => {}
        }
        let Some(m) = self.known(mask) else { return Reduced::Stuck };
        let higher: Tuple = m.iter().skip(2).copied().collect();
        let flat = self.all_one(&higher);
        let row = flat.and(self.is_one(at(&m, 0)));
        let scalar = row.and(self.is_one(at(&m, 1)));
        let index: Tuple = match (scalar, row) {
            (Truth::Yes, _) => smallvec![count, count],
            (Truth::No, Truth::Yes) => smallvec![Extents::ONE, count],
            (Truth::No, Truth::No) => smallvec![count, Extents::ONE],
            _ => return Reduced::Stuck,
        };
        if scalar.is_yes() {
            // 1×1 or 0×0: never a vector.
            return match self.at_most(count, Extents::ONE) {
                Truth::Yes => Reduced::Tuple(index),
                _ => Reduced::Stuck,
            };
        }
        self.index_known(a, &index)
    }

    pub(super) fn index_many(&mut self, subscripts: &[Subscript<ExtentId>], a: ShapeId) -> Reduced {
        if !self.usable(a) {
            return Reduced::Stuck;
        }
        let last = subscripts.len().saturating_sub(1);
        let mut result = Tuple::new();
        for (axis, subscript) in (0u32..).zip(subscripts) {
            result.push(match subscript {
                Subscript::Colon if axis as usize == last => self.algebra.count_from(a, axis),
                Subscript::Colon => self.algebra.extent(a, axis),
                Subscript::Count(count) => {
                    match self.at_most(Extents::ZERO, *count) {
                        Truth::No => return Reduced::Illegal,
                        Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
                        _ => {}
                    }
                    *count
                }
            });
        }
        Reduced::Tuple(result)
    }

    pub(super) fn assign_linear(
        &mut self,
        dialect: Dialect,
        bound: ExtentId,
        a: ShapeId,
    ) -> Reduced {
        if !self.usable(a) {
            return Reduced::Stuck;
        }
        match self.at_most(Extents::ZERO, bound) {
            Truth::No => return Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
            _ => {}
        }
        let count = self.algebra.count(a);
        let inside = self.at_most(bound, count);
        if inside.is_yes() {
            return Reduced::Shape(a);
        }
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let higher: Tuple = x.iter().skip(2).copied().collect();
        match self.all_one(&higher) {
            Truth::Yes => {}
            Truth::No if inside.is_no() => return Reduced::Illegal,
            // On legal runs an array of higher rank does not grow.
            Truth::No if self.assume_legal => return Reduced::Shape(a),
            _ => return Reduced::Stuck,
        }
        let (rows, columns) = (at(&x, 0), at(&x, 1));
        let (row, column) = (self.is_one(rows), self.is_one(columns));
        let empty_rows = self.is_zero(rows);
        let grown = |reducer: &mut Self, length: ExtentId| {
            if inside.is_no() { bound } else { reducer.algebra.extents.maximum([length, bound]) }
        };
        if row.is_yes() {
            let length = grown(self, columns);
            return Reduced::Tuple(smallvec![Extents::ONE, length]);
        }
        let becomes_row = match dialect {
            Dialect::Octave => empty_rows,
            Dialect::Matlab => empty_rows.and(self.is_zero(columns)),
        };
        let row_either_way =
            dialect == Dialect::Octave && self.at_most(rows, Extents::ONE).is_yes();
        if (becomes_row.is_yes() || row_either_way) && inside.is_no() {
            return Reduced::Tuple(smallvec![Extents::ONE, bound]);
        }
        if column.is_yes() && row.is_no() && becomes_row.is_no() {
            let length = grown(self, rows);
            return Reduced::Tuple(smallvec![length, Extents::ONE]);
        }
        if inside.is_no() && row.is_no() && becomes_row.is_no() && column.is_no() {
            return Reduced::Illegal;
        }
        Reduced::Stuck
    }

    pub(super) fn assign_many(&mut self, bounds: &[Bound<ExtentId>], a: ShapeId) -> Reduced {
        if bounds.len() < 2 {
            return Reduced::Illegal;
        }
        for bound in bounds {
            let (Bound::Colon(extent) | Bound::UpTo(extent)) = bound;
            match self.at_most(Extents::ZERO, *extent) {
                Truth::No => return Reduced::Illegal,
                Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
                _ => {}
            }
        }
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let beyond: Tuple = x.iter().skip(bounds.len()).copied().collect();
        let fits = self.all_one(&beyond);
        let all_zero = self.all_zero(&x);
        if fits.is_yes() {
            let has_colon = bounds.iter().any(|bound| matches!(bound, Bound::Colon(_)));
            if has_colon && all_zero == Truth::Maybe {
                return Reduced::Stuck;
            }
            let mut result = Tuple::new();
            for (axis, bound) in bounds.iter().enumerate() {
                let old = at(&x, axis);
                result.push(match bound {
                    Bound::Colon(extent) if all_zero.is_yes() => *extent,
                    Bound::Colon(_) => old,
                    // Beyond the rank of an array of zeros there is nothing, either; an extent
                    // beyond the second that may be 1 may be beyond the rank.
                    Bound::UpTo(bound)
                        if axis >= 2
                            && all_zero != Truth::No
                            && (axis >= x.len() || !self.is_one(old).is_no())
                            && !self.at_most(Extents::ONE, *bound).is_yes() =>
                    {
                        if axis >= x.len() && all_zero.is_yes() {
                            *bound
                        } else {
                            return Reduced::Stuck;
                        }
                    }
                    Bound::UpTo(bound) => self.algebra.extents.maximum([old, *bound]),
                });
            }
            return Reduced::Tuple(result);
        }
        // Fewer positions than axes: only writing inside the array is legal, or two into nothing.
        let last = bounds.len() - 1;
        let mut inside = Truth::Yes;
        let mut nothing = if bounds.len() == 2 { Truth::Yes } else { Truth::No };
        for (axis, bound) in (0u32..).zip(bounds) {
            let spanned = if axis as usize == last {
                self.algebra.count_from(a, axis)
            } else {
                at(&x, axis as usize)
            };
            nothing = nothing.and(self.equal(spanned, Extents::ZERO));
            inside = inside.and(match bound {
                Bound::Colon(extent) if all_zero.is_yes() => self.equal(*extent, spanned),
                Bound::Colon(_) if all_zero.is_no() => Truth::Yes,
                Bound::Colon(_) => Truth::Maybe,
                Bound::UpTo(bound) => self.at_most(*bound, spanned),
            });
        }
        match (fits, inside, nothing) {
            (_, Truth::Yes, _) => Reduced::Shape(a),
            (Truth::No, Truth::No, Truth::No) => Reduced::Illegal,
            (Truth::No, Truth::No, Truth::Yes) if all_zero != Truth::Maybe => {
                let grown = bounds.iter().map(|bound| match bound {
                    Bound::Colon(extent) if all_zero.is_yes() => *extent,
                    Bound::Colon(_) => Extents::ZERO,
                    Bound::UpTo(bound) => *bound,
                });
                Reduced::Tuple(grown.collect())
            }
            (Truth::No, _, Truth::No) if self.assume_legal => Reduced::Shape(a),
            _ => Reduced::Stuck,
        }
    }

    pub(super) fn delete_slice(&mut self, axis: u32, count: ExtentId, a: ShapeId) -> Reduced {
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let old = at(&x, axis as usize);
        let fits = self.at_most(count, old).and(self.at_most(Extents::ZERO, count));
        match fits {
            Truth::No => Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => Reduced::Stuck,
            _ => {
                let left = self.algebra.extents.subtract(old, count);
                let rank = x.len().max(axis as usize + 1);
                Reduced::Tuple(
                    (0..rank).map(|i| if i == axis as usize { left } else { at(&x, i) }).collect(),
                )
            }
        }
    }

    pub(super) fn delete_linear(&mut self, count: ExtentId, a: ShapeId) -> Reduced {
        if !self.usable(a) {
            return Reduced::Stuck;
        }
        if self.is_zero(count).is_yes() {
            return Reduced::Shape(a);
        }
        let total = self.algebra.count(a);
        let fits = self.at_most(count, total).and(self.at_most(Extents::ZERO, count));
        match fits {
            Truth::No => return Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
            _ => {}
        }
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let left = self.algebra.extents.subtract(total, count);
        let higher: Tuple = x.iter().skip(2).copied().collect();
        let flat = self.all_one(&higher);
        let (row, column) = (self.is_one(at(&x, 0)), self.is_one(at(&x, 1)));
        // A row or column keeps its orientation even if nothing is deleted.
        if flat.is_yes() && row.is_yes() {
            return Reduced::Tuple(smallvec![Extents::ONE, left]);
        }
        if flat.is_yes() && column.is_yes() && row.is_no() {
            return Reduced::Tuple(smallvec![left, Extents::ONE]);
        }
        let surely_not_column = flat.is_no() || column.is_no();
        if surely_not_column && self.is_zero(count).is_no() {
            return Reduced::Tuple(smallvec![Extents::ONE, left]);
        }
        Reduced::Stuck
    }
}
