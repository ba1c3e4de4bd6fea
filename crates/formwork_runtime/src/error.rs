//! Errors with the identifiers and the wording of GNU Octave.

use std::borrow::Cow;
use std::fmt;

use crate::class::Class;
use crate::dims::Dims;

/// The result of anything that may fail as a program may.
pub type Result<T> = std::result::Result<T, Box<Error>>;

/// Why a program stopped.
#[derive(Clone, Debug)]
pub struct Error {
    /// `err.identifier`, empty if there is none.
    pub identifier: Cow<'static, str>,
    /// `err.message`.
    pub message: String,
    /// Where it happened, innermost first.
    pub stack: Vec<Frame>,
    /// Whether a program can catch it.
    pub kind: ErrorKind,
}

/// Whether a program can catch an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// `try` catches it.
    Catchable,
    /// A limit of ours, and no fact about the program: `try` catches it, too, but whoever asks
    /// what a program does learns nothing from it.
    Limit,
    /// Nothing in the program catches it.
    Stop(Stop),
}

/// Why a program is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Ctrl-C.
    Interrupted,
    /// It ran longer than it was allowed to.
    TimedOut,
    /// It needs more memory than it was allowed to.
    OutOfMemory,
    /// `exit(status)`
    Exit(i32),
}

/// A call on the way to an error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The file, empty if there is none.
    pub file: String,
    /// The function.
    pub name: String,
    /// The line, from 1; -1 if it is not known.
    pub line: i64,
    /// The column, from 1; -1 if it is not known.
    pub column: i64,
}

/// The lines of a list of calls, as they stand below `called from`.
#[must_use]
pub fn frames_text(frames: &[Frame]) -> String {
    frames
        .iter()
        .map(|frame| format!("    {} at line {} column {}\n", frame.name, frame.line, frame.column))
        .collect()
}

/// Who takes warnings.
pub trait Warn {
    /// Issues a warning.
    ///
    /// # Errors
    ///
    /// If warnings of this identifier have been turned into errors.
    fn warn(&mut self, identifier: &str, message: &str) -> Result<()>;
}

impl Error {
    /// An error with an identifier.
    #[must_use]
    pub fn new(identifier: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Error {
        Error {
            identifier: identifier.into(),
            message: message.into(),
            stack: Vec::new(),
            kind: ErrorKind::Catchable,
        }
    }

    /// An error without an identifier, ready to be returned.
    #[must_use]
    pub fn plain(message: impl Into<String>) -> Box<Error> {
        Box::new(Error::new("", message))
    }

    /// An error with an identifier, ready to be returned.
    #[must_use]
    pub fn with_id(identifier: &'static str, message: impl Into<String>) -> Box<Error> {
        Box::new(Error::new(identifier, message))
    }

    /// What is not supported here, ready to be returned.
    #[must_use]
    pub fn limit(message: impl Into<String>) -> Box<Error> {
        let mut error = Error::new("", message);
        error.kind = ErrorKind::Limit;
        Box::new(error)
    }

    /// Whether `try` catches it.
    #[must_use]
    pub fn is_caught(&self) -> bool {
        match self.kind {
            ErrorKind::Catchable | ErrorKind::Limit => true,
            ErrorKind::Stop(_) => false,
        }
    }

    /// What stops a program from outside.
    #[must_use]
    pub fn stop(stop: Stop, message: impl Into<String>) -> Box<Error> {
        let mut error = Error::new("", message);
        error.kind = ErrorKind::Stop(stop);
        Box::new(error)
    }

    /// The same error of an index into the variable `name`, if it is one whose message
    /// says only `index (…)`, or `index …` where elements were to be deleted.
    #[must_use]
    pub fn naming_variable(mut self: Box<Error>, name: &str) -> Box<Error> {
        if let Some(rest) = self.message.strip_prefix("index (") {
            self.message = format!("{name}({rest}");
        } else if self.identifier == "Octave:invalid-index"
            && let Some(rest) = self.message.strip_prefix("index ")
        {
            self.message = format!("{name}{rest}");
        }
        self
    }

    /// `operator +: nonconformant arguments (op1 is 2x3, op2 is 3x2)`
    #[must_use]
    pub fn nonconformant(operator: &str, left: &Dims, right: &Dims) -> Box<Error> {
        Error::with_id(
            "Octave:nonconformant-args",
            format!("{operator}: nonconformant arguments (op1 is {left}, op2 is {right})"),
        )
    }

    /// `Invalid call to NAME`
    #[must_use]
    pub fn invalid_call(name: &str) -> Box<Error> {
        Error::with_id("Octave:invalid-fun-call", format!("Invalid call to {name}"))
    }

    /// `'NAME' undefined`
    #[must_use]
    pub fn undefined(name: &str) -> Box<Error> {
        Error::with_id("Octave:undefined-function", format!("'{name}' undefined"))
    }

    /// More elements than can be counted or stored.
    #[must_use]
    pub fn too_large() -> Box<Error> {
        Error::with_id(
            "Octave:bad-alloc",
            "out of memory or dimension too large for Octave's index type",
        )
    }

    /// `NAME: wrong type argument 'CLASS'`
    #[must_use]
    pub fn wrong_type(name: &str, class: Class) -> Box<Error> {
        Error::plain(format!("{name}: wrong type argument '{class}'"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
