//! Inlay hints: shapes beside assignments and parameters, where they tell a reader something new.

use formwork_driver::{VariableFact, VariableKind};
use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;
use crate::text::Moved;

pub(super) fn hints(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let Some((text, facts)) = &seen.document.shapes else { return Ok(Value::Null) };
    let settings = &seen.state.world.settings.inlay_hints;
    // The shapes may be those of an older text than the names.
    let to_names = Moved::between(text.as_str(), seen.names.text.as_str());
    let to_document = Moved::between(text.as_str(), seen.document.text.as_str());
    // Editors ask for what is to be seen, and nothing is made of the rest.
    let encoding = seen.state.encoding;
    let offset = |place| seen.document.text.offset(place, encoding);
    let visible = params.range.map(|range| offset(range.start)..=offset(range.end));
    let mut hints = Vec::new();
    for fact in facts.iter().filter(|fact| fact.listed) {
        let Some(short) = &fact.short else { continue };
        if !settings.scalars && short.starts_with("1\u{d7}1 ") {
            continue;
        }
        let place = match fact.kind {
            VariableKind::Assigned if settings.assignments => to_document.to_new(fact.span.1),
            VariableKind::Parameter if settings.parameters => {
                parameter(seen, to_names, fact).and_then(|at| seen.moved.to_new(at))
            }
            VariableKind::Assigned | VariableKind::Parameter | VariableKind::Met => None,
        };
        let Some(place) = place else { continue };
        if visible.as_ref().is_none_or(|visible| visible.contains(&place)) {
            hints.push(json!({
                "position": seen.document.text.position(place, encoding),
                "label": format!(": {short}"),
                "kind": 1,
                "tooltip": format!("{} : {}", fact.name, fact.full),
            }));
        }
    }
    Ok(json!(hints))
}

/// Where the name of a parameter ends.
fn parameter(seen: &Seen<'_>, to_names: Moved, fact: &VariableFact) -> Option<u32> {
    let start = to_names.to_new(fact.function.1)?;
    let functions = &seen.names.index.functions;
    let function = functions.iter().find(|one| one.span.0 == start)?;
    function.params.iter().find(|(name, _)| *name == fact.name).map(|(_, span)| span.1)
}
