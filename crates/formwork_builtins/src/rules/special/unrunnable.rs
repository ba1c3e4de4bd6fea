//! Shapes and classes of what functions give that nothing here can run.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::Call;
use crate::rules::sizes;

pub(crate) fn handle(_call: &Call<'_>) -> ClassSet {
    ClassSet::only(Class::Double).union(ClassSet::OBJECTS)
}

pub(crate) fn objects(_call: &Call<'_>) -> ClassSet {
    ClassSet::OBJECTS
}

pub(crate) fn same_or_object(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(ClassSet::OBJECTS)
}

pub(crate) fn truth_or_number(_call: &Call<'_>) -> ClassSet {
    ClassSet::of(&[Class::Double, Class::Logical])
}

/// Of `sparse`: logical where the values are, else double.
pub(crate) fn sparse(call: &Call<'_>) -> ClassSet {
    let values = match call.args.len() {
        1 => call.classes(0),
        // A size, or the value of all places.
        0 | 2 => return ClassSet::only(Class::Double),
        _ => call.classes(2),
    };
    let double = ClassSet::only(Class::Double);
    let truths = values.intersection(ClassSet::only(Class::Logical));
    if truths == values { truths } else { truths.union(double) }
}

/// The text, or -1 at the end of the file.
pub(crate) fn text_or_number(call: &Call<'_>) -> ClassSet {
    let number = ClassSet::only(Class::Double);
    if call.output == 0 { number.union(ClassSet::only(Class::Char)) } else { number }
}

pub(crate) fn of_text(call: &mut Call<'_>) -> Option<ShapeId> {
    let shapes = [call.row(), call.empty()];
    if call.args.len() == 1 && call.is_text(0) { call.either(&shapes) } else { None }
}

/// The text, or a list of texts if several are asked for.
pub(crate) fn text_or_cells(call: &Call<'_>) -> ClassSet {
    let text = ClassSet::only(Class::Char);
    let one = call.args.len() == 1 && call.is_text(0);
    if one { text } else { text.union(ClassSet::only(Class::Cell)) }
}

/// Coordinates that are given side by side in a matrix are not followed.
pub(crate) fn several_expanded(call: &mut Call<'_>) -> Option<ShapeId> {
    let reading = call.algebra.reading();
    let first = call.shape(0)?;
    let all = (1..call.args.len()).try_fold(first, |all, place| {
        let shape = call.shape(place)?;
        Some(call.algebra.elementwise(reading, all, shape))
    });
    all.filter(|_| call.nargout > 1 && call.args.len() > 1)
}

pub(crate) fn of_eigenvalues(call: &mut Call<'_>) -> Option<ShapeId> {
    Some(if call.nargout > 1 { call.matrix() } else { call.column() })
}

/// With one output the solution is a struct.
pub(crate) fn of_solution(call: &mut Call<'_>) -> Option<ShapeId> {
    (call.nargout > 1).then(|| call.column())
}

pub(crate) fn of_two_sizes(call: &mut Call<'_>) -> Option<ShapeId> {
    sizes::sizes(0, 2.min(call.args.len()), call)
}

pub(crate) fn of_sparse(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.args.len() {
        1 => {
            // All dimensions behind the first are columns.
            let shape = call.shape(0)?;
            let (rows, columns) =
                (call.algebra.extent(shape, 0), call.algebra.count_from(shape, 1));
            Some(call.algebra.tuple([rows, columns]))
        }
        2 => sizes::sizes(0, 2, call),
        5.. => sizes::sizes(3, 5, call),
        _ => Some(call.matrix()),
    }
}

/// `spdiags (b, d, m, n)`, `spdiags (b, d, a)`; otherwise it takes diagonals out.
pub(crate) fn of_diagonals(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.args.len() {
        4 => sizes::sizes(2, 4, call),
        3 => call.shape(2),
        _ => Some(call.matrix()),
    }
}

pub(crate) fn of_random(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.args.len() {
        1 => call.shape(0),
        _ => sizes::sizes(0, 2, call),
    }
}

