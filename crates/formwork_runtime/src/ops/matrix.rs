//! `*`, `/`, `\` and `^` of matrices.

use formwork_linalg::product::Product;
use formwork_linalg::solve::Solve;
use formwork_linalg::{Matrix, Scalar, function};
use num_complex::Complex;

use super::arithmetic::{Operand, operands};
use super::complex::{self, Real};
use super::unary::turn;
use super::{BinaryOp, names};
use crate::array::Array;
use crate::class::Class;
use crate::dims::Dims;
use crate::element::Element;
use crate::error::{Error, Result, Warn};
use crate::format::c_number::percent_g;
use crate::value::Value;
use crate::{C64, memory};

/// `left op right` where not both are scalars.
pub(super) fn general(
    op: BinaryOp,
    left: Value,
    right: Value,
    warn: &mut dyn Warn,
) -> Result<Value> {
    let (left, right) = operands(op, left, right)?;
    if matches!(left, Operand::Integer(_)) || matches!(right, Operand::Integer(_)) {
        return Err(names::binary_error(op, &left.into_value(), &right.into_value()));
    }
    match op {
        BinaryOp::Multiply => product(left, right),
        BinaryOp::LeftDivide => left_divide(left, right, warn),
        BinaryOp::Divide => right_divide(left, right, warn),
        _ => power(left, right, warn),
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
            of_same(&a, &b).map(|array| Value::Complex(times_one(array)).narrowed())
        }
        (Operand::ComplexSingle(a), Operand::ComplexSingle(b)) => {
            of_same(&a, &b).map(|array| Value::ComplexSingle(times_one(array)).narrowed())
        }
        (Operand::Double(a), Operand::Complex(b)) => by_parts(&b, |part| of_same(&a, part)),
        (Operand::Complex(a), Operand::Double(b)) => by_parts(&a, |part| of_same(part, &b)),
        (Operand::Single(a), Operand::ComplexSingle(b)) => by_parts(&b, |part| of_same(&a, part)),
        (Operand::ComplexSingle(a), Operand::Single(b)) => by_parts(&a, |part| of_same(part, &b)),
        (left, right) => {
            Err(names::binary_error(BinaryOp::Multiply, &left.into_value(), &right.into_value()))
        }
    }
}

/// The product of a matrix of `m` by `k` and one of `k` by `n` elements, column by column, as
/// `*` computes it.
///
/// # Errors
///
/// If there is no memory for it.
pub fn product_of_reals(
    (m, k, n): (usize, usize, usize),
    a: &[f64],
    b: &[f64],
) -> Result<Vec<f64>> {
    memory::reserve::<f64>(&Dims::matrix(m, n))?;
    Ok(f64::product(m, k, n, a, b))
}

fn of_same<T: Product + Clone>(a: &Array<T>, b: &Array<T>) -> Result<Array<T>> {
    let (m, k, n) = product_sizes(a.dims(), b.dims())?;
    let dims = Dims::matrix(m, n);
    memory::reserve::<T>(&dims)?;
    Ok(Array::new(dims, T::product(m, k, n, a.as_slice(), b.as_slice())))
}

/// BLAS multiplies every sum by a complex one, which spoils what is infinite.
fn times_one<T: Real>(array: Array<Complex<T>>) -> Array<Complex<T>>
where
    Complex<T>: Element,
{
    let one = Complex::new(T::ONE, T::ZERO);
    array.map_in_place(|&z| {
        if z.re.is_finite() && z.im.is_finite() {
            return z;
        }
        Complex::new(z.re * one.re - z.im * one.im, z.re * one.im + z.im * one.re)
    })
}

/// What a real operation makes of the real and the imaginary parts, joined.
fn by_parts<T: Real>(
    array: &Array<Complex<T>>,
    operation: impl Fn(&Array<T>) -> Result<Array<T>>,
) -> Result<Value>
where
    Complex<T>: Element,
{
    let re = operation(&array.map(|z| z.re))?;
    let im = operation(&array.map(|z| z.im))?;
    let parts = re.as_slice().iter().zip(im.as_slice());
    let data = parts.map(|(&re, &im)| Complex::new(re, im)).collect();
    Ok(Value::from_array(Array::new(re.dims().clone(), data)).narrowed())
}

