//! Indexing, assignment, deletion and growth, and concatenation.
//!
//! Subscripts are values; the text `:` means all, in quotes or not.

mod assign;
mod coerce;
mod concat;
mod delete;
mod join;
mod objects;
mod read;
mod rearrange;
mod runs;
mod scalar;
mod strings;
mod structs;
mod subscript;

pub use rearrange::{Permuted, Rearrange, Reordered, Resized, Tiled, rearranged};
pub use scalar::{get_cell, get_cell2, get_scalar, get_scalar2, set_scalar, set_scalar2};
pub use structs::{
    assign_struct_elements, count_places, each_place, element_field_place, empty_cell, field_place,
    field_values, get_field, has_field, stack_value,
};

use crate::dims::Dims;
use crate::error::Result;
use crate::value::Value;

/// The value of `base(subscripts…)`.
///
/// # Errors
///
/// As in GNU Octave, where the variable is not known: `index (5,_): out of bound …`.
pub fn index(base: &Value, subscripts: &[Value]) -> Result<Value> {
    match subscripts {
        [Value::Double(i)] => {
            if let Some(value) = i.as_scalar().and_then(|&i| get_scalar(base, i)) {
                return Ok(value);
            }
        }
        [Value::Double(i), Value::Double(j)] => {
            if let (Some(&i), Some(&j)) = (i.as_scalar(), j.as_scalar())
                && let Some(value) = get_scalar2(base, i, j)
            {
                return Ok(value);
            }
        }
        _ => {}
    }
    read::index(base, subscripts)
}

/// The values of `base{subscripts…}`.
///
/// # Errors
///
/// As in GNU Octave.
pub fn index_cell(base: &Value, subscripts: &[Value]) -> Result<Vec<Value>> {
    if let [Value::Double(i)] = subscripts
        && let Some(value) = i.as_scalar().and_then(|&i| get_cell(base, i))
    {
        return Ok(vec![value.clone()]);
    }
    read::index_cell(base, subscripts)
}

/// `base(subscripts…) = value`, in place where nobody shares the storage.
///
/// # Errors
///
/// As in GNU Octave; then `base` is as before.
pub fn assign(base: &mut Value, subscripts: &[Value], value: Value) -> Result<()> {
    assign::assign(base, subscripts, value)
}

/// The value of a variable that was undefined after `variable(subscripts…) = value`:
/// its class is that of the value, where `[]` would have stayed double.
///
/// # Errors
///
/// As in GNU Octave.
pub fn assign_new(subscripts: &[Value], value: Value) -> Result<Value> {
    assign::assign_new(subscripts, value)
}

/// The place `base{subscripts…}` of one element for writing; the cell array grows if
/// need be, and `[]` becomes one.
///
/// # Errors
///
/// As in GNU Octave, also if the subscripts do not name exactly one element.
pub fn cell_place<'b>(base: &'b mut Value, subscripts: &[Value]) -> Result<&'b mut Value> {
    structs::cell_place(base, subscripts)
}

/// Warns if numbers become text beside text.
///
/// # Errors
///
/// If the warning has been turned into an error.
pub fn warn_of_text<'v>(
    values: impl IntoIterator<Item = &'v Value>,
    warn: &mut dyn crate::Warn,
) -> Result<()> {
    if mixes_text(values) { warn_of_joined(&Ok(Value::empty()), warn) } else { Ok(()) }
}

/// Whether numbers stand beside text.
pub fn mixes_text<'v>(values: impl IntoIterator<Item = &'v Value>) -> bool {
    let (mut text, mut numbers) = (false, false);
    let arrays = values.into_iter().all(|value| {
        text |= value.is_char();
        numbers |= !value.is_char();
        value.is_arithmetic()
    });
    arrays && text && numbers
}

