//! Shapes and classes of what the functions of MATLAB's strings give.
//!
//! A row of characters is one text; so is what has no characters.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::{Call, Orientation};

const STRING: ClassSet = ClassSet::only(Class::String);
const CHAR: ClassSet = ClassSet::only(Class::Char);
const CELL: ClassSet = ClassSet::only(Class::Cell);

fn is_strings(call: &Call<'_>, place: usize) -> bool {
    call.classes(place) == STRING
}

/// One text as an element: that of a row of characters.
fn is_one_row(call: &mut Call<'_>, place: usize) -> bool {
    let row = matches!(call.orientation(place), Orientation::Row | Orientation::Scalar);
    call.is_text(place)
        && (row || call.constant(place).is_some_and(formwork_runtime::Value::is_empty))
}

/// The shape of an argument as an array of texts.
fn texts(call: &mut Call<'_>, place: usize) -> Option<ShapeId> {
    if is_strings(call, place) || call.is_cell(place) {
        call.shape(place)
    } else if is_one_row(call, place) {
        Some(Algebra::SCALAR)
    } else {
        None
    }
}

/// Of `string`.
pub(crate) fn string(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.is_empty() {
        return Some(Algebra::SCALAR);
    }
    if !call.may_be_text(0) && !call.classes(0).may_be_object() {
        return call.shape(0);
    }
    texts(call, 0)
}

/// One element for each of the argument.
pub(crate) fn each_element(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.classes(0).may_be_object() { None } else { call.shape(0) }
}

/// One for each text.
pub(crate) fn each(call: &mut Call<'_>) -> Option<ShapeId> {
    texts(call, 0)
}

/// A text for each text: of a row of characters such a row.
pub(crate) fn each_text(call: &mut Call<'_>) -> Option<ShapeId> {
    let texts = texts(call, 0)?;
    if call.is_text(0) { call.row_or_empty() } else { Some(texts) }
}

/// The class of the first argument, if it is text.
pub(crate) fn same_form(call: &Call<'_>) -> ClassSet {
    call.classes(0).intersection(STRING.union(CHAR).union(CELL))
}

/// Strings for strings, else a cell array; of one text it is characters where these are joined.
pub(crate) fn list_form(call: &Call<'_>) -> ClassSet {
    if is_strings(call, 0) {
        STRING
    } else if call.classes(0).contains(Class::String) {
        STRING.union(CELL).union(CHAR)
    } else {
        CELL.union(CHAR)
    }
}

/// Strings if any argument is an array of them, else a cell array if any is one.
pub(crate) fn any_form(call: &Call<'_>) -> ClassSet {
    let all = || (0..call.args.len()).map(|place| call.classes(place));
    if all().any(|classes| classes == STRING) {
        STRING
    } else if all().all(|classes| classes == CHAR) {
        CHAR
    } else if all().any(|classes| classes.contains(Class::String)) {
        STRING.union(CELL).union(CHAR)
    } else {
        CELL.union(CHAR)
    }
}

/// Of `append`.
pub(crate) fn append(call: &mut Call<'_>) -> Option<ShapeId> {
    if (0..call.args.len()).all(|place| call.is_text(place)) {
        return call.row_or_empty();
    }
    let mut whole = Algebra::SCALAR;
    for place in 0..call.args.len() {
        let own = texts(call, place)?;
        if own != Algebra::SCALAR && whole != Algebra::SCALAR && own != whole {
            return None;
        }
        if own != Algebra::SCALAR {
            whole = own;
        }
    }
    Some(whole)
}

/// Of `join`: one text of a row or of a column.
pub(crate) fn join(call: &mut Call<'_>) -> Option<ShapeId> {
    if !is_strings(call, 0)
        || call.args.len() > 2
        || (call.args.len() == 2 && !is_one_text(call, 1))
    {
        return None;
    }
    match call.orientation(0) {
        Orientation::Scalar | Orientation::Row | Orientation::Column => Some(Algebra::SCALAR),
        Orientation::Other | Orientation::Unknown => None,
    }
}

fn is_one_text(call: &mut Call<'_>, place: usize) -> bool {
    is_one_row(call, place)
        || (is_strings(call, place) && call.shape(place) == Some(Algebra::SCALAR))
}

/// Of `split`: a column of the parts of one text.
pub(crate) fn split(call: &mut Call<'_>) -> Option<ShapeId> {
    let one = is_one_text(call, 0) && call.args.len() < 3;
    // What gives one part of characters is characters, not a cell array of one.
    if !one || !is_strings(call, 0) {
        return None;
    }
    let parts = call.fresh("parts");
    Some(call.algebra.tuple([parts, Extents::ONE]))
}
