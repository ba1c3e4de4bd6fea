//! What `cellfun`, `arrayfun` and `structfun` have in common before any call: the
//! function, and the options at the end.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Found, VariableScope};

/// What an error of a function that maps looks like: `cellfun` gives no identifiers.
#[derive(Clone, Copy)]
pub(super) enum Mapper {
    Cell,
    Array,
}

impl Mapper {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Mapper::Cell => "cellfun",
            Mapper::Array => "arrayfun",
        }
    }

    pub(super) fn error(self, identifier: &'static str, message: &str) -> Box<Error> {
        let identifier = match self {
            Mapper::Cell => "",
            Mapper::Array => identifier,
        };
        Error::with_id(identifier, format!("{}: {message}", self.name()))
    }

    pub(super) fn wrong_call(self, message: &str) -> Box<Error> {
        self.error("Octave:invalid-fun-call", message)
    }

    pub(super) fn wrong_argument(self, message: &str) -> Box<Error> {
        self.error("Octave:invalid-input-arg", message)
    }
}

pub(super) struct Options {
    pub uniform: bool,
    pub handler: Option<Value>,
}

impl Options {
    /// Takes the options from the end of the arguments.
    pub(super) fn take(cx: &mut dyn Context, mapper: Mapper, args: &mut Args) -> Result<Options> {
        let mut options = Options { uniform: true, handler: None };
        while args.len() > 3 && args[args.len() - 2].is_string() {
            let (Some(value), Some(name)) = (args.pop(), args.pop()) else { break };
            let name = name.as_text().unwrap_or_default().to_ascii_lowercase();
            if is_option(&name, "uniformoutput") {
                options.uniform = truth(&value)?;
            } else if is_option(&name, "errorhandler") {
                let handler = match &value {
                    Value::Function(_) => value,
                    other if other.is_string() => function(cx, mapper, other)?,
                    _ => {
                        return Err(
                            mapper.wrong_argument("invalid value for 'ErrorHandler' function")
                        );
                    }
                };
                options.handler = Some(handler);
            } else {
                return Err(Error::plain(format!("cellfun: unrecognized parameter {name}")));
            }
        }
        Ok(options)
    }
}

/// Whether a text names an option, which may be cut short to two letters.
fn is_option(name: &str, option: &str) -> bool {
    name.len() >= 2 && option.starts_with(name)
}

fn truth(value: &Value) -> Result<bool> {
    match value.to_f64() {
        Some(number) if !value.is_char() => Ok(number != 0.0),
        _ => {
            let kind = if value.is_char() { "sq_string" } else { "matrix" };
            Err(Error::plain(format!(
                "octave_base_value::bool_value(): wrong type argument '{kind}'"
            )))
        }
    }
}

/// The function an argument gives: a handle, a name, or an expression in `x`.
pub(super) fn function(cx: &mut dyn Context, mapper: Mapper, value: &Value) -> Result<Value> {
    if let Value::Function(_) = value {
        return Ok(value.clone());
    }
    let Some(text) = value.as_text() else {
        return Err(mapper.wrong_call("argument NAME must be a string or function handle"));
    };
    if is_name(&text) {
        return match cx.lookup(&text) {
            Found::Nothing => Err(mapper.wrong_argument(&format!("invalid function NAME: {text}"))),
            _ => Ok(cx.handle(&text)),
        };
    }
    let code =
        if text.trim_start().starts_with('@') { text.into_owned() } else { format!("@(x) {text}") };
    let mut result = cx.evaluate_text(code.as_bytes(), VariableScope::Base, 1)?;
    result.pop().ok_or_else(|| mapper.wrong_call("argument NAME must be a function"))
}

/// Whether a text can be the name of a function, perhaps in packages.
pub(super) fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        let mut bytes = part.bytes();
        bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
