//! What operations do that their authors may not have thought of: a row and a column that expand to a
//! matrix, a condition that is an array, a loop over a column, a range up to an array.
//!
//! Inference makes the remarks ([`Remark`]), with what it knows on the way; here it is decided which
//! of them count. A remark about a function counts if it holds however the function is called, or on
//! every ordinary call.

use std::path::Path;
use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation, Row};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, BodyKind, ExprId, ExprKind, Link, Root};
use formwork_hir::walk::statements;
use formwork_infer::{Analysis, FunctionRecord, Remark, RemarkKind};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::{Span, with_enough_stack};
use rustc_hash::FxHashSet;

use crate::finding::{Finding, Severity, Subject};
use crate::group::Group;
use crate::look::{expression_at, operator_at, row_called, text_of};
use crate::operands::labels;
use crate::ordinary::walks_of_functions;
use crate::rule::Rule;
use crate::slips::{conditions, is_comparison};

/// Finds what counts of them.
pub(crate) fn find(
    analysis: &mut Analysis,
    groups: &[Group],
    file: &Path,
    found: &mut Vec<Finding>,
) {
    let said: FxHashSet<Span> = found.iter().map(|finding| finding.span).collect();
    let plain = groups.iter().map(|group| group.walks.clone());
    let all: Vec<Vec<usize>> = plain.chain(walks_of_functions(analysis, file)).collect();
    let mut seen: FxHashSet<(Span, RemarkKind)> = FxHashSet::default();
    for walks in all {
        let first = &analysis.functions[walks[0]];
        let body = Rc::clone(&first.body);
        let remarks: Vec<Remark> = first.remarks.iter().filter(|one| one.holds).cloned().collect();
        for remark in remarks {
            let everywhere =
                walks[1..].iter().all(|&other| may_hold(&analysis.functions[other], &remark));
            if !everywhere
                || said.contains(&remark.span)
                || !seen.insert((remark.span, remark.kind))
            {
                continue;
            }
            if let Some(finding) = judge(analysis, walks[0], &body, &remark) {
                found.push(finding);
            }
        }
    }
}

/// Whether a remark holds in another walk that came to its place; on an ordinary call that takes what
/// is unclear for matrices, whether that does not exclude it.
fn may_hold(function: &FunctionRecord, remark: &Remark) -> bool {
    let same = |one: &&Remark| (one.span, one.kind) == (remark.span, remark.kind);
    let assumed = function.ordinary.is_some();
    function.remarks.iter().find(same).is_some_and(|one| one.holds || assumed && !one.refuted)
}

