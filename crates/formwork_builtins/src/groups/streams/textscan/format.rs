//! The format of `textscan`: what each field is.

use formwork_runtime::{Class, Error, Result};

/// What a field is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Number(Class),
    Word,
    Quoted,
    Characters,
    Set(Box<[bool; 256]>),
    /// Bytes that must be there.
    Literal(Vec<u8>),
}

/// One piece of a format.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) discard: bool,
    pub(super) width: Option<usize>,
    pub(super) decimals: Option<usize>,
}

/// A format.
#[derive(Clone, Debug)]
pub(super) struct Format {
    pub(super) pieces: Vec<Piece>,
}

fn plain(kind: Kind) -> Piece {
    Piece { kind, discard: false, width: None, decimals: None }
}

fn number(template: &[u8], at: &mut usize) -> Option<usize> {
    let start = *at;
    while template.get(*at).is_some_and(u8::is_ascii_digit) {
        *at += 1;
    }
    std::str::from_utf8(&template[start..*at]).ok()?.parse().ok()
}

impl Format {
    /// So many numbers.
    pub(super) fn numbers(count: usize) -> Format {
        Format { pieces: vec![plain(Kind::Number(Class::Double)); count.max(1)] }
    }

    pub(super) fn parse(template: &[u8]) -> Result<Format> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        while let Some(&byte) = template.get(at) {
            if byte.is_ascii_whitespace() {
                at += 1;
                continue;
            }
            if byte != b'%' || template.get(at + 1) == Some(&b'%') {
                let start = at;
                let mut literal = Vec::new();
                while let Some(&byte) = template.get(at)
                    && !byte.is_ascii_whitespace()
                    && (byte != b'%' || template.get(at + 1) == Some(&b'%'))
                {
                    literal.push(byte);
                    at += if byte == b'%' { 2 } else { 1 };
                }
                debug_assert!(at > start, "a literal has characters");
                pieces.push(plain(Kind::Literal(literal)));
                continue;
            }
            let start = at;
            at += 1;
            let piece = conversion(template, &mut at).ok_or_else(|| {
                let end = at.max(start + 1).min(template.len());
                let shown = String::from_utf8_lossy(&template[start..end]).into_owned();
                Error::plain(format!("textscan: '{shown}' is not a valid format specifier"))
            })?;
            pieces.push(piece);
        }
        if pieces.is_empty() {
            return Ok(Format::numbers(1));
        }
        Ok(Format { pieces })
    }
}

fn conversion(template: &[u8], at: &mut usize) -> Option<Piece> {
    let discard = template.get(*at) == Some(&b'*');
    *at += usize::from(discard);
    let width = number(template, at);
    let mut decimals = None;
    if template.get(*at) == Some(&b'.') {
        *at += 1;
        decimals = number(template, at);
    }
    let letter = *template.get(*at)?;
    *at += 1;
    let kind = match letter {
        b'd' | b'u' | b'f' | b'n' => {
            let bits = number(template, at);
            Kind::Number(match (letter, bits) {
                (b'd', None | Some(32)) => Class::Int32,
                (b'd', Some(8)) => Class::Int8,
                (b'd', Some(16)) => Class::Int16,
                (b'd', Some(64)) => Class::Int64,
                (b'u', None | Some(32)) => Class::Uint32,
                (b'u', Some(8)) => Class::Uint8,
                (b'u', Some(16)) => Class::Uint16,
                (b'u', Some(64)) => Class::Uint64,
                (b'f', Some(32)) => Class::Single,
                (b'f', None | Some(64)) | (b'n', None) => Class::Double,
                _ => return None,
            })
        }
        b's' => Kind::Word,
        b'q' => Kind::Quoted,
        b'c' => Kind::Characters,
        b'[' => Kind::Set(set(template, at)?),
        _ => return None,
    };
    Some(Piece { kind, discard, width, decimals })
}

/// The bytes of a set in brackets, whose start is behind the bracket.
fn set(template: &[u8], at: &mut usize) -> Option<Box<[bool; 256]>> {
    let negated = template.get(*at) == Some(&b'^');
    *at += usize::from(negated);
    let mut members = [negated; 256];
    let first = *at;
    loop {
        let byte = *template.get(*at)?;
        if byte == b']' && *at > first {
            *at += 1;
            return Some(Box::new(members));
        }
        let last = match (template.get(*at + 1), template.get(*at + 2)) {
            (Some(b'-'), Some(&last)) if last != b']' => Some(last),
            _ => None,
        };
        for member in byte..=last.unwrap_or(byte) {
            members[usize::from(member)] = !negated;
        }
        *at += if last.is_some() { 3 } else { 1 };
    }
}
