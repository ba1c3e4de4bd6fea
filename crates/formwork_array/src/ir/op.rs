//! Operations, blocks and statements: the flat single-assignment form.
//!
//! A statement defines values by one operation on operands. Operands are values or
//! constants, never operations. Blocks nest: the parts of with-loops, branches and
//! loop bodies see the values of the blocks around them, and yield results.
//!
//! Invariants: a value is defined before it is used, in the same block or one around it; a block
//! yields as many results as its operation defines values; a [`Condition`] stands before what relies
//! on it, in the same block or one around it. There are no effects: what is not used may go.

use std::sync::Arc;

use super::array::Array;
use super::base::Scalar;
use super::ids::{ExternId, FunctionId, ValueId};
use super::prim::Prim;
use super::types::Type;
use crate::diagnostic::TextPosition;

/// What an operation works on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value that is defined before.
    Value(ValueId),
    /// A constant.
    Constant(Arc<Array>),
}

impl Operand {
    /// An integer.
    #[must_use]
    pub fn int(number: i64) -> Operand {
        Operand::scalar(Scalar::Int(number))
    }

    /// A scalar.
    #[must_use]
    pub fn scalar(scalar: Scalar) -> Operand {
        Operand::Constant(Arc::new(Array::scalar(scalar)))
    }

    /// A vector of integers.
    #[must_use]
    pub fn ints(numbers: &[i64]) -> Operand {
        Operand::Constant(Arc::new(Array::ints(numbers)))
    }

    /// A constant array.
    #[must_use]
    pub fn array(array: Array) -> Operand {
        Operand::Constant(Arc::new(array))
    }

    /// The value, if it is one.
    #[must_use]
    pub fn value(&self) -> Option<ValueId> {
        match self {
            Operand::Value(value) => Some(*value),
            Operand::Constant(_) => None,
        }
    }

    /// The constant, if it is one.
    #[must_use]
    pub fn constant(&self) -> Option<&Arc<Array>> {
        match self {
            Operand::Value(_) => None,
            Operand::Constant(array) => Some(array),
        }
    }

    /// The integer, if it is a constant one.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        self.constant()?.as_int()
    }

    /// The integers, if it is a constant vector of them.
    #[must_use]
    pub fn as_ints(&self) -> Option<Vec<i64>> {
        self.constant()?.as_ints()
    }
}

impl From<ValueId> for Operand {
    fn from(value: ValueId) -> Operand {
        Operand::Value(value)
    }
}

/// A condition without which the operation behind it means nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// A truth value is true.
    True(Operand),
    /// The vector `index` has as many elements as the vector `shape`, none negative
    /// and each less than the one of `shape`.
    IndexWithin {
        /// The index.
        index: Operand,
        /// The shape.
        shape: Operand,
    },
    /// Two vectors are equal.
    ShapesEqual(Operand, Operand),
    /// Two shapes have the same number of elements.
    CountsEqual(Operand, Operand),
    /// `lower` and `upper` have as many elements as `shape`; the elements of `lower`
    /// are not negative, those of `upper` not greater than those of `shape`. Where
    /// the range is empty on some axis, nothing but the lengths counts.
    RangeWithin {
        /// The least index; zeros if there is none.
        lower: Option<Operand>,
        /// The index behind the greatest.
        upper: Operand,
        /// The shape.
        shape: Operand,
    },
    /// A vector has as many elements as a number says.
    Length(Operand, Operand),
    /// A vector is a shape: no element is negative or above [`MAX_EXTENT`](super::MAX_EXTENT).
    NonNegative(Operand),
    /// A number is not zero.
    NonZero(Operand),
}

/// A condition with the words for its failure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    /// What must hold.
    pub condition: Condition,
    /// What is said if it does not.
    pub message: Arc<str>,
    /// Where the operation stands that needs it.
    pub place: TextPosition,
}

