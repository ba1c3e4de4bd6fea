//! The names of a file and their meanings as text, for tests and people.

use std::fmt::Write as _;

use formwork_syntax::{ExprKind, LineCursor, LineIndex, StmtKind};

use crate::program::SourceFile;
use crate::resolve::{FileNames, Resolution, expr_ids};
use crate::scope::{ScopeId, ScopeOwner, Slot, SlotStorage};

/// One line for each identifier, in the order of the text.
#[must_use]
pub fn list_names(file: &SourceFile, names: &FileNames) -> String {
    let tree = &file.parsed.tree;
    let source = tree.source();
    let lines = LineIndex::new(source);
    let mut rows = Vec::new();
    for id in expr_ids(tree) {
        let (Some(resolution), Some(scope)) = (names.resolution(id), names.scope_at(id)) else {
            continue;
        };
        let text = match &tree.expr(id).kind {
            ExprKind::Name(name) => tree.name(*name).to_owned(),
            ExprKind::FunctionHandle(path) => format!("@{}", tree.qualified_name(path)),
            ExprKind::Field { name, .. } => format!(".{}", tree.name(*name)),
            _ => continue,
        };
        let span = tree.expr(id).span;
        rows.push((span.start, span.end, text, describe(names, scope, resolution)));
    }
    for (id, resolution) in names.commands() {
        let stmt = tree.stmt(id);
        if let StmtKind::Command { name, .. } = &stmt.kind {
            let meaning = match resolution {
                Resolution::Function(callee) => callee.to_string(),
                Resolution::Variable(_)
                | Resolution::Package
                | Resolution::Ambiguous { .. }
                | Resolution::Undefined => "undefined".to_owned(),
            };
            let text = tree.name(*name).to_owned();
            rows.push((stmt.span.start, stmt.span.end, text, format!("command, {meaning}")));
        }
    }
    rows.sort();
    let mut out = String::new();
    let mut places = LineCursor::new(&lines, source);
    for (start, _, text, meaning) in rows {
        let place = places.line_column(start);
        let _ = writeln!(out, "{}:{} {text}: {meaning}", place.line, place.column);
    }
    out
}

fn describe(names: &FileNames, scope: ScopeId, resolution: &Resolution) -> String {
    let variable = |slot| {
        let scope = names.scope(scope);
        format!("variable {slot}{}", role(names, scope.slot(slot), scope.parent))
    };
    match resolution {
        Resolution::Variable(slot) => variable(*slot),
        Resolution::Function(callee) => callee.to_string(),
        Resolution::Package => "package".to_owned(),
        Resolution::Undefined => "undefined".to_owned(),
        Resolution::Ambiguous { slot, callee, reason } => {
            let variable = slot.map(variable);
            let callee = callee.as_ref().map(ToString::to_string);
            let either: Vec<String> = variable.into_iter().chain(callee).collect();
            let either = if either.is_empty() { "unknown".to_owned() } else { either.join(" or ") };
            format!("ambiguous: {either} ({})", reason.reason())
        }
    }
}

fn role(names: &FileNames, slot: &Slot, parent: Option<ScopeId>) -> String {
    let mut parts = Vec::new();
    if let Some(index) = slot.input {
        parts.push(format!("input {}", index + 1));
    }
    if let Some(index) = slot.output {
        parts.push(format!("output {}", index + 1));
    }
    match slot.storage {
        SlotStorage::Local => {}
        SlotStorage::Global => parts.push("global".to_owned()),
        SlotStorage::Persistent => parts.push("persistent".to_owned()),
        SlotStorage::Anonymous(_) => parts.push("parameter".to_owned()),
        SlotStorage::Outer(outer) => {
            let owner = parent.map(|parent| names.scope(parent).owner);
            let owner = match owner {
                Some(ScopeOwner::Function(id)) => id.to_string(),
                Some(ScopeOwner::Script) | None => "the script".to_owned(),
            };
            parts.push(format!("{outer} of {owner}"));
        }
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
