//! `fft` and its relatives.

use formwork_linalg::fourier::{Direction, Transformable, transform};
use formwork_runtime::{Array, Complex, Dims, Element, Error, Result, Value, memory};

use crate::context::{Args, Context, Values, one};
use formwork_runtime::ops::type_name;

/// Samples of either precision.
enum Samples {
    Double(Array<Complex<f64>>),
    Single(Array<Complex<f32>>),
}

fn samples(name: &str, value: &Value) -> Result<Samples> {
    // Of nothing the class does not matter.
    if value.is_empty() && matches!(value, Value::Char(..) | Value::Cell(_)) {
        return Ok(Samples::Double(Array::new(value.dims(), Vec::new())));
    }
    if value.is_char() {
        return Err(Error::plain("invalid conversion from string to real N-D array"));
    }
    let wrong = || Error::plain(format!("{name}: wrong type argument '{}'", type_name(value)));
    match value {
        Value::Single(_) | Value::ComplexSingle(_) => {
            Ok(Samples::Single(value.to_c32_array().ok_or_else(wrong)?.into_owned()))
        }
        _ => Ok(Samples::Double(value.to_c64_array().ok_or_else(wrong)?.into_owned())),
    }
}

pub(crate) fn fft(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    along_one("fft", &args, Direction::Forward)
}

pub(crate) fn ifft(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    along_one("ifft", &args, Direction::Inverse)
}

/// A number among the arguments; text is none.
fn number(value: &Value) -> Result<f64> {
    if value.is_char() {
        return Err(Error::plain("invalid conversion from string to real scalar"));
    }
    value.to_f64().ok_or_else(|| {
        Error::plain(format!(
            "octave_base_value::double_value (): wrong type argument '{}'",
            type_name(value)
        ))
    })
}

fn points(name: &str, what: &str, value: &Value) -> Result<usize> {
    let count = number(value)?;
    if count.is_nan() {
        return Err(Error::plain(format!("{name}: {what} cannot be NaN")));
    }
    if count.round() < 0.0 {
        return Err(Error::plain(format!("{name}: {what} must be greater than zero")));
    }
    Ok(count.round() as usize)
}

fn along_one(name: &str, args: &Args, direction: Direction) -> Result<Values> {
    let dims = args[0].dims();
    let mut length = None;
    if let Some(count) = args.get(1)
        && (!count.is_empty() || count.is_char())
    {
        length = Some(points(name, "number of points (N)", count)?);
    }
    let mut dimension = dims.first_non_singleton();
    if let Some(given) = args.get(2) {
        let given = number(given)?;
        if given.is_nan() {
            return Err(Error::plain(format!("{name}: DIM cannot be NaN")));
        }
        let given = given.round();
        if given < 1.0 || given > dims.ndims() as f64 {
            return Err(Error::plain(format!(
                "{name}: DIM must be a valid dimension along which to perform FFT"
            )));
        }
        dimension = given as usize - 1;
    }
    if dims.is_scalar() && length.is_none_or(|length| length == 1) {
        // One number is its own transform, in its own class.
        return one(args[0].clone());
    }
    let length = length.unwrap_or(dims.get(dimension));
    if length == 1 && args[0].numel() > 0 {
        // So are the first ones along a dimension, whatever they are.
        let mut places = vec![Value::text(":"); dims.ndims()];
        places[dimension] = Value::double(1.0);
        return one(formwork_runtime::index::index(&args[0], &places)?);
    }
    let target = dims.with(dimension, length);
    let real = !args[0].is_complex();
    match samples(name, &args[0])? {
        Samples::Double(array) => run(array, &target, &[dimension], direction, real),
        Samples::Single(array) => run(array, &target, &[dimension], direction, real),
    }
}

pub(crate) fn fft2(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    along_two("fft2", &args, Direction::Forward)
}

pub(crate) fn ifft2(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    along_two("ifft2", &args, Direction::Inverse)
}

fn along_two(name: &str, args: &Args, direction: Direction) -> Result<Values> {
    let data = samples(name, &args[0])?;
    let mut target = args[0].dims();
    if args.len() == 2 {
        return Err(Error::invalid_call(name));
    }
    for (dimension, what) in [(0, "number of rows (N)"), (1, "number of columns (M)")] {
        if let Some(count) = args.get(dimension + 1) {
            target = target.with(dimension, points(name, what, count)?);
        }
    }
    let real = !args[0].is_complex();
    match data {
        Samples::Double(array) => run(array, &target, &[0, 1], direction, real),
        Samples::Single(array) => run(array, &target, &[0, 1], direction, real),
    }
}

pub(crate) fn fftn(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    along_all("fftn", &args, Direction::Forward)
}

pub(crate) fn ifftn(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    along_all("ifftn", &args, Direction::Inverse)
}