fn left_divide(left: Operand, right: Operand, warn: &mut dyn Warn) -> Result<Value> {
    match (left, right) {
        (Operand::Double(a), Operand::Double(b)) => solve(&a, &b, warn).map(Value::Double),
        (Operand::Single(a), Operand::Single(b)) => solve(&a, &b, warn).map(Value::Single),
        (Operand::Complex(a), Operand::Complex(b)) => {
            solve(&a, &b, warn).map(|x| Value::Complex(x).narrowed())
        }
        (Operand::Complex(a), Operand::Double(b)) => {
            let b = b.map(|&x| x.into());
            solve(&a, &b, warn).map(|x| Value::Complex(x).narrowed())
        }
        (Operand::ComplexSingle(a), Operand::ComplexSingle(b)) => {
            solve(&a, &b, warn).map(|x| Value::ComplexSingle(x).narrowed())
        }
        (Operand::ComplexSingle(a), Operand::Single(b)) => {
            let b = b.map(|&x| x.into());
            solve(&a, &b, warn).map(|x| Value::ComplexSingle(x).narrowed())
        }
        (Operand::Double(a), Operand::Complex(b)) => solve_parts(&a, &b, warn),
        (Operand::Single(a), Operand::ComplexSingle(b)) => solve_parts(&a, &b, warn),
        (left, right) => {
            Err(names::binary_error(BinaryOp::LeftDivide, &left.into_value(), &right.into_value()))
        }
    }
}

/// `a / b` is `(b' \ a')'`; without conjugation where `b` is real.
fn right_divide(left: Operand, right: Operand, warn: &mut dyn Warn) -> Result<Value> {
    let (a, b) = (left.dims().flattened(), right.dims().flattened());
    if a.1 != b.1 {
        return Err(Error::nonconformant(
            BinaryOp::Divide.conformance_name(),
            &Dims::matrix(a.0, a.1),
            &Dims::matrix(b.0, b.1),
        ));
    }
    let real = matches!(right, Operand::Double(_) | Operand::Single(_));
    let x = left_divide(right.turned(!real), left.turned(!real), warn)?;
    let back = if real { super::UnaryOp::Transpose } else { super::UnaryOp::ConjugateTranspose };
    super::unary(back, x)
}

impl Operand {
    fn dims(&self) -> Dims {
        match self {
            Operand::Double(array) => array.dims().clone(),
            Operand::Complex(array) => array.dims().clone(),
            Operand::Single(array) => array.dims().clone(),
            Operand::ComplexSingle(array) => array.dims().clone(),
            Operand::Integer(value) => value.dims(),
        }
    }

    /// The transpose, conjugate or not, N-d arrays taken as matrices.
    fn turned(self, conjugate: bool) -> Operand {
        fn flat<T: Clone>(array: Array<T>) -> Array<T> {
            let (rows, columns) = array.dims().flattened();
            turn(&array.reshaped(Dims::matrix(rows, columns)))
        }
        match self {
            Operand::Double(array) => Operand::Double(flat(array)),
            Operand::Single(array) => Operand::Single(flat(array)),
            Operand::Complex(array) if conjugate => {
                Operand::Complex(flat(array).map_in_place(num_complex::Complex::conj))
            }
            Operand::ComplexSingle(array) if conjugate => {
                Operand::ComplexSingle(flat(array).map_in_place(num_complex::Complex::conj))
            }
            Operand::Complex(array) => Operand::Complex(flat(array)),
            Operand::ComplexSingle(array) => Operand::ComplexSingle(flat(array)),
            other @ Operand::Integer(_) => other,
        }
    }
}

/// An array as a matrix; N-d arrays keep their first extent.
fn matrix<T: Scalar>(array: &Array<T>) -> Matrix<T> {
    let (rows, columns) = array.dims().flattened();
    Matrix::new(rows, columns, array.as_slice().to_vec())
}

