//! Reading lines of open files, and writing to them by their numbers.

use formwork_runtime::{Result, Value};

use super::{Stream, number_of, stream};
use crate::context::{Context, Stream as Standard};

/// The next line; `None` at the end. Where `returns_end`, a carriage return ends it, too, with a line
/// feed behind it or without. What is behind it is looked at, so that the end is known when
/// the last line was read, but not on the standard input, where somebody would have to type it.
pub(crate) fn line(
    stream: &mut Stream,
    with_end: bool,
    most: usize,
    returns_end: bool,
) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut any = false;
    while line.len() < most {
        let Some(byte) = stream.next() else { break };
        any = true;
        let returns = returns_end && byte == b'\r';
        if byte != b'\n' && !returns {
            line.push(byte);
            continue;
        }
        if with_end {
            line.push(byte);
        }
        if returns && stream.peek() == Some(b'\n') {
            stream.next();
            if with_end {
                line.push(b'\n');
            }
        }
        break;
    }
    if any && stream.name != "stdin" {
        stream.peek();
    }
    any.then_some(line)
}

/// A line of the standard input without its end.
pub(crate) fn line_of_input(cx: &mut dyn Context, name: &str) -> Result<Option<Vec<u8>>> {
    let input = stream(cx, name, &Value::from(0.0))?;
    Ok(line(input, false, usize::MAX, false))
}

/// Writes to a stream by its number; tells whether that worked.
pub(crate) fn write_to(
    cx: &mut dyn Context,
    name: &str,
    file: &Value,
    bytes: &[u8],
) -> Result<bool> {
    match number_of(cx, name, file)? {
        // The standard input takes whatever is written to it.
        0 => return Ok(true),
        1 => return cx.write(Standard::Output, bytes).map(|()| true),
        2 => return cx.write(Standard::Error, bytes).map(|()| true),
        _ => {}
    }
    let stream = stream(cx, name, file)?;
    if !stream.can_write() {
        stream.error = format!("{name}: stream not open for writing");
        return Ok(false);
    }
    Ok(stream.write(bytes))
}
