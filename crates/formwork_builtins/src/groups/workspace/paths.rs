//! Where functions are looked for, and files of statements that are run: `genpath`, `path`, `run`,
//! `source`, `which`.

use formwork_runtime::{CellArray, Error, ErrorKind, Result, Value};

use super::compiled::is_compiled;
use crate::context::{Args, Context, Found, PathKind, Stream, Values, VariableScope, none, one};
use crate::outside::admit;

/// How deep folders are followed.
const DEPTH: usize = 64;

/// Whether a folder holds functions that are found by their names alone.
fn is_searched(name: &str, left_out: &[String]) -> bool {
    !name.starts_with(['.', '@', '+'])
        && name != "private"
        && !left_out.iter().any(|out| out == name)
}

fn collect(
    cx: &mut dyn Context,
    folder: &str,
    left_out: &[String],
    depth: usize,
    found: &mut Vec<String>,
) -> Result<()> {
    cx.poll()?;
    found.push(folder.to_owned());
    if depth == 0 {
        return Ok(());
    }
    for (name, is_folder) in cx.folder_entries(folder) {
        if is_folder && is_searched(&name, left_out) {
            collect(cx, &format!("{folder}/{name}"), left_out, depth - 1, found)?;
        }
    }
    Ok(())
}

pub(super) fn genpath(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut words = Vec::new();
    for value in &args {
        match value.as_text() {
            Some(text) => words.push(text.into_owned()),
            None => return Err(Error::plain("genpath: DIR must be a character string")),
        }
    }
    let Some((folder, left_out)) = words.split_first() else {
        return Err(Error::invalid_call("genpath"));
    };
    let folder = match folder.trim_end_matches('/') {
        "" => "/",
        folder => folder,
    };
    admit(cx, "genpath", folder)?;
    let is_folder =
        matches!(folder, "/" | "." | "..") || cx.kind_of_path(folder) == PathKind::Folder;
    let mut found = Vec::new();
    if is_folder {
        collect(cx, folder, left_out, DEPTH, &mut found)?;
    }
    one(Value::text(found.join(":")))
}

pub(super) fn path(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let mut folders = Vec::new();
    for value in &args {
        let Some(text) = value.as_text() else {
            return Err(Error::plain("path: all arguments must be strings"));
        };
        let parts = text.split(':').filter(|part| !part.is_empty() && *part != ".");
        folders.extend(parts.map(str::to_owned));
    }
    if !args.is_empty() {
        cx.set_search_path(folders);
    }
    let mut listed = vec![".".to_owned()];
    listed.extend(cx.search_path());
    if nargout > 0 {
        return one(Value::text(listed.join(":")));
    }
    if args.is_empty() {
        let mut text = "\nOctave's search path contains the following directories:\n\n".to_owned();
        for folder in listed {
            text.push_str(&folder);
            text.push('\n');
        }
        text.push('\n');
        cx.write(Stream::Output, text.as_bytes())?;
    }
    none()
}

/// The path is the program's alone: there is nothing to be saved.
pub(super) fn savepath(_cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    if nargout > 0 { one(0.0) } else { none() }
}

/// Files are looked for when they are needed.
pub(super) fn nothing(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    none()
}

/// The file that `run` means: with its ending, or without.
fn script_file(cx: &mut dyn Context, name: &str) -> Option<String> {
    let candidates = [name.to_owned(), format!("{name}.m")];
    let here = candidates.into_iter().find(|file| cx.kind_of_path(file) == PathKind::File);
    if here.is_some() || name.starts_with('/') {
        return here;
    }
    match cx.lookup(name) {
        Found::File(file) => Some(file),
        Found::Variable | Found::Local | Found::Builtin | Found::Nothing => None,
    }
}

