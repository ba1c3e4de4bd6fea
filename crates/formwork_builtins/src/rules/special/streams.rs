//! Shapes and classes of what functions of open files give.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::shape::{Algebra, ShapeId};

use super::unrunnable;
use crate::rules::call::Call;

/// Whether `fopen` opens: of a number it tells, and of "all" it lists. A text of which nothing is
/// known is taken for the name of a file.
fn opens(call: &Call<'_>) -> bool {
    call.args.len() > 1 || (call.is_text(0) && call.text(0).is_none_or(|text| text != "all"))
}

/// Of `fopen`.
pub(crate) fn opened(call: &mut Call<'_>) -> Option<ShapeId> {
    (call.output == 0 && opens(call)).then_some(Algebra::SCALAR)
}

/// Of `fopen`.
pub(crate) fn opened_class(call: &Call<'_>) -> ClassSet {
    let number = ClassSet::only(Class::Double);
    if opens(call) { number } else { number.union(ClassSet::only(Class::Char)) }
}

/// Of `fread`.
pub(crate) fn class_of_bytes(call: &Call<'_>) -> ClassSet {
    if call.output == 0 { unrunnable::class_of_bytes(call) } else { ClassSet::only(Class::Double) }
}

/// Of `isfile` and the like: one answer for a text, and one for each of a cell array.
pub(crate) fn of_names(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_text(0) {
        return Some(Algebra::SCALAR);
    }
    if call.is_cell(0) { call.shape(0) } else { None }
}
