//! Bounds of the elements of outputs.

use formwork_domain::{AbstractValue, Bounds, ClassSet};
use formwork_runtime::Class;

use super::{of_extent, up_to};
use crate::rules::call::Call;
use crate::rules::sizes;

/// Numbers that are not below zero.
const NATURAL: Bounds = Bounds { low: 0.0, ..Bounds::REAL };

/// The nearest number of class single that is above π.
const PI: f64 = std::f32::consts::PI as f64;

/// Between what the elements of an output are.
pub(super) fn limits(output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    if call.output > 0 {
        return places(call);
    }
    if let Some(bounds) = made(call) {
        return Some(bounds);
    }
    let first = call.args.first()?;
    let known = first.bounds(call.algebra);
    let nan = known.is_none_or(|known| known.nan);
    let finite = known.is_some_and(|known| known.low.is_finite() && known.high.is_finite());
    let between =
        |low: f64, high: f64, nan: bool| Some(Bounds { nan, ..Bounds::new(low, high, false) });
    match call.name {
        "abs" => Some(known.map_or(NATURAL, absolute)),
        "sin" | "cos" => between(-1.0, 1.0, nan || !finite),
        "tanh" | "erf" => between(-1.0, 1.0, nan),
        "atan" => between(-PI / 2.0, PI / 2.0, nan),
        "angle" | "arg" | "atan2" => between(-PI, PI, true),
        "exp" | "cosh" | "erfc" => between(0.0, f64::INFINITY, nan),
        "sqrt" => between(0.0, f64::INFINITY, nan),
        "svd" if call.nargout > 1 => None,
        "hypot" | "norm" | "sumsq" | "std" | "var" | "svd" | "cond" => Some(NATURAL),
        "sign" => {
            let known = known?;
            let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
            Some(Bounds { nan: known.nan, ..Bounds::new(sign(known.low), sign(known.high), true) })
        }
        "floor" | "ceil" | "round" | "fix" => Some(rounded(call.name, known?)),
        "real" | "conj" | "double" | "full" | "uplus" => known,
        "int8" | "int16" | "int32" | "uint8" | "uint16" | "uint32" => converted(output, known?),
        "mod" => modulo(call),
        "rem" => remainder(call),
        "max" | "min" => extreme(call),
        "sum" | "prod" | "cumsum" | "cumprod" => total(call),
        "mean" | "median" if known?.low >= 0.0 && call.no_text_from(1) => Some(NATURAL),
        "nnz" => {
            let most = call.count(0);
            Some(up_to(most, call))
        }
        // Of a function that takes any number it is negative.
        "nargin" | "nargout" if !call.args.is_empty() => None,
        "strlength" | "numfields" | "nargin" | "nargout" | "rank" | "numel" | "length"
        | "sizeof" => Some(Bounds::COUNT),
        "plus" | "minus" | "times" if call.args.len() == 2 => arithmetic(call),
        "uminus" => {
            let known = known.filter(|_| is_float(first))?;
            Some(Bounds { low: -known.high, high: -known.low, ..known })
        }
        "reshape" | "repmat" | "permute" | "ipermute" | "sort" | "sortrows" | "unique" | "flip"
        | "fliplr" | "flipud" | "circshift" | "squeeze" | "transpose" | "ctranspose" | "vec"
        | "setdiff" | "shiftdim" | "rot90" | "nonzeros" | "repelem" => {
            known.filter(|_| output.classes.is_within(first.classes))
        }
        "tril" | "triu" | "diag" => Some(known?.hull(Bounds::exactly(0.0))),
        "horzcat" | "vertcat" => hull(0, call),
        "cat" => hull(1, call),
        "linspace" => {
            let double = ClassSet::only(Class::Double);
            let all = hull_of(&call.args[..2.min(call.args.len())], call)?;
            // The sum and the difference of the ends are computed.
            let half = f64::MAX / 2.0;
            let sure = -half <= all.low && all.high <= half;
            let plain = call.args.iter().all(|argument| argument.classes == double);
            (sure && plain).then_some(Bounds { integer: false, ..all })
        }
        _ => None,
    }
}