fn array<T: Scalar>(matrix: Matrix<T>) -> Array<T> {
    Array::new(Dims::matrix(matrix.rows(), matrix.columns()), matrix.into_data())
}

fn solve<T: Scalar + Solve>(a: &Array<T>, b: &Array<T>, warn: &mut dyn Warn) -> Result<Array<T>> {
    let (a, b) = (matrix(a), matrix(b));
    if a.rows() != b.rows() {
        return Err(Error::nonconformant(
            BinaryOp::LeftDivide.conformance_name(),
            &Dims::matrix(a.rows(), a.columns()),
            &Dims::matrix(b.rows(), b.columns()),
        ));
    }
    crate::memory::reserve::<T>(&Dims::matrix(a.columns(), b.columns()))?;
    let solution = T::solve(a, b);
    for rcond in solution.negligible {
        warn_singular(rcond, warn)?;
    }
    Ok(array(solution.x))
}

/// With a real matrix the parts of a complex right-hand side are columns like others.
fn solve_parts<T>(a: &Array<T>, b: &Array<Complex<T>>, warn: &mut dyn Warn) -> Result<Value>
where
    T: Real + Scalar + Solve,
    Complex<T>: Element,
{
    let (rows, columns) = b.dims().flattened();
    let mut data: Vec<T> = b.as_slice().iter().map(|z| z.re).collect();
    data.extend(b.as_slice().iter().map(|z| z.im));
    let (height, width) = a.dims().flattened();
    if height != rows {
        return Err(Error::nonconformant(
            BinaryOp::LeftDivide.conformance_name(),
            &Dims::matrix(height, width),
            &Dims::matrix(rows, columns),
        ));
    }
    let x = solve(a, &Array::new(Dims::matrix(rows, 2 * columns), data), warn)?;
    let (re, im) = x.as_slice().split_at(width * columns);
    let data = re.iter().zip(im).map(|(&re, &im)| Complex::new(re, im)).collect();
    Ok(Value::from_array(Array::new(Dims::matrix(width, columns), data)).narrowed())
}

/// Warns that a matrix is singular, or nearly so.
fn warn_singular(rcond: f64, warn: &mut dyn Warn) -> Result<()> {
    if rcond == 0.0 {
        return warn.warn("Octave:singular-matrix", "matrix singular to machine precision");
    }
    warn.warn(
        "Octave:nearly-singular-matrix",
        &format!("matrix singular to machine precision, rcond = {}", percent_g(rcond)),
    )
}

/// Whether two matrices, at least one of them of integers, could be operands at all.
pub(super) fn both_matrices_of_integers(left: &Value, right: &Value) -> bool {
    let (one, other) = (left.class(), right.class());
    !left.is_scalar()
        && !right.is_scalar()
        && left.is_arithmetic()
        && right.is_arithmetic()
        && !left.is_complex()
        && !right.is_complex()
        && (one.is_integer() || other.is_integer())
        && (one == other || !(one.is_integer() && other.is_integer()))
}

pub(super) fn no_power_of_matrices() -> Box<Error> {
    Error::plain("can't do A ^ B for A and B both matrices")
}

