//! Arrays that grow in a loop, with the preallocation that makes them whole at once.

use std::rc::Rc;

use formwork_hir::body::{Body, ExprKind, For, Link, Root, Stmt, StmtKind, Target};
use formwork_hir::query::outermost_loops;
use formwork_hir::walk::{blocks, statements};
use formwork_hir::{SlotId, StmtId};
use formwork_infer::{Analysis, Definition, DefinitionKind};
use formwork_runtime::Class;
use formwork_shape::shape::ShapeId;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::finding::{Edit, Finding, Fix, Safety, Subject};
use crate::group::Group;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for each in outermost_loops(&body.statements) {
            let mut seen: FxHashSet<SlotId> = FxHashSet::default();
            let StmtKind::For(inner) = &each.kind else { continue };
            let always = unconditional(&inner.body);
            let grown = statements(&inner.body).filter_map(|stmt| {
                let always = always.contains(&stmt.id);
                growth(&body, stmt).map(|(slot, span, at_end)| (slot, span, at_end, always))
            });
            for (slot, span, at_end, always) in grown {
                if !seen.insert(slot) {
                    continue;
                }
                let name = Rc::clone(&body.slots[slot].name);
                let after = after_loop(analysis, which, &name, each.span);
                let shape = after.as_ref().and_then(|one| one.value.shape);
                // Without a closed form there is nothing better to say than that it grows.
                let known = shape.filter(|&shape| is_readable(analysis, shape));
                let fix = known.and_then(|shape| {
                    preallocation(analysis, &body, each, slot, &after?, shape, at_end)
                });
                let subject = Subject::Growing { name, shape: known.filter(|_| always), always };
                let note = Finding::note(Rule::GrowingArray, which, span, subject);
                found.push(Finding { fix, ..note });
            }
        }
    }
}

/// The statements of a block that stand in no branch.
fn unconditional(block: &[Stmt]) -> FxHashSet<StmtId> {
    let mut walk = statements(block);
    let mut found = FxHashSet::default();
    while let Some(stmt) = walk.next() {
        found.insert(stmt.id);
        if !stmt.is_loop() {
            walk.skip_inside();
        }
    }
    found
}

/// An array that a statement makes one longer, and whether as `x(end+1) = …`.
fn growth(body: &Body, stmt: &Stmt) -> Option<(SlotId, Span, bool)> {
    let StmtKind::Assign(assign) = &stmt.kind else { return None };
    let [Target::Place { slot, links, span }] = &assign.targets[..] else { return None };
    match &links[..] {
        // x(end+1) = …
        [Link::Paren(arguments)] if arguments.has_end => {
            let beyond = arguments.exprs.iter().any(|&id| match body.exprs[id].kind {
                ExprKind::Binary(formwork_runtime::ops::BinaryOp::Add, left, _) => {
                    matches!(body.exprs[left].kind, ExprKind::End)
                }
                _ => false,
            });
            beyond.then_some((*slot, *span, true))
        }
        // x = [x, …]
        [] => {
            let ExprKind::Matrix(rows) = &body.exprs[assign.value].kind else { return None };
            let first = *rows.first()?.first()?;
            let itself = match &body.exprs[first].kind {
                ExprKind::Var(own) => own == slot,
                ExprKind::Access(access) => {
                    access.links.is_empty() && matches!(access.root, Root::Var(own) if own == *slot)
                }
                _ => false,
            };
            let parts: usize = rows.iter().map(|row| row.len()).sum();
            (itself && parts > 1).then_some((*slot, *span, false))
        }
        _ => None,
    }
}

/// What a variable is after a loop.
fn after_loop(analysis: &Analysis, which: usize, name: &str, each: Span) -> Option<Definition> {
    analysis.functions[which]
        .definitions_within(each)
        .filter(|one| one.kind == DefinitionKind::JoinPhi && *one.name == *name)
        .max_by_key(|one| one.span.end)
        .cloned()
}

/// Whether a shape can be written down in the program's own names.
fn is_readable(analysis: &mut Analysis, shape: ShapeId) -> bool {
    let Some(tuple) = analysis.algebra.as_tuple(shape) else { return false };
    tuple.iter().all(|&extent| {
        let text = analysis.algebra.extent_text(extent);
        text.chars().all(|c| c.is_ascii_alphanumeric() || "_+-*() ,".contains(c))
            && analysis.algebra.extents().unknowns(extent).len() <= 2
            && analysis.algebra.are_of_names(&[], &[extent])
    })
}

