//! Looking at the program that facts speak of.

use formwork_hir::body::{Access, Assign, Body, ExprId, ExprKind, Link, Root, Stmt, StmtKind};
use formwork_hir::{SlotId, SourceText};
use formwork_infer::FunctionFacts;
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;

/// The text at a place, its first line.
#[must_use]
pub fn text_of(source: &SourceText, span: Span) -> String {
    let text = source.text().get(span.range()).unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// The outermost expression that stands exactly there.
#[must_use]
pub fn expression_at(body: &Body, span: Span) -> Option<ExprId> {
    body.exprs.iter().rfind(|(_, expr)| expr.span == span).map(|(id, _)| id)
}

/// The operator that stands there, with where its operands stand.
#[must_use]
pub fn operator_at(body: &Body, span: Span) -> Option<(BinaryOp, Span, Span)> {
    let written = body.exprs.values().find_map(|expr| match expr.kind {
        ExprKind::Binary(op, left, right) if expr.span == span => {
            Some((op, body.exprs[left].span, body.exprs[right].span))
        }
        _ => None,
    });
    written.or_else(|| {
        let mut found = None;
        each_statement(&body.statements, &mut |stmt| {
            if let StmtKind::Assign(assign) = &stmt.kind
                && stmt.span == span
                && let (Some(op), Some(formwork_hir::body::Target::Place { span, .. })) =
                    (assign.op, assign.targets.first())
            {
                found = Some((op, *span, body.exprs[assign.value].span));
            }
        });
        found
    })
}

/// The variables that an expression reads, with where.
#[must_use]
pub fn variables_in(body: &Body, id: ExprId) -> Vec<(SlotId, Span)> {
    let whole = body.exprs[id].span;
    let inside = |span: Span| whole.to(span) == whole;
    let mut found: Vec<(SlotId, Span)> = body
        .exprs
        .values()
        .filter(|expr| inside(expr.span))
        .filter_map(|expr| match &expr.kind {
            ExprKind::Var(slot) => Some((*slot, expr.span)),
            ExprKind::Access(access) => match access.root {
                Root::Var(slot) | Root::VarOrCall(slot, _) => Some((slot, expr.span)),
                Root::Call(_) | Root::Value(_) => None,
            },
            _ => None,
        })
        .collect();
    found.sort_by_key(|(_, span)| span.start);
    found.dedup_by_key(|(slot, _)| *slot);
    found
}

/// Calls a function for every statement, those inside others included.
pub fn each_statement<'b>(statements: &'b [Stmt], f: &mut dyn FnMut(&'b Stmt)) {
    for stmt in statements {
        f(stmt);
        each_block(&stmt.kind, &mut |block| each_statement(block, f));
    }
}

/// Calls a function for every list of statements directly inside a statement.
pub(crate) fn each_block<'b>(kind: &'b StmtKind, f: &mut dyn FnMut(&'b [Stmt])) {
    kind.blocks().into_iter().for_each(f);
}

/// Calls a function for every assignment, those inside expressions included.
pub(crate) fn each_assignment<'b>(body: &'b Body, f: &mut dyn FnMut(&'b Assign)) {
    each_statement(&body.statements, &mut |stmt| {
        if let StmtKind::Assign(assign) = &stmt.kind {
            f(assign);
        }
    });
    for expr in body.exprs.values() {
        if let ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) = &expr.kind {
            f(assign);
        }
    }
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
pub(crate) fn call_of(body: &Body, id: ExprId) -> Option<(&str, &[ExprId])> {
    let ExprKind::Access(access) = &body.exprs[id].kind else { return None };
    // In a script every name may be a variable of whoever runs it.
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return None };
    match &access.links[..] {
        [] => Some((&body.calls[call].name, &[])),
        [Link::Paren(arguments)] => Some((&body.calls[call].name, &arguments.exprs)),
        _ => None,
    }
}

/// Whether only the file that a function stands in can call it.
pub(crate) fn is_private(function: &FunctionFacts) -> bool {
    let stem = function.source.path.file_stem().unwrap_or_default().to_string_lossy();
    let text = function.source.text();
    let name = function.name.as_bytes();
    let class = text.trim_ascii_start().starts_with(b"classdef");
    // Whoever has a handle calls it as he likes.
    let handle = [b"@", name].concat();
    let handled = text.windows(handle.len()).any(|window| window == handle);
    let script = matches!(function.body.kind, formwork_hir::body::BodyKind::Script);
    *stem != *function.name && !class && !handled && !script
}
