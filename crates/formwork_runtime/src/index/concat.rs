//! Concatenation: `[…]`, `{…}` and `cat`.

use super::coerce::Kind;
use super::join::{
    ConcatKind, Rule, as_cell, cell_from, check_complex, check_structs, fitted, join, join_kind,
    join_structs, joined, settle, take_chars,
};
use super::strings;
use crate::array::Array;
use crate::cell::CellArray;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::memory;
use crate::value::{Quote, Value};

/// The value of `cat(dimension, values…)`; `horzcat` and `vertcat` leave out more
/// empty operands than `cat` does.
pub(crate) fn concatenate(name: &str, dimension: usize, mut values: Vec<Value>) -> Result<Value> {
    if values.is_empty() {
        return Ok(Value::empty());
    }
    let rule = if name == "cat" { Rule::Cat } else { Rule::Bracket };
    if strings::makes_strings(values.iter()) {
        return strings::join_along(values, dimension);
    }
    check_structs(&values, dimension, rule)?;
    let outcome = settle(&mut values)?;
    if matches!(outcome, ConcatKind::Cell) {
        let arrays: Vec<Array<Value>> = values.into_iter().map(as_cell).collect();
        let dims = fitted(arrays.iter().map(Array::dims), dimension, rule)?;
        return join(arrays, dimension, dims).map(cell_from);
    }
    if let ConcatKind::Kind(kind) = outcome
        && kind.is_integer()
    {
        check_complex(kind, &values)?;
    }
    if matches!(outcome, ConcatKind::Kind(Kind::Char)) {
        values.retain(|value| !value.is_complex() || value.is_scalar());
    }
    let sizes: Vec<Dims> = values.iter().map(Value::dims).collect();
    let dims = fitted(sizes.iter(), dimension, rule)?;
    match outcome {
        ConcatKind::Kind(kind) => join_kind(kind, values, dimension, dims),
        ConcatKind::Cell | ConcatKind::Struct => join_structs(values, dimension, dims),
    }
}

/// The size of a row, or of rows on top of each other.
fn bracketed<'d>(
    sizes: impl Iterator<Item = &'d Dims>,
    dimension: usize,
    skip_empty: bool,
) -> Result<Dims> {
    let mut result: Option<Dims> = None;
    for size in sizes {
        if skip_empty && size.is_zero_by_zero() {
            continue;
        }
        result = Some(match result {
            None => size.clone(),
            Some(dims) => joined(&dims, size, dimension, Rule::Bracket).ok_or_else(|| {
                let direction = if dimension == 0 { "vertical" } else { "horizontal" };
                Error::plain(format!("{direction} dimensions mismatch ({dims} vs {size})"))
            })?,
        });
    }
    Ok(result.unwrap_or(Dims::EMPTY))
}

/// Checks that the sizes fit, which counts before classes do. Cells take what is no
/// cell as one element, and texts are filled up: those are looked at when joined.
fn check_sizes(rows: &[Vec<Value>]) -> Result<()> {
    let mut all = rows.iter().flatten();
    // A struct in front keeps others from becoming cells.
    let struct_first = matches!(all.clone().next(), Some(Value::Struct(_)));
    if !struct_first && all.clone().any(|value| matches!(value, Value::Cell(_))) {
        return Ok(());
    }
    let sizes = rows
        .iter()
        .map(|row| {
            let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
            bracketed(sizes.iter(), 1, true)
        })
        .collect::<Result<Vec<Dims>>>()?;
    if rows.len() > 1 && !all.all(Value::is_char) {
        bracketed(sizes.iter(), 0, false)?;
    }
    Ok(())
}

/// The value of `[rows…]` if all elements are real scalars, the common case.
fn scalars(rows: &[Vec<Value>]) -> Option<Value> {
    let columns = rows.first()?.len();
    rows.first()?.first()?.as_double()?;
    if columns == 0 || rows.iter().any(|row| row.len() != columns) {
        return None;
    }
    let mut data = vec![0.0; rows.len() * columns];
    for (r, row) in rows.iter().enumerate() {
        for (c, value) in row.iter().enumerate() {
            data[r + c * rows.len()] = value.as_double()?;
        }
    }
    Some(Value::Double(Array::new(Dims::matrix(rows.len(), columns), data)))
}

