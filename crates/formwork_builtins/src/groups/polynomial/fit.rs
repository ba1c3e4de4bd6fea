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
    with_pair!(pair, (x, y) => fitted(cx, x.into_data(), y.into_data(), mask, padded, row, nargout))
}

fn fitted<T: Number>(
    cx: &mut dyn Context,
    mut x: Vec<T>,
    y: Vec<T>,
    mut mask: Vec<bool>,
    mut padded: bool,
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
    let count = mask.len();
    let mut degree = mask.iter().filter(|&&kept| kept).count().saturating_sub(1);
    if degree >= points {
        cx.warn(
            "",
            "polyfit: degree of polynomial N is >= number of data points; solution is not unique",
        )?;
        degree = points;
        padded = true;
        // Only the lowest powers are kept.
        let places: Vec<usize> = (0..count).filter(|&k| mask[k]).collect();
        for &k in &places[..places.len().saturating_sub(degree)] {
            mask[k] = false;
        }
    }
    let powers = Matrix::from_fn(points, count, |i, j| {
        (0..count - 1 - j).fold(T::ONE, |product, _| product * x[i])
    });
    let kept: Vec<usize> = (0..count).filter(|&k| mask[k]).collect();
    let v = powers.select_columns(&kept);
    let (q, r, order) = qr::pivoted(v.clone(), Extent::Economy);
    let mut solution = vec![T::ZERO; kept.len()];
    if let Some(q) = &q {
        let right = Matrix::new(points, 1, y.clone());
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
    let mut p = vec![T::ZERO; count];
    for (&k, &c) in kept.iter().zip(&solution) {
        p[k] = c;
    }
    let mut result: Values = smallvec![vector(p, true)];
    if nargout > 1 {
        let fit = v.times(&Matrix::new(kept.len(), 1, solution));
        let errors: Vec<T> = fit.data().iter().zip(&y).map(|(&a, &b)| a - b).collect();
        let mut shown = powers;
        let size = r.columns();
        let invertible = r.rows() == size && (0..size).all(|i| r[(i, i)] != T::ZERO);
        let covariance = if invertible {
            let inverse = triangular::inverse(Triangle::Upper, &r);
            let full = inverse.times(&inverse.adjoint());
            Matrix::from_fn(size, size, |i, j| full[(order[i], order[j])])
        } else {
            let nan = T::from_base(<T::Base as RealScalar>::NOT_A_NUMBER);
            Matrix::from_fn(degree, degree, |_, _| nan)
        };
        let widened = |m: Matrix<T>| -> Matrix<T> {
            if !padded {
                return m;
            }
            let mut wide = Matrix::zeros(m.rows(), count);
            for (j, &k) in kept.iter().enumerate().take(m.columns()) {
                wide.column_mut(k).copy_from_slice(m.column(j));
            }
            wide
        };
        if padded {
            for (k, &keep) in mask.iter().enumerate() {
                if !keep {
                    shown.column_mut(k).fill(T::ZERO);
                }
            }
        }
        let freedom = points.saturating_sub(degree + 1);
        result.push(Value::structure([
            ("yf", vector(fit.into_data(), row)),
            ("X", value(shown)),
            ("R", value(widened(r))),
            ("C", value(widened(covariance))),
            ("df", Value::count(freedom)),
            ("normr", scalar(norm2(&errors))),
        ]));
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
