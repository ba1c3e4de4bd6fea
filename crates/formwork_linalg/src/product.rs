//! Products of matrices.

use std::ops::{AddAssign, Mul};

use faer::traits::ComplexField;
use faer::{Accum, MatMut, MatRef, Par};
use num_complex::Complex;

/// Products with fewer multiplications than this go through plain loops: packing
/// would cost more than it saves.
const SMALL: usize = 16 * 16 * 16;
/// From this many multiplications on, threads pay.
const PARALLEL: usize = 512 * 512 * 512;

/// Numbers whose matrices can be multiplied.
pub trait Product: Sized {
    /// The product of the `m` by `k` matrix `a` and the `k` by `n` matrix `b`, all
    /// column by column.
    #[must_use]
    fn product(m: usize, k: usize, n: usize, a: &[Self], b: &[Self]) -> Vec<Self>;
}

// Not generic, so that they are compiled here and not where they are called.
macro_rules! product {
    ($type:ty) => {
        impl Product for $type {
            fn product(m: usize, k: usize, n: usize, a: &[$type], b: &[$type]) -> Vec<$type> {
                multiply(m, k, n, a, b)
            }
        }
    };
}

product!(f64);
product!(f32);
product!(Complex<f64>);
product!(Complex<f32>);

fn multiply<T>(m: usize, k: usize, n: usize, a: &[T], b: &[T]) -> Vec<T>
where
    T: ComplexField + Copy + Default + PartialEq + Mul<Output = T> + AddAssign,
{
    debug_assert!(a.len() == m * k && b.len() == k * n, "the sizes fit the operands");
    if k == 0 {
        return vec![T::default(); m * n];
    }
    if m == 1 {
        // A row times a matrix: every element is the product of two vectors.
        return b.chunks_exact(k).map(|column| dot(a, column)).collect();
    }
    let mut result = vec![T::default(); m * n];
    if result.is_empty() {
        return result;
    }
    let work = m.saturating_mul(k).saturating_mul(n);
    if n == 1 || work < SMALL {
        for (column, factors) in result.chunks_exact_mut(m).zip(b.chunks_exact(k)) {
            combine(column, a, factors);
        }
        return result;
    }
    let par = if work < PARALLEL { Par::Seq } else { Par::rayon(0) };
    let _settled = crate::vector_unit::Settled;
    faer::linalg::matmul::matmul(
        MatMut::from_column_major_slice_mut(&mut result, m, n),
        Accum::Replace,
        MatRef::from_column_major_slice(a, m, k),
        MatRef::from_column_major_slice(b, k, n),
        T::one_impl(),
        par,
    );
    result
}

/// `a * factors`, where `column` is zero before.
fn combine<T: Copy + Mul<Output = T> + AddAssign>(column: &mut [T], a: &[T], factors: &[T]) {
    let m = column.len();
    let mut columns = a.chunks_exact(m).zip(factors);
    // Two columns at a time halve how often the result is read and written.
    while let Some((first, &x)) = columns.next() {
        if m > 64
            && let Some((second, &y)) = columns.next()
        {
            for ((sum, &p), &q) in column.iter_mut().zip(first).zip(second) {
                *sum += p * x;
                *sum += q * y;
            }
        } else {
            for (sum, &p) in column.iter_mut().zip(first) {
                *sum += p * x;
            }
        }
    }
}

/// The sum of the products of the elements, in four sums side by side, as BLAS has it for
/// short vectors: the last digit is to be seen.
pub(crate) fn dot_in_lanes<T: Copy + Default + Mul<Output = T> + AddAssign>(a: &[T], b: &[T]) -> T {
    let mut lanes = [T::default(); 4];
    for (place, (&x, &y)) in a.iter().zip(b).enumerate() {
        lanes[place % 4] += x * y;
    }
    let [mut even, mut odd, third, fourth] = lanes;
    even += third;
    odd += fourth;
    even += odd;
    even
}

/// The sum of the products of the elements, without conjugation.
#[must_use]
pub fn dot<T: Copy + Default + PartialEq + Mul<Output = T> + AddAssign>(a: &[T], b: &[T]) -> T {
    /// Sums kept side by side, so that one need not wait for the other.
    const LANES: usize = 8;
    let mut sum = T::default();
    if a.len() < 4 * LANES {
        // A vector times itself is another routine of BLAS, which adds one by one.
        if a != b {
            return dot_in_lanes(a, b);
        }
        for (&x, &y) in a.iter().zip(b) {
            sum += x * y;
        }
        return sum;
    }
    let mut lanes = [T::default(); LANES];
    let (left, right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = left.remainder().iter().zip(right.remainder());
    for (x, y) in left.zip(right) {
        for (lane, (&x, &y)) in lanes.iter_mut().zip(x.iter().zip(y)) {
            *lane += x * y;
        }
    }
    for (&x, &y) in rest {
        sum += x * y;
    }
    for lane in lanes {
        sum += lane;
    }
    sum
}
