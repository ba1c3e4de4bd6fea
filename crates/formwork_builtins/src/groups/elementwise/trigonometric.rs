//! Circular and hyperbolic functions and their inverses.

use std::f64::consts::PI;

use formwork_runtime::{C64, Class, Error, Result, Value};

use crate::complex;
use crate::context::{Args, Context, Values, one};
use crate::kit::mapper::{apply, map, mapper};
use crate::row::{Evidence, Mapping, Operation, Row, ScalarForm, Totality};
use crate::row_constructors::float_row;
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::real;
use formwork_runtime::ops::{self, BinaryOp, type_name};

mapper!(Sin, "sin", x => x.sin(), x.sin(), z => complex::sin(z));
mapper!(Cos, "cos", x => x.cos(), x.cos(), z => complex::cos(z));
mapper!(Tan, "tan", x => x.tan(), x.tan(), z => complex::tan(z));
mapper!(Sinh, "sinh", x => x.sinh(), x.sinh(), z => complex::sinh(z));
mapper!(Cosh, "cosh", x => x.cosh(), x.cosh(), z => complex::cosh(z));
mapper!(Tanh, "tanh", x => x.tanh(), x.tanh(), z => complex::tanh(z));
mapper!(Asin, "asin", x => x.asin(), x.asin(), z => complex::asin(z),
    y leaves y.abs() > 1.0 => complex::asin(y.into()));
mapper!(Acos, "acos", x => x.acos(), x.acos(), z => complex::acos(z),
    y leaves y.abs() > 1.0 => complex::acos(y.into()));
mapper!(Atan, "atan", x => x.atan(), x.atan(), z => complex::atan(z));
mapper!(Asinh, "asinh", x => libm::asinh(x), libm::asinhf(x), z => complex::asinh(z));
mapper!(Acosh, "acosh", x => libm::acosh(x), libm::acoshf(x), z => complex::acosh(z),
    y leaves y < 1.0 => complex::acosh(y.into()));
mapper!(Atanh, "atanh", x => libm::atanh(x), libm::atanhf(x), z => complex::atanh(z),
    y leaves y.abs() > 1.0 => complex::atanh(y.into()));
mapper!(Sec, "cos", x => 1.0 / x.cos(), 1.0 / x.cos(), z => complex::recip(complex::cos(z)));
mapper!(Csc, "sin", x => 1.0 / x.sin(), 1.0 / x.sin(), z => complex::recip(complex::sin(z)));
mapper!(Cot, "tan", x => 1.0 / x.tan(), 1.0 / x.tan(), z => complex::recip(complex::tan(z)));
mapper!(Sech, "cosh", x => 1.0 / x.cosh(), 1.0 / x.cosh(),
    z => complex::recip(complex::cosh(z)));
mapper!(Csch, "sinh", x => 1.0 / x.sinh(), 1.0 / x.sinh(),
    z => complex::recip(complex::sinh(z)));
mapper!(Coth, "tanh", x => 1.0 / x.tanh(), 1.0 / x.tanh(),
    z => complex::recip(complex::tanh(z)));

/// A function that is real for all real numbers.
macro_rules! total {
    ($f:expr) => {
        ScalarForm::Unary(|x| Some($f(x)))
    };
}

