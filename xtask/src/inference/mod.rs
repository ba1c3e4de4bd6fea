//! Measurements of inference: the tables of `cargo xtask table magica`, `library`,
//! `closed` and `growth`.

pub(crate) mod closed;
mod expressions;
pub(crate) mod growth;
pub(crate) mod library;
pub(crate) mod magica;
pub(crate) mod unfinished;

/// A share in percent; of nothing, all.
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}