/// Where an instance of an overloaded function may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overload {
    /// The primitive, if all arguments are scalars.
    Prim(Prim),
    /// A function, if the arguments are of the types of its parameters.
    Function(FunctionId),
}

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// The operand itself.
    Copy(Operand),
    /// A primitive on scalars.
    Prim(Prim, Vec<Operand>),
    /// The rank.
    Dim(Operand),
    /// The shape vector.
    Shape(Operand),
    /// The element of `array` at `index`.
    Sel {
        /// A vector as long as the rank of the array.
        index: Operand,
        /// The array.
        array: Operand,
    },
    /// The array with the element at `index` replaced by a scalar.
    Modarray {
        /// The array.
        array: Operand,
        /// A vector as long as the rank of the array.
        index: Operand,
        /// The scalar.
        value: Operand,
    },
    /// The elements of `array` in the shape `shape`.
    Reshape {
        /// The new shape.
        shape: Operand,
        /// The array.
        array: Operand,
    },
    /// An array of arrays of one shape, which become its parts along a new first axis.
    Vector(Vec<Operand>),
    /// The array, said to have this rank and shape: `saabind`.
    Bind {
        /// Its rank.
        rank: Operand,
        /// Its shape.
        shape: Operand,
        /// The array.
        array: Operand,
    },
    /// A with-loop; a result for each of its operations.
    With(Box<With>),
    /// A call.
    Call {
        /// Who is called.
        function: FunctionId,
        /// With what.
        arguments: Vec<Operand>,
    },
    /// A call of the first target that takes the arguments.
    Dispatch {
        /// The instances, the more special before the more general.
        targets: Vec<Overload>,
        /// With what.
        arguments: Vec<Operand>,
        /// What is said if no target takes them.
        message: Arc<str>,
        /// Where the call stands.
        place: TextPosition,
    },
    /// The results of one of two blocks.
    If {
        /// A truth value.
        condition: Operand,
        /// The block where it is true.
        then: Block,
        /// The block where it is false.
        otherwise: Block,
    },
    /// The carried values at the end of a loop.
    Loop(Box<Loop>),
    /// The value, once the check has passed; a failed check ends the program.
    Guard {
        /// What must hold.
        check: Check,
        /// The value that may only be used where it holds. None: the check is all.
        value: Option<Operand>,
    },
    /// A call of a library.
    Extern {
        /// What is called.
        callee: ExternId,
        /// With what.
        arguments: Vec<Operand>,
    },
}

/// An array comprehension: parts say what its elements are where.
#[derive(Clone, Debug, PartialEq)]
pub struct With {
    /// In order: where index ranges overlap, the later part counts.
    pub parts: Vec<Part>,
    /// What becomes of the values of the parts: one operation for each.
    pub operations: Vec<Operation>,
    /// Whose storage the result of each operation takes, where one is found.
    pub reuse: Vec<Option<Reuse>>,
}

/// Storage that is used a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reuse {
    /// The array that is not needed behind this operation.
    pub source: ValueId,
    /// Whether nobody else can hold it; if not, only a run can tell.
    pub sure: bool,
}

/// A range of indices and the block that computes the elements there.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The least index; the zero vector if there is none.
    pub lower: Option<Operand>,
    /// The names of the index.
    pub index: Index,
    /// The index behind the greatest.
    pub upper: Operand,
    /// A result for each operation.
    pub body: Block,
}

/// How a part speaks of its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Index {
    /// As a vector.
    Vector(ValueId),
    /// As scalars, one per axis.
    Scalars(Vec<ValueId>),
}

impl Index {
    /// The values it defines.
    #[must_use]
    pub fn values(&self) -> &[ValueId] {
        match self {
            Index::Vector(value) => std::slice::from_ref(value),
            Index::Scalars(values) => values,
        }
    }
}

/// What becomes of the values of the parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// A new array.
    Genarray {
        /// The outer shape of the array.
        shape: Operand,
        /// The elements that no part defines; its shape is the inner shape of the array.
        default: Operand,
    },
    /// A copy of an array with elements replaced.
    Modarray {
        /// The array.
        array: Operand,
    },
    /// The values combined, in the order of the parts and their indices.
    Fold {
        /// With this primitive.
        prim: Prim,
        /// Beginning with this scalar.
        neutral: Operand,
    },
}

/// A loop: while the condition holds, the carried values become the results of the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The values that change, with what they are at first.
    pub carried: Vec<(ValueId, Operand)>,
    /// Computes the condition: one truth value.
    pub condition: Block,
    /// Computes the next carried values.
    pub body: Block,
}

/// Statements in order, and what they are for.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// What the block yields.
    pub results: Vec<Operand>,
}

/// Values defined by an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The values.
    pub results: Vec<ValueId>,
    /// The operation.
    pub op: Op,
    /// Where it stands in the program; in the prelude, no place.
    pub place: TextPosition,
}

impl Statement {
    /// A statement that defines one value.
    #[must_use]
    pub fn one(result: ValueId, op: Op, place: TextPosition) -> Statement {
        Statement { results: vec![result], op, place }
    }
}

/// A library function that the optimiser knows by its declaration only.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternDecl {
    /// Its name.
    pub name: String,
    /// The types of its arguments.
    pub parameters: Vec<Type>,
    /// The types of its results.
    pub results: Vec<Type>,
    /// Functions from its arguments to the shape vectors of its results, where declared.
    pub shapes: Vec<Option<FunctionId>>,
    /// Whether it does nothing but compute its results, so that it may be left out.
    pub pure: bool,
}
