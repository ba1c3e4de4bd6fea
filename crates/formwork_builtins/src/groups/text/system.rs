//! What a program asks of where it runs: versions, platform, environment.

use formwork_runtime::{CellArray, Error, FunctionHandle, Result, Value};

use crate::context::{Args, Context, Values, none, one};
use crate::kit::text::{all_bytes, to_chars};

/// The release of GNU Octave whose behaviour is the reference.
const VERSION: &str = "7.3.0";

pub(super) fn version(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(feature) = args.first() else { return one(VERSION) };
    let Some(feature) = feature.as_text() else {
        return Err(Error::plain("version: FEATURE must be a string"));
    };
    match feature.to_ascii_lowercase().as_str() {
        "-date" => one("2022-11-02"),
        "-description" => one(""),
        "-release" => one(""),
        "-java" => one("no java available"),
        "-fftw" | "-blas" | "-lapack" | "-hgid" => one("unknown"),
        _ => Err(Error::plain("version: invalid FEATURE")),
    }
}

pub(super) fn octave_version(
    _cx: &mut dyn Context,
    _args: Args,
    _nargout: usize,
) -> Result<Values> {
    one(VERSION)
}

pub(super) fn computer(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if let Some(argument) = args.first() {
        if argument.as_text().is_some_and(|text| text == "arch") {
            return one("gnu-linux-x86_64");
        }
        return Err(Error::plain("computer: \"arch\" is only valid argument"));
    }
    if nargout == 0 {
        cx.write(crate::context::Stream::Output, b"x86_64-pc-linux-gnu\n")?;
        return none();
    }
    Ok([
        Value::text("x86_64-pc-linux-gnu"),
        Value::double(i64::MAX as f64),
        Value::text("L"),
        Value::text("gnu-linux-x86_64"),
    ]
    .into_iter()
    .collect())
}

pub(super) fn ispc(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(false)
}

pub(super) fn isunix(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(true)
}

pub(super) fn ismac(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(false)
}

pub(super) fn nproc(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(std::thread::available_parallelism().map_or(1, usize::from))
}

pub(super) fn getenv(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let name = to_chars(cx, args[0].clone())?;
    let name = String::from_utf8_lossy(all_bytes(&name).unwrap_or_default()).into_owned();
    one(Value::text(cx.environment(&name).unwrap_or_default()))
}

/// The text of an expression: text itself, or that of an anonymous function.
fn expression(name: &str, value: &Value) -> Result<String> {
    match value {
        Value::Char(..) => Ok(value.as_text().unwrap_or_default().into_owned()),
        Value::Function(handle) if matches!(&**handle, FunctionHandle::Anonymous(_)) => {
            Ok(handle.text())
        }
        _ => {
            Err(Error::plain(format!("{name}: FUN must be a string or anonymous function handle")))
        }
    }
}

pub(super) fn vectorize(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    cx.warn(
        "Octave:deprecated-function",
        "vectorize is unreliable; its use is strongly discouraged",
    )?;
    let text = expression("vectorize", &args[0])?;
    let mut result = String::with_capacity(text.len() + 8);
    let mut previous = ' ';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        // `**` is a power, too.
        let doubled = c == '*' && characters.peek() == Some(&'*');
        if matches!(c, '*' | '/' | '\\' | '^') && previous != '.' {
            result.push('.');
        }
        result.push(c);
        if doubled {
            result.push('*');
            characters.next();
        }
        previous = c;
    }
    match &args[0] {
        Value::Function(_) => {
            let text = Value::text(result);
            cx.call_builtin("str2func", [text].into_iter().collect(), 1)
        }
        _ => one(Value::text(result)),
    }
}

pub(super) fn symvar(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let text = args[0].as_text().unwrap_or_default().into_owned();
    const CONSTANTS: [&str; 12] =
        ["e", "eps", "i", "I", "j", "J", "pi", "Inf", "inf", "NaN", "nan", "NA"];
    let bytes = text.as_bytes();
    let mut names: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        if bytes[at].is_ascii_alphabetic() || bytes[at] == b'_' {
            while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                at += 1;
            }
            let name = &text[start..at];
            let called = text[at..].trim_start().starts_with('(');
            if !called && !CONSTANTS.contains(&name) {
                names.push(name);
            }
        } else if bytes[at].is_ascii_digit() {
            // The exponent of a number is no name.
            while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'.') {
                at += 1;
            }
        } else {
            at += 1;
        }
    }
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return one(CellArray::new(formwork_runtime::Dims::EMPTY, Vec::new()));
    }
    one(CellArray::column(names.iter().map(Value::text).collect()))
}
