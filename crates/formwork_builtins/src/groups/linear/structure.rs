//! What a matrix looks like: symmetric, triangular, banded.

use formwork_linalg::{Matrix, RealScalar, Scalar, cholesky};
use formwork_runtime::{Class, Error, Result, Value, for_each_array};

use super::gallery::is_matrix_class;
use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{matrix, outputs, with_matrix};

/// How far the elements that are not zero lie below and above the diagonal; `None` if
/// all are zero.
fn reach(argument: &Value) -> Option<(i64, i64)> {
    fn of<T: Copy + PartialEq + Default>(data: &[T], rows: usize) -> Option<(i64, i64)> {
        let zero = T::default();
        let mut result: Option<(i64, i64)> = None;
        for (j, column) in data.chunks_exact(rows.max(1)).enumerate() {
            let first = column.iter().position(|&x| x != zero);
            let last = column.iter().rposition(|&x| x != zero);
            if let (Some(first), Some(last)) = (first, last) {
                let (below, above) = (last as i64 - j as i64, j as i64 - first as i64);
                let (b, a) = result.unwrap_or((below, above));
                result = Some((b.max(below), a.max(above)));
            }
        }
        result
    }
    let rows = argument.dims().rows();
    for_each_array!(argument,
        array => of(array.as_slice(), rows),
        Value::Range(range) => of(&range.to_vec(), 1),
        _ => None,
    )
}

fn shaped(args: &Args, fits: impl Fn(i64, i64) -> bool) -> Result<Values> {
    one(is_matrix_class(&args[0])
        && reach(&args[0]).is_none_or(|(below, above)| fits(below, above)))
}

pub(crate) fn isdiag(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    shaped(&args, |below, above| below <= 0 && above <= 0)
}

pub(crate) fn istril(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    shaped(&args, |_, above| above <= 0)
}

pub(crate) fn istriu(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    shaped(&args, |below, _| below <= 0)
}

pub(crate) fn isbanded(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let bad = || Error::plain("isbanded: LOWER and UPPER must be non-negative integers");
    let mut bounds = [0i64; 2];
    for (bound, given) in bounds.iter_mut().zip(&args[1..]) {
        let number = given.to_f64().filter(|_| !given.is_complex()).ok_or_else(bad)?;
        if number < 0.0 {
            return Err(bad());
        }
        *bound = number.min(i64::MAX as f64) as i64;
    }
    if args[0].is_empty() {
        return one(Value::empty());
    }
    shaped(&args, |below, above| below <= bounds[0] && above <= bounds[1])
}

pub(crate) fn bandwidth(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if !is_matrix_class(&args[0]) {
        return Err(Error::plain("bandwidth: A must be a 2-D numeric or logical matrix"));
    }
    let (below, above) = reach(&args[0]).unwrap_or((0, 0));
    let (below, above) = (below.max(0) as f64, above.max(0) as f64);
    match args.get(1).map(|kind| kind.as_bytes().map(<[u8]>::to_vec)) {
        None => outputs([Value::double(below), Value::double(above)], nargout),
        Some(Some(kind)) if kind == b"lower" => one(below),
        Some(Some(kind)) if kind == b"upper" => one(above),
        Some(_) => Err(Error::plain("bandwidth: TYPE must be \"lower\" or \"upper\"")),
    }
}

/// The options of `issymmetric` and `ishermitian`: whether skew, and the tolerance.
fn symmetry_options(name: &str, args: &Args) -> Result<(Value, Value)> {
    let mut skew = args.get(1).cloned().unwrap_or_else(|| Value::text("nonskew"));
    let mut tolerance = args.get(2).cloned().unwrap_or(Value::double(0.0));
    if args.len() == 2 {
        if skew.is_numeric() {
            tolerance = std::mem::replace(&mut skew, Value::text("nonskew"));
        } else if !skew.is_char() {
            return Err(Error::plain(format!(
                "{name}: second argument must be a non-negative scalar TOL, or one of the strings: 'skew' / 'nonskew'"
            )));
        }
    }
    Ok((skew, tolerance))
}

fn checked_options(name: &str, skew: &Value, tolerance: &Value) -> Result<(bool, f64)> {
    let skew = match skew.as_bytes() {
        Some(b"skew") => true,
        Some(b"nonskew") => false,
        _ => return Err(Error::plain(format!("{name}: SKEWOPT must be 'skew' or 'nonskew'"))),
    };
    match tolerance.to_f64() {
        Some(number) if tolerance.is_numeric() && tolerance.is_scalar() && number >= 0.0 => {
            Ok((skew, number))
        }
        _ => Err(Error::plain(format!("{name}: TOL must be a scalar >= 0"))),
    }
}

