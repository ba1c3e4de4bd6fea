//! The rules that a function has of its own: what its outputs are beyond the shape and the class
//! that they state.

use formwork_domain::{AbstractValue, Bounds, ClassSet, Contents, ValueFact};
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;
use formwork_shape::shape::ShapeId;

use super::call::Call;
use super::real::Realness;

/// All outputs together, for what is unknown of one may be the same of another.
pub(crate) type OutputsRule = fn(&mut Call<'_>) -> Option<Vec<AbstractValue>>;
/// The shape of an output.
pub(crate) type ShapeFunction = fn(&mut Call<'_>) -> Option<ShapeId>;
/// The classes of an output.
pub(crate) type ClassFunction = fn(&Call<'_>) -> ClassSet;
/// The answer to a question.
pub(crate) type AnswerRule = fn(&mut Call<'_>) -> Truth;
/// The integer that the shape of the argument decides.
pub(crate) type CountRule = fn(&mut Call<'_>) -> Option<ExtentId>;
/// The integers that the first output is.
pub(crate) type ValueRule = fn(&mut Call<'_>) -> Option<ValueFact>;
/// Between what the elements of an output lie.
pub(crate) type BoundsRule = fn(&AbstractValue, &mut Call<'_>) -> Option<Bounds>;
/// What is inside a container.
pub(crate) type ContentsRule = fn(&mut Call<'_>) -> Option<Contents>;

/// The rules of one function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnRules {
    pub(crate) outputs: Option<OutputsRule>,
    pub(crate) shape: Option<ShapeFunction>,
    pub(crate) classes: Option<ClassFunction>,
    pub(crate) answer: Option<AnswerRule>,
    pub(crate) count: Option<CountRule>,
    pub(crate) value: Option<ValueRule>,
    pub(crate) bounds: Option<BoundsRule>,
    pub(crate) places: Option<BoundsRule>,
    pub(crate) contents: Option<ContentsRule>,
    pub(crate) real: Realness,
}

impl OwnRules {
    /// None.
    pub(crate) const NONE: OwnRules = OwnRules {
        outputs: None,
        shape: None,
        classes: None,
        answer: None,
        count: None,
        value: None,
        bounds: None,
        places: None,
        contents: None,
        real: Realness::Closed,
    };
}
