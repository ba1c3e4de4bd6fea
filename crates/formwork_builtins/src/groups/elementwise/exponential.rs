//! Exponentials, logarithms and roots.

use std::f64::consts::{LN_2, LN_10, PI};

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, C64, Class, Error, Result, Value};

use crate::complex;
use crate::context::{Args, Context, Values, one};
use crate::kit::mapper::{apply, map, mapper, real_mapper};
use crate::row::{Arity, Evidence, Mapping, Operation, Output, Row, ScalarForm, Totality, pure};
use crate::row_constructors::float_row;
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::real;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

mapper!(Sqrt, "sqrt", x => x.sqrt(), x.sqrt(), z => complex::sqrt(z),
    y leaves y < 0.0 => C64::new(0.0, (-y).sqrt()));
mapper!(Exp, "exp", x => x.exp(), x.exp(), z => complex::exp(z));
mapper!(Expm1, "expm1", x => x.exp_m1(), x.exp_m1(), z => complex::exp_m1(z));
mapper!(Log, "log", x => x.ln(), x.ln(), z => complex::ln(z),
    y leaves y < 0.0 => complex::ln_negative(y));
mapper!(Log2, "log2", x => x.log2(), x.log2(), z => complex::log2(z),
    y leaves y < 0.0 => C64::new((-y).log2(), PI / LN_2));
mapper!(Log10, "log10", x => x.log10(), x.log10(), z => complex::log10(z),
    y leaves y < 0.0 => C64::new((-y).log10(), PI / LN_10));
mapper!(Log1p, "log1p", x => x.ln_1p(), x.ln_1p(), z => complex::ln_1p(z),
    y leaves y < -1.0 => C64::new((-(1.0 + y)).ln(), PI));
real_mapper!(Cbrt, "cbrt", x => x.cbrt(), x.cbrt());

/// The square root; that of a diagonal matrix is diagonal.
fn sqrt(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = std::mem::take(&mut args[0]);
    let structure = value.kept_as();
    one(map::<Sqrt>(value)?.mapped_from(structure))
}

pub(crate) const ROWS: &[Row] = &[
    float_row(
        "sqrt",
        sqrt,
        // Also for -0 and NaN, which are their own roots.
        ScalarForm::Unary(|x| if x < 0.0 { None } else { Some(x.sqrt()) }),
        "The square root of each element.",
    )
    .real(Realness::Where(real::of_nonnegative))
    .bounds(limits::positive)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Sqrt)),
    float_row(
        "exp",
        apply::<Exp>,
        ScalarForm::Unary(|x| Some(x.exp())),
        "The exponential of each element.",
    )
    .bounds(limits::positive)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Exp)),
    float_row(
        "expm1",
        apply::<Expm1>,
        ScalarForm::Unary(|x| Some(x.exp_m1())),
        "The exponential of each element less one, exact near zero.",
    )
    .operation(Operation::Map(Mapping::Expm1)),
    float_row(
        "log",
        apply::<Log>,
        ScalarForm::Unary(|x| if x < 0.0 { None } else { Some(x.ln()) }),
        "The natural logarithm of each element.",
    )
    .real(Realness::Where(real::of_nonnegative))
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Log)),
    float_row(
        "log10",
        apply::<Log10>,
        ScalarForm::Unary(|x| if x < 0.0 { None } else { Some(x.log10()) }),
        "The decimal logarithm of each element.",
    )
    .real(Realness::Where(real::of_nonnegative))
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Log10)),
    float_row(
        "log1p",
        apply::<Log1p>,
        ScalarForm::Unary(|x| if x < -1.0 { None } else { Some(x.ln_1p()) }),
        "The natural logarithm of one plus each element, exact near zero.",
    )
    .real(Realness::Where(real::from_minus_one))
    .operation(Operation::Map(Mapping::Log1p)),
    float_row(
        "cbrt",
        apply::<Cbrt>,
        ScalarForm::Unary(|x| Some(x.cbrt())),
        "The real cube root of each element.",
    ),
    pure(
        "log2",
        Arity::exactly(1),
        &[
            Output::new(ShapeRule::Like(0), ClassRule::Float),
            Output::new(ShapeRule::Like(0), ClassRule::Float),
        ],
        log2,
        "The binary logarithm of each element, or its mantissa and exponent.",
    )
    .scalar(ScalarForm::Unary(|x| if x < 0.0 { None } else { Some(x.log2()) }))
    .real(Realness::Where(real::of_nonnegative))
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Map(Mapping::Log2)),
    float_row(
        "realsqrt",
        realsqrt,
        ScalarForm::Unary(|x| if x < 0.0 { None } else { Some(x.sqrt()) }),
        "The square root of each element; an error if one is negative.",
    )
    .compared(Evidence::Numbers),
    float_row(
        "reallog",
        reallog,
        ScalarForm::Unary(|x| if x < 0.0 { None } else { Some(x.ln()) }),
        "The natural logarithm of each element; an error if one is negative.",
    )
    .compared(Evidence::Numbers),
    pure(
        "nthroot",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Like(0), ClassRule::Special)],
        nthroot,
        "The real root of each element of a degree.",
    )
    .own_classes(special::classes::nthroot)
    .compared(Evidence::Numbers),
    pure(
        "nextpow2",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Float)],
        nextpow2,
        "The exponent of the least power of two not less than each element.",
    )
    .scalar(ScalarForm::Unary(|x| Some(next_exponent(x))))
    .compared(Evidence::Numbers),
];

