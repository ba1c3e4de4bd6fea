//! Comparisons that do not ask what they seem to: two in a row, with NaN, with `[]`, of a truth value
//! with a text; and constants that stand where a comparison is meant.

use std::rc::Rc;

use formwork_builtins::Operation;
use formwork_hir::body::{Body, ExprId, ExprKind, StmtKind};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::ops::BinaryOp;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{named_constant, row_called, text_of, with_anonymous};
use crate::rule::Rule;
use crate::slips::is_comparison;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let whole = Rc::clone(&analysis.functions[which].body);
        for body in with_anonymous(&whole) {
            let mut push = |rule, id: ExprId, subject| {
                found.push(Finding::warning(rule, which, body.exprs[id].span, subject));
            };
            for (id, expr) in body.exprs.iter() {
                match expr.kind {
                    ExprKind::Binary(op, left, right) if is_comparison(op) => {
                        if let Some((rule, subject)) = compares(&body, id, (op, left, right)) {
                            push(rule, id, subject);
                        }
                    }
                    ExprKind::AndAlso(left, right)
                    | ExprKind::OrElse(left, right)
                    | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right)
                    | ExprKind::Lazy(_, left, right) => {
                        if let Some(id) = stands_for_comparison(&body, left, right) {
                            let text = text_of(&body.source, body.exprs[id].span);
                            push(Rule::ConstantOperand, id, Subject::ConstantOperand(text));
                        }
                    }
                    _ => {}
                }
            }
            for label in labels(&body).filter(|&label| is_nan(&body, label)) {
                push(Rule::NanComparison, label, Subject::NanComparison { symbol: "==" });
            }
        }
    }
}

/// What is wrong with a comparison.
fn compares(
    body: &Body,
    id: ExprId,
    (op, left, right): (BinaryOp, ExprId, ExprId),
) -> Option<(Rule, Subject)> {
    let symbol = op.symbol();
    if is_chained(body, id, (op, left, right)) {
        let first = match body.exprs[left].kind {
            ExprKind::Binary(first, ..) => first.symbol(),
            _ => symbol,
        };
        return Some((Rule::ChainedComparison, Subject::ChainedComparison { first, symbol }));
    }
    if is_nan(body, left) || is_nan(body, right) {
        return Some((Rule::NanComparison, Subject::NanComparison { symbol }));
    }
    if let Some(&empty) = [left, right].iter().find(|&&side| is_empty_literal(body, side)) {
        let text = text_of(&body.source, body.exprs[empty].span);
        return Some((Rule::EmptyComparison, Subject::EmptyComparison(text)));
    }
    if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
        return None;
    }
    let (asked, other) = match (asks(body, left), asks(body, right)) {
        (Some(name), None) => (name, right),
        (None, Some(name)) => (name, left),
        _ => return None,
    };
    let ExprKind::Const(value) = &body.exprs[other].kind else { return None };
    let fits = !value.is_char() && matches!(value.to_f64(), Some(0.0 | 1.0));
    (!fits).then(|| {
        let text = text_of(&body.source, body.exprs[other].span);
        (Rule::TruthValueComparison, Subject::TruthValueComparison { name: asked.into(), text })
    })
}

/// Whether the left operand of a comparison is one itself, without parentheses. `a == b == 0` says
/// that they differ, and `a < b == t` asks whether a truth value is another.
fn is_chained(body: &Body, id: ExprId, (op, left, right): (BinaryOp, ExprId, ExprId)) -> bool {
    let ExprKind::Binary(first, ..) = body.exprs[left].kind else { return false };
    let plain = body.exprs[left].span.start == body.exprs[id].span.start
        && !ends_with_parenthesis(body, left, right);
    let ordered = |op| !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
    let against_truth = matches!(&body.exprs[right].kind,
        ExprKind::Const(value) if matches!(value.to_f64(), Some(0.0 | 1.0)))
        || row_of_truth(body, right);
    let meant = !ordered(op) && (against_truth || ordered(first));
    is_comparison(first) && plain && !meant
}

/// Whether a parenthesis is closed between two operands.
fn ends_with_parenthesis(body: &Body, left: ExprId, right: ExprId) -> bool {
    let (from, to) = (body.exprs[left].span.end, body.exprs[right].span.start);
    let between = body.source.text().get(from as usize..to as usize).unwrap_or_default();
    between.trim_ascii_start().starts_with(b")")
}

/// Whether an expression is `true` or `false`.
fn row_of_truth(body: &Body, id: ExprId) -> bool {
    let row = crate::look::row_named(body, id);
    row.is_some_and(|row| {
        matches!(row.operation, Operation::Fill(formwork_builtins::Fill::Truth(_)))
    })
}

fn is_nan(body: &Body, id: ExprId) -> bool {
    named_constant(body, id).is_some_and(f64::is_nan)
}

/// `[]`, `{}` or `''`; a string of MATLAB is compared as a whole.
fn is_empty_literal(body: &Body, id: ExprId) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Matrix(rows) | ExprKind::Cell(rows) => rows.iter().all(|row| row.is_empty()),
        ExprKind::Const(value) => {
            let single = text_of(&body.source, body.exprs[id].span).starts_with('\'');
            value.is_char() && value.numel() == 0 && single
        }
        _ => false,
    }
}

/// The name of a function that answers with true or false.
fn asks(body: &Body, id: ExprId) -> Option<&'static str> {
    let (row, _) = row_called(body, id)?;
    let answers = matches!(
        row.operation,
        Operation::CompareTexts { .. }
            | Operation::AskSize(_)
            | Operation::AskClass
            | Operation::IsReal
            | Operation::IsA
            | Operation::IsEqual
    );
    answers.then_some(row.name)
}

/// The constant among two operands of a logical operator that was meant to be compared: a text, or
/// the number in `x == 1 || 2`.
fn stands_for_comparison(body: &Body, left: ExprId, right: ExprId) -> Option<ExprId> {
    let constant = |id: ExprId| match &body.exprs[id].kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    };
    let text = |id: ExprId| constant(id).is_some_and(formwork_runtime::Value::is_char);
    if let Some(&id) = [left, right].iter().find(|&&id| text(id)) {
        return Some(id);
    }
    // 0 and 1 switch something on or off.
    let number = constant(right).and_then(formwork_runtime::Value::to_f64)?;
    let compared = is_equality_with_constant(body, left);
    (compared && number != 0.0 && number != 1.0).then_some(right)
}

/// Whether an expression is `x == 1`, or ends with it after `||`.
fn is_equality_with_constant(body: &Body, id: ExprId) -> bool {
    match body.exprs[id].kind {
        ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, _, right) => {
            matches!(&body.exprs[right].kind, ExprKind::Const(_))
        }
        ExprKind::OrElse(_, right)
        | ExprKind::AndAlso(_, right)
        | ExprKind::Lazy(_, _, right)
        | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, _, right) => {
            is_equality_with_constant(body, right)
        }
        _ => false,
    }
}

/// The labels of all cases, those in `{…}` one by one.
pub(crate) fn labels(body: &Body) -> impl Iterator<Item = ExprId> {
    let switches = statements(&body.statements).filter_map(|stmt| match &stmt.kind {
        StmtKind::Switch(switch) => Some(switch),
        _ => None,
    });
    switches.flat_map(|switch| switch.cases.iter()).flat_map(|(label, _)| one_by_one(body, *label))
}

/// The labels of a case.
pub(crate) fn one_by_one(body: &Body, label: ExprId) -> Vec<ExprId> {
    match &body.exprs[label].kind {
        ExprKind::Cell(rows) => rows.iter().flatten().copied().collect(),
        _ => vec![label],
    }
}
