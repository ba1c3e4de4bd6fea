//! Other sizes: `reshape`, `resize`, `postpad`, `squeeze`.

use formwork_runtime::index::{self, Resized, rearranged};
use formwork_runtime::{Dims, Error, Range, Result, Value};

use crate::arguments::number::{scalar, whole};
use crate::arguments::sizes::{SizeType, dims_of, whole as exactly};
use crate::arguments::vectors::integers;
use crate::context::{Args, Context, Values, one};
use crate::kit::dimension::first_long;
use formwork_runtime::ops::type_name;

pub(super) fn reshape(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = std::mem::take(&mut args[0]);
    let extents = match &args[1..] {
        [size] => given_size(size)?,
        sizes => counted_size(value.numel(), sizes)?,
    };
    let dims = dims_of(&extents)?;
    let from = value.dims();
    if value.is_one_thing() {
        return Err(Error::plain(format!(
            "octave_base_value::reshape (): wrong type argument '{}'",
            type_name(&value)
        )));
    }
    if dims.checked_numel() != Some(from.numel()) {
        let shown: Vec<String> = extents.iter().map(ToString::to_string).collect();
        return Err(Error::plain(format!(
            "reshape: can't reshape {from} array to {} array",
            shown.join("x")
        )));
    }
    one(value.reshaped(dims))
}

fn negative() -> Box<Error> {
    Error::plain("reshape: SIZE must be non-negative")
}

fn given_size(size: &Value) -> Result<Vec<usize>> {
    let sizes = integers(size)?;
    let nan = size.to_f64_array().is_some_and(|a| a.as_slice().iter().any(|x| !x.is_finite()));
    if sizes.len() < 2 {
        return Err(Error::plain("reshape: SIZE must have 2 or more dimensions"));
    }
    if nan {
        return Err(negative());
    }
    sizes.iter().map(|&extent| usize::try_from(extent).map_err(|_| negative())).collect()
}

/// Sizes one by one, one of which may be `[]`: as large as need be.
fn counted_size(numel: usize, sizes: &[Value]) -> Result<Vec<usize>> {
    let mut extents = Vec::with_capacity(sizes.len());
    let mut unknown = None;
    for (position, size) in sizes.iter().enumerate() {
        if size.is_empty() {
            if unknown.is_some() {
                return Err(Error::plain("reshape: only a single dimension can be unknown"));
            }
            unknown = Some(position);
            extents.push(1);
            continue;
        }
        if !size.is_char() && size.to_f64().is_some_and(f64::is_nan) {
            return Err(negative());
        }
        extents.push(usize::try_from(whole(size)?).map_err(|_| negative())?);
    }
    if let Some(position) = unknown {
        let known = extents.iter().fold(1usize, |known, &n| known.saturating_mul(n));
        let fits = if known == 0 { Some(0) } else { numel.checked_rem(known) };
        if fits != Some(0) {
            return Err(Error::plain(format!(
                "reshape: SIZE is not divisible by the product of known dimensions (= {known})"
            )));
        }
        extents[position] = numel.checked_div(known).unwrap_or(0);
    }
    Ok(extents)
}