pub(crate) fn judge(
    analysis: &mut Analysis,
    which: usize,
    body: &Body,
    remark: &Remark,
) -> Option<Finding> {
    let span = remark.span;
    let shapes = &remark.shapes;
    // Who runs a script sees what it does.
    let is_script = matches!(body.kind, BodyKind::Script);
    match remark.kind {
        RemarkKind::Expansion => {
            let (op, left, right) = operator_at(body, span)?;
            if is_comparison(op) || matches!(op, BinaryOp::And | BinaryOp::Or) {
                return None;
            }
            if is_deliberate(body, left) || is_deliberate(body, right) {
                return None;
            }
            let &[a, b] = &shapes[..] else { return None };
            let subject = Subject::Expansion { symbol: op.symbol(), shapes: [a, b] };
            let labels = labels(analysis, which, span);
            let severity = if is_script { Severity::Note } else { Severity::Warning };
            let note = Finding::note(Rule::RowColumnExpansion, which, span, subject);
            Some(Finding { labels, severity, ..note })
        }
        RemarkKind::ArrayCondition => {
            let whole = conditions(body).into_iter().find(|&id| body.exprs[id].span == span)?;
            let counts = match &body.exprs[whole].kind {
                ExprKind::Binary(op, ..) => is_comparison(*op),
                ExprKind::Access(_) => row_called(body, whole).is_some_and(|(row, _)| {
                    matches!(row.operation, Operation::CompareTexts { .. })
                }),
                _ => false,
            };
            // That all are equal is what most people mean.
            let meant = matches!(body.exprs[whole].kind, ExprKind::Binary(BinaryOp::Equal, ..));
            let severity = if meant || is_script { Severity::Note } else { Severity::Warning };
            let subject = Subject::ArrayCondition(*shapes.first()?);
            let note = Finding::note(Rule::ArrayCondition, which, span, subject);
            counts.then_some(Finding { severity, ..note })
        }
        RemarkKind::LoopOverColumn => {
            let subject = Subject::LoopOverColumn(*shapes.first()?);
            Some(Finding::warning(Rule::LoopOverColumn, which, span, subject))
        }
        RemarkKind::LongMask => {
            let &[mask, array] = &shapes[..] else { return None };
            let subject = Subject::LongMask { mask, array };
            Some(Finding::warning(Rule::LongMask, which, span, subject))
        }
        RemarkKind::OtherMask => {
            let &[mask, array] = &shapes[..] else { return None };
            let subject = Subject::OtherMask { mask, array };
            Some(Finding::warning(Rule::LongMask, which, span, subject))
        }
        RemarkKind::StatedOutput => {
            let &[shape, said] = &shapes[..] else { return None };
            let stored = body.slots.values().map(|slot| &slot.name);
            let text = text_of(&body.source, span);
            let name = stored.filter(|name| text.starts_with(&***name)).max_by_key(|n| n.len())?;
            let subject = Subject::DocumentedSize { name: Rc::clone(name), shape, said };
            Some(Finding::warning(Rule::DocumentedSize, which, span, subject))
        }
        RemarkKind::TextResults => {
            let (row, _) = row_called(body, expression_at(body, span)?)?;
            let subject = Subject::TextResults { name: row.name.into() };
            Some(Finding::warning(Rule::TextResults, which, span, subject))
        }
        RemarkKind::ArrayLimit => {
            let subject = Subject::ArrayLimit(*shapes.first()?);
            Some(Finding::note(Rule::ArrayLimit, which, span, subject))
        }
    }
}

/// Whether an operand was turned on purpose: `x - y'`, or a variable that was.
fn is_deliberate(body: &Body, span: Span) -> bool {
    let Some(id) = expression_at(body, span) else { return false };
    let mut variables: Vec<SlotId> = Vec::new();
    if is_turned(body, id, &mut variables) {
        return true;
    }
    // What its variables were made of, one step back.
    let mut deeper = Vec::new();
    statements(&body.statements).any(|stmt| match &stmt.kind {
        formwork_hir::body::StmtKind::Assign(assign) => assign
            .targets
            .iter()
            .filter_map(formwork_hir::body::Target::slot)
            .any(|slot| variables.contains(&slot) && is_turned(body, assign.value, &mut deeper)),
        _ => false,
    })
}

/// Whether an operand of an expression is turned, or brought into a shape; collects its variables. What
/// a function is given says nothing of what it gives.
fn is_turned(body: &Body, id: ExprId, variables: &mut Vec<SlotId>) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, _) => true,
        ExprKind::Unary(_, operand) => with_enough_stack(|| is_turned(body, *operand, variables)),
        ExprKind::Binary(_, left, right) => {
            let left = with_enough_stack(|| is_turned(body, *left, variables));
            with_enough_stack(|| is_turned(body, *right, variables)) || left
        }
        ExprKind::Var(slot) => {
            variables.push(*slot);
            false
        }
        ExprKind::Access(access) => match (access.root, access.links.first()) {
            (Root::Call(call), Some(Link::Paren(_))) => body.calls[call].row().is_some_and(turns),
            _ => {
                variables.extend(access.variable());
                false
            }
        },
        _ => false,
    }
}

/// Whether a function gives its argument another shape on purpose, or expands on purpose.
fn turns(row: &'static Row) -> bool {
    matches!(row.operation, Operation::Reshape | Operation::Permute | Operation::Transpose)
        || matches!(row.id, Some(BuiltinId::Bsxfun | BuiltinId::Shiftdim))
}
