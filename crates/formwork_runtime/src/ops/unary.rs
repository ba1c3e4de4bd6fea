//! `+x`, `-x`, `!x`, `x.'` and `x'`.

use std::rc::Rc;

use super::integer::{Saturating, any_integer};
use super::{UnaryOp, logical, names, strings};
use crate::array::Array;
use crate::cell::CellArray;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::structs::StructArray;
use crate::value::Value;

pub(super) fn general(op: UnaryOp, operand: Value) -> Result<Value> {
    match op {
        UnaryOp::Plus => plus(operand),
        UnaryOp::Minus => minus(operand),
        UnaryOp::Not => not(operand),
        UnaryOp::Transpose => transpose(op, operand.narrowed()),
        UnaryOp::ConjugateTranspose if operand.is_complex() && !operand.dims().is_matrix() => {
            Err(Error::plain("complex-conjugate transpose not defined for N-D objects"))
        }
        UnaryOp::ConjugateTranspose => match transpose(op, operand.narrowed())? {
            Value::Complex(array) => {
                Ok(Value::Complex(array.map_in_place(num_complex::Complex::conj)))
            }
            Value::ComplexSingle(array) => {
                Ok(Value::ComplexSingle(array.map_in_place(num_complex::Complex::conj)))
            }
            other => Ok(other),
        },
    }
}

/// Truth values and text as doubles.
fn promoted(value: Value) -> Value {
    match value {
        Value::Bool(array) => Value::Double(array.map(|&x| f64::from(u8::from(x)))),
        Value::Char(array, _) => Value::Double(array.map(|&x| f64::from(x))),
        other => other,
    }
}

fn plus(operand: Value) -> Result<Value> {
    if operand.is_strings() {
        return Err(strings::unary_error(UnaryOp::Plus));
    }
    if operand.is_arithmetic() {
        Ok(promoted(operand).narrowed())
    } else {
        Err(names::unary_error(UnaryOp::Plus, &operand))
    }
}

fn minus(operand: Value) -> Result<Value> {
    fn negated<T: Saturating>(array: Array<T>) -> Value {
        Value::from_array(array.map_in_place(|&x| x.negate()))
    }
    match promoted(operand.materialized()) {
        Value::Strings(_) => Err(strings::unary_error(UnaryOp::Minus)),
        Value::Double(array) => Ok(Value::Double(array.map_in_place(|&x| -x))),
        Value::Single(array) => Ok(Value::Single(array.map_in_place(|&x| -x))),
        Value::Complex(array) => Ok(Value::Complex(array.map_in_place(|&x| -x)).narrowed()),
        Value::ComplexSingle(array) => {
            Ok(Value::ComplexSingle(array.map_in_place(|&x| -x)).narrowed())
        }
        other => any_integer!(other, array => Ok(negated(array)),
            other => Err(names::unary_error(UnaryOp::Minus, &other))),
    }
}

fn not(operand: Value) -> Result<Value> {
    if operand.is_strings() {
        return Err(strings::unary_error(UnaryOp::Not));
    }
    if !operand.is_arithmetic() {
        return Err(names::unary_error(UnaryOp::Not, &operand));
    }
    Ok(Value::Bool(logical::to_bools(operand)?.map_in_place(|&x| !x)))
}

fn transpose(op: UnaryOp, operand: Value) -> Result<Value> {
    let dims = operand.dims();
    if !dims.is_matrix() {
        return Err(Error::plain("transpose not defined for N-D objects"));
    }
    let (rows, columns) = (dims.rows(), dims.columns());
    let turned = Dims::matrix(columns, rows);
    if operand.is_one_thing() {
        return Err(names::unary_error(op, &operand));
    }
    // A vector keeps the order of its elements.
    if rows <= 1 || columns <= 1 {
        return Ok(operand.reshaped(turned));
    }
    Ok(match operand {
        Value::Cell(cell) => {
            Value::Cell(CellArray::new(turned, transposed(cell.as_slice(), rows, columns)))
        }
        Value::Struct(structs) => {
            let (_, mut fields) = Rc::unwrap_or_clone(structs).into_parts();
            for values in fields.values_mut() {
                *values = transposed(values, rows, columns);
            }
            Value::Struct(Rc::new(StructArray::from_parts(turned, fields)))
        }
        Value::Strings(array) => Value::Strings(turn(&array)),
        Value::Double(array) => Value::Double(turn(&array)),
        Value::Bool(array) => Value::Bool(turn(&array)),
        Value::Char(array, quote) => Value::Char(turn(&array), quote),
        Value::Complex(array) => Value::Complex(turn(&array)),
        Value::Single(array) => Value::Single(turn(&array)),
        Value::ComplexSingle(array) => Value::ComplexSingle(turn(&array)),
        Value::Int8(array) => Value::Int8(turn(&array)),
        Value::Int16(array) => Value::Int16(turn(&array)),
        Value::Int32(array) => Value::Int32(turn(&array)),
        Value::Int64(array) => Value::Int64(turn(&array)),
        Value::Uint8(array) => Value::Uint8(turn(&array)),
        Value::Uint16(array) => Value::Uint16(turn(&array)),
        Value::Uint32(array) => Value::Uint32(turn(&array)),
        Value::Uint64(array) => Value::Uint64(turn(&array)),
        other => other,
    })
}

/// The transpose of a matrix.
pub(super) fn turn<T: Clone>(array: &Array<T>) -> Array<T> {
    let (rows, columns) = (array.dims().rows(), array.dims().columns());
    Array::new(Dims::matrix(columns, rows), transposed(array.as_slice(), rows, columns))
}

/// The elements of a `rows` by `columns` matrix row by row.
pub(super) fn transposed<T: Clone>(data: &[T], rows: usize, columns: usize) -> Vec<T> {
    /// Columns read at once, so that what one reads of a cache line is used by the
    /// next.
    const BLOCK: usize = 16;
    let mut result = Vec::with_capacity(data.len());
    if rows <= BLOCK || columns <= BLOCK {
        for row in 0..rows {
            result.extend((0..columns).map(|column| data[row + column * rows].clone()));
        }
        return result;
    }
    result.extend_from_slice(data);
    for first_row in (0..rows).step_by(BLOCK) {
        let row_end = (first_row + BLOCK).min(rows);
        for first_column in (0..columns).step_by(BLOCK) {
            let column_end = (first_column + BLOCK).min(columns);
            for row in first_row..row_end {
                let target = &mut result[row * columns + first_column..row * columns + column_end];
                for (offset, place) in target.iter_mut().enumerate() {
                    *place = data[row + (first_column + offset) * rows].clone();
                }
            }
        }
    }
    result
}
