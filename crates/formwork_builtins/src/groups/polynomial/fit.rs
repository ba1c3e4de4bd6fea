//! `polyfit`.

use formwork_linalg::qr::{self, Extent};
use formwork_linalg::triangular::{self, Triangle};
use formwork_linalg::{Matrix, RealScalar, Scalar, condition, norm2};
use formwork_runtime::{Dims, Error, Result, Value, memory};
use smallvec::smallvec;

use super::arithmetic::vector;
use crate::context::{Args, Context, Values};
use crate::kit::matrix::{Number, Pair, matrix, scalar, value, warn_singular, with_pair};

pub(crate) fn polyfit(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (x, y, n) = (&args[0], &args[1], &args[2]);
    if x.numel() != y.numel() {
        return Err(Error::plain("polyfit: X and Y must have the same number of points"));
    }
    let row = y.dims().is_row();
    let mask: Vec<bool> = if let Value::Bool(mask) = n {
        mask.as_slice().to_vec()
    } else {
        let degree = n.to_f64().filter(|&degree| {
            n.is_scalar() && degree >= 0.0 && degree.is_finite() && degree.fract() == 0.0
        });
        let Some(degree) = degree else {
            return Err(Error::plain("polyfit: N must be a non-negative integer"));
        };
        memory::reserve::<f64>(&Dims::new(&[x.numel().max(1), degree as usize + 1]))?;
        vec![true; degree as usize + 1]
    };
    let padded = matches!(n, Value::Bool(_));
    let pair = Pair::new(matrix("polyfit", x.clone())?, matrix("polyfit", y.clone())?);
    with_pair!(pair, (x, y) => {
        fitted(cx, (x.into_data(), y.into_data()), (mask, padded), row, nargout)
    })
}

/// The powers a polynomial has, of highest degree first.
struct Powers {
    mask: Vec<bool>,
    /// whether the others have columns of zeros in what is told of the fit
    padded: bool,
    degree: usize,
}

impl Powers {
    /// As many of the powers as some points determine.
    fn of(
        cx: &mut dyn Context,
        mut mask: Vec<bool>,
        padded: bool,
        points: usize,
    ) -> Result<Powers> {
        let degree = mask.iter().filter(|&&kept| kept).count().saturating_sub(1);
        if degree < points {
            return Ok(Powers { mask, padded, degree });
        }
        cx.warn(
            "",
            "polyfit: degree of polynomial N is >= number of data points; solution is not unique",
        )?;
        // Only the lowest powers are kept.
        let places: Vec<usize> = (0..mask.len()).filter(|&k| mask[k]).collect();
        for &k in &places[..places.len().saturating_sub(points)] {
            mask[k] = false;
        }
        Ok(Powers { mask, padded: true, degree: points })
    }

    /// The places of the powers that are there.
    fn kept(&self) -> Vec<usize> {
        (0..self.mask.len()).filter(|&k| self.mask[k]).collect()
    }

    /// A matrix with columns of zeros for the powers that are not there.
    fn widened<T: Number>(&self, m: Matrix<T>) -> Matrix<T> {
        if !self.padded {
            return m;
        }
        let mut wide = Matrix::zeros(m.rows(), self.mask.len());
        for (j, &k) in self.kept().iter().enumerate().take(m.columns()) {
            wide.column_mut(k).copy_from_slice(m.column(j));
        }
        wide
    }
}

/// A system of equations, one for each point, and its solution by least squares.
struct Fit<T> {
    /// the powers of the points that the polynomial has
    v: Matrix<T>,
    /// the triangular factor of `v` with its columns in another order, and that order
    r: Matrix<T>,
    order: Vec<usize>,
    solution: Vec<T>,
}

