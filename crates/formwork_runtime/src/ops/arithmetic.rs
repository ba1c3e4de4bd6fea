//! `+`, `-`, `.*` and `./` of floating-point arrays.

use num_complex::Complex;

use super::complex::{self, Real};
use super::expand::{zip, zip_in_place};
use super::{BinaryOp, integer, names};
use crate::array::Array;
use crate::element::Element;
use crate::error::Result;
use crate::value::Value;
use crate::{C32, C64};

/// The four operations that work alike on all numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Arithmetic {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Arithmetic::Add => "operator +",
            Arithmetic::Subtract => "operator -",
            Arithmetic::Multiply => "product",
            Arithmetic::Divide => "quotient",
        }
    }
}

/// Numbers as operators see them: truth values, text and ranges have become doubles.
pub(super) enum Operand {
    Double(Array<f64>),
    Complex(Array<C64>),
    Single(Array<f32>),
    ComplexSingle(Array<C32>),
    /// Of an integer class.
    Integer(Value),
}

impl Operand {
    /// `None`: it cannot be reckoned with.
    pub(super) fn new(value: Value) -> std::result::Result<Operand, Value> {
        Ok(match value {
            Value::Double(array) => Operand::Double(array),
            Value::Range(range) => Operand::Double(Array::row(range.to_vec())),
            Value::Bool(array) => Operand::Double(array.map(|&x| f64::from(u8::from(x)))),
            Value::Char(array, _) => Operand::Double(array.map(|&x| f64::from(x))),
            Value::Complex(array) => Operand::Complex(array),
            Value::Single(array) => Operand::Single(array),
            Value::ComplexSingle(array) => Operand::ComplexSingle(array),
            other if other.class().is_integer() => Operand::Integer(other),
            other => return Err(other),
        })
    }

    /// The same of class single.
    pub(super) fn into_single(self) -> Operand {
        match self {
            Operand::Double(array) => Operand::Single(array.map(|&x| x as f32)),
            Operand::Complex(array) => {
                Operand::ComplexSingle(array.map(|z| C32::new(z.re as f32, z.im as f32)))
            }
            other => other,
        }
    }

    pub(super) const fn is_single(&self) -> bool {
        matches!(self, Operand::Single(_) | Operand::ComplexSingle(_))
    }

    pub(super) const fn is_double(&self) -> bool {
        matches!(self, Operand::Double(_) | Operand::Complex(_))
    }

    pub(super) fn into_value(self) -> Value {
        match self {
            Operand::Double(array) => Value::Double(array),
            Operand::Complex(array) => Value::Complex(array),
            Operand::Single(array) => Value::Single(array),
            Operand::ComplexSingle(array) => Value::ComplexSingle(array),
            Operand::Integer(value) => value,
        }
    }
}

/// Both operands as numbers, of class single if either is and neither is an integer.
pub(super) fn operands(op: BinaryOp, left: Value, right: Value) -> Result<(Operand, Operand)> {
    let fits = |value: &Value| value.is_arithmetic();
    if !fits(&left) || !fits(&right) {
        return Err(names::binary_error(op, &left, &right));
    }
    match (Operand::new(left), Operand::new(right)) {
        (Ok(left), Ok(right)) => Ok(match (left.is_single(), right.is_single()) {
            (true, false) if right.is_double() => (left, right.into_single()),
            (false, true) if left.is_double() => (left.into_single(), right),
            _ => (left, right),
        }),
        (Err(left), Err(right)) => Err(names::binary_error(op, &left, &right)),
        (Err(left), Ok(right)) => Err(names::binary_error(op, &left, &right.into_value())),
        (Ok(left), Err(right)) => Err(names::binary_error(op, &left.into_value(), &right)),
    }
}

