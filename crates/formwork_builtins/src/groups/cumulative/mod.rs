//! Running reductions and differences: `cumsum`, `cummax`, `diff`, `trapz`.

mod difference;
mod extrema;
mod sums;
mod trapezoid;

use formwork_runtime::Class;

use crate::row::{Evidence, Operation, Output, Row, ScalarForm, Scan, Totality};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("cumsum", 1, 3, CUMSUM, sums::cumsum, "The running sum along a dimension.")
        .scalar(ScalarForm::Unary(Some))
        .own_classes(special::classes::running_total)
        .bounds(limits::running_sum)
        .vetted()
        .matlab_takes(4)
        .total(Totality::Number)
        .operation(Operation::Scan(Scan::Sum)),
    row("cumprod", 1, 2, CUMPROD, sums::cumprod, "The running product along a dimension.")
        .scalar(ScalarForm::Unary(Some))
        .bounds(limits::product)
        .vetted()
        .matlab_takes(4)
        .operation(Operation::Scan(Scan::Product)),
    row("cummax", 1, 2, EXTREME, extrema::cummax, "The greatest so far along a dimension.")
        .real(Realness::AlwaysOnly(1))
        .places(limits::places)
        .vetted()
        .matlab_takes(4),
    row("cummin", 1, 2, EXTREME, extrema::cummin, "The least so far along a dimension.")
        .real(Realness::AlwaysOnly(1))
        .places(limits::places)
        .vetted()
        .matlab_takes(4),
    row("diff", 1, 3, DIFF, difference::diff, "The differences of neighbours along a dimension.")
        .own_shape(special::order::diff)
        .own_classes(special::classes::diff)
        .vetted()
        .operation(Operation::Diff)
        .everyday(),
    row("trapz", 1, 3, AREA, trapezoid::trapz, "The area under a curve through points.")
        .own_shape(special::statistics::trapz)
        .own_classes(special::classes::trapz)
        .compared(Evidence::Numbers),
    row("cumtrapz", 1, 3, AREA, trapezoid::cumtrapz, "The growing area under a curve.")
        .own_shape(special::statistics::cumtrapz)
        .own_classes(special::classes::trapz)
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("gradient", 1, 1, SLOPE, trapezoid::gradient, "Slopes by central differences.")
        .variadic()
        .calling()
        .own_shape(special::arrange::gradient)
        .own_classes(special::classes::gradient)
        .doubted_of_numbers()
        .doubted_of_others()
        .more_outputs(),
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
