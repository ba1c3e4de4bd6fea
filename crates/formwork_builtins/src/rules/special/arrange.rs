//! Shapes of what rearranges elements.

use formwork_domain::{AbstractValue, ValueFact};
use formwork_runtime::Class;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{EmptyRule, Truth};

use crate::rules::call::{Call, Dimension, Orientation};
use crate::rules::shapes::concatenate;
use crate::rules::sizes;

/// Of `squeeze`.
pub(crate) fn squeeze(call: &mut Call<'_>) -> Option<ShapeId> {
    call.shape(0).map(|shape| call.algebra.squeeze(shape))
}

/// Of `ind2sub`, `sub2ind`.
pub(crate) fn ind2sub(call: &mut Call<'_>) -> Option<ShapeId> {
    // Truth values are a mask.
    let mask = call.classes(1).contains(Class::Logical);
    call.shape(1).filter(|_| !mask)
}

/// Of `num2cell`.
pub(crate) fn num2cell(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() == 1 { call.shape(0) } else { None }
}

/// Of `setfield`: of an array of several structs it would not tell which.
pub(crate) fn setfield(call: &mut Call<'_>) -> Option<ShapeId> {
    let field = call.args.len() == 3 && call.is_text(1);
    field.then_some(Algebra::SCALAR)
}

/// Of `typecast`.
pub(crate) fn typecast(call: &mut Call<'_>) -> Option<ShapeId> {
    let shapes = [call.row(), call.column(), call.empty()];
    call.either(&shapes)
}

/// Of `isprime`, `zscore`, `center`.
pub(crate) fn isprime(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() == 1 && call.output == 0 { call.shape(0) } else { None }
}

/// Of `gradient`.
pub(crate) fn gradient(call: &mut Call<'_>) -> Option<ShapeId> {
    let (rows, columns) = call.matrix_extents(0)?;
    let filled = call.is_nonzero(rows) && call.is_nonzero(columns);
    let plain = call.is_array(0) && !call.may_be_text(0) && filled;
    if plain && call.args.len() == 1 { call.shape(0) } else { None }
}

pub(crate) fn cat(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.dimension(0) {
        Dimension::Known(axis) => concatenate(1, axis, EmptyRule::ZeroByZero, call),
        Dimension::Default | Dimension::All | Dimension::Several | Dimension::Unknown => None,
    }
}

/// `reshape(x, [m n …])`, `reshape(x, m, n, …)`, `reshape(x, size(y))`, one extent free.
pub(crate) fn reshape(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let mut extents: Vec<Option<ExtentId>> = Vec::new();
    if let [_, size] = call.args {
        if let ValueFact::SizeOf(shape) = size.value {
            return Some(shape);
        }
        extents.extend(size.as_integers(call.algebra)?.into_iter().map(Some));
    } else {
        for place in 1..call.args.len() {
            let Some(count) = call.count(place) else {
                // It may be the free one.
                return open_matrix(call.args.len() - 1, call);
            };
            extents.push(match call.algebra.extents().is_zero(count) {
                Truth::Yes => None,
                Truth::No => Some(sizes::extent(&call.args[place], call)),
                Truth::Maybe => return open_matrix(call.args.len() - 1, call),
            });
        }
    }
    if extents.len() < 2 {
        return None;
    }
    // What succeeded had as many elements as were asked for.
    if extents.iter().all(Option::is_some) {
        return Some(call.algebra.tuple(extents.into_iter().flatten()));
    }
    let reshaped = call.algebra.reshape(shape, &extents);
    if call.algebra.as_tuple(reshaped).is_some() {
        return Some(reshaped);
    }
    // The free extent is the quotient, which is exact where the call succeeds.
    let count = call.algebra.count(shape);
    let known = call.algebra.extents_mut().product(extents.iter().flatten().copied());
    if call.is_nonzero(known) {
        let free = call.algebra.extents_mut().exact_divide(count, known);
        return Some(call.algebra.tuple(extents.into_iter().map(|extent| extent.unwrap_or(free))));
    }
    let free = call.fresh("extent");
    Some(call.algebra.tuple(extents.into_iter().map(|extent| extent.unwrap_or(free))))
}

