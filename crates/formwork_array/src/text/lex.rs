//! Characters to tokens.

use crate::diagnostic::{Diagnostic, TextPosition};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Int(i64),
    Double(f64),
    Float(f32),
    Text(String),
    /// An operator, a bracket or a separator.
    Sign(&'static str),
    End,
}

/// The signs, longer ones before their beginnings.
const SIGNS: [&str; 28] = [
    "++", "==", "!=", "<=", ">=", "&&", "||", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
    "=", "<", ">", "+", "-", "*", "/", "%", "!", "?", "^",
];

/// A token and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Lexeme {
    pub token: Token,
    pub place: TextPosition,
}

struct Cursor<'t> {
    rest: &'t str,
    place: TextPosition,
}

impl Cursor<'_> {
    fn advance(&mut self, bytes: usize) {
        for character in self.rest[..bytes].chars() {
            if character == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.rest = &self.rest[bytes..];
    }
}

/// The tokens of a text; the last one is [`Token::End`].
pub(crate) fn lex(text: &str, errors: &mut Vec<Diagnostic>) -> Vec<Lexeme> {
    let mut cursor = Cursor { rest: text, place: TextPosition { line: 1, column: 1 } };
    let mut lexemes = Vec::new();
    loop {
        skip_blank(&mut cursor, errors);
        let place = cursor.place;
        let Some(first) = cursor.rest.chars().next() else {
            lexemes.push(Lexeme { token: Token::End, place });
            return lexemes;
        };
        let token = if first.is_ascii_alphabetic() || first == '_' {
            Some(lex_name(&mut cursor))
        } else if first.is_ascii_digit() {
            lex_number(&mut cursor, errors)
        } else if first == '"' {
            Some(lex_text(&mut cursor, errors))
        } else if let Some(sign) = SIGNS.iter().find(|sign| cursor.rest.starts_with(**sign)) {
            cursor.advance(sign.len());
            Some(Token::Sign(sign))
        } else {
            errors.push(Diagnostic::new(place, format!("`{first}` means nothing here")));
            cursor.advance(first.len_utf8());
            None
        };
        lexemes.extend(token.map(|token| Lexeme { token, place }));
    }
}

fn skip_blank(cursor: &mut Cursor<'_>, errors: &mut Vec<Diagnostic>) {
    loop {
        let blank = cursor.rest.len() - cursor.rest.trim_start().len();
        cursor.advance(blank);
        if cursor.rest.starts_with("//") {
            cursor.advance(cursor.rest.find('\n').unwrap_or(cursor.rest.len()));
        } else if cursor.rest.starts_with("/*") {
            if let Some(end) = cursor.rest.find("*/") {
                cursor.advance(end + 2);
            } else {
                errors.push(
                    Diagnostic::new(cursor.place, "this comment does not end")
                        .with_help("close it with `*/`"),
                );
                cursor.advance(cursor.rest.len());
            }
        } else if blank == 0 {
            return;
        }
    }
}

fn lex_name(cursor: &mut Cursor<'_>) -> Token {
    let is_part = |character: char| {
        character.is_ascii_alphanumeric() || character == '_' || character == '\''
    };
    let length = cursor.rest.find(|character| !is_part(character)).unwrap_or(cursor.rest.len());
    let name = cursor.rest[..length].to_owned();
    cursor.advance(length);
    Token::Name(name)
}

fn lex_number(cursor: &mut Cursor<'_>, errors: &mut Vec<Diagnostic>) -> Option<Token> {
    let place = cursor.place;
    let bytes = cursor.rest.as_bytes();
    let digits =
        |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut length = digits(0);
    let mut is_int = true;
    if bytes.get(length) == Some(&b'.') && bytes.get(length + 1).is_some_and(u8::is_ascii_digit) {
        length += 1 + digits(length + 1);
        is_int = false;
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let exponent = digits((length + 1 + sign).min(bytes.len()));
        if exponent > 0 {
            length += 1 + sign + exponent;
            is_int = false;
        }
    }
    let text = &cursor.rest[..length];
    let is_float = bytes.get(length) == Some(&b'f');
    let token = if is_float {
        text.parse().ok().map(Token::Float)
    } else if is_int {
        text.parse().ok().map(Token::Int)
    } else {
        text.parse().ok().map(Token::Double)
    };
    if token.is_none() {
        errors.push(
            Diagnostic::new(place, format!("the number {text} is too large"))
                .with_help("integers have 64 bits"),
        );
    }
    cursor.advance(length + usize::from(is_float));
    // What was too large is still a number: one error is enough.
    token.or(Some(Token::Int(0)))
}

fn lex_text(cursor: &mut Cursor<'_>, errors: &mut Vec<Diagnostic>) -> Token {
    let place = cursor.place;
    let mut text = String::new();
    let mut length = 1;
    let mut characters = cursor.rest[1..].chars();
    loop {
        match characters.next() {
            Some('"') => {
                length += 1;
                break;
            }
            Some('\\') => match characters.next() {
                Some('n') => {
                    text.push('\n');
                    length += 2;
                }
                Some(other) => {
                    text.push(other);
                    length += 1 + other.len_utf8();
                }
                None => length += 1,
            },
            Some('\n') | None => {
                errors.push(
                    Diagnostic::new(place, "this text does not end")
                        .with_help("close it with `\"`"),
                );
                break;
            }
            Some(other) => {
                text.push(other);
                length += other.len_utf8();
            }
        }
    }
    cursor.advance(length.min(cursor.rest.len()));
    Token::Text(text)
}