/// Warns that numbers have become text, unless they did not even fit together.
///
/// # Errors
///
/// If the warning has been turned into an error.
pub fn warn_of_joined(joined: &Result<Value>, warn: &mut dyn crate::Warn) -> Result<()> {
    match joined {
        Err(error) if error.message.contains("dimensions mismatch") => Ok(()),
        _ => warn.warn("Octave:num-to-str", "implicit conversion from numeric to char"),
    }
}

/// Warns if a number that is written into truth values is no truth value.
///
/// # Errors
///
/// If the warning has been turned into an error.
pub fn warn_of_truth(value: &Value, warn: &mut dyn crate::Warn) -> Result<()> {
    let is_number = matches!(value, Value::Double(_)) || value.class().is_integer();
    let is_truth =
        |array: &crate::Array<f64>| array.as_slice().iter().all(|&x| x == 0.0 || x == 1.0);
    if is_number && value.to_f64_array().is_some_and(|array| !is_truth(&array)) {
        let message = "value not equal to 1 or 0 converted to logical 1";
        warn.warn("Octave:logical-conversion", message)?;
    }
    Ok(())
}

/// `base(subscripts…) = []`
///
/// # Errors
///
/// As in GNU Octave; then `base` is as before.
pub fn delete(base: &mut Value, subscripts: &[Value]) -> Result<()> {
    delete::delete(base, subscripts)
}

/// What `end` means as subscript `position` (from 0) of `count`.
#[must_use]
pub fn end(base: &Value, position: usize, count: usize) -> usize {
    end_of(&base.dims(), position, count)
}

/// The same for an array of a size.
#[must_use]
pub fn end_of(dims: &Dims, position: usize, count: usize) -> usize {
    if position + 1 < count {
        dims.get(position)
    } else {
        dims.as_slice().iter().skip(position).product()
    }
}

/// The places, counted from 0, that a value names as the only subscript, of anything.
///
/// # Errors
///
/// If it is no subscript: `index 1.5: subscripts must be …`.
pub fn linear_places(value: &Value) -> Result<Vec<usize>> {
    let position = subscript::Position { index: 0, count: 1, bare: true };
    let subscript = subscript::Subscript::read(value, position)?;
    Ok(subscript.into_places(0))
}

/// The places, counted from 0, that a value names as subscript `position` of `count`
/// along a dimension of that extent.
///
/// # Errors
///
/// If it is no subscript, or reaches beyond the extent of an array of size `dims`.
pub fn check_subscript(
    value: &Value,
    position: usize,
    count: usize,
    extent: usize,
    dims: &Dims,
) -> Result<Vec<usize>> {
    let position = subscript::Position { index: position, count, bare: false };
    let subscript = subscript::Subscript::read(value, position)?;
    let reach = subscript.reach(extent);
    if reach > extent {
        return Err(position.out_of_bound(reach, extent, dims));
    }
    Ok(subscript.into_places(extent))
}

/// The value of `cat(dimension, values…)`, dimensions counted from 0.
///
/// # Errors
///
/// As in GNU Octave, where the function is called `name`.
pub fn concatenate(name: &str, dimension: usize, values: Vec<Value>) -> Result<Value> {
    concat::concatenate(name, dimension, values)
}

/// The value of `[rows…]`. Text of different lengths is joined vertically as Octave
/// does, empty operands are left out as it leaves them out.
///
/// # Errors
///
/// As in GNU Octave.
pub fn matrix_literal(rows: Vec<Vec<Value>>) -> Result<Value> {
    concat::matrix_literal(rows)
}

/// `first = [first, rest…]` where that appends rows to a row of the same class, in
/// place if nobody shares its storage; `false`: nothing was done, take
/// [`matrix_literal`].
pub fn append(first: &mut Value, rest: &[Value]) -> bool {
    concat::append(first, rest)
}

/// The value of `{rows…}`.
///
/// # Errors
///
/// As in GNU Octave.
pub fn cell_literal(rows: Vec<Vec<Value>>) -> Result<Value> {
    concat::cell_literal(rows)
}
