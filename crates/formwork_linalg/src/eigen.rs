//! Eigenvalues and eigenvectors of general square matrices.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd;
use faer::traits::RealField;
use faer::{Col, Par};
use num_complex::Complex;

use crate::NoConvergence;
use crate::balance::balance;
use crate::hessenberg::hessenberg;
use crate::matrix::Matrix;
use crate::rotation::rotation;
use crate::scalar::{RealScalar, Scalar, norm2};
use crate::schur::{complex_schur, real_schur};

/// Up to this extent the steps are those of LAPACK.
const SMALL: usize = 96;

/// Eigenvalues, and the eigenvectors that were wanted, each of length one.
#[derive(Clone, Debug)]
pub struct Eigen<R: RealScalar> {
    /// The eigenvalues.
    pub values: Vec<Complex<R>>,
    /// `A v = lambda v`
    pub right: Option<Matrix<Complex<R>>>,
    /// `w' A = lambda w'`
    pub left: Option<Matrix<Complex<R>>>,
}

/// What is wanted beside the eigenvalues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The right eigenvectors.
    pub right: bool,
    /// The left eigenvectors.
    pub left: bool,
    /// Balance the matrix first.
    pub balance: bool,
}

/// A type of number whose matrices have eigenvalues.
pub trait General: Scalar {
    /// The eigenvalues and eigenvectors of a square matrix.
    ///
    /// # Errors
    ///
    /// If the iteration does not converge.
    fn eigen(a: Matrix<Self>, wanted: Wanted) -> Result<Eigen<Self::Base>, NoConvergence>;

    /// The complex Schur form `A = U S U'`: `U` and `S`.
    ///
    /// # Errors
    ///
    /// If the iteration does not converge.
    fn schur(
        a: Matrix<Self>,
        vectors: bool,
    ) -> Result<(Option<Matrix<Self>>, Matrix<Self>), NoConvergence>;
}

macro_rules! general {
    ($real:ident) => {
        impl General for $real {
            fn eigen(a: Matrix<$real>, wanted: Wanted) -> Result<Eigen<$real>, NoConvergence> {
                if a.rows() > SMALL { large_real(&a, wanted) } else { small_real(a, wanted) }
            }

            fn schur(
                a: Matrix<$real>,
                vectors: bool,
            ) -> Result<(Option<Matrix<$real>>, Matrix<$real>), NoConvergence> {
                let n = a.rows();
                let (mut q, mut h) = hessenberg(a, 0, n, vectors);
                real_schur(&mut h, 0, n, q.as_mut(), true)?;
                Ok((q, h))
            }
        }

        impl General for Complex<$real> {
            fn eigen(a: Matrix<Self>, wanted: Wanted) -> Result<Eigen<$real>, NoConvergence> {
                if a.rows() > SMALL { large_complex(&a, wanted) } else { small_complex(a, wanted) }
            }

            fn schur(
                a: Matrix<Self>,
                vectors: bool,
            ) -> Result<(Option<Matrix<Self>>, Matrix<Self>), NoConvergence> {
                let n = a.rows();
                let (mut q, mut h) = hessenberg(a, 0, n, vectors);
                complex_schur(&mut h, 0, n, q.as_mut(), true)?;
                Ok((q, h.upper_part()))
            }
        }
    };
}

general!(f64);
general!(f32);

fn small_real<R: RealScalar>(mut a: Matrix<R>, wanted: Wanted) -> Result<Eigen<R>, NoConvergence>
where
    Complex<R>: Scalar<Base = R>,
{
    let balanced = balance(&mut a, wanted.balance, wanted.balance);
    let vectors = wanted.right || wanted.left;
    let (mut q, mut t) = hessenberg(a, balanced.low, balanced.high, vectors);
    let values = real_schur(&mut t, balanced.low, balanced.high, q.as_mut(), vectors)?;
    let Some(q) = q else { return Ok(Eigen { values, right: None, left: None }) };
    let finish = |left: bool| {
        let mut x = real_triangular_vectors(&t, &values, left);
        multiply_real(&q, &mut x);
        balanced.back_transform(&mut x, left);
        normalize_pairs(&mut x, &values);
        x
    };
    let right = wanted.right.then(|| finish(false));
    let left = wanted.left.then(|| finish(true));
    Ok(Eigen { values, right, left })
}

