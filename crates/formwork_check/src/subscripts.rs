//! Subscripts that leave the array by how they are computed: they count from 0, or go on for a whole
//! block where less is left.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation};
use formwork_domain::ValueFact;
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, For, Link, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::Class;
use formwork_runtime::ops::BinaryOp;
use rustc_hash::FxHashSet;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{call_of, row_called, text_of, variables_in};
use crate::operands::value_at;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        let known = Known::of(&body);
        for (_, expr) in body.exprs.iter() {
            let ExprKind::Access(access) = &expr.kind else { continue };
            let Some(slot) = access.variable() else { continue };
            let Some(Link::Paren(subscripts) | Link::Brace(subscripts)) = access.links.first()
            else {
                continue;
            };
            if !known.is_array(analysis, which, slot, expr.span.start) {
                continue;
            }
            for &subscript in &subscripts.exprs {
                let whole = (slot, subscripts.exprs.len() == 1);
                let text = counts_from_zero(&body, subscript)
                    .or_else(|| fills_table_from_zero(analysis, which, &body, whole, subscript));
                if let Some(text) = text {
                    let span = body.exprs[subscript].span;
                    let subject = Subject::IndexFromZero(text);
                    found.push(Finding::warning(Rule::IndexFromZero, which, span, subject));
                }
            }
        }
        for stmt in statements(&body.statements) {
            if let StmtKind::For(each) = &stmt.kind {
                found.extend(last_block(&body, each).map(|(id, subject)| {
                    Finding::warning(Rule::LastBlock, which, body.exprs[id].span, subject)
                }));
            }
        }
    }
}

/// What the text of a function says of its variables.
struct Known<'b> {
    body: &'b Body,
    /// Those that the function itself makes.
    made: FxHashSet<SlotId>,
    /// Those whose size it asks for.
    measured: FxHashSet<SlotId>,
}

impl Known<'_> {
    fn of(body: &Body) -> Known<'_> {
        let made = body.assignments().flat_map(formwork_hir::body::Assign::slots).collect();
        let measured = body.exprs.iter().filter_map(|(id, _)| match call_of(body, id) {
            Some((BuiltinId::Numel | BuiltinId::Length | BuiltinId::Size, [first, ..])) => {
                match body.exprs[*first].kind {
                    ExprKind::Var(slot) => Some(slot),
                    _ => None,
                }
            }
            _ => None,
        });
        Known { body, made, measured: measured.collect() }
    }

    /// Whether a variable is an array, as far as is known: what else is subscripted is called, or
    /// looked up.
    fn is_array(&self, analysis: &Analysis, which: usize, slot: SlotId, before: u32) -> bool {
        let measured = self.measured.contains(&slot);
        if !measured && !self.made.contains(&slot) {
            return false;
        }
        let function = &analysis.functions[which];
        let other = |class| matches!(class, Class::FunctionHandle | Class::Map);
        function.definition_before(&self.body.slots[slot].name, before).is_some_and(|one| {
            !one.value.classes.is_empty() && (measured || !one.value.classes.iter().any(other))
        })
    }
}

/// `mod(k, n)` as a subscript, which is 0 for every n-th `k`: as it is written.
fn counts_from_zero(body: &Body, id: ExprId) -> Option<String> {
    let (row, [_, _]) = row_called(body, id)? else { return None };
    matches!(row.id, Some(BuiltinId::Mod | BuiltinId::Rem))
        .then(|| text_of(&body.source, body.exprs[id].span))
}

/// A subscript from 0 to one less than there are entries: as it is written.
fn fills_table_from_zero(
    analysis: &Analysis,
    which: usize,
    body: &Body,
    (table, alone): (SlotId, bool),
    id: ExprId,
) -> Option<String> {
    let span = body.exprs[id].span;
    let value = value_at(analysis, which, span)?;
    let ValueFact::Within(bounds) = value.value else { return None };
    let name = &body.slots[table].name;
    let size = analysis.functions[which].definition_before(name, span.start)?;
    let count = size.value.size(&analysis.algebra)?.count();
    let whole = bounds.integer && bounds.low == 0.0 && bounds.high == count as f64 - 1.0;
    if !whole || !alone || count <= 2 || value.classes.contains(Class::Logical) {
        return None;
    }
    // What was looked for is seldom the first: who steps back from it has made sure.
    let found = variables_in(body, id).iter().any(|(slot, _)| is_looked_for(body, *slot));
    (!found).then(|| text_of(&body.source, span))
}

