//! Text to tokens.

use super::ReadError;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// A word.
    Word(String),
    /// Digits with what belongs to them, and the suffix that tells the type.
    Number { digits: String, suffix: String },
    /// Text in quotes.
    Text(String),
    /// A sign.
    Sign(&'static str),
    /// A comment at the beginning of a line.
    Comment(String),
    /// Nothing is left.
    End,
}

const SIGNS: &[&str] = &[
    "->", "..", "==", "!=", "<=", ">=", "&&", "||", "(", ")", "{", "}", "[", "]", ",", ":", "=",
    "<", ">", "+", "-", "*", "/", "!", "@", "?",
];

/// The tokens of a text, with their lines.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, ReadError> {
    let mut tokens = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        if let Some(comment) = line.strip_prefix('#') {
            tokens.push((Token::Comment(comment.trim().to_owned()), number));
            continue;
        }
        let mut rest = line.trim_start();
        while !rest.is_empty() && !rest.starts_with('#') {
            let (token, after) = token(rest, number)?;
            tokens.push((token, number));
            rest = after.trim_start();
        }
    }
    tokens.push((Token::End, text.lines().count()));
    Ok(tokens)
}

fn split_while(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !belongs(c)).unwrap_or(text.len()))
}

fn token(text: &str, line: usize) -> Result<(Token, &str), ReadError> {
    if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let (word, rest) = split_while(text, |c| c.is_ascii_alphanumeric() || c == '_');
        return Ok((Token::Word(word.to_owned()), rest));
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(number(text));
    }
    if let Some(rest) = text.strip_prefix('"') {
        return quoted(rest, line);
    }
    for sign in SIGNS {
        if let Some(rest) = text.strip_prefix(sign) {
            return Ok((Token::Sign(sign), rest));
        }
    }
    let sign = text.chars().next().unwrap_or(' ');
    Err(ReadError::new(line, format!("`{sign}` means nothing here")))
}

fn number(text: &str) -> (Token, &str) {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut end = split_while(text, is_digit).0.len();
    let after = &text[end..];
    // `0..n` is a number and two points.
    if after.starts_with('.') && !after.starts_with("..") {
        end += 1 + split_while(&after[1..], is_digit).0.len();
    }
    if let Some(power) = text[end..].strip_prefix('e') {
        let signed = power.strip_prefix('-').unwrap_or(power);
        let digits = split_while(signed, is_digit).0.len();
        if digits > 0 {
            end += 1 + (power.len() - signed.len()) + digits;
        }
    }
    let (suffix, rest) = split_while(&text[end..], |c| c.is_ascii_alphanumeric());
    (Token::Number { digits: text[..end].to_owned(), suffix: suffix.to_owned() }, rest)
}

fn quoted(text: &str, line: usize) -> Result<(Token, &str), ReadError> {
    let mut content = String::new();
    let mut characters = text.char_indices();
    while let Some((place, character)) = characters.next() {
        match character {
            '"' => return Ok((Token::Text(content), &text[place + 1..])),
            '\\' => match characters.next() {
                Some((_, 'n')) => content.push('\n'),
                Some((_, 't')) => content.push('\t'),
                Some((_, other)) => content.push(other),
                None => break,
            },
            other => content.push(other),
        }
    }
    Err(ReadError::new(line, "a text does not end"))
}
