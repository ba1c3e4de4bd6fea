//! The formats of Netpbm: a letter and a digit, the extents, the largest sample, the samples as
//! text or bytes.

use formwork_runtime::Value;

use super::{Drawn, Format, Picture, Samples, palette};
use crate::variable::{Malformed, Outcome};

/// Words between blanks and comments.
struct Words<'b> {
    rest: &'b [u8],
}

impl Words<'_> {
    fn skip_blanks(&mut self) {
        loop {
            match self.rest {
                [b'#', after @ ..] => {
                    let end = after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
                    self.rest = &after[end..];
                }
                [byte, after @ ..] if byte.is_ascii_whitespace() => self.rest = after,
                _ => return,
            }
        }
    }

    fn number(&mut self) -> Outcome<usize> {
        self.skip_blanks();
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (word, rest) = self.rest.split_at(digits);
        self.rest = rest;
        let text = std::str::from_utf8(word).unwrap_or_default();
        text.parse().map_err(|_| Malformed::Broken("a number is missing".to_owned()))
    }

    /// A digit, which needs no blank behind it.
    fn bit(&mut self) -> Outcome<u16> {
        self.skip_blanks();
        match self.rest {
            [bit @ (b'0' | b'1'), rest @ ..] => {
                self.rest = rest;
                Ok(u16::from(bit - b'0'))
            }
            _ => Malformed::broken("a bit is missing"),
        }
    }
}

pub(super) fn read(bytes: &[u8]) -> Outcome<Picture> {
    let kind = bytes.get(1).copied().unwrap_or_default();
    let mut words = Words { rest: bytes.get(2..).unwrap_or_default() };
    let columns = words.number()?;
    let rows = words.number()?;
    let bits = matches!(kind, b'1' | b'4');
    let largest = if bits { 1 } else { words.number()? };
    if !(1..=65535).contains(&largest) {
        return Malformed::broken("the largest sample is no sample");
    }
    let channels = if matches!(kind, b'3' | b'6') { 3 } else { 1 };
    let count = Samples::count(rows, columns, channels)?;
    if kind > b'3' {
        // One blank stands behind the header.
        words.rest = words.rest.get(1..).unwrap_or_default();
    }
    // A sample takes a bit at least.
    if count / 8 > words.rest.len() {
        return Malformed::broken("samples are missing");
    }
    let largest = largest as u32;
    let full = if largest > 255 { 65535 } else { 255 };
    let scaled = |value: u32| {
        let value = value.min(largest);
        ((2 * value * u32::from(full) + largest) / (2 * largest)) as u16
    };
    let mut values = Vec::with_capacity(count);
    match kind {
        b'1' => {
            for _ in 0..count {
                values.push(255 * (1 - words.bit()?));
            }
        }
        b'2' | b'3' => {
            for _ in 0..count {
                values.push(scaled(u32::try_from(words.number()?).unwrap_or(u32::MAX)));
            }
        }
        b'4' => {
            let line = columns.div_ceil(8);
            for row in 0..rows {
                for column in 0..columns {
                    let byte = words.rest.get(row * line + column / 8).copied();
                    let byte = byte.ok_or_else(missing)?;
                    values.push(if byte >> (7 - column % 8) & 1 == 1 { 0 } else { 255 });
                }
            }
        }
        _ => {
            let wide = largest > 255;
            for place in 0..count {
                let at = |place: usize| {
                    words.rest.get(place).copied().map(u32::from).ok_or_else(missing)
                };
                let value =
                    if wide { at(2 * place)? << 8 | at(2 * place + 1)? } else { at(place)? };
                values.push(scaled(value));
            }
        }
    }
    let samples = Samples { rows, columns, channels, full, values };
    Ok(if largest == 1 && channels == 1 {
        let map = Some(palette(&[0, 0, 0, 255, 255, 255]));
        Picture { image: samples.truth(0..1), map, alpha: None }
    } else {
        // Colours that are all grey have one page.
        let is_grey =
            samples.values.chunks(3).all(|point| matches!(point, [r, g, b] if r == g && g == b));
        let pages = if channels == 3 && is_grey { 1 } else { channels };
        Picture { image: samples.value(0..pages), map: None, alpha: None }
    })
}

fn missing() -> Malformed {
    Malformed::Broken("samples are missing".to_owned())
}

pub(super) fn write(picture: &Drawn<'_>, format: Format) -> Outcome<Vec<u8>> {
    if picture.map.is_some() || picture.alpha.is_some() {
        return Malformed::unsupported("only PNG has palettes and Alpha");
    }
    let samples = Samples::of(picture.image, false)?;
    let kind = match (format, samples.channels) {
        (Format::Ppm, _) | (Format::Pnm, 3) => b'6',
        (Format::Pbm, 1) => b'4',
        (Format::Pnm, _) if matches!(picture.image, Value::Bool(_)) => b'4',
        (Format::Pgm | Format::Pnm, 1) => b'5',
        _ => return Malformed::unsupported("such a file has one page, or three of colours"),
    };
    let mut bytes =
        format!("P{}\n{} {}\n", char::from(kind), samples.columns, samples.rows).into_bytes();
    if kind == b'4' {
        let half = samples.full / 2;
        let black = samples.values.iter().map(|&value| u16::from(value <= half)).collect();
        bytes.extend(super::png::packed(&Samples { values: black, ..samples }));
        return Ok(bytes);
    }
    bytes.extend(format!("{}\n", samples.full).into_bytes());
    let times = if kind == b'6' && samples.channels == 1 { 3 } else { 1 };
    for &value in &samples.values {
        for _ in 0..times {
            let pair = value.to_be_bytes();
            bytes.extend(if samples.full > 255 { &pair[..] } else { &pair[1..] });
        }
    }
    Ok(bytes)
}
