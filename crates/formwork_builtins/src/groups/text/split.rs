//! Taking text apart and joining it: `strsplit`, `ostrsplit`, `strjoin`, `strtok`.

use formwork_runtime::{CellArray, Dims, Error, Quote, Result, Value};
use memchr::memmem;

use super::escape::escapes_read;
use crate::context::{Args, Context, Values, one};
use crate::groups::regexp::Pattern;
use crate::kit::quotes;
use crate::kit::text::{all_bytes, cell_row, char_array, char_row, is_cellstr, no_text, two};
use formwork_runtime::ops::type_name;

/// The options of `strsplit`.
struct Splitting {
    /// delimiters side by side count as one
    collapse: bool,
    /// delimiters are regular expressions
    regular: bool,
}

impl Splitting {
    fn read(options: &[Value]) -> Result<Splitting> {
        let mut splitting = Splitting { collapse: true, regular: false };
        for pair in options.chunks(2) {
            let name = pair[0].as_text().unwrap_or_default().into_owned();
            match (name.to_ascii_lowercase().as_str(), pair.get(1)) {
                ("collapsedelimiters", Some(value)) => {
                    splitting.collapse = value.to_f64().is_some_and(|flag| flag != 0.0);
                }
                ("delimitertype", Some(value)) => {
                    let kind = value.as_text().unwrap_or_default().to_ascii_lowercase();
                    splitting.regular = "regularexpression".starts_with(&kind);
                    let is_plain = "simple".starts_with(&kind) || "legacy".starts_with(&kind);
                    if !splitting.regular && !is_plain {
                        return Err(Error::with_id(
                            "Octave:strsplit:invalid_delimitertype",
                            "strsplit: Invalid DELIMITERTYPE",
                        ));
                    }
                }
                ("collapsedelimiters" | "delimitertype", None) => {
                    return Err(Error::with_id(
                        "Octave:index-out-of-bounds",
                        "params(2): out of bound 1 (dimensions are 1x1)",
                    ));
                }
                _ if pair.len() == 1 => {}
                _ => {
                    return Err(Error::with_id(
                        "Octave:strsplit:invalid_parameter_name",
                        format!("strsplit: invalid parameter name, '{name}'"),
                    ));
                }
            }
        }
        Ok(splitting)
    }
}

pub(super) fn strsplit(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let delimiters = args.get(1);
    let wrong = || Error::plain("strsplit: S and DEL must be string values");
    if !args[0].is_char() || delimiters.is_some_and(|d| !d.is_char() && !is_cellstr(d)) {
        return Err(wrong());
    }
    let Splitting { collapse, regular } = Splitting::read(args.get(2..).unwrap_or_default())?;
    let text = match &args[0] {
        Value::Char(array, _) if array.is_empty() => {
            let one_empty = Value::Cell(CellArray::row(vec![args[0].clone()]));
            return two(one_empty, Value::Cell(CellArray::new(Dims::matrix(1, 0), Vec::new())));
        }
        Value::Char(array, _) if array.dims().is_row() => array.as_slice(),
        _ => return Err(Error::plain("strsplit: S must be a char row vector")),
    };
    let delimiters: Vec<Vec<u8>> = match delimiters {
        None => vec![b" ".to_vec()],
        Some(Value::Cell(cell)) => {
            cell.as_slice().iter().filter_map(all_bytes).map(<[u8]>::to_vec).collect()
        }
        Some(other) => vec![all_bytes(other).unwrap_or_default().to_vec()],
    };
    let mut cuts = if regular {
        let pattern = delimiters.join(&b'|');
        let pattern = Pattern::new("strsplit", &pattern)?;
        pattern.find_all(cx, text)?
    } else {
        let mut read = Vec::with_capacity(delimiters.len());
        for delimiter in &delimiters {
            read.push(escapes_read(cx, delimiter)?);
        }
        simple_cuts(text, &read)
    };
    if collapse {
        cuts.dedup_by(|next, kept| {
            let joins = next.0 == kept.1;
            if joins {
                kept.1 = next.1;
            }
            joins
        });
    }
    let mut parts = Vec::with_capacity(cuts.len() + 1);
    let mut start = 0;
    for &(from, to) in &cuts {
        parts.push(&text[start..from]);
        start = to;
    }
    parts.push(&text[start..]);
    if nargout < 2 {
        return one(cell_row(parts));
    }
    two(cell_row(parts), cell_row(cuts.iter().map(|&(from, to)| &text[from..to])))
}

/// Where delimiters are, the first of the list that fits winning.
fn simple_cuts(text: &[u8], delimiters: &[Vec<u8>]) -> Vec<(usize, usize)> {
    if let [delimiter] = delimiters {
        if delimiter.is_empty() {
            return Vec::new();
        }
        let finder = memmem::Finder::new(delimiter);
        return finder.find_iter(text).map(|at| (at, at + delimiter.len())).collect();
    }
    let mut cuts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match delimiters.iter().find(|d| !d.is_empty() && text[at..].starts_with(d)) {
            Some(delimiter) => {
                cuts.push((at, at + delimiter.len()));
                at += delimiter.len();
            }
            None => at += 1,
        }
    }
    cuts
}

