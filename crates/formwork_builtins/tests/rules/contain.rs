//! Whether a value is what is known of it, the unknowns being what they are.
//!
//! An unknown that a rule made up is what the first place says where it stands, and
//! must be the same at every other.

use formwork_domain::{AbstractValue, Contents, ValueFact, concrete_shape, same_value};
use formwork_runtime::{StructArray, Value};
use formwork_shape::Truth;
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::extent::{ExtentId, Stuck, Unknown};
use formwork_shape::shape::{Algebra, Assignment, Node, ShapeId};

/// What is wrong with a value, if anything is.
pub(crate) fn contradiction(
    known: &AbstractValue,
    value: &Value,
    algebra: &Algebra,
    assignment: &mut Assignment,
) -> Option<&'static str> {
    if !known.classes.contains(value.class()) {
        return Some("class");
    }
    if known.complex != Truth::Maybe && known.complex != Truth::from(value.is_complex()) {
        return Some("realness");
    }
    let size = concrete_shape(&value.dims());
    if let Some(shape) = known.shape
        && !has_size(shape, &size, algebra, assignment)
    {
        return Some("size");
    }
    if !has_elements(&known.value, value, algebra, assignment) {
        return Some("elements");
    }
    match &known.contents {
        Some(contents) if !has_contents(contents, value, algebra, assignment) => Some("contents"),
        _ => None,
    }
}

/// Whether an extent is a number; binds an unknown that has no value yet.
fn is_number(
    extent: ExtentId,
    number: i64,
    algebra: &Algebra,
    assignment: &mut Assignment,
) -> bool {
    match algebra.evaluate_extent(extent, assignment) {
        Ok(value) => value == number,
        Err(Stuck::Undefined) => false,
        Err(Stuck::Unknown) => {
            if let Some(Unknown::Name(name)) = algebra.extents().as_unknown(extent) {
                assignment.set_name(name, number);
            }
            algebra.extents().interval(extent).contains(number)
                && algebra.extents().congruence(extent).contains(number)
        }
    }
}

fn has_size(
    shape: ShapeId,
    size: &ConcreteShape,
    algebra: &Algebra,
    assignment: &mut Assignment,
) -> bool {
    match algebra.evaluate(shape, assignment) {
        Ok(value) => return value.as_ref() == Some(size),
        Err(Stuck::Undefined) => return false,
        Err(Stuck::Unknown) => {}
    }
    match algebra.node(shape) {
        Node::Illegal => false,
        Node::Select(_, a, b) => [*a, *b].into_iter().any(|choice| {
            let mut attempt = assignment.clone();
            let fits = has_size(choice, size, algebra, &mut attempt);
            if fits {
                *assignment = attempt;
            }
            fits
        }),
        Node::Tuple(extents) => {
            size.rank() <= extents.len().max(2)
                && extents.iter().enumerate().all(|(axis, &extent)| {
                    let number = i64::try_from(size.extent(axis)).unwrap_or(i64::MAX);
                    is_number(extent, number, algebra, assignment)
                })
        }
        Node::Variable(variable) => {
            assignment.set_variable(*variable, size.clone());
            true
        }
        Node::Elementwise(..) | Node::Apply(..) => true,
    }
}

fn has_elements(
    fact: &ValueFact,
    value: &Value,
    algebra: &Algebra,
    assignment: &mut Assignment,
) -> bool {
    let elements: Vec<f64> = match fact {
        ValueFact::Any => return true,
        ValueFact::Const(constant) => return same_value(constant, value),
        _ => match value.to_f64_array() {
            Some(array) => array.as_slice().to_vec(),
            None => return false,
        },
    };
    if value.is_complex() {
        return false;
    }
    let mut is = |extent: ExtentId, x: f64| {
        x.fract() == 0.0 && is_number(extent, x as i64, algebra, assignment)
    };
    match fact {
        ValueFact::Any | ValueFact::Const(_) => true,
        ValueFact::Integer(extent) => value.is_scalar() && is(*extent, elements[0]),
        ValueFact::Floor(extent) => elements.first().is_none_or(|x| is(*extent, x.floor())),
        ValueFact::Ramp { first, step } => {
            value.dims().ndims() == 2
                && value.dims().rows() == 1
                && elements.first().is_none_or(|&x| is(*first, x))
                && elements.windows(2).all(|pair| pair[1] - pair[0] == *step as f64)
        }
        ValueFact::Integers(extents) => {
            let dims = value.dims();
            dims.ndims() == 2
                && (dims.rows() == 1 || dims.columns() == 1 || dims.numel() == 0)
                && elements.len() == extents.len()
                && elements.iter().zip(extents.iter()).all(|(&x, &extent)| is(extent, x))
        }
        ValueFact::SizeOf(shape) => {
            let size = ConcreteShape::new(elements.iter().map(|&x| x as u64));
            value.dims().rows() == 1
                && elements.len() >= 2
                && elements.iter().all(|&x| x >= 0.0 && x.fract() == 0.0)
                && size.rank() == elements.len()
                && has_size(*shape, &size, algebra, assignment)
        }
        ValueFact::Marked(count) => {
            is(*count, elements.iter().filter(|&&x| x != 0.0).count() as f64)
        }
        ValueFact::Between(low, high) => elements.iter().all(|&x| {
            let within = |extent: &ExtentId, beyond: fn(f64, f64) -> bool| match algebra
                .evaluate_extent(*extent, assignment)
            {
                Ok(bound) => !beyond(x, bound as f64),
                Err(_) => true,
            };
            x.fract() == 0.0 && within(low, |x, low| x < low) && within(high, |x, high| x > high)
        }),
        ValueFact::Within(bounds) => elements.iter().all(|&x| bounds.contains(x)),
    }
}

fn has_contents(
    contents: &Contents,
    value: &Value,
    algebra: &Algebra,
    assignment: &Assignment,
) -> bool {
    // Each element has unknowns of its own.
    let is = |known: &AbstractValue, value: &Value| {
        contradiction(known, value, algebra, &mut assignment.clone()).is_none()
    };
    match (contents, value) {
        (Contents::Elements(elements), Value::Cell(cells)) => {
            elements.len() == cells.numel()
                && elements.iter().zip(cells.as_slice()).all(|(known, cell)| is(known, cell))
        }
        (Contents::Every(every), Value::Cell(cells)) => {
            cells.as_slice().iter().all(|cell| is(every, cell))
        }
        (Contents::Fields(fields), Value::Struct(structure)) => {
            let structure: &StructArray = structure;
            let names: Vec<&str> = structure.fields().map(|(name, _)| &**name).collect();
            let known: Vec<&str> = fields.known.iter().map(|(name, _)| &**name).collect();
            (fields.open || names == known)
                && fields.known.iter().all(|(name, known)| {
                    structure
                        .fields()
                        .find(|(own, _)| *own == name)
                        .is_some_and(|(_, values)| values.iter().all(|value| is(known, value)))
                })
        }
        (Contents::Handle(_), Value::Function(_)) => true,
        _ => false,
    }
}
