//! Factorizations: `lu`, `chol`, `qr`, `svd`.

use formwork_linalg::qr::Extent;
use formwork_linalg::{Matrix, Scalar, cholesky, lu as elimination, qr as orthogonal};
use formwork_runtime::{Error, Result, Value};
use smallvec::smallvec;

use super::singular::{checked_svd, svd_input};
use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{Number, Pair, column, matrix, outputs, value, with_matrix, with_pair};

/// The matrix whose row `i` has its one at `places[i]`.
fn row_permutation(places: &[usize]) -> Value {
    let n = places.len();
    value(Matrix::from_fn(n, n, |i, j| f64::from(u8::from(places[i] == j)))).permutation()
}

/// The matrix whose column `j` has its one at `places[j]`.
fn column_permutation(places: &[usize]) -> Value {
    let n = places.len();
    value(Matrix::from_fn(n, n, |i, j| f64::from(u8::from(places[j] == i)))).permutation()
}

fn counted(places: &[usize]) -> Vec<f64> {
    places.iter().map(|&place| (place + 1) as f64).collect()
}

pub(crate) fn lu(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let mut vector = false;
    for option in &args[1..] {
        let Some(text) = option.as_text() else {
            return Err(Error::plain(
                "lu: can not define pivoting threshold THRESH for full matrices",
            ));
        };
        if !text.eq_ignore_ascii_case("vector") {
            return Err(Error::plain("lu: unrecognized string argument"));
        }
        vector = true;
    }
    let input = matrix("lu", args.swap_remove(0))?;
    if input.is_empty() {
        return outputs([Value::empty(), Value::empty(), Value::empty()], nargout);
    }
    with_matrix!(input, a => {
        let factors = elimination::lu(a);
        match nargout {
            0 | 1 => one(value(factors.factors)),
            2 => {
                let lower = factors.lower();
                let mut places = vec![0; lower.rows()];
                for (i, &from) in factors.permutation.iter().enumerate() {
                    places[from] = i;
                }
                let unordered =
                    Matrix::from_fn(lower.rows(), lower.columns(), |i, j| lower[(places[i], j)]);
                Ok(smallvec![value(unordered), value(factors.upper())])
            }
            _ => {
                let permutation = if vector {
                    Value::column(counted(&factors.permutation))
                } else {
                    row_permutation(&factors.permutation)
                };
                Ok(smallvec![value(factors.lower()), value(factors.upper()), permutation])
            }
        }
    })
}

pub(crate) fn chol(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if nargout > 2 {
        return Err(Error::plain("chol: using three output arguments, matrix A must be sparse"));
    }
    let mut lower = false;
    for option in &args[1..] {
        let Some(text) = option.as_text() else {
            return Err(Error::plain("chol: optional arguments must be strings"));
        };
        match text.to_ascii_lowercase().as_str() {
            "vector" => {
                return Err(Error::plain("chol: A must be sparse for the \"vector\" option"));
            }
            "lower" => lower = true,
            "upper" => lower = false,
            _ => {
                return Err(Error::plain(
                    "chol: optional argument must be one of \"vector\", \"lower\", or \"upper\"",
                ));
            }
        }
    }
    let input = matrix("chol", args.swap_remove(0))?;
    if input.is_empty() {
        return one(Value::empty());
    }
    let (rows, columns) = input.size();
    if rows != columns {
        return Err(Error::plain("chol: requires square matrix"));
    }
    with_matrix!(input, a => chol_of(a, lower, nargout))
}

fn chol_of<T: Number>(a: Matrix<T>, lower: bool, nargout: usize) -> Result<Values> {
    let upper = if lower { a.adjoint() } else { a };
    let (factor, failed) = match cholesky::cholesky(&upper) {
        Ok(factor) => (factor, 0),
        Err((place, _)) if nargout < 2 => {
            let _ = place;
            return Err(Error::plain("chol: input matrix must be positive definite"));
        }
        Err((place, factor)) => (factor, place + 1),
    };
    let factor = if lower { factor.adjoint() } else { factor };
    outputs([value(factor), Value::count(failed)], nargout)
}

