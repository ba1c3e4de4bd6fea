//! The text a body came from, for messages.

use std::cell::OnceCell;
use std::path::PathBuf;

use formwork_syntax::{Dialect, ExprKind, LineColumn, LineIndex};

/// A text and where its lines begin.
#[derive(Debug)]
pub struct SourceText {
    /// The file; empty for a text that was evaluated.
    pub path: PathBuf,
    text: Vec<u8>,
    lines: LineIndex,
    /// Where blanks set elements of matrices apart.
    separators: OnceCell<Vec<u32>>,
}

/// Where blanks alone set elements of matrices and cell arrays apart, in order.
fn separators(text: &[u8]) -> Vec<u32> {
    let tree = formwork_syntax::parse(text, Dialect::default()).tree;
    let mut found = Vec::new();
    for (_, expr) in tree.exprs() {
        let (ExprKind::Matrix(rows) | ExprKind::Cell(rows)) = &expr.kind else { continue };
        for pair in rows.iter().flat_map(|row| row.windows(2)) {
            let (end, start) = (tree.expr(pair[0]).span.end, tree.expr(pair[1]).span.start);
            let between = text.get(end as usize..start as usize).unwrap_or_default();
            if !between.iter().any(|byte| matches!(byte, b',' | b'\n' | b'\r')) {
                found.push(end);
            }
        }
    }
    found.sort_unstable();
    found
}

impl SourceText {
    /// A text.
    #[must_use]
    pub fn new(path: PathBuf, text: Vec<u8>) -> SourceText {
        let lines = LineIndex::new(&text);
        SourceText { path, text, lines, separators: OnceCell::new() }
    }

    /// The line and column of a place.
    #[must_use]
    pub fn place(&self, at: u32) -> LineColumn {
        self.lines.line_column(&self.text, at)
    }

    /// The line and column as Octave counts them: it puts a comma wherever a blank sets
    /// elements of a matrix apart, and counts that, too.
    #[must_use]
    pub fn octave_place(&self, at: u32) -> LineColumn {
        let mut place = self.place(at);
        let separators = self.separators.get_or_init(|| separators(&self.text));
        let before = separators.iter().rev().skip_while(|&&separator| separator >= at);
        let here = before.take_while(|&&separator| self.place(separator).line == place.line);
        place.column += here.count() as u32;
        place
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}
