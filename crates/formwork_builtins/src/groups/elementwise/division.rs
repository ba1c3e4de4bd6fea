//! Remainders and integer division.

use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Array, Class, Error, Integer, Result, Value, index};

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evaluator, Lesson, Operation, Output, Pairing, Row, ScalarForm, pure};
use crate::rules::Realness;
use crate::rules::facts::integers;
use crate::rules::facts::limits;
use crate::rules::{ClassRule, ShapeRule};
pub(crate) use formwork_runtime::ops::kernels::{modulo, remaining};
use formwork_runtime::ops::kernels::{modulo_single, remaining_single};
use formwork_runtime::ops::type_name;
use formwork_runtime::ops::zip;

pub(crate) const ROWS: &[Row] = &[
    remainder(
        "mod",
        r#mod,
        ScalarForm::Binary(|x, y| Some(modulo(x, y))),
        "The remainder of a division, with the sign of the divisor.",
    )
    .real(Realness::Always)
    .integers(integers::modulo)
    .teaching(Lesson::Remainder)
    .bounds(limits::modulo)
    .vetted()
    .operation(Operation::Pair(Pairing::Mod)),
    remainder(
        "rem",
        rem,
        ScalarForm::Binary(|x, y| Some(remaining(x, y))),
        "The remainder of a division, with the sign of the dividend.",
    )
    .real(Realness::Always)
    .integers(integers::remainder)
    .teaching(Lesson::Remainder)
    .bounds(limits::remainder)
    .vetted()
    .operation(Operation::Pair(Pairing::Rem)),
    pure(
        "idivide",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::Expand, ClassRule::Arithmetic)],
        idivide,
        "Integer division, rounded as asked for.",
    ),
];

const fn remainder(
    name: &'static str,
    evaluate: Evaluator,
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    pure(name, Arity::exactly(2), EXPANDED, evaluate, doc).scalar(scalar)
}

const EXPANDED: &[Output] = &[Output::new(ShapeRule::Expand, ClassRule::Arithmetic)];

/// Checks the operands and tells the class of the result.
fn result_class(name: &str, x: &Value, y: &Value) -> Result<Class> {
    for value in [x, y] {
        if !value.is_numeric() {
            return Err(Error::plain(format!(
                "{name}: wrong type argument '{}'",
                type_name(value)
            )));
        }
    }
    if x.is_complex() || y.is_complex() {
        return Err(Error::plain(format!("{name}: not defined for complex numbers")));
    }
    let (a, b) = (x.class(), y.class());
    match (a.is_integer(), b.is_integer()) {
        (true, true) if a != b => Err(Error::plain(format!("{name}: cannot combine {a} and {b}"))),
        (true, _) => Ok(a),
        (_, true) => Ok(b),
        _ if a == Class::Single || b == Class::Single => Ok(Class::Single),
        _ => Ok(Class::Double),
    }
}

/// The elements as integers of one class; doubles are rounded to it.
fn integers<T: Integer>(value: &Value) -> Array<T> {
    match value.to_wide_integers() {
        Some(wide) => wide.map(|&x| T::saturate_from(x)),
        None => match value.to_f64_array() {
            Some(array) => array.map(|&x| T::saturate_from(x)),
            None => Array::empty(),
        },
    }
}

fn of_integers<T: Integer>(
    name: &str,
    x: &Value,
    y: &Value,
    f: fn(i128, i128) -> i128,
) -> Result<Value> {
    let (x, y) = (integers::<T>(x), integers::<T>(y));
    let result = zip(name, &x, &y, |a: T, b: T| T::saturate_from(f(a.widen(), b.widen())))?;
    Ok(Value::from_array(result))
}

fn of_integer_class(
    name: &str,
    class: Class,
    x: &Value,
    y: &Value,
    f: fn(i128, i128) -> i128,
) -> Result<Value> {
    match class {
        Class::Int8 => of_integers::<i8>(name, x, y, f),
        Class::Int16 => of_integers::<i16>(name, x, y, f),
        Class::Int32 => of_integers::<i32>(name, x, y, f),
        Class::Int64 => of_integers::<i64>(name, x, y, f),
        Class::Uint8 => of_integers::<u8>(name, x, y, f),
        Class::Uint16 => of_integers::<u16>(name, x, y, f),
        Class::Uint32 => of_integers::<u32>(name, x, y, f),
        _ => of_integers::<u64>(name, x, y, f),
    }
}

fn unreadable(name: &str, value: &Value) -> Box<Error> {
    Error::plain(format!("{name}: wrong type argument '{}'", type_name(value)))
}

fn of_floats(
    name: &str,
    class: Class,
    mut args: Args,
    double: impl Fn(f64, f64) -> f64,
    single: impl Fn(f32, f32) -> f32,
) -> Result<Value> {
    if class == Class::Single {
        let x = args[0].to_f32_array().ok_or_else(|| unreadable(name, &args[0]))?;
        let y = args[1].to_f32_array().ok_or_else(|| unreadable(name, &args[1]))?;
        return Ok(Value::Single(zip(name, &x, &y, single)?));
    }
    // In place where one divisor serves all.
    if let (Value::Double(_), Some(y)) = (&args[0], args[1].as_double())
        && let Value::Double(x) = std::mem::take(&mut args[0])
    {
        return Ok(Value::Double(x.map_in_place(|&x| double(x, y))));
    }
    let x = args[0].to_f64_array().ok_or_else(|| unreadable(name, &args[0]))?;
    let y = args[1].to_f64_array().ok_or_else(|| unreadable(name, &args[1]))?;
    Ok(Value::Double(zip(name, &x, &y, double)?))
}

