//! Rounding, sign and modulus, which keep integer classes.

use formwork_runtime::{Array, C32, C64, Integer, Result, Value};

use crate::complex;
use crate::context::{Args, Context, Values, one};
use crate::kit::mapper::refusal;
use crate::row::{Arity, Lesson, Mapping, Operation, Output, Row, ScalarForm, Totality, pure};
use crate::row_constructors::number_row;
use crate::rules::Realness;
use crate::rules::facts::integers;
use crate::rules::facts::limits;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    number_row("abs", abs, ScalarForm::Unary(|x| Some(x.abs())), "The modulus of each element.")
        .real(Realness::Always)
        .integers(integers::absolute)
        .bounds(limits::magnitude)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Abs))
        .everyday(),
    number_row(
        "sign",
        sign,
        ScalarForm::Unary(|x| Some(signum(x))),
        "The sign of each element: -1, 0 or 1.",
    )
    .bounds(limits::sign)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Sign)),
    number_row(
        "floor",
        round_with::<Floor>,
        ScalarForm::Unary(|x| Some(x.floor())),
        "Each element rounded down.",
    )
    .integers(integers::floor)
    .teaching(Lesson::Rounds)
    .bounds(limits::floor)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Floor)),
    number_row(
        "ceil",
        round_with::<Ceil>,
        ScalarForm::Unary(|x| Some(x.ceil())),
        "Each element rounded up.",
    )
    .integers(integers::rounded)
    .teaching(Lesson::Rounds)
    .bounds(limits::ceil)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Ceil)),
    number_row(
        "round",
        round_with::<Round>,
        ScalarForm::Unary(|x| Some(x.round())),
        "Each element rounded to the nearest whole number, halves away from zero.",
    )
    .integers(integers::rounded)
    .teaching(Lesson::Rounds)
    .bounds(limits::round)
    .vetted()
    .matlab_takes(3)
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Round))
    .everyday(),
    number_row(
        "fix",
        round_with::<Fix>,
        ScalarForm::Unary(|x| Some(x.trunc())),
        "Each element rounded towards zero.",
    )
    .integers(integers::fix)
    .teaching(Lesson::Rounds)
    .bounds(limits::fix)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Fix)),
    pure(
        "signbit",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Is(formwork_runtime::Class::Logical))],
        signbit,
        "Whether the sign of each element is a minus, that of zero included.",
    )
    .scalar(ScalarForm::Predicate(f64::is_sign_negative)),
];

fn abs(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    fn integers<T: Integer>(array: Array<T>) -> Value {
        if !T::SIGNED {
            return Value::from_array(array);
        }
        Value::from_array(array.map_in_place(|x| T::saturate_from(x.widen().abs())))
    }
    let structure = args[0].kept_as();
    let value = match std::mem::take(&mut args[0]) {
        Value::Double(array) => Value::Double(array.map_in_place(|x| x.abs())),
        Value::Range(range) => Value::row(range.map(f64::abs)),
        Value::Single(array) => Value::Single(array.map_in_place(|x| x.abs())),
        Value::Bool(array) => Value::Double(array.map(|&x| f64::from(u8::from(x)))),
        Value::Char(array, _) => Value::Double(array.map(|&x| f64::from(x))),
        Value::Complex(array) => Value::Double(array.map(|z| z.re.hypot(z.im))),
        Value::ComplexSingle(array) => Value::Single(array.map(|z| z.re.hypot(z.im))),
        Value::Int8(array) => integers(array),
        Value::Int16(array) => integers(array),
        Value::Int32(array) => integers(array),
        Value::Int64(array) => integers(array),
        other if other.class().is_integer() => other,
        other => return Err(refusal("abs", &other)),
    };
    one(value.mapped_from(structure))
}

/// The sign of a number; NaN stays, zero is positive.
fn signum(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else if x == 0.0 {
        0.0
    } else {
        x
    }
}

fn sign(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    fn integers<T: Integer>(array: Array<T>) -> Value {
        Value::from_array(array.map_in_place(|x| T::saturate_from(x.widen().signum())))
    }
    one(match std::mem::take(&mut args[0]) {
        Value::Double(array) => Value::Double(array.map_in_place(|&x| signum(x))),
        Value::Range(range) => Value::row(range.map(signum)),
        Value::Single(array) => Value::Single(array.map_in_place(|&x| signum(x.into()) as f32)),
        Value::Bool(array) => Value::Double(array.map(|&x| f64::from(u8::from(x)))),
        Value::Complex(array) => {
            Value::Complex(array.map_in_place(|&z| complex::sign(z))).narrowed()
        }
        Value::ComplexSingle(array) => Value::ComplexSingle(array.map_in_place(|&z| {
            crate::kit::mapper::narrow(complex::sign(crate::kit::mapper::widened(z)))
        }))
        .narrowed(),
        Value::Int8(array) => integers(array),
        Value::Int16(array) => integers(array),
        Value::Int32(array) => integers(array),
        Value::Int64(array) => integers(array),
        Value::Uint8(array) => integers(array),
        Value::Uint16(array) => integers(array),
        Value::Uint32(array) => integers(array),
        Value::Uint64(array) => integers(array),
        other => return Err(refusal("signum", &other)),
    })
}

fn signbit(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match &args[0] {
        Value::Single(array) => one(array.map(|x| x.is_sign_negative())),
        value if value.is_arithmetic() && !value.is_complex() && !value.is_char() => {
            match value.to_f64_array() {
                Some(array) => one(array.map(|x| x.is_sign_negative())),
                None => Err(refusal("signbit", value)),
            }
        }
        value => Err(refusal("signbit", value)),
    }
}

/// A way of rounding.
trait Rounding {
    const NAME: &'static str;
    fn double(x: f64) -> f64;
    fn single(x: f32) -> f32;
}

macro_rules! rounding {
    ($type:ident, $name:literal, $method:ident) => {
        struct $type;

        impl Rounding for $type {
            const NAME: &'static str = $name;

            #[inline]
            fn double(x: f64) -> f64 {
                x.$method()
            }

            #[inline]
            fn single(x: f32) -> f32 {
                x.$method()
            }
        }
    };
}

rounding!(Floor, "floor", floor);
rounding!(Ceil, "ceil", ceil);
rounding!(Round, "round", round);
rounding!(Fix, "fix", trunc);

fn round_with<R: Rounding>(
    _cx: &mut dyn Context,
    mut args: Args,
    _nargout: usize,
) -> Result<Values> {
    one(match std::mem::take(&mut args[0]) {
        Value::Double(array) => Value::Double(array.map_in_place(|&x| R::double(x))),
        Value::Range(range) => Value::row(range.map(R::double)),
        Value::Single(array) => Value::Single(array.map_in_place(|&x| R::single(x))),
        Value::Bool(array) => Value::Double(array.map(|&x| f64::from(u8::from(x)))),
        Value::Char(array, _) => Value::Double(array.map(|&x| f64::from(x))),
        Value::Complex(array) => {
            Value::Complex(array.map_in_place(|z| C64::new(R::double(z.re), R::double(z.im))))
                .narrowed()
        }
        Value::ComplexSingle(array) => {
            Value::ComplexSingle(array.map_in_place(|z| C32::new(R::single(z.re), R::single(z.im))))
                .narrowed()
        }
        other if other.class().is_integer() => other,
        other => return Err(refusal(R::NAME, &other)),
    })
}
