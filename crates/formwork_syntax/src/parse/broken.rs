//! What becomes of text that cannot be read: the statement `Broken` with the names in it, and where
//! reading goes on.
//!
//! A bracket that is never closed would swallow the statements that follow, and a missing `end` the
//! functions that follow. People indent what they write, so a line that does not stand further to
//! the right than the broken statement, and looks like a statement, is one; and in a text whose
//! blocks do not come out even, a block ends where a line stands left of its body. What is reported
//! does not depend on this: a text with such an error is read again for its tree alone.

use std::ops::Range;

use super::Parser;
use super::block::BlockKind;
use crate::error::SyntaxErrorCode;
use crate::lex::{Keyword, TokenKind, is_name_byte, is_space};
use crate::span::{Span, to_u32};
use crate::tree::{Broken, Name, QualifiedName, StmtKind};

/// How many lines are looked at for the next statement.
const LINES: usize = 500;

/// Whether blocks may end elsewhere than their words say after such an error.
pub(super) fn spoils_blocks(code: SyntaxErrorCode) -> bool {
    match code {
        SyntaxErrorCode::UnclosedBlock
        | SyntaxErrorCode::MismatchedEnd
        | SyntaxErrorCode::MisplacedStatement => true,
        SyntaxErrorCode::UnexpectedToken
        | SyntaxErrorCode::UnclosedBracket
        | SyntaxErrorCode::UnterminatedString
        | SyntaxErrorCode::UnterminatedComment
        | SyntaxErrorCode::InvalidCharacter
        | SyntaxErrorCode::InvalidNumber
        | SyntaxErrorCode::InvalidTarget
        | SyntaxErrorCode::MisplacedEnd
        | SyntaxErrorCode::WrongDialect
        | SyntaxErrorCode::NestingTooDeep
        | SyntaxErrorCode::InvalidAnnotation
        | SyntaxErrorCode::FileTooLarge => false,
    }
}

