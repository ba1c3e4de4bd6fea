//! Gaussian elimination with partial pivoting, and what follows from it:
//! determinants, inverses, condition numbers.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::factor;

use crate::condition;
use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar};
use crate::triangular::{self, Triangle};

/// Up to this extent elimination goes column by column.
const SMALL: usize = 64;

/// `P A = L U`.
#[derive(Clone, Debug)]
pub struct Lu<T> {
    /// `U` on and above the diagonal, `L` below it without its ones.
    pub factors: Matrix<T>,
    /// Row `i` of `L U` is row `permutation[i]` of `A`.
    pub permutation: Vec<usize>,
    /// Whether the permutation is odd.
    pub odd: bool,
    /// Whether some pivot is exactly zero.
    pub singular: bool,
}

/// Factors a matrix of any size.
#[must_use]
pub fn lu<T: Scalar>(a: Matrix<T>) -> Lu<T> {
    if a.rows().min(a.columns()) <= SMALL {
        return column_by_column(a);
    }
    let original = a.clone();
    let factored = blocked(a);
    // Blocks are divided by pivots that are zero; column by column they are passed over.
    let finite = |matrix: &Matrix<T>| {
        (0..matrix.columns()).all(|j| matrix.column(j).iter().all(|x| x.finite()))
    };
    if finite(&factored.factors) || !finite(&original) {
        factored
    } else {
        column_by_column(original)
    }
}

fn blocked<T: Scalar>(mut a: Matrix<T>) -> Lu<T> {
    let (rows, columns) = (a.rows(), a.columns());
    let mut forward = vec![0usize; rows];
    let mut inverse = vec![0usize; rows];
    let _settled = crate::vector_unit::Settled;
    let mut memory = MemBuffer::new(factor::lu_in_place_scratch::<usize, T>(
        rows,
        columns,
        Par::Seq,
        Default::default(),
    ));
    let (info, _) = factor::lu_in_place(
        a.faer_mut(),
        &mut forward,
        &mut inverse,
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    );
    let singular = (0..rows.min(columns)).any(|i| a[(i, i)] == T::ZERO);
    Lu { factors: a, permutation: forward, odd: info.transposition_count % 2 == 1, singular }
}

/// The sums are rounded once for each product, as those of the libraries are that Octave is
/// installed with.
fn column_by_column<T: Scalar>(mut a: Matrix<T>) -> Lu<T> {
    let (rows, columns) = (a.rows(), a.columns());
    let mut permutation: Vec<usize> = (0..rows).collect();
    let mut swaps: Vec<usize> = Vec::with_capacity(rows.min(columns));
    let mut singular = false;
    let mut odd = false;
    let mut sums = vec![T::ZERO; rows];
    for j in 0..columns {
        let column = a.column_mut(j);
        for (i, &with) in swaps.iter().enumerate() {
            column.swap(i, with);
        }
        for i in 1..j.min(rows) {
            let mut sum = T::ZERO;
            for k in 0..i {
                sum = a[(i, k)].times_plus(a[(k, j)], sum);
            }
            a[(i, j)] -= sum;
        }
        if j >= rows {
            continue;
        }
        let sums = &mut sums[j..];
        sums.fill(T::ZERO);
        for k in 0..j {
            let factor = a[(k, j)];
            for (sum, &l) in sums.iter_mut().zip(&a.column(k)[j..]) {
                *sum = l.times_plus(factor, *sum);
            }
        }
        let column = a.column_mut(j);
        let mut best = j;
        for i in j..rows {
            column[i] -= sums[i - j];
            if column[i].modulus1() > column[best].modulus1() {
                best = i;
            }
        }
        swaps.push(best);
        let pivot = column[best];
        if pivot == T::ZERO {
            singular = true;
            continue;
        }
        if best != j {
            odd = !odd;
            permutation.swap(j, best);
            for k in 0..=j {
                a.column_mut(k).swap(j, best);
            }
        }
        let reciprocal = T::ONE / pivot;
        for x in &mut a.column_mut(j)[j + 1..] {
            *x *= reciprocal;
        }
    }
    Lu { factors: a, permutation, odd, singular }
}

