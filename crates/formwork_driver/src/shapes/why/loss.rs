//! What is lost of a value.

use formwork_domain::{AbstractValue, members};
use formwork_shape::shape::{Algebra, ShapeId};

/// What is not known of a value. What comes first weighs more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Loss {
    /// Its number of dimensions.
    Shape,
    /// An extent: only the run knows it, or it has no name of the program.
    Extent,
    /// Its class.
    Class,
}

impl Loss {
    /// The first that is lost, if anything is.
    pub(super) fn of(value: &AbstractValue, algebra: &mut Algebra) -> Option<Loss> {
        [Loss::Shape, Loss::Class, Loss::Extent].into_iter().find(|loss| loss.is_in(value, algebra))
    }

    /// Whether a value has lost this.
    pub(super) fn is_in(self, value: &AbstractValue, algebra: &mut Algebra) -> bool {
        match self {
            Loss::Shape => has_no_rank(value.shape, algebra),
            Loss::Extent => {
                has_no_rank(value.shape, algebra)
                    || value.shape.is_some_and(|shape| !algebra.are_of_names(&[shape], &[]))
            }
            Loss::Class => value.classes.single().is_none(),
        }
    }

    /// As JSON has it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Loss::Shape => "shape",
            Loss::Extent => "extent",
            Loss::Class => "class",
        }
    }
}

/// Whether not even the number of dimensions is known.
fn has_no_rank(shape: Option<ShapeId>, algebra: &Algebra) -> bool {
    let Some(shape) = shape else { return true };
    members(algebra, shape).into_iter().any(|one| algebra.maximum_rank(one).is_none())
}