impl Parser<'_> {
    /// The statement that stands for this text.
    pub(super) fn broken(&mut self, span: Span) -> StmtKind {
        let text = &self.text[span.range()];
        let words = Words::of(text);
        let (assigned, mentioned): (Vec<&str>, Vec<&str>) = words.split(text);
        let assigned: Box<[Name]> = assigned.into_iter().map(|one| self.tree.intern(one)).collect();
        for &name in &assigned {
            self.define(name);
        }
        let mentioned = mentioned.into_iter().map(|one| self.tree.intern(one)).collect();
        let reads = !assigned.is_empty() || words.is_condition();
        StmtKind::Broken(Box::new(Broken { assigned, mentioned, reads }))
    }

    /// The statement that stands for the first line of a function: all names in it are variables
    /// but that of the function, which is told from where it stands if it was not read.
    pub(super) fn broken_header(&mut self, span: Span, name: &mut QualifiedName) -> StmtKind {
        let text = &self.text[span.range()];
        let words = Words::of(text).all;
        if name.is_empty() {
            let after =
                |word: &&Word<'_>| text[word.end..].trim_ascii_start().first() == Some(&b'(');
            let before = |word: &&Word<'_>| text[..word.start].trim_ascii_end().ends_with(b"=");
            let called = words.iter().rfind(before).or_else(|| words.iter().find(after));
            *name = Box::new([self.tree.intern(called.map_or("?", |word| word.text))]);
        }
        let assigned: Box<[Name]> = words
            .iter()
            .map(|word| self.tree.intern(word.text))
            .filter(|one| !name.contains(one))
            .collect();
        for &name in &assigned {
            self.define(name);
        }
        StmtKind::Broken(Box::new(Broken { assigned, mentioned: Box::default(), reads: false }))
    }

    /// Where the next line starts that looks like a statement, after one whose brackets are open.
    pub(super) fn next_statement_line(&mut self) -> Option<u32> {
        let (asked, after) = (self.statement_start, self.restarted_at);
        // Statements of one line have the same answer: a long line is not looked through for each.
        if let Some(known) = &self.next_line
            && known.line.contains(&asked)
            && known.after == after
        {
            return known.start;
        }
        let start = self.find_statement_line();
        let end = to_u32(line_end(self.text, asked as usize));
        self.next_line = Some(NextLine { line: asked..end.saturating_add(1), after, start });
        start
    }

    fn find_statement_line(&self) -> Option<u32> {
        let indent = self.indent_of(self.statement_start);
        let mut at = self.statement_start as usize;
        for _ in 0..LINES {
            at += memchr::memchr(b'\n', &self.text[at..])? + 1;
            let line = &self.text[at..];
            let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
            let start = to_u32(at);
            if start > self.restarted_at
                && self.indent_of(start) <= indent
                && looks_like_statement(line, self.dialect.allows_octave())
            {
                return Some(start);
            }
        }
        None
    }

    /// Reads on from the start of a line.
    pub(super) fn restart_line(&mut self, line: u32) {
        self.restarted_at = line;
        self.lexer.restart_at(line);
        self.lexer.trivia.clear();
        self.lexer.errors.clear();
        self.advance();
        self.lexer.errors.clear();
        self.skipped_to = to_u32(self.text[..line as usize].trim_ascii_end().len());
        self.previous_end = self.skipped_to;
    }

    /// Whether the current token is the first of its line, in a text whose blocks do not come out
    /// even, and how far it is indented.
    fn indentation(&self) -> Option<u32> {
        (self.by_indentation && self.starts_line() && !self.at(TokenKind::Eof))
            .then(|| self.indent_of(self.token.span.start))
    }

    /// Whether the current token is a word that ends a block or a part of one.
    pub(super) fn at_boundary(&self) -> bool {
        matches!(self.token.kind, TokenKind::Keyword(keyword) if self.is_boundary(keyword))
    }

    /// Whether the word at the current token stands left of the innermost block, so that it belongs
    /// to one around it.
    pub(super) fn stands_left_of_block(&self) -> bool {
        let (Some(indent), Some(block)) = (self.indentation(), self.blocks.last()) else {
            return false;
        };
        let outer = self.blocks.iter().rev().skip(1);
        indent < self.indent_of(block.opening.start)
            && outer.into_iter().any(|block| self.indent_of(block.opening.start) <= indent)
    }

    /// Whether the word at the current token stands right of the innermost block, so that it belongs
    /// to one whose first word is missing.
    pub(super) fn stands_right_of_block(&self, keyword: Keyword) -> bool {
        let (Some(indent), Some(block)) = (self.indentation(), self.blocks.last()) else {
            return false;
        };
        !matches!(keyword, Keyword::Case | Keyword::Otherwise)
            && indent > self.indent_of(block.opening.start)
    }

    /// Whether the statement at the current token stands left of the body of the innermost block,
    /// which has lost its end.
    pub(super) fn indentation_ends_block(&mut self) -> bool {
        let Some(indent) = self.indentation() else { return false };
        let Some(block) = self.blocks.last() else { return false };
        let deeper = indent > self.indent_of(block.opening.start);
        let control = !matches!(
            block.kind,
            BlockKind::Function
                | BlockKind::Class
                | BlockKind::ClassBlock(_)
                | BlockKind::Arguments
        );
        let first = block.indented.is_none();
        let ends = control && block.indented == Some(true) && !deeper;
        if first && let Some(block) = self.blocks.last_mut() {
            block.indented = Some(deeper);
        }
        ends
    }
}

/// Where the next line starts that looks like a statement, after those that start in a line.
pub(super) struct NextLine {
    line: Range<u32>,
    /// What it comes after in any case.
    after: u32,
    start: Option<u32>,
}

/// A word of a text.
struct Word<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    /// How many parentheses and braces are open around it.
    depth: usize,
}

/// The words of a text that may be names, and where it assigns.
struct Words<'t> {
    all: Vec<Word<'t>>,
    /// The first `=`.
    assign: Option<usize>,
    keyword: Option<Keyword>,
}