pub(crate) fn qr(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let mut economy = false;
    let mut vector = false;
    let mut right = None;
    // Trailing options first: what is left is A and perhaps B.
    while args.len() > 1 {
        let last = &args[args.len() - 1];
        if let Some(text) = last.as_text() {
            match &*text {
                "vector" => vector = true,
                "matrix" => vector = false,
                other => {
                    return Err(Error::plain(format!(
                        "qr: type for P must be 'matrix' or 'vector', not {other}"
                    )));
                }
            }
            args.pop();
        } else if last.as_double() == Some(0.0) && !(args.len() == 2 && economy) {
            economy = true;
            vector = true;
            args.pop();
        } else {
            break;
        }
    }
    if args.len() > 2 {
        return Err(Error::plain("qr: B must be a matrix and optional arguments must follow it"));
    }
    if args.len() == 2 {
        right = args.pop();
    }
    let input = matrix("qr", args.swap_remove(0))?;
    let extent = if economy { Extent::Economy } else { Extent::Full };
    if let Some(right) = right {
        if nargout > 2 {
            return Err(Error::plain("qr: too many output arguments for dense A with B"));
        }
        let right = matrix("qr", right)?;
        if nargout < 2 {
            return with_matrix!(input, a => one(value(orthogonal::packed(a))));
        }
        let pair = Pair::new(input, right);
        return with_pair!(pair, (a, b) => {
            if a.rows() != b.rows() {
                return Err(Error::with_id(
                    "Octave:nonconformant-args",
                    format!(
                        "operator *: nonconformant arguments (op1 is {0}x{0}, op2 is {1}x{2})",
                        a.rows(),
                        b.rows(),
                        b.columns()
                    ),
                ));
            }
            let (q, r) = orthogonal::qr(a, extent);
            let Some(q) = q else { return one(value(r)) };
            outputs([value(q.adjoint().times(&b)), value(r)], nargout)
        });
    }
    with_matrix!(input, a => {
        match nargout {
            0 | 1 => one(value(orthogonal::packed(a))),
            2 => {
                let (q, r) = orthogonal::qr(a, extent);
                Ok(smallvec![q.map_or_else(Value::empty, value), value(r)])
            }
            _ => {
                let (q, r, order) = orthogonal::pivoted(a, extent);
                let order = if vector {
                    Value::row(counted(&order))
                } else {
                    column_permutation(&order)
                };
                Ok(smallvec![q.map_or_else(Value::empty, value), value(r), order])
            }
        }
    })
}

pub(crate) fn svd(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let option = (args.len() > 1).then(|| args.swap_remove(1));
    let input = svd_input(args.swap_remove(0))?;
    let (rows, columns) = input.size();
    let extent = match (&option, nargout) {
        (_, 0 | 1) => Extent::None,
        (None, _) => Extent::Full,
        // With a zero, only a matrix that is longer than wide is cut.
        (Some(option), _) if option.as_double() == Some(0.0) && rows <= columns => Extent::Full,
        (Some(_), _) => Extent::Economy,
    };
    with_matrix!(input, a => svd_of(a, extent, nargout))
}

fn svd_of<T: Number>(a: Matrix<T>, extent: Extent, nargout: usize) -> Result<Values> {
    let (rows, columns) = (a.rows(), a.columns());
    let parts = checked_svd(a, extent)?;
    if extent == Extent::None {
        return one(column(parts.values));
    }
    let (p, q) = match extent {
        Extent::Full => (rows, columns),
        Extent::None | Extent::Economy => (parts.values.len(), parts.values.len()),
    };
    let zero = <T::Base as Scalar>::ZERO;
    let middle = Matrix::from_fn(p, q, |i, j| if i == j { parts.values[i] } else { zero });
    outputs([value(parts.u), value(middle).diagonal(), value(parts.v)], nargout)
}
