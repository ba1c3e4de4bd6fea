//! Looking at the program that facts speak of.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation, Row};
use formwork_hir::body::{Access, Body, ExprId, ExprKind, Link, Root};
use formwork_hir::walk::statements;
use formwork_hir::{SlotId, SourceText};
use formwork_infer::FunctionRecord;
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

/// The text at a place, its first line.
pub(crate) fn text_of(source: &SourceText, span: Span) -> String {
    let text = source.text().get(span.range()).unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// The outermost expression that stands exactly there.
pub(crate) fn expression_at(body: &Body, span: Span) -> Option<ExprId> {
    body.expressions_at(span).next_back()
}

/// The operator that stands there, with where its operands stand.
pub(crate) fn operator_at(body: &Body, span: Span) -> Option<(BinaryOp, Span, Span)> {
    let written = body.expressions_at(span).find_map(|id| match body.exprs[id].kind {
        ExprKind::Binary(op, left, right) => {
            Some((op, body.exprs[left].span, body.exprs[right].span))
        }
        _ => None,
    });
    written.or_else(|| {
        let (op, target, value) = body.update_at(span)?;
        Some((op, target, body.exprs[value].span))
    })
}

/// Whether an operator is applied to something and its own transpose, or to a product and the same
/// the other way round: `(A + A') / 2` and `A'*A - A*A'` say that the matrix is square.
pub(crate) fn is_with_own_transpose(body: &Body, span: Span) -> bool {
    let Some((_, left, right)) = operator_at(body, span) else { return false };
    let text = |span: Span| {
        let text = body.source.text().get(span.range()).unwrap_or_default();
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<u8>>()
    };
    let turned = |one: &[u8], other: &[u8]| {
        let rest = one.strip_prefix(other);
        rest.is_some_and(|rest| matches!(rest, b"'" | b".'"))
    };
    let product = |span: Span| match operator_at(body, span) {
        Some((BinaryOp::Multiply, first, second)) => Some((text(first), text(second))),
        _ => None,
    };
    if let (Some((a, b)), Some((c, d))) = (product(left), product(right)) {
        return a == d && b == c;
    }
    let (left, right) = (text(left), text(right));
    turned(&left, &right) || turned(&right, &left)
}

/// The variables that an expression reads, with where.
pub(crate) fn variables_in(body: &Body, id: ExprId) -> Vec<(SlotId, Span)> {
    let whole = body.exprs[id].span;
    let mut found: Vec<(SlotId, Span)> = body
        .expressions_within(whole)
        .map(|id| &body.exprs[id])
        .filter_map(|expr| match &expr.kind {
            ExprKind::Var(slot) => Some((*slot, expr.span)),
            ExprKind::Access(access) => access.variable().map(|slot| (slot, expr.span)),
            _ => None,
        })
        .collect();
    found.sort_by_key(|(_, span)| span.start);
    found.dedup_by_key(|(slot, _)| *slot);
    found
}

/// Where the innermost statement around a place begins: what it defines itself comes after what it
/// reads, though it stands before.
pub(crate) fn read_at(body: &Body, span: Span) -> u32 {
    let around = statements(&body.statements).filter(|stmt| stmt.span.to(span) == stmt.span);
    around.map(|stmt| stmt.span.start).max().unwrap_or(span.start)
}

/// The name of what an access begins with.
pub(crate) fn root_name(body: &Body, access: &Access) -> Option<String> {
    match access.root {
        Root::Var(slot) | Root::VarOrCall(slot, _) => Some(body.slots[slot].name.to_string()),
        Root::Call(call) => Some(body.calls[call].name.to_string()),
        Root::Value(_) => None,
    }
}

/// The arguments of a call by name, if an expression is one and nothing more.
pub(crate) fn call_of(body: &Body, id: ExprId) -> Option<(BuiltinId, &[ExprId])> {
    let ExprKind::Access(access) = &body.exprs[id].kind else { return None };
    // In a script every name may be a variable of whoever runs it.
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return None };
    match &access.links[..] {
        [] => Some((body.calls[call].id()?, &[])),
        [Link::Paren(arguments)] => Some((body.calls[call].id()?, &arguments.exprs)),
        _ => None,
    }
}

/// The row and the arguments of a call of a built-in, if an expression is one and nothing more.
pub(crate) fn row_called(body: &Body, id: ExprId) -> Option<(&'static Row, &[ExprId])> {
    let ExprKind::Access(access) = &body.exprs[id].kind else { return None };
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return None };
    let [Link::Paren(arguments)] = &access.links[..] else { return None };
    Some((body.calls[call].row()?, &arguments.exprs))
}

/// The row of a function that is named without arguments, if an expression is that and nothing more.
pub(crate) fn row_named(body: &Body, id: ExprId) -> Option<&'static Row> {
    let ExprKind::Access(access) = &body.exprs[id].kind else { return None };
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return None };
    access.links.is_empty().then(|| body.calls[call].row()).flatten()
}

/// The number that an expression names: `NaN`, `pi`.
pub(crate) fn named_constant(body: &Body, id: ExprId) -> Option<f64> {
    match row_named(body, id)?.operation {
        Operation::Constant(number) => Some(number),
        _ => None,
    }
}

/// A body, and those of the anonymous functions in it.
pub(crate) fn with_anonymous(body: &Rc<Body>) -> Vec<Rc<Body>> {
    let mut all = vec![Rc::clone(body)];
    let mut at = 0;
    while let Some(one) = all.get(at).cloned() {
        all.extend(one.anonymous.values().map(|inner| Rc::clone(&inner.body)));
        at += 1;
    }
    all
}

/// Whether only the file that a function stands in can call it, if these are the functions that
/// handles in the file are made of.
pub(crate) fn is_private(function: &FunctionRecord, handled: &FxHashSet<Vec<u8>>) -> bool {
    let stem = function.source.path.file_stem().unwrap_or_default().to_string_lossy();
    let class = function.source.text().trim_ascii_start().starts_with(b"classdef");
    let script = matches!(function.body.kind, formwork_hir::body::BodyKind::Script);
    // Whoever has a handle calls it as he likes.
    *stem != *function.name && !class && !handled.contains(function.name.as_bytes()) && !script
}

/// The names that a text makes handles of.
pub(crate) fn handled_names(text: &[u8]) -> FxHashSet<Vec<u8>> {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let after = text.iter().enumerate().filter(|(_, byte)| **byte == b'@').map(|(at, _)| at + 1);
    after.map(|at| text[at..].iter().copied().take_while(word).collect()).collect()
}
