//! Shapes of what calls functions for each element.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::Semantics;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::Call;

/// Of `bsxfun`.
pub(crate) fn bsxfun(call: &mut Call<'_>) -> Option<ShapeId> {
    let (a, b) = (call.shape(1)?, call.shape(2)?);
    Some(call.algebra.elementwise(Semantics::Expand, a, b))
}

/// Of `fzero`, `fminbnd`.
pub(crate) fn fzero(call: &mut Call<'_>) -> Option<ShapeId> {
    let found = call.args.len() > 1 && call.output < 2;
    found.then_some(Algebra::SCALAR)
}

/// Of `fminsearch`, `fminunc`, `fsolve`.
pub(crate) fn fminsearch(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() > 1 && call.output == 0 { call.shape(1) } else { None }
}

/// Of `ode45`, `ode23`.
pub(crate) fn ode45(call: &mut Call<'_>) -> Option<ShapeId> {
    (call.nargout <= 1).then_some(Algebra::SCALAR)
}

/// As large as the arrays whose elements are taken, of which some may have but one.
pub(crate) fn mapped(call: &mut Call<'_>) -> Option<ShapeId> {
    of_elements(call, false)
}

/// The same where a text is an option, whatever it says.
pub(crate) fn mapped_cells(call: &mut Call<'_>) -> Option<ShapeId> {
    of_elements(call, true)
}

fn of_elements(call: &mut Call<'_>, texts_are_options: bool) -> Option<ShapeId> {
    let mut shape = call.shape(1)?;
    for place in 2..call.args.len() {
        if call.may_be_text(place) {
            // An option ends them; characters are elements for `arrayfun`.
            let option = call.text(place).is_some_and(|name| {
                ["uniformoutput", "errorhandler"].contains(&&*name.to_ascii_lowercase())
            });
            let text = call.is_text(place) && texts_are_options;
            return (option || text).then_some(shape);
        }
        let own = call.shape(place)?;
        shape = call.algebra.elementwise(Semantics::Strict, shape, own);
    }
    Some(shape)
}

/// A number, unless the function may give arrays.
pub(crate) fn integral(call: &mut Call<'_>) -> Option<ShapeId> {
    let arrays = (3..call.args.len()).any(|place| {
        call.may_be_text(place)
            && call.text(place).is_none_or(|name| name.to_ascii_lowercase().starts_with("array"))
    });
    (!arrays).then_some(Algebra::SCALAR)
}

/// As large as where it is asked for, if the values are a vector.
pub(crate) fn interp1(call: &mut Call<'_>) -> Option<ShapeId> {
    use crate::rules::call::Orientation;
    if (0..3).any(|place| call.args.len() <= place || call.may_be_text(place)) {
        return None;
    }
    let vector = matches!(call.orientation(1), Orientation::Row | Orientation::Column);
    let count = call.count(1)?;
    let several = call.is_one(count).is_no();
    call.shape(2).filter(|_| vector && several)
}

/// Of the size that is given, or a column.
pub(crate) fn accumarray(call: &mut Call<'_>) -> Option<ShapeId> {
    use formwork_shape::Truth;
    use formwork_shape::extent::Extents;
    if let Some(size) = call.args.get(2) {
        let empty = call.count(2).map_or(Truth::Maybe, |n| call.algebra.extents().is_zero(n));
        if empty == Truth::No {
            let numbers = size.as_integers(call.algebra)?;
            let extents: Vec<_> =
                numbers.iter().map(|&number| call.algebra.extents_mut().clamp(number)).collect();
            return (extents.len() > 1).then(|| call.algebra.tuple(extents));
        }
        if empty == Truth::Maybe {
            return None;
        }
    }
    if !call.is_array(0) {
        return None;
    }
    let (_, columns) = call.matrix_extents(0)?;
    let rows = call.fresh("rows");
    call.is_one(columns).is_yes().then(|| call.algebra.tuple([rows, Extents::ONE]))
}

/// One answer for a text, as many as there are for a cell array.
pub(crate) fn isa(call: &mut Call<'_>) -> Option<ShapeId> {
    use crate::rules::call::Orientation;
    // Each string is a name.
    if call.classes(1).contains(Class::String) && !call.classes(1).may_be_object() {
        let strings = call.classes(1) == ClassSet::only(Class::String);
        return call.shape(1).filter(|_| strings);
    }
    let row = matches!(call.orientation(1), Orientation::Row | Orientation::Scalar);
    if !call.may_be_cell(1) && row {
        Some(Algebra::SCALAR)
    } else {
        call.shape(1).filter(|_| call.is_cell(1))
    }
}

/// The same; what is no struct has no fields, whatever is asked.
pub(crate) fn isfield(call: &mut Call<'_>) -> Option<ShapeId> {
    if !call.may_be_cell(1) {
        return Some(Algebra::SCALAR);
    }
    let shape = call.shape(1)?;
    call.either(&[shape, Algebra::SCALAR])
}
