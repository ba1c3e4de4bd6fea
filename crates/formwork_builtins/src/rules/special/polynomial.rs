//! Shapes of polynomials, filters and transforms.

use formwork_domain::ValueFact;
use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Semantics, Truth};

use super::ShapeFunction;
use crate::rules::call::{Call, Dimension, Orientation};
use crate::rules::shapes::elementwise;
use crate::rules::sizes;

pub(super) fn rule(name: &str) -> Option<ShapeFunction> {
    Some(match name {
        "roots" => |call| {
            let shapes = [call.column(), call.empty()];
            call.either(&shapes)
        },
        "conv" => conv,
        "deconv" => |call| Some(call.matrix()),
        "poly" => |call| Some(call.row()),
        "polyder" | "polyint" => |call| {
            if call.nargout <= 1 { call.row_or_empty() } else { None }
        },
        "fft2" | "ifft2" | "fftn" | "ifftn" => |call| {
            if call.args.len() == 1 { call.shape(0) } else { None }
        },
        "conv2" => conv2,
        "primes" => |call| Some(call.row()),
        "fft" | "ifft" => fft,
        "filter" => filter,
        "besselj" | "bessely" | "besseli" | "besselk" | "besselh" => bessel,
        // A text at the end says which tail is meant.
        "gammainc" | "gammaincinv" => |call| of_first(call, 2),
        "betainc" | "betaincinv" => |call| of_first(call, 3),
        "psi" => |call| call.shape(call.args.len().checked_sub(1)?),
        _ => return None,
    })
}

/// The first arguments have one size, or are scalars.
fn of_first(call: &mut Call<'_>, count: usize) -> Option<ShapeId> {
    let args = call.args.get(..count)?;
    elementwise(Semantics::Strict, &mut Call { args, algebra: &mut *call.algebra, ..*call })
}

fn conv(call: &mut Call<'_>) -> Option<ShapeId> {
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

fn conv2(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() != 2 {
        return None;
    }
    let ((a, b), (c, d)) = (call.matrix_extents(0)?, call.matrix_extents(1)?);
    if [a, b, c, d].iter().any(|&extent| !call.is_nonzero(extent)) {
        return Some(call.matrix());
    }
    let mut full = |x, y| {
        let sum = call.algebra.extents_mut().add(x, y);
        call.algebra.extents_mut().subtract(sum, Extents::ONE)
    };
    let (rows, columns) = (full(a, c), full(b, d));
    Some(call.algebra.tuple([rows, columns]))
}

/// The size of what is transformed, or another length along a dimension.
fn fft(call: &mut Call<'_>) -> Option<ShapeId> {
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

fn filter(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.output > 0 { None } else { call.shape(2) }
}

/// Of one size, or a row of orders against a column of arguments.
fn bessel(call: &mut Call<'_>) -> Option<ShapeId> {
    let (order, argument) = match (call.name, call.args.len()) {
        ("besselh", 3..) => (0, 2),
        _ => (0, 1),
    };
    let (a, b) = (call.shape(order)?, call.shape(argument)?);
    (a == Algebra::SCALAR || a == b).then_some(b)
}