pub(crate) const ROWS: &[Row] = &[
    float_row("sin", apply::<Sin>, total!(f64::sin), "The sine of each element.")
        .bounds(limits::wave)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Sin)),
    float_row("cos", apply::<Cos>, total!(f64::cos), "The cosine of each element.")
        .bounds(limits::wave)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Cos)),
    float_row("tan", apply::<Tan>, total!(f64::tan), "The tangent of each element.")
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Tan)),
    float_row("sinh", apply::<Sinh>, total!(f64::sinh), "The hyperbolic sine of each element.")
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Sinh)),
    float_row("cosh", apply::<Cosh>, total!(f64::cosh), "The hyperbolic cosine of each element.")
        .bounds(limits::positive)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Cosh)),
    float_row("tanh", apply::<Tanh>, total!(f64::tanh), "The hyperbolic tangent of each element.")
        .bounds(limits::unit)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Tanh)),
    float_row(
        "asin",
        apply::<Asin>,
        ScalarForm::Unary(|x| if x.abs() > 1.0 { None } else { Some(x.asin()) }),
        "The inverse sine of each element.",
    )
    .real(Realness::Where(real::within_unit))
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Asin)),
    float_row(
        "acos",
        apply::<Acos>,
        ScalarForm::Unary(|x| if x.abs() > 1.0 { None } else { Some(x.acos()) }),
        "The inverse cosine of each element.",
    )
    .real(Realness::Where(real::within_unit))
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Acos)),
    float_row("atan", apply::<Atan>, total!(f64::atan), "The inverse tangent of each element.")
        .bounds(limits::half_turn)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::Map(Mapping::Atan)),
    float_row(
        "asinh",
        apply::<Asinh>,
        total!(libm::asinh),
        "The inverse hyperbolic sine of each element.",
    ),
    float_row(
        "acosh",
        apply::<Acosh>,
        ScalarForm::None,
        "The inverse hyperbolic cosine of each element.",
    )
    .real(Realness::Where(real::from_one)),
    float_row(
        "atanh",
        apply::<Atanh>,
        ScalarForm::None,
        "The inverse hyperbolic tangent of each element.",
    )
    .real(Realness::Where(real::within_unit)),
    float_row("sec", apply::<Sec>, ScalarForm::None, "The secant of each element."),
    float_row("csc", apply::<Csc>, ScalarForm::None, "The cosecant of each element."),
    float_row("cot", apply::<Cot>, ScalarForm::None, "The cotangent of each element."),
    float_row("sech", apply::<Sech>, ScalarForm::None, "The hyperbolic secant of each element."),
    float_row("csch", apply::<Csch>, ScalarForm::None, "The hyperbolic cosecant of each element."),
    float_row("coth", apply::<Coth>, ScalarForm::None, "The hyperbolic cotangent of each element."),
    float_row("asec", asec, ScalarForm::None, "The inverse secant of each element.")
        .real(Realness::Open),
    float_row("acsc", acsc, ScalarForm::None, "The inverse cosecant of each element.")
        .real(Realness::Open),
    float_row("acot", acot, ScalarForm::None, "The inverse cotangent of each element."),
    float_row("asech", asech, ScalarForm::None, "The inverse hyperbolic secant of each element.")
        .real(Realness::Open),
    float_row("acsch", acsch, ScalarForm::None, "The inverse hyperbolic cosecant of each element."),
    float_row(
        "acoth",
        acoth,
        ScalarForm::None,
        "The inverse hyperbolic cotangent of each element.",
    )
    .real(Realness::Open),
    float_row(
        "sind",
        sind,
        ScalarForm::Unary(|x| Some(sin_degrees(x))),
        "The sine of each element, in degrees.",
    ),
    float_row(
        "cosd",
        cosd,
        ScalarForm::Unary(|x| Some(cos_degrees(x))),
        "The cosine of each element, in degrees.",
    )
    .compared(Evidence::Numbers),
    float_row(
        "tand",
        tand,
        ScalarForm::Unary(|x| Some(tan_degrees(x))),
        "The tangent of each element, in degrees.",
    ),
    float_row("secd", secd, ScalarForm::None, "The secant of each element, in degrees."),
    float_row("cscd", cscd, ScalarForm::None, "The cosecant of each element, in degrees."),
    float_row("cotd", cotd, ScalarForm::None, "The cotangent of each element, in degrees."),
    float_row("asind", asind, ScalarForm::None, "The inverse sine of each element, in degrees.")
        .real(Realness::Where(real::within_unit)),
    float_row("acosd", acosd, ScalarForm::None, "The inverse cosine of each element, in degrees.")
        .real(Realness::Where(real::within_unit)),
    float_row("atand", atand, ScalarForm::None, "The inverse tangent of each element, in degrees."),
    float_row("asecd", asecd, ScalarForm::None, "The inverse secant of each element, in degrees.")
        .real(Realness::Open),
    float_row(
        "acscd",
        acscd,
        ScalarForm::None,
        "The inverse cosecant of each element, in degrees.",
    )
    .real(Realness::Open),
    float_row(
        "acotd",
        acotd,
        ScalarForm::None,
        "The inverse cotangent of each element, in degrees.",
    ),
    float_row("sinpi", sinpi, ScalarForm::None, "The sine of each element times pi."),
    float_row("cospi", cospi, ScalarForm::None, "The cosine of each element times pi."),
    float_row(
        "deg2rad",
        deg2rad,
        ScalarForm::Unary(|x| Some(x * (PI / 180.0))),
        "Degrees as radians.",
    ),
    float_row(
        "rad2deg",
        rad2deg,
        ScalarForm::Unary(|x| Some(x * (180.0 / PI))),
        "Radians as degrees.",
    ),
];

