//! Subscripts and linear indices: `sub2ind`, `ind2sub`.

use formwork_runtime::{Array, Dims, Error, Result, Value, index};

use crate::context::{Args, Context, Values, one};

/// Reads the size that places are counted in.
fn read_dims(name: &str, value: &Value) -> Result<Dims> {
    if matches!(value, Value::Cell(_)) {
        return Err(Error::plain("octave_base_value::array_value(): wrong type argument 'cell'"));
    }
    let array = value.to_f64_array();
    let numbers = array.as_ref().map_or(&[][..], |array| array.as_slice());
    if numbers.is_empty() {
        return Err(Error::plain(format!("{name}: dimension vector DIMS must not be empty")));
    }
    let mut extents = Vec::with_capacity(numbers.len().max(2));
    for &number in numbers {
        if number.fract() != 0.0 || !(0.0..9e15).contains(&number) {
            return Err(Error::plain(format!(
                "{name}: dimension vector DIMS must contain integers"
            )));
        }
        extents.push(number as usize);
    }
    Ok(Dims::new(&extents))
}

/// How many elements lie along a dimension and those after it, as 64 bits count them. Where
/// all dimensions are one, Octave keeps only 32 of them.
fn wrapped(dims: &Dims, from: usize) -> i64 {
    let extents = dims.as_slice().iter().skip(from);
    extents.fold(1, |product: i64, &extent| product.wrapping_mul(extent as i64))
}

/// The complaint about the last subscript where counting the elements went below zero.
fn beyond(subscript: &Value, position: usize, extent: i64, dims: &Dims) -> Result<Box<Error>> {
    let reach = index::linear_places(subscript)?.into_iter().max().map_or(0, |place| place + 1);
    let blanks = "_,".repeat(position);
    Ok(Error::with_id(
        "Octave:index-out-of-bounds",
        format!("index ({blanks}{reach}): out of bound {extent} (dimensions are {dims})"),
    ))
}

pub(super) fn sub2ind(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args[0].is_char() {
        return Err(Error::plain("invalid conversion from string to real N-D array"));
    }
    let dims = read_dims("sub2ind", &args[0])?;
    let subscripts = &args[1..];
    let count = subscripts.len();
    for (position, subscript) in subscripts.iter().enumerate() {
        if !subscript.is_numeric() {
            return Err(Error::plain("sub2ind: subscripts must be numeric"));
        }
        index::check_subscript(subscript, position, count, usize::MAX, &dims)?;
        if subscript.dims() != subscripts[0].dims() {
            return Err(Error::plain("sub2ind: all subscripts must be of the same size"));
        }
    }
    let mut places = vec![0.0; subscripts[0].numel()];
    let mut stride = 1.0;
    for (position, subscript) in subscripts.iter().enumerate() {
        let last = position + 1 == count;
        let extent = match count {
            1 => i64::from(wrapped(&dims, 0) as i32),
            _ if last => wrapped(&dims, position),
            _ => dims.get(position) as i64,
        };
        let found = match usize::try_from(extent) {
            Ok(extent) => index::check_subscript(subscript, position, count, extent, &dims)?,
            Err(_) => return Err(beyond(subscript, position, extent, &dims)?),
        };
        for (place, &index) in places.iter_mut().zip(&found) {
            *place += index as f64 * stride;
        }
        stride *= extent as f64;
    }
    for place in &mut places {
        *place += 1.0;
    }
    one(Value::Double(Array::new(subscripts[0].dims(), places)))
}

pub(super) fn ind2sub(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let dims = read_dims("ind2sub", &args[0])?;
    let size = args[1].dims();
    let found = index::linear_places(&args[1])
        .map_err(|error| Error::plain(format!("ind2sub: invalid index {}", error.message)))?;
    let numel = wrapped(&dims, 0);
    let numel = if nargout < 2 { i64::from(numel as i32) } else { numel };
    if found.iter().any(|&place| place as i64 >= numel) {
        return Err(Error::plain("ind2sub: index out of range"));
    }
    // A mask or a colon names another number of places than it has elements.
    let size = if size.numel() == found.len() { size } else { Dims::matrix(found.len(), 1) };
    let count = nargout.max(1);
    let mut outputs = Values::new();
    let mut rest = found;
    for position in 0..count {
        let last = position + 1 == count;
        let extent = if last { usize::MAX } else { dims.get(position).max(1) };
        let data = rest
            .iter_mut()
            .map(|place| {
                let here = *place % extent;
                *place /= extent;
                here as f64 + 1.0
            })
            .collect();
        outputs.push(Value::Double(Array::new(size.clone(), data)));
    }
    Ok(outputs)
}
