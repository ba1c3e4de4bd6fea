//! `classdef` files.

use super::Parser;
use super::block::BlockKind;
use super::function::Signature;
use crate::lex::{Keyword, TokenKind};
use crate::span::Span;
use crate::tree::{
    Attribute, Block, Class, ClassBlock, ClassBlockKind, Function, StmtId, StmtKind,
};

impl Parser<'_> {
    pub(super) fn parse_class(&mut self) -> StmtKind {
        self.open_block(BlockKind::Class, self.token.span);
        self.advance();
        let attributes = self.parse_attributes();
        let name_span = self.token.span;
        let name = if self.at(TokenKind::Name) {
            let name = self.intern_token();
            self.advance();
            name
        } else {
            self.unexpected("the name of the class");
            self.tree.intern("")
        };
        let mut superclasses = Vec::new();
        if self.at(TokenKind::Op(crate::tree::BinaryOp::Less)) {
            loop {
                self.advance();
                superclasses.push(self.parse_qualified_name("the name of a superclass"));
                if self.failed || !self.at(TokenKind::Op(crate::tree::BinaryOp::And)) {
                    break;
                }
            }
        }
        if self.failed {
            self.recover();
        }
        let body = self.parse_class_body();
        self.close_block();
        StmtKind::Class(Box::new(Class {
            name,
            name_span,
            attributes,
            superclasses: superclasses.into(),
            body,
        }))
    }

    /// `(A, B = value, ~C)`, if it is there.
    pub(super) fn parse_attributes(&mut self) -> Box<[Attribute]> {
        if !self.at(TokenKind::LeftParen) {
            return Box::default();
        }
        let opening = self.token;
        self.advance();
        let mut attributes = Vec::new();
        while !self.failed && !self.at(TokenKind::RightParen) {
            let negated = self.eat(TokenKind::Not);
            if !self.at(TokenKind::Name) {
                self.unexpected("the name of an attribute");
                break;
            }
            let name = self.intern_token();
            self.advance();
            let value = self.eat(TokenKind::Assign).then(|| self.parse_value());
            attributes.push(Attribute { name, negated, value });
            if self.failed || !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_close(opening, TokenKind::RightParen);
        attributes.into()
    }

    /// The blocks of a class, up to its `end`.
    fn parse_class_body(&mut self) -> Block {
        let mut body = Vec::new();
        self.line_ends = 0;
        loop {
            self.skip_separators(&mut body);
            let kind = match self.token.kind {
                TokenKind::Eof => break,
                TokenKind::Keyword(Keyword::End(_)) => break,
                TokenKind::Name => match self.token_text() {
                    b"properties" => Some(ClassBlockKind::Properties),
                    b"methods" => Some(ClassBlockKind::Methods),
                    b"events" => Some(ClassBlockKind::Events),
                    b"enumeration" => Some(ClassBlockKind::Enumeration),
                    _ => None,
                },
                _ => None,
            };
            let Some(kind) = kind else {
                self.unexpected("`properties`, `methods`, `events`, `enumeration` or `end`");
                self.advance();
                self.recover();
                if matches!(self.token.kind, TokenKind::Keyword(keyword) if !self.is_boundary(keyword))
                {
                    self.advance();
                }
                continue;
            };
            body.push(self.parse_class_block(kind));
        }
        body.into()
    }

    fn parse_class_block(&mut self, kind: ClassBlockKind) -> StmtId {
        let blank_before = self.line_ends > 1;
        let start = self.token.span.start;
        self.open_block(BlockKind::ClassBlock(kind), self.token.span);
        self.advance();
        let attributes = self.parse_attributes();
        if self.failed {
            self.recover();
        }
        let body = self.parse_members(kind);
        self.close_block();
        let block = StmtKind::ClassBlock(Box::new(ClassBlock { kind, attributes, body }));
        self.finish_statement(block, start, blank_before)
    }

    /// The members of a block, up to its `end`.
    fn parse_members(&mut self, kind: ClassBlockKind) -> Block {
        let mut body = Vec::new();
        self.line_ends = 0;
        loop {
            self.skip_separators(&mut body);
            match self.token.kind {
                TokenKind::Eof => break,
                TokenKind::Keyword(keyword) if self.is_boundary(keyword) => break,
                _ => {}
            }
            let before = self.token;
            let blank_before = self.line_ends > 1;
            self.line_ends = 0;
            let start = before.span.start;
            let member = match kind {
                ClassBlockKind::Properties => self.parse_member(),
                ClassBlockKind::Methods if self.at_keyword(Keyword::Function) => {
                    self.parse_closed_function()
                }
                ClassBlockKind::Methods => self.parse_method_signature(),
                ClassBlockKind::Events => self.parse_event(),
                ClassBlockKind::Enumeration => self.parse_enumerator(),
            };
            body.push(self.finish_member(member, start, blank_before));
            self.ensure_progress(before);
        }
        body.into()
    }

    /// As a statement, but names may also follow each other with blanks only.
    fn finish_member(&mut self, kind: StmtKind, start: u32, blank_before: bool) -> StmtId {
        let listed =
            matches!(kind, StmtKind::Event(_) | StmtKind::Enumerator { .. } | StmtKind::Member(_));
        if listed && self.at(TokenKind::Name) && !self.failed {
            let span = Span::new(start, self.previous_end.max(start));
            let id = self.add_stmt(kind, span);
            self.tree.stmts[id].blank_before = blank_before;
            return id;
        }
        self.finish_statement(kind, start, blank_before)
    }

    /// A method that is defined in a file of its own, or abstract.
    fn parse_method_signature(&mut self) -> StmtKind {
        let start = self.token.span.start;
        let Signature { name, name_span, params, outputs } = self.parse_signature();
        let span = Span::new(start, self.previous_end.max(start));
        StmtKind::Signature(self.tree.add_function(Function {
            name,
            name_span,
            params,
            outputs,
            body: Box::default(),
            has_end: false,
            span,
        }))
    }

    fn parse_event(&mut self) -> StmtKind {
        if !self.at(TokenKind::Name) {
            self.unexpected("the name of an event");
            return StmtKind::Broken(Box::default());
        }
        let name = self.intern_token();
        self.advance();
        StmtKind::Event(name)
    }

    fn parse_enumerator(&mut self) -> StmtKind {
        if !self.at(TokenKind::Name) {
            self.unexpected("the name of a constant");
            return StmtKind::Broken(Box::default());
        }
        let name = self.intern_token();
        self.advance();
        let args = if self.at(TokenKind::LeftParen) {
            self.parse_arguments(TokenKind::RightParen)
        } else {
            Box::default()
        };
        StmtKind::Enumerator { name, args }
    }
}
