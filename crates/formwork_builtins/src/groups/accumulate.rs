//! Collecting values by subscript: `accumarray`, `accumdim`.

use formwork_runtime::index::{self, Resized, rearranged};
use formwork_runtime::{
    Array, C64, CellArray, Class, Dims, Error, FunctionHandle, Result, Value, memory,
};
use smallvec::smallvec;

use crate::context::{Args, Context, Values, one};
use crate::row::{Evidence, Output, Row};
use crate::row_constructors::row;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;

pub(crate) const ROWS: &[Row] = &[
    row("accumarray", 2, 6, SPECIAL, accumarray, "Collects values that have the same subscript.")
        .calling()
        .folding(crate::folding::small_numbers)
        .own_shape(special::functional::accumarray)
        .own_classes(special::classes::accumarray)
        .vetted(),
    row("accumdim", 2, 6, SPECIAL, accumdim, "Collects slices that have the same subscript.")
        .calling()
        .compared(Evidence::Numbers),
];

const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];

/// What is done with the values of one place.
enum Reduction {
    Sum,
    Max,
    Min,
    Call(Value),
}

impl Reduction {
    fn of(function: Option<&Value>) -> Option<Reduction> {
        let Some(function) = function.filter(|f| !f.is_empty()) else {
            return Some(Reduction::Sum);
        };
        let Value::Function(handle) = function else { return None };
        Some(match &**handle {
            FunctionHandle::Named(name) if &**name == "sum" => Reduction::Sum,
            FunctionHandle::Named(name) if &**name == "max" => Reduction::Max,
            FunctionHandle::Named(name) if &**name == "min" => Reduction::Min,
            _ => Reduction::Call(function.clone()),
        })
    }
}

fn accumarray(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let vals = &args[1];
    let given = |position: usize| args.get(position).filter(|value| !value.is_empty());
    let len = longest(vals);
    if args[0].is_char() || matches!(args[0], Value::Bool(_)) {
        if args[0].dims().columns() > 1 {
            let kind = formwork_runtime::ops::type_name(&args[0]);
            return Err(Error::plain(format!("{kind} cannot be indexed with {{")));
        }
        if matches!(&args[0], Value::Char(text, _) if text.as_slice().contains(&0)) {
            return Err(Error::plain("accumarray: indices must be positive integers"));
        }
        return Err(Error::plain("__accumarray_sum__: first argument must be numeric"));
    }
    let subs = Subscripts::read(&args[0], len)?;
    let Some(reduction) = Reduction::of(args.get(3)) else {
        return Err(Error::plain("accumarray: FUNC must be a function handle"));
    };
    if given(5).is_some_and(|value| value.to_f64() != Some(0.0)) {
        return Err(Error::limit("accumarray: sparse results are not supported"));
    }
    let fill = given(4).cloned().unwrap_or(Value::double(0.0));
    let size = match given(2) {
        None => None,
        Some(size) => Some(crate::arguments::vectors::extents(size)?),
    };
    if let (Reduction::Sum, None, Some(0.0)) = (&reduction, &size, fill.to_f64())
        && let Some(sums) = plain_sums(&subs, vals)?
    {
        return one(sums);
    }
    let (places, dims) = subs.linear(size)?;
    let count = places.len();
    if vals.numel() != 1 && vals.numel() != count {
        return Err(Error::plain("accumarray: dimensions mismatch"));
    }
    let reach = places.iter().map(|place| place + 1).max().unwrap_or(0);
    let dims = match dims {
        Some(dims) if reach > dims.numel() => {
            return Err(Error::plain("accumarray: index out of range"));
        }
        Some(dims) => dims,
        None => Dims::matrix(reach, 1),
    };
    memory::reserve::<f64>(&dims)?;
    match reduction {
        Reduction::Sum => one(sums(&places, vals, dims, &fill)?),
        Reduction::Max => one(extremes(&places, vals, dims, &fill, true)?),
        Reduction::Min => one(extremes(&places, vals, dims, &fill, false)?),
        Reduction::Call(function) => one(reduced(cx, &function, &places, vals, dims, &fill)?),
    }
}

fn longest(value: &Value) -> usize {
    if value.is_empty() { 0 } else { value.dims().as_slice().iter().copied().max().unwrap_or(0) }
}

