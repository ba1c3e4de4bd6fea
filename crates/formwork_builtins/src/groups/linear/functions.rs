//! Functions of matrices: `expm`, `logm`, `sqrtm`.

use formwork_linalg::eigen::General;
use formwork_linalg::triangular::{self, Triangle};
use formwork_linalg::{Matrix, RealScalar, Scalar, balance, lu, symmetric};
use formwork_runtime::{C32, C64, Complex, Element, Error, Result, Value, Warn};
use smallvec::smallvec;

use super::singular::no_convergence;
use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{
    Input, Number, matrix, outputs, scalar, value, warn_singular, with_matrix,
};

/// `A \ B` for square `A`, warning where that is next to meaningless.
pub(super) fn solve<T: Scalar>(
    warn: &mut dyn Warn,
    a: Matrix<T>,
    b: &Matrix<T>,
) -> Result<Matrix<T>> {
    let norm = a.norm1();
    let factors = lu::lu(a);
    let rcond = factors.rcond(norm);
    if rcond + T::Base::ONE == T::Base::ONE || rcond.not_a_number() {
        warn_singular(warn, if rcond.not_a_number() { 0.0 } else { rcond.to_double() })?;
    }
    let mut x = Matrix::from_fn(b.rows(), b.columns(), |i, j| b[(factors.permutation[i], j)]);
    triangular::solve_columns(Triangle::UnitLower, &factors.factors, &mut x);
    triangular::solve_columns(Triangle::Upper, &factors.factors, &mut x);
    Ok(x)
}

fn is_diagonal<T: Scalar>(a: &Matrix<T>) -> bool {
    a.is_upper() && a.is_lower()
}

pub(crate) fn expm(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if !argument.is_numeric() || !argument.dims().is_square() {
        return Err(Error::plain("expm: A must be a square matrix"));
    }
    if argument.is_empty() {
        return one(argument);
    }
    if argument.is_scalar() {
        return cx.call_builtin("exp", smallvec![argument], 1);
    }
    with_matrix!(matrix("expm", argument)?, a => one(value(exponential(cx, a)?)))
}

fn exponential_of_number<T: Scalar>(z: T) -> T {
    let size = T::Base::of(z.re().to_double().exp());
    if z.im() == T::Base::ZERO {
        return T::from_base(size);
    }
    let (sin, cos) = z.im().to_double().sin_cos();
    T::from_parts(size * T::Base::of(cos), size * T::Base::of(sin))
}

/// Scaling and squaring around a Padé approximation, after taking the mean of the
/// diagonal out and balancing (Ward).
fn exponential<T: Number>(warn: &mut dyn Warn, mut a: Matrix<T>) -> Result<Matrix<T>> {
    // The coefficients of the numerator of the (8,8) approximation.
    const C: [f64; 8] = [
        5e-1,
        1.166_666_666_666_666_7e-1,
        1.666_666_666_666_666_7e-2,
        1.602_564_102_564_102_6e-3,
        1.068_376_068_376_068_4e-4,
        4.856_254_856_254_856e-6,
        1.387_501_387_501_387_5e-7,
        1.927_085_260_418_593_8e-9,
    ];
    let n = a.rows();
    if is_diagonal(&a) {
        let diagonal: Vec<T> = (0..n).map(|i| exponential_of_number(a[(i, i)])).collect();
        return Ok(Matrix::diagonal(&diagonal));
    }
    let trace = (0..n).fold(T::ZERO, |sum, i| sum + a[(i, i)]);
    let count = <T::Base as RealScalar>::of(n as f64);
    let mean = T::from_parts(trace.re() / count, trace.im() / count);
    let shifted = mean.re() > <T::Base as Scalar>::ZERO;
    if shifted {
        for i in 0..n {
            a[(i, i)] -= mean;
        }
    }
    let balanced = balance::balance(&mut a, true, true);
    let norm = a.norm_infinity().to_double();
    let exponent = if norm > 0.0 && norm.is_finite() { norm.log2().floor() as i32 + 1 } else { 0 };
    let squarings = exponent.clamp(0, 1023);
    a.scale(<T::Base as RealScalar>::of(2f64.powi(-squarings)));
    let square = a.times(&a);
    let polynomial = |coefficients: &[f64]| {
        let mut result = Matrix::zeros(n, n);
        for (k, &c) in coefficients.iter().enumerate() {
            if k > 0 {
                result = result.times(&square);
            }
            for i in 0..n {
                result[(i, i)] += T::from_base(<T::Base as RealScalar>::of(c));
            }
        }
        result
    };
    let even = polynomial(&[C[7], C[5], C[3], C[1], 1.0]);
    let odd = polynomial(&[C[6], C[4], C[2], C[0]]).times(&a);
    let mut below = even.clone();
    below.add_scaled(-T::ONE, &odd);
    let mut above = even;
    above.add_scaled(T::ONE, &odd);
    let mut result = solve(warn, below, &above)?;
    for _ in 0..squarings {
        result = result.times(&result);
    }
    balanced.back_transform(&mut result, false);
    let mut flipped = result.transpose();
    balanced.back_transform(&mut flipped, true);
    let mut result = flipped.transpose();
    if shifted {
        let factor = exponential_of_number(mean);
        for x in result.data_mut() {
            *x *= factor;
        }
    }
    Ok(result)
}

