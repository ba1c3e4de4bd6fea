//! The parser: recursive descent, by hand.
//!
//! Parsing always yields a tree. The first error in a statement is reported, the
//! rest of that statement is skipped, and parsing goes on at the next one, so
//! every error is near its cause and none hides those after it.

mod annotation;
mod block;
mod broken;
mod class;
mod control;
mod expr;
mod function;
mod matrix;
mod member;
mod stmt;
mod suffix;
mod target;

use rustc_hash::FxHashSet;

use crate::dialect::Dialect;
use crate::error::{Severity, SyntaxError, SyntaxErrorCode};
use crate::lex::{Keyword, Lexer, RawTrivia, Token, TokenKind};
use crate::span::{Span, to_u32};
use crate::tree::{
    Comment, CommentId, CommentKind, ExprId, ExprKind, Name, Stmt, StmtId, StmtKind, Text, Tree,
    Trivia,
};

use block::OpenBlock;

/// How many levels of brackets, prefix operators and blocks may be nested.
pub const MAX_DEPTH: u32 = 1000;

/// How many findings are kept: a file with more is no program.
pub const MAX_ERRORS: usize = 1000;

/// A tree and what is wrong with its text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree, whole even where the text is not.
    pub tree: Tree,
    /// The findings, in the order of the text.
    pub errors: Vec<SyntaxError>,
}

impl Parsed {
    /// Whether nothing worse than a warning was found.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.errors.iter().all(|error| error.severity < Severity::Error)
    }
}

/// Reads `text`, whatever its bytes.
#[must_use]
pub fn parse(text: &[u8], dialect: Dialect) -> Parsed {
    if u32::try_from(text.len()).is_err() {
        let message = "this file is too large: the limit is 4 GiB".to_owned();
        let error = SyntaxError::new(SyntaxErrorCode::FileTooLarge, Span::empty(0), message);
        return Parsed { tree: Tree::new(Vec::new(), dialect), errors: vec![error] };
    }
    let mut parser = Parser::new(text, dialect);
    let closed = parser.parse_file();
    if !closed && parser.looked_outside {
        // Functions that no `end` closes are siblings: read them again knowing
        // that none sees the variables of another.
        parser = Parser::new(text, dialect);
        parser.may_be_nested = false;
        parser.parse_file();
    }
    if parser.errors.iter().any(|error| broken::spoils_blocks(error.code)) {
        // What is wrong has been said. Where blocks end is then better told by how lines are
        // indented, so that one `end` too few does not spoil the functions that follow.
        let errors = std::mem::take(&mut parser.errors);
        let may_be_nested = parser.may_be_nested;
        parser = Parser::new(text, dialect);
        parser.may_be_nested = may_be_nested;
        parser.by_indentation = true;
        parser.parse_file();
        parser.errors = errors;
    }
    let Parser { tree, mut errors, .. } = parser;
    if errors.len() == MAX_ERRORS
        && let Some(last) = errors.last_mut()
    {
        last.help = Some("there are more errors in this file than are shown".to_owned());
    }
    errors.sort_by_key(|error| error.span.start);
    Parsed { tree, errors }
}

