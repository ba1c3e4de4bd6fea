//! The `printf` family: templates, and how they take their arguments.

use std::borrow::Cow;

use crate::C64;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::value::{Quote, Value};

use super::field::{Field, Flags, Item, character};

/// A part of a template.
#[derive(Debug)]
enum Piece {
    Literal(Vec<u8>),
    Conversion(Conversion),
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    None,
    Given(usize),
    /// `*`
    Argument,
}

/// `%…d`
#[derive(Clone, Copy, Debug)]
struct Conversion {
    flags: Flags,
    width: Amount,
    precision: Amount,
    letter: u8,
}

/// Text with its escapes read, and what was wrong with them.
#[must_use]
pub fn escapes(text: &[u8]) -> (Vec<u8>, Vec<String>) {
    let mut out = Vec::with_capacity(text.len());
    let mut complaints = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some(&kind) = text.get(at) else {
            out.push(b'\\');
            break;
        };
        at += 1;
        match kind {
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'v' => out.push(11),
            b'\\' | b'\'' | b'"' => out.push(kind),
            b'0'..=b'7' => {
                let mut code = u32::from(kind - b'0');
                let end = (at + 2).min(text.len());
                while at < end && (b'0'..=b'7').contains(&text[at]) {
                    code = code * 8 + u32::from(text[at] - b'0');
                    at += 1;
                }
                out.push(code as u8);
            }
            b'x' => {
                let mut code = 0u32;
                let start = at;
                while at < text.len()
                    && at < start + 2
                    && let Some(digit) = char::from(text[at]).to_digit(16)
                {
                    code = code * 16 + digit;
                    at += 1;
                }
                if at == start {
                    complaints.push(
                        "malformed hex escape sequence '\\x' -- converting to '\\0'".to_owned(),
                    );
                }
                out.push(code as u8);
            }
            other => {
                let other_text = char::from(other);
                complaints.push(format!(
                    "unrecognized escape sequence '\\{other_text}' -- converting to '{other_text}'"
                ));
                out.push(other);
            }
        }
    }
    (out, complaints)
}

/// What `sprintf` gives.
///
/// # Errors
///
/// As in GNU Octave.
pub fn sprintf_values(
    name: &str,
    template: &Value,
    arguments: &[Value],
    out: &mut Vec<u8>,
) -> Result<()> {
    let Value::Char(array, quote) = template else {
        return Err(Error::plain(format!("{name}: format TEMPLATE must be a string")));
    };
    let first_row: Cow<'_, [u8]> = if array.dims().rows() <= 1 && array.dims().is_matrix() {
        Cow::Borrowed(array.as_slice())
    } else {
        Cow::Owned(
            template.char_rows().and_then(|rows| rows.into_iter().next()).unwrap_or_default(),
        )
    };
    let text = if *quote == Quote::Single { Cow::Owned(escapes(&first_row).0) } else { first_row };
    let pieces = parse(name, &text)?;
    for argument in arguments {
        let kind = match argument {
            Value::Cell(_) => "cell",
            Value::Struct(structs) if structs.dims().is_scalar() => "scalar struct",
            Value::Struct(_) => "struct",
            Value::Exception(_) => "scalar struct",
            Value::Map(_) | Value::Parser(_) | Value::Object(_) => "object",
            Value::Cleanup(_) => "onCleanup",
            _ => continue,
        };
        return Err(Error::plain(format!("{name}: wrong type argument '{kind}'")));
    }
    out.reserve(text.len());
    run(name, &pieces, arguments, out)
}

