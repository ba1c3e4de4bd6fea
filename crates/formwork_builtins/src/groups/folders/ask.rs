//! Asking on the standard input.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Stream, Values, VariableScope, none, one};
use crate::open_files::line_of_input;

pub(super) fn input(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Some(prompt) = args[0].as_bytes().map(<[u8]>::to_vec) else {
        return Err(Error::plain("input: unrecognized argument"));
    };
    let as_text = match args.get(1).map(Value::as_bytes) {
        None => false,
        Some(Some(b"s")) => true,
        Some(_) => return Err(Error::plain("input: unrecognized second argument")),
    };
    loop {
        cx.write(Stream::Output, &prompt)?;
        if cx.outside().is_none() {
            return Err(Error::plain("input: reading user-input failed!"));
        }
        let Some(line) = line_of_input(cx, "input")? else {
            return Err(Error::plain("input: reading user-input failed!"));
        };
        if as_text {
            return one(Value::text(line));
        }
        let line = line.trim_ascii().to_vec();
        if line.is_empty() {
            return one(Value::empty());
        }
        let values = cx.evaluate_text(&line, VariableScope::Here, nargout.max(1))?;
        if !values.is_empty() {
            return Ok(values);
        }
        // A statement without a value is no answer.
    }
}

pub(super) fn keyboard(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let prompt = match args.first() {
        None => b"keyboard> ".to_vec(),
        Some(value) => match value.as_bytes() {
            Some(text) => text.to_vec(),
            None => return Err(Error::plain("keyboard: argument must be a string")),
        },
    };
    if cx.outside().is_none() {
        return Err(Error::plain("keyboard: there is nobody to look around"));
    }
    loop {
        cx.write(Stream::Output, &prompt)?;
        let Some(line) = line_of_input(cx, "keyboard")? else { return none() };
        match line.trim_ascii() {
            b"" => {}
            b"dbcont" | b"return" | b"dbquit" => return none(),
            statement => {
                let statement = statement.to_vec();
                cx.evaluate_text(&statement, VariableScope::Here, 0)?;
            }
        }
    }
}

pub(super) fn yes_or_no(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let prompt = match args.first() {
        None => Vec::new(),
        Some(value) => match value.as_bytes() {
            Some(text) => text.to_vec(),
            None => return Err(Error::plain("yes_or_no: PROMPT must be a string")),
        },
    };
    loop {
        cx.write(Stream::Output, &prompt)?;
        cx.write(Stream::Output, b"(yes or no) ")?;
        // Octave asks for ever when nobody answers.
        let Some(line) = line_of_input(cx, "yes_or_no")? else {
            return Err(Error::plain("yes_or_no: reading user-input failed!"));
        };
        match &line[..] {
            b"yes" => return one(true),
            b"no" => return one(false),
            _ => cx.write(Stream::Error, b"Please answer yes or no.\n")?,
        }
    }
}

pub(super) fn kbhit(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let _ = args;
    let input = crate::open_files::stream(cx, "kbhit", &Value::from(0.0))?;
    one(match input.next() {
        Some(byte) => Value::text([byte]),
        None => Value::text(""),
    })
}
