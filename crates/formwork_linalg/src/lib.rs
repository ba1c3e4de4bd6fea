//! Dense linear algebra and Fourier transforms on column-major slices.
//!
//! The kernels behind products, solves, decompositions and transforms. Their
//! interface is slices, extents and the [`Matrix`] that owns its elements, so that
//! the libraries they stand on (`faer`, `rustfft`) are compiled here once and appear
//! nowhere else.
//!
//! Small problems go through the textbook algorithms that LAPACK uses, step by step,
//! because the signs and the order of what they give is what programs print; large
//! ones through the blocked algorithms of `faer`.

pub mod balance;
pub mod cholesky;
mod complex_schur;
pub mod condition;
pub mod eigen;
pub mod fourier;
mod fourier_small;
pub mod function;
pub mod generalized;
pub mod hessenberg;
mod householder;
mod least_squares;
pub mod lu;
mod matrix;
pub mod product;
pub mod qr;
mod rotation;
mod scalar;
pub mod schur;
pub mod solve;
pub mod svd;
pub mod symmetric;
pub mod triangular;
mod vector_unit;

pub use matrix::{Matrix, tell_before};
pub use scalar::{RealScalar, Scalar, norm2};

/// An iteration that should have converged did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoConvergence;
