//! Lines of files, and writing text to them.

use formwork_runtime::{Array, Dims, Error, Quote, Result, Value, format};

use crate::context::{Args, Context, Values, none, one};
use crate::open_files::{StreamKind, line, number_of, stream, write_to};

fn get(cx: &mut dyn Context, name: &str, args: &Args, with_end: bool) -> Result<Values> {
    let most = match args.get(1) {
        None => usize::MAX,
        Some(value) => match value.to_f64() {
            Some(number) if number.is_infinite() => usize::MAX,
            Some(number) if number >= 0.0 && !value.is_char() => number as usize,
            _ => return Err(Error::plain(format!("{name}: invalid length specified"))),
        },
    };
    let stream = stream(cx, name, &args[0])?;
    if !stream.can_read() {
        stream.error = format!("{name}: stream not open for reading");
        return Ok([Value::from(-1.0), Value::from(0.0)].into_iter().collect());
    }
    Ok(match line(stream, with_end, most, true) {
        Some(line) => {
            let count = Value::count(line.len());
            [text(line), count].into_iter().collect()
        }
        None => [Value::from(-1.0), Value::from(0.0)].into_iter().collect(),
    })
}

/// A line as text: one without characters is 0x0.
fn text(bytes: Vec<u8>) -> Value {
    let dims = if bytes.is_empty() { Dims::EMPTY } else { Dims::matrix(1, bytes.len()) };
    Value::Char(Array::new(dims, bytes), Quote::Single)
}

pub(super) fn fgetl(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    get(cx, "fgetl", &args, false)
}

pub(super) fn fgets(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    get(cx, "fgets", &args, true)
}

pub(super) fn fskipl(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let most = match args.get(1).map(Value::to_f64) {
        None => 1.0,
        Some(Some(count)) if count >= 0.0 => count,
        Some(_) => return Err(Error::plain("fskipl: number of lines must be a valid number")),
    };
    let stream = stream(cx, "fskipl", &args[0])?;
    if !stream.can_read() {
        "fskipl: stream not open for reading".clone_into(&mut stream.error);
        return one(-1.0);
    }
    let mut count = 0usize;
    while (count as f64) < most {
        match stream.next() {
            Some(b'\n') => count += 1,
            Some(b'\r') => {
                if stream.peek() == Some(b'\n') {
                    stream.next();
                }
                count += 1;
            }
            Some(_) => {}
            None => break,
        }
    }
    one(count)
}

pub(super) fn fputs(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Char(text, _) = &args[1] else {
        return Err(Error::plain("fputs: argument STRING must be a string"));
    };
    let text = text.as_slice().to_vec();
    one(if write_to(cx, "fputs", &args[0], &text)? { 0.0 } else { -1.0 })
}

pub(super) fn fdisp(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let text = format::disp(&args[1], &cx.session().format);
    write_to(cx, "fdisp", &args[0], &text)?;
    none()
}

pub(super) fn fflush(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if number_of(cx, "fflush", &args[0])? <= 2 {
        return one(0.0);
    }
    let stream = stream(cx, "fflush", &args[0])?;
    let flushed = stream.kind == StreamKind::Standard || stream.flush();
    one(if flushed { 0.0 } else { -1.0 })
}
