//! Roots, and polynomials from them.

use formwork_linalg::eigen::{General, Wanted};
use formwork_linalg::{Matrix, Scalar, symmetric};
use formwork_runtime::{Array, C64, Class, Complex, Dims, Element, Error, Result, Value, ops};
use smallvec::smallvec;

use super::arithmetic::vector;
use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{Number, column, matrix, outputs, value, with_matrix};

fn converged<T>(result: std::result::Result<T, formwork_linalg::NoConvergence>) -> Result<T> {
    result.map_err(|_| Error::plain("eig: the iteration did not converge"))
}

/// The eigenvalues of a square matrix, as `eig` finds them.
fn eigenvalues<T: Number + General>(a: Matrix<T>) -> Result<Vec<Complex<T::Base>>>
where
    Complex<T::Base>: Scalar<Base = T::Base>,
{
    if a.is_hermitian() {
        let (values, _) = converged(symmetric::eigen(a, false))?;
        return Ok(values.into_iter().map(Complex::from_base).collect());
    }
    let wanted = Wanted { right: false, left: false, balance: true };
    Ok(converged(T::eigen(a, wanted))?.values)
}

/// The companion matrix of a polynomial with at least two coefficients.
fn companion<T: Scalar>(c: &[T]) -> Matrix<T> {
    let n = c.len() - 1;
    Matrix::from_fn(n, n, |i, j| {
        if i == 0 {
            -c[j + 1] / c[0]
        } else if i == j + 1 {
            T::ONE
        } else {
            T::ZERO
        }
    })
}

pub(crate) fn roots(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let c = &args[0];
    if !(c.dims().is_vector() || c.is_empty()) {
        return Err(Error::invalid_call("roots"));
    }
    // Octave fills a matrix of class double with the coefficients.
    let c = in_double(c.clone())?;
    with_matrix!(matrix("roots", c)?, c => {
        if !c.is_finite() {
            return Err(Error::plain("roots: inputs must not contain Inf or NaN"));
        }
        one(roots_of(c.data())?)
    })
}

/// Numbers of class single as those of class double.
fn in_double(value: Value) -> Result<Value> {
    match value.class() {
        Class::Single => ops::cast(value, Class::Double),
        _ => Ok(value),
    }
}

fn roots_of<T: Number + General>(c: &[T]) -> Result<Value>
where
    Complex<T::Base>: Scalar<Base = T::Base> + Element,
{
    // What is nothing beside the greatest coefficient counts as zero.
    let zero = <T::Base as Scalar>::ZERO;
    let larger = |a: T::Base, b: T::Base| if b > a { b } else { a };
    let greatest = c.iter().map(|c| c.modulus()).fold(zero, larger);
    let counts = |c: &T| greatest > zero && c.modulus() / greatest > zero;
    let Some(first) = c.iter().position(counts) else { return Ok(Value::empty()) };
    let last = c.iter().rposition(counts).unwrap_or(first);
    let mut roots = Vec::new();
    if last > first {
        roots = eigenvalues(companion(&c[first..=last]))?;
    }
    roots.resize(roots.len() + c.len() - 1 - last, Complex::from_base(<T::Base as Scalar>::ZERO));
    Ok(column(roots))
}

pub(crate) fn poly(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let dims = args[0].dims();
    if dims.is_empty() {
        return one(1.0);
    }
    // Of an array of more dimensions with an extent of 1 so many elements are taken as the
    // longest extent has.
    let longest = dims.as_slice().iter().copied().max().unwrap_or(1);
    let x = if dims.is_matrix() || !dims.as_slice().contains(&1) {
        args[0].clone()
    } else {
        let places: Vec<f64> = (1..=longest).map(|place| place as f64).collect();
        let row = Value::from(Array::new(Dims::matrix(1, longest), places));
        formwork_runtime::index::index(&args[0], &[row])?.reshaped(Dims::matrix(1, longest))
    };
    let dims = x.dims();
    if !dims.is_vector() && !dims.is_square() {
        return Err(Error::invalid_call("poly"));
    }
    let from_roots = dims.is_vector();
    with_matrix!(matrix("poly", in_double(x)?)?, x => one(poly_of(x, from_roots)?))
}

