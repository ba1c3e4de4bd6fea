//! Complex numbers and their parts.

use std::cmp::Ordering;
use std::f64::consts::PI;

use formwork_runtime::{Array, C32, C64, Class, Dims, Element, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::mapper::refusal;
use crate::row::{Arity, Evidence, Operation, Output, Row, ScalarForm, Totality, pure};
use crate::row_constructors::{float_row, number_row};
use crate::rules::Realness;
use crate::rules::facts::integers;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;

pub(crate) const ROWS: &[Row] = &[
    number_row("real", real, ScalarForm::Unary(Some), "The real part of each element.")
        .real(Realness::Always)
        .integers(integers::kept)
        .bounds(limits::same)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::RealPart),
    number_row(
        "imag",
        imag,
        ScalarForm::Unary(|_| Some(0.0)),
        "The imaginary part of each element.",
    )
    .real(Realness::Always)
    .vetted()
    .total(Totality::Number),
    number_row("conj", conj, ScalarForm::Unary(Some), "The complex conjugate of each element.")
        .integers(integers::kept)
        .bounds(limits::same)
        .vetted()
        .total(Totality::Number)
        .operation(Operation::RealPart),
    float_row(
        "arg",
        arg,
        ScalarForm::Unary(|x| Some(angle_of(x))),
        "The angle of each element in the complex plane.",
    )
    .real(Realness::Always)
    .bounds(limits::full_turn),
    float_row(
        "angle",
        arg,
        ScalarForm::Unary(|x| Some(angle_of(x))),
        "The angle of each element in the complex plane.",
    )
    .real(Realness::Always)
    .bounds(limits::full_turn),
    pure(
        "complex",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::EqualOrScalar, ClassRule::Float)],
        complex,
        "Complex numbers of their parts, kept complex even if all are real.",
    )
    .real(Realness::Open),
    pure(
        "cplxpair",
        Arity::between(1, 3),
        &[Output::new(ShapeRule::Like(0), ClassRule::AnyFloat)],
        cplxpair,
        "Complex numbers sorted into conjugate pairs, real ones last.",
    )
    .own_classes(special::classes::kept_or_double)
    .real(Realness::Open)
    .compared(Evidence::Numbers),
];

/// Truth values and text as doubles; numbers as they are.
fn as_numbers(value: Value) -> Value {
    match value {
        Value::Bool(array) => Value::Double(array.map(|&x| f64::from(u8::from(x)))),
        Value::Char(array, _) => Value::Double(array.map(|&x| f64::from(x))),
        other => other,
    }
}

fn real(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let structure = args[0].kept_as();
    let value = match as_numbers(std::mem::take(&mut args[0])) {
        Value::Complex(array) => Value::Double(array.map(|z| z.re)),
        Value::ComplexSingle(array) => Value::Single(array.map(|z| z.re)),
        other if other.is_numeric() => other.materialized(),
        other => return Err(refusal("real", &other)),
    };
    one(value.mapped_from(structure))
}

fn imag(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    fn zeros<T: Element>(array: Array<T>) -> Value {
        Value::from_array(array.map_in_place(|_| T::default()))
    }
    let structure = args[0].kept_as();
    let value = match as_numbers(std::mem::take(&mut args[0])).materialized() {
        Value::Complex(array) => Value::Double(array.map(|z| z.im)),
        Value::ComplexSingle(array) => Value::Single(array.map(|z| z.im)),
        Value::Double(array) => zeros(array),
        Value::Single(array) => zeros(array),
        Value::Int8(array) => zeros(array),
        Value::Int16(array) => zeros(array),
        Value::Int32(array) => zeros(array),
        Value::Int64(array) => zeros(array),
        Value::Uint8(array) => zeros(array),
        Value::Uint16(array) => zeros(array),
        Value::Uint32(array) => zeros(array),
        Value::Uint64(array) => zeros(array),
        other => return Err(refusal("imag", &other)),
    };
    one(value.mapped_from(structure))
}

fn conj(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let structure = args[0].kept_as();
    let value = match std::mem::take(&mut args[0]) {
        Value::Complex(array) => {
            Value::Complex(array.map_in_place(formwork_runtime::Complex::conj)).narrowed()
        }
        Value::ComplexSingle(array) => {
            Value::ComplexSingle(array.map_in_place(formwork_runtime::Complex::conj)).narrowed()
        }
        Value::Bool(array) => as_numbers(Value::Bool(array)),
        other if other.is_numeric() => other.materialized(),
        other => return Err(refusal("conj", &other)),
    };
    one(value.mapped_from(structure))
}

fn angle_of(x: f64) -> f64 {
    if x.is_sign_negative() && !x.is_nan() { PI } else { 0.0 }
}

fn arg(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(match &args[0] {
        Value::Complex(array) => Value::Double(array.map(|z| z.im.atan2(z.re))),
        Value::ComplexSingle(array) => Value::Single(array.map(|z| z.im.atan2(z.re))),
        Value::Single(array) => Value::Single(array.map(|&x| angle_of(x.into()) as f32)),
        value if value.is_arithmetic() && !value.is_char() => match value.to_f64_array() {
            Some(array) => Value::Double(array.map(|&x| angle_of(x))),
            None => return Err(refusal("arg", value)),
        },
        value => return Err(refusal("arg", value)),
    })
}