impl<T: Number> Fit<T> {
    fn new(cx: &mut dyn Context, v: Matrix<T>, y: &[T]) -> Result<Fit<T>> {
        let (q, r, order) = qr::pivoted(v.clone(), Extent::Economy);
        let mut solution = vec![T::ZERO; v.columns()];
        if let Some(q) = &q {
            let right = Matrix::new(y.len(), 1, y.to_vec());
            let mut coefficients = q.adjoint().times(&right);
            let square = r.leading(r.rows(), r.rows().min(r.columns()));
            let rcond = condition::triangular_rcond(Triangle::Upper, &square);
            if square.is_square() && !square.is_empty() {
                if rcond + <T::Base as Scalar>::ONE == <T::Base as Scalar>::ONE {
                    warn_singular(cx, rcond.to_double())?;
                }
                triangular::solve_columns(Triangle::Upper, &square, &mut coefficients);
            }
            for (&place, &c) in order.iter().zip(coefficients.data()) {
                solution[place] = c;
            }
        }
        Ok(Fit { v, r, order, solution })
    }

    /// The covariance of the coefficients, but for the variance of the errors.
    fn covariance(&self, degree: usize) -> Matrix<T> {
        let Fit { r, order, .. } = self;
        let size = r.columns();
        let invertible = r.rows() == size && (0..size).all(|i| r[(i, i)] != T::ZERO);
        if !invertible {
            let nan = T::from_base(<T::Base as RealScalar>::NOT_A_NUMBER);
            return Matrix::from_fn(degree, degree, |_, _| nan);
        }
        let inverse = triangular::inverse(Triangle::Upper, r);
        let full = inverse.times(&inverse.adjoint());
        Matrix::from_fn(size, size, |i, j| full[(order[i], order[j])])
    }

    /// What `polyfit` tells of a fit in its second output; `all` are the powers of the points
    /// up to the highest one.
    fn details(self, powers: &Powers, mut all: Matrix<T>, y: &[T], row: bool) -> Value {
        let covariance = self.covariance(powers.degree);
        let fit = self.v.times(&Matrix::new(self.v.columns(), 1, self.solution));
        let errors: Vec<T> = fit.data().iter().zip(y).map(|(&a, &b)| a - b).collect();
        if powers.padded {
            for (k, &keep) in powers.mask.iter().enumerate() {
                if !keep {
                    all.column_mut(k).fill(T::ZERO);
                }
            }
        }
        let freedom = y.len().saturating_sub(powers.degree + 1);
        Value::structure([
            ("yf", vector(fit.into_data(), row)),
            ("X", value(all)),
            ("R", value(powers.widened(self.r))),
            ("C", value(powers.widened(covariance))),
            ("df", Value::count(freedom)),
            ("normr", scalar(norm2(&errors))),
        ])
    }
}

/// The outputs of `polyfit`; what is fitted is a row if `row` says so.
fn fitted<T: Number>(
    cx: &mut dyn Context,
    (mut x, y): (Vec<T>, Vec<T>),
    (mask, padded): (Vec<bool>, bool),
    row: bool,
    nargout: usize,
) -> Result<Values> {
    let points = x.len();
    let mut moments = None;
    if nargout > 2 {
        let (mean, deviation) = mean_and_deviation(&x);
        for x in &mut x {
            *x = (*x - mean) / deviation;
        }
        moments = Some(vector(vec![mean, deviation], true));
    }
    let powers = Powers::of(cx, mask, padded, points)?;
    let count = powers.mask.len();
    let all = Matrix::from_fn(points, count, |i, j| {
        (0..count - 1 - j).fold(T::ONE, |product, _| product * x[i])
    });
    let kept = powers.kept();
    let fit = Fit::new(cx, all.select_columns(&kept), &y)?;
    let mut p = vec![T::ZERO; count];
    for (&k, &c) in kept.iter().zip(&fit.solution) {
        p[k] = c;
    }
    let mut result: Values = smallvec![vector(p, true)];
    if nargout > 1 {
        result.push(fit.details(&powers, all, &y, row));
    }
    result.extend(moments);
    Ok(result)
}

fn mean_and_deviation<T: Scalar>(x: &[T]) -> (T, T) {
    let count = T::Base::of(x.len() as f64);
    let sum = x.iter().fold(T::ZERO, |sum, &x| sum + x);
    let mean = T::from_parts(sum.re() / count, sum.im() / count);
    let squares = x.iter().fold(T::Base::ZERO, |sum, &x| {
        let difference = x - mean;
        sum + difference.re() * difference.re() + difference.im() * difference.im()
    });
    let freedom = T::Base::of(x.len().saturating_sub(1).max(1) as f64);
    (mean, T::from_base((squares / freedom).root()))
}
