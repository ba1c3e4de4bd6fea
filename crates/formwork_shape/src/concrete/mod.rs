//! Concrete shapes and the reference meaning of every shape operator.
//!
//! These functions are the definition the symbolic layer is tested against: a
//! legal result is `Some`, the illegal shape π is `None`. Nothing symbolic
//! lives here. Axes are counted from zero.

mod indexing;
mod operators;

pub use indexing::{
    Bound, Subscript, assign_linear, assign_many, delete_linear, delete_slice, index_linear,
    index_logical, index_many,
};
pub use operators::{
    concatenate, diagonal, elementwise, kron, left_divide, permute, power, product, reduce, repmat,
    reshape, right_divide, set_extent, squeeze, transpose,
};

use smallvec::SmallVec;
use std::fmt;

/// The shape of an existing array: at least two extents, trailing ones beyond
/// the second dropped.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConcreteShape(SmallVec<[u64; 4]>);

impl ConcreteShape {
    /// The canonical shape with these extents; missing ones are 1.
    pub fn new(extents: impl IntoIterator<Item = u64>) -> ConcreteShape {
        let mut extents: SmallVec<[u64; 4]> = extents.into_iter().collect();
        while extents.len() < 2 {
            extents.push(1);
        }
        while extents.len() > 2 && extents.last() == Some(&1) {
            extents.pop();
        }
        ConcreteShape(extents)
    }

    /// The scalar shape ι.
    pub fn scalar() -> ConcreteShape {
        ConcreteShape::new([1, 1])
    }

    /// Reads `2x3x4`.
    pub fn parse(text: &str) -> Option<ConcreteShape> {
        let extents: Option<SmallVec<[u64; 4]>> =
            text.split('x').map(|part| part.parse().ok()).collect();
        let extents = extents?;
        (extents.len() >= 2).then(|| ConcreteShape::new(extents))
    }

    /// The extents, without trailing ones.
    pub fn extents(&self) -> &[u64] {
        &self.0
    }

    /// The extent along an axis; 1 beyond the rank.
    pub fn extent(&self, axis: usize) -> u64 {
        self.0.get(axis).copied().unwrap_or(1)
    }

    /// The number of extents, at least two.
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// Whether this is ι.
    pub fn is_scalar(&self) -> bool {
        self.0.iter().all(|&extent| extent == 1)
    }

    /// Whether the rank is two.
    pub fn is_matrix(&self) -> bool {
        self.0.len() == 2
    }

    /// Whether exactly one extent differs from 1, and which.
    pub fn vector_axis(&self) -> Option<usize> {
        let mut axes = (0..self.rank()).filter(|&axis| self.extent(axis) != 1);
        let axis = axes.next()?;
        axes.next().is_none().then_some(axis)
    }

    /// The number of elements, saturating.
    pub fn count(&self) -> u64 {
        self.count_from(0)
    }

    /// The product of the extents from an axis on, saturating.
    pub fn count_from(&self, axis: usize) -> u64 {
        let rest = self.0.iter().skip(axis);
        if rest.clone().any(|&extent| extent == 0) {
            return 0;
        }
        rest.fold(1u64, |count, &extent| count.saturating_mul(extent))
    }

    /// Rows × everything else: how Octave's matrix operators read any array.
    pub fn flattened(&self) -> ConcreteShape {
        ConcreteShape::new([self.extent(0), self.count_from(1)])
    }

    /// The same shape with one extent replaced.
    pub fn with_extent(&self, axis: usize, extent: u64) -> ConcreteShape {
        let rank = self.rank().max(axis + 1);
        ConcreteShape::new((0..rank).map(|i| if i == axis { extent } else { self.extent(i) }))
    }

    /// Every canonical shape of rank at most `rank` with extents in `values`.
    pub fn all(values: &[u64], rank: usize) -> Vec<ConcreteShape> {
        let mut shapes = vec![Vec::new()];
        for _ in 0..rank.max(2) {
            shapes = shapes
                .into_iter()
                .flat_map(|prefix: Vec<u64>| {
                    values.iter().map(move |&value| {
                        let mut next = prefix.clone();
                        next.push(value);
                        next
                    })
                })
                .collect();
        }
        let mut all: Vec<ConcreteShape> = shapes.into_iter().map(ConcreteShape::new).collect();
        all.sort();
        all.dedup();
        all
    }
}

impl fmt::Display for ConcreteShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, extent) in self.0.iter().enumerate() {
            if position > 0 {
                f.write_str("x")?;
            }
            write!(f, "{extent}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ConcreteShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_ones_are_dropped() {
        assert_eq!(ConcreteShape::new([8, 9, 3, 3, 1, 1]).extents(), &[8, 9, 3, 3]);
        assert_eq!(ConcreteShape::new([4]).extents(), &[4, 1]);
        assert_eq!(ConcreteShape::new([1, 1, 1]), ConcreteShape::scalar());
        assert_eq!(ConcreteShape::new([4, 1, 0]).extents(), &[4, 1, 0]);
    }

    #[test]
    fn enumeration_has_no_duplicates() {
        // 4 values at rank 3: 4·4·(trailing one or one of three others).
        assert_eq!(ConcreteShape::all(&[0, 1, 2, 3], 3).len(), 64);
        assert_eq!(ConcreteShape::all(&[1, 2, 3], 2).len(), 9);
    }
}
