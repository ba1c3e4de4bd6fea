//! Completion: variables with their shapes, fields, functions with their calls, options.

use formwork_driver::{builtin_names, builtin_text};
use serde_json::{Value, json};

use super::written::{Written, called};
use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;

/// Kinds of items, as the protocol counts them.
const FUNCTION: u32 = 3;
const FIELD: u32 = 5;
const VARIABLE: u32 = 6;
const OPTION: u32 = 10;

pub(super) fn completion(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let text = &seen.document.text;
    let at = text.offset(params.position, seen.state.encoding) as usize;
    let before = &text.as_str()[..at];
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let prefix = &before[before.trim_end_matches(is_word).len()..];
    let place = seen.offset(params.position);
    let rest = &before[..before.len() - prefix.len()];
    if let Some(owner) = rest.strip_suffix('.') {
        let name = &owner[owner.trim_end_matches(is_word).len()..];
        return Ok(json!(fields(seen, name, place)));
    }
    let written = Written::before(&before[..before.len() - prefix.len()]);
    let options = written.as_ref().map(|call| options(seen, call)).unwrap_or_default();
    if written.is_some_and(|call| call.quoted.is_some()) {
        return Ok(json!(options));
    }
    let mut items = options;
    items.extend(variables(seen, place));
    for function in &seen.names.index.functions {
        items.push(item(&function.name, FUNCTION, &function.signature(), function.doc.as_deref()));
    }
    for file in seen.state.world.files.iter() {
        if let Some(stem) = file.file_stem().and_then(|stem| stem.to_str()) {
            items.push(item(stem, FUNCTION, "function of the workspace", None));
        }
    }
    if !prefix.is_empty() {
        for name in builtin_names().filter(|name| name.starts_with(prefix)) {
            let (call, doc) = builtin_text(name).unwrap_or_default();
            items.push(item(name, FUNCTION, &call, Some(doc)));
        }
    }
    let label = |item: &Value| item["label"].as_str().unwrap_or_default().to_owned();
    let lower = prefix.to_ascii_lowercase();
    items.retain(|item| label(item).to_ascii_lowercase().starts_with(&lower));
    let mut seen_labels = rustc_hash::FxHashSet::default();
    items.retain(|item| seen_labels.insert(label(item)));
    Ok(json!({ "isIncomplete": prefix.is_empty(), "items": items }))
}

/// The options of the function that is called.
fn options(seen: &Seen<'_>, call: &Written<'_>) -> Vec<Value> {
    let function = called(seen, call.name);
    let names = function.map(|function| function.options).unwrap_or_default();
    let detail = format!("option of {}", call.name);
    let one = |name: &String| {
        let mut item = item(name, OPTION, &detail, None);
        if call.quoted.is_none() {
            item["insertText"] = json!(format!("'{name}'"));
        }
        item
    };
    names.iter().map(one).collect()
}

fn item(label: &str, kind: u32, detail: &str, doc: Option<&str>) -> Value {
    let mut item = json!({ "label": label, "kind": kind, "detail": detail });
    if let Some(doc) = doc {
        item["documentation"] = json!(doc);
    }
    item
}

/// The variables in sight.
fn variables(seen: &Seen<'_>, at: u32) -> Vec<Value> {
    let names = &seen.names.index;
    let scope = names.function_at(at).map(|function| function.scope);
    let mut items = Vec::new();
    let mut told = rustc_hash::FxHashSet::default();
    for one in &names.occurrences {
        let formwork_driver::Meaning::Variable(id) = one.meaning else { continue };
        let inside = names.function_at(one.span.0).map(|function| function.scope);
        if (inside == scope || Some(id.scope) == scope) && told.insert(one.name.as_str()) {
            let detail = seen.fact(&one.name, at).map(|fact| fact.full.clone());
            items.push(item(&one.name, VARIABLE, &detail.unwrap_or_default(), None));
        }
    }
    items
}

fn fields(seen: &Seen<'_>, name: &str, at: u32) -> Vec<Value> {
    let fields = seen.fields(name, at);
    fields.iter().map(|(field, kind)| item(field, FIELD, kind, None)).collect()
}
