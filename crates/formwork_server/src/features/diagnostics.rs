//! Diagnostics: what `check` finds, with the places that explain it.

use formwork_driver::{Found, Level, explain};
use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;
use crate::text::Moved;
use crate::uri;

/// The diagnostics of a document.
pub(crate) fn all(seen: &Seen<'_>) -> Vec<Value> {
    let (found, moved) = seen.found();
    found.iter().filter_map(|found| diagnostic(seen, moved, found)).collect()
}

/// The diagnostics of a document whose editor asks for them.
pub(super) fn pulled(seen: &Seen<'_>, _: &DocumentParams) -> Answer {
    Ok(json!({ "kind": "full", "items": all(seen) }))
}

/// A finding, if its place is still there.
pub(super) fn diagnostic(seen: &Seen<'_>, moved: Moved, found: &Found) -> Option<Value> {
    let severity = match found.level {
        Level::Error => 1,
        Level::Warning => 2,
        Level::Note => 3,
    };
    let mut message = found.message.clone();
    if let Some(condition) = &found.condition {
        message.push_str("\nunless ");
        message.push_str(condition);
    }
    for note in found.notes().iter().chain(&found.help) {
        message.push('\n');
        message.push_str(note);
    }
    let related: Vec<Value> = found
        .labels
        .iter()
        .chain(&found.related)
        .filter_map(|place| {
            let location = match &place.file {
                None => {
                    let range = seen.moved_range(place.span, moved)?;
                    json!({ "uri": uri::of_path(seen.path), "range": range })
                }
                Some(file) => {
                    let text = seen.state.text_of(file)?;
                    let range = text.range(place.span, seen.state.encoding);
                    json!({ "uri": uri::of_path(file), "range": range })
                }
            };
            Some(json!({ "location": location, "message": place.message }))
        })
        .collect();
    let mut diagnostic = json!({
        "range": seen.moved_range(found.span, moved)?,
        "severity": severity,
        "code": found.code,
        "source": "formwork",
        "message": message,
    });
    let settings = &seen.state.world.settings;
    if let Some(address) =
        settings.documentation.as_ref().filter(|_| explain(&found.code).is_some())
    {
        let href = address.replace("{rule}", &found.code);
        diagnostic["codeDescription"] = json!({ "href": href });
    }
    if !related.is_empty() {
        diagnostic["relatedInformation"] = json!(related);
    }
    if found.code == "unused-variable" || found.code == "unreachable-code" {
        diagnostic["tags"] = json!([1]);
    }
    Some(diagnostic)
}
