//! What follows an operand: indices, fields, postfix operators.

use smallvec::SmallVec;

use super::Parser;
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::lex::{Token, TokenKind, is_name_byte};
use crate::span::Span;
use crate::tree::{ExprId, ExprKind, IndexBracket, PostfixOp, QualifiedName};

impl Parser<'_> {
    /// An operand with its indices and fields: what may stand after `^`, and the
    /// target of `for`.
    pub(super) fn parse_indexed(&mut self) -> ExprId {
        let start = self.token.span.start;
        let mut left = self.parse_primary();
        while !self.failed {
            match self.parse_suffix(start, left) {
                Some(longer) => left = longer,
                None => break,
            }
        }
        left
    }

    pub(super) fn parse_postfix(&mut self, start: u32, operand: ExprId, op: PostfixOp) -> ExprId {
        if self.in_anonymous && matches!(op, PostfixOp::Increment | PostfixOp::Decrement) {
            self.refuse_in_anonymous();
        }
        let span = Span::new(start, self.token.span.end);
        self.lexer.expect_operator();
        self.advance();
        self.add_expr(ExprKind::Postfix(op, operand), span)
    }

    /// One index, field or increment after `base`, if there is one.
    pub(super) fn parse_suffix(&mut self, start: u32, base: ExprId) -> Option<ExprId> {
        let separated = self.blanks_separate && self.token.space_before;
        match self.token.kind {
            TokenKind::LeftParen if !separated => {
                Some(self.parse_index(start, base, IndexBracket::Paren))
            }
            TokenKind::LeftBrace if !separated => {
                self.lexer.brace_is_index();
                Some(self.parse_index(start, base, IndexBracket::Brace))
            }
            TokenKind::Dot => self.parse_field(start, base),
            TokenKind::PlusPlus if self.steps_here() && self.is_place(base) => {
                Some(self.parse_postfix(start, base, PostfixOp::Increment))
            }
            TokenKind::MinusMinus if self.steps_here() && self.is_place(base) => {
                Some(self.parse_postfix(start, base, PostfixOp::Decrement))
            }
            TokenKind::At if !self.token.space_before => self.parse_super_method(start, base),
            _ => None,
        }
    }

    /// Whether `++` at the current token steps the operand before it: nothing
    /// that could be added to it follows.
    fn steps_here(&self) -> bool {
        if !self.dialect.allows_octave() || (self.blanks_separate && self.token.space_before) {
            return false;
        }
        if self.in_anonymous && self.dialect.allows_matlab() {
            return false;
        }
        let after = self.token.span.end;
        if self.blanks_separate && self.lexer.space_at(after) {
            return true;
        }
        let (first, second) = self.lexer.next_visible_pair(after);
        match first {
            b'\'' => self.text.get(after as usize) == Some(&b'\''),
            b'(' | b'[' | b'{' | b'@' | b'"' => false,
            b'~' | b'!' => second == b'=',
            b'.' => !second.is_ascii_digit(),
            _ => !is_name_byte(first),
        }
    }

    fn parse_index(&mut self, start: u32, base: ExprId, bracket: IndexBracket) -> ExprId {
        let opening = self.token;
        let close = match bracket {
            IndexBracket::Paren => TokenKind::RightParen,
            IndexBracket::Brace => TokenKind::RightBrace,
        };
        self.index_depth += 1;
        let args = self.parse_argument_list(close);
        self.index_depth -= 1;
        let trivia = if self.at(close) { self.take_trivia() } else { Vec::new() };
        self.expect_close(opening, close);
        let span = Span::new(start, self.previous_end.max(start));
        let id = self.add_expr(ExprKind::Index { base, args, bracket }, span);
        self.attach_before_close(id, trivia);
        id
    }

    /// The arguments after `opening`, the current token, up to `close`, which is
    /// left to the caller: only it knows where comments before it belong.
    pub(super) fn parse_argument_list(&mut self, close: TokenKind) -> Box<[ExprId]> {
        let outside = std::mem::replace(&mut self.blanks_separate, false);
        self.advance();
        let mut args: SmallVec<[ExprId; 8]> = SmallVec::new();
        while !self.failed && !self.at(close) {
            args.push(self.parse_argument());
            if self.failed || !self.eat(TokenKind::Comma) {
                break;
            }
            if self.at(close) {
                self.unexpected("another argument after the comma");
            }
        }
        self.blanks_separate = outside;
        args[..].into()
    }

    /// A bracketed list of arguments that no expression owns.
    pub(super) fn parse_arguments(&mut self, close: TokenKind) -> Box<[ExprId]> {
        let opening = self.token;
        let args = self.parse_argument_list(close);
        self.expect_close(opening, close);
        args
    }

    fn parse_argument(&mut self) -> ExprId {
        match self.token.kind {
            TokenKind::Colon => self.parse_leaf(ExprKind::Colon),
            TokenKind::Comma => {
                self.unexpected("an argument");
                self.error_expr()
            }
            _ => {
                self.argument = true;
                let id = self.parse_expression();
                self.argument = false;
                id
            }
        }
    }

    /// Consumes the bracket that closes `opening`.
    pub(super) fn expect_close(&mut self, opening: Token, close: TokenKind) {
        if self.failed {
            return;
        }
        if self.at(close) {
            self.advance();
            return;
        }
        if self.errors.len() >= super::MAX_ERRORS {
            self.failed = true;
            return;
        }
        let (open_text, close_text) = match close {
            TokenKind::RightParen => ("(", ")"),
            TokenKind::RightBracket => ("[", "]"),
            _ => ("{", "}"),
        };
        let at_line_end = self.line_broken()
            || matches!(self.token.kind, TokenKind::Eof | TokenKind::Newline)
            || matches!(self.token.kind, TokenKind::Keyword(keyword) if super::opens_statement(keyword));
        // `name =` on a later line is a statement, so the bracket ended before it.
        let assigns_on_later_line =
            matches!(self.token.kind, TokenKind::Assign | TokenKind::AssignOp(_))
                && self.line_start(self.token.span.start) > opening.span.start;
        if assigns_on_later_line {
            self.token.span = Span::empty(self.line_start(self.token.span.start));
        }
        let at_line_end = at_line_end || assigns_on_later_line;
        let closed_wrongly = matches!(
            self.token.kind,
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace
        );
        if at_line_end || closed_wrongly {
            let found = if assigns_on_later_line {
                "an assignment".to_owned()
            } else {
                self.describe_token()
            };
            let message =
                format!("this `{open_text}` is not closed: expected `{close_text}`, found {found}");
            let place = self.token.span;
            self.report(
                SyntaxError::new(SyntaxErrorCode::UnclosedBracket, opening.span, message)
                    .related(place, format!("`{close_text}` is missing before here")),
            );
            if assigns_on_later_line || (self.starts_line() && !closed_wrongly) {
                // The next line is likely a statement of its own.
                self.lexer.restart_at(self.token.span.start);
                self.lexer.trivia.clear();
                self.token = Token {
                    kind: TokenKind::Newline,
                    span: Span::empty(place.start),
                    ..self.token
                };
            }
        } else {
            let span = self.token.span;
            let message =
                format!("unexpected {}: expected `,` or `{close_text}`", self.describe_token());
            self.report(
                SyntaxError::new(SyntaxErrorCode::UnexpectedToken, span, message)
                    .related(opening.span, format!("to close this `{open_text}`")),
            );
        }
    }

    fn parse_field(&mut self, start: u32, base: ExprId) -> Option<ExprId> {
        self.advance();
        match self.token.kind {
            TokenKind::Name => {
                let name = self.intern_token();
                let span = Span::new(start, self.token.span.end);
                self.advance();
                Some(self.add_expr(ExprKind::Field { base, name }, span))
            }
            TokenKind::LeftParen => {
                let opening = self.token;
                let outside = std::mem::replace(&mut self.blanks_separate, false);
                self.advance();
                let name = self.parse_expression();
                self.blanks_separate = outside;
                self.expect_close(opening, TokenKind::RightParen);
                let span = Span::new(start, self.previous_end.max(start));
                Some(self.add_expr(ExprKind::DynamicField { base, name }, span))
            }
            _ => {
                self.unexpected("a field name or `(` after `.`");
                None
            }
        }
    }

    /// `method@Class` after `method`, or `object.method@Class`.
    fn parse_super_method(&mut self, start: u32, base: ExprId) -> Option<ExprId> {
        let expr = self.tree.expr(base);
        if expr.parens > 0 || !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Field { .. }) {
            return None;
        }
        self.advance();
        let class = self.parse_qualified_name("the name of a superclass");
        let span = Span::new(start, self.previous_end.max(start));
        Some(self.add_expr(ExprKind::SuperMethod { method: base, class }, span))
    }

    /// `a.b.c`; empty after an error.
    pub(super) fn parse_qualified_name(&mut self, expected: &str) -> QualifiedName {
        let mut parts = Vec::new();
        loop {
            if !self.at(TokenKind::Name) {
                self.unexpected(expected);
                break;
            }
            parts.push(self.intern_token());
            self.advance();
            let after = self.text.get(self.token.span.end as usize).copied().unwrap_or(0);
            if !self.at(TokenKind::Dot) || self.token.space_before || !is_name_byte(after) {
                break;
            }
            self.advance();
        }
        parts.into()
    }
}
