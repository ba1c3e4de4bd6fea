//! What is wrong with a program, as findings of `formwork check`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use formwork_array::{TextPosition, read_module};

use super::{CODE, ID, span_at};
use crate::diagnostic::{Diagnostic, Level};
use crate::source::Source;

/// Errors of syntax, types and shapes; nothing if Formwork itself fails on it.
pub(crate) fn findings(source: &Source) -> Option<Vec<Diagnostic>> {
    let text = String::from_utf8_lossy(source.text()).into_owned();
    let read = catch_unwind(AssertUnwindSafe(|| read_module(&text))).ok()?;
    let errors = read.err().unwrap_or_default();
    let error = |place: TextPosition, message: String, help: Option<String>| Diagnostic {
        code: CODE,
        id: ID,
        level: Level::Error,
        message,
        span: span_at(source.text(), place),
        condition: None,
        related: Vec::new(),
        help,
    };
    Some(errors.into_iter().map(|one| error(one.place, one.message, one.help)).collect())
}