/// The size of a row of empty arrays without a cell among them.
fn size_of_nothing(row: &[Value]) -> Option<Dims> {
    if row.iter().any(|value| matches!(value, Value::Cell(_)) || !value.is_empty()) {
        return None;
    }
    let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
    bracketed(sizes.iter(), 1, true).ok()
}

/// The value of `[rows…]`.
pub(crate) fn matrix_literal(mut rows: Vec<Vec<Value>>) -> Result<Value> {
    if let Some(value) = scalars(&rows) {
        return Ok(value);
    }
    rows.retain(|row| !row.is_empty());
    if rows.is_empty() {
        return Ok(Value::empty());
    }
    if strings::makes_strings(rows.iter().flatten()) {
        return strings::matrix_literal(rows);
    }
    if let [row] = &mut rows[..] {
        let row = std::mem::take(row);
        return bracket_row(row).map(Value::full);
    }
    check_sizes(&rows)?;
    let lens: Vec<usize> = rows.iter().map(Vec::len).collect();
    // Among cells a row of nothing else than empty arrays keeps the size it had as one.
    let sizes: Vec<Option<Dims>> = rows.iter().map(|row| size_of_nothing(row)).collect();
    let mut all: Vec<Value> = rows.into_iter().flatten().collect();
    let texts = !all.is_empty() && all.iter().all(Value::is_char);
    let doubly = all.iter().all(|v| matches!(v, Value::Char(_, Quote::Double)));
    // Settling may drop empty operands, which leaves the rows' lengths untrue; only
    // mixtures of structs and empty arrays are affected, and those are joined flat.
    let outcome = settle(&mut all)?;
    let whole = lens.iter().sum::<usize>() == all.len();
    let lens = if whole { lens } else { vec![1; all.len()] };
    let mut all = all.into_iter();
    let mut joined_rows: Vec<Value> = Vec::with_capacity(lens.len());
    match outcome {
        ConcatKind::Cell => {
            let mut parts: Vec<Array<Value>> = Vec::with_capacity(lens.len());
            let sizes = if whole { sizes } else { vec![None; lens.len()] };
            for (len, size) in lens.into_iter().zip(sizes) {
                let row: Vec<Array<Value>> = all.by_ref().take(len).map(as_cell).collect();
                let dims = bracketed(row.iter().map(Array::dims), 1, true)?;
                parts.push(match size {
                    Some(size) => Array::new(size, Vec::new()),
                    None => join(row, 1, dims)?,
                });
            }
            let dims = bracketed(parts.iter().map(Array::dims), 0, false)?;
            join(parts, 0, dims).map(cell_from)
        }
        ConcatKind::Kind(kind) => {
            for len in lens {
                let row: Vec<Value> = all.by_ref().take(len).collect();
                let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
                let dims = bracketed(sizes.iter(), 1, true)?;
                joined_rows.push(join_kind(kind, row, 1, dims)?);
            }
            if texts && joined_rows.iter().all(|row| row.dims().is_matrix()) {
                let quote = if doubly { Quote::Double } else { Quote::Single };
                return Ok(Value::Char(stack_texts(joined_rows)?, quote));
            }
            let sizes: Vec<Dims> = joined_rows.iter().map(Value::dims).collect();
            let dims = bracketed(sizes.iter(), 0, false)?;
            let result = join_kind(kind, joined_rows, 0, dims)?;
            Ok(match result {
                Value::Char(array, _) if !texts => Value::Char(array, Quote::Single),
                other => other,
            })
        }
        ConcatKind::Struct => {
            for len in lens {
                let row: Vec<Value> = all.by_ref().take(len).collect();
                let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
                let dims = bracketed(sizes.iter(), 1, true)?;
                joined_rows.push(join_structs(row, 1, dims)?);
            }
            let sizes: Vec<Dims> = joined_rows.iter().map(Value::dims).collect();
            let dims = bracketed(sizes.iter(), 0, false)?;
            join_structs(joined_rows, 0, dims)
        }
    }
}

