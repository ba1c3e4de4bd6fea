//! Signature help: the parameters of the function whose call is being written, with what is expected of
//! each.

use formwork_driver::{FunctionName, Meaning, VariableFact, VariableKind, builtin_text};
use serde_json::{Value, json};

use super::written::{Written, called};
use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;

pub(super) fn help(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let text = seen.document.text.as_str();
    let at = seen.document.text.offset(params.position, seen.state.encoding) as usize;
    let Some(Written { name, argument, .. }) = Written::before(&text[..at]) else {
        return Ok(Value::Null);
    };
    let is_variable = |one: &&formwork_driver::Occurrence| {
        one.name == name && matches!(one.meaning, Meaning::Variable(_))
    };
    if seen.names.index.occurrences.iter().any(|one| is_variable(&one)) {
        return Ok(Value::Null);
    }
    let signature = match called(seen, name) {
        Some(function) => {
            let expected = expected(seen, &function);
            Some(of_function(&function, &expected))
        }
        None => builtin_text(name)
            .map(|(call, doc)| json!({ "label": call, "documentation": doc, "parameters": [] })),
    };
    let Some(signature) = signature else { return Ok(Value::Null) };
    Ok(json!({ "signatures": [signature], "activeSignature": 0, "activeParameter": argument }))
}

/// What the parameters of a function are, if its file has been analysed: each with its type.
fn expected(seen: &Seen<'_>, function: &FunctionName) -> Vec<(String, String)> {
    let own = seen.names.index.functions.iter().any(|one| one.name == function.name);
    let open = || {
        let documents = seen.state.documents.iter();
        let mut named = documents
            .filter(|(path, _)| path.file_stem().is_some_and(|stem| *stem == *function.name));
        named.next().map(|(_, document)| document)
    };
    let document = if own { Some(seen.document) } else { open() };
    let facts = document.and_then(|document| document.shapes.as_ref()).map(|(_, facts)| facts);
    let is_parameter = |fact: &&VariableFact| {
        fact.kind == VariableKind::Parameter && fact.function.0 == function.name && fact.known
    };
    let all = facts.into_iter().flatten().filter(is_parameter);
    all.map(|fact| (fact.name.clone(), fact.full.clone())).collect()
}

fn of_function(function: &FunctionName, expected: &[(String, String)]) -> Value {
    let params: Vec<Value> = function
        .params
        .iter()
        .zip(&function.expected)
        .map(|((name, _), said)| {
            let known = expected.iter().find(|(of, _)| of == name);
            match (said, known) {
                (Some(said), _) => {
                    json!({ "label": name, "documentation": format!("{name} {said}") })
                }
                (None, Some((_, kind))) => {
                    json!({ "label": name, "documentation": format!("{name} : {kind}") })
                }
                (None, None) => json!({ "label": name }),
            }
        })
        .collect();
    let mut signature = json!({ "label": function.signature(), "parameters": params });
    if let Some(doc) = &function.doc {
        signature["documentation"] = json!(doc);
    }
    signature
}