/// `x := q x`, column by column.
fn multiply_real<R: RealScalar>(q: &Matrix<R>, x: &mut Matrix<Complex<R>>)
where
    Complex<R>: Scalar<Base = R>,
{
    let part = |f: fn(&Complex<R>) -> R| q.times(&x.map(f));
    let re = part(|z| z.re);
    let im = part(|z| z.im);
    for ((z, &re), &im) in x.data_mut().iter_mut().zip(re.data()).zip(im.data()) {
        *z = Complex::new(re, im);
    }
}

/// The eigenvectors of a quasi-triangular matrix.
fn real_triangular_vectors<R: RealScalar>(
    t: &Matrix<R>,
    values: &[Complex<R>],
    left: bool,
) -> Matrix<Complex<R>>
where
    Complex<R>: Scalar<Base = R>,
{
    let n = t.rows();
    let mut result = Matrix::zeros(n, n);
    let mut k = 0;
    while k < n {
        let value = values[k];
        if value.im == R::ZERO {
            let x = result.column_mut(k);
            x[k] = Complex::<R>::ONE;
            if left {
                for j in k + 1..n {
                    x[j] = Complex::from_base(-t[(k, j)]);
                }
                solve_quasi_adjoint(t, value, x, k + 1);
            } else {
                for j in 0..k {
                    x[j] = Complex::from_base(-t[(j, k)]);
                }
                solve_quasi(t, value, x, k);
            }
            k += 1;
            continue;
        }
        let (above, below) = (t[(k, k + 1)], t[(k + 1, k)]);
        let imaginary = value.im;
        let x = result.column_mut(k);
        let (first, second);
        if left {
            (first, second) = if above.magnitude() >= below.magnitude() {
                (imaginary / above, R::ONE)
            } else {
                (R::ONE, -imaginary / below)
            };
            for j in k + 2..n {
                x[j] = Complex::new(-first * t[(k, j)], -second * t[(k + 1, j)]);
            }
        } else {
            (first, second) = if above.magnitude() >= below.magnitude() {
                (R::ONE, imaginary / above)
            } else {
                (-imaginary / below, R::ONE)
            };
            for j in 0..k {
                x[j] = Complex::new(-first * t[(j, k)], -second * t[(j, k + 1)]);
            }
        }
        x[k] = Complex::from_base(first);
        x[k + 1] = Complex::new(R::ZERO, second);
        if left {
            solve_quasi_adjoint(t, value, x, k + 2);
        } else {
            solve_quasi(t, value, x, k);
        }
        let conjugated: Vec<Complex<R>> =
            result.column(k).iter().map(num_complex::Complex::conj).collect();
        result.column_mut(k + 1).copy_from_slice(&conjugated);
        k += 2;
    }
    result
}

/// Keeps a pivot away from zero.
fn pivot<R: RealScalar>(value: Complex<R>, least: R) -> Complex<R>
where
    Complex<R>: Scalar<Base = R>,
{
    if value.modulus1() < least { Complex::from_base(least) } else { value }
}

/// A quotient; the divisor may be too small to be squared.
fn over<R: RealScalar>(z: Complex<R>, divisor: Complex<R>) -> Complex<R>
where
    Complex<R>: Scalar<Base = R>,
{
    if divisor.im == R::ZERO && divisor.modulus1() < R::SAFE_MINIMUM.root() {
        Complex::new(z.re / divisor.re, z.im / divisor.re)
    } else {
        z / divisor
    }
}

