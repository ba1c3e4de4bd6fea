//! `find`.

use formwork_runtime::{Array, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::class::wrong_type;
use crate::kit::gather::gather;

pub(super) fn find(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let mut limit = usize::MAX;
    if let Some(argument) = args.get(1) {
        let number = if argument.is_char() { None } else { argument.to_f64() };
        let Some(number) = number else {
            return Err(Error::plain("find: N must be an integer"));
        };
        if number < 0.0 || (number.is_finite() && number.fract() != 0.0) || number.is_nan() {
            return Err(Error::plain("find: N must be a non-negative integer"));
        }
        // No limit: Octave reads 0 as that, too, but gives nothing for it.
        limit = number as usize;
    }
    let mut backwards = false;
    if let Some(direction) = args.get(2) {
        backwards = match direction.as_bytes() {
            Some(b"first") => false,
            Some(b"last") => true,
            _ => return Err(Error::plain("find: DIRECTION must be \"first\" or \"last\"")),
        };
    }
    let x = &args[0];
    let places = places(x, limit, backwards)?;
    let dims = x.dims();
    // Nothing of no truth values is a column, if all of it is wanted.
    let size = match x {
        Value::Bool(_) if nargout < 2 && args.len() == 1 && dims.is_empty() && !dims.is_row() => {
            Dims::matrix(0, 1)
        }
        _ => size(&dims, places.len()),
    };
    let mut values = Values::new();
    if nargout < 2 {
        let data = places.iter().map(|&k| (k + 1) as f64).collect();
        values.push(Value::Double(Array::new(size, data).marked_places()));
        return Ok(values);
    }
    let rows = dims.rows().max(1);
    let data = places.iter().map(|&k| (k % rows + 1) as f64).collect();
    values.push(Value::Double(Array::new(size.clone(), data).marked_places()));
    let data = places.iter().map(|&k| (k / rows + 1) as f64).collect();
    values.push(Value::Double(Array::new(size.clone(), data).marked_places()));
    if nargout > 2 {
        values.push(gather(x, &places, size));
    }
    Ok(values)
}

/// The elements that are not zero, as a column.
pub(super) fn nonzeros(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    let places = places(x, usize::MAX, false)?;
    let size = Dims::matrix(places.len(), 1);
    one(gather(x, &places, size))
}

/// The size of what is found: a column, a row for rows, and 0x0 where Octave has it.
fn size(dims: &Dims, count: usize) -> Dims {
    let others: usize = dims.as_slice()[1..].iter().product();
    if (dims.numel() == 1 && count == 0) || (dims.rows() == 0 && others == 0) {
        Dims::EMPTY
    } else if dims.is_row() {
        Dims::matrix(1, count)
    } else {
        Dims::matrix(count, 1)
    }
}

fn places(x: &Value, limit: usize, backwards: bool) -> Result<Vec<usize>> {
    fn scan<T: Copy>(
        data: &[T],
        limit: usize,
        backwards: bool,
        wanted: impl Fn(T) -> bool,
    ) -> Vec<usize> {
        if limit >= data.len() {
            let count = data.iter().filter(|&&x| wanted(x)).count();
            // The place is written before it is known whether it counts: no branch to
            // mispredict.
            let mut places = vec![0; count + 1];
            let mut found = 0;
            for (k, &x) in data.iter().enumerate() {
                places[found] = k;
                found += usize::from(wanted(x));
                if found == count {
                    break;
                }
            }
            places.truncate(count);
            return places;
        }
        let numbered = data.iter().enumerate();
        let keep = |&(_, x): &(usize, &T)| wanted(*x);
        if backwards {
            let mut places: Vec<usize> =
                numbered.rev().filter(keep).take(limit).map(|(k, _)| k).collect();
            places.reverse();
            places
        } else {
            numbered.filter(keep).take(limit).map(|(k, _)| k).collect()
        }
    }
    Ok(match x {
        Value::Bool(array) => scan(array.as_slice(), limit, backwards, |x| x),
        Value::Double(array) => scan(array.as_slice(), limit, backwards, |x| x != 0.0),
        Value::Range(range) => scan(&range.to_vec(), limit, backwards, |x| x != 0.0),
        Value::Single(array) => scan(array.as_slice(), limit, backwards, |x| x != 0.0),
        Value::Complex(array) => {
            scan(array.as_slice(), limit, backwards, |z| z.re != 0.0 || z.im != 0.0)
        }
        Value::ComplexSingle(array) => {
            scan(array.as_slice(), limit, backwards, |z| z.re != 0.0 || z.im != 0.0)
        }
        Value::Char(array, _) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Int8(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Int16(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Int32(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Int64(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Uint8(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Uint16(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Uint32(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        Value::Uint64(array) => scan(array.as_slice(), limit, backwards, |x| x != 0),
        other => return Err(wrong_type("find", other)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_all_some_and_the_last() {
        let x = Value::row(vec![0.0, 1.0, 0.0, 2.0, 3.0]);
        let places = |limit, backwards| places(&x, limit, backwards).unwrap_or_default();
        assert_eq!(places(usize::MAX, false), [1, 3, 4]);
        assert_eq!(places(2, false), [1, 3]);
        assert_eq!(places(2, true), [3, 4]);
        assert_eq!(places(0, false), [0usize; 0]);
    }

    #[test]
    fn the_size_of_nothing_found() {
        assert_eq!(size(&Dims::SCALAR, 0), Dims::EMPTY);
        assert_eq!(size(&Dims::matrix(0, 3), 0), Dims::matrix(0, 1));
        assert_eq!(size(&Dims::matrix(1, 0), 0), Dims::matrix(1, 0));
        assert_eq!(size(&Dims::matrix(2, 2), 0), Dims::matrix(0, 1));
    }
}