/// Whether a square matrix equals its (conjugate) transpose, or the negative of it.
fn mirrors<T: Scalar>(a: &Matrix<T>, conjugate: bool, skew: bool, tolerance: f64) -> bool {
    let n = a.rows();
    let mirrored = |i: usize, j: usize| {
        let x = a[(j, i)];
        let x = if conjugate { x.conjugate() } else { x };
        if skew { -x } else { x }
    };
    if tolerance == 0.0 {
        return (0..n).all(|j| (0..=j).all(|i| a[(i, j)] == mirrored(i, j)));
    }
    let norm = a.norm_infinity();
    let difference = Matrix::from_fn(n, n, |i, j| a[(i, j)] - mirrored(i, j)).norm_infinity();
    norm == T::Base::ZERO || (difference / norm).to_double() <= tolerance
}

pub(crate) fn issymmetric(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (skew, tolerance) = symmetry_options("issymmetric", &args)?;
    if !args[0].is_arithmetic() {
        return Err(Error::plain("issymmetric: A must be a numeric, logical, or character matrix"));
    }
    let (skew, tolerance) = checked_options("issymmetric", &skew, &tolerance)?;
    if !args[0].dims().is_square() {
        return one(false);
    }
    let argument = match &args[0] {
        Value::Char(array, _) => Value::Double(array.map(|&x| f64::from(x))),
        other => other.clone(),
    };
    with_matrix!(matrix("issymmetric", argument)?, a => one(mirrors(&a, false, skew, tolerance)))
}

pub(crate) fn ishermitian(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (skew, tolerance) = symmetry_options("ishermitian", &args)?;
    let taken = args[0].is_numeric() || args[0].class() == Class::Logical;
    if !taken || !args[0].dims().is_square() {
        return one(false);
    }
    let (skew, tolerance) = checked_options("ishermitian", &skew, &tolerance)?;
    with_matrix!(matrix("ishermitian", args[0].clone())?, a => {
        one(mirrors(&a, true, skew, tolerance))
    })
}

pub(crate) fn isdefinite(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !args[0].is_numeric() {
        return one(false);
    }
    let given = match args.get(1) {
        None => None,
        Some(given) => match given.to_f64() {
            Some(number) if given.is_numeric() && given.is_scalar() && number >= 0.0 => {
                Some(number)
            }
            _ => return Err(Error::plain("isdefinite: TOL must be a scalar >= 0")),
        },
    };
    if given.is_none() && !args[0].dims().is_matrix() {
        return Err(Error::plain("norm: only valid for 2-D objects"));
    }
    if given.is_none()
        && args[0].dims().is_square()
        && args[0].to_c64_array().is_some_and(|all| all.as_slice().iter().any(|z| z.is_nan()))
    {
        return Err(Error::plain("ishermitian: TOL must be a scalar >= 0"));
    }
    if args[0].dims().is_zero_by_zero() {
        return Err(Error::plain("element number 2 undefined in return list"));
    }
    if !args[0].dims().is_square() {
        return one(false);
    }
    with_matrix!(matrix("isdefinite", args[0].clone())?, a => one(definite(a, given)))
}

fn definite<T: Scalar>(mut a: Matrix<T>, given: Option<f64>) -> bool {
    let tolerance = given
        .map_or_else(|| T::Base::of(100.0) * T::Base::EPSILON * a.norm_frobenius(), T::Base::of);
    if !mirrors(&a, true, false, tolerance.to_double()) {
        return false;
    }
    for i in 0..a.rows() {
        a[(i, i)] -= T::from_base(tolerance);
    }
    cholesky::cholesky(&a).is_ok()
}

pub(crate) fn vech(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = args[0].clone().materialized();
    if !x.dims().is_square() {
        return Err(Error::plain("vech: X must be square"));
    }
    let n = x.dims().rows();
    let result = for_each_array!(&x,
        array => {
            let data = array.as_slice();
            let mut part = Vec::with_capacity(n * (n + 1) / 2);
            for j in 0..n {
                part.extend_from_slice(&data[j * n + j..(j + 1) * n]);
            }
            Value::from_array(formwork_runtime::Array::column(part))
        },
        other => other.clone(),
    );
    one(match (&x, result) {
        (Value::Char(_, quote), Value::Uint8(bytes)) => Value::Char(bytes, *quote),
        (_, result) => result,
    })
}

pub(crate) fn matrix_type(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len() > 1 {
        // The hint is not needed: the structure is found again when it matters.
        return one(args[0].clone());
    }
    if !args[0].is_arithmetic() {
        return Err(crate::kit::class::wrong_type("matrix_type", &args[0]));
    }
    let kind = match reach(&args[0]) {
        None => "Full",
        Some((below, _)) if below <= 0 => "Upper",
        Some((_, above)) if above <= 0 => "Lower",
        Some(_) => {
            let positive = args[0].dims().is_square()
                && with_matrix!(matrix("matrix_type", args[0].clone())?, a => {
                    a.is_hermitian() && (0..a.rows()).all(|i| a[(i, i)].re() > Scalar::ZERO)
                });
            if positive { "Positive Definite" } else { "Full" }
        }
    };
    one(Value::text(kind))
}
