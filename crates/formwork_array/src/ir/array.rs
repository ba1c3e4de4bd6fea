//! Concrete arrays: a shape and the elements, in the order of the module's layout.

use std::fmt;

use super::base::{BaseType, Scalar};

/// In which order the elements of an array lie, which is what `reshape` keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// The last index runs fastest, as in C.
    #[default]
    RowMajor,
    /// The first index runs fastest, as in Fortran and MATLAB.
    ColumnMajor,
}

/// An array. Its data has as many elements as its shape says, all of its base type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Array {
    base: BaseType,
    shape: Vec<i64>,
    data: Vec<Scalar>,
}

/// No axis of an array is longer. Sums of a few extents and indices cannot overflow.
pub const MAX_EXTENT: i64 = 1 << 48;

/// The number of elements of a shape, or nothing if it is negative somewhere or too large.
#[must_use]
pub fn element_count(shape: &[i64]) -> Option<usize> {
    let mut count: usize = 1;
    let mut empty = false;
    for &extent in shape {
        if extent > MAX_EXTENT {
            return None;
        }
        let extent = usize::try_from(extent).ok()?;
        empty |= extent == 0;
        // Extents beside a zero may be of any size: the product is taken over the others.
        count = if extent == 0 { count } else { count.checked_mul(extent)? };
    }
    Some(if empty { 0 } else { count })
}

/// The place of an element in the data, if the index is one of the shape.
#[must_use]
pub fn offset(shape: &[i64], index: &[i64], layout: Layout) -> Option<usize> {
    if shape.len() != index.len() {
        return None;
    }
    let step = |place: i64, axis: usize| {
        let inside = 0 <= index[axis] && index[axis] < shape[axis];
        inside.then(|| place * shape[axis] + index[axis])
    };
    let place = match layout {
        Layout::RowMajor => (0..shape.len()).try_fold(0, step)?,
        Layout::ColumnMajor => (0..shape.len()).rev().try_fold(0, step)?,
    };
    usize::try_from(place).ok()
}

impl Array {
    /// An array of a base type, if data and shape fit each other.
    #[must_use]
    pub fn new(base: BaseType, shape: Vec<i64>, data: Vec<Scalar>) -> Option<Array> {
        let fits = element_count(&shape) == Some(data.len())
            && data.iter().all(|element| element.base() == base);
        fits.then_some(Array { base, shape, data })
    }

    /// An array without axes.
    #[must_use]
    pub fn scalar(scalar: Scalar) -> Array {
        Array { base: scalar.base(), shape: Vec::new(), data: vec![scalar] }
    }

    /// A vector of integers.
    #[must_use]
    pub fn ints(numbers: &[i64]) -> Array {
        Array {
            base: BaseType::Int,
            shape: vec![numbers.len() as i64],
            data: numbers.iter().map(|&number| Scalar::Int(number)).collect(),
        }
    }

    /// What its elements are.
    #[must_use]
    pub fn base(&self) -> BaseType {
        self.base
    }

    /// Its extents.
    #[must_use]
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// Its elements.
    #[must_use]
    pub fn data(&self) -> &[Scalar] {
        &self.data
    }

    /// The only element of an array without axes.
    #[must_use]
    pub fn as_scalar(&self) -> Option<Scalar> {
        if self.shape.is_empty() { self.data.first().copied() } else { None }
    }

    /// The integer that it is, if it is one.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self.as_scalar()? {
            Scalar::Int(number) => Some(number),
            Scalar::Bool(_)
            | Scalar::Sized(..)
            | Scalar::Float(_)
            | Scalar::Double(_)
            | Scalar::Complex(..) => None,
        }
    }

    /// The integers of a vector of them.
    #[must_use]
    pub fn as_ints(&self) -> Option<Vec<i64>> {
        if self.shape.len() != 1 || self.base != BaseType::Int {
            return None;
        }
        let numbers = self.data.iter().filter_map(|element| element.as_integer());
        Some(numbers.map(|number| number as i64).collect())
    }

    /// The same elements in another shape of as many.
    #[must_use]
    pub fn reshaped(&self, shape: &[i64]) -> Option<Array> {
        Array::new(self.base, shape.to_vec(), self.data.clone())
    }

    /// The array with an element replaced; `place` comes from [`offset`].
    #[must_use]
    pub fn with_element(&self, place: usize, element: Scalar) -> Option<Array> {
        if place >= self.data.len() || element.base() != self.base {
            return None;
        }
        let mut data = self.data.clone();
        data[place] = element;
        Some(Array { base: self.base, shape: self.shape.clone(), data })
    }
}

impl fmt::Display for Array {
    /// Vectors as they are written in a program; arrays of higher rank and empty
    /// ones as `reshape(shape, elements)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>| {
            f.write_str("[")?;
            for (number, element) in self.data.iter().enumerate() {
                write!(f, "{}{element}", if number == 0 { "" } else { ", " })?;
            }
            f.write_str("]")
        };
        let elements = |f: &mut fmt::Formatter<'_>| {
            if self.data.is_empty() && self.base != BaseType::Int {
                write!(f, "{}[]", self.base)
            } else {
                list(f)
            }
        };
        match self.shape.len() {
            0 => write!(f, "{}", self.data[0]),
            1 => elements(f),
            _ => {
                write!(f, "reshape({}, ", Array::ints(&self.shape))?;
                elements(f)?;
                f.write_str(")")
            }
        }
    }
}

/// Whether the numbers can be extents.
pub(crate) fn is_shape(extents: &[i64]) -> bool {
    extents.iter().all(|extent| (0..=MAX_EXTENT).contains(extent))
}

/// Whether an index is one of an array of this shape.
pub(crate) fn index_within(index: &[i64], shape: &[i64]) -> bool {
    index.len() == shape.len()
        && index.iter().zip(shape).all(|(&index, &extent)| 0 <= index && index < extent)
}

/// Whether a range is empty or lies within an array of this shape.
pub(crate) fn range_within(lower: &[i64], upper: &[i64], shape: &[i64]) -> bool {
    if lower.len() != shape.len() || upper.len() != shape.len() {
        return false;
    }
    let empty = lower.iter().zip(upper).any(|(low, high)| low >= high);
    empty
        || lower.iter().all(|&low| low >= 0)
            && upper.iter().zip(shape).all(|(high, extent)| high <= extent)
}