fn open_matrix(rank: usize, call: &mut Call<'_>) -> Option<ShapeId> {
    let open: Vec<ExtentId> = (0..rank).map(|_| call.fresh("extent")).collect();
    Some(call.algebra.tuple(open))
}

pub(crate) fn repmat(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let mut copies = Vec::new();
    if let [_, only] = call.args {
        if only.is_scalar() {
            let count = sizes::extent(only, call);
            copies.extend([count, count]);
        } else {
            let vector = matches!(call.orientation(1), Orientation::Row | Orientation::Column);
            let numbers = match only.value {
                ValueFact::SizeOf(shape) => call.extents_of(shape)?.to_vec(),
                _ => only.as_integers(call.algebra).filter(|_| vector)?,
            };
            copies.extend(numbers.iter().map(|&count| call.algebra.extents_mut().clamp(count)));
        }
    } else {
        for place in 1..call.args.len() {
            if !call.args[place].is_scalar() {
                return None;
            }
            copies.push(sizes::extent(&call.args[place], call));
        }
    }
    if let &[single] = copies.as_slice() {
        copies.push(single);
    }
    if copies.len() < 2 {
        return None;
    }
    Some(call.algebra.repmat(shape, &copies))
}

/// The order of dimensions that argument 1 says, from 0.
fn order(call: &Call<'_>) -> Option<Vec<u32>> {
    let numbers = call.constant(1)?.to_f64_array()?.into_owned();
    let order: Vec<u32> = numbers.as_slice().iter().map(|&number| number as u32).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    let whole = sorted.iter().zip(1..).all(|(&have, want)| have == want);
    whole.then(|| order.iter().map(|place| place - 1).collect())
}

pub(crate) fn permute(call: &mut Call<'_>) -> Option<ShapeId> {
    let (shape, order) = (call.shape(0)?, order(call)?);
    Some(call.algebra.permute(shape, &order))
}

pub(crate) fn ipermute(call: &mut Call<'_>) -> Option<ShapeId> {
    let (shape, order) = (call.shape(0)?, order(call)?);
    let mut inverse = vec![0; order.len()];
    for (from, &to) in (0..).zip(&order) {
        *inverse.get_mut(to as usize)? = from;
    }
    Some(call.algebra.permute(shape, &inverse))
}

pub(crate) fn vec(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    (call.args.len() == 1).then(|| call.algebra.vectorise(shape))
}

/// Leading extents of one are dropped.
pub(crate) fn shiftdim(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() > 1 {
        return None;
    }
    let extents = call.extents(0)?;
    match (call.is_one(extents[0]), extents.as_slice()) {
        (Truth::No, _) => call.shape(0),
        (Truth::Yes, &[_, columns]) => Some(call.algebra.tuple([columns, Extents::ONE])),
        _ => None,
    }
}

pub(crate) fn rot90(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let turns = if call.args.len() == 1 { 1.0 } else { call.number(1)? };
    if turns.rem_euclid(2.0) == 0.0 {
        return Some(shape);
    }
    let (rows, columns) = call.matrix_extents(0)?;
    Some(call.algebra.tuple([columns, rows]))
}

pub(crate) fn blkdiag(call: &mut Call<'_>) -> Option<ShapeId> {
    let (mut rows, mut columns) = (Extents::ZERO, Extents::ZERO);
    for place in 0..call.args.len() {
        let (m, n) = call.matrix_extents(place)?;
        let extents = call.algebra.extents_mut();
        (rows, columns) = (extents.add(rows, m), extents.add(columns, n));
    }
    Some(call.algebra.tuple([rows, columns]))
}

pub(crate) fn triangle(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.no_text_from(1) { call.shape(0) } else { None }
}

