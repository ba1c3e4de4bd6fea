//! Other orders: `permute`, `flip`, `circshift`, `rot90`.

use formwork_runtime::index::{self, Permuted, Reordered, rearranged};
use formwork_runtime::{Dims, Error, Result, Structure, Value, ops};
use smallvec::smallvec;

use crate::arguments::number::scalar;
use crate::arguments::vectors::integers;
use crate::context::{Args, Context, Values, one};
use crate::kit::dimension::first_long;

fn take(args: &mut Args) -> Value {
    std::mem::take(&mut args[0])
}

/// The array rearranged; what is no array stays as it is.
fn apply(value: Value, rule: &impl formwork_runtime::index::Rearrange) -> Result<Value> {
    Ok(rearranged(&value, rule)?.unwrap_or(value))
}

/// Maps have no elements in an order.
fn refuse_map(value: &Value) -> Result<()> {
    match value {
        Value::Map(_) => {
            Err(Error::plain("octave_base_value::permute (): wrong type argument 'object'"))
        }
        _ => Ok(()),
    }
}

pub(super) fn permute(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = take(&mut args);
    refuse_map(&value)?;
    let order = read_order("permute", &value, &args[1])?;
    let rule = Permuted::new(value.dims(), order);
    one(apply(value, &rule)?)
}

pub(super) fn ipermute(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = take(&mut args);
    let order = read_order("ipermute", &value, &args[1])?;
    let mut inverse = vec![0; order.len()];
    for (place, &dimension) in order.iter().enumerate() {
        inverse[dimension] = place;
    }
    let rule = Permuted::new(value.dims(), inverse);
    one(apply(value, &rule)?)
}

/// Reads an order of dimensions, counted from 0 afterwards.
fn read_order(name: &str, value: &Value, order: &Value) -> Result<Vec<usize>> {
    if !order.is_arithmetic() {
        return Err(Error::invalid_call(name));
    }
    let order = integers(order)?;
    let dims = value.dims();
    if order.len() == 1 && dims.ndims() == 2 {
        return Err(Error::invalid_call(name));
    }
    if order.len() < dims.ndims() {
        return Err(Error::plain(format!("{name}: invalid permutation vector")));
    }
    let mut seen = vec![false; order.len()];
    let mut result = Vec::with_capacity(order.len());
    for dimension in order {
        let place =
            usize::try_from(dimension.saturating_sub(1)).ok().filter(|&place| place < seen.len());
        let Some(place) = place else {
            return Err(Error::plain(format!(
                "{name}: permutation vector contains an invalid element"
            )));
        };
        if std::mem::replace(&mut seen[place], true) {
            return Err(Error::plain(format!(
                "{name}: permutation vector cannot contain identical elements"
            )));
        }
        result.push(place);
    }
    Ok(result)
}

pub(super) fn shiftdim(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let value = take(&mut args);
    let dims = value.dims();
    let count = dims.ndims() as i64;
    let mut by = match args.get(1) {
        None => match dims.as_slice().iter().position(|&extent| extent != 1) {
            None | Some(0) => count,
            Some(place) => place as i64,
        },
        Some(given) => match scalar(given) {
            Some(number) if number.fract() == 0.0 => number as i64,
            _ => return Err(Error::plain("shiftdim: N must be a scalar integer")),
        },
    };
    if by >= count {
        by %= count;
    }
    let result = if by % 2 == 0 && value.kept_as() != Structure::Full {
        value
    } else if by == 1 && value.kept_as() != Structure::Full {
        ops::unary(ops::UnaryOp::Transpose, value)?
    } else if by < 0 {
        let mut extents = vec![1; by.unsigned_abs() as usize];
        extents.extend_from_slice(dims.as_slice());
        value.reshaped(Dims::new(&extents))
    } else {
        let by = by as usize;
        let order = (by..dims.ndims()).chain(0..by).collect();
        apply(value, &Permuted::new(dims, order))?
    };
    Ok(if nargout > 1 { smallvec![result, Value::double(by as f64)] } else { smallvec![result] })
}