/// The state of a parse.
struct Parser<'a> {
    text: &'a [u8],
    dialect: Dialect,
    lexer: Lexer<'a>,
    /// The token to be dealt with; nothing after it has been looked at.
    token: Token,
    /// Where the token before it ended.
    previous_end: u32,
    tree: Tree,
    errors: Vec<SyntaxError>,
    /// An error was reported in this statement: the rest of it is skipped.
    failed: bool,
    depth: u32,
    /// In how many indices we are: inside one, `end` is a value.
    index_depth: u32,
    /// Whether the expression about to be read is an argument of a call.
    argument: bool,
    /// Whether the expression being read is an operand of an operator.
    operand: bool,
    /// Whether blanks separate elements, as they do right inside `[ ]` and `{ }`.
    blanks_separate: bool,
    /// Whether we are in the body of an anonymous function, where nothing is assigned.
    in_anonymous: bool,
    /// `~` read as an ignored output and not yet seen to be one.
    ignored: Vec<Span>,
    /// The variables assigned so far, for each function we are in: they are
    /// never commands.
    variables: Vec<FxHashSet<Name>>,
    /// Whether an open function may enclose the next one, which only the end of the
    /// file tells.
    may_be_nested: bool,
    /// Whether a variable of an enclosing function was taken for this one's.
    looked_outside: bool,
    /// The open blocks, innermost last.
    blocks: Vec<OpenBlock>,
    /// The first `end` that does not stand below the word it closes.
    misaligned_end: Option<(Span, Span)>,
    /// Line ends since the last statement or comment.
    line_ends: u32,
    /// Where the statement, or the head of a block, starts that is being read.
    statement_start: u32,
    /// Where the text ended that `recover` skipped.
    skipped_to: u32,
    /// Before what reading never goes back after an error.
    restarted_at: u32,
    /// What was found out last about where statements go on.
    next_line: Option<broken::NextLine>,
    /// Whether blocks end where their indentation says so, in a text where words do not.
    by_indentation: bool,
    /// Whether the block just read ended without its word.
    ended_early: bool,
    /// An empty list to trade for the lexer's, so that taking a comment, the most
    /// frequent thing in real files, allocates nothing.
    spare_trivia: Vec<RawTrivia>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8], dialect: Dialect) -> Parser<'a> {
        let mut lexer = Lexer::new(text, dialect);
        let token = lexer.next();
        let mut parser = Parser {
            text,
            dialect,
            lexer,
            token,
            previous_end: 0,
            tree: Tree::new(text.to_vec(), dialect),
            errors: Vec::new(),
            failed: false,
            depth: 0,
            index_depth: 0,
            argument: false,
            operand: false,
            blanks_separate: false,
            in_anonymous: false,
            ignored: Vec::new(),
            variables: vec![FxHashSet::default()],
            may_be_nested: true,
            looked_outside: false,
            blocks: Vec::new(),
            misaligned_end: None,
            line_ends: 0,
            statement_start: 0,
            skipped_to: 0,
            restarted_at: 0,
            next_line: None,
            by_indentation: false,
            ended_early: false,
            spare_trivia: Vec::new(),
        };
        parser.take_lexer_errors();
        parser
    }

    /// Goes to the next token.
    fn advance(&mut self) {
        self.previous_end = self.token.span.end;
        self.token = self.lexer.next();
        if !self.lexer.errors.is_empty() {
            self.take_lexer_errors();
        }
    }

    fn take_lexer_errors(&mut self) {
        // A comment that never ends is no reason to skip the statement before it.
        let fails = |error: &SyntaxError| error.code != SyntaxErrorCode::UnterminatedComment;
        for error in std::mem::take(&mut self.lexer.errors) {
            if fails(&error) {
                self.report(error);
            } else {
                self.note(error);
            }
        }
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.token.kind == TokenKind::Keyword(keyword)
    }

    /// Consumes the token if it is of this kind.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// The bytes of the current token.
    fn token_text(&self) -> &'a [u8] {
        &self.text[self.token.span.range()]
    }

    /// The current token's text as an identifier. Names are ASCII by the lexer.
    fn intern_token(&mut self) -> Name {
        let text = str::from_utf8(self.token_text()).unwrap_or_default();
        self.tree.intern(text)
    }

    /// Whether the current token is the word `word`, which is no keyword.
    fn at_word(&self, word: &str) -> bool {
        self.at(TokenKind::Name) && self.token_text() == word.as_bytes()
    }

    /// Whether a line ended before the current token, inside an expression.
    fn line_broken(&self) -> bool {
        !self.lexer.trivia.is_empty()
    }

    /// Reports an error, unless this statement has one already.
    fn report(&mut self, error: SyntaxError) {
        if !self.failed {
            self.note(error);
        }
        self.failed = true;
    }

    /// Reports a finding that does not spoil the statement.
    fn note(&mut self, error: SyntaxError) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    /// Reports that the current token is not what was expected.
    fn unexpected(&mut self, expected: &str) {
        let span = self.token.span;
        let message = format!("unexpected {}: expected {expected}", self.describe_token());
        let mut error = SyntaxError::new(SyntaxErrorCode::UnexpectedToken, span, message);
        let rest = &self.text[span.start as usize..];
        error.help = if rest.starts_with(b"//") || rest.starts_with(b"/*") {
            Some("a comment starts with `%`".to_owned())
        } else if self.at(TokenKind::Assign) {
            Some("to compare, write `==`".to_owned())
        } else {
            None
        };
        self.report(error);
    }

    /// The current token, in words.
    fn describe_token(&self) -> String {
        let shown = || {
            let text = String::from_utf8_lossy(self.token_text());
            let mut short: String = text.chars().take(24).collect();
            if short.len() < text.len() {
                short.push('…');
            }
            short
        };
        match self.token.kind {
            TokenKind::Eof => "end of file".to_owned(),
            TokenKind::Newline => "end of line".to_owned(),
            TokenKind::Text(_) => format!("string {}", shown()),
            TokenKind::Number => format!("number `{}`", shown()),
            TokenKind::Name => format!("name `{}`", shown()),
            TokenKind::Keyword(_) => format!("keyword `{}`", shown()),
            TokenKind::Semicolon
            | TokenKind::Comma
            | TokenKind::LeftParen
            | TokenKind::RightParen
            | TokenKind::LeftBracket
            | TokenKind::RightBracket
            | TokenKind::LeftBrace
            | TokenKind::RightBrace
            | TokenKind::Assign
            | TokenKind::AssignOp(_)
            | TokenKind::Op(_)
            | TokenKind::Not
            | TokenKind::PlusPlus
            | TokenKind::MinusMinus
            | TokenKind::Transpose
            | TokenKind::ConjugateTranspose
            | TokenKind::Colon
            | TokenKind::Dot
            | TokenKind::At
            | TokenKind::Question
            | TokenKind::Bad => format!("`{}`", shown()),
        }
    }

    /// Says that this construct belongs to the other dialect, if it does.
    fn require_octave(&mut self, span: Span, what: &str) {
        if !self.dialect.allows_octave() {
            let message = format!("{what} is Octave syntax: expected MATLAB");
            self.note(
                SyntaxError::new(SyntaxErrorCode::WrongDialect, span, message)
                    .help("use --dialect octave or --dialect auto"),
            );
        }
    }

    fn require_matlab(&mut self, span: Span, what: &str) {
        if !self.dialect.allows_matlab() {
            let message = format!("{what} is MATLAB syntax: expected Octave");
            self.note(
                SyntaxError::new(SyntaxErrorCode::WrongDialect, span, message)
                    .help("use --dialect matlab or --dialect auto"),
            );
        }
    }

    /// Goes one level down; `None` if that is too deep, which ends the parse.
    fn nested<R>(&mut self, step: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.depth >= MAX_DEPTH {
            let message = format!(
                "this is nested too deeply: expected at most {MAX_DEPTH} levels of brackets, \
                 operators and blocks"
            );
            let error = SyntaxError::new(SyntaxErrorCode::NestingTooDeep, self.token.span, message)
                .help("split the expression or the block; the rest of this file is skipped");
            self.report(error);
            self.lexer.skip_all();
            self.blocks.clear();
            self.advance();
            return None;
        }
        self.depth += 1;
        let result = crate::stack::with_enough_stack(|| step(self));
        self.depth -= 1;
        Some(result)
    }

    // Nodes.

    fn add_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.tree.add_expr(kind, span)
    }

    fn error_expr(&mut self) -> ExprId {
        let at = self.token.span.start;
        self.add_expr(ExprKind::Error, Span::empty(at))
    }

    fn span(&self, id: ExprId) -> Span {
        self.tree.expr(id).span
    }

    fn add_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.tree.stmts.push(Stmt { kind, span, silent: false, blank_before: false })
    }

    /// Notes that `name` is a variable from here on.
    fn define(&mut self, name: Name) {
        if let Some(scope) = self.variables.last_mut() {
            scope.insert(name);
        }
    }

    /// Whether `name` has been assigned where it can be seen from here: in this
    /// function, or in one that it is nested in. A script's variables are not
    /// seen in its functions.
    fn is_variable(&mut self, name: Name) -> bool {
        let (script, functions) = match &self.variables[..] {
            [script] => (Some(script), &[][..]),
            [_, functions @ ..] => (None, functions),
            [] => (None, &[][..]),
        };
        if script.is_some_and(|scope| scope.contains(&name))
            || functions.last().is_some_and(|scope| scope.contains(&name))
        {
            return true;
        }
        let outer = functions.iter().rev().skip(1).any(|scope| scope.contains(&name));
        self.looked_outside |= outer;
        outer && self.may_be_nested
    }

    // Trivia.

    /// Takes what stands between the previous token and the current one.
    fn take_trivia(&mut self) -> Vec<Trivia> {
        if self.lexer.trivia.is_empty() {
            return Vec::new();
        }
        let raw = std::mem::take(&mut self.lexer.trivia);
        raw.into_iter()
            .map(|piece| match piece {
                RawTrivia::Break => Trivia::Break,
                RawTrivia::Comment { span, kind, own_line } => {
                    Trivia::Comment(self.add_comment(span, kind, own_line))
                }
            })
            .collect()
    }

    /// Attaches what stood before a leaf to it.
    fn attach(&mut self, id: ExprId, trivia: Vec<Trivia>) {
        if !trivia.is_empty() {
            self.tree.before.insert(id, trivia.into());
        }
    }

    /// Attaches what stands before the current token, a closing bracket.
    fn attach_before_close(&mut self, id: ExprId, trivia: Vec<Trivia>) {
        if !trivia.is_empty() {
            self.tree.before_close.insert(id, trivia.into());
        }
    }

    fn add_comment(&mut self, span: Span, kind: CommentKind, own_line: bool) -> CommentId {
        let directive = self.read_directive(span, kind, own_line);
        let text = Text(span);
        self.tree.comments.push(Comment { text, kind, own_line, directive, span })
    }

    /// Makes statements of the comments before the current token.
    fn flush_comments(&mut self, into: &mut Vec<StmtId>) {
        if self.lexer.trivia.is_empty() {
            return;
        }
        // A comment trails a statement or the head of a block, nothing else.
        let mut own_line_here = match into.last() {
            Some(&last) => {
                matches!(self.tree.stmt(last).kind, StmtKind::Comment(_) | StmtKind::Shell(_))
            }
            None => self.blocks.is_empty(),
        };
        let spare = std::mem::take(&mut self.spare_trivia);
        let mut trivia = std::mem::replace(&mut self.lexer.trivia, spare);
        for piece in trivia.drain(..) {
            let RawTrivia::Comment { span, kind, own_line } = piece else { continue };
            let own_line = own_line || own_line_here;
            own_line_here = true;
            let id = self.add_comment(span, kind, own_line);
            let raw = &self.text[span.range()];
            let opens_block =
                kind == CommentKind::Line && own_line && crate::lex::is_block_mark(raw, b'{');
            if kind == CommentKind::Continuation || opens_block {
                // Between statements there is nothing to continue, and on a line
                // of its own `%{` would open a block comment.
                let mut text = b"% ".to_vec();
                text.extend_from_slice(raw);
                let text = self.tree.add_text(&text);
                let comment = &mut self.tree.comments[id];
                comment.text = text;
                comment.kind = CommentKind::Line;
            }
            let blank_before = own_line && self.line_ends > 1;
            let stmt = Stmt { kind: StmtKind::Comment(id), span, silent: false, blank_before };
            into.push(self.tree.stmts.push(stmt));
            self.line_ends = 0;
        }
        self.spare_trivia = trivia;
    }

    // Recovery.

    /// Skips the current token if it is still `before`: a token that nothing can
    /// be made of must not be looked at forever.
    fn ensure_progress(&mut self, before: Token) {
        if self.token.span == before.span && self.token.kind == before.kind {
            self.advance();
        }
    }

    /// After an error, goes to where the next statement can start.
    fn recover(&mut self) {
        self.blanks_separate = false;
        self.operand = false;
        self.index_depth = 0;
        self.ignored.clear();
        if self.lexer.depth() > 0
            && let Some(line) = self.next_statement_line()
        {
            self.restart_line(line);
            self.failed = false;
            return;
        }
        loop {
            match self.token.kind {
                TokenKind::Eof => break,
                TokenKind::Newline if self.lexer.depth() == 0 => break,
                TokenKind::Semicolon | TokenKind::Comma if self.lexer.depth() == 0 => break,
                // No parenthesis holds a semicolon: it was never closed.
                TokenKind::Semicolon if !self.lexer.in_matrix() => {
                    self.lexer.close_brackets();
                    break;
                }
                TokenKind::Keyword(keyword)
                    if self.lexer.depth() == 0
                        && (self.is_boundary(keyword) || self.starts_line()) =>
                {
                    break;
                }
                // Inside a bracket that was never closed, a statement's keyword
                // at the start of a line shows where the bracket should have ended.
                TokenKind::Keyword(keyword) if self.starts_line() && opens_statement(keyword) => {
                    self.lexer.restart_at(self.token.span.start);
                    self.advance();
                    break;
                }
                _ => {
                    self.lexer.errors.clear();
                    self.advance();
                }
            }
        }
        // Reading may have gone back to the start of a line.
        let before = self.text[..self.token.span.start as usize].trim_ascii_end().len();
        self.skipped_to = self.previous_end.min(to_u32(before));
        self.failed = false;
    }

    /// Whether the current token is the first of its line.
    fn starts_line(&self) -> bool {
        let before = &self.text[..self.token.span.start as usize];
        let visible = before.iter().rev().find(|&&byte| !crate::lex::is_space(byte));
        matches!(visible, None | Some(b'\n' | b'\r'))
    }

    /// Where the line of `at` starts.
    fn line_start(&self, at: u32) -> u32 {
        // Nobody indents further; a longer line was written by a machine.
        let first = at.saturating_sub(4096);
        let before = &self.text[first as usize..at as usize];
        memchr::memrchr2(b'\n', b'\r', before).map_or(first, |end| first + to_u32(end) + 1)
    }

    /// The column, in bytes, of the first visible character of the line of `at`.
    fn indent_of(&self, at: u32) -> u32 {
        let start = self.line_start(at) as usize;
        to_u32(self.text[start..].iter().take_while(|&&byte| crate::lex::is_space(byte)).count())
    }
}

/// Whether this keyword starts or ends a statement, so that it cannot stand
/// inside an expression.
fn opens_statement(keyword: Keyword) -> bool {
    match keyword {
        Keyword::Do | Keyword::Until => false,
        Keyword::Break
        | Keyword::Case
        | Keyword::Catch
        | Keyword::Classdef
        | Keyword::Continue
        | Keyword::Else
        | Keyword::Elseif
        | Keyword::End(_)
        | Keyword::For
        | Keyword::Function
        | Keyword::Global
        | Keyword::If
        | Keyword::Otherwise
        | Keyword::Parfor
        | Keyword::Persistent
        | Keyword::Return
        | Keyword::Spmd
        | Keyword::Switch
        | Keyword::Try
        | Keyword::UnwindProtect
        | Keyword::UnwindProtectCleanup
        | Keyword::While => true,
    }
}
