//! Where the body of a with-loop reads: by its own index, or somewhere else.
//!
//! An index is its own whatever it is written as: `1 + (i - 1)` is `i`, behind guards too, and
//! on an axis along which there is one index only, that one's number is the index. Integers
//! wrap around, so that what is left when sums are taken apart is equal in any case.

use rustc_hash::FxHashSet;

use super::defs::Defs;
use super::linear::Linear;
use crate::ir::{Function, Index, Op, Operand, Part, ValueId};

/// A part of a with-loop, as far as its index is concerned.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) function: &'a Function,
    pub(super) defs: &'a Defs,
    pub(super) index: &'a Index,
    pub(super) lower: Option<&'a Operand>,
    pub(super) upper: &'a Operand,
}

impl<'a> Here<'a> {
    pub(super) fn of(function: &'a Function, defs: &'a Defs, part: &'a Part) -> Here<'a> {
        let (index, lower, upper) = (&part.index, part.lower.as_ref(), &part.upper);
        Here { function, defs, index, lower, upper }
    }

    /// Whether a vector is the index of this part.
    pub(super) fn is_own(&self, at: &Operand) -> bool {
        self.is_vector(at) || self.sums(at).is_some_and(|sums| self.are_own(&sums))
    }

    /// Whether a vector is the index of this part under its own name.
    fn is_vector(&self, at: &Operand) -> bool {
        matches!(self.index, Index::Vector(own) if self.defs.resolve(at) == Operand::Value(*own))
    }

    /// The elements of a vector that is written out, as sums.
    pub(super) fn sums(&self, at: &Operand) -> Option<Vec<Linear<ValueId>>> {
        let elements = self.defs.elements(at)?;
        elements.iter().map(|element| Linear::of(self.function, self.defs, element)).collect()
    }

    /// Whether sums are the elements of the index.
    pub(super) fn are_own(&self, sums: &[Linear<ValueId>]) -> bool {
        let is_own = |(axis, sum): (usize, &Linear<ValueId>)| {
            let mut terms = sum.terms.iter();
            let along = match (terms.next(), terms.next()) {
                (Some((&value, 1)), None) if sum.constant == 0 => self.axis(value),
                _ => None,
            };
            along == Some(axis) || self.only(axis).as_ref() == Some(sum)
        };
        Some(sums.len()) == self.rank() && sums.iter().enumerate().all(is_own)
    }

    /// How many axes there are, if that is known.
    fn rank(&self) -> Option<usize> {
        match self.index {
            Index::Scalars(values) => Some(values.len()),
            Index::Vector(_) => Some(self.defs.elements(self.upper)?.len()),
        }
    }

    /// The axis that a value is the index along.
    fn axis(&self, value: ValueId) -> Option<usize> {
        match self.index {
            Index::Scalars(values) => values.iter().position(|&own| own == value),
            Index::Vector(_) => match self.defs.op(&Operand::Value(value))? {
                Op::Sel { index, array } if self.is_vector(array) => {
                    let axis = index.as_ints()?;
                    (axis.len() == 1).then(|| usize::try_from(axis[0]).ok())?
                }
                _ => None,
            },
        }
    }

    /// The index along an axis, if there is one only.
    fn only(&self, axis: usize) -> Option<Linear<ValueId>> {
        let at = |bound: &Operand| {
            let element = self.defs.elements(bound)?.get(axis)?.clone();
            Linear::of(self.function, self.defs, &element)
        };
        let low = match self.lower {
            Some(lower) => at(lower)?,
            None => Linear::number(0),
        };
        (at(self.upper)? == low.plus_small(&Linear::number(1), 1)?).then_some(low)
    }

    /// Whether no two indices of this part select the same element by `at`: it is the index,
    /// in any order of axes and moved by what is not `inside` the part, where axes along
    /// which there is one index only may be missing.
    pub(super) fn is_one_to_one(&self, at: &Operand, inside: &FxHashSet<ValueId>) -> bool {
        if self.is_vector(at) {
            return true;
        }
        let (Some(rank), Some(sums)) = (self.rank(), self.sums(at)) else { return false };
        let mut seen = vec![false; rank];
        for sum in &sums {
            let mut axes = 0;
            for (&value, &factor) in &sum.terms {
                match self.axis(value).and_then(|axis| seen.get_mut(axis)) {
                    Some(seen) if matches!(factor, 1 | -1) => {
                        *seen = true;
                        axes += 1;
                    }
                    Some(_) => return false,
                    None if inside.contains(&value) => return false,
                    None => {}
                }
            }
            if axes > 1 {
                return false;
            }
        }
        seen.iter().enumerate().all(|(axis, seen)| *seen || self.only(axis).is_some())
    }

    /// The sums that elements of the index `at` are where the index of this part is `place`.
    pub(super) fn moved(
        &self,
        at: &Operand,
        place: &[Linear<ValueId>],
    ) -> Option<Vec<Linear<ValueId>>> {
        if self.is_vector(at) {
            return Some(place.to_vec());
        }
        let move_one = |sum: Linear<ValueId>| {
            let mut moved = sum.clone();
            for (&value, &factor) in &sum.terms {
                if let Some(axis) = self.axis(value) {
                    moved = moved.plus_small(&Linear::atom(value), -factor)?;
                    moved = moved.plus_small(place.get(axis)?, factor)?;
                }
            }
            Some(moved)
        };
        self.sums(at)?.into_iter().map(move_one).collect()
    }
}
