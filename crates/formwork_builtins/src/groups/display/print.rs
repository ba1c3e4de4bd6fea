//! `disp`, `printf` and their kin: writing to the standard streams.

use std::borrow::Cow;

use formwork_runtime::{Array, Dims, Error, Quote, Result, Value, format};

use crate::context::{Args, Context, Stream, Values, none, one};
use crate::open_files::{number_of, write_to};

pub(super) fn disp(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let text = format::disp(&args[0], &cx.session().format);
    if nargout == 0 {
        cx.write(Stream::Output, &text)?;
        return none();
    }
    one(text_row(text, Quote::Double))
}

pub(super) fn display(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    // A variable is shown with its name.
    let name = cx.argument_texts().into_iter().next().filter(|text| is_name(text));
    let text = match name {
        Some(name) => format::display(&name, &args[0], &cx.session().format),
        None => format::disp(&args[0], &cx.session().format),
    };
    cx.write(Stream::Output, &text)?;
    none()
}

/// Whether a text is the name of a variable.
fn is_name(text: &str) -> bool {
    let mut letters = text.bytes();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

pub(super) fn printf(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let text = formatted(cx, "printf", &args[0], &args[1..])?;
    cx.write(Stream::Output, &text)?;
    count(text.len(), nargout)
}

pub(super) fn fprintf(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args[0].is_char() {
        let text = formatted(cx, "fprintf", &args[0], &args[1..])?;
        cx.write(Stream::Output, &text)?;
        return count(text.len(), nargout);
    }
    if args.len() == 1 {
        return Err(Error::invalid_call("fprintf"));
    }
    number_of(cx, "fprintf", &args[0])?;
    let text = formatted(cx, "fprintf", &args[1], &args[2..])?;
    let written = write_to(cx, "fprintf", &args[0], &text)?;
    count(if written { text.len() } else { 0 }, nargout)
}

pub(super) fn sprintf(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let text = formatted(cx, "sprintf", &args[0], &args[1..])?;
    let quote = match args[0] {
        Value::Char(_, quote) => quote,
        _ => Quote::Single,
    };
    let length = Value::count(text.len());
    Ok(smallvec::smallvec![text_row(text, quote), Value::text(""), length])
}

pub(super) fn puts(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if let Value::Char(text, _) = &args[0] {
        cx.write(Stream::Output, text.as_slice())?;
    }
    one(0.0)
}

fn count(bytes: usize, nargout: usize) -> Result<Values> {
    if nargout == 0 { none() } else { one(bytes) }
}

/// A row of text; empty text is 1x0.
pub(super) fn text_row(text: Vec<u8>, quote: Quote) -> Value {
    Value::Char(Array::new(Dims::matrix(1, text.len()), text), quote)
}

/// What a template makes of its arguments. Warns of what is wrong with the template.
pub(super) fn formatted(
    cx: &mut dyn Context,
    name: &str,
    template: &Value,
    arguments: &[Value],
) -> Result<Vec<u8>> {
    let mut template = Cow::Borrowed(template);
    if let Value::Char(array, quote) = &*template
        && (array.dims().rows() > 1
            || (*quote == Quote::Single && array.as_slice().contains(&b'\\')))
    {
        let rows = array.dims().rows();
        let mut text: Vec<u8> = array.as_slice().iter().copied().step_by(rows.max(1)).collect();
        if rows > 1 {
            cx.warn(
                "",
                "multi-row character matrix converted to a string, only the first row is used",
            )?;
        }
        if *quote == Quote::Single {
            let (read, complaints) = format::escapes(&text);
            for complaint in complaints {
                cx.warn("", &complaint)?;
            }
            text = read;
        }
        template = Cow::Owned(text_row(text, Quote::Double));
    }
    let mut out = Vec::new();
    let outcome = format::sprintf_into(name, &template, arguments, &mut out);
    if outcome.is_err() && name != "sprintf" {
        // What stands before the mistake has been printed by then.
        cx.write(Stream::Output, &out)?;
    }
    outcome.map(|()| out)
}
