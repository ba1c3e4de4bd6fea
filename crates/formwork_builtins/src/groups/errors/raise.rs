//! Raising errors.

use std::rc::Rc;

use formwork_runtime::{Error, Exception, Result, StructArray, Value};

use super::stack::stack_of;
use crate::context::{Args, Context, Values, none, one};
use crate::kit::message::message_of;

pub(super) fn error(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match &args[..] {
        [Value::Exception(exception)] => return Err(Box::new(Error::from(&**exception))),
        [Value::Struct(fields)] => return raise_fields(fields, false),
        _ => {}
    }
    let (identifier, message) = message_of("error", &args)?;
    raise(identifier, &message)
}

/// Raises an error unless its message is empty. A newline at the end asks for no
/// trace of calls, and is no part of the message.
fn raise(identifier: String, message: &str) -> Result<Values> {
    if message.is_empty() {
        return none();
    }
    let message = message.strip_suffix('\n').unwrap_or(message);
    Err(Box::new(Error::new(identifier, message)))
}

fn raise_fields(fields: &StructArray, verbatim: bool) -> Result<Values> {
    let text = |name: &str| {
        let field = fields.scalar_field(name).and_then(Value::as_text);
        field.unwrap_or_default().into_owned()
    };
    let message = text("message");
    if message.is_empty() && !verbatim {
        return none();
    }
    let mut error = Error::new(text("identifier"), message);
    if let Some(stack) = fields.scalar_field("stack") {
        error.stack = stack_of(stack);
    }
    Err(Box::new(error))
}

pub(super) fn rethrow(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match &args[0] {
        Value::Exception(exception) => Err(Box::new(Error::from(&**exception))),
        Value::Struct(fields) => {
            if fields.field("message").is_none() || fields.field("identifier").is_none() {
                return Err(Error::plain(
                    "rethrow: ERR struct must contain the fields 'message' and 'identifier'",
                ));
            }
            raise_fields(fields, true)
        }
        other => Err(Error::plain(format!(
            "rethrow: ERR must be a struct, not of class '{}'",
            other.class()
        ))),
    }
}

pub(super) fn throw(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    match &args[0] {
        Value::Exception(_) | Value::Struct(_) => rethrow(cx, args, nargout),
        _ => Err(Error::undefined("throw")),
    }
}

pub(super) fn exception(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(identifier) = args[0].as_text() else {
        return Err(Error::plain("MException: ID must be a string"));
    };
    let message = formwork_runtime::format::sprintf("MException", &args[1], &args[2..])?;
    one(Value::Exception(Rc::new(Exception {
        identifier: identifier.into_owned(),
        message: String::from_utf8_lossy(&message).into_owned(),
        stack: Vec::new(),
    })))
}

pub(super) fn report(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let message = match &args[0] {
        Value::Exception(exception) => exception.message.clone(),
        Value::Struct(fields) => {
            fields.scalar_field("message").and_then(Value::as_text).unwrap_or_default().into_owned()
        }
        _ => return Err(Error::undefined("getReport")),
    };
    one(format!("error: {message}"))
}
