//! Bits of whole numbers: `bitand`, `bitshift`, `bitget`.

use formwork_runtime::{Array, Class, Error, Integer, Result, SaturateFrom, Value};

use super::{for_integer_class, integers};
use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evaluator, Evidence, Output, Row, pure};
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;
use formwork_runtime::ops::zip;

pub(crate) const ROWS: &[Row] = &[
    combining("bitand", bitand, "The bits that both operands have.")
        .own_classes(special::classes::bitand)
        .vetted()
        .matlab_takes(3),
    combining("bitor", bitor, "The bits that either operand has.")
        .own_classes(special::classes::bitand)
        .vetted()
        .matlab_takes(3),
    combining("bitxor", bitxor, "The bits that one operand has and the other has not.")
        .own_classes(special::classes::bitand)
        .vetted()
        .matlab_takes(3),
    pure(
        "bitshift",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::EqualOrScalar, ClassRule::Like(0))],
        bitshift,
        "Bits shifted to the left, or to the right by negative numbers.",
    )
    .vetted(),
    pure(
        "bitcmp",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Like(0), ClassRule::Like(0))],
        bitcmp,
        "The bits that a number has not.",
    ),
    pure(
        "bitget",
        Arity::exactly(2),
        &[Output::new(ShapeRule::EqualOrScalar, ClassRule::Is(Class::Logical))],
        bitget,
        "Whether numbers have a bit, counted from 1.",
    )
    .compared(Evidence::Numbers),
    pure(
        "bitset",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::EqualOrScalar, ClassRule::Like(0))],
        bitset,
        "Numbers with a bit, counted from 1, set or cleared.",
    ),
];

const fn combining(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    pure(name, Arity::exactly(2), COMBINED, evaluate, doc)
}

const COMBINED: &[Output] = &[Output::new(ShapeRule::EqualOrScalar, ClassRule::Special)];

/// Greatest whole numbers whose bits a class of floating-point numbers holds.
const DOUBLE_BITS: u32 = 53;
const SINGLE_BITS: u32 = 24;

/// `f` of pairs of elements; only scalars are expanded.
fn pairwise<A: Copy, B: Copy, R: Clone>(
    left: &Array<A>,
    right: &Array<B>,
    mismatch: impl Fn() -> Box<Error>,
    f: impl FnMut(A, B) -> R,
) -> Result<Array<R>> {
    let fits =
        left.as_scalar().is_some() || right.as_scalar().is_some() || left.dims() == right.dims();
    if !fits {
        return Err(mismatch());
    }
    zip("", left, right, f)
}

fn combine(name: &str, args: &Args, f: fn(u64, u64) -> u64) -> Result<Values> {
    let (x, y) = (&args[0], &args[1]);
    let invalid = || Error::plain(format!("{name}: invalid operand type"));
    let (a, b) = (x.class(), y.class());
    if [a, b].iter().any(|class| !class.is_numeric() && *class != Class::Logical) {
        // Two of the same class, or one that is a number, are told from other pairs.
        let number = |class: Class| class.is_float() || class == Class::Logical;
        return Err(if a == b || number(a) || number(b) {
            invalid()
        } else {
            Error::plain(format!("{name}: must have matching operand types"))
        });
    }
    let mismatch = || {
        Error::plain(format!("{name}: size of X and Y must match, or one operand must be a scalar"))
    };
    let class = match (a.is_integer(), b.is_integer()) {
        (true, true) if a != b => {
            return Err(Error::plain(format!("{name}: must have matching operand types")));
        }
        (true, _) => a,
        (_, true) => b,
        _ => Class::Double,
    };
    fn all<T: Integer>(
        x: &Value,
        y: &Value,
        f: fn(u64, u64) -> u64,
        mismatch: impl Fn() -> Box<Error>,
    ) -> Result<Values> {
        // Two's complement in 64 bits, cut to the width of the class again.
        let result = pairwise(&integers::<T>(x), &integers::<T>(y), mismatch, |a: T, b: T| {
            let bits = f(a.widen() as u64, b.widen() as u64);
            T::saturate_from(if T::SIGNED { i128::from(bits as i64) } else { bits.into() })
        })?;
        one(result)
    }
    for_integer_class!(class, T => all::<T>(x, y, f, mismatch), else {
        let result = pairwise(&integers::<u64>(x), &integers::<u64>(y), mismatch, f)?;
        if a == Class::Logical && b == Class::Logical {
            one(result.map(|&bits| bits != 0))
        } else if a == Class::Single || b == Class::Single {
            one(result.map(|&bits| bits as f32))
        } else {
            one(result.map(|&bits| bits as f64))
        }
    })
}

