//! Calls that end what runs.

use formwork_builtins::Effects;
use formwork_hir::Callee;
use formwork_hir::body::{Body, ExprId, ExprKind, Root};

/// Whether an expression is a call that is to end what runs.
pub(crate) fn is_ending(body: &Body, expr: ExprId) -> bool {
    let ExprKind::Access(access) = &body.exprs[expr].kind else { return false };
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return false };
    let call = &body.calls[call];
    // A function of the program may have the name, and return. `error` of an empty message
    // returns, too, which nobody writes.
    let built_in = call.local.is_none() && matches!(call.callee, None | Some(Callee::Builtin));
    built_in && call.effects().include(Effects::RAISES)
}
