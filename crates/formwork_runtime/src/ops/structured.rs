//! Operators on diagonal and permutation matrices.
//!
//! What is not here is done with all elements, and gives a full matrix. What is here
//! differs not only in what is shown: a zero beside the diagonal stays one whatever it
//! is multiplied with, and dividing by a zero on the diagonal gives zeros.

use super::{BinaryOp, UnaryOp, arithmetic, power};
use crate::array::Array;
use crate::class::Class;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::index;
use crate::structure::Structure;
use crate::value::Value;

pub(super) fn unary(op: UnaryOp, operand: Value) -> Result<Value> {
    let structure = operand.kept_as();
    let value = super::unary::general(op, operand)?;
    Ok(match (op, structure) {
        (UnaryOp::Plus | UnaryOp::Minus, Structure::Diagonal)
        | (UnaryOp::Transpose | UnaryOp::ConjugateTranspose, Structure::Diagonal) => {
            value.diagonal()
        }
        (UnaryOp::Transpose | UnaryOp::ConjugateTranspose, Structure::Permutation) => {
            value.permutation()
        }
        _ => value.full(),
    })
}

/// The value, or `None` if it is that of full matrices.
pub(super) fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Option<Value>> {
    let structures = (left.kept_as(), right.kept_as());
    match structures {
        (Structure::Permutation, _) | (_, Structure::Permutation) => permuted(op, left, right),
        (Structure::Diagonal, Structure::Diagonal) if left.class() == right.class() => {
            two_diagonals(op, left, right)
        }
        (Structure::Diagonal, _) if right.is_scalar() => with_scalar(op, left, right),
        (_, Structure::Diagonal) if left.is_scalar() => match op {
            BinaryOp::Multiply => with_scalar(op, right, left),
            BinaryOp::LeftDivide => with_scalar(BinaryOp::Divide, right, left),
            _ => Ok(None),
        },
        (Structure::Diagonal, Structure::Full) if does_not_expand(op, left, right) => {
            Err(unequal(op, left, right))
        }
        (Structure::Full, Structure::Diagonal) if does_not_expand(op, right, left) => {
            Err(unequal(op, left, right))
        }
        (Structure::Diagonal, _) if is_plain(right) && same_precision(left, right) => {
            diagonal_left(op, left, right)
        }
        (_, Structure::Diagonal) if is_plain(left) && same_precision(left, right) => {
            diagonal_right(op, left, right)
        }
        _ => Ok(None),
    }
}

/// Whether it is a matrix of a class that matrices are multiplied in.
fn is_plain(value: &Value) -> bool {
    value.dims().is_matrix() && value.is_arithmetic() && !value.class().is_integer()
}

/// Whether both are single, or none is: otherwise a diagonal matrix counts as a full one.
fn same_precision(left: &Value, right: &Value) -> bool {
    (left.class() == Class::Single) == (right.class() == Class::Single)
}

/// Whether a sum with a diagonal matrix is refused: it does not expand.
fn does_not_expand(op: BinaryOp, diagonal: &Value, other: &Value) -> bool {
    let sum = matches!(op, BinaryOp::Add | BinaryOp::Subtract);
    let alike = match other.class() {
        Class::Double | Class::Logical | Class::Char => diagonal.class() == Class::Double,
        Class::Single => diagonal.class() == Class::Single,
        _ => false,
    };
    sum && alike && diagonal.dims() != other.dims()
}

fn unequal(op: BinaryOp, left: &Value, right: &Value) -> Box<Error> {
    let flat = |value: &Value| {
        let (rows, columns) = value.dims().flattened();
        Dims::matrix(rows, columns)
    };
    let name = format!("operator {}", op.symbol());
    Error::nonconformant(&name, &flat(left), &flat(right))
}

fn two_diagonals(op: BinaryOp, left: &Value, right: &Value) -> Result<Option<Value>> {
    let (a, b) = (left.dims(), right.dims());
    let columns = || (left.diagonal_column(), right.diagonal_column());
    Ok(match op {
        BinaryOp::Add | BinaryOp::Subtract if a == b => {
            let (x, y) = columns();
            let sum = arithmetic::elementwise(op, x, y)?;
            Some(Value::diagonal_of(&sum, a.rows(), a.columns()))
        }
        BinaryOp::Multiply if a.columns() == b.rows() => {
            let (x, y) = columns();
            let (x, y) = same_length(x, y)?;
            let product = arithmetic::elementwise(BinaryOp::ElementMultiply, x, y)?;
            Some(Value::diagonal_of(&product, a.rows(), b.columns()))
        }
        BinaryOp::Divide if a.columns() == b.columns() => {
            let (x, y) = columns();
            let (x, y) = same_length(x, y)?;
            Some(Value::diagonal_of(&quotient(x, &y)?, a.rows(), b.rows()))
        }
        BinaryOp::LeftDivide if a.rows() == b.rows() => {
            let (x, y) = columns();
            let (x, y) = same_length(x, y)?;
            Some(Value::diagonal_of(&quotient(y, &x)?, a.columns(), b.columns()))
        }
        _ => None,
    })
}

