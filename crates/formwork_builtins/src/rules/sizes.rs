//! Sizes as arguments: `zeros(n)`, `zeros(m, n)`, `zeros(size(x))`, where the numbers may
//! be known only as symbols.

use formwork_domain::{AbstractValue, ValueFact};
use formwork_runtime::Class;
use formwork_shape::extent::{ExtentId, Interval};
use formwork_shape::shape::{Algebra, ShapeId};

use super::call::{Call, Orientation};

/// The size that the arguments from one on say, without a class at their end.
pub(super) fn size_arguments(from: usize, call: &mut Call<'_>) -> Option<ShapeId> {
    let mut count = call.args.len();
    // `"like", value`, then a class by name.
    if count >= from + 2 && call.is_text(count - 2) && !call.is_text(count - 1) {
        // An empty text is a size.
        if !call.is_filled_text(count - 2) {
            return None;
        }
        count -= 2;
    } else if count > from && call.is_text(count - 1) {
        count -= 1;
    }
    sizes(from, count, call)
}

/// The size that the arguments from one on and before another say.
pub(super) fn sizes(from: usize, to: usize, call: &mut Call<'_>) -> Option<ShapeId> {
    let args = call.args.get(from..to).unwrap_or_default();
    if args.iter().any(|argument| argument.classes.contains(Class::Char)) {
        return None;
    }
    match args {
        [] => Some(Algebra::SCALAR),
        [only] => one_size(only, from, call),
        several => {
            let extents: Vec<ExtentId> =
                several.iter().map(|argument| extent(argument, call)).collect();
            Some(call.algebra.tuple(extents))
        }
    }
}

/// `n` for n by n, or a vector of extents.
fn one_size(argument: &AbstractValue, place: usize, call: &mut Call<'_>) -> Option<ShapeId> {
    if let ValueFact::SizeOf(shape) = argument.value {
        return Some(shape);
    }
    if argument.is_scalar() {
        let extent = extent(argument, call);
        return Some(call.algebra.tuple([extent, extent]));
    }
    if let Some(numbers) = argument.as_integers(call.algebra) {
        let clamped: Vec<ExtentId> =
            numbers.iter().map(|&number| call.algebra.extents_mut().clamp(number)).collect();
        return Some(match clamped[..] {
            [] => call.empty(),
            [single] => call.algebra.tuple([single, single]),
            _ => call.algebra.tuple(clamped),
        });
    }
    // As many extents as the vector has elements.
    let vector = matches!(call.orientation(place), Orientation::Row | Orientation::Column);
    let count = call.size(place).filter(|_| vector)?.count();
    match count {
        0 => Some(call.empty()),
        _ => {
            let bounds = bounds(argument, call);
            let extents: Vec<ExtentId> =
                (0..count.min(16)).map(|_| call.fresh_within("extent", bounds)).collect();
            (count <= 16).then(|| call.algebra.tuple(extents))
        }
    }
}

/// The extent that one of several arguments says: its first element, or none if it has
/// no element. What is used as a size was an integer.
pub(super) fn extent(argument: &AbstractValue, call: &mut Call<'_>) -> ExtentId {
    let first = match argument.value {
        ValueFact::Floor(floor) if argument.is_scalar() => Some(floor),
        _ => argument.as_integer(call.algebra).or_else(|| {
            argument.as_integers(call.algebra).and_then(|numbers| numbers.first().copied())
        }),
    };
    match first {
        Some(number) => call.algebra.extents_mut().clamp(number),
        None => {
            let bounds = bounds(argument, call);
            call.fresh_within("extent", bounds)
        }
    }
}

/// What is known of an element of an argument that is used as an extent.
fn bounds(argument: &AbstractValue, call: &mut Call<'_>) -> Interval {
    let Some(known) = argument.bounds(call.algebra) else { return Interval::EXTENT };
    let limit = |x: f64| if x.abs() < 9e15 { Some(x as i64) } else { None };
    // An argument without elements counts as zero.
    let least = if argument.is_scalar() { limit(known.low.floor()).unwrap_or(0).max(0) } else { 0 };
    // Fractions are dropped, or rounded.
    match limit(known.high.ceil()) {
        Some(high) => Interval::new(least, high.max(0)).unwrap_or(Interval::EXTENT),
        None => Interval::at_least(least),
    }
}