/// A number as a mantissa in [0.5, 1) and a power of two; zeros, infinities and NaN
/// stay, with the exponent 0.
fn mantissa(x: f64) -> (f64, f64) {
    let (mantissa, exponent) = libm::frexp(x);
    if x == 0.0 || !x.is_finite() { (x, 0.0) } else { (mantissa, f64::from(exponent)) }
}

fn log2(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if nargout < 2 {
        return apply::<Log2>(cx, args, nargout);
    }
    let value = &args[0];
    if value.is_char() || !value.is_arithmetic() {
        return Err(crate::kit::mapper::refusal("log2", value));
    }
    let mut outputs = Values::with_capacity(2);
    if value.is_complex() {
        // The larger part decides the exponent.
        let array =
            value.to_c64_array().ok_or_else(|| crate::kit::mapper::refusal("log2", value))?;
        let exponent = |z: &C64| mantissa(z.re).1.max(mantissa(z.im).1);
        let mantissas = array.map(|z| z * (-exponent(z)).exp2());
        let exponents = array.map(exponent);
        if value.class() == Class::Single {
            outputs.push(Value::ComplexSingle(mantissas.map(|&z| crate::kit::mapper::narrow(z))));
            outputs.push(Value::Single(exponents.map(|&x| x as f32)));
        } else {
            outputs.push(Value::Complex(mantissas));
            outputs.push(Value::Double(exponents));
        }
        return Ok(outputs);
    }
    if let Value::Single(array) = value {
        outputs.push(Value::Single(array.map(|&x| mantissa(x.into()).0 as f32)));
        outputs.push(Value::Single(array.map(|&x| mantissa(x.into()).1 as f32)));
        return Ok(outputs);
    }
    let array = value.to_f64_array().ok_or_else(|| crate::kit::mapper::refusal("log2", value))?;
    outputs.push(Value::Double(array.map(|&x| mantissa(x).0)));
    outputs.push(Value::Double(array.map(|&x| mantissa(x).1)));
    Ok(outputs)
}

fn refuse_complex(name: &str, value: &Value) -> Result<()> {
    let negative = match value {
        Value::Single(array) => array.as_slice().iter().any(|&x| x < 0.0),
        other if other.is_complex() => true,
        other if other.is_arithmetic() => {
            other.to_f64_array().is_some_and(|array| array.as_slice().iter().any(|&x| x < 0.0))
        }
        other => {
            return Err(Error::plain(format!(
                "binary operator '<' not implemented for '{}' by 'scalar' operations",
                formwork_runtime::ops::type_name(other)
            )));
        }
    };
    if negative {
        return Err(Error::plain(format!("{name}: produced complex result")));
    }
    Ok(())
}

fn realsqrt(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    refuse_complex("realsqrt", &args[0])?;
    apply::<Sqrt>(cx, args, nargout)
}

fn reallog(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    refuse_complex("reallog", &args[0])?;
    apply::<Log>(cx, args, nargout)
}

/// The real root, made exact by one step of Newton's method.
fn root(x: f64, n: f64) -> f64 {
    if n == 3.0 {
        return x.cbrt();
    }
    if n == -3.0 {
        return 1.0 / x.cbrt();
    }
    let odd = n.fract() == 0.0 && n % 2.0 != 0.0;
    let y = if x < 0.0 && odd { -(-x).powf(1.0 / n) } else { x.powf(1.0 / n) };
    if y != 0.0 && y.is_finite() && n.is_finite() && x.is_finite() {
        let corrected = (x / y.powf(n - 1.0) - y) / n + y;
        if corrected.is_finite() {
            return corrected;
        }
    }
    y
}

