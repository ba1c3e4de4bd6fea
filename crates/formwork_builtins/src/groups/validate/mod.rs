//! Checking values and calls: `assert`, `validateattributes`, `narginchk`.

mod assert;
mod attributes;
mod counts;
mod finding;
mod numbers;

use formwork_runtime::Class;

use crate::row::{Arity, Effects, Operation, Output, Row, Strings, row};
use crate::rules::{ClassRule, ShapeRule};

const UNKNOWN: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);
const TRUTH: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical));

pub(crate) const ROWS: &[Row] = &[
    row(
        "assert",
        Arity::at_least(1),
        &[],
        Effects::READS_CALL,
        assert::assert,
        "Raises an error unless a condition holds or two values agree.",
    )
    .operation(Operation::Assert),
    row(
        "fail",
        Arity::between(1, 3),
        &[TRUTH],
        Effects::READS_SCOPE.and(Effects::WRITES_SCOPE).and(Effects::CALLS).and(Effects::QUIET),
        counts::fail,
        "Raises an error unless a text raises one, or a warning, that matches a pattern.",
    ),
    row(
        "validateattributes",
        Arity::between(3, 6),
        &[],
        Effects::PURE,
        attributes::validateattributes,
        "Raises an error unless a value has one of the classes and all of the attributes.",
    ),
    row(
        "narginchk",
        Arity::exactly(2),
        &[],
        Effects::READS_CALL,
        counts::narginchk,
        "Raises an error unless the function was called with so many arguments.",
    ),
    row(
        "nargoutchk",
        Arity::between(2, 4),
        &[UNKNOWN],
        Effects::READS_CALL,
        counts::nargoutchk,
        "Raises an error unless the function was asked for so many outputs.",
    )
    .folding(crate::folding::three_or_more),
    row(
        "nargchk",
        Arity::between(3, 4),
        &[UNKNOWN],
        Effects::PURE,
        counts::nargchk,
        "A message if a number of arguments is not within bounds.",
    ),
    row(
        "print_usage",
        Arity::between(0, 1),
        &[],
        Effects::READS_CALL.and(Effects::RAISES),
        counts::print_usage,
        "Raises the error of a function that was called in a wrong way.",
    ),
    row(
        "nthargout",
        Arity::at_least(2),
        &[UNKNOWN],
        Effects::CALLS,
        counts::nthargout,
        "Only the outputs with the given numbers of a call.",
    )
    .strings(Strings::Own),
];
