//! Places in a source text: byte spans, and lines and columns made from them.
//!
//! Everything in the tree speaks of bytes of the original file. Lines and
//! columns exist only for people, and are computed when somebody asks.

use std::fmt;
use std::ops::Range;

/// A half-open range of bytes in one source text.
///
/// Texts are limited to 4 GiB, which [`crate::parse`] checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Span {
        debug_assert!(start <= end, "a span must not end before it starts");
        Span { start, end }
    }

    /// The empty span at `at`.
    #[must_use]
    pub fn empty(at: u32) -> Span {
        Span { start: at, end: at }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a range that indexes a byte slice.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A place as people count: both from one, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// The line starts of a text.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Finds the lines of `text`; `\n`, `\r\n` and a lone `\r` all end one.
    #[must_use]
    pub fn new(text: &[u8]) -> LineIndex {
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', text) {
            if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') {
                continue;
            }
            starts.push(u32::try_from(at + 1).unwrap_or(u32::MAX));
        }
        LineIndex { starts }
    }

    /// The zero-based number of the line that holds byte `at`.
    #[must_use]
    pub fn line_number(&self, at: u32) -> usize {
        self.starts.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// Line and column of byte `at` of `text`, which must be the indexed text.
    #[must_use]
    pub fn line_column(&self, text: &[u8], at: u32) -> LineColumn {
        LineCursor::new(self, text).line_column(at)
    }

    /// Number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never: a text has at least one line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// First byte of the zero-based line `line`, or `None` past the last.
    #[must_use]
    pub fn line_start(&self, line: usize) -> Option<u32> {
        self.starts.get(line).copied()
    }
}

/// Lines and columns of many places, at a small cost each where they come mostly
/// in order: it goes on counting from the last place.
#[derive(Clone, Debug)]
pub struct LineCursor<'a> {
    index: &'a LineIndex,
    text: &'a [u8],
    line: usize,
    at: usize,
    column: usize,
}

impl<'a> LineCursor<'a> {
    /// A cursor at the start of `text`, whose lines are `index`.
    #[must_use]
    pub fn new(index: &'a LineIndex, text: &'a [u8]) -> LineCursor<'a> {
        LineCursor { index, text, line: 0, at: 0, column: 0 }
    }

    /// Line and column of byte `at`.
    pub fn line_column(&mut self, at: u32) -> LineColumn {
        let line = self.index.line_number(at);
        let at = (at as usize).min(self.text.len());
        if line != self.line || at < self.at {
            let start = self.index.starts[line] as usize;
            (self.line, self.at, self.column) = (line, start.min(at), 0);
        }
        // A byte that does not continue a UTF-8 sequence starts a character;
        // in a Latin-1 text every byte but 0x80–0xBF does, which is close enough
        // for a column and never wrong for ASCII code.
        let passed = &self.text[self.at..at];
        self.column += passed.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.at = at;
        LineColumn { line: to_u32(line) + 1, column: to_u32(self.column) + 1 }
    }
}

/// Counts of things in one file fit `u32` because its bytes do.
pub(crate) fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_endings_count() {
        let text = b"a\nb\r\nc\rd";
        let index = LineIndex::new(text);
        let places: Vec<_> = (0..8).map(|at| index.line_column(text, at).line).collect();
        assert_eq!(places, [1, 1, 2, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn columns_count_characters() {
        let text = "x = 'é' + y".as_bytes();
        let index = LineIndex::new(text);
        let at = u32::try_from(text.len() - 1).unwrap();
        assert_eq!(index.line_column(text, at), LineColumn { line: 1, column: 11 });
    }
}
