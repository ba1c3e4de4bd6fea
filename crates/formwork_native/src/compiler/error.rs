//! Why nothing was compiled.

use std::fmt;
use std::path::PathBuf;

/// Why nothing was compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// There is no C compiler.
    NoCompiler {
        /// The names that were tried.
        tried: Vec<String>,
    },
    /// The compiler could not be run.
    CannotRun {
        /// What was run.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// The compiler refused the C.
    Refused {
        /// What was run.
        command: String,
        /// What it said.
        messages: String,
        /// The C that it was given, where it was kept.
        source: PathBuf,
        /// The lines that it complained of.
        excerpt: String,
    },
    /// The compiler took too long.
    TooSlow {
        /// What was run.
        command: String,
        /// How many seconds it had.
        seconds: u64,
    },
    /// Nobody waited for the compiler any more.
    Stopped {
        /// What was run.
        command: String,
    },
    /// A file could not be read or written.
    Files {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
}

impl BuildError {
    pub(super) fn files(path: impl Into<PathBuf>, error: &std::io::Error) -> BuildError {
        BuildError::Files { path: path.into(), reason: error.to_string() }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::NoCompiler { tried } => write!(
                f,
                "no C compiler found (tried {}); install one, or set CC to its name",
                tried.join(", ")
            ),
            BuildError::CannotRun { command, reason } => {
                write!(f, "cannot run {command}: {reason}")
            }
            BuildError::Refused { command, messages, source, excerpt } => {
                writeln!(f, "the C compiler refused {}", source.display())?;
                writeln!(f, "command: {command}")?;
                write!(f, "{}", messages.trim_end())?;
                if excerpt.is_empty() { Ok(()) } else { write!(f, "\n{excerpt}") }
            }
            BuildError::TooSlow { command, seconds } => {
                write!(f, "the C compiler was stopped after {seconds} seconds: {command}")
            }
            BuildError::Stopped { command } => {
                write!(f, "the C compiler was stopped: {command}")
            }
            BuildError::Files { path, reason } => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for BuildError {}
