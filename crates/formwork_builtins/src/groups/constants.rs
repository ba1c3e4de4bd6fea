//! Numbers with a name: `pi`, `Inf`, `NaN`, `eps`, `i`.

use formwork_runtime::{Array, C64, Class, Error, Integer, Result, Value};

use crate::arguments::sizes::{filled_class, filled_complex, read_sizes, take_class};
use crate::context::{Args, Context, Values, one};
use crate::kit::not_available::{NA_BITS, NA_SINGLE_BITS};
use crate::row::{Arity, Evaluator, Operation, Output, Row, ScalarForm, SizeArguments, pure};
use crate::rules::Realness;
use crate::rules::classes::named;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    constant("pi", pi, "The ratio of a circle's circumference to its diameter.")
        .own_classes(named)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Constant(std::f64::consts::PI)),
    constant("e", e, "The base of natural logarithms.")
        .own_classes(named)
        .operation(Operation::Constant(std::f64::consts::E)),
    constant("Inf", inf, "Positive infinity.")
        .own_classes(named)
        .bounds(limits::infinite)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Constant(f64::INFINITY)),
    constant("inf", inf, "Positive infinity.")
        .own_classes(named)
        .bounds(limits::infinite)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Constant(f64::INFINITY)),
    constant("NaN", nan, "Not a number.")
        .own_classes(named)
        .bounds(limits::nan)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Constant(f64::NAN)),
    constant("nan", nan, "Not a number.")
        .own_classes(named)
        .bounds(limits::nan)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Constant(f64::NAN)),
    constant("NA", na, "A missing value: a not-a-number that `isna` tells from others.")
        .own_classes(named)
        .bounds(limits::nan)
        .sizes(SizeArguments::ALL),
    constant("i", i, "The imaginary unit.").real(Realness::Open),
    constant("j", i, "The imaginary unit.").real(Realness::Open),
    constant("I", i, "The imaginary unit.").real(Realness::Open),
    constant("J", i, "The imaginary unit.").real(Realness::Open),
    constant("realmax", realmax, "The greatest finite number of a floating-point class."),
    constant("realmin", realmin, "The least positive number of full precision."),
    pure(
        "eps",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        eps,
        "The distance from 1, or from each element, to the next greater number.",
    )
    .scalar(ScalarForm::Unary(|x| Some(spacing(x))))
    .own_shape(special::construct::eps)
    .own_classes(special::classes::eps)
    .operation(Operation::Constant(f64::EPSILON)),
    limit("intmax", intmax, "The greatest value of an integer class.")
        .own_classes(special::classes::intmax),
    limit("intmin", intmin, "The least value of an integer class.")
        .own_classes(special::classes::intmax),
    limit("flintmax", flintmax, "The greatest of the consecutive whole floating-point numbers.")
        .own_classes(special::classes::flintmax),
];

const SIZED: &[Output] = &[Output::new(ShapeRule::SizeArguments(0), ClassRule::Named)];
const LIMIT: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Special)];

const fn constant(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    pure(name, Arity::at_least(0), SIZED, evaluate, doc).folding(crate::folding::sized_after::<0>)
}

const fn limit(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    pure(name, Arity::between(0, 1), LIMIT, evaluate, doc)
}

fn number(name: &str, mut args: Args, double: f64, single: f32) -> Result<Values> {
    if args.is_empty() {
        return one(double);
    }
    let like = matches!(name, "Inf" | "NaN" | "NA");
    let class = take_class(&mut args, like)?.map_or(Class::Double, |class| class.class);
    let dims = read_sizes(name, &args)?;
    match class {
        Class::Double => one(crate::arguments::sizes::filled(dims, double)?),
        Class::Single => one(crate::arguments::sizes::filled(dims, single)?),
        _ => Err(Error::plain(format!("{name}: invalid class name"))),
    }
}

fn pi(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    number("pi", args, std::f64::consts::PI, std::f32::consts::PI)
}

fn e(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    number("e", args, std::f64::consts::E, std::f32::consts::E)
}

fn inf(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    number("Inf", args, f64::INFINITY, f32::INFINITY)
}

fn nan(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    number("NaN", args, f64::NAN, f32::NAN)
}

fn na(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    number("NA", args, f64::from_bits(NA_BITS), f32::from_bits(NA_SINGLE_BITS))
}

fn realmax(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    number("realmax", args, f64::MAX, f32::MAX)
}

fn realmin(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    number("realmin", args, f64::MIN_POSITIVE, f32::MIN_POSITIVE)
}

