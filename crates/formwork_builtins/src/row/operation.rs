//! What a built-in is in the array IR: the column that native code is made from.
//!
//! Lowering matches on these exhaustively, so that a built-in that is one of them is compiled
//! because its row says so, whatever its name.
//!
//! ```text
//! sin       Map(Mapping::Sin)       each element of a real array
//! cumsum    Scan(Scan::Sum)         a running sum along a dimension
//! fliplr    Flip(Some(1))           dimension 1, counted from 0, in reverse
//! ```

use formwork_runtime::Class;

/// The operation that a call is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operation {
    /// None: what calls it is not compiled.
    None,
    /// Without arguments this number.
    Constant(f64),
    /// An array of one number, of the size that the arguments say.
    Fill(Fill),
    /// A number that the size of the argument says.
    Measure(Measure),
    /// A question that the size of the argument answers.
    AskSize(SizeQuestion),
    /// A question that the class answers: what a test of it teaches is the answer.
    AskClass,
    /// As `isreal`.
    IsReal,
    /// As `isa`.
    IsA,
    /// As `class`.
    ClassName,
    /// A function of each element.
    Map(Mapping),
    /// A function of each pair of elements.
    Pair(Pairing),
    /// A question about each element.
    Classify(NumberKind),
    /// As `max` and `min`, of one array or of two.
    Extreme(Extreme),
    /// A reduction along a dimension.
    Reduce(Reduction),
    /// A running reduction along a dimension.
    Scan(Scan),
    /// A conversion to another class.
    Convert(Class),
    /// As `logical`.
    ToTruth,
    /// Nothing, where numbers are real: `real`, `conj`.
    RealPart,
    /// As `find`.
    Find,
    /// As `transpose`.
    Transpose,
    /// As `reshape`.
    Reshape,
    /// As `permute`.
    Permute,
    /// As `repmat`.
    Repmat,
    /// As `squeeze`.
    Squeeze,
    /// As `vec`.
    Vectorise,
    /// A dimension in reverse: this one, or the one that is asked for, or the first that is not
    /// of extent one.
    Flip(Option<u8>),
    /// As `circshift`.
    Circshift,
    /// As `dot`.
    Dot,
    /// As `cross`.
    Cross,
    /// As `norm`.
    Norm,
    /// As `diff`.
    Diff,
    /// As `linspace`.
    Linspace,
    /// As `isequal`.
    IsEqual,
    /// As `xor`.
    Xor,
    /// As `strcmp`.
    CompareTexts {
        /// Whether upper and lower case are the same.
        fold_case: bool,
        /// Whether only so many first characters count.
        prefix: bool,
    },
    /// A text in another case.
    ChangeCase {
        /// Whether it is the upper one.
        upper: bool,
    },
    /// As `nargin`.
    CountInputs,
    /// As `nargout`.
    CountOutputs,
    /// As `exist`.
    Exists,
    /// As `feval`.
    Apply,
    /// As `assert`.
    Assert,
}

/// What fills an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Zeros.
    Zero,
    /// Ones.
    One,
    /// Truth values.
    Truth(bool),
}

/// What is measured of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// How many elements it has.
    Numel,
    /// Its longest extent.
    Length,
    /// How many dimensions it has.
    Ndims,
    /// Its first extent.
    Rows,
    /// Its second extent.
    Columns,
    /// All extents, or one of them.
    Size,
}

/// What is asked of the size of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeQuestion {
    /// Whether it has no element.
    IsEmpty,
    /// Whether it has one element.
    IsScalar,
    /// Whether it is 1xn.
    IsRow,
    /// Whether it is nx1.
    IsColumn,
    /// Whether it is one of both.
    IsVector,
    /// Whether it is nxn.
    IsSquare,
    /// Whether it has two dimensions.
    IsMatrix,
}

/// A function of one real number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the built-in of its name")]
pub enum Mapping {
    Abs,
    Floor,
    Ceil,
    Round,
    Fix,
    Sign,
    Sqrt,
    Exp,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
}

/// A function of two real numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the built-in of its name")]
pub enum Pairing {
    Mod,
    Rem,
    Atan2,
    Hypot,
}

/// What a number may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberKind {
    /// Not a number.
    Nan,
    /// Infinite.
    Infinite,
    /// Neither.
    Finite,
}

/// Which extreme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The greatest.
    Max,
    /// The least.
    Min,
}

/// A reduction along a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the built-in of its name")]
pub enum Reduction {
    Sum,
    Prod,
    Mean,
    Any,
    All,
}

/// A running reduction along a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scan {
    /// `cumsum`
    Sum,
    /// `cumprod`
    Product,
}