pub(super) fn ostrsplit(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (Value::Char(text, _), Some(separators)) = (&args[0], all_bytes(&args[1])) else {
        return Err(Error::plain("ostrsplit: S and SEP must be string values"));
    };
    let strip = match args.get(2) {
        None => false,
        Some(flag) if flag.is_scalar() && flag.is_arithmetic() => {
            flag.to_f64().is_some_and(|flag| flag != 0.0)
        }
        Some(_) => {
            return Err(Error::plain("ostrsplit: STRIP_EMPTY must be a scalar value"));
        }
    };
    if text.is_empty() {
        return one(CellArray::new(Dims::EMPTY, Vec::new()));
    }
    let mut parts = Vec::new();
    for row in args[0].char_rows().unwrap_or_default() {
        for part in row.split(|byte| separators.contains(byte)) {
            if !(strip && part.is_empty()) {
                parts.push(char_row(part.to_vec()));
            }
        }
    }
    one(CellArray::row(parts))
}

pub(super) fn strjoin(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(texts) = args[0].cell_texts() else { return Err(Error::invalid_call("strjoin")) };
    let mut joined = Vec::new();
    match args.get(1) {
        Some(Value::Cell(delimiters)) if is_cellstr(&args[1]) => {
            if delimiters.numel() + 1 != texts.len() {
                return Err(Error::with_id(
                    "Octave:strjoin:cellstring_delimiter_mismatch",
                    "strjoin: the number of delimiters does not match the number of strings",
                ));
            }
            for (index, text) in texts.iter().enumerate() {
                joined.extend_from_slice(text);
                if let Some(delimiter) = delimiters.as_slice().get(index) {
                    joined.extend_from_slice(all_bytes(delimiter).unwrap_or_default());
                }
            }
        }
        delimiter => {
            let delimiter = match delimiter {
                None => b" ".to_vec(),
                Some(value) => match value.as_bytes() {
                    Some(bytes) => escapes_read(cx, bytes)?,
                    None => return Err(Error::invalid_call("strjoin")),
                },
            };
            for (index, text) in texts.iter().enumerate() {
                if index > 0 {
                    joined.extend_from_slice(&delimiter);
                }
                joined.extend_from_slice(text);
            }
        }
    }
    let quote = if texts.len() == 1 { quotes::joined(&args) } else { Quote::Single };
    quotes::requoted(one(Value::text(joined)), quote)
}

pub(super) fn strtok(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let delimiters: Vec<u8> = match args.get(1) {
        None => b"\0\t\n\x0b\x0c\r ".to_vec(),
        Some(Value::Char(array, _)) => array.as_slice().to_vec(),
        Some(value) => match value.to_f64_array() {
            Some(codes) => codes.as_slice().iter().map(|&code| code as u8).collect(),
            None => {
                return Err(Error::plain(format!(
                    "binary operator '==' not implemented for 'matrix' by '{}' operations",
                    type_name(value)
                )));
            }
        },
    };
    let cut = |text: &[u8]| {
        let start = text.iter().position(|byte| !delimiters.contains(byte));
        let start = start.unwrap_or(text.len());
        let end = text[start..].iter().position(|byte| delimiters.contains(byte));
        (start, end.map_or(text.len(), |length| start + length))
    };
    match &args[0] {
        Value::Char(array, _) if array.is_empty() => two(args[0].clone(), no_text()),
        Value::Char(array, _) => {
            if !array.dims().is_vector() {
                return Err(Error::plain("strtok: STR cannot be a 2-D character array"));
            }
            let text = array.as_slice();
            let (start, end) = cut(text);
            let piece = |bytes: &[u8]| {
                let dims = if array.dims().is_row() {
                    Dims::matrix(1, bytes.len())
                } else {
                    Dims::matrix(bytes.len(), 1)
                };
                char_array(dims, bytes.to_vec())
            };
            let rest = if end == text.len() { no_text() } else { piece(&text[end..]) };
            two(piece(&text[start..end]), rest)
        }
        Value::Cell(cell) if is_cellstr(&args[0]) => {
            if cell.is_empty() {
                return two(no_text(), no_text());
            }
            let (mut tokens, mut rests) = (Vec::new(), Vec::new());
            for text in cell.as_slice().iter().filter_map(all_bytes) {
                let (start, end) = cut(text);
                tokens.push(Value::text(&text[start..end]));
                rests.push(Value::text(&text[end..]));
            }
            let dims = cell.dims();
            two(
                Value::Cell(CellArray::new(dims.clone(), tokens)),
                Value::Cell(CellArray::new(dims.clone(), rests)),
            )
        }
        _ => Err(Error::plain("strtok: STR must be a string or cell array of strings")),
    }
}
