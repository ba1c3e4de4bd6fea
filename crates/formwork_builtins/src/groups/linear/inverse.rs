//! Inverses, determinants, condition numbers, ranks and the spaces of a matrix.

use formwork_linalg::qr::Extent;
use formwork_linalg::triangular::Triangle;
use formwork_linalg::{Matrix, RealScalar, Scalar, cholesky, condition, lu, triangular};
use formwork_runtime::{Error, Result, Structure, Value};
use smallvec::smallvec;

use super::singular::{checked_svd, svd_input};
use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{
    Number, matrix, outputs, scalar, square, value, warn_singular, with_matrix,
};

/// What kind of system a matrix makes, found as the solver finds it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Upper,
    Lower,
    /// Hermitian with a positive diagonal: worth trying Cholesky.
    Positive,
    Full,
}

fn kind<T: Scalar>(a: &Matrix<T>) -> Kind {
    if a.is_upper() {
        Kind::Upper
    } else if a.is_lower() {
        Kind::Lower
    } else if (0..a.rows())
        .all(|i| a[(i, i)].re() > T::Base::ZERO && a[(i, i)].im() == T::Base::ZERO)
        && a.is_hermitian()
    {
        Kind::Positive
    } else {
        Kind::Full
    }
}

/// The inverse and the reciprocal condition number.
fn inverse<T: Scalar>(a: Matrix<T>) -> (Matrix<T>, T::Base) {
    let n = a.rows();
    let infinite = || Matrix::from_fn(n, n, |_, _| T::from_base(T::Base::INFINITE));
    match kind(&a) {
        kind @ (Kind::Upper | Kind::Lower) => {
            let triangle = if kind == Kind::Upper { Triangle::Upper } else { Triangle::Lower };
            let rcond = condition::triangular_rcond(triangle, &a);
            if rcond == T::Base::ZERO {
                return (infinite(), rcond);
            }
            return (triangular::inverse(triangle, &a), rcond);
        }
        Kind::Positive => {
            if let Ok(r) = cholesky::cholesky(&a) {
                let rcond = cholesky::rcond_from_factor(&r, a.norm1());
                if rcond == T::Base::ZERO {
                    return (infinite(), rcond);
                }
                return (cholesky::inverse_from_factor(&r), rcond);
            }
        }
        Kind::Full => {}
    }
    if !a.is_finite() {
        return (infinite(), T::Base::ZERO);
    }
    let norm = a.norm1();
    let factors = lu::lu(a);
    let rcond = factors.rcond(norm);
    if factors.singular || rcond == T::Base::ZERO || rcond.not_a_number() {
        return (infinite(), T::Base::ZERO);
    }
    (factors.inverse(), rcond)
}

pub(crate) fn inv(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if argument.is_empty() && !argument.is_arithmetic() && has_a_size(&argument) {
        return outputs([Value::empty(), Value::double(f64::INFINITY)], nargout);
    }
    if !argument.is_arithmetic() {
        return Err(crate::kit::class::wrong_type("inv", &argument));
    }
    let dims = argument.dims();
    if dims.is_empty() {
        return outputs([Value::empty(), Value::double(f64::INFINITY)], nargout);
    }
    let scalar_argument = dims.is_scalar();
    let structure = argument.kept_as();
    if structure == Structure::Diagonal && is_null(&argument) {
        return Err(Error::plain("inverse of the null matrix not defined"));
    }
    let input = square(
        "inv",
        argument,
        "inverse: A must be a square matrix",
        "inverse requires square matrix",
    )?;
    let (result, rcond, tiny) = with_matrix!(input, a => {
        if scalar_argument {
            let x = a[(0, 0)];
            let result = if x == Scalar::ZERO {
                // The sign of zero counts.
                Matrix::new(1, 1, vec![Scalar::from_base(reciprocal_of_real(x.re()))])
            } else {
                Matrix::new(1, 1, vec![reciprocal(x)])
            };
            let bad = x == Scalar::ZERO || !x.finite();
            (value(result), Value::double(if bad { 0.0 } else { 1.0 }), None)
        } else {
            let (result, rcond) = inverse(a);
            let singular = is_negligible(rcond);
            (value(result), scalar(rcond), singular.then(|| rcond.to_double()))
        }
    });
    let result = match structure {
        Structure::Full => result,
        Structure::Diagonal => result.diagonal(),
        Structure::Permutation => result.permutation(),
    };
    if nargout < 2 {
        if let Some(rcond) = tiny {
            warn_singular(cx, rcond)?;
        }
        return one(result);
    }
    Ok(smallvec![result, rcond])
}

/// Whether nothing in it is a matrix without elements, whatever its class.
fn has_a_size(value: &Value) -> bool {
    value.is_arithmetic() || matches!(value, Value::Cell(_) | Value::Struct(_))
}

/// Whether all elements are zero.
fn is_null(value: &Value) -> bool {
    value.to_f64_array().is_some_and(|array| array.as_slice().iter().all(|&x| x == 0.0))
}

/// Whether a reciprocal condition number is lost beside one.
fn is_negligible<R: RealScalar>(rcond: R) -> bool {
    rcond + R::ONE == R::ONE || rcond.not_a_number()
}

