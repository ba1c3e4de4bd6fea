//! Numbers: where one ends, and what it means.

use crate::tree::{IntegerClass, Number, Radix};

/// The end of the number that starts at `at`, which holds a digit or a dot
/// before a digit.
pub(super) fn scan(text: &[u8], at: usize) -> usize {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    if byte(at) == b'0' {
        let radix_digits: Option<fn(u8) -> bool> = match byte(at + 1) {
            b'x' | b'X' => Some(|digit| digit.is_ascii_hexdigit() || digit == b'_'),
            b'b' | b'B' => Some(|digit| matches!(digit, b'0' | b'1' | b'_')),
            _ => None,
        };
        if let Some(is_digit) = radix_digits
            && is_digit(byte(at + 2))
            && byte(at + 2) != b'_'
        {
            let mut end = at + 2;
            while is_digit(byte(end)) {
                end += 1;
            }
            return end + suffix_length(&text[end..]);
        }
    }
    let digits = |mut at: usize| {
        while byte(at).is_ascii_digit() || byte(at) == b'_' {
            at += 1;
        }
        at
    };
    let mut end = digits(at);
    if byte(end) == b'.' && dot_is_decimal(byte(end + 1), byte(end + 2)) {
        end = digits(end + 1);
    }
    if matches!(byte(end), b'e' | b'E' | b'd' | b'D') {
        let sign = usize::from(matches!(byte(end + 1), b'+' | b'-'));
        if byte(end + 1 + sign).is_ascii_digit() {
            end = digits(end + 1 + sign);
        }
    }
    if matches!(byte(end), b'i' | b'I' | b'j' | b'J') && !super::is_name_byte(byte(end + 1)) {
        end += 1;
    }
    end
}

/// Whether a dot after digits is a decimal point, given the two bytes after it:
/// in `1./x` and `1.'` it starts an operator, in `[1 2...` a continuation.
fn dot_is_decimal(next: u8, after: u8) -> bool {
    match next {
        // `1.(name)` asks for a field, whatever comes of it.
        b'*' | b'/' | b'\\' | b'^' | b'\'' | b'(' => false,
        b'.' => after != b'.',
        _ => true,
    }
}

/// The length of `u8`, `s16` … at the start of `rest`.
fn suffix_length(rest: &[u8]) -> usize {
    if !matches!(rest.first(), Some(b'u' | b's')) {
        return 0;
    }
    let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &rest[1..=digits] {
        b"8" | b"16" | b"32" | b"64" => 1 + digits,
        _ => 0,
    }
}

/// What the number `text`, as [`scan`] delimits it, means.
pub(crate) fn value(text: &[u8]) -> Result<Number, String> {
    match text {
        [b'0', b'x' | b'X', rest @ ..] => integer(rest, Radix::Hexadecimal),
        [b'0', b'b' | b'B', rest @ ..] => integer(rest, Radix::Binary),
        _ => decimal(text),
    }
}

fn integer(rest: &[u8], radix: Radix) -> Result<Number, String> {
    let (base, bits_per_digit) = match radix {
        Radix::Binary => (2, 1),
        Radix::Hexadecimal => (16, 4),
    };
    let split = rest.iter().position(|byte| matches!(byte, b'u' | b's')).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(split);
    let mut bits = 0u64;
    let mut count = 0u32;
    for &digit in digits.iter().filter(|&&digit| digit != b'_') {
        let digit = char::from(digit).to_digit(base).unwrap_or(0);
        bits = (bits << bits_per_digit) | u64::from(digit);
        count += 1;
    }
    if count * bits_per_digit > 64 {
        return Err(format!(
            "this number has {} bits: expected at most 64",
            count * bits_per_digit
        ));
    }
    let needed = count * bits_per_digit;
    let class = match suffix {
        [sign, width @ ..] => {
            let width: u8 = str::from_utf8(width).ok().and_then(|w| w.parse().ok()).unwrap_or(64);
            if width < 64 && bits >> width != 0 {
                let class = if *sign == b's' { "int" } else { "uint" };
                return Err(format!(
                    "this value is too large: expected one that fits {class}{width}"
                ));
            }
            IntegerClass { signed: *sign == b's', width }
        }
        [] => {
            let width = match needed {
                0..=8 => 8,
                9..=16 => 16,
                17..=32 => 32,
                _ => 64,
            };
            IntegerClass { signed: false, width }
        }
    };
    Ok(Number::Integer { bits, class, radix })
}

