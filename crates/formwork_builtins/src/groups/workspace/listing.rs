//! `who` and `whos`.

use formwork_runtime::{CellArray, Dims, Error, Result, StringElement, StructArray, Value};

use super::pattern;
use crate::context::{Args, Context, Stream, Values, VariableScope, none, one};

/// The names of the variables that were asked for.
fn selected(cx: &mut dyn Context, name: &str, args: &[Value]) -> Result<Vec<String>> {
    let mut patterns = Vec::new();
    for value in args {
        match value.as_text() {
            Some(text) => patterns.push(text.into_owned()),
            None => return Err(Error::plain(format!("{name}: all arguments must be strings"))),
        }
    }
    let names = cx.workspace(VariableScope::Here).names();
    if patterns.is_empty() {
        return Ok(names);
    }
    let wanted = |name: &String| {
        patterns.iter().any(|pattern| pattern::matches(pattern.as_bytes(), name.as_bytes()))
    };
    Ok(names.into_iter().filter(wanted).collect())
}

pub(super) fn who(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let names = selected(cx, "who", &args)?;
    if nargout > 0 {
        return one(CellArray::column(names.iter().map(Value::text).collect()));
    }
    if !names.is_empty() {
        let text = format!("Variables visible from the current scope:\n\n{}\n", columns(&names));
        cx.write(Stream::Output, text.as_bytes())?;
    }
    none()
}

/// Names that are longer do not make columns wider.
const WIDEST: usize = 10_000;

/// Names below each other in as many columns as eighty characters take.
fn columns(names: &[String]) -> String {
    let width = names.iter().map(String::len).max().unwrap_or(0).min(WIDEST) + 2;
    let count = (80 / width).max(1);
    let rows = names.len().div_ceil(count);
    let mut text = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for name in names.iter().skip(row).step_by(rows) {
            line.push_str(&format!("{name:width$}"));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// How much memory the elements take.
fn bytes(value: &Value) -> usize {
    let each = match value {
        Value::Range(_) => return 24,
        Value::Cell(cell) => return cell.as_slice().iter().map(bytes).sum(),
        Value::Struct(structs) => {
            return structs.fields().flat_map(|(_, values)| values).map(bytes).sum();
        }
        Value::Strings(array) => {
            let texts = array.as_slice().iter().filter_map(StringElement::text);
            return texts.map(<[u8]>::len).sum();
        }
        Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => 0,
        Value::Bool(_) | Value::Char(..) | Value::Int8(_) | Value::Uint8(_) => 1,
        Value::Int16(_) | Value::Uint16(_) => 2,
        Value::Int32(_) | Value::Uint32(_) | Value::Single(_) => 4,
        Value::Int64(_) | Value::Uint64(_) | Value::Double(_) | Value::ComplexSingle(_) => 8,
        Value::Complex(_) => 16,
    };
    each * value.numel()
}

pub(super) fn whos(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let names = selected(cx, "whos", &args)?;
    let function = cx.workspace(VariableScope::Here).function_name();
    let mut variables = Vec::new();
    for name in names {
        let workspace = cx.workspace(VariableScope::Here);
        let global = workspace.is_global(&name);
        if let Some(value) = workspace.get(&name) {
            variables.push((name, value, global));
        }
    }
    if nargout > 0 {
        return one(description(&variables, &function));
    }
    if variables.is_empty() {
        return none();
    }
    let scope = if function.is_empty() {
        "top scope".to_owned()
    } else {
        let file = cx.call_stack().into_iter().next().unwrap_or_default().file;
        format!("{function}: {file}")
    };
    let width = variables.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).clamp(4, WIDEST);
    let mut text = format!(
        "Variables visible from the current scope:\n\nvariables in scope: {scope}\n\n  \
         Attr   {:width$}        Size                     Bytes  Class\n  \
         ====   {:width$}        ====                     =====  ===== \n",
        "Name", "===="
    );
    let (mut elements, mut total) = (0, 0);
    for (name, value, global) in &variables {
        let dims = value.dims();
        let rows = dims.rows().to_string();
        let size = dims.to_string();
        let rest = &size[rows.len()..];
        let used = bytes(value);
        let complex = if value.is_complex() { 'c' } else { ' ' };
        let global = if *global { 'g' } else { ' ' };
        text.push_str(&format!(
            "  {complex}  {global}   {name:width$}{rows:>9}{rest:<17}{used:>12}  {}\n",
            value.class()
        ));
        elements += value.numel();
        total += used;
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    text.push_str(&format!(
        "\nTotal is {elements} element{} using {total} byte{}\n\n",
        plural(elements),
        plural(total)
    ));
    cx.write(Stream::Output, text.as_bytes())?;
    none()
}

/// The variables as a struct array.
fn description(variables: &[(String, Value, bool)], function: &str) -> Value {
    let mut result = StructArray::without_fields(Dims::matrix(variables.len(), 1));
    let field = |f: &dyn Fn(&(String, Value, bool)) -> Value| variables.iter().map(f).collect();
    let scope = if function.is_empty() { "top scope" } else { function };
    result.set_field("name", field(&|(name, ..)| Value::text(name)));
    result.set_field(
        "size",
        field(&|(_, value, _)| {
            Value::row(value.dims().as_slice().iter().map(|&n| n as f64).collect())
        }),
    );
    result.set_field("bytes", field(&|(_, value, _)| Value::count(bytes(value))));
    result.set_field("class", field(&|(_, value, _)| Value::text(value.class().name())));
    result.set_field("global", field(&|(.., global)| Value::bool(*global)));
    result.set_field("sparse", field(&|_| Value::bool(false)));
    result.set_field("complex", field(&|(_, value, _)| Value::bool(value.is_complex())));
    result.set_field(
        "nesting",
        field(&|_| {
            Value::structure([("function", Value::text(scope)), ("level", Value::double(1.0))])
        }),
    );
    result.set_field("persistent", field(&|_| Value::bool(false)));
    result.into()
}
