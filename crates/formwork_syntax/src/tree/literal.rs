//! Numbers and strings: what a literal means, and the text for a value.

use std::borrow::Cow;

use super::Text;

/// A number as written.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// `1.5`
    Real(f64),
    /// `14695981039346656037`: a whole number that a double may not hold. It is a
    /// double all the same, but `uint64(…)` around it sees every digit.
    Whole(u64),
    /// `1.5i`
    Imaginary(f64),
    /// `0x1Fu8`, `0b101`
    Integer {
        /// The bits, in two's complement for a signed class.
        bits: u64,
        /// The class: given by a suffix, else the smallest unsigned one that
        /// holds as many digits as were written.
        class: IntegerClass,
        /// In which base it was written.
        radix: Radix,
    },
}

/// Bit for bit: `NaN` equals itself and the zeros differ.
impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        match (*self, *other) {
            (Number::Real(a), Number::Real(b)) | (Number::Imaginary(a), Number::Imaginary(b)) => {
                a.to_bits() == b.to_bits()
            }
            (
                Number::Integer { bits: a, class: c, radix: r },
                Number::Integer { bits: b, class: d, radix: s },
            ) => a == b && c == d && r == s,
            (Number::Whole(a), Number::Whole(b)) => a == b,
            (
                Number::Real(_) | Number::Whole(_) | Number::Imaginary(_) | Number::Integer { .. },
                _,
            ) => false,
        }
    }
}

/// The base of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    /// `0b…`
    Binary,
    /// `0x…`
    Hexadecimal,
}

/// The class of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntegerClass {
    /// Whether it is one of the `int` classes.
    pub signed: bool,
    /// 8, 16, 32 or 64.
    pub width: u8,
}

impl Number {
    /// The shortest text that reads back to the same bits.
    ///
    /// A negative value, which no literal has, starts with a minus sign.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Number::Real(value) => real_text(value),
            Number::Whole(value) => value.to_string(),
            Number::Imaginary(value) => format!("{}i", real_text(value)),
            Number::Integer { bits, class, radix } => {
                let digits = match radix {
                    Radix::Binary => format!("0b{bits:b}"),
                    Radix::Hexadecimal => format!("0x{bits:X}"),
                };
                let sign = if class.signed { 's' } else { 'u' };
                format!("{digits}{sign}{}", class.width)
            }
        }
    }

    /// Whether [`Number::text`] starts with a minus sign.
    #[must_use]
    pub fn is_negative(self) -> bool {
        match self {
            Number::Real(value) | Number::Imaginary(value) => {
                value.is_sign_negative() && !value.is_nan()
            }
            Number::Whole(_) | Number::Integer { .. } => false,
        }
    }
}

/// The shortest decimal text for a double.
fn real_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_infinite() {
        // A literal too large for a double; `Inf` would read back as a name.
        return format!("{sign}1e999");
    }
    let scientific = format!("{:e}", value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let body = if (0..=15).contains(&exponent) {
        if count <= exponent + 1 {
            let zeros = "0".repeat(usize::try_from(exponent + 1 - count).unwrap_or(0));
            format!("{digits}{zeros}")
        } else {
            let (whole, fraction) = digits.split_at(usize::try_from(exponent + 1).unwrap_or(0));
            format!("{whole}.{fraction}")
        }
    } else if (-4..0).contains(&exponent) {
        let zeros = "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0));
        format!("0.{zeros}{digits}")
    } else {
        scientific
    };
    format!("{sign}{body}")
}

/// A quoted string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// How it is quoted, and so how its text is read.
    pub quote: Quote,
    /// What stands between the quotes, as written.
    pub text: Text,
}

/// The ways to quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quote {
    /// `'…'`: a doubled quote is one quote, nothing else is special
    Single,
    /// `"…"` as Octave reads it: backslash escapes, and doubled quotes
    Double,
    /// `"…"` as MATLAB reads it: doubled quotes only
    DoubleVerbatim,
}

impl Quote {
    /// The quote character.
    #[must_use]
    pub fn character(self) -> u8 {
        match self {
            Quote::Single => b'\'',
            Quote::Double | Quote::DoubleVerbatim => b'"',
        }
    }

    /// The characters that `raw`, the text between the quotes, stands for.
    #[must_use]
    pub fn value(self, raw: &[u8]) -> Cow<'_, [u8]> {
        let quote = self.character();
        let escapes = self == Quote::Double;
        let special = escapes && memchr::memchr3(b'\\', b'\n', b'\r', raw).is_some();
        if memchr::memchr(quote, raw).is_none() && !special {
            return Cow::Borrowed(raw);
        }
        let mut value = Vec::with_capacity(raw.len());
        let mut at = 0;
        while let Some(&byte) = raw.get(at) {
            at += 1;
            if byte == quote {
                // Inside a string a quote comes in pairs.
                at += 1;
                value.push(byte);
            } else if byte == b'\\' && escapes {
                at = push_escape(raw, at, &mut value);
            } else if escapes && let Some(end) = continued(raw, at - 1) {
                at = end;
            } else {
                value.push(byte);
            }
        }
        Cow::Owned(value)
    }
}

