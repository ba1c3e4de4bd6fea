//! Reading the rules of a row: what is known of the outputs of a call.

use formwork_domain::{AbstractValue, ClassSet};
use formwork_shape::Truth;
use formwork_shape::shape::Algebra;

use super::call::Call;
use super::{ClassRule, classes, contents, facts, real, shapes};
use crate::row::Row;

/// What is known of the outputs of a call, from what is known of its arguments: one
/// for each that is asked for, at least one if the function has any.
#[must_use]
pub fn infer_outputs(
    row: &Row,
    args: &[AbstractValue],
    nargout: usize,
    algebra: &mut Algebra,
) -> Vec<AbstractValue> {
    let mut call = Call {
        name: row.name,
        own: &row.own,
        lesson: row.lesson,
        args,
        output: 0,
        nargout,
        algebra,
    };
    if let Some(outputs) = row.own.outputs.and_then(|rule| rule(&mut call)) {
        return outputs;
    }
    let mut inferred = Vec::new();
    for place in 0..nargout.max(1) {
        let listed = row.outputs.get(place);
        let Some(output) = listed.or(row.outputs.last().filter(|last| last.repeated)) else {
            break;
        };
        call.output = place;
        let shape = shapes::shape(output.shape, &mut call);
        let classes = classes::classes(output.class, &call);
        let mut value = AbstractValue::new(classes, shape);
        if value.complex == Truth::Maybe {
            value.complex = real::complex(row.effects, &mut call);
        }
        facts::add(&mut value, &mut call);
        value.contents = contents::contents(&value, &mut call);
        inferred.push(value);
    }
    inferred
}

/// What is known of the outputs of a call whose arguments nobody knows, not even how many there
/// are (`sprintf (format, list{:})`): the shapes and classes that do not depend on them.
#[must_use]
pub fn outputs_of_any_call(
    row: &Row,
    nargout: usize,
    algebra: &mut Algebra,
) -> Option<Vec<AbstractValue>> {
    let own = &row.own;
    if own.outputs.is_some() || own.answer.is_some() || row.outputs.len() < nargout {
        return None;
    }
    let mut inferred = Vec::new();
    for (place, output) in row.outputs.iter().take(nargout.max(1)).enumerate() {
        let mut call = Call {
            name: row.name,
            own,
            lesson: row.lesson,
            args: &[],
            output: place,
            nargout,
            algebra: &mut *algebra,
        };
        let shape = (output.shape.is_the_same_for_all() && own.shape.is_none())
            .then(|| shapes::shape(output.shape, &mut call))
            .flatten();
        let classes = match output.class {
            ClassRule::Is(class) if own.classes.is_none() => ClassSet::only(class),
            _ => ClassSet::ALL,
        };
        inferred.push(AbstractValue::new(classes, shape));
    }
    Some(inferred)
}
