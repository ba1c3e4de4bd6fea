//! Functions that nothing here can run, and what is known of their outputs all the same.
//!
//! They have rows like any other function, for their shapes and classes only: [`find_inferred`]
//! gives them, [`crate::find`] does not, so that nobody evaluates one. Files, sparse matrices,
//! dialogs, what MATLAB has and Octave has not, and what is written in the language itself
//! (`library.rs`), where inference through the text is not tried. A handle of a graphics object is
//! a number in Octave and an object in MATLAB.
//!
//! ```text
//! fid = fopen (name);      double 1x1
//! S = sparse (m, n);       double mxn
//! h = waitbar (0);         double or object 1x1
//! ```

use formwork_runtime::{Class, Error, Result};

use crate::context::{Args, Context, Values};
use crate::row::{Arity, Effects, Output, Row, row};
use crate::rules::special::unrunnable;
use crate::rules::{ClassRule, ShapeRule};

const NUMBER: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double));
const TRUTH: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical));
const TEXT: Output = Output::new(ShapeRule::Text, ClassRule::Is(Class::Char));
const COLUMN: Output = Output::new(ShapeRule::Column, ClassRule::Is(Class::Double));
const ROW: Output = Output::new(ShapeRule::Row, ClassRule::Is(Class::Double));
const MATRIX: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double));
const RECORD: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Struct));
const RECORDS: Output = Output::new(ShapeRule::Column, ClassRule::Is(Class::Struct));
const RECORD_ROW: Output = Output::new(ShapeRule::Row, ClassRule::Is(Class::Struct));
const CELLS: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Cell));
const CELL_COLUMN: Output = Output::new(ShapeRule::Column, ClassRule::Is(Class::Cell));
const HANDLE: Output = Output::new(ShapeRule::Scalar, ClassRule::Special);
const HANDLE_COLUMN: Output = Output::new(ShapeRule::Column, ClassRule::Special);
const LIKE_FIRST: Output = Output::new(ShapeRule::Like(0), ClassRule::AnyFloat);
const SAME: Output = Output::new(ShapeRule::Like(0), ClassRule::Like(0));
const SIZED: Output = Output::new(ShapeRule::SizeArguments(0), ClassRule::Is(Class::Double));
const EXPANDED: Output = Output::new(ShapeRule::Expand, ClassRule::AnyFloat);
const OBJECT: Output = Output::new(ShapeRule::Unknown, ClassRule::Special);
const ANY: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);
const ANY_NUMBERS: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Double));

/// A function with these outputs.
const fn gives(name: &'static str, outputs: &'static [Output]) -> Row {
    row(name, Arity::at_least(0), outputs, Effects::FILES, refuse, "Nothing here can run it.")
}

/// A function that gives the handle of a graphics object.
const fn draws(name: &'static str) -> Row {
    gives(name, &[HANDLE]).own_classes(unrunnable::handle)
}

/// A function that gives what is an object in MATLAB.
const fn object(name: &'static str) -> Row {
    gives(name, &[OBJECT]).own_classes(unrunnable::objects)
}

/// A solver of linear systems `f (a, b, …)`.
const fn solves(name: &'static str) -> Row {
    const SOLUTION: &[Output] = &[
        Output::new(ShapeRule::Like(1), ClassRule::AnyFloat),
        NUMBER,
        NUMBER,
        ANY_NUMBERS,
        COLUMN,
    ];
    gives(name, SOLUTION)
}

