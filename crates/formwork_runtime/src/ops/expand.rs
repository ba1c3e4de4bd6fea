//! Applying a function of two elements to two arrays, singleton dimensions expanded.

use smallvec::SmallVec;

use crate::array::Array;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::memory;

/// The size of the result, if the two fit.
pub(super) fn expanded_dims(a: &Dims, b: &Dims) -> Option<Dims> {
    let count = a.ndims().max(b.ndims());
    let mut extents: SmallVec<[usize; 8]> = SmallVec::with_capacity(count);
    for dimension in 0..count {
        extents.push(match (a.get(dimension), b.get(dimension)) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            _ => return None,
        });
    }
    Some(Dims::new(&extents))
}

/// `f` of each pair of elements, in the storage of an operand that nobody shares.
#[inline]
pub(super) fn zip_in_place<T: Copy>(
    name: &str,
    mut a: Array<T>,
    mut b: Array<T>,
    mut f: impl FnMut(T, T) -> T,
) -> Result<Array<T>> {
    if let Some(&y) = b.as_scalar() {
        return Ok(a.map_in_place(|&x| f(x, y)));
    }
    if let Some(&x) = a.as_scalar() {
        return Ok(b.map_in_place(|&y| f(x, y)));
    }
    if a.dims() == b.dims() {
        if let Some(left) = a.get_mut() {
            for (x, &y) in left.iter_mut().zip(b.as_slice()) {
                *x = f(*x, y);
            }
            return Ok(a);
        }
        if let Some(right) = b.get_mut() {
            for (&x, y) in a.as_slice().iter().zip(right) {
                *y = f(x, *y);
            }
            return Ok(b);
        }
    }
    zip(name, &a, &b, f)
}

/// `f` of each pair of elements, singleton dimensions expanded; `name` is what the
/// message calls the function if the sizes do not fit.
///
/// # Errors
///
/// If they do not, or there is no room for the result.
#[inline]
pub fn zip<A: Copy, B: Copy, R: Clone>(
    name: &str,
    a: &Array<A>,
    b: &Array<B>,
    mut f: impl FnMut(A, B) -> R,
) -> Result<Array<R>> {
    if let Some(&y) = b.as_scalar() {
        return Ok(a.map(|&x| f(x, y)));
    }
    if let Some(&x) = a.as_scalar() {
        return Ok(b.map(|&y| f(x, y)));
    }
    if a.dims() == b.dims() {
        let pairs = a.as_slice().iter().zip(b.as_slice());
        return Ok(Array::new(a.dims().clone(), pairs.map(|(&x, &y)| f(x, y)).collect()));
    }
    expand(name, a, b, f)
}

/// A dimension of the result: its extent, and how far one step along it goes in
/// either operand.
#[derive(Clone, Copy)]
struct Axis {
    extent: usize,
    left: usize,
    right: usize,
}

/// The dimensions of the result, neighbours joined where both operands run through
/// them as if they were one.
fn axes(a: &Dims, b: &Dims, result: &Dims) -> SmallVec<[Axis; 8]> {
    let mut axes: SmallVec<[Axis; 8]> = SmallVec::new();
    let (mut left_stride, mut right_stride) = (1, 1);
    for (dimension, &extent) in result.as_slice().iter().enumerate() {
        let (in_a, in_b) = (a.get(dimension), b.get(dimension));
        let axis = Axis {
            extent,
            left: if in_a == 1 { 0 } else { left_stride },
            right: if in_b == 1 { 0 } else { right_stride },
        };
        left_stride *= in_a;
        right_stride *= in_b;
        if extent == 1 {
            continue;
        }
        match axes.last_mut() {
            Some(last)
                if axis.left == last.left * last.extent
                    && axis.right == last.right * last.extent =>
            {
                last.extent *= extent;
            }
            _ => axes.push(axis),
        }
    }
    axes
}

fn expand<A: Copy, B: Copy, R: Clone>(
    name: &str,
    a: &Array<A>,
    b: &Array<B>,
    mut f: impl FnMut(A, B) -> R,
) -> Result<Array<R>> {
    let Some(dims) = expanded_dims(a.dims(), b.dims()) else {
        return Err(Error::nonconformant(name, a.dims(), b.dims()));
    };
    memory::reserve::<R>(&dims)?;
    let numel = dims.numel();
    let mut data: Vec<R> = Vec::with_capacity(numel);
    if numel > 0 {
        let axes = axes(a.dims(), b.dims(), &dims);
        let (left, right) = (a.as_slice(), b.as_slice());
        let inner = axes.first().copied().unwrap_or(Axis { extent: 1, left: 0, right: 0 });
        let outer = axes.get(1..).unwrap_or(&[]);
        let mut place: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
        let (mut at_left, mut at_right) = (0, 0);
        loop {
            match (inner.left, inner.right) {
                (0, _) => {
                    let x = left[at_left];
                    data.extend(right[at_right..][..inner.extent].iter().map(|&y| f(x, y)));
                }
                (_, 0) => {
                    let y = right[at_right];
                    data.extend(left[at_left..][..inner.extent].iter().map(|&x| f(x, y)));
                }
                _ => {
                    let pairs = left[at_left..][..inner.extent]
                        .iter()
                        .zip(&right[at_right..][..inner.extent]);
                    data.extend(pairs.map(|(&x, &y)| f(x, y)));
                }
            }
            let mut moved = false;
            for (axis, index) in outer.iter().zip(place.iter_mut()) {
                *index += 1;
                at_left += axis.left;
                at_right += axis.right;
                if *index < axis.extent {
                    moved = true;
                    break;
                }
                at_left -= axis.left * axis.extent;
                at_right -= axis.right * axis.extent;
                *index = 0;
            }
            if !moved {
                break;
            }
        }
    }
    Ok(Array::new(dims, data))
}