impl<T: Scalar> Lu<T> {
    /// `L` with its ones.
    #[must_use]
    pub fn lower(&self) -> Matrix<T> {
        let k = self.factors.rows().min(self.factors.columns());
        Matrix::from_fn(self.factors.rows(), k, |i, j| match i.cmp(&j) {
            std::cmp::Ordering::Less => T::ZERO,
            std::cmp::Ordering::Equal => T::ONE,
            std::cmp::Ordering::Greater => self.factors[(i, j)],
        })
    }

    /// `U`.
    #[must_use]
    pub fn upper(&self) -> Matrix<T> {
        let k = self.factors.rows().min(self.factors.columns());
        self.factors.leading(k, self.factors.columns()).upper_part()
    }

    /// The determinant: the product of the pivots, scaled on the way so that it
    /// overflows only where the result does.
    #[must_use]
    pub fn determinant(&self) -> T {
        let mut mantissa = T::ONE;
        let mut exponent = 0i32;
        for i in 0..self.factors.rows() {
            let pivot = self.factors[(i, i)];
            mantissa *= pivot;
            let size = mantissa.modulus1().to_double();
            if size != 0.0 && size.is_finite() {
                let shift = size.log2().floor() as i32;
                mantissa = mantissa.scaled(T::Base::of(2f64.powi(-shift)));
                exponent += shift;
            }
        }
        if self.odd {
            mantissa = -mantissa;
        }
        // In two steps: the scale itself may overflow where the result does not.
        let half = exponent / 2;
        mantissa
            .scaled(T::Base::of(2f64.powi(half)))
            .scaled(T::Base::of(2f64.powi(exponent - half)))
    }

    /// The reciprocal condition number in the 1-norm of the matrix whose 1-norm was
    /// `norm`.
    #[must_use]
    pub fn rcond(&self, norm: T::Base) -> T::Base {
        let n = self.factors.rows();
        if self.singular {
            return T::Base::ZERO;
        }
        let inverse = condition::estimate_norm1::<T>(
            n,
            |x| {
                triangular::solve(Triangle::UnitLower, &self.factors, x);
                triangular::solve(Triangle::Upper, &self.factors, x);
            },
            |x| {
                triangular::solve_adjoint(Triangle::Upper, &self.factors, x);
                triangular::solve_adjoint(Triangle::UnitLower, &self.factors, x);
            },
        );
        condition::reciprocal(norm, inverse)
    }

    /// The inverse; the factors must not be singular.
    #[must_use]
    pub fn inverse(self) -> Matrix<T> {
        let Lu { mut factors, permutation, .. } = self;
        let n = factors.rows();
        if n > SMALL {
            let mut result = Matrix::zeros(n, n);
            for (i, &from) in permutation.iter().enumerate() {
                result[(i, from)] = T::ONE;
            }
            triangular::solve_columns(Triangle::UnitLower, &factors, &mut result);
            triangular::solve_columns(Triangle::Upper, &factors, &mut result);
            return result;
        }
        triangular::invert_upper(&mut factors);
        let mut lower = vec![T::ZERO; n];
        for j in (0..n).rev() {
            for i in j + 1..n {
                lower[i] = factors[(i, j)];
                factors[(i, j)] = T::ZERO;
            }
            let mut sums = vec![T::ZERO; n];
            for k in j + 1..n {
                for (sum, &x) in sums.iter_mut().zip(factors.column(k)) {
                    *sum = x.times_plus(lower[k], *sum);
                }
            }
            for (x, &sum) in factors.column_mut(j).iter_mut().zip(&sums) {
                *x -= sum;
            }
        }
        let mut places = vec![0; n];
        for (i, &from) in permutation.iter().enumerate() {
            places[from] = i;
        }
        factors.select_columns(&places)
    }
}
