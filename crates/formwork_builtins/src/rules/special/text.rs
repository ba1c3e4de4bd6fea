//! Shapes of texts and of cell arrays of texts.

use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};

use formwork_domain::ClassSet;
use formwork_runtime::Class;

use super::ShapeFunction;
use crate::rules::call::{Call, Orientation};
use crate::rules::facts::questions::cell_of_texts;

/// What texts are kept in.
const TEXTS: ClassSet = ClassSet::only(Class::Char).union(ClassSet::only(Class::Cell));

pub(super) fn rule(name: &str) -> Option<ShapeFunction> {
    Some(match name {
        "char" => |call| match call.args.len() {
            1 if call.is_array(0) => call.shape(0),
            1 if !call.is_cell(0) => None,
            _ => Some(call.matrix()),
        },
        "cellstr" => |call| {
            if cell_of_texts(call.args.first()?, call).is_yes() {
                call.shape(0)
            } else if call.is_text(0) {
                Some(call.column())
            } else {
                None
            }
        },
        "index" | "rindex" => |call| {
            if call.is_cell(0) {
                call.shape(0)
            } else if call.is_text(0) {
                Some(call.matrix())
            } else {
                None
            }
        },
        "matlab.lang.makeValidName" => |call| {
            if call.is_text(0) { Some(call.row()) } else { None }
        },
        "matlab.lang.makeUniqueStrings" => |call| {
            if call.is_text(0) { call.row_or_empty() } else { None }
        },
        "cstrcat" => |call| {
            for place in 0..call.args.len() {
                call.matrix_extents(place)?;
            }
            Some(call.matrix())
        },
        "strtrim" | "deblank" => trimmed,
        "strrep" | "regexprep" => replaced,
        "strtok" => strtok,
        "strcat" => strcat,
        "fullfile" => |call| {
            let mut shapes = vec![call.row(), call.empty()];
            for place in 0..call.args.len() {
                if call.may_be_cell(place) {
                    shapes.push(call.shape(place)?);
                }
            }
            call.either_of_few(shapes)
        },
        "strfind" => strfind,
        "strcmp" | "strcmpi" | "strncmp" | "strncmpi" => compared,
        "num2str" | "int2str" => num2str,
        "str2double" => str2double,
        "regexp" | "regexpi" => super::regexp::shape,
        "isalpha" | "isletter" | "isspace" | "isdigit" | "isupper" | "islower" | "isalnum"
        | "ispunct" | "iscntrl" | "isgraph" | "isprint" | "isxdigit" | "isascii" => |call| {
            if call.is_text(0) { call.shape(0) } else { None }
        },
        "startsWith" | "endsWith" => |call| {
            if call.is_cell(0) {
                return call.shape(0);
            }
            let row = matches!(call.orientation(0), Orientation::Row | Orientation::Scalar);
            if call.is_text(0) && row { Some(Algebra::SCALAR) } else { None }
        },
        "isKey" => |call| if call.may_be_cell(1) { None } else { Some(Algebra::SCALAR) },
        "evalc" | "inputname" | "mfilename" => |call| call.row_or_empty(),
        _ => return None,
    })
}

/// A row stays a row, a cell array has as many elements.
fn trimmed(call: &mut Call<'_>) -> Option<ShapeId> {
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
fn replaced(call: &mut Call<'_>) -> Option<ShapeId> {
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

fn strtok(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_cell(0) {
        let count = call.count(0)?;
        return call.shape(0).filter(|_| call.is_nonzero(count));
    }
    let row = matches!(call.orientation(0), Orientation::Row | Orientation::Scalar);
    if call.is_text(0) && row { call.row_or_empty() } else { None }
}

fn strcat(call: &mut Call<'_>) -> Option<ShapeId> {
    let texts = (0..call.args.len()).all(|place| call.is_text(place));
    let rows = (0..call.args.len())
        .all(|place| matches!(call.orientation(place), Orientation::Row | Orientation::Scalar));
    if texts && rows { call.row_or_empty() } else { None }
}

fn strfind(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.may_be_cell(1) && !call.is_cell(0) { None } else { text_or_each(call) }
}

/// One answer for two texts, one for each element of a cell array.
fn compared(call: &mut Call<'_>) -> Option<ShapeId> {
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
fn num2str(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_text(0) {
        return call.shape(0);
    }
    if call.may_be_text(0) {
        return None;
    }
    match call.orientation(0) {
        Orientation::Scalar if call.args.len() == 1 => Some(call.row()),
        Orientation::Scalar if !call.may_be_text(1) => Some(call.row()),
        Orientation::Scalar => None,
        _ => {
            call.matrix_extents(0)?;
            call.no_text_from(1).then(|| call.matrix())
        }
    }
}

/// One number for a text, one for each element of a cell array.
fn str2double(call: &mut Call<'_>) -> Option<ShapeId> {
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
