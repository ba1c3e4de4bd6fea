//! Indexing, assignment, deletion and growth, and concatenation.
//!
//! Subscripts are values; the text `:` means all, in quotes or not.

use crate::error::{Error, Result};
use crate::value::Value;

/// The value of `base(subscripts…)`.
///
/// # Errors
///
/// As in GNU Octave, where the variable is not known: `index (5,_): out of bound …`.
pub fn index(base: &Value, subscripts: &[Value]) -> Result<Value> {
    let _ = (base, subscripts);
    Err(Error::plain("index is not there yet"))
}

/// The values of `base{subscripts…}`.
///
/// # Errors
///
/// As in GNU Octave.
pub fn index_cell(base: &Value, subscripts: &[Value]) -> Result<Vec<Value>> {
    let _ = (base, subscripts);
    Err(Error::plain("index_cell is not there yet"))
}

/// `base(subscripts…) = value`, in place where nobody shares the storage.
///
/// # Errors
///
/// As in GNU Octave; then `base` is as before.
pub fn assign(base: &mut Value, subscripts: &[Value], value: Value) -> Result<()> {
    let _ = (base, subscripts, value);
    Err(Error::plain("assign is not there yet"))
}

/// The place `base{subscripts…}` of one element for writing; the cell array grows if
/// need be, and `[]` becomes one.
///
/// # Errors
///
/// As in GNU Octave, also if the subscripts do not name exactly one element.
pub fn cell_place<'b>(base: &'b mut Value, subscripts: &[Value]) -> Result<&'b mut Value> {
    let _ = (base, subscripts);
    Err(Error::plain("cell_place is not there yet"))
}

/// `base(subscripts…) = []`
///
/// # Errors
///
/// As in GNU Octave; then `base` is as before.
pub fn delete(base: &mut Value, subscripts: &[Value]) -> Result<()> {
    let _ = (base, subscripts);
    Err(Error::plain("delete is not there yet"))
}

/// What `end` means as subscript `position` (from 0) of `count`.
#[must_use]
pub fn end(base: &Value, position: usize, count: usize) -> usize {
    let dims = base.dims();
    if position + 1 < count {
        dims.get(position)
    } else {
        dims.as_slice().iter().skip(position).product()
    }
}

/// The value of `cat(dimension, values…)`, dimensions counted from 0.
///
/// # Errors
///
/// As in GNU Octave, where the function is called `name`.
pub fn concatenate(name: &str, dimension: usize, values: Vec<Value>) -> Result<Value> {
    let _ = (name, dimension, values);
    Err(Error::plain("concatenate is not there yet"))
}

/// The value of `[rows…]`. Text of different lengths is joined vertically as Octave
/// does, empty operands are left out as it leaves them out.
///
/// # Errors
///
/// As in GNU Octave.
pub fn matrix_literal(rows: Vec<Vec<Value>>) -> Result<Value> {
    let _ = rows;
    Err(Error::plain("matrix_literal is not there yet"))
}

/// The value of `{rows…}`.
///
/// # Errors
///
/// As in GNU Octave.
pub fn cell_literal(rows: Vec<Vec<Value>>) -> Result<Value> {
    let _ = rows;
    Err(Error::plain("cell_literal is not there yet"))
}
