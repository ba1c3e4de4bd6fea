//! The current folder, the environment, and commands of the shell.

use formwork_runtime::{Error, Result, Value};

use super::path;
use crate::context::{Args, Context, Stream, Values, none, one};
use crate::kit::text::char_row;
use crate::outside::{allowed, said, services};

pub(super) fn cd(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let before = cx.current_folder();
    let target = match args.first() {
        Some(value) => Some(path(cx, value, "cd: DIR must be a string")?),
        None if nargout == 0 => cx.environment("HOME"),
        None => None,
    };
    if let Some(target) = target.filter(|target| !target.is_empty()) {
        if let Err(error) = allowed("cd", services(cx, "cd")?.enter_folder(&target))? {
            return Err(Error::plain(format!("{target}: {}", said(&error))));
        }
        // What names mean may have changed with the folder.
        let folders = cx.search_path();
        cx.set_search_path(folders);
    }
    if nargout > 0 { one(Value::text(before.unwrap_or_default())) } else { none() }
}

pub(super) fn setenv(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text().filter(|_| args[0].is_char()) else {
        return Err(Error::plain("setenv: VAR must be a string"));
    };
    let value = match args.get(1) {
        None => "".into(),
        Some(value) => match value.as_text().filter(|_| value.is_char()) {
            Some(text) => text,
            None => return Err(Error::plain("setenv: VALUE must be a string")),
        },
    };
    if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
        return none();
    }
    let _ = allowed("setenv", services(cx, "setenv")?.set_variable(&name, Some(&value)))?;
    none()
}

pub(super) fn unsetenv(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("unsetenv: VAR must be a string"));
    };
    let done = allowed("unsetenv", services(cx, "unsetenv")?.set_variable(&name, None))?;
    one(if done.is_ok() { 0.0 } else { -1.0 })
}

/// Runs a command; what it prints is given if somebody asks, else printed.
fn run(cx: &mut dyn Context, command: &str, take: bool) -> Result<Values> {
    cx.session().open_files.flush();
    let ran = allowed("system", services(cx, "system")?.run(command, true))?;
    let (status, output) = match ran {
        Ok(ran) => ran,
        Err(error) => return Err(Error::plain(format!("system: {}", said(&error)))),
    };
    if !take {
        cx.write(Stream::Output, &output)?;
        return one(f64::from(status));
    }
    let text = if output.is_empty() { Value::text("") } else { char_row(output) };
    Ok([Value::from(f64::from(status)), text].into_iter().collect())
}

pub(super) fn system(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Some(command) = args[0].as_text().filter(|_| args[0].is_char()) else {
        return Err(Error::plain("system: first argument must be a string"));
    };
    let take = match args.get(1) {
        Some(value) if !value.is_empty() => match value.to_f64() {
            Some(flag) => flag != 0.0,
            None => {
                return Err(Error::plain(
                    "system: RETURN_OUTPUT must be boolean value true or false",
                ));
            }
        },
        _ => nargout > 1,
    };
    match args.get(2).map(Value::as_bytes) {
        None | Some(Some(b"sync")) => run(cx, &command, take),
        Some(Some(b"async")) => {
            Err(Error::limit("system: commands are not run beside the program"))
        }
        Some(_) => Err(Error::plain("system: TYPE must be \"sync\" or \"async\"")),
    }
}

pub(super) fn unix(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Some(command) = args[0].as_text() else {
        return Err(Error::plain("unix: COMMAND must be a string"));
    };
    if args.get(1).is_some_and(|value| value.as_bytes() != Some(b"-echo")) {
        return Err(Error::plain("unix: unknown option"));
    }
    let mut values = run(cx, &command, nargout > 1)?;
    if nargout == 0 {
        values.clear();
    }
    if args.len() > 1
        && let Some(Value::Char(text, _)) = values.get(1)
    {
        let text = text.as_slice().to_vec();
        cx.write(Stream::Output, &text)?;
    }
    Ok(values)
}

pub(super) fn dos(_cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    if nargout == 0 {
        return none();
    }
    Ok([Value::from(1.0), Value::text("")].into_iter().collect())
}

pub(super) fn getpid(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(f64::from(services(cx, "getpid")?.process()))
}
