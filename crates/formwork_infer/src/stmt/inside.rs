//! Calls that end what runs.

use formwork_hir::body::{Body, ExprId, ExprKind, Root};

/// Functions that do not return.
const ENDINGS: &[&str] = &["error", "rethrow", "print_usage"];

/// Whether an expression is a call that is to end what runs.
pub(crate) fn is_ending(body: &Body, expr: ExprId) -> bool {
    let ExprKind::Access(access) = &body.exprs[expr].kind else { return false };
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return false };
    ENDINGS.contains(&&*body.calls[call].name)
}
