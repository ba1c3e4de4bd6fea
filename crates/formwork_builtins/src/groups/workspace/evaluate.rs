//! Running text.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, VariableScope, none, one};
use crate::session::RaisedError;

fn text(what: &str, value: &Value) -> Result<Vec<u8>> {
    match value.as_bytes() {
        Some(bytes) => Ok(bytes.to_vec()),
        None => Err(Error::plain(format!("{what} must be a string"))),
    }
}

/// Runs a text, and another one if it fails.
fn run(
    cx: &mut dyn Context,
    code: &[u8],
    otherwise: Option<&[u8]>,
    place: VariableScope,
    nargout: usize,
) -> Result<Values> {
    match (cx.evaluate_text(code, place, nargout), otherwise) {
        (Err(error), Some(otherwise)) if error.is_caught() => {
            cx.session().last_error = RaisedError {
                message: error.message,
                identifier: error.identifier.into_owned(),
                stack: error.stack,
            };
            cx.evaluate_text(otherwise, place, nargout)
        }
        (outcome, _) => outcome,
    }
}

pub(super) fn eval(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let code = text("eval: TRY", &args[0])?;
    let otherwise = args.get(1).map(|value| text("eval: CATCH", value)).transpose()?;
    run(cx, &code, otherwise.as_deref(), VariableScope::Here, nargout)
}

fn place(name: &str, value: &Value) -> Result<VariableScope> {
    match value.as_bytes() {
        Some(b"caller") => Ok(VariableScope::Caller),
        Some(b"base") => Ok(VariableScope::Base),
        Some(_) => Err(Error::plain(format!("{name}: CONTEXT must be \"caller\" or \"base\""))),
        None => Err(Error::plain(format!("{name}: CONTEXT must be a string"))),
    }
}

pub(super) fn evalin(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let place = place("evalin", &args[0])?;
    let code = text("evalin: TRY", &args[1])?;
    let otherwise = args.get(2).map(|value| text("evalin: CATCH", value)).transpose()?;
    run(cx, &code, otherwise.as_deref(), place, nargout)
}

pub(super) fn evalc(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let code = text("eval: TRY", &args[0])?;
    let otherwise = args.get(1).map(|value| text("eval: CATCH", value)).transpose()?;
    let printed = cx.capture_output(&mut |cx| {
        run(cx, &code, otherwise.as_deref(), VariableScope::Here, 0).map(|_| ())
    })?;
    one(Value::text(printed))
}

pub(super) fn assignin(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let place = place("assignin", &args[0])?;
    let value = args.pop().unwrap_or_default();
    let Some(name) = args[1].as_text() else {
        return Err(Error::plain("assignin: VARNAME must be a string"));
    };
    let mut bytes = name.bytes();
    let is_name = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name {
        return Err(Error::plain(format!("assignin: invalid variable name '{name}'")));
    }
    if KEYWORDS.contains(&&*name) {
        return Err(Error::plain(format!("assignin: invalid assignment to keyword '{name}'")));
    }
    cx.workspace(place).set(&name, value)?;
    none()
}

/// What cannot be a variable.
const KEYWORDS: [&str; 36] = [
    "__FILE__",
    "__LINE__",
    "break",
    "case",
    "catch",
    "continue",
    "do",
    "else",
    "elseif",
    "end",
    "end_try_catch",
    "end_unwind_protect",
    "endfor",
    "endfunction",
    "endif",
    "endparfor",
    "endswitch",
    "endwhile",
    "endclassdef",
    "endenumeration",
    "endevents",
    "endmethods",
    "endproperties",
    "for",
    "function",
    "global",
    "if",
    "otherwise",
    "parfor",
    "persistent",
    "return",
    "switch",
    "try",
    "until",
    "unwind_protect",
    "while",
];

pub(super) fn builtin(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let name = args.remove(0);
    let Some(name) = name.as_text() else {
        return Err(Error::plain("builtin: function name (F) must be a string"));
    };
    if !cx.has_builtin(&name) {
        return Err(Error::plain(format!("builtin: lookup for symbol '{name}' failed")));
    }
    cx.call_builtin(&name, args, nargout)
}
