//! Fields and cells: what chains like `a.b{3}(2).c = v` and lists of values need.

use std::rc::Rc;

use super::assign::{assign_structs, not_assignable, plan, write_cells};
use super::read::cannot_brace;
use super::subscript::{Subscript, read_all};
use crate::cell::CellArray;
use crate::dims::Dims;
use crate::error::{Error, Frame, Result};
use crate::ops::type_name;
use crate::structs::StructArray;
use crate::value::Value;

/// What Octave says where a list of values stands in the place of one.
fn not_one() -> Box<Error> {
    Error::plain(
        "invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.",
    )
}

/// The values of `base.name`: one per element of a struct array.
///
/// # Errors
///
/// If there is no such field, or `base` has none.
pub fn field_values(base: &Value, name: &str) -> Result<Vec<Value>> {
    match base {
        Value::Struct(structs) => match structs.field(name) {
            Some(values) => Ok(values.to_vec()),
            None => Err(no_member(name)),
        },
        Value::Exception(exception) => Ok(vec![match name {
            "message" => Value::text(&exception.message),
            "identifier" => Value::text(&exception.identifier),
            "stack" => stack_value(&exception.stack),
            _ => {
                return Err(Error::plain(format!(
                    "invalid use of a N_-D array in indexed assignment: no property '{name}'"
                )));
            }
        }]),
        other => Err(Error::plain(format!("{} cannot be indexed with .", type_name(other)))),
    }
}

/// `base.name` of a 1x1 struct, without a copy; `None`: take [`field_values`].
#[inline]
#[must_use]
pub fn get_field<'b>(base: &'b Value, name: &str) -> Option<&'b Value> {
    match base {
        Value::Struct(structs) => structs.scalar_field(name),
        _ => None,
    }
}

/// Whether `base` is a struct with that field.
#[must_use]
pub fn has_field(base: &Value, name: &str) -> bool {
    matches!(base, Value::Struct(structs) if structs.field(name).is_some())
}

fn no_member(name: &str) -> Box<Error> {
    Error::with_id("Octave:invalid-indexing", format!("structure has no member '{name}'"))
}

/// The calls on the way to an error as a struct column.
#[must_use]
pub fn stack_value(stack: &[Frame]) -> Value {
    let mut result = StructArray::without_fields(Dims::matrix(stack.len(), 1));
    result.set_field("file", stack.iter().map(|frame| Value::text(&frame.file)).collect());
    result.set_field("name", stack.iter().map(|frame| Value::text(&frame.name)).collect());
    result.set_field("line", stack.iter().map(|frame| Value::double(frame.line as f64)).collect());
    result.set_field(
        "column",
        stack.iter().map(|frame| Value::double(frame.column as f64)).collect(),
    );
    Value::Struct(Rc::new(result))
}

/// The place `base.name` of a 1x1 struct for writing; the field is added, `[]`, if it
/// is not there, and a 0x0 array becomes a struct.
///
/// # Errors
///
/// As in GNU Octave if `base` is anything else.
pub fn field_place<'b>(base: &'b mut Value, name: &str) -> Result<&'b mut Value> {
    check_field_base(base)?;
    if !matches!(base, Value::Struct(_)) {
        *base = StructArray::scalar().into();
    }
    let Value::Struct(structs) = base else { return Err(not_one()) };
    Rc::make_mut(structs).field_or_add(name).first_mut().ok_or_else(not_one)
}

fn check_field_base(base: &Value) -> Result<()> {
    match base {
        Value::Struct(structs) if structs.dims().is_scalar() => Ok(()),
        Value::Struct(_) => Err(not_one()),
        Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => Err(not_assignable(base)),
        other if other.dims().is_zero_by_zero() => Ok(()),
        other if other.is_scalar() => {
            Err(Error::plain(format!("{} cannot be indexed with .", type_name(other))))
        }
        _ => Err(not_one()),
    }
}

/// Checks that `base` can hold structs at `(…)`: a struct array, or empty.
fn check_struct_base(base: &Value) -> Result<()> {
    match base {
        Value::Struct(_) => Ok(()),
        Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => Err(not_assignable(base)),
        empty if empty.is_empty() => Ok(()),
        Value::Cell(_) => Err(Error::plain("cell cannot be indexed with .")),
        other => {
            let side = if other.is_scalar() { "rhs" } else { "lhs" };
            Err(Error::plain(format!(
                "in indexed assignment of {}, last {side} index must be ()",
                type_name(other)
            )))
        }
    }
}

/// The struct array `base` is, or becomes if it is empty; it has been checked.
fn make_struct_array(base: &mut Value) -> Result<&mut StructArray> {
    if !matches!(base, Value::Struct(_)) {
        *base = StructArray::without_fields(Dims::EMPTY).into();
    }
    match base {
        Value::Struct(structs) => Ok(Rc::make_mut(structs)),
        _ => Err(not_one()),
    }
}