fn i(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let class = take_class(&mut args, false)?.map_or(Class::Double, |class| class.class);
    let dims = read_sizes("i", &args)?;
    one(filled_complex("i", dims, class, C64::I)?)
}

fn eps(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.as_slice() {
        [value] if !value.is_char() => match value {
            Value::Double(array) => one(array.map(|&x| spacing(x))),
            Value::Complex(array) => one(array.map(|z| spacing(z.re))),
            Value::Single(array) => one(array.map(|&x| spacing_single(x))),
            Value::ComplexSingle(array) => one(array.map(|z| spacing_single(z.re))),
            Value::Range(range) => one(Array::row(range.map(spacing))),
            _ => Err(Error::plain("eps: X must be of a floating point type")),
        },
        _ => number("eps", args, f64::EPSILON, f32::EPSILON),
    }
}

fn spacing(x: f64) -> f64 {
    let x = x.abs();
    if !x.is_finite() {
        return f64::NAN;
    }
    if x < f64::MIN_POSITIVE {
        return f64::from_bits(1);
    }
    // The exponent less 52: the place of the last digit.
    let exponent = (x.to_bits() >> 52) as i32 - 1075;
    if exponent >= -1022 {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    } else {
        f64::from_bits(1 << (exponent + 1074))
    }
}

fn spacing_single(x: f32) -> f32 {
    let x = x.abs();
    if !x.is_finite() {
        return f32::NAN;
    }
    if x < f32::MIN_POSITIVE {
        return f32::from_bits(1);
    }
    let exponent = (x.to_bits() >> 23) as i32 - 150;
    if exponent >= -126 {
        f32::from_bits(((exponent + 127) as u32) << 23)
    } else {
        f32::from_bits(1 << (exponent + 149))
    }
}

/// The class whose limit is asked for: named, or that of a variable.
fn limit_class(name: &str, args: &[Value], default: Class) -> Result<Class> {
    match args.first() {
        None => Ok(default),
        Some(value) => match value.as_text() {
            Some(text) => Class::from_name(&text)
                .filter(|class| class.is_integer())
                .ok_or_else(|| Error::plain(format!("{name}: not defined for '{text}' objects"))),
            None if value.class().is_integer() => Ok(value.class()),
            None => {
                Err(Error::plain(format!("{name}: argument must be a string or integer variable")))
            }
        },
    }
}

fn extreme(class: Class, greatest: bool) -> Value {
    fn of<T: Integer>(greatest: bool) -> Value {
        Value::from_array(Array::scalar(if greatest { T::MAX } else { T::MIN }))
    }
    match class {
        Class::Int8 => of::<i8>(greatest),
        Class::Int16 => of::<i16>(greatest),
        Class::Int64 => of::<i64>(greatest),
        Class::Uint8 => of::<u8>(greatest),
        Class::Uint16 => of::<u16>(greatest),
        Class::Uint32 => of::<u32>(greatest),
        Class::Uint64 => of::<u64>(greatest),
        _ => of::<i32>(greatest),
    }
}

fn intmax(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(extreme(limit_class("intmax", &args, Class::Int32)?, true))
}

fn intmin(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(extreme(limit_class("intmin", &args, Class::Int32)?, false))
}

fn flintmax(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let class = match args.first() {
        None => Class::Double,
        Some(value) => match value.as_text() {
            Some(text) => Class::from_name(&text)
                .filter(|class| class.is_float())
                .ok_or_else(|| Error::plain(format!("flintmax: not defined for class '{text}'")))?,
            None if value.class().is_float() => value.class(),
            // The name in this message is what Octave prints.
            None => {
                return Err(Error::plain(
                    "intmin: argument must be a string or floating point variable",
                ));
            }
        },
    };
    if class == Class::Single {
        return one(Array::scalar(16_777_216.0_f32));
    }
    one(filled_class("flintmax", formwork_runtime::Dims::SCALAR, class, 9_007_199_254_740_992.0)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spacing_of_numbers() {
        assert_eq!(spacing(1.0), f64::EPSILON);
        assert_eq!(spacing(-5.0), 4.0 * f64::EPSILON);
        assert_eq!(spacing(f64::MIN_POSITIVE), f64::from_bits(1));
        assert_eq!(spacing(f64::MIN_POSITIVE * 4.0), f64::from_bits(4));
        assert_eq!(spacing(f64::MAX), 2f64.powi(971));
        assert!(spacing(f64::INFINITY).is_nan());
        assert_eq!(spacing_single(1.0), f32::EPSILON);
        assert_eq!(spacing_single(f32::MIN_POSITIVE), f32::from_bits(1));
    }
}
