//! Reading the rules for shapes.

use formwork_runtime::Class;
use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Dialect, EmptyRule, Reduction, Semantics, Truth};

use super::call::{Call, Orientation, is_only};
use super::{ShapeRule, sizes};

/// The shape of an output; `None`: nothing is known.
pub(super) fn shape(rule: ShapeRule, call: &mut Call<'_>) -> Option<ShapeId> {
    // A rule of the function's own knows more.
    if call.output == 0
        && let Some(own) = call.own.shape
    {
        return own(call);
    }
    match rule {
        ShapeRule::Scalar => Some(Algebra::SCALAR),
        ShapeRule::Empty => Some(call.empty()),
        ShapeRule::Like(place) => call.shape(place.into()),
        ShapeRule::Expand => {
            let reading = call.algebra.reading();
            elementwise(reading, call)
        }
        ShapeRule::EqualOrScalar => elementwise(Semantics::Strict, call),
        ShapeRule::Reduce { dim } => {
            let shape = call.shape(0)?;
            call.reduced(Reduction::Sum, shape, call.dimension(dim.into()))
        }
        ShapeRule::ReduceKeepEmpty { dim } => call.extremes(call.dimension(dim.into())),
        ShapeRule::SizeArguments(from) => sizes::size_arguments(from.into(), call),
        ShapeRule::SizeVector => Some(size_vector(call)),
        ShapeRule::Row => Some(call.row()),
        ShapeRule::Column => Some(call.column()),
        ShapeRule::Text => {
            let shapes = [call.row(), call.empty()];
            call.either(&shapes)
        }
        ShapeRule::VectorLike(place) => vector_like(place.into(), call),
        ShapeRule::Matrix => Some(call.matrix()),
        ShapeRule::Transpose => {
            let shape = call.shape(0)?;
            Some(call.algebra.transpose(shape))
        }
        ShapeRule::Vectorise => {
            let shape = call.shape(0)?;
            Some(call.algebra.vectorise(shape))
        }
        ShapeRule::SameSquare => same_square(call),
        ShapeRule::Product => fold(call, |algebra, a, b| algebra.product(Dialect::Octave, a, b)),
        ShapeRule::LeftDivide => {
            fold(call, |algebra, a, b| algebra.left_divide(Dialect::Octave, a, b))
        }
        ShapeRule::RightDivide => {
            fold(call, |algebra, a, b| algebra.right_divide(Dialect::Octave, a, b))
        }
        ShapeRule::Power => fold(call, |algebra, a, b| algebra.power(Dialect::Octave, a, b)),
        ShapeRule::Concatenate { from, dimension } => {
            concatenate(from.into(), dimension.into(), EmptyRule::OctaveBrackets, call)
        }
        ShapeRule::Special | ShapeRule::Unknown => call.own.shape?(call),
    }
}

fn fold(
    call: &mut Call<'_>,
    mut combine: impl FnMut(&mut Algebra, ShapeId, ShapeId) -> ShapeId,
) -> Option<ShapeId> {
    let mut result = call.shape(0)?;
    for place in 1..call.args.len() {
        let shape = call.shape(place)?;
        result = combine(call.algebra, result, shape);
    }
    Some(result)
}

pub(super) fn elementwise(semantics: Semantics, call: &mut Call<'_>) -> Option<ShapeId> {
    fold(call, |algebra, a, b| algebra.elementwise(semantics, a, b))
}

/// 1 x the number of dimensions of argument 0.
pub(super) fn size_vector(call: &mut Call<'_>) -> ShapeId {
    let columns = call.rank(0);
    call.algebra.tuple([Extents::ONE, columns])
}

fn vector_like(place: usize, call: &mut Call<'_>) -> Option<ShapeId> {
    let (row, column) = (call.row(), call.column());
    match call.orientation(place) {
        Orientation::Scalar => call.either(&[row, column]),
        Orientation::Row => Some(row),
        Orientation::Column => Some(column),
        Orientation::Other | Orientation::Unknown => None,
    }
}

/// What a function gives that takes a square matrix: one as large, or 0x0 for what is
/// empty.
fn same_square(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let extents = call.extents(0)?;
    let &[rows, columns] = extents.as_slice() else { return None };
    let size = if call.is_nonzero(rows) { rows } else { columns };
    if rows == columns {
        return Some(shape);
    }
    if call.is_nonzero(size) {
        return Some(call.algebra.tuple([size, size]));
    }
    let size = call.fresh("rows");
    Some(call.algebra.tuple([size, size]))
}

/// The arguments from one on, joined.
pub(super) fn concatenate(
    from: usize,
    dimension: u32,
    rule: EmptyRule,
    call: &mut Call<'_>,
) -> Option<ShapeId> {
    let args = call.args.get(from..).unwrap_or_default();
    let cells = args.iter().filter(|argument| argument.classes.contains(Class::Cell)).count();
    // A cell array takes what is not one as an element.
    if cells > 0 && !args.iter().all(|argument| is_only(argument, Class::Cell)) {
        return None;
    }
    // Texts beside complex numbers follow rules of their own.
    let texts = args.iter().any(|argument| argument.classes.contains(Class::Char));
    if texts && args.iter().any(|argument| argument.complex != Truth::No) {
        return None;
    }
    // `[]` of any size may stand beside structs.
    let structs = args.iter().filter(|argument| argument.classes.contains(Class::Struct)).count();
    if structs > 0 && !args.iter().all(|argument| is_only(argument, Class::Struct)) {
        return None;
    }
    let shapes: Option<Vec<ShapeId>> = args.iter().map(|argument| argument.shape).collect();
    Some(call.algebra.concatenate(dimension, rule, &shapes?))
}
