//! Coordinates of grids: `meshgrid`, `ndgrid`.

use formwork_runtime::{Array, Dims, Error, Result, Value, index, memory};

use crate::context::{Args, Context, Values};
use crate::kit::gather::gather;

/// The values of a vector spread over a grid: element `k` where the subscript along
/// `dimension` is `k`.
fn spread(vector: &Value, dims: &Dims, dimension: usize) -> Result<Value> {
    memory::reserve::<f64>(dims)?;
    let (before, count, after) = dims.around(dimension);
    let mut places = Vec::with_capacity(dims.numel());
    for _ in 0..after {
        for k in 0..count {
            places.extend(std::iter::repeat_n(k, before));
        }
    }
    if matches!(vector, Value::Struct(_)) {
        let places = places.into_iter().map(|place| (place + 1) as f64).collect();
        return index::index(vector, &[Value::Double(Array::new(dims.clone(), places))])
            .map(|grid| grid.reshaped(dims.clone()));
    }
    Ok(gather(vector, &places, dims.clone()))
}

pub(super) fn meshgrid(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    let y = args.get(1).unwrap_or(x);
    let vector = |value: &Value| value.dims().is_vector() && value.is_arithmetic();
    let mut values = Values::new();
    if args.len() < 3 && nargout < 3 {
        if !vector(x) || !vector(y) {
            return Err(Error::plain("meshgrid: X and Y must be vectors"));
        }
        let dims = Dims::matrix(y.numel(), x.numel());
        values.push(spread(x, &dims, 1)?);
        if nargout > 1 {
            values.push(spread(y, &dims, 0)?);
        }
        return Ok(values);
    }
    let z = match args.get(2) {
        Some(z) => z,
        None if args.len() == 1 => x,
        None => y,
    };
    if !vector(x) || !vector(y) || !vector(z) {
        return Err(Error::plain("meshgrid: X, Y, and Z must be vectors"));
    }
    let dims = Dims::new(&[y.numel(), x.numel(), z.numel()]);
    values.push(spread(x, &dims, 1)?);
    if nargout > 1 {
        values.push(spread(y, &dims, 0)?);
    }
    if nargout > 2 {
        values.push(spread(z, &dims, 2)?);
    }
    Ok(values)
}

pub(super) fn ndgrid(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let wanted = nargout.max(1);
    let vectors: Vec<&Value> =
        if args.len() == 1 { vec![&args[0]; wanted] } else { args.iter().collect() };
    if args.len() > 1 && wanted > args.len() {
        return Err(Error::plain("ndgrid: wrong number of input arguments"));
    }
    if vectors.iter().any(|value| !value.dims().is_vector() && !value.is_empty()) {
        return Err(Error::plain("ndgrid: arguments must be vectors"));
    }
    let mut extents: Vec<usize> = vectors.iter().map(|value| value.numel()).collect();
    if extents.len() == 1 {
        extents.push(1);
    }
    let dims = Dims::new(&extents);
    (0..wanted).map(|dimension| spread(vectors[dimension], &dims, dimension)).collect()
}
