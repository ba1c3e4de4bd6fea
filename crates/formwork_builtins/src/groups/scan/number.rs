//! `str2double`: the number a text is.

use formwork_runtime::{Array, C64, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::decimal::decimal_length;

/// The bits of the missing value `NA`.
const MISSING: u64 = 0x7ff8_40f4_4000_0000;

pub(super) fn str2double(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let nothing = C64::new(f64::NAN, 0.0);
    let read = |text: &[u8]| complex(text).unwrap_or(nothing);
    let numbers = match &args[0] {
        Value::Char(array, _) if array.is_empty() => Array::scalar(nothing),
        Value::Char(array, _) if array.dims().is_row() => Array::scalar(read(array.as_slice())),
        text @ Value::Char(..) => {
            let rows = text.char_rows().unwrap_or_default();
            Array::column(rows.iter().map(|row| read(row)).collect())
        }
        Value::Cell(cell) => {
            let data = cell
                .as_slice()
                .iter()
                .map(|value| value.as_bytes().map_or(nothing, read))
                .collect();
            Array::new(cell.dims().clone(), data)
        }
        _ => Array::scalar(nothing),
    };
    one(Value::Complex(numbers).narrowed())
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

/// A real or a complex number with blanks around its parts; commas do not count.
fn complex(text: &[u8]) -> Option<C64> {
    let text: Vec<u8> = text.iter().copied().filter(|&byte| byte != b',').collect();
    let mut reader = Reader { text: &text, at: 0 };
    let (first, first_imaginary) = reader.component(false)?;
    reader.skip_blanks();
    if reader.at == text.len() {
        return Some(if first_imaginary { C64::new(0.0, first) } else { C64::new(first, 0.0) });
    }
    let (second, second_imaginary) = reader.component(true)?;
    match (first_imaginary, second_imaginary) {
        (false, true) => Some(C64::new(first, second)),
        (true, false) => {
            reader.skip_blanks();
            (reader.at == text.len()).then(|| C64::new(second, first))
        }
        _ => None,
    }
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == 11) {
            self.at += 1;
        }
    }

    fn starts_with(&self, word: &[u8], any_case: bool) -> bool {
        self.text.get(self.at..self.at + word.len()).is_some_and(|part| {
            if any_case { part.eq_ignore_ascii_case(word) } else { part == word }
        })
    }

    /// A part of a complex number, and whether it is the imaginary one.
    fn component(&mut self, needs_sign: bool) -> Option<(f64, bool)> {
        self.skip_blanks();
        let sign = match self.peek()? {
            b'-' => -1.0,
            b'+' => 1.0,
            _ if needs_sign => return None,
            _ => 0.0,
        };
        if sign != 0.0 {
            self.at += 1;
            self.skip_blanks();
        }
        let sign = if sign < 0.0 { -1.0 } else { 1.0 };
        let unit = |byte: u8| matches!(byte, b'i' | b'j');
        if self.peek().is_some_and(unit) && !self.starts_with(b"inf", true) {
            self.at += 1;
            let here = self.at;
            self.skip_blanks();
            if self.peek() != Some(b'*') {
                self.at = here;
                return Some((sign, true));
            }
            self.at += 1;
            self.skip_blanks();
            return Some((sign * self.number()?, true));
        }
        let number = sign * self.number()?;
        let here = self.at;
        self.skip_blanks();
        if self.peek() == Some(b'*') {
            self.at += 1;
            self.skip_blanks();
            if !self.peek().is_some_and(unit) {
                return None;
            }
        }
        if self.peek().is_some_and(unit) {
            self.at += 1;
            return Some((number, true));
        }
        self.at = here;
        Some((number, false))
    }

    fn number(&mut self) -> Option<f64> {
        if self.starts_with(b"inf", true) {
            self.at += 3;
            return Some(f64::INFINITY);
        }
        if self.starts_with(b"NaN", false) {
            self.at += 3;
            return Some(f64::NAN);
        }
        if self.starts_with(b"NA", false) {
            self.at += 2;
            return Some(f64::from_bits(MISSING));
        }
        let length = decimal_length(&self.text[self.at..])?;
        let text = std::str::from_utf8(&self.text[self.at..self.at + length]).ok()?;
        self.at += length;
        let number: f64 = text.parse().ok()?;
        number.is_finite().then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_octave_reads_them() {
        let is = |text: &str, re: f64, im: f64| {
            assert_eq!(complex(text.as_bytes()), Some(C64::new(re, im)), "{text}");
        };
        is("1e3", 1000.0, 0.0);
        is("1,000", 1000.0, 0.0);
        is("--1", 1.0, 0.0);
        is(" 1 - 2 * i ", 1.0, -2.0);
        is("i*2+1", 1.0, 2.0);
        is("iNf", f64::INFINITY, 0.0);
        is("-i", 0.0, -1.0);
        for text in ["", "1e", "1 2", "1d5", "e5", "1+2", "1i+2i", "infinity", "2I", "-  - 1"] {
            assert_eq!(complex(text.as_bytes()), None, "{text}");
        }
    }
}
