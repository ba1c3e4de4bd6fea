//! Arguments that say how large a result is: `zeros (n, 2)`, `cell (1, n)`.

/// The arguments of a built-in that say how large its result is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeArguments {
    /// Where they begin.
    pub first: usize,
    /// Whether it fails on what is no integer.
    pub strict: bool,
    /// Whether each of several is read by itself, and the first element of each counts.
    pub each: bool,
    /// Whether the name of a class may come after them.
    pub class: bool,
}

impl SizeArguments {
    /// All of them, with a class perhaps, as `zeros` reads them.
    pub(crate) const ALL: SizeArguments =
        SizeArguments { first: 0, strict: true, each: true, class: true };
    /// All of them, as `cell` reads them.
    pub(crate) const LENIENT: SizeArguments =
        SizeArguments { first: 0, strict: false, each: true, class: false };

    /// Those after so many others, as `reshape` reads them.
    pub(crate) const fn after(first: usize) -> SizeArguments {
        SizeArguments { first, strict: false, each: false, class: false }
    }
}
