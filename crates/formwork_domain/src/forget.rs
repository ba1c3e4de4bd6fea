//! One of many values that are described together.
//!
//! What is known of every element of a cell array holds for each of them, but its
//! unknowns are not the same number for each: taking one out gives it unknowns of its
//! own.

use formwork_shape::extent::{ExtentId, Interval, Origin, Unknown};
use formwork_shape::shape::{Algebra, Node, ShapeId};

use crate::contents::Contents;
use crate::value::{AbstractValue, ValueFact};

/// What is known of one of the values that another describes.
#[must_use]
pub fn one_of_many(algebra: &mut Algebra, every: &AbstractValue) -> AbstractValue {
    let shape = every.shape.map(|shape| own_shape(algebra, shape));
    let value = match &every.value {
        ValueFact::Any | ValueFact::Const(_) | ValueFact::Within(_) => every.value.clone(),
        ValueFact::Integer(extent) if is_shared(algebra, *extent) => every.value.clone(),
        ValueFact::Floor(_)
        | ValueFact::Integer(_)
        | ValueFact::Ramp { .. }
        | ValueFact::Integers(_)
        | ValueFact::SizeOf(_)
        | ValueFact::Between(..)
        | ValueFact::Marked(_) => every.bounds(algebra).map_or(ValueFact::Any, ValueFact::Within),
    };
    let contents = match &every.contents {
        Some(Contents::Handle(handle)) => Some(Contents::Handle(*handle)),
        Some(Contents::Every(inner)) => Some(Contents::Every(inner.clone())),
        Some(Contents::Elements(elements)) => Some(Contents::Elements(
            elements.iter().map(|element| one_of_many(algebra, element)).collect(),
        )),
        Some(Contents::Fields(fields)) => {
            let mut own = (**fields).clone();
            for (_, value) in &mut own.known {
                *value = one_of_many(algebra, value);
            }
            Some(Contents::Fields(own.into()))
        }
        None => None,
    };
    AbstractValue { classes: every.classes, complex: every.complex, shape, value, contents }
}

/// Whether an extent is the same number for every element: it speaks only of what the
/// user named.
fn is_shared(algebra: &Algebra, extent: ExtentId) -> bool {
    let extents = algebra.extents();
    extents.unknowns(extent).iter().all(|unknown| match unknown {
        Unknown::Name(name) => !matches!(extents.origin(*name), Origin::Fresh { .. }),
        Unknown::Measure(shape, _) => is_named(algebra, *shape),
    })
}

/// Whether a shape is that of one array the user named.
fn is_named(algebra: &Algebra, shape: ShapeId) -> bool {
    match algebra.node(shape) {
        Node::Variable(variable) => !algebra.variable_name(*variable).0.contains('#'),
        _ => false,
    }
}

fn own_shape(algebra: &mut Algebra, shape: ShapeId) -> ShapeId {
    if is_named(algebra, shape) {
        return shape;
    }
    let Some(extents) = algebra.as_tuple(shape) else { return algebra.fresh_variable("element") };
    let own: Vec<ExtentId> = extents
        .iter()
        .map(|&extent| {
            if is_shared(algebra, extent) {
                return extent;
            }
            let bounds = algebra.extents().interval(extent);
            let bounds = bounds.meet(Interval::EXTENT).unwrap_or(Interval::EXTENT);
            algebra.fresh_extent("element", bounds)
        })
        .collect();
    algebra.tuple(own)
}