/// The subscripts of `accumarray`, one list per dimension.
struct Subscripts {
    columns: Vec<Value>,
}

impl Subscripts {
    fn read(subs: &Value, len: usize) -> Result<Subscripts> {
        let mismatch = || Error::plain("accumarray: dimension mismatch");
        match subs {
            Value::Cell(cell) => {
                let columns: Vec<Value> = cell
                    .as_slice()
                    .iter()
                    .map(|value| index::index(value, &[Value::text(":")]))
                    .collect::<Result<_>>()?;
                let count = columns.first().map_or(0, Value::numel);
                if columns.iter().any(|c| c.numel() != count) || (len > 1 && len != count) {
                    return Err(mismatch());
                }
                Ok(Subscripts { columns })
            }
            matrix => {
                let pages = !matrix.dims().is_matrix();
                if len > 1 && len != matrix.dims().rows() && !pages {
                    return Err(mismatch());
                }
                let columns = matrix.dims().columns();
                if columns <= 1 || matrix.is_empty() {
                    return Ok(Subscripts { columns: vec![matrix.clone()] });
                }
                // Of an array with pages Octave takes columns for what they are not.
                if !matrix.dims().is_matrix()
                    && let Ok(places) = index::linear_places(matrix)
                    && places.iter().any(|&place| place > 0)
                {
                    return Err(Error::plain("accumarray: index out of range"));
                }
                let (_, columns) = matrix.dims().flattened();
                let columns = (0..columns)
                    .map(|k| index::index(matrix, &[Value::text(":"), Value::count(k + 1)]))
                    .collect::<Result<_>>()?;
                Ok(Subscripts { columns })
            }
        }
    }

    /// The places in the result, and its size if that is known.
    fn linear(&self, size: Option<Vec<usize>>) -> Result<(Vec<usize>, Option<Dims>)> {
        if let [only] = &self.columns[..] {
            if size.as_ref().is_some_and(|size| size.len() < 2) {
                return Err(Error::plain("accumarray: needs at least 2 dimensions"));
            }
            let places = index::linear_places(only)
                .map_err(|_| Error::plain("accumarray: indices must be positive integers"))?;
            return Ok((places, size.map(|size| Dims::new(&size))));
        }
        let count = self.columns.len();
        let size = match size {
            Some(size) if size.len() != count => {
                return Err(Error::plain("accumarray: dimensions mismatch"));
            }
            Some(size) => size,
            None => self.columns.iter().map(greatest).collect::<Result<Vec<usize>>>()?,
        };
        let dims = Dims::new(&size);
        let mut places = vec![0usize; self.columns.first().map_or(0, Value::numel)];
        let mut stride = 1usize;
        for (position, column) in self.columns.iter().enumerate() {
            let extent = size[position];
            let found = index::check_subscript(column, position, count, extent, &dims)?;
            for (place, index) in places.iter_mut().zip(found) {
                let step = index.checked_mul(stride).ok_or_else(Error::too_large)?;
                *place = place.checked_add(step).ok_or_else(Error::too_large)?;
            }
            stride = stride.checked_mul(extent).ok_or_else(Error::too_large)?;
        }
        Ok((places, Some(dims)))
    }
}

/// How far the subscripts along a dimension reach: that of them which is largest, of complex
/// ones the real part of it.
fn greatest(column: &Value) -> Result<usize> {
    let numbers = column.to_c64_array();
    let numbers = numbers.as_ref().map_or(&[][..], |array| array.as_slice());
    if let Value::ComplexSingle(_) = column {
        return Err(Error::plain(
            "octave_base_value::array_value(): wrong type argument 'float complex matrix'",
        ));
    }
    let size = |z: &C64| if column.is_complex() { (z.norm(), z.arg()) } else { (z.re, 0.0) };
    let largest = numbers
        .iter()
        .filter(|z| !z.is_nan())
        .max_by(|a, b| size(a).partial_cmp(&size(b)).unwrap_or(std::cmp::Ordering::Equal));
    let reach = largest.map_or(0.0, |z| z.re);
    if reach.fract() != 0.0 || reach.is_infinite() || reach < 0.0 {
        return Err(Error::plain("sub2ind: dimension vector DIMS must contain integers"));
    }
    Ok(reach as usize)
}

