//! Signature help: the parameters of the function whose call is being written.

use formwork_driver::{FunctionName, Meaning, builtin_text};
use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;

pub(super) fn help(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let text = seen.document.text.as_str();
    let at = seen.document.text.offset(params.position, seen.state.encoding) as usize;
    let Some((name, argument)) = call_around(&text[..at]) else { return Ok(Value::Null) };
    let names = &seen.names.index;
    let meant = names
        .occurrences
        .iter()
        .find(|one| one.name == name && !matches!(one.meaning, Meaning::Unknown));
    let own = names.functions.iter().find(|function| function.name == name);
    let file = || {
        let files = seen.state.world.files.iter();
        let mut named = files.filter(|file| file.file_stem().is_some_and(|stem| stem == name));
        seen.state.first_function(named.next()?).map(|(first, _)| first)
    };
    let signature = match (meant.map(|one| &one.meaning), own) {
        (Some(Meaning::Variable(_)), _) => None,
        (Some(Meaning::File(path)), _) => {
            seen.state.first_function(path).map(|(first, _)| of_function(&first))
        }
        (_, Some(function)) => Some(of_function(function)),
        _ => file().map(|first| of_function(&first)).or_else(|| {
            let (call, doc) = builtin_text(name)?;
            Some(json!({ "label": call, "documentation": doc, "parameters": [] }))
        }),
    };
    let Some(signature) = signature else { return Ok(Value::Null) };
    Ok(json!({ "signatures": [signature], "activeSignature": 0, "activeParameter": argument }))
}

fn of_function(function: &FunctionName) -> Value {
    let params: Vec<Value> =
        function.params.iter().map(|(name, _)| json!({ "label": name })).collect();
    let mut signature = json!({ "label": function.signature(), "parameters": params });
    if let Some(doc) = &function.doc {
        signature["documentation"] = json!(doc);
    }
    signature
}

/// The name before the innermost parenthesis that is open at the end of a text, and how many commas
/// follow it.
fn call_around(text: &str) -> Option<(&str, usize)> {
    let statement = text.rfind([';', '\n']).map_or(0, |at| at + 1);
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text[statement..].char_indices() {
        match c {
            '(' | '[' | '{' => open.push((statement + at, 0)),
            ')' | ']' | '}' => {
                open.pop();
            }
            ',' => {
                if let Some(last) = open.last_mut() {
                    last.1 += 1;
                }
            }
            _ => {}
        }
    }
    let call = open.iter().rev().find(|(at, _)| text[*at..].starts_with('('))?;
    let before = text[..call.0].trim_end();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = &before[before.trim_end_matches(is_word).len()..];
    (!name.is_empty()).then_some((name, call.1))
}

#[cfg(test)]
mod tests {
    use super::call_around;

    #[test]
    fn the_innermost_call_counts() {
        assert_eq!(call_around("x = f (1, g(2), [3, 4"), Some(("f", 2)));
        assert_eq!(call_around("x = f (1, g(2, "), Some(("g", 1)));
        assert_eq!(call_around("x = (1, "), None);
        assert_eq!(call_around("f (1);\ny"), None);
    }
}
