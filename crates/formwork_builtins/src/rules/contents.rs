//! What is inside the containers that functions make.

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, Contents, Fields};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::shape::Algebra;

use super::call::{Call, is_only};
use super::facts::questions::cell_of_texts;

/// What is inside an output.
pub(super) fn contents(output: &AbstractValue, call: &mut Call<'_>) -> Option<Contents> {
    let cell = output.classes == ClassSet::only(Class::Cell);
    let structure = output.classes == ClassSet::only(Class::Struct);
    if call.output > 0 || !(cell || structure) {
        return None;
    }
    call.own.contents.and_then(|rule| rule(call))
}

/// Every element is an empty array.
pub(crate) fn empties(call: &mut Call<'_>) -> Option<Contents> {
    let empty = AbstractValue::of(&Value::empty(), call.algebra);
    Some(Contents::Every(Rc::new(empty)))
}

/// Every element is an element of the argument.
pub(crate) fn scalars(call: &mut Call<'_>) -> Option<Contents> {
    let [argument] = call.args else { return None };
    if !call.is_array(0) {
        return None;
    }
    // One without an imaginary part is no longer complex.
    let real = argument.complex == Truth::No;
    let scalar = AbstractValue {
        complex: if real { Truth::No } else { Truth::Maybe },
        ..AbstractValue::new(argument.classes, Some(Algebra::SCALAR))
    };
    Some(Contents::Every(Rc::new(scalar)))
}

/// Texts, whatever the arguments are.
pub(crate) fn only_texts(_call: &mut Call<'_>) -> Option<Contents> {
    texts()
}

/// Texts for texts.
pub(crate) fn texts_for_texts(call: &mut Call<'_>) -> Option<Contents> {
    let argument = call.args.first()?;
    cell_of_texts(argument, call).is_yes().then(texts).flatten()
}

/// The same; one replacement for each of several is another cell array.
pub(crate) fn replaced(call: &mut Call<'_>) -> Option<Contents> {
    if call.is_text(1) && call.is_text(2) { texts_for_texts(call) } else { None }
}

/// Every element is a text.
fn texts() -> Option<Contents> {
    Some(Contents::Every(Rc::new(AbstractValue::new(ClassSet::only(Class::Char), None))))
}

/// The names of fields are texts; if all are known, these.
pub(crate) fn names(call: &mut Call<'_>) -> Option<Contents> {
    let argument = call.args.first()?;
    match argument.fields(call.algebra) {
        Some(fields) if !fields.open && is_only(argument, Class::Struct) => {
            Some(Contents::Elements(
                fields
                    .known
                    .iter()
                    .map(|(name, _)| AbstractValue::of(&Value::text(&**name), call.algebra))
                    .collect(),
            ))
        }
        _ => texts(),
    }
}

/// The fields that names and values make.
pub(crate) fn structure_of(call: &mut Call<'_>) -> Option<Contents> {
    let mut fields = Fields::default();
    if !call.args.len().is_multiple_of(2) {
        return None;
    }
    for place in (0..call.args.len()).step_by(2) {
        let (Some(name), value) = (call.text(place), &call.args[place + 1]) else { return None };
        let value =
            if value.classes.contains(Class::Cell) { inside(value, call) } else { value.clone() };
        fields.set(&name.into(), value);
    }
    Some(Contents::Fields(Rc::new(fields)))
}

/// What a field is that gets the elements of a cell array.
fn inside(value: &AbstractValue, call: &mut Call<'_>) -> AbstractValue {
    if !is_only(value, Class::Cell) {
        return AbstractValue::unknown();
    }
    match value.elements(call.algebra).as_deref() {
        Some([one]) => one.clone(),
        _ => match &value.contents {
            Some(Contents::Every(every)) => (**every).clone(),
            _ => AbstractValue::unknown(),
        },
    }
}

pub(crate) fn with_field(call: &mut Call<'_>) -> Option<Contents> {
    let [argument, _, value] = call.args else { return None };
    let name = call.text(1)?;
    if !is_only(argument, Class::Struct) || !argument.is_scalar() {
        return None;
    }
    let mut fields = (*argument.fields(call.algebra)?).clone();
    fields.set(&name.into(), value.clone());
    Some(Contents::Fields(Rc::new(fields)))
}

pub(crate) fn without_field(call: &mut Call<'_>) -> Option<Contents> {
    let argument = call.args.first()?;
    let gone: Vec<String> = match call.text(1) {
        Some(name) => vec![name],
        None => match call.constant(1) {
            Some(Value::Cell(cells)) => cells
                .as_slice()
                .iter()
                .map(|cell| cell.as_text().map(std::borrow::Cow::into_owned))
                .collect::<Option<_>>()?,
            _ => return None,
        },
    };
    let mut fields = (*argument.fields(call.algebra)?).clone();
    fields.known.retain(|(name, _)| !gone.iter().any(|other| **name == **other));
    Some(Contents::Fields(Rc::new(fields)))
}

/// The values of the fields of a scalar struct, in order.
pub(crate) fn values(call: &mut Call<'_>) -> Option<Contents> {
    let argument = call.args.first()?;
    let fields = argument.fields(call.algebra).filter(|fields| !fields.open)?;
    argument
        .is_scalar()
        .then(|| Contents::Elements(fields.known.iter().map(|(_, value)| value.clone()).collect()))
}

/// What holds of every element, in another order.
pub(crate) fn same(call: &mut Call<'_>) -> Option<Contents> {
    match &call.args.first()?.contents {
        Some(Contents::Every(every)) => Some(Contents::Every(Rc::clone(every))),
        _ => None,
    }
}
