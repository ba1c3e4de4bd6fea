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
    let rules = call.own;
    let rule = if call.output == 0 { rules.bounds } else { rules.places };
    rule.and_then(|rule| rule(output, call))
}

/// The bounds of the first argument, for the first output.
fn of_first(call: &mut Call<'_>) -> Option<Bounds> {
    call.args.first()?.bounds(call.algebra)
}

/// Between two numbers; not a number where the argument is not, or where it is infinite.
fn between(low: f64, high: f64, nan: bool) -> Option<Bounds> {
    Some(Bounds { nan, ..Bounds::new(low, high, false) })
}

/// Whether the argument may be no number.
fn may_be_nan(call: &mut Call<'_>) -> bool {
    of_first(call).is_none_or(|known| known.nan)
}

/// Of `sin` and `cos`.
pub(crate) fn wave(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let known = of_first(call);
    let finite = known.is_some_and(|known| known.low.is_finite() && known.high.is_finite());
    between(-1.0, 1.0, !finite || known.is_none_or(|known| known.nan))
}

/// Of `tanh` and `erf`.
pub(crate) fn unit(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    between(-1.0, 1.0, may_be_nan(call))
}

/// Of `atan`.
pub(crate) fn half_turn(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    between(-PI / 2.0, PI / 2.0, may_be_nan(call))
}

/// Of angles.
pub(crate) fn full_turn(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    between(-PI, PI, true)
}

/// Of `exp`, `cosh`, `sqrt`: not below zero.
pub(crate) fn positive(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    between(0.0, f64::INFINITY, may_be_nan(call))
}

/// Not below zero, whatever the arguments are.
pub(crate) fn natural(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    Some(NATURAL)
}

/// The singular values, if they are the only output.
pub(crate) fn singular_values(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    (call.nargout <= 1).then_some(NATURAL)
}

/// Of `abs`.
pub(crate) fn magnitude(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    Some(of_first(call).map_or(NATURAL, absolute))
}

/// Of `sign`.
pub(crate) fn sign(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let known = of_first(call)?;
    let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
    Some(Bounds { nan: known.nan, ..Bounds::new(sign(known.low), sign(known.high), true) })
}

/// Of `floor`.
pub(crate) fn floor(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    of_first(call).map(|known| rounded(f64::floor, known))
}

/// Of `ceil`.
pub(crate) fn ceil(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    of_first(call).map(|known| rounded(f64::ceil, known))
}

/// Of `round`.
pub(crate) fn round(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    of_first(call).map(|known| rounded(f64::round, known))
}

/// Of `fix`.
pub(crate) fn fix(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    of_first(call).map(|known| rounded(f64::trunc, known))
}

/// Those of the argument.
pub(crate) fn same(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    of_first(call)
}

/// Those of the argument, whose elements are arranged otherwise.
pub(crate) fn arranged(output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let first = call.args.first()?;
    first.bounds(call.algebra).filter(|_| output.classes.is_within(first.classes))
}

/// Those of the argument, and zero.
pub(crate) fn with_zero(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    Some(of_first(call)?.hull(Bounds::exactly(0.0)))
}

/// Of `mean` and `median`.
pub(crate) fn average(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let known = of_first(call)?;
    (known.low >= 0.0 && call.no_text_from(1)).then_some(NATURAL)
}

/// At most as many as there are elements.
pub(crate) fn some_elements(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let most = call.count(0);
    Some(up_to(most, call))
}

/// A number of something.
pub(crate) fn count(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    Some(Bounds::COUNT)
}

/// The number of arguments of the call around; of a function that takes any number it is
/// negative.
pub(crate) fn argument_count(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    call.args.is_empty().then_some(Bounds::COUNT)
}

/// Of `uminus`.
pub(crate) fn negated(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let first = call.args.first()?;
    let known = first.bounds(call.algebra).filter(|_| is_float(first))?;
    Some(Bounds { low: -known.high, high: -known.low, ..known })
}

/// Of brackets.
pub(crate) fn joined(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    hull(0, call)
}

/// Of `cat`, whose first argument is a dimension.
pub(crate) fn joined_along(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    hull(1, call)
}

/// Of `linspace`.
pub(crate) fn spaced(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let double = ClassSet::only(Class::Double);
    let all = hull_of(&call.args[..2.min(call.args.len())], call)?;
    // The sum and the difference of the ends are computed.
    let half = f64::MAX / 2.0;
    let sure = -half <= all.low && all.high <= half;
    let plain = call.args.iter().all(|argument| argument.classes == double);
    (sure && plain).then_some(Bounds { integer: false, ..all })
}

/// Zeros.
pub(crate) fn zeros(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    Some(Bounds::exactly(0.0))
}

/// Ones.
pub(crate) fn ones(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    Some(Bounds::exactly(1.0))
}

/// Zeros and ones.
pub(crate) fn zeros_and_ones(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    Some(Bounds::TRUTH)
}

/// What are no numbers.
pub(crate) fn nan(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    Some(Bounds::exactly(f64::NAN))
}

/// Infinities.
pub(crate) fn infinite(_output: &AbstractValue, _call: &mut Call<'_>) -> Option<Bounds> {
    Some(Bounds::exactly(f64::INFINITY))
}

