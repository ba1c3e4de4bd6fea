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

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
    }

    fn solved(rows: usize, columns: usize, a: &[f64], b: &[f64]) -> Solution<f64> {
        let wanted = b.len() / rows;
        f64::solve(Matrix::new(rows, columns, a.to_vec()), Matrix::new(rows, wanted, b.to_vec()))
    }

    #[test]
    fn every_kind_of_matrix() {
        for a in
            [[1.0, 3.0, 2.0, 4.0], [1.0, 0.0, 2.0, 4.0], [1.0, 3.0, 0.0, 4.0], [2.0, 1.0, 1.0, 2.0]]
        {
            let b = [a[0] + 2.0 * a[2], a[1] + 2.0 * a[3]];
            let solution = solved(2, 2, &a, &b);
            assert!(close(solution.x.data(), &[1.0, 2.0]), "{a:?}: {:?}", solution.x);
            assert!(solution.negligible.is_empty());
        }
    }

    #[test]
    fn singular_matrices_give_the_least_solution_and_are_told() {
        let solution = solved(2, 2, &[1.0, 2.0, 2.0, 4.0], &[1.0, 1.0]);
        assert!(close(solution.x.data(), &[0.12, 0.24]), "{:?}", solution.x);
        assert_eq!(solution.negligible, [0.0]);
    }

    #[test]
    fn what_is_not_finite_spoils_least_squares() {
        let nan = f64::NAN;
        let all_missing = |x: &[f64]| x.iter().all(|x| x.is_nan());
        assert!(all_missing(solved(3, 1, &[nan, 1.0, 2.0], &[16.0, 13.0, 10.0]).x.data()));
        assert_eq!(solved(3, 1, &[1.0, 2.0, f64::INFINITY], &[1.0, 2.0, 3.0]).x.data(), [0.0]);
        assert_eq!(solved(3, 1, &[0.0; 3], &[nan, 2.0, f64::INFINITY]).x.data(), [0.0]);
        let infinite = solved(1, 2, &[2.0, 0.0], &[2.0, f64::NEG_INFINITY]);
        assert!(all_missing(infinite.x.data()));
        let one_column = solved(1, 2, &[1.0, 2.0], &[2.0, nan]);
        assert!(close(&one_column.x.data()[..2], &[0.4, 0.8]));
        assert!(all_missing(&one_column.x.data()[2..]));
    }

    #[test]
    fn more_or_fewer_equations_than_unknowns() {
        let wide = solved(2, 3, &[1.0; 6], &[1.0, 1.0]);
        assert!(close(wide.x.data(), &[1.0 / 3.0; 3]), "{:?}", wide.x);
        let tall = solved(3, 2, &[1.0, 1.0, 1.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]);
        assert!(close(tall.x.data(), &[0.0, 1.0]), "{:?}", tall.x);
    }
}
