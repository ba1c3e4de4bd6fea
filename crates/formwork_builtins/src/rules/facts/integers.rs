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
    match call.name {
        "double" | "full" | "real" | "uplus" | "squeeze" | "conj" => kept(call),
        "transpose" | "ctranspose" | "vec" => turned(call),
        "floor" | "fix" | "round" | "ceil" => rounded(call),
        "prod" | "sum" => reduced(call),
        "max" | "min" => extreme(call),
        "horzcat" | "vertcat" => joined(call),
        "abs" | "uminus" => {
            let value = scalar(0, call)?;
            let minus = call.algebra.extents_mut().literal(-1);
            let negated = call.algebra.extents_mut().multiply(value, minus);
            if call.name == "uminus" {
                return Some(ValueFact::Integer(negated));
            }
            let natural = is_natural(value, call);
            let extents = call.algebra.extents_mut();
            Some(ValueFact::Integer(if natural {
                value
            } else {
                extents.maximum([value, negated])
            }))
        }
        "plus" | "minus" | "times" | "mtimes" if call.args.len() == 2 => {
            let (a, b) = (scalar(0, call)?, scalar(1, call)?);
            let extents = call.algebra.extents_mut();
            Some(ValueFact::Integer(match call.name {
                "plus" => extents.add(a, b),
                "minus" => extents.subtract(a, b),
                _ => extents.multiply(a, b),
            }))
        }
        "rdivide" | "mrdivide" => {
            let (a, b) = (scalar(0, call)?, scalar(1, call)?);
            let positive = call.algebra.extents().interval(b).low().is_some_and(|low| low > 0);
            positive.then(|| ValueFact::Floor(call.algebra.extents_mut().floor_divide(a, b)))
        }
        "mod" | "rem" => {
            let (a, b) = (scalar(0, call)?, scalar(1, call)?);
            let same = call.name == "mod" || (is_natural(a, call) && is_natural(b, call));
            // The remainder by zero is not the same for both.
            let divisor = call.algebra.extents().is_zero(b).is_no();
            (same && divisor).then(|| ValueFact::Integer(call.algebra.extents_mut().modulo(a, b)))
        }
        _ => None,
    }
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
fn kept(call: &mut Call<'_>) -> Option<ValueFact> {
    let [argument] = call.args else { return None };
    // Characters and truth values have other facts.
    match &argument.value {
        ValueFact::Integer(_)
        | ValueFact::Floor(_)
        | ValueFact::Integers(_)
        | ValueFact::Ramp { .. }
        | ValueFact::SizeOf(_)
        | ValueFact::Between(..) => Some(argument.value.clone()),
        ValueFact::Const(_) | ValueFact::Any | ValueFact::Within(_) => None,
    }
}

/// The integers of a vector, which may lie the other way.
fn turned(call: &mut Call<'_>) -> Option<ValueFact> {
    let vector =
        matches!(call.orientation(0), Orientation::Scalar | Orientation::Row | Orientation::Column);
    let elements = elements(0, call).filter(|_| vector && call.args.len() == 1)?;
    Some(ValueFact::Integers(elements.into()))
}

fn rounded(call: &mut Call<'_>) -> Option<ValueFact> {
    let [argument] = call.args else { return None };
    match argument.value {
        ValueFact::Floor(floor) if argument.is_scalar() => match call.name {
            "floor" => Some(ValueFact::Integer(floor)),
            "fix" if is_natural(floor, call) => Some(ValueFact::Integer(floor)),
            _ => None,
        },
        ValueFact::Floor(_) => None,
        _ => kept(call),
    }
}

/// The sum or the product of all elements.
fn reduced(call: &mut Call<'_>) -> Option<ValueFact> {
    let vector = matches!(call.orientation(0), Orientation::Row | Orientation::Column);
    let [argument] = call.args else { return None };
    if call.name == "prod"
        && let ValueFact::SizeOf(shape) = argument.value
    {
        return Some(ValueFact::Integer(call.algebra.count(shape)));
    }
    let elements = elements(0, call).filter(|elements| vector && !elements.is_empty())?;
    let extents = call.algebra.extents_mut();
    Some(ValueFact::Integer(match call.name {
        "prod" => extents.product(elements),
        _ => elements.into_iter().fold(Extents::ZERO, |sum, element| extents.add(sum, element)),
    }))
}

fn extreme(call: &mut Call<'_>) -> Option<ValueFact> {
    let all = match call.args {
        [_] => {
            let vector = matches!(
                call.orientation(0),
                Orientation::Row | Orientation::Column | Orientation::Scalar
            );
            elements(0, call).filter(|elements| vector && !elements.is_empty())?
        }
        [_, _] => vec![scalar(0, call)?, scalar(1, call)?],
        _ => return None,
    };
    let extents = call.algebra.extents_mut();
    let best = if call.name == "max" { extents.maximum(all) } else { extents.minimum(all) };
    Some(ValueFact::Integer(best))
}

/// Rows beside each other, columns on top of each other.
fn joined(call: &mut Call<'_>) -> Option<ValueFact> {
    const BUDGET: usize = 16;
    let wanted = if call.name == "horzcat" { Orientation::Row } else { Orientation::Column };
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
