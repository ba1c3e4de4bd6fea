//! Functions whose outputs hang together: what is unknown of one is the same of another.

use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact, union};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};

use super::call::{ARRAYS, Call, Orientation};
use super::shapes::size_vector;

fn double(shape: ShapeId, value: ValueFact) -> AbstractValue {
    AbstractValue::of_class_and_shape(Class::Double, shape).with_value(value)
}

fn some_count() -> AbstractValue {
    double(Algebra::SCALAR, ValueFact::Within(Bounds::COUNT))
}

pub(crate) fn deal(call: &mut Call<'_>) -> Option<Vec<AbstractValue>> {
    let count = call.nargout.max(1);
    Some(match call.args {
        [only] => vec![only.clone(); count],
        several => several.iter().take(count).cloned().collect(),
    })
}

/// The extents of an array, in one row or one by one.
pub(crate) fn sizes(call: &mut Call<'_>) -> Option<Vec<AbstractValue>> {
    Some(size(call))
}

fn size(call: &mut Call<'_>) -> Vec<AbstractValue> {
    let shape = call.shape(0);
    if call.args.len() == 1 {
        if call.nargout <= 1 {
            let own = size_vector(call);
            let fact = shape.map_or(ValueFact::Within(Bounds::COUNT), ValueFact::SizeOf);
            return vec![double(own, fact)];
        }
        let last = u32::try_from(call.nargout - 1).unwrap_or(u32::MAX);
        let Some(shape) = shape else { return vec![some_count(); call.nargout] };
        return (0..=last)
            .map(|axis| {
                let extent = if axis == last {
                    call.algebra.count_from(shape, axis)
                } else {
                    call.algebra.extent(shape, axis)
                };
                AbstractValue::integer(extent, call.algebra)
            })
            .collect();
    }
    let extents = shape.and_then(|shape| wanted_extents(shape, call));
    if call.nargout > 1 {
        return (0..call.nargout)
            .map(|place| match extents.as_ref().and_then(|extents| extents.get(place)) {
                Some(&extent) => AbstractValue::integer(extent, call.algebra),
                None => some_count(),
            })
            .collect();
    }
    match extents.as_deref() {
        Some(&[single]) => vec![AbstractValue::integer(single, call.algebra)],
        Some(several) => {
            let columns = call.literal(several.len());
            let own = call.algebra.tuple([Extents::ONE, columns]);
            vec![double(own, ValueFact::Integers(several.into()))]
        }
        None => {
            let columns = match (call.args.len(), call.count(1)) {
                (2, Some(count)) => count,
                (2, None) => call.fresh("columns"),
                (several, _) => call.literal(several - 1),
            };
            let own = call.algebra.tuple([Extents::ONE, columns]);
            vec![double(own, ValueFact::Within(Bounds::COUNT))]
        }
    }
}

/// The extents that the arguments after the first ask for.
fn wanted_extents(shape: ShapeId, call: &mut Call<'_>) -> Option<Vec<ExtentId>> {
    let mut axes = Vec::new();
    for place in 1..call.args.len() {
        let value = call.constant(place).filter(|value| !value.is_char())?;
        let numbers = value.to_f64_array()?.into_owned();
        let numbers = numbers.as_slice();
        let taken = if call.args.len() == 2 { numbers } else { numbers.get(..1)? };
        for &number in taken {
            let whole = number.fract() == 0.0 && (1.0..1e6).contains(&number);
            axes.push(if whole { number as u32 - 1 } else { return None });
        }
    }
    (axes.len() <= 64).then(|| axes.iter().map(|&axis| call.algebra.extent(shape, axis)).collect())
}

