//! `regexprep`: replacing what matches.

use formwork_runtime::{Error, Quote, Result, Value, memory};

use super::pattern::{Match, Options, Pattern};
use super::subject::{implicit_text, text_list};
use crate::context::{Args, Context, Values, one};
use crate::kit::text::map_cell;

/// A piece of a replacement.
enum Piece {
    Text(Vec<u8>),
    /// `$0` is the match, `$1` its first token.
    Token(usize),
}

/// Reads the escapes of a replacement in single quotes, leaving those of `\` and `$`.
fn escapes(text: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'\\' || at + 1 == text.len() {
            result.push(text[at]);
            at += 1;
            continue;
        }
        let code = text[at + 1];
        at += 2;
        match code {
            b'0'..=b'7' => {
                at = code_point(text, at - 1, 8, 3, &mut result);
            }
            b'o' => at = code_point(text, at, 8, 3, &mut result),
            b'x' => at = code_point(text, at, 16, 2, &mut result),
            b'$' | b'\\' => result.extend_from_slice(&[b'\\', code]),
            b'a' => result.push(7),
            b'b' => result.push(8),
            b'f' => result.push(12),
            b'n' => result.push(b'\n'),
            b'r' => result.push(b'\r'),
            b't' => result.push(b'\t'),
            b'v' => result.push(11),
            other => result.push(other),
        }
    }
    result
}

/// Reads a code of at most so many digits, in braces or not; gives where it ends.
fn code_point(text: &[u8], from: usize, radix: u32, most: usize, result: &mut Vec<u8>) -> usize {
    let braced = text.get(from) == Some(&b'{');
    let start = from + usize::from(braced);
    let (mut value, mut end) = (0u32, start);
    while end < start + most
        && let Some(digit) = text.get(end).and_then(|&byte| (byte as char).to_digit(radix))
    {
        value = value * radix + digit;
        end += 1;
    }
    if braced && text.get(end) == Some(&b'}') {
        end += 1;
    }
    result.push(value as u8);
    end
}

fn pieces(replacement: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut at = 0;
    while at < replacement.len() {
        let next = replacement.get(at + 1).copied();
        match (replacement[at], next) {
            (b'\\', Some(escaped @ (b'$' | b'\\'))) => {
                text.push(escaped);
                at += 2;
            }
            (b'$', Some(digit)) if digit.is_ascii_digit() => {
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                pieces.push(Piece::Token(usize::from(digit - b'0')));
                at += 2;
            }
            (byte, _) => {
                text.push(byte);
                at += 1;
            }
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

fn replaced(text: &[u8], matches: &[Match], pieces: &[Piece]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut from = 0;
    for found in matches {
        memory::grow(&mut result, found.start.saturating_sub(from));
        result.extend_from_slice(&text[from.min(found.start)..found.start]);
        for piece in pieces {
            match piece {
                Piece::Text(bytes) => {
                    memory::grow(&mut result, bytes.len());
                    result.extend_from_slice(bytes);
                }
                Piece::Token(0) => result.extend_from_slice(&text[found.start..found.end]),
                Piece::Token(number) => {
                    if let Some(&(start, end)) = found.tokens.get(number - 1) {
                        result.extend_from_slice(&text[start..end]);
                    }
                }
            }
        }
        from = found.end.max(found.start);
    }
    result.extend_from_slice(&text[from..]);
    result
}

pub(super) fn regexprep(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut options = Options::default();
    for option in &args[3..] {
        let Some(name) = option.as_text() else {
            return Err(Error::plain("regexprep: optional arguments must be strings"));
        };
        let name = name.to_ascii_lowercase();
        let known = options.read(&name)
            || matches!(
                name.as_str(),
                "warnings"
                    | "tokenextents"
                    | "match"
                    | "tokens"
                    | "names"
                    | "split"
                    | "start"
                    | "end"
            );
        if !known {
            return Err(Error::plain("regexprep: unrecognized option"));
        }
    }
    let patterns = text_list(&args[1]);
    let replacements = text_list(&args[2]);
    if replacements.len() != 1 && patterns.len() != 1 && replacements.len() != patterns.len() {
        return Err(Error::plain("regexprep: inconsistent cell array dimensions"));
    }
    let mut steps = Vec::with_capacity(patterns.len());
    for (place, pattern) in patterns.iter().enumerate() {
        let (pattern, quote) = implicit_text(cx, pattern)?;
        let single = quote == Quote::Single;
        let pattern = Pattern::with_options("regexprep", &pattern, single, &options)?;
        let Some(replacement) = replacements.get(place).or_else(|| replacements.first()) else {
            continue;
        };
        let (replacement, quote) = implicit_text(cx, replacement)?;
        let replacement = if quote == Quote::Single { escapes(&replacement) } else { replacement };
        steps.push((pattern, pieces(&replacement)));
    }
    let mut apply = |value: Value| -> Result<Value> {
        let (mut text, _) = implicit_text(cx, &value)?;
        let mut changed = false;
        for (pattern, pieces) in &steps {
            let matches = pattern.matches(cx, &text, &options)?;
            if !matches.is_empty() {
                text = replaced(&text, &matches, pieces);
                changed = true;
            }
        }
        let keeps = !changed && value.is_string();
        Ok(match value {
            Value::Char(array, _) if keeps => Value::Char(array, Quote::Single),
            _ => Value::text(text),
        })
    };
    match args[0].clone() {
        Value::Cell(cell) => one(map_cell(cell, apply)?),
        other => one(apply(other)?),
    }
}
