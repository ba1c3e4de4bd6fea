//! Rows by what they have in common, and rows that differ from others in one thing.

use crate::folding;
use crate::row::{Arity, Effects, Evaluator, Output, Row, ScalarForm};
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
    Row {
        name,
        inputs: Arity::between(min, max),
        outputs,
        effects: Effects::PURE,
        fold: folding::always,
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
        self.fold = folding::never;
        self
    }

    /// The same with any number of arguments from the least one on.
    pub(crate) const fn variadic(mut self) -> Row {
        self.inputs = Arity::at_least(self.inputs.min);
        self
    }
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
    Row {
        name,
        inputs: Arity::exactly(1),
        outputs: FLOAT,
        effects: Effects::PURE,
        fold: folding::always,
        evaluate,
        scalar,
        doc,
    }
}

/// The row of a function of each element that keeps integer classes.
pub(crate) const fn number_row(
    name: &'static str,
    evaluate: Evaluator,
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    Row { outputs: SUM, ..float_row(name, evaluate, scalar, doc) }
}
