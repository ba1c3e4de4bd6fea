//! The functions that `cellfun` answers itself, without calls.

use formwork_runtime::{Array, CellArray, Class, Error, FunctionHandle, Result, Value};

use crate::context::{Context, Found};

/// What `cellfun` gives for the function names it knows; `None` if calls are needed.
///
/// # Errors
///
/// Those of `cellfun`.
pub(super) fn cellfun(cx: &mut dyn Context, args: &[Value]) -> Result<Option<Value>> {
    let Value::Cell(cell) = &args[1] else { return Ok(None) };
    let (name, by_handle) = match &args[0] {
        Value::Function(handle) => match &**handle {
            FunctionHandle::Named(name) => (name.to_string(), true),
            FunctionHandle::Bound(_) | FunctionHandle::Anonymous(_) => return Ok(None),
        },
        other => match other.as_text() {
            Some(name) => (name.into_owned(), false),
            None => return Ok(None),
        },
    };
    match name.as_str() {
        "size" if !by_handle => return size(cell, args).map(Some),
        "isclass" if !by_handle => return is_class(cell, args).map(Some),
        _ => {}
    }
    // An empty result of calls has no class of its own.
    if args.len() > 2 || (by_handle && cell.is_empty()) {
        return Ok(None);
    }
    let truth = |test: &dyn Fn(&Value) -> bool| Value::Bool(map(cell, test));
    let number = |count: &dyn Fn(&Value) -> usize| Value::Double(map(cell, |v| count(v) as f64));
    let result = match name.as_str() {
        "isempty" => truth(&Value::is_empty),
        "islogical" => truth(&|value| value.class() == Class::Logical),
        "isnumeric" => truth(&Value::is_numeric),
        "isreal" => truth(&|value| value.is_arithmetic() && !value.is_complex()),
        "ischar" if by_handle => truth(&Value::is_char),
        "iscell" if by_handle => truth(&|value| matches!(value, Value::Cell(_))),
        "isstruct" if by_handle => truth(&|value| matches!(value, Value::Struct(_))),
        "length" => number(&|value| {
            let dims = value.dims();
            let longest = dims.as_slice().iter().copied().max().unwrap_or(0);
            if dims.is_empty() { 0 } else { longest }
        }),
        "ndims" => number(&|value| value.dims().ndims()),
        "numel" => number(&Value::numel),
        "prodofsize" if !by_handle => number(&Value::numel),
        _ => return Ok(None),
    };
    if by_handle && !matches!(cx.lookup(&name), Found::Builtin) {
        return Ok(None);
    }
    Ok(Some(result))
}

fn map<T: Clone>(cell: &CellArray, f: impl Fn(&Value) -> T) -> Array<T> {
    Array::new(cell.dims().clone(), cell.as_slice().iter().map(f).collect())
}

fn size(cell: &CellArray, args: &[Value]) -> Result<Value> {
    let Some(dimension) = args.get(2) else {
        return Err(Error::plain("cellfun: not enough arguments for \"size\""));
    };
    let dimension = match dimension.to_f64() {
        Some(number) if !dimension.is_char() => number.round(),
        _ => {
            let kind = if dimension.is_char() { "sq_string" } else { dimension.class().name() };
            return Err(Error::plain(format!(
                "octave_base_value::nint_value (): wrong type argument '{kind}'"
            )));
        }
    };
    if dimension < 1.0 {
        return Err(Error::plain("cellfun: K must be a positive integer"));
    }
    let dimension = dimension as usize - 1;
    Ok(Value::Double(map(cell, |value| value.dims().get(dimension) as f64)))
}

fn is_class(cell: &CellArray, args: &[Value]) -> Result<Value> {
    let Some(class) = args.get(2) else {
        return Err(Error::plain("cellfun: not enough arguments for \"isclass\""));
    };
    let class = class.as_text().unwrap_or_default();
    Ok(Value::Bool(map(cell, |value| value.class_name() == class)))
}

/// Whether a text names something else to `cellfun` than to everybody else: a function of old,
/// which it computes itself.
#[must_use]
pub fn is_name_of_cellfun(name: &str) -> bool {
    const NAMES: [&str; 7] =
        ["isclass", "size", "prodofsize", "ndims", "length", "isempty", "isreal"];
    NAMES.contains(&name)
}