/// The matrix as complex numbers of its precision, and whether it was real.
fn complex_input(input: Input) -> (Input, bool) {
    match input {
        Input::Real(m) => (Input::Complex(m.to_complex()), true),
        Input::Single(m) => (Input::ComplexSingle(m.to_complex()), true),
        complex => (complex, false),
    }
}

/// The same expression for either complex precision.
macro_rules! with_complex {
    ($input:expr, $matrix:ident => $body:expr) => {
        match $input {
            Input::Complex($matrix) => $body,
            Input::ComplexSingle($matrix) => $body,
            Input::Real(m) => {
                let $matrix: Matrix<C64> = m.to_complex();
                $body
            }
            Input::Single(m) => {
                let $matrix: Matrix<C32> = m.to_complex();
                $body
            }
        }
    };
}

pub(crate) fn sqrtm(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if !argument.dims().is_square() {
        return Err(Error::plain("sqrtm: A must be a square matrix"));
    }
    if !argument.is_numeric() {
        return Err(Error::plain("value on right hand side of assignment is undefined"));
    }
    if argument.is_empty() {
        return one(argument);
    }
    let (input, real) = complex_input(matrix("sqrtm", argument)?);
    with_complex!(input, a => {
        let root = square_root(cx, &a, real)?;
        if nargout < 2 {
            return one(value(root));
        }
        let estimate = relative_error(&root, &a);
        outputs([value(root), scalar(estimate)], nargout)
    })
}

/// How far the square of `root` is from `a`.
fn relative_error<T: Scalar>(root: &Matrix<T>, a: &Matrix<T>) -> T::Base {
    let mut error = root.times(root);
    error.add_scaled(-T::ONE, a);
    error.norm_frobenius() / a.norm_frobenius()
}

fn square_root<R: RealScalar>(
    warn: &mut dyn Warn,
    a: &Matrix<Complex<R>>,
    real: bool,
) -> Result<Matrix<Complex<R>>>
where
    Complex<R>: General + Scalar<Base = R> + Element,
{
    let n = a.rows();
    if is_diagonal(a) {
        let roots: Vec<Complex<R>> = (0..n).map(|i| root_of(a[(i, i)])).collect();
        return Ok(Matrix::diagonal(&roots));
    }
    if a.is_upper() {
        return triangular_root(warn, a.clone());
    }
    if a.is_lower() {
        return Ok(triangular_root(warn, a.transpose())?.transpose());
    }
    let (u, s) = schur_of(a)?;
    let size = a.norm_frobenius() * R::EPSILON * R::of(n as f64);
    let negative = (0..n).any(|i| s[(i, i)].re < R::ZERO && s[(i, i)].im.magnitude() <= size);
    let root = triangular_root(warn, s)?;
    let mut result = u.times(&root).times(&u.adjoint());
    if real && !negative && result.is_finite() {
        // The principal root of a real matrix is real; the rest is rounding.
        for z in result.data_mut() {
            z.im = R::ZERO;
        }
    }
    Ok(result)
}

/// The complex Schur form, starting from the real one where the matrix is real, so
/// that real eigenvalues stay exactly real.
fn schur_of<R: RealScalar>(
    a: &Matrix<Complex<R>>,
) -> Result<(Matrix<Complex<R>>, Matrix<Complex<R>>)>
where
    Complex<R>: General + Scalar<Base = R>,
{
    let n = a.rows();
    if !a.is_finite() {
        let nan = Complex::new(R::NOT_A_NUMBER, R::NOT_A_NUMBER);
        let all = Matrix::from_fn(n, n, |_, _| nan);
        return Ok((all.clone(), all));
    }
    let (u, s) =
        <Complex<R> as General>::schur(a.clone(), true).map_err(no_convergence("schur"))?;
    Ok((u.unwrap_or_else(|| Matrix::identity(n, n)), s))
}