fn least_pivot<R: RealScalar>(value: Complex<R>, n: usize) -> R {
    let tiny = R::SAFE_MINIMUM * (R::of(n as f64) / R::EPSILON);
    (R::EPSILON * (value.re.magnitude() + value.im.magnitude())).greater(tiny)
}

/// Keeps a solution from overflowing, by scaling all of it.
fn tame<R: RealScalar>(x: &mut [Complex<R>], at: usize)
where
    Complex<R>: Scalar<Base = R>,
{
    let size = x[at].modulus1();
    if size > R::ONE / R::SAFE_MINIMUM.root() {
        for z in x {
            *z = z.scaled(R::ONE / size);
        }
    }
}

/// Solves `(T - value) x = x` for the leading `count` rows of a quasi-triangular `T`.
fn solve_quasi<R: RealScalar>(t: &Matrix<R>, value: Complex<R>, x: &mut [Complex<R>], count: usize)
where
    Complex<R>: Scalar<Base = R>,
{
    let least = least_pivot(value, t.rows());
    let eliminate = |x: &mut [Complex<R>], j: usize, rows: usize| {
        let factor = x[j];
        for (target, &t) in x[..rows].iter_mut().zip(t.column(j)) {
            *target -= factor.scaled(t);
        }
    };
    let mut j = count;
    while j > 0 {
        j -= 1;
        if j > 0 && t[(j, j - 1)] != R::ZERO {
            let i = j - 1;
            let a = Complex::from_base(t[(i, i)]) - value;
            let d = Complex::from_base(t[(j, j)]) - value;
            let (b, c) = (t[(i, j)], t[(j, i)]);
            let determinant = pivot(a * d - Complex::from_base(b * c), least * least);
            let (p, q) = (x[i], x[j]);
            x[i] = (d * p - q.scaled(b)) / determinant;
            x[j] = (a * q - p.scaled(c)) / determinant;
            tame(x, i);
            tame(x, j);
            eliminate(x, j, i);
            eliminate(x, i, i);
            j = i;
        } else {
            x[j] = over(x[j], pivot(Complex::from_base(t[(j, j)]) - value, least));
            tame(x, j);
            eliminate(x, j, j);
        }
    }
}

/// Solves `(T' - conj(value)) x = x` for the rows from `start` on.
fn solve_quasi_adjoint<R: RealScalar>(
    t: &Matrix<R>,
    value: Complex<R>,
    x: &mut [Complex<R>],
    start: usize,
) where
    Complex<R>: Scalar<Base = R>,
{
    let n = t.rows();
    let value = value.conj();
    let least = least_pivot(value, n);
    let known = |x: &[Complex<R>], j: usize, end: usize| {
        let mut sum = x[j];
        for k in start..end {
            sum -= x[k].scaled(t[(k, j)]);
        }
        sum
    };
    let mut j = start;
    while j < n {
        if j + 1 < n && t[(j + 1, j)] != R::ZERO {
            let (p, q) = (known(x, j, j), known(x, j + 1, j));
            let a = Complex::from_base(t[(j, j)]) - value;
            let d = Complex::from_base(t[(j + 1, j + 1)]) - value;
            let (b, c) = (t[(j, j + 1)], t[(j + 1, j)]);
            let determinant = pivot(a * d - Complex::from_base(b * c), least * least);
            x[j] = (d * p - q.scaled(c)) / determinant;
            x[j + 1] = (a * q - p.scaled(b)) / determinant;
            tame(x, j);
            tame(x, j + 1);
            j += 2;
        } else {
            x[j] = known(x, j, j) / pivot(Complex::from_base(t[(j, j)]) - value, least);
            tame(x, j);
            j += 1;
        }
    }
}

/// Makes vectors that are too long for their lengths to be squared shorter.
fn shorten<R: RealScalar>(x: &mut [Complex<R>])
where
    Complex<R>: Scalar<Base = R>,
{
    let largest = x.iter().fold(R::ZERO, |largest, z| largest.greater(z.modulus1()));
    if largest > R::ONE / R::SAFE_MINIMUM.root() && largest < R::ONE / R::ZERO {
        for z in x {
            *z = z.scaled(R::ONE / largest);
        }
    }
}