fn along_all(name: &str, args: &Args, direction: Direction) -> Result<Values> {
    let data = samples(name, &args[0])?;
    let mut target = args[0].dims();
    if let Some(size) = args.get(1) {
        let bad = || Error::plain(format!("{name}: SIZE must be a vector of length dim"));
        let size = size.to_f64_array().ok_or_else(bad)?;
        if size.numel() != target.ndims() || !size.dims().is_vector() {
            return Err(bad());
        }
        let mut extents = Vec::with_capacity(size.numel());
        for &extent in size.as_slice() {
            if extent.is_nan() {
                return Err(Error::plain(format!("{name}: SIZE has invalid NaN entries")));
            }
            if extent < 0.0 {
                return Err(Error::plain(format!(
                    "{name}: all dimensions in SIZE must be greater than zero"
                )));
            }
            extents.push(extent.round() as usize);
        }
        target = Dims::new(&extents);
    }
    let dimensions: Vec<usize> = (0..target.ndims()).collect();
    let real = !args[0].is_complex();
    match data {
        Samples::Double(array) => run(array, &target, &dimensions, direction, real),
        Samples::Single(array) => run(array, &target, &dimensions, direction, real),
    }
}

/// Cuts or pads to the target size and transforms along the dimensions.
fn run<R: Transformable + Element>(
    array: Array<Complex<R>>,
    target: &Dims,
    dimensions: &[usize],
    direction: Direction,
    real: bool,
) -> Result<Values>
where
    Complex<R>: Element,
{
    memory::reserve::<Complex<R>>(target)?;
    let mut data = resized(array, target);
    if data.is_empty() {
        let dims = target.clone();
        return one(Value::from_array(Array::new(dims, Vec::<R>::new())));
    }
    let symmetric = direction == Direction::Inverse
        && dimensions.iter().all(|&d| keeps_symmetry(target.get(d)))
        && is_hermitian(&data, target, dimensions);
    for &dimension in dimensions {
        let (before, along, _) = target.around(dimension);
        transform(&mut data, before, along, direction);
    }
    if symmetric {
        let dims = target.clone();
        return one(Value::from_array(Array::new(dims, data.iter().map(|z| z.re).collect())));
    }
    if real && let [dimension] = dimensions {
        make_hermitian(&mut data, target, *dimension);
    }
    narrowed(target.clone(), data)
}

/// Real if no imaginary part is left.
fn narrowed<R: Transformable + Element>(dims: Dims, data: Vec<Complex<R>>) -> Result<Values>
where
    Complex<R>: Element,
{
    let zero = <R as formwork_linalg::Scalar>::ZERO;
    if data.iter().all(|z| z.im == zero) {
        return one(Value::from_array(Array::new(dims, data.iter().map(|z| z.re).collect())));
    }
    one(Value::from_array(Array::new(dims, data)))
}

fn resized<T: Copy + Default + 'static>(array: Array<T>, target: &Dims) -> Vec<T> {
    let source = array.dims().clone();
    if source == *target {
        return array.into_vec();
    }
    let old = array.as_slice();
    let mut result = vec![T::default(); target.numel()];
    if old.is_empty() || result.is_empty() {
        return result;
    }
    // One run of the first dimension at a time.
    let run = source.get(0).min(target.get(0));
    let count = source.ndims().max(target.ndims());
    let mut index = vec![0usize; count];
    'runs: loop {
        let place = |dims: &Dims| {
            let mut stride = 1;
            let mut offset = 0;
            for (d, &i) in index.iter().enumerate() {
                offset += i * stride;
                stride *= dims.get(d);
            }
            offset
        };
        let (from, to) = (place(&source), place(target));
        result[to..to + run].copy_from_slice(&old[from..from + run]);
        for d in 1..count {
            index[d] += 1;
            if index[d] < source.get(d).min(target.get(d)) {
                continue 'runs;
            }
            index[d] = 0;
        }
        return result;
    }
}

/// The transform of real samples mirrors exactly: each value is the conjugate of the
/// one at the opposite frequency.
fn make_hermitian<R: Transformable>(data: &mut [Complex<R>], dims: &Dims, dimension: usize) {
    let (before, along, after) = dims.around(dimension);
    let zero = <R as formwork_linalg::Scalar>::ZERO;
    for block in 0..after {
        for offset in 0..before {
            let at = |k: usize| offset + before * (k + along * block);
            data[at(0)].im = zero;
            for k in 1..=along / 2 {
                let (low, high) = (at(k), at(along - k));
                if low == high {
                    data[low].im = zero;
                } else {
                    data[high] = Complex::new(data[low].re, -data[low].im);
                }
            }
        }
    }
}

/// The lengths at which the inverse transform of mirrored values is exactly real in
/// the reference implementation; beyond, rounding leaves imaginary parts.
fn keeps_symmetry(length: usize) -> bool {
    matches!(length, 0..=8 | 10..=17 | 19 | 20 | 23 | 29 | 31 | 32 | 43)
}

fn is_hermitian<R: Transformable>(data: &[Complex<R>], dims: &Dims, dimensions: &[usize]) -> bool {
    let extents = dims.as_slice();
    let mut index = vec![0usize; extents.len()];
    for z in data {
        let mut stride = 1;
        let mut mirrored = 0;
        for (d, (&i, &extent)) in index.iter().zip(extents).enumerate() {
            let i = if dimensions.contains(&d) && i > 0 { extent - i } else { i };
            mirrored += i * stride;
            stride *= extent;
        }
        let other = data[mirrored];
        if z.re != other.re || z.im != -other.im {
            return false;
        }
        for (d, i) in index.iter_mut().enumerate() {
            *i += 1;
            if *i < extents[d] {
                break;
            }
            *i = 0;
        }
    }
    true
}
