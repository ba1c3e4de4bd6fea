//! `bsxfun`.

use formwork_runtime::{Array, Dims, Error, FunctionHandle, Result, Value, index};
use smallvec::smallvec;

use super::options::is_name;
use crate::context::{Args, Context, Values, one};

/// The functions that repeat dimensions of extent one by themselves.
const ELEMENTWISE: [&str; 22] = [
    "and", "atan2", "eq", "ge", "gt", "hypot", "ldivide", "le", "lt", "max", "min", "minus", "mod",
    "ne", "or", "plus", "power", "rdivide", "rem", "times", "xor", "bitand",
];

/// Those of them that complain about sizes in their own words.
const OPTIMIZED: [&str; 13] = [
    "eq", "ge", "gt", "le", "lt", "max", "min", "minus", "ne", "plus", "power", "rdivide", "times",
];

pub(super) fn bsxfun(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let name = match &args[0] {
        Value::Function(handle) => match &**handle {
            FunctionHandle::Named(name) => Some(name.to_string()),
            FunctionHandle::Bound(_) | FunctionHandle::Anonymous(_) => None,
        },
        other => match other.as_text() {
            Some(text) if is_name(&text) => Some(text.into_owned()),
            _ => return Err(Error::plain("bsxfun: F must be a string or function handle")),
        },
    };
    let (a, b) = (&args[1], &args[2]);
    let (a_dims, b_dims) = (a.dims(), b.dims());
    let among = |names: &[&str]| name.as_deref().is_some_and(|name| names.contains(&name));
    let (elementwise, optimized) = (among(&ELEMENTWISE), among(&OPTIMIZED));
    let Some(dims) = expanded(&a_dims, &b_dims) else {
        let float = |value: &Value| value.class().is_float();
        let same_kind = a.is_complex() == b.is_complex();
        let alike = (float(a) && float(b) && same_kind)
            || (a.class() == b.class() && a.class().is_numeric() && same_kind);
        return Err(Error::plain(if optimized && alike {
            format!("bsxfun: nonconformant dimensions: {a_dims} and {b_dims}")
        } else {
            "bsxfun: dimensions of A and B must match".to_owned()
        }));
    };
    if elementwise {
        return cx.call(&args[0], smallvec![a.clone().full(), b.clone().full()], 1);
    }
    if dims.is_empty() {
        return one(Value::Double(Array::filled(dims, 0.0)));
    }
    let columns = dims.numel() / dims.rows();
    let mut parts = Vec::with_capacity(columns);
    for column in 0..columns {
        let (a, b) = (slice(a, &a_dims, &dims, column)?, slice(b, &b_dims, &dims, column)?);
        let mut outputs = cx.call(&args[0], smallvec![a, b], 1)?;
        let Some(part) = outputs.pop() else {
            return Err(Error::plain("bsxfun: function returned no value"));
        };
        parts.push(part);
    }
    let joined = index::concatenate("horzcat", 1, parts)?;
    if joined.numel() != dims.numel() {
        return Err(Error::plain("bsxfun: function must return one value per element"));
    }
    one(joined.reshaped(dims))
}

fn expanded(a: &Dims, b: &Dims) -> Option<Dims> {
    let extents: Option<Vec<usize>> = (0..a.ndims().max(b.ndims()))
        .map(|dimension| match (a.get(dimension), b.get(dimension)) {
            (x, y) if x == y => Some(x),
            (1, other) | (other, 1) => Some(other),
            _ => None,
        })
        .collect();
    extents.map(|extents| Dims::new(&extents))
}

/// The column of an operand that belongs to a column of the result.
fn slice(value: &Value, own: &Dims, result: &Dims, column: usize) -> Result<Value> {
    let mut rest = column;
    let mut place = 0;
    let mut stride = 1;
    for dimension in 1..result.ndims() {
        let subscript = rest % result.get(dimension);
        rest /= result.get(dimension);
        if own.get(dimension) > 1 {
            place += subscript * stride;
        }
        stride *= own.get(dimension);
    }
    let rows = own.rows();
    let places = (0..rows).map(|row| (place * rows + row + 1) as f64).collect();
    let part = index::index(value, &[Value::column(places)])?;
    Ok(part.reshaped(Dims::matrix(rows, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_of_one_grow() {
        let dims = |extents: &[usize]| Dims::new(extents);
        assert_eq!(expanded(&dims(&[1, 2]), &dims(&[3, 1])), Some(dims(&[3, 2])));
        assert_eq!(expanded(&dims(&[1, 2]), &dims(&[1, 3])), None);
        assert_eq!(expanded(&dims(&[0, 3]), &dims(&[1, 3])), Some(dims(&[0, 3])));
    }
}
