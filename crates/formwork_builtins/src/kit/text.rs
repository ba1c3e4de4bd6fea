//! What the text functions share: reading values as text and making text.

use formwork_runtime::{Array, CellArray, Dims, Error, Quote, Result, Value, memory};

use crate::context::{Context, Values};

/// Text of any size.
pub(crate) fn char_array(dims: Dims, bytes: Vec<u8>) -> Value {
    Value::Char(Array::new(dims, bytes), Quote::Single)
}

/// A row of text, 1x0 if it is empty.
pub(crate) fn char_row(bytes: Vec<u8>) -> Value {
    Value::Char(Array::row(bytes), Quote::Single)
}

/// The text `''`, 0x0.
pub(crate) fn no_text() -> Value {
    Value::text("")
}

/// A cell row of texts, empty ones 0x0.
pub(crate) fn cell_row<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> Value {
    Value::Cell(CellArray::row(texts.into_iter().map(Value::text).collect()))
}

/// A char matrix with these rows, padded with blanks to one length.
///
/// # Errors
///
/// If it would be too large.
pub(crate) fn char_matrix<T: AsRef<[u8]>>(rows: &[T]) -> Result<Value> {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let dims = Dims::matrix(rows.len(), columns);
    memory::reserve::<u8>(&dims)?;
    let mut data = vec![b' '; dims.numel()];
    for (r, row) in rows.iter().enumerate() {
        for (c, &byte) in row.as_ref().iter().enumerate() {
            data[r + c * rows.len()] = byte;
        }
    }
    Ok(char_array(dims, data))
}

/// Whether it is a cell array of nothing but text.
pub(crate) fn is_cellstr(value: &Value) -> bool {
    matches!(value, Value::Cell(cell) if cell.as_slice().iter().all(Value::is_char))
}

/// All characters of a text, column by column.
pub(crate) fn all_bytes(value: &Value) -> Option<&[u8]> {
    match value {
        Value::Char(array, _) => Some(array.as_slice()),
        _ => None,
    }
}

/// `f` of each element of a cell array, in a cell array of the same size.
///
/// # Errors
///
/// Those of `f`.
pub(crate) fn map_cell(
    cell: CellArray,
    mut f: impl FnMut(Value) -> Result<Value>,
) -> Result<Value> {
    let (dims, mut data) = cell.into_parts();
    for value in &mut data {
        *value = f(std::mem::take(value))?;
    }
    Ok(Value::Cell(CellArray::new(dims, data)))
}

/// The first argument.
pub(crate) fn first(args: impl IntoIterator<Item = Value>) -> Value {
    args.into_iter().next().unwrap_or_default()
}

/// The two outputs of a function.
pub(crate) fn two(a: Value, b: Value) -> Result<Values> {
    Ok([a, b].into_iter().collect())
}

/// A value as characters, as `char` converts it: numbers are codes.
///
/// # Errors
///
/// If it cannot be converted.
pub(crate) fn to_chars(cx: &mut dyn Context, value: Value) -> Result<Value> {
    match value {
        Value::Char(..) => Ok(value),
        Value::Complex(_)
        | Value::ComplexSingle(_)
        | Value::Cell(_)
        | Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Strings(_)
        | Value::Object(_) => Err(Error::plain(format!(
            "octave_base_value::convert_to_str_internal (): wrong type argument '{}'",
            formwork_runtime::ops::type_name(&value)
        ))),
        number => {
            let mut warned = false;
            let Some(codes) = number.to_f64_array() else { return Ok(no_text()) };
            if codes.as_slice().iter().any(|code| code.is_nan()) {
                return Err(Error::plain("invalid conversion from NaN to character"));
            }
            let chars = codes.map(|&code| {
                let rounded = code.round();
                if (0.0..256.0).contains(&rounded) {
                    rounded as u8
                } else {
                    warned = true;
                    0
                }
            });
            if warned {
                cx.warn("", "range error for conversion to character value")?;
            }
            Ok(Value::Char(chars, Quote::Single))
        }
    }
}

/// The rows of text of a value as functions that take several texts read it: those of
/// a char matrix or of numbers as codes, those of all elements of a cell array. Empty
/// text is one empty row, or none with `drop_empty`.
///
/// # Errors
///
/// If it cannot be converted.
pub(crate) fn text_rows(
    cx: &mut dyn Context,
    value: &Value,
    drop_empty: bool,
    rows: &mut Vec<Vec<u8>>,
) -> Result<()> {
    if let Value::Cell(cell) = value {
        if cell.is_empty() && !drop_empty {
            rows.push(Vec::new());
        }
        for element in cell.as_slice() {
            text_rows(cx, element, drop_empty, rows)?;
        }
        return Ok(());
    }
    let chars = to_chars(cx, value.clone())?;
    if !chars.dims().is_matrix() {
        return Err(Error::plain("invalid conversion of charNDArray to string_vector"));
    }
    if chars.is_empty() {
        if !drop_empty {
            let count = if matches!(chars.dims().as_slice(), [n, 0] if *n > 0) {
                chars.dims().rows()
            } else {
                1
            };
            rows.extend(std::iter::repeat_n(Vec::new(), count));
        }
        return Ok(());
    }
    rows.extend(chars.char_rows().unwrap_or_default());
    Ok(())
}
