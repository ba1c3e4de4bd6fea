//! Dense linear algebra and Fourier transforms on column-major slices.
//!
//! The kernels behind products, solves, decompositions and transforms. Their
//! interface is slices and extents, so that the libraries they stand on (`faer`,
//! `rustfft`) are compiled here once and appear nowhere else.

pub mod product;
