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

/// Of `polyfit`: a coefficient more than the degree says.
pub(crate) fn polyfit(call: &mut Call<'_>) -> Option<ShapeId> {
    let degree = call.args.get(2).filter(|degree| degree.is_scalar());
    match degree.filter(|degree| degree.classes.all(formwork_runtime::Class::is_numeric)) {
        Some(degree) => {
            let degree = sizes::extent(degree, call);
            let length = call.algebra.extents_mut().add(degree, Extents::ONE);
            Some(call.algebra.tuple([Extents::ONE, length]))
        }
        // A list of truth values says which powers there are.
        None => Some(call.row()),
    }
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
    let part = part(call, 2)?;
    let (a, b) = (call.count(0)?, call.count(1)?);
    let length = part.length(call, a, b);
    let (row, column) = ([Extents::ONE, length], [length, Extents::ONE]);
    let filled = [a, b];
    match (call.orientation(0), call.orientation(1)) {
        (Orientation::Scalar, Orientation::Scalar) => Some(Algebra::SCALAR),
        (Orientation::Row, Orientation::Row | Orientation::Scalar)
        | (Orientation::Scalar, Orientation::Row) => Some(call.if_filled(&filled, row)),
        (Orientation::Column, Orientation::Column | Orientation::Scalar)
        | (Orientation::Scalar, Orientation::Column) => Some(call.if_filled(&filled, column)),
        _ if !(call.is_nonzero(a) && call.is_nonzero(b)) => Some(call.matrix()),
        // The longer one says which way.
        _ => {
            let shapes = [call.algebra.tuple(row), call.algebra.tuple(column)];
            call.either(&shapes)
        }
    }
}

/// Which part of a convolution is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of it.
    Full,
    /// As much as there is of the first argument.
    Same,
    /// Where the second lies within the first.
    Valid,
}

impl Part {
    /// How long it is along a dimension of these two lengths, neither of which is zero.
    fn length(self, call: &mut Call<'_>, first: ExtentId, second: ExtentId) -> ExtentId {
        let extents = call.algebra.extents_mut();
        match self {
            Part::Full => {
                let sum = extents.add(first, second);
                extents.subtract(sum, Extents::ONE)
            }
            Part::Same => first,
            Part::Valid => {
                let difference = extents.subtract(first, second);
                let length = extents.add(difference, Extents::ONE);
                extents.clamp(length)
            }
        }
    }
}

/// Which part of a convolution an argument asks for, if it can be told.
fn part(call: &Call<'_>, place: usize) -> Option<Part> {
    if call.args.len() <= place {
        return Some(Part::Full);
    }
    match call.text(place)?.as_str() {
        "full" => Some(Part::Full),
        "same" => Some(Part::Same),
        "valid" => Some(Part::Valid),
        _ => None,
    }
}

/// Of a matrix and two vectors, along its columns and along its rows.
fn conv2_of_vectors(call: &mut Call<'_>) -> Option<ShapeId> {
    let part = part(call, 3)?;
    let (down, along) = (call.count(0)?, call.count(1)?);
    let (rows, columns) = call.matrix_extents(2)?;
    if !(0..3).all(|place| call.is_array(place)) {
        return None;
    }
    let usual = [part.length(call, rows, down), part.length(call, columns, along)];
    Some(call.if_filled(&[down, along, rows, columns], usual))
}

pub(crate) fn conv2(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() > 2 && call.args[2].classes.all(formwork_runtime::Class::is_numeric) {
        return conv2_of_vectors(call);
    }
    let part = part(call, 2)?;
    let ((a, b), (c, d)) = (call.matrix_extents(0)?, call.matrix_extents(1)?);
    let usual = [part.length(call, a, c), part.length(call, b, d)];
    Some(call.if_filled(&[a, b, c, d], usual))
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
                (Truth::No, _) | (_, Orientation::Scalar | Orientation::Column) => {
                    Some(call.algebra.set_extent(shape, 0, length))
                }
                // A number becomes a column.
                (Truth::Yes, Orientation::Row) => {
                    Some(call.if_longer(extents[1], 1, [Extents::ONE, length]))
                }
                _ => call.along_rows(1, length),
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