impl<'t> Words<'t> {
    fn of(text: &'t [u8]) -> Words<'t> {
        let mut words = Words { all: Vec::new(), assign: None, keyword: None };
        let (mut at, mut depth) = (0, 0usize);
        while let Some(&byte) = text.get(at) {
            let before = at.checked_sub(1).map_or(b' ', |before| text[before]);
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'_' if !is_name_byte(before) && before != b'.' => {
                    let length = text[at..].iter().take_while(|&&byte| is_name_byte(byte)).count();
                    words.push(&text[at..at + length], at, depth);
                    at += length;
                    continue;
                }
                b'%' | b'#' => at = line_end(text, at),
                b'"' => at = string_end(text, at).unwrap_or(at),
                b'\'' if !is_name_byte(before) && !matches!(before, b')' | b']' | b'}' | b'\'') => {
                    at = string_end(text, at).unwrap_or(at);
                }
                b'(' | b'{' => depth += 1,
                b')' | b'}' => depth = depth.saturating_sub(1),
                b'=' if text.get(at + 1) == Some(&b'=') => at += 1,
                b'=' if !matches!(before, b'~' | b'!' | b'<' | b'>') => {
                    words.assign.get_or_insert(at);
                }
                _ => {}
            }
            at += 1;
        }
        words
    }

    fn push(&mut self, text: &'t [u8], start: usize, depth: usize) {
        let end = start + text.len();
        let Ok(text) = str::from_utf8(text) else { return };
        match Keyword::find(text.as_bytes(), true) {
            Some(keyword) => self.keyword = self.keyword.or(Some(keyword)),
            None => self.all.push(Word { text, start, end, depth }),
        }
    }

    /// Whether it is the head of a branch or a loop that asks for something.
    fn is_condition(&self) -> bool {
        matches!(
            self.keyword,
            Some(
                Keyword::If
                    | Keyword::Elseif
                    | Keyword::While
                    | Keyword::Switch
                    | Keyword::Case
                    | Keyword::Until
            )
        )
    }

    /// The names that the text seems to assign to, and the others.
    fn split(&self, text: &[u8]) -> (Vec<&'t str>, Vec<&'t str>) {
        let declares = matches!(self.keyword, Some(Keyword::Global | Keyword::Persistent));
        let list = text.trim_ascii_start().starts_with(b"[");
        let close = memchr::memchr(b']', text);
        let loops = matches!(self.keyword, Some(Keyword::For | Keyword::Parfor));
        let mut assigned = Vec::new();
        let mut mentioned = Vec::new();
        for (place, word) in self.all.iter().enumerate() {
            let is_assigned = match (self.assign, close) {
                _ if declares => true,
                (Some(assign), _) if list => word.start < assign && word.depth == 0,
                (None, Some(close)) if list => word.start < close && word.depth == 0,
                (Some(assign), _) => place == 0 && word.start < assign,
                (None, _) => place == 0 && loops,
            };
            if is_assigned { assigned.push(word.text) } else { mentioned.push(word.text) }
        }
        mentioned.retain(|one| !assigned.contains(one));
        (assigned, mentioned)
    }
}

fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length)
}

/// Where the string that opens at `at` closes on its line.
fn string_end(text: &[u8], at: usize) -> Option<usize> {
    let close = at + 1 + memchr::memchr2(text[at], b'\n', &text[at + 1..])?;
    (text[close] == text[at]).then_some(close)
}

/// Whether a line looks like the start of a statement, and not like that of a row or an argument: a
/// keyword, an assignment, or a call that a semicolon ends.
fn looks_like_statement(line: &[u8], octave: bool) -> bool {
    let line = line.trim_ascii();
    let word = line.iter().take_while(|&&byte| is_name_byte(byte)).count();
    let list = line.first() == Some(&b'[');
    if !list && !line.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_') {
        return false;
    }
    if Keyword::find(&line[..word], octave).is_some_and(super::opens_statement) {
        return true;
    }
    let words = Words::of(line);
    if let Some(assign) = words.assign {
        // `x(1, y = 2` is none of its own, but `f (x = 3)` is nothing that people write.
        return list
            || words.all.iter().filter(|one| one.start < assign).all(|one| {
                one.start == 0 || one.depth > 0 || line.get(one.start - 1) == Some(&b'.')
            });
    }
    let next = line[word..].iter().find(|&&byte| !is_space(byte));
    !list && next == Some(&b'(') && line.ends_with(b";")
}
