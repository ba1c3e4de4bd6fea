//! The built-ins for Bessel and Airy functions.

use std::f64::consts::PI;

use formwork_runtime::{Array, C64, Class, Dims, Error, Result, Value};

use super::bessel::{bessel_h, bessel_i, bessel_j, bessel_k, bessel_y};
use super::large_order::{Function, of_large_order};
use crate::complex;
use crate::context::{Args, Context, Values};
use crate::kit::mapper::narrow;
use crate::row::{Arity, Evaluator, Output, Row, pure};
use crate::rules::Realness;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("besselj", 2, 3, besselj, "Bessel functions of the first kind.")
        .settled_by_library()
        .own_shape(special::polynomial::bessel)
        .real(Realness::Open)
        .doubted_of_others(),
    row("bessely", 2, 3, bessely, "Bessel functions of the second kind.")
        .settled_by_library()
        .own_shape(special::polynomial::bessel)
        .real(Realness::Open)
        .doubted_of_numbers()
        .doubted_of_others(),
    row("besseli", 2, 3, besseli, "Modified Bessel functions of the first kind.")
        .settled_by_library()
        .own_shape(special::polynomial::bessel)
        .real(Realness::Open),
    row("besselk", 2, 3, besselk, "Modified Bessel functions of the second kind.")
        .settled_by_library()
        .own_shape(special::polynomial::bessel)
        .real(Realness::Open)
        .doubted_of_numbers(),
    row("besselh", 2, 4, besselh, "Bessel functions of the third kind.")
        .settled_by_library()
        .own_shape(special::polynomial::hankel)
        .real(Realness::Open)
        .doubted_of_numbers()
        .doubted_of_others(),
    row("airy", 1, 3, airy, "Airy functions and their derivatives.")
        .settled_by_library()
        .real(Realness::Open)
        .doubted_of_numbers()
        .doubted_of_others(),
];

const OUTPUTS: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Double)),
];

const fn row(name: &'static str, min: u8, max: u8, evaluate: Evaluator, doc: &'static str) -> Row {
    pure(name, Arity::between(min, max), OUTPUTS, evaluate, doc)
}

fn takes(value: &Value) -> bool {
    value.class().is_float() || value.class() == Class::Logical
}

fn option(name: &str, value: Option<&Value>) -> Result<bool> {
    match value {
        None => Ok(false),
        Some(value) => match value.to_f64() {
            Some(0.0) if value.is_scalar() => Ok(false),
            Some(1.0) if value.is_scalar() => Ok(true),
            _ => Err(Error::plain(format!("{name}: OPT must be 0 (or false) or 1 (or true)"))),
        },
    }
}

/// How trustworthy a value of order `nu` at `z` is: 0 if it is, 3 if half of its digits
/// are lost, 4 if all, 2 if it overflows.
fn trust(nu: f64, z: C64, value: C64) -> f64 {
    const ALL_LOST: f64 = 1_073_741_823.5;
    let modulus = z.norm();
    let greater = modulus.max(nu.abs());
    if value.re.is_infinite() && nu.is_finite() {
        if modulus > 0.0 { 2.0 } else { 0.0 }
    } else if value.re.is_infinite() {
        0.0
    } else if modulus.is_nan() || greater > ALL_LOST {
        4.0
    } else if greater > ALL_LOST.sqrt() {
        3.0
    } else {
        0.0
    }
}

fn bessel(
    name: &str,
    alpha: &Value,
    x: &Value,
    nargout: usize,
    f: impl Fn(f64, C64) -> C64,
) -> Result<Values> {
    let unreadable =
        |which: &str| Error::plain(format!("{name}: {which} must be a scalar or matrix"));
    if !takes(alpha) {
        return Err(unreadable("ALPHA"));
    }
    if !takes(x) {
        return Err(unreadable("X"));
    }
    let orders = alpha.to_f64_array().ok_or_else(|| unreadable("ALPHA"))?.into_owned();
    let points = x.to_c64_array().ok_or_else(|| unreadable("X"))?.into_owned();
    let (order_dims, point_dims) = (orders.dims().clone(), points.dims().clone());
    // A row of orders and a column of points make a table.
    let table = order_dims.is_row() && point_dims.is_column();
    if !(order_dims.is_scalar() || point_dims.is_scalar() || order_dims == point_dims || table) {
        return Err(Error::plain(format!("{name}: the sizes of alpha and x must conform")));
    }
    let dims = if table && !order_dims.is_scalar() && !point_dims.is_scalar() {
        Some(Dims::matrix(point_dims.rows(), order_dims.columns()))
    } else {
        None
    };
    let orders = match &dims {
        // An empty list of orders gives as many rows as there are points.
        Some(_) => orders,
        None if orders.is_empty() && point_dims.is_scalar() => orders.reshaped(Dims::matrix(1, 0)),
        None => orders,
    };
    let result = formwork_runtime::ops::zip(name, &orders, &points, |nu: f64, z: C64| {
        if z.re.is_nan() || z.im.is_nan() || nu.is_nan() {
            return C64::new(f64::NAN, 0.0);
        }
        f(nu, z)
    })?;
    let single = alpha.class() == Class::Single || x.class() == Class::Single;
    let mut outputs = Values::from_iter([finished(&result, single)]);
    if nargout > 1 {
        let places = formwork_runtime::ops::zip(name, &orders, &points, |nu: f64, z: C64| (nu, z))?;
        let codes: Vec<f64> = places
            .as_slice()
            .iter()
            .zip(result.as_slice())
            .map(|(&(nu, z), &value)| trust(nu, z, value))
            .collect();
        outputs.push(Value::Double(Array::new(result.dims().clone(), codes)));
    }
    Ok(outputs)
}

