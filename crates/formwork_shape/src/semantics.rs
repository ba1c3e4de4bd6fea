//! The two readings of the elementwise operators and the two dialects.
//!
//! Only the choices live here; what each choice means is in [`crate::concrete`].

use std::fmt;

/// How elementwise operators treat operands of different shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Semantics {
    /// Operands have equal shapes, or one of them is a scalar.
    Strict,
    /// Per dimension, extents are equal or one of them is 1.
    Expand,
}

impl Semantics {
    /// Both readings, for exhaustive checks.
    pub const ALL: [Semantics; 2] = [Semantics::Strict, Semantics::Expand];
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Semantics::Strict => "strict",
            Semantics::Expand => "expand",
        })
    }
}

/// Which of the two language implementations decides where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// Matrix operators reject operands of rank above two.
    Matlab,
    /// Matrix operators flatten such operands to rows × everything else.
    Octave,
}

impl Dialect {
    /// Both dialects, for exhaustive checks.
    pub const ALL: [Dialect; 2] = [Dialect::Matlab, Dialect::Octave];
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Matlab => "matlab",
            Dialect::Octave => "octave",
        })
    }
}

/// Which empty operands a concatenation ignores when the other extents disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EmptyRule {
    /// Only 0×0 operands are ignored (MATLAB, and `cat` everywhere).
    ZeroByZero,
    /// Octave's brackets also ignore 1×0 and 0×1 among matrices; two such give
    /// 0×0. This makes concatenation non-associative.
    OctaveBrackets,
}

/// How a reduction treats the extent it reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reduction {
    /// The extent becomes 1, also when it was 0 (`sum`, `prod`, `any`, `all`).
    Sum,
    /// The extent becomes min(1, extent): an empty stays empty (`max`, `min`).
    Extremum,
    /// As `Sum`, but where no axis is said Octave reduces the first extent above 1 (`mean`).
    Mean,
}

/// A three-valued truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// Holds for every value of the unknowns.
    Yes,
    /// Fails for every value of the unknowns.
    No,
    /// Neither is established.
    Maybe,
}

impl Truth {
    /// True only if established.
    pub fn is_yes(self) -> bool {
        self == Truth::Yes
    }

    /// True only if the contrary is established.
    pub fn is_no(self) -> bool {
        self == Truth::No
    }

    /// Conjunction.
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Yes, Truth::Yes) => Truth::Yes,
            _ => Truth::Maybe,
        }
    }

    /// Disjunction.
    pub fn or(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::Yes, _) | (_, Truth::Yes) => Truth::Yes,
            (Truth::No, Truth::No) => Truth::No,
            _ => Truth::Maybe,
        }
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Maybe => Truth::Maybe,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::Yes } else { Truth::No }
    }
}
