//! Shapes of what describes samples.

use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Dialect, Reduction};

use crate::rules::call::{Call, Dimension, Orientation};
use crate::rules::sizes;

/// Of `mean`, `meansq`.
pub(crate) fn mean(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    if (1..call.args.len()).any(|place| call.may_be_text(place) && !call.is_text(place)) {
        return None;
    }
    call.reduced(Reduction::Mean, shape, call.dimension(1))
}

/// Of `mode`.
pub(crate) fn mode(call: &mut Call<'_>) -> Option<ShapeId> {
    first_long(call, OfNothing::One)
}

/// Of `median`.
pub(crate) fn median(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    call.reduced(Reduction::Sum, shape, call.dimension(1))
}

/// Of `var`, `std`.
pub(crate) fn var(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    if call.may_be_text(2) {
        return (call.text(2)? == "all").then_some(Algebra::SCALAR);
    }
    match call.dimension(2) {
        Dimension::Known(axis) => Some(call.algebra.set_extent(shape, axis, Extents::ONE)),
        Dimension::Default => call.reduced(Reduction::Sum, shape, Dimension::Default),
        Dimension::All => Some(Algebra::SCALAR),
        Dimension::Several | Dimension::Unknown => None,
    }
}

/// Of `quantile`, `prctile`.
pub(crate) fn quantile(call: &mut Call<'_>) -> Option<ShapeId> {
    call.matrix_extents(0)?;
    if call.args.len() < 3 { Some(call.matrix()) } else { None }
}

/// Of `range`.
pub(crate) fn range(call: &mut Call<'_>) -> Option<ShapeId> {
    first_long(call, OfNothing::Nothing)
}

/// Of `iqr`.
pub(crate) fn iqr(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.may_be_text(1) {
        return (call.text(1)? == "all").then_some(Algebra::SCALAR);
    }
    first_long(call, OfNothing::Nothing)
}

/// What is made of a column without elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OfNothing {
    /// One element: nothing has a mean, which is no number.
    One,
    /// Nothing: it has no range.
    Nothing,
}

/// Reduces a given dimension, or the first that is longer than one.
fn first_long(call: &mut Call<'_>, of_nothing: OfNothing) -> Option<ShapeId> {
    let (shape, place) = (call.shape(0)?, 1);
    if (place..call.args.len()).any(|place| call.may_be_text(place) && !call.is_text(place)) {
        return None;
    }
    match call.dimension(place) {
        Dimension::Known(axis) => {
            let extents = call.extents(0)?;
            let filled = extents.iter().all(|&extent| call.is_nonzero(extent));
            filled.then(|| call.algebra.reduce(Reduction::Sum, Some(axis), Dialect::Octave, shape))
        }
        Dimension::Default => {
            let extents = call.extents(0)?;
            if extents.iter().all(|&extent| call.is_nonzero(extent)) {
                return Some(call.algebra.reduce(Reduction::Sum, None, Dialect::Octave, shape));
            }
            match call.orientation(0) {
                Orientation::Column if of_nothing == OfNothing::Nothing => {
                    let rows = call.algebra.extents_mut().minimum([Extents::ONE, extents[0]]);
                    Some(call.algebra.tuple([rows, Extents::ONE]))
                }
                Orientation::Scalar | Orientation::Column => Some(Algebra::SCALAR),
                Orientation::Row => {
                    let columns = call.algebra.extents_mut().minimum([Extents::ONE, extents[1]]);
                    Some(call.algebra.tuple([Extents::ONE, columns]))
                }
                _ => {
                    let low = call.algebra.extents().interval(extents[0]).low();
                    if low.is_some_and(|low| low > 1) {
                        return Some(call.algebra.set_extent(shape, 0, Extents::ONE));
                    }
                    call.along_rows(1, Extents::ONE)
                }
            }
        }
        Dimension::All => Some(Algebra::SCALAR),
        Dimension::Several | Dimension::Unknown => None,
    }
}

/// Of `vecnorm`: the norm of every vector along a dimension.
pub(crate) fn vecnorm(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    if (1..call.args.len()).any(|place| call.may_be_text(place)) {
        return None;
    }
    match call.dimension(2) {
        Dimension::Known(axis) => Some(call.algebra.set_extent(shape, axis, Extents::ONE)),
        Dimension::Default => call.along_rows(1, Extents::ONE),
        Dimension::All | Dimension::Several | Dimension::Unknown => None,
    }
}