pub(super) fn circshift(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let mut value = take(&mut args);
    if value.is_empty() {
        return one(value);
    }
    let dims = value.dims();
    let given = &args[1];
    let mut shifts: Vec<f64> =
        given.to_f64_array().map(|array| array.as_slice().to_vec()).unwrap_or_default();
    if let Some(dimension) = args.get(2) {
        if shifts.len() != 1 {
            return Err(Error::plain("circshift: N must be a scalar when DIM is also specified"));
        }
        if let Some(d) = dimension.to_f64().filter(|d| d.is_finite() && d.fract() != 0.0) {
            let beyond = (d - 1.0).abs();
            return Err(Error::plain(format!("conversion of {beyond} to int64_t value failed")));
        }
        let before = dimension.to_f64().map_or(0, |d| (d as usize).saturating_sub(1));
        let mut all = vec![0.0; before.min(dims.ndims() + 1)];
        all.append(&mut shifts);
        shifts = all;
    } else if shifts.len() == 1 {
        let mut all = vec![0.0; first_long(&dims)];
        all.append(&mut shifts);
        shifts = all;
    }
    if shifts.is_empty() && given.dims().is_column() {
        return one(value);
    }
    let vector = args.len() == 3 || given.dims().is_vector();
    if !vector || shifts.is_empty() || shifts.len() > dims.ndims() {
        return Err(Error::plain(
            "circshift: N must be a vector, no longer than the number of dimensions in X",
        ));
    }
    let imaginary: Vec<f64> = match given.to_c64_array() {
        Some(numbers) if given.is_complex() => numbers.as_slice().iter().map(|z| z.im).collect(),
        _ => Vec::new(),
    };
    let fraction = |by: &f64| by.is_nan() || (by.is_finite() && by.fract() != 0.0);
    if shifts.iter().chain(&imaginary).any(fraction) {
        return Err(Error::plain("circshift: all values of N must be integers"));
    }
    if imaginary.iter().any(|&im| im != 0.0) {
        return Err(Error::plain("rem: not defined for complex numbers"));
    }
    // The remainder of what is infinite is no place.
    if let Some(dimension) = shifts.iter().position(|by| by.is_infinite()) {
        let before = "_,".repeat(dimension);
        let after = ",_".repeat(dims.ndims().saturating_sub(dimension + 1));
        return Err(Error::with_id(
            "Octave:invalid-index",
            format!(
                "x({before}nan{after}): subscripts must be either integers 1 to (2^63)-1 or logicals"
            ),
        ));
    }
    if value.kept_as() != Structure::Full {
        return one(shifted_by_index(&value, &shifts)?);
    }
    for (dimension, by) in shifts.into_iter().enumerate() {
        if by != 0.0 {
            value = apply(value, &Reordered::rotated(dims.clone(), dimension, by as i64))?;
        }
    }
    one(value.materialized())
}

/// What is kept as a diagonal or a permutation is indexed, which may keep it so.
fn shifted_by_index(value: &Value, shifts: &[f64]) -> Result<Value> {
    let dims = value.dims();
    let subscript = |dimension: usize| {
        let extent = dims.get(dimension);
        match shifts.get(dimension) {
            Some(&by) if by != 0.0 => {
                let first = (-by).rem_euclid(extent as f64) as usize;
                Value::row((0..extent).map(|k| ((first + k) % extent + 1) as f64).collect())
            }
            _ => Value::text(":"),
        }
    };
    index::index(value, &[subscript(0), subscript(1)])
}

pub(super) fn shift(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = take(&mut args);
    if value.is_empty() {
        return Err(Error::plain("shift: X must not be empty"));
    }
    let by = match scalar(&args[1]) {
        Some(by) if by.fract() == 0.0 => by as i64,
        _ => return Err(Error::plain("shift: B must be an integer")),
    };
    let dims = value.dims();
    let dimension = match args.get(2) {
        None => first_long(&dims),
        Some(given) => match scalar(given) {
            Some(d) if d.fract() == 0.0 && (1.0..=dims.ndims() as f64).contains(&d) => {
                d as usize - 1
            }
            _ => {
                return Err(Error::plain("shift: DIM must be an integer and a valid dimension"));
            }
        },
    };
    one(apply(value, &Reordered::rotated(dims, dimension, by))?)
}

