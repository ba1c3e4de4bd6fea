//! Double-quoted strings, which the two languages read differently: in Octave a
//! backslash escapes, in MATLAB it is a character, and `"C:\\"` is a whole string.

use super::{is_name_byte, is_space};
use crate::dialect::Dialect;
use crate::tree::{Quote, continued};

/// How the string that starts at `start` is to be read.
///
/// In the union it is Octave's way, unless the string would end somewhere else in
/// MATLAB and only that leaves no string open on the rest of the line.
pub(super) fn reading(text: &[u8], start: usize, dialect: Dialect) -> Quote {
    match dialect {
        Dialect::Octave => Quote::Double,
        Dialect::Matlab => Quote::DoubleVerbatim,
        Dialect::Auto => {
            let near = &text[..text.len().min(start + FAR)];
            let one_line = memchr::memchr2(b'\n', b'\r', &near[start..]).is_none();
            if one_line && near.len() < text.len() {
                // A machine wrote this line.
                return Quote::Double;
            }
            let text = near;
            let octave = scan_double(text, start, true);
            let alike = octave.is_some() && octave == scan_double(text, start, false);
            if alike || strings_close(text, start, true) || !strings_close(text, start, false) {
                Quote::Double
            } else {
                Quote::DoubleVerbatim
            }
        }
    }
}

/// The end of the double-quoted string that starts at `start`, or `None` if its
/// line ends first.
pub(super) fn scan_double(text: &[u8], start: usize, escapes: bool) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match *text.get(at)? {
            b'"' if text.get(at + 1) == Some(&b'"') => at += 2,
            b'"' => return Some(at + 1),
            b'\\' if escapes => {
                let crlf = text.get(at + 1..at + 3) == Some(b"\r\n");
                at += if crlf { 3 } else { 2 };
            }
            b'.' if escapes => at = continued(text, at).unwrap_or(at + 1),
            b'\n' | b'\r' => return None,
            _ => at += 1,
        }
    }
}

/// How far to look at a line that machines wrote.
const FAR: usize = 4096;

/// Whether every double-quoted string from `at` to the end of the line closes.
fn strings_close(text: &[u8], mut at: usize, escapes: bool) -> bool {
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' | b'\r' | b'%' | b'#' => return true,
            b'"' => match scan_double(text, at, escapes) {
                Some(end) => at = end,
                None => return false,
            },
            b'\'' if !transposes(text, at) => {
                let rest = &text[at + 1..];
                match memchr::memchr3(b'\'', b'\n', b'\r', rest) {
                    Some(length) if rest[length] == b'\'' => at += length + 2,
                    _ => return false,
                }
            }
            _ => at += 1,
        }
    }
    true
}

/// Whether the quote at `at` follows an operand.
fn transposes(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before)).copied().unwrap_or(b' ');
    !is_space(before)
        && (is_name_byte(before) || matches!(before, b')' | b']' | b'}' | b'\'' | b'.'))
}
