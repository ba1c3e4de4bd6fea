//! Texts.
//!
//! Which quotes a text had is kept: a text in double quotes makes a joined text one
//! whose backslashes the `printf` family leaves alone.

use std::fmt::Write as _;

use formwork_builtins::BuiltinId;
use formwork_runtime::{Array, Dims, Quote, StringElement};

use super::Lifted;
use super::array::sized;

/// An array of characters.
pub(super) fn characters(array: &Array<u8>, quote: Quote) -> Lifted {
    let dims = array.dims();
    let data = array.as_slice();
    if dims.is_zero_by_zero() || (dims.is_row() && !data.is_empty()) {
        return row(data, quote);
    }
    if data.is_empty() {
        return match quote {
            Quote::Single => sized(BuiltinId::Zeros, dims).passed_to(BuiltinId::Char.name()),
            Quote::Double => nothing_of(dims),
        };
    }
    if !dims.is_matrix() {
        let text = row(data, quote).text;
        return match quote {
            Quote::Single => reshaped(&text, dims),
            // A subscript that is a vector along any dimension picks a row out of a row.
            Quote::Double if dims.as_slice().iter().filter(|&&extent| extent != 1).count() == 1 => {
                let axis = dims.as_slice().iter().position(|&extent| extent != 1).unwrap_or(0);
                let parts: Vec<String> =
                    data.iter().map(|byte| row(std::slice::from_ref(byte), quote).text).collect();
                Lifted::call(format!("cat({}, {})", axis + 1, parts.join(", ")))
            }
            Quote::Double => {
                let places = reshaped(&format!("1:{}", data.len()), dims).text;
                Lifted::call(format!("{text}({places})"))
            }
        };
    }
    let rows = dims.rows();
    let lines: Vec<String> = (0..rows)
        .map(|first| {
            let line: Vec<u8> = data.iter().skip(first).step_by(rows).copied().collect();
            row(&line, quote).text
        })
        .collect();
    Lifted::atom(format!("[{}]", lines.join("; ")))
}

/// No characters in double quotes. What is reshaped has single ones; what is picked out of a
/// text keeps those of the text.
fn nothing_of(dims: &Dims) -> Lifted {
    let places: Vec<String> = dims
        .as_slice()
        .iter()
        .map(|extent| match extent {
            0 => "[]".to_owned(),
            1 => "1".to_owned(),
            extent => format!("ones(1, {extent})"),
        })
        .collect();
    Lifted::call(format!("\" \"({})", places.join(", ")))
}

fn reshaped(text: &str, dims: &Dims) -> Lifted {
    let extents: Vec<String> = dims.as_slice().iter().map(ToString::to_string).collect();
    Lifted::call(format!("reshape({text}, {})", extents.join(", ")))
}

/// Strings of MATLAB, if quotes can hold them.
pub(super) fn strings(array: &Array<StringElement>) -> Option<Lifted> {
    let literal = |element: &StringElement| match &pieces(element.text()?)[..] {
        [] => Some("\"\"".to_owned()),
        [Piece::Plain(text)] => Some(format!("\"{}\"", text.replace('"', "\"\""))),
        _ => None,
    };
    if let Some(element) = array.as_scalar() {
        return literal(element).map(Lifted::atom);
    }
    let dims = array.dims();
    if array.is_empty() || !dims.is_matrix() {
        return None;
    }
    let texts: Vec<String> = array.as_slice().iter().map(literal).collect::<Option<_>>()?;
    let rows = dims.rows();
    let row =
        |first| texts.iter().skip(first).step_by(rows).cloned().collect::<Vec<_>>().join(", ");
    let lines: Vec<String> = (0..rows).map(row).collect();
    Some(Lifted::atom(format!("[{}]", lines.join("; "))))
}

/// One line of text.
fn row(bytes: &[u8], quote: Quote) -> Lifted {
    match quote {
        Quote::Single => single_quoted(bytes),
        Quote::Double => double_quoted(bytes),
    }
}

/// What a piece of a text is.
enum Piece<'a> {
    /// Characters that may stand between quotes.
    Plain(&'a str),
    /// Bytes that may not.
    Other(&'a [u8]),
}

fn pieces(bytes: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(first) = rest.chars().next() {
            let control = first.is_control();
            let end = rest.find(|c: char| c.is_control() != control).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(end);
            pieces.push(if control { Piece::Other(piece.as_bytes()) } else { Piece::Plain(piece) });
            rest = after;
        }
        if !chunk.invalid().is_empty() {
            pieces.push(Piece::Other(chunk.invalid()));
        }
    }
    pieces
}

fn single_quoted(bytes: &[u8]) -> Lifted {
    let parts: Vec<Lifted> = pieces(bytes)
        .into_iter()
        .map(|piece| match piece {
            Piece::Plain(text) => Lifted::atom(format!("'{}'", text.replace('\'', "''"))),
            Piece::Other([code]) => Lifted::call(format!("char({code})")),
            Piece::Other(codes) => {
                let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
                Lifted::call(format!("char([{}])", codes.join(", ")))
            }
        })
        .collect();
    match <[Lifted; 1]>::try_from(parts) {
        Ok([only]) => only,
        Err(parts) if parts.is_empty() => Lifted::atom("''".to_owned()),
        Err(parts) => {
            let texts: Vec<String> = parts.into_iter().map(|part| part.text).collect();
            Lifted::atom(format!("[{}]", texts.join(", ")))
        }
    }
}

fn double_quoted(bytes: &[u8]) -> Lifted {
    let mut out = String::from('"');
    for piece in pieces(bytes) {
        match piece {
            Piece::Plain(text) => {
                out.push_str(&text.replace('\\', "\\\\").replace('"', "\\\""));
            }
            Piece::Other(codes) => {
                for code in codes {
                    match code {
                        b'\n' => out.push_str("\\n"),
                        b'\t' => out.push_str("\\t"),
                        b'\r' => out.push_str("\\r"),
                        other => {
                            let _ = write!(out, "\\{other:03o}");
                        }
                    }
                }
            }
        }
    }
    out.push('"');
    Lifted::atom(out)
}