/// Writes `fill` where no value was collected.
fn fill_gaps(mut result: Value, places: &[usize], fill: &Value) -> Result<Value> {
    let mut gaps = vec![true; result.numel()];
    for &place in places {
        gaps[place] = false;
    }
    if gaps.contains(&true) {
        let gaps = Value::Bool(Array::new(result.dims(), gaps));
        index::assign(&mut result, &[gaps], fill.clone())?;
    }
    Ok(result)
}

fn add<T: Copy + std::ops::AddAssign + Default>(
    places: &[usize],
    vals: &[T],
    dims: Dims,
) -> Array<T> {
    let mut sums = vec![T::default(); dims.numel()];
    match vals {
        [only] => places.iter().for_each(|&place| sums[place] += *only),
        several => {
            for (&place, &value) in places.iter().zip(several) {
                sums[place] += value;
            }
        }
    }
    Array::new(dims, sums)
}

/// The sums of doubles by subscripts that are doubles; `None` if it is not as plain as
/// that. The places are not written down: they would take more time than the sums.
fn plain_sums(subs: &Subscripts, vals: &Value) -> Result<Option<Value>> {
    let ([Value::Double(places)], Value::Double(vals)) = (&subs.columns[..], vals) else {
        return Ok(None);
    };
    let (places, vals) = (places.as_slice(), vals.as_slice());
    let mut whole = true;
    let mut reach = 0;
    for &place in places {
        let number = place as i64;
        whole &= number > 0 && number as f64 == place;
        reach = reach.max(number);
    }
    if !whole || places.len() < 2 || (vals.len() != 1 && vals.len() != places.len()) {
        return Ok(None);
    }
    let dims = Dims::matrix(usize::try_from(reach).map_err(|_| Error::too_large())?, 1);
    memory::reserve::<f64>(&dims)?;
    let mut sums = vec![0.0; dims.numel()];
    let places = places.iter().map(|&place| place as usize - 1);
    match vals {
        [only] => places.for_each(|place| sums[place] += only),
        several => places.zip(several).for_each(|(place, value)| sums[place] += value),
    }
    Ok(Some(Value::Double(Array::new(dims, sums))))
}

fn sums(places: &[usize], vals: &Value, dims: Dims, fill: &Value) -> Result<Value> {
    if vals.is_char() || !vals.is_arithmetic() {
        return Err(Error::plain(format!("accumarray: wrong type argument '{}'", type_name(vals))));
    }
    let wrong = || Error::plain("accumarray: wrong type argument");
    let result = match vals {
        Value::Single(array) => Value::Single(add(places, array.as_slice(), dims)),
        Value::ComplexSingle(array) => {
            Value::ComplexSingle(add(places, array.as_slice(), dims)).narrowed()
        }
        Value::Complex(array) => Value::Complex(add(places, array.as_slice(), dims)).narrowed(),
        other => {
            let array = other.to_f64_array().ok_or_else(wrong)?;
            Value::Double(add(places, array.as_slice(), dims))
        }
    };
    if fill.to_f64() == Some(0.0) { Ok(result) } else { fill_gaps(result, places, fill) }
}

fn extremes(
    places: &[usize],
    vals: &Value,
    dims: Dims,
    fill: &Value,
    greatest: bool,
) -> Result<Value> {
    let Some(numbers) = vals.to_f64_array().filter(|_| !vals.is_char()) else {
        return Err(Error::plain(format!("accumarray: wrong type argument '{}'", type_name(vals))));
    };
    let numbers = numbers.as_slice();
    let class = vals.class();
    let filler = fill.to_f64().unwrap_or(0.0);
    // What stands where nothing is collected: something that any value replaces.
    let neutral = if class.is_integer() {
        if greatest { f64::NEG_INFINITY } else { f64::INFINITY }
    } else if class == Class::Logical {
        f64::from(u8::from(!greatest))
    } else if filler == 0.0 && numbers.iter().all(|&x| if greatest { x >= 0.0 } else { x <= 0.0 }) {
        0.0
    } else {
        f64::NAN
    };
    let mut best = vec![neutral; dims.numel()];
    let mut put = |place: usize, value: f64| {
        let old = &mut best[place];
        let better = if greatest { value > *old } else { value < *old };
        if better || old.is_nan() {
            *old = value;
        }
    };
    match numbers {
        [only] => places.iter().for_each(|&place| put(place, *only)),
        several => places.iter().zip(several).for_each(|(&place, &value)| put(place, value)),
    }
    if class.is_integer() || !(filler == neutral || filler.is_nan() || neutral.is_nan()) {
        let mut gaps = vec![true; best.len()];
        for &place in places {
            gaps[place] = false;
        }
        for (value, gap) in best.iter_mut().zip(gaps) {
            if gap {
                *value = filler;
            }
        }
    }
    let result = Value::Double(Array::new(dims, best));
    match vals {
        Value::Single(_) => Ok(convert(result, &Value::Single(Array::empty()))),
        other if class.is_integer() => {
            let empty = Resized::new(other.dims(), Dims::EMPTY);
            Ok(match rearranged(other, &empty)? {
                Some(like) => convert(result, &like),
                None => result,
            })
        }
        _ => Ok(result),
    }
}

