//! Where MATLAB's function of the name differs from Octave's, after which the table is made.

/// How MATLAB's function differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matlab {
    /// How many arguments it takes at most, where that is more than Octave's does.
    pub inputs: Option<u8>,
    /// Whether it takes arguments that Octave's refuses: `meshgrid` the elements of matrices,
    /// `strfind` numbers; regular expressions are read more kindly.
    pub lenient: bool,
    /// Whether what it gives has other contents: other fields, for one.
    pub other_contents: bool,
    /// What it gives for strings.
    pub strings: Strings,
    /// Where a string means to it what a row of characters does.
    pub texts: Texts,
}

/// What a function of MATLAB gives for a string scalar where Octave has a row of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strings {
    /// The same, or nobody looked.
    Alike,
    /// Something else: a string is one element, and of another class.
    Differ,
    /// A string: what Octave says of the class of its outputs holds only where the arguments are
    /// known to be something else.
    Kept,
}

/// Which arguments of a function may be strings as well as rows of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texts {
    /// None for sure.
    None,
    /// All: it prints them, compares them, or takes them for names or options, and what it
    /// returns depends on no text's class.
    All,
    /// Its format, and what that writes with `%s`.
    Formatted,
}

impl Matlab {
    /// No difference is known.
    pub const SAME: Matlab = Matlab {
        inputs: None,
        lenient: false,
        other_contents: false,
        strings: Strings::Alike,
        texts: Texts::None,
    };

    /// Whether it says of a string scalar something else than of the characters in it.
    #[must_use]
    pub const fn tells_strings(&self) -> bool {
        matches!(self.strings, Strings::Differ | Strings::Kept)
    }

    /// Whether it gives strings for strings.
    #[must_use]
    pub const fn keeps_strings(&self) -> bool {
        matches!(self.strings, Strings::Kept)
    }
}