fn nthroot(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if args.iter().any(Value::is_complex) {
        return Err(Error::plain(if args[0].is_complex() {
            "nthroot: X must not contain complex values"
        } else {
            "nthroot: N must be a real nonzero scalar"
        }));
    }
    let n = match &args[1] {
        value if value.is_scalar() && value.is_arithmetic() => value.to_f64().unwrap_or(0.0),
        _ => 0.0,
    };
    if n == 0.0 {
        return Err(Error::plain("nthroot: N must be a real nonzero scalar"));
    }
    if n == 3.0 {
        args.truncate(1);
        return apply::<Cbrt>(cx, args, nargout);
    }
    let value = &args[0];
    let array = match value.to_f64_array() {
        Some(array) if !value.is_char() => array,
        _ => return Err(crate::kit::mapper::refusal("cbrt", value)),
    };
    let odd = n.fract() == 0.0 && n % 2.0 != 0.0;
    if !odd && array.as_slice().iter().any(|&x| x < 0.0) {
        return Err(Error::plain(
            "nthroot: N must be an odd integer if X contains negative values",
        ));
    }
    if value.class().is_integer() {
        return one(whole_root(cx, value.clone(), n)?);
    }
    if args[1].class().is_integer() && n > 0.0 {
        return one(root_by_integer(cx, value, &args[1], odd)?);
    }
    let single = |value: &Value| value.class() == Class::Single;
    if single(&args[1])
        && !single(value)
        && value.numel() != 1
        && n.is_finite()
        && n.fract() == 0.0
        && n != -3.0
    {
        return Err(Error::plain(format!(
            "merge: cannot merge single with {} with array mask",
            value.class()
        )));
    }
    let result = array.map(|&x| root(x, n));
    if value.class() == Class::Single || args[1].class() == Class::Single {
        return one(result.map(|&x| x as f32));
    }
    one(result)
}

/// The root by a number of an integer class, in which everything is reckoned, also the
/// exponent.
fn root_by_integer(cx: &mut dyn Context, x: &Value, n: &Value, odd: bool) -> Result<Value> {
    if x.numel() != 1 {
        return Err(Error::plain(format!(
            "merge: cannot merge {} with {} with array mask",
            n.class(),
            if x.class() == Class::Single { "single" } else { "double" }
        )));
    }
    let mut reckon =
        |op, left: &Value, right: &Value| ops::binary(op, left.clone(), right.clone(), cx);
    let unit = Value::double(1.0);
    let exponent = reckon(BinaryOp::Divide, &unit, n)?;
    let number = x.to_f64().unwrap_or(f64::NAN);
    let base = if odd { Value::double(number.abs()) } else { x.clone() };
    let mut y = reckon(BinaryOp::ElementPower, &base, &exponent)?;
    if odd {
        let sign = if number > 0.0 { 1.0 } else { -f64::from(u8::from(number < 0.0)) };
        y = reckon(BinaryOp::ElementMultiply, &y, &Value::double(sign))?;
    }
    if y.to_f64() == Some(0.0) {
        return Ok(y);
    }
    let less = reckon(BinaryOp::Subtract, n, &unit)?;
    let power = reckon(BinaryOp::ElementPower, &y, &less)?;
    let rest = reckon(BinaryOp::ElementDivide, x, &power)?;
    let whole = reckon(BinaryOp::Multiply, &less, &y)?;
    let sum = reckon(BinaryOp::Add, &whole, &rest)?;
    reckon(BinaryOp::Divide, &sum, n)
}

/// The root of integers, reckoned in their class, and its one step of Newton's method.
fn whole_root(cx: &mut dyn Context, x: Value, n: f64) -> Result<Value> {
    let number = Value::double;
    let y = ops::binary(BinaryOp::ElementPower, x.clone(), number(1.0 / n), cx)?;
    if !(n.fract() == 0.0 && n > 0.0 && n.is_finite()) || y.to_f64() == Some(0.0) {
        return Ok(y);
    }
    let power = ops::binary(BinaryOp::ElementPower, y.clone(), number(n - 1.0), cx)?;
    let part = ops::binary(BinaryOp::ElementDivide, x, power, cx)?;
    let rest = ops::binary(BinaryOp::ElementMultiply, y, number(n - 1.0), cx)?;
    let sum = ops::binary(BinaryOp::Add, part, rest, cx)?;
    ops::binary(BinaryOp::ElementDivide, sum, number(n), cx)
}

fn next_exponent(x: f64) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    if !x.is_finite() {
        return x.abs();
    }
    let (mantissa, exponent) = mantissa(x.abs());
    let power = if mantissa == 0.5 { exponent - 1.0 } else { exponent };
    // Octave rounds a logarithm up, which is below zero here.
    if power == 0.0 && x.abs() < 1.0 { -0.0 } else { power }
}

fn nextpow2(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    if !value.is_numeric() {
        return Err(Error::plain("nextpow2: X must be numeric"));
    }
    let array: Array<f64> = if value.is_complex() {
        value.to_c64_array().map(|array| array.map(|z| z.re.hypot(z.im)))
    } else {
        value.to_f64_array().map(std::borrow::Cow::into_owned)
    }
    .ok_or_else(|| Error::plain("nextpow2: X must be numeric"))?;
    let result = array.map_in_place(|&x| next_exponent(x));
    if value.class() == Class::Single {
        return one(result.map(|&x| x as f32));
    }
    one(result)
}
