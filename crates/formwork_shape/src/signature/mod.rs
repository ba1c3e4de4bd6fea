//! The decision procedure: signatures over the small model.
//!
//! A term over ⊕, ⊛, `\`, `/`, `^` and transpose only compares extents with
//! each other and with 1. It is therefore determined by its values when every
//! free extent ranges over 1, the literals of the term and two further values
//! (see the module doc of `support` for the argument). The table of those
//! values is the signature; two terms with the same support are equal exactly
//! when their signatures are. Nothing here builds terms.

mod kernel;
mod store;
mod support;

pub(crate) use kernel::{Binary, Table};
pub(crate) use store::{Legality, Signatures};
pub(crate) use support::{Entry, Leaf, Loose, SupportId, Supports, Unit};

/// Supports with more assignments than this are not tabulated.
pub(crate) const MAXIMUM_ASSIGNMENTS: usize = 1 << 16;

/// The same for the larger models that covers need, which are asked for
/// explicitly and never kept.
pub(crate) const MAXIMUM_COVER: usize = 1 << 20;