/// Random numbers between zero and one.
pub(crate) fn uniform(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    call.no_text_from(0).then(|| Bounds::new(0.0, 1.0, false))
}

/// Random numbers of any size.
pub(crate) fn normal(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    call.no_text_from(0).then_some(Bounds { nan: false, ..Bounds::REAL })
}

/// Of `randi`.
pub(crate) fn random_integers(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let limit = call.args.first()?;
    let known = limit.bounds(call.algebra).filter(|known| known.high.is_finite())?;
    let low = if limit.is_scalar() { 1.0 } else { known.low.min(1.0) };
    Some(Bounds::new(low, known.high.max(1.0), true))
}

/// Of `randperm`.
pub(crate) fn permutation(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let count = sizes::extent(call.args.first()?, call);
    Some(Bounds { low: 1.0, ..of_extent(count, call) })
}

/// The second output says where in the first argument something was found.
pub(crate) fn places(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let most = call.count(0);
    let place = Bounds { low: 1.0, ..up_to(most, call) };
    (call.output == 1 && place.high >= 1.0).then_some(place)
}

/// The second output says where in the second argument, or zero.
pub(crate) fn places_in_second(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let most = call.count(1);
    (call.output == 1).then(|| up_to(most, call))
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

fn rounded(round: fn(f64) -> f64, known: Bounds) -> Bounds {
    Bounds { low: round(known.low), high: round(known.high), integer: true, nan: known.nan }
}

/// Rounded and cut to what the class can hold; what is not a number becomes zero.
pub(crate) fn converted(output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let known = of_first(call)?;
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

/// Of `mod`.
pub(crate) fn modulo(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
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

/// Of `rem`.
pub(crate) fn remainder(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
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

/// Of `max`.
pub(crate) fn greatest(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    extreme(call, f64::max)
}

/// Of `min`.
pub(crate) fn least(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    extreme(call, f64::min)
}

/// The greater or the lesser of two, or of all. One that is not a number loses.
fn extreme(call: &mut Call<'_>, pick: fn(f64, f64) -> f64) -> Option<Bounds> {
    if call.args.len() != 2 {
        return call.args.first()?.bounds(call.algebra);
    }
    if !is_uniform(call) {
        return None;
    }
    let (a, b) = both(call)?;
    let (mut low, mut high) = (pick(a.low, b.low), pick(a.high, b.high));
    for (lost, rest) in [(a, b), (b, a)] {
        if lost.nan {
            (low, high) = (low.min(rest.low), high.max(rest.high));
        }
    }
    Some(Bounds { low, high, integer: a.integer && b.integer, nan: a.nan && b.nan })
}

/// Of `sum`: of truth values at most as many as there are.
pub(crate) fn sum(output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let argument = call.args.first()?;
    if argument.classes == ClassSet::only(Class::Logical) {
        argument.bounds(call.algebra).filter(|known| known.low >= 0.0)?;
        return some_elements(output, call);
    }
    running_sum(output, call)
}

/// Sums of what is not negative.
pub(crate) fn running_sum(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let known = of_first(call).filter(|known| known.low >= 0.0)?;
    Some(Bounds { low: 0.0, high: f64::INFINITY, ..known })
}

/// Products of what is not negative.
pub(crate) fn product(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let known = of_first(call).filter(|known| known.low >= 0.0)?;
    // Zero times what is infinite is not a number.
    let nan = known.nan || known.high == f64::INFINITY || !known.integer;
    Some(Bounds { low: 0.0, high: f64::INFINITY, nan, ..known })
}

/// Two operands of class double.
fn operands(call: &mut Call<'_>) -> Option<(Bounds, Bounds)> {
    if call.args.len() != 2 || !call.args.iter().all(is_double) {
        return None;
    }
    both(call)
}

fn are_finite(a: Bounds, b: Bounds) -> bool {
    [a.low, a.high, b.low, b.high].iter().all(|x| x.is_finite())
}

/// What an operation gives whose extreme cases are these. `sure`: it gives no NaN for numbers:
/// there are no infinities of both signs, nor zero times one of them.
fn computed(low: f64, high: f64, (a, b): (Bounds, Bounds), sure: bool) -> Option<Bounds> {
    if low.is_nan() || high.is_nan() {
        return None;
    }
    Some(Bounds { low, high, integer: a.integer && b.integer, nan: a.nan || b.nan || !sure })
}

/// Of `x + y`.
pub(crate) fn plus(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let (a, b) = operands(call)?;
    let natural = a.low >= 0.0 && b.low >= 0.0;
    computed(a.low + b.low, a.high + b.high, (a, b), are_finite(a, b) || natural)
}

/// Of `x - y`.
pub(crate) fn minus(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let (a, b) = operands(call)?;
    computed(a.low - b.high, a.high - b.low, (a, b), are_finite(a, b))
}

/// Of `x .* y`.
pub(crate) fn times(_output: &AbstractValue, call: &mut Call<'_>) -> Option<Bounds> {
    let (a, b) = operands(call)?;
    if are_finite(a, b) {
        let corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
        let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        return computed(low, high, (a, b), true);
    }
    if a.low >= 0.0 && b.low >= 0.0 {
        return computed(0.0, f64::INFINITY, (a, b), false);
    }
    None
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
