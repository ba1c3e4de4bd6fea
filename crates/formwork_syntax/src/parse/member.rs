//! Declared arguments and properties: `name (size) class {validators} = default`.

use super::Parser;
use super::block::BlockKind;
use crate::lex::{Keyword, TokenKind, is_space};
use crate::tree::{ArgumentsBlock, ExprKind, Member, MemberClass, MemberTarget, StmtKind};

impl Parser<'_> {
    /// Whether the word `arguments` at the current token opens a block: it is
    /// alone on its line, or only attributes follow it.
    pub(super) fn opens_arguments(&self) -> bool {
        if self.variables.len() < 2 {
            return false;
        }
        let rest = &self.text[self.token.span.end as usize..];
        let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let mut line = &rest[..line_end];
        line = trim_start(line);
        if let [b'(', inner @ ..] = line {
            let Some(close) = memchr::memchr(b')', inner) else { return false };
            let words = inner[..close].split(|&byte| byte == b',');
            let attributes: [&[u8]; 3] = [b"Input", b"Output", b"Repeating"];
            if !words.into_iter().all(|word| attributes.contains(&word.trim_ascii())) {
                return false;
            }
            line = trim_start(&inner[close + 1..]);
        }
        matches!(line.first(), None | Some(b'%' | b'#' | b';' | b','))
    }

    pub(super) fn parse_arguments_block(&mut self) -> StmtKind {
        self.require_matlab(self.token.span, "an `arguments` block");
        self.open_block(BlockKind::Arguments, self.token.span);
        self.advance();
        let attributes = self.parse_attributes();
        if self.failed {
            self.recover();
        }
        let mut body = Vec::new();
        self.line_ends = 0;
        loop {
            self.skip_separators(&mut body);
            match self.token.kind {
                TokenKind::Eof | TokenKind::Keyword(Keyword::Function) => break,
                TokenKind::Keyword(keyword) if self.is_boundary(keyword) => break,
                _ => {}
            }
            let before = self.token;
            let blank_before = self.line_ends > 1;
            self.line_ends = 0;
            let member = self.parse_member();
            body.push(self.finish_statement(member, before.span.start, blank_before));
            self.ensure_progress(before);
        }
        self.close_block();
        StmtKind::Arguments(Box::new(ArgumentsBlock { attributes, body: body.into() }))
    }

    /// One line of an `arguments` or `properties` block.
    pub(super) fn parse_member(&mut self) -> StmtKind {
        let target = self.parse_member_target();
        let mut member =
            Member { target, size: None, class: None, validators: None, default: None };
        if !self.failed && self.at(TokenKind::At) {
            // The spelling of R2013: `name@class vector = default`.
            self.advance();
            let name = self.parse_qualified_name("the name of a class after `@`");
            let mut shape_word = None;
            if self.at(TokenKind::Name) {
                shape_word = Some(self.intern_token());
                self.advance();
            }
            member.class = Some(MemberClass { name, at_sign: true, shape_word });
        }
        if !self.failed && self.at(TokenKind::LeftParen) {
            member.size = Some(self.parse_arguments(TokenKind::RightParen));
        }
        if !self.failed && self.at(TokenKind::Name) {
            let name = self.parse_qualified_name("the name of a class");
            member.class = Some(MemberClass { name, at_sign: false, shape_word: None });
        }
        if !self.failed && self.at(TokenKind::LeftBrace) {
            // Commas or blanks separate validators, as in a cell array.
            let list = self.parse_matrix(TokenKind::RightBrace);
            let ExprKind::Cell(rows) = &self.tree.expr(list).kind else {
                return StmtKind::Member(Box::new(member));
            };
            member.validators = Some(rows.iter().flatten().copied().collect());
        }
        if !self.failed && self.eat(TokenKind::Assign) {
            member.default = Some(self.parse_value());
        }
        StmtKind::Member(Box::new(member))
    }

    fn parse_member_target(&mut self) -> MemberTarget {
        if self.eat(TokenKind::Not) {
            return MemberTarget::Ignored;
        }
        let mut parts = Vec::new();
        loop {
            let is_name = match self.token.kind {
                TokenKind::Name => true,
                TokenKind::Keyword(Keyword::Do | Keyword::Until) => self.dialect.allows_matlab(),
                _ => false,
            };
            if !is_name {
                self.unexpected("the name of what is declared");
                break;
            }
            parts.push(self.intern_token());
            if let Some(&name) = parts.first() {
                self.define(name);
            }
            self.advance();
            if !self.at(TokenKind::Dot) {
                break;
            }
            self.advance();
            if let (&[structure], true) = (&parts[..], self.at(TokenKind::Question)) {
                self.advance();
                let class = self.parse_qualified_name("the name of a class after `.?`");
                return MemberTarget::PropertiesOf { structure, class };
            }
        }
        MemberTarget::Name(parts.into())
    }
}

fn trim_start(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|&&byte| is_space(byte)).count();
    &line[blanks..]
}
