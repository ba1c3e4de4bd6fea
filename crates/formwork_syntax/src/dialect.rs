//! Which of the two languages a text is read as.

use std::fmt;
use std::str::FromStr;

/// The language of a source text.
///
/// The two languages are one with two sets of extensions. [`Dialect::Auto`]
/// reads their union, and where the same text means two different things it
/// reads it as Octave does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Dialect {
    /// The union of both.
    #[default]
    Auto,
    /// MATLAB R2024 and later: no `#` comments, no `endif`, no `+=`.
    Matlab,
    /// GNU Octave 7 and later.
    Octave,
}

impl Dialect {
    /// Whether Octave's extensions are accepted.
    #[must_use]
    pub fn allows_octave(self) -> bool {
        match self {
            Dialect::Auto | Dialect::Octave => true,
            Dialect::Matlab => false,
        }
    }

    /// Whether MATLAB's extensions are accepted.
    #[must_use]
    pub fn allows_matlab(self) -> bool {
        match self {
            Dialect::Auto | Dialect::Matlab => true,
            Dialect::Octave => false,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Auto => "auto",
            Dialect::Matlab => "matlab",
            Dialect::Octave => "octave",
        })
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Dialect, String> {
        match name {
            "auto" => Ok(Dialect::Auto),
            "matlab" => Ok(Dialect::Matlab),
            "octave" => Ok(Dialect::Octave),
            other => Err(format!("unknown dialect `{other}`: expected auto, matlab or octave")),
        }
    }
}
