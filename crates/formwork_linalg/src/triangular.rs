//! Solving with triangular matrices, and inverting them.

use faer::Par;
use faer::linalg::triangular_solve;

use crate::matrix::Matrix;
use crate::scalar::Scalar;

/// Up to this extent the plain loops are as fast as the blocked algorithms.
const SMALL: usize = 48;

/// Which triangle of a matrix is meant, and what is on its diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Triangle {
    /// The diagonal and what is above it.
    Upper,
    /// The diagonal and what is below it.
    Lower,
    /// Ones on the diagonal and what is below it.
    UnitLower,
}

/// Overwrites `x` with the solution of `T y = x`.
pub(crate) fn solve<T: Scalar>(triangle: Triangle, t: &Matrix<T>, x: &mut [T]) {
    substitute(triangle, t, x, |x, pivot| x / pivot);
}

/// Substitution with a choice of how to divide by a pivot.
fn substitute<T: Scalar>(
    triangle: Triangle,
    t: &Matrix<T>,
    x: &mut [T],
    divide: impl Fn(T, T) -> T,
) {
    let n = x.len();
    match triangle {
        Triangle::Upper => {
            for j in (0..n).rev() {
                let column = t.column(j);
                x[j] = divide(x[j], column[j]);
                let factor = x[j];
                for (target, &u) in x[..j].iter_mut().zip(column) {
                    *target = u.times_plus(-factor, *target);
                }
            }
        }
        Triangle::Lower | Triangle::UnitLower => {
            for j in 0..n {
                let column = t.column(j);
                if triangle == Triangle::Lower {
                    x[j] = divide(x[j], column[j]);
                }
                let factor = x[j];
                for (target, &l) in x[j + 1..].iter_mut().zip(&column[j + 1..n]) {
                    *target = l.times_plus(-factor, *target);
                }
            }
        }
    }
}

/// Overwrites `x` with the solution of `T' y = x`.
pub(crate) fn solve_adjoint<T: Scalar>(triangle: Triangle, t: &Matrix<T>, x: &mut [T]) {
    let n = x.len();
    match triangle {
        Triangle::Upper => {
            for j in 0..n {
                let column = t.column(j);
                let mut sum = x[j];
                for (&u, &known) in column[..j].iter().zip(&x[..j]) {
                    sum -= u.conjugate() * known;
                }
                x[j] = sum / column[j].conjugate();
            }
        }
        Triangle::Lower | Triangle::UnitLower => {
            for j in (0..n).rev() {
                let column = t.column(j);
                let mut sum = x[j];
                for (&l, &known) in column[j + 1..n].iter().zip(&x[j + 1..]) {
                    sum -= l.conjugate() * known;
                }
                x[j] = if triangle == Triangle::Lower { sum / column[j].conjugate() } else { sum };
            }
        }
    }
}

/// Overwrites the columns of `x` with the solutions of `T Y = X`. One column is divided by
/// the pivots, several are multiplied by their inverses, as the two routines of BLAS do.
pub fn solve_columns<T: Scalar>(triangle: Triangle, t: &Matrix<T>, x: &mut Matrix<T>) {
    if x.columns() == 1 && t.rows() <= SMALL {
        solve(triangle, t, x.column_mut(0));
    } else {
        solve_as_several(triangle, t, x);
    }
}

/// [`solve_columns`] with the routine for several columns, also where there is one.
pub(crate) fn solve_as_several<T: Scalar>(triangle: Triangle, t: &Matrix<T>, x: &mut Matrix<T>) {
    if t.rows() <= SMALL {
        for j in 0..x.columns() {
            substitute(triangle, t, x.column_mut(j), |x, pivot| x * (T::ONE / pivot));
        }
        return;
    }
    let (t, x) = (t.faer(), x.faer_mut());
    match triangle {
        Triangle::Upper => triangular_solve::solve_upper_triangular_in_place(t, x, Par::Seq),
        Triangle::Lower => triangular_solve::solve_lower_triangular_in_place(t, x, Par::Seq),
        Triangle::UnitLower => {
            triangular_solve::solve_unit_lower_triangular_in_place(t, x, Par::Seq);
        }
    }
}

/// Inverts an upper triangle in place, column by column from the left; what is below
/// the diagonal is neither read nor written.
pub(crate) fn invert_upper<T: Scalar>(a: &mut Matrix<T>) {
    let n = a.rows();
    for j in 0..n {
        let pivot = T::ONE / a[(j, j)];
        a[(j, j)] = pivot;
        // The column above the diagonal times the triangle inverted so far.
        for k in 0..j {
            let factor = a[(k, j)];
            if factor != T::ZERO {
                let (done, column) = a.column_pair(k, j);
                for i in 0..k {
                    column[i] = done[i].times_plus(factor, column[i]);
                }
                column[k] = factor * done[k];
            }
        }
        for x in &mut a.column_mut(j)[..j] {
            *x *= -pivot;
        }
    }
}

/// The inverse of a triangular matrix.
#[must_use]
pub fn inverse<T: Scalar>(triangle: Triangle, t: &Matrix<T>) -> Matrix<T> {
    let n = t.rows();
    if n > SMALL {
        let mut result = Matrix::identity(n, n);
        solve_columns(triangle, t, &mut result);
        return result;
    }
    match triangle {
        Triangle::Upper => {
            let mut result = t.clone().upper_part();
            invert_upper(&mut result);
            result
        }
        Triangle::Lower | Triangle::UnitLower => {
            let mut flipped = t.transpose().upper_part();
            if triangle == Triangle::UnitLower {
                for i in 0..n {
                    flipped[(i, i)] = T::ONE;
                }
            }
            invert_upper(&mut flipped);
            flipped.transpose()
        }
    }
}
