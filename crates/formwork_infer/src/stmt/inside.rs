//! Calls that end what runs.

use formwork_builtins::{BuiltinId, Effects};
use formwork_hir::body::{Body, ExprId, ExprKind, Root};

/// Whether an expression is a call that is to end what runs.
pub(crate) fn is_ending(body: &Body, expr: ExprId) -> bool {
    let ExprKind::Access(access) = &body.exprs[expr].kind else { return false };
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return false };
    // `error` of an empty message returns, which nobody writes.
    body.calls[call].id() == Some(BuiltinId::Error)
        || body.calls[call].effects().include(Effects::RAISES)
}
