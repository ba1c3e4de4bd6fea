//! `*`, `/`, `\` and `^` of matrices.

use super::arithmetic::{Operand, operands};
use super::{BinaryOp, names};
use crate::array::Array;
use crate::dims::Dims;
use crate::error::{Error, Result, Warn};
use crate::value::Value;
use crate::{C32, C64, memory};

use formwork_linalg::product::Product;

/// `left op right` where not both are scalars.
pub(super) fn general(
    op: BinaryOp,
    left: Value,
    right: Value,
    warn: &mut dyn Warn,
) -> Result<Value> {
    let _ = &warn;
    let (left, right) = operands(op, left, right)?;
    match op {
        BinaryOp::Multiply => product(left, right),
        _ => {
            let (left, right) = (left.into_value(), right.into_value());
            Err(names::binary_error(op, &left, &right))
        }
    }
}

/// The sizes of a product of matrices; N-d arrays count as matrices with the first
/// extent.
fn product_sizes(a: &Dims, b: &Dims) -> Result<(usize, usize, usize)> {
    let ((m, k), (inner, n)) = (a.flattened(), b.flattened());
    if k != inner {
        return Err(Error::nonconformant(
            BinaryOp::Multiply.conformance_name(),
            &Dims::matrix(m, k),
            &Dims::matrix(inner, n),
        ));
    }
    Ok((m, k, n))
}

fn product(left: Operand, right: Operand) -> Result<Value> {
    match (left, right) {
        (Operand::Double(a), Operand::Double(b)) => of_same(&a, &b).map(Value::Double),
        (Operand::Single(a), Operand::Single(b)) => of_same(&a, &b).map(Value::Single),
        (Operand::Complex(a), Operand::Complex(b)) => {
            of_same(&a, &b).map(|array| Value::Complex(array).narrowed())
        }
        (Operand::ComplexSingle(a), Operand::ComplexSingle(b)) => {
            of_same(&a, &b).map(|array| Value::ComplexSingle(array).narrowed())
        }
        (Operand::Double(a), Operand::Complex(b)) => {
            let re = of_same(&a, &b.map(|z| z.re))?;
            let im = of_same(&a, &b.map(|z| z.im))?;
            Ok(join_double(&re, &im))
        }
        (Operand::Complex(a), Operand::Double(b)) => {
            let re = of_same(&a.map(|z| z.re), &b)?;
            let im = of_same(&a.map(|z| z.im), &b)?;
            Ok(join_double(&re, &im))
        }
        (Operand::Single(a), Operand::ComplexSingle(b)) => {
            let re = of_same(&a, &b.map(|z| z.re))?;
            let im = of_same(&a, &b.map(|z| z.im))?;
            Ok(join_single(&re, &im))
        }
        (Operand::ComplexSingle(a), Operand::Single(b)) => {
            let re = of_same(&a.map(|z| z.re), &b)?;
            let im = of_same(&a.map(|z| z.im), &b)?;
            Ok(join_single(&re, &im))
        }
        (left, right) => {
            Err(names::binary_error(BinaryOp::Multiply, &left.into_value(), &right.into_value()))
        }
    }
}

fn join_double(re: &Array<f64>, im: &Array<f64>) -> Value {
    let parts = re.as_slice().iter().zip(im.as_slice());
    let data = parts.map(|(&re, &im)| C64::new(re, im)).collect();
    Value::Complex(Array::new(re.dims().clone(), data)).narrowed()
}

fn join_single(re: &Array<f32>, im: &Array<f32>) -> Value {
    let parts = re.as_slice().iter().zip(im.as_slice());
    let data = parts.map(|(&re, &im)| C32::new(re, im)).collect();
    Value::ComplexSingle(Array::new(re.dims().clone(), data)).narrowed()
}

fn of_same<T: Product + Clone>(a: &Array<T>, b: &Array<T>) -> Result<Array<T>> {
    let (m, k, n) = product_sizes(a.dims(), b.dims())?;
    let dims = Dims::matrix(m, n);
    memory::reserve::<T>(&dims)?;
    Ok(Array::new(dims, T::product(m, k, n, a.as_slice(), b.as_slice())))
}
