//! Reading the rules for shapes.

use formwork_runtime::{Class, Value};
use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Dialect, EmptyRule, Reduction, Semantics};

use super::call::{Call, is_only};
use super::{ShapeRule, special};
use crate::arguments::sizes::read_sizes;

/// The shape of an output; `None`: nothing is known.
pub(super) fn shape(rule: ShapeRule, call: &mut Call<'_>) -> Option<ShapeId> {
    match rule {
        ShapeRule::Scalar => Some(Algebra::SCALAR),
        ShapeRule::Empty => Some(call.empty()),
        ShapeRule::Like(place) => call.shape(place.into()),
        ShapeRule::Expand => elementwise(Semantics::Expand, call),
        ShapeRule::EqualOrScalar => elementwise(Semantics::Strict, call),
        ShapeRule::Reduce { dim } => {
            let shape = call.shape(0)?;
            call.reduced(Reduction::Sum, shape, call.dimension(dim.into()))
        }
        ShapeRule::ReduceKeepEmpty { dim } => {
            let shape = call.shape(0)?;
            call.reduced(Reduction::Extremum, shape, call.dimension(dim.into()))
        }
        ShapeRule::SizeArguments(from) => size_arguments(from.into(), call),
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
        ShapeRule::Special => special::shape_rule(call.name)?(call),
        ShapeRule::Unknown => None,
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

/// The size that the arguments from one on say, without a class at their end.
pub(super) fn size_arguments(from: usize, call: &mut Call<'_>) -> Option<ShapeId> {
    let mut count = call.args.len();
    // `"like", value`, then a class by name.
    if count >= from + 2 && call.is_text(count - 2) {
        count -= 2;
    } else if count > from && call.is_text(count - 1) {
        count -= 1;
    }
    let args = call.args.get(from..count).unwrap_or_default();
    if args.iter().any(|argument| argument.classes.contains(Class::Char)) {
        return None;
    }
    let constants: Option<Vec<Value>> =
        args.iter().map(|argument| argument.constant().cloned()).collect();
    if let Some(constants) = constants {
        let dims = read_sizes(call.name, &constants).ok()?;
        return Some(call.algebra.literal(&formwork_domain::concrete_shape(&dims)));
    }
    let extents = match args.len() {
        1 => match call.size(from)? {
            size if size.is_scalar() => {
                let extent = call.fresh("extent");
                vec![extent, extent]
            }
            size => (0..size.count()).map(|_| call.fresh("extent")).collect(),
        },
        several => (0..several).map(|_| call.fresh("extent")).collect(),
    };
    Some(if extents.is_empty() { call.empty() } else { call.algebra.tuple(extents) })
}

/// 1 x the number of dimensions of argument 0.
pub(super) fn size_vector(call: &mut Call<'_>) -> ShapeId {
    let columns = match call.size(0) {
        Some(size) => call.literal(size.rank().max(2)),
        None => call.fresh("dimensions"),
    };
    call.algebra.tuple([Extents::ONE, columns])
}

fn vector_like(place: usize, call: &mut Call<'_>) -> Option<ShapeId> {
    let (row, column) = (call.row(), call.column());
    match call.size(place) {
        Some(size) if size.is_scalar() => call.either(&[row, column]),
        Some(size) if size.is_matrix() && size.extent(0) == 1 => Some(row),
        Some(size) if size.is_matrix() && size.extent(1) == 1 => Some(column),
        Some(_) => None,
        None => None,
    }
}

fn same_square(call: &mut Call<'_>) -> Option<ShapeId> {
    let size = call.size(0)?;
    if size.is_matrix() && size.extent(0) == size.extent(1) { call.shape(0) } else { None }
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
    // `[]` of any size may stand beside structs.
    let structs = args.iter().filter(|argument| argument.classes.contains(Class::Struct)).count();
    if structs > 0 && !args.iter().all(|argument| is_only(argument, Class::Struct)) {
        return None;
    }
    let shapes: Option<Vec<ShapeId>> = args.iter().map(|argument| argument.shape).collect();
    Some(call.algebra.concatenate(dimension, rule, &shapes?))
}
