//! What programs begin with: clearing the screen, loading packages, and the folders in which
//! functions are looked for.
//!
//! There is no screen to clear, so that command has nothing to do. A package that is installed
//! has folders, which are looked in from then on; what one defines that is not is undefined where
//! it is called.

use formwork_runtime::{CellArray, Dims, Error, Result, Value};

use crate::context::{Args, Context, PathKind, Stream, Values, none, one};

/// `clc`, `home`, `drawnow`: nothing is shown on a screen.
pub(super) fn nothing(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    none()
}

pub(super) fn beep(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    cx.write(Stream::Output, b"\x07")?;
    none()
}

pub(super) fn pkg(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let words: Vec<String> =
        args.iter().map(|word| word.as_text().unwrap_or_default().into_owned()).collect();
    let mut names = words.iter().filter(|word| !word.starts_with('-'));
    let Some(command) = names.next() else {
        return Err(Error::with_id("Octave:invalid-fun-call", "Invalid call to pkg"));
    };
    match command.as_str() {
        "load" => {
            for name in names {
                let folders = cx.package_folders(name);
                if !folders.is_empty() {
                    let mut path = cx.search_path();
                    let new: Vec<String> =
                        folders.iter().filter(|folder| !path.contains(folder)).cloned().collect();
                    path.retain(|folder| !folders.contains(folder));
                    path.splice(0..0, folders);
                    cx.set_search_path(path);
                    super::paths::prepare(cx, &new)?;
                    continue;
                }
                let message = format!(
                    "pkg: package {name} is not loaded: only what is built in can be called"
                );
                cx.warn("Formwork:package-not-loaded", &message)?;
            }
            none()
        }
        "unload" => none(),
        "list" if nargout > 0 => one(CellArray::new(Dims::EMPTY, Vec::new())),
        "list" => {
            cx.write(Stream::Output, b"no packages installed.\n")?;
            none()
        }
        other => Err(Error::plain(format!("pkg: the command \"{other}\" is not supported"))),
    }
}

pub(super) fn addpath(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let at_end = option(&mut args)?;
    let folders = folders("addpath", &args)?;
    let before = cx.search_path();
    let mut path = before.clone();
    let mut added = Vec::new();
    for folder in folders {
        crate::outside::admit(cx, "addpath", &folder)?;
        if !is_folder(cx, &folder) {
            let message = format!("addpath: {folder}: No such file or directory");
            cx.warn("", &message)?;
            continue;
        }
        let folder = cx.full_folder(&folder);
        if !added.contains(&folder) {
            added.push(folder);
        }
    }
    path.retain(|folder| !added.contains(folder));
    let place = if at_end { path.len() } else { 0 };
    path.splice(place..place, added.iter().cloned());
    cx.set_search_path(path);
    added.retain(|folder| !before.contains(folder));
    super::paths::prepare(cx, &added)?;
    if nargout > 0 { one(Value::text(before.join(":"))) } else { none() }
}

pub(super) fn rmpath(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let folders = folders("rmpath", &args)?;
    let before = cx.search_path();
    let mut path = before.clone();
    for folder in folders {
        let folder = match path.contains(&folder) {
            true => folder,
            false => cx.full_folder(&folder),
        };
        if path.contains(&folder) {
            path.retain(|other| *other != folder);
        } else {
            cx.warn("", &format!("rmpath: {folder}: not found"))?;
        }
    }
    cx.set_search_path(path);
    if nargout > 0 { one(Value::text(before.join(":"))) } else { none() }
}

pub(super) fn pwd(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    match cx.current_folder() {
        Some(folder) => one(Value::text(folder)),
        None => Err(Error::plain("pwd: the current folder is not known")),
    }
}

/// Takes the option that stands last: whether folders are added at the end of the path.
fn option(args: &mut Args) -> Result<bool> {
    let Some(last) = args.last() else { return Ok(false) };
    let at_end = match last.as_text() {
        Some(text) => match text.to_lowercase().as_str() {
            "-end" => true,
            "-begin" => false,
            _ => return Ok(false),
        },
        None => match last.to_f64() {
            Some(0.0) if last.is_scalar() => false,
            Some(1.0) if last.is_scalar() => true,
            Some(_) if last.is_numeric() => {
                return Err(Error::plain("addpath: OPTION must be '-begin'/0 or '-end'/1"));
            }
            _ => return Ok(false),
        },
    };
    args.pop();
    Ok(at_end)
}

/// The folders that the arguments name, each of them one or several with colons between.
fn folders(function: &str, args: &[Value]) -> Result<Vec<String>> {
    if args.is_empty() {
        return Err(Error::with_id(
            "Octave:invalid-fun-call",
            format!("Invalid call to {function}"),
        ));
    }
    let mut folders = Vec::new();
    for value in args {
        let Some(text) = value.as_text() else {
            return Err(Error::plain(format!("{function}: all arguments must be strings")));
        };
        let parts = text.split(':').filter(|part| !part.is_empty());
        // A folder is the same with and without a slash at its end.
        folders.extend(parts.map(|part| match part.trim_end_matches('/') {
            "" => "/".to_owned(),
            folder => folder.to_owned(),
        }));
    }
    Ok(folders)
}

fn is_folder(cx: &mut dyn Context, folder: &str) -> bool {
    matches!(folder, "." | "..")
        || folder.ends_with("/.")
        || folder.ends_with("/..")
        || cx.kind_of_path(folder) == PathKind::Folder
}