fn reciprocal_of_real<R: RealScalar>(x: R) -> R {
    R::ONE / x
}

fn reciprocal<T: Scalar>(x: T) -> T {
    T::ONE / x
}

pub(crate) fn det(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if argument.is_empty() && has_a_size(&argument) {
        return one(1.0);
    }
    if !argument.is_arithmetic() {
        return Err(crate::kit::class::wrong_type("det", &argument));
    }
    let scalar_argument = argument.is_scalar();
    let input = square("det", argument, "det: A must be a square matrix", "matrix must be square")?;
    with_matrix!(input, a => {
        if scalar_argument {
            return outputs([scalar(a[(0, 0)]), Value::double(0.0)], nargout);
        }
        let norm = a.norm1();
        let triangle = match kind(&a) {
            Kind::Upper => Some(Triangle::Upper),
            Kind::Lower => Some(Triangle::Lower),
            Kind::Positive | Kind::Full => None,
        };
        if let Some(triangle) = triangle {
            let rcond = if nargout > 1 { scalar(condition::triangular_rcond(triangle, &a)) } else { Value::double(0.0) };
            let n = a.rows();
            let factors = lu::Lu { factors: a, permutation: (0..n).collect(), odd: false, singular: false };
            return outputs([scalar(factors.determinant()), rcond], nargout);
        }
        if kind(&a) == Kind::Positive && let Ok(r) = cholesky::cholesky(&a) {
            let rcond = if nargout > 1 {
                scalar(cholesky::rcond_from_factor(&r, norm))
            } else {
                Value::double(0.0)
            };
            let n = r.rows();
            let factors =
                lu::Lu { factors: r, permutation: (0..n).collect(), odd: false, singular: false };
            let root = factors.determinant();
            return outputs([scalar(root * root), rcond], nargout);
        }
        let factors = lu::lu(a);
        let rcond = if nargout > 1 { scalar(factors.rcond(norm)) } else { Value::double(0.0) };
        outputs([scalar(factors.determinant()), rcond], nargout)
    })
}

pub(crate) fn rcond(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if !argument.is_arithmetic() {
        return Err(Error::plain(format!(
            "octave_base_value::matrix_value(): wrong type argument '{}'",
            formwork_runtime::ops::type_name(&argument)
        )));
    }
    if argument.is_char() {
        return Err(Error::plain("invalid conversion from string to real matrix"));
    }
    let dims = argument.dims();
    if !dims.is_square() {
        return Err(Error::plain("matrix must be square"));
    }
    with_matrix!(matrix("rcond", argument)?, a => {
        one(scalar(condition_of(a)))
    })
}

fn condition_of<T: Scalar>(a: Matrix<T>) -> T::Base {
    if a.is_empty() {
        return T::Base::INFINITE;
    }
    let norm = a.norm1();
    if norm.not_a_number() || !norm.finite() {
        return T::Base::ZERO;
    }
    let rcond = match kind(&a) {
        Kind::Upper => condition::triangular_rcond(Triangle::Upper, &a),
        Kind::Lower => condition::triangular_rcond(Triangle::Lower, &a),
        Kind::Positive => match cholesky::cholesky(&a) {
            Ok(r) => cholesky::rcond_from_factor(&r, norm),
            Err(_) => lu::lu(a).rcond(norm),
        },
        Kind::Full => lu::lu(a).rcond(norm),
    };
    if rcond.not_a_number() { T::Base::ZERO } else { rcond }
}

/// The tolerance below which singular values count as zero, if the program gives none.
fn tolerance<T: Scalar>(rows: usize, columns: usize, values: &[T::Base]) -> T::Base {
    let greatest = values.first().copied().unwrap_or(T::Base::ZERO);
    T::Base::of(rows.max(columns) as f64) * greatest * T::Base::EPSILON
}

/// How many singular values are above a tolerance, which the program may give.
fn rank_of<T: Scalar>(
    rows: usize,
    columns: usize,
    values: &[T::Base],
    given: Option<f64>,
) -> usize {
    let tolerance = given.map_or_else(|| tolerance::<T>(rows, columns, values), T::Base::of);
    values.iter().filter(|&&s| s > tolerance).count()
}

pub(crate) fn rank(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let given = if args.len() > 1 { args.swap_remove(1).to_f64() } else { None };
    let argument = args.swap_remove(0);
    if argument.is_empty() && argument.dims().is_matrix() && argument.is_arithmetic() {
        return one(0.0);
    }
    with_matrix!(svd_input(argument)?, a => {
        let (rows, columns) = (a.rows(), a.columns());
        let rank = rank_as(a, rows, columns, given)?;
        one(Value::count(rank))
    })
}

fn rank_as<T: Scalar>(
    a: Matrix<T>,
    rows: usize,
    columns: usize,
    given: Option<f64>,
) -> Result<usize> {
    let values = checked_svd(a, Extent::None)?.values;
    Ok(rank_of::<T>(rows, columns, &values, given))
}

