//! Code lenses: a command that gives a function specialized for its calls in the project, and one
//! that runs a section, which is the editor's.

use std::path::Path;

use formwork_driver::{PrintOptions, SpecializeOptions, SymbolKind, specialize_file};
use serde_json::{Value, json};

use super::navigation::places_of_file;
use crate::protocol::{Answer, DocumentParams, Range};
use crate::state::{Seen, State};
use crate::uri;

/// The command that the editor sends back.
pub(super) const COMMAND: &str = "formwork.specialize";

/// The command that the editor has itself: its arguments are a document and a range of it.
const RUN_SECTION: &str = "formwork.runSection";

pub(super) fn lenses(seen: &Seen<'_>, _: &DocumentParams) -> Answer {
    let settings = &seen.state.world.settings.code_lens;
    let mut lenses = Vec::new();
    if settings.specialize {
        lenses.extend(specialize(seen));
    }
    if settings.sections {
        lenses.extend(sections(seen));
    }
    Ok(json!(lenses))
}

fn lens(range: Range, title: &str, command: &str, arguments: &Value) -> Value {
    let command = json!({ "title": title, "command": command, "arguments": arguments });
    json!({ "range": range, "command": command })
}

fn specialize(seen: &Seen<'_>) -> Option<Value> {
    let first = seen.names.index.functions.first()?;
    if seen.path.file_stem().is_none_or(|stem| *stem != *first.name) {
        return None;
    }
    let calls = calls(seen.state, seen.path, &first.name);
    let title = match calls.len() {
        0 => return None,
        1 => "Specialize for 1 call in this project".to_owned(),
        more => format!("Specialize for {more} calls in this project"),
    };
    let arguments = json!([uri::of_path(seen.path), first.name]);
    Some(lens(seen.range(first.name_span)?, &title, COMMAND, &arguments))
}

/// The sections of a script. Those inside of functions have no variables of their own to run with.
fn sections(seen: &Seen<'_>) -> Vec<Value> {
    let names = &seen.names.index;
    let is_own = |at: u32| names.function_at(at).is_none();
    let all = names.outline.symbols.iter();
    let own = all.filter(|one| one.kind == SymbolKind::Section && is_own(one.span.0));
    own.filter_map(|one| {
        // Functions at the end of a script belong to no section.
        let functions = names.functions.iter().map(|function| function.span.0);
        let end = functions.filter(|start| *start >= one.span.0).fold(one.span.1, u32::min);
        let arguments = json!([uri::of_path(seen.path), seen.range((one.span.0, end))?]);
        Some(lens(seen.range(one.name_span)?, "Run section", RUN_SECTION, &arguments))
    })
    .collect()
}

/// The texts of the calls of a function in the workspace, each once.
fn calls(state: &State, path: &Path, name: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for (file, place) in places_of_file(state, path, name) {
        let Some(text) = state.text_of(&file).filter(|_| !place.writes) else { continue };
        let rest = &text.as_str()[place.span.0 as usize..];
        let arguments = rest[name.len().min(rest.len())..].trim_start_matches(' ');
        if arguments.starts_with('(')
            && let Some(length) = closing(arguments)
        {
            let call = format!("{name} {}", &arguments[..length]);
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
    }
    calls
}

/// How long a text is up to the parenthesis that closes its first character, on one line.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth -= 1,
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// The function, specialized for each call whose arguments are known.
pub(super) fn execute(state: &State, params: &Value) -> Answer {
    let argument = |place: usize| params["arguments"][place].as_str();
    let (Some(path), Some(name)) = (argument(0).and_then(uri::to_path), argument(1)) else {
        return Err("the arguments are a URI and the name of a function".to_owned());
    };
    let mut results = Vec::new();
    for call in calls(state, &path, name) {
        let program = state.world.program(&path);
        let options = SpecializeOptions { program, call: Some(call.clone()), ..Default::default() };
        // A call with arguments that only a run knows has no residual.
        if let Ok(residual) = specialize_file(&path, &options)
            && let Ok(text) = residual.text(PrintOptions::default())
        {
            results.push(json!({ "call": call, "text": text }));
        }
    }
    Ok(json!(results))
}