/// Appends rows to a row of the same class, in place where nobody shares its storage.
/// Tells whether it did: not where anything more has to be decided.
pub(crate) fn append(first: &mut Value, rest: &[Value]) -> bool {
    fn extend<T: Clone>(first: &mut Array<T>, rest: &[&Array<T>]) -> bool {
        let filled = |array: &Array<T>| array.dims().is_row() && !array.is_empty();
        filled(first)
            && rest.iter().all(|array| filled(array))
            && rest.iter().all(|array| first.extend_row(array.as_slice()))
    }
    macro_rules! same {
        ($first:expr, $pattern:pat => $array:expr) => {{
            let arrays: Option<smallvec::SmallVec<[&Array<_>; 4]>> = rest
                .iter()
                .map(|value| if let $pattern = value { Some($array) } else { None })
                .collect();
            arrays.is_some_and(|arrays| extend($first, &arrays))
        }};
    }
    match first {
        Value::Double(first) => same!(first, Value::Double(array) => array),
        Value::Char(first, Quote::Single) => {
            same!(first, Value::Char(array, Quote::Single) => array)
        }
        Value::Bool(first) => same!(first, Value::Bool(array) => array),
        Value::Cell(first) => {
            let row = |cell: &CellArray| cell.dims().is_row() && !cell.is_empty();
            if !row(first) || !rest.iter().all(|v| matches!(v, Value::Cell(cell) if row(cell))) {
                return false;
            }
            for value in rest {
                let Value::Cell(cell) = value else { continue };
                for element in cell.as_slice() {
                    // A row takes everything.
                    let _ = first.push(element.clone());
                }
            }
            true
        }
        _ => false,
    }
}

fn bracket_row(mut row: Vec<Value>) -> Result<Value> {
    if row.is_empty() {
        return Ok(Value::empty());
    }
    if let Some((first, rest)) = row.split_first_mut()
        && append(first, rest)
    {
        return Ok(std::mem::take(first));
    }
    check_sizes(std::slice::from_ref(&row))?;
    let outcome = settle(&mut row)?;
    if matches!(outcome, ConcatKind::Cell) {
        let arrays: Vec<Array<Value>> = row.into_iter().map(as_cell).collect();
        let dims = bracketed(arrays.iter().map(Array::dims), 1, true)?;
        return join(arrays, 1, dims).map(cell_from);
    }
    let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
    let dims = bracketed(sizes.iter(), 1, true)?;
    match outcome {
        ConcatKind::Kind(kind) => join_kind(kind, row, 1, dims),
        ConcatKind::Cell | ConcatKind::Struct => join_structs(row, 1, dims),
    }
}

/// Texts on top of each other, short ones filled up with blanks.
fn stack_texts(rows: Vec<Value>) -> Result<Array<u8>> {
    let texts: Vec<Array<u8>> = rows.into_iter().map(take_chars).collect();
    let mut dims: Option<Dims> = None;
    let mut kept: Vec<Array<u8>> = Vec::with_capacity(texts.len());
    for text in texts {
        let size = text.dims().clone();
        dims = Some(match dims {
            Some(dims) if !dims.is_empty() => {
                Dims::matrix(dims.rows() + size.rows(), dims.columns().max(size.columns()))
            }
            _ => {
                kept.clear();
                size
            }
        });
        kept.push(text);
    }
    let dims = dims.unwrap_or(Dims::EMPTY);
    memory::reserve::<u8>(&dims)?;
    let rows = dims.rows();
    let mut data = vec![b' '; dims.numel()];
    let mut top = 0;
    for text in &kept {
        let own = text.dims().rows();
        if own > 0 {
            for (column, letters) in text.as_slice().chunks_exact(own).enumerate() {
                let start = column * rows + top;
                data[start..start + own].copy_from_slice(letters);
            }
        }
        top += if text.is_empty() { 0 } else { own };
    }
    Ok(Array::new(dims, data))
}

/// The value of `{rows…}`.
pub(crate) fn cell_literal(mut rows: Vec<Vec<Value>>) -> Result<Value> {
    if let [row] = &mut rows[..] {
        let row = std::mem::take(row);
        let dims = if row.is_empty() { Dims::EMPTY } else { Dims::matrix(1, row.len()) };
        return Ok(Value::Cell(CellArray::new(dims, row)));
    }
    let columns = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != columns) {
        return Err(Error::plain("number of columns must match"));
    }
    if columns == 0 {
        return Ok(Value::Cell(CellArray::filled(Dims::EMPTY)));
    }
    let count = rows.len();
    let mut data = Vec::with_capacity(count * columns);
    for column in 0..columns {
        for row in &mut rows {
            data.push(std::mem::take(&mut row[column]));
        }
    }
    Ok(Value::Cell(CellArray::new(Dims::matrix(count, columns), data)))
}