/// Makes the columns of length one; the greatest component of a complex one real.
fn normalize_pairs<R: RealScalar>(x: &mut Matrix<Complex<R>>, values: &[Complex<R>])
where
    Complex<R>: Scalar<Base = R>,
{
    let mut k = 0;
    while k < values.len() {
        shorten(x.column_mut(k));
        let length = norm2(x.column(k));
        for z in x.column_mut(k) {
            *z = z.scaled(R::ONE / length);
        }
        if values[k].im == R::ZERO || k + 1 == values.len() {
            k += 1;
            continue;
        }
        let column = x.column_mut(k);
        let most = greatest(column);
        let (c, s, _) = rotation(column[most].re, column[most].im);
        for z in column.iter_mut() {
            *z = Complex::new(c * z.re + s * z.im, c * z.im - s * z.re);
        }
        column[most].im = R::ZERO;
        let conjugated: Vec<Complex<R>> = column.iter().map(num_complex::Complex::conj).collect();
        x.column_mut(k + 1).copy_from_slice(&conjugated);
        k += 2;
    }
}

fn greatest<R: RealScalar>(column: &[Complex<R>]) -> usize
where
    Complex<R>: Scalar<Base = R>,
{
    let size = |z: Complex<R>| z.re * z.re + z.im * z.im;
    let mut most = 0;
    for (i, &z) in column.iter().enumerate() {
        if size(z) > size(column[most]) {
            most = i;
        }
    }
    most
}

fn small_complex<R: RealScalar>(
    mut a: Matrix<Complex<R>>,
    wanted: Wanted,
) -> Result<Eigen<R>, NoConvergence>
where
    Complex<R>: Scalar<Base = R>,
{
    let n = a.rows();
    let balanced = balance(&mut a, wanted.balance, wanted.balance);
    let vectors = wanted.right || wanted.left;
    let (mut q, mut t) = hessenberg(a, balanced.low, balanced.high, vectors);
    complex_schur(&mut t, balanced.low, balanced.high, q.as_mut(), vectors)?;
    let values: Vec<Complex<R>> = (0..n).map(|i| t[(i, i)]).collect();
    let Some(q) = q else { return Ok(Eigen { values, right: None, left: None }) };
    let finish = |left: bool| {
        let x = complex_triangular_vectors(&t, left);
        let mut x = q.times(&x);
        balanced.back_transform(&mut x, left);
        normalize_complex(&mut x);
        x
    };
    let right = wanted.right.then(|| finish(false));
    let left = wanted.left.then(|| finish(true));
    Ok(Eigen { values, right, left })
}

fn complex_triangular_vectors<R: RealScalar>(
    t: &Matrix<Complex<R>>,
    left: bool,
) -> Matrix<Complex<R>>
where
    Complex<R>: Scalar<Base = R>,
{
    let n = t.rows();
    let mut result: Matrix<Complex<R>> = Matrix::zeros(n, n);
    for k in 0..n {
        let value = t[(k, k)];
        let least = least_pivot(value, n);
        let x = result.column_mut(k);
        x[k] = Complex::<R>::ONE;
        if left {
            for j in k + 1..n {
                let mut sum = Complex::<R>::ZERO;
                for i in k..j {
                    sum -= t[(i, j)].conj() * x[i];
                }
                x[j] = sum / pivot((t[(j, j)] - value).conj(), least);
                tame(x, j);
            }
        } else {
            for j in 0..k {
                x[j] = -t[(j, k)];
            }
            for j in (0..k).rev() {
                x[j] /= pivot(t[(j, j)] - value, least);
                tame(x, j);
                let factor = x[j];
                for (target, &t) in x[..j].iter_mut().zip(t.column(j)) {
                    *target -= t * factor;
                }
            }
        }
    }
    result
}

