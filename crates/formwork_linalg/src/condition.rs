//! Estimates of condition numbers that need only a few solves.

use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar};
use crate::triangular::{self, Triangle};

/// Estimates the 1-norm of an operator of extent `n` that is given by what it and its
/// adjoint do to a vector: Higham's refinement of Hager's method, as LAPACK's `lacn2`.
pub fn estimate_norm1<T: Scalar>(
    n: usize,
    mut apply: impl FnMut(&mut [T]),
    mut apply_adjoint: impl FnMut(&mut [T]),
) -> T::Base {
    let one = T::Base::ONE;
    let of = |value: usize| T::Base::of(value as f64);
    let sum = |x: &[T]| x.iter().fold(T::Base::ZERO, |sum, x| sum + x.modulus());
    let mut x = vec![T::from_base(one / of(n)); n];
    apply(&mut x);
    if n == 1 {
        return x[0].modulus();
    }
    let mut estimate = sum(&x);
    let mut signs = signs_of(&x);
    x.copy_from_slice(&signs);
    apply_adjoint(&mut x);
    let mut j = place_of_greatest(&x);
    for _ in 0..5 {
        x.fill(T::ZERO);
        x[j] = T::ONE;
        apply(&mut x);
        let previous = estimate;
        estimate = sum(&x);
        let next = signs_of(&x);
        if (!T::IS_COMPLEX && next == signs) || estimate <= previous {
            break;
        }
        signs = next;
        x.copy_from_slice(&signs);
        apply_adjoint(&mut x);
        let last = j;
        j = place_of_greatest(&x);
        if x[last].modulus() == x[j].modulus() {
            break;
        }
    }
    let mut sign = one;
    for (i, value) in x.iter_mut().enumerate() {
        *value = T::from_base(sign * (one + of(i) / of(n - 1)));
        sign = -sign;
    }
    apply(&mut x);
    let other = T::Base::of(2.0) * (sum(&x) / of(3 * n));
    if other > estimate { other } else { estimate }
}

fn signs_of<T: Scalar>(x: &[T]) -> Vec<T> {
    x.iter()
        .map(|&x| {
            if !T::IS_COMPLEX {
                return T::from_base(T::Base::ONE.with_sign(x.re()));
            }
            let size = x.modulus();
            if size > T::Base::SAFE_MINIMUM { x.scaled(T::Base::ONE / size) } else { T::ONE }
        })
        .collect()
}

fn place_of_greatest<T: Scalar>(x: &[T]) -> usize {
    let mut best = 0;
    for (i, value) in x.iter().enumerate() {
        if value.modulus() > x[best].modulus() {
            best = i;
        }
    }
    best
}

/// The reciprocal condition number from the norms of a matrix and of its inverse.
pub(crate) fn reciprocal<R: RealScalar>(norm: R, inverse_norm: R) -> R {
    if norm.not_a_number() || inverse_norm.not_a_number() {
        return R::NOT_A_NUMBER;
    }
    if norm == R::ZERO || inverse_norm == R::ZERO {
        R::ZERO
    } else {
        (R::ONE / inverse_norm) / norm
    }
}

/// The reciprocal condition number of a triangular matrix in the 1-norm.
#[must_use]
pub fn triangular_rcond<T: Scalar>(triangle: Triangle, t: &Matrix<T>) -> T::Base {
    let n = t.rows();
    if n == 0 {
        return T::Base::ONE;
    }
    if (0..n).any(|i| t[(i, i)] == T::ZERO) {
        return T::Base::ZERO;
    }
    let inverse = estimate_norm1::<T>(
        n,
        |x| triangular::solve(triangle, t, x),
        |x| triangular::solve_adjoint(triangle, t, x),
    );
    reciprocal(t.norm1(), inverse)
}
