//! Shapes of what makes arrays.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::extent::Extents;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::Call;
use crate::rules::sizes;
use crate::rules::special::classes;

/// Of `optimset`.
pub(crate) fn optimset(call: &mut Call<'_>) -> Option<ShapeId> {
    if classes::optimset(call) != ClassSet::only(Class::Struct) {
        return None;
    }
    let plain = call.args.iter().all(|argument| {
        argument.is_scalar() || !argument.classes.contains(formwork_runtime::Class::Struct)
    });
    plain.then_some(Algebra::SCALAR)
}

/// A row; where an end is text, 0x0 if one has no element.
pub(crate) fn colon(call: &mut Call<'_>) -> Option<ShapeId> {
    let shapes = [call.row(), call.empty()];
    let text = call.args.iter().any(|argument| argument.classes.contains(Class::Char));
    call.either(&shapes[..1 + usize::from(text)])
}

pub(crate) fn cell(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.is_empty() {
        return Some(call.empty());
    }
    sizes::sizes(0, call.args.len(), call)
}

pub(crate) fn linspace(call: &mut Call<'_>) -> Option<ShapeId> {
    let columns = match call.args.get(2) {
        None => call.literal(100),
        Some(count) => {
            use formwork_domain::ValueFact;
            let number = match count.value {
                ValueFact::Floor(floor) if count.is_scalar() => Some(floor),
                _ if count.is_scalar() => count.as_integer(call.algebra),
                _ => None,
            };
            match (number, call.number(2)) {
                (_, Some(number)) if number.is_finite() => call.literal(number.max(0.0) as usize),
                (Some(number), _) => call.algebra.extents_mut().clamp(number),
                _ => call.fresh("columns"),
            }
        }
    };
    let (a, b) = (call.count(0)?, call.count(1)?);
    let rows = if call.is_one(a).is_yes() {
        b
    } else if call.is_one(b).is_yes() || a == b {
        a
    } else {
        call.fresh("rows")
    };
    Some(call.algebra.tuple([rows, columns]))
}

/// `rand(n)`, `rand(m, n, "single")`; other texts are about the generator.
pub(crate) fn random(call: &mut Call<'_>) -> Option<ShapeId> {
    drawn(call, 0)
}

/// The same after a parameter; without a size there is one number for each.
pub(crate) fn parametric_random(call: &mut Call<'_>) -> Option<ShapeId> {
    let count = call.args.len();
    if call.may_be_text(0) {
        return None;
    }
    if count == 1 || count == 2 && call.is_text(1) {
        return call.shape(0);
    }
    drawn(call, 1)
}

fn drawn(call: &mut Call<'_>, from: usize) -> Option<ShapeId> {
    let count = call.args.len();
    if count > from && call.may_be_text(count - 1) {
        let class = call.text(count - 1)?;
        if class != "double" && class != "single" {
            return None;
        }
        return sizes::sizes(from, count - 1, call);
    }
    sizes::sizes(from, count, call)
}

pub(crate) fn randperm(call: &mut Call<'_>) -> Option<ShapeId> {
    let count = sizes::extent(call.args.last()?, call);
    Some(call.algebra.tuple([Extents::ONE, count]))
}

/// `eps(x)` is as large as `x`.
pub(crate) fn eps(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.args.len() {
        0 => Some(Algebra::SCALAR),
        1 if call.is_text(0) => Some(Algebra::SCALAR),
        1 if !call.may_be_text(0) => call.shape(0),
        1 => None,
        _ => sizes::size_arguments(0, call),
    }
}

pub(crate) fn meshgrid(call: &mut Call<'_>) -> Option<ShapeId> {
    let x = call.count(0)?;
    let y = if call.args.len() > 1 { call.count(1)? } else { x };
    if call.args.len() < 3 && call.nargout < 3 {
        return Some(call.algebra.tuple([y, x]));
    }
    let z = match call.args.len() {
        1 => x,
        3 => call.count(2)?,
        _ => return None,
    };
    Some(call.algebra.tuple([y, x, z]))
}

pub(crate) fn ndgrid(call: &mut Call<'_>) -> Option<ShapeId> {
    let count = call.args.len();
    if !(0..count).all(|place| call.is_array(place)) {
        return None;
    }
    let extents: Option<Vec<_>> = match count {
        1 if call.nargout < 2 => None,
        1 => {
            let side = call.count(0)?;
            Some(vec![side; call.nargout])
        }
        _ => (0..count).map(|place| call.count(place)).collect(),
    };
    Some(call.algebra.tuple(extents?))
}

/// As large as the cell arrays among the values.
pub(crate) fn structure(call: &mut Call<'_>) -> Option<ShapeId> {
    let mut shape = Algebra::SCALAR;
    if call.args.len() == 1 {
        return call.shape(0);
    }
    // What is empty and no text stays as large as it is.
    if !call.args.is_empty() && !call.is_text(0) {
        return None;
    }
    for place in (1..call.args.len()).step_by(2) {
        if !call.may_be_cell(place) {
            continue;
        }
        let own = call.shape(place).filter(|_| call.is_cell(place))?;
        if own == Algebra::SCALAR {
            continue;
        }
        if call.algebra.as_concrete(own).is_none_or(|size| size.is_scalar()) {
            return None;
        }
        shape = own;
    }
    Some(shape)
}

pub(crate) fn blanks(call: &mut Call<'_>) -> Option<ShapeId> {
    let count = sizes::extent(call.args.first()?, call);
    let row = call.algebra.tuple([Extents::ONE, count]);
    if call.is_nonzero(count) {
        return Some(row);
    }
    let empty = call.empty();
    call.either(&[row, empty])
}

pub(crate) fn side(call: &mut Call<'_>) -> Option<ShapeId> {
    let argument = call.args.first().filter(|argument| argument.is_scalar())?;
    let side = sizes::extent(argument, call);
    Some(call.algebra.tuple([side, side]))
}
