//! The rules that belong to one function each.

pub(crate) mod arrange;
pub(crate) mod classes;
pub(crate) mod construct;
pub(crate) mod dates;
pub(crate) mod functional;
pub(crate) mod linear;
pub(crate) mod order;
pub(crate) mod polynomial;
pub(crate) mod regexp;
pub(crate) mod statistics;
pub(crate) mod streams;
pub(crate) mod strings;
pub(crate) mod text;
pub(crate) mod unrunnable;

use formwork_shape::shape::ShapeId;

use super::call::Call;

/// The shape of the first argument.
pub(crate) fn like_first(call: &mut Call<'_>) -> Option<ShapeId> {
    call.shape(0)
}