fn flipped(value: Value, dimension: usize) -> Result<Value> {
    // Maps are asked for a key that is no key.
    if matches!(value, Value::Map(_)) {
        return Err(Error::plain(
            "containers.Map: specified key type does not match the type of this container",
        ));
    }
    // What is kept as a diagonal or a permutation is indexed, which may keep it so.
    if value.kept_as() != Structure::Full && dimension < 2 {
        let extent = value.dims().get(dimension);
        let turned = Value::row((1..=extent).rev().map(|k| k as f64).collect());
        let colon = Value::text(":");
        let subscripts = if dimension == 0 { [turned, colon] } else { [colon, turned] };
        return index::index(&value, &subscripts);
    }
    let rule = Reordered::flipped(value.dims(), dimension);
    apply(value, &rule)
}

pub(super) fn flip(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = take(&mut args);
    let dimension = match args.get(1) {
        None => first_long(&value.dims()),
        Some(given) => match scalar(given) {
            Some(d) if d.fract() == 0.0 && d >= 1.0 => d as usize - 1,
            _ => return Err(Error::plain("flip: DIM must be a positive integer")),
        },
    };
    one(flipped(value, dimension)?)
}

pub(super) fn fliplr(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    one(flipped(take(&mut args), 1)?)
}

pub(super) fn flipud(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    one(flipped(take(&mut args), 0)?)
}

fn transposed(value: Value, first: usize, second: usize) -> Result<Value> {
    refuse_map(&value)?;
    if value.kept_as() != Structure::Full {
        return ops::unary(ops::UnaryOp::Transpose, value);
    }
    let dims = value.dims();
    let mut order: Vec<usize> = (0..dims.ndims()).collect();
    order.swap(first, second);
    apply(value, &Permuted::new(dims, order))
}

pub(super) fn rot90(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = take(&mut args);
    let quarters = match args.get(1) {
        None => 1,
        Some(given) => match scalar(given) {
            Some(k) if k.fract() == 0.0 && !given.is_complex() => k.rem_euclid(4.0) as u8,
            _ => return Err(Error::plain("rot90: K must be a single real integer")),
        },
    };
    one(match quarters {
        1 => {
            let permutation = value.kept_as() == Structure::Permutation;
            let turned = flipped(transposed(value, 0, 1)?, 0)?;
            if permutation { turned.full() } else { turned }
        }
        2 => flipped(flipped(value, 0)?, 1)?,
        3 => transposed(flipped(value, 0)?, 0, 1)?,
        _ => value,
    })
}

pub(super) fn rotdim(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = take(&mut args);
    let quarters = match args.get(1).filter(|given| !given.is_empty()) {
        None => 1,
        Some(given) => match scalar(given) {
            Some(n) if n.fract() == 0.0 && !given.is_complex() => n.rem_euclid(4.0) as u8,
            _ => return Err(Error::plain("rotdim: N must be a scalar integer")),
        },
    };
    let dims = value.dims();
    let (first, second) = match args.get(2) {
        Some(plane) => read_plane(&dims, plane)?,
        None if dims.is_matrix() => (0, 1),
        None => {
            let mut long = (0..dims.ndims()).filter(|&k| dims.get(k) != 1);
            match (long.next(), long.next()) {
                (Some(first), Some(second)) => (first, second),
                (Some(only), None) => (0, only),
                (None, _) => (0, 1),
            }
        }
    };
    one(match quarters {
        1 => flipped(turned(value, first, second)?, first.min(second))?,
        2 => flipped(flipped(value, first)?, second)?,
        3 => flipped(turned(value, first, second)?, first.max(second))?,
        _ => value,
    })
}

fn turned(value: Value, first: usize, second: usize) -> Result<Value> {
    if first == second { Ok(value) } else { transposed(value, first, second) }
}

fn read_plane(dims: &Dims, plane: &Value) -> Result<(usize, usize)> {
    let wrong =
        || Error::plain("rotdim: PLANE must be a 2 element integer vector defining a valid PLANE");
    let array = plane.to_f64_array().ok_or_else(wrong)?;
    let valid = |d: f64| d.fract() == 0.0 && d >= 1.0 && d <= dims.ndims() as f64;
    match *array.as_slice() {
        [first, second] if valid(first) && valid(second) && first != second => {
            Ok((first as usize - 1, second as usize - 1))
        }
        _ => Err(wrong()),
    }
}
