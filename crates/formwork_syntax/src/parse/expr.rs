//! Expressions, by precedence climbing. Matrix literals are next door.

use super::Parser;
use crate::dialect::Dialect;
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::lex::{EndWord, Keyword, TokenKind, is_name_byte, number_value};
use crate::span::Span;
use crate::tree::{
    Assign, BinaryOp, ExprId, ExprKind, Name, Number, Param, PostfixOp, Precedence, StringLiteral,
    Text, UnaryOp,
};

impl Parser<'_> {
    /// Any expression, an assignment included.
    pub(super) fn parse_expression(&mut self) -> ExprId {
        let ignored = self.ignored.len();
        let argument = std::mem::replace(&mut self.argument, false);
        let left = self.parse_operators(Precedence::OrElse);
        self.argument = argument;
        if self.failed || self.blanks_separate {
            return left;
        }
        if !matches!(self.token.kind, TokenKind::Assign | TokenKind::AssignOp(_)) {
            return left;
        }
        self.ignored.truncate(ignored);
        self.parse_assignment(left, Self::parse_expression)
    }

    /// What follows the target `left` from the operator that assigns on; `value` reads what
    /// is assigned.
    pub(super) fn parse_assignment(
        &mut self,
        left: ExprId,
        value: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let op = match self.token.kind {
            TokenKind::AssignOp(op) => Some(op),
            _ => None,
        };
        if op.is_some() {
            self.require_octave(self.token.span, "an operator that assigns");
        }
        let start = self.span(left).start;
        // In MATLAB `f(name = value)` names an argument.
        let names_argument = std::mem::replace(&mut self.argument, false)
            && op.is_none()
            && self.dialect.allows_matlab()
            && matches!(self.tree.expr(left).kind, ExprKind::Name(_));
        if self.in_anonymous && !names_argument {
            self.refuse_in_anonymous();
        }
        let (targets, bracketed) =
            if names_argument { (Box::from([left]), false) } else { self.convert_to_targets(left) };
        if bracketed && op.is_some() {
            let error = SyntaxError::new(
                SyntaxErrorCode::InvalidTarget,
                self.token.span,
                "a list of outputs cannot be updated: expected `=`",
            );
            self.report(error);
        }
        self.advance();
        let value = self.nested(value);
        let value = value.unwrap_or_else(|| self.error_expr());
        let end = self.end_of_operand(value);
        let assign = Assign { targets, bracketed, op, value };
        self.add_expr(ExprKind::Assign(Box::new(assign)), Span::new(start, end.max(start)))
    }

    /// Reports the operator at the current token, which would change a variable.
    pub(super) fn refuse_in_anonymous(&mut self) {
        let message = format!(
            "unexpected {} in an anonymous function: expected an expression that changes no variable",
            self.describe_token()
        );
        let span = self.token.span;
        self.report(SyntaxError::new(SyntaxErrorCode::UnexpectedToken, span, message));
    }

    /// An expression that is no assignment unless it is in parentheses.
    pub(super) fn parse_value(&mut self) -> ExprId {
        self.parse_operators(Precedence::OrElse)
    }

    /// Where the operand just read ended, its parentheses included.
    fn end_of_operand(&self, id: ExprId) -> u32 {
        self.previous_end.max(self.span(id).end)
    }

    /// Operators that bind at least as tightly as `loosest`, and their operands.
    fn parse_operators(&mut self, loosest: Precedence) -> ExprId {
        let start = self.token.span.start;
        let outside = std::mem::replace(&mut self.operand, loosest > Precedence::OrElse);
        let mut left = self.parse_prefix();
        self.operand = outside;
        // Octave knows no range of ranges without parentheses: `1:2:3:4`.
        let mut last_range = None;
        while !self.failed {
            let op = match self.token.kind {
                TokenKind::Op(op) => op,
                TokenKind::Colon
                    if loosest <= Precedence::Range
                        && (last_range != Some(left) || self.dialect.allows_matlab()) =>
                {
                    left = self.parse_range(start, left);
                    last_range = Some(left);
                    continue;
                }
                // `a++b` is `a + +b`; as an increment it was read with its operand.
                TokenKind::PlusPlus if self.dialect.allows_matlab() => BinaryOp::Add,
                TokenKind::MinusMinus if self.dialect.allows_matlab() => BinaryOp::Subtract,
                _ => break,
            };
            let precedence = op.precedence();
            if precedence < loosest || self.starts_element(op) {
                break;
            }
            if matches!(self.token.kind, TokenKind::PlusPlus | TokenKind::MinusMinus) {
                self.lexer.split_double(self.token);
            }
            self.advance();
            let right = self.parse_operators(precedence.tighter());
            let span = Span::new(start, self.end_of_operand(right));
            left = self.add_expr(ExprKind::Binary(op, left, right), span);
        }
        left
    }

    /// Whether the sign at the current token starts a new matrix element:
    /// `[a -b]` has two, `[a - b]` and `[a-b]` have one.
    fn starts_element(&self, op: BinaryOp) -> bool {
        self.blanks_separate
            && matches!(op, BinaryOp::Add | BinaryOp::Subtract)
            && self.token.space_before
            && !self.lexer.space_at(self.token.span.end)
    }

    /// What follows `first` from the colon on.
    fn parse_range(&mut self, start: u32, first: ExprId) -> ExprId {
        self.advance();
        let second = self.parse_operators(Precedence::Sum);
        let (step, stop) = if !self.failed && self.eat(TokenKind::Colon) {
            (Some(second), self.parse_operators(Precedence::Sum))
        } else {
            (None, second)
        };
        let span = Span::new(start, self.end_of_operand(stop));
        self.add_expr(ExprKind::Range { start: first, step, stop }, span)
    }

    /// The prefix operator at the current token.
    fn prefix_operator(&self) -> Option<UnaryOp> {
        Some(match self.token.kind {
            TokenKind::Op(BinaryOp::Add) => UnaryOp::Plus,
            TokenKind::Op(BinaryOp::Subtract) => UnaryOp::Minus,
            TokenKind::Not => UnaryOp::Not,
            TokenKind::PlusPlus => UnaryOp::Increment,
            TokenKind::MinusMinus => UnaryOp::Decrement,
            _ => return None,
        })
    }

    /// Prefix operators and what they apply to.
    fn parse_prefix(&mut self) -> ExprId {
        self.parse_prefixed(Self::parse_power)
    }

    fn parse_prefixed(&mut self, operand: fn(&mut Self) -> ExprId) -> ExprId {
        let Some(mut op) = self.prefix_operator() else {
            let parsed = self.nested(operand);
            return parsed.unwrap_or_else(|| self.error_expr());
        };
        let start = self.token.span.start;
        let trivia = self.take_trivia();
        // `--5` and, in MATLAB, `--x` are two signs: only a variable can be stepped. Octave
        // alone knows no two signs.
        if matches!(op, UnaryOp::Increment | UnaryOp::Decrement) {
            if self.in_anonymous && self.dialect == Dialect::Octave {
                self.refuse_in_anonymous();
            }
            let steps = self.dialect == Dialect::Octave
                || self.dialect.allows_octave()
                    && !self.in_anonymous
                    && matches!(self.text.get(self.token.span.end as usize), Some(&byte) if is_name_byte(byte) && !byte.is_ascii_digit());
            if !steps {
                op = if op == UnaryOp::Increment { UnaryOp::Plus } else { UnaryOp::Minus };
                self.lexer.split_double(self.token);
            }
        }
        self.advance();
        let outside = std::mem::replace(&mut self.operand, true);
        let inner = self.nested(|parser| parser.parse_prefixed(operand));
        self.operand = outside;
        let inner = inner.unwrap_or_else(|| self.error_expr());
        let span = Span::new(start, self.end_of_operand(inner));
        let signs = match op {
            UnaryOp::Increment => Some(UnaryOp::Plus),
            UnaryOp::Decrement => Some(UnaryOp::Minus),
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not => None,
        };
        let (op, inner) = match signs {
            Some(_) if self.dialect == Dialect::Octave => {
                if !self.is_place(inner) && !self.is_name_in_parentheses(inner) {
                    let error = SyntaxError::new(
                        SyntaxErrorCode::InvalidTarget,
                        span,
                        "only a variable can be stepped: expected one",
                    );
                    self.report(error.help("set two signs apart with parentheses"));
                }
                (op, inner)
            }
            // What is no variable cannot be stepped: `--a^2` has two signs.
            Some(sign) if !self.is_place(inner) => {
                (sign, self.add_expr(ExprKind::Unary(sign, inner), span))
            }
            _ => (op, inner),
        };
        let id = self.add_expr(ExprKind::Unary(op, inner), span);
        self.attach(id, trivia);
        id
    }

    fn is_name_in_parentheses(&self, id: ExprId) -> bool {
        matches!(self.tree.expr(id).kind, ExprKind::Name(_))
    }

    /// Whether `id` is a variable, or an element or field of one, and no more.
    pub(super) fn is_place(&self, mut id: ExprId) -> bool {
        loop {
            let expr = self.tree.expr(id);
            match expr.kind {
                _ if expr.parens > 0 => return false,
                ExprKind::Name(_) | ExprKind::Error => return true,
                ExprKind::Index { base, .. }
                | ExprKind::Field { base, .. }
                | ExprKind::DynamicField { base, .. } => id = base,
                _ => return false,
            }
        }
    }

    /// Powers, transposes and everything tighter, left to right.
    fn parse_power(&mut self) -> ExprId {
        let start = self.token.span.start;
        let mut left = self.parse_primary();
        while !self.failed {
            left = match self.token.kind {
                TokenKind::Op(op @ (BinaryOp::Power | BinaryOp::ElementPower)) => {
                    self.advance();
                    let outside = std::mem::replace(&mut self.operand, true);
                    let right = self.parse_prefixed(Self::parse_indexed);
                    self.operand = outside;
                    let span = Span::new(start, self.end_of_operand(right));
                    self.add_expr(ExprKind::Binary(op, left, right), span)
                }
                TokenKind::ConjugateTranspose => {
                    self.parse_postfix(start, left, PostfixOp::ConjugateTranspose)
                }
                TokenKind::Transpose => self.parse_postfix(start, left, PostfixOp::Transpose),
                _ => match self.parse_suffix(start, left) {
                    Some(longer) => longer,
                    None => break,
                },
            };
        }
        left
    }

    /// The current token as an expression of its own.
    pub(super) fn parse_leaf(&mut self, kind: ExprKind) -> ExprId {
        let trivia = self.take_trivia();
        let id = self.add_expr(kind, self.token.span);
        self.attach(id, trivia);
        self.advance();
        id
    }

    pub(super) fn parse_primary(&mut self) -> ExprId {
        match self.token.kind {
            TokenKind::Name => {
                let name = self.intern_token();
                self.parse_leaf(ExprKind::Name(name))
            }
            TokenKind::Number => self.parse_number(),
            TokenKind::Text(quote) => {
                let span = self.token.span;
                let closed =
                    span.len() >= 2 && self.text[span.end as usize - 1] == quote.character();
                let inner = Span::new(span.start + 1, span.end - u32::from(closed && !self.failed));
                let text = Text(inner);
                self.parse_leaf(ExprKind::Text(StringLiteral { quote, text }))
            }
            TokenKind::LeftParen => self.parse_parenthesized(),
            TokenKind::LeftBracket => self.parse_matrix(TokenKind::RightBracket),
            TokenKind::LeftBrace => self.parse_matrix(TokenKind::RightBrace),
            TokenKind::At => self.parse_handle(),
            TokenKind::Question => {
                let trivia = self.take_trivia();
                let start = self.token.span.start;
                self.advance();
                let class = self.parse_qualified_name("the name of a class after `?`");
                let span = Span::new(start, self.previous_end);
                let id = self.add_expr(ExprKind::MetaClass(class), span);
                self.attach(id, trivia);
                id
            }
            TokenKind::Keyword(Keyword::End(EndWord::End)) if self.index_depth > 0 => {
                self.parse_leaf(ExprKind::End)
            }
            TokenKind::Keyword(Keyword::End(EndWord::End)) if self.lexer.depth() > 0 => {
                self.misplaced_end();
                self.error_expr()
            }
            // In the union, MATLAB programs may call a variable `do` or `until`.
            TokenKind::Keyword(Keyword::Do | Keyword::Until) if self.dialect.allows_matlab() => {
                let name = self.intern_token();
                self.parse_leaf(ExprKind::Name(name))
            }
            _ => {
                self.unexpected("an expression");
                self.error_expr()
            }
        }
    }

    pub(super) fn misplaced_end(&mut self) {
        let error = SyntaxError::new(
            SyntaxErrorCode::MisplacedEnd,
            self.token.span,
            "`end` has no value here: expected an expression",
        )
        .help("`end` is the last index only inside `x(…)` or `x{…}`; or a bracket is not closed");
        self.report(error);
    }

    fn parse_number(&mut self) -> ExprId {
        let span = self.token.span;
        if matches!(self.text.get(span.end as usize), Some(&byte) if is_name_byte(byte)) {
            let rest = &self.text[span.end as usize..];
            let length = rest.iter().take_while(|&&byte| is_name_byte(byte)).count();
            let whole = Span::new(span.start, span.end + crate::span::to_u32(length));
            let shown = String::from_utf8_lossy(&self.text[whole.range()]);
            let message = format!("`{shown}` is no number: expected an operator after the digits");
            self.report(
                SyntaxError::new(SyntaxErrorCode::InvalidNumber, whole, message)
                    .help("a name cannot start with a digit, and a product needs its `*`"),
            );
        }
        let number = match number_value(self.token_text()) {
            Ok(number) => number,
            Err(message) => {
                self.report(SyntaxError::new(SyntaxErrorCode::InvalidNumber, span, message));
                Number::Real(f64::NAN)
            }
        };
        self.parse_leaf(ExprKind::Number(number))
    }

    fn parse_parenthesized(&mut self) -> ExprId {
        let opening = self.token;
        let outside = std::mem::replace(&mut self.blanks_separate, false);
        self.advance();
        let inner = self.parse_expression();
        self.blanks_separate = outside;
        self.expect_close(opening, TokenKind::RightParen);
        let expr = &mut self.tree.exprs[inner];
        expr.parens = expr.parens.saturating_add(1);
        inner
    }

    /// `@name` or `@(params) body`
    fn parse_handle(&mut self) -> ExprId {
        let trivia = self.take_trivia();
        let start = self.token.span.start;
        self.advance();
        let kind = if self.at(TokenKind::LeftParen) {
            if self.operand {
                let error = SyntaxError::new(
                    SyntaxErrorCode::UnexpectedToken,
                    Span::new(start, self.token.span.end),
                    "an anonymous function cannot be an operand: expected a value",
                );
                self.report(error.help("put parentheses around the function"));
            }
            let outside = std::mem::replace(&mut self.blanks_separate, false);
            let params = self.parse_params();
            // Octave reads the body as if it stood alone, even in a matrix:
            // `{@(x) x +1}` has one element.
            let octave = self.dialect == Dialect::Octave;
            let in_body = std::mem::replace(&mut self.lexer.in_anonymous_body, octave);
            let inside = std::mem::replace(&mut self.in_anonymous, true);
            let body = if self.failed { self.error_expr() } else { self.parse_expression() };
            self.in_anonymous = inside;
            self.lexer.in_anonymous_body = in_body;
            self.blanks_separate = outside;
            ExprKind::AnonymousFunction { params, body }
        } else {
            ExprKind::FunctionHandle(self.parse_qualified_name("a function name or `(` after `@`"))
        };
        let span = Span::new(start, self.previous_end.max(start));
        let id = self.add_expr(kind, span);
        self.attach(id, trivia);
        id
    }

    /// A parenthesized parameter list.
    pub(super) fn parse_params(&mut self) -> Box<[Param]> {
        let opening = self.token;
        self.advance();
        let mut params = Vec::new();
        while !self.failed && !self.at(TokenKind::RightParen) {
            params.push(self.parse_param());
            if self.failed || !self.eat(TokenKind::Comma) {
                break;
            }
        }
        // What follows is a body, not the index of an operand: a quote opens a string.
        self.lexer.expect_operand();
        self.expect_close(opening, TokenKind::RightParen);
        params.into()
    }

    fn parse_param(&mut self) -> Param {
        let span = self.token.span;
        let name: Option<Name> = match self.token.kind {
            TokenKind::Name => Some(self.intern_token()),
            TokenKind::Not => None,
            TokenKind::Keyword(Keyword::Do | Keyword::Until) if self.dialect.allows_matlab() => {
                Some(self.intern_token())
            }
            _ => {
                self.unexpected("a parameter name or `~`");
                return Param { name: None, default: None, span };
            }
        };
        self.advance();
        let mut default = None;
        if self.at(TokenKind::Assign) {
            self.require_octave(self.token.span, "a default value in the parameter list");
            self.advance();
            default = Some(self.parse_expression());
        }
        Param { name, default, span }
    }
}
