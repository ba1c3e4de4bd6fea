//! Code lenses: how often the project calls a function, and a command that gives the function
//! specialized for these calls.

use std::path::Path;

use formwork_driver::{PrintOptions, SpecializeOptions, specialize_file};
use serde_json::{Value, json};

use super::navigation::places_of_file;
use crate::protocol::{Answer, DocumentParams};
use crate::state::{Seen, State};
use crate::uri;

/// The command that the editor sends back.
pub(super) const COMMAND: &str = "formwork.specialize";

pub(super) fn lenses(seen: &Seen<'_>, _: &DocumentParams) -> Answer {
    let names = &seen.analysis.names;
    let Some(first) = names.functions.first() else { return Ok(json!([])) };
    let stem = seen.path.file_stem().is_some_and(|stem| *stem == *first.name);
    let calls = calls(seen.state, seen.path, &first.name);
    let Some(range) = seen.range(first.name_span).filter(|_| stem && !calls.is_empty()) else {
        return Ok(json!([]));
    };
    let count = calls.len();
    let count = if count == 1 { "1 call".to_owned() } else { format!("{count} calls") };
    Ok(json!([{
        "range": range,
        "command": {
            "title": format!("Specialize for {count} in this project"),
            "command": COMMAND,
            "arguments": [uri::of_path(seen.path), first.name],
        },
    }]))
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
    if params["command"] != COMMAND {
        return Err(format!("there is no command {}", params["command"]));
    }
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