/// The diagonal of a matrix, or a matrix with a diagonal.
pub(crate) fn diag(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.args.len() {
        1 => {
            let shape = call.shape(0)?;
            Some(call.algebra.diagonal(shape))
        }
        2 => {
            let (offset, vector) = (call.number(1)?, call.orientation(0));
            if offset.fract() != 0.0 || offset.abs() > 1e9 {
                return None;
            }
            match vector {
                Orientation::Scalar | Orientation::Row | Orientation::Column => {
                    let count = call.count(0)?;
                    let offset = call.literal(offset.abs() as usize);
                    let side = call.algebra.extents_mut().add(count, offset);
                    Some(call.algebra.tuple([side, side]))
                }
                _ => Some(call.matrix()),
            }
        }
        _ => {
            let rows = sizes::extent(&call.args[1], call);
            let columns = sizes::extent(&call.args[2], call);
            Some(call.algebra.tuple([rows, columns]))
        }
    }
}

/// `postpad(x, l, c, dim)`: one extent replaced.
pub(crate) fn padded(call: &mut Call<'_>) -> Option<ShapeId> {
    // A cell array takes all that it is filled up with as one element, and complex numbers
    // are lost beside text.
    let texts = call.may_be_text(0) || call.may_be_text(2);
    let complex = || call.args.iter().any(|argument| argument.complex != Truth::No);
    if call.may_be_cell(0) || call.may_be_cell(2) || texts && complex() {
        return None;
    }
    let (shape, length) = (call.shape(0)?, sizes::extent(call.args.get(1)?, call));
    let axis = match call.dimension(3) {
        Dimension::Known(axis) => axis,
        Dimension::Default if call.args.len() < 4 => {
            let (rows, columns) = call.matrix_extents(0)?;
            let column = call.orientation(0) == Orientation::Column;
            let long =
                |extent| call.algebra.extents().interval(extent).low().is_some_and(|low| low > 1);
            if long(rows) || column {
                0
            } else if call.is_one(rows).is_yes() && long(columns) {
                1
            } else {
                return None;
            }
        }
        Dimension::Default | Dimension::All | Dimension::Several | Dimension::Unknown => {
            return None;
        }
    };
    Some(call.algebra.set_extent(shape, axis, length))
}

/// As many cells as parts are asked for along each dimension.
pub(crate) fn mat2cell(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() == 2 {
        return None;
    }
    let counts: Option<Vec<ExtentId>> =
        (1..call.args.len()).map(|place| call.count(place)).collect();
    Some(call.algebra.tuple(counts?))
}

/// Cells of scalars give an array as large.
pub(crate) fn cell2mat(call: &mut Call<'_>) -> Option<ShapeId> {
    use formwork_domain::Contents;
    let argument = call.args.first()?;
    let scalars = match &argument.contents {
        Some(Contents::Every(every)) => every.is_scalar(),
        _ => argument.elements(call.algebra)?.iter().all(AbstractValue::is_scalar),
    };
    let (rows, columns) = call.matrix_extents(0)?;
    let filled = call.is_nonzero(rows) && call.is_nonzero(columns);
    call.shape(0).filter(|_| scalars && filled)
}

/// The values of the fields on top of each other.
pub(crate) fn struct2cell(call: &mut Call<'_>) -> Option<ShapeId> {
    let argument = call.args.first()?;
    let fields = argument.fields(call.algebra).filter(|fields| !fields.open);
    let rows = match fields {
        Some(fields) => call.literal(fields.known.len()),
        None => call.fresh("fields"),
    };
    argument.is_scalar().then(|| call.algebra.tuple([rows, Extents::ONE]))
}

pub(crate) fn kron(call: &mut Call<'_>) -> Option<ShapeId> {
    let mut product = call.shape(0)?;
    for place in 1..call.args.len() {
        let shape = call.shape(place)?;
        product = call.algebra.kron(formwork_shape::Dialect::Octave, product, shape);
    }
    Some(product)
}
