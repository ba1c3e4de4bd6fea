//! `diff`.

use formwork_runtime::{Array, Dims, Element, Error, Integer, Result, Value};

use crate::arguments::number::{exact_int_value, exact_int64_value};
use crate::context::{Args, Context, Values, one};
use crate::kit::fold::Field;

pub(super) fn diff(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !(x.is_numeric() || matches!(x, Value::Bool(_))) {
        return Err(Error::plain("diff: X must be numeric or logical"));
    }
    let mut order = 1;
    if let Some(argument) = args.get(1) {
        if argument.is_scalar() && argument.is_arithmetic() && !argument.is_char() {
            order = exact_int64_value(argument)?;
            if order < 0 {
                return Err(Error::plain("diff: order K must be non-negative"));
            }
        } else if !argument.is_empty() {
            return Err(Error::plain("diff: order K must be a scalar or []"));
        }
    }
    let dims = x.dims();
    let mut dimension = None;
    if let Some(argument) = args.get(2) {
        let number = exact_int_value(argument)?;
        if number < 1 || number as usize > dims.ndims() {
            return Err(Error::plain("diff: DIM must be a valid dimension"));
        }
        dimension = Some(number as usize - 1);
    }
    let Some((dimension, order)) = plan(&dims, order, dimension) else {
        let nothing = if let Value::Bool(_) = x { x.clone() } else { difference(x, 0, 0) };
        return one(nothing.reshaped_to_nothing());
    };
    one(difference(x, dimension, order))
}

/// Along which dimension and how often differences are taken. Without a dimension,
/// an order that the first one cannot bear goes on to the next, where Octave starts
/// afresh from the array itself. `None`: the result is 0x0.
fn plan(dims: &Dims, order: i64, dimension: Option<usize>) -> Option<(usize, usize)> {
    if let Some(dimension) = dimension {
        return Some((dimension, order as usize));
    }
    let mut dimension = dims.first_non_singleton();
    if dims.get(dimension) as i64 > order {
        return Some((dimension, order as usize));
    }
    if dims.get(dimension) == 1 {
        return None;
    }
    let mut left = order;
    let mut last = (dimension, 0);
    let mut current = dims.clone();
    while left > 0 {
        if dimension == dims.ndims().max(2) {
            last = (dimension - 1, left as usize);
            left = 0;
        } else if current.get(dimension) == 1 {
            dimension += 1;
        } else {
            let bearable = current.get(dimension) as i64 - 1;
            last = (dimension, bearable.max(0) as usize);
            left -= bearable;
            current = dims.with(dimension, 1);
        }
    }
    Some(last)
}

trait Nothing {
    fn reshaped_to_nothing(self) -> Value;
}

impl Nothing for Value {
    /// The 0x0 array of the same class.
    fn reshaped_to_nothing(self) -> Value {
        fn nothing<T: Element>(_: &Array<T>) -> Value {
            T::into_value(Array::empty())
        }
        formwork_runtime::for_each_array!(&self, array => nothing(array), _ => Value::empty())
    }
}

/// The differences of some order along a dimension.
fn difference(x: &Value, dimension: usize, order: usize) -> Value {
    fn field<T: Field>(array: &Array<T>, dimension: usize, order: usize) -> Value {
        T::into_value(differences(array, dimension, order, |a, b| a - b)).narrowed()
    }
    fn integer<T: Integer>(array: &Array<T>, dimension: usize, order: usize) -> Value {
        T::into_value(differences(array, dimension, order, |a, b| {
            T::saturate_from(a.widen() - b.widen())
        }))
    }
    match x {
        Value::Single(array) => field(array, dimension, order),
        Value::Complex(array) => field(array, dimension, order),
        Value::ComplexSingle(array) => field(array, dimension, order),
        Value::Int8(array) => integer(array, dimension, order),
        Value::Int16(array) => integer(array, dimension, order),
        Value::Int32(array) => integer(array, dimension, order),
        Value::Int64(array) => integer(array, dimension, order),
        Value::Uint8(array) => integer(array, dimension, order),
        Value::Uint16(array) => integer(array, dimension, order),
        Value::Uint32(array) => integer(array, dimension, order),
        Value::Uint64(array) => integer(array, dimension, order),
        other => match other.to_f64_array() {
            Some(array) => field(&array, dimension, order),
            None => Value::empty(),
        },
    }
}

fn differences<T: Element>(
    array: &Array<T>,
    dimension: usize,
    order: usize,
    minus: impl Fn(T, T) -> T + Copy,
) -> Array<T> {
    let mut result = array.clone();
    let extent = array.dims().get(dimension);
    if order >= extent {
        let dims = array.dims().with(dimension, 0);
        return if order == 0 { result } else { Array::new(dims, Vec::new()) };
    }
    for _ in 0..order {
        result = once(&result, dimension, minus);
    }
    result
}

fn once<T: Element>(
    array: &Array<T>,
    dimension: usize,
    minus: impl Fn(T, T) -> T + Copy,
) -> Array<T> {
    let dims = array.dims();
    let (before, count, after) = dims.around(dimension);
    let data = array.as_slice();
    let mut out = Vec::with_capacity(before * (count - 1) * after);
    if before > 0 {
        for block in data.chunks_exact(before * count) {
            out.extend(block[before..].iter().zip(block).map(|(&next, &x)| minus(next, x)));
        }
    }
    Array::new(dims.with(dimension, count - 1), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_too_high_goes_on_to_the_next_dimension() {
        let row = Dims::matrix(1, 3);
        assert_eq!(plan(&row, 2, None), Some((1, 2)));
        assert_eq!(plan(&row, 3, None), Some((1, 1)));
        assert_eq!(plan(&row, 5, None), Some((1, 3)));
        let square = Dims::matrix(2, 2);
        assert_eq!(plan(&square, 2, None), Some((1, 1)));
        assert_eq!(plan(&square, 4, None), Some((1, 2)));
        assert_eq!(plan(&Dims::matrix(0, 3), 1, None), Some((1, 2)));
        assert_eq!(plan(&Dims::SCALAR, 1, None), None);
        assert_eq!(plan(&Dims::new(&[1, 0, 2]), 1, None), Some((2, 1)));
        assert_eq!(plan(&Dims::new(&[0, 0, 2]), 1, None), Some((2, 2)));
    }
}
