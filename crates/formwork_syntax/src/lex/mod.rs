//! The lexer: bytes to tokens, one at a time, as the parser asks for them.
//!
//! The language cannot be cut into tokens without knowing a little of what came
//! before: a quote transposes or opens a string, a line break ends a statement
//! or a matrix row or nothing. The lexer keeps just that little: the open
//! brackets and the kind of the previous token. What depends on more (command
//! syntax, `{` as index or as literal) the parser tells it.

mod command;
mod number;
mod quotes;
mod token;
mod trivia;

use crate::dialect::Dialect;
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::span::{Span, to_u32};
use crate::tree::{BinaryOp, Quote};

pub(crate) use command::continues_do;
pub(crate) use number::value as number_value;
pub(crate) use token::{EndWord, Keyword, Token, TokenKind};
pub(crate) use trivia::{RawTrivia, is_block_mark};

/// An open bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// `(`, or `{` as an index: line breaks and blanks mean nothing.
    Quiet,
    /// `[`: blanks separate elements, line breaks separate rows.
    Matrix,
    /// `{` as a literal: the same.
    Cell,
}

/// Cuts a text into tokens.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    dialect: Dialect,
    brackets: Vec<Bracket>,
    previous: TokenKind,
    /// Whether line ends are tokens even inside parentheses, while a statement is
    /// read on trial.
    pub(crate) single_line: bool,
    /// Whether we are in the body of an anonymous function, where Octave gives
    /// blanks no meaning even right inside a matrix.
    pub(crate) in_anonymous_body: bool,
    /// Comments and line breaks since the parser last took them.
    pub(crate) trivia: Vec<RawTrivia>,
    pub(crate) errors: Vec<SyntaxError>,
}

/// Some editors put it before a UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a byte can be part of.
const NAME: u8 = 1;
const SPACE: u8 = 2;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' => NAME,
            // Form feeds and the end-of-file mark of DOS are blanks, too.
            b' ' | b'\t' | 0x0B | 0x0C | 0x1A => SPACE,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Whether the byte may be part of an identifier.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    CLASSES[byte as usize] & NAME != 0
}

