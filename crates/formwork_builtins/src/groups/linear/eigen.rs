//! Eigenvalues and the forms they are read from: `eig`, `schur`, `hess`, `balance`.

use formwork_linalg::eigen::{Eigen, General, Wanted};
use formwork_linalg::{Matrix, Scalar, balance as balancing, generalized, hessenberg, symmetric};
use formwork_runtime::{Class, Complex, Element, Error, Result, Value};
use smallvec::smallvec;

use super::singular::no_convergence;
use crate::context::{Args, Context, Values, one};
use crate::kit::class::wrong_type;
use crate::kit::matrix::{
    Number, Pair, column, matrix, outputs, square, value, with_matrix, with_pair,
};

/// What was asked of `eig` by its options.
#[derive(Clone, Copy)]
struct Options {
    balance: bool,
    /// The eigenvalues as a vector, as a matrix, or as the number of outputs says.
    vector: Option<bool>,
    cholesky: bool,
}

fn eig_matrix(value: &Value) -> Result<()> {
    match value.class() {
        Class::Double | Class::Single => Ok(()),
        _ => Err(wrong_type("eig", value)),
    }
}

pub(crate) fn eig(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let first = args.remove(0);
    if first.is_empty() && first.is_arithmetic() {
        return outputs([Value::empty(), Value::empty(), Value::empty()], nargout);
    }
    eig_matrix(&first)?;
    let mut second = None;
    if args.first().is_some_and(|value| !value.is_char()) {
        let given = args.remove(0);
        if given.is_empty() {
            return outputs([Value::empty(), Value::empty(), Value::empty()], nargout);
        }
        eig_matrix(&given)?;
        second = Some(given);
    }
    let mut options = Options { balance: true, vector: None, cholesky: true };
    for option in &args {
        let Some(text) = option.as_text() else {
            return Err(wrong_type("eig", option));
        };
        match text.to_ascii_lowercase().as_str() {
            "balance" if second.is_none() => options.balance = true,
            "nobalance" if second.is_none() => options.balance = false,
            "chol" if second.is_some() => options.cholesky = true,
            "qz" if second.is_some() => options.cholesky = false,
            "vector" => options.vector = Some(true),
            "matrix" => options.vector = Some(false),
            "balance" | "nobalance" => {
                return Err(Error::plain(format!(
                    "eig: invalid \"{text}\" option for generalized eigenvalue problem"
                )));
            }
            "chol" | "qz" => {
                return Err(Error::plain(format!(
                    "eig: invalid \"{text}\" option for algebraic eigenvalue problem"
                )));
            }
            _ => return Err(Error::plain(format!("eig: invalid option \"{text}\""))),
        }
    }
    if let Some(second) = second {
        return generalized_eig(first, second, options, nargout);
    }
    let input =
        square("eig", first, "eig: A must be a square matrix", "EIG requires square matrix")?;
    with_matrix!(input, a => {
        if !a.is_finite() {
            return Err(Error::plain("EIG: matrix contains Inf or NaN values"));
        }
        eig_of(a, options, nargout)
    })
}

fn eig_of<T: Number + General>(a: Matrix<T>, options: Options, nargout: usize) -> Result<Values>
where
    Complex<T::Base>: Element + Scalar<Base = T::Base>,
{
    if a.is_hermitian() {
        let (values, vectors) = symmetric::eigen(a, nargout > 1).map_err(no_convergence("eig"))?;
        let vectors = vectors.map(value);
        return Ok(arranged(values, vectors.clone(), vectors, options, nargout));
    }
    let wanted = Wanted { right: nargout > 1, left: nargout > 2, balance: options.balance };
    let Eigen { values, right, left } = T::eigen(a, wanted).map_err(no_convergence("eig"))?;
    Ok(arranged(values, right.map(value), left.map(value), options, nargout))
}

fn arranged<T: Scalar + Element>(
    values: Vec<T>,
    right: Option<Value>,
    left: Option<Value>,
    options: Options,
    nargout: usize,
) -> Values {
    let vector = options.vector.unwrap_or(nargout < 2);
    let values = if vector { column(values) } else { value(Matrix::diagonal(&values)).diagonal() };
    match (nargout, right, left) {
        (0 | 1, ..) | (_, None, _) => smallvec![values],
        (2, Some(right), _) | (_, Some(right), None) => smallvec![right, values],
        (_, Some(right), Some(left)) => smallvec![right, values, left],
    }
}

fn generalized_eig(a: Value, b: Value, options: Options, nargout: usize) -> Result<Values> {
    for given in [&a, &b] {
        if !given.dims().is_square() {
            return Err(Error::plain("eig: argument must be a square matrix"));
        }
    }
    if a.dims() != b.dims() {
        return Err(Error::plain("EIG requires same size matrices"));
    }
    let pair = Pair::new(matrix("eig", a)?, matrix("eig", b)?);
    with_pair!(pair, (a, b) => {
        if !a.is_finite() || !b.is_finite() {
            return Err(Error::plain("EIG: matrix contains Inf or NaN values"));
        }
        if options.cholesky && a.is_hermitian() && b.is_hermitian()
            && let Some((values, vectors)) = generalized::symmetric(&a, &b)
        {
            let vectors = value(vectors);
            return Ok(arranged(values, Some(vectors.clone()), Some(vectors), options, nargout));
        }
        let wanted = Wanted { right: nargout > 1, left: nargout > 2, balance: false };
        let (values, right, left) =
            generalized::eigen(&a, &b, wanted).map_err(no_convergence("eig"))?;
        Ok(arranged(values, right.map(value), left.map(value), options, nargout))
    })
}