/// Of `fread`: double, unless the text behind the size says another class.
pub(crate) fn class_of_bytes(call: &Call<'_>) -> ClassSet {
    let precision = (1..call.args.len().min(3)).find(|&place| call.may_be_text(place));
    match precision {
        None => ClassSet::only(Class::Double),
        Some(place) => match call.text(place).filter(|_| call.is_text(place)) {
            Some(text) if !text.contains(['*', '=']) => ClassSet::only(Class::Double),
            Some(text) => {
                let class = text.strip_prefix('*').unwrap_or_default();
                let class = if class == "uchar" { "uint8" } else { class };
                Class::from_name(class).map_or(ClassSet::ARRAYS, ClassSet::only)
            }
            None => ClassSet::ARRAYS,
        },
    }
}

/// The property that `get` is asked for, of one object.
fn property(call: &Call<'_>) -> Option<String> {
    let one = call.args.len() == 2 && call.size(0).is_some_and(|size| size.count() == 1);
    call.text(1).filter(|_| one).map(|name| name.to_ascii_lowercase())
}

/// The properties of graphics objects that are always a row of numbers.
const ROWS: [&str; 11] = [
    "alim",
    "clim",
    "extent",
    "innerposition",
    "looseinset",
    "outerposition",
    "position",
    "screensize",
    "tightinset",
    "xlim",
    "ylim",
];

/// The properties of graphics objects that are always one number.
const NUMBERS: [&str; 4] = ["fontsize", "linewidth", "markersize", "screenpixelsperinch"];

/// The properties of graphics objects that are always a text.
const TEXTS: [&str; 5] = ["fontname", "name", "tag", "type", "units"];

/// Of `get`.
pub(crate) fn of_property(call: &mut Call<'_>) -> Option<ShapeId> {
    let name = property(call)?;
    if ROWS.contains(&&*name) {
        Some(call.row())
    } else if NUMBERS.contains(&&*name) {
        Some(Algebra::SCALAR)
    } else {
        TEXTS.contains(&&*name).then(|| call.matrix())
    }
}

/// Of `get`.
pub(crate) fn class_of_property(call: &Call<'_>) -> ClassSet {
    match property(call).as_deref() {
        Some(name) if ROWS.contains(&name) || NUMBERS.contains(&name) => {
            ClassSet::only(Class::Double)
        }
        Some(name) if TEXTS.contains(&name) => ClassSet::only(Class::Char),
        _ => ClassSet::ALL,
    }
}

/// Of `svds`: the values, or three matrices.
pub(crate) fn of_singular_values(call: &mut Call<'_>) -> Option<ShapeId> {
    Some(if call.nargout > 1 { call.matrix() } else { call.column() })
}

/// With one output the coordinates stand side by side.
pub(crate) fn of_points(call: &mut Call<'_>) -> Option<ShapeId> {
    Some(if call.nargout > 1 { call.column() } else { call.matrix() })
}

/// Of `movmean` and the like: a matrix keeps its size, an array of more dimensions need not.
pub(crate) fn of_moving(call: &mut Call<'_>) -> Option<ShapeId> {
    call.matrix_extents(0)?;
    call.shape(0)
}

/// Of `rescale`: what has elements keeps its size.
pub(crate) fn of_rescaled(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let count = call.algebra.count(shape);
    call.is_nonzero(count).then_some(shape)
}

/// Of `xlim` and the like: the limits, unless a text asks for something else.
pub(crate) fn of_limits(call: &mut Call<'_>) -> Option<ShapeId> {
    let asked = (0..call.args.len()).any(|place| call.may_be_text(place));
    (!asked).then(|| call.row())
}

/// Of the same functions.
pub(crate) fn class_of_limits(call: &Call<'_>) -> ClassSet {
    let asked = (0..call.args.len()).any(|place| call.may_be_text(place));
    if asked { ClassSet::ALL } else { ClassSet::only(Class::Double) }
}
