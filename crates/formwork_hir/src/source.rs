//! The text a body came from, for messages.

use std::path::PathBuf;

use formwork_syntax::{LineColumn, LineIndex};

/// A text and where its lines begin.
#[derive(Debug)]
pub struct SourceText {
    /// The file; empty for a text that was evaluated.
    pub path: PathBuf,
    text: Vec<u8>,
    lines: LineIndex,
}

impl SourceText {
    /// A text.
    #[must_use]
    pub fn new(path: PathBuf, text: Vec<u8>) -> SourceText {
        let lines = LineIndex::new(&text);
        SourceText { path, text, lines }
    }

    /// The line and column of a place.
    #[must_use]
    pub fn place(&self, at: u32) -> LineColumn {
        self.lines.line_column(&self.text, at)
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}
