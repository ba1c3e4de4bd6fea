//! Sorting runs of elements: the order they have, and the kernels.

mod keys;
mod ordered;
mod runs;
mod sortable;

pub(crate) use keys::Keyed;
pub(crate) use ordered::Ordered;
pub(crate) use sortable::{Sortable, signed, sorted_texts};
