//! A variable in a file, and what is said of a file that holds none.

use std::fmt;

use formwork_runtime::Value;

/// A variable with its name.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Whether it was global.
    pub global: bool,
}

impl Variable {
    /// A variable that is not global.
    #[must_use]
    pub fn new(name: impl Into<String>, value: Value) -> Variable {
        Variable { name: name.into(), value, global: false }
    }
}

/// Why bytes cannot be read, or a value not be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// The bytes are not what the format allows.
    Broken(String),
    /// The format has it, and this reader or writer has not.
    Unsupported(String),
}

/// What reading or writing gives.
pub type Outcome<T> = std::result::Result<T, Malformed>;

impl Malformed {
    pub(crate) fn broken<T>(what: impl Into<String>) -> Outcome<T> {
        Err(Malformed::Broken(what.into()))
    }

    pub(crate) fn unsupported<T>(what: impl Into<String>) -> Outcome<T> {
        Err(Malformed::Unsupported(what.into()))
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Broken(what) | Malformed::Unsupported(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Malformed {}
