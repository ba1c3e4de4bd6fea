//! Integers computed from integers.

use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_runtime::Class;
use formwork_shape::extent::{ExtentId, Extents};

use super::is_natural;
use crate::rules::call::{Call, Orientation};

const DOUBLE: ClassSet = ClassSet::only(Class::Double);

/// The symbolic value of an output, if its arguments have symbolic values.
pub(super) fn fact(output: &AbstractValue, call: &mut Call<'_>) -> Option<ValueFact> {
    if output.classes != DOUBLE || call.output > 0 {
        return None;
    }
    call.own.value.and_then(|rule| rule(call))
}

/// The opposite of an integer.
fn opposite(value: ExtentId, call: &mut Call<'_>) -> ExtentId {
    let minus = call.algebra.extents_mut().literal(-1);
    call.algebra.extents_mut().multiply(value, minus)
}

/// `-x`
pub(crate) fn negated(call: &mut Call<'_>) -> Option<ValueFact> {
    let value = scalar(0, call)?;
    Some(ValueFact::Integer(opposite(value, call)))
}

/// `abs (x)`
pub(crate) fn absolute(call: &mut Call<'_>) -> Option<ValueFact> {
    let value = scalar(0, call)?;
    if is_natural(value, call) {
        return Some(ValueFact::Integer(value));
    }
    let negated = opposite(value, call);
    Some(ValueFact::Integer(call.algebra.extents_mut().maximum([value, negated])))
}

/// An operation on two integers.
fn combined(
    call: &mut Call<'_>,
    combine: fn(&mut Extents, ExtentId, ExtentId) -> ExtentId,
) -> Option<ValueFact> {
    if call.args.len() != 2 {
        return None;
    }
    let (a, b) = (scalar(0, call)?, scalar(1, call)?);
    Some(ValueFact::Integer(combine(call.algebra.extents_mut(), a, b)))
}

/// `x + y`
pub(crate) fn sum(call: &mut Call<'_>) -> Option<ValueFact> {
    combined(call, Extents::add)
}

/// `x - y`
pub(crate) fn difference(call: &mut Call<'_>) -> Option<ValueFact> {
    combined(call, Extents::subtract)
}

/// `x * y`
pub(crate) fn product(call: &mut Call<'_>) -> Option<ValueFact> {
    combined(call, Extents::multiply)
}

/// `x / y`, of which the floor is known.
pub(crate) fn quotient(call: &mut Call<'_>) -> Option<ValueFact> {
    let (a, b) = (scalar(0, call)?, scalar(1, call)?);
    let positive = call.algebra.extents().interval(b).low().is_some_and(|low| low > 0);
    positive.then(|| ValueFact::Floor(call.algebra.extents_mut().floor_divide(a, b)))
}

/// `mod (x, y)`
pub(crate) fn modulo(call: &mut Call<'_>) -> Option<ValueFact> {
    let (a, b) = (scalar(0, call)?, scalar(1, call)?);
    // The remainder by zero is the dividend.
    let divisor = call.algebra.extents().is_zero(b).is_no();
    divisor.then(|| ValueFact::Integer(call.algebra.extents_mut().modulo(a, b)))
}

/// `rem (x, y)`, which is the same where both are not negative.
pub(crate) fn remainder(call: &mut Call<'_>) -> Option<ValueFact> {
    let (a, b) = (scalar(0, call)?, scalar(1, call)?);
    if is_natural(a, call) && is_natural(b, call) { modulo(call) } else { None }
}

/// The integer that a scalar argument of class double is.
fn scalar(place: usize, call: &mut Call<'_>) -> Option<ExtentId> {
    let argument = call.args.get(place)?;
    if argument.classes != DOUBLE || !argument.is_scalar() {
        return None;
    }
    argument.as_integer(call.algebra)
}

/// The integers that the elements of an argument of class double are.
fn elements(place: usize, call: &mut Call<'_>) -> Option<Vec<ExtentId>> {
    let argument = call.args.get(place)?;
    if argument.classes != DOUBLE {
        return None;
    }
    // Of a size only as many as it surely has.
    if let ValueFact::SizeOf(shape) = argument.value {
        let extents = call.extents_of(shape)?;
        let last = extents.last().copied()?;
        if extents.len() > 2 && !call.is_one(last).is_no() {
            return None;
        }
        return Some(extents.to_vec());
    }
    argument.as_integers(call.algebra)
}

/// The value of the argument.
pub(crate) fn kept(call: &mut Call<'_>) -> Option<ValueFact> {
    let [argument] = call.args else { return None };
    // Characters and truth values have other facts.
    match &argument.value {
        ValueFact::Integer(_)
        | ValueFact::Floor(_)
        | ValueFact::Integers(_)
        | ValueFact::Ramp { .. }
        | ValueFact::SizeOf(_)
        | ValueFact::Between(..) => Some(argument.value.clone()),
        ValueFact::Const(_) | ValueFact::Any | ValueFact::Marked(_) | ValueFact::Within(_) => None,
    }
}

