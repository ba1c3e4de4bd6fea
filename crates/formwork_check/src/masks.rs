//! Subscripts that are taken for a mask, and preallocations of the wrong size.

use std::rc::Rc;

use formwork_builtins::Operation;
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::Class;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{row_called, text_of};
use crate::operands::value_at;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        let found_subscripts = variables_of_find(&body);
        let variable = |id: ExprId| match body.exprs[id].kind {
            ExprKind::Var(slot) => found_subscripts.contains(&slot).then_some(slot),
            _ => None,
        };
        let mut push = |rule, span, subject| {
            found.push(Finding::warning(rule, which, span, subject));
        };
        for (id, expr) in body.exprs.iter() {
            let negated = match expr.kind {
                ExprKind::Unary(UnaryOp::Not, operand) => variable(operand),
                ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                    variable(left).or_else(|| variable(right))
                }
                _ => None,
            };
            if let Some(slot) = negated {
                let subject = Subject::FindAsMask(Rc::clone(&body.slots[slot].name));
                push(Rule::FindAsMask, expr.span, subject);
            }
            if let Some(name) = reduces_selected_rows(analysis, which, &body, id) {
                push(Rule::ReductionDimension, expr.span, Subject::PerhapsOneRow { name });
            }
        }
        for (span, name, text) in square_vectors(&body) {
            push(Rule::SquarePreallocation, span, Subject::SquareVector { name, text });
        }
    }
}

/// The variables to which nothing but results of `find` are assigned.
fn variables_of_find(body: &Body) -> FxHashSet<SlotId> {
    let mut by_find: FxHashMap<SlotId, bool> = FxHashMap::default();
    for stmt in statements(&body.statements) {
        let finds = match &stmt.kind {
            StmtKind::Assign(assign) => {
                assign.op.is_none()
                    && row_called(body, assign.value).is_some_and(|(row, _)| row.name == "find")
            }
            _ => false,
        };
        for target in stmt.targets() {
            let Target::Place { slot, links, .. } = target else { continue };
            *by_find.entry(*slot).or_insert(true) &= finds && links.is_empty();
        }
    }
    for input in body.inputs.iter().filter_map(|input| input.slot) {
        by_find.remove(&input);
    }
    by_find.into_iter().filter(|(_, only)| *only).map(|(slot, _)| slot).collect()
}

/// `sum(X(mask, :))`: along the rows, unless just one is chosen. The name of the reduction.
fn reduces_selected_rows(
    analysis: &Analysis,
    which: usize,
    body: &Body,
    id: ExprId,
) -> Option<Rc<str>> {
    let (row, [argument]) = row_called(body, id)? else { return None };
    let reduces = matches!(row.operation, Operation::Reduce(_) | Operation::Extreme(_))
        || matches!(row.name, "mean" | "median" | "std" | "var" | "mode" | "range");
    let ExprKind::Access(access) = &body.exprs[*argument].kind else { return None };
    access.variable()?;
    let [Link::Paren(subscripts)] = &access.links[..] else { return None };
    let [rows, columns] = subscripts.exprs[..] else { return None };
    let all = matches!(body.exprs[columns].kind, ExprKind::Colon);
    let chosen = value_at(analysis, which, body.exprs[rows].span)
        .is_some_and(|value| value.classes.single() == Some(Class::Logical) && !value.is_scalar());
    // Of a sum of sums it does not matter.
    let whole = body.exprs[id].span;
    let again = body.exprs.iter().any(|(outer, _)| {
        row_called(body, outer).is_some_and(|(_, arguments)| {
            arguments.first().is_some_and(|&first| body.exprs[first].span == whole)
        })
    });
    (reduces && all && chosen && !again).then(|| row.name.into())
}

/// Variables that are made by `zeros(n)` and filled by one subscript from 1 to n: where, their names,
/// and the size.
fn square_vectors(body: &Body) -> Vec<(formwork_syntax::Span, Rc<str>, String)> {
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
            && row.name != "eye"
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
