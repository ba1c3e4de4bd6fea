//! Shapes of linear algebra.

use formwork_shape::Reduction;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::{Call, Dimension, Orientation};

/// Of `cross`.
pub(crate) fn cross(call: &mut Call<'_>) -> Option<ShapeId> {
    let (a, b) = (call.shape(0)?, call.shape(1)?);
    (a == b).then_some(a)
}

/// Of `schur`, `hess`.
pub(crate) fn schur(call: &mut Call<'_>) -> Option<ShapeId> {
    match filled(call).filter(|_| call.args.len() == 1) {
        Some((rows, ..)) => Some(call.algebra.tuple([rows, rows])),
        None => Some(call.matrix()),
    }
}

/// A basis of what is mapped to zero.
pub(crate) fn null(call: &mut Call<'_>) -> Option<ShapeId> {
    let Some((_, columns, _)) = filled(call) else { return Some(call.matrix()) };
    let width = call.fresh_at_most("rank", columns);
    Some(call.algebra.tuple([columns, width]))
}

/// A basis of what is reached.
pub(crate) fn orth(call: &mut Call<'_>) -> Option<ShapeId> {
    let Some((rows, _, least)) = filled(call) else { return Some(call.matrix()) };
    let width = call.fresh_at_most("rank", least);
    Some(call.algebra.tuple([rows, width]))
}

/// Rows, columns and the lesser of them, of a matrix that is surely not empty.
fn filled(call: &mut Call<'_>) -> Option<(ExtentId, ExtentId, ExtentId)> {
    let (rows, columns) = call.matrix_extents(0)?;
    let filled = call.is_nonzero(rows) && call.is_nonzero(columns);
    filled.then(|| (rows, columns, call.algebra.extents_mut().minimum([rows, columns])))
}

pub(crate) fn norm(call: &mut Call<'_>) -> Option<ShapeId> {
    for place in 1..call.args.len() {
        if call.may_be_text(place) {
            match call.text(place)?.as_str() {
                "fro" | "inf" | "Inf" => {}
                _ => return None,
            }
        }
    }
    Some(Algebra::SCALAR)
}

/// A square matrix gives one as large, an empty one 0x0; further outputs are numbers.
pub(crate) fn square(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.output > 0 { Some(Algebra::SCALAR) } else { squared(call) }
}

/// As large as the square matrix that the first argument is, or 0x0.
fn squared(call: &mut Call<'_>) -> Option<ShapeId> {
    let (rows, columns) = call.matrix_extents(0)?;
    if rows == columns {
        return call.shape(0);
    }
    // An array of more dimensions is taken if it has no element.
    let shape = call.shape(0)?;
    let columns = call.algebra.count_from(shape, 1);
    for side in [rows, columns] {
        if call.is_nonzero(side) && call.is_nonzero(if side == rows { columns } else { rows }) {
            return Some(call.algebra.tuple([side, side]));
        }
    }
    let side = call.algebra.extents_mut().minimum([rows, columns]);
    Some(call.algebra.tuple([side, side]))
}

pub(crate) fn pinv(call: &mut Call<'_>) -> Option<ShapeId> {
    let (rows, columns) = call.matrix_extents(0)?;
    Some(call.if_filled(&[rows, columns], [columns, rows]))
}

pub(crate) fn lu(call: &mut Call<'_>) -> Option<ShapeId> {
    let Some((rows, columns, least)) = filled(call).filter(|_| call.args.len() == 1) else {
        return Some(call.matrix());
    };
    Some(match (call.nargout, call.output) {
        (0 | 1, _) => call.algebra.tuple([rows, columns]),
        (_, 0) => call.algebra.tuple([rows, least]),
        (_, 1) => call.algebra.tuple([least, columns]),
        _ => call.algebra.tuple([rows, rows]),
    })
}

pub(crate) fn chol(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.output {
        1 => Some(Algebra::SCALAR),
        0 if call.nargout <= 1 => square(call),
        _ => Some(call.matrix()),
    }
}

pub(crate) fn qr(call: &mut Call<'_>) -> Option<ShapeId> {
    let economy = call.args.len() == 2 && call.number(1) == Some(0.0);
    let Some(shape) = call.shape(0).filter(|_| economy || call.args.len() == 1) else {
        return Some(call.matrix());
    };
    let (rows, columns) = (call.algebra.extent(shape, 0), call.algebra.count_from(shape, 1));
    let least = call.algebra.extents_mut().minimum([rows, columns]);
    let height = if economy { least } else { rows };
    Some(match (call.nargout, call.output) {
        (0 | 1, _) | (_, 1) => call.algebra.tuple([height, columns]),
        (_, 0) => call.algebra.tuple([rows, height]),
        _ if economy => call.matrix(),
        _ => call.algebra.tuple([columns, columns]),
    })
}

pub(crate) fn svd(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.nargout <= 1 {
        let (rows, columns) = call.matrix_extents(0)?;
        let least = call.algebra.extents_mut().minimum([rows, columns]);
        return Some(call.algebra.tuple([least, Extents::ONE]));
    }
    let economy = call.args.len() == 2 && call.text(1).as_deref() == Some("econ");
    let Some((rows, columns, least)) = filled(call).filter(|_| economy || call.args.len() == 1)
    else {
        return Some(call.matrix());
    };
    let (height, width) = if economy { (least, least) } else { (rows, columns) };
    Some(match call.output {
        0 => call.algebra.tuple([rows, height]),
        1 => call.algebra.tuple([height, width]),
        _ => call.algebra.tuple([columns, width]),
    })
}

pub(crate) fn eig(call: &mut Call<'_>) -> Option<ShapeId> {
    let Some(square) = squared(call).filter(|_| call.args.len() == 1 && call.output < 2) else {
        return Some(call.matrix());
    };
    Some(match call.nargout {
        // Of an empty matrix there is not even a column.
        0 | 1 => {
            let rows = call.algebra.extent(square, 0);
            let columns = call.algebra.extents_mut().minimum([rows, Extents::ONE]);
            call.algebra.tuple([rows, columns])
        }
        _ => square,
    })
}

pub(crate) fn dot(call: &mut Call<'_>) -> Option<ShapeId> {
    let vector = |orientation| {
        matches!(orientation, Orientation::Scalar | Orientation::Row | Orientation::Column)
    };
    let both = vector(call.orientation(0)) && vector(call.orientation(1));
    if both && call.args.len() == 2 {
        return Some(Algebra::SCALAR);
    }
    // Other arrays have one size.
    let shape = call.shape(0).filter(|&shape| call.shape(1) == Some(shape))?;
    match call.dimension(2) {
        Dimension::Known(axis) => Some(call.algebra.set_extent(shape, axis, Extents::ONE)),
        Dimension::Default => {
            let count = call.algebra.count(shape);
            if call.is_nonzero(count) {
                return call.reduced(Reduction::Sum, shape, Dimension::Default);
            }
            call.along_rows(1, Extents::ONE)
        }
        Dimension::All | Dimension::Several | Dimension::Unknown => None,
    }
}

pub(crate) fn toeplitz(call: &mut Call<'_>) -> Option<ShapeId> {
    let rows = call.count(0)?;
    let columns = if call.args.len() > 1 { call.count(1)? } else { rows };
    Some(call.algebra.tuple([rows, columns]))
}

pub(crate) fn vander(call: &mut Call<'_>) -> Option<ShapeId> {
    let rows = call.count(0)?;
    (call.args.len() == 1).then(|| call.algebra.tuple([rows, rows]))
}
