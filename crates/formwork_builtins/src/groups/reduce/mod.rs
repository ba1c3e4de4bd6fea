//! Reductions along a dimension: `sum`, `max`, `any`.

pub(crate) mod extrema;
pub(crate) mod sums;
mod truth;

use formwork_runtime::Class;

use crate::row::{Extreme, Lesson, Operation, Output, Reduction, Row, ScalarForm, Totality};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::facts::integers;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    // The sum of a negative zero is a positive one.
    row("sum", 1, 3, SUM, sums::sum, "The sum along a dimension.")
        .counts_marks()
        .scalar(ScalarForm::Unary(|x| Some(0.0 + x)))
        .own_classes(special::classes::total)
        .integers(integers::total)
        .bounds(limits::sum)
        .vetted()
        .matlab_takes(5)
        .total(Totality::Number)
        .operation(Operation::Reduce(Reduction::Sum))
        .everyday(),
    row("prod", 1, 3, SUM, sums::prod, "The product along a dimension.")
        .scalar(ScalarForm::Unary(Some))
        .own_classes(special::classes::total)
        .integers(integers::product_of_all)
        .bounds(limits::product)
        .vetted()
        .matlab_takes(5)
        .total(Totality::Number)
        .operation(Operation::Reduce(Reduction::Prod))
        .everyday(),
    row("sumsq", 1, 2, SUMSQ, sums::sumsq, "The sum of the squared magnitudes along a dimension.")
        .scalar(ScalarForm::Unary(|x| Some(x * x)))
        .real(Realness::Always)
        .bounds(limits::natural)
        .vetted(),
    row("max", 1, 3, EXTREME, extrema::max, "The greatest elements, and where they are.")
        .scalar(ScalarForm::Binary(max_scalar))
        .own_shape(special::order::extremum)
        .own_classes(special::classes::extremum)
        .real(Realness::AlwaysOnly(1))
        .integers(integers::greatest)
        .bounds(limits::greatest)
        .places(limits::places)
        .vetted()
        .matlab_takes(5)
        .total(Totality::Number)
        .operation(Operation::Extreme(Extreme::Max))
        .everyday(),
    row("min", 1, 3, EXTREME, extrema::min, "The least elements, and where they are.")
        .scalar(ScalarForm::Binary(min_scalar))
        .own_shape(special::order::extremum)
        .own_classes(special::classes::extremum)
        .real(Realness::AlwaysOnly(1))
        .integers(integers::least)
        .bounds(limits::least)
        .places(limits::places)
        .vetted()
        .matlab_takes(5)
        .total(Totality::Number)
        .operation(Operation::Extreme(Extreme::Min))
        .everyday(),
    row("any", 1, 2, TRUTH, truth::any, "Whether some element along a dimension is true.")
        .scalar(ScalarForm::Predicate(|x| x != 0.0 && !x.is_nan()))
        .own_shape(special::order::truth)
        .own_classes(special::classes::truth)
        .vetted()
        .matlab_takes(3)
        .total(Totality::Number)
        .teaching(Lesson::Some)
        .operation(Operation::Reduce(Reduction::Any))
        .everyday(),
    row("all", 1, 2, TRUTH, truth::all, "Whether all elements along a dimension are true.")
        .scalar(ScalarForm::Predicate(|x| x != 0.0))
        .own_shape(special::order::truth)
        .own_classes(special::classes::truth)
        .vetted()
        .matlab_takes(3)
        .total(Totality::Number)
        .operation(Operation::Reduce(Reduction::All))
        .everyday(),
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
