//! On which arguments a built-in cannot fail.
//!
//! A call that cannot fail and has no effect is *removable*: it need not be made if nobody wants
//! its outputs. Everything here errs on the side of [`Totality::Partial`].

/// On which arguments a call surely succeeds, without a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Totality {
    /// It may fail.
    Partial,
    /// Exactly so many arguments of any class and size.
    Any(u8),
    /// One number or truth value, or an array of them, of a floating-point class or logical.
    Number,
    /// A size: one or two scalars that are whole numbers.
    Sizes,
    /// Names of fields that could be those of variables, each with a value that is no cell array
    /// or is one scalar.
    Fields,
    /// No arguments: what it says of the call around it is known there.
    Nothing,
}