fn bitand(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    combine("bitand", &args, |a, b| a & b)
}

fn bitor(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    combine("bitor", &args, |a, b| a | b)
}

fn bitxor(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    combine("bitxor", &args, |a, b| a ^ b)
}

fn bitshift_mismatch() -> Box<Error> {
    Error::plain("bitshift: size of A and N must match, or one operand must be a scalar")
}

fn shifted_integers<T: Integer>(value: &Value, shifts: &Array<i64>, width: u32) -> Result<Values> {
    // The sign bit is never masked.
    let greatest = T::MAX.widen() >> T::BITS.saturating_sub(width.max(1)).min(127);
    let greatest = if width == 0 { 0 } else { greatest };
    let mask = greatest | T::MIN.widen();
    let shift = |a: T, by: i64| {
        // As many as there are besides the sign.
        let bits = i64::from(T::BITS) - i64::from(T::SIGNED);
        let a = a.widen();
        let shifted = if by >= bits || by <= -bits {
            0
        } else if by >= 0 {
            a << by
        } else {
            a >> -by
        };
        let masked = shifted & mask & ((1 << T::BITS) - 1);
        let sign = 1 << (T::BITS - 1);
        T::saturate_from(if T::SIGNED && masked & sign != 0 {
            masked - (1 << T::BITS)
        } else {
            masked
        })
    };
    one(pairwise(&integers::<T>(value), shifts, bitshift_mismatch, shift)?)
}

fn bitshift(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (value, shift) = (&args[0], &args[1]);
    let not_whole = || Error::plain("bitshift: K must be a scalar or array of integers");
    if shift.is_empty() || shift.is_char() || !shift.is_arithmetic() {
        return Err(not_whole());
    }
    let shifts = shift.to_f64_array().ok_or_else(not_whole)?;
    if shifts.as_slice().iter().any(|x| x.fract() != 0.0 || !x.is_finite()) {
        return Err(not_whole());
    }
    let shifts = shifts.map(|&x| x as i64);
    let width = match args.get(2) {
        None => 64,
        Some(width) => {
            if !width.is_scalar() || !width.is_numeric() {
                return Err(Error::plain("bitshift: N must be a scalar integer"));
            }
            let width = width.to_f64().unwrap_or(0.0);
            if width < 0.0 {
                return Err(Error::plain("bitshift: N must be positive"));
            }
            width as u32
        }
    };
    for_integer_class!(value.class(), T => shifted_integers::<T>(value, &shifts, width), else {
        let bits = match value.class() {
            Class::Double => DOUBLE_BITS,
            Class::Single => SINGLE_BITS,
            class => {
                return Err(Error::plain(format!("bitshift: not defined for {class} objects")));
            }
        };
        let mask = (1u64 << bits.min(width)) - 1;
        let numbers = value.to_f64_array().ok_or_else(not_whole)?;
        let result = pairwise(&numbers, &shifts, bitshift_mismatch, |x: f64, by: i64| {
            // The cast drops fractions; what is too large becomes the least integer, whose
            // sign is shifted in from the left.
            let magnitude = x.abs();
            let magnitude = if magnitude < 2f64.powi(63) { magnitude as i64 } else { i64::MIN };
            let shifted = match by {
                // Compiled code shifts by as many as the number of bits allows.
                64.. | ..=-128 | -127..=-65 => 0,
                0.. => magnitude << by,
                _ => magnitude >> -by,
            };
            let shifted = (shifted as u64 & mask) as f64;
            if x < 0.0 { -shifted } else { shifted }
        })?;
        if value.class() == Class::Single {
            one(result.map(|&x| x as f32))
        } else {
            one(result)
        }
    })
}

/// How many bits numbers of a class have.
fn width(name: &str, class: Class) -> Result<u32> {
    for_integer_class!(class, T => Ok(T::BITS), else match class {
        Class::Double => Ok(DOUBLE_BITS),
        Class::Single => Ok(SINGLE_BITS),
        _ => Err(Error::plain(format!("{name}: invalid class {class}"))),
    })
}

fn bitcmp(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let bits = width("bitcmp", value.class())?;
    if let Some(given) = args.get(1) {
        return low_bits(value, given, bits);
    }
    fn all<T: Integer>(value: &Value) -> Result<Values> {
        one(integers::<T>(value).map_in_place(|&x| {
            let x = x.widen();
            T::saturate_from(if T::SIGNED { !x } else { T::MAX.widen() - x })
        }))
    }
    for_integer_class!(value.class(), T => all::<T>(value), else {
        let mask = (1u64 << bits) - 1;
        let result = integers::<u64>(value).map(|&x| (x ^ mask) as f64);
        if value.class() == Class::Single {
            one(result.map(|&x| x as f32))
        } else {
            one(result)
        }
    })
}

