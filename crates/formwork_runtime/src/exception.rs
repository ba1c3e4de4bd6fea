//! What `catch err` gives.

use crate::error::{Error, Frame};

/// An `MException`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exception {
    /// `err.identifier`
    pub identifier: String,
    /// `err.message`
    pub message: String,
    /// `err.stack`, innermost first.
    pub stack: Vec<Frame>,
}

impl From<&Error> for Exception {
    fn from(error: &Error) -> Exception {
        Exception {
            identifier: error.identifier.to_string(),
            message: error.message.clone(),
            stack: error.stack.clone(),
        }
    }
}

impl From<&Exception> for Error {
    fn from(exception: &Exception) -> Error {
        let mut error = Error::new(exception.identifier.clone(), exception.message.clone());
        error.stack.clone_from(&exception.stack);
        error
    }
}