fn root_of<R: RealScalar>(z: Complex<R>) -> Complex<R>
where
    Complex<R>: Scalar<Base = R>,
{
    let z = C64::new(z.re.to_double(), z.im.to_double());
    let root = if z.im == 0.0 {
        if z.re >= 0.0 { C64::new(z.re.sqrt(), 0.0) } else { C64::new(0.0, (-z.re).sqrt()) }
    } else {
        z.sqrt()
    };
    Complex::new(R::of(root.re), R::of(root.im))
}

/// The square root of an upper triangular matrix, column by column.
fn triangular_root<R: RealScalar>(
    warn: &mut dyn Warn,
    mut t: Matrix<Complex<R>>,
) -> Result<Matrix<Complex<R>>>
where
    Complex<R>: Scalar<Base = R>,
{
    let n = t.rows();
    let zero = Complex::<R>::ZERO;
    let mut singular = false;
    for j in 0..n {
        let pivot = root_of(t[(j, j)]);
        singular |= pivot == zero;
        t[(j, j)] = pivot;
        for i in (0..j).rev() {
            let mut x = t[(i, j)];
            if x != zero {
                x /= t[(i, i)] + pivot;
            }
            t[(i, j)] = x;
            for k in 0..i {
                let step = t[(k, i)] * x;
                t[(k, j)] -= step;
            }
        }
    }
    if singular {
        warn.warn(
            "Octave:sqrtm:SingularMatrix",
            "sqrtm: matrix is singular, may not have a square root",
        )?;
    }
    Ok(t)
}

pub(crate) fn logm(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let limit = if args.len() > 1 { args.swap_remove(1).to_f64().unwrap_or(100.0) } else { 100.0 };
    let argument = args.swap_remove(0);
    if !argument.dims().is_square() {
        return Err(Error::plain("logm: A must be a square matrix"));
    }
    if argument.is_scalar() {
        return cx.call_builtin("log", smallvec![argument], 1);
    }
    if argument.is_empty() {
        return one(argument);
    }
    let (input, real) = complex_input(matrix("logm", argument)?);
    with_complex!(input, a => {
        let (result, iterations) = logarithm(cx, &a, real, limit as usize)?;
        outputs([value(result), Value::count(iterations)], nargout)
    })
}

/// Takes square roots of a triangular matrix until it is so near to the identity that an
/// approximant of some degree is exact, at most `limit` times; also gives that degree, and how
/// many roots were taken.
fn near_identity<R: RealScalar>(
    cx: &mut dyn Context,
    mut s: Matrix<Complex<R>>,
    limit: usize,
) -> Result<(Matrix<Complex<R>>, usize, usize)>
where
    Complex<R>: General + Scalar<Base = R> + Element,
{
    /// How near to the identity suffices for each degree.
    const THETA: [f64; 7] =
        [0.0, 0.0, 1.61e-2, 5.38e-2, 1.13e-1, 1.86e-1, 2.642_960_831_111_435e-1];
    let identity = Matrix::identity(s.rows(), s.rows());
    let mut close = 0;
    for iterations in 0..limit {
        let mut distance = s.clone();
        distance.add_scaled(-Complex::<R>::ONE, &identity);
        let tau = distance.norm1().to_double();
        if tau <= THETA[6] {
            close += 1;
            let order = |tau: f64| THETA.iter().position(|&t| tau <= t).unwrap_or(6) + 1;
            let (j1, j2) = (order(tau), order(tau / 2.0));
            if j1 <= j2 + 1 || close == 2 {
                return Ok((s, j1, iterations));
            }
        }
        s = triangular_root(cx, s)?;
    }
    cx.warn("", "logm: maximum number of square roots exceeded; results may still be accurate")?;
    Ok((s, 7, limit))
}

