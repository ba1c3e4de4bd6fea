//! Blocks: lists of statements, and the words that close them.

use super::Parser;
use crate::dialect::Dialect;
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::lex::{EndWord, Keyword, TokenKind};
use crate::span::Span;
use crate::tree::{Block, ClassBlockKind, StmtId};

/// A block that has been opened and not yet closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenBlock {
    pub(super) kind: BlockKind,
    pub(super) opening: Span,
    /// Whether its first statement is indented further than its first line, if that was seen.
    pub(super) indented: Option<bool>,
}

/// What opened a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    If,
    While,
    Do,
    For,
    Parfor,
    Spmd,
    Switch,
    Try,
    UnwindProtect,
    Function,
    Class,
    ClassBlock(ClassBlockKind),
    Arguments,
}

impl BlockKind {
    /// The word that opens it.
    fn word(self) -> &'static str {
        match self {
            BlockKind::If => "if",
            BlockKind::While => "while",
            BlockKind::Do => "do",
            BlockKind::For => "for",
            BlockKind::Parfor => "parfor",
            BlockKind::Spmd => "spmd",
            BlockKind::Switch => "switch",
            BlockKind::Try => "try",
            BlockKind::UnwindProtect => "unwind_protect",
            BlockKind::Function => "function",
            BlockKind::Class => "classdef",
            BlockKind::ClassBlock(kind) => kind.word(),
            BlockKind::Arguments => "arguments",
        }
    }

    /// Octave's own word that closes it, if `end` does not have to.
    fn end_word(self) -> Option<EndWord> {
        Some(match self {
            BlockKind::If => EndWord::If,
            BlockKind::While => EndWord::While,
            BlockKind::Do => return None,
            BlockKind::For => EndWord::For,
            BlockKind::Parfor => EndWord::Parfor,
            BlockKind::Spmd => EndWord::Spmd,
            BlockKind::Switch => EndWord::Switch,
            BlockKind::Try => EndWord::TryCatch,
            BlockKind::UnwindProtect => EndWord::UnwindProtect,
            BlockKind::Function => EndWord::Function,
            BlockKind::Class => EndWord::Classdef,
            BlockKind::ClassBlock(ClassBlockKind::Properties) => EndWord::Properties,
            BlockKind::ClassBlock(ClassBlockKind::Methods) => EndWord::Methods,
            BlockKind::ClassBlock(ClassBlockKind::Events) => EndWord::Events,
            BlockKind::ClassBlock(ClassBlockKind::Enumeration) => EndWord::Enumeration,
            BlockKind::Arguments => EndWord::Arguments,
        })
    }

    /// Whether this keyword closes the block or starts its next part.
    pub(super) fn accepts(self, keyword: Keyword) -> bool {
        match keyword {
            Keyword::End(word) => {
                self.end_word().is_some_and(|own| word == EndWord::End || word == own)
                    || (self == BlockKind::Parfor && word == EndWord::For)
            }
            Keyword::Else | Keyword::Elseif => self == BlockKind::If,
            Keyword::Case | Keyword::Otherwise => self == BlockKind::Switch,
            Keyword::Catch => self == BlockKind::Try,
            Keyword::Until => self == BlockKind::Do,
            Keyword::UnwindProtectCleanup => self == BlockKind::UnwindProtect,
            Keyword::Break
            | Keyword::Classdef
            | Keyword::Continue
            | Keyword::Do
            | Keyword::For
            | Keyword::Function
            | Keyword::Global
            | Keyword::If
            | Keyword::Parfor
            | Keyword::Persistent
            | Keyword::Return
            | Keyword::Spmd
            | Keyword::Switch
            | Keyword::Try
            | Keyword::UnwindProtect
            | Keyword::While => false,
        }
    }

    /// What closes it, for messages.
    fn closers(self, dialect: Dialect) -> String {
        match self.end_word() {
            None => "`until`".to_owned(),
            Some(own) if dialect.allows_octave() => format!("`end` or `{}`", own.text()),
            Some(_) => "`end`".to_owned(),
        }
    }
}

