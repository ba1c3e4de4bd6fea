//! The texts that are searched, and the patterns, as arguments.

use formwork_runtime::ops::type_name;
use formwork_runtime::{Quote, Result, Value};

use crate::context::Context;
use crate::kit::text::{all_bytes, to_chars};

/// The elements of a cell array, or the value alone.
pub(super) fn text_list(value: &Value) -> Vec<Value> {
    match value {
        Value::Cell(cell) => cell.as_slice().to_vec(),
        other => vec![other.clone()],
    }
}

/// A value as one text, converted with a warning if it is none, and how it was quoted.
pub(super) fn implicit_text(cx: &mut dyn Context, value: &Value) -> Result<(Vec<u8>, Quote)> {
    let (chars, quote) = match value {
        Value::Char(_, quote) => (value.clone(), *quote),
        other => {
            let chars = to_chars(cx, other.clone())?;
            cx.warn(
                "Octave:num-to-str",
                &format!("implicit conversion from {} to sq_string", type_name(other)),
            )?;
            (chars, Quote::Single)
        }
    };
    if chars.dims().rows() > 1 {
        cx.warn(
            "",
            "multi-row character matrix converted to a string, only the first row is used",
        )?;
        let first = chars.char_rows().unwrap_or_default().into_iter().next();
        return Ok((first.unwrap_or_default(), quote));
    }
    Ok((all_bytes(&chars).unwrap_or_default().to_vec(), quote))
}
