//! Common divisors and multiples.

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, C64, Class, Element, Error, Result, SaturateFrom, Value};

use super::{for_integer_class, integers};
use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evidence, Output, Row, pure};
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::zip;

pub(crate) const ROWS: &[Row] = &[
    pure(
        "gcd",
        Arity::at_least(2),
        &[Output::repeated(ShapeRule::Expand, ClassRule::Special)],
        gcd,
        "The greatest common divisor, and the factors that sum up to it.",
    )
    .own_classes(special::classes::gcd)
    .compared(Evidence::Numbers),
    pure(
        "lcm",
        Arity::at_least(2),
        &[Output::new(ShapeRule::EqualOrScalar, ClassRule::Arithmetic)],
        lcm,
        "The least common multiple.",
    )
    .compared(Evidence::Numbers),
];

/// The greatest common divisor with the factors of a combination that gives it.
#[derive(Clone, Copy)]
struct Bezout<T> {
    divisor: T,
    first: T,
    second: T,
}

fn real_gcd(a: f64, b: f64) -> Bezout<f64> {
    let (mut r, mut s) = (a.abs(), b.abs());
    let (mut x, mut next_x, mut y, mut next_y) = (1.0, 0.0, 0.0, 1.0);
    while s != 0.0 {
        let quotient = (r / s).floor();
        (r, s) = (s, r % s);
        (x, next_x) = (next_x, x - quotient * next_x);
        (y, next_y) = (next_y, y - quotient * next_y);
    }
    let sign = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
    Bezout { divisor: r, first: x * sign(a), second: y * sign(b) }
}

fn wide_gcd(a: i128, b: i128) -> Bezout<i128> {
    let (mut r, mut s) = (a.abs(), b.abs());
    let (mut x, mut next_x, mut y, mut next_y) = (1, 0, 0, 1);
    while s != 0 {
        let quotient = r / s;
        (r, s) = (s, r % s);
        (x, next_x) = (next_x, x - quotient * next_x);
        (y, next_y) = (next_y, y - quotient * next_y);
    }
    let sign = |x: i128| if x < 0 { -1 } else { 1 };
    Bezout { divisor: r, first: x * sign(a), second: y * sign(b) }
}

fn gaussian_gcd(a: C64, b: C64) -> Bezout<C64> {
    let norm = |z: C64| z.re * z.re + z.im * z.im;
    let swapped = norm(a) < norm(b);
    let (mut r, mut s) = if swapped { (b, a) } else { (a, b) };
    let (zero, unit) = (C64::new(0.0, 0.0), C64::new(1.0, 0.0));
    let (mut x, mut next_x, mut y, mut next_y) = (unit, zero, zero, unit);
    while norm(s) != 0.0 {
        let quotient = r / s;
        let quotient = C64::new((quotient.re + 0.5).floor(), (quotient.im + 0.5).floor());
        (r, s) = (s, r - quotient * s);
        (x, next_x) = (next_x, x - quotient * next_x);
        (y, next_y) = (next_y, y - quotient * next_y);
    }
    if swapped {
        (x, y) = (y, x);
    }
    Bezout { divisor: r, first: x, second: y }
}

fn fractional() -> Box<Error> {
    Error::plain("gcd: all values must be integers")
}

fn split<T: Element>(result: &Array<Bezout<T>>) -> [Value; 3] {
    [
        Value::from_array(result.map(|b| b.divisor)).narrowed(),
        Value::from_array(result.map(|b| b.first)).narrowed(),
        Value::from_array(result.map(|b| b.second)).narrowed(),
    ]
}