impl Parser<'_> {
    /// Whether this keyword ends a block or a part of one.
    pub(super) fn is_boundary(&self, keyword: Keyword) -> bool {
        match keyword {
            Keyword::End(_)
            | Keyword::Else
            | Keyword::Elseif
            | Keyword::Case
            | Keyword::Otherwise
            | Keyword::Catch
            | Keyword::UnwindProtectCleanup => true,
            // In the union, `until` may be a variable of a MATLAB program.
            Keyword::Until => {
                self.dialect == Dialect::Octave
                    || self.blocks.iter().any(|block| block.kind == BlockKind::Do)
            }
            Keyword::Break
            | Keyword::Classdef
            | Keyword::Continue
            | Keyword::Do
            | Keyword::For
            | Keyword::Function
            | Keyword::Global
            | Keyword::If
            | Keyword::Parfor
            | Keyword::Persistent
            | Keyword::Return
            | Keyword::Spmd
            | Keyword::Switch
            | Keyword::Try
            | Keyword::UnwindProtect
            | Keyword::While => false,
        }
    }

    pub(super) fn open_block(&mut self, kind: BlockKind, opening: Span) {
        self.blocks.push(OpenBlock { kind, opening, indented: None });
    }

    /// The statements up to a keyword that ends the block or a part of it.
    pub(super) fn parse_block(&mut self) -> Block {
        let mut statements = Vec::new();
        self.line_ends = 0;
        self.parse_statements(&mut statements);
        statements.into()
    }

    fn parse_statements(&mut self, into: &mut Vec<StmtId>) {
        loop {
            self.flush_comments(into);
            match self.token.kind {
                TokenKind::Eof => return,
                TokenKind::Newline | TokenKind::Semicolon | TokenKind::Comma => {
                    self.skip_separator();
                }
                TokenKind::Keyword(keyword) if self.is_boundary(keyword) => {
                    if self.stands_right_of_block(keyword) {
                        self.report_stray(keyword);
                        continue;
                    }
                    let accepted = self.blocks.iter().any(|block| block.kind.accepts(keyword));
                    if accepted || (matches!(keyword, Keyword::End(_)) && !self.blocks.is_empty()) {
                        return;
                    }
                    self.report_stray(keyword);
                }
                TokenKind::Keyword(Keyword::Function) if self.function_shows_missing_end() => {
                    return;
                }
                _ => {
                    if self.indentation_ends_block() {
                        return;
                    }
                    into.push(self.parse_statement());
                }
            }
        }
    }

    /// Whether `function` here means that the block before it was not closed.
    /// Octave lets a function be defined inside a control block; then it stands
    /// deeper than the block.
    fn function_shows_missing_end(&self) -> bool {
        let Some(block) = self.blocks.last() else { return false };
        self.variables.len() > 1
            && block.kind != BlockKind::Function
            && self.indent_of(self.token.span.start) <= self.indent_of(block.opening.start)
    }

    /// Skips a separator that ends no statement.
    pub(super) fn skip_separator(&mut self) {
        if self.at(TokenKind::Newline) {
            self.line_ends += 1;
        }
        self.advance();
    }

    /// Skips line ends and other separators, and comments into `comments`.
    pub(super) fn skip_separators(&mut self, comments: &mut Vec<StmtId>) {
        loop {
            self.flush_comments(comments);
            match self.token.kind {
                TokenKind::Newline | TokenKind::Semicolon | TokenKind::Comma => {
                    self.skip_separator();
                }
                _ => return,
            }
        }
    }

    /// Reports a keyword that belongs to no open block, and skips it.
    pub(super) fn report_stray(&mut self, keyword: Keyword) {
        let text = String::from_utf8_lossy(self.token_text()).into_owned();
        let (code, message) = match keyword {
            Keyword::End(_) => (
                SyntaxErrorCode::MismatchedEnd,
                format!("`{text}` closes nothing: expected a statement"),
            ),
            Keyword::Else | Keyword::Elseif => (
                SyntaxErrorCode::MisplacedStatement,
                format!("`{text}` belongs to no `if`: expected a statement"),
            ),
            Keyword::Case | Keyword::Otherwise => (
                SyntaxErrorCode::MisplacedStatement,
                format!("`{text}` belongs to no `switch`: expected a statement"),
            ),
            Keyword::Catch => (
                SyntaxErrorCode::MisplacedStatement,
                "`catch` belongs to no `try`: expected a statement".to_owned(),
            ),
            _ => (
                SyntaxErrorCode::MisplacedStatement,
                format!("`{text}` belongs to no open block: expected a statement"),
            ),
        };
        let mut error = SyntaxError::new(code, self.token.span, message);
        if let Some((opening, end)) = self.misaligned_end {
            error = error.related(end, "this `end` may close more than it should").help(format!(
                "it does not stand below the word it closes, on line {}",
                self.line_of(opening)
            ));
        }
        self.report(error);
        self.advance();
        self.recover();
    }

    /// The line of a span, from one.
    fn line_of(&self, span: Span) -> usize {
        let before = &self.text[..span.start as usize];
        memchr::memchr_iter(b'\n', before).count() + 1
    }

    /// Consumes the word that closes the innermost block.
    pub(super) fn close_block(&mut self) {
        let ends_outer = self.stands_left_of_block();
        let Some(OpenBlock { kind, opening, .. }) = self.blocks.pop() else { return };
        let span = self.token.span;
        match self.token.kind {
            _ if self.by_indentation && (ends_outer || !self.at_boundary()) => {
                self.ended_early = true;
            }
            TokenKind::Keyword(keyword) if kind.accepts(keyword) => {
                let plain = keyword == Keyword::End(EndWord::End);
                if plain
                    && self.misaligned_end.is_none()
                    && self.starts_line()
                    && self.indent_of(span.start) != self.indent_of(opening.start)
                {
                    self.misaligned_end = Some((opening, span));
                }
                if let Keyword::End(word) = keyword
                    && !plain
                {
                    self.require_octave(span, &format!("`{}`", word.text()));
                }
                self.advance();
            }
            TokenKind::Keyword(Keyword::End(word))
                if !self.blocks.iter().any(|b| b.kind.accepts(Keyword::End(word))) =>
            {
                let message = format!(
                    "`{}` cannot close `{}`: expected {}",
                    word.text(),
                    kind.word(),
                    kind.closers(self.dialect)
                );
                self.report(
                    SyntaxError::new(SyntaxErrorCode::MismatchedEnd, span, message)
                        .related(opening, "this is the innermost open block"),
                );
                self.advance();
            }
            _ => self.report_unclosed(kind, opening),
        }
    }

    /// Reports a block that is still open where it cannot be any more.
    pub(super) fn report_unclosed(&mut self, kind: BlockKind, opening: Span) {
        let message = format!(
            "this `{}` is not closed: expected {}, found {}",
            kind.word(),
            kind.closers(self.dialect),
            self.describe_token()
        );
        let mut error = SyntaxError::new(SyntaxErrorCode::UnclosedBlock, opening, message)
            .related(self.token.span, "still open here");
        if let Some((word, end)) = self.misaligned_end {
            error = error.help(format!(
                "the `end` on line {} does not stand below the word it closes, on line {}: look \
                 for a missing `end` between the two",
                self.line_of(end),
                self.line_of(word)
            ));
        }
        self.report(error);
    }
}
