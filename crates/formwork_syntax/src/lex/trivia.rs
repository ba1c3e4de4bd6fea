//! What stands between tokens: blanks, comments, continued lines.

use super::{Bracket, Lexer, TokenKind, is_space};
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::span::{Span, to_u32};
use crate::tree::CommentKind;

/// A comment or line break that is not a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RawTrivia {
    /// A line ends here without ending the statement.
    Break,
    Comment {
        span: Span,
        kind: CommentKind,
        own_line: bool,
    },
}

impl Lexer<'_> {
    /// Skips one comment, continuation or meaningless line break; `false` if
    /// none stands here.
    pub(super) fn skip_trivia(&mut self) -> bool {
        match self.byte(0) {
            b'%' => self.comment(),
            b'#' if self.dialect.allows_octave() || self.at == 0 => self.comment(),
            b'.' if self.byte(1) == b'.' && self.byte(2) == b'.' => self.continuation(3),
            b'\\' if self.dialect.allows_octave() && self.backslash_continues() => {
                self.continuation(1);
            }
            b'\n' | b'\r' if self.brackets.last() == Some(&Bracket::Quiet) && !self.single_line => {
                if self.trivia.is_empty() {
                    self.trivia.push(RawTrivia::Break);
                }
                self.skip_line_end();
            }
            _ => return false,
        }
        true
    }

    /// Skips the line end that stands here.
    pub(super) fn skip_line_end(&mut self) {
        self.at += if self.byte(0) == b'\r' && self.byte(1) == b'\n' { 2 } else { 1 };
    }

    /// Where the line that holds `at` ends.
    fn line_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        memchr::memchr2(b'\n', b'\r', rest).map_or(self.text.len(), |offset| at + offset)
    }

    /// Whether only blanks stand before `at` on its line.
    fn starts_line(&self, at: usize) -> bool {
        let before = self.text[..at].iter().rposition(|&byte| !is_space(byte));
        before.is_none_or(|last| {
            matches!(self.text[last], b'\n' | b'\r') || (last == 2 && self.starts_with_bom())
        })
    }

    /// `start..end` without blanks at its end.
    fn trimmed(&self, start: usize, end: usize) -> Span {
        let visible = self.text[start..end].iter().rposition(|&byte| !is_space(byte));
        Span::new(to_u32(start), to_u32(start + visible.map_or(0, |last| last + 1)))
    }

    fn comment(&mut self) {
        let start = self.at;
        let own_line = self.starts_line(start);
        let end = self.line_end(start);
        if own_line && is_block_mark(&self.text[start..end], b'{') {
            self.block_comment(start, end);
            return;
        }
        self.at = end;
        let span = self.trimmed(start, end);
        self.trivia.push(RawTrivia::Comment { span, kind: CommentKind::Line, own_line });
        self.skip_end_of_continued_comment(own_line);
    }

    /// A comment on a line of its own in the middle of a statement stands in a
    /// continued line: its line end does not end the statement or the row.
    fn skip_end_of_continued_comment(&mut self, own_line: bool) {
        let continued = own_line && self.previous != TokenKind::Newline;
        if continued && self.brackets.last() != Some(&Bracket::Quiet) && self.at < self.text.len() {
            self.skip_line_end();
        }
    }

    /// A block comment whose first line is `start..line_end`; they nest.
    fn block_comment(&mut self, start: usize, line_end: usize) {
        let mut depth = 1u32;
        let mut at = line_end;
        while depth > 0 {
            self.at = at;
            if at >= self.text.len() {
                break;
            }
            self.skip_line_end();
            at = self.line_end(self.at);
            let line = &self.text[self.at..at];
            let indent = line.iter().take_while(|&&byte| is_space(byte)).count();
            if is_block_mark(&line[indent..], b'{') {
                depth += 1;
            } else if is_block_mark(&line[indent..], b'}') {
                depth -= 1;
            }
        }
        self.at = at;
        let span = self.trimmed(start, at);
        if depth > 0 {
            let opening = Span::new(to_u32(start), to_u32(start + 2));
            self.errors.push(
                SyntaxError::new(
                    SyntaxErrorCode::UnterminatedComment,
                    opening,
                    "this block comment is not closed: expected a line with only `%}` in it",
                )
                .help("`%{` and `%}` open and close only where nothing else stands on their line"),
            );
        }
        self.trivia.push(RawTrivia::Comment { span, kind: CommentKind::Block, own_line: true });
        self.skip_end_of_continued_comment(true);
    }

    /// A backslash continues the line if nothing but blanks or a comment follows.
    fn backslash_continues(&self) -> bool {
        let first = self.text[self.at + 1..].iter().find(|&&byte| !is_space(byte));
        matches!(first, None | Some(b'%' | b'#' | b'\n' | b'\r'))
    }

    /// `...` or `\` and the rest of the line, which is a comment.
    fn continuation(&mut self, length: usize) {
        let end = self.line_end(self.at);
        let rest = &self.text[self.at + length..end];
        let indent = rest.iter().take_while(|&&byte| is_space(byte)).count();
        let start = self.at + length + indent;
        let span = self.trimmed(start, end);
        let own_line = self.starts_line(self.at);
        self.at = end;
        if end < self.text.len() {
            self.skip_line_end();
        }
        if span.is_empty() {
            if self.trivia.is_empty() {
                self.trivia.push(RawTrivia::Break);
            }
            return;
        }
        let kind = match self.text[start] {
            b'%' => CommentKind::Line,
            b'#' if self.dialect.allows_octave() => CommentKind::Line,
            _ => CommentKind::Continuation,
        };
        self.trivia.push(RawTrivia::Comment { span, kind, own_line });
    }
}

/// Whether a line, blanks before it removed, is a block comment mark alone.
pub(crate) fn is_block_mark(line: &[u8], brace: u8) -> bool {
    matches!(line, [b'%' | b'#', mark, rest @ ..]
        if *mark == brace && rest.iter().all(|&byte| is_space(byte)))
}