/// Where the next line starts if `...` at `at` continues a double-quoted string of
/// Octave there: only blanks follow the dots.
pub(crate) fn continued(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix(b"...")?;
    let blanks = rest.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
    let line_end = match &rest[blanks..] {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => return None,
    };
    Some(at + 3 + blanks + line_end)
}

/// Reads the escape whose backslash stands before `at`; returns where it ends.
fn push_escape(raw: &[u8], at: usize, value: &mut Vec<u8>) -> usize {
    let Some(&letter) = raw.get(at) else {
        value.push(b'\\');
        return at;
    };
    let simple = match letter {
        b'a' => Some(7),
        b'b' => Some(8),
        b'f' => Some(12),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        b'v' => Some(11),
        b'\n' => return at + 1,
        b'\r' => return at + 1 + usize::from(raw.get(at + 1) == Some(&b'\n')),
        b'0'..=b'7' => return push_digits(raw, at, 3, 8, value),
        b'x' if raw.get(at + 1).is_some_and(u8::is_ascii_hexdigit) => {
            return push_digits(raw, at + 1, 2, 16, value);
        }
        // Octave drops the backslash of an escape it does not know.
        _ => None,
    };
    value.push(simple.unwrap_or(letter));
    at + 1
}

/// Reads up to `most` digits of base `radix` from `at` as one byte.
fn push_digits(raw: &[u8], at: usize, most: usize, radix: u32, value: &mut Vec<u8>) -> usize {
    let mut number = 0u32;
    let mut end = at;
    while end < raw.len() && end - at < most {
        let Some(digit) = char::from(raw[end]).to_digit(radix) else { break };
        number = number * radix + digit;
        end += 1;
    }
    value.push(number.to_le_bytes()[0]);
    end
}

/// The quoting and the raw text for a string with the given characters: single
/// quotes where nothing needs an escape, which both languages read alike.
#[must_use]
pub fn quote_value(value: &[u8]) -> (Quote, Vec<u8>) {
    let mut raw = Vec::with_capacity(value.len());
    if value.iter().all(|&byte| byte >= b' ' && byte != 0x7F) {
        for &byte in value {
            if byte == b'\'' {
                raw.push(b'\'');
            }
            raw.push(byte);
        }
        return (Quote::Single, raw);
    }
    for &byte in value {
        match byte {
            b'\n' => raw.extend(b"\\n"),
            b'\t' => raw.extend(b"\\t"),
            b'\r' => raw.extend(b"\\r"),
            b'"' | b'\\' => raw.extend([b'\\', byte]),
            0..=31 | 0x7F => raw.extend(format!("\\{byte:03o}").bytes()),
            _ => raw.push(byte),
        }
    }
    (Quote::Double, raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_text_reads_back() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (100_000.0, "100000"),
            (1e15, "1000000000000000"),
            (1e16, "1e16"),
            (1.5e-5, "1.5e-5"),
            (0.000_25, "0.00025"),
            (123.456, "123.456"),
            (f64::MAX, "1.7976931348623157e308"),
            (5e-324, "5e-324"),
            (1.0 / 3.0, "0.3333333333333333"),
            (-2.5, "-2.5"),
        ];
        for (value, text) in cases {
            assert_eq!(real_text(value), text);
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()));
        }
    }

    #[test]
    fn escapes_as_octave_reads_them() {
        let value = |raw: &'static str| Quote::Double.value(raw.as_bytes()).into_owned();
        assert_eq!(value(r"a\tb\\c\x41\101\q"), b"a\tb\\cAAq");
        assert_eq!(value("say \"\"hi\"\""), b"say \"hi\"");
        assert_eq!(&*Quote::DoubleVerbatim.value(br"C:\new"), br"C:\new");
        assert_eq!(&*Quote::Single.value(b"it''s"), b"it's");
        // Lines of a string that `...` continues, or a backslash.
        assert_eq!(value("a ... \n b"), b"a  b");
        assert_eq!(value("a...\r\nb\\\nc"), b"abc");
        assert_eq!(value("a...b"), b"a...b");
    }

    #[test]
    fn quoting_any_bytes_reads_back() {
        let mut value: Vec<u8> = (0..=255).collect();
        for _ in 0..3 {
            let (quote, raw) = quote_value(&value);
            assert_eq!(&*quote.value(&raw), value);
            value.retain(u8::is_ascii_graphic);
            value.push(b'0');
        }
    }
}
