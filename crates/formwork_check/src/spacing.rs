//! Assignments whose operator has its signs in the wrong order: `a =+ 1`.

use std::rc::Rc;

use formwork_hir::body::{Body, ExprKind, Stmt, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::ops::UnaryOp;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for stmt in statements(&body.statements) {
            if let Some((written, meant)) = swapped(&body, stmt) {
                let subject = Subject::SwappedOperator { written, meant };
                found.push(Finding::warning(Rule::SwappedOperator, which, stmt.span, subject));
            }
        }
    }
}

/// `a =+ b` with a space on both sides, as it is written and as it was meant.
fn swapped(body: &Body, stmt: &Stmt) -> Option<(&'static str, &'static str)> {
    let StmtKind::Assign(assign) = &stmt.kind else { return None };
    let [Target::Place { span, .. }] = &assign.targets[..] else { return None };
    let value = &body.exprs[assign.value];
    let ExprKind::Unary(op, operand) = value.kind else { return None };
    let text = body.source.text();
    let before = text.get(span.end as usize..value.span.start as usize)?;
    let spaced = before.len() >= 2 && before[0].is_ascii_whitespace() && before.ends_with(b"=");
    let sign = text.get(value.span.start as usize..body.exprs[operand].span.start as usize)?;
    let apart = sign.len() >= 2 && sign[1].is_ascii_whitespace();
    let is_number = matches!(body.exprs[operand].kind, ExprKind::Const(_));
    let words = match (op, sign.first()?) {
        (UnaryOp::Plus, _) => ("=+", "+="),
        // A negative number may well be meant.
        (UnaryOp::Minus, _) if is_number => return None,
        (UnaryOp::Minus, _) => ("=-", "-="),
        (UnaryOp::Not, b'!') => ("=!", "!="),
        (UnaryOp::Not, _) => ("=~", "~="),
        (UnaryOp::Transpose | UnaryOp::ConjugateTranspose, _) => return None,
    };
    (spaced && apart).then_some(words)
}
