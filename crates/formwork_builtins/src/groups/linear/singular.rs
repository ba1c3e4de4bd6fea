//! Singular value decompositions of arguments, as `svd` takes them.

use formwork_linalg::qr::Extent;
use formwork_linalg::svd::{self, Svd};
use formwork_linalg::{Matrix, Scalar};
use formwork_runtime::{Error, Result, Value};

use crate::kit::matrix::{Input, matrix};

/// The error of an iteration that did not converge.
pub(super) fn no_convergence(name: &str) -> impl Fn(formwork_linalg::NoConvergence) -> Box<Error> {
    let message = format!("{name}: the iteration did not converge");
    move |_| Error::plain(message.clone())
}

/// The singular value decomposition of an argument that `svd` accepts.
pub(super) fn checked_svd<T: Scalar>(a: Matrix<T>, extent: Extent) -> Result<Svd<T>> {
    if !a.is_finite() {
        return Err(Error::plain("svd: cannot take SVD of matrix containing Inf or NaN values"));
    }
    svd::svd(a, extent).map_err(no_convergence("svd"))
}

/// An argument that `svd` accepts.
pub(super) fn svd_input(argument: Value) -> Result<Input> {
    if !argument.dims().is_matrix() {
        return Err(Error::plain("svd: A must be a 2-D matrix"));
    }
    matrix("svd", argument)
}
