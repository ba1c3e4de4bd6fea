//! MATLAB and Octave text to tree and back.
//!
//! [`parse`] reads any bytes and always gives a [`Tree`], with a list of what is
//! wrong in the text; [`print()`] writes a tree as text that reads back to the same
//! tree, comments included; [`dump`] shows a tree's structure for tests and tools.
//!
//! Nothing here resolves a name or opens a file: whether `f(1)` calls or indexes
//! is not syntax.

mod dialect;
pub mod dump;
mod error;
mod lex;
mod parse;
mod print;
mod span;
mod stack;
mod tree;

pub use dialect::Dialect;
pub use error::{Severity, SyntaxError, SyntaxErrorCode};
pub use parse::{MAX_DEPTH, MAX_ERRORS, Parsed, parse};
pub use print::{PrintOptions, print, print_expr, print_with};
pub use span::{LineColumn, LineCursor, LineIndex, Span};
pub use stack::with_enough_stack;
pub use tree::*;
