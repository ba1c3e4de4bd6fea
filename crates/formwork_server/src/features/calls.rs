//! Call hierarchy: who calls a function, and whom it calls.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use formwork_driver::{FunctionName, Meaning, NameIndex};
use serde_json::{Value, json};

use super::navigation::places_of_file;
use crate::protocol::{Answer, DocumentParams, Item};
use crate::state::{Seen, State};
use crate::text::Text;
use crate::uri;

pub(super) fn prepare(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let names = &seen.names.index;
    let Some(one) = names.at(seen.offset(params.position)) else { return Ok(Value::Null) };
    let item = match &one.meaning {
        Meaning::Own(place) => names
            .functions
            .get(*place)
            .map(|function| item(seen.state, seen.path, &seen.names.text, function)),
        Meaning::File(path) => seen.state.names_of(path).and_then(|(names, text)| {
            names.functions.first().map(|first| item(seen.state, path, &text, first))
        }),
        Meaning::Variable(_) | Meaning::Builtin | Meaning::Unknown => None,
    };
    Ok(json!(item.map(|item| vec![item])))
}

fn item(state: &State, path: &Path, text: &Text, function: &FunctionName) -> Value {
    json!({
        "name": function.name,
        "kind": 12,
        "detail": function.signature(),
        "uri": uri::of_path(path),
        "range": text.range(function.span, state.encoding),
        "selectionRange": text.range(function.name_span, state.encoding),
    })
}

/// The function that an item stands for, with its file.
fn function(state: &State, one: &Item) -> Option<(PathBuf, Rc<NameIndex>, Rc<Text>, usize)> {
    let path = uri::to_path(&one.uri)?;
    let (names, text) = state.names_of(&path)?;
    let at = text.offset(one.selection_range.start, state.encoding);
    let place = names.functions.iter().position(|function| function.name_span.0 == at)?;
    Some((path, names, text, place))
}

pub(super) fn incoming(state: &State, one: &Item) -> Answer {
    let Some((path, names, _, place)) = function(state, one) else { return Ok(Value::Null) };
    let name = names.functions[place].name.clone();
    let stem = path.file_stem().is_some_and(|stem| *stem == *name);
    let mut files: Vec<(PathBuf, Vec<(u32, u32)>)> = Vec::new();
    let mut add = |file: PathBuf, span: (u32, u32)| match files.iter_mut().find(|one| one.0 == file)
    {
        Some((_, spans)) => spans.push(span),
        None => files.push((file, vec![span])),
    };
    if place == 0 && stem {
        for (file, place) in places_of_file(state, &path, &name) {
            if !place.writes {
                add(file, place.span);
            }
        }
    } else {
        let meaning = Meaning::Own(place);
        for place in names.places(&meaning).filter(|place| !place.writes) {
            add(path.clone(), place.span);
        }
    }
    let mut calls = Vec::new();
    for (file, spans) in files {
        let Some((names, text)) = state.names_of(&file) else { continue };
        for caller in &names.functions {
            let own = |span: &&(u32, u32)| {
                names.function_at(span.0).is_some_and(|one| one.span == caller.span)
            };
            let ranges: Vec<_> =
                spans.iter().filter(own).map(|&span| text.range(span, state.encoding)).collect();
            if !ranges.is_empty() {
                calls.push(
                    json!({ "from": item(state, &file, &text, caller), "fromRanges": ranges }),
                );
            }
        }
    }
    Ok(json!(calls))
}

pub(super) fn outgoing(state: &State, one: &Item) -> Answer {
    let Some((path, names, text, place)) = function(state, one) else { return Ok(Value::Null) };
    let span = names.functions[place].span;
    let mut callees: Vec<(Meaning, Vec<(u32, u32)>)> = Vec::new();
    let inside =
        names.occurrences.iter().filter(|one| span.0 <= one.span.0 && one.span.1 <= span.1);
    for one in inside.filter(|one| !one.writes) {
        if matches!(one.meaning, Meaning::Own(_) | Meaning::File(_)) {
            match callees.iter_mut().find(|(meaning, _)| *meaning == one.meaning) {
                Some((_, spans)) => spans.push(one.span),
                None => callees.push((one.meaning.clone(), vec![one.span])),
            }
        }
    }
    let mut calls = Vec::new();
    for (meaning, spans) in callees {
        let to = match &meaning {
            Meaning::Own(place) => {
                names.functions.get(*place).map(|callee| item(state, &path, &text, callee))
            }
            Meaning::File(file) => state.names_of(file).and_then(|(names, text)| {
                names.functions.first().map(|first| item(state, file, &text, first))
            }),
            Meaning::Variable(_) | Meaning::Builtin | Meaning::Unknown => None,
        };
        let ranges: Vec<_> =
            spans.into_iter().map(|span| text.range(span, state.encoding)).collect();
        calls.extend(to.map(|to| json!({ "to": to, "fromRanges": ranges })));
    }
    Ok(json!(calls))
}
