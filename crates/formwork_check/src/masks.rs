//! Masks: subscripts that are taken for one, its elements counted, rows that it chooses reduced.

use std::rc::Rc;

use formwork_builtins::{Measure, Operation};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::Class;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::with_enough_stack;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{row_called, text_of};
use crate::operands::value_at;
use crate::rule::Rule;
use crate::slips::is_comparison;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        let found_subscripts = variables_made_by(&body, |id| {
            row_called(&body, id).is_some_and(|(row, _)| matches!(row.operation, Operation::Find))
        });
        let masks = variables_made_by(&body, |id| is_comparison_of_arrays(&body, id));
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
            if let Some((name, mask)) = counts_mask(&body, &masks, id) {
                push(Rule::CountOfMask, expr.span, Subject::CountOfMask { name, mask });
            }
            if let Some(name) = reduces_selected_rows(analysis, which, &body, id) {
                push(Rule::ReductionDimension, expr.span, Subject::PerhapsOneRow { name });
            }
        }
    }
}

/// The variables to which nothing but values of one kind is assigned.
pub(crate) fn variables_made_by(body: &Body, makes: impl Fn(ExprId) -> bool) -> FxHashSet<SlotId> {
    let mut all: FxHashMap<SlotId, bool> = FxHashMap::default();
    for stmt in statements(&body.statements) {
        let made = match &stmt.kind {
            StmtKind::Assign(assign) => assign.op.is_none() && makes(assign.value),
            _ => false,
        };
        for target in stmt.targets() {
            let Target::Place { slot, links, .. } = target else { continue };
            *all.entry(*slot).or_insert(true) &= made && links.is_empty();
        }
    }
    for input in body.inputs.iter().filter_map(|input| input.slot) {
        all.remove(&input);
    }
    all.into_iter().filter(|(_, only)| *only).map(|(slot, _)| slot).collect()
}

/// Whether a value is a comparison, or made of some.
fn is_comparison_of_arrays(body: &Body, id: ExprId) -> bool {
    match body.exprs[id].kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => with_enough_stack(|| {
            with_enough_stack(|| {
                is_comparison_of_arrays(body, left) && is_comparison_of_arrays(body, right)
            })
        }),
        ExprKind::Binary(op, ..) => is_comparison(op),
        _ => false,
    }
}

/// `length(x > 3)`, or `length(mask)` of a mask that chooses elements elsewhere, where something is
/// divided by it: what is called, and the mask.
fn counts_mask(body: &Body, masks: &FxHashSet<SlotId>, id: ExprId) -> Option<(Rc<str>, Rc<str>)> {
    let (row, [argument]) = row_called(body, id)? else { return None };
    if !matches!(row.operation, Operation::Measure(Measure::Length | Measure::Numel)) {
        return None;
    }
    if is_comparison_of_arrays(body, *argument) {
        let text = text_of(&body.source, body.exprs[*argument].span);
        return Some((row.name.into(), text.into()));
    }
    let ExprKind::Var(slot) = body.exprs[*argument].kind else { return None };
    if !masks.contains(&slot) {
        return None;
    }
    let chooses = body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) if access.variable().is_some() => {
            matches!(access.links.first(), Some(Link::Paren(subscripts))
            if subscripts.exprs.iter().any(|&one| {
                matches!(body.exprs[one].kind, ExprKind::Var(own) if own == slot)
            }))
        }
        _ => false,
    });
    // Who also counts those that are true knows the difference.
    let told_apart = body.exprs.iter().any(|(other, _)| {
        row_called(body, other).is_some_and(|(row, arguments)| {
            (row.reduces() || matches!(row.operation, Operation::Find))
                && arguments
                    .iter()
                    .any(|&one| matches!(body.exprs[one].kind, ExprKind::Var(own) if own == slot))
        })
    });
    (chooses && !told_apart && is_divided_by(body, id))
        .then(|| (row.name.into(), Rc::clone(&body.slots[slot].name)))
}

/// Whether something is divided by a value, or by the variable that it is assigned to.
fn is_divided_by(body: &Body, id: ExprId) -> bool {
    let span = body.exprs[id].span;
    let assigned = body.assignments().find(|assign| body.exprs[assign.value].span == span);
    let variable = assigned.and_then(|assign| assign.slots().next());
    body.exprs.values().any(|expr| match expr.kind {
        ExprKind::Binary(BinaryOp::Divide | BinaryOp::ElementDivide, _, right) => {
            body.exprs[right].span == span
                || matches!(body.exprs[right].kind, ExprKind::Var(slot) if Some(slot) == variable)
        }
        _ => false,
    })
}

/// `sum(X(mask, :))`: along the rows, unless just one is chosen. The name of the reduction.
fn reduces_selected_rows(
    analysis: &Analysis,
    which: usize,
    body: &Body,
    id: ExprId,
) -> Option<Rc<str>> {
    let (row, [argument]) = row_called(body, id)? else { return None };
    let reduces = row.reduces();
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