/// One over each element; integers round, as their division does.
fn reciprocal(value: Value) -> Result<Value> {
    Ok(match value.materialized() {
        Value::Double(array) => Value::Double(array.map_in_place(|x| 1.0 / x)),
        Value::Single(array) => Value::Single(array.map_in_place(|x| 1.0 / x)),
        Value::Complex(array) => Value::Complex(array.map_in_place(|&z| complex::recip(z))),
        Value::ComplexSingle(array) => Value::ComplexSingle(array.map_in_place(|&z| {
            crate::kit::mapper::narrow(complex::recip(crate::kit::mapper::widened(z)))
        })),
        other if other.class().is_integer() => {
            use formwork_runtime::SaturateFrom;
            let Some(array) = other.to_f64_array() else { return Ok(other) };
            let limit = match other.class() {
                Class::Int8 => f64::from(i8::MAX),
                Class::Int16 => f64::from(i16::MAX),
                Class::Int32 => f64::from(i32::MAX),
                Class::Uint8 => f64::from(u8::MAX),
                Class::Uint16 => f64::from(u16::MAX),
                Class::Uint32 => f64::from(u32::MAX),
                _ => i64::saturate_from(f64::MAX) as f64,
            };
            Value::Double(array.map(|&x| if x == 0.0 { limit } else { (1.0 / x).round() }))
        }
        other => match other.to_f64_array() {
            Some(array) => Value::Double(array.map(|x| 1.0 / x)),
            None => {
                return Err(Error::plain(format!(
                    "binary operator './' not implemented for 'scalar' by '{}' operations",
                    type_name(&other)
                )));
            }
        },
    })
}

fn first(mut args: Args) -> Value {
    std::mem::take(&mut args[0])
}

fn asec(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(map::<Acos>(reciprocal(first(args))?)?)
}

fn acsc(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(map::<Asin>(reciprocal(first(args))?)?)
}

fn acot(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(map::<Atan>(reciprocal(first(args))?)?)
}

fn asech(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(map::<Acosh>(reciprocal(first(args))?)?)
}

fn acsch(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(map::<Asinh>(reciprocal(first(args))?)?)
}

fn acoth(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(map::<Atanh>(reciprocal(first(args))?)?)
}

/// `x` brought into [-180, 180).
fn wrapped(x: f64, half: f64) -> f64 {
    super::division::modulo(x - half, 2.0 * half) - half
}

fn sin_degrees(x: f64) -> f64 {
    let x = wrapped(x, 180.0);
    if x == -180.0 { 0.0 } else { (x / 180.0 * PI).sin() }
}

fn cos_degrees(x: f64) -> f64 {
    let x = wrapped(x + 90.0, 180.0);
    if x == -180.0 { 0.0 } else { (x / 180.0 * PI).sin() }
}

fn tan_degrees(x: f64) -> f64 {
    let turns = x / 180.0;
    if turns.fract() == 0.0 {
        0.0
    } else if ((x - 90.0) / 180.0).fract() == 0.0 {
        f64::INFINITY
    } else {
        (PI * turns).tan()
    }
}

