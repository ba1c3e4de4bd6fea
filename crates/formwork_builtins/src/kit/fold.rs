//! Loops along one dimension of a column-major array.
//!
//! Elements are taken in the order in which they lie along the dimension, so that
//! sums round as Octave's do. Where the dimension is not the first, whole slices are
//! combined at once: those loops vectorise.

use std::ops::{Add, Div, Mul, Sub};

use formwork_runtime::{C32, C64, Dims, Element, ops};

/// The element types that sums and products are reckoned in.
pub(crate) trait Field:
    Element + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ZERO: Self;

    /// The product of the number and its conjugate.
    fn square(self) -> Self;

    /// The product, infinite where a factor is.
    fn product(self, other: Self) -> Self;

    /// A real number of this type.
    fn of(number: f64) -> Self;
}

impl Field for f64 {
    const ZERO: f64 = 0.0;

    #[inline]
    fn square(self) -> f64 {
        self * self
    }

    #[inline]
    fn product(self, other: f64) -> f64 {
        self * other
    }

    #[inline]
    fn of(number: f64) -> f64 {
        number
    }
}

impl Field for f32 {
    const ZERO: f32 = 0.0;

    #[inline]
    fn square(self) -> f32 {
        self * self
    }

    #[inline]
    fn product(self, other: f32) -> f32 {
        self * other
    }

    #[inline]
    fn of(number: f64) -> f32 {
        number as f32
    }
}

impl Field for C64 {
    const ZERO: C64 = C64::new(0.0, 0.0);

    #[inline]
    fn square(self) -> C64 {
        C64::new(self.re * self.re + self.im * self.im, 0.0)
    }

    #[inline]
    fn product(self, other: C64) -> C64 {
        ops::wide_product(self, other)
    }

    #[inline]
    fn of(number: f64) -> C64 {
        C64::new(number, 0.0)
    }
}

impl Field for C32 {
    const ZERO: C32 = C32::new(0.0, 0.0);

    #[inline]
    fn square(self) -> C32 {
        C32::new(self.re * self.re + self.im * self.im, 0.0)
    }

    #[inline]
    fn product(self, other: C32) -> C32 {
        ops::single_product(self, other)
    }

    #[inline]
    fn of(number: f64) -> C32 {
        C32::new(number as f32, 0.0)
    }
}

/// The size that sums take `dims` for: 0x0 counts as 0x1, so that its sum is 0.
#[must_use]
pub(crate) fn summed(dims: &Dims) -> Dims {
    if dims.is_zero_by_zero() { Dims::matrix(0, 1) } else { dims.clone() }
}

/// Folds along `dimension`, which has extent one in the result.
pub(crate) fn fold<T: Copy, A: Copy>(
    data: &[T],
    dims: &Dims,
    dimension: usize,
    start: A,
    step: impl Fn(A, T) -> A + Copy,
) -> (Dims, Vec<A>) {
    let dims = summed(dims);
    let (before, count, after) = dims.around(dimension);
    let result = dims.with(dimension, 1);
    if before == 1 {
        let folded = |run: &[T]| run.iter().fold(start, |sum, &x| step(sum, x));
        let out = if count == 0 {
            vec![start; after]
        } else {
            data.chunks_exact(count).map(folded).collect()
        };
        return (result, out);
    }
    let mut out = vec![start; before * after];
    if before > 0 && count > 0 {
        for (sums, block) in out.chunks_exact_mut(before).zip(data.chunks_exact(before * count)) {
            for slice in block.chunks_exact(before) {
                for (sum, &x) in sums.iter_mut().zip(slice) {
                    *sum = step(*sum, x);
                }
            }
        }
    }
    (result, out)
}

/// The running fold along `dimension`: the first element is `first` of the first one.
pub(crate) fn scan<T: Copy, A: Copy + Default>(
    data: &[T],
    dims: &Dims,
    dimension: usize,
    first: impl Fn(T) -> A + Copy,
    step: impl Fn(A, T) -> A + Copy,
) -> Vec<A> {
    let (before, count, _) = dims.around(dimension);
    if data.is_empty() {
        return Vec::new();
    }
    if before == 1 {
        let mut out = Vec::with_capacity(data.len());
        for run in data.chunks_exact(count) {
            let mut sum = first(run[0]);
            out.push(sum);
            out.extend(run[1..].iter().map(|&x| {
                sum = step(sum, x);
                sum
            }));
        }
        return out;
    }
    let mut out = vec![A::default(); data.len()];
    for (result, block) in
        out.chunks_exact_mut(before * count).zip(data.chunks_exact(before * count))
    {
        for (sum, &x) in result[..before].iter_mut().zip(&block[..before]) {
            *sum = first(x);
        }
        for k in 1..count {
            let (done, rest) = result.split_at_mut(k * before);
            let previous = &done[(k - 1) * before..];
            let slice = &block[k * before..(k + 1) * before];
            for ((sum, &last), &x) in rest[..before].iter_mut().zip(previous).zip(slice) {
                *sum = step(last, x);
            }
        }
    }
    out
}