/// Whether the byte is a blank inside a line.
pub(crate) fn is_space(byte: u8) -> bool {
    CLASSES[byte as usize] & SPACE != 0
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a [u8], dialect: Dialect) -> Lexer<'a> {
        let at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        Lexer {
            text,
            at,
            dialect,
            brackets: Vec::new(),
            previous: TokenKind::Newline,
            single_line: false,
            in_anonymous_body: false,
            trivia: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// The byte `ahead` of the next one, or 0 past the end.
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn starts_with_bom(&self) -> bool {
        self.text.starts_with(BYTE_ORDER_MARK)
    }

    /// Where the next token is looked for.
    pub(crate) fn position(&self) -> u32 {
        to_u32(self.at)
    }

    /// How many brackets are open.
    pub(crate) fn depth(&self) -> usize {
        self.brackets.len()
    }

    /// Whether blanks separate elements here.
    pub(crate) fn in_matrix(&self) -> bool {
        matches!(self.brackets.last(), Some(Bracket::Matrix | Bracket::Cell))
    }

    /// Says that the `{` just read is an index.
    pub(crate) fn brace_is_index(&mut self) {
        if let Some(top @ Bracket::Cell) = self.brackets.last_mut() {
            *top = Bracket::Quiet;
        }
    }

    /// Says that what follows the token just read is an operand.
    pub(crate) fn expect_operand(&mut self) {
        self.previous = TokenKind::Comma;
    }

    /// Says that the token just read ends an operand.
    pub(crate) fn expect_operator(&mut self) {
        self.previous = TokenKind::RightParen;
    }

    /// Forgets the open brackets, after an error.
    pub(crate) fn close_brackets(&mut self) {
        self.brackets.clear();
    }

    /// Skips everything that is left, after a fatal error.
    pub(crate) fn skip_all(&mut self) {
        self.at = self.text.len();
        self.brackets.clear();
    }

    /// Reads on from `at`, outside brackets, as if a statement started there.
    pub(crate) fn restart_at(&mut self, at: u32) {
        self.at = at as usize;
        self.brackets.clear();
        self.previous = TokenKind::Newline;
    }

    /// Reads `++` as two tokens: goes back to its second character.
    pub(crate) fn split_double(&mut self, token: Token) {
        self.at = token.span.start as usize + 1;
        self.previous = TokenKind::Op(BinaryOp::Add);
    }

    /// Whether a blank, a line break or the end follows byte `at`.
    pub(crate) fn space_at(&self, at: u32) -> bool {
        match self.text.get(at as usize) {
            None | Some(b'\n' | b'\r') => true,
            Some(&byte) => is_space(byte) || self.text[at as usize..].starts_with(b"..."),
        }
    }

    /// The first byte after `at` that is not a blank, or 0 past the end.
    pub(crate) fn next_visible(&self, at: u32) -> u8 {
        self.next_visible_pair(at).0
    }

    /// The first byte after `at` that is not a blank and the one after it;
    /// continued lines are followed.
    pub(crate) fn next_visible_pair(&self, at: u32) -> (u8, u8) {
        let mut rest = self.text.get(at as usize..).unwrap_or_default();
        loop {
            let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
            rest = &rest[blanks..];
            if !rest.starts_with(b"...") {
                break;
            }
            let Some(line_end) = memchr::memchr(b'\n', rest) else { break };
            rest = &rest[line_end + 1..];
        }
        let byte = |index: usize| rest.get(index).copied().unwrap_or(0);
        (byte(0), byte(1))
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Token {
        let before = self.at;
        let space_before;
        loop {
            while is_space(self.byte(0)) {
                self.at += 1;
            }
            if !self.skip_trivia() {
                space_before = self.at != before;
                break;
            }
        }
        let start = self.at;
        let kind = self.scan_token(space_before);
        self.previous = kind;
        Token { kind, span: Span::new(to_u32(start), to_u32(self.at)), space_before }
    }

    fn scan_token(&mut self, space_before: bool) -> TokenKind {
        if self.at >= self.text.len() {
            return TokenKind::Eof;
        }
        let byte = self.byte(0);
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(),
            b'$' if self.dialect.allows_octave() => self.name(),
            b'0'..=b'9' => self.number(),
            b'.' if self.byte(1).is_ascii_digit() => self.number(),
            b'\n' | b'\r' => {
                self.skip_line_end();
                if self.trivia.is_empty() && !self.brackets.is_empty() {
                    self.trivia.push(RawTrivia::Break);
                }
                TokenKind::Newline
            }
            b'\'' => {
                let set_apart = space_before && self.in_matrix() && !self.in_anonymous_body;
                // In the union `do'` is the variable of a MATLAB program.
                let named =
                    matches!(self.previous, TokenKind::Keyword(Keyword::Do | Keyword::Until))
                        && self.dialect.allows_matlab()
                        && !space_before;
                let transposes = (self.previous.ends_operand() || named) && !set_apart;
                if transposes {
                    self.at += 1;
                    TokenKind::ConjugateTranspose
                } else {
                    self.single_quoted()
                }
            }
            b'"' => self.double_quoted(),
            b'(' => self.open(Bracket::Quiet, TokenKind::LeftParen),
            b'[' => self.open(Bracket::Matrix, TokenKind::LeftBracket),
            b'{' => self.open(Bracket::Cell, TokenKind::LeftBrace),
            b')' => self.close(TokenKind::RightParen),
            b']' => self.close(TokenKind::RightBracket),
            b'}' => self.close(TokenKind::RightBrace),
            _ => self.operator(byte),
        }
    }

    fn open(&mut self, bracket: Bracket, kind: TokenKind) -> TokenKind {
        self.at += 1;
        self.brackets.push(bracket);
        kind
    }

    /// A closing bracket closes the innermost one even if it does not match:
    /// the parser reports that, and goes on with fewer follow-up errors.
    fn close(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        self.brackets.pop();
        kind
    }

    fn name(&mut self) -> TokenKind {
        let start = self.at;
        let octave = self.dialect.allows_octave();
        while is_name_byte(self.byte(0)) && (octave || self.byte(0) != b'$') {
            self.at += 1;
        }
        // After a dot any word is a field: `s.end`, `s.if`.
        if self.previous == TokenKind::Dot {
            return TokenKind::Name;
        }
        match Keyword::find(&self.text[start..self.at], octave) {
            // Words that only Octave reserves are names in MATLAB, but for one that stands
            // like a keyword: that says that the text is Octave's.
            Some(keyword) if !octave && keyword.is_only_octave() && !self.stands_alone() => {
                TokenKind::Name
            }
            Some(keyword) => TokenKind::Keyword(keyword),
            None => TokenKind::Name,
        }
    }

    /// Whether the word just read is a statement of its own.
    fn stands_alone(&self) -> bool {
        let begins =
            matches!(self.previous, TokenKind::Newline | TokenKind::Semicolon | TokenKind::Comma);
        let rest = &self.text[self.at..];
        let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
        let ends = matches!(rest.get(blanks), None | Some(b'\n' | b'\r' | b';' | b',' | b'%'));
        begins && ends && self.brackets.is_empty()
    }

    fn number(&mut self) -> TokenKind {
        self.at = number::scan(self.text, self.at);
        TokenKind::Number
    }

    /// Reports that the string opened at `start` does not end on its line.
    fn unterminated(&mut self, start: usize, quote: char) {
        let span = Span::new(to_u32(start), to_u32(self.at));
        self.errors.push(
            SyntaxError::new(
                SyntaxErrorCode::UnterminatedString,
                span,
                format!("this string is not closed: expected {quote} before the end of the line"),
            )
            .help(if quote == '\'' {
                "close it, or double every quote inside it; a transpose stands right after its \
                 operand"
            } else {
                "close it, or double every quote inside it"
            }),
        );
    }

    fn single_quoted(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            match memchr::memchr3(b'\'', b'\n', b'\r', rest) {
                Some(offset) if rest[offset] == b'\'' => {
                    self.at += offset + 1;
                    if self.byte(0) != b'\'' {
                        return TokenKind::Text(Quote::Single);
                    }
                    self.at += 1;
                }
                Some(offset) => {
                    self.at += offset;
                    break;
                }
                None => {
                    self.at = self.text.len();
                    break;
                }
            }
        }
        self.unterminated(start, '\'');
        TokenKind::Text(Quote::Single)
    }

    fn double_quoted(&mut self) -> TokenKind {
        let start = self.at;
        let quote = quotes::reading(self.text, start, self.dialect);
        if let Some(end) = quotes::scan_double(self.text, start, quote == Quote::Double) {
            self.at = end;
        } else {
            let rest = &self.text[start..];
            self.at = memchr::memchr2(b'\n', b'\r', rest).map_or(self.text.len(), |at| start + at);
            self.unterminated(start, '"');
        }
        TokenKind::Text(quote)
    }

    /// Operators, separators, and everything that is no token.
    fn operator(&mut self, byte: u8) -> TokenKind {
        let octave = self.dialect.allows_octave();
        let next = self.byte(1);
        let (length, kind) = match (byte, next) {
            (b';', _) => (1, TokenKind::Semicolon),
            (b',', _) => (1, TokenKind::Comma),
            (b'=', b'=') => (2, TokenKind::Op(BinaryOp::Equal)),
            (b'=', _) => (1, TokenKind::Assign),
            (b'+', b'+') => (2, TokenKind::PlusPlus),
            (b'-', b'-') => (2, TokenKind::MinusMinus),
            (b'+', _) => self.assignable(BinaryOp::Add, 1),
            (b'-', _) => self.assignable(BinaryOp::Subtract, 1),
            (b'*', b'*') if octave => self.assignable(BinaryOp::Power, 2),
            (b'*', _) => self.assignable(BinaryOp::Multiply, 1),
            (b'/', _) => self.assignable(BinaryOp::Divide, 1),
            (b'\\', _) => self.assignable(BinaryOp::LeftDivide, 1),
            (b'^', _) => self.assignable(BinaryOp::Power, 1),
            (b'<', b'=') => (2, TokenKind::Op(BinaryOp::LessEqual)),
            (b'<', _) => (1, TokenKind::Op(BinaryOp::Less)),
            (b'>', b'=') => (2, TokenKind::Op(BinaryOp::GreaterEqual)),
            (b'>', _) => (1, TokenKind::Op(BinaryOp::Greater)),
            (b'~', b'=') => (2, TokenKind::Op(BinaryOp::NotEqual)),
            (b'!', b'=') if octave => (2, TokenKind::Op(BinaryOp::NotEqual)),
            (b'~', _) => (1, TokenKind::Not),
            (b'!', _) if octave => (1, TokenKind::Not),
            (b'&', b'&') => (2, TokenKind::Op(BinaryOp::AndAlso)),
            (b'&', _) => self.assignable(BinaryOp::And, 1),
            (b'|', b'|') => (2, TokenKind::Op(BinaryOp::OrElse)),
            (b'|', _) => self.assignable(BinaryOp::Or, 1),
            (b':', _) => (1, TokenKind::Colon),
            (b'@', _) => (1, TokenKind::At),
            (b'?', _) => (1, TokenKind::Question),
            (b'.', b'\'') => (2, TokenKind::Transpose),
            (b'.', b'*') if octave && self.byte(2) == b'*' => {
                self.assignable(BinaryOp::ElementPower, 3)
            }
            (b'.', b'*') => self.assignable(BinaryOp::ElementMultiply, 2),
            (b'.', b'/') => self.assignable(BinaryOp::ElementDivide, 2),
            (b'.', b'\\') => self.assignable(BinaryOp::ElementLeftDivide, 2),
            (b'.', b'^') => self.assignable(BinaryOp::ElementPower, 2),
            // Octave 7 still reads these old spellings; sums are elementwise anyway.
            (b'.', b'+') if octave => self.assignable(BinaryOp::Add, 2),
            (b'.', b'-') if octave => self.assignable(BinaryOp::Subtract, 2),
            (b'.', _) => (1, TokenKind::Dot),
            _ => (self.bad_length(), TokenKind::Bad),
        };
        if kind == TokenKind::Bad {
            self.report_bad(length);
        }
        self.at += length;
        kind
    }

    /// The operator of `length` bytes, or its assigning form: `+=`, but not the
    /// start of `+==`.
    fn assignable(&self, op: BinaryOp, length: usize) -> (usize, TokenKind) {
        if self.byte(length) == b'=' && self.byte(length + 1) != b'=' {
            (length + 1, TokenKind::AssignOp(op))
        } else {
            (length, TokenKind::Op(op))
        }
    }

    /// How many bytes from here start no token; a whole run is one error.
    fn bad_length(&self) -> usize {
        let rest = &self.text[self.at..];
        let run = rest.iter().take_while(|byte| **byte >= 0x80 || **byte < b'\t').count();
        run.max(1)
    }

    fn report_bad(&mut self, length: usize) {
        let bytes = &self.text[self.at..self.at + length];
        let shown = String::from_utf8_lossy(bytes);
        let shown: String = shown.chars().take(8).collect();
        let message = if bytes[0] < b' ' {
            format!("unexpected control character 0x{:02X}: expected program text", bytes[0])
        } else {
            format!("unexpected character `{shown}`: expected a name, a number or an operator")
        };
        let help = match bytes {
            b"#" => Some("in MATLAB a comment starts with `%`: or use --dialect octave or auto"),
            b"!" => Some("in MATLAB `~` negates: or use --dialect octave or auto"),
            b"`" => Some("strings are quoted with ' or \""),
            b"$" => Some("a name cannot contain `$` in MATLAB"),
            [0xE2, 0x80, 0x98..=0x9F, ..] => {
                Some("this is a typographic quote, as word processors insert it: use ' or \"")
            }
            [0xE2, 0x88, 0x92, ..] | [0xE2, 0x80, 0x90..=0x95, ..] => {
                Some("this is a typographic dash: use -")
            }
            [0xC2, 0xA0, ..] => Some("this is a no-break space: replace it by a space"),
            _ if bytes[0] >= 0x80 => Some("such characters may stand in strings and comments only"),
            _ => None,
        };
        let span = Span::new(to_u32(self.at), to_u32(self.at + length));
        let mut error = SyntaxError::new(SyntaxErrorCode::InvalidCharacter, span, message);
        error.help = help.map(str::to_owned);
        self.errors.push(error);
    }
}
