//! Values as matrices of the kinds of numbers the kernels take, and back.

use formwork_linalg::{Matrix, Scalar};
use formwork_runtime::{Array, C32, C64, Dims, Element, Error, Result, Value, Warn};

use super::class::wrong_type;
use crate::context::Values;

/// A matrix of one of the four kinds of numbers the kernels take.
pub(crate) enum Input {
    Real(Matrix<f64>),
    Complex(Matrix<C64>),
    Single(Matrix<f32>),
    ComplexSingle(Matrix<C32>),
}

/// The same expression for whichever kind of matrix an [`Input`] is.
macro_rules! with_matrix {
    ($input:expr, $matrix:pat => $body:expr) => {
        match $input {
            $crate::kit::matrix::Input::Real($matrix) => $body,
            $crate::kit::matrix::Input::Complex($matrix) => $body,
            $crate::kit::matrix::Input::Single($matrix) => $body,
            $crate::kit::matrix::Input::ComplexSingle($matrix) => $body,
        }
    };
}
pub(crate) use with_matrix;

/// A number that is both an element of values and one the kernels take.
pub(crate) trait Number: Scalar<Base: Element> + Element {}

impl Number for f64 {}
impl Number for f32 {}
impl Number for C64 {}
impl Number for C32 {}

/// A matrix as a value; complex ones without imaginary parts become real.
pub(crate) fn value<T: Scalar + Element>(matrix: Matrix<T>) -> Value {
    let dims = Dims::matrix(matrix.rows(), matrix.columns());
    Value::from_array(Array::new(dims, matrix.into_data())).narrowed()
}

/// A number as a value; complex ones without imaginary part become real.
pub(crate) fn scalar<T: Scalar + Element>(number: T) -> Value {
    Value::from_array(Array::scalar(number)).narrowed()
}

/// A column as a value.
pub(crate) fn column<T: Scalar + Element>(data: Vec<T>) -> Value {
    Value::from_array(Array::column(data)).narrowed()
}

fn flat<T: Scalar>(array: Array<T>) -> Matrix<T> {
    let (rows, columns) = array.dims().flattened();
    Matrix::new(rows, columns, array.into_vec())
}