/// A value converted to the class of an empty array, by assigning to it.
fn convert(value: Value, like: &Value) -> Value {
    let dims = value.dims();
    let mut result = like.clone();
    if value.is_empty() {
        return result;
    }
    let all =
        Value::Range(std::rc::Rc::new(formwork_runtime::Range::counted(1.0, 1.0, value.numel())));
    match index::assign(&mut result, &[all], value) {
        Ok(()) => result.reshaped(dims),
        Err(_) => result,
    }
}

/// The places in ascending order with the positions of their values.
fn groups(places: &[usize]) -> Vec<(usize, Vec<f64>)> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&k| places[k]);
    let mut groups: Vec<(usize, Vec<f64>)> = Vec::new();
    for k in order {
        match groups.last_mut() {
            Some((place, members)) if *place == places[k] => members.push(k as f64 + 1.0),
            _ => groups.push((places[k], vec![k as f64 + 1.0])),
        }
    }
    groups
}

fn reduced(
    cx: &mut dyn Context,
    function: &Value,
    places: &[usize],
    vals: &Value,
    dims: Dims,
    fill: &Value,
) -> Result<Value> {
    let column = if vals.numel() == 1 {
        let ones = Value::column(vec![1.0; places.len()]);
        index::index(vals, &[ones])?
    } else {
        index::index(vals, &[Value::text(":")])?
    };
    let groups = groups(places);
    let mut results = Vec::with_capacity(groups.len());
    let mut targets = Vec::with_capacity(groups.len());
    for (place, members) in groups {
        cx.poll()?;
        let members = index::index(&column, &[Value::column(members)])?;
        let result = cx.call(function, smallvec![members], 1)?.into_iter().next();
        let result = result
            .ok_or_else(|| Error::plain("cellfun: function returned fewer than nargout values"))?;
        if !result.is_scalar() {
            return Err(Error::plain(
                "cellfun: all values must be scalars when UniformOutput = true",
            ));
        }
        targets.push(place as f64 + 1.0);
        results.push(result);
    }
    if results.is_empty() {
        return Ok(Value::Double(Array::filled(dims, fill.to_f64().unwrap_or(0.0))));
    }
    let values = index::concatenate("vertcat", 0, results)?;
    let mut result = if matches!(values, Value::Cell(_)) {
        Value::Cell(CellArray::filled(dims))
    } else if fill.to_f64() == Some(0.0) {
        if values.is_char() {
            return Err(Error::plain("zeros: invalid class name"));
        }
        let like = rearranged(&values, &Resized::new(values.dims(), Dims::EMPTY))?;
        let empty = like.unwrap_or_else(Value::empty);
        rearranged(&empty, &Resized::new(Dims::EMPTY, dims))?.unwrap_or(empty)
    } else {
        let whole = index::Tiled::new(Dims::SCALAR, dims.as_slice().to_vec());
        rearranged(fill, &whole)?.unwrap_or_else(|| fill.clone())
    };
    index::assign(&mut result, &[Value::column(targets)], values)?;
    Ok(result)
}

/// Subscripts that pick places along one dimension, everything along the others.
fn subscripts_along(size: &Dims, dimension: usize, places: Value) -> Vec<Value> {
    let mut subscripts = vec![Value::text(":"); size.ndims().max(dimension + 1)];
    subscripts[dimension] = places;
    subscripts
}

