//! Shapes and classes of what functions give that nothing here can run.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::shape::ShapeId;

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

/// With one output it is a matrix of all coordinates.
pub(crate) fn several_like_first(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.nargout > 1 { call.shape(0) } else { None }
}

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
