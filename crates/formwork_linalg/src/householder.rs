//! Householder reflections `H = I - tau v v'` with `v[0] = 1`, with the signs LAPACK
//! chooses.

use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar, norm2};

/// A reflection; `v` has its leading one.
#[derive(Clone, Debug)]
pub(crate) struct Reflection<T: Scalar> {
    pub(crate) v: Vec<T>,
    pub(crate) tau: T,
    /// What `H' x` has in its first place, zeros following.
    pub(crate) beta: T::Base,
}

/// The reflection with `H' x = beta e1`.
pub(crate) fn reflection<T: Scalar>(x: &[T]) -> Reflection<T> {
    let mut v = x.to_vec();
    let Some(&alpha) = x.first() else {
        return Reflection { v, tau: T::ZERO, beta: T::Base::ZERO };
    };
    let rest = norm2(&x[1..]);
    if rest == T::Base::ZERO && alpha.im() == T::Base::ZERO {
        v[0] = T::ONE;
        return Reflection { v, tau: T::ZERO, beta: alpha.re() };
    }
    let length = alpha.modulus().hypotenuse(rest);
    let beta = -length.with_sign(alpha.re());
    let tau = T::from_parts((beta - alpha.re()) / beta, -alpha.im() / beta);
    let factor = T::ONE / (alpha - T::from_base(beta));
    for value in &mut v[1..] {
        *value *= factor;
    }
    v[0] = T::ONE;
    Reflection { v, tau, beta }
}

impl<T: Scalar> Reflection<T> {
    /// `A := (I - tau v v') A` for the rows from `row` on of the columns in `columns`.
    pub(crate) fn apply_left(
        &self,
        tau: T,
        a: &mut Matrix<T>,
        row: usize,
        columns: std::ops::Range<usize>,
    ) {
        if tau == T::ZERO {
            return;
        }
        for j in columns {
            let column = &mut a.column_mut(j)[row..row + self.v.len()];
            let mut sum = T::ZERO;
            for (&v, &x) in self.v.iter().zip(&*column) {
                sum += v.conjugate() * x;
            }
            let factor = -(tau * sum);
            for (&v, x) in self.v.iter().zip(column) {
                *x += v * factor;
            }
        }
    }

    /// `A := A (I - tau v v')` for the columns from `column` on of the rows in `rows`.
    pub(crate) fn apply_right(
        &self,
        tau: T,
        a: &mut Matrix<T>,
        rows: std::ops::Range<usize>,
        column: usize,
    ) {
        if tau == T::ZERO {
            return;
        }
        let mut sums = vec![T::ZERO; rows.len()];
        for (k, &v) in self.v.iter().enumerate() {
            for (sum, &x) in sums.iter_mut().zip(&a.column(column + k)[rows.clone()]) {
                *sum += x * v;
            }
        }
        for (k, &v) in self.v.iter().enumerate() {
            let factor = -(tau * v.conjugate());
            for (&sum, x) in sums.iter().zip(&mut a.column_mut(column + k)[rows.clone()]) {
                *x += sum * factor;
            }
        }
    }
}

/// The first `columns` columns of `H1 H2 … Hk` of extent `n`, where reflection `i`
/// starts at row `i + offset`.
pub(crate) fn accumulate<T: Scalar>(
    reflections: &[Reflection<T>],
    n: usize,
    columns: usize,
    offset: usize,
) -> Matrix<T> {
    let mut q = Matrix::identity(n, columns);
    for (i, reflection) in reflections.iter().enumerate().rev() {
        let start = i + offset;
        reflection.apply_left(reflection.tau, &mut q, start, start.min(columns)..columns);
    }
    q
}
