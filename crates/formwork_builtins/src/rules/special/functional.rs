//! Shapes of what calls functions for each element.

use formwork_shape::Semantics;
use formwork_shape::shape::{Algebra, ShapeId};

use super::ShapeFunction;
use crate::rules::call::Call;

pub(super) fn rule(name: &str) -> Option<ShapeFunction> {
    Some(match name {
        "cellfun" | "arrayfun" => mapped,
        "bsxfun" => |call| {
            let (a, b) = (call.shape(1)?, call.shape(2)?);
            Some(call.algebra.elementwise(Semantics::Expand, a, b))
        },
        "integral" | "integral2" | "quad2d" | "quad" | "quadl" | "quadgk" | "dblquad"
        | "quadcc" | "triplequad" | "integral3" => integral,
        "fzero" | "fminbnd" => |call| {
            let found = call.args.len() > 1 && call.output < 2;
            found.then_some(Algebra::SCALAR)
        },
        "fminsearch" | "fminunc" | "fsolve" => |call| {
            if call.args.len() > 1 && call.output == 0 { call.shape(1) } else { None }
        },
        "ode45" | "ode23" => |call| (call.nargout <= 1).then_some(Algebra::SCALAR),
        "interp1" => interp1,
        "accumarray" => accumarray,
        "isa" | "isfield" => asked,
        _ => return None,
    })
}

/// As large as the arrays whose elements are taken, of which some may have but one.
fn mapped(call: &mut Call<'_>) -> Option<ShapeId> {
    let mut shape = call.shape(1)?;
    for place in 2..call.args.len() {
        if call.may_be_text(place) {
            // An option ends them; characters are elements for `arrayfun`.
            let option = call.text(place).is_some_and(|name| {
                ["uniformoutput", "errorhandler"].contains(&&*name.to_ascii_lowercase())
            });
            let text = call.is_text(place) && call.name == "cellfun";
            return (option || text).then_some(shape);
        }
        let own = call.shape(place)?;
        shape = call.algebra.elementwise(Semantics::Strict, shape, own);
    }
    Some(shape)
}

/// A number, unless the function may give arrays.
fn integral(call: &mut Call<'_>) -> Option<ShapeId> {
    let arrays = (3..call.args.len()).any(|place| {
        call.may_be_text(place)
            && call.text(place).is_none_or(|name| name.to_ascii_lowercase().starts_with("array"))
    });
    (!arrays).then_some(Algebra::SCALAR)
}

/// As large as where it is asked for, if the values are a vector.
fn interp1(call: &mut Call<'_>) -> Option<ShapeId> {
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
fn accumarray(call: &mut Call<'_>) -> Option<ShapeId> {
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
fn asked(call: &mut Call<'_>) -> Option<ShapeId> {
    use crate::rules::call::Orientation;
    let row = matches!(call.orientation(1), Orientation::Row | Orientation::Scalar);
    if !call.may_be_cell(1) && (row || call.name == "isfield") {
        Some(Algebra::SCALAR)
    } else if call.is_cell(1) && call.name == "isa" {
        call.shape(1)
    } else if call.name == "isfield" {
        // What is no struct has no fields, whatever is asked.
        let shape = call.shape(1)?;
        call.either(&[shape, Algebra::SCALAR])
    } else {
        None
    }
}