/// `bitcmp (A, K)`: of the lowest bits, those that are not set.
fn low_bits(value: &Value, count: &Value, bits: u32) -> Result<Values> {
    let wanted = count.to_f64().filter(|n| count.is_scalar() && n.fract() == 0.0);
    let Some(wanted) = wanted else {
        return Err(Error::plain("bitcmp: K must be a scalar integer"));
    };
    if !(1.0..=f64::from(bits)).contains(&wanted) {
        return Err(Error::plain(format!("bitcmp: K must be in the range [1,{bits}]")));
    }
    let mask = if wanted >= 64.0 { u64::MAX } else { (1u64 << wanted as u32) - 1 };
    fn all<T: Integer>(value: &Value, mask: u64) -> Result<Values> {
        one(integers::<T>(value).map_in_place(|&x| {
            // With a sign all bits are inverted.
            let wide = x.widen();
            T::saturate_from(if T::SIGNED { !wide } else { i128::from(!(wide as u64) & mask) })
        }))
    }
    for_integer_class!(value.class(), T => all::<T>(value, mask), else {
        let result = integers::<u64>(value).map(|&x| (!x & mask) as f64);
        if value.class() == Class::Single {
            one(result.map(|&x| x as f32))
        } else {
            one(result)
        }
    })
}

/// The places of bits, counted from 1.
fn places(name: &str, value: &Value, greatest: u32) -> Result<Array<u32>> {
    let places = value
        .to_f64_array()
        .ok_or_else(|| Error::plain(format!("{name}: N must be in the range [1,{greatest}]")))?;
    if places.as_slice().iter().any(|&n| !(1.0..=f64::from(greatest)).contains(&n)) {
        return Err(Error::plain(format!("{name}: N must be in the range [1,{greatest}]")));
    }
    Ok(places.map(|&n| n as u32))
}

fn bitget(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let bits = width("bitget", value.class())?;
    if args[1].is_empty() {
        return Err(Error::plain("bitshift: K must be a scalar or array of integers"));
    }
    let places = places("bitget", &args[1], bits)?;
    let mismatch =
        || Error::plain("bitand: size of X and Y must match, or one operand must be a scalar");
    let numbers = match value.to_wide_integers() {
        Some(wide) => wide.map(|&x| x as u64),
        None => integers::<u64>(value),
    };
    one(pairwise(&numbers, &places, mismatch, |x: u64, n: u32| x >> (n - 1) & 1 == 1)?)
}

fn bitset(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let negative = match value.to_wide_integers() {
        Some(wide) => wide.as_slice().iter().any(|&x| x < 0),
        None => match value.to_f64_array() {
            Some(array) => array.as_slice().iter().any(|&x| x < 0.0),
            None => {
                return Err(Error::plain(format!(
                    "binary operator '<' not implemented for '{}' by 'scalar' operations",
                    type_name(value)
                )));
            }
        },
    };
    if negative {
        return Err(Error::plain("bitset: A must be >= 0"));
    }
    let class = value.class();
    let bits = for_integer_class!(class, T => T::BITS - u32::from(T::MIN != 0), else {
        width("bitset", class)?
    });
    let switch = match args.get(2) {
        None => Array::scalar(true),
        Some(switch) => match switch.to_f64_array() {
            Some(array) => array.map(|&x| x != 0.0),
            None => return Err(Error::plain("bitset: VAL must be numeric")),
        },
    };
    let mismatch = || Error::plain("bitset: A, N, and VAL must be the same size or scalar");
    let sizes = [value.dims(), args[1].dims(), switch.dims().clone()];
    let mut large = sizes.iter().filter(|dims| !dims.is_scalar());
    if let Some(first) = large.next()
        && large.any(|dims| dims != first)
    {
        return Err(mismatch());
    }
    let places = places("bitset", &args[1], bits)?;
    let changes = pairwise(&places, &switch, mismatch, |n: u32, on: bool| (1u64 << (n - 1), on))?;
    let set = |x: u64, (bit, on): (u64, bool)| if on { x | bit } else { x & !bit };
    let result = pairwise(&integers::<u64>(value), &changes, mismatch, set)?;
    for_integer_class!(class, T => {
        one(result.map(|&x| T::saturate_from(i128::from(x))))
    }, else if class == Class::Single {
        one(result.map(|&x| x as f32))
    } else {
        one(result.map(|&x| x as f64))
    })
}