fn parse(name: &str, text: &[u8]) -> Result<Vec<Piece>> {
    let invalid = || Error::plain(format!("{name}: invalid format specified"));
    let mut pieces = Vec::new();
    let mut literal = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        if byte != b'%' {
            literal.push(byte);
            continue;
        }
        let mut flags = Flags::default();
        while let Some(flag) = text.get(at) {
            match flag {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                _ => break,
            }
            at += 1;
        }
        let amount = |at: &mut usize| {
            if text.get(*at) == Some(&b'*') {
                *at += 1;
                return Amount::Argument;
            }
            let start = *at;
            while text.get(*at).is_some_and(u8::is_ascii_digit) {
                *at += 1;
            }
            if *at == start {
                return Amount::None;
            }
            let digits = text[start..*at].iter().fold(0usize, |sum, digit| {
                sum.saturating_mul(10).saturating_add(usize::from(digit - b'0'))
            });
            Amount::Given(digits.min(1 << 24))
        };
        let width = amount(&mut at);
        let mut precision = Amount::None;
        if text.get(at) == Some(&b'.') {
            at += 1;
            precision = match amount(&mut at) {
                Amount::None => Amount::Given(0),
                other => other,
            };
        }
        let modifier = match text.get(at) {
            Some(&letter @ (b'l' | b'h' | b'L')) => {
                at += 1;
                Some(letter)
            }
            _ => None,
        };
        let Some(&letter) = text.get(at) else { return Err(invalid()) };
        at += 1;
        match (letter, modifier) {
            (b'%', None) => {
                literal.push(b'%');
                continue;
            }
            (b'd' | b'i' | b'o' | b'x' | b'X' | b'u', None | Some(b'l' | b'h'))
            | (b'c', None | Some(b'l'))
            | (b's' | b'p', None)
            | (b'f' | b'e' | b'E' | b'g' | b'G', None | Some(b'L')) => {}
            _ => return Err(invalid()),
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(std::mem::take(&mut literal)));
        }
        pieces.push(Piece::Conversion(Conversion { flags, width, precision, letter }));
    }
    if !literal.is_empty() {
        pieces.push(Piece::Literal(literal));
    }
    Ok(pieces)
}

enum Elements<'a> {
    Text(&'a [u8]),
    Real(Cow<'a, Array<f64>>),
    Integer(Array<i128>),
    Complex(Cow<'a, Array<C64>>),
    Handle,
}

impl Elements<'_> {
    fn of(value: &Value) -> Elements<'_> {
        match value {
            Value::Char(array, _) => Elements::Text(array.as_slice()),
            Value::Complex(_) | Value::ComplexSingle(_) => {
                value.to_c64_array().map_or(Elements::Handle, Elements::Complex)
            }
            integers if integers.class().is_integer() => {
                integers.to_wide_integers().map_or(Elements::Handle, Elements::Integer)
            }
            other => other.to_f64_array().map_or(Elements::Handle, Elements::Real),
        }
    }

    fn len(&self) -> usize {
        match self {
            Elements::Text(text) => text.len(),
            Elements::Real(array) => array.numel(),
            Elements::Integer(array) => array.numel(),
            Elements::Complex(array) => array.numel(),
            Elements::Handle => 0,
        }
    }

    /// The elements as text, if all of them are characters.
    /// The characters that stand in a row from a place on.
    fn run_of_characters(&self, at: usize) -> Vec<u8> {
        fn run<T>(data: &[T], character: impl Fn(&T) -> Option<u8>) -> Vec<u8> {
            data.iter().map_while(character).collect()
        }
        match self {
            Elements::Text(text) => text[at..].to_vec(),
            Elements::Real(array) => run(&array.as_slice()[at..], |&x| character(x)),
            Elements::Integer(array) => run(&array.as_slice()[at..], |&x| u8::try_from(x).ok()),
            Elements::Complex(array) => run(&array.as_slice()[at..], |z| character(z.re)),
            Elements::Handle => Vec::new(),
        }
    }
}

struct Cursor<'a> {
    name: &'a str,
    arguments: &'a [Value],
    argument: usize,
    elements: Option<Elements<'a>>,
    element: usize,
}

impl<'a> Cursor<'a> {
    fn is_at_end(&self) -> bool {
        self.argument >= self.arguments.len()
    }

    fn next_argument(&mut self) {
        self.argument += 1;
        self.elements = None;
        self.element = 0;
    }

