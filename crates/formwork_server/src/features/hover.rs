//! Hover: what a name is.

use formwork_driver::{FunctionName, Meaning, builtin_text};
use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;

pub(super) fn hover(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let at = seen.offset(params.position);
    let Some(occurrence) = seen.names.index.at(at) else { return Ok(Value::Null) };
    let name = &occurrence.name;
    let text = match &occurrence.meaning {
        Meaning::Variable(_) => seen.fact(name, occurrence.span.0).map(|fact| {
            let mut text = code(&format!("{name} : {}", fact.full));
            for (field, kind) in seen.fields(name, occurrence.span.0) {
                text.push_str(&format!("- `.{field}` : {kind}\n"));
            }
            if let Some(why) = &fact.why {
                text.push('\n');
                text.push_str(why.trim_end());
            }
            text
        }),
        Meaning::Own(place) => seen.names.index.functions.get(*place).map(function),
        Meaning::File(path) => seen.state.first_function(path).map(|(first, _)| function(&first)),
        Meaning::Builtin => builtin_text(name).map(|(call, doc)| format!("{}{doc}", code(&call))),
        Meaning::Unknown => None,
    };
    let Some(text) = text else { return Ok(Value::Null) };
    Ok(json!({
        "contents": { "kind": "markdown", "value": text.trim_end() },
        "range": seen.range(occurrence.span),
    }))
}

fn function(function: &FunctionName) -> String {
    let doc = function.doc.as_deref().unwrap_or_default();
    format!("{}{doc}", code(&format!("function {}", function.signature())))
}

fn code(text: &str) -> String {
    format!("```matlab\n{text}\n```\n")
}
