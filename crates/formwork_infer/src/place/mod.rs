//! Places: what is stored where.
//!
//! First, some terminology. A *place* is a variable with *links* behind it (`x(2).f{3}`); to
//! *store* makes the value of the whole variable anew, from the value before, the links and what
//! is stored. What is stored *fits* if its size is that of the subscripts, or if it is one value.
//! An array *grows* where a subscript lies beyond its end; a place without an array begins with
//! `[]`.
//!
//! ```text
//! x = zeros (2, 3);
//! x(4, :) = 1:3;     fits (1x3), and x grows: 4x3
//! x(:, 2) = [];      deletion: 4x2
//! ```

pub(crate) mod assign;
pub(crate) mod delete;
pub(crate) mod fit;
mod own_place;
mod replace;
pub(crate) mod spread;
mod store;
pub(crate) mod stored_class;
pub(crate) mod storing;