fn r#mod(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let class = result_class("mod", &args[0], &args[1])?;
    if class.is_integer() {
        return one(of_integer_class("mod", class, &args[0], &args[1], |a, b| {
            if b == 0 {
                return a;
            }
            let r = a % b;
            if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
        })?);
    }
    one(of_floats("mod", class, args, modulo, modulo_single)?)
}

fn rem(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let class = result_class("rem", &args[0], &args[1])?;
    if class.is_integer() {
        return one(of_integer_class("rem", class, &args[0], &args[1], |a, b| {
            if b == 0 { 0 } else { a % b }
        })?);
    }
    one(of_floats("rem", class, args, remaining, remaining_single)?)
}

/// How integer division rounds.
#[derive(Clone, Copy, PartialEq)]
enum Toward {
    Fix,
    Floor,
    Ceil,
    Round,
}

/// The quotient of two numbers in an integer class: first to the nearest, then
/// corrected where its product with the divisor lies on the wrong side.
fn divide<T: Integer>(a: Number, b: Number, toward: Toward) -> T {
    let quotient = a.quotient::<T>(b);
    let product = quotient_times::<T>(quotient, b);
    let dividend = a.to_f64();
    let positive = b.is_positive();
    let toward = match toward {
        Toward::Fix if positive => Toward::Floor,
        Toward::Fix => Toward::Ceil,
        other => other,
    };
    let (greater, less) = match a {
        Number::Whole(a) => (product > a, product < a),
        Number::Real(_) => ((product as f64) > dividend, (product as f64) < dividend),
    };
    let step = match toward {
        Toward::Floor if (positive && greater) || (!positive && less) => -1,
        Toward::Ceil if (positive && less) || (!positive && greater) => 1,
        _ => 0,
    };
    T::saturate_from(quotient.widen() + step)
}

/// An operand of an integer division.
#[derive(Clone, Copy)]
enum Number {
    Whole(i128),
    Real(f64),
}

impl Number {
    fn to_f64(self) -> f64 {
        match self {
            Number::Whole(n) => n as f64,
            Number::Real(x) => x,
        }
    }

    fn is_positive(self) -> bool {
        self.to_f64() > 0.0
    }

    fn quotient<T: Integer>(self, divisor: Number) -> T {
        match (self, divisor) {
            (Number::Whole(a), Number::Whole(b)) => {
                if b == 0 {
                    return match a.signum() {
                        0 => T::saturate_from(0_i128),
                        1 => T::MAX,
                        _ => T::MIN,
                    };
                }
                let (quotient, rest) = (a / b, a % b);
                let away = 2 * rest.abs() >= b.abs();
                let sign = if (a < 0) == (b < 0) { 1 } else { -1 };
                T::saturate_from(if away { quotient + sign } else { quotient })
            }
            (a, b) => T::saturate_from(a.to_f64() / b.to_f64()),
        }
    }
}

fn quotient_times<T: Integer>(quotient: T, divisor: Number) -> i128 {
    let product: T = match divisor {
        Number::Whole(b) => T::saturate_from(quotient.widen() * b),
        Number::Real(b) => T::saturate_from(quotient.to_f64() * b),
    };
    product.widen()
}

fn numbers(value: &Value) -> Option<Array<Number>> {
    match value.to_wide_integers() {
        Some(wide) => Some(wide.map(|&n| Number::Whole(n))),
        None => Some(value.to_f64_array()?.map(|&x| Number::Real(x))),
    }
}

/// The quotient of arrays of two sizes that expand. Octave corrects it at the places that
/// the divisor has where it is positive and where it is not, in the quotient, the divisor and
/// the dividend, although those have other elements there, or none.
fn divide_by_places(cx: &mut dyn Context, x: &Value, y: &Value, toward: Toward) -> Result<Value> {
    let mut quotient = ops::binary(BinaryOp::ElementDivide, x.clone(), y.clone(), cx)?;
    let positive = ops::binary(BinaryOp::Greater, y.clone(), Value::double(0.0), cx)?;
    let other = ops::unary(UnaryOp::Not, positive.clone())?;
    let steps = match toward {
        Toward::Fix => {
            [(BinaryOp::Subtract, BinaryOp::Greater), (BinaryOp::Add, BinaryOp::Greater)]
        }
        Toward::Floor => {
            [(BinaryOp::Subtract, BinaryOp::Greater), (BinaryOp::Subtract, BinaryOp::Less)]
        }
        Toward::Ceil => [(BinaryOp::Add, BinaryOp::Less), (BinaryOp::Add, BinaryOp::Greater)],
        Toward::Round => return Ok(quotient),
    };
    for (mask, (correct, compare)) in [positive, other].into_iter().zip(steps) {
        let mask = [mask];
        let at = |value: &Value, name: &str| {
            index::index(value, &mask).map_err(|error| error.naming_variable(name))
        };
        let old = at(&quotient, "z")?;
        let product = ops::binary(BinaryOp::ElementMultiply, old.clone(), at(y, "y")?, cx)?;
        let wrong = ops::binary(compare, product, at(x, "x")?, cx)?;
        let new = ops::binary(correct, old, wrong, cx)?;
        index::assign(&mut quotient, &mask, new)?;
    }
    Ok(quotient)
}

