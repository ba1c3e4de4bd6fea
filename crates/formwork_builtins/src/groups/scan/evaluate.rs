//! `str2num`: numbers by evaluating text.

use formwork_runtime::{Error, ErrorKind, Result, Value};

use crate::context::{Args, Context, Place, Values};

pub(super) fn str2num(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let rows = args[0]
        .char_rows()
        .ok_or_else(|| Error::plain("str2num: S must be a string or string array"))?;
    let mut text = b"[".to_vec();
    for row in rows {
        text.extend_from_slice(&row);
        text.push(b';');
    }
    text.push(b']');
    let (value, good) = match cx.evaluate_text(&text, Place::Here, 1) {
        Ok(values) => match values.into_iter().next() {
            Some(value) if !value.is_char() => (value, true),
            _ => (Value::empty(), false),
        },
        Err(error) if error.kind == ErrorKind::Catchable => (Value::empty(), false),
        Err(error) => return Err(error),
    };
    Ok(smallvec::smallvec![value, Value::bool(good)])
}
