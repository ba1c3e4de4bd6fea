//! Storing into arrays of strings, storing strings into other arrays, and joining them.
//!
//! Whatever stands beside a string becomes one. What is no text, no number and no cell array of
//! texts cannot.

use super::assign::{assign as assign_any, plan, store};
use super::join::{Rule, fitted, join};
use super::subscript::read_all;
use crate::array::Array;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::strings::StringElement;
use crate::value::Value;

type Strings = Array<StringElement>;

fn converted(value: &Value) -> Result<Strings> {
    value.to_strings().ok_or_else(|| {
        let class = value.class_name();
        Error::plain(format!("Conversion to string from {class} is not possible."))
    })
}

/// `strings(subscripts…) = value`: places in between are missing.
pub(super) fn assign(array: &mut Strings, subscripts: &[Value], value: &Value) -> Result<()> {
    let source = converted(value)?;
    let subscripts = read_all(subscripts)?;
    let plan = plan(array.dims(), &subscripts, source.dims())?;
    store(array, &plan, &subscripts, source.as_slice())
}

/// `base(subscripts…) = strings` where the base is no array of strings: what has no elements
/// becomes one, text takes the characters, numbers take what the text says.
pub(super) fn assign_to_others(base: &mut Value, subscripts: &[Value], value: Value) -> Result<()> {
    match base {
        Value::Double(array) if array.is_empty() => {
            let mut strings = Array::new(array.dims().clone(), Vec::new());
            assign(&mut strings, subscripts, &value)?;
            *base = Value::Strings(strings);
            Ok(())
        }
        Value::Char(..) if value.is_scalar() => {
            assign_any(base, subscripts, value.without_strings())
        }
        _ => Err(Error::limit(format!(
            "storing a string into an array of class {} is not supported",
            base.class_name()
        ))),
    }
}

/// Whether a concatenation gives strings: one of the values is an array of them, and none a
/// container, which would take them as elements.
pub(super) fn makes_strings<'v>(values: impl Iterator<Item = &'v Value>) -> bool {
    let mut any = false;
    for value in values {
        match value {
            Value::Strings(_) => any = true,
            Value::Cell(_) | Value::Struct(_) => return false,
            _ => {}
        }
    }
    any
}

/// `cat (dimension, values…)`; numbers without elements are left out.
pub(super) fn join_along(values: Vec<Value>, dimension: usize) -> Result<Value> {
    let counts = |value: &Value| value.is_char() || !value.dims().is_zero_by_zero();
    let parts: Vec<Strings> =
        values.iter().filter(|value| counts(value)).map(converted).collect::<Result<_>>()?;
    let dims = match parts.is_empty() {
        true => Dims::EMPTY,
        false => fitted(parts.iter().map(Array::dims), dimension, Rule::Cat)?,
    };
    join(parts, dimension, dims).map(Value::Strings)
}

/// `[rows…]`
pub(super) fn matrix_literal(rows: Vec<Vec<Value>>) -> Result<Value> {
    let rows = rows.into_iter().map(|row| join_along(row, 1)).collect::<Result<Vec<Value>>>()?;
    join_along(rows, 0)
}
