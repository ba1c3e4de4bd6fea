//! Shapes of texts and of cell arrays of texts.

use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};

use formwork_domain::ClassSet;
use formwork_runtime::Class;

use crate::rules::call::{Call, Orientation};
use crate::rules::facts::questions::cell_of_texts;

/// What texts are kept in.
const TEXTS: ClassSet = ClassSet::only(Class::Char).union(ClassSet::only(Class::Cell));

/// Of `char`.
pub(crate) fn char(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.args.len() {
        1 if call.is_array(0) => {
            // `char (false)` has no characters.
            let (shape, empty) = (call.shape(0)?, call.empty());
            let may_be_scalar = !matches!(call.orientation(0), Orientation::Other);
            match may_be_scalar && call.classes(0).contains(Class::Logical) {
                true => call.either(&[shape, empty]),
                false => Some(shape),
            }
        }
        1 if !call.is_cell(0) => None,
        _ => Some(call.matrix()),
    }
}

/// Of `cellstr`.
pub(crate) fn cellstr(call: &mut Call<'_>) -> Option<ShapeId> {
    if cell_of_texts(call.args.first()?, call).is_yes() {
        call.shape(0)
    } else if call.is_text(0) {
        Some(call.column())
    } else {
        None
    }
}

/// Of `index`, `rindex`.
pub(crate) fn index(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_cell(0) {
        call.shape(0)
    } else if call.is_text(0) {
        Some(call.matrix())
    } else {
        None
    }
}

/// Of `matlab.lang.makeValidName`.
pub(crate) fn make_valid_name(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_text(0) { Some(call.row()) } else { None }
}

/// Of `matlab.lang.makeUniqueStrings`.
pub(crate) fn make_unique_strings(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_text(0) { call.row_or_empty() } else { None }
}

/// Of `cstrcat`.
pub(crate) fn cstrcat(call: &mut Call<'_>) -> Option<ShapeId> {
    for place in 0..call.args.len() {
        call.matrix_extents(place)?;
    }
    Some(call.matrix())
}

/// Of `fullfile`.
pub(crate) fn fullfile(call: &mut Call<'_>) -> Option<ShapeId> {
    let mut shapes = vec![call.row(), call.empty()];
    for place in 0..call.args.len() {
        if call.may_be_cell(place) {
            shapes.push(call.shape(place)?);
        }
    }
    call.either_of_few(shapes)
}

/// Of `isalpha`, `isletter`, `isspace`, `isdigit` and the like.
pub(crate) fn isalpha(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_text(0) { call.shape(0) } else { None }
}

/// Of `startsWith`, `endsWith`.
pub(crate) fn starts_with(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_cell(0) {
        return call.shape(0);
    }
    let row = matches!(call.orientation(0), Orientation::Row | Orientation::Scalar);
    if call.is_text(0) && row { Some(Algebra::SCALAR) } else { None }
}

/// Of `isKey`.
pub(crate) fn is_key(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.may_be_cell(1) { None } else { Some(Algebra::SCALAR) }
}

/// Of `evalc`, `inputname`, `mfilename`.
pub(crate) fn evalc(call: &mut Call<'_>) -> Option<ShapeId> {
    call.row_or_empty()
}

/// A row stays a row, a cell array has as many elements.
pub(crate) fn trimmed(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_cell(0) {
        return call.shape(0);
    }
    if !call.is_text(0) {
        return None;
    }
    match call.orientation(0) {
        Orientation::Row | Orientation::Scalar => call.row_or_empty(),
        _ => Some(call.matrix()),
    }
}

/// One text for each, by one text or several.
pub(crate) fn replaced(call: &mut Call<'_>) -> Option<ShapeId> {
    if !call.is_text(1) || !call.is_text(2) {
        return None;
    }
    let replaced = text_or_each(call)?;
    let row = matches!(call.orientation(0), Orientation::Row | Orientation::Scalar);
    if row || call.is_cell(0) {
        return Some(replaced);
    }
    // Where nothing is found the text stays what it was.
    let unchanged = call.shape(0)?;
    call.either(&[replaced, unchanged])
}

/// A row or nothing for a text, one element for each of a cell array.
fn text_or_each(call: &mut Call<'_>) -> Option<ShapeId> {
    let mut shapes = Vec::new();
    if call.may_be_cell(0) {
        shapes.push(call.shape(0)?);
    }
    if !call.is_cell(0) {
        shapes.extend([call.row(), call.empty()]);
    }
    call.either(&shapes)
}

pub(crate) fn strtok(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_cell(0) {
        let count = call.count(0)?;
        return call.shape(0).filter(|_| call.is_nonzero(count));
    }
    let row = matches!(call.orientation(0), Orientation::Row | Orientation::Scalar);
    if call.is_text(0) && row { call.row_or_empty() } else { None }
}

pub(crate) fn strcat(call: &mut Call<'_>) -> Option<ShapeId> {
    let texts = (0..call.args.len()).all(|place| call.is_text(place));
    let rows = (0..call.args.len())
        .all(|place| matches!(call.orientation(place), Orientation::Row | Orientation::Scalar));
    if texts && rows { call.row_or_empty() } else { None }
}

pub(crate) fn strfind(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.may_be_cell(1) && !call.is_cell(0) { None } else { text_or_each(call) }
}

/// One answer for two texts, one for each element of a cell array.
pub(crate) fn compared(call: &mut Call<'_>) -> Option<ShapeId> {
    let mut shapes = Vec::new();
    if !call.is_cell(0) && !call.is_cell(1) {
        shapes.push(Algebra::SCALAR);
    }
    for (cell, other) in [(0, 1), (1, 0)] {
        if !call.may_be_cell(cell) {
            continue;
        }
        shapes.push(call.shape(cell)?);
        let row = matches!(call.orientation(other), Orientation::Row | Orientation::Scalar);
        if call.may_be_text(other) && !row {
            // A text for each row; if they are too many, none is equal.
            shapes.extend([call.column(), Algebra::SCALAR]);
        } else if !call.classes(other).is_within(TEXTS) {
            shapes.push(Algebra::SCALAR);
        }
    }
    call.either_of_few(shapes)
}

/// One row for each row of numbers; a text stays as it is.
pub(crate) fn num2str(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_text(0) {
        return call.shape(0);
    }
    if call.may_be_text(0) {
        return None;
    }
    // A template may give any number of lines.
    let template = call.args.len() > 1 && call.may_be_text(1);
    match call.orientation(0) {
        Orientation::Scalar if !template => Some(call.row()),
        _ => Some(call.matrix()),
    }
}

/// One number for a text, one for each element of a cell array.
pub(crate) fn str2double(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_cell(0) {
        return call.shape(0);
    }
    if !call.is_text(0) {
        return None;
    }
    match call.orientation(0) {
        Orientation::Row | Orientation::Scalar => Some(Algebra::SCALAR),
        _ => {
            let rows = call.fresh("rows");
            Some(call.algebra.tuple([rows, Extents::ONE]))
        }
    }
}

/// Of `sscanf`: one array, unless its parts are asked for one by one.
pub(crate) fn scanned(call: &mut Call<'_>) -> Option<ShapeId> {
    let one_array = call.output == 0 && call.no_text_from(2);
    one_array.then(|| call.matrix())
}

/// Of `warning`: of one warning it gives one struct.
pub(crate) fn warning(call: &mut Call<'_>) -> Option<ShapeId> {
    let state = call.text(0).is_some_and(|text| ["on", "off", "error", "query"].contains(&&*text));
    let one = call.text(1).is_some_and(|name| name.contains(':'));
    (state && one && call.args.len() == 2).then_some(Algebra::SCALAR)
}