/// As many of these outputs as were asked for, at least one.
pub(crate) fn outputs<const N: usize>(values: [Value; N], nargout: usize) -> Result<Values> {
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

/// The matrix a value is; further dimensions are laid out as columns.
///
/// # Errors
///
/// If it cannot be reckoned with, in the words of the function `name`, or is text.
pub(crate) fn matrix(name: &str, value: Value) -> Result<Input> {
    match value {
        Value::Double(array) => Ok(Input::Real(flat(array))),
        Value::Complex(array) => Ok(Input::Complex(flat(array))),
        Value::Single(array) => Ok(Input::Single(flat(array))),
        Value::ComplexSingle(array) => Ok(Input::ComplexSingle(flat(array))),
        Value::Char(..) => Err(Error::plain("invalid conversion from string to real matrix")),
        other => match other.to_f64_array() {
            Some(array) => Ok(Input::Real(flat(array.into_owned()))),
            None => Err(wrong_type(name, &other)),
        },
    }
}

/// A square matrix.
///
/// # Errors
///
/// As [`matrix`]; if it is not square, in the words given: for two dimensions, for
/// more.
pub(crate) fn square(name: &str, value: Value, flat: &str, deep: &str) -> Result<Input> {
    if !value.is_arithmetic() {
        return Err(wrong_type(name, &value));
    }
    let dims = value.dims();
    if !dims.is_square() {
        return Err(Error::plain(if dims.rows() == dims.columns() { deep } else { flat }));
    }
    matrix(name, value)
}

/// Warns that a matrix is singular, or nearly so.
///
/// # Errors
///
/// If the warning has been turned into an error.
pub(crate) fn warn_singular(warn: &mut dyn Warn, rcond: f64) -> Result<()> {
    if rcond == 0.0 {
        warn.warn("Octave:singular-matrix", "matrix singular to machine precision")
    } else {
        let rcond = formwork_runtime::format::c_number::percent_g(rcond);
        warn.warn(
            "Octave:nearly-singular-matrix",
            &format!("matrix singular to machine precision, rcond = {rcond}"),
        )
    }
}

impl Input {
    /// Rows and columns.
    pub(crate) fn size(&self) -> (usize, usize) {
        with_matrix!(self, m => (m.rows(), m.columns()))
    }

    /// Whether it has no elements.
    pub(crate) fn is_empty(&self) -> bool {
        let (rows, columns) = self.size();
        rows == 0 || columns == 0
    }

    /// Whether it is single.
    pub(crate) fn is_single(&self) -> bool {
        matches!(self, Input::Single(_) | Input::ComplexSingle(_))
    }

    /// An empty matrix of its class.
    pub(crate) fn empty(&self, rows: usize, columns: usize) -> Value {
        if self.is_single() {
            value(Matrix::<f32>::zeros(rows, columns))
        } else {
            value(Matrix::<f64>::zeros(rows, columns))
        }
    }

    /// An identity matrix of its class.
    pub(crate) fn identity(&self, n: usize) -> Value {
        if self.is_single() {
            value(Matrix::<f32>::identity(n, n))
        } else {
            value(Matrix::<f64>::identity(n, n))
        }
    }
}

/// Both inputs as the kind of number that holds either.
pub(crate) enum Pair {
    Real(Matrix<f64>, Matrix<f64>),
    Complex(Matrix<C64>, Matrix<C64>),
    Single(Matrix<f32>, Matrix<f32>),
    ComplexSingle(Matrix<C32>, Matrix<C32>),
}

/// The same expression for whichever kind of matrices a [`Pair`] is.
macro_rules! with_pair {
    ($pair:expr, ($a:pat, $b:pat) => $body:expr) => {
        match $pair {
            $crate::kit::matrix::Pair::Real($a, $b) => $body,
            $crate::kit::matrix::Pair::Complex($a, $b) => $body,
            $crate::kit::matrix::Pair::Single($a, $b) => $body,
            $crate::kit::matrix::Pair::ComplexSingle($a, $b) => $body,
        }
    };
}
pub(crate) use with_pair;

impl Pair {
    /// Both as the kind of number that holds either.
    pub(crate) fn new(a: Input, b: Input) -> Pair {
        match (a, b) {
            (Input::Real(a), Input::Real(b)) => Pair::Real(a, b),
            (Input::Single(a), Input::Single(b)) => Pair::Single(a, b),
            (Input::Single(a), Input::Real(b)) => Pair::Single(a, b.map(|&x| x as f32)),
            (Input::Real(a), Input::Single(b)) => Pair::Single(a.map(|&x| x as f32), b),
            (a, b) if a.is_single() || b.is_single() => Pair::ComplexSingle(a.to_c32(), b.to_c32()),
            (a, b) => Pair::Complex(a.to_c64(), b.to_c64()),
        }
    }
}

impl Input {
    /// As complex doubles.
    pub(crate) fn to_c64(&self) -> Matrix<C64> {
        match self {
            Input::Real(m) => m.map(|&x| C64::new(x, 0.0)),
            Input::Complex(m) => m.clone(),
            Input::Single(m) => m.map(|&x| C64::new(x.into(), 0.0)),
            Input::ComplexSingle(m) => m.map(|z| C64::new(z.re.into(), z.im.into())),
        }
    }

    /// As complex singles.
    pub(crate) fn to_c32(&self) -> Matrix<C32> {
        match self {
            Input::Real(m) => m.map(|&x| C32::new(x as f32, 0.0)),
            Input::Complex(m) => m.map(|z| C32::new(z.re as f32, z.im as f32)),
            Input::Single(m) => m.map(|&x| C32::new(x, 0.0)),
            Input::ComplexSingle(m) => m.clone(),
        }
    }
}