fn finished(result: &Array<C64>, single: bool) -> Value {
    if single {
        Value::ComplexSingle(result.map(|&z| narrow(z))).narrowed()
    } else {
        Value::Complex(result.clone()).narrowed()
    }
}

/// Beyond finite numbers there is no value, and one that overflows is infinite in both
/// parts.
fn guarded(nu: f64, z: C64, f: impl FnOnce(C64) -> C64) -> C64 {
    if nu.is_infinite() {
        return f(z);
    }
    if z.re.is_infinite() || z.im.is_infinite() {
        return C64::new(f64::NAN, 0.0);
    }
    let value = f(z);
    let overflows = !value.re.is_finite() || !value.im.is_finite();
    if overflows && (z.re != 0.0 || z.im != 0.0) {
        return C64::new(f64::INFINITY, f64::INFINITY);
    }
    value
}

fn besselj(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let scaled = option("besselj", args.get(2))?;
    bessel("besselj", &args[0], &args[1], nargout, |nu, z| {
        guarded(nu, z, |z| {
            of_large_order(Function::J, nu, z, scaled).unwrap_or_else(|| bessel_j(nu, z, scaled))
        })
    })
}

fn bessely(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let scaled = option("bessely", args.get(2))?;
    bessel("bessely", &args[0], &args[1], nargout, |nu, z| {
        guarded(nu, z, |z| {
            of_large_order(Function::Y, nu, z, scaled).unwrap_or_else(|| bessel_y(nu, z, scaled))
        })
    })
}

fn besseli(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let scaled = option("besseli", args.get(2))?;
    bessel("besseli", &args[0], &args[1], nargout, |nu, z| {
        if z.re.is_infinite() && nu.is_finite() && !scaled {
            return C64::new(f64::INFINITY, f64::INFINITY);
        }
        guarded(nu, z, |z| {
            of_large_order(Function::I, nu, z, scaled).unwrap_or_else(|| bessel_i(nu, z, scaled))
        })
    })
}

fn besselk(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let scaled = option("besselk", args.get(2))?;
    bessel("besselk", &args[0], &args[1], nargout, |nu, z| {
        guarded(nu, z, |z| {
            of_large_order(Function::K, nu, z, scaled).unwrap_or_else(|| bessel_k(nu, z, scaled))
        })
    })
}

fn besselh(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (kind, x) = match args.as_slice() {
        [_, x] => (1, x),
        [_, kind, x, ..] => match kind.to_f64() {
            Some(1.0) => (1, x),
            Some(2.0) => (2, x),
            _ => return Err(Error::plain("besselh: K must be 1 or 2")),
        },
        _ => return Err(Error::invalid_call("besselh")),
    };
    let scaled = option("besselh", args.get(3))?;
    bessel("besselh", &args[0], x, nargout, |nu, z| {
        guarded(nu, z, |z| bessel_h(nu, kind, z, scaled))
    })
}

