//! Systems of linear equations, solved by what fits the matrix: substitution for
//! triangles, Cholesky factors where it is positive definite, elimination for other
//! square ones, least squares of minimum norm for the rest.

use num_complex::Complex;

use crate::cholesky;
use crate::condition;
use crate::least_squares::least_squares;
use crate::lu;
use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar};
use crate::triangular::{self, Triangle};

/// The solution of `A X = B`.
#[derive(Clone, Debug)]
pub struct Solution<T> {
    /// `X`
    pub x: Matrix<T>,
    /// Reciprocal condition numbers that are zero to machine precision, one for each
    /// attempt that met one: zero where the matrix is singular.
    pub negligible: Vec<f64>,
}

/// Numbers with whose matrices equations can be solved.
pub trait Solve: Sized {
    /// Solves `A X = B`, where both have as many rows.
    #[must_use]
    fn solve(a: Matrix<Self>, b: Matrix<Self>) -> Solution<Self>;

    /// The inverse of a square matrix, infinite where there is none, and its
    /// reciprocal condition number if that is zero to machine precision.
    #[must_use]
    fn inverse(a: Matrix<Self>) -> (Matrix<Self>, Option<f64>);
}

// Not generic, so that they are compiled here and not where they are called.
macro_rules! solve {
    ($type:ty) => {
        impl Solve for $type {
            fn solve(a: Matrix<$type>, b: Matrix<$type>) -> Solution<$type> {
                general(a, b)
            }

            fn inverse(a: Matrix<$type>) -> (Matrix<$type>, Option<f64>) {
                inverse(a)
            }
        }
    };
}

solve!(f64);
solve!(f32);
solve!(Complex<f64>);
solve!(Complex<f32>);

/// What a square matrix looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Upper,
    Lower,
    /// Hermitian with a diagonal that does not exclude that it is positive definite.
    Hermitian,
    Full,
}

fn kind<T: Scalar>(a: &Matrix<T>) -> Kind {
    let n = a.rows();
    let (mut upper, mut lower, mut hermitian) = (true, true, true);
    for j in 0..n {
        let d = a[(j, j)];
        upper &= d != T::ZERO;
        lower &= d != T::ZERO;
        hermitian &= d.re() > T::Base::ZERO && d.im() == T::Base::ZERO;
    }
    for j in 0..n {
        if !(upper || lower || hermitian) {
            break;
        }
        for i in 0..j {
            let (above, below) = (a[(i, j)], a[(j, i)]);
            lower &= above == T::ZERO;
            upper &= below == T::ZERO;
            hermitian &= above == below.conjugate()
                && above.modulus() * above.modulus() < a[(i, i)].re() * a[(j, j)].re();
        }
    }
    if upper {
        Kind::Upper
    } else if lower {
        Kind::Lower
    } else if hermitian {
        Kind::Hermitian
    } else {
        Kind::Full
    }
}

fn general<T: Scalar>(a: Matrix<T>, mut b: Matrix<T>) -> Solution<T> {
    let mut negligible = Vec::new();
    if a.is_empty() || b.columns() == 0 {
        return Solution { x: Matrix::zeros(a.columns(), b.columns()), negligible };
    }
    if !a.is_square() {
        return Solution { x: least_squares(a, &b), negligible };
    }
    let mut judge = |rcond: T::Base| {
        // What is not a number counts as zero, as in LAPACK.
        let rcond = if rcond.not_a_number() { T::Base::ZERO } else { rcond };
        let bad = rcond + T::Base::ONE == T::Base::ONE;
        if bad {
            negligible.push(rcond.to_double());
        }
        bad
    };
    match kind(&a) {
        Kind::Upper => {
            judge(condition::triangular_rcond(Triangle::Upper, &a));
            triangular::solve_columns(Triangle::Upper, &a, &mut b);
            return Solution { x: b, negligible };
        }
        Kind::Lower => {
            judge(condition::triangular_rcond(Triangle::Lower, &a));
            triangular::solve_columns(Triangle::Lower, &a, &mut b);
            return Solution { x: b, negligible };
        }
        Kind::Hermitian => {
            if let Ok(r) = cholesky::cholesky(&a)
                && !judge(cholesky::rcond_from_factor(&r, a.norm1()))
            {
                triangular::solve_as_several(Triangle::Lower, &r.adjoint(), &mut b);
                triangular::solve_as_several(Triangle::Upper, &r, &mut b);
                return Solution { x: b, negligible };
            }
        }
        Kind::Full => {}
    }
    let norm = a.norm1();
    let factors = lu::lu(a.clone());
    if factors.singular {
        judge(T::Base::ZERO);
        return Solution { x: least_squares(a, &b), negligible };
    }
    judge(factors.rcond(norm));
    let mut x = Matrix::from_fn(b.rows(), b.columns(), |i, j| b[(factors.permutation[i], j)]);
    triangular::solve_columns(Triangle::UnitLower, &factors.factors, &mut x);
    triangular::solve_columns(Triangle::Upper, &factors.factors, &mut x);
    Solution { x, negligible }
}

fn inverse<T: Scalar>(a: Matrix<T>) -> (Matrix<T>, Option<f64>) {
    let n = a.rows();
    match kind(&a) {
        Kind::Upper => return (triangular::inverse(Triangle::Upper, &a), None),
        Kind::Lower => return (triangular::inverse(Triangle::Lower, &a), None),
        Kind::Hermitian | Kind::Full => {}
    }
    let norm = a.norm1();
    let factors = lu::lu(a);
    let rcond = factors.rcond(norm);
    if factors.singular || rcond == T::Base::ZERO || rcond.not_a_number() {
        let infinite = T::from_base(T::Base::INFINITE);
        return (Matrix::from_fn(n, n, |_, _| infinite), Some(0.0));
    }
    let negligible = rcond + T::Base::ONE == T::Base::ONE;
    (factors.inverse(), negligible.then(|| rcond.to_double()))
}