/// `x = zeros(1, n)` before the loop, where `x = []` was.
fn preallocation(
    analysis: &mut Analysis,
    body: &Body,
    each: &Stmt,
    slot: SlotId,
    after: &Definition,
    shape: ShapeId,
    at_end: bool,
) -> Option<Fix> {
    let StmtKind::For(inner) = &each.kind else { return None };
    if !at_end || after.value.classes.single() != Some(Class::Double) {
        return None;
    }
    let counter = counter_from_one(body, inner)?;
    if is_read_within(body, slot, each.span) {
        return None;
    }
    let subscript = only_store(body, inner, slot)?;
    let start = last_empty_before(body, each, slot)?;
    let tuple = analysis.algebra.as_tuple(shape)?;
    let extents: Vec<String> =
        tuple.iter().map(|&extent| analysis.algebra.extent_text(extent)).collect();
    let text = format!("zeros({})", extents.join(", "));
    let counter = body.slots[counter].name.to_string();
    Some(Fix {
        message: format!("make '{}' whole before the loop: {text}", body.slots[slot].name),
        edits: vec![Edit { span: start, text }, Edit { span: subscript, text: counter }],
        safety: Safety::Safe,
    })
}

/// The variable of a loop `for i = 1:…`. `x(end+1)` of an array that is whole means something
/// else: the counter takes its place, which only such a loop has.
fn counter_from_one(body: &Body, each: &For) -> Option<SlotId> {
    let Target::Place { slot, links, .. } = &each.target else { return None };
    let counts = matches!(&body.exprs[each.iterable].kind,
        ExprKind::Range(first, None, _)
            if matches!(&body.exprs[*first].kind, ExprKind::Const(value) if value.to_f64() == Some(1.0)));
    (links.is_empty() && counts).then_some(*slot)
}

/// Whether a part of a body reads a variable.
fn is_read_within(body: &Body, slot: SlotId, whole: Span) -> bool {
    body.expressions_within(whole).any(|id| match &body.exprs[id].kind {
        ExprKind::Var(own) => *own == slot,
        ExprKind::Access(access) => matches!(access.root, Root::Var(own) if own == slot),
        _ => false,
    })
}

/// The subscript with which a loop stores in a variable, if it does so once in an iteration, and
/// nowhere else.
fn only_store(body: &Body, each: &For, slot: SlotId) -> Option<Span> {
    let (mut stores, mut subscript) = (0, None);
    for stmt in &each.body {
        if let StmtKind::Assign(assign) = &stmt.kind
            && let [Target::Place { slot: own, links, .. }] = &assign.targets[..]
            && *own == slot
        {
            stores += 1;
            if let [Link::Paren(arguments)] = &links[..]
                && let [one] = arguments.exprs[..]
            {
                subscript = Some(body.exprs[one].span);
            }
        }
    }
    let stored = |stmt: &&Stmt| match &stmt.kind {
        StmtKind::Assign(assign) => assign.slots().any(|own| own == slot),
        _ => false,
    };
    let inside = statements(&each.body).filter(stored).count();
    if stores == 1 && inside == 1 { subscript } else { None }
}

/// Where `[]` stands that a variable is set to in the block of a loop, before it.
fn last_empty_before(body: &Body, each: &Stmt, slot: SlotId) -> Option<Span> {
    let siblings = blocks(&body.statements)
        .map(|(_, block)| block)
        .find(|block| block.iter().any(|stmt| std::ptr::eq(stmt, each)))?;
    let before = siblings.iter().take_while(|stmt| !std::ptr::eq(*stmt, each));
    before
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign(assign) => match &assign.targets[..] {
                [Target::Place { slot: own, links, .. }]
                    if *own == slot
                        && links.is_empty()
                        && matches!(&body.exprs[assign.value].kind,
                            ExprKind::Matrix(rows) if rows.is_empty()) =>
                {
                    Some(body.exprs[assign.value].span)
                }
                _ => None,
            },
            _ => None,
        })
        .last()
}
