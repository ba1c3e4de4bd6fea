//! Shapes of what searches and sorts.

use formwork_runtime::Class;
use formwork_shape::Reduction;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::{ARRAYS, Call, Dimension, Orientation};
use crate::rules::shapes::elementwise;

/// Of `find`.
pub(crate) fn find(call: &mut Call<'_>) -> Option<ShapeId> {
    // The elements of an array of more dimensions may lie as it does.
    if call.output == 2 && call.matrix_extents(0).is_none() {
        return None;
    }
    Some(call.matrix())
}

/// Of `nonzeros`.
pub(crate) fn nonzeros(call: &mut Call<'_>) -> Option<ShapeId> {
    Some(call.column())
}

/// Of `ishandle`, `isgraphics`, `ishghandle`, `isfigure` and the like.
pub(crate) fn ishandle(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    call.either(&[shape, Algebra::SCALAR])
}

/// The size of the matrix, but that Octave finds no rows in a range.
pub(crate) fn sortrows(call: &mut Call<'_>) -> Option<ShapeId> {
    let (rows, columns) = call.matrix_extents(0)?;
    let shape = call.shape(0)?;
    let is_range = call.args.len() == 1
        && !call.is_one(rows).is_no()
        && !call.is_one(columns).is_yes()
        && call.classes(0).contains(Class::Double);
    if !is_range {
        return Some(shape);
    }
    let none = call.algebra.set_extent(shape, 0, Extents::ZERO);
    call.either(&[shape, none])
}

pub(crate) fn truth(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let reduced = call.reduced(Reduction::Sum, shape, call.dimension(1))?;
    if call.classes(0).is_within(ARRAYS) {
        return Some(reduced);
    }
    // A cell array has no truths; what is no array is one nothing.
    let empty = call.empty();
    call.either(&[reduced, empty, Algebra::SCALAR])
}

pub(crate) fn extremum(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() == 2 {
        let reading = call.algebra.reading();
        return elementwise(reading, call);
    }
    call.extremes(call.dimension(2))
}

/// A row stays a row, everything else becomes a column; as few as there are.
pub(crate) fn unique(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.output > 0 || call.args.len() > 1 {
        return if call.output > 0 { Some(call.matrix()) } else { None };
    }
    let most = call.count(0)?;
    let filled = call.is_nonzero(most);
    let count = call.fresh_from_to("numel", i64::from(filled), most);
    let (row, column) =
        (call.algebra.tuple([Extents::ONE, count]), call.algebra.tuple([count, Extents::ONE]));
    match call.orientation(0) {
        Orientation::Scalar if call.is_array(0) => Some(Algebra::SCALAR),
        Orientation::Row if filled && call.is_array(0) => Some(row),
        Orientation::Column | Orientation::Other if filled && call.is_array(0) => Some(column),
        Orientation::Row if call.is_array(0) => {
            let column = call.algebra.tuple([Extents::ZERO, Extents::ONE]);
            let empty = call.empty();
            call.either(&[row, empty, column])
        }
        _ => Some(call.matrix()),
    }
}

pub(crate) fn set(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() == 2 || call.output > 0 { Some(call.matrix()) } else { None }
}

pub(crate) fn ismember(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() != 2 {
        return None;
    }
    if call.is_array(0) && !call.may_be_text(0) && !call.may_be_cell(1) {
        return call.shape(0);
    }
    if call.is_text(0) && call.is_cell(1) {
        return Some(Algebra::SCALAR);
    }
    if call.is_cell(0) { call.shape(0) } else { None }
}

/// The differences of a vector along an axis: of one element there are none, 0x0; nor of a column
/// without elements, while a row without elements stays one.
fn vector_less(call: &mut Call<'_>, count: ExtentId, axis: u32) -> ShapeId {
    let extents = call.algebra.extents_mut();
    let rest = extents.subtract(count, Extents::ONE);
    let beyond = match axis {
        0 => rest,
        // 1, 0, 1, 2, … for 0, 1, 2, 3, …
        _ => {
            let missing = extents.subtract(Extents::ONE, count);
            extents.maximum([rest, missing])
        }
    };
    let beyond = extents.clamp(beyond);
    let across = extents.minimum([Extents::ONE, beyond]);
    let rest = extents.clamp(rest);
    let own = if axis == 0 { [rest, across] } else { [across, rest] };
    call.algebra.tuple(own)
}

/// One less along a dimension for each difference.
pub(crate) fn diff(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let order = match call.args.get(1) {
        None => 1,
        Some(_) => match (call.number(1), call.count(1)) {
            (Some(order), _) if order.fract() == 0.0 && (0.0..1e6).contains(&order) => {
                order as usize
            }
            (_, Some(Extents::ZERO)) => 1,
            _ => return None,
        },
    };
    let less = |call: &mut Call<'_>, axis: u32| {
        let (extent, order) = (call.algebra.extent(shape, axis), call.literal(order));
        let extents = call.algebra.extents_mut();
        let rest = extents.subtract(extent, order);
        let rest = extents.clamp(rest);
        call.algebra.set_extent(shape, axis, rest)
    };
    match call.dimension(2) {
        Dimension::Known(axis) => Some(less(call, axis)),
        Dimension::Default if call.args.len() < 3 && order == 1 => {
            let extents = call.extents(0)?;
            let long = |call: &Call<'_>, axis: usize| {
                call.algebra.extents().interval(extents[axis]).low().is_some_and(|low| low > 1)
            };
            if long(call, 0) {
                return Some(less(call, 0));
            }
            if call.is_one(extents[0]).is_yes() && long(call, 1) {
                return Some(less(call, 1));
            }
            match call.orientation(0) {
                Orientation::Row => Some(vector_less(call, extents[1], 1)),
                Orientation::Column => Some(vector_less(call, extents[0], 0)),
                _ => {
                    let less = call.algebra.extents_mut().subtract(extents[0], Extents::ONE);
                    call.along_rows(1, less)
                }
            }
        }
        Dimension::Default if call.args.len() < 3 => {
            let (extents, count) = (call.extents(0)?, call.literal(order));
            let less = call.algebra.extents_mut().subtract(extents[0], count);
            call.along_rows(i64::try_from(order).ok()?, less)
        }
        Dimension::Default | Dimension::All | Dimension::Several | Dimension::Unknown => None,
    }
}
