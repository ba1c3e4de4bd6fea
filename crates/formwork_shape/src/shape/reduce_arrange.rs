//! Reductions of the operators that rearrange, join or collapse arrays.

use super::reduce::{Reduced, Reducer};
use super::{ShapeId, Tuple};
use crate::extent::{ExtentId, Extents};
use crate::semantics::{Dialect, EmptyRule, Reduction, Truth};
use smallvec::smallvec;

fn at(tuple: &[ExtentId], axis: usize) -> ExtentId {
    tuple.get(axis).copied().unwrap_or(Extents::ONE)
}

fn replaced(tuple: &[ExtentId], axis: usize, extent: ExtentId) -> Tuple {
    let rank = tuple.len().max(axis + 1);
    (0..rank).map(|i| if i == axis { extent } else { at(tuple, i) }).collect()
}

impl Reducer<'_> {
    pub(super) fn permute(&mut self, order: &[u32], a: ShapeId) -> Reduced {
        let permutation =
            (0..order.len()).all(|axis| order.iter().any(|&entry| entry as usize == axis));
        if !permutation {
            return Reduced::Illegal;
        }
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let beyond: Tuple = x.iter().skip(order.len()).copied().collect();
        match self.all_one(&beyond) {
            Truth::No => Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => Reduced::Stuck,
            _ => Reduced::Tuple(order.iter().map(|&axis| at(&x, axis as usize)).collect()),
        }
    }

    pub(super) fn squeeze(&mut self, a: ShapeId) -> Reduced {
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let higher: Tuple = x.iter().skip(2).copied().collect();
        if self.all_one(&higher).is_yes() {
            return Reduced::Shape(a);
        }
        if !self.all_one(&higher).is_no() {
            return Reduced::Stuck;
        }
        let mut kept = Tuple::new();
        for &extent in &x {
            match self.is_one(extent) {
                Truth::Yes => {}
                Truth::No => kept.push(extent),
                Truth::Maybe => return Reduced::Stuck,
            }
        }
        Reduced::Tuple(kept)
    }

    /// Whether concatenation may ignore an operand of these extents.
    fn skippable(&mut self, rule: EmptyRule, x: &[ExtentId]) -> Truth {
        let empty = self.zero_by_zero(x);
        match rule {
            EmptyRule::ZeroByZero => empty,
            EmptyRule::OctaveBrackets => {
                let higher: Tuple = x.iter().skip(2).copied().collect();
                let flat = self.all_one(&higher);
                let row = self.is_one(at(x, 0)).and(self.is_zero(at(x, 1)));
                let column = self.is_zero(at(x, 0)).and(self.is_one(at(x, 1)));
                empty.or(flat.and(row.or(column)))
            }
        }
    }

    pub(super) fn concatenate(
        &mut self,
        axis: u32,
        rule: EmptyRule,
        a: ShapeId,
        b: ShapeId,
    ) -> Reduced {
        let axis = axis as usize;
        // Along the first two axes 0×0 is neutral whatever the other operand.
        let neutral = |reducer: &mut Self, shape: ShapeId| {
            axis < 2
                && reducer
                    .algebra
                    .as_tuple(shape)
                    .is_some_and(|extents| reducer.zero_by_zero(&extents).is_yes())
        };
        if neutral(self, a) {
            return Reduced::Shape(b);
        }
        if neutral(self, b) {
            return Reduced::Shape(a);
        }
        let (Some(x), Some(y)) = (self.known(a), self.known(b)) else { return Reduced::Stuck };
        let rank = x.len().max(y.len()).max(axis + 1);
        let others = (0..rank).filter(|&other| other != axis);
        let same = others
            .fold(Truth::Yes, |same, other| same.and(self.equal(at(&x, other), at(&y, other))));
        let sum = |reducer: &mut Self| {
            let total = reducer.algebra.extents.add(at(&x, axis), at(&y, axis));
            Reduced::Tuple(replaced(&x, axis, total))
        };
        if same.is_yes() {
            return sum(self);
        }
        let (skip_a, skip_b) = (self.skippable(rule, &x), self.skippable(rule, &y));
        if same.is_no() {
            return self.concatenate_empty(rule, (a, &x, skip_a), (b, &y, skip_b));
        }
        if self.assume_legal && skip_a.is_no() && skip_b.is_no() {
            sum(self)
        } else {
            Reduced::Stuck
        }
    }

    /// The exceptions for empty operands, once the other extents surely differ.
    fn concatenate_empty(
        &mut self,
        rule: EmptyRule,
        (a, x, skip_a): (ShapeId, &Tuple, Truth),
        (b, y, skip_b): (ShapeId, &Tuple, Truth),
    ) -> Reduced {
        // 0×0 takes precedence over the other empties.
        match (self.zero_by_zero(x), self.zero_by_zero(y)) {
            (Truth::Yes, _) => return Reduced::Shape(b),
            (_, Truth::Yes) => return Reduced::Shape(a),
            (Truth::No, Truth::No) => {}
            _ => return Reduced::Stuck,
        }
        if rule == EmptyRule::ZeroByZero {
            return Reduced::Illegal;
        }
        let higher: Tuple = x.iter().skip(2).chain(y.iter().skip(2)).copied().collect();
        match (self.all_one(&higher), skip_a, skip_b) {
            (Truth::No, _, _) | (_, Truth::No, Truth::No) => Reduced::Illegal,
            (Truth::Yes, Truth::Yes, Truth::Yes) => {
                Reduced::Tuple(smallvec![Extents::ZERO, Extents::ZERO])
            }
            (Truth::Yes, Truth::Yes, Truth::No) => Reduced::Shape(b),
            (Truth::Yes, Truth::No, Truth::Yes) => Reduced::Shape(a),
            _ => Reduced::Stuck,
        }
    }

    pub(super) fn reduction(
        &mut self,
        style: Reduction,
        axis: Option<u32>,
        dialect: Dialect,
        a: ShapeId,
    ) -> Reduced {
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let axis = axis.map(|axis| axis as usize);
        // Note "Sum of 0×0". It is read as 0×1: by Octave always, by MATLAB
        // without an axis. Along the second axis both readings agree.
        let special = style != Reduction::Extremum
            && axis != Some(1)
            && (dialect == Dialect::Octave || axis.is_none());
        if special {
            match self.zero_by_zero(&x) {
                Truth::Yes => {
                    let result = match axis {
                        None | Some(0) => [Extents::ONE, Extents::ONE],
                        Some(_) => [Extents::ZERO, Extents::ONE],
                    };
                    return Reduced::Tuple(result.into_iter().collect());
                }
                Truth::Maybe => return Reduced::Stuck,
                Truth::No => {}
            }
        }
        let axis = match axis {
            Some(axis) => axis,
            None => {
                let long = style == Reduction::Mean && dialect == Dialect::Octave;
                let first = if long { self.first_long(&x) } else { self.first_non_singleton(&x) };
                match first {
                    Some(axis) => axis,
                    None => return Reduced::Stuck,
                }
            }
        };
        let reduced = match style {
            Reduction::Sum | Reduction::Mean => Extents::ONE,
            Reduction::Extremum => self.algebra.extents.minimum([Extents::ONE, at(&x, axis)]),
        };
        Reduced::Tuple(replaced(&x, axis, reduced))
    }

    /// The first axis that is above 1, or the first of all if none is, if it can be told. The
    /// first axis serves for either reason where all later ones are not above 1.
    fn first_long(&mut self, x: &[ExtentId]) -> Option<usize> {
        let two = self.algebra.extents.literal(2);
        for (axis, &extent) in x.iter().enumerate() {
            match self.at_most(two, extent) {
                Truth::Yes => return Some(axis),
                Truth::No => {}
                Truth::Maybe => {
                    let mut later = x[axis + 1..].iter();
                    let none = later.all(|&one| self.at_most(two, one).is_no());
                    return (axis == 0 && none).then_some(0);
                }
            }
        }
        Some(0)
    }

    /// The first axis that is not 1, if it can be told. An undecided axis
    /// serves if all later ones are 1: reducing it is then right either way.
    fn first_non_singleton(&mut self, x: &[ExtentId]) -> Option<usize> {
        for (axis, &extent) in x.iter().enumerate() {
            match self.is_one(extent) {
                Truth::Yes => {}
                Truth::No => return Some(axis),
                Truth::Maybe => {
                    return self.all_one(&x[axis + 1..]).is_yes().then_some(axis);
                }
            }
        }
        Some(0)
    }

    pub(super) fn set_extent(&mut self, axis: u32, extent: ExtentId, a: ShapeId) -> Reduced {
        match self.at_most(Extents::ZERO, extent) {
            Truth::No => return Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
            _ => {}
        }
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        Reduced::Tuple(replaced(&x, axis as usize, extent))
    }

    pub(super) fn reshape(&mut self, extents: &[Option<ExtentId>], a: ShapeId) -> Reduced {
        if !self.usable(a) {
            return Reduced::Stuck;
        }
        let mut sized = Truth::Yes;
        for &extent in extents.iter().flatten() {
            sized = sized.and(self.at_most(Extents::ZERO, extent));
        }
        if sized.is_no() {
            return Reduced::Illegal;
        }
        let count = self.algebra.count(a);
        let known = self.algebra.extents.product(extents.iter().flatten().copied());
        let free = extents.iter().filter(|extent| extent.is_none()).count();
        let (fits, missing) = match free {
            0 => (self.equal(known, count), Extents::ONE),
            1 => {
                let divides = self.knowledge.divides(&mut self.algebra.extents, known, count);
                let fits = divides.and(!self.is_zero(known));
                // Decide first: an exact quotient is only defined where it fits.
                let quotient = if fits.is_no() {
                    Extents::ONE
                } else {
                    self.algebra.extents.exact_divide(count, known)
                };
                (fits, quotient)
            }
            _ => return Reduced::Illegal,
        };
        match fits.and(sized) {
            Truth::No => Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => Reduced::Stuck,
            _ => Reduced::Tuple(extents.iter().map(|extent| extent.unwrap_or(missing)).collect()),
        }
    }

    pub(super) fn repmat(&mut self, copies: &[ExtentId], a: ShapeId) -> Reduced {
        let mut sized = Truth::Yes;
        for &count in copies {
            sized = sized.and(self.at_most(Extents::ZERO, count));
        }
        match sized {
            Truth::No => return Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
            _ => {}
        }
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let rank = x.len().max(copies.len());
        let extents = &mut self.algebra.extents;
        Reduced::Tuple(
            (0..rank).map(|axis| extents.multiply(at(&x, axis), at(copies, axis))).collect(),
        )
    }

    pub(super) fn diagonal(&mut self, a: ShapeId) -> Reduced {
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let higher: Tuple = x.iter().skip(2).copied().collect();
        match self.all_one(&higher) {
            Truth::No => return Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => return Reduced::Stuck,
            _ => {}
        }
        let (rows, columns) = (at(&x, 0), at(&x, 1));
        match (self.is_one(rows), self.is_one(columns)) {
            (Truth::Yes, _) => Reduced::Tuple(smallvec![columns, columns]),
            (_, Truth::Yes) => Reduced::Tuple(smallvec![rows, rows]),
            (Truth::No, Truth::No) => match self.all_zero(&[rows, columns]) {
                Truth::Yes => Reduced::Shape(a),
                Truth::No => {
                    let length = self.algebra.extents.minimum([rows, columns]);
                    Reduced::Tuple(smallvec![length, Extents::ONE])
                }
                Truth::Maybe => Reduced::Stuck,
            },
            // Of one element as of several, the diagonal is a column.
            _ if rows == columns && self.all_zero(&[rows]) == Truth::No => {
                Reduced::Tuple(smallvec![rows, Extents::ONE])
            }
            _ => Reduced::Stuck,
        }
    }
}
