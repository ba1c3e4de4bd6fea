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
    /// What it does with strings.
    pub strings: Strings,
}

/// What a function of MATLAB does with strings where Octave has rows of characters. Who does not
/// take them as they are gets one string as a row of characters, several as a cell array of such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strings {
    /// It takes characters, and gives what it gives for these.
    Alike,
    /// It takes characters. What it gives are strings if its first argument is an array of them.
    Kept,
    /// It takes characters. What it gives are strings if any argument is an array of them.
    KeptOfAny,
    /// It takes cell arrays of characters, also for one string, and gives such back.
    Cells,
    /// It joins strings as the function for that does, without a look at blanks.
    Joined,
    /// Each string is an argument of its own.
    Listed,
    /// Each string is an argument of its own. What it gives is a string if its first argument is.
    ListedAndKept,
    /// It takes strings as they are: a string is one element, and of another class.
    Own,
}

impl Matlab {
    /// No difference is known.
    pub const SAME: Matlab =
        Matlab { inputs: None, lenient: false, other_contents: false, strings: Strings::Alike };

    /// Whether it says of a string scalar something else than of the characters in it.
    #[must_use]
    pub const fn tells_strings(&self) -> bool {
        matches!(self.strings, Strings::Own | Strings::Kept)
    }

    /// Whether it gives strings for strings.
    #[must_use]
    pub const fn keeps_strings(&self) -> bool {
        matches!(
            self.strings,
            Strings::Kept
                | Strings::KeptOfAny
                | Strings::Cells
                | Strings::Joined
                | Strings::ListedAndKept
        )
    }
}
