//! `str2num`: numbers by evaluating text.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, VariableScope};

/// Takes away the variables whose names occur in a text, which is evaluated as if inside a
/// function of its own.
fn hide_variables(cx: &mut dyn Context, text: &[u8]) -> Vec<(String, Value)> {
    let workspace = cx.workspace(VariableScope::Here);
    let mut hidden = Vec::new();
    for name in workspace.names() {
        let occurs = memchr::memmem::find(text, name.as_bytes()).is_some();
        if occurs
            && !workspace.is_global(&name)
            && let Some(value) = workspace.get(&name)
        {
            workspace.clear(&name);
            hidden.push((name, value));
        }
    }
    hidden
}

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
    let hidden = hide_variables(cx, &text);
    let outcome = cx.evaluate_text(&text, VariableScope::Here, 1);
    for (name, value) in hidden {
        cx.workspace(VariableScope::Here).set(&name, value)?;
    }
    let (value, good) = match outcome {
        Ok(values) => match values.into_iter().next() {
            Some(value) if !value.is_char() => (value, true),
            _ => (Value::empty(), false),
        },
        Err(error) if error.is_caught() => (Value::empty(), false),
        Err(error) => return Err(error),
    };
    Ok(smallvec::smallvec![value, Value::bool(good)])
}