fn poly_of<T: Number + General>(x: Matrix<T>, from_roots: bool) -> Result<Value>
where
    Complex<T::Base>: Scalar<Base = T::Base> + Element,
{
    if from_roots && !T::IS_COMPLEX {
        return Ok(vector(expand(x.data()), true));
    }
    let roots: Vec<Complex<T::Base>> = if from_roots {
        x.data().iter().map(|x| x.to_complex()).collect()
    } else {
        eigenvalues(x)?
    };
    let coefficients = expand(&roots);
    let zero = <T::Base as Scalar>::ZERO;
    let order = |a: &Complex<T::Base>, b: &Complex<T::Base>| {
        (a.re, a.im).partial_cmp(&(b.re, b.im)).unwrap_or(std::cmp::Ordering::Equal)
    };
    let mut above: Vec<_> = roots.iter().filter(|z| z.im > zero).copied().collect();
    let mut below: Vec<_> =
        roots.iter().filter(|z| z.im < zero).map(|z| Complex::new(z.re, -z.im)).collect();
    above.sort_by(order);
    below.sort_by(order);
    if !T::IS_COMPLEX || (above == below && !above.is_empty()) {
        return Ok(Value::from_array(Array::row(coefficients.iter().map(|z| z.re).collect())));
    }
    Ok(Value::from_array(Array::row(coefficients)).narrowed())
}

/// The coefficients of the polynomial with these roots.
fn expand<T: Scalar>(roots: &[T]) -> Vec<T> {
    let mut y = vec![T::ZERO; roots.len() + 1];
    y[0] = T::ONE;
    for (j, &root) in roots.iter().enumerate() {
        for k in (0..=j).rev() {
            let step = root * y[k];
            y[k + 1] -= step;
        }
    }
    y
}

pub(crate) fn compan(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !args[0].dims().is_vector() {
        return Err(Error::plain("compan: C must be a vector"));
    }
    with_matrix!(matrix("compan", args[0].clone())?, c => {
        if c.data().len() < 2 {
            return one(Value::empty());
        }
        one(value(companion(c.data())))
    })
}

pub(crate) fn polyeig(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let n = args[0].dims().rows();
    let mut parts: Vec<Matrix<C64>> = Vec::with_capacity(args.len());
    for c in &args {
        if !c.dims().is_square() {
            return Err(Error::plain("polyeig: coefficients must be square matrices"));
        }
        if c.dims().rows() != n {
            return Err(Error::plain("polyeig: coefficients must have the same dimensions"));
        }
        parts.push(matrix("polyeig", c.clone())?.to_c64());
    }
    let degree = parts.len() - 1;
    let size = n * degree;
    let (zero, unit) = (C64::new(0.0, 0.0), C64::new(1.0, 0.0));
    let lower = size.saturating_sub(n);
    let left = Matrix::from_fn(size, size, |i, j| {
        if i < lower {
            if j == i + n { unit } else { zero }
        } else {
            -parts[j / n][(i - lower, j % n)]
        }
    });
    let right = Matrix::from_fn(size, size, |i, j| {
        if i < lower || j < lower {
            if i == j { unit } else { zero }
        } else {
            parts[degree][(i - lower, j - lower)]
        }
    });
    let pair: Args = smallvec![value(left), value(right)];
    if nargout < 2 {
        return cx.call_builtin("eig", pair, 1);
    }
    let decomposed = cx.call_builtin("eig", pair, 2)?;
    let read = |k: usize| {
        decomposed.get(k).and_then(|value| {
            value.to_c64_array().map(|array| Matrix::new(size, size, array.as_slice().to_vec()))
        })
    };
    let (Some(vectors), Some(values)) = (read(0), read(1)) else {
        return Ok(decomposed);
    };
    let mut vectors = vectors.leading(n, size);
    for j in 0..size {
        let most = vectors
            .column(j)
            .iter()
            .copied()
            .max_by(|a, b| a.norm().partial_cmp(&b.norm()).unwrap_or(std::cmp::Ordering::Equal))
            .unwrap_or(unit);
        for z in vectors.column_mut(j) {
            *z /= most;
        }
    }
    let diagonal: Vec<C64> = (0..size).map(|i| values[(i, i)]).collect();
    let dims = Dims::matrix(size, 1);
    let diagonal = Value::from_array(Array::new(dims, diagonal)).narrowed();
    outputs([value(vectors), diagonal], nargout)
}
