//! Handles: making, reading and calling them.

use std::rc::Rc;

use formwork_runtime::{CellArray, Cleanup, Error, FunctionHandle, Result, StructArray, Value};

use super::options::is_name;
use crate::context::{Args, Context, Found, Values, VariableScope, one};

pub(super) fn feval(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let function = args.remove(0);
    if let Value::Function(_) = function {
        return cx.call(&function, args, nargout);
    }
    let Some(name) = function.as_text() else {
        return Err(Error::plain(
            "feval: first argument must be a string, inline function, or a function handle",
        ));
    };
    let of_object = args.iter().any(|arg| matches!(arg, Value::Object(_)));
    if !is_name(&name) || (!of_object && cx.lookup(&name) == Found::Nothing) {
        return Err(Error::plain(format!("feval: function '{name}' not found")));
    }
    cx.call_named(&name, args, nargout)
}

pub(super) fn func2str(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match &args[0] {
        Value::Function(handle) => one(handle.text()),
        _ => Err(Error::plain("func2str: FCN_HANDLE argument must be a function handle object")),
    }
}

pub(super) fn str2func(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(text) = args[0].as_text() else {
        return Err(Error::plain("str2func: FCN_NAME must be a string"));
    };
    if args.len() > 1 {
        cx.warn("", "str2func: second argument ignored")?;
    }
    let text = text.trim();
    match text.strip_prefix('@') {
        _ if text.is_empty() => Err(Error::plain("str2func: invalid function name")),
        Some(rest) if rest.trim_start().starts_with('(') => {
            cx.evaluate_text(text.as_bytes(), VariableScope::Here, 1)
        }
        Some(name) => one(cx.handle(name.trim())),
        None => one(cx.handle(text)),
    }
}

pub(super) fn functions(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Function(handle) = &args[0] else {
        return Err(Error::plain(
            "functions: FCN_HANDLE argument must be a function handle object",
        ));
    };
    let text = Value::text(handle.text());
    one(match &**handle {
        FunctionHandle::Anonymous(code) => {
            let mut captured = StructArray::scalar();
            for (name, value) in code.captured() {
                captured.set_scalar_field(&name, value);
            }
            Value::structure([
                ("function", text),
                ("type", Value::text("anonymous")),
                ("file", Value::text("")),
                ("workspace", CellArray::row(vec![captured.into()]).into()),
                ("within_file_path", Value::text("")),
            ])
        }
        FunctionHandle::Named(name) => {
            let file = match cx.lookup(name) {
                Found::File(file) => file,
                _ => String::new(),
            };
            Value::structure([
                ("function", text),
                ("type", Value::text("simple")),
                ("file", Value::text(file)),
            ])
        }
        FunctionHandle::Bound(_) => Value::structure([
            ("function", text),
            ("type", Value::text("simple")),
            ("file", Value::text("")),
        ]),
    })
}

pub(super) fn deal(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let wanted = nargout.max(1);
    if args.len() == 1 {
        return Ok(std::iter::repeat_n(args[0].clone(), wanted).collect());
    }
    if args.len() == wanted {
        return Ok(args.into_iter().collect());
    }
    Err(Error::plain("deal: nargin > 1 and nargin != nargout"))
}

pub(super) fn on_cleanup(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match &args[0] {
        Value::Function(_) => {
            let session = cx.session();
            session.made_cleanups = true;
            let due = Rc::clone(&session.due_cleanups);
            one(Value::Cleanup(Rc::new(Cleanup::new(args[0].clone(), due))))
        }
        _ => Err(Error::plain("onCleanup: argument must be a function handle")),
    }
}
