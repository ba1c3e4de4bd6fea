//! What was raised last, and where the program is.

use formwork_runtime::{Error, Result, Value};
use smallvec::smallvec;

use super::stack::{error_value, stack_of, stack_value};
use crate::context::{Args, Context, Stream, Values, none};
use crate::session::{RaisedError, RaisedWarning};

/// The message and the identifier to set, if any.
fn texts_to_set(name: &str, args: &[Value]) -> Result<Option<(String, String)>> {
    let text = |value: &Value| match value.as_text() {
        Some(text) => Ok(text.into_owned()),
        None => Err(Error::plain(format!("{name}: all arguments must be strings"))),
    };
    match args {
        [message, identifier] => Ok(Some((text(message)?, text(identifier)?))),
        [message] => Ok(Some((text(message)?, String::new()))),
        _ => Ok(None),
    }
}

/// The texts that were there, unless they are set and nobody asked for them.
fn told(message: &str, identifier: &str, is_set: bool, nargout: usize) -> Result<Values> {
    if is_set && nargout == 0 {
        return none();
    }
    Ok(smallvec![Value::text(message), Value::text(identifier)])
}

pub(super) fn lasterr(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let new = texts_to_set("lasterr", &args)?;
    let last = &mut cx.session().last_error;
    let result = told(&last.message, &last.identifier, new.is_some(), nargout);
    if let Some((message, identifier)) = new {
        *last = RaisedError { message, identifier, stack: Vec::new() };
    }
    result
}

pub(super) fn lastwarn(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let new = texts_to_set("lastwarn", &args)?;
    let last = &mut cx.session().last_warning;
    let result = told(&last.message, &last.identifier, new.is_some(), nargout);
    if let Some((message, identifier)) = new {
        *last = RaisedWarning { message, identifier };
    }
    result
}

pub(super) fn lasterror(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let last = &mut cx.session().last_error;
    let result = error_value(last);
    match args.first() {
        None => {}
        Some(Value::Struct(fields)) => {
            let text = |name: &str| {
                let field = fields.scalar_field(name).and_then(Value::as_text);
                field.unwrap_or_default().into_owned()
            };
            *last = RaisedError {
                message: text("message"),
                identifier: text("identifier"),
                stack: fields.scalar_field("stack").map(stack_of).unwrap_or_default(),
            };
        }
        Some(value) => match value.as_text() {
            Some(text) if text == "reset" => *last = RaisedError::default(),
            Some(_) => return Err(Error::plain("lasterror: unrecognized string argument")),
            None => {
                return Err(Error::plain("lasterror: argument must be a structure or a string"));
            }
        },
    }
    Ok(smallvec![result])
}

pub(super) fn dbstack(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let skip = args.iter().find_map(|value| match value.as_text() {
        Some(text) => text.parse().ok(),
        None => value.to_f64(),
    });
    let stack = cx.call_stack();
    let shown = stack.get(skip.unwrap_or(0.0) as usize..).unwrap_or_default();
    if nargout > 0 {
        // Here names stand alone, without the function that they belong to.
        let mut shown = shown.to_vec();
        for frame in &mut shown {
            if let Some((_, name)) = frame
                .name
                .rsplit_once('>')
                .filter(|(owner, _)| !owner.is_empty() && *owner != "@<anonymous")
            {
                frame.name = name.to_owned();
            }
        }
        return Ok(smallvec![stack_value(&shown), Value::double(1.0)]);
    }
    if !shown.is_empty() {
        let width = shown.iter().map(|frame| frame.name.len()).max().unwrap_or(0);
        let mut text = String::from("stopped in:\n\n");
        for (index, frame) in shown.iter().enumerate() {
            let mark = if index == 0 { "-->" } else { "   " };
            text.push_str(&format!("  {mark} {:>width$} at line {}", frame.name, frame.line));
            text.push_str(&format!(" [{}]\n", frame.file));
        }
        cx.write(Stream::Output, text.as_bytes())?;
    }
    none()
}
