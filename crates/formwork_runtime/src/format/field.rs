//! One conversion of a template: writing an item with its flags, width and precision.

use std::borrow::Cow;

use super::c_number;
use crate::C64;
use crate::error::{Error, Result};

/// The bits of the missing value `NA`.
const MISSING: u64 = 0x7ff8_40f4_4000_0000;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
}

/// A conversion whose `*` have been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) flags: Flags,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
    pub(super) letter: u8,
}

/// One thing that a conversion takes.
pub(super) enum Item<'a> {
    Real(f64),
    Integer(i128),
    Complex(C64),
    /// A stretch of text.
    Text(Cow<'a, [u8]>),
    /// An argument without elements.
    Empty,
}

impl Field {
    /// Writes one item as the conversion says.
    pub(super) fn write(self, item: Item<'_>, out: &mut Vec<u8>) -> Result<()> {
        match (self.letter, item) {
            (b'p', _) => {}
            (b's' | b'c', Item::Empty) => self.text(b"", out),
            (_, Item::Empty) => {}
            (_, Item::Text(text)) => self.text(&text, out),
            (b's', Item::Real(x)) => self.one_character(x, out),
            (b's', Item::Complex(z)) => self.one_character(z.re, out),
            (b's', Item::Integer(x)) => self.one_character(x as f64, out),
            (b'c', Item::Real(x)) => self.code(x, out),
            (b'c', Item::Complex(z)) if z.re.fract() == 0.0 && character(z.re).is_none() => {
                return Err(not_an_integer("int64"));
            }
            (b'c', Item::Complex(z)) => self.code(z.re, out),
            (b'c', Item::Integer(x)) => self.code(x as f64, out),
            (b'd' | b'i', Item::Real(x)) => self.signed(x, out),
            (b'o' | b'x' | b'X' | b'u', Item::Real(x)) => self.unsigned(x, out),
            (b'd' | b'i', Item::Integer(x)) => match i64::try_from(x) {
                Ok(x) => self.integer(x < 0, u128::from(x.unsigned_abs()), out),
                Err(_) => self.with_letter(b'g').float(x as f64, out),
            },
            (b'o' | b'x' | b'X' | b'u', Item::Integer(x)) => match u64::try_from(x) {
                Ok(x) => self.integer(false, u128::from(x), out),
                Err(_) => self.with_letter(b'g').float(x as f64, out),
            },
            (b'd' | b'i', Item::Complex(z)) if is_signed(z.re) => {
                return Err(not_an_integer("int64"));
            }
            (b'o' | b'x' | b'X' | b'u', Item::Complex(z)) if is_unsigned(z.re) => {
                return Err(not_an_integer("uint64"));
            }
            (b'd' | b'i' | b'o' | b'x' | b'X' | b'u', Item::Complex(z)) => {
                self.with_letter(b'g').float(z.re, out);
            }
            (_, Item::Real(x)) => self.float(x, out),
            (_, Item::Complex(z)) => self.float(z.re, out),
            (_, Item::Integer(x)) => self.float(x as f64, out),
        }
        Ok(())
    }

    const fn with_letter(self, letter: u8) -> Field {
        Field { letter, ..self }
    }

    /// Text, cut to the precision and padded to the width.
    fn text(self, text: &[u8], out: &mut Vec<u8>) {
        let text = match self.precision {
            Some(precision) if self.letter == b's' => &text[..precision.min(text.len())],
            _ => text,
        };
        let padding = self.width.saturating_sub(text.len());
        if !self.flags.left {
            out.resize(out.len() + padding, b' ');
        }
        out.extend_from_slice(text);
        if self.flags.left {
            out.resize(out.len() + padding, b' ');
        }
    }

    fn one_character(self, x: f64, out: &mut Vec<u8>) {
        if let Some(byte) = character(x) {
            self.text(&[byte], out);
        } else if !x.is_finite() {
            self.float(x, out);
        }
    }

    fn code(self, x: f64, out: &mut Vec<u8>) {
        if !x.is_finite() || x.fract() != 0.0 {
            self.with_letter(b'g').float(x, out);
        } else if let Some(byte) = character(x) {
            self.text(&[byte], out);
        } else if x > 0.0 {
            let bytes = long_utf8((x as u64) as u32);
            self.text(&bytes, out);
        }
    }

    fn signed(self, x: f64, out: &mut Vec<u8>) {
        if is_signed(x) {
            let x = x as i64;
            self.integer(x < 0, u128::from(x.unsigned_abs()), out);
        } else {
            self.with_letter(b'g').float(x, out);
        }
    }

