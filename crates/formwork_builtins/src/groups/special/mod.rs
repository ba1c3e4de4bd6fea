//! Special functions: gamma and its kin, error functions, Bessel functions,
//! elliptic functions and integrals.

mod bessel;
mod common;
pub(crate) mod cylinder;
pub(crate) mod elliptic;
pub(crate) mod erf;
pub(crate) mod gamma;
pub(crate) mod incomplete;
pub(crate) mod integrals;
mod large_order;
