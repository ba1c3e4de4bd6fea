//! Reductions along a dimension: `sum`, `max`, `any`.

pub(crate) mod extrema;
pub(crate) mod sums;
mod truth;

use formwork_runtime::Class;

use crate::row::{Output, Row, ScalarForm};
use crate::row_constructors::row;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    // The sum of a negative zero is a positive one.
    row("sum", 1, 3, SUM, sums::sum, "The sum along a dimension.")
        .scalar(ScalarForm::Unary(|x| Some(0.0 + x))),
    row("prod", 1, 3, SUM, sums::prod, "The product along a dimension.")
        .scalar(ScalarForm::Unary(Some)),
    row("sumsq", 1, 2, SUMSQ, sums::sumsq, "The sum of the squared magnitudes along a dimension.")
        .scalar(ScalarForm::Unary(|x| Some(x * x))),
    row("max", 1, 3, EXTREME, extrema::max, "The greatest elements, and where they are.")
        .scalar(ScalarForm::Binary(max_scalar)),
    row("min", 1, 3, EXTREME, extrema::min, "The least elements, and where they are.")
        .scalar(ScalarForm::Binary(min_scalar)),
    row("any", 1, 2, TRUTH, truth::any, "Whether some element along a dimension is true.")
        .scalar(ScalarForm::Predicate(|x| x != 0.0 && !x.is_nan())),
    row("all", 1, 2, TRUTH, truth::all, "Whether all elements along a dimension are true.")
        .scalar(ScalarForm::Predicate(|x| x != 0.0)),
];

const SUM: &[Output] = &[Output::new(ShapeRule::Reduce { dim: 1 }, ClassRule::Special)];
const SUMSQ: &[Output] = &[Output::new(ShapeRule::Reduce { dim: 1 }, ClassRule::AnyFloat)];
const EXTREME: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Special),
    Output::new(ShapeRule::ReduceKeepEmpty { dim: 2 }, ClassRule::Is(Class::Double)),
];
const TRUTH: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];

/// A tie goes to the second operand.
fn max_scalar(x: f64, y: f64) -> Option<f64> {
    Some(if y >= x || x.is_nan() { y } else { x })
}

fn min_scalar(x: f64, y: f64) -> Option<f64> {
    Some(if y <= x || x.is_nan() { y } else { x })
}
