//! What the loop form means: an evaluator that checks what C does not.
//!
//! It is the oracle of the C printer and folds constants; it is not meant to be fast.
//! Time, memory and depth are bounded, and leaving a bound is a [`Stop`].

mod binary;
mod cast;
mod machine;
mod unary;

use std::fmt;

pub use binary::eval_binary;
pub use cast::eval_cast;
pub use machine::Evaluator;
pub use unary::eval_unary;

use super::scalar::Scalar;
use crate::array::{Array, ArrayView};

/// An argument or a result.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// The elements of a buffer.
    Buffer(Vec<Scalar>),
}

impl Value {
    /// Whether it is the same down to the sign of zero, all that is no number being the
    /// same.
    #[must_use]
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Scalar(a), Value::Scalar(b)) => a.is_same(*b),
            (Value::Buffer(a), Value::Buffer(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(*b))
            }
            (Value::Scalar(_), Value::Buffer(_)) | (Value::Buffer(_), Value::Scalar(_)) => false,
        }
    }
}

/// Why an evaluation gave no results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program failed, as it may.
    Failed {
        /// The identifier of the error, or nothing.
        identifier: String,
        /// The message.
        message: String,
    },
    /// The program did what no program may: who made it is wrong.
    Defect(String),
    /// It took too many steps.
    Budget,
}

impl Stop {
    /// There is no memory.
    #[must_use]
    pub fn out_of_memory() -> Stop {
        Stop::Failed { identifier: OUT_OF_MEMORY.0.to_owned(), message: OUT_OF_MEMORY.1.to_owned() }
    }
}

/// The identifier and the message where there is no memory.
pub(crate) const OUT_OF_MEMORY: (&str, &str) =
    ("Octave:bad-alloc", "out of memory or dimension too large for Octave's index type");

/// The identifier and the message where functions call themselves too deeply.
pub(crate) const TOO_DEEP: (&str, &str) = ("", "max_recursion_depth exceeded");

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Failed { identifier, message } if identifier.is_empty() => f.write_str(message),
            Stop::Failed { identifier, message } => write!(f, "{identifier}: {message}"),
            Stop::Defect(message) => write!(f, "defect: {message}"),
            Stop::Budget => f.write_str("too many steps"),
        }
    }
}

impl std::error::Error for Stop {}

/// Who carries out the operations of the runtime.
pub trait RuntimeHost {
    /// The results of an operation.
    ///
    /// # Errors
    ///
    /// The error that it raises.
    fn call(
        &mut self,
        operation: &str,
        arguments: &[ArrayView<'_>],
        results: usize,
    ) -> Result<Vec<Array>, (String, String)>;
}

/// A host that knows no operation.
pub struct NoRuntime;

impl RuntimeHost for NoRuntime {
    fn call(
        &mut self,
        operation: &str,
        _arguments: &[ArrayView<'_>],
        _results: usize,
    ) -> Result<Vec<Array>, (String, String)> {
        let message = format!("the operation '{operation}' is not there");
        Err(("formwork:no-operation".to_owned(), message))
    }
}
