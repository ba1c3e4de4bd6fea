//! Which statements are looked at: loops, and assignments that call functions of the program.

use formwork_hir::Callee;
use formwork_hir::body::{Body, CallTarget, Stmt, StmtKind};

/// Whether a statement may be compiled, as far as its text tells.
pub(crate) fn is_eligible(body: &Body, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..) => true,
        StmtKind::Assign(_) => !stmt.prints && calls_program(body, stmt),
        _ => false,
    }
}

/// Whether a statement calls a function of the program itself, not only in a block of it.
fn calls_program(body: &Body, stmt: &Stmt) -> bool {
    body.calls.values().any(|target| {
        is_of_program(target)
            && stmt.span.start <= target.span.start
            && target.span.end <= stmt.span.end
    })
}

/// Whether a call is not of a built-in, as far as the text tells.
pub(crate) fn is_of_program(target: &CallTarget) -> bool {
    target.local.is_some() || !matches!(target.callee, Some(Callee::Builtin))
}
