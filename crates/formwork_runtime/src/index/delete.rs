//! Deletion: `base(…) = []`.

use std::rc::Rc;

use super::assign::not_assignable;
use super::subscript::{Subscript, only_extent, read_worded, vector_like};
use crate::array::Array;
use crate::cell::CellArray;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::for_each_array;
use crate::structs::StructArray;
use crate::value::Value;

/// What stays of an array.
enum Rest {
    /// Everything.
    All,
    /// Nothing, with this size.
    Nothing(Dims),
    /// Where the mask is true along one dimension (of blocks of `before` elements).
    Kept { keep: Vec<bool>, before: usize, dims: Dims },
}

fn out_of_bound(worded: &str, reach: usize, extent: usize) -> Box<Error> {
    Error::with_id(
        "Octave:index-out-of-bounds",
        format!("A({worded}) = []: index out of bounds: value {reach} out of bound {extent}"),
    )
}

/// Which of `extent` places a subscript leaves.
fn kept(subscript: &Subscript<'_>, extent: usize) -> (Vec<bool>, usize) {
    let mut keep = vec![true; extent];
    let mut count = extent;
    subscript.for_each(extent, |place| {
        if std::mem::replace(&mut keep[place], false) {
            count -= 1;
        }
    });
    (keep, count)
}

/// The size of what deleting some elements leaves of an array of size `dims`. Where the
/// deleted ones stand in a row, it is a row or, of a column, a column; else it is what
/// reading the others would give. A mask has `masked` elements.
fn rest_dims(dims: &Dims, subscript: &Subscript<'_>, count: usize, masked: usize) -> Dims {
    let numel = dims.numel();
    let len = subscript.len(numel);
    let together = match subscript {
        Subscript::All | Subscript::One(_) => true,
        Subscript::Steps { step, .. } => *step == 1 || len == 1,
        Subscript::List { .. } => false,
        // One with few places is a list to Octave.
        Subscript::Mask { extent, .. } => *extent == len && len > masked / 16,
    };
    let column = dims.is_column() && dims.rows() != 1;
    let last = matches!(subscript, Subscript::One(place) if place + 1 == numel);
    if last && (dims.is_row() || column) || together {
        return if column { Dims::matrix(count, 1) } else { Dims::matrix(1, count) };
    }
    if numel != 1 && count != 1 && only_extent(dims).is_some() {
        vector_like(dims, count)
    } else {
        Dims::matrix(count, 1)
    }
}

