//! The size of an array.

use std::fmt;
use std::hash::{Hash, Hasher};

const INLINE: usize = 4;

/// The size of an array: at least two extents, no trailing ones beyond the second.
#[derive(Clone)]
pub struct Dims(Repr);

#[derive(Clone)]
enum Repr {
    Inline { len: u8, extents: [usize; INLINE] },
    Heap(Box<[usize]>),
}

impl Dims {
    /// The size of a scalar.
    pub const SCALAR: Dims = Dims::matrix(1, 1);
    /// The size of `[]`.
    pub const EMPTY: Dims = Dims::matrix(0, 0);

    /// `rows` by `columns`.
    #[must_use]
    pub const fn matrix(rows: usize, columns: usize) -> Dims {
        Dims(Repr::Inline { len: 2, extents: [rows, columns, 1, 1] })
    }

    /// The size with these extents; ones are added up to two and dropped beyond.
    #[must_use]
    pub fn new(extents: &[usize]) -> Dims {
        let mut len = extents.len();
        while len > 2 && extents[len - 1] == 1 {
            len -= 1;
        }
        if len > INLINE {
            return Dims(Repr::Heap(extents[..len].into()));
        }
        let mut inline = [1; INLINE];
        inline[..len].copy_from_slice(&extents[..len]);
        Dims(Repr::Inline { len: len.max(2) as u8, extents: inline })
    }

    /// The extents: at least two.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[usize] {
        match &self.0 {
            Repr::Inline { len, extents } => &extents[..usize::from(*len).min(INLINE)],
            Repr::Heap(extents) => extents,
        }
    }

    /// How many extents there are: at least two.
    #[must_use]
    pub fn ndims(&self) -> usize {
        self.as_slice().len()
    }

    /// The extent of a dimension, counted from 0; 1 beyond the last.
    #[inline]
    #[must_use]
    pub fn get(&self, dimension: usize) -> usize {
        self.as_slice().get(dimension).copied().unwrap_or(1)
    }

    /// The first extent.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.as_slice()[0]
    }

    /// The second extent.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> usize {
        self.as_slice()[1]
    }

    /// How many elements.
    #[inline]
    #[must_use]
    pub fn numel(&self) -> usize {
        // What is asked for may be more than there is room for; no array has that many.
        self.as_slice().iter().fold(1, |product: usize, &extent| product.saturating_mul(extent))
    }

    /// How many elements, unless that overflows.
    #[must_use]
    pub fn checked_numel(&self) -> Option<usize> {
        let extents = self.as_slice();
        if extents.contains(&0) {
            return Some(0);
        }
        extents.iter().try_fold(1usize, |product, &extent| product.checked_mul(extent))
    }

    /// Whether it is 1x1.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        matches!(self.as_slice(), [1, 1])
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_slice().contains(&0)
    }

    /// Whether it is 0x0.
    #[must_use]
    pub fn is_zero_by_zero(&self) -> bool {
        matches!(self.as_slice(), [0, 0])
    }

    /// Whether it has two dimensions.
    #[must_use]
    pub fn is_matrix(&self) -> bool {
        self.ndims() == 2
    }

    /// Whether it is 1xn.
    #[must_use]
    pub fn is_row(&self) -> bool {
        matches!(self.as_slice(), [1, _])
    }

    /// Whether it is nx1.
    #[must_use]
    pub fn is_column(&self) -> bool {
        matches!(self.as_slice(), [_, 1])
    }

    /// Whether it is 1xn or nx1.
    #[must_use]
    pub fn is_vector(&self) -> bool {
        self.is_row() || self.is_column()
    }

    /// Whether it has two equal extents.
    #[must_use]
    pub fn is_square(&self) -> bool {
        matches!(self.as_slice(), [rows, columns] if rows == columns)
    }

    /// The first dimension whose extent is not one, counted from 0; 0 if none.
    #[must_use]
    pub fn first_non_singleton(&self) -> usize {
        self.as_slice().iter().position(|&extent| extent != 1).unwrap_or(0)
    }

    /// The same with one extent replaced; dimensions are added as needed.
    #[must_use]
    pub fn with(&self, dimension: usize, extent: usize) -> Dims {
        if extent == 1 && dimension >= self.ndims() {
            return self.clone();
        }
        let mut extents = self.as_slice().to_vec();
        if dimension >= extents.len() {
            extents.resize(dimension + 1, 1);
        }
        extents[dimension] = extent;
        Dims::new(&extents)
    }

    /// As a matrix: the first extent by the product of the others.
    #[must_use]
    pub fn flattened(&self) -> (usize, usize) {
        let extents = self.as_slice();
        (extents[0], extents[1..].iter().product())
    }

    /// Around one dimension: how many elements lie before it (the stride), along it,
    /// and how many times that repeats.
    #[must_use]
    pub fn around(&self, dimension: usize) -> (usize, usize, usize) {
        let extents = self.as_slice();
        let before = extents.iter().take(dimension).product();
        let after = extents.iter().skip(dimension + 1).product();
        (before, self.get(dimension), after)
    }
}

impl PartialEq for Dims {
    fn eq(&self, other: &Dims) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Dims {}

impl Hash for Dims {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

/// As in messages: `2x3`.
impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, extent) in self.as_slice().iter().enumerate() {
            if index > 0 {
                f.write_str("x")?;
            }
            write!(f, "{extent}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
