//! Symbolic extents, array shapes and their algebra.

pub mod concrete;
pub mod decide;
pub mod extent;
pub mod facts;
pub mod lattice;
mod search;
mod semantics;
pub mod set;
pub mod shape;
mod signature;
mod smallest;
pub mod tables;
pub mod text;
pub mod workload;

pub use search::Counterexample;
pub use semantics::{Dialect, EmptyRule, Reduction, Semantics, Truth};
