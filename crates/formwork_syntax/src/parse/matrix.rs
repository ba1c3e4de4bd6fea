//! Matrix and cell literals, where blanks and line breaks mean something.

use smallvec::SmallVec;

use super::Parser;
use crate::dialect::Dialect;
use crate::lex::{EndWord, Keyword, TokenKind};
use crate::span::Span;
use crate::tree::{ExprId, ExprKind, Row};

impl Parser<'_> {
    /// The literal that the current token opens and `close` closes.
    pub(super) fn parse_matrix(&mut self, close: TokenKind) -> ExprId {
        let opening = self.token;
        let trivia = self.take_trivia();
        let outside = std::mem::replace(&mut self.blanks_separate, true);
        let in_body = std::mem::replace(&mut self.lexer.in_anonymous_body, false);
        self.advance();
        let mut rows: SmallVec<[Row; 4]> = SmallVec::new();
        let mut row: SmallVec<[ExprId; 16]> = SmallVec::new();
        // Whether an element may start here: at the start, after a separator or
        // after blanks.
        let mut after_comma = false;
        while !self.failed && !self.at(close) {
            match self.token.kind {
                TokenKind::Semicolon | TokenKind::Newline => {
                    if !row.is_empty() {
                        rows.push(row[..].into());
                        row.clear();
                    }
                    after_comma = false;
                    self.advance();
                }
                TokenKind::Comma if after_comma => self.unexpected("an element between the commas"),
                TokenKind::Comma => {
                    after_comma = true;
                    self.advance();
                }
                TokenKind::Keyword(keyword)
                    if super::opens_statement(keyword)
                        && !(self.index_depth > 0 && keyword == Keyword::End(EndWord::End)) =>
                {
                    if keyword == Keyword::End(EndWord::End) && !self.starts_line() {
                        self.misplaced_end();
                    }
                    break;
                }
                TokenKind::Colon if self.colon_stands_alone() => {
                    row.push(self.parse_leaf(ExprKind::Colon));
                    after_comma = false;
                }
                kind if kind.starts_operand() => {
                    row.push(self.parse_element(opening.span));
                    after_comma = false;
                }
                _ => break,
            }
        }
        if !row.is_empty() {
            rows.push(row[..].into());
        }
        let before_close = if self.at(close) { self.take_trivia() } else { Vec::new() };
        self.blanks_separate = outside;
        self.lexer.in_anonymous_body = in_body;
        self.expect_close(opening, close);
        let rows = rows.into_vec().into();
        let kind = if close == TokenKind::RightBracket {
            ExprKind::Matrix(rows)
        } else {
            ExprKind::Cell(rows)
        };
        let span = Span::new(opening.span.start, self.previous_end.max(opening.span.end));
        let id = self.add_expr(kind, span);
        self.attach(id, trivia);
        self.attach_before_close(id, before_close);
        id
    }

    /// An element of the literal that `opening` opens.
    fn parse_element(&mut self, opening: Span) -> ExprId {
        if self.at(TokenKind::Not) && self.tilde_stands_alone() {
            self.ignored.push(self.token.span);
            return self.parse_leaf(ExprKind::Ignored);
        }
        let id = self.parse_assigned_element(opening);
        // `[f(1)(2)]` is one element and `[(1) (2)]` two, but `[1(]` is neither:
        // what follows an element must be set apart from it.
        // Octave ends an anonymous function at a comma, not at a blank.
        let open_ended = self.dialect == Dialect::Octave
            && matches!(self.tree.expr(id).kind, ExprKind::AnonymousFunction { .. });
        let apart = (self.token.space_before && !open_ended)
            || !self.token.kind.starts_operand()
            || (self.dialect.allows_matlab()
                && (matches!(self.token.kind, TokenKind::Text(_)) || self.ends_apart(id)));
        if !self.failed && !apart {
            self.unexpected("`,`, `;` or a blank between elements");
        }
        id
    }

    /// An element, which Octave lets be an assignment: `[1 y=3]`. On a later line that is
    /// taken for the statement behind a bracket that is not closed.
    fn parse_assigned_element(&mut self, opening: Span) -> ExprId {
        let ignored = self.ignored.len();
        let id = self.parse_expression();
        let assigns = matches!(self.token.kind, TokenKind::Assign | TokenKind::AssignOp(_))
            && !self.failed
            && self.dialect.allows_octave()
            && self.line_start(self.token.span.start) <= opening.start;
        if !assigns {
            return id;
        }
        self.ignored.truncate(ignored);
        self.parse_assignment(id, |parser| parser.parse_assigned_element(opening))
    }

    /// Whether an element ends so that the next needs no blank in MATLAB:
    /// `['a'"b"]`, `[[1][2]]`.
    fn ends_apart(&self, id: ExprId) -> bool {
        match self.tree.expr(id).kind {
            ExprKind::Text(_) | ExprKind::Matrix(_) | ExprKind::Cell(_) => true,
            _ => self.text[..self.previous_end as usize]
                .last()
                .is_some_and(|byte| matches!(byte, b')' | b']' | b'}' | b'\'')),
        }
    }

    /// Whether `:` is an element, as in the list of indices `{:, 1}`.
    fn colon_stands_alone(&self) -> bool {
        let next = self.lexer.next_visible(self.token.span.end);
        matches!(next, b',' | b']' | b'}' | b';')
    }

    /// Whether `~` is followed by a separator, as in `[~, i] = max(x)`.
    fn tilde_stands_alone(&self) -> bool {
        matches!(self.lexer.next_visible(self.token.span.end), b',' | b']' | b';')
    }
}
