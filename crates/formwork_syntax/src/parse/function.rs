//! Files and functions.
//!
//! A function need not be closed by `end`, and only the end of the file tells
//! whether the next `function` starts a nested function or a sibling. So the
//! functions of a file are kept on a stack of open ones; those that are still
//! open at the end of the file turn out to be siblings.

use rustc_hash::FxHashSet;

use super::Parser;
use super::block::BlockKind;
use crate::lex::{EndWord, Keyword, TokenKind};
use crate::span::Span;
use crate::tree::{Block, Function, Param, QualifiedName, StmtId, StmtKind};

/// The first line of a function.
struct Header {
    name: QualifiedName,
    name_span: Span,
    params: Box<[Param]>,
    outputs: Box<[Param]>,
    keyword: Span,
    /// What stands for it in front of the body, if it could not be read.
    broken: Option<StmtId>,
}

/// A function of the file whose end has not been seen.
struct OpenFunction {
    header: Header,
    body: Vec<StmtId>,
    blank_before: bool,
    /// Where it ends if the next function ends it.
    end: Option<u32>,
}

/// Where the next statement goes: into the innermost open function, or the file.
fn innermost<'f>(file: &'f mut Vec<StmtId>, open: &'f mut [OpenFunction]) -> &'f mut Vec<StmtId> {
    open.last_mut().map_or(file, |function| &mut function.body)
}

