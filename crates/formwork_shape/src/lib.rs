//! Symbolic extents, array shapes and their algebra.

pub mod concrete;
pub mod decide;
pub mod extent;
mod search;
mod semantics;
pub mod shape;
mod signature;
pub mod text;
pub mod workload;

pub use search::Counterexample;
pub use semantics::{Dialect, EmptyRule, Reduction, Semantics, Truth};
