//! Reading numbers from text: `sscanf`, `str2double`, `str2num`.

mod evaluate;
mod number;

use formwork_runtime::Class;

use crate::kit::scanning;
use crate::row::{Arity, Effects, Output, Row, pure};
use crate::rules::Realness;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

const ANYTHING: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);

const SCANNED: Output = Output::new(ShapeRule::Special, ClassRule::Special);

pub(crate) const ROWS: &[Row] = &[
    pure(
        "sscanf",
        Arity::between(2, 3),
        &[SCANNED, Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)],
        scanning::sscanf,
        "Reads numbers and words from a text as a template says.",
    )
    .own_shape(special::text::scanned)
    .own_classes(special::classes::scanned)
    .real(Realness::Open),
    pure(
        "str2double",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Double))],
        number::str2double,
        "The number that a text is, NaN if it is none.",
    )
    .own_shape(special::text::str2double)
    .real(Realness::Open)
    .vetted(),
    crate::row::row(
        "str2num",
        Arity::exactly(1),
        &[ANYTHING, Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))],
        Effects::READS_CALL.and(Effects::CALLS),
        evaluate::str2num,
        "The value of a text evaluated as the rows of a matrix.",
    )
    .real(Realness::Open)
    .vetted(),
];