/// Both columns cut to the length of the shorter one.
fn same_length(x: Value, y: Value) -> Result<(Value, Value)> {
    let length = x.numel().min(y.numel());
    Ok((first_rows(&x, length)?, first_rows(&y, length)?))
}

/// The first rows of a matrix.
fn first_rows(value: &Value, count: usize) -> Result<Value> {
    if value.dims().rows() == count {
        return Ok(value.clone());
    }
    index::index(value, &[counted(count), Value::text(":")])
}

fn first_columns(value: &Value, count: usize) -> Result<Value> {
    if value.dims().columns() == count {
        return Ok(value.clone());
    }
    index::index(value, &[Value::text(":"), counted(count)])
}

/// `1:count`
fn counted(count: usize) -> Value {
    Value::row((1..=count).map(|k| k as f64).collect())
}

/// `x ./ y`, but zero where `y` is.
fn quotient(x: Value, y: &Value) -> Result<Value> {
    let value = arithmetic::elementwise(BinaryOp::ElementDivide, x, y.clone())?;
    let zeros: Vec<usize> = zero_places(y);
    if zeros.is_empty() {
        return Ok(value);
    }
    let dims = value.dims();
    let (rows, along_rows) = (dims.rows(), y.dims().columns() == 1 && dims.rows() == y.numel());
    let mut value = value;
    for place in zeros {
        let all = Value::text(":");
        let at = Value::count(place + 1);
        let subscripts = if along_rows { [at, all] } else { [all, at] };
        if rows > 0 {
            index::assign(&mut value, &subscripts, Value::double(0.0))?;
        }
    }
    Ok(value)
}

fn zero_places(value: &Value) -> Vec<usize> {
    fn of<T: Clone + Default + PartialEq>(array: &Array<T>) -> Vec<usize> {
        let zero = T::default();
        let elements = array.as_slice().iter().enumerate();
        elements.filter(|(_, x)| **x == zero).map(|(place, _)| place).collect()
    }
    match value {
        Value::Double(a) => of(a),
        Value::Complex(a) => of(a),
        Value::Single(a) => of(a),
        Value::ComplexSingle(a) => of(a),
        _ => Vec::new(),
    }
}

/// `diagonal * scalar`, `diagonal / scalar` and `diagonal ^ scalar`.
fn with_scalar(op: BinaryOp, diagonal: &Value, scalar: &Value) -> Result<Option<Value>> {
    let keeps = match scalar.class() {
        Class::Double | Class::Logical | Class::Char => diagonal.class() == Class::Double,
        Class::Single => diagonal.class() == Class::Single,
        _ => false,
    };
    if !keeps {
        return Ok(None);
    }
    let dims = diagonal.dims();
    let elements = diagonal.diagonal_column();
    let value = match op {
        BinaryOp::Multiply => {
            arithmetic::elementwise(BinaryOp::ElementMultiply, elements, scalar.clone())?
        }
        BinaryOp::Divide => {
            arithmetic::elementwise(BinaryOp::ElementDivide, elements, scalar.clone())?
        }
        BinaryOp::Power if dims.rows() == dims.columns() && !dims.is_empty() => {
            power::power(BinaryOp::ElementPower, elements, scalar.clone())?
        }
        _ => return Ok(None),
    };
    Ok(Some(Value::diagonal_of(&value, dims.rows(), dims.columns())))
}

/// `diagonal * matrix` and `diagonal \ matrix`: each row by its element.
fn diagonal_left(op: BinaryOp, diagonal: &Value, matrix: &Value) -> Result<Option<Value>> {
    let dims = diagonal.dims();
    let rows = match op {
        BinaryOp::Multiply if dims.columns() == matrix.dims().rows() => dims.rows(),
        BinaryOp::LeftDivide if dims.rows() == matrix.dims().rows() => dims.columns(),
        _ => return Ok(None),
    };
    let elements = diagonal.diagonal_column();
    let part = first_rows(matrix, elements.numel())?;
    let value = match op {
        BinaryOp::Multiply => arithmetic::elementwise(BinaryOp::ElementMultiply, elements, part)?,
        _ => quotient(part, &elements)?,
    };
    filled_up(value, rows, matrix.dims().columns()).map(Some)
}

