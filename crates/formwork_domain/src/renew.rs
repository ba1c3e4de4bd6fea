//! Values that are described like others, but are others.

use formwork_shape::extent::ExtentId;
use formwork_shape::shape::{Algebra, ShapeId, Stock, Substitution};

use crate::contents::Contents;
use crate::value::{AbstractValue, ValueFact};

/// The values with names of their own for everything that was made up since: what they
/// have in common with each other stays so.
#[must_use]
pub fn renewed(
    algebra: &mut Algebra,
    values: &[AbstractValue],
    since: &Stock,
) -> Vec<AbstractValue> {
    let (mut shapes, mut extents) = (Vec::new(), Vec::new());
    for value in values {
        mentioned(value, &mut shapes, &mut extents);
    }
    let renewal = algebra.renewal(&shapes, &extents, since);
    if renewal.is_empty() {
        return values.to_vec();
    }
    values.iter().map(|value| substituted(algebra, value, &renewal)).collect()
}

/// Adds the shapes and extents that a value is described with.
pub fn mentioned(value: &AbstractValue, shapes: &mut Vec<ShapeId>, extents: &mut Vec<ExtentId>) {
    shapes.extend(value.shape);
    match &value.value {
        ValueFact::Any | ValueFact::Const(_) | ValueFact::Within(_) => {}
        ValueFact::Integer(extent) | ValueFact::Floor(extent) | ValueFact::Marked(extent) => {
            extents.push(*extent);
        }
        ValueFact::Ramp { first, .. } => extents.push(*first),
        ValueFact::Integers(all) => extents.extend(all.iter().copied()),
        ValueFact::SizeOf(shape) => shapes.push(*shape),
        ValueFact::Between(low, high) => extents.extend([*low, *high]),
    }
    match &value.contents {
        None | Some(Contents::Handle(_)) => {}
        Some(Contents::Every(every)) => mentioned(every, shapes, extents),
        Some(Contents::Elements(elements)) => {
            elements.iter().for_each(|element| mentioned(element, shapes, extents));
        }
        Some(Contents::Fields(fields)) => {
            fields.known.iter().for_each(|(_, value)| mentioned(value, shapes, extents));
        }
    }
}

/// A value with something put in for its unknowns.
#[must_use]
pub fn substituted(
    algebra: &mut Algebra,
    value: &AbstractValue,
    substitution: &Substitution,
) -> AbstractValue {
    let mut changed = value.clone();
    changed.shape = value.shape.map(|shape| algebra.substitute(shape, substitution));
    let extent =
        |algebra: &mut Algebra, extent: ExtentId| algebra.substitute_extent(extent, substitution);
    changed.value = match &value.value {
        ValueFact::Any | ValueFact::Const(_) | ValueFact::Within(_) => value.value.clone(),
        ValueFact::Integer(one) => {
            let one = extent(algebra, *one);
            match algebra.extents().as_literal(one) {
                Some(number) if value.classes.single() == Some(formwork_runtime::Class::Double) => {
                    ValueFact::Const(formwork_runtime::Value::double(number as f64))
                }
                _ => ValueFact::Integer(one),
            }
        }
        ValueFact::Floor(one) => ValueFact::Floor(extent(algebra, *one)),
        ValueFact::Marked(one) => ValueFact::Marked(extent(algebra, *one)),
        ValueFact::Ramp { first, step } => {
            ValueFact::Ramp { first: extent(algebra, *first), step: *step }
        }
        ValueFact::Integers(all) => {
            ValueFact::Integers(all.iter().map(|&one| extent(algebra, one)).collect())
        }
        ValueFact::SizeOf(shape) => ValueFact::SizeOf(algebra.substitute(*shape, substitution)),
        ValueFact::Between(low, high) => {
            ValueFact::Between(extent(algebra, *low), extent(algebra, *high))
        }
    };
    changed.contents = match &value.contents {
        None => None,
        Some(Contents::Handle(handle)) => Some(Contents::Handle(*handle)),
        Some(Contents::Every(every)) => {
            Some(Contents::Every(substituted(algebra, every, substitution).into()))
        }
        Some(Contents::Elements(elements)) => Some(Contents::Elements(
            elements.iter().map(|element| substituted(algebra, element, substitution)).collect(),
        )),
        Some(Contents::Fields(fields)) => {
            let mut own = (**fields).clone();
            for (_, value) in &mut own.known {
                *value = substituted(algebra, value, substitution);
            }
            Some(Contents::Fields(own.into()))
        }
    };
    changed
}
