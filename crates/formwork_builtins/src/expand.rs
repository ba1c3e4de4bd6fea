//! Two arrays against each other: dimensions of extent one repeat.

use formwork_runtime::{Array, Dims, Error, Result, memory};

/// The size of two arrays expanded against each other.
pub(crate) fn expanded_dims(left: &Dims, right: &Dims) -> Option<Dims> {
    if left == right {
        return Some(left.clone());
    }
    let count = left.ndims().max(right.ndims());
    let mut extents = smallvec::SmallVec::<[usize; 4]>::with_capacity(count);
    for dimension in 0..count {
        extents.push(match (left.get(dimension), right.get(dimension)) {
            (a, b) if a == b => a,
            (1, b) => b,
            (a, 1) => a,
            _ => return None,
        });
    }
    Some(Dims::new(&extents))
}

/// `f` of each pair of elements, in the name of the function `name`.
///
/// # Errors
///
/// If the sizes do not fit, or there is no room for the result.
pub(crate) fn zip<A: Copy, B: Copy, R: Clone>(
    name: &str,
    left: &Array<A>,
    right: &Array<B>,
    mut f: impl FnMut(A, B) -> R,
) -> Result<Array<R>> {
    if let (Some(&a), Some(&b)) = (left.as_scalar(), right.as_scalar()) {
        return Ok(Array::scalar(f(a, b)));
    }
    let dims = expanded_dims(left.dims(), right.dims())
        .ok_or_else(|| Error::nonconformant(name, left.dims(), right.dims()))?;
    memory::reserve::<R>(&dims)?;
    if let Some(&b) = right.as_scalar() {
        return Ok(left.map(|&a| f(a, b)));
    }
    if let Some(&a) = left.as_scalar() {
        return Ok(right.map(|&b| f(a, b)));
    }
    let (a, b) = (left.as_slice(), right.as_slice());
    if left.dims() == right.dims() {
        let data = a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect();
        return Ok(Array::new(dims, data));
    }
    let numel = dims.numel();
    let mut data = Vec::with_capacity(numel);
    let extents = dims.as_slice().to_vec();
    let strides = |of: &Dims| -> Vec<usize> {
        let mut stride = 1;
        (0..extents.len())
            .map(|dimension| {
                let extent = of.get(dimension);
                let step = if extent == 1 { 0 } else { stride };
                stride *= extent;
                step
            })
            .collect()
    };
    let (left_strides, right_strides) = (strides(left.dims()), strides(right.dims()));
    let mut place = vec![0usize; extents.len()];
    let (mut i, mut j) = (0usize, 0usize);
    let (first, left_step, right_step) = (extents[0], left_strides[0], right_strides[0]);
    while data.len() < numel {
        for k in 0..first {
            data.push(f(a[i + k * left_step], b[j + k * right_step]));
        }
        for dimension in 1..extents.len() {
            place[dimension] += 1;
            i += left_strides[dimension];
            j += right_strides[dimension];
            if place[dimension] < extents[dimension] {
                break;
            }
            i -= left_strides[dimension] * extents[dimension];
            j -= right_strides[dimension] * extents[dimension];
            place[dimension] = 0;
        }
    }
    Ok(Array::new(dims, data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_expand() {
        let row = Array::row(vec![1, 2, 3]);
        let column = Array::column(vec![10, 20]);
        let sum = zip("f", &row, &column, |a, b| a + b).unwrap();
        assert_eq!(sum.dims().to_string(), "2x3");
        assert_eq!(sum.as_slice(), [11, 21, 12, 22, 13, 23]);
        let deep = Array::new(Dims::new(&[1, 1, 2]), vec![100, 200]);
        let sum = zip("f", &column, &deep, |a, b| a + b).unwrap();
        assert_eq!(sum.dims().to_string(), "2x1x2");
        assert_eq!(sum.as_slice(), [110, 120, 210, 220]);
        let none: Array<i32> = Array::new(Dims::matrix(0, 3), vec![]);
        assert_eq!(zip("f", &none, &row, |a, b| a + b).unwrap().dims().to_string(), "0x3");
        let error = zip("mod", &row, &Array::row(vec![1, 2]), |a, b| a + b).unwrap_err();
        assert_eq!(error.message, "mod: nonconformant arguments (op1 is 1x3, op2 is 1x2)");
    }
}
