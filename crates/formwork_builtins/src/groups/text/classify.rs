//! Kinds of characters and letter case: `isalpha`, `isspace`, `upper`.

use formwork_runtime::{Array, CellArray, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::text::first;
use formwork_runtime::ops::type_name;

/// A kind of character.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    ascii: fn(u8) -> bool,
    /// For what is not ASCII.
    other: fn(char) -> bool,
}

const fn never(_: char) -> bool {
    false
}

fn is_visible(c: char) -> bool {
    !c.is_control() && !c.is_whitespace()
}

const KINDS: [Kind; 12] = [
    Kind { name: "isalpha", ascii: |b| b.is_ascii_alphabetic(), other: char::is_alphabetic },
    Kind { name: "isspace", ascii: is_space, other: char::is_whitespace },
    Kind { name: "isdigit", ascii: |b| b.is_ascii_digit(), other: never },
    Kind { name: "isupper", ascii: |b| b.is_ascii_uppercase(), other: char::is_uppercase },
    Kind { name: "islower", ascii: |b| b.is_ascii_lowercase(), other: char::is_lowercase },
    Kind { name: "isalnum", ascii: |b| b.is_ascii_alphanumeric(), other: char::is_alphanumeric },
    Kind {
        name: "ispunct",
        ascii: |b| b.is_ascii_punctuation(),
        other: |c| is_visible(c) && !c.is_alphanumeric(),
    },
    Kind { name: "iscntrl", ascii: |b| b.is_ascii_control(), other: char::is_control },
    Kind { name: "isgraph", ascii: |b| b.is_ascii_graphic(), other: is_visible },
    Kind { name: "isprint", ascii: |b| b == b' ' || b.is_ascii_graphic(), other: is_visible },
    Kind { name: "isxdigit", ascii: |b| b.is_ascii_hexdigit(), other: never },
    Kind { name: "isascii", ascii: |_| true, other: never },
];

/// Blank, tab, line feed, vertical tab, form feed, carriage return.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}

impl Kind {
    fn of_bytes(self, bytes: &[u8]) -> Vec<bool> {
        if bytes.is_ascii() {
            return bytes.iter().map(|&byte| (self.ascii)(byte)).collect();
        }
        let mut result = Vec::with_capacity(bytes.len());
        // What is no character counts as the one before it.
        let mut last = (self.ascii)(0);
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                last = if c.is_ascii() { (self.ascii)(c as u8) } else { (self.other)(c) };
                // All bytes of a character are of its kind.
                result.extend(std::iter::repeat_n(last, c.len_utf8()));
            }
            result.extend(std::iter::repeat_n(last, chunk.invalid().len()));
        }
        result
    }

    /// Of text that is read row by row.
    fn of_array(self, array: &Array<u8>) -> Array<bool> {
        let (dims, data) = (array.dims().clone(), array.as_slice());
        let rows = dims.rows();
        if rows <= 1 || data.is_ascii() {
            return Array::new(dims, self.of_bytes(data));
        }
        let columns = data.len() / rows;
        let place = |k: usize| k / columns + k % columns * rows;
        let text: Vec<u8> = (0..data.len()).map(|k| data[place(k)]).collect();
        let mut kinds = vec![false; data.len()];
        for (k, kind) in self.of_bytes(&text).into_iter().enumerate() {
            kinds[place(k)] = kind;
        }
        Array::new(dims, kinds)
    }

    fn of(self, value: &Value) -> Result<Value> {
        match value {
            Value::Char(array, _) => Ok(Value::Bool(self.of_array(array))),
            Value::Cell(cell) => {
                let data = cell
                    .as_slice()
                    .iter()
                    .map(|element| self.of(element))
                    .collect::<Result<Vec<_>>>()?;
                Ok(Value::Cell(CellArray::new(cell.dims().clone(), data)))
            }
            Value::Complex(_)
            | Value::ComplexSingle(_)
            | Value::Struct(_)
            | Value::Function(_)
            | Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Strings(_)
            | Value::Object(_) => {
                Err(Error::plain(format!("{}: not defined for {}", self.name, type_name(value))))
            }
            number => {
                let Some(codes) = number.to_f64_array() else { return Ok(Value::bool(false)) };
                if codes.as_slice().iter().any(|code| code.is_nan()) {
                    return Err(Error::plain("invalid conversion from NaN to character"));
                }
                // The character whose code is nearest; other codes are of no kind.
                let nearest = codes.map(|&code| (code + 0.5).floor());
                let is_code = |code: &f64| (0.0..256.0).contains(code);
                let bytes = nearest.map(|code| if is_code(code) { *code as u8 } else { 0 });
                let kinds = self.of_array(&bytes);
                let kinds = kinds.as_slice().iter().zip(nearest.as_slice());
                let kinds = kinds.map(|(&kind, code)| kind && is_code(code)).collect();
                Ok(Value::Bool(Array::new(codes.dims().clone(), kinds)))
            }
        }
    }
}

