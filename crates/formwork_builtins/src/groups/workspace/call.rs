//! The running call.

use formwork_runtime::{Array, Error, Result, Value};

use super::compiled::is_compiled;
use crate::context::{Args, Context, Found, Values, VariableScope, none, one};

/// How many arguments or outputs a function has.
fn declared(cx: &mut dyn Context, name: &str, noun: &str, value: &Value) -> Result<(i64, i64)> {
    let unavailable = || {
        Error::plain(format!(
            "{name}: number of {noun} arguments unavailable for built-in function objects"
        ))
    };
    let function = match value {
        Value::Function(handle) => handle.text(),
        other => match other.as_text() {
            Some(text) => {
                if cx.lookup(&text) == Found::Nothing {
                    return Err(Error::plain(format!("{name}: invalid function name: {text}")));
                }
                text.into_owned()
            }
            None => {
                return Err(Error::plain(format!(
                    "{name}: FCN must be a string or function handle"
                )));
            }
        },
    };
    if cx.lookup(&function) == Found::Builtin && is_compiled(&function) {
        return Err(unavailable());
    }
    cx.arity(value)
}

pub(super) fn nargin(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.first() {
        Some(function) => one(declared(cx, "nargin", "input", function)?.0 as f64),
        None => one(cx.workspace(VariableScope::Here).nargin().unwrap_or(0)),
    }
}

pub(super) fn nargout(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.first() {
        Some(function) => one(declared(cx, "nargout", "output", function)?.1 as f64),
        None => one(cx.workspace(VariableScope::Here).nargout().unwrap_or(0)),
    }
}

pub(super) fn isargout(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let workspace = cx.workspace(VariableScope::Here);
    if workspace.nargout().is_none() {
        return Err(Error::plain("isargout: invalid call at top level"));
    }
    let wrong = || Error::plain("isargout: K must be a positive integer");
    let places = args[0].to_f64_array().ok_or_else(wrong)?;
    if places.as_slice().iter().any(|&place| place < 1.0 || place.fract() != 0.0) {
        return Err(wrong());
    }
    let wanted = places.map(|&place| workspace.is_output_wanted(place as usize - 1));
    one(Value::Bool(wanted))
}

pub(super) fn inputname(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let wrong = || Error::plain("inputname: N must be a scalar index");
    let place = match args[0].to_f64() {
        Some(number) if args[0].is_scalar() => number,
        _ => return Err(wrong()),
    };
    if place < 1.0 || place.fract() != 0.0 {
        return Err(wrong());
    }
    let only_names = args.get(1).and_then(Value::to_f64).is_none_or(|flag| flag != 0.0);
    let workspace = cx.workspace(VariableScope::Here);
    if workspace.nargin().is_none() {
        return Err(Error::plain("inputname: must be used from within a function"));
    }
    let index = place as usize - 1;
    let text =
        if only_names { workspace.input_name(index) } else { workspace.argument_text(index) };
    one(Value::Char(
        text.map_or_else(Array::empty, |text| Array::row(text.into_bytes())),
        formwork_runtime::Quote::Single,
    ))
}

pub(super) fn mfilename(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let option = match args.first().map(Value::as_text) {
        None => None,
        Some(Some(text)) => Some(text),
        Some(None) => {
            return Err(Error::plain("mfilename: OPTION argument must be a string"));
        }
    };
    let file = cx.call_stack().into_iter().next().unwrap_or_default().file;
    let without_extension = file.strip_suffix(".m").unwrap_or(&file);
    one(match option.as_deref() {
        Some("fullpathext") => Value::text(&file),
        Some("fullpath") => Value::text(without_extension),
        _ => Value::text(without_extension.rsplit('/').next().unwrap_or_default()),
    })
}

/// The function a call of `mlock` and its like is about.
fn subject(cx: &mut dyn Context, name: &str, args: &[Value]) -> Result<String> {
    match args.first() {
        Some(value) => match value.as_text() {
            Some(text) => Ok(text.into_owned()),
            None => Err(Error::plain(format!("{name}: FCN argument must be a string"))),
        },
        None => {
            let function = cx.workspace(VariableScope::Here).function_name();
            if function.is_empty() {
                return Err(Error::plain(format!("{name}: invalid use outside a function")));
            }
            Ok(function)
        }
    }
}

pub(super) fn mlock(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let function = subject(cx, "mlock", &args)?;
    cx.session().locked.insert(function);
    none()
}

pub(super) fn munlock(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let function = subject(cx, "munlock", &args)?;
    cx.session().locked.remove(&function);
    none()
}

pub(super) fn mislocked(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let function = subject(cx, "mislocked", &args)?;
    one(cx.session().locked.contains(&function))
}