pub(super) fn resize(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let invalid = || {
        Error::with_id(
            "Octave:invalid-resize",
            "Invalid resizing operation or ambiguous assignment to an out-of-bounds array element",
        )
    };
    let nan = |size: &Value| {
        !size.is_char()
            && size.to_f64_array().is_some_and(|all| all.as_slice().iter().any(|x| x.is_nan()))
    };
    let sizes = match &args[1..] {
        [size] => match integers(size)?[..] {
            [] => vec![0, 0],
            [n] => vec![n, n],
            ref several => several.to_vec(),
        },
        several => several.iter().map(whole).collect::<Result<Vec<i64>>>()?,
    };
    // What is not a number becomes the least integer.
    if args[1..].iter().any(nan) || sizes.iter().any(|&extent| extent < 0) {
        return Err(if value.is_scalar() { Error::too_large() } else { invalid() });
    }
    if sizes.len() == 2 && !value.dims().is_matrix() {
        return Err(invalid());
    }
    let extents: Vec<usize> = sizes.into_iter().map(|extent| extent as usize).collect();
    let to = Dims::new(&extents);
    match (value, rearranged(value, &Resized::new(value.dims(), to.clone()))?) {
        // New elements of a cell array are zeros here, not empty arrays.
        (Value::Cell(_), Some(Value::Cell(cell))) => {
            let marked = Value::Bool(formwork_runtime::Array::filled(value.dims(), true));
            let kept = rearranged(&marked, &Resized::new(value.dims(), to))?;
            let Some(Value::Bool(kept)) = kept else { return one(cell) };
            let (dims, mut data) = cell.into_parts();
            for (element, &old) in data.iter_mut().zip(kept.as_slice()) {
                if !old {
                    *element = Value::double(0.0);
                }
            }
            one(formwork_runtime::CellArray::new(dims, data))
        }
        (_, Some(resized)) => one(resized),
        (_, None) => Err(Error::plain(format!(
            "octave_base_value::resize (): wrong type argument '{}'",
            type_name(value)
        ))),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Front,
    Back,
}

pub(super) fn postpad(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    pad(
        args,
        End::Back,
        [
            "postpad: third argument must be empty or a scalar",
            "postpad: DIM must be an integer and a valid dimension",
            "postpad: second argument must be a positive scaler",
        ],
    )
}

pub(super) fn prepad(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    pad(
        args,
        End::Front,
        [
            "prepad: pad value C must be empty or a scalar",
            "prepad: DIM must be an integer and a valid dimension",
            "prepad: length L must be a positive scalar",
        ],
    )
}

fn pad(mut args: Args, end: End, messages: [&str; 3]) -> Result<Values> {
    let filler = match args.get(2) {
        None => Value::double(0.0),
        Some(value) if value.is_empty() => Value::double(0.0),
        Some(value) if value.is_scalar() => value.clone(),
        Some(_) => return Err(Error::plain(messages[0])),
    };
    let value = std::mem::take(&mut args[0]);
    let dims = value.dims();
    let dimension = match args.get(3) {
        None => first_long(&dims),
        Some(given) => match scalar(given) {
            Some(number) if number.fract() == 0.0 && number >= 1.0 => number as usize - 1,
            _ => return Err(Error::plain(messages[1])),
        },
    };
    let extent = dims.get(dimension);
    let Some(number) = scalar(&args[1]).filter(|&number| !(number < 0.0) || args[1].is_complex())
    else {
        return Err(Error::plain(messages[2]));
    };
    // Complex numbers are compared by their size, and counted by their real part.
    let length = args[1].to_c64_array().map_or(number, |z| z.as_slice()[0].norm());
    let len = if length > extent as f64 || number.is_nan() {
        let missing = exactly(number - extent as f64, SizeType::Index)?;
        extent + usize::try_from(missing).unwrap_or(0)
    } else {
        number.max(0.0) as usize
    };
    if end == End::Front && number.fract() != 0.0 && len == 1 && extent > 1 {
        // The only place that is left is none.
        let place = Value::double(extent as f64 - number + 1.0);
        let mut subscripts = vec![Value::text(":"); dims.ndims().max(dimension + 1)];
        subscripts[dimension] = place;
        return one(index::index(&value, &subscripts).map_err(|e| e.naming_variable("x"))?);
    }
    if len == extent {
        return one(value);
    }
    if len > extent {
        let missing = dims.with(dimension, len - extent);
        let ones = index::Tiled::new(Dims::SCALAR, missing.as_slice().to_vec());
        let padding = rearranged(&filler, &ones)?.unwrap_or(filler);
        let parts = match end {
            End::Back => vec![value, padding],
            End::Front => vec![padding, value],
        };
        return one(index::concatenate("cat", dimension, parts)?);
    }
    let (first, last) = match end {
        End::Back => (1, len),
        End::Front => (extent - len + 1, extent),
    };
    let mut subscripts = vec![Value::text(":"); dims.ndims().max(dimension + 1)];
    if let Some(range) = Range::new(first as f64, 1.0, last as f64) {
        subscripts[dimension] = Value::Range(std::rc::Rc::new(range));
    }
    one(index::index(&value, &subscripts)?)
}

pub(super) fn vec(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let dimension = match args.get(1) {
        None => 1,
        Some(given) => whole(given)?,
    };
    if dimension < 1 {
        return Err(Error::plain("vec: DIM must be greater than zero"));
    }
    let value = std::mem::take(&mut args[0]);
    let column = index::index(&value, &[Value::text(":")])?;
    let numel = column.numel();
    let mut extents = vec![1; (dimension as usize).min(64)];
    if let Some(last) = extents.last_mut() {
        *last = numel;
    }
    one(column.reshaped(Dims::new(&extents)))
}

pub(super) fn squeeze(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = std::mem::take(&mut args[0]);
    if value.is_one_thing() {
        return Err(Error::plain(format!(
            "squeeze: invalid operation for {} type",
            type_name(&value)
        )));
    }
    let dims = value.dims();
    if dims.is_matrix() {
        return one(value);
    }
    let mut extents: Vec<usize> =
        dims.as_slice().iter().copied().filter(|&extent| extent != 1).collect();
    if extents.len() == 1 && matches!(&value, Value::Struct(all) if all.fields().next().is_some()) {
        return Err(Error::plain("internal error: dimension mismatch across fields in struct"));
    }
    if extents.len() == 1 {
        extents.push(1);
    }
    one(value.reshaped(Dims::new(&extents)))
}