fn plan(dims: &Dims, subscripts: &[Subscript<'_>], masked: usize) -> Result<Rest> {
    if let [subscript] = subscripts {
        let numel = dims.numel();
        if subscript.is_all() {
            return Ok(Rest::Nothing(Dims::EMPTY));
        }
        if subscript.len(numel) == 0 {
            return Ok(Rest::All);
        }
        let reach = subscript.reach(numel);
        if reach > numel {
            return Err(out_of_bound("I", reach, numel));
        }
        let (keep, count) = kept(subscript, numel);
        let dims = rest_dims(dims, subscript, count, masked);
        return Ok(Rest::Kept { keep, before: 1, dims });
    }
    let mut limiting = subscripts.iter().enumerate().filter(|(_, s)| !s.is_all());
    let (first, second) = (limiting.next(), limiting.next());
    match (first, second) {
        (None, _) => Ok(Rest::Nothing(dims.with(0, 0))),
        (Some((dimension, subscript)), None) => {
            if dimension >= dims.ndims() {
                return Err(Error::plain("invalid dimension in delete_elements"));
            }
            let extent = dims.get(dimension);
            if subscript.len(extent) == 0 {
                return Ok(Rest::All);
            }
            let reach = subscript.reach(extent);
            if reach > extent {
                return Err(out_of_bound("..,I,..", reach, extent));
            }
            let (keep, count) = kept(subscript, extent);
            let (before, _, _) = dims.around(dimension);
            Ok(Rest::Kept { keep, before, dims: dims.with(dimension, count) })
        }
        (Some(_), Some(_)) => {
            // Nothing is deleted where a subscript is empty, unless two before it
            // leave something out.
            let mut limiting = 0;
            for (dimension, subscript) in subscripts.iter().enumerate() {
                let extent = dims.get(dimension);
                if subscript.len(extent) == 0 {
                    return Ok(Rest::All);
                }
                limiting += usize::from(!subscript.covers(extent));
                if limiting == 2 {
                    break;
                }
            }
            Err(Error::plain("a null assignment can only have one non-colon index"))
        }
    }
}

fn retain<T>(data: &mut Vec<T>, keep: &[bool], before: usize) {
    if let ([.., false], true) = (keep, before == 1 && keep.len() == data.len())
        && keep[..keep.len() - 1].iter().all(|&stays| stays)
    {
        data.pop();
        return;
    }
    let (mut block, mut within) = (0, 0);
    data.retain(|_| {
        let stays = keep[block];
        within += 1;
        if within == before {
            within = 0;
            block += 1;
            if block == keep.len() {
                block = 0;
            }
        }
        stays
    });
}

fn shorten<T: Clone + Default>(array: &mut Array<T>, rest: &Rest) {
    match rest {
        Rest::All => {}
        Rest::Nothing(dims) => *array = Array::new(dims.clone(), Vec::new()),
        Rest::Kept { keep, before, dims } => {
            let whole = std::mem::replace(array, Array::scalar(T::default()));
            let mut data = whole.into_vec();
            retain(&mut data, keep, *before);
            *array = Array::new(dims.clone(), data);
        }
    }
}

/// `base(subscripts…) = []`
pub(crate) fn delete(base: &mut Value, subscripts: &[Value]) -> Result<()> {
    if base.is_one_thing() {
        return Err(not_assignable(base));
    }
    let bare = !matches!(base, Value::Cell(_) | Value::Struct(_) | Value::Strings(_));
    let masked = subscripts.first().map_or(0, Value::numel);
    let subscripts = read_worded(subscripts, bare)?;
    let rest = plan(&base.dims(), &subscripts, masked)?;
    *base = std::mem::take(base).full();
    if matches!(base, Value::Range(_)) {
        *base = std::mem::take(base).materialized();
    }
    if let Value::Complex(_) | Value::ComplexSingle(_) = base {
        if let Value::Complex(array) = base {
            shorten(array, &rest);
        } else if let Value::ComplexSingle(array) = base {
            shorten(array, &rest);
        }
        *base = std::mem::take(base).narrowed();
        return Ok(());
    }
    for_each_array!(base, array => shorten(array, &rest),
        Value::Strings(array) => shorten(array, &rest),
        Value::Cell(cell) => match rest {
            Rest::All => {}
            Rest::Nothing(dims) => *cell = CellArray::new(dims, Vec::new()),
            Rest::Kept { keep, before, dims } => {
                let nothing = CellArray::new(Dims::EMPTY, Vec::new());
                let (_, mut data) = std::mem::replace(cell, nothing).into_parts();
                retain(&mut data, &keep, before);
                *cell = CellArray::new(dims, data);
            }
        },
        Value::Struct(structs) => {
            let (keep, before, dims) = match rest {
                Rest::All => return Ok(()),
                Rest::Nothing(dims) => (vec![false], 1, dims),
                Rest::Kept { keep, before, dims } => (keep, before, dims),
            };
            let whole = std::mem::replace(structs, Rc::new(StructArray::scalar()));
            let (_, mut fields) = Rc::unwrap_or_clone(whole).into_parts();
            for values in fields.values_mut() {
                if dims.is_empty() {
                    values.clear();
                } else {
                    retain(values, &keep, before);
                }
            }
            *structs = Rc::new(StructArray::from_parts(dims, fields));
        },
        Value::Range(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_) | Value::Parser(_) | Value::Object(_) => {}
    );
    Ok(())
}