/// A function of each element of a value that may be complex.
fn of_each(
    value: &Value,
    real: fn(f64) -> f64,
    single: fn(f32) -> f32,
    complex: fn(C64) -> C64,
) -> Option<Value> {
    Some(match value {
        Value::Single(array) => Value::Single(array.map(|&x| single(x))),
        Value::Complex(array) => Value::Complex(array.map(|&z| complex(z))).narrowed(),
        Value::ComplexSingle(array) => Value::ComplexSingle(
            array.map(|&z| crate::kit::mapper::narrow(complex(crate::kit::mapper::widened(z)))),
        )
        .narrowed(),
        other => Value::Double(other.to_f64_array()?.map(|&x| real(x))),
    })
}

fn degrees(
    name: &str,
    value: &Value,
    real: fn(f64) -> f64,
    complex: fn(C64) -> C64,
) -> Result<Value> {
    let single = |f: fn(f64) -> f64, array: &formwork_runtime::Array<f32>| {
        Value::Single(array.map(|&x| f(x.into()) as f32))
    };
    match value {
        Value::Single(array) => Ok(single(real, array)),
        other if other.is_numeric() => of_each(other, real, |x| x, complex)
            .ok_or_else(|| Error::plain(format!("{name}: X must be numeric"))),
        _ => Err(Error::plain(format!("{name}: X must be numeric"))),
    }
}

const RADIANS: f64 = PI / 180.0;

/// The sine of integers in degrees: all but the sine itself is reckoned in their class.
fn sine_of_integers(cx: &mut dyn Context, value: Value) -> Result<Value> {
    let full_turn = |cx: &mut dyn Context, value: Value| -> Result<Value> {
        let args = smallvec::smallvec![value, Value::double(360.0)];
        let mut rest = cx.call_builtin("mod", args, 1)?;
        Ok(rest.pop().unwrap_or_default())
    };
    let moved = ops::binary(BinaryOp::Subtract, value, Value::double(180.0), cx)?;
    let rest = full_turn(cx, moved)?;
    let angle = ops::binary(BinaryOp::Subtract, rest, Value::double(180.0), cx)?;
    let halves = ops::binary(BinaryOp::Divide, angle.clone(), Value::double(180.0), cx)?;
    let radians = ops::binary(BinaryOp::Multiply, halves, Value::double(PI), cx)?;
    let (Some(radians), Some(angle)) = (radians.to_f64_array(), angle.to_f64_array()) else {
        return Err(Error::plain("sind: X must be numeric"));
    };
    let data = radians
        .as_slice()
        .iter()
        .zip(angle.as_slice())
        .map(|(x, &angle)| if angle == -180.0 { 0.0 } else { x.sin() })
        .collect();
    Ok(Value::Double(formwork_runtime::Array::new(radians.dims().clone(), data)))
}

fn sind_value(cx: &mut dyn Context, value: &Value) -> Result<Value> {
    if value.class().is_integer() {
        return sine_of_integers(cx, value.clone());
    }
    degrees("sind", value, sin_degrees, sine_of_complex)
}

/// The sine of a complex angle in degrees, its real part exact at half turns.
fn sine_of_complex(z: C64) -> C64 {
    let turned = (z.re - 180.0).rem_euclid(360.0) - 180.0;
    let sine = complex::sin(C64::new(turned / 180.0 * PI, z.im / 180.0 * PI));
    if turned == -180.0 { C64::new(0.0, sine.im) } else { sine }
}

fn cosd_value(cx: &mut dyn Context, value: &Value) -> Result<Value> {
    if value.class().is_integer() {
        let moved = ops::binary(BinaryOp::Add, value.clone(), Value::double(90.0), cx)?;
        return sine_of_integers(cx, moved);
    }
    degrees("cosd", value, cos_degrees, |z| sine_of_complex(z + 90.0))
}

