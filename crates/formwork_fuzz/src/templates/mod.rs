//! What random programs are made of besides operators: calls of the library, texts,
//! containers, function values, names that several functions share. `X`, `Y` and `Z`
//! stand for variables, `K` for a small number.

mod acts;
mod values;

pub(crate) use acts::ACTS;
pub(crate) use values::VALUES;

/// The functions that the templates call.
pub(crate) const FUNCTIONS: &str = include_str!("functions.m");
