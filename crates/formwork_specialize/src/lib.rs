//! Partial evaluation: programs that are specialized to what is known of their arguments.
//!
//! - `residual`: the program that is built.

pub mod residual;
