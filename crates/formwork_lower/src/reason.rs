//! Why statements are not compiled.

use std::fmt;

use formwork_syntax::Span;

/// Why a statement is not compiled, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    message: String,
    span: Span,
}

impl Reason {
    pub(crate) fn new(message: impl Into<String>, span: Span) -> Reason {
        Reason { message: message.into(), span }
    }

    /// What stands in the way.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Reason {}