/// An array of a size that holds nothing but `fill`; zeros are of the class of `values`.
fn filled_like(values: &Value, fill: Value, size: &Dims) -> Result<Value> {
    if fill.to_f64() == Some(0.0) {
        let like = rearranged(values, &Resized::new(values.dims(), Dims::EMPTY))?;
        let empty = like.unwrap_or_else(Value::empty);
        return Ok(rearranged(&empty, &Resized::new(Dims::EMPTY, size.clone()))?.unwrap_or(empty));
    }
    let whole = index::Tiled::new(Dims::SCALAR, size.as_slice().to_vec());
    Ok(rearranged(&fill, &whole)?.unwrap_or(fill))
}

fn accumdim(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (subs, vals) = (&args[0], &args[1]);
    if !subs.dims().is_vector() {
        return Err(Error::plain("accumdim: SUBS must be a subscript vector"));
    }
    let places = index::linear_places(subs)
        .map_err(|_| Error::plain("accumdim: indices must be positive integers"))?;
    let reach = places.iter().map(|place| place + 1).max().unwrap_or(0);
    let count = match args.get(3).and_then(Value::to_f64) {
        Some(n) if n.is_nan() || (n != 0.0 && n < reach as f64) => {
            return Err(Error::plain("accumdim: N index out of range"));
        }
        Some(n) if n != 0.0 => n as usize,
        _ => reach,
    };
    let dims = vals.dims();
    let dimension = match args.get(2) {
        None => dims.as_slice().iter().position(|&extent| extent > 1).unwrap_or(0),
        Some(given) => match given.to_f64() {
            Some(d) if d >= 1.0 && d.fract() == 0.0 => {
                // As many extents are written down.
                memory::reserve::<usize>(&Dims::matrix(1, d as usize))?;
                d as usize - 1
            }
            _ => return Err(Error::plain("accumdim: DIM must be a valid dimension")),
        },
    };
    if places.len() != dims.get(dimension) {
        return Err(Error::plain("accumdim: dimension mismatch"));
    }
    let size = dims.with(dimension, count);
    memory::reserve::<f64>(&size)?;
    let fill = args.get(5).filter(|f| !f.is_empty()).cloned().unwrap_or(Value::double(0.0));
    let Some(reduction) = Reduction::of(args.get(4)) else {
        return Err(Error::plain("accumdim: FUNC must be a function handle"));
    };
    let (function, extremum) = match &reduction {
        Reduction::Sum => {
            let mut result = slice_sums(&places, vals, dimension, count)?;
            if fill.to_f64() != Some(0.0) {
                let mut gaps = vec![true; count];
                places.iter().for_each(|&place| gaps[place] = false);
                let gaps = Value::Bool(Array::column(gaps));
                index::assign(&mut result, &subscripts_along(&size, dimension, gaps), fill)?;
            }
            return one(result);
        }
        Reduction::Max | Reduction::Min => (args[4].clone(), true),
        Reduction::Call(function) => (function.clone(), false),
    };
    let mut targets = Vec::new();
    let mut slices = Vec::new();
    for (place, members) in groups(&places) {
        cx.poll()?;
        let slice = index::index(vals, &subscripts_along(&dims, dimension, Value::row(members)))?;
        let along = Value::count(dimension + 1);
        let call: Args = if extremum {
            smallvec![slice, Value::empty(), along]
        } else {
            smallvec![slice, along]
        };
        let result = cx.call(&function, call, 1)?.into_iter().next().unwrap_or_else(Value::empty);
        targets.push(place as f64 + 1.0);
        slices.push(result);
    }
    let values = index::concatenate("cat", dimension, slices)?;
    let mut result = filled_like(&values, fill, &size)?;
    index::assign(&mut result, &subscripts_along(&size, dimension, Value::row(targets)), values)?;
    one(result)
}

/// Sums the slices along a dimension that have the same place.
fn slice_sums(places: &[usize], vals: &Value, dimension: usize, count: usize) -> Result<Value> {
    let dims = vals.dims();
    let (before, extent, after) = dims.around(dimension);
    // The place of every element in the result.
    let mut targets = Vec::with_capacity(dims.numel());
    for block in 0..after {
        for &place in &places[..extent.min(places.len())] {
            let start = (block * count + place) * before;
            targets.extend(start..start + before);
        }
    }
    sums(&targets, vals, dims.with(dimension, count), &Value::double(0.0))
}