/// Gives `each` the elements along `dimension` one run after the other, in a buffer
/// where they do not lie side by side.
pub(crate) fn for_each_run<T: Copy>(
    data: &[T],
    dims: &Dims,
    dimension: usize,
    mut each: impl FnMut(usize, &[T]),
) {
    let (before, count, after) = dims.around(dimension);
    if count == 0 {
        for index in 0..before * after {
            each(index, &[]);
        }
        return;
    }
    if before == 1 {
        for (index, run) in data.chunks_exact(count).enumerate() {
            each(index, run);
        }
        return;
    }
    let mut buffer = Vec::with_capacity(count);
    for outer in 0..after {
        for inner in 0..before {
            let start = outer * before * count + inner;
            buffer.clear();
            buffer.extend((0..count).map(|k| data[start + k * before]));
            each(outer * before + inner, &buffer);
        }
    }
}

/// Makes an array of another extent along `dimension` out of what `each` writes for
/// every run of the old one.
pub(crate) fn map_runs<T: Copy, U: Copy + Default>(
    data: &[T],
    dims: &Dims,
    dimension: usize,
    extent: usize,
    mut each: impl FnMut(&[T], &mut [U]),
) -> (Dims, Vec<U>) {
    let (before, _, after) = dims.around(dimension);
    let result = dims.with(dimension, extent);
    let mut out = vec![U::default(); before * extent * after];
    let mut buffer = vec![U::default(); extent];
    for_each_run(data, dims, dimension, |index, run| {
        if before == 1 {
            each(run, &mut out[index * extent..(index + 1) * extent]);
            return;
        }
        buffer.fill(U::default());
        each(run, &mut buffer);
        let start = index / before * before * extent + index % before;
        for (k, &x) in buffer.iter().enumerate() {
            out[start + k * before] = x;
        }
    });
    (result, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_along_every_dimension() {
        let data: Vec<f64> = (1..=12).map(f64::from).collect();
        let dims = Dims::new(&[2, 3, 2]);
        let add = |sum: f64, x: f64| sum + x;
        assert_eq!(fold(&data, &dims, 0, 0.0, add).1, [3.0, 7.0, 11.0, 15.0, 19.0, 23.0]);
        assert_eq!(fold(&data, &dims, 1, 0.0, add).1, [9.0, 12.0, 27.0, 30.0]);
        assert_eq!(fold(&data, &dims, 2, 0.0, add).1, [8.0, 10.0, 12.0, 14.0, 16.0, 18.0]);
        assert_eq!(fold(&data, &dims, 5, 0.0, add).1, data);
    }

    #[test]
    fn nothing_folds_to_the_start() {
        let add = |sum: f64, x: f64| sum + x;
        assert_eq!(fold(&[], &Dims::EMPTY, 0, 0.0, add), (Dims::SCALAR, vec![0.0]));
        assert_eq!(fold(&[], &Dims::EMPTY, 1, 0.0, add), (Dims::matrix(0, 1), vec![]));
        assert_eq!(fold(&[], &Dims::matrix(0, 2), 0, 1.0, add), (Dims::matrix(1, 2), vec![1.0; 2]));
    }

    #[test]
    fn runs_are_gathered_and_scattered() {
        let data: Vec<f64> = (1..=6).map(f64::from).collect();
        let dims = Dims::matrix(2, 3);
        let (size, last_two) = map_runs(&data, &dims, 1, 2, |run: &[f64], out: &mut [f64]| {
            out.copy_from_slice(&run[1..]);
        });
        assert_eq!(size, Dims::matrix(2, 2));
        assert_eq!(last_two, [3.0, 4.0, 5.0, 6.0]);
        assert_eq!(
            scan(&data, &dims, 1, |x| x, |sum: f64, x| sum + x),
            [1.0, 2.0, 4.0, 6.0, 9.0, 12.0]
        );
    }
}
