//! The length of texts, and what changes it or the order of characters: `strip`, `pad`, `reverse`.

use formwork_runtime::{Error, Result, StringElement, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::strings::Texts;

pub(super) fn strlength(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("strlength", &args[0])?;
    one(Value::Double(texts.ask(f64::NAN, |text| text.len() as f64)))
}

pub(super) fn reverse(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("reverse", &args[0])?;
    let turned =
        |_, text: &[u8]| StringElement::new(text.iter().rev().copied().collect::<Vec<_>>());
    one(texts.map(turned).give())
}

/// At which ends of a text something is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Both,
}

impl Side {
    fn of(value: &Value) -> Option<Side> {
        let text = value.as_text()?.to_ascii_lowercase();
        match &*text {
            "left" => Some(Side::Left),
            "right" => Some(Side::Right),
            "both" => Some(Side::Both),
            _ => None,
        }
    }
}

/// The one character that an option is.
fn character(name: &str, value: &Value) -> Result<u8> {
    match value.as_bytes() {
        Some([byte]) => Ok(*byte),
        _ => Err(Error::plain(format!("{name}: the character must be one"))),
    }
}

/// A side and a character, in this order, either of which may be left out.
fn side_and_character(name: &str, options: &[Value], default: Side) -> Result<(Side, Option<u8>)> {
    match options {
        [] => Ok((default, None)),
        [option] => match Side::of(option) {
            Some(side) => Ok((side, None)),
            None => Ok((default, Some(character(name, option)?))),
        },
        [side, byte, ..] => {
            let side = Side::of(side).ok_or_else(|| {
                Error::plain(format!("{name}: the side must be left, right or both"))
            })?;
            Ok((side, Some(character(name, byte)?)))
        }
    }
}

pub(super) fn strip(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("strip", &args[0])?;
    let (side, byte) = side_and_character("strip", &args[1..], Side::Both)?;
    let goes = |other: &u8| match byte {
        Some(byte) => *other == byte,
        None => matches!(other, b' ' | b'\t' | b'\n' | b'\r' | 11 | 12 | 0),
    };
    let stripped = |_, text: &[u8]| {
        let first = text.iter().position(|byte| !goes(byte)).unwrap_or(text.len());
        let end = text.iter().rposition(|byte| !goes(byte)).map_or(first, |last| last + 1);
        StringElement::new(match side {
            Side::Left => &text[first..],
            Side::Right => &text[..if first == text.len() { 0 } else { end }],
            Side::Both => &text[first..end],
        })
    };
    one(texts.map(stripped).give())
}

pub(super) fn pad(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("pad", &args[0])?;
    let longest = texts.present().into_iter().map(<[u8]>::len).max().unwrap_or(0);
    let (length, options) = match args.get(1) {
        Some(value) if value.is_numeric() => {
            let length = value.to_f64().filter(|x| *x >= 0.0 && x.fract() == 0.0);
            let length =
                length.ok_or_else(|| Error::plain("pad: the length must be a whole number"))?;
            (length as usize, &args[2..])
        }
        _ => (longest, &args[1..]),
    };
    formwork_runtime::memory::reserve::<u8>(&formwork_runtime::Dims::matrix(
        texts.elements.len(),
        length.max(longest),
    ))?;
    let (side, byte) = side_and_character("pad", options, Side::Right)?;
    let byte = byte.unwrap_or(b' ');
    let padded = |_, text: &[u8]| {
        let room = length.saturating_sub(text.len());
        let (left, right) = match side {
            Side::Left => (room, 0),
            Side::Right => (0, room),
            // What cannot be shared goes to the right.
            Side::Both => (room / 2, room - room / 2),
        };
        StringElement::new([&vec![byte; left][..], text, &vec![byte; right][..]].concat())
    };
    one(texts.map(padded).give())
}
