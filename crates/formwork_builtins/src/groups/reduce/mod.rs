//! Reductions along a dimension: `sum`, `max`, `any`.

pub(crate) mod expand;
pub(crate) mod extrema;
pub(crate) mod fold;
pub(crate) mod ordered;
pub(crate) mod sums;
mod truth;

use formwork_runtime::Class;

use crate::row::{Arity, Effects, Evaluator, Output, Row, ScalarForm};
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

/// The row of a function without effects that takes `min` to `max` arguments.
pub(crate) const fn row(
    name: &'static str,
    min: u8,
    max: u8,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    Row {
        name,
        inputs: Arity::between(min, max),
        outputs,
        effects: Effects::PURE,
        fold: crate::folding::always,
        evaluate,
        scalar: ScalarForm::None,
        doc,
    }
}

impl Row {
    /// The same with a form for scalars.
    pub(crate) const fn scalar(mut self, scalar: ScalarForm) -> Row {
        self.scalar = scalar;
        self
    }

    /// The same of a function that calls the functions it is given.
    pub(crate) const fn calling(mut self) -> Row {
        self.effects = Effects::CALLS;
        self.fold = crate::folding::never;
        self
    }

    /// The same with any number of arguments from the least one on.
    pub(crate) const fn variadic(mut self) -> Row {
        self.inputs = Arity::at_least(self.inputs.min);
        self
    }
}

/// A tie goes to the second operand.
fn max_scalar(x: f64, y: f64) -> Option<f64> {
    Some(if y >= x || x.is_nan() { y } else { x })
}

fn min_scalar(x: f64, y: f64) -> Option<f64> {
    Some(if y <= x || x.is_nan() { y } else { x })
}
