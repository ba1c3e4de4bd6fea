//! Shapes of polynomials, filters and transforms.

use formwork_domain::ValueFact;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Semantics, Truth};

use crate::rules::call::{Call, Dimension, Orientation};
use crate::rules::shapes::elementwise;
use crate::rules::sizes;

/// Of `roots`.
pub(crate) fn roots(call: &mut Call<'_>) -> Option<ShapeId> {
    let shapes = [call.column(), call.empty()];
    call.either(&shapes)
}

/// Of `deconv`.
pub(crate) fn deconv(call: &mut Call<'_>) -> Option<ShapeId> {
    Some(call.matrix())
}

/// Of `poly`.
pub(crate) fn poly(call: &mut Call<'_>) -> Option<ShapeId> {
    Some(call.row())
}

/// Of `polyder`, `polyint`.
pub(crate) fn polyder(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.nargout <= 1 { call.row_or_empty() } else { None }
}

/// Of `fft2`, `ifft2`, `fftn`, `ifftn`.
pub(crate) fn fft2(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0).filter(|_| call.args.len() == 1)?;
    let count = call.algebra.count(shape);
    if call.is_nonzero(count) {
        return Some(shape);
    }
    // What has no elements mostly becomes 0x0.
    let empty = call.empty();
    call.either(&[shape, empty])
}

/// Of `primes`.
pub(crate) fn primes(call: &mut Call<'_>) -> Option<ShapeId> {
    Some(call.row())
}

/// Of `gammainc`, `gammaincinv`.
pub(crate) fn gammainc(call: &mut Call<'_>) -> Option<ShapeId> {
    // A text at the end says which tail is meant.
    of_first(call, 2)
}

/// Of `betainc`, `betaincinv`.
pub(crate) fn betainc(call: &mut Call<'_>) -> Option<ShapeId> {
    of_first(call, 3)
}

/// Of `psi`.
pub(crate) fn psi(call: &mut Call<'_>) -> Option<ShapeId> {
    call.shape(call.args.len().checked_sub(1)?)
}

/// The first arguments have one size, or are scalars.
fn of_first(call: &mut Call<'_>, count: usize) -> Option<ShapeId> {
    let args = call.args.get(..count)?;
    elementwise(Semantics::Strict, &mut Call { args, algebra: &mut *call.algebra, ..*call })
}

pub(crate) fn conv(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() > 2 {
        return None;
    }
    let (a, b) = (call.count(0)?, call.count(1)?);
    let extents = call.algebra.extents_mut();
    let sum = extents.add(a, b);
    let length = extents.subtract(sum, Extents::ONE);
    let row = call.algebra.tuple([Extents::ONE, length]);
    let column = call.algebra.tuple([length, Extents::ONE]);
    let filled = call.is_nonzero(a) && call.is_nonzero(b);
    match (call.orientation(0), call.orientation(1)) {
        _ if !filled => Some(call.matrix()),
        (Orientation::Scalar, Orientation::Scalar) => Some(Algebra::SCALAR),
        (Orientation::Row, Orientation::Row) => Some(row),
        (Orientation::Column, Orientation::Column) => Some(column),
        _ => call.either(&[row, column]),
    }
}

/// Of a matrix and two vectors, along its columns and along its rows.
fn conv2_of_vectors(call: &mut Call<'_>) -> Option<ShapeId> {
    let option = call.text(3);
    let (down, along) = (call.count(0)?, call.count(1)?);
    let (rows, columns) = call.matrix_extents(2)?;
    let filled = [down, along, rows, columns].into_iter().all(|extent| call.is_nonzero(extent));
    if !filled || !(0..3).all(|place| call.is_array(place)) {
        return None;
    }
    match option.as_deref() {
        Some("same") if call.args.len() == 4 => call.shape(2),
        None | Some("full") if call.args.len() == 3 || option.is_some() => {
            let mut full = |x, y| {
                let sum = call.algebra.extents_mut().add(x, y);
                call.algebra.extents_mut().subtract(sum, Extents::ONE)
            };
            let (rows, columns) = (full(rows, down), full(columns, along));
            Some(call.algebra.tuple([rows, columns]))
        }
        _ => None,
    }
}

pub(crate) fn conv2(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() > 2 && call.args[2].classes.all(formwork_runtime::Class::is_numeric) {
        return conv2_of_vectors(call);
    }
    let same = call.args.len() == 3 && call.text(2).as_deref() == Some("same");
    if call.args.len() != 2 && !same {
        return None;
    }
    let ((a, b), (c, d)) = (call.matrix_extents(0)?, call.matrix_extents(1)?);
    let filled = |call: &Call<'_>, extents: [ExtentId; 2]| {
        extents.iter().all(|&extent| call.is_nonzero(extent))
    };
    match (same, filled(call, [a, b]), filled(call, [c, d])) {
        (true, true, true) => return call.shape(0),
        // What is empty becomes 0x0.
        (true, false, true) => {
            let (shape, empty) = (call.shape(0)?, call.empty());
            return call.either(&[shape, empty]);
        }
        (false, true, true) => {}
        _ => return Some(call.matrix()),
    }
    let mut full = |x, y| {
        let sum = call.algebra.extents_mut().add(x, y);
        call.algebra.extents_mut().subtract(sum, Extents::ONE)
    };
    let (rows, columns) = (full(a, c), full(b, d));
    Some(call.algebra.tuple([rows, columns]))
}

/// The size of what is transformed, or another length along a dimension.
pub(crate) fn fft(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let length = match call.args.get(1) {
        None => None,
        Some(length) => match call.count(1).map(|n| call.algebra.extents().is_zero(n)) {
            Some(Truth::Yes) => None,
            // A fraction is rounded.
            Some(Truth::No) => match length.value {
                ValueFact::Floor(_) => Some(call.fresh("extent")),
                _ => Some(sizes::extent(length, call)),
            },
            _ => return None,
        },
    };
    let Some(length) = length else { return Some(shape) };
    match call.dimension(2) {
        Dimension::Known(axis) => Some(call.algebra.set_extent(shape, axis, length)),
        Dimension::Default if call.args.len() < 3 => {
            let extents = call.extents(0)?;
            match (call.is_one(extents[0]), call.orientation(0)) {
                (Truth::No, _) => Some(call.algebra.set_extent(shape, 0, length)),
                (Truth::Yes, Orientation::Row) if call.is_one(extents[1]).is_no() => {
                    Some(call.algebra.set_extent(shape, 1, length))
                }
                _ => None,
            }
        }
        Dimension::Default | Dimension::All | Dimension::Several | Dimension::Unknown => None,
    }
}

pub(crate) fn filter(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.output > 0 { None } else { call.shape(2) }
}

/// Of one size, or a row of orders against a column of arguments.
pub(crate) fn bessel(call: &mut Call<'_>) -> Option<ShapeId> {
    of_order(call, 1)
}

/// The same with the kind between the order and the argument.
pub(crate) fn hankel(call: &mut Call<'_>) -> Option<ShapeId> {
    let argument = if call.args.len() >= 3 { 2 } else { 1 };
    of_order(call, argument)
}

fn of_order(call: &Call<'_>, argument: usize) -> Option<ShapeId> {
    let (a, b) = (call.shape(0)?, call.shape(argument)?);
    (a == Algebra::SCALAR || a == b).then_some(b)
}
