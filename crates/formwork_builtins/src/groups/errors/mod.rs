//! Raising and telling errors and warnings: `error`, `warning`, `lasterr`, `rethrow`.

mod last;
mod raise;
mod stack;
mod warnings;

use formwork_runtime::Class;

use crate::row::{Arity, Effects, Output, Row, Strings, row};
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub use stack::error_value;

const TEXT: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Char));
const STRUCT: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Struct));

pub(crate) const ROWS: &[Row] = &[
    row(
        "error",
        Arity::at_least(1),
        &[],
        Effects::RAISES,
        raise::error,
        "Stops the program, or the statements of a try block, with a message.",
    )
    .strings(Strings::Listed),
    row(
        "warning",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        Effects::STATE.and(Effects::OUTPUT).and(Effects::QUIET),
        warnings::warning,
        "Issues a warning, or says which warnings are printed.",
    )
    .strings(Strings::Listed)
    .own_shape(special::text::warning)
    .own_classes(special::classes::warning),
    row(
        "lasterr",
        Arity::between(0, 2),
        &[TEXT, TEXT],
        Effects::STATE,
        last::lasterr,
        "The message and the identifier of the last error, or sets them.",
    ),
    row(
        "lastwarn",
        Arity::between(0, 2),
        &[TEXT, TEXT],
        Effects::STATE,
        last::lastwarn,
        "The message and the identifier of the last warning, or sets them.",
    ),
    row(
        "lasterror",
        Arity::between(0, 1),
        &[STRUCT],
        Effects::STATE,
        last::lasterror,
        "The last error as a struct, or sets or resets it.",
    ),
    row(
        "rethrow",
        Arity::exactly(1),
        &[],
        Effects::RAISES,
        raise::rethrow,
        "Raises an error that was caught once more.",
    ),
    row(
        "MException",
        Arity::at_least(2),
        &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Exception))],
        Effects::PURE,
        raise::exception,
        "An error to be thrown, of an identifier and a template with its arguments.",
    )
    .strings(Strings::Listed),
    row(
        "throw",
        Arity::exactly(1),
        &[],
        Effects::RAISES,
        raise::throw,
        "Raises an error that MException made.",
    ),
    row(
        "getReport",
        Arity::at_least(1),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Char))],
        Effects::PURE,
        raise::report,
        "What is printed of an error that nothing catches.",
    ),
    row(
        "dbstack",
        Arity::between(0, 2),
        &[STRUCT, Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double))],
        Effects::READS_CALL.and(Effects::OUTPUT).and(Effects::QUIET),
        last::dbstack,
        "The calls that are running.",
    ),
];
