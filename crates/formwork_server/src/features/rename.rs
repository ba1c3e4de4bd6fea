//! Rename, where nothing changes its meaning by it: no variable or function is captured.

use std::path::PathBuf;

use formwork_driver::{Meaning, Occurrence, builtin_text, finds_by_name, is_name, is_special};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use super::navigation::{all_places, file_meant};
use crate::protocol::{Answer, DocumentParams, TextEdit};
use crate::state::Seen;
use crate::uri;

pub(super) fn prepare(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    match renamed(seen, params) {
        Ok(one) => Ok(json!({ "range": seen.range(one.span), "placeholder": one.name })),
        Err(_) => Ok(Value::Null),
    }
}

/// What is to be renamed, if that is possible.
fn renamed<'s>(seen: &'s Seen<'_>, params: &DocumentParams) -> Result<&'s Occurrence, String> {
    let names = &seen.names.index;
    if seen.names.version != seen.document.version {
        return Err("the text has just changed: try again".to_owned());
    }
    if !names.whole {
        return Err("this file has a syntax error: not every place would be found".to_owned());
    }
    let at = seen.offset(params.position);
    let one = names.at(at).ok_or("there is no name here")?;
    match &one.meaning {
        Meaning::Variable(id) if names.globals.contains(id) => {
            Err(format!("'{}' is global: other functions and files may use it", one.name))
        }
        Meaning::Variable(_) if is_special(&one.name) => {
            Err(format!("'{}' means something because it is called like this", one.name))
        }
        Meaning::Variable(_) | Meaning::Own(_) | Meaning::File(_) => Ok(one),
        Meaning::Builtin => Err(format!("'{}' is a function of the language", one.name)),
        Meaning::Unknown => Err(format!("it is not known what '{}' means", one.name)),
    }
}

pub(super) fn rename(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let one = renamed(seen, params)?;
    let new = params.new_name.as_str();
    if !is_name(new) || is_special(new) {
        return Err(format!("'{new}' is not a name"));
    }
    if let Meaning::Variable(_) = one.meaning
        && let Some(function) = found_by_name(seen, one)
    {
        return Err(format!("'{function}' may find '{}' by its name", one.name));
    }
    if let Meaning::Own(_) | Meaning::File(_) = one.meaning
        && let Some(path) = named_in_text(seen, &one.name)
    {
        return Err(format!("'{}' stands in quotes in {}", one.name, path.display()));
    }
    let target = file_meant(seen, one);
    if let Some(path) = &target
        && !seen.state.world.files.contains(path)
        && !seen.state.documents.contains_key(path)
    {
        return Err(format!("'{}' is not in this workspace", path.display()));
    }
    let places = all_places(seen, one);
    let files: FxHashSet<&str> = places.iter().map(|(location, _)| location.uri.as_str()).collect();
    for file in &files {
        let path = uri::to_path(file).ok_or("a place has no path")?;
        let (names, _) = seen.state.names_of(&path).ok_or("a file cannot be read")?;
        if !names.whole {
            return Err(format!("{} has a syntax error", path.display()));
        }
        // Whatever is called like this in the file might mean something else afterwards.
        if names.occurrences.iter().any(|other| other.name == new && may_collide(one, other)) {
            return Err(format!("'{new}' means something else in {} already", path.display()));
        }
    }
    let mut changes: Vec<Value> = Vec::new();
    let mut sorted: Vec<&str> = files.into_iter().collect();
    sorted.sort_unstable();
    for file in sorted {
        let own = places.iter().filter(|(location, _)| location.uri == file);
        let edits: Vec<TextEdit> = own
            .map(|(location, _)| TextEdit { range: location.range, new_text: new.to_owned() })
            .collect();
        let document = json!({ "uri": file, "version": null });
        changes.push(json!({ "textDocument": document, "edits": edits }));
    }
    if let Some(path) = target {
        let to = path.with_file_name(format!("{new}.m"));
        if let Some(why) = captured(seen, new) {
            return Err(why);
        }
        changes.push(json!({
            "kind": "rename",
            "oldUri": uri::of_path(&path),
            "newUri": uri::of_path(&to),
        }));
    }
    Ok(json!({ "documentChanges": changes }))
}

/// What is called in the function of a variable and finds variables by their names: if it is not
/// plain that it finds others.
fn found_by_name<'s>(seen: &'s Seen<'_>, variable: &Occurrence) -> Option<&'s str> {
    let names = &seen.names.index;
    let text = seen.names.text.as_str();
    let scope = names.function_at(variable.span.0).map(|one| one.span);
    let calls = names.occurrences.iter().filter(|one| {
        one.meaning == Meaning::Builtin
            && names.function_at(one.span.0).map(|one| one.span) == scope
            && finds_by_name(&one.name)
    });
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut finders = calls.filter(|call| {
        let rest = text.get(call.span.1 as usize..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let named = line.split(|c| !is_word(c)).any(|word| word == variable.name);
        // What it is given is computed.
        let argument = line.trim_start().strip_prefix('(').map(str::trim_start);
        let computed = argument.is_some_and(|argument| {
            !argument.starts_with(['\'', '"', ')']) && !argument.is_empty()
        });
        named || computed
    });
    finders.next().map(|call| call.name.as_str())
}

/// A file in which a text is the name of a function, which may be called by it.
fn named_in_text(seen: &Seen<'_>, name: &str) -> Option<PathBuf> {
    let mut files = seen.state.world.files.iter().chain(seen.state.documents.keys());
    let quoted = [format!("'{name}'"), format!("\"{name}\"")];
    let is_named = |path: &&PathBuf| {
        let text = seen.state.text_of(path);
        text.is_some_and(|text| quoted.iter().any(|one| text.as_str().contains(one)))
    };
    files.find(is_named).cloned()
}

/// Why a function cannot be called like this: calls of the name that are there would mean it.
fn captured(seen: &Seen<'_>, new: &str) -> Option<String> {
    if builtin_text(new).is_some() {
        return Some(format!("'{new}' is a function of the language"));
    }
    for path in seen.state.world.files.iter() {
        if path.file_stem().is_some_and(|stem| *stem == *new) {
            return Some(format!("{} is there already", path.display()));
        }
        let mentions = seen.state.text_of(path).is_some_and(|text| text.as_str().contains(new));
        let names = mentions.then(|| seen.state.names_of(path)).flatten();
        let called = names.is_some_and(|(names, _)| {
            let calls = names.occurrences.iter().filter(|one| one.name == new);
            calls.into_iter().any(|one| !matches!(one.meaning, Meaning::Variable(_)))
        });
        if called {
            return Some(format!("'{new}' is called in {} already", path.display()));
        }
    }
    None
}

/// Whether a name that is there already could be taken for the one that gets its text: variables of
/// functions that have nothing to do with each other cannot.
fn may_collide(one: &Occurrence, other: &Occurrence) -> bool {
    match (&one.meaning, &other.meaning) {
        (Meaning::Variable(_), Meaning::Variable(_)) => {
            one.scope == other.scope || nested(one, other)
        }
        (Meaning::Variable(_), _) => one.scope == other.scope || nested(one, other),
        _ => true,
    }
}

/// Whether a variable is shared between functions, so that more than one scope counts.
fn nested(one: &Occurrence, other: &Occurrence) -> bool {
    let root = |place: &Occurrence| match place.meaning {
        Meaning::Variable(id) => id.scope,
        _ => place.scope,
    };
    root(one) == root(other) || root(one) == other.scope || root(other) == one.scope
}
