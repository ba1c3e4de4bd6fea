//! Real functions of two arguments: `atan2`, `hypot`, `realpow`.

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Class, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evidence, Operation, Output, Pairing, Row, ScalarForm, pure};
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;
use formwork_runtime::ops::zip;

pub(crate) const ROWS: &[Row] = &[
    pure("atan2", Arity::exactly(2), FLOAT, atan2, "The angle of the point (x, y), of y and x.")
        .scalar(ScalarForm::Binary(|y, x| Some(y.atan2(x))))
        .real(Realness::Always)
        .bounds(limits::full_turn)
        .vetted()
        .operation(Operation::Pair(Pairing::Atan2)),
    pure(
        "atan2d",
        Arity::exactly(2),
        FLOAT,
        atan2d,
        "The angle of the point (x, y) in degrees, of y and x.",
    ),
    pure(
        "hypot",
        Arity::at_least(2),
        FLOAT,
        hypot,
        "The square root of the sum of squares, without overflow.",
    )
    .scalar(ScalarForm::Binary(|x, y| Some(x.hypot(y))))
    .real(Realness::Always)
    .bounds(limits::natural)
    .vetted()
    .operation(Operation::Pair(Pairing::Hypot)),
    pure(
        "realpow",
        Arity::exactly(2),
        ARITHMETIC,
        realpow,
        "Powers of elements; an error if one is complex.",
    )
    .compared(Evidence::Numbers),
    pure(
        "pow2",
        Arity::between(1, 2),
        ARITHMETIC,
        pow2,
        "Powers of two, or numbers scaled by them.",
    ),
];

const FLOAT: &[Output] = &[Output::new(ShapeRule::Expand, ClassRule::Float)];
const ARITHMETIC: &[Output] = &[Output::new(ShapeRule::Expand, ClassRule::Arithmetic)];

fn require_numbers(name: &str, args: &[Value]) -> Result<()> {
    match args.iter().find(|value| !value.is_numeric()) {
        Some(value) => {
            Err(Error::plain(format!("{name}: wrong type argument '{}'", type_name(value))))
        }
        None => Ok(()),
    }
}

fn of_reals(
    name: &str,
    x: &Value,
    y: &Value,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
) -> Result<Value> {
    let unreadable = || Error::plain(format!("{name}: wrong type argument"));
    if x.class() == Class::Single || y.class() == Class::Single {
        let x = x.to_f32_array().ok_or_else(unreadable)?;
        let y = y.to_f32_array().ok_or_else(unreadable)?;
        return Ok(Value::Single(zip(name, &x, &y, single)?));
    }
    let x = x.to_f64_array().ok_or_else(unreadable)?;
    let y = y.to_f64_array().ok_or_else(unreadable)?;
    Ok(Value::Double(zip(name, &x, &y, double)?))
}

fn angles(name: &str, args: &Args) -> Result<Value> {
    require_numbers(name, args)?;
    if args.iter().any(Value::is_complex) {
        return Err(Error::plain(format!("{name}: not defined for complex numbers")));
    }
    of_reals(name, &args[0], &args[1], f64::atan2, f32::atan2)
}

fn atan2(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(angles("atan2", &args)?)
}

fn atan2d(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(match angles("atan2", &args)? {
        Value::Double(array) => {
            Value::Double(array.map_in_place(|x| 180.0 / std::f64::consts::PI * x))
        }
        Value::Single(array) => {
            Value::Single(array.map_in_place(|x| 180.0 / std::f32::consts::PI * x))
        }
        other => other,
    })
}

fn modulus(value: &Value) -> Value {
    match value {
        Value::Complex(array) => Value::Double(array.map(|z| z.re.hypot(z.im))),
        Value::ComplexSingle(array) => Value::Single(array.map(|z| z.re.hypot(z.im))),
        other => other.clone(),
    }
}

fn hypot(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    require_numbers("hypot", &args)?;
    let mut result = modulus(&args[0]);
    for value in &args[1..] {
        result = of_reals("hypot", &result, &modulus(value), f64::hypot, f32::hypot)?;
    }
    one(result)
}

fn realpow(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let (x, y) = (std::mem::take(&mut args[0]), std::mem::take(&mut args[1]));
    let result = ops::binary(BinaryOp::ElementPower, x, y, as_warn(cx))?;
    if result.is_complex() {
        return Err(Error::plain("realpow: produced complex result"));
    }
    one(result)
}

fn as_warn(cx: &mut dyn Context) -> &mut dyn formwork_runtime::Warn {
    cx
}

fn pow2(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let exponent = args.pop().unwrap_or_default();
    let power = ops::binary(BinaryOp::ElementPower, Value::double(2.0), exponent, as_warn(cx))?;
    match args.pop() {
        None => one(power),
        Some(factor) => one(ops::binary(BinaryOp::ElementMultiply, factor, power, as_warn(cx))?),
    }
}