impl Parser<'_> {
    /// The whole file; whether every function in it is closed.
    pub(super) fn parse_file(&mut self) -> bool {
        let mut file: Vec<StmtId> = Vec::new();
        let mut open: Vec<OpenFunction> = Vec::new();
        let mut any_closed = false;
        loop {
            self.flush_comments(innermost(&mut file, &mut open));
            match self.token.kind {
                TokenKind::Eof => break,
                TokenKind::Newline | TokenKind::Semicolon | TokenKind::Comma => {
                    self.skip_separator();
                }
                TokenKind::Keyword(Keyword::Function) => {
                    let blank_before = self.line_ends > 1;
                    self.line_ends = 0;
                    if let Some(before) = open.last_mut() {
                        before.end = Some(self.previous_end);
                    }
                    while let Some(id) = self.end_by_indentation(&mut open) {
                        innermost(&mut file, &mut open).push(id);
                    }
                    let header = self.parse_function_header();
                    let body = header.broken.into_iter().collect();
                    open.push(OpenFunction { header, body, blank_before, end: None });
                }
                TokenKind::Keyword(keyword @ Keyword::End(_))
                    if self.stands_right_of_block(keyword) =>
                {
                    self.report_stray(keyword);
                }
                TokenKind::Keyword(Keyword::End(EndWord::End | EndWord::Function))
                    if !open.is_empty() =>
                {
                    self.close_block();
                    any_closed = true;
                    let Some(function) = open.pop() else { continue };
                    let start = function.header.keyword.start;
                    let blank = function.blank_before;
                    let end = self.previous_end;
                    let kind = self.add_function(function.header, function.body.into(), true, end);
                    let id = self.finish_statement(kind, start, blank);
                    innermost(&mut file, &mut open).push(id);
                }
                TokenKind::Keyword(Keyword::Classdef) if open.is_empty() => {
                    let blank_before = self.line_ends > 1;
                    self.line_ends = 0;
                    let start = self.token.span.start;
                    let kind = self.parse_class();
                    file.push(self.finish_statement(kind, start, blank_before));
                }
                TokenKind::Keyword(keyword) if self.is_boundary(keyword) => {
                    self.report_stray(keyword);
                }
                _ => {
                    let id = self.parse_statement();
                    innermost(&mut file, &mut open).push(id);
                }
            }
        }
        if any_closed && let Some(function) = open.first() {
            self.report_unclosed(BlockKind::Function, function.header.keyword);
        }
        let all_closed = open.is_empty() || any_closed;
        for function in open {
            let keyword = function.header.keyword;
            let span = keyword.to(Span::empty(function.end.unwrap_or(self.token.span.end)));
            let end = function.end.unwrap_or(self.previous_end);
            let kind = self.add_function(function.header, function.body.into(), false, end);
            let id = self.add_stmt(kind, span);
            self.tree.stmts[id].blank_before = function.blank_before;
            file.push(id);
        }
        self.tree.set_body(file.into());
        all_closed
    }

    /// In a text whose words do not tell: the innermost open function, if it ends before the
    /// `function` at the current token, which does not stand further to the right.
    fn end_by_indentation(&mut self, open: &mut Vec<OpenFunction>) -> Option<StmtId> {
        let last = open.last()?;
        let keyword = last.header.keyword;
        if !self.by_indentation
            || self.indent_of(self.token.span.start) > self.indent_of(keyword.start)
        {
            return None;
        }
        let function = open.pop()?;
        self.blocks.pop();
        let end = function.end.unwrap_or(self.previous_end);
        let kind = self.add_function(function.header, function.body.into(), true, end);
        let id = self.add_stmt(kind, keyword.to(Span::empty(end)));
        self.tree.stmts[id].blank_before = function.blank_before;
        Some(id)
    }

    /// A function in a place where it must be closed.
    pub(super) fn parse_closed_function(&mut self) -> StmtKind {
        let header = self.parse_function_header();
        let body = self.parse_block();
        let body = header.broken.into_iter().chain(body).collect();
        self.close_block();
        self.add_function(header, body, true, self.previous_end)
    }

    /// Leaves the scope of a function and makes a statement of it.
    fn add_function(&mut self, header: Header, body: Block, has_end: bool, end: u32) -> StmtKind {
        self.variables.pop();
        let span = Span::new(header.keyword.start, end.max(header.keyword.end));
        let Header { name, name_span, params, outputs, .. } = header;
        StmtKind::Function(self.tree.add_function(Function {
            name,
            name_span,
            params,
            outputs,
            body,
            has_end,
            span,
        }))
    }

    /// From `function` to the end of the parameters; enters its scope.
    fn parse_function_header(&mut self) -> Header {
        let keyword = self.token.span;
        self.statement_start = keyword.start;
        self.open_block(BlockKind::Function, keyword);
        self.variables.push(FxHashSet::default());
        self.advance();
        let signature = self.parse_signature();
        let Signature { mut name, name_span, params, outputs } = signature;
        for param in params.iter().chain(&outputs) {
            if let Some(name) = param.name {
                self.define(name);
            }
        }
        let mut broken = None;
        if self.failed {
            self.recover();
            let span = Span::new(keyword.start, self.skipped_to.max(keyword.end));
            let kind = self.broken_header(span, &mut name);
            broken = Some(self.add_stmt(kind, span));
        }
        self.line_ends = 0;
        Header { name, name_span, params, outputs, keyword, broken }
    }

    /// `[outputs] = name(params)`, each part but the name optional.
    pub(super) fn parse_signature(&mut self) -> Signature {
        let mut outputs = Vec::new();
        if self.at(TokenKind::LeftBracket) {
            let opening = self.token;
            self.advance();
            while self.at(TokenKind::Name) || self.at(TokenKind::Comma) {
                if self.at(TokenKind::Name) {
                    outputs.push(self.parse_output());
                } else {
                    self.advance();
                }
            }
            if !self.at(TokenKind::RightBracket) && !self.failed && !self.line_broken() {
                self.unexpected("the name of an output, `,` or `]`");
            }
            self.expect_close(opening, TokenKind::RightBracket);
            if !self.failed && !self.eat(TokenKind::Assign) {
                self.unexpected("`=` after the outputs");
            }
        } else if self.at(TokenKind::Name) && self.lexer.next_visible(self.token.span.end) == b'=' {
            outputs.push(self.parse_output());
            self.advance();
        }
        let name_span = self.token.span;
        let name = if self.failed { Box::default() } else { self.parse_function_name() };
        let name_span = Span::new(name_span.start, self.previous_end.max(name_span.start));
        let params = if !self.failed && self.at(TokenKind::LeftParen) {
            self.parse_params()
        } else {
            Box::default()
        };
        Signature { name, name_span, params, outputs: outputs.into() }
    }

    fn parse_output(&mut self) -> Param {
        let name = self.intern_token();
        let span = self.token.span;
        self.advance();
        Param { name: Some(name), default: None, span }
    }

    fn parse_function_name(&mut self) -> QualifiedName {
        // A class may define what `end` means in an index of its objects, and in the
        // union `do` and `until` are names like others.
        let octave_word = self.at_keyword(Keyword::Do) || self.at_keyword(Keyword::Until);
        if self.at_keyword(Keyword::End(EndWord::End))
            || (octave_word && self.dialect.allows_matlab())
        {
            let name = self.intern_token();
            self.advance();
            return Box::new([name]);
        }
        self.parse_qualified_name("the name of a function")
    }
}

/// What a function looks like from outside.
pub(super) struct Signature {
    pub(super) name: QualifiedName,
    pub(super) name_span: Span,
    pub(super) params: Box<[Param]>,
    pub(super) outputs: Box<[Param]>,
}
