//! `save`: variables to a file.

use formwork_files::{Malformed, Variable, mat4, mat5, octave_binary, octave_text};
use formwork_runtime::format::c_number::exponent;
use formwork_runtime::{Error, Result, Value};

use super::load::hdf5;
use crate::context::{Args, Context, Stream, Values, VariableScope, none, one};
use crate::kit::wildcard::name_matches;
use crate::outside::{said, whole_file, write_file};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Mat { compressed: bool },
    Mat4,
    Binary,
    Numbers { digits: usize, tabs: bool },
}

struct Request {
    file: String,
    names: Vec<String>,
    format: Format,
    append: bool,
    zipped: bool,
    /// The names after the first are fields of the struct that it is.
    fields: bool,
}

fn request(args: &Args) -> Result<Request> {
    let mut request = Request {
        file: String::new(),
        names: Vec::new(),
        format: Format::Text,
        append: false,
        zipped: false,
        fields: false,
    };
    let mut words = Vec::new();
    let (mut digits, mut tabs) = (8, false);
    for value in args {
        let Some(word) = value.as_text().filter(|_| value.is_char()) else {
            return Err(Error::plain("save: all arguments must be strings"));
        };
        match &*word {
            "-append" => request.append = true,
            "-ascii" | "-a" => request.format = Format::Numbers { digits: 8, tabs: false },
            "-double" => digits = 16,
            "-tabs" => tabs = true,
            "-text" | "-t" => request.format = Format::Text,
            "-v7" | "-V7" | "-7" | "-mat7-binary" => {
                request.format = Format::Mat { compressed: true };
            }
            "-v6" | "-V6" | "-6" | "-mat" | "-mat-binary" | "-m" => {
                request.format = Format::Mat { compressed: false };
            }
            "-zip" | "-z" => request.zipped = true,
            "-struct" => request.fields = true,
            "-v7.3" | "-V7.3" | "-7.3" => {
                return Err(Error::plain("save: Matlab file format -v7.3 is not yet implemented"));
            }
            "-hdf5" | "-h" => return Err(hdf5("save")),
            "-nocompression" => {}
            "-v4" | "-V4" | "-4" | "-mat4-binary" => request.format = Format::Mat4,
            "-binary" | "-b" => request.format = Format::Binary,
            "-float-binary" | "-f" | "-float-hdf5" => {
                return Err(Error::limit(format!(
                    "save: the format '{word}' is not supported; save with -v7"
                )));
            }
            "-" => words.push(word.into_owned()),
            other if other.starts_with('-') => {
                return Err(Error::plain(format!("save: Unrecognized option '{other}'")));
            }
            _ => words.push(word.into_owned()),
        }
    }
    if let Format::Numbers { .. } = request.format {
        request.format = Format::Numbers { digits, tabs };
    }
    let is_text = matches!(request.format, Format::Text | Format::Numbers { .. });
    if request.append && request.zipped && !is_text {
        return Err(Error::plain(
            "-append and -zip options can only be used together with a text format (-text or -ascii)",
        ));
    }
    let mut words = words.into_iter();
    match words.next() {
        Some(file) => request.file = file,
        None => return Err(Error::invalid_call("save")),
    }
    request.names = words.collect();
    Ok(request)
}

/// The variables that are meant, in the order of the workspace.
fn variables(cx: &mut dyn Context, request: &Request) -> Result<Vec<Variable>> {
    if request.fields {
        return fields(cx, &request.names);
    }
    let names = cx.workspace(VariableScope::Here).names();
    let mut meant: Vec<String> = Vec::new();
    if request.names.is_empty() {
        meant.clone_from(&names);
    }
    for pattern in &request.names {
        let found: Vec<&String> = names.iter().filter(|name| name_matches(pattern, name)).collect();
        if found.is_empty() {
            cx.warn("", &format!("save: no such variable '{pattern}'"))?;
        }
        meant.extend(found.into_iter().cloned());
    }
    let workspace = cx.workspace(VariableScope::Here);
    let variable = |name: String| {
        let value = workspace.get(&name)?;
        let global = workspace.is_global(&name);
        Some(Variable { name, value, global })
    };
    Ok(meant.into_iter().filter_map(variable).collect())
}

/// The fields of a struct as variables.
fn fields(cx: &mut dyn Context, names: &[String]) -> Result<Vec<Variable>> {
    let Some((name, patterns)) = names.split_first() else {
        return Err(Error::plain("save: missing struct name"));
    };
    let value = cx.workspace(VariableScope::Here).get(name);
    let structs = match &value {
        Some(Value::Struct(structs)) if structs.dims().is_scalar() => structs,
        _ => return Err(Error::plain(format!("save: '{name}' is not a scalar structure"))),
    };
    let mut variables = Vec::new();
    for (field, values) in structs.fields() {
        let meant =
            patterns.is_empty() || patterns.iter().any(|pattern| name_matches(pattern, field));
        if meant && let [value] = values {
            variables.push(Variable::new(field.to_string(), value.clone()));
        }
    }
    for pattern in patterns {
        if !structs.field_names().any(|field| name_matches(pattern, field)) {
            return Err(Error::plain(format!("save: no such field '{name}.{pattern}'")));
        }
    }
    Ok(variables)
}

