//! Text in other notations: escapes, Base64, encodings.

use formwork_runtime::{Array, Dims, Element, Error, Result, Value, for_each_array};

use crate::context::{Args, Context, Values, one};
use crate::kit::text::{all_bytes, char_row, to_chars};
use formwork_runtime::ops::type_name;

/// `text` with backslash escapes read as in double quotes.
///
/// # Errors
///
/// If a warning has been made an error.
pub(crate) fn escapes_read(cx: &mut dyn Context, text: &[u8]) -> Result<Vec<u8>> {
    if !text.contains(&b'\\') {
        return Ok(text.to_vec());
    }
    let mut result = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        if byte != b'\\' || at == text.len() {
            result.push(byte);
            continue;
        }
        let code = text[at];
        at += 1;
        match code {
            b'a' => result.push(7),
            b'b' => result.push(8),
            b'f' => result.push(12),
            b'n' => result.push(b'\n'),
            b'r' => result.push(b'\r'),
            b't' => result.push(b'\t'),
            b'v' => result.push(11),
            b'\\' | b'\'' | b'"' => result.push(code),
            b'0'..=b'7' => {
                at -= 1;
                let digits = text[at..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b));
                let mut value = 0u32;
                for digit in digits {
                    value = value * 8 + u32::from(digit - b'0');
                    at += 1;
                }
                result.push(value as u8);
            }
            b'x' => {
                let mut value = 0u32;
                let mut count = 0;
                while count < 2
                    && let Some(digit) = text.get(at).and_then(|&b| (b as char).to_digit(16))
                {
                    value = value * 16 + digit;
                    at += 1;
                    count += 1;
                }
                if count == 0 {
                    cx.warn("", "malformed hex escape sequence '\\x' -- converting to '\\0'")?;
                }
                result.push(value as u8);
            }
            other => {
                let shown = other as char;
                cx.warn(
                    "Octave:unrecognized-escape",
                    &format!("unrecognized escape sequence '\\{shown}' -- converting to '{shown}'"),
                )?;
                result.push(other);
            }
        }
    }
    Ok(result)
}

pub(super) fn do_string_escapes(
    cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let Some(text) = args[0].as_bytes() else {
        return Err(Error::plain("do_string_escapes: STRING argument must be of type string"));
    };
    one(Value::text(escapes_read(cx, text)?))
}

pub(super) fn undo_string_escapes(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let Some(text) = args[0].as_bytes() else {
        return Err(Error::plain("undo_string_escapes: S argument must be a string"));
    };
    let mut result = Vec::with_capacity(text.len());
    for &byte in text {
        let escaped: &[u8] = match byte {
            // Octave drops it.
            0 => b"",
            7 => b"\\a",
            8 => b"\\b",
            12 => b"\\f",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            11 => b"\\v",
            b'\\' => b"\\\\",
            b'"' => b"\\\"",
            _ => &[byte],
        };
        result.extend_from_slice(escaped);
    }
    one(Value::text(result))
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encoded(bytes: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte))
            << (8 * (3 - group.len()));
        for place in 0..4 {
            result.push(if place <= group.len() {
                BASE64[(word >> (18 - 6 * place)) as usize & 63]
            } else {
                b'='
            });
        }
    }
    result
}

fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut result = Vec::with_capacity(text.len() / 4 * 3);
    let groups = text.len() / 4;
    for (index, group) in text.chunks(4).enumerate() {
        let padding = group.iter().rev().take_while(|&&byte| byte == b'=').count();
        if padding > 2 || padding > 0 && index + 1 < groups {
            return None;
        }
        let mut word = 0u32;
        for &byte in &group[..4 - padding] {
            let digit = BASE64.iter().position(|&known| known == byte)?;
            word = word << 6 | digit as u32;
        }
        word <<= 6 * padding;
        let bytes = [(word >> 16) as u8, (word >> 8) as u8, word as u8];
        result.extend_from_slice(&bytes[..3 - padding]);
    }
    Some(result)
}

trait Little: Element {
    fn append(self, bytes: &mut Vec<u8>);
}