fn tand_value(value: &Value) -> Result<Value> {
    if !value.is_arithmetic() {
        return Err(Error::plain(format!(
            "binary operator '/' not implemented for '{}' by 'scalar' operations",
            type_name(value)
        )));
    }
    if value.class().is_integer() {
        // Integer division makes every element a multiple.
        return Ok(Value::Double(formwork_runtime::Array::filled(value.dims(), f64::INFINITY)));
    }
    of_each(value, tan_degrees, |x| tan_degrees(x.into()) as f32, |z| complex::tan(z * RADIANS))
        .ok_or_else(|| Error::plain("tand: X must be numeric"))
}

fn sind(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(sind_value(cx, &args[0])?)
}

fn cosd(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(cosd_value(cx, &args[0])?)
}

fn tand(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(tand_value(&args[0])?)
}

fn secd(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(reciprocal(cosd_value(cx, &args[0])?)?.narrowed())
}

fn cscd(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(reciprocal(sind_value(cx, &args[0])?)?.narrowed())
}

fn cotd(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(reciprocal(tand_value(&args[0])?)?.narrowed())
}

/// Radians in a floating-point value as degrees.
fn in_degrees(value: Value) -> Value {
    match value {
        Value::Double(array) => Value::Double(array.map_in_place(|x| x * 180.0 / PI)),
        Value::Single(array) => {
            Value::Single(array.map_in_place(|x| x * 180.0 / std::f32::consts::PI))
        }
        Value::Complex(array) => Value::Complex(array.map_in_place(|z| z * 180.0 / PI)),
        Value::ComplexSingle(array) => {
            Value::ComplexSingle(array.map_in_place(|z| z * 180.0 / std::f32::consts::PI))
        }
        other => other,
    }
}

fn asind(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(in_degrees(map::<Asin>(first(args))?))
}

fn acosd(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(in_degrees(map::<Acos>(first(args))?))
}

fn atand(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(in_degrees(map::<Atan>(first(args))?))
}

fn asecd(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(in_degrees(map::<Acos>(reciprocal(first(args))?)?))
}

fn acscd(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(in_degrees(map::<Asin>(reciprocal(first(args))?)?))
}

fn acotd(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(in_degrees(map::<Atan>(reciprocal(first(args))?)?))
}

fn of_pi(value: &Value, f: fn(f64) -> f64) -> Result<Values> {
    if value.is_complex() {
        return Err(Error::plain("mod: not defined for complex numbers"));
    }
    match value {
        Value::Single(array) => one(array.map(|&x| f(x.into()) as f32)),
        other => match other.to_f64_array() {
            Some(array) => one(array.map(|&x| f(x))),
            None => Err(Error::plain(format!(
                "binary operator '-' not implemented for '{}' by 'scalar' operations",
                type_name(other)
            ))),
        },
    }
}

fn sin_pi(x: f64) -> f64 {
    let x = wrapped(x, 1.0);
    if x == -1.0 { 0.0 } else { (x * PI).sin() }
}

fn sinpi(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_pi(&args[0], sin_pi)
}

fn cospi(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    // Half of one more is rounded to a whole number, whose sine is zero.
    if args[0].class().is_integer() {
        return one(formwork_runtime::Array::filled(args[0].dims(), 0.0));
    }
    of_pi(&args[0], |x| sin_pi(x + 0.5))
}

fn scaled(value: Value, factor: f64, complaint: &'static str) -> Result<Values> {
    one(match value.materialized() {
        Value::Double(array) => Value::Double(array.map_in_place(|x| x * factor)),
        Value::Single(array) => Value::Single(array.map_in_place(|x| x * factor as f32)),
        Value::Complex(array) => Value::Complex(array.map_in_place(|z| z * factor)),
        Value::ComplexSingle(array) => {
            Value::ComplexSingle(array.map_in_place(|z| z * factor as f32))
        }
        _ => return Err(Error::plain(complaint)),
    })
}

fn deg2rad(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    scaled(
        first(args),
        PI / 180.0,
        "deg2rad: DEG must be a floating point class (double or single)",
    )
}

fn rad2deg(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    scaled(
        first(args),
        180.0 / PI,
        "rad2deg: RAD must be a floating point class (double or single)",
    )
}