    /// The next thing for a conversion with that letter.
    fn next(&mut self, letter: u8) -> Result<Item<'a>> {
        let Some(argument) = self.arguments.get(self.argument) else { return Ok(Item::Empty) };
        if self.elements.is_none() {
            self.elements = Some(Elements::of(argument));
        }
        let Some(elements) = &self.elements else { return Ok(Item::Empty) };
        let at = self.element;
        let len = elements.len();
        if len == 0 {
            if matches!(elements, Elements::Handle) && letter == b's' {
                return Err(Error::plain(
                    "octave_base_value::array_value(): wrong type argument 'function handle'",
                ));
            }
            self.next_argument();
            return Ok(Item::Empty);
        }
        if letter == b's' {
            if let Elements::Text(text) = elements {
                let rest = Cow::Borrowed(&text[at..]);
                self.next_argument();
                return Ok(Item::Text(rest));
            }
            // One character needs no detour.
            let run = if len > 1 { elements.run_of_characters(at) } else { Vec::new() };
            if !run.is_empty() {
                self.element += run.len();
                if self.element >= len {
                    self.next_argument();
                }
                return Ok(Item::Text(Cow::Owned(run)));
            }
        }
        let item = match elements {
            Elements::Text(text) => Item::Real(f64::from(text[at])),
            Elements::Real(array) => Item::Real(array.as_slice()[at]),
            Elements::Integer(array) => Item::Integer(array.as_slice()[at]),
            Elements::Complex(array) => {
                let z = array.as_slice()[at];
                if z.im == 0.0 { Item::Real(z.re) } else { Item::Complex(z) }
            }
            Elements::Handle => Item::Empty,
        };
        self.element += 1;
        if self.element >= len {
            self.next_argument();
        }
        Ok(item)
    }

    /// A width or a precision that an argument gives.
    fn amount(&mut self) -> Result<usize> {
        let x = match self.next(b'd')? {
            Item::Real(x) => x,
            Item::Integer(x) => x as f64,
            Item::Complex(z) => z.re,
            Item::Empty if !self.arguments.is_empty() => {
                return Err(Error::plain("invalid conversion from real matrix to real scalar"));
            }
            Item::Text(_) | Item::Empty => -1.0,
        };
        if x < 0.0 || x.fract() != 0.0 || x > f64::from(i32::MAX) {
            return Err(Error::plain(format!(
                "{}: invalid field width, must be integer >= 0 and <= INT_MAX",
                self.name
            )));
        }
        Ok((x as usize).min(1 << 24))
    }
}

fn run(name: &str, pieces: &[Piece], arguments: &[Value], out: &mut Vec<u8>) -> Result<()> {
    let conversions = pieces.iter().any(|piece| matches!(piece, Piece::Conversion(_)));
    let mut cursor = Cursor { name, arguments, argument: 0, elements: None, element: 0 };
    loop {
        for piece in pieces {
            match piece {
                Piece::Literal(text) => out.extend_from_slice(text),
                Piece::Conversion(conversion) => {
                    if cursor.is_at_end() {
                        if arguments.is_empty() && conversion.width == Amount::Argument {
                            return Err(Error::plain(
                                "octave_base_value::double_value (): \
                                 wrong type argument '<unknown type>'",
                            ));
                        }
                        return Ok(());
                    }
                    let mut read = |amount| match amount {
                        Amount::None => Ok(None),
                        Amount::Given(amount) => Ok(Some(amount)),
                        Amount::Argument => cursor.amount().map(Some),
                    };
                    let width = read(conversion.width)?.unwrap_or(0);
                    let mut precision = read(conversion.precision)?;
                    // Octave reads it, but does not cut text to it.
                    if conversion.letter == b's' && conversion.precision == Amount::Argument {
                        precision = None;
                    }
                    if cursor.is_at_end() {
                        return Ok(());
                    }
                    let field = Field {
                        flags: conversion.flags,
                        width,
                        precision,
                        letter: conversion.letter,
                    };
                    let item = cursor.next(conversion.letter)?;
                    field.write(item, out)?;
                }
            }
        }
        if !conversions || cursor.is_at_end() {
            return Ok(());
        }
    }
}
