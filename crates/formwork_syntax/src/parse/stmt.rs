//! Simple statements: expressions, commands, declarations, jumps.

use super::Parser;
use crate::dialect::Dialect;
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::lex::{Keyword, TokenKind};
use crate::span::Span;
use crate::tree::{DeclaredVariable, ExprKind, StmtId, StmtKind, Storage, Text};

impl Parser<'_> {
    /// One statement with its terminator.
    pub(super) fn parse_statement(&mut self) -> StmtId {
        let blank_before = self.line_ends > 1;
        self.line_ends = 0;
        let first = self.token;
        self.statement_start = first.span.start;
        let broken = || StmtKind::Broken(Box::default());
        let kind = self.nested(Self::parse_statement_kind).unwrap_or_else(broken);
        let id = self.finish_statement(kind, first.span.start, blank_before);
        self.ensure_progress(first);
        id
    }

    /// Makes a statement of what was read since `start`, and reads its terminator.
    pub(super) fn finish_statement(
        &mut self,
        kind: StmtKind,
        start: u32,
        blank_before: bool,
    ) -> StmtId {
        let mut span = Span::new(start, self.previous_end.max(start));
        if std::mem::take(&mut self.ended_early) {
            return self.add_ended(kind, span, blank_before);
        }
        // MATLAB takes what follows the end of a block for the next statement.
        let closed = self.dialect.allows_matlab()
            && self.at(TokenKind::Name)
            && matches!(
                kind,
                StmtKind::If { .. }
                    | StmtKind::While { .. }
                    | StmtKind::For(_)
                    | StmtKind::Switch { .. }
                    | StmtKind::Try { .. }
            );
        let (silent, failed) =
            if closed && !self.failed { (false, false) } else { self.end_statement() };
        let kind = if failed && breaks_as_a_whole(&kind) {
            span = Span::new(start, self.skipped_to.max(start));
            self.broken(span)
        } else {
            kind
        };
        let id = self.add_ended(kind, span, blank_before);
        self.tree.stmts[id].silent = silent;
        id
    }

    /// Adds a statement whose end has been read.
    fn add_ended(&mut self, kind: StmtKind, span: Span, blank_before: bool) -> StmtId {
        self.line_ends = 0;
        let id = self.add_stmt(kind, span);
        self.tree.stmts[id].blank_before = blank_before;
        id
    }

    /// Reads the end of a statement; whether it was a semicolon, and whether the statement could
    /// not be read.
    fn end_statement(&mut self) -> (bool, bool) {
        if let Some(&span) = self.ignored.first() {
            self.report(
                SyntaxError::new(
                    SyntaxErrorCode::InvalidTarget,
                    span,
                    "`~` alone has no value: expected an operand after it",
                )
                .help("it stands for an ignored output only in `[~, x] = …`"),
            );
            self.ignored.clear();
        }
        if !self.failed && !self.at_statement_end() {
            self.unexpected("an operator or the end of the statement");
        }
        let failed = self.failed;
        if failed {
            self.recover();
        }
        let silent = self.at(TokenKind::Semicolon);
        if silent || self.at(TokenKind::Comma) {
            self.advance();
        }
        (silent, failed)
    }

    fn at_statement_end(&self) -> bool {
        match self.token.kind {
            TokenKind::Semicolon | TokenKind::Comma | TokenKind::Newline | TokenKind::Eof => true,
            TokenKind::Keyword(keyword) => self.is_boundary(keyword),
            _ => false,
        }
    }

    fn parse_statement_kind(&mut self) -> StmtKind {
        match self.token.kind {
            TokenKind::Keyword(Keyword::Do) if self.do_is_a_name() => self.parse_expr_statement(),
            TokenKind::Keyword(Keyword::Until) if self.dialect != Dialect::Octave => {
                self.parse_expr_statement()
            }
            TokenKind::Keyword(keyword) => self.parse_keyword_statement(keyword),
            TokenKind::Name => self.parse_name_statement(),
            TokenKind::Not | TokenKind::Bad if self.token_text() == b"!" => self.parse_bang(),
            _ => self.parse_expr_statement(),
        }
    }

    fn parse_keyword_statement(&mut self, keyword: Keyword) -> StmtKind {
        match keyword {
            Keyword::If => self.parse_if(),
            Keyword::While => self.parse_while(),
            Keyword::Do => self.parse_do(),
            Keyword::For => self.parse_for(false),
            Keyword::Parfor => self.parse_for(true),
            Keyword::Spmd => self.parse_spmd(),
            Keyword::Switch => self.parse_switch(),
            Keyword::Try => self.parse_try(),
            Keyword::UnwindProtect => self.parse_unwind_protect(),
            Keyword::Break => self.parse_word(StmtKind::Break),
            Keyword::Continue => self.parse_word(StmtKind::Continue),
            Keyword::Return => self.parse_word(StmtKind::Return),
            Keyword::Global => self.parse_declaration(Storage::Global),
            Keyword::Persistent => self.parse_declaration(Storage::Persistent),
            Keyword::Function => self.parse_closed_function(),
            Keyword::Classdef => {
                self.note(SyntaxError::new(
                    SyntaxErrorCode::MisplacedStatement,
                    self.token.span,
                    "`classdef` stands inside a block: expected it at the start of its file",
                ));
                self.parse_class()
            }
            Keyword::Case
            | Keyword::Catch
            | Keyword::Else
            | Keyword::Elseif
            | Keyword::End(_)
            | Keyword::Otherwise
            | Keyword::Until
            | Keyword::UnwindProtectCleanup => {
                self.report_stray(keyword);
                StmtKind::Broken(Box::default())
            }
        }
    }

    fn parse_word(&mut self, kind: StmtKind) -> StmtKind {
        self.advance();
        kind
    }

    /// In the union, `do = 3` uses a variable of a MATLAB program.
    fn do_is_a_name(&self) -> bool {
        self.dialect != Dialect::Octave
            && crate::lex::continues_do(&self.text[self.token.span.end as usize..])
    }

    fn parse_expr_statement(&mut self) -> StmtKind {
        StmtKind::Expr(self.parse_expression())
    }

    /// A statement that starts with a name: a block of a function, a command, or
    /// an expression.
    fn parse_name_statement(&mut self) -> StmtKind {
        if self.at_word("arguments") && self.opens_arguments() {
            return self.parse_arguments_block();
        }
        // To Octave `x ++` is a command, too.
        let steps = self.dialect == Dialect::Octave
            && self.lexer.space_at(self.token.span.end)
            && matches!(
                self.lexer.next_visible_pair(self.token.span.end),
                (b'+', b'+') | (b'-', b'-')
            );
        if !self.lexer.looks_like_command(self.token.span) && !steps {
            return self.parse_expr_statement();
        }
        let name = self.intern_token();
        if self.is_variable(name) {
            // Octave asks for `a - 1` or `a-1`, where MATLAB knows that `a` is a variable.
            if self.dialect == Dialect::Octave {
                let message = format!(
                    "`{}` is a variable and stands like a command: expected an expression",
                    self.tree.name(name)
                );
                let error =
                    SyntaxError::new(SyntaxErrorCode::UnexpectedToken, self.token.span, message);
                self.report(error.help("put blanks on both sides of the operator, or on none"));
            }
            return self.parse_expr_statement();
        }
        let words = self.lexer.command_words();
        let words: Box<[_]> = words.into_iter().map(Text).collect();
        self.token.span.end = self.lexer.position();
        self.advance();
        if let Some(last) = words.last() {
            self.previous_end = last.0.end;
        }
        StmtKind::Command { name, words }
    }

    /// A statement that starts with `!`: Octave's negation or, where that makes no
    /// sense, MATLAB's shell escape.
    fn parse_bang(&mut self) -> StmtKind {
        let bang = self.token;
        let errors = self.errors.len();
        if bang.kind == TokenKind::Not
            && !(self.dialect.allows_matlab() && self.bang_starts_command())
        {
            self.lexer.single_line = self.dialect.allows_matlab();
            let kind = self.parse_expr_statement();
            self.lexer.single_line = false;
            if !self.dialect.allows_matlab() || (!self.failed && self.at_statement_end()) {
                return kind;
            }
            self.errors.truncate(errors);
        } else if bang.kind == TokenKind::Bad {
            // In MATLAB's dialect the lexer has no `!`, and said so.
            self.errors.pop();
        }
        self.failed = false;
        self.blanks_separate = false;
        self.operand = false;
        self.index_depth = 0;
        self.ignored.clear();
        self.lexer.trivia.clear();
        self.lexer.errors.clear();
        self.lexer.restart_at(bang.span.end);
        let command = self.lexer.rest_of_line(bang.span.end);
        self.advance();
        self.previous_end = command.end;
        StmtKind::Shell(Text(command))
    }

    /// Whether what follows `!` is spaced like a command: `!ls -la`.
    fn bang_starts_command(&mut self) -> bool {
        let start = self.token.span.end;
        let rest = &self.text[start as usize..];
        let word = rest.iter().take_while(|&&byte| crate::lex::is_name_byte(byte)).count();
        let name = str::from_utf8(&rest[..word]).ok().and_then(|name| self.tree.find_name(name));
        let alone = rest[word..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        word > 0
            && !name.is_some_and(|name| self.is_variable(name))
            && (alone.is_none_or(|&byte| byte == b'\n')
                || self
                    .lexer
                    .looks_like_command(Span::new(start, start + crate::span::to_u32(word))))
    }

    /// `global a b = 2`
    fn parse_declaration(&mut self, storage: Storage) -> StmtKind {
        self.advance();
        let mut variables = Vec::new();
        while !self.failed && self.at(TokenKind::Name) {
            let name = self.intern_token();
            let span = self.token.span;
            self.define(name);
            self.advance();
            let mut value = None;
            if self.at(TokenKind::Assign) {
                self.require_octave(self.token.span, "an initial value in a declaration");
                self.advance();
                value = Some(self.parse_value());
            }
            variables.push(DeclaredVariable { name, value, span });
        }
        if variables.is_empty() {
            self.unexpected("the name of a variable");
        }
        StmtKind::Declare { storage, variables: variables.into() }
    }

    /// A condition: an assignment there is legal in Octave, but likely a slip.
    pub(super) fn parse_condition(&mut self) -> crate::tree::ExprId {
        let condition = self.parse_expression();
        let expr = self.tree.expr(condition);
        if matches!(expr.kind, ExprKind::Assign(_)) && expr.parens == 0 && !self.failed {
            let error = SyntaxError::new(
                SyntaxErrorCode::UnexpectedToken,
                expr.span,
                "this condition assigns: expected a comparison with `==`",
            )
            .help("to assign on purpose, put parentheses around it (Octave only)");
            if self.dialect.allows_octave() {
                self.note(error.warning());
            } else {
                self.note(error);
            }
        }
        condition
    }
}

/// Whether nothing is left of such a statement if an error is found in it: those with blocks, and
/// the parts of classes, keep what could be read.
fn breaks_as_a_whole(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Broken(_)
        | StmtKind::Expr(_)
        | StmtKind::Command { .. }
        | StmtKind::Shell(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return
        | StmtKind::Declare { .. } => true,
        StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::DoUntil { .. }
        | StmtKind::For(_)
        | StmtKind::Spmd { .. }
        | StmtKind::Switch(_)
        | StmtKind::Try(_)
        | StmtKind::UnwindProtect { .. }
        | StmtKind::Function(_)
        | StmtKind::Signature(_)
        | StmtKind::Class(_)
        | StmtKind::ClassBlock(_)
        | StmtKind::Enumerator { .. }
        | StmtKind::Event(_)
        | StmtKind::Arguments(_)
        | StmtKind::Member(_)
        | StmtKind::Comment(_) => false,
    }
}