pub(crate) fn orth(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let given = if args.len() > 1 { args.swap_remove(1).to_f64() } else { None };
    let argument = args.swap_remove(0);
    if argument.is_empty() {
        return one(Value::empty());
    }
    with_matrix!(svd_input(argument)?, a => one(orth_of(a, given)?))
}

fn orth_of<T: Number>(a: Matrix<T>, given: Option<f64>) -> Result<Value> {
    let (rows, columns) = (a.rows(), a.columns());
    let parts = checked_svd(a, Extent::Full)?;
    let rank = rank_of::<T>(rows, columns, &parts.values, given);
    if rank == 0 {
        return Ok(value(Matrix::<f64>::zeros(rows, 0)));
    }
    Ok(value(parts.u.leading(rows, rank).map(|&x| -x)))
}

pub(crate) fn null(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let mut given = None;
    if args.len() > 1 {
        let tolerance = args.swap_remove(1);
        if tolerance.as_bytes() == Some(b"r") {
            return Err(Error::plain("null: option for rational not yet implemented"));
        }
        given = tolerance.to_f64();
    }
    let input = svd_input(args.swap_remove(0))?;
    let (_, columns) = input.size();
    if input.is_empty() {
        return one(input.identity(columns));
    }
    with_matrix!(input, a => one(null_of(a, given)?))
}

fn null_of<T: Number>(a: Matrix<T>, given: Option<f64>) -> Result<Value> {
    let (rows, columns) = (a.rows(), a.columns());
    let extent = if rows > columns { Extent::Economy } else { Extent::Full };
    let parts = checked_svd(a, extent)?;
    let rank = rank_of::<T>(rows, columns, &parts.values, given);
    let places: Vec<usize> = (rank..columns).collect();
    let mut space = parts.v.select_columns(&places);
    for x in space.data_mut() {
        if x.modulus() < T::Base::EPSILON {
            *x = T::ZERO;
        }
    }
    Ok(value(space))
}

pub(crate) fn pinv(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let given = if args.len() > 1 { args.swap_remove(1).to_f64() } else { None };
    let argument = args.swap_remove(0);
    let input = matrix("pinv", argument)?;
    if input.is_empty() {
        return one(input.empty(0, 0));
    }
    if given.is_some_and(|tolerance| tolerance < 0.0) {
        return Err(Error::plain("pinv: TOL must be greater than zero"));
    }
    with_matrix!(input, a => one(pinv_of(a, given)?))
}

fn pinv_of<T: Number>(a: Matrix<T>, given: Option<f64>) -> Result<Value> {
    let (rows, columns) = (a.rows(), a.columns());
    if !a.is_finite() {
        let nan = T::from_base(T::Base::NOT_A_NUMBER);
        return Ok(value(Matrix::from_fn(columns, rows, |_, _| nan)));
    }
    let parts = checked_svd(a, Extent::Economy)?;
    let tolerance = match given {
        Some(tolerance) if tolerance > 0.0 => T::Base::of(tolerance),
        _ => tolerance::<T>(rows, columns, &parts.values),
    };
    let rank = parts.values.iter().take_while(|&&s| s > tolerance).count();
    if rank == 0 {
        return Ok(value(Matrix::<T>::zeros(columns, rows)));
    }
    let mut v = parts.v.leading(columns, rank);
    for (j, &s) in parts.values[..rank].iter().enumerate() {
        for x in v.column_mut(j) {
            *x = x.scaled(T::Base::ONE / s);
        }
    }
    Ok(value(v.times(&parts.u.leading(rows, rank).adjoint())))
}

pub(crate) fn cond(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let norm = if args.len() > 1 { args.swap_remove(1) } else { Value::double(2.0) };
    let argument = args.swap_remove(0);
    if !argument.dims().is_matrix() {
        return Err(Error::plain("cond: A must be a 2-D matrix"));
    }
    if !argument.is_arithmetic() {
        return Err(Error::plain(format!(
            "isfinite: not defined for {}",
            formwork_runtime::ops::type_name(&argument)
        )));
    }
    if norm.as_double() == Some(2.0) {
        if argument.is_empty() {
            return one(0.0);
        }
        return with_matrix!(matrix("cond", argument)?, a => {
            if !a.is_finite() {
                return Err(Error::plain("cond: A must not contain Inf or NaN values"));
            }
            one(cond2(a)?)
        });
    }
    let inverted = inv(cx, smallvec![argument.clone()], 1)?.swap_remove(0);
    let left = super::norms::norm(cx, smallvec![argument, norm.clone()], 1)?.swap_remove(0);
    let right = super::norms::norm(cx, smallvec![inverted, norm], 1)?.swap_remove(0);
    let product = left.to_f64().unwrap_or(0.0) * right.to_f64().unwrap_or(0.0);
    let single = left.class() == formwork_runtime::Class::Single;
    one(if single { scalar(product as f32) } else { Value::double(product) })
}

fn cond2<T: Number>(a: Matrix<T>) -> Result<Value> {
    let values = checked_svd(a, Extent::None)?.values;
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else {
        return Ok(Value::double(0.0));
    };
    let infinite = last == <T::Base as Scalar>::ZERO;
    Ok(scalar(if infinite { T::Base::INFINITE } else { first / last }))
}
