//! Symbols: what a document and the workspace consist of.

use std::rc::Rc;

use formwork_driver::{Symbol, SymbolKind};
use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams, Location};
use crate::state::{Seen, State};
use crate::uri;

/// How many symbols of the workspace are told of.
const MOST: usize = 256;

fn number(kind: SymbolKind) -> u32 {
    match kind {
        SymbolKind::Function => 12,
        SymbolKind::Class => 5,
        SymbolKind::Property => 7,
        SymbolKind::Section => 3,
    }
}

pub(super) fn of_document(seen: &Seen<'_>, _: &DocumentParams) -> Answer {
    let mut all = seen.names.index.outline.symbols.iter().peekable();
    let mut roots = Vec::new();
    while let Some(symbol) = all.next() {
        roots.extend(nested(seen, symbol, &mut all));
    }
    Ok(json!(roots))
}

/// A symbol with those that stand in it.
fn nested<'s>(
    seen: &Seen<'_>,
    symbol: &'s Symbol,
    rest: &mut std::iter::Peekable<impl Iterator<Item = &'s Symbol>>,
) -> Option<Value> {
    let mut children = Vec::new();
    while let Some(inner) = rest.next_if(|next| next.span.1 <= symbol.span.1) {
        children.extend(nested_in(seen, inner));
    }
    let (range, own) = (seen.range(symbol.span)?, seen.range(symbol.name_span)?);
    Some(json!({
        "name": named(symbol),
        "kind": number(symbol.kind),
        "range": range,
        "selectionRange": own,
        "children": children,
    }))
}

/// A symbol inside of another: deeper levels are listed beside it.
fn nested_in(seen: &Seen<'_>, symbol: &Symbol) -> Option<Value> {
    let (range, own) = (seen.range(symbol.span)?, seen.range(symbol.name_span)?);
    let name = named(symbol);
    Some(
        json!({ "name": name, "kind": number(symbol.kind), "range": range, "selectionRange": own }),
    )
}

/// A name that an editor can show.
fn named(symbol: &Symbol) -> &str {
    if symbol.name.is_empty() { "?" } else { &symbol.name }
}

pub(super) fn of_workspace(state: &State, query: &str) -> Answer {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for path in state.world.files.iter() {
        let open =
            || state.names_of(path).map(|(names, text)| (text, Rc::new(names.outline.clone())));
        let read = state.files.outline(path, &state.world).or_else(open);
        let Some((text, outline)) = read else { continue };
        for symbol in &outline.symbols {
            if symbol.kind != SymbolKind::Section && symbol.name.to_lowercase().contains(&query) {
                let range = text.range(symbol.name_span, state.encoding);
                let location = Location { uri: uri::of_path(path), range };
                let kind = number(symbol.kind);
                found.push(json!({ "name": symbol.name, "kind": kind, "location": location }));
            }
        }
        if found.len() >= MOST {
            break;
        }
    }
    Ok(json!(found))
}