/// Whether a variable is a place that `find` gives.
fn is_looked_for(body: &Body, slot: SlotId) -> bool {
    body.assignments().filter(|assign| assign.slots().any(|own| own == slot)).any(|assign| {
        row_called(body, assign.value).is_some_and(|(row, _)| row.operation == Operation::Find)
    })
}

/// A range `i:i+s-1` of subscripts in a loop `for i = 1:s:n` over a step that is not known.
fn last_block(body: &Body, each: &For) -> Option<(ExprId, Subject)> {
    let Target::Place { slot: counter, links, .. } = &each.target else { return None };
    let ExprKind::Range(first, Some(step), last) = body.exprs[each.iterable].kind else {
        return None;
    };
    let is_one = |id: ExprId| matches!(&body.exprs[id].kind, ExprKind::Const(value) if value.to_f64() == Some(1.0));
    let ExprKind::Var(step_slot) = body.exprs[step].kind else { return None };
    // Who computes where to end has thought of it.
    let ends = matches!(body.exprs[last].kind, ExprKind::Var(_)) || call_of(body, last).is_some();
    let given = body.inputs.iter().any(|input| input.slot == Some(step_slot));
    if !links.is_empty() || !is_one(first) || !ends || !given || is_divided(body, step_slot) {
        return None;
    }
    let is =
        |id: ExprId, slot: SlotId| matches!(body.exprs[id].kind, ExprKind::Var(own) if own == slot);
    let block = body.exprs.iter().find_map(|(id, expr)| {
        let ExprKind::Range(from, None, to) = expr.kind else { return None };
        let ExprKind::Binary(BinaryOp::Subtract, sum, one) = body.exprs[to].kind else {
            return None;
        };
        let ExprKind::Binary(BinaryOp::Add, left, right) = body.exprs[sum].kind else {
            return None;
        };
        let block = is(from, *counter) && is(left, *counter) && is(right, step_slot) && is_one(one);
        (block && chooses(body, id)).then_some(id)
    })?;
    let text = |id: ExprId| text_of(&body.source, body.exprs[id].span);
    Some((block, Subject::LastBlock { step: text(step), last: text(last) }))
}

/// Whether a range is a subscript, or the variable that it is assigned to is one.
fn chooses(body: &Body, id: ExprId) -> bool {
    let span = body.exprs[id].span;
    let assigned = body.assignments().find(|assign| body.exprs[assign.value].span == span);
    let variable = assigned.and_then(|assign| assign.slots().next());
    body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) if access.variable().is_some() => match access.links.first() {
            Some(Link::Paren(subscripts)) => subscripts.exprs.iter().any(|&one| {
                one == id
                    || matches!(body.exprs[one].kind, ExprKind::Var(own) if Some(own) == variable)
            }),
            _ => false,
        },
        _ => false,
    })
}

/// Whether a function asks what is left if something is divided by a variable, or clips with it.
fn is_divided(body: &Body, slot: SlotId) -> bool {
    body.exprs.iter().any(|(id, _)| match row_called(body, id) {
        Some((row, arguments)) => {
            matches!(
                row.id,
                Some(
                    BuiltinId::Mod
                        | BuiltinId::Rem
                        | BuiltinId::Floor
                        | BuiltinId::Ceil
                        | BuiltinId::Fix
                        | BuiltinId::Round
                        | BuiltinId::Min
                )
            ) && arguments.iter().any(|&argument| mentions(body, argument, slot))
        }
        None => false,
    })
}

fn mentions(body: &Body, id: ExprId, slot: SlotId) -> bool {
    formwork_hir::walk::subexpressions(body, id)
        .any(|(_, expr)| matches!(expr.kind, ExprKind::Var(own) if own == slot))
}