/// Where the one element is that the subscripts name; `None` if they name none or
/// several.
fn only_place(subscripts: &[Subscript<'_>], extents: &[usize]) -> Option<usize> {
    let mut offset = 0;
    let mut stride = 1;
    for (subscript, &extent) in subscripts.iter().zip(extents) {
        if subscript.len(extent) != 1 {
            return None;
        }
        subscript.for_each(extent, |place| offset += place * stride);
        stride *= extent;
    }
    Some(offset)
}

/// The place `base(subscripts…).name` for writing; the struct array grows, and the
/// field is added, if need be.
///
/// # Errors
///
/// As in GNU Octave, also if the subscripts do not name exactly one element.
pub fn element_field_place<'b>(
    base: &'b mut Value,
    subscripts: &[Value],
    name: &str,
) -> Result<&'b mut Value> {
    check_struct_base(base)?;
    let subscripts = read_all(subscripts)?;
    let dims = if matches!(base, Value::Struct(_)) { base.dims() } else { Dims::EMPTY };
    let plan = plan(&dims, &subscripts, &Dims::SCALAR)?;
    let offset = only_place(&subscripts, &plan.extents).ok_or_else(not_one)?;
    let structs = make_struct_array(base)?;
    if plan.dims != *structs.dims() {
        grow_structs(structs, &plan.dims);
    }
    structs.field_or_add(name).get_mut(offset).ok_or_else(not_one)
}

fn grow_structs(structs: &mut StructArray, dims: &Dims) {
    let (from, mut fields) =
        std::mem::replace(structs, StructArray::without_fields(Dims::EMPTY)).into_parts();
    for values in fields.values_mut() {
        let data = std::mem::take(values);
        *values = super::assign::grown(data, &from, dims, &Value::empty());
    }
    *structs = StructArray::from_parts(dims.clone(), fields);
}

/// `base(subscripts…) = source` for structs.
///
/// # Errors
///
/// As in GNU Octave, also if the fields differ.
pub fn assign_struct_elements(
    base: &mut Value,
    subscripts: &[Value],
    source: &StructArray,
) -> Result<()> {
    check_struct_base(base)?;
    let subscripts = read_all(subscripts)?;
    assign_structs(make_struct_array(base)?, &subscripts, source)
}

/// The place `base{subscripts…}` of one element for writing.
pub(crate) fn cell_place<'b>(base: &'b mut Value, subscripts: &[Value]) -> Result<&'b mut Value> {
    if !matches!(base, Value::Cell(_)) {
        check_cell_base(base)?;
        read_all(subscripts)?;
        *base = empty_cell();
    }
    let Value::Cell(cell) = base else { return Err(not_one()) };
    // The usual case: a number within bounds, or one past the end of a row.
    if let [Value::Double(i)] = subscripts
        && let Some(&i) = i.as_scalar()
    {
        if let Some(offset) = cell_offset(cell, i) {
            return cell.make_mut().get_mut(offset).ok_or_else(not_one);
        }
        if i == cell.numel() as f64 + 1.0 && cell.push(Value::empty()).is_ok() {
            return cell.make_mut().last_mut().ok_or_else(not_one);
        }
    }
    general_cell_place(cell, subscripts)
}

/// Checks that `base`, which is no cell array, may become one: it is empty.
fn check_cell_base(base: &Value) -> Result<()> {
    match base {
        Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => Err(not_assignable(base)),
        Value::Struct(_) => Err(cannot_brace(base)),
        empty if empty.is_empty() => Ok(()),
        _ => Err(cannot_brace(base)),
    }
}

fn cell_offset(cell: &CellArray, i: f64) -> Option<usize> {
    let number = i as usize;
    (number as f64 == i && number.wrapping_sub(1) < cell.numel()).then(|| number - 1)
}

fn general_cell_place<'c>(cell: &'c mut CellArray, subscripts: &[Value]) -> Result<&'c mut Value> {
    let subscripts = read_all(subscripts)?;
    let mut plan = plan(cell.dims(), &subscripts, &Dims::SCALAR)?;
    let offset = only_place(&subscripts, &plan.extents).ok_or_else(not_one)?;
    if plan.dims != *cell.dims() {
        plan.nothing = true;
        write_cells(cell, &plan, &subscripts, &[])?;
    }
    cell.make_mut().get_mut(offset).ok_or_else(not_one)
}

/// How many values `base{subscripts…}` or `base(subscripts…).name` stands for on the
/// left of an assignment; `base` may grow, so the subscripts need not be in bounds.
///
/// # Errors
///
/// If the subscripts are none.
pub fn count_places(base: &Value, subscripts: &[Value]) -> Result<usize> {
    let subscripts = read_all(subscripts)?;
    let extents = super::read::folded(&base.dims(), subscripts.len());
    Ok(subscripts.iter().zip(&extents).map(|(s, &extent)| s.len(extent)).product())
}

/// The places `subscripts…` name, one by one as subscripts of the same number, in
/// column-major order: what `[c{1:2}] = deal(…)` writes to.
///
/// # Errors
///
/// If the subscripts are none.
pub fn each_place(base: &Value, subscripts: &[Value]) -> Result<Vec<Vec<Value>>> {
    let read = read_all(subscripts)?;
    let extents = super::read::folded(&base.dims(), read.len());
    let mut result: Vec<Vec<Value>> = vec![Vec::new()];
    // The first subscript varies fastest, so it is the innermost loop.
    for (subscript, &extent) in read.iter().zip(&extents).rev() {
        let mut longer = Vec::new();
        for rest in &result {
            subscript.for_each(extent, |place| {
                let mut one = vec![Value::double(place as f64 + 1.0)];
                one.extend(rest.iter().cloned());
                longer.push(one);
            });
        }
        result = longer;
    }
    Ok(result)
}

/// An empty cell array, for `x{…} = v` where `x` is undefined.
#[must_use]
pub fn empty_cell() -> Value {
    Value::Cell(CellArray::filled(Dims::EMPTY))
}