/// The greatest common divisor of two values and the factors that give it.
fn of_two(x: &Value, y: &Value) -> Result<[Value; 3]> {
    let (a, b) = (x.class(), y.class());
    let combination =
        || Error::plain(format!("gcd: invalid class combination for gcd: {a} and {b}"));
    let unsigned = |class: Class| {
        matches!(class, Class::Uint8 | Class::Uint16 | Class::Uint32 | Class::Uint64)
    };
    let usable = |class: Class| class.is_numeric() || class == Class::Logical;
    let class = match (a.is_integer(), b.is_integer()) {
        _ if !usable(a) || !usable(b) => return Err(combination()),
        (true, true) if unsigned(a) != unsigned(b) => return Err(combination()),
        (_, true) => b,
        (true, _) => a,
        _ => Class::Double,
    };
    let complex = x.is_complex() || y.is_complex();
    if class.is_integer() && complex {
        return Err(combination());
    }
    let single = a == Class::Single || b == Class::Single;
    let narrow = |values: [Value; 3]| {
        if !single {
            return values;
        }
        values.map(|value| match value {
            Value::Double(array) => Value::Single(array.map(|&x| x as f32)),
            Value::Complex(array) => Value::ComplexSingle(
                array.map(|z| formwork_runtime::C32::new(z.re as f32, z.im as f32)),
            ),
            other => other,
        })
    };
    // Values are looked at in pairs, so not where there is none.
    let nothing = x.is_empty() || y.is_empty();
    let whole = |x: f64| nothing || (x.is_finite() && x.fract() == 0.0);
    for_integer_class!(class, T => {
        let convert = |b: Bezout<i128>| Bezout {
            divisor: T::saturate_from(b.divisor),
            first: T::saturate_from(b.first),
            second: T::saturate_from(b.second),
        };
        let result = zip("gcd", &integers::<T>(x), &integers::<T>(y), |a: T, b: T| {
            convert(wide_gcd(a.into(), b.into()))
        })?;
        Ok(split(&result))
    }, else if complex {
        let x = x.to_c64_array().ok_or_else(combination)?;
        let y = y.to_c64_array().ok_or_else(combination)?;
        zip("gcd", &x, &y, |_, _| ())?;
        if ![&x, &y].iter().all(|array| {
            array.as_slice().iter().all(|z| whole(z.re) && whole(z.im))
        }) {
            return Err(Error::plain("gcd: all complex parts must be integers"));
        }
        Ok(narrow(split(&zip("gcd", &x, &y, gaussian_gcd)?)))
    } else {
        let x = x.to_f64_array().ok_or_else(combination)?;
        let y = y.to_f64_array().ok_or_else(combination)?;
        // Sizes count before values.
        zip("gcd", &x, &y, |_, _| ())?;
        if ![&x, &y].iter().all(|array| array.as_slice().iter().all(|&x| whole(x))) {
            return Err(fractional());
        }
        Ok(narrow(split(&zip("gcd", &x, &y, real_gcd)?)))
    })
}

fn gcd(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let [mut divisor, first, second] = of_two(&args[0], &args[1])?;
    let mut factors = vec![first, second];
    for value in &args[2..] {
        let [next, scale, factor] = of_two(&divisor, value)?;
        divisor = next;
        if nargout > 1 {
            for earlier in &mut factors {
                let old = std::mem::take(earlier);
                *earlier = ops::binary(BinaryOp::ElementMultiply, old, scale.clone(), cx)?;
            }
        }
        factors.push(factor);
    }
    let mut outputs = Values::from_iter([divisor]);
    outputs.extend(factors.into_iter().take(nargout.saturating_sub(1)));
    Ok(outputs)
}

fn lcm(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut large = args.iter().map(Value::dims).filter(|dims| !dims.is_scalar());
    if let Some(first) = large.next()
        && large.any(|dims| dims != first)
    {
        return Err(Error::plain("lcm: all args must be the same size or scalar"));
    }
    if !args.iter().all(Value::is_numeric) {
        return Err(Error::plain("lcm: all arguments must be numeric"));
    }
    let mut result = args[0].clone();
    for value in &args[1..] {
        let [divisor, ..] = of_two(&result, value)?;
        let parts = ops::binary(BinaryOp::ElementDivide, value.clone(), divisor, cx)?;
        result = ops::binary(BinaryOp::ElementMultiply, result, parts, cx)?;
        // Zero divided by zero: the multiple of zeros is zero.
        result = match result {
            Value::Double(array) => {
                Value::Double(array.map_in_place(|&x| if x.is_nan() { 0.0 } else { x }))
            }
            other => other,
        };
    }
    one(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factors_sum_up_to_the_divisor() {
        for (a, b) in [(12.0, 18.0), (18.0, 27.0), (-12.0, 18.0), (0.0, -5.0), (7.0, 0.0)] {
            let found = real_gcd(a, b);
            assert_eq!(found.first * a + found.second * b, found.divisor);
            assert!(found.divisor >= 0.0);
        }
        let found = real_gcd(12.0, 18.0);
        assert_eq!((found.divisor, found.first, found.second), (6.0, -1.0, 1.0));
    }
}