fn decimal(text: &[u8]) -> Result<Number, String> {
    let (digits, imaginary) = match text {
        [digits @ .., b'i' | b'I' | b'j' | b'J'] => (digits, true),
        _ => (text, false),
    };
    let mut buffer = [0u8; 64];
    let mut long = Vec::new();
    let plain: &[u8] = if digits.len() <= buffer.len() {
        let mut length = 0;
        for &byte in digits {
            match byte {
                b'_' => continue,
                b'd' | b'D' => buffer[length] = b'e',
                _ => buffer[length] = byte,
            }
            length += 1;
        }
        &buffer[..length]
    } else {
        long.extend(digits.iter().filter(|&&byte| byte != b'_').map(|&byte| match byte {
            b'd' | b'D' => b'e',
            other => other,
        }));
        &long
    };
    let whole = plain.iter().all(u8::is_ascii_digit);
    if whole && plain.len() >= 16 && !imaginary {
        let exact = str::from_utf8(plain).ok().and_then(|plain| plain.parse::<u64>().ok());
        if let Some(exact) = exact.filter(|&exact| exact > 1 << 53) {
            return Ok(Number::Whole(exact));
        }
    }
    // Most numbers in programs are small integers.
    let value = if plain.len() < 16 && whole {
        let integer = plain.iter().fold(0u64, |sum, byte| sum * 10 + u64::from(byte - b'0'));
        // Exact: fewer than sixteen digits stay below 2^53.
        integer as f64
    } else {
        str::from_utf8(plain)
            .ok()
            .and_then(|plain| plain.parse().ok())
            .ok_or_else(|| "this is not a number".to_owned())?
    };
    Ok(if imaginary { Number::Imaginary(value) } else { Number::Real(value) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> String {
        assert_eq!(scan(text.as_bytes(), 0), text.len(), "{text}");
        value(text.as_bytes()).map_or_else(|error| error, Number::text)
    }

    #[test]
    fn every_form_is_read() {
        let cases = [
            ("1", "1"),
            ("007", "7"),
            ("1.5", "1.5"),
            ("1.", "1"),
            (".5", "0.5"),
            ("1e3", "1000"),
            ("1d3", "1000"),
            ("1D-3", "0.001"),
            ("1.e2", "100"),
            ("1_000", "1000"),
            ("3i", "3i"),
            ("2.5J", "2.5i"),
            ("0x1F", "0x1Fu8"),
            ("0x001F", "0x1Fu16"),
            ("0x1Fs32", "0x1Fs32"),
            ("0b101", "0b101u8"),
            ("0xFFFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFFu64"),
            ("1e400", "1e999"),
            ("9007199254740992", "9007199254740992"),
            ("14695981039346656037", "14695981039346656037"),
            ("184467440737095516150", "1.844674407370955e20"),
            ("0x11FFFFFFFFFFFFFFFF", "this number has 72 bits: expected at most 64"),
            ("0x1FFu8", "this value is too large: expected one that fits uint8"),
        ];
        for (text, expected) in cases {
            assert_eq!(whole(text), expected, "{text}");
        }
    }

    #[test]
    fn a_number_ends_before_an_operator() {
        for (text, length) in [
            ("1./x", 1),
            ("1.'", 1),
            ("1...", 1),
            ("1..*2", 2),
            ("3in", 1),
            ("1else", 1),
            ("2e", 1),
        ] {
            assert_eq!(scan(text.as_bytes(), 0), length, "{text}");
        }
    }
}
