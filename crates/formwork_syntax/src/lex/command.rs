//! Command syntax: `hold on`, `format long`, `mkdir 'my folder'`.
//!
//! Whether a statement is a command is decided on its bytes, before anything
//! after its first word is cut into tokens.

use super::quotes::scan_double;
use super::{Lexer, TokenKind, is_space};
use crate::span::{Span, to_u32};

/// Names that stand for numbers: `pi -1` is a subtraction.
const CONSTANTS: [&[u8]; 11] =
    [b"pi", b"e", b"i", b"j", b"I", b"J", b"Inf", b"inf", b"NaN", b"nan", b"NA"];

/// The operators that could follow a name, longest first.
const OPERATORS: [&[u8]; 31] = [
    b".**", b"...", b"**", b"&&", b"||", b"==", b"~=", b"!=", b"<=", b">=", b".*", b"./", b".\\",
    b".^", b".'", b"++", b"--", b"+", b"-", b"*", b"/", b"\\", b"^", b"<", b">", b"&", b"|", b":",
    b"'", b"~", b"!",
];

/// Whether what follows `do` at the start of a statement shows that it is a
/// variable, as in `do = 3`, `do(1)` and `do * 2`: nothing that starts a statement
/// can stand there.
pub(crate) fn continues_do(rest: &[u8]) -> bool {
    match rest {
        [b'.', b'.', ..] => return false,
        [b'(' | b'.' | b'{' | b'\'', ..] => return true,
        _ => {}
    }
    let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
    match &rest[blanks..] {
        [b'=' | b'*' | b'/' | b'^' | b'<' | b'>' | b'&' | b'|' | b':', ..] => true,
        [b'.', next, ..] => !next.is_ascii_digit() && *next != b'.',
        [b'~' | b'!', b'=', ..] => true,
        [b'+' | b'-', b' ', ..] => blanks > 0,
        _ => false,
    }
}

impl Lexer<'_> {
    /// Whether the name `name`, which starts a statement and is not a variable,
    /// is followed by the arguments of a command.
    pub(crate) fn looks_like_command(&self, name: Span) -> bool {
        let rest = &self.text[name.end as usize..];
        let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
        if blanks == 0 {
            return false;
        }
        let rest = &rest[blanks..];
        let Some(&first) = rest.first() else { return false };
        match first {
            b'\n' | b'\r' | b';' | b',' | b'(' | b'{' | b'%' => return false,
            b'#' => return false,
            b'=' if rest.get(1) != Some(&b'=') => return false,
            // A dot that starts no operator starts a path: `cd .`, `cd ..`.
            b'.' if rest.starts_with(b"..") && !rest.starts_with(b"...") => return true,
            _ => {}
        }
        let Some(operator) = OPERATORS.iter().find(|operator| rest.starts_with(operator)) else {
            return true;
        };
        if *operator == b"..." || CONSTANTS.contains(&&self.text[name.range()]) {
            return false;
        }
        let after = &rest[operator.len()..];
        let blanks = after.iter().take_while(|&&byte| is_space(byte)).count();
        let ends_statement =
            matches!(after.get(blanks), None | Some(b'\n' | b'\r' | b';' | b',' | b'%' | b'#'));
        match *operator {
            // These may end an expression, and a backslash may end a line.
            b"++" | b"--" | b"'" | b".'" | b"\\" if ends_statement => false,
            b"'" => true,
            // `x += 1` assigns however it is spaced.
            _ if after.starts_with(b"=") && !after.starts_with(b"==") => false,
            // `ls *`: an operator that nothing follows is an argument.
            _ => blanks == 0 || ends_statement,
        }
    }

    /// Reads the arguments of a command up to the end of the statement.
    pub(crate) fn command_words(&mut self) -> Vec<Span> {
        let mut words = Vec::new();
        loop {
            while is_space(self.byte(0)) {
                self.at += 1;
            }
            if self.text[self.at..].starts_with(b"...") && self.skip_trivia() {
                continue;
            }
            let start = self.at;
            self.command_word();
            if self.at == start {
                self.previous = TokenKind::Name;
                return words;
            }
            // An unclosed bracket may have kept blanks at the end.
            let visible = self.text[start..self.at].iter().rposition(|&byte| !is_space(byte));
            let end = start + visible.map_or(0, |last| last + 1);
            words.push(Span::new(to_u32(start), to_u32(end)));
        }
    }

    /// Skips one argument: quotes and brackets keep blanks and separators inside.
    fn command_word(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.byte(0) {
                b'\n' | b'\r' | b'%' => return,
                0 if self.at >= self.text.len() => return,
                b'#' if self.dialect.allows_octave() => return,
                b';' | b',' if depth == 0 => return,
                byte if is_space(byte) && depth == 0 => return,
                quote @ (b'\'' | b'"') => self.command_quote(quote),
                byte => {
                    match byte {
                        b'(' | b'[' | b'{' => depth += 1,
                        b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    self.at += 1;
                }
            }
        }
    }

    /// Skips a quoted part of an argument.
    fn command_quote(&mut self, quote: u8) {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let end = if quote == b'"' {
            scan_double(self.text, start, self.dialect.allows_octave())
        } else {
            let close = memchr::memchr3(quote, b'\n', b'\r', rest);
            close.filter(|&length| rest[length] == quote).map(|length| start + length + 2)
        };
        self.at = end.unwrap_or_else(|| {
            let line = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            start + 1 + line
        });
        if end.is_none() {
            self.unterminated(start, char::from(quote));
        }
    }

    /// Reads the rest of the line as one piece, blanks at its end left out.
    pub(crate) fn rest_of_line(&mut self, from: u32) -> Span {
        let start = from as usize;
        let rest = &self.text[start..];
        let end = memchr::memchr2(b'\n', b'\r', rest).map_or(self.text.len(), |at| start + at);
        self.at = end;
        self.previous = TokenKind::Name;
        let visible = self.text[start..end].iter().rposition(|&byte| !is_space(byte));
        Span::new(from, to_u32(start + visible.map_or(0, |last| last + 1)))
    }
}