/// The integers of a vector, which may lie the other way.
pub(crate) fn turned(call: &mut Call<'_>) -> Option<ValueFact> {
    let vector =
        matches!(call.orientation(0), Orientation::Scalar | Orientation::Row | Orientation::Column);
    let elements = elements(0, call).filter(|_| vector && call.args.len() == 1)?;
    Some(ValueFact::Integers(elements.into()))
}

/// `floor (x)`
pub(crate) fn floor(call: &mut Call<'_>) -> Option<ValueFact> {
    match unrounded(call)? {
        Some(floor) => Some(ValueFact::Integer(floor)),
        None => kept(call),
    }
}

/// `fix (x)`
pub(crate) fn fix(call: &mut Call<'_>) -> Option<ValueFact> {
    match unrounded(call)? {
        Some(floor) => is_natural(floor, call).then_some(ValueFact::Integer(floor)),
        None => kept(call),
    }
}

/// `round (x)` or `ceil (x)`: an integer stays.
pub(crate) fn rounded(call: &mut Call<'_>) -> Option<ValueFact> {
    match unrounded(call)? {
        Some(_) => None,
        None => kept(call),
    }
}

/// The floor of an argument of which nothing more is known; `None` in it if it is something else.
fn unrounded(call: &Call<'_>) -> Option<Option<ExtentId>> {
    let [argument] = call.args else { return None };
    match argument.value {
        ValueFact::Floor(floor) if argument.is_scalar() => Some(Some(floor)),
        ValueFact::Floor(_) => None,
        _ => Some(None),
    }
}

/// The elements of one vector.
fn vector_elements(call: &mut Call<'_>) -> Option<Vec<ExtentId>> {
    let vector = matches!(call.orientation(0), Orientation::Row | Orientation::Column);
    if call.args.len() != 1 {
        return None;
    }
    elements(0, call).filter(|elements| vector && !elements.is_empty())
}

/// The sum of all elements.
pub(crate) fn total(call: &mut Call<'_>) -> Option<ValueFact> {
    let vector =
        matches!(call.orientation(0), Orientation::Row | Orientation::Column | Orientation::Scalar);
    if call.args.len() == 1
        && vector
        && let Some(count) = super::marked(call)
    {
        return Some(ValueFact::Integer(count));
    }
    let elements = vector_elements(call)?;
    let extents = call.algebra.extents_mut();
    let sum = elements.into_iter().fold(Extents::ZERO, |sum, element| extents.add(sum, element));
    Some(ValueFact::Integer(sum))
}

/// The product of all elements.
pub(crate) fn product_of_all(call: &mut Call<'_>) -> Option<ValueFact> {
    if let [argument] = call.args
        && let ValueFact::SizeOf(shape) = argument.value
    {
        return Some(ValueFact::Integer(call.algebra.count(shape)));
    }
    let elements = vector_elements(call)?;
    Some(ValueFact::Integer(call.algebra.extents_mut().product(elements)))
}

/// The elements of one vector, or two scalars.
fn candidates(call: &mut Call<'_>) -> Option<Vec<ExtentId>> {
    match call.args {
        [_] => {
            let vector = matches!(
                call.orientation(0),
                Orientation::Row | Orientation::Column | Orientation::Scalar
            );
            elements(0, call).filter(|elements| vector && !elements.is_empty())
        }
        [_, _] => Some(vec![scalar(0, call)?, scalar(1, call)?]),
        _ => None,
    }
}

/// The greatest of them.
pub(crate) fn greatest(call: &mut Call<'_>) -> Option<ValueFact> {
    let all = candidates(call)?;
    Some(ValueFact::Integer(call.algebra.extents_mut().maximum(all)))
}

/// The least of them.
pub(crate) fn least(call: &mut Call<'_>) -> Option<ValueFact> {
    let all = candidates(call)?;
    Some(ValueFact::Integer(call.algebra.extents_mut().minimum(all)))
}

/// Rows beside each other.
pub(crate) fn side_by_side(call: &mut Call<'_>) -> Option<ValueFact> {
    joined(call, Orientation::Row)
}

/// Columns on top of each other.
pub(crate) fn stacked(call: &mut Call<'_>) -> Option<ValueFact> {
    joined(call, Orientation::Column)
}

fn joined(call: &mut Call<'_>, wanted: Orientation) -> Option<ValueFact> {
    const BUDGET: usize = 16;
    let mut all = Vec::new();
    for place in 0..call.args.len() {
        let orientation = call.orientation(place);
        if orientation != Orientation::Scalar && orientation != wanted {
            return None;
        }
        all.extend(elements(place, call)?);
    }
    (!all.is_empty() && all.len() <= BUDGET).then(|| ValueFact::Integers(all.into()))
}
