//! A functional array language and its optimiser.
//!
//! Programs are functions on arrays in flat single-assignment form ([`ir`]). Their
//! text form is SaC-mini ([`read_module`], [`print_module`]). Every definition can carry
//! its rank and shape as operands of the language itself ([`attributes`]); the
//! [`optimise`]r improves them like any other code. [`eval`] runs programs as they are
//! and is what every pass is tested against.

pub mod attributes;
mod diagnostic;
pub mod eval;
pub mod ir;
pub mod optimise;
pub mod text;
mod types;
mod verify;

pub use diagnostic::{Diagnostic, Place};
pub use text::{print_function, print_module};
pub use types::read_module;
pub use verify::{verify, verify_function};
