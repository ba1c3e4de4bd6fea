//! Running reductions and differences: `cumsum`, `cummax`, `diff`, `trapz`.

mod difference;
mod extrema;
mod sums;
mod trapezoid;

use formwork_runtime::Class;

use crate::row::{Output, Row, ScalarForm};
use crate::row_constructors::row;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("cumsum", 1, 3, CUMSUM, sums::cumsum, "The running sum along a dimension.")
        .scalar(ScalarForm::Unary(Some)),
    row("cumprod", 1, 2, CUMPROD, sums::cumprod, "The running product along a dimension.")
        .scalar(ScalarForm::Unary(Some)),
    row("cummax", 1, 2, EXTREME, extrema::cummax, "The greatest so far along a dimension."),
    row("cummin", 1, 2, EXTREME, extrema::cummin, "The least so far along a dimension."),
    row("diff", 1, 3, DIFF, difference::diff, "The differences of neighbours along a dimension."),
    row("trapz", 1, 3, AREA, trapezoid::trapz, "The area under a curve through points."),
    row("cumtrapz", 1, 3, AREA, trapezoid::cumtrapz, "The growing area under a curve."),
    row("gradient", 1, 1, SLOPE, trapezoid::gradient, "Slopes by central differences.")
        .variadic()
        .calling(),
];

const CUMSUM: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Special)];
const CUMPROD: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::AnyFloat)];
const EXTREME: &[Output] = &[
    Output::new(ShapeRule::Like(0), ClassRule::Like(0)),
    Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Double)),
];
const DIFF: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Sum)];
const AREA: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::AnyFloat)];
const SLOPE: &[Output] = &[Output::repeated(ShapeRule::Special, ClassRule::Special)];