fn power(left: Operand, right: Operand, warn: &mut dyn Warn) -> Result<Value> {
    let (base, exponent) = (left.dims(), right.dims());
    if !base.is_scalar() && !exponent.is_scalar() {
        return Err(no_power_of_matrices());
    }
    let of_matrix = exponent.is_scalar();
    // An array of more dimensions is taken for the matrix of its columns.
    let (rows, columns) = if of_matrix { base } else { exponent }.flattened();
    let dims = Dims::matrix(rows, columns);
    let single = left.is_single();
    if dims.is_empty() {
        let class = if single { Class::Single } else { Class::Double };
        return super::cast(Value::empty(), class);
    }
    if !dims.is_square() {
        return Err(Error::plain(
            "for x^y, only square matrix arguments are permitted and one argument must be \
             scalar.  Use .^ for elementwise power.",
        ));
    }
    let (mut left, mut right) = (left.into_value(), right.into_value());
    let matrix = if of_matrix { &mut left } else { &mut right };
    *matrix = std::mem::take(matrix).reshaped(dims);
    let result = if of_matrix {
        let exponent = scalar_of(&right);
        if exponent.im == 0.0
            && let Some(whole) = exponent.re.as_int()
        {
            return whole_power(left, whole, warn);
        }
        let real = exponent.im == 0.0;
        by_eigenvalues(&left, &mut |value| {
            if real {
                complex::power_real(value, exponent.re)
            } else {
                complex::power(value, exponent)
            }
        })?
    } else {
        let base = scalar_of(&left);
        let result = by_eigenvalues(&right, &mut |value| {
            if base.im == 0.0 {
                complex::power_of_real(base.re, value)
            } else {
                complex::power(base, value)
            }
        })?;
        // A positive number to a real matrix is real.
        if base.im == 0.0 && base.re > 0.0 && !right.is_complex() {
            Value::Double(
                result.to_f64_array().map_or_else(Array::empty, std::borrow::Cow::into_owned),
            )
        } else {
            result
        }
    };
    let result = result.narrowed();
    if single { super::cast(result, Class::Single) } else { Ok(result) }
}

fn scalar_of(value: &Value) -> C64 {
    value.to_c64_array().and_then(|array| array.as_scalar().copied()).unwrap_or_default()
}

fn by_eigenvalues(value: &Value, f: &mut dyn FnMut(C64) -> C64) -> Result<Value> {
    let finite = |values: &[C64]| values.iter().all(|z| z.re.is_finite() && z.im.is_finite());
    if value.to_c64_array().is_some_and(|values| !finite(values.as_slice())) {
        return Err(Error::plain("EIG: matrix contains Inf or NaN values"));
    }
    let result = if value.is_complex() {
        let Some(values) = value.to_c64_array() else { return Ok(Value::empty()) };
        function::of_complex(matrix(&values), f)
    } else {
        let Some(values) = value.to_f64_array() else { return Ok(Value::empty()) };
        function::of_real(matrix(&values), f)
    };
    let n = value.dims().rows();
    Ok(Value::Complex(match result {
        Ok(matrix) => array(matrix),
        Err(formwork_linalg::NoConvergence) => {
            Array::filled(Dims::matrix(n, n), C64::new(f64::NAN, f64::NAN))
        }
    }))
}

/// A matrix to a whole power, by repeated squaring of it or of its inverse.
fn whole_power(base: Value, exponent: i32, warn: &mut dyn Warn) -> Result<Value> {
    match base {
        Value::Double(array) => repeated(&array, exponent, warn),
        Value::Single(array) => repeated(&array, exponent, warn),
        Value::Complex(array) => repeated(&array, exponent, warn),
        Value::ComplexSingle(array) => repeated(&array, exponent, warn),
        other => Ok(other),
    }
}

fn repeated<T>(base: &Array<T>, exponent: i32, warn: &mut dyn Warn) -> Result<Value>
where
    T: Scalar + Product + Solve + Element,
{
    let n = base.dims().rows();
    if exponent == 0 {
        return Ok(Value::from_array(array(Matrix::<T>::identity(n, n))).narrowed().diagonal());
    }
    let mut square = base.clone();
    if exponent < 0 {
        let (inverse, negligible) = T::inverse(matrix(base));
        if let Some(rcond) = negligible {
            let rcond = percent_g(rcond);
            warn.warn(
                "",
                &format!("inverse: matrix singular to machine precision, rcond = {rcond}"),
            )?;
        }
        square = array(inverse);
    }
    let mut rest = exponent.unsigned_abs() - 1;
    let mut result = square.clone();
    while rest > 0 {
        if rest & 1 == 1 {
            result = of_same(&result, &square)?;
        }
        rest >>= 1;
        if rest > 0 {
            square = of_same(&square, &square)?;
        }
    }
    Ok(Value::from_array(result).narrowed())
}
