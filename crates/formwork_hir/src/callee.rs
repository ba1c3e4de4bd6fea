//! What the name of a function means.

use std::fmt;
use std::path::PathBuf;

use formwork_syntax::FunctionId;

/// The function that a name means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function nested in one that encloses the use.
    Nested(FunctionId),
    /// A function of the same file.
    Local(FunctionId),
    /// The first function of another file, which has not been read.
    File {
        /// The file.
        path: PathBuf,
        /// Where it was found.
        origin: Origin,
    },
    /// A method of one of these classes if an argument is such an object, else
    /// another function.
    Method {
        /// The classes, sorted.
        classes: Vec<String>,
        /// What is called otherwise.
        otherwise: Option<Box<Callee>>,
    },
    /// Part of the language.
    Builtin,
}

/// Where the file of a function was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// In the `private` folder beside the caller.
    Private,
    /// In a package.
    Package,
    /// The constructor in an `@class` folder.
    Constructor,
    /// Beside the caller.
    CurrentFolder,
    /// On the search path.
    SearchPath,
}

impl Origin {
    /// Whether a function of the name that a script has defined comes before the file.
    #[must_use]
    pub const fn is_behind_scripts(self) -> bool {
        matches!(self, Origin::CurrentFolder | Origin::SearchPath)
    }
}

impl fmt::Display for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Callee::Nested(_) => f.write_str("nested function"),
            Callee::Local(_) => f.write_str("local function"),
            Callee::File { path, origin } => {
                let what = match origin {
                    Origin::Private => "private function",
                    Origin::Package => "package function",
                    Origin::Constructor => "class constructor",
                    Origin::CurrentFolder => "function of the current folder",
                    Origin::SearchPath => "function on the path",
                };
                write!(f, "{what} {}", path.display())
            }
            Callee::Method { classes, otherwise } => {
                write!(f, "method of {}", classes.join(", "))?;
                match otherwise {
                    Some(callee) => write!(f, ", or {callee}"),
                    None => Ok(()),
                }
            }
            Callee::Builtin => f.write_str("built-in"),
        }
    }
}
