//! Rows by what they have in common.

use crate::row::{Arity, Evaluator, Output, Row, ScalarForm, pure};
use crate::rules::{ClassRule, ShapeRule};

/// The row of a function without effects that takes `min` to `max` arguments.
pub(crate) const fn row(
    name: &'static str,
    min: u8,
    max: u8,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    pure(name, Arity::between(min, max), outputs, evaluate, doc)
}

const FLOAT: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Float)];
const SUM: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Sum)];

/// The row of a function of each element whose result is double or single.
pub(crate) const fn float_row(
    name: &'static str,
    evaluate: Evaluator,
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    pure(name, Arity::exactly(1), FLOAT, evaluate, doc).scalar(scalar)
}

/// The row of a function of each element that keeps integer classes.
pub(crate) const fn number_row(
    name: &'static str,
    evaluate: Evaluator,
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    float_row(name, evaluate, scalar, doc).giving(SUM)
}
