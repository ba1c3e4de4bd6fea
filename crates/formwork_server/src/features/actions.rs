//! Quick fixes: those that `check` has, and comments that suppress a finding.

use serde_json::{Value, json};

use super::diagnostics::diagnostic;
use crate::protocol::{Answer, DocumentParams, TextEdit};
use crate::state::Seen;

pub(super) fn actions(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let Some(wanted) = params.range else { return Ok(Value::Null) };
    let mut actions = Vec::new();
    let (all, moved) = seen.found();
    for found in all {
        let Some(range) = seen.moved_range(found.span, moved) else { continue };
        if range.end < wanted.start || wanted.end < range.start {
            continue;
        }
        let about = diagnostic(seen, moved, found);
        if let Some(fix) = &found.fix {
            let edits: Option<Vec<TextEdit>> = fix
                .edits
                .iter()
                .map(|(start, end, text)| {
                    let range = seen.moved_range((*start, *end), moved)?;
                    Some(TextEdit { range, new_text: text.clone() })
                })
                .collect();
            if let Some(edits) = edits {
                actions.push(action(params, &fix.message, about.as_ref(), &edits, fix.safe));
            }
        }
        if formwork_driver::explain(&found.code).is_some() {
            let mut place = range.start;
            place.character = 0;
            let line = seen.document.text.offset(place, seen.state.encoding) as usize;
            let rest = &seen.document.text.as_str()[line..];
            let indent = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let new_text = format!("{}% formwork: ignore[{}]\n", &rest[..indent], found.code);
            let range = crate::protocol::Range { start: place, end: place };
            let edits = [TextEdit { range, new_text }];
            let title = format!("Suppress '{}' here", found.code);
            actions.push(action(params, &title, about.as_ref(), &edits, false));
        }
    }
    Ok(json!(actions))
}

fn action(
    params: &DocumentParams,
    title: &str,
    about: Option<&Value>,
    edits: &[TextEdit],
    preferred: bool,
) -> Value {
    json!({
        "title": title,
        "kind": "quickfix",
        "diagnostics": about.into_iter().collect::<Vec<_>>(),
        "isPreferred": preferred,
        "edit": { "changes": { params.text_document.uri.clone(): edits } },
    })
}