fn normalize_complex<R: RealScalar>(x: &mut Matrix<Complex<R>>)
where
    Complex<R>: Scalar<Base = R>,
{
    for k in 0..x.columns() {
        shorten(x.column_mut(k));
        let length = norm2(x.column(k));
        let column = x.column_mut(k);
        for z in column.iter_mut() {
            *z = z.scaled(R::ONE / length);
        }
        let most = greatest(column);
        let size = column[most].modulus();
        if size == R::ZERO || size.not_a_number() {
            continue;
        }
        let phase = column[most].conj().scaled(R::ONE / size);
        for z in column.iter_mut() {
            *z *= phase;
        }
        column[most].im = R::ZERO;
    }
}

fn wants(vectors: bool) -> evd::ComputeEigenvectors {
    if vectors { evd::ComputeEigenvectors::Yes } else { evd::ComputeEigenvectors::No }
}

fn large_real<R: RealScalar + RealField>(
    a: &Matrix<R>,
    wanted: Wanted,
) -> Result<Eigen<R>, NoConvergence>
where
    Complex<R>: Scalar<Base = R>,
{
    let n = a.rows();
    let _settled = crate::vector_unit::Settled;
    let mut memory = MemBuffer::new(evd::evd_scratch::<R>(
        n,
        wants(wanted.left),
        wants(wanted.right),
        Par::Seq,
        Default::default(),
    ));
    let (mut re, mut im) = (Col::<R>::zeros(n), Col::<R>::zeros(n));
    let mut right = wanted.right.then(|| Matrix::<R>::zeros(n, n));
    let mut left = wanted.left.then(|| Matrix::<R>::zeros(n, n));
    evd::evd_real(
        a.faer(),
        re.as_diagonal_mut(),
        im.as_diagonal_mut(),
        left.as_mut().map(Matrix::faer_mut),
        right.as_mut().map(Matrix::faer_mut),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| NoConvergence)?;
    let values: Vec<Complex<R>> =
        re.iter().zip(im.iter()).map(|(&re, &im)| Complex::new(re, im)).collect();
    let finish = |packed: Matrix<R>| {
        // A pair has its real parts in one column and its imaginary ones in the next.
        let mut x: Matrix<Complex<R>> = packed.to_complex();
        let mut k = 0;
        while k < n {
            if values[k].im == R::ZERO || k + 1 == n {
                k += 1;
                continue;
            }
            for i in 0..n {
                let (re, im) = (packed[(i, k)], packed[(i, k + 1)]);
                x[(i, k)] = Complex::new(re, im);
                x[(i, k + 1)] = Complex::new(re, -im);
            }
            k += 2;
        }
        normalize_pairs(&mut x, &values);
        x
    };
    let right = right.map(finish);
    let left = left.map(finish);
    Ok(Eigen { values, right, left })
}

fn large_complex<R: RealScalar + RealField>(
    a: &Matrix<Complex<R>>,
    wanted: Wanted,
) -> Result<Eigen<R>, NoConvergence>
where
    Complex<R>: Scalar<Base = R>,
{
    let n = a.rows();
    let _settled = crate::vector_unit::Settled;
    let mut memory = MemBuffer::new(evd::evd_scratch::<Complex<R>>(
        n,
        wants(wanted.left),
        wants(wanted.right),
        Par::Seq,
        Default::default(),
    ));
    let mut values = Col::<Complex<R>>::zeros(n);
    let mut right = wanted.right.then(|| Matrix::<Complex<R>>::zeros(n, n));
    let mut left = wanted.left.then(|| Matrix::<Complex<R>>::zeros(n, n));
    evd::evd_cplx(
        a.faer(),
        values.as_diagonal_mut(),
        left.as_mut().map(Matrix::faer_mut),
        right.as_mut().map(Matrix::faer_mut),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| NoConvergence)?;
    for x in right.iter_mut().chain(left.iter_mut()) {
        normalize_complex(x);
    }
    Ok(Eigen { values: values.iter().copied().collect(), right, left })
}