/// Sorted by name.
const INFERRED: &[Row] = &[
    gives("amd", &[ROW]),
    object("array2table"),
    gives("audioread", &[MATRIX, NUMBER]),
    solves("bicg"),
    solves("bicgstab"),
    gives("cart2pol", &[EXPANDED, EXPANDED, EXPANDED]).own_shape(unrunnable::several_expanded),
    gives("cart2sph", &[EXPANDED, EXPANDED, EXPANDED]).own_shape(unrunnable::several_expanded),
    object("categorical"),
    solves("cgs"),
    gives("colamd", &[ROW]),
    gives("common_size", &[NUMBER, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY]),
    gives("convhull", &[COLUMN]),
    gives("cylinder", &[MATRIX, MATRIX, MATRIX]),
    object("datetime"),
    gives("del2", &[LIKE_FIRST]),
    gives("delaunay", &[MATRIX]),
    object("duration"),
    gives("eigs", &[ANY_NUMBERS]).own_shape(unrunnable::of_eigenvalues),
    gives("errordlg", &[HANDLE]).own_classes(unrunnable::handle),
    gives("gather", &[SAME]),
    gives("genvarname", &[TEXT]).own_shape(unrunnable::of_text),
    gives("gethostname", &[TEXT]),
    gives("ginput", &[COLUMN, COLUMN, COLUMN]).own_shape(unrunnable::of_points),
    solves("gmres"),
    gives("gpuArray", &[SAME]).own_classes(unrunnable::same_or_object),
    gives("gray", &[MATRIX]),
    gives("griddata", &[Output::new(ShapeRule::Like(3), ClassRule::AnyFloat)]),
    gives("hot", &[MATRIX]),
    gives("hsv", &[MATRIX]),
    gives("hsv2rgb", &[LIKE_FIRST]),
    gives("imfinfo", &[RECORDS]),
    gives("inpolygon", &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Logical))]),
    gives("inputdlg", &[CELL_COLUMN]),
    gives("jet", &[MATRIX]),
    gives("lines", &[MATRIX]),
    gives("listdlg", &[ROW, NUMBER]),
    gives("localfunctions", &[CELL_COLUMN]),
    gives("lsode", &[MATRIX, NUMBER, TEXT]),
    gives("matlabroot", &[TEXT]),
    gives("menu", &[NUMBER]),
    gives("movmax", &[LIKE_FIRST]).own_shape(unrunnable::of_moving),
    gives("movmean", &[LIKE_FIRST]).own_shape(unrunnable::of_moving),
    gives("movmedian", &[LIKE_FIRST]).own_shape(unrunnable::of_moving),
    gives("movmin", &[LIKE_FIRST]).own_shape(unrunnable::of_moving),
    gives("movstd", &[LIKE_FIRST]).own_shape(unrunnable::of_moving),
    gives("movsum", &[LIKE_FIRST]).own_shape(unrunnable::of_moving),
    gives("movvar", &[LIKE_FIRST]).own_shape(unrunnable::of_moving),
    draws("msgbox"),
    gives("ode15s", &[ANY]).own_shape(unrunnable::of_solution),
    gives("ode23s", &[ANY]).own_shape(unrunnable::of_solution),
    solves("pcg"),
    gives("pie", &[HANDLE_COLUMN]).own_classes(unrunnable::handle),
    gives("pie3", &[HANDLE_COLUMN]).own_classes(unrunnable::handle),
    gives("pol2cart", &[EXPANDED, EXPANDED, EXPANDED]).own_shape(unrunnable::several_expanded),
    gives("qp", &[COLUMN, NUMBER, RECORD, COLUMN]),
    gives("questdlg", &[TEXT]),
    gives("readcell", &[CELLS]),
    object("readtable"),
    gives("rescale", &[LIKE_FIRST]).own_shape(unrunnable::of_rescaled),
    gives("rgb2gray", &[ANY]),
    gives("rgb2hsv", &[LIKE_FIRST]),
    gives("spalloc", &[SIZED]).own_shape(unrunnable::of_two_sizes),
    gives("sparse", &[MATRIX]).own_shape(unrunnable::of_sparse).own_classes(unrunnable::sparse),
    gives("spdiags", &[MATRIX]).own_shape(unrunnable::of_diagonals),
    gives("speye", &[SIZED]),
    gives("sph2cart", &[EXPANDED, EXPANDED, EXPANDED]).own_shape(unrunnable::several_expanded),
    gives("sphere", &[MATRIX, MATRIX, MATRIX]),
    gives("spones", &[SAME]).own_shape(unrunnable::of_sparse),
    gives("sprand", &[SIZED]).own_shape(unrunnable::of_random),
    gives("sprandn", &[SIZED]).own_shape(unrunnable::of_random),
    gives("sqp", &[COLUMN, NUMBER, NUMBER, NUMBER, NUMBER, COLUMN]),
    gives("strmatch", &[MATRIX]),
    object("struct2table"),
    gives("svds", &[ANY_NUMBERS, ANY_NUMBERS, ANY_NUMBERS, NUMBER])
        .own_shape(unrunnable::of_singular_values),
    gives("symamd", &[ROW]),
    gives("symrcm", &[ROW]),
    object("table"),
    object("timetable"),
    gives("urlread", &[TEXT, TRUTH, TEXT]),
    gives("ver", &[RECORD_ROW]),
    draws("waitbar"),
    gives("xlsread", &[MATRIX, CELLS, CELLS]),
];

/// What is known of a function that nothing here can run.
#[must_use]
pub fn find_inferred(name: &str) -> Option<&'static Row> {
    INFERRED.iter().find(|row| row.name == name)
}

fn refuse(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    Err(Error::plain("this function is not available"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_run_is_listed() {
        for row in INFERRED {
            assert!(crate::is_builtin(row.name), "{} is of no language", row.name);
            assert!(crate::find(row.name).is_none(), "{} has a row of its own", row.name);
        }
    }
}