/// When and by whom the file is written.
fn stamp(cx: &mut dyn Context) -> Result<String> {
    let now = Value::from(cx.now());
    let parts = cx.call_builtin("gmtime", [now].into_iter().collect(), 1)?;
    let mut args: Args = [Value::text("%a %b %d %H:%M:%S %Y UTC")].into_iter().collect();
    args.extend(parts);
    let date = cx.call_builtin("strftime", args, 1)?;
    let date = date.first().and_then(Value::as_text).unwrap_or_default().into_owned();
    Ok(format!("Formwork {}, {date}", env!("CARGO_PKG_VERSION")))
}

/// The rows of a matrix as plain numbers.
fn numbers(value: &Value, digits: usize, tabs: bool) -> Option<String> {
    let array = value.to_f64_array()?;
    let (rows, columns) = array.dims().flattened();
    let mut text = String::new();
    for row in 0..rows {
        for column in 0..columns {
            if !tabs {
                text.push(' ');
            } else if column > 0 {
                text.push('\t');
            }
            let x = array.as_slice()[row + column * rows];
            if x.is_nan() {
                text.push_str("NaN");
            } else if x.is_infinite() {
                text.push_str(if x > 0.0 { "Inf" } else { "-Inf" });
            } else {
                text.push_str(&exponent(x, digits));
            }
        }
        text.push('\n');
    }
    Some(text)
}

fn unwritable(cx: &mut dyn Context, request: &Request, problem: &Malformed) -> Box<Error> {
    let Malformed::Unsupported(what) = problem else {
        return Error::plain(format!("save: {problem}"));
    };
    if what.starts_with("wrong type argument") {
        if let Err(error) = cx.warn("", &format!("save: {what}")) {
            return error;
        }
        let kind = if matches!(request.format, Format::Text | Format::Binary) {
            ""
        } else {
            " to MAT file"
        };
        return Error::plain(format!("save: error while writing a variable{kind}"));
    }
    Error::limit(format!("save: {what}"))
}

/// The bytes that are written, behind what the file has if they are appended.
fn content(cx: &mut dyn Context, request: &Request, variables: &[Variable]) -> Result<Vec<u8>> {
    let stamp = stamp(cx)?;
    let precision = match cx.session().settings.get("save_precision").and_then(Value::to_f64) {
        Some(precision) => precision as usize,
        None => 17,
    };
    match request.format {
        Format::Text => {
            let text = octave_text::write(variables, precision);
            let text = text.map_err(|problem| unwritable(cx, request, &problem))?;
            let mut out = if request.append { Vec::new() } else { octave_text::header(&stamp) };
            out.extend(text);
            Ok(out)
        }
        Format::Mat { compressed } => {
            let before = match request.append {
                true => whole_file(cx, "save", &request.file)?.ok(),
                false => None,
            };
            let written = match before.filter(|bytes| mat5::is_mat5(bytes)) {
                Some(before) => mat5::append(before, variables, compressed),
                None => mat5::write(variables, compressed, &format!("written by {stamp}")),
            };
            written.map_err(|problem| unwritable(cx, request, &problem))
        }
        Format::Mat4 => {
            let written = mat4::write(variables);
            written.map_err(|problem| unwritable(cx, request, &problem))
        }
        Format::Binary => {
            let written = octave_binary::write(variables);
            let written = written.map_err(|problem| unwritable(cx, request, &problem))?;
            let goes_on = request.append
                && whole_file(cx, "save", &request.file)?
                    .is_ok_and(|bytes| octave_binary::is_octave_binary(&bytes));
            // The signature is there already.
            let from = if goes_on { octave_binary::SIGNATURE } else { 0 };
            Ok(written.get(from..).unwrap_or_default().to_vec())
        }
        Format::Numbers { digits, tabs } => {
            let mut out = Vec::new();
            for variable in variables {
                if variable.value.is_complex() {
                    cx.warn("", "save: omitting imaginary part for ASCII file")?;
                }
                match numbers(&variable.value, digits, tabs) {
                    Some(text) => out.extend_from_slice(text.as_bytes()),
                    None => {
                        let name = &variable.name;
                        cx.warn("", &format!("save: unable to save {name} in ASCII format"))?;
                    }
                }
            }
            Ok(out)
        }
    }
}

pub(super) fn save(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let request = request(&args)?;
    let variables = variables(cx, &request)?;
    if variables.is_empty() && !request.names.is_empty() {
        return none();
    }
    let mut bytes = content(cx, &request, &variables)?;
    if request.file == "-" {
        if nargout > 0 {
            return one(Value::text(bytes));
        }
        cx.write(Stream::Output, &bytes)?;
        return none();
    }
    if request.zipped && request.format == Format::Text {
        bytes = formwork_files::gzip(&bytes);
    }
    // A MAT file was read whole to be appended to.
    let behind = request.append && !matches!(request.format, Format::Mat { .. });
    match write_file(cx, "save", &request.file, &bytes, behind)? {
        Ok(()) => none(),
        Err(error) => {
            let _ = said(&error);
            Err(Error::plain(format!("save: unable to open output file '{}'", request.file)))
        }
    }
}
