//! Why a run ends without a result.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::TextPosition;

/// Why a run ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A check did not pass.
    Check {
        /// What it says.
        message: Arc<str>,
        /// Where its operation stands.
        place: TextPosition,
    },
    /// An operation met arguments for which it means nothing, where every such
    /// operation should be guarded.
    Unguarded(String),
    /// The run takes too long or too much memory.
    Budget,
    /// There is nothing to run: a library function, or arguments that do not fit.
    Unsupported(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Check { message, place } if place.line == 0 => f.write_str(message),
            Failure::Check { message, place } => write!(f, "{place}: {message}"),
            Failure::Unguarded(message) => write!(f, "not guarded: {message}"),
            Failure::Budget => f.write_str("the evaluation takes too long"),
            Failure::Unsupported(message) => f.write_str(message),
        }
    }
}

/// What a part of a run gives.
pub(super) type Result<T> = std::result::Result<T, Failure>;

/// A failed check.
pub(super) fn check_failure(message: &str, place: TextPosition) -> Failure {
    Failure::Check { message: message.into(), place }
}

/// A failure inside a function of the prelude is a failure of its call.
pub(super) fn at_place(failure: Failure, place: TextPosition) -> Failure {
    match failure {
        Failure::Check { message, place: TextPosition { line: 0, .. } } => {
            Failure::Check { message, place }
        }
        other => other,
    }
}
