//! What names mean.

use formwork_runtime::{Error, Result, Value};

use super::compiled::is_compiled;
use crate::context::{Args, Context, Found, PathKind, Values, VariableScope, one};

const VARIABLE: f64 = 1.0;
const FILE: f64 = 2.0;
const BUILTIN: f64 = 5.0;
const FOLDER: f64 = 7.0;
const COMMAND_LINE: f64 = 103.0;

pub(super) fn exist(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    // Nothing is called nothing, whatever its class; a map is not nothing.
    let is_nothing = |value: &Value| value.is_empty() && !matches!(value, Value::Map(_));
    if args.last().is_some_and(is_nothing) || is_nothing(&args[0]) {
        return one(0.0);
    }
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("exist: NAME must be a string"));
    };
    let kind = match args.get(1) {
        None => "any".into(),
        Some(value) => match value.as_text() {
            Some(kind) => kind,
            None => return Err(Error::plain("exist: TYPE must be a string")),
        },
    };
    if !matches!(&*kind, "any" | "var" | "builtin" | "dir" | "file") {
        return Err(Error::plain(format!("exist: unrecognized type argument \"{kind}\"")));
    }
    let is_variable = cx.workspace(VariableScope::Here).get(&name).is_some();
    if is_variable && matches!(&*kind, "any" | "var") {
        return one(VARIABLE);
    }
    if kind == "var" {
        return one(0.0);
    }
    let found = match cx.lookup(&name) {
        Found::Variable if cx.has_builtin(&name) => Found::Builtin,
        found => found,
    };
    one(match (found, &*kind) {
        (Found::Local, "any") => COMMAND_LINE,
        (Found::File(_), "any" | "file") => FILE,
        (Found::Builtin, "any") => {
            if is_compiled(&name) {
                BUILTIN
            } else {
                FILE
            }
        }
        (Found::Builtin, "builtin") if is_compiled(&name) => BUILTIN,
        (Found::Builtin, "file") if !is_compiled(&name) => FILE,
        (_, "any" | "file" | "dir") => match (cx.kind_of_path(&name), &*kind) {
            (PathKind::Folder, _) => FOLDER,
            (PathKind::File, "any" | "file") => FILE,
            (_, "any" | "file") if is_on_path(cx, &name) => FILE,
            _ => 0.0,
        },
        _ => 0.0,
    })
}

/// Whether a folder of the path holds the file, or it is one of the library's functions.
fn is_on_path(cx: &mut dyn Context, name: &str) -> bool {
    if let Some(function) = name.strip_suffix(".m")
        && cx.has_builtin(function)
        && !is_compiled(function)
    {
        return true;
    }
    if name.starts_with('/') {
        return false;
    }
    cx.search_path()
        .into_iter()
        .any(|folder| cx.kind_of_path(&format!("{folder}/{name}")) == PathKind::File)
}

pub(super) fn isglobal(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("isglobal: NAME must be a string"));
    };
    let workspace = cx.workspace(VariableScope::Here);
    one(Value::bool(workspace.is_global(&name)))
}
