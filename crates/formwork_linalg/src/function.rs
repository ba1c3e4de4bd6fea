//! Functions of matrices by way of their eigenvalues.

use num_complex::Complex;

use crate::NoConvergence;
use crate::eigen::{General, Wanted};
use crate::lu;
use crate::matrix::Matrix;
use crate::scalar::Scalar;
use crate::symmetric;

/// `Q f(D) Q^-1`, where the columns of `Q` are the eigenvectors of a real matrix and
/// `D` has its eigenvalues.
///
/// # Errors
///
/// If the eigenvalues are not found.
pub fn of_real(
    a: Matrix<f64>,
    f: &mut dyn FnMut(Complex<f64>) -> Complex<f64>,
) -> Result<Matrix<Complex<f64>>, NoConvergence> {
    by_eigenvalues(a, f)
}

/// The same of a complex matrix.
///
/// # Errors
///
/// If the eigenvalues are not found.
pub fn of_complex(
    a: Matrix<Complex<f64>>,
    f: &mut dyn FnMut(Complex<f64>) -> Complex<f64>,
) -> Result<Matrix<Complex<f64>>, NoConvergence> {
    by_eigenvalues(a, f)
}

fn by_eigenvalues<T: General + Scalar<Base = f64>>(
    a: Matrix<T>,
    f: &mut dyn FnMut(Complex<f64>) -> Complex<f64>,
) -> Result<Matrix<Complex<f64>>, NoConvergence> {
    let hermitian = a.is_hermitian();
    let (values, vectors) = if hermitian {
        let (values, vectors) = symmetric::eigen(a, true)?;
        let vectors = vectors.ok_or(NoConvergence)?;
        let values: Vec<_> = values.into_iter().map(|x| Complex::new(x, 0.0)).collect();
        (values, vectors.map(|&x| x.to_complex()))
    } else {
        let wanted = Wanted { right: true, left: false, balance: true };
        let parts = T::eigen(a, wanted)?;
        (parts.values, parts.right.ok_or(NoConvergence)?)
    };
    let inverse = if hermitian { vectors.adjoint() } else { lu::lu(vectors.clone()).inverse() };
    let mut scaled = vectors;
    for (j, &value) in values.iter().enumerate() {
        let value = f(value);
        for x in scaled.column_mut(j) {
            // A factor without imaginary part leaves a real vector real, whatever
            // else it is.
            *x = if value.im == 0.0 { x.scaled(value.re) } else { *x * value };
        }
    }
    Ok(scaled.times(&inverse))
}