pub(crate) fn schur(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let mut force_complex = false;
    if args.len() > 1 {
        let Some(text) = args[1].as_text() else {
            return Err(Error::plain("schur: second argument must be a string"));
        };
        match text.as_bytes().first() {
            Some(b'r' | b'R') if text == "real" => {}
            Some(_) if text == "complex" => force_complex = true,
            Some(b'u' | b'U' | b'a' | b'A' | b'd' | b'D') => {
                return Err(Error::limit("schur: ordered forms are not supported"));
            }
            _ => {
                return Err(Error::plain(format!(
                    "schur: incorrect ordered schur argument '{text}'"
                )));
            }
        }
    }
    let argument = args.swap_remove(0);
    if matches!(argument.class(), Class::Logical) {
        return Err(wrong_type("schur", &argument));
    }
    let mut input = square(
        "schur",
        argument,
        "schur: A must be a square matrix",
        "schur: requires square matrix",
    )?;
    if input.is_empty() {
        return outputs([Value::empty(), Value::empty()], nargout);
    }
    if force_complex {
        input = match input {
            crate::kit::matrix::Input::Real(m) => {
                crate::kit::matrix::Input::Complex(m.to_complex())
            }
            crate::kit::matrix::Input::Single(m) => {
                crate::kit::matrix::Input::ComplexSingle(m.to_complex())
            }
            complex => complex,
        };
    }
    with_matrix!(input, a => {
        let n = a.rows();
        if !a.is_finite() {
            let nan = value(Matrix::from_fn(n, n, |_, _| f64::NAN));
            return outputs([nan.clone(), nan], nargout);
        }
        let (u, s) = General::schur(a, nargout > 1).map_err(no_convergence("schur"))?;
        match u {
            Some(u) => Ok(smallvec![value(u), value(s)]),
            None => one(value(s)),
        }
    })
}

pub(crate) fn hess(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if argument.is_empty() && argument.is_arithmetic() {
        return outputs([Value::empty(), Value::empty()], nargout);
    }
    let input = square(
        "hess",
        argument,
        "hess: A must be a square matrix",
        "hess: requires square matrix",
    )?;
    with_matrix!(input, a => {
        let n = a.rows();
        let (q, h) = hessenberg::hessenberg(a, 0, n, nargout > 1);
        match q {
            Some(q) => Ok(smallvec![value(q), value(h)]),
            None => one(value(h)),
        }
    })
}

pub(crate) fn balance(_cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let mut permute = true;
    let mut scale = true;
    if let Some(option) = args.get(1) {
        let Some(text) = option.as_text() else {
            return Err(Error::limit("balance: balancing of pairs of matrices is not supported"));
        };
        match &*text {
            "noperm" | "S" => permute = false,
            "noscal" | "P" => scale = false,
            other => {
                return Err(Error::plain(format!("balance: unknown option \"{other}\"")));
            }
        }
    }
    let argument = args.swap_remove(0);
    if !argument.is_arithmetic() {
        return Err(Error::plain(format!(
            "octave_base_value::matrix_value(): wrong type argument '{}'",
            formwork_runtime::ops::type_name(&argument)
        )));
    }
    let input = square(
        "balance",
        argument,
        "balance: A must be a square matrix",
        "aepbalance: requires square matrix",
    )?;
    if input.is_empty() {
        return Err(Error::plain("Fortran procedure terminated by call to XERBLA"));
    }
    with_matrix!(input, a => balance_of(a, permute, scale, nargout))
}

fn balance_of<T: Number>(
    mut a: Matrix<T>,
    permute: bool,
    scale: bool,
    nargout: usize,
) -> Result<Values> {
    let n = a.rows();
    let done = balancing::balance(&mut a, permute, scale);
    match nargout {
        0 | 1 => one(value(a)),
        2 => {
            let mut transform = Matrix::<T>::identity(n, n);
            done.back_transform(&mut transform, false);
            Ok(smallvec![value(transform), value(a)])
        }
        _ => {
            let mut order = Matrix::from_fn(n, 1, |i, _| (i + 1) as f64);
            let pure = balancing::Balance {
                low: done.low,
                high: done.high,
                scale: (0..n)
                    .map(|i| {
                        if (done.low..done.high).contains(&i) {
                            1.0
                        } else {
                            formwork_linalg::RealScalar::to_double(done.scale[i])
                        }
                    })
                    .collect(),
            };
            pure.back_transform(&mut order, false);
            let factors: Vec<T::Base> = (0..n)
                .map(|i| {
                    if (done.low..done.high).contains(&i) {
                        done.scale[i]
                    } else {
                        <T::Base as Scalar>::ONE
                    }
                })
                .collect();
            // Where the permutation took each row from.
            let mut places = vec![0.0; n];
            for (i, &to) in order.data().iter().enumerate() {
                places[to as usize - 1] = (i + 1) as f64;
            }
            Ok(smallvec![column(factors), column(places), value(a)])
        }
    }
}