/// `left op right`, element by element.
pub(super) fn elementwise(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    let operation = match op {
        BinaryOp::Add => Arithmetic::Add,
        BinaryOp::Subtract => Arithmetic::Subtract,
        BinaryOp::ElementMultiply | BinaryOp::Multiply => Arithmetic::Multiply,
        _ => Arithmetic::Divide,
    };
    // Ranges keep their meaning under these without being written down only in
    // messages: Octave, too, writes them down.
    let (left, right) = operands(op, left, right)?;
    match (left, right) {
        (Operand::Double(a), Operand::Double(b)) => Ok(Value::Double(real(operation, a, b)?)),
        (Operand::Single(a), Operand::Single(b)) => Ok(Value::Single(real(operation, a, b)?)),
        (Operand::Complex(a), Operand::Complex(b)) => complexes(operation, a, b),
        (Operand::ComplexSingle(a), Operand::ComplexSingle(b)) => complexes(operation, a, b),
        (Operand::Double(a), Operand::Complex(b)) => real_complex(operation, &a, &b),
        (Operand::Single(a), Operand::ComplexSingle(b)) => real_complex(operation, &a, &b),
        (Operand::Complex(a), Operand::Double(b)) => complex_real(operation, &a, &b),
        (Operand::ComplexSingle(a), Operand::Single(b)) => complex_real(operation, &a, &b),
        (left, right) => integer::arithmetic(op, operation, left.into_value(), right.into_value()),
    }
}

fn real<T>(operation: Arithmetic, a: Array<T>, b: Array<T>) -> Result<Array<T>>
where
    T: Real,
{
    let name = operation.name();
    match operation {
        Arithmetic::Add => zip_in_place(name, a, b, |x, y| x + y),
        Arithmetic::Subtract => zip_in_place(name, a, b, |x, y| x - y),
        Arithmetic::Multiply => zip_in_place(name, a, b, |x, y| x * y),
        Arithmetic::Divide => zip_in_place(name, a, b, |x, y| x / y),
    }
}

fn complexes<T>(operation: Arithmetic, a: Array<Complex<T>>, b: Array<Complex<T>>) -> Result<Value>
where
    T: Real,
    Complex<T>: Element,
{
    let name = operation.name();
    let result = match operation {
        Arithmetic::Add => zip_in_place(name, a, b, |x, y| Complex::new(x.re + y.re, x.im + y.im)),
        Arithmetic::Subtract => {
            zip_in_place(name, a, b, |x, y| Complex::new(x.re - y.re, x.im - y.im))
        }
        Arithmetic::Multiply => zip_in_place(name, a, b, complex::product),
        Arithmetic::Divide => zip_in_place(name, a, b, T::quotient),
    };
    Ok(Value::from_array(result?).narrowed())
}

fn real_complex<T>(operation: Arithmetic, a: &Array<T>, b: &Array<Complex<T>>) -> Result<Value>
where
    T: Real,
    Complex<T>: Element,
{
    let name = operation.name();
    let result = match operation {
        Arithmetic::Add => zip(name, a, b, |x, y| Complex::new(x + y.re, y.im)),
        Arithmetic::Subtract => zip(name, a, b, |x, y| Complex::new(x - y.re, -y.im)),
        Arithmetic::Multiply => zip(name, a, b, |x, y| Complex::new(x * y.re, x * y.im)),
        Arithmetic::Divide => zip(name, a, b, |x, y| T::quotient(Complex::new(x, T::ZERO), y)),
    };
    Ok(Value::from_array(result?).narrowed())
}

fn complex_real<T>(operation: Arithmetic, a: &Array<Complex<T>>, b: &Array<T>) -> Result<Value>
where
    T: Real,
    Complex<T>: Element,
{
    let name = operation.name();
    let result = match operation {
        Arithmetic::Add => zip(name, a, b, |x, y| Complex::new(x.re + y, x.im)),
        Arithmetic::Subtract => zip(name, a, b, |x, y| Complex::new(x.re - y, x.im)),
        Arithmetic::Multiply => zip(name, a, b, |x, y| Complex::new(x.re * y, x.im * y)),
        Arithmetic::Divide => zip(name, a, b, |x, y| Complex::new(x.re / y, x.im / y)),
    };
    Ok(Value::from_array(result?).narrowed())
}
