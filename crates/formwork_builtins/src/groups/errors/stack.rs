//! Errors and the calls they arose in, as the values programs see.

use formwork_runtime::{Dims, Frame, StructArray, Value};

use crate::session::RaisedError;

/// The frames of a stack as the struct array programs see.
pub(super) fn stack_value(stack: &[Frame]) -> Value {
    let dims = Dims::matrix(stack.len(), 1);
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
pub(super) fn stack_of(value: &Value) -> Vec<Frame> {
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