fn idivide(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let toward = match args.get(2) {
        None => Toward::Fix,
        Some(option) => {
            let text = option.as_text().unwrap_or_default();
            match text.to_ascii_lowercase().as_str() {
                "fix" => Toward::Fix,
                "floor" => Toward::Floor,
                "ceil" => Toward::Ceil,
                "round" => Toward::Round,
                _ => {
                    return Err(Error::plain(format!(
                        "idivide: unrecognized rounding type \"{text}\""
                    )));
                }
            }
        }
    };
    let (x, y) = (&args[0], &args[1]);
    let (a, b) = (x.class(), y.class());
    let class = match (a.is_integer(), b.is_integer()) {
        (true, true) if a != b => {
            return Err(Error::plain(format!(
                "idivide: integer type of X ({a}) must match integer type of Y ({b})"
            )));
        }
        (true, _) => a,
        (_, true) => b,
        _ => {
            return Err(Error::plain(
                "idivide: at least one input (X or Y) must be an integer type",
            ));
        }
    };
    let impossible = || {
        Error::plain(format!(
            "binary operator './' not implemented for '{}' by '{}' operations",
            type_name(x),
            type_name(y)
        ))
    };
    if x.is_complex() || y.is_complex() {
        return Err(impossible());
    }
    let (sizes, expanded) = ((x.dims(), y.dims()), !x.is_scalar() && !y.is_scalar());
    if expanded && sizes.0 != sizes.1 && toward != Toward::Round {
        return one(divide_by_places(cx, x, y, toward)?);
    }
    let x_numbers = numbers(x).ok_or_else(impossible)?;
    let y_numbers = numbers(y).ok_or_else(impossible)?;
    fn all<T: Integer>(x: &Array<Number>, y: &Array<Number>, toward: Toward) -> Result<Value> {
        let result = zip("quotient", x, y, |a, b| divide::<T>(a, b, toward))?;
        Ok(Value::from_array(result))
    }
    one(match class {
        Class::Int8 => all::<i8>(&x_numbers, &y_numbers, toward),
        Class::Int16 => all::<i16>(&x_numbers, &y_numbers, toward),
        Class::Int32 => all::<i32>(&x_numbers, &y_numbers, toward),
        Class::Int64 => all::<i64>(&x_numbers, &y_numbers, toward),
        Class::Uint8 => all::<u8>(&x_numbers, &y_numbers, toward),
        Class::Uint16 => all::<u16>(&x_numbers, &y_numbers, toward),
        Class::Uint32 => all::<u32>(&x_numbers, &y_numbers, toward),
        _ => all::<u64>(&x_numbers, &y_numbers, toward),
    }?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_have_octaves_signs() {
        assert_eq!(modulo(-5.0, 3.0), 1.0);
        assert_eq!(modulo(5.0, -3.0), -1.0);
        assert_eq!(modulo(5.0, 0.0), 5.0);
        assert_eq!(modulo(1.0, 0.1), 0.0);
        assert_eq!(modulo(-1e-20, 3.0), 3.0);
        assert!(modulo(3.0, -3.0).is_sign_negative());
        assert!(modulo(5.0, f64::INFINITY).is_nan());
        assert_eq!(remaining(-5.0, 3.0), -2.0);
        assert!(remaining(-6.0, 3.0).is_sign_negative());
        assert!(remaining(5.0, 0.0).is_nan());
    }

    #[test]
    fn integer_division_rounds_as_octave_does() {
        let row = |toward: Toward, b: i128| -> Vec<i8> {
            [-8, -7, 7, 8]
                .map(|a| divide::<i8>(Number::Whole(a), Number::Whole(b), toward))
                .to_vec()
        };
        assert_eq!(row(Toward::Fix, 2), [-4, -4, 3, 4]);
        assert_eq!(row(Toward::Fix, -2), [4, 4, -3, -4]);
        assert_eq!(row(Toward::Fix, 0), [-127, -127, 127, 127]);
        assert_eq!(row(Toward::Floor, -3), [2, 2, -3, -3]);
        assert_eq!(row(Toward::Floor, 0), [-128, -128, 126, 126]);
        assert_eq!(row(Toward::Ceil, 3), [-2, -2, 3, 3]);
        assert_eq!(row(Toward::Round, 2), [-4, -4, 4, 4]);
        assert_eq!(divide::<i8>(Number::Whole(-6), Number::Real(2.5), Toward::Fix), -3);
        assert_eq!(divide::<i8>(Number::Real(7.5), Number::Whole(2), Toward::Fix), 3);
    }
}