pub(crate) fn cov(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() > 1 {
        return Some(call.matrix());
    }
    let (rows, columns) = call.matrix_extents(0)?;
    match call.orientation(0) {
        Orientation::Scalar | Orientation::Row | Orientation::Column => {
            Some(call.if_filled(&[rows, columns], [Extents::ONE; 2]))
        }
        Orientation::Other if call.is_nonzero(rows) && call.is_nonzero(columns) => {
            Some(call.algebra.tuple([columns, columns]))
        }
        // A row is a list of samples of one variable.
        Orientation::Other | Orientation::Unknown => {
            Some(call.if_longer(rows, 1, [columns, columns]))
        }
    }
}

/// Of `corr`: every variable of the first argument with every one of the second.
pub(crate) fn corr(call: &mut Call<'_>) -> Option<ShapeId> {
    let (rows, first) = call.matrix_extents(0)?;
    if call.args.len() == 1 {
        return Some(call.if_longer(rows, 1, [first, first]));
    }
    // Of others the rows are samples only if there are as many.
    let (others, second) = call.matrix_extents(1)?;
    (rows == others).then(|| call.if_longer(rows, 1, [first, second]))
}

/// Of `hist`: as many as there are bins, in a row for a vector and in columns for a matrix.
pub(crate) fn hist(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() > 2 {
        return None;
    }
    let (_, columns) = call.matrix_extents(0)?;
    let bins = match call.args.get(1) {
        None => call.literal(10),
        Some(bins) if bins.is_scalar() => sizes::extent(bins, call),
        Some(_) if call.orientation(1) == Orientation::Row => call.count(1)?,
        Some(_) => return None,
    };
    match (call.orientation(0), call.output) {
        (Orientation::Scalar | Orientation::Row | Orientation::Column, _) => {
            Some(call.algebra.tuple([Extents::ONE, bins]))
        }
        (Orientation::Other, 0) => Some(call.algebra.tuple([bins, columns])),
        (Orientation::Other, _) => Some(call.algebra.tuple([bins, Extents::ONE])),
        (Orientation::Unknown, _) => None,
    }
}

/// Which argument of `trapz` and `cumtrapz` has the values: a number behind others may be a
/// dimension.
fn place_of_values(call: &mut Call<'_>) -> Option<usize> {
    match call.args.len() {
        1 => Some(0),
        2 if call.shape(0).is_none() || call.shape(0) != call.shape(1) => {
            let count = call.count(1)?;
            call.is_one(count).is_no().then_some(1)
        }
        _ => Some(1),
    }
}

/// Of `trapz`: the dimension along which the areas lie is gone.
pub(crate) fn trapz(call: &mut Call<'_>) -> Option<ShapeId> {
    let place = place_of_values(call)?;
    let shape = call.shape(place)?;
    match call.dimension(2) {
        Dimension::Known(axis) => Some(call.algebra.set_extent(shape, axis, Extents::ONE)),
        Dimension::Default if call.args.len() < 3 => {
            let count = call.algebra.count(shape);
            if call.is_nonzero(count) {
                return call.reduced(Reduction::Sum, shape, Dimension::Default);
            }
            match call.orientation(place) {
                Orientation::Scalar | Orientation::Row | Orientation::Column => {
                    Some(Algebra::SCALAR)
                }
                Orientation::Other | Orientation::Unknown => {
                    call.along_rows_of(place, 1, Extents::ONE)
                }
            }
        }
        Dimension::Default | Dimension::All | Dimension::Several | Dimension::Unknown => None,
    }
}

/// Of `cumtrapz`: as large as what it goes along.
pub(crate) fn cumtrapz(call: &mut Call<'_>) -> Option<ShapeId> {
    let place = place_of_values(call)?;
    let (rows, columns) = call.matrix_extents(place)?;
    if call.args.len() > 2 {
        return None;
    }
    Some(call.if_filled(&[rows, columns], [rows, columns]))
}

/// As many along the first dimension that is not one as there are edges.
pub(crate) fn histc(call: &mut Call<'_>) -> Option<ShapeId> {
    let (shape, edges) = (call.shape(0)?, call.count(1)?);
    let (rows, columns) = call.matrix_extents(0)?;
    let filled = call.is_nonzero(edges) && call.is_nonzero(rows) && call.is_nonzero(columns);
    if call.args.len() > 2 || !filled {
        return None;
    }
    if call.output > 0 {
        return Some(shape);
    }
    if call.is_one(rows).is_no() {
        Some(call.algebra.set_extent(shape, 0, edges))
    } else if call.is_one(rows).is_yes() && call.is_one(columns).is_no() {
        Some(call.algebra.set_extent(shape, 1, edges))
    } else {
        None
    }
}