/// Ai, Ai', Bi or Bi' of `z`; scaled if asked for.
pub(super) fn airy_function(kind: u8, z: C64, scaled: bool) -> C64 {
    const AT_ZERO: [f64; 4] = [
        0.355_028_053_887_817_2,
        -0.258_819_403_792_806_8,
        0.614_926_627_446_000_7,
        0.448_288_357_353_826_4,
    ];
    if z.norm() < 1e-300 {
        return C64::new(AT_ZERO[usize::from(kind.min(3))], 0.0);
    }
    let root = complex::sqrt(z);
    let zeta = z * root * (2.0 / 3.0);
    let third = 1.0 / 3.0;
    let sqrt3 = 3f64.sqrt();
    let right = z.im.abs() >= -z.re * sqrt3 || z.re >= 0.0;
    let value = if right {
        match kind {
            0 => root * bessel_k(third, zeta, scaled) / (PI * sqrt3),
            1 => -z * bessel_k(2.0 * third, zeta, scaled) / (PI * sqrt3),
            2 => {
                let sum = bessel_i(-third, zeta, scaled) + bessel_i(third, zeta, scaled);
                root * sum / sqrt3
            }
            _ => {
                let sum =
                    bessel_i(-2.0 * third, zeta, scaled) + bessel_i(2.0 * third, zeta, scaled);
                z * sum / sqrt3
            }
        }
    } else {
        let w = -z;
        let root = complex::sqrt(w);
        let mirrored = w * root * (2.0 / 3.0);
        let j = |nu: f64| bessel_j(nu, mirrored, false);
        let value = match kind {
            0 => root * (j(third) + j(-third)) / 3.0,
            1 => w * (j(2.0 * third) - j(-2.0 * third)) / 3.0,
            2 => root * (j(-third) - j(third)) / sqrt3,
            _ => w * (j(-2.0 * third) + j(2.0 * third)) / sqrt3,
        };
        if scaled {
            let exponent = if kind < 2 { zeta } else { C64::new(-zeta.re.abs(), 0.0) };
            value * complex::exp(exponent)
        } else {
            value
        }
    };
    // Real for real numbers, but for the factor of a negative one.
    if z.im == 0.0 && (z.re >= 0.0 || !scaled || kind > 1) {
        C64::new(value.re, 0.0)
    } else {
        value
    }
}

fn airy(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (kind, z) = match args.as_slice() {
        [z] => (0.0, z),
        [kind, z, ..] => match kind.to_f64() {
            Some(k) if !kind.is_char() && kind.is_scalar() => (k, z),
            _ => return Err(Error::plain("airy: K must be an integer value")),
        },
        [] => return Err(Error::invalid_call("airy")),
    };
    if ![0.0, 1.0, 2.0, 3.0].contains(&kind) {
        return Err(Error::plain("airy: K must be 0, 1, 2, or 3"));
    }
    let scaled = args.get(2).is_some_and(|value| value.to_f64().is_some_and(|x| x != 0.0));
    let array = z
        .to_c64_array()
        .filter(|_| !z.is_char())
        .ok_or_else(|| Error::plain("airy: Z must be a complex matrix"))?;
    let result = array.map(|&z| {
        if z.re.is_nan() || z.im.is_nan() {
            C64::new(f64::NAN, 0.0)
        } else {
            guarded(0.0, z, |z| airy_function(kind as u8, z, scaled))
        }
    });
    let mut outputs = Values::from_iter([finished(&result, z.class() == Class::Single)]);
    if nargout > 1 {
        outputs.push(Value::Double(array.map(|&z| trust(0.0, z, C64::new(0.0, 0.0)))));
    }
    Ok(outputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(actual: C64, re: f64, im: f64) {
        let size = re.hypot(im);
        assert!(
            (actual.re - re).abs() <= 2e-14 * size && (actual.im - im).abs() <= 2e-14 * size,
            "{actual} is not {re} + {im}i"
        );
    }

    #[test]
    fn airy_functions_agree_with_octave() {
        let at = |kind, re, im| airy_function(kind, C64::new(re, im), false);
        close(at(0, 1.0, 0.0), 0.135_292_416_312_881_44, 0.0);
        close(at(1, 1.0, 0.0), -0.159_147_441_296_793_2, 0.0);
        close(at(2, 1.0, 0.0), 1.207_423_594_952_871_3, 0.0);
        close(at(3, 1.0, 0.0), 0.932_435_933_392_775_4, 0.0);
        close(at(0, -5.0, 0.0), 0.350_761_009_024_114_56, 0.0);
        close(at(2, -5.0, 0.0), -0.138_369_134_901_602_05, 0.0);
        close(at(1, -3.0, 0.0), 0.314_583_769_216_598_2, 0.0);
        close(at(0, 1.0, 2.0), -0.219_386_254_981_427_44, -0.175_385_911_408_109_44);
        close(airy_function(0, C64::new(5.0, 0.0), true), 0.187_002_118_935_943_46, 0.0);
        close(airy_function(2, C64::new(5.0, 0.0), true), 0.381_108_531_088_875_8, 0.0);
    }
}
