//! Functions of functions: `cellfun`, `arrayfun`, `feval`, `bsxfun`, handles.

mod broadcast;
mod collect;
mod handles;
mod map;
mod options;
mod simple;

use formwork_runtime::Class;

use crate::row::{Arity, Effects, Operation, Output, Row, Strings, row};
use crate::rules::special;
use crate::rules::together;
use crate::rules::{ClassRule, ShapeRule};

const ANY: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)];
const SPECIAL: &[Output] = &[Output::repeated(ShapeRule::Special, ClassRule::Special)];
const HANDLE: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::FunctionHandle))];

pub use simple::is_name_of_cellfun;

pub(crate) const ROWS: &[Row] = &[
    row(
        "cellfun",
        Arity::at_least(2),
        SPECIAL,
        Effects::CALLS,
        map::cellfun,
        "Calls a function for each element of cell arrays.",
    )
    .own_classes(special::classes::mapped_cells)
    .own_shape(special::functional::mapped_cells)
    .more_outputs(),
    row(
        "arrayfun",
        Arity::at_least(2),
        SPECIAL,
        Effects::CALLS,
        map::arrayfun,
        "Calls a function for each element of arrays.",
    )
    .strings(Strings::Own)
    .own_shape(special::functional::mapped)
    .own_classes(special::classes::mapped)
    .more_outputs(),
    row(
        "structfun",
        Arity::at_least(2),
        SPECIAL,
        Effects::CALLS,
        map::structfun,
        "Calls a function for each field of a struct.",
    )
    .more_outputs(),
    row(
        "feval",
        Arity::at_least(1),
        ANY,
        Effects::CALLS,
        handles::feval,
        "Calls a function by its name or its handle.",
    )
    .strings(Strings::Own)
    .operation(Operation::Apply),
    row(
        "func2str",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Char))],
        Effects::PURE,
        handles::func2str,
        "The name of a function handle, or the text of an anonymous function.",
    )
    .vetted(),
    row(
        "str2func",
        Arity::between(1, 2),
        HANDLE,
        Effects::READS_CALL,
        handles::str2func,
        "The handle of a function of that name, or of the anonymous function written so.",
    )
    .folding(crate::folding::no_text_first)
    .vetted(),
    row(
        "functions",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Struct))],
        Effects::READS_CALL,
        handles::functions,
        "What is known of a function handle, as a struct.",
    ),
    row(
        "deal",
        Arity::at_least(1),
        SPECIAL,
        Effects::PURE,
        handles::deal,
        "Its arguments one by one, or the only one for all outputs.",
    )
    .strings(Strings::Own)
    .own_outputs(together::deal)
    .more_outputs(),
    row(
        "bsxfun",
        Arity::exactly(3),
        &[Output::new(ShapeRule::Special, ClassRule::Unknown)],
        Effects::CALLS,
        broadcast::bsxfun,
        "Calls a function of two arguments whose dimensions of extent one are repeated.",
    )
    .strings(Strings::Own)
    .own_shape(special::functional::bsxfun)
    .own_classes(special::classes::bsxfun),
    row(
        "onCleanup",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Cleanup))],
        Effects::CALLS,
        handles::on_cleanup,
        "Calls a function when the last copy of the result is cleared.",
    ),
];
