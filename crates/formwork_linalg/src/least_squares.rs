//! Least squares of minimum norm, for matrices that are not square or singular.
//!
//! A single column or row of doubles goes step by step as in LAPACK, so that its last digit
//! is that of LAPACK, which whole results show; the others by singular values.

use crate::matrix::Matrix;
use crate::product::dot_in_lanes;
use crate::qr::Extent;
use crate::scalar::{RealScalar, Scalar};
use crate::svd::svd;

/// The `X` of least norm among those that make `A X - B` least; singular values that
/// are negligible count as zero.
pub(crate) fn least_squares<T: Scalar>(a: Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    let (columns, wanted) = (a.columns(), b.columns());
    if let Some(everywhere) = without_numbers(&a, b) {
        return Matrix::from_fn(columns, wanted, |_, _| everywhere);
    }
    if let Some(x) = of_one_vector(&a, b) {
        return x;
    }
    let Ok(parts) = svd(a, Extent::Economy) else {
        return Matrix::from_fn(columns, wanted, |_, _| T::from_base(T::Base::NOT_A_NUMBER));
    };
    let greatest = parts.values.first().copied().unwrap_or(T::Base::ZERO);
    let tolerance = greatest * (T::Base::EPSILON / T::Base::of(2.0));
    let mut projected = parts.u.adjoint().times(b);
    for j in 0..wanted {
        for (x, &s) in projected.column_mut(j).iter_mut().zip(&parts.values) {
            *x = if s > tolerance { x.scaled(T::Base::ONE / s) } else { T::ZERO };
        }
    }
    let used = parts.v.leading(columns, projected.rows());
    used.times(&projected)
}

/// What all elements of a least-squares solution are where LAPACK's driver cannot reckon:
/// it scales both sides by their greatest element.
fn without_numbers<T: Scalar>(a: &Matrix<T>, b: &Matrix<T>) -> Option<T> {
    let missing = T::from_base(T::Base::NOT_A_NUMBER);
    let any = |m: &Matrix<T>, is: fn(&T) -> bool| m.data().iter().any(is);
    let not_a_number = |x: &T| x.re().not_a_number() || x.im().not_a_number();
    if any(a, not_a_number) {
        Some(missing)
    } else if !a.is_finite() || a.data().iter().all(|x| *x == T::ZERO) {
        Some(T::ZERO)
    } else if !b.is_finite() && !any(b, not_a_number) {
        Some(missing)
    } else {
        None
    }
}

/// A reflection `I - tau v v'` that takes a vector to a multiple `beta` of the first unit
/// vector, rounded as LAPACK rounds it.
struct Reflector {
    v: Vec<f64>,
    tau: f64,
    beta: f64,
}

impl Reflector {
    fn of(x: &[f64]) -> Reflector {
        let mut v = x.to_vec();
        let (alpha, rest) = (x[0], exact_norm(&x[1..]));
        v[0] = 1.0;
        if rest == 0.0 {
            return Reflector { v, tau: 0.0, beta: alpha };
        }
        let (greater, lesser) = (alpha.abs().max(rest), alpha.abs().min(rest));
        let ratio = lesser / greater;
        let beta = -(greater * (1.0 + ratio * ratio).sqrt()).copysign(alpha);
        let scale = 1.0 / (alpha - beta);
        v[1..].iter_mut().for_each(|element| *element *= scale);
        Reflector { v, tau: (beta - alpha) / beta, beta }
    }

    fn apply(&self, x: &mut [f64]) {
        let factor = -self.tau * dot_in_lanes(&self.v, x);
        for (x, v) in x.iter_mut().zip(&self.v) {
            *x += factor * v;
        }
    }
}

/// The square root of the sum of squares, rounded once, as a wider register gives it.
fn exact_norm(x: &[f64]) -> f64 {
    let (mut high, mut low) = (0.0_f64, 0.0_f64);
    for &element in x {
        let square = element * element;
        let sum = high + square;
        let carried = sum - high;
        low += (high - (sum - carried)) + (square - carried) + element.mul_add(element, -square);
        high = sum;
    }
    let root = (high + low).sqrt();
    if root == 0.0 || !root.is_finite() {
        return root;
    }
    root + (root.mul_add(-root, high) + low) / (2.0 * root)
}

/// The solution where the matrix is one column or one row of doubles.
fn of_one_vector<T: Scalar>(a: &Matrix<T>, b: &Matrix<T>) -> Option<Matrix<T>> {
    let doubles = T::Base::EPSILON.to_double() == f64::EPSILON && !T::IS_COMPLEX;
    if !doubles || (a.rows() > 1 && a.columns() > 1) {
        return None;
    }
    let double = |x: &T| x.re().to_double();
    let reflector = Reflector::of(&a.data().iter().map(double).collect::<Vec<_>>());
    let inverse = 1.0 / reflector.beta;
    let mut data = Vec::with_capacity(a.columns() * b.columns());
    for j in 0..b.columns() {
        let mut x: Vec<f64> = b.column(j).iter().map(double).collect();
        if a.columns() == 1 {
            reflector.apply(&mut x);
            data.push(x[0] * inverse);
        } else {
            x[0] *= inverse;
            x.resize(a.columns(), 0.0);
            reflector.apply(&mut x);
            data.extend(x);
        }
    }
    let data = data.into_iter().map(|x| T::from_base(T::Base::of(x))).collect();
    Some(Matrix::new(a.columns(), b.columns(), data))
}