macro_rules! kinds {
    ($($name:ident = $index:literal),*) => {
        $(pub(super) fn $name(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
            one(KINDS[$index].of(&args[0])?)
        })*
    };
}

kinds!(
    isalpha = 0,
    isspace = 1,
    isdigit = 2,
    isupper = 3,
    islower = 4,
    isalnum = 5,
    ispunct = 6,
    iscntrl = 7,
    isgraph = 8,
    isprint = 9,
    isxdigit = 10,
    isascii = 11
);

pub(super) fn isletter(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    isalpha(cx, args, nargout)
}

pub(super) fn isstrprop(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let property = args[1].as_text().unwrap_or_default().into_owned();
    let kind = match property.as_str() {
        "alpha" => "isalpha",
        "alnum" | "alphanum" => "isalnum",
        "ascii" => "isascii",
        "cntrl" => "iscntrl",
        "digit" => "isdigit",
        "graph" | "graphic" => "isgraph",
        "lower" => "islower",
        "print" => "isprint",
        "punct" => "ispunct",
        "space" | "wspace" => "isspace",
        "upper" => "isupper",
        "xdigit" => "isxdigit",
        _ => return Err(Error::plain("isstrprop: invalid string property")),
    };
    let _ = (cx, nargout);
    let kind = KINDS.iter().find(|known| known.name == kind).unwrap_or(&KINDS[0]);
    one(kind.of(&args[0])?)
}

pub(super) fn isstring(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].is_strings())
}

/// The other case of letters.
#[derive(Clone, Copy, PartialEq)]
enum Case {
    Upper,
    Lower,
}

fn in_case(bytes: &mut [u8], case: Case) {
    if !bytes.is_ascii()
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        let mut other = String::with_capacity(text.len());
        for c in text.chars() {
            let mut buffer = [0; 4];
            let changed: String = match case {
                Case::Upper => c.to_uppercase().collect(),
                Case::Lower => c.to_lowercase().collect(),
            };
            // What would change the number of bytes stays.
            other.push_str(if changed.len() == c.len_utf8() {
                &changed
            } else {
                c.encode_utf8(&mut buffer)
            });
        }
        bytes.copy_from_slice(other.as_bytes());
        return;
    }
    match case {
        Case::Upper => bytes.make_ascii_uppercase(),
        Case::Lower => bytes.make_ascii_lowercase(),
    }
}

fn change_case(value: Value, case: Case) -> Result<Value> {
    match value {
        Value::Char(mut array, quote) => {
            in_case(array.make_mut(), case);
            Ok(Value::Char(array, quote))
        }
        Value::Cell(cell) => crate::kit::text::map_cell(cell, |element| change_case(element, case)),
        Value::Bool(array) => Ok(Value::Double(array.map(|&truth| f64::from(truth)))),
        other if other.is_arithmetic() => Ok(other.materialized().full()),
        other => {
            let name = if case == Case::Upper { "toupper" } else { "tolower" };
            Err(Error::plain(format!("{name}: not defined for {}", type_name(&other))))
        }
    }
}

pub(super) fn upper(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(change_case(first(args), Case::Upper)?)
}

pub(super) fn lower(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(change_case(first(args), Case::Lower)?)
}
