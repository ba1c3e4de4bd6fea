//! Shapes of dates.

use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::{ARRAYS, Call, Orientation};

/// Of `clock`.
pub(crate) fn clock(call: &mut Call<'_>) -> Option<ShapeId> {
    let parts = call.literal(6);
    let one = call.output > 0;
    Some(if one { Algebra::SCALAR } else { call.algebra.tuple([Extents::ONE, parts]) })
}

/// Of `calendar`.
pub(crate) fn calendar(call: &mut Call<'_>) -> Option<ShapeId> {
    let (weeks, days) = (call.literal(6), call.literal(7));
    Some(call.algebra.tuple([weeks, days]))
}

/// Of `datevec`.
pub(crate) fn datevec(call: &mut Call<'_>) -> Option<ShapeId> {
    let count = dates(call);
    let parts = if call.nargout > 1 { Extents::ONE } else { call.literal(6) };
    Some(call.algebra.tuple([count, parts]))
}

/// Of `weekday`.
pub(crate) fn weekday(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.output > 0 {
        return Some(call.matrix());
    }
    if is_numbers(call, 0) {
        return call.shape(0);
    }
    let count = dates(call);
    (call.is_text(0) || call.is_cell(0)).then(|| call.algebra.tuple([count, Extents::ONE]))
}

/// Of `addtodate`.
pub(crate) fn addtodate(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.get(1)?.is_scalar() {
        call.shape(0)
    } else if call.args[0].is_scalar() {
        call.shape(1)
    } else {
        None
    }
}

/// Of `etime`.
pub(crate) fn etime(call: &mut Call<'_>) -> Option<ShapeId> {
    let one = |call: &mut Call<'_>, place| {
        matches!(call.orientation(place), Orientation::Row | Orientation::Scalar)
    };
    let single = one(call, 0) && one(call, 1);
    Some(if single { Algebra::SCALAR } else { call.column() })
}

/// Of `is_leap_year`.
pub(crate) fn is_leap_year(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.is_empty() { Some(Algebra::SCALAR) } else { call.shape(0) }
}

/// Whether an argument is an array of numbers, no text.
fn is_numbers(call: &Call<'_>, place: usize) -> bool {
    call.classes(place).is_within(ARRAYS) && !call.may_be_text(place)
}

/// How many dates the first argument has: one for each number, each row of characters,
/// each element of a cell array.
fn dates(call: &mut Call<'_>) -> ExtentId {
    let known = if call.is_text(0) {
        call.shape(0).map(|shape| call.algebra.extent(shape, 0))
    } else if is_numbers(call, 0) || call.is_cell(0) {
        call.count(0)
    } else {
        None
    };
    match known {
        Some(count) => count,
        None => call.fresh("rows"),
    }
}

/// One number for each date; rows of numbers are dates, and so are several arrays.
pub(crate) fn datenum(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.is_text(0) {
        let count = dates(call);
        return Some(call.algebra.tuple([count, Extents::ONE]));
    }
    if !is_numbers(call, 0) {
        return None;
    }
    if call.args.len() == 1 {
        let rows = call.shape(0).map(|shape| call.algebra.extent(shape, 0))?;
        return Some(call.algebra.tuple([rows, Extents::ONE]));
    }
    let scalars = (0..call.args.len()).all(|place| call.args[place].is_scalar());
    scalars.then_some(Algebra::SCALAR)
}
