//! Symbolic extents, array shapes and their algebra.
//!
//! The shape of an array is a tuple of extents, trailing ones beyond the second
//! dropped; the illegal shape stands for an operation that fails. This crate
//! computes with shapes before anything runs:
//!
//! - [`concrete`]: shapes of existing arrays and the reference meaning of every
//!   shape operator, in MATLAB's and Octave's dialect;
//! - [`extent`]: symbolic integers in an interned normal form;
//! - [`shape`]: hash-consed shape terms; building is canonicalising;
//! - [`decide`]: equality and refinement of terms, decided by a small model;
//! - [`facts`]: what is known at a program point, and queries with conditions
//!   and counterexamples;
//! - [`set`]: sets of shapes, fixed points, closed forms for growing arrays;
//! - [`tables`]: rank rules, predicates and algebraic properties, by exhaustion;
//! - [`lattice`]: the projection onto ranges of extents;
//! - [`text`]: the algebra as text, for the command line;
//! - [`workload`]: deterministic work to measure all this with.
//!
//! There is no syntax, no value and no class in here, no input or output and
//! no global state. No input makes it panic: what is too large becomes opaque,
//! and what cannot be decided within its budget is answered "unknown".

pub mod concrete;
pub mod decide;
pub mod extent;
pub mod facts;
mod ids;
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
