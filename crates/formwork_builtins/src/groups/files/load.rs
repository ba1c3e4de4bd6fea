//! `load`: variables of a file, whichever format it has.

use formwork_files::{Malformed, Variable, mat4, mat5, octave_binary, octave_text};
use formwork_runtime::{Array, Dims, Error, Result, StructArray, Value, memory};

use crate::context::{Args, Context, PathKind, Values, VariableScope, none, one};
use crate::kit::names::is_variable_name;
use crate::kit::wildcard::name_matches;
use crate::outside::whole_file;

/// What a call asks for.
struct Request {
    file: String,
    patterns: Vec<String>,
    numbers: bool,
    binary: bool,
    regexp: bool,
}

fn request(args: &Args) -> Result<Request> {
    let mut words = Vec::new();
    let mut request = Request {
        file: String::new(),
        patterns: Vec::new(),
        numbers: false,
        binary: false,
        regexp: false,
    };
    for value in args {
        let Some(word) = value.as_text().filter(|_| value.is_char()) else {
            return Err(Error::plain("load: all arguments must be strings"));
        };
        match &*word {
            "-ascii" | "-a" => request.numbers = true,
            "-mat" | "-v6" | "-V6" | "-6" | "-v7" | "-V7" | "-7" | "-mat-binary"
            | "-mat7-binary" | "-v4" | "-V4" | "-4" | "-mat4-binary" => request.binary = true,
            "-regexp" if !words.is_empty() => request.regexp = true,
            "-force" | "-f" | "-text" | "-t" | "-list" | "-verbose" | "-v" | "-binary" | "-b"
            | "-import" | "-i" => {}
            "-hdf5" | "-h" | "-v7.3" => return Err(hdf5("load")),
            _ => words.push(word.into_owned()),
        }
    }
    let mut words = words.into_iter();
    match words.next() {
        Some(file) => request.file = file,
        None => return Err(Error::invalid_call("load")),
    }
    request.patterns = words.collect();
    Ok(request)
}

/// Files of version 7.3 and others of HDF5 are not read or written here.
pub(super) fn hdf5(name: &str) -> Box<Error> {
    Error::limit(format!(
        "{name}: files of HDF5, which MAT files of version 7.3 are, are not supported; save with -v7"
    ))
}

/// The bytes of the file, which may be named without `.mat` and lie on the path.
fn bytes_of(cx: &mut dyn Context, name: &str) -> Result<Vec<u8>> {
    let mut names = vec![name.to_owned()];
    if !name.rsplit('/').next().unwrap_or_default().contains('.') {
        names.push(format!("{name}.mat"));
    }
    for name in &names {
        if let Ok(bytes) = whole_file(cx, "load", name)? {
            return Ok(bytes);
        }
    }
    if !name.starts_with(['/', '.']) {
        for folder in cx.search_path() {
            for name in &names {
                let path = format!("{folder}/{name}");
                if !folder.is_empty()
                    && cx.kind_of_path(&path) == PathKind::File
                    && let Ok(bytes) = whole_file(cx, "load", &path)?
                {
                    return Ok(bytes);
                }
            }
        }
    }
    Err(Error::plain(format!("load: unable to find file {name}")))
}

/// An error of the reader in the words of the function.
fn unreadable(name: &str, problem: &Malformed) -> Box<Error> {
    match problem {
        Malformed::Broken(what) => {
            Error::plain(format!("load: failed to load data from '{name}': {what}"))
        }
        Malformed::Unsupported(what) => Error::limit(format!("load: '{name}': {what}")),
    }
}

pub(super) fn load(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let request = request(&args)?;
    let mut bytes = bytes_of(cx, &request.file)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        bytes = formwork_files::gunzip(&bytes)
            .map_err(|problem| unreadable(&request.file, &problem))?;
    }
    if mat5::is_hdf5(&bytes) {
        return Err(hdf5("load"));
    }
    if request.numbers || is_table(&bytes) {
        if request.binary {
            return Err(Error::plain("load: can't read binary file"));
        }
        return table(cx, &request.file, &bytes, nargout);
    }
    let variables = variables(cx, &request, &bytes)?;
    if variables.is_empty() && !request.patterns.is_empty() && !mat5::is_mat5(&bytes) {
        return Err(Error::plain(format!(
            "load: empty name keyword or no data found in file '{}'",
            request.file
        )));
    }
    if nargout > 0 && variables.is_empty() && !request.patterns.is_empty() {
        // Nothing is given.
        return none();
    }
    if nargout > 0 {
        let mut result = StructArray::scalar();
        for variable in variables {
            result.set_scalar_field(&variable.name, variable.value);
        }
        return one(Value::from(result));
    }
    for variable in variables {
        if !is_variable_name(variable.name.as_bytes()) {
            return Err(Error::plain(format!(
                "load: invalid identifier '{}' found in file '{}'",
                variable.name, request.file
            )));
        }
        cx.workspace(VariableScope::Here).set(&variable.name, variable.value)?;
    }
    none()
}

fn variables(cx: &mut dyn Context, request: &Request, bytes: &[u8]) -> Result<Vec<Variable>> {
    let mut patterns = Vec::new();
    if request.regexp {
        return by_expression(cx, request, bytes);
    }
    patterns.clone_from(&request.patterns);
    let wanted = |name: &str| {
        patterns.is_empty() || patterns.iter().any(|pattern| name_matches(pattern, name))
    };
    read(cx, request, bytes, &wanted)
}

