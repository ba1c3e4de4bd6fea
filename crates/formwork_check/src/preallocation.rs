//! Arrays that are made in another shape than they are filled in.

use std::rc::Rc;

use formwork_builtins::Operation;
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprKind, Link, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{row_called, text_of};
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for (span, name, text) in square_vectors(&body) {
            let subject = Subject::SquareVector { name, text };
            found.push(Finding::warning(Rule::SquarePreallocation, which, span, subject));
        }
    }
}

/// Variables that are made by `zeros(n)` and filled by one subscript from 1 to n: where, their names,
/// and the size.
fn square_vectors(body: &Body) -> Vec<(Span, Rc<str>, String)> {
    let limits = limits_of_counters(body);
    let mut found = Vec::new();
    for stmt in statements(&body.statements) {
        let StmtKind::Assign(assign) = &stmt.kind else { continue };
        let [Target::Place { slot, links, span }] = &assign.targets[..] else { continue };
        let Some((row, [size])) = row_called(body, assign.value) else { continue };
        let fills = matches!(row.operation, Operation::Fill(_));
        let written = text_of(&body.source, body.exprs[*size].span);
        let literal = matches!(body.exprs[*size].kind, ExprKind::Const(_));
        if fills
            && !literal
            && links.is_empty()
            && is_filled_as_vector(body, *slot, &written, &limits)
        {
            found.push((*span, Rc::clone(&body.slots[*slot].name), written));
        }
    }
    found
}

/// The variables of loops that count, with what the last limit of each is.
fn limits_of_counters(body: &Body) -> FxHashMap<SlotId, String> {
    let mut limits = FxHashMap::default();
    for stmt in statements(&body.statements) {
        if let StmtKind::For(each) = &stmt.kind
            && let Some(slot) = each.target.slot()
            && let ExprKind::Range(_, None, last) = body.exprs[each.iterable].kind
        {
            limits.insert(slot, text_of(&body.source, body.exprs[last].span));
        }
    }
    limits
}

/// Whether all that is stored in a variable and read of its elements has one subscript, and some of it
/// is stored by a loop up to a limit.
fn is_filled_as_vector(
    body: &Body,
    slot: SlotId,
    limit: &str,
    limits: &FxHashMap<SlotId, String>,
) -> bool {
    let mut counted = false;
    for stmt in statements(&body.statements) {
        for target in stmt.targets() {
            let Target::Place { slot: own, links, .. } = target else { continue };
            if *own != slot || links.is_empty() {
                continue;
            }
            let [Link::Paren(subscripts)] = &links[..] else { return false };
            let [only] = subscripts.exprs[..] else { return false };
            if let ExprKind::Var(counter) = body.exprs[only].kind {
                counted |= limits.get(&counter).is_some_and(|text| text == limit);
            }
        }
    }
    let by_several = body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) if access.variable() == Some(slot) => match access.links.first() {
            Some(Link::Paren(subscripts)) => subscripts.exprs.len() != 1,
            Some(_) => true,
            None => false,
        },
        _ => false,
    });
    counted && !by_several
}
