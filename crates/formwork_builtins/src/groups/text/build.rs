//! Making text: `char`, `cellstr`, `strcat`, `blanks`.

use formwork_runtime::{CellArray, Dims, Error, Result, Value, memory};

use crate::context::{Args, Context, Values, one};
use crate::kit::text::{
    char_array, char_matrix, first, is_cellstr, map_cell, no_text, text_rows, to_chars,
};

pub(super) fn char(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len() == 1 {
        let value = first(args);
        if !matches!(value, Value::Cell(_)) {
            return one(to_chars(cx, value)?);
        }
        if value.is_empty() {
            return one(no_text());
        }
        return one(stacked(cx, &[value], false, "char")?);
    }
    if args.is_empty() {
        return one(no_text());
    }
    one(stacked(cx, &args, false, "char")?)
}

pub(super) fn strvcat(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(stacked(cx, &args, true, "strvcat")?)
}

fn stacked(cx: &mut dyn Context, values: &[Value], drop_empty: bool, name: &str) -> Result<Value> {
    let mut rows = Vec::new();
    for value in values {
        text_rows(cx, value, drop_empty, &mut rows).map_err(|error| {
            let inside = matches!(value, Value::Cell(_));
            if error.message.contains("wrong type argument")
                || (!inside && error.message.contains("charNDArray"))
                || (values.len() > 1 && error.message.starts_with("invalid conversion from NaN"))
            {
                match name {
                    "char" if values.len() == 1 => {
                        Error::plain("char: wrong type argument 'cell array'")
                    }
                    _ => Error::plain(format!("{name}: unable to convert some args to strings")),
                }
            } else {
                error
            }
        })?;
    }
    char_matrix(&rows)
}

pub(super) fn cellstr(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = first(args);
    if is_cellstr(&value) {
        return one(value);
    }
    if value.dims().ndims() > 2 {
        return Err(no_rows());
    }
    let mut rows = Vec::new();
    text_rows(cx, &value, false, &mut rows).map_err(|_| no_rows())?;
    let texts = rows.iter().map(|row| Value::text(without_trailing_blanks(row))).collect();
    one(CellArray::column(texts))
}

/// What `cellstr` says of an array that is no list of lines.
fn no_rows() -> Box<Error> {
    Error::plain("cellstr: argument STRING must be a 2-D character array")
}

fn without_trailing_blanks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    &text[..end]
}

/// The rows of text of a value without the blanks at their ends.
fn trimmed_rows(cx: &mut dyn Context, value: &Value) -> Result<Vec<Vec<u8>>> {
    let mut rows = Vec::new();
    text_rows(cx, value, false, &mut rows)?;
    for row in &mut rows {
        row.truncate(without_trailing_blanks(row).len());
    }
    Ok(rows)
}

/// What `strcat` gives for one argument.
fn alone(cx: &mut dyn Context, value: Value) -> Result<Value> {
    match value {
        Value::Cell(_) => Ok(value),
        // As many columns as the longest row needs.
        Value::Char(..) if value.dims().ndims() <= 2 => char_matrix(&trimmed_rows(cx, &value)?),
        Value::Char(..) => Ok(value),
        Value::Struct(_) | Value::Function(_) | Value::Map(_) => Err(not_text()),
        other if other.dims().ndims() > 2 => Err(no_rows()),
        other => to_chars(cx, other),
    }
}

/// The texts at each place of some cell arrays, one after the other; those of one element go
/// with every place.
fn joined(parts: &[CellArray]) -> Result<(Dims, Vec<Vec<u8>>)> {
    let dims = parts
        .iter()
        .map(CellArray::dims)
        .find(|dims| !dims.is_scalar())
        .cloned()
        .unwrap_or(Dims::SCALAR);
    if parts.iter().any(|part| !part.dims().is_scalar() && *part.dims() != dims) {
        return Err(Error::plain("strcat: arguments must be the same size, or be scalars"));
    }
    let mut joined: Vec<Vec<u8>> = Vec::with_capacity(dims.numel());
    for place in 0..dims.numel() {
        let mut text = Vec::new();
        for part in parts {
            let element = part.as_slice().get(place).or_else(|| part.as_slice().first());
            if let Some(Value::Char(chars, _)) = element {
                if chars.dims().rows() > 1 {
                    return Err(Error::plain(format!(
                        "horizontal dimensions mismatch (1x{} vs {})",
                        text.len(),
                        chars.dims()
                    )));
                }
                text.extend_from_slice(chars.as_slice());
            }
        }
        joined.push(text);
    }
    Ok((dims, joined))
}

pub(super) fn strcat(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.is_empty() {
        return one(no_text());
    }
    if args.len() == 1 {
        return one(alone(cx, first(args))?);
    }
    let any_cell = args.iter().any(|value| matches!(value, Value::Cell(_)));
    let mut parts: Vec<CellArray> = Vec::with_capacity(args.len());
    for value in args {
        parts.push(match value {
            Value::Cell(cell) => {
                match map_cell(cell, |element| to_chars(cx, element).map_err(|_| not_text()))? {
                    Value::Cell(cell) => cell,
                    _ => return Err(not_text()),
                }
            }
            other => {
                let chars = to_chars(cx, other).map_err(|error| {
                    let nameless = error.message.starts_with("invalid conversion from NaN");
                    if nameless { error } else { not_text() }
                })?;
                if chars.dims().ndims() > 2 {
                    return Err(no_rows());
                }
                CellArray::column(trimmed_rows(cx, &chars)?.into_iter().map(Value::text).collect())
            }
        });
    }
    let (dims, joined) = joined(&parts)?;
    if any_cell {
        let texts = joined.iter().map(Value::text).collect();
        return one(CellArray::new(dims, texts));
    }
    one(char_matrix(&joined)?)
}

fn not_text() -> Box<Error> {
    Error::plain("strcat: inputs must be strings or cells of strings")
}

pub(super) fn cstrcat(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.is_empty() {
        return one(no_text());
    }
    if !args.iter().all(Value::is_char) {
        return Err(Error::plain("cstrcat: arguments must be character strings"));
    }
    if args.iter().all(Value::is_string) {
        let mut text = Vec::new();
        for bytes in args.iter().filter_map(Value::as_bytes) {
            text.extend_from_slice(bytes);
        }
        return one(Value::text(text));
    }
    one(formwork_runtime::index::concatenate("horzcat", 1, args.into_vec())?)
}

pub(super) fn blanks(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = first(args);
    let wrong = || Error::plain("blanks: N must be a non-negative integer");
    let count = value.to_f64().filter(|_| value.is_scalar()).ok_or_else(wrong)?;
    if count.is_infinite() && count > 0.0 {
        return Err(Error::plain("range with infinite number of elements cannot be stored"));
    }
    if count.is_nan() || count < 0.0 || count.fract() != 0.0 {
        return Err(wrong());
    }
    if count > isize::MAX as f64 {
        return Err(Error::too_large());
    }
    let dims = if count == 0.0 { Dims::EMPTY } else { Dims::matrix(1, count as usize) };
    memory::reserve::<u8>(&dims)?;
    let numel = dims.numel();
    one(char_array(dims, vec![b' '; numel]))
}