/// What functions give that fill an array.
fn made(call: &mut Call<'_>) -> Option<Bounds> {
    match call.name {
        "zeros" | "false" => Some(Bounds::exactly(0.0)),
        "ones" | "true" => Some(Bounds::exactly(1.0)),
        "eye" => Some(Bounds::TRUTH),
        "NaN" | "nan" | "NA" => Some(Bounds::exactly(f64::NAN)),
        "Inf" | "inf" => Some(Bounds::exactly(f64::INFINITY)),
        "rand" if call.no_text_from(0) => Some(Bounds::new(0.0, 1.0, false)),
        "randn" if call.no_text_from(0) => Some(Bounds { nan: false, ..Bounds::REAL }),
        "randi" => {
            let limit = call.args.first()?;
            let known = limit.bounds(call.algebra).filter(|known| known.high.is_finite())?;
            let low = if limit.is_scalar() { 1.0 } else { known.low.min(1.0) };
            Some(Bounds::new(low, known.high.max(1.0), true))
        }
        "randperm" => {
            let count = sizes::extent(call.args.first()?, call);
            Some(Bounds { low: 1.0, ..of_extent(count, call) })
        }
        _ => None,
    }
}

/// Where something was found.
fn places(call: &mut Call<'_>) -> Option<Bounds> {
    match (call.name, call.output) {
        ("max" | "min" | "sort" | "cummax" | "cummin" | "sortrows", 1) => {
            let most = call.count(0);
            Some(Bounds { low: 1.0, ..up_to(most, call) }).filter(|bounds| bounds.high >= 1.0)
        }
        ("ismember", 1) => {
            let most = call.count(1);
            Some(up_to(most, call))
        }
        _ => None,
    }
}

fn absolute(known: Bounds) -> Bounds {
    let high = known.low.abs().max(known.high.abs());
    let low = if known.low > 0.0 {
        known.low
    } else if known.high < 0.0 {
        -known.high
    } else {
        0.0
    };
    // The least integer has no opposite, the greatest stands for it.
    Bounds { low: low.min(127.0), high, ..known }
}

fn rounded(name: &str, known: Bounds) -> Bounds {
    let round: fn(f64) -> f64 = match name {
        "floor" => f64::floor,
        "ceil" => f64::ceil,
        "round" => f64::round,
        _ => f64::trunc,
    };
    Bounds { low: round(known.low), high: round(known.high), integer: true, nan: known.nan }
}

/// Rounded and cut to what the class can hold; what is not a number becomes zero.
fn converted(output: &AbstractValue, known: Bounds) -> Option<Bounds> {
    let class = AbstractValue::new(output.classes, None);
    let range = class.bounds(&mut formwork_shape::shape::Algebra::new())?;
    let (low, high) = (known.low.round().max(range.low), known.high.round().min(range.high));
    let cut = Bounds::new(low.min(range.high), high.max(range.low), true);
    Some(if known.nan { cut.hull(Bounds::exactly(0.0)) } else { cut })
}

/// Whether a value is of class double: nothing is cut or rounded.
fn is_double(value: &AbstractValue) -> bool {
    value.classes == ClassSet::only(Class::Double)
}

/// Whether a value is of a class that has an opposite of every number.
fn is_float(value: &AbstractValue) -> bool {
    value.classes.is_within(ClassSet::of(&[
        Class::Double,
        Class::Single,
        Class::Logical,
        Class::Char,
    ]))
}

/// Whether all arguments are of one class, or none is rounded to that of another.
fn is_uniform(call: &Call<'_>) -> bool {
    let exact = ClassSet::of(&[Class::Double, Class::Logical, Class::Char]);
    call.args.iter().all(|argument| argument.classes.is_within(exact))
        || call.args.iter().all(|argument| {
            argument.classes.single().is_some() && argument.classes == call.args[0].classes
        })
}

fn both(call: &mut Call<'_>) -> Option<(Bounds, Bounds)> {
    let [a, b] = call.args else { return None };
    Some((a.bounds(call.algebra)?, b.bounds(call.algebra)?))
}

fn modulo(call: &mut Call<'_>) -> Option<Bounds> {
    if !is_uniform(call) {
        return None;
    }
    let (a, b) = both(call)?;
    if b.low <= 0.0 || b.nan || !b.high.is_finite() || quotient_overflows(a, b) {
        return None;
    }
    let finite = a.low.is_finite() && a.high.is_finite();
    Some(Bounds {
        low: 0.0,
        high: b.high,
        integer: a.integer && b.integer && finite,
        nan: a.nan || !finite,
    })
}

