//! SaC-mini, the text form of the array IR: reading and printing.

pub(crate) mod lex;
pub(crate) mod parse;
mod print;
pub(crate) mod tree;

pub use print::{print_function, print_module};

/// The conditions that guards are written with, beside expressions.
pub(crate) fn is_condition_name(name: &str) -> bool {
    matches!(
        name,
        "holds"
            | "index_within"
            | "shapes_equal"
            | "counts_equal"
            | "range_within"
            | "has_length"
            | "non_negative"
            | "non_zero"
    )
}
