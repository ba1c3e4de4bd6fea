//! Places in files, their ends, and what went wrong.

use std::io::SeekFrom;

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, none, one};
use crate::open_files::{number_of, stream};

pub(super) fn fseek(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let offset = match args[1].to_f64() {
        Some(offset) if args[1].is_scalar() => offset as i64,
        _ => return Err(Error::plain("fseek: invalid value for offset")),
    };
    let wrong = || Error::plain("fseek: invalid value for origin");
    let origin = match args.get(2) {
        None => 0,
        Some(value) if value.is_char() => match value.as_bytes() {
            Some(b"bof") => 0,
            Some(b"cof") => 1,
            Some(b"eof") => 2,
            _ => return Err(wrong()),
        },
        Some(value) => match value.to_f64() {
            Some(-1.0) => 0,
            Some(0.0) => 1,
            Some(1.0) => 2,
            _ => return Err(wrong()),
        },
    };
    let stream = stream(cx, "fseek", &args[0])?;
    let to = match origin {
        0 => match u64::try_from(offset) {
            Ok(offset) => SeekFrom::Start(offset),
            Err(_) => return one(-1.0),
        },
        1 => SeekFrom::Current(offset),
        _ => SeekFrom::End(offset),
    };
    one(if stream.seek(to) { 0.0 } else { -1.0 })
}

pub(super) fn ftell(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let stream = stream(cx, "ftell", &args[0])?;
    one(stream.tell().map_or(-1.0, |place| place as f64))
}

pub(super) fn frewind(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let stream = stream(cx, "frewind", &args[0])?;
    let moved = stream.seek(SeekFrom::Start(0));
    if nargout == 0 { none() } else { one(if moved { 0.0 } else { -1.0 }) }
}

pub(super) fn feof(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(stream(cx, "feof", &args[0])?.at_end)
}

pub(super) fn ferror(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let clear = args.get(1).and_then(Value::as_text).is_some_and(|text| text == "clear");
    let stream = stream(cx, "ferror", &args[0])?;
    let message = stream.error.clone();
    if clear {
        stream.error.clear();
    }
    let number = if message.is_empty() { 0.0 } else { -1.0 };
    Ok([Value::text(message), Value::from(number)].into_iter().collect())
}

pub(super) fn fclear(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if number_of(cx, "fclear", &args[0])? > 2 {
        let stream = stream(cx, "fclear", &args[0])?;
        stream.error.clear();
        stream.at_end = false;
    }
    none()
}
