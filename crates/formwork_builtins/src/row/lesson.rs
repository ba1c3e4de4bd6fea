//! What is learned of the arguments of a built-in: from a test that holds or does not, and from a
//! call that succeeded.
//!
//! ```text
//! if isempty (x) … else …    in the else branch x has an element
//! y = inv (A);               after it A is square
//! ```

use formwork_domain::ClassSet;

/// What is learned of the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lesson {
    /// Nothing.
    None,
    /// Where it holds the argument is of one of these classes; where it does not, it is of none
    /// of them if `exact`.
    Class {
        /// The classes.
        classes: ClassSet,
        /// Whether every value of them passes.
        exact: bool,
    },
    /// As `isa (x, "name")`.
    NamedClass,
    /// As `isempty (x)`, in both cases.
    Empty,
    /// Where it holds the argument is a scalar.
    Scalar,
    /// Where it holds it is a vector.
    Vector,
    /// Where it holds it has one row.
    Row,
    /// Where it holds it has one column.
    Column,
    /// Where it holds it is square.
    Square,
    /// Where it holds all arguments are of one size.
    SameSize,
    /// Where it holds all arguments are equal.
    Equal,
    /// Where it holds what the argument says holds of some element.
    Some,
    /// As `exist ("x", "var")`.
    Exists,
    /// A number that equals what it is rounded to is whole: `x == fix (x)`.
    Rounds,
    /// A number that leaves no remainder when divided by 1 is whole: `mod (x, 1) == 0`.
    Remainder,
    /// After a call that succeeded the first argument is square, or has no element.
    SquareAfterwards,
}