/// Of names that regular expressions find: all are read, and asked about.
fn by_expression(cx: &mut dyn Context, request: &Request, bytes: &[u8]) -> Result<Vec<Variable>> {
    let all = read(cx, request, bytes, &|_| true)?;
    let mut kept = Vec::new();
    for variable in all {
        for pattern in &request.patterns {
            let args = [Value::text(&variable.name), Value::text(pattern), Value::text("once")];
            let found = cx.call_builtin("regexp", args.into_iter().collect(), 1)?;
            if found.first().is_some_and(|place| !place.is_empty()) {
                kept.push(variable);
                break;
            }
        }
    }
    Ok(kept)
}

fn read(
    cx: &mut dyn Context,
    request: &Request,
    bytes: &[u8],
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<Variable>> {
    let name = &request.file;
    let is_text = octave_text::is_octave_text(bytes);
    if mat5::is_mat5(bytes) || (!is_text && mat4::is_mat4(bytes)) {
        let contents = match mat5::is_mat5(bytes) {
            true => mat5::read(bytes, wanted),
            false => mat4::read(bytes, wanted),
        };
        let contents = contents.map_err(|problem| unreadable(name, &problem))?;
        for (variable, what) in contents.unread {
            cx.warn(
                "Formwork:unread-variable",
                &format!("load: '{variable}' is {what}, which is not read from MAT files"),
            )?;
        }
        return Ok(contents.variables);
    }
    if request.binary {
        return Err(Error::plain("load: can't read binary file"));
    }
    if is_text {
        let mut make = |text: &str, captured: &[Variable]| function(cx, text, captured);
        return octave_text::read(bytes, wanted, &mut make)
            .map_err(|problem| unreadable(name, &problem));
    }
    if octave_binary::is_octave_binary(bytes) {
        let contents = octave_binary::read(bytes, wanted);
        return Ok(contents.map_err(|problem| unreadable(name, &problem))?.variables);
    }
    Err(Error::plain(format!("load: unable to determine file format of '{name}'")))
}

/// A function handle of its text and what it captured.
fn function(
    cx: &mut dyn Context,
    text: &str,
    captured: &[Variable],
) -> std::result::Result<Value, Malformed> {
    let failed = |what: &str| Malformed::Unsupported(format!("the function '{text}' {what}"));
    if !captured.is_empty() {
        return Err(failed("has captured variables, which are not read"));
    }
    if !text.starts_with("@(") {
        return Err(failed("is none that can be made"));
    }
    let made = cx.call_builtin("str2func", [Value::text(text)].into_iter().collect(), 1);
    match made.ok().and_then(|values| values.into_iter().next()) {
        Some(value @ Value::Function(_)) => Ok(value),
        _ => Err(failed("is none that can be made")),
    }
}

/// The lines that hold numbers.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let comment = |line: &[u8]| line.iter().position(|byte| matches!(byte, b'%' | b'#'));
    bytes
        .split(|&byte| matches!(byte, b'\n' | b'\r'))
        .map(move |line| line[..comment(line).unwrap_or(line.len())].trim_ascii())
        .filter(|line| !line.is_empty())
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';'))
        .filter(|field| !field.is_empty())
}

/// Whether the first line that holds something holds numbers.
fn is_table(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(1 << 16)];
    if mat5::is_mat5(bytes) || start.contains(&0) || octave_text::is_octave_text(bytes) {
        return false;
    }
    lines(start).next().is_some_and(|line| fields(line).all(|field| number(field).is_some()))
}

/// The numbers of a file of text, one row a line.
fn table(cx: &mut dyn Context, name: &str, bytes: &[u8], nargout: usize) -> Result<Values> {
    let refuse = || Error::plain(format!("load: unable to determine file format of '{name}'"));
    let mut table: Vec<Vec<f64>> = Vec::new();
    for line in lines(bytes) {
        let row: Option<Vec<f64>> = fields(line).map(number).collect();
        table.push(row.ok_or_else(refuse)?);
    }
    let width = table.first().map_or(0, Vec::len);
    if width == 0 || table.iter().any(|row| row.len() != width) {
        return Err(refuse());
    }
    let dims = Dims::new(&[table.len(), width]);
    memory::reserve::<f64>(&dims)?;
    let mut data = Vec::with_capacity(width * table.len());
    for column in 0..width {
        data.extend(table.iter().map(|row| row[column]));
    }
    let value = Value::from_array(Array::new(dims, data));
    if nargout > 0 {
        return one(value);
    }
    // The variable is called as the file is.
    let base = name.rsplit('/').next().unwrap_or(name);
    let stem = base.split('.').next().unwrap_or(base);
    let mut variable: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !variable.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        variable.insert(0, 'X');
    }
    cx.workspace(VariableScope::Here).set(&variable, value)?;
    none()
}

/// A decimal number.
fn number(field: &[u8]) -> Option<f64> {
    let field = std::str::from_utf8(field).ok()?;
    let unsigned = field.strip_prefix(['+', '-']).unwrap_or(field);
    if unsigned == "NA" {
        return Some(f64::from_bits(crate::kit::not_available::NA_BITS));
    }
    let plain = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    (plain || matches!(unsigned, "Inf" | "NaN" | "inf" | "nan")).then(|| field.parse().ok())?
}
