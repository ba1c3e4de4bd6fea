//! Partial evaluation: programs that are specialized to what is known of their arguments.
//!
//! - `residual`: the program that is built; `walk`: going through it.
//! - `lift`: constants as text; `print`: programs as text.

pub mod lift;
pub mod print;
pub mod residual;
pub mod walk;