/// Runs the statements of a file among the variables of whoever asks; functions beside the file
/// are found meanwhile.
fn run_file(cx: &mut dyn Context, file: &str, beside: bool) -> Result<Values> {
    let text = cx
        .read_file(file)
        .map_err(|error| Error::plain(format!("could not read file {file}: {error}")))?;
    let full = absolute(cx, file);
    let before = cx.search_path();
    let folder = file.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    if let Some(folder) = folder.filter(|folder| beside && !before.contains(folder)) {
        let mut path = before.clone();
        path.insert(0, folder.clone());
        cx.set_search_path(path);
        let outcome = cx.run_file(&text, &full, VariableScope::Here);
        let mut after = cx.search_path();
        if let Some(place) = after.iter().position(|other| *other == folder) {
            after.remove(place);
        }
        cx.set_search_path(after);
        return outcome.and_then(|()| none());
    }
    cx.run_file(&text, &full, VariableScope::Here).and_then(|()| none())
}

/// A file as it is found from anywhere.
fn absolute(cx: &mut dyn Context, file: &str) -> String {
    match cx.current_folder().filter(|_| !file.starts_with('/')) {
        Some(folder) => format!("{folder}/{file}"),
        None => file.to_owned(),
    }
}

/// Runs what folders of packages prepare when they are looked in from now on (`PKG_ADD`), among
/// the variables outside all functions. What fails there is no failure of the program.
pub(super) fn prepare(cx: &mut dyn Context, folders: &[String]) -> Result<()> {
    for folder in folders {
        let file = format!("{folder}/PKG_ADD");
        if cx.kind_of_path(&file) != PathKind::File {
            continue;
        }
        let Ok(text) = cx.read_file(&file) else { continue };
        let full = absolute(cx, &file);
        match cx.run_file(&text, &full, VariableScope::Base) {
            Err(error) if error.kind == ErrorKind::Catchable => {
                let message = format!("addpath: {file}: {}", error.message);
                cx.warn("Formwork:package-not-prepared", &message)?;
            }
            outcome => outcome?,
        }
    }
    Ok(())
}

pub(super) fn run(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else { return Err(Error::invalid_call("run")) };
    admit(cx, "run", &name)?;
    match script_file(cx, &name) {
        Some(file) => run_file(cx, &file, true),
        None => Err(Error::plain("run: file SCRIPT must exist and be a valid Octave scriptfile")),
    }
}

pub(super) fn source(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("source: FILE argument must be a string"));
    };
    admit(cx, "source", &name)?;
    if cx.kind_of_path(&name) == PathKind::File {
        run_file(cx, &name, false)
    } else {
        Err(Error::plain(format!("source: error sourcing file '{name}'")))
    }
}

/// What `which` says of one name: for who asks for it, and as a sentence.
fn meaning(cx: &mut dyn Context, name: &str) -> (String, Option<String>) {
    match cx.lookup(name) {
        Found::Variable => ("variable".to_owned(), Some(format!("'{name}' is a variable"))),
        Found::File(file) => {
            let sentence = format!("'{name}' is a function from the file {file}");
            (file, Some(sentence))
        }
        Found::Local => {
            let kind = "command-line function".to_owned();
            (kind, Some(format!("'{name}' is a command-line function")))
        }
        Found::Builtin => {
            let file = cx.described(name).map(|description| description.file);
            let kind = if is_compiled(name) { "built-in function" } else { "function" };
            let from =
                file.as_ref().map_or_else(String::new, |file| format!(" from the file {file}"));
            let sentence = format!("'{name}' is a {kind}{from}");
            (file.unwrap_or_else(|| "built-in function".to_owned()), Some(sentence))
        }
        Found::Nothing => (String::new(), None),
    }
}

pub(super) fn which(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let mut meanings = Vec::new();
    for value in &args {
        let Some(name) = value.as_text() else {
            return Err(Error::plain("which: all arguments must be strings"));
        };
        if &*name != "-all" {
            meanings.push(meaning(cx, &name));
        }
    }
    if nargout == 0 {
        for sentence in meanings.into_iter().filter_map(|(_, sentence)| sentence) {
            cx.write(Stream::Output, format!("{sentence}\n").as_bytes())?;
        }
        return none();
    }
    if meanings.len() > 1 {
        let texts = meanings.iter().map(|(text, _)| Value::text(text));
        return one(CellArray::row(texts.collect()));
    }
    one(Value::text(meanings.pop().map(|(text, _)| text).unwrap_or_default()))
}