/// Whether `a / b`, of which the whole part is taken, may be infinite for finite numbers.
fn quotient_overflows(a: Bounds, b: Bounds) -> bool {
    let most = a.low.abs().max(a.high.abs()).min(f64::MAX);
    !(most / b.low).is_finite()
}

fn remainder(call: &mut Call<'_>) -> Option<Bounds> {
    if !is_uniform(call) {
        return None;
    }
    let (a, b) = both(call)?;
    if b.low <= 0.0 || b.nan || !b.high.is_finite() || quotient_overflows(a, b) {
        return None;
    }
    let finite = a.low.is_finite() && a.high.is_finite();
    Some(Bounds {
        low: if a.low >= 0.0 { 0.0 } else { -b.high },
        high: if a.high <= 0.0 { 0.0 } else { b.high },
        integer: a.integer && b.integer && finite,
        nan: a.nan || !finite,
    })
}

/// The greater or the lesser of two, or of all. One that is not a number loses.
fn extreme(call: &mut Call<'_>) -> Option<Bounds> {
    if call.args.len() != 2 {
        return call.args.first()?.bounds(call.algebra);
    }
    if !is_uniform(call) {
        return None;
    }
    let (a, b) = both(call)?;
    let pick: fn(f64, f64) -> f64 = if call.name == "max" { f64::max } else { f64::min };
    let (mut low, mut high) = (pick(a.low, b.low), pick(a.high, b.high));
    for (lost, rest) in [(a, b), (b, a)] {
        if lost.nan {
            (low, high) = (low.min(rest.low), high.max(rest.high));
        }
    }
    Some(Bounds { low, high, integer: a.integer && b.integer, nan: a.nan && b.nan })
}

/// Sums and products of what is not negative.
fn total(call: &mut Call<'_>) -> Option<Bounds> {
    let argument = call.args.first()?;
    let known = argument.bounds(call.algebra).filter(|known| known.low >= 0.0)?;
    let product = call.name.ends_with("prod");
    // Zero times what is infinite is not a number.
    let nan = known.nan || (product && known.high == f64::INFINITY) || (product && !known.integer);
    let truths = argument.classes == ClassSet::only(Class::Logical);
    if truths && !product && call.name == "sum" {
        let most = call.count(0);
        return Some(up_to(most, call));
    }
    Some(Bounds { low: 0.0, high: f64::INFINITY, integer: known.integer, nan })
}

/// Sums, differences and products, by their extreme cases.
fn arithmetic(call: &mut Call<'_>) -> Option<Bounds> {
    if !call.args.iter().all(is_double) {
        return None;
    }
    let (a, b) = both(call)?;
    let finite = [a.low, a.high, b.low, b.high].iter().all(|x| x.is_finite());
    let natural = a.low >= 0.0 && b.low >= 0.0;
    let (low, high) = match call.name {
        "plus" => (a.low + b.low, a.high + b.high),
        "minus" => (a.low - b.high, a.high - b.low),
        _ => {
            let corners =
                [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high].into_iter();
            match finite {
                true => corners.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                    (low.min(x), high.max(x))
                }),
                false if natural => (0.0, f64::INFINITY),
                false => return None,
            }
        }
    };
    if low.is_nan() || high.is_nan() {
        return None;
    }
    // Infinities of both signs, or zero times one of them, are no numbers.
    let sure = finite || (call.name == "plus" && natural);
    Some(Bounds { low, high, integer: a.integer && b.integer, nan: a.nan || b.nan || !sure })
}

fn hull(from: usize, call: &mut Call<'_>) -> Option<Bounds> {
    if !is_uniform(call) && from == 0 {
        return None;
    }
    let args = call.args.get(from..)?;
    let exact = ClassSet::of(&[Class::Double, Class::Logical]);
    if !args.iter().all(|argument| argument.classes.is_within(exact)) {
        return None;
    }
    hull_of(args, call)
}

fn hull_of(args: &[AbstractValue], call: &mut Call<'_>) -> Option<Bounds> {
    args.iter()
        .map(|argument| argument.bounds(call.algebra))
        .reduce(|all, one| Some(all?.hull(one?)))
        .flatten()
}
