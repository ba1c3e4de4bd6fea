//! Functions whose text stands for another: one that only complains documents a compiled one,
//! and one whose name is asked for (`exist ("f")`) may be hidden by what is found.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::body::{Body, CallTarget, ExprId, ExprKind, Link, Root, Stmt, StmtKind};

/// Whether a function does nothing but complain, or nothing at all: its text documents one that
/// is compiled, and takes its place.
pub(super) fn is_stub(body: &Body) -> bool {
    if body.calls.values().any(|call| call.id() == Some(BuiltinId::Mexext)) {
        // It says where the compiled one would be.
        return true;
    }
    // Nothing is made of what it is given, and nothing is given: `AssertMex ('name.m');`
    let reads = body.exprs.values().any(|expr| matches!(expr.kind, ExprKind::Var(_)));
    let passes = !body.inputs.is_empty() || body.varargin.is_some() || !body.outputs.is_empty();
    let idle = passes && !reads;
    let complains = |name: &str| {
        BuiltinId::of(name) == Some(BuiltinId::Error)
            || (idle && formwork_builtins::find(name).is_none())
    };
    let prints = |name: &str| {
        matches!(
            BuiltinId::of(name),
            Some(BuiltinId::Disp | BuiltinId::Fprintf | BuiltinId::Printf | BuiltinId::Warning)
        )
    };
    let called = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Expr(id) => match &body.exprs[*id].kind {
            ExprKind::Access(access) => match access.root {
                Root::Call(call) => Some(Rc::clone(&body.calls[call].name)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let mut statements =
        body.statements.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Note(_))).rev();
    statements.next().is_none_or(|last| called(last).is_some_and(|name| complains(&name)))
        && statements.all(|stmt| {
            called(stmt).is_some_and(|name| complains(&name) || (idle && prints(&name)))
        })
}

/// Whether a function asks what a name means (`exist ("f")`, `which ("f")`): what was found
/// need not be what it finds.
pub(super) fn is_asked_for(body: &Body, name: &str) -> bool {
    let asks = |call: &CallTarget| matches!(call.id(), Some(BuiltinId::Exist | BuiltinId::Which));
    let named = |id: &ExprId| match &body.exprs[*id].kind {
        ExprKind::Const(value) => value.as_text().is_some_and(|text| &*text == name),
        _ => false,
    };
    body.calls.values().any(asks)
        && body.exprs.values().any(|expr| match &expr.kind {
            ExprKind::Access(access) => match (access.root, &access.links[..]) {
                (Root::Call(call), [Link::Paren(arguments), ..]) => {
                    asks(&body.calls[call]) && arguments.exprs.first().is_some_and(named)
                }
                _ => false,
            },
            _ => false,
        })
}
