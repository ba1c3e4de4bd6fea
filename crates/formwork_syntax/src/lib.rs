//! MATLAB and Octave text to tree and back.
//!
//! [`parse`] reads any bytes and always gives a [`Tree`], with a list of what is
//! wrong in the text; [`print()`] writes a tree as text that reads back to the same
//! tree, comments included; [`dump`] shows a tree's structure for tests and tools.
//!
//! Nothing here resolves a name or opens a file: whether `f(1)` calls or indexes
//! is not syntax.
//!
//! # How it works
//!
//! *Text* is bytes. Files in this world are UTF-8, Latin-1 or worse; identifiers are ASCII, and
//! everything else is only quoted or commented, so nothing needs decoding before it is shown. Only
//! UTF-16, which says so in its first bytes, is turned into UTF-8 when the driver reads it; places
//! then count in the turned text.
//!
//! *The lexer* (`formwork_syntax/src/lex`) makes one token at a time, when the parser asks. A quote
//! transposes or opens a string, a line end ends a statement, a row or nothing, depending on the
//! previous token and the innermost bracket; that is all the lexer remembers. Whether a statement
//! is a command (`hold on`) is decided on its bytes before its second word is cut into tokens, and
//! never for a name that has been assigned in the function or one it is nested in. Whether
//! functions are nested or siblings only the end of the file tells; where that mattered, the file
//! is read again.
//!
//! *The parser* (`src/parse`) is recursive descent with precedence climbing. Every recursion goes
//! through `Parser::nested`, which counts levels and provides stack, so deep nesting is an error
//! and never a crash; long chains (`1+1+1+…`) are loops. Per statement one error is reported;
//! `recover` then finds the next statement.
//!
//! *The tree* (`src/tree`) is flat arenas with typed ids: dropping and cloning need no recursion,
//! and later stages keep what they learn in side tables. Parentheses are a count beside an
//! expression, comments are statements, line breaks inside brackets are attached to the token after
//! them. The tree owns its text.
//!
//! *The printer* (`src/print`) asks `Precedence` for parentheses, the same table the parser climbs.
//! *The dump* (`src/dump`) is one walk that feeds an S-expression writer (tests, round-trip proof)
//! and a JSON writer (tools).

mod dialect;
pub mod dump;
mod error;
mod lex;
mod parse;
mod print;
mod span;
mod stack;
mod suppression;
mod tree;

pub use dialect::Dialect;
pub use error::{Severity, SyntaxError, SyntaxErrorCode};
pub use parse::{MAX_DEPTH, MAX_ERRORS, Parsed, parse};
pub use print::{PrintOptions, print, print_expr, print_with};
pub use span::{LineColumn, LineCursor, LineIndex, Span};
pub use stack::with_enough_stack;
pub use suppression::{SuppressedCodes, Suppression, SuppressionKind, suppressions};
pub use tree::*;
