//! What stands inside a loop: other loops, jumps, assignments, calls that end it.

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Root, Stmt, StmtKind, Target};

/// Functions that do not return.
const ENDINGS: &[&str] = &["error", "rethrow", "print_usage"];

/// How many loops stand in each other in statements.
pub(crate) fn nested_loops(statements: &[Stmt]) -> usize {
    let depth = |stmt: &Stmt| {
        let own =
            matches!(stmt.kind, StmtKind::While(..) | StmtKind::DoUntil(..) | StmtKind::For(_));
        let inner = stmt.kind.blocks().into_iter().map(nested_loops).max().unwrap_or(0);
        usize::from(own) + inner
    };
    statements.iter().map(depth).max().unwrap_or(0)
}

/// Whether an expression is a call that is to end what runs.
pub(crate) fn is_ending(body: &Body, expr: ExprId) -> bool {
    let ExprKind::Access(access) = &body.exprs[expr].kind else { return false };
    let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return false };
    ENDINGS.contains(&&*body.calls[call].name)
}

/// Whether statements may leave an iteration, or the loop, before its end.
pub(crate) fn jumps(statements: &[Stmt]) -> bool {
    statements.iter().any(|stmt| {
        matches!(
            stmt.kind,
            StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Invalid(_)
        ) || stmt.kind.blocks().into_iter().any(jumps)
    })
}

/// Whether statements may go on with the next iteration of the loop they stand in.
pub(crate) fn continues(statements: &[Stmt]) -> bool {
    statements.iter().any(|stmt| match &stmt.kind {
        StmtKind::Continue => true,
        StmtKind::While(..) | StmtKind::DoUntil(..) | StmtKind::For(_) => false,
        kind => kind.blocks().into_iter().any(continues),
    })
}

/// The variables that statements assign to, each once.
pub(crate) fn all_assigned(statements: &[Stmt]) -> Rc<[SlotId]> {
    let mut slots = Vec::new();
    assigned(statements, &mut slots);
    slots.sort_unstable();
    slots.dedup();
    slots.into()
}

/// Whether there is a `return` among statements.
pub(crate) fn returns(statements: &[Stmt]) -> bool {
    statements.iter().any(|stmt| {
        matches!(stmt.kind, StmtKind::Return) || stmt.kind.blocks().into_iter().any(returns)
    })
}

/// The variables that statements assign to; what is assigned inside expressions is found
/// by walking.
pub(crate) fn assigned(statements: &[Stmt], slots: &mut Vec<SlotId>) {
    let target = |target: &Target, slots: &mut Vec<SlotId>| {
        if let Target::Place { slot, .. } = target {
            slots.push(*slot);
        }
    };
    for stmt in statements {
        match &stmt.kind {
            StmtKind::Assign(assign) => {
                assign.targets.iter().for_each(|one| target(one, slots));
            }
            StmtKind::For(inner) => {
                target(&inner.target, slots);
                if let Some(key) = &inner.key {
                    target(key, slots);
                }
            }
            StmtKind::Try(attempt) => slots.extend(attempt.error),
            _ => {}
        }
        stmt.kind.blocks().into_iter().for_each(|block| assigned(block, slots));
    }
}
