//! Keys of a `containers.Map` that are texts where it has numbers, or the other way.

use std::collections::BTreeSet;
use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, ExprId, ExprKind, Link, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::{Class, Value};
use formwork_syntax::Span;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{row_called, row_named, text_of};
use crate::operands::value_at;
use crate::rule::Rule;

/// What the keys of a map are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    Texts,
    Numbers,
}

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for slot in maps_made(analysis, which, &body) {
            let Some(keys) = keys_of(analysis, which, &body, slot) else { continue };
            for (span, key) in uses(&body, slot) {
                let other = kind_of(analysis, which, &body, key);
                if other.is_some_and(|other| other != keys) {
                    let key = text_of(&body.source, body.exprs[key].span);
                    let subject = Subject::MapKey { key, texts: keys == Keys::Texts };
                    found.push(Finding::error(Rule::MapKey, which, span, subject));
                }
            }
        }
    }
}

/// The variables that become a map somewhere.
fn maps_made(analysis: &Analysis, which: usize, body: &Body) -> BTreeSet<SlotId> {
    let makes = |assign: &&Assign| {
        let value = value_at(analysis, which, body.exprs[assign.value].span);
        value.is_some_and(|value| value.classes.single() == Some(Class::Map))
    };
    body.assignments().filter(makes).flat_map(Assign::slots).collect()
}

/// What the keys of a variable are that is nothing but a map, made in one way.
fn keys_of(analysis: &Analysis, which: usize, body: &Body, slot: SlotId) -> Option<Keys> {
    let given = body.inputs.iter().any(|input| input.slot == Some(slot));
    let declared = statements(&body.statements).any(|stmt| match &stmt.kind {
        StmtKind::Declare(all) => all.iter().any(|one| one.slot == slot),
        StmtKind::For(each) => each.target.slot() == Some(slot),
        _ => false,
    });
    if given || declared || body.shared.contains(&slot) {
        return None;
    }
    let mut keys = None;
    for assign in body.assignments() {
        for target in &assign.targets {
            let Target::Place { slot: own, links, .. } = target else { continue };
            if *own != slot || !links.is_empty() {
                continue;
            }
            let [_] = &assign.targets[..] else { return None };
            let made = keys_made(analysis, which, body, assign.value)?;
            if keys.is_some_and(|keys| keys != made) {
                return None;
            }
            keys = Some(made);
        }
    }
    keys
}

/// What the keys of a map are that a call makes.
fn keys_made(analysis: &Analysis, which: usize, body: &Body, id: ExprId) -> Option<Keys> {
    let value = value_at(analysis, which, body.exprs[id].span)?;
    if value.classes.single() != Some(Class::Map) {
        return None;
    }
    if row_named(body, id).is_some() {
        return Some(Keys::Texts);
    }
    let (_, arguments) = row_called(body, id)?;
    let text = |id: ExprId| match &body.exprs[id].kind {
        ExprKind::Const(value) => value.as_text(),
        _ => None,
    };
    match arguments {
        [] => Some(Keys::Texts),
        [a, b, c, d] if !matches!(body.exprs[*a].kind, ExprKind::Cell(_)) => {
            let named =
                |name: ExprId| text(name).is_some_and(|name| name.eq_ignore_ascii_case("KeyType"));
            let kind = if named(*a) {
                text(*b)?
            } else if named(*c) {
                text(*d)?
            } else {
                return None;
            };
            Some(if kind == Class::Char.name() { Keys::Texts } else { Keys::Numbers })
        }
        [keys, _] | [keys, _, _, _] => {
            let one = |id: &ExprId| match &body.exprs[*id].kind {
                ExprKind::Const(value) => kind_of_constant(value),
                _ => None,
            };
            let ExprKind::Cell(rows) = &body.exprs[*keys].kind else { return None };
            let mut all = rows.iter().flatten().map(one);
            let first = all.next()??;
            all.all(|other| other == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// What kind of key an expression is.
fn kind_of(analysis: &Analysis, which: usize, body: &Body, id: ExprId) -> Option<Keys> {
    if let ExprKind::Const(value) = &body.exprs[id].kind {
        return kind_of_constant(value);
    }
    match value_at(analysis, which, body.exprs[id].span)?.classes.single()? {
        Class::Char => Some(Keys::Texts),
        Class::Double => Some(Keys::Numbers),
        _ => None,
    }
}

fn kind_of_constant(value: &Value) -> Option<Keys> {
    if value.is_char() {
        return Some(Keys::Texts);
    }
    value.to_f64().map(|_| Keys::Numbers)
}

/// The places that look up or store a key in a variable, with the key.
fn uses(body: &Body, slot: SlotId) -> Vec<(Span, ExprId)> {
    let key = |links: &[Link]| match links.first() {
        Some(Link::Paren(arguments)) => match arguments.exprs[..] {
            [key] => Some(key),
            _ => None,
        },
        _ => None,
    };
    let read = body.exprs.values().filter_map(|expr| match &expr.kind {
        ExprKind::Access(access) if access.variable() == Some(slot) => {
            key(&access.links).map(|key| (expr.span, key))
        }
        _ => None,
    });
    let stored = body.assignments().flat_map(|assign| &assign.targets).filter_map(|target| {
        let Target::Place { slot: own, links, span } = target else { return None };
        (*own == slot).then(|| key(links)).flatten().map(|key| (*span, key))
    });
    read.chain(stored).collect()
}
