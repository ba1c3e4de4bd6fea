//! Two operands of which dimensions of extent one grow to match.

use formwork_runtime::{Array, Dims, Error, Result, memory};

/// The size both operands grow to.
///
/// # Errors
///
/// If some extents differ and neither is one; the operation is called `name`.
pub(crate) fn common_size(name: &str, x: &Dims, y: &Dims) -> Result<Dims> {
    let count = x.ndims().max(y.ndims());
    let mut extents = Vec::with_capacity(count);
    for dimension in 0..count {
        extents.push(match (x.get(dimension), y.get(dimension)) {
            (a, b) if a == b => a,
            (1, b) => b,
            (a, 1) => a,
            _ => return Err(Error::nonconformant(name, x, y)),
        });
    }
    Ok(Dims::new(&extents))
}

/// `f` of the elements of both operands, expanded against each other.
///
/// # Errors
///
/// If the sizes do not match; the operation is called `name`.
pub(crate) fn expand<T: Copy, U: Copy, R: Clone>(
    name: &str,
    x: &Array<T>,
    y: &Array<U>,
    f: impl Fn(T, U) -> R,
) -> Result<Array<R>> {
    if let (Some(&x), Some(&y)) = (x.as_scalar(), y.as_scalar()) {
        return Ok(Array::scalar(f(x, y)));
    }
    if let Some(&y) = y.as_scalar() {
        return Ok(x.map(|&x| f(x, y)));
    }
    if let Some(&x) = x.as_scalar() {
        return Ok(y.map(|&y| f(x, y)));
    }
    if x.dims() == y.dims() {
        let data = x.as_slice().iter().zip(y.as_slice()).map(|(&x, &y)| f(x, y)).collect();
        return Ok(Array::new(x.dims().clone(), data));
    }
    let dims = common_size(name, x.dims(), y.dims())?;
    memory::reserve::<R>(&dims)?;
    let numel = dims.numel();
    let mut data = Vec::with_capacity(numel);
    if numel > 0 {
        let rows = dims.rows();
        let (a, b) = (x.as_slice(), y.as_slice());
        let steps = (usize::from(x.dims().rows() > 1), usize::from(y.dims().rows() > 1));
        let strides = (strides(x.dims(), &dims), strides(y.dims(), &dims));
        let mut subscripts = vec![0usize; dims.ndims()];
        loop {
            let place = |strides: &[usize]| -> usize {
                subscripts.iter().zip(strides).skip(1).map(|(at, stride)| at * stride).sum()
            };
            let (start, other) = (place(&strides.0), place(&strides.1));
            data.extend((0..rows).map(|r| f(a[start + r * steps.0], b[other + r * steps.1])));
            let mut dimension = 1;
            loop {
                if dimension == subscripts.len() {
                    return Ok(Array::new(dims, data));
                }
                subscripts[dimension] += 1;
                if subscripts[dimension] < dims.get(dimension) {
                    break;
                }
                subscripts[dimension] = 0;
                dimension += 1;
            }
        }
    }
    Ok(Array::new(dims, data))
}

/// How far apart neighbours lie along each dimension of `full`; 0 where they are the
/// same element.
fn strides(dims: &Dims, full: &Dims) -> Vec<usize> {
    let mut stride = 1;
    (0..full.ndims())
        .map(|dimension| {
            let extent = dims.get(dimension);
            let own = if extent == 1 { 0 } else { stride };
            stride *= extent;
            own
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_and_a_column_make_a_table() {
        let row = Array::row(vec![1.0, 2.0, 3.0]);
        let column = Array::column(vec![10.0, 20.0]);
        let Ok(table) = expand("plus", &row, &column, |x: f64, y: f64| x + y) else {
            panic!("a row and a column match")
        };
        assert_eq!(*table.dims(), Dims::matrix(2, 3));
        assert_eq!(table.as_slice(), [11.0, 21.0, 12.0, 22.0, 13.0, 23.0]);
        assert!(expand("plus", &row, &Array::row(vec![1.0, 2.0]), |x: f64, y: f64| x + y).is_err());
    }
}
