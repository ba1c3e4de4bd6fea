//! Semantic tokens: which names are variables, parameters and functions.

use formwork_driver::Meaning;
use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;

const DECLARATION: u32 = 1;
const DEFAULT_LIBRARY: u32 = 2;

pub(super) fn legend() -> Value {
    json!({
        "tokenTypes": ["variable", "parameter", "function"],
        "tokenModifiers": ["declaration", "defaultLibrary"],
    })
}

pub(super) fn tokens(seen: &Seen<'_>, _: &DocumentParams) -> Answer {
    let names = &seen.names.index;
    let mut data: Vec<u32> = Vec::new();
    let (mut line, mut character) = (0, 0);
    for one in &names.occurrences {
        let mut modifiers = if one.writes { DECLARATION } else { 0 };
        let kind = match &one.meaning {
            Meaning::Variable(id) => {
                let function = names.functions.iter().find(|function| function.scope == id.scope);
                let is_parameter = |function: &formwork_driver::FunctionName| {
                    function.params.iter().any(|(name, _)| *name == one.name)
                };
                u32::from(function.is_some_and(is_parameter))
            }
            Meaning::Own(_) | Meaning::File(_) => 2,
            Meaning::Builtin => {
                modifiers |= DEFAULT_LIBRARY;
                2
            }
            Meaning::Unknown => continue,
        };
        let Some(range) = seen.range(one.span) else { continue };
        if range.start.line != range.end.line || range.end.character <= range.start.character {
            continue;
        }
        let first = if range.start.line == line { character } else { 0 };
        if range.start.line < line || range.start.character < first {
            continue;
        }
        let length = range.end.character - range.start.character;
        data.extend([
            range.start.line - line,
            range.start.character - first,
            length,
            kind,
            modifiers,
        ]);
        (line, character) = (range.start.line, range.start.character);
    }
    Ok(json!({ "data": data }))
}
