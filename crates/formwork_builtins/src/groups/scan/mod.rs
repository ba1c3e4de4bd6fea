//! Reading numbers from text: `sscanf`, `str2double`, `str2num`.

mod evaluate;
mod number;
mod template;

use formwork_runtime::Class;

use crate::row::{Arity, Effects, Output, Row, ScalarForm};
use crate::rules::{ClassRule, ShapeRule};

const ANYTHING: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "sscanf",
        inputs: Arity::between(2, 3),
        outputs: &[ANYTHING, Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)],
        effects: Effects::PURE,
        fold: crate::folding::always,
        evaluate: template::sscanf,
        scalar: ScalarForm::None,
        doc: "Reads numbers and words from a text as a template says.",
    },
    Row {
        name: "str2double",
        inputs: Arity::exactly(1),
        outputs: &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Double))],
        effects: Effects::PURE,
        fold: crate::folding::always,
        evaluate: number::str2double,
        scalar: ScalarForm::None,
        doc: "The number that a text is, NaN if it is none.",
    },
    Row {
        name: "str2num",
        inputs: Arity::exactly(1),
        outputs: &[ANYTHING, Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))],
        effects: Effects::CONTEXT.and(Effects::CALLS),
        fold: crate::folding::never,
        evaluate: evaluate::str2num,
        scalar: ScalarForm::None,
        doc: "The value of a text evaluated as the rows of a matrix.",
    },
];