/// Where elements are not zero: all outputs have one shape.
pub(crate) fn find(call: &mut Call<'_>) -> Option<Vec<AbstractValue>> {
    if !call.is_array(0) {
        return None;
    }
    let most = call.count(0);
    let mut found = match (super::facts::marked(call), most) {
        (Some(marked), _) => marked,
        (None, Some(most)) => call.fresh_at_most("numel", most),
        (None, None) => call.fresh("numel"),
    };
    if call.args.len() > 1
        && let Some(limit) = call.number(1).filter(|limit| *limit >= 1.0)
    {
        let limit = call.literal(limit as usize);
        found = call.fresh_at_most("numel", limit);
    }
    let row = call.algebra.tuple([Extents::ONE, found]);
    let column = call.algebra.tuple([found, Extents::ONE]);
    let empty = call.empty();
    let shape = match call.orientation(0) {
        Orientation::Scalar => call.either(&[Algebra::SCALAR, empty]),
        Orientation::Other if matches!(most, Some(most) if call.is_nonzero(most)) => Some(column),
        Orientation::Row => {
            let columns = call.extents(0).map_or(Extents::ONE, |extents| extents[1]);
            match call.is_one(columns).is_no() {
                true => Some(row),
                false => call.either(&[row, empty]),
            }
        }
        Orientation::Column => {
            let rows = call.extents(0).map_or(Extents::ONE, |extents| extents[0]);
            match call.is_one(rows).is_no() {
                true => Some(column),
                false => call.either(&[column, empty]),
            }
        }
        Orientation::Other | Orientation::Unknown => {
            let matrix = call.matrix();
            match call.shape(0).and_then(|shape| call.algebra.maximum_rank(shape)) {
                Some(_) => call.either(&[row, column, empty]).filter(|_| most.is_some()),
                None => Some(matrix),
            }
            .map(|shape| {
                if most.is_some_and(|most| call.is_nonzero(most)) { shape } else { matrix }
            })
        }
    }?;
    let rows = call.shape(0).map(|shape| call.algebra.extent(shape, 0));
    let columns = call.shape(0).map(|shape| call.algebra.count_from(shape, 1));
    let place = |most: Option<ExtentId>| match most {
        Some(most) => ValueFact::Between(Extents::ONE, most),
        None => ValueFact::Within(Bounds { low: 1.0, ..Bounds::COUNT }),
    };
    let mut outputs = match call.nargout {
        0 | 1 => vec![double(shape, place(most))],
        _ => vec![double(shape, place(rows)), double(shape, place(columns))],
    };
    if call.nargout > 2 {
        let argument = &call.args[0];
        let classes = argument.classes.intersection(ARRAYS);
        outputs.push(AbstractValue {
            // What is found may all be real, or nothing.
            complex: if argument.complex.is_no() { Truth::No } else { Truth::Maybe },
            ..AbstractValue::new(classes, Some(shape))
        });
    }
    Some(outputs)
}

/// A field that is known by its name.
pub(crate) fn getfield(call: &mut Call<'_>) -> Option<Vec<AbstractValue>> {
    let [structure, _] = call.args else { return None };
    let name = call.text(1).filter(|_| structure.is_scalar())?;
    Some(vec![structure.fields(call.algebra)?.get(&name)?.clone()])
}

/// One of two values, if the choice is one.
pub(crate) fn merge(call: &mut Call<'_>) -> Option<Vec<AbstractValue>> {
    let [mask, yes, no] = call.args else { return None };
    mask.is_scalar().then(|| vec![union(call.algebra, yes, no)])
}

/// `colon(first, last)` and `colon(first, step, last)` of integers.
pub(crate) fn colon(call: &mut Call<'_>) -> Option<Vec<AbstractValue>> {
    let double = ClassSet::only(Class::Double);
    if call.args.iter().any(|argument| argument.classes != double || !argument.is_scalar()) {
        return None;
    }
    let (first, step, last) = match call.args {
        [first, last] => (first, 1, last),
        [first, step, last] => {
            let step = step.constant().and_then(Value::to_f64)?;
            if step.fract() != 0.0 || step == 0.0 || step.abs() > 1e9 {
                return None;
            }
            (first, step as i64, last)
        }
        _ => return None,
    };
    let first = first.as_integer(call.algebra)?;
    let last = match last.value {
        ValueFact::Floor(floor) if step > 0 => floor,
        _ => last.as_integer(call.algebra)?,
    };
    let size = call.algebra.extents_mut().literal(step);
    let shape = call.algebra.range(first, size, last);
    Some(vec![self::double(shape, ValueFact::Ramp { first, step })])
}

/// The name of a class that is known.
pub(crate) fn class_name(call: &mut Call<'_>) -> Option<Vec<AbstractValue>> {
    let [argument] = call.args else { return None };
    let name = Value::text(argument.classes.single()?.name());
    Some(vec![AbstractValue::of(&name, call.algebra)])
}