    fn unsigned(self, x: f64, out: &mut Vec<u8>) {
        if is_unsigned(x) {
            self.integer(false, u128::from(x as u64), out);
        } else {
            self.with_letter(b'g').float(x, out);
        }
    }

    fn integer(self, negative: bool, magnitude: u128, out: &mut Vec<u8>) {
        let mut digits = match self.letter {
            b'x' => format!("{magnitude:x}"),
            b'X' => format!("{magnitude:X}"),
            b'o' => format!("{magnitude:o}"),
            _ => magnitude.to_string(),
        };
        if let Some(precision) = self.precision {
            if magnitude == 0 && precision == 0 {
                digits.clear();
            }
            if digits.len() < precision {
                digits.insert_str(0, &"0".repeat(precision - digits.len()));
            }
        }
        let prefix = match self.letter {
            b'd' | b'i' => self.sign(negative),
            b'x' if self.flags.alternate && magnitude != 0 => "0x",
            b'X' if self.flags.alternate && magnitude != 0 => "0X",
            b'o' if self.flags.alternate && !digits.starts_with('0') => "0",
            _ => "",
        };
        self.number(prefix, &digits, self.flags.zero && self.precision.is_none(), out);
    }

    fn sign(self, negative: bool) -> &'static str {
        match (negative, self.flags.plus, self.flags.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    fn float(self, x: f64, out: &mut Vec<u8>) {
        if !x.is_finite() {
            let text = match x {
                _ if x.to_bits() == MISSING => "NA",
                _ if x.is_nan() => "NaN",
                _ => "Inf",
            };
            let sign = match x {
                _ if x == f64::NEG_INFINITY => "-",
                _ if self.flags.plus => "+",
                _ => "",
            };
            return self.number(sign, text, false, out);
        }
        let magnitude = x.abs();
        let alternate = self.flags.alternate;
        let precision = self.precision.unwrap_or(6);
        let mut digits = match self.letter {
            b'f' => c_number::fixed(magnitude, precision),
            b'e' | b'E' => c_number::exponent(magnitude, precision),
            _ => c_number::general(magnitude, precision, alternate),
        };
        if alternate && !digits.contains('.') {
            let end = digits.find('e').unwrap_or(digits.len());
            digits.insert(end, '.');
        }
        if matches!(self.letter, b'E' | b'G') {
            digits.make_ascii_uppercase();
        }
        self.number(self.sign(x.is_sign_negative()), &digits, self.flags.zero, out);
    }

    fn number(self, prefix: &str, digits: &str, zeros: bool, out: &mut Vec<u8>) {
        let padding = self.width.saturating_sub(prefix.len() + digits.len());
        if !self.flags.left && !zeros {
            out.resize(out.len() + padding, b' ');
        }
        out.extend_from_slice(prefix.as_bytes());
        if !self.flags.left && zeros {
            out.resize(out.len() + padding, b'0');
        }
        out.extend_from_slice(digits.as_bytes());
        if self.flags.left {
            out.resize(out.len() + padding, b' ');
        }
    }
}

/// Whether a number is printed as a signed integer.
fn is_signed(x: f64) -> bool {
    // 2^63 is not representable, but what it saturates to is.
    x.fract() == 0.0 && x <= 9_223_372_036_854_775_808.0
}

/// Whether a number is printed as an unsigned integer.
fn is_unsigned(x: f64) -> bool {
    x.fract() == 0.0 && (0.0..=18_446_744_073_709_551_616.0).contains(&x)
}

fn not_an_integer(kind: &str) -> Box<Error> {
    Error::plain(format!(
        "octave_base_value::{kind}_scalar_value(): wrong type argument 'complex scalar'"
    ))
}

/// UTF-8 as it was once defined, with up to six bytes.
fn long_utf8(code: u32) -> Vec<u8> {
    let count = match code {
        0..=0x7f => return vec![code as u8],
        0x80..=0x7ff => 2,
        0x800..=0xffff => 3,
        0x1_0000..=0x1f_ffff => 4,
        0x20_0000..=0x3ff_ffff => 5,
        _ => 6,
    };
    let mut bytes: Vec<u8> =
        (0..count).rev().map(|k| 0x80 | ((code >> (6 * k)) & 0x3f) as u8).collect();
    bytes[0] = (0xff00u32 >> count) as u8 | (code >> (6 * (count - 1))) as u8;
    bytes
}

pub(super) fn character(x: f64) -> Option<u8> {
    ((0.0..256.0).contains(&x) && x.fract() == 0.0).then_some(x as u8)
}
