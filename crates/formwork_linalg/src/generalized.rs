//! Eigenvalues of pairs of matrices: `A v = lambda B v`.

use num_complex::Complex;

use crate::NoConvergence;
use crate::cholesky::cholesky;
use crate::eigen::{Eigen, General, Wanted};
use crate::lu::lu;
use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar};
use crate::symmetric as hermitian;
use crate::triangular::{self, Triangle};

/// The eigenvalues in ascending order, and the eigenvectors with `V' B V = I`, of a
/// Hermitian pair whose second matrix is positive definite; `None` if it is not.
#[must_use]
pub fn symmetric<T: Scalar>(a: &Matrix<T>, b: &Matrix<T>) -> Option<(Vec<T::Base>, Matrix<T>)> {
    let r = cholesky(b).ok()?;
    // C = R' \ A / R
    let left = adjoint_solve(&r, a);
    let c = adjoint_solve(&r, &left.adjoint());
    let n = c.rows();
    let even = Matrix::from_fn(n, n, |i, j| if i <= j { c[(i, j)] } else { c[(j, i)].conjugate() });
    let (values, vectors) = hermitian::eigen(even, true).ok()?;
    let mut vectors = vectors?;
    triangular::solve_columns(Triangle::Upper, &r, &mut vectors);
    Some((values, vectors))
}

fn adjoint_solve<T: Scalar>(r: &Matrix<T>, x: &Matrix<T>) -> Matrix<T> {
    let mut result = x.clone();
    for j in 0..result.columns() {
        triangular::solve_adjoint(Triangle::Upper, r, result.column_mut(j));
    }
    result
}

/// Eigenvalues, right eigenvectors, left eigenvectors.
pub type Decomposed<R> = (Vec<Complex<R>>, Option<Matrix<Complex<R>>>, Option<Matrix<Complex<R>>>);

/// The eigenvalues of a pair, infinite where the second matrix is singular, and the
/// eigenvectors, whose greatest component (real part plus imaginary part) is one.
///
/// # Errors
///
/// If the iteration does not converge.
pub fn eigen<T: General>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    wanted: Wanted,
) -> Result<Decomposed<T::Base>, NoConvergence>
where
    Complex<T::Base>: Scalar<Base = T::Base>,
{
    let factors = lu(b.clone());
    let tiny = T::Base::EPSILON;
    if factors.rcond(b.norm1()) > tiny {
        let product = factors.inverse().times(a);
        let Eigen { values, right, left } = T::eigen(product, wanted)?;
        let left = left.map(|w| {
            // w' inv(B) A = lambda w'  <=>  (inv(B)' w)' A = lambda (inv(B)' w)' B
            let inverse = lu(b.clone()).inverse().adjoint().to_complex();
            inverse.times(&w)
        });
        return Ok((values, right.map(scaled), left.map(scaled)));
    }
    // The reverse problem has the reciprocal eigenvalues; a shift keeps it regular.
    let shift = T::from_base(T::Base::ONE + a.norm1() / b.norm1().greater(tiny));
    let mut shifted = a.clone();
    shifted.add_scaled(-shift, b);
    let product = lu(shifted).inverse().times(b);
    let Eigen { values, right, left } = T::eigen(product, wanted)?;
    let cutoff = tiny * T::Base::of(a.rows() as f64);
    let values = values
        .into_iter()
        .map(|mu| {
            if mu.modulus() <= cutoff {
                return Complex::new(T::Base::INFINITE, T::Base::ZERO);
            }
            Complex::<T::Base>::ONE / mu + shift.to_complex()
        })
        .collect();
    Ok((values, right.map(scaled), left.map(scaled)))
}

fn scaled<R: RealScalar>(mut v: Matrix<Complex<R>>) -> Matrix<Complex<R>>
where
    Complex<R>: Scalar<Base = R>,
{
    for j in 0..v.columns() {
        let column = v.column_mut(j);
        let Some(&greatest) = column.iter().max_by(|a, b| {
            a.modulus1().partial_cmp(&b.modulus1()).unwrap_or(std::cmp::Ordering::Equal)
        }) else {
            continue;
        };
        let most = greatest.modulus1();
        if most > R::ZERO {
            let real = column.iter().all(|z| z.im == R::ZERO);
            let factor = if real && greatest.re < R::ZERO { -most } else { most };
            for z in column {
                *z = z.scaled(R::ONE / factor);
            }
        }
    }
    v
}