/// Inverse scaling and squaring around a partial-fraction Padé approximation (Higham).
fn logarithm<R: RealScalar>(
    cx: &mut dyn Context,
    a: &Matrix<Complex<R>>,
    real: bool,
    limit: usize,
) -> Result<(Matrix<Complex<R>>, usize)>
where
    Complex<R>: General + Scalar<Base = R> + Element,
{
    let n = a.rows();
    let log = |z: Complex<R>| {
        let z = C64::new(z.re.to_double(), z.im.to_double()).ln();
        Complex::new(R::of(z.re), R::of(z.im))
    };
    if is_diagonal(a) {
        let logs: Vec<Complex<R>> = (0..n).map(|i| log(a[(i, i)])).collect();
        return Ok((Matrix::diagonal(&logs), 0));
    }
    let (u, mut s) = schur_of(a)?;
    let values: Vec<Complex<R>> = (0..n).map(|i| s[(i, i)]).collect();
    let most = values.iter().fold(R::ZERO, |most, z| most.greater(z.modulus()));
    let tolerance = R::of(n as f64 * spacing(most.to_double(), R::EPSILON.to_double()));
    let negative = values.iter().any(|z| z.re < -tolerance && z.im <= tolerance);
    if negative {
        cx.warn(
            "Octave:logm:non-principal",
            "logm: principal matrix logarithm is not defined for matrices with negative eigenvalues; computing non-principal logarithm",
        )?;
    }
    let off = (0..n)
        .flat_map(|j| (0..j).map(move |i| (i, j)))
        .fold(R::ZERO, |most, place| most.greater(s[place].modulus()));
    let mut iterations = 0;
    let mut result = if off < tolerance {
        let logs: Vec<Complex<R>> = values
            .iter()
            .map(|&z| {
                let l = log(z);
                if l.finite() { l } else { Complex::from_base(R::of(-f64::MAX.ln())) }
            })
            .collect();
        u.times(&Matrix::diagonal(&logs)).times(&u.adjoint())
    } else {
        let (root, degree);
        (root, degree, iterations) = near_identity(cx, s, limit)?;
        s = root;
        let identity = Matrix::identity(n, n);
        s.add_scaled(-Complex::<R>::ONE, &identity);
        if degree > 1 {
            s = partial_fractions(cx, &s, degree)?;
        }
        let mut result = u.times(&s).times(&u.adjoint());
        result.scale(R::of(2f64.powi(iterations as i32)));
        result
    };
    if real && !negative {
        for z in result.data_mut() {
            z.im = R::ZERO;
        }
    }
    Ok((result, iterations))
}

/// The distance of a number to the next.
fn spacing(x: f64, epsilon: f64) -> f64 {
    if x == 0.0 { epsilon * f64::MIN_POSITIVE } else { epsilon * 2f64.powf(x.log2().floor()) }
}

fn partial_fractions<R: RealScalar>(
    warn: &mut dyn Warn,
    a: &Matrix<Complex<R>>,
    degree: usize,
) -> Result<Matrix<Complex<R>>>
where
    Complex<R>: Scalar<Base = R>,
{
    let n = a.rows();
    // Nodes and weights of Gauss and Legendre from the Jacobi matrix.
    let jacobi = Matrix::from_fn(degree, degree, |i, j| {
        if i.abs_diff(j) != 1 {
            return 0.0;
        }
        let k = i.max(j) as f64;
        k / (4.0 * k * k - 1.0).sqrt()
    });
    let (nodes, vectors) = symmetric::eigen(jacobi, true).map_err(no_convergence("eig"))?;
    let vectors = vectors.unwrap_or_else(|| Matrix::identity(degree, degree));
    let mut result = Matrix::zeros(n, n);
    for (k, &node) in nodes.iter().enumerate() {
        let place = (node + 1.0) / 2.0;
        let weight = vectors[(0, k)] * vectors[(0, k)];
        // A / (I + place A), by transposes.
        let divisor = Matrix::from_fn(n, n, |i, j| {
            let unit = if i == j { Complex::<R>::ONE } else { Complex::<R>::ZERO };
            unit + a[(j, i)].scaled(R::of(place))
        });
        let quotient = solve(warn, divisor, &a.transpose())?.transpose();
        result.add_scaled(Complex::from_base(R::of(weight)), &quotient);
    }
    Ok(result)
}

/// The complex Schur form from a real one.
pub(crate) fn rsf2csf(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (u, t) = (matrix("rsf2csf", args[0].clone())?, matrix("rsf2csf", args[1].clone())?);
    let single = u.is_single() || t.is_single();
    if single {
        return triangularized(u.to_c32(), t.to_c32(), nargout);
    }
    triangularized(u.to_c64(), t.to_c64(), nargout)
}

fn triangularized<R: RealScalar>(
    mut u: Matrix<Complex<R>>,
    mut t: Matrix<Complex<R>>,
    nargout: usize,
) -> Result<Values>
where
    Complex<R>: Scalar<Base = R> + Element,
{
    let n = t.rows();
    if !t.is_square() || u.rows() != n || u.columns() != n {
        return Err(Error::plain("rsf2csf: U and T must be square matrices of the same size"));
    }
    formwork_linalg::schur::complex_schur(&mut t, 0, n, Some(&mut u), true)
        .map_err(no_convergence("rsf2csf"))?;
    outputs([value(u), value(t.upper_part())], nargout)
}
