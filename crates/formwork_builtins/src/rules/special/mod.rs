//! The rules that belong to one function each.

mod arrange;
mod classes;
mod construct;
mod dates;
mod functional;
mod linear;
mod order;
mod polynomial;
mod regexp;
mod statistics;
mod text;

use formwork_domain::ClassSet;
use formwork_shape::shape::ShapeId;

use super::call::Call;

type ShapeFunction = fn(&mut Call<'_>) -> Option<ShapeId>;
type ClassFunction = fn(&Call<'_>) -> ClassSet;

/// The rule for the shapes of the outputs of a function.
pub(super) fn shape_rule(name: &str) -> Option<ShapeFunction> {
    arrange::rule(name)
        .or_else(|| construct::rule(name))
        .or_else(|| dates::rule(name))
        .or_else(|| functional::rule(name))
        .or_else(|| linear::rule(name))
        .or_else(|| order::rule(name))
        .or_else(|| polynomial::rule(name))
        .or_else(|| statistics::rule(name))
        .or_else(|| text::rule(name))
}

/// The rule for the classes of the outputs of a function.
pub(super) fn class_rule(name: &str) -> Option<ClassFunction> {
    classes::rule(name)
}

/// The shape of the first argument.
fn like_first(call: &mut Call<'_>) -> Option<ShapeId> {
    call.shape(0)
}