macro_rules! little {
    ($($type:ty),*) => {
        $(impl Little for $type {
            fn append(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}

little!(f64, f32, i8, i16, i32, i64, u8, u16, u32, u64);

impl Little for bool {
    fn append(self, bytes: &mut Vec<u8>) {
        bytes.push(self.into());
    }
}

impl Little for formwork_runtime::C64 {
    fn append(self, bytes: &mut Vec<u8>) {
        self.re.append(bytes);
        self.im.append(bytes);
    }
}

impl Little for formwork_runtime::C32 {
    fn append(self, bytes: &mut Vec<u8>) {
        self.re.append(bytes);
        self.im.append(bytes);
    }
}

fn little_endian<T: Little>(array: &Array<T>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of_val(array.as_slice()));
    for &element in array.as_slice() {
        element.append(&mut bytes);
    }
    bytes
}

pub(super) fn base64_encode(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = crate::kit::text::first(args).materialized();
    if !value.is_numeric() {
        return Err(Error::plain("base64_encode: encoding is supported only for numeric arrays"));
    }
    if value.is_complex() {
        return Err(Error::plain(
            "base64_encode: encoding complex or sparse data is not supported",
        ));
    }
    let bytes = for_each_array!(&value, array => little_endian(array), _ => Vec::new());
    one(Value::text(encoded(&bytes)))
}

fn base64_bytes(cx: &mut dyn Context, name: &str, value: &Value) -> Result<Vec<u8>> {
    let text = to_chars(cx, value.clone())
        .map_err(|_| Error::plain(format!("{name}: first argument must be a character array")))?;
    let bytes = all_bytes(&text).unwrap_or_default();
    decoded(bytes).ok_or_else(|| Error::plain(format!("{name}: input was not valid base64")))
}

pub(super) fn base64_decode(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let bytes = base64_bytes(cx, "base64_decode", &args[0])?;
    if !bytes.len().is_multiple_of(8) {
        return Err(Error::plain("base64_decode: incorrect input argument"));
    }
    let numbers: Vec<f64> = bytes
        .chunks_exact(8)
        .map(|chunk| {
            let mut eight = [0; 8];
            eight.copy_from_slice(chunk);
            f64::from_le_bytes(eight)
        })
        .collect();
    let array = Array::row(numbers);
    let Some(size) = args.get(1) else { return one(array) };
    let extents: Vec<usize> = match size.to_f64_array() {
        Some(size) => size.as_slice().iter().map(|&extent| extent.max(0.0) as usize).collect(),
        None => {
            return Err(Error::plain("base64_decode: DIMS argument must contain numeric array"));
        }
    };
    let dims = Dims::new(&extents);
    if dims.checked_numel() != Some(array.numel()) {
        return Err(Error::plain(format!(
            "reshape: can't reshape {} array to {dims} array",
            array.dims()
        )));
    }
    one(array.reshaped(dims))
}

pub(super) fn net_base64_encode(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let bytes: Vec<u8> = match &args[0] {
        Value::Char(array, _) => array.as_slice().to_vec(),
        value if value.is_numeric() => match value.to_f64_array() {
            Some(numbers) => numbers.as_slice().iter().map(|&x| x.round() as u8).collect(),
            None => Vec::new(),
        },
        _ => {
            return Err(Error::plain("base64encode: IN must be a vector of numbers or characters"));
        }
    };
    one(Value::text(encoded(&bytes)))
}

pub(super) fn net_base64_decode(
    cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let bytes = base64_bytes(cx, "base64decode", &args[0])?;
    one(Value::Uint8(Array::row(bytes)))
}

fn is_latin(codepage: &str) -> bool {
    let name: String = codepage.to_ascii_lowercase().replace(['-', '_'], "");
    matches!(name.as_str(), "latin1" | "iso88591" | "cp1252" | "windows1252")
}

fn is_unicode(codepage: &str) -> bool {
    matches!(codepage.to_ascii_lowercase().as_str(), "utf-8" | "utf8" | "" | "ascii" | "us-ascii")
}

pub(super) fn unicode2native(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let name = "unicode2native";
    let Value::Char(array, _) = &args[0] else {
        return Err(Error::plain(format!("{name}: UTF8_STR must be a character vector")));
    };
    if array.is_empty() {
        return one(Value::Uint8(Array::empty()));
    }
    if !array.dims().is_vector() {
        return Err(Error::plain(format!("{name}: UTF8_STR must be a character vector")));
    }
    let codepage = match args.get(1) {
        None => "utf-8".into(),
        Some(value) => value
            .as_text()
            .ok_or_else(|| Error::plain(format!("{name}: CODEPAGE must be a string")))?,
    };
    let bytes = if is_unicode(&codepage) {
        array.as_slice().to_vec()
    } else if is_latin(&codepage) {
        let text = String::from_utf8_lossy(array.as_slice());
        text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
    } else {
        return Err(Error::plain(format!(
            "{name}: converting from UTF-8 to codepage '{codepage}' failed: Invalid argument"
        )));
    };
    let dims = if array.dims().is_row() {
        Dims::matrix(1, bytes.len())
    } else {
        Dims::matrix(bytes.len(), 1)
    };
    one(Value::Uint8(Array::new(dims, bytes)))
}

pub(super) fn native2unicode(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let name = "native2unicode";
    let value = &args[0];
    if value.is_char() {
        return one(value.clone());
    }
    if !value.is_numeric() || !value.dims().is_vector() {
        return Err(Error::plain(format!("{name}: NATIVE_BYTES must be a numeric vector")));
    }
    let codepage = match args.get(1) {
        None => "utf-8".into(),
        Some(value) => value
            .as_text()
            .ok_or_else(|| Error::plain(format!("{name}: CODEPAGE must be a string")))?,
    };
    let chars = to_chars(cx, value.clone())?;
    if is_unicode(&codepage) {
        return one(chars);
    }
    if !is_latin(&codepage) {
        return Err(Error::plain(format!(
            "{name}: converting from codepage '{codepage}' to UTF-8 failed: Invalid argument"
        )));
    }
    let text: String = all_bytes(&chars).unwrap_or_default().iter().map(|&b| b as char).collect();
    if chars.dims().is_row() {
        return one(char_row(text.into_bytes()));
    }
    let rows = text.len();
    one(crate::kit::text::char_array(Dims::matrix(rows, 1), text.into_bytes()))
}

pub(super) fn unicode_idx(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Char(array, _) = &args[0] else {
        return Err(Error::plain(format!(
            "unicode_idx: STR must be a string, not '{}'",
            type_name(&args[0])
        )));
    };
    let mut character = 0.0;
    one(array.map(|&byte| {
        if byte & 0xc0 != 0x80 {
            character += 1.0;
        }
        character
    }))
}
