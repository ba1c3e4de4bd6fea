//! Array types: a base type and what is known of the shape. Known shape is below
//! known rank, which is below unknown rank.

use std::fmt;

use super::array::Array;
use super::base::BaseType;

/// What a type says of the shape of its arrays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ShapeClass {
    /// All extents are known (AKS).
    Known(Vec<i64>),
    /// The number of axes is known (AKD).
    Rank(usize),
    /// Nothing is known (AUD).
    Any,
}

impl ShapeClass {
    /// The number of axes, if it is known.
    #[must_use]
    pub fn rank(&self) -> Option<usize> {
        match self {
            ShapeClass::Known(shape) => Some(shape.len()),
            ShapeClass::Rank(rank) => Some(*rank),
            ShapeClass::Any => None,
        }
    }

    /// The shape, if it is known. Scalars have one whichever way they are written.
    #[must_use]
    pub fn known(&self) -> Option<&[i64]> {
        match self {
            ShapeClass::Known(shape) => Some(shape),
            ShapeClass::Rank(0) => Some(&[]),
            ShapeClass::Rank(_) | ShapeClass::Any => None,
        }
    }

    /// Whether every shape of `self` is one of `other`.
    #[must_use]
    pub fn is_below(&self, other: &ShapeClass) -> bool {
        match other {
            ShapeClass::Any => true,
            ShapeClass::Rank(rank) => self.rank() == Some(*rank),
            ShapeClass::Known(shape) => self.known() == Some(shape),
        }
    }

    /// Whether some shape is of both.
    #[must_use]
    pub fn meets(&self, other: &ShapeClass) -> bool {
        match (self.rank(), other.rank()) {
            (Some(left), Some(right)) if left != right => false,
            _ => match (self.known(), other.known()) {
                (Some(left), Some(right)) => left == right,
                _ => true,
            },
        }
    }

    /// The greatest class below both, if some shape is of both.
    #[must_use]
    pub fn meet(&self, other: &ShapeClass) -> Option<ShapeClass> {
        if !self.meets(other) {
            None
        } else if self.is_below(other) {
            Some(self.clone())
        } else {
            Some(other.clone())
        }
    }

    /// The least class above both.
    #[must_use]
    pub fn join(&self, other: &ShapeClass) -> ShapeClass {
        if self.is_below(other) {
            other.clone()
        } else if other.is_below(self) {
            self.clone()
        } else {
            match (self.rank(), other.rank()) {
                (Some(left), Some(right)) if left == right => ShapeClass::Rank(left),
                _ => ShapeClass::Any,
            }
        }
    }
}

/// The type of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// What its elements are.
    pub base: BaseType,
    /// What is known of its shape.
    pub class: ShapeClass,
}

impl Type {
    /// The type of the scalars of a base type.
    #[must_use]
    pub fn scalar(base: BaseType) -> Type {
        Type { base, class: ShapeClass::Known(Vec::new()) }
    }

    /// The type of all arrays of a base type.
    #[must_use]
    pub fn any(base: BaseType) -> Type {
        Type { base, class: ShapeClass::Any }
    }

    /// The type of the arrays of this rank.
    #[must_use]
    pub fn of_rank(base: BaseType, rank: usize) -> Type {
        let class = if rank == 0 { ShapeClass::Known(Vec::new()) } else { ShapeClass::Rank(rank) };
        Type { base, class }
    }

    /// The type of the arrays of this shape.
    #[must_use]
    pub fn known(base: BaseType, shape: Vec<i64>) -> Type {
        Type { base, class: ShapeClass::Known(shape) }
    }

    /// The type of an array.
    #[must_use]
    pub fn of(array: &Array) -> Type {
        Type::known(array.base(), array.shape().to_vec())
    }

    /// Whether it is the type of scalars.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        self.class.rank() == Some(0)
    }

    /// Whether every array of `self` is one of `other`.
    #[must_use]
    pub fn is_below(&self, other: &Type) -> bool {
        self.base == other.base && self.class.is_below(&other.class)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        let list = |items: Vec<String>| format!("[{}]", items.join(","));
        match &self.class {
            ShapeClass::Known(shape) if shape.is_empty() => Ok(()),
            ShapeClass::Rank(0) => Ok(()),
            ShapeClass::Known(shape) => {
                f.write_str(&list(shape.iter().map(i64::to_string).collect()))
            }
            ShapeClass::Rank(rank) => f.write_str(&list(vec![".".to_owned(); *rank])),
            ShapeClass::Any => f.write_str("[*]"),
        }
    }
}
