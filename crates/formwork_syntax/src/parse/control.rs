//! Control flow: `if`, loops, `switch`, `try`, `unwind_protect`.

use super::Parser;
use super::block::BlockKind;
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::lex::{Keyword, TokenKind};
use crate::span::Span;
use crate::tree::{Block, Clause, ExprId, ExprKind, For, ForTarget, StmtId, StmtKind, Switch, Try};

impl Parser<'_> {
    pub(super) fn parse_if(&mut self) -> StmtKind {
        self.open_block(BlockKind::If, self.token.span);
        let mut clauses = vec![self.parse_clause()];
        let mut otherwise = None;
        loop {
            match self.token.kind {
                TokenKind::Keyword(Keyword::Elseif) if self.continues(BlockKind::If) => {
                    if otherwise.is_some() {
                        self.report_after_else();
                    }
                    clauses.push(self.parse_separated_clause());
                }
                TokenKind::Keyword(Keyword::Else) if self.continues(BlockKind::If) => {
                    if otherwise.is_some() {
                        self.report_after_else();
                    }
                    self.advance();
                    otherwise = Some(self.parse_block());
                }
                _ => break,
            }
        }
        self.close_block();
        StmtKind::If { clauses: clauses.into(), otherwise }
    }

    /// Whether the current word goes on with the innermost block, which is of this kind.
    fn continues(&self, kind: BlockKind) -> bool {
        self.blocks.last().is_some_and(|block| block.kind == kind) && !self.stands_left_of_block()
    }

    fn report_after_else(&mut self) {
        let text = String::from_utf8_lossy(self.token_text()).into_owned();
        self.report(SyntaxError::new(
            SyntaxErrorCode::MisplacedStatement,
            self.token.span,
            format!("`{text}` after `else`: expected `end`"),
        ));
    }

    /// A keyword, a condition and a block.
    fn parse_clause(&mut self) -> Clause {
        let start = self.token.span.start;
        self.advance();
        self.statement_start = start;
        let condition = self.parse_condition();
        let (condition, broken) = self.recover_header(start, condition);
        let body = self.parse_body(broken);
        Clause { condition, body }
    }

    /// A clause of `elseif` or `case`, after which Octave lets a separator or even a
    /// line end stand before the condition.
    fn parse_separated_clause(&mut self) -> Clause {
        let start = self.token.span.start;
        self.advance();
        self.statement_start = start;
        let mut comments = Vec::new();
        let separated =
            matches!(self.token.kind, TokenKind::Newline | TokenKind::Semicolon | TokenKind::Comma);
        if separated && self.dialect.allows_octave() {
            self.skip_separators(&mut comments);
        }
        let condition = self.parse_condition();
        let (condition, broken) = self.recover_header(start, condition);
        let body = self.parse_body(broken);
        comments.extend_from_slice(&body);
        Clause { condition, body: comments.into() }
    }

    /// After an error in the head of a block, goes on with its body: what the head computes is
    /// unknown then, and a statement that stands for it belongs in front of the body.
    fn recover_header(&mut self, start: u32, value: ExprId) -> (ExprId, Option<StmtId>) {
        if !self.failed {
            return (value, None);
        }
        self.recover();
        let span = Span::new(start, self.skipped_to.max(start));
        let kind = self.broken(span);
        let unknown = self.add_expr(ExprKind::Error, span);
        (unknown, Some(self.add_stmt(kind, span)))
    }

    /// The statements of a block, after one that stands for its head.
    fn parse_body(&mut self, broken: Option<StmtId>) -> Block {
        let body = self.parse_block();
        broken.into_iter().chain(body).collect()
    }

    pub(super) fn parse_while(&mut self) -> StmtKind {
        self.open_block(BlockKind::While, self.token.span);
        let Clause { condition, body } = self.parse_clause();
        self.close_block();
        StmtKind::While { condition, body }
    }

    pub(super) fn parse_do(&mut self) -> StmtKind {
        self.open_block(BlockKind::Do, self.token.span);
        self.advance();
        let body = self.parse_block();
        self.statement_start = self.token.span.start;
        self.close_block();
        let condition = if self.failed || self.ended_early {
            self.error_expr()
        } else {
            self.parse_condition()
        };
        StmtKind::DoUntil { body, condition }
    }

    pub(super) fn parse_for(&mut self, parallel: bool) -> StmtKind {
        let kind = if parallel { BlockKind::Parfor } else { BlockKind::For };
        let start = self.token.span.start;
        self.open_block(kind, self.token.span);
        self.advance();
        let opening = self.at(TokenKind::LeftParen).then_some(self.token);
        if opening.is_some() {
            self.advance();
        }
        let target = self.parse_for_target();
        let iterable = if self.failed {
            self.error_expr()
        } else if self.eat(TokenKind::Assign) {
            self.parse_value()
        } else {
            self.unexpected("`=` after the loop variable");
            self.error_expr()
        };
        let mut workers = None;
        if let Some(opening) = opening {
            if !self.failed && self.eat(TokenKind::Comma) {
                workers = Some(self.parse_value());
            }
            self.expect_close(opening, TokenKind::RightParen);
        }
        let (iterable, broken) = self.recover_header(start, iterable);
        let body = self.parse_body(broken);
        self.close_block();
        StmtKind::For(Box::new(For { target, iterable, body, parallel, workers }))
    }

    fn parse_for_target(&mut self) -> ForTarget {
        let target = self.parse_indexed();
        let ExprKind::Matrix(rows) = &self.tree.expr(target).kind else {
            self.check_target(target);
            return ForTarget::One(target);
        };
        let elements: Vec<ExprId> = rows.iter().flatten().copied().collect();
        self.ignored.clear();
        if let [value, key] = elements[..] {
            self.check_target(value);
            self.check_target(key);
            self.require_octave(self.span(target), "`for [value, key] = …`");
            ForTarget::Pair(value, key)
        } else {
            let span = self.span(target);
            self.report(SyntaxError::new(
                SyntaxErrorCode::InvalidTarget,
                span,
                "a loop over a structure has two variables: expected `[value, key]`",
            ));
            ForTarget::One(target)
        }
    }

    pub(super) fn parse_spmd(&mut self) -> StmtKind {
        self.open_block(BlockKind::Spmd, self.token.span);
        self.advance();
        let args = if self.at(TokenKind::LeftParen) {
            self.parse_arguments(TokenKind::RightParen)
        } else {
            Box::default()
        };
        if self.failed {
            self.recover();
        }
        let body = self.parse_block();
        self.close_block();
        StmtKind::Spmd { args, body }
    }

    pub(super) fn parse_switch(&mut self) -> StmtKind {
        let start = self.token.span.start;
        self.open_block(BlockKind::Switch, self.token.span);
        self.advance();
        let subject = self.parse_expression();
        let (subject, broken) = self.recover_header(start, subject);
        let mut preamble: Vec<StmtId> = broken.into_iter().collect();
        self.line_ends = 0;
        self.skip_separators(&mut preamble);
        if !matches!(self.token.kind, TokenKind::Keyword(keyword) if self.is_boundary(keyword)) {
            self.unexpected("`case`, `otherwise` or `end`");
            self.recover();
            preamble.extend(self.parse_block());
        }
        let mut cases = Vec::new();
        let mut otherwise = None;
        loop {
            match self.token.kind {
                TokenKind::Keyword(Keyword::Case) if self.continues(BlockKind::Switch) => {
                    cases.push(self.parse_separated_clause());
                }
                TokenKind::Keyword(Keyword::Otherwise) if self.continues(BlockKind::Switch) => {
                    self.advance();
                    otherwise = Some(self.parse_block());
                }
                _ => break,
            }
        }
        self.close_block();
        let cases = cases.into();
        StmtKind::Switch(Box::new(Switch { subject, preamble: preamble.into(), cases, otherwise }))
    }

    pub(super) fn parse_try(&mut self) -> StmtKind {
        self.open_block(BlockKind::Try, self.token.span);
        self.advance();
        let body = self.parse_block();
        let mut error = None;
        let mut handler = None;
        if self.at_keyword(Keyword::Catch) && self.continues(BlockKind::Try) {
            self.advance();
            error = self.parse_error_variable();
            handler = Some(self.parse_block());
        }
        self.close_block();
        StmtKind::Try(Box::new(Try { body, error, handler }))
    }

    /// The variable of `catch err`: a name alone on the rest of the line.
    fn parse_error_variable(&mut self) -> Option<ExprId> {
        if self.at(TokenKind::LeftParen) && self.parenthesized_name_ends_line() {
            let opening = self.token;
            self.advance();
            let name = self.intern_token();
            self.define(name);
            let id = self.parse_leaf(ExprKind::Name(name));
            self.expect_close(opening, TokenKind::RightParen);
            return Some(id);
        }
        let next = self.lexer.next_visible(self.token.span.end);
        if !self.at(TokenKind::Name)
            || !matches!(next, 0 | b'\n' | b'\r' | b';' | b',' | b'%' | b'#')
        {
            return None;
        }
        let name = self.intern_token();
        self.define(name);
        Some(self.parse_leaf(ExprKind::Name(name)))
    }

    /// Whether the parenthesis at the current token holds one name, and the
    /// statement ends after it.
    fn parenthesized_name_ends_line(&self) -> bool {
        let rest = self.text[self.token.span.end as usize..].trim_ascii_start();
        let word = rest.iter().take_while(|&&byte| crate::lex::is_name_byte(byte)).count();
        let (name, rest) = rest.split_at(word);
        let Some(after) = rest.trim_ascii_start().strip_prefix(b")") else { return false };
        let blanks = after.iter().take_while(|&&byte| crate::lex::is_space(byte)).count();
        name.first().is_some_and(|first| !first.is_ascii_digit())
            && matches!(after.get(blanks), None | Some(b'\n' | b'\r' | b';' | b',' | b'%' | b'#'))
    }

    pub(super) fn parse_unwind_protect(&mut self) -> StmtKind {
        self.require_octave(self.token.span, "`unwind_protect`");
        self.open_block(BlockKind::UnwindProtect, self.token.span);
        self.advance();
        let body = self.parse_block();
        let cleanup = if self.at_keyword(Keyword::UnwindProtectCleanup)
            && self.continues(BlockKind::UnwindProtect)
        {
            self.advance();
            self.parse_block()
        } else {
            self.unexpected("`unwind_protect_cleanup`");
            Box::default()
        };
        self.close_block();
        StmtKind::UnwindProtect { body, cleanup }
    }
}
