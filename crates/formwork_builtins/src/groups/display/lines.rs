//! Lines of text as char matrices, and lists in columns.

use formwork_runtime::{Array, Dims, Error, Quote, Result, Value};

use super::print::text_row;
use crate::context::{Args, Context, Values, one};

/// A char matrix of lines, the short ones filled up with blanks.
pub(super) fn char_matrix(lines: &[Vec<u8>]) -> Value {
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    let rows = lines.len();
    let mut data = vec![b' '; rows * width];
    for (row, line) in lines.iter().enumerate() {
        for (column, &byte) in line.iter().enumerate() {
            data[row + column * rows] = byte;
        }
    }
    Value::Char(Array::new(Dims::matrix(rows, width), data), Quote::Single)
}

/// Lines of equal length without the blank columns at both ends.
pub(super) fn trimmed(lines: Vec<Vec<u8>>) -> Value {
    let blank = |byte: u8| byte == 0 || byte.is_ascii_whitespace() || byte == 11;
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    let is_blank =
        |column: usize| lines.iter().all(|line| line.get(column).copied().is_none_or(blank));
    let start = (0..width).find(|&column| !is_blank(column)).unwrap_or(width);
    let end = (start..width).rev().find(|&column| !is_blank(column)).map_or(start, |last| last + 1);
    let cut: Vec<Vec<u8>> = lines
        .iter()
        .map(|line| {
            let mut line = line.clone();
            line.resize(width, b' ');
            line[start..end].to_vec()
        })
        .collect();
    if start == end { Value::text("") } else { char_matrix(&cut) }
}

pub(super) fn list_in_columns(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let items = match &args[0] {
        Value::Cell(_) => args[0].cell_texts(),
        other => other.char_rows(),
    }
    .ok_or_else(|| Error::plain("list_in_columns: ARG must be a cellstr array or char array"))?;
    let total = match args.get(1) {
        Some(width) if !width.is_empty() => match width.to_f64() {
            Some(width) if !args[1].is_char() && width >= 0.0 => width as usize,
            _ => return Err(Error::plain("list_in_columns: WIDTH must be an integer")),
        },
        _ => 80,
    };
    let prefix = match args.get(2) {
        Some(prefix) => prefix
            .as_bytes()
            .ok_or_else(|| Error::plain("list_in_columns: PREFIX must be a string"))?
            .to_vec(),
        None => Vec::new(),
    };
    one(text_row(columns_of(&items, total, &prefix), Quote::Double))
}

/// Names below each other, as `list_in_columns` writes them.
#[must_use]
pub fn in_columns(names: &[String]) -> Vec<u8> {
    let items: Vec<Vec<u8>> = names.iter().map(|name| name.clone().into_bytes()).collect();
    columns_of(&items, 80, b"")
}

fn columns_of(items: &[Vec<u8>], total: usize, prefix: &[u8]) -> Vec<u8> {
    let widest = items.iter().map(Vec::len).max().unwrap_or(0) + 2;
    let usable = total.saturating_sub(prefix.len());
    let columns = (usable / widest).max(1);
    let rows = items.len() / columns + usize::from(!items.len().is_multiple_of(columns));
    let mut out = Vec::new();
    if items.is_empty() {
        out.push(b'\n');
    }
    for row in 0..rows {
        out.extend_from_slice(prefix);
        let mut at = row;
        while let Some(item) = items.get(at) {
            out.extend_from_slice(item);
            at += rows;
            if at < items.len() {
                out.resize(out.len() + widest - item.len(), b' ');
            }
        }
        out.push(b'\n');
    }
    out
}