fn complex(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    if args.len() == 1 {
        return one(match std::mem::take(&mut args[0]).materialized() {
            Value::Double(array) => Value::Complex(array.map(|&x| x.into())),
            Value::Bool(array) => Value::Complex(array.map(|&x| f64::from(u8::from(x)).into())),
            Value::Single(array) => Value::ComplexSingle(array.map(|&x| x.into())),
            other if other.is_complex() => other,
            _ => return Err(Error::plain("complex: invalid conversion")),
        });
    }
    for value in &args {
        if value.is_char() {
            return Err(Error::plain(if value.is_scalar() {
                "invalid conversion from string to real scalar"
            } else {
                "invalid conversion from string to real N-D array"
            }));
        }
        if !value.is_arithmetic() {
            return Err(Error::plain(format!(
                "octave_base_value::array_value(): wrong type argument '{}'",
                type_name(value)
            )));
        }
    }
    let (re, im) = (&args[0], &args[1]);
    if !re.is_scalar() && !im.is_scalar() && re.dims() != im.dims() {
        return Err(Error::plain("complex: dimension mismatch"));
    }
    let mismatch = || Error::plain("complex: invalid conversion");
    if args.iter().any(|value| value.class() == Class::Single) {
        let re = re.to_f32_array().ok_or_else(mismatch)?;
        let im = im.to_f32_array().ok_or_else(mismatch)?;
        return one(formwork_runtime::ops::zip("complex", &re, &im, C32::new)?);
    }
    let re = re.to_f64_array().ok_or_else(mismatch)?;
    let im = im.to_f64_array().ok_or_else(mismatch)?;
    one(formwork_runtime::ops::zip("complex", &re, &im, C64::new)?)
}

fn cplxpair(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let array = value.to_c64_array().ok_or_else(|| Error::plain("cplxpair: Z must be numeric"))?;
    if array.is_empty() {
        return one(Array::<f64>::new(array.dims().clone(), Vec::new()));
    }
    let single = value.class() == Class::Single;
    let precision = if single { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let tolerance = match args.get(1) {
        Some(tolerance) if !tolerance.is_empty() => {
            let tolerance = tolerance.to_f64().filter(|_| tolerance.is_scalar());
            tolerance.filter(|tolerance| (0.0..1.0).contains(tolerance)).ok_or_else(|| {
                Error::plain("cplxpair: TOL must be a scalar number in the range 0 <= TOL < 1")
            })?
        }
        _ => 100.0 * precision,
    };
    let dims = array.dims().clone();
    let dimension = match args.get(2) {
        Some(dimension) => {
            let dimension = dimension.to_f64().unwrap_or(0.0);
            if dimension < 1.0 || dimension.fract() != 0.0 || dimension > dims.ndims() as f64 {
                return Err(Error::plain("cplxpair: invalid dimension DIM"));
            }
            dimension as usize - 1
        }
        None => dims.first_non_singleton(),
    };
    let (before, along, after) = dims.around(dimension);
    let mut data = array.as_slice().to_vec();
    let mut line = Vec::with_capacity(along);
    for outer in 0..after {
        for inner in 0..before {
            let place = |k: usize| inner + before * (k + along * outer);
            line.clear();
            line.extend((0..along).map(|k| data[place(k)]));
            pair(&mut line, tolerance)?;
            for (k, &z) in line.iter().enumerate() {
                data[place(k)] = z;
            }
        }
    }
    one(shaped(dims, data, single))
}

fn shaped(dims: Dims, data: Vec<C64>, single: bool) -> Value {
    let array = Array::new(dims, data);
    if single {
        Value::ComplexSingle(array.map(|&z| crate::kit::mapper::narrow(z))).narrowed()
    } else {
        Value::Complex(array).narrowed()
    }
}

/// Sorts into conjugate pairs by real part, the one with the negative imaginary part
/// first, and real numbers last.
fn pair(line: &mut [C64], tolerance: f64) -> Result<()> {
    let ascending = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    let is_real = |z: &C64| z.im.abs() <= tolerance * z.re.hypot(z.im);
    let mut reals: Vec<C64> = line.iter().filter(|z| is_real(z)).map(|z| z.re.into()).collect();
    let mut rest: Vec<C64> = line.iter().filter(|z| !is_real(z)).copied().collect();
    reals.sort_by(|a, b| ascending(a.re, b.re));
    rest.sort_by(|a, b| ascending(a.re, b.re));
    let unpaired = || Error::plain("cplxpair: could not pair all complex numbers");
    let mut pairs: Vec<C64> = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let z = rest.remove(0);
        let limit = tolerance * z.re.hypot(z.im);
        let (position, distance) = rest
            .iter()
            .map(|w| (w - z.conj()).norm())
            .enumerate()
            .min_by(|a, b| ascending(a.1, b.1))
            .ok_or_else(unpaired)?;
        if distance > limit {
            return Err(unpaired());
        }
        rest.remove(position);
        let low = C64::new(z.re, -z.im.abs());
        pairs.extend([low, low.conj()]);
    }
    // Among equal real parts, those closer to the axis come first.
    let mut sorted: Vec<[C64; 2]> = pairs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    sorted.sort_by(|a, b| ascending(a[0].re, b[0].re).then(ascending(a[1].im, b[1].im)));
    for (place, z) in line.iter_mut().zip(sorted.into_iter().flatten().chain(reals)) {
        *place = z;
    }
    Ok(())
}
