//! Why statements are not compiled.

use std::fmt;

use formwork_syntax::Span;

/// Why a statement is not compiled, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    message: String,
    span: Span,
    /// Whether another walk may get by: what a recursive call gives is not known yet.
    pending: bool,
    /// Whether it might be compiled if a text were known.
    wants_text: bool,
}

impl Reason {
    pub(crate) fn new(message: impl Into<String>, span: Span) -> Reason {
        Reason { message: message.into(), span, pending: false, wants_text: false }
    }

    pub(crate) fn pending(span: Span) -> Reason {
        Reason { pending: true, ..Reason::new("a recursion without a result", span) }
    }

    pub(crate) fn wanting_text(span: Span) -> Reason {
        Reason { wants_text: true, ..Reason::new("a text that is not known", span) }
    }

    pub(crate) const fn wants_text(&self) -> bool {
        self.wants_text
    }

    /// The same as the reason why a call of a function is not compiled.
    pub(crate) fn in_call_of(&self, name: &str, span: Span) -> Reason {
        Reason { wants_text: self.wants_text, ..Reason::new(format!("`{name}`: {self}"), span) }
    }

    pub(crate) const fn is_pending(&self) -> bool {
        self.pending
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