/// `matrix * diagonal` and `matrix / diagonal`: each column by its element.
fn diagonal_right(op: BinaryOp, matrix: &Value, diagonal: &Value) -> Result<Option<Value>> {
    let dims = diagonal.dims();
    let columns = match op {
        BinaryOp::Multiply if matrix.dims().columns() == dims.rows() => dims.columns(),
        BinaryOp::Divide if matrix.dims().columns() == dims.columns() => dims.rows(),
        _ => return Ok(None),
    };
    let elements = diagonal.diagonal_column();
    let count = elements.numel();
    let elements = elements.reshaped(Dims::matrix(1, count));
    let part = first_columns(matrix, count)?;
    let value = match op {
        BinaryOp::Multiply => arithmetic::elementwise(BinaryOp::ElementMultiply, part, elements)?,
        _ => quotient(part, &elements)?,
    };
    filled_up(value, matrix.dims().rows(), columns).map(Some)
}

/// The matrix with rows or columns of zeros after its own, up to that size.
fn filled_up(mut value: Value, rows: usize, columns: usize) -> Result<Value> {
    let wanted = Dims::matrix(rows, columns);
    if value.dims() == wanted {
        return Ok(value);
    }
    if wanted.is_empty() {
        return Ok(Value::Double(Array::new(wanted, Vec::new())));
    }
    if value.is_empty() {
        return Ok(Value::Double(Array::filled(wanted, 0.0)));
    }
    let last = [Value::count(rows), Value::count(columns)];
    index::assign(&mut value, &last, Value::double(0.0))?;
    Ok(value)
}

/// Where each row of a permutation matrix has its one, as a subscript.
fn row_order(permutation: &Value) -> Option<Value> {
    let Value::Double(array) = permutation else { return None };
    let rows = array.dims().rows();
    let mut order = vec![0.0; rows];
    for (place, &x) in array.as_slice().iter().enumerate() {
        if x == 1.0 {
            order[place % rows] = (place / rows + 1) as f64;
        }
    }
    Some(Value::row(order))
}

/// Whether a matrix keeps its class in a product with a permutation.
fn is_float(value: &Value) -> bool {
    is_plain(value) && value.class().is_float()
}

fn permuted(op: BinaryOp, left: &Value, right: &Value) -> Result<Option<Value>> {
    let (a, b) = (left.dims(), right.dims());
    let both =
        left.kept_as() == Structure::Permutation && right.kept_as() == Structure::Permutation;
    let all = || Value::text(":");
    let turned = |value: &Value| unary(UnaryOp::Transpose, value.clone());
    let value = match op {
        BinaryOp::Multiply if left.kept_as() == Structure::Permutation => {
            if right.is_scalar() || !is_float(right) || a.columns() != b.rows() {
                return Ok(None);
            }
            let Some(order) = row_order(left) else { return Ok(None) };
            index::index(&right.clone().full(), &[order, all()])?
        }
        BinaryOp::Multiply => {
            if left.is_scalar() || !is_float(left) || a.columns() != b.rows() {
                return Ok(None);
            }
            let Some(order) = row_order(&turned(right)?) else { return Ok(None) };
            index::index(&left.clone().full(), &[all(), order])?
        }
        BinaryOp::LeftDivide if left.kept_as() == Structure::Permutation => {
            return permuted(BinaryOp::Multiply, &turned(left)?, right);
        }
        BinaryOp::Divide if right.kept_as() == Structure::Permutation => {
            return permuted(BinaryOp::Multiply, left, &turned(right)?);
        }
        BinaryOp::Power if left.kept_as() == Structure::Permutation => {
            return raised(left, right);
        }
        _ => return Ok(None),
    };
    Ok(Some(if both { value.permutation() } else { value }))
}

/// `permutation ^ count`
fn raised(permutation: &Value, exponent: &Value) -> Result<Option<Value>> {
    let Some(count) =
        exponent.as_double().filter(|count| count.fract() == 0.0 && count.abs() < 1e6)
    else {
        return Ok(None);
    };
    let rows = permutation.dims().rows();
    let factor = if count < 0.0 {
        unary(UnaryOp::Transpose, permutation.clone())?
    } else {
        permutation.clone()
    };
    let ones = Value::Double(Array::filled(Dims::matrix(rows, 1), 1.0));
    let mut result = Value::diagonal_of(&ones, rows, rows).permutation();
    for _ in 0..count.abs() as usize {
        match permuted(BinaryOp::Multiply, &result, &factor)? {
            Some(next) => result = next,
            None => return Ok(None),
        }
    }
    Ok(Some(result))
}
