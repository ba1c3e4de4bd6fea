//! What is known of the elements of an output.
//!
//! Numbers that a shape decides, truths that shape and class decide, integers computed
//! from integers, and bounds.

pub(crate) mod integers;
pub(crate) mod limits;
pub(crate) mod questions;

use formwork_domain::{AbstractValue, Bounds, ValueFact};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Interval};

use super::call::{ARRAYS, Call};

/// Adds what is known of the elements of an output whose class and shape are there.
pub(super) fn add(output: &mut AbstractValue, call: &mut Call<'_>) {
    if let Some(answer) = questions::answer(call) {
        if answer != Truth::Maybe && output.is_scalar() {
            output.value = ValueFact::Const(Value::bool(answer.is_yes()));
        }
        return;
    }
    if let Some(count) = count(call) {
        *output = AbstractValue::integer(count, call.algebra);
        return;
    }
    // Facts say that a value is real.
    if output.complex != Truth::No || !output.classes.is_within(ARRAYS) {
        return;
    }
    if let Some(fact) = integers::fact(output, call) {
        output.value = fact;
    } else if let Some(bounds) = limits::limits(output, call)
        && bounds != Bounds::REAL
    {
        output.value = ValueFact::Within(bounds);
    }
}

/// A number that the shape of the argument decides.
fn count(call: &mut Call<'_>) -> Option<ExtentId> {
    if call.args.len() != 1 {
        return None;
    }
    // A map says that it has one element. What may be anything is taken for no map.
    if call.classes(0).contains(Class::Map) && !call.classes(0).may_be_object() {
        return None;
    }
    call.own.count.and_then(|rule| rule(call))
}

/// How many elements there are.
pub(crate) fn numel(call: &mut Call<'_>) -> Option<ExtentId> {
    call.count(0)
}

/// How many elements of a mask are true.
pub(crate) fn marked(call: &mut Call<'_>) -> Option<ExtentId> {
    match call.args.first()?.value {
        ValueFact::Marked(count) => Some(count),
        _ => None,
    }
}

/// How many dimensions there are.
pub(crate) fn ndims(call: &mut Call<'_>) -> Option<ExtentId> {
    Some(call.rank(0))
}

/// The first extent.
pub(crate) fn rows(call: &mut Call<'_>) -> Option<ExtentId> {
    let shape = call.shape(0)?;
    Some(call.algebra.extent(shape, 0))
}

/// The second extent.
pub(crate) fn columns(call: &mut Call<'_>) -> Option<ExtentId> {
    let shape = call.shape(0)?;
    Some(call.algebra.extent(shape, 1))
}

/// The greatest extent; zero if any is zero.
pub(crate) fn length(call: &mut Call<'_>) -> Option<ExtentId> {
    let shape = call.shape(0)?;
    let Some(extents) = call.extents(0) else {
        let most = call.algebra.count(shape);
        return Some(call.fresh_at_most("length", most));
    };
    let mut long: Vec<ExtentId> =
        extents.iter().copied().filter(|&extent| !call.is_one(extent).is_yes()).collect();
    let all = long.clone();
    let table = call.algebra.extents();
    long.retain(|&one| !all.iter().any(|&other| table.is_one_unless_zero(one, other)));
    match long[..] {
        [] => return Some(Extents::ONE),
        [single] => return Some(single),
        _ => {}
    }
    let nonzero = long.iter().all(|&extent| call.is_nonzero(extent));
    let longest = call.algebra.extents_mut().maximum(long);
    if nonzero {
        return Some(longest);
    }
    // As long as no extent is zero there are at least as many elements.
    let count = call.algebra.count(shape);
    Some(call.algebra.extents_mut().minimum([longest, count]))
}

/// At least 0 and at most a number.
pub(super) fn up_to(most: Option<ExtentId>, call: &Call<'_>) -> Bounds {
    let high = most.and_then(|most| call.algebra.extents().interval(most).high());
    Bounds { high: high.map_or(Bounds::COUNT.high, |high| high.max(0) as f64), ..Bounds::COUNT }
}

/// The interval of an integer, as bounds.
pub(super) fn of_extent(extent: ExtentId, call: &Call<'_>) -> Bounds {
    Bounds::of_interval(call.algebra.extents().interval(extent))
}

/// Whether an integer is surely not negative.
pub(super) fn is_natural(extent: ExtentId, call: &Call<'_>) -> bool {
    let interval = call.algebra.extents().interval(extent);
    interval.meet(Interval::EXTENT) == Some(interval)
}
