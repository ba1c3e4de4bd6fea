//! Cholesky factors of positive definite matrices.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor;

use crate::condition;
use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar};
use crate::triangular::{self, Triangle};

const SMALL: usize = 48;

/// The upper factor `R` with `R' R = A`, reading only the upper triangle of `A`.
///
/// # Errors
///
/// If the leading minor of extent `k + 1` is not positive definite: `k` and the factor
/// of the leading `k` rows and columns.
pub fn cholesky<T: Scalar>(a: &Matrix<T>) -> Result<Matrix<T>, (usize, Matrix<T>)> {
    let n = a.rows();
    if n <= SMALL {
        return column_by_column(a);
    }
    let mut lower = a.adjoint();
    let _settled = crate::vector_unit::Settled;
    let mut memory =
        MemBuffer::new(factor::cholesky_in_place_scratch::<T>(n, Par::Seq, Default::default()));
    let outcome = factor::cholesky_in_place(
        lower.faer_mut(),
        Default::default(),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    );
    match outcome {
        Ok(_) => Ok(lower.adjoint().upper_part()),
        Err(_) => column_by_column(a),
    }
}

fn column_by_column<T: Scalar>(a: &Matrix<T>) -> Result<Matrix<T>, (usize, Matrix<T>)> {
    let n = a.rows();
    let mut r = a.clone().upper_part();
    for j in 0..n {
        for i in 0..j {
            let mut sum = T::ZERO;
            for k in 0..i {
                sum = r[(k, i)].conjugate().times_plus(r[(k, j)], sum);
            }
            let pivot = r[(i, i)].re();
            r[(i, j)] = (r[(i, j)] - sum).scaled(T::Base::ONE / pivot);
        }
        let mut sum = T::Base::ZERO;
        for x in &r.column(j)[..j] {
            sum = x.re().times_plus(x.re(), sum) + x.im() * x.im();
        }
        let pivot = r[(j, j)].re() - sum;
        if !(pivot > T::Base::ZERO) {
            return Err((j, r.leading(j, j)));
        }
        r[(j, j)] = T::from_base(pivot.root());
    }
    Ok(r)
}

/// The inverse of `R' R`.
#[must_use]
pub fn inverse_from_factor<T: Scalar>(r: &Matrix<T>) -> Matrix<T> {
    let n = r.rows();
    let inverse = triangular::inverse(Triangle::Upper, r);
    if n > SMALL && !T::IS_COMPLEX {
        return inverse.times(&inverse.adjoint());
    }
    let mut result = Matrix::zeros(n, n);
    for j in 0..n {
        for i in 0..=j {
            // The diagonal of a factor is taken for real.
            let pivot = inverse[(j, j)].re();
            let on_diagonal = i == j && j + 1 < n;
            let mut sum = if on_diagonal {
                T::from_base(pivot * pivot)
            } else if i == j {
                // The sign of an imaginary part of zero is that of the reciprocal.
                let ratio = r[(j, j)].im() / r[(j, j)].re();
                T::from_parts(pivot * pivot, -ratio * pivot * pivot)
            } else {
                inverse[(i, j)].scaled(pivot)
            };
            for k in j + 1..n {
                sum += inverse[(i, k)] * inverse[(j, k)].conjugate();
            }
            if on_diagonal {
                sum = T::from_base(sum.re());
            }
            result[(i, j)] = sum;
            if i < j {
                result[(j, i)] = sum.conjugate();
            }
        }
    }
    result
}

/// The reciprocal condition number in the 1-norm of `R' R`, whose 1-norm is `norm`.
#[must_use]
pub fn rcond_from_factor<T: Scalar>(r: &Matrix<T>, norm: T::Base) -> T::Base {
    let apply = |x: &mut [T]| {
        triangular::solve_adjoint(Triangle::Upper, r, x);
        triangular::solve(Triangle::Upper, r, x);
    };
    condition::reciprocal(norm, condition::estimate_norm1::<T>(r.rows(), apply, apply))
}
