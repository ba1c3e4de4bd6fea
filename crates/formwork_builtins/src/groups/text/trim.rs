//! Taking from text and lining it up: `strtrim`, `deblank`, `substr`, `strjust`.

use formwork_runtime::{Array, Dims, Error, Quote, Result, Value};

use super::classify::is_space;
use crate::context::{Args, Context, Values, one};
use crate::kit::text::{char_array, char_matrix, char_row, first, map_cell, no_text};

/// What `deblank` takes away: NUL as well, which `strtrim` leaves.
const fn is_blank(byte: u8) -> bool {
    is_space(byte) || byte == 0
}

/// The columns of a char matrix from `start` up to `end`.
fn columns(array: &Array<u8>, start: usize, end: usize, quote: Quote) -> Value {
    let rows = array.dims().rows();
    let data = array.as_slice()[start * rows..end * rows].to_vec();
    Value::Char(Array::new(Dims::matrix(rows, end - start), data), quote)
}

/// Which columns have something that is not blank: from the first, up to the last.
fn visible_columns(array: &Array<u8>, blank: fn(u8) -> bool) -> Option<(usize, usize)> {
    let rows = array.dims().rows();
    let data = array.as_slice();
    let first = data.iter().position(|&byte| !blank(byte))? / rows;
    let last = data.iter().rposition(|&byte| !blank(byte))? / rows;
    Some((first, last + 1))
}

fn trimmed(value: Value, both_ends: bool, name: &str) -> Result<Value> {
    let wrong = || Error::plain(format!("{name}: S argument must be a string or cellstring"));
    match value {
        Value::Char(array, quote) => {
            if array.dims().ndims() > 2 {
                return Err(wrong());
            }
            let blank = if both_ends { is_space } else { is_blank };
            let Some((start, end)) = visible_columns(&array, blank) else { return Ok(no_text()) };
            let start = if both_ends { start } else { 0 };
            if start == 0 && end == array.dims().columns() {
                return Ok(Value::Char(array, quote));
            }
            Ok(columns(&array, start, end, quote))
        }
        Value::Cell(cell) => map_cell(cell, |element| trimmed(element, both_ends, name)),
        // Octave lets other empty values pass where only one end is trimmed.
        other if !both_ends && other.is_numeric() && other.is_empty() => Ok(other),
        _ => Err(wrong()),
    }
}

pub(super) fn strtrim(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(trimmed(first(args), true, "strtrim")?)
}

pub(super) fn deblank(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(trimmed(first(args), false, "deblank")?)
}

pub(super) fn strtrunc(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut args = args.into_iter();
    let (text, count) = (args.next().unwrap_or_default(), args.next().unwrap_or_default());
    let n = count.to_f64().unwrap_or(f64::NAN);
    if n.is_nan() || n < 0.0 {
        return Err(Error::plain("strtrunc: length N must be a positive integer (N >= 0)"));
    }
    let n = n as usize;
    let wrong =
        || Error::plain("strtrunc: S must be a character string or a cell array of strings");
    let cut = |value: Value| match value {
        Value::Char(array, quote) if array.dims().is_matrix() => {
            if array.dims().columns() <= n {
                return Ok(Value::Char(array, quote));
            }
            Ok(columns(&array, 0, n, quote))
        }
        _ => Err(wrong()),
    };
    match text {
        Value::Cell(cell) => one(map_cell(cell, cut)?),
        other => one(cut(other)?),
    }
}

pub(super) fn substr(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Char(text, quote) = &args[0] else {
        return Err(Error::plain("substr: S must be a string or string array"));
    };
    let whole = |index: usize, name: &str| {
        args[index]
            .to_f64()
            .filter(|_| args[index].is_scalar())
            .ok_or_else(|| Error::plain(format!("substr: {name} must be a scalar integer")))
    };
    let columns_in_all = text.dims().columns();
    let offset = whole(1, "OFFSET")?.trunc();
    if offset.is_nan() || offset == 0.0 || offset.abs() > columns_in_all as f64 {
        return Err(Error::plain(format!("substr: OFFSET = {offset} out of range")));
    }
    // From the end.
    let offset = if offset < 0.0 { offset + columns_in_all as f64 + 1.0 } else { offset };
    let offset = offset as usize;
    let end = if args.len() > 2 {
        let length = whole(2, "LEN")?.trunc();
        let end = if length < 0.0 {
            columns_in_all as f64 + length
        } else {
            offset as f64 + length - 1.0
        };
        if end.is_nan() || end > columns_in_all as f64 || end < offset as f64 - 1.0 {
            return Err(Error::plain(format!("substr: length LEN = {length} out of range")));
        }
        end as usize
    } else {
        columns_in_all
    };
    one(columns(text, offset - 1, end, *quote))
}

pub(super) fn strjust(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Char(text, _) = &args[0] else {
        return Err(Error::plain("strjust: S must be a string or 2-D character matrix"));
    };
    if !text.dims().is_matrix() {
        return Err(Error::plain("strjust: S must be a string or 2-D character matrix"));
    }
    if text.is_empty() {
        return one(args[0].clone());
    }
    let place = args.get(1).map_or_else(
        || "right".to_owned(),
        |name| name.as_text().unwrap_or_default().to_ascii_lowercase(),
    );
    let (rows, width) = (text.dims().rows(), text.dims().columns());
    let mut data = vec![b' '; rows * width];
    for (r, row) in args[0].char_rows().unwrap_or_default().iter().enumerate() {
        let is_filler = |&byte: &u8| byte == b' ' || byte == 0;
        let Some(start) = row.iter().position(|byte| !is_filler(byte)) else { continue };
        let end = row.iter().rposition(|byte| !is_filler(byte)).map_or(width, |last| last + 1);
        let shift = match place.as_str() {
            "left" => 0,
            "right" => width - (end - start),
            // The middle lies to the left if there is no exact one.
            _ => (width - (end - start)) / 2,
        };
        for (c, &byte) in row[start..end].iter().enumerate() {
            data[r + (c + shift) * rows] = byte;
        }
    }
    one(char_array(Dims::matrix(rows, width), data))
}

pub(super) fn untabify(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let width = args.get(1).and_then(Value::to_f64).unwrap_or(8.0).max(1.0) as usize;
    let deblanks = args.get(2).and_then(Value::to_f64).is_some_and(|flag| flag != 0.0);
    let spread = |row: &[u8]| {
        let mut text = Vec::with_capacity(row.len());
        for &byte in row {
            if byte == b'\t' {
                let next = (text.len() / width + 1).saturating_mul(width);
                text.resize(next, b' ');
            } else {
                text.push(byte);
            }
        }
        text
    };
    let expand = |value: Value| -> Result<Value> {
        let Some(rows) = value.char_rows() else {
            return Err(Error::plain("untabify: T must be a string or cellstring"));
        };
        if !all_tabs_fit(&rows, width) {
            return Err(Error::too_large());
        }
        let rows: Vec<_> = rows.iter().map(|row| spread(row)).collect();
        let result = match &rows[..] {
            [row] => char_row(row.clone()),
            _ => char_matrix(&rows)?,
        };
        if deblanks { trimmed(result, false, "deblank") } else { Ok(result) }
    };
    match first(args.iter().cloned()) {
        Value::Cell(cell) => one(map_cell(cell, expand)?),
        other => one(expand(other)?),
    }
}

fn all_tabs_fit(rows: &[Vec<u8>], width: usize) -> bool {
    rows.iter().all(|row| width.checked_mul(row.len()).is_some_and(|n| n <= 1 << 32))
}
