//! The shape and the class of an output, as the row states them.

/// The shape of an output.
#[derive(Clone, Copy, Debug)]
pub enum ShapeRule {
    /// 1x1.
    Scalar,
    /// 0x0.
    Empty,
    /// That of an argument.
    Like(u8),
    /// All arguments expanded against each other (singleton dimensions grow).
    Expand,
    /// All arguments have one shape, or are scalars.
    EqualOrScalar,
    /// The dimension given by argument `dim`, or else the first that is not one, is
    /// reduced to one as `sum` does it (0x0 gives 1x1).
    Reduce {
        /// Which argument says the dimension.
        dim: u8,
    },
    /// As `Reduce`, as `max` does it (an empty dimension stays empty).
    ReduceKeepEmpty {
        /// Which argument says the dimension.
        dim: u8,
    },
    /// The first argument, with dimensions from the arguments from this one on:
    /// none, `n`, `m, n, …`, `[m n …]`, as `zeros` reads them.
    SizeArguments(u8),
    /// As many columns as the first argument has dimensions, one row.
    SizeVector,
    /// A row of unknown length: a text, mostly.
    Row,
    /// A row of unknown length, or 0x0: a text.
    Text,
    /// A column of unknown length.
    Column,
    /// A row or a column of unknown length, in the direction of an argument that is a
    /// vector.
    VectorLike(u8),
    /// Two dimensions, unknown extents.
    Matrix,
    /// Argument 0 transposed.
    Transpose,
    /// As many rows as argument 0 has elements, one column.
    Vectorise,
    /// Argument 0 is square, and so is this.
    SameSquare,
    /// The matrix product of arguments 0 and 1.
    Product,
    /// `0 \ 1`
    LeftDivide,
    /// `0 / 1`
    RightDivide,
    /// `0 ^ 1`
    Power,
    /// The arguments from this one on, joined along dimension 0, 1, ….
    Concatenate {
        /// The first of them.
        from: u8,
        /// Along which dimension, from 0.
        dimension: u8,
    },
    /// What the function's own rule says, which the row has.
    Special,
    /// Nothing is known.
    Unknown,
}

impl ShapeRule {
    /// Whether it reads no argument.
    pub(crate) const fn is_the_same_for_all(self) -> bool {
        match self {
            ShapeRule::Scalar
            | ShapeRule::Empty
            | ShapeRule::Row
            | ShapeRule::Text
            | ShapeRule::Column
            | ShapeRule::Matrix => true,
            ShapeRule::Like(_)
            | ShapeRule::Expand
            | ShapeRule::EqualOrScalar
            | ShapeRule::Reduce { .. }
            | ShapeRule::ReduceKeepEmpty { .. }
            | ShapeRule::SizeArguments(_)
            | ShapeRule::SizeVector
            | ShapeRule::VectorLike(_)
            | ShapeRule::Transpose
            | ShapeRule::Vectorise
            | ShapeRule::SameSquare
            | ShapeRule::Product
            | ShapeRule::LeftDivide
            | ShapeRule::RightDivide
            | ShapeRule::Power
            | ShapeRule::Concatenate { .. }
            | ShapeRule::Special
            | ShapeRule::Unknown => false,
        }
    }
}

/// The class of an output.
#[derive(Clone, Copy, Debug)]
pub enum ClassRule {
    /// Always this.
    Is(formwork_runtime::Class),
    /// That of an argument.
    Like(u8),
    /// What `+` gives for all arguments: integers win, then single, else double.
    Arithmetic,
    /// Single if any argument is, else double.
    Float,
    /// Double, or perhaps single if any argument is.
    AnyFloat,
    /// Integers and single stay, everything else becomes double: as `cumsum`.
    Sum,
    /// What concatenating the arguments from this one on gives.
    Concatenation(u8),
    /// The class that a text argument among the last ones names, else double.
    Named,
    /// What the function's own rule says, which the row has.
    Special,
    /// Nothing is known.
    Unknown,
}
