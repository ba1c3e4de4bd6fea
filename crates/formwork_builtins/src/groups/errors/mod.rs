//! Raising and telling errors and warnings: `error`, `warning`, `lasterr`, `rethrow`.

mod last;
mod message;
mod raise;
mod warnings;

use formwork_runtime::{Class, Frame, StructArray, Value};

use crate::row::{Arity, Effects, Output, Row, Texts, row};
use crate::rules::{ClassRule, ShapeRule};
use crate::session::RaisedError;

pub(crate) use message::message_of;

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
    .texts(Texts::Formatted),
    row(
        "warning",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)],
        Effects::STATE.and(Effects::OUTPUT).and(Effects::QUIET),
        warnings::warning,
        "Issues a warning, or says which warnings are printed.",
    )
    .texts(Texts::Formatted),
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
    ),
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

/// The frames of a stack as the struct array programs see.
pub(crate) fn stack_value(stack: &[Frame]) -> Value {
    let dims = formwork_runtime::Dims::matrix(stack.len(), 1);
    let mut result = StructArray::without_fields(dims);
    let column = |f: &dyn Fn(&Frame) -> Value| stack.iter().map(f).collect::<Vec<_>>();
    result.set_field("file", column(&|frame| Value::text(&frame.file)));
    result.set_field("name", column(&|frame| Value::text(&frame.name)));
    result.set_field("line", column(&|frame| Value::double(frame.line as f64)));
    result.set_field("column", column(&|frame| Value::double(frame.column as f64)));
    result.into()
}

/// What `catch err` gives: GNU Octave makes it a struct.
#[must_use]
pub fn error_value(error: &RaisedError) -> Value {
    Value::structure([
        ("message", Value::text(&error.message)),
        ("identifier", Value::text(&error.identifier)),
        ("stack", stack_value(&error.stack)),
    ])
}

/// The frames a struct array tells; none if it has other fields.
fn stack_of(value: &Value) -> Vec<Frame> {
    let Value::Struct(structs) = value else { return Vec::new() };
    let text = |name: &str, index: usize| {
        let field = structs.field(name).and_then(|values| values.get(index));
        field.and_then(Value::as_text).unwrap_or_default().into_owned()
    };
    let number = |name: &str, index: usize| {
        let field = structs.field(name).and_then(|values| values.get(index));
        field.and_then(Value::to_f64).unwrap_or(-1.0) as i64
    };
    (0..structs.numel())
        .map(|index| Frame {
            file: text("file", index),
            name: text("name", index),
            line: number("line", index),
            column: number("column", index),
        })
        .collect()
}
