//! The rest of a loop that has begun.
//!
//! `for k = first:step:last` that has taken some turns goes on as `for k = next:step:last`
//! would: a statement of its own, in a body that has two variables more. So who runs whole
//! loops can take over one in the middle.

use std::rc::Rc;

use formwork_runtime::ops::UnaryOp;

use crate::SlotId;
use crate::body::{Body, Expr, ExprId, ExprKind, For, Stmt, StmtKind, Storage, Variable};

/// What is left of a loop over a range.
#[derive(Debug)]
pub struct Rest {
    /// The function, with two variables more.
    pub body: Rc<Body>,
    /// The loop over what is left. It stands where the whole one does.
    pub stmt: Stmt,
    /// The first number that is left.
    pub next: SlotId,
    /// The last one.
    pub last: SlotId,
}

impl Rest {
    /// The rest of a loop over a range whose step is written as a number, or not at all.
    #[must_use]
    pub fn of(body: &Body, stmt: &Stmt) -> Option<Rest> {
        let StmtKind::For(each) = &stmt.kind else { return None };
        let Expr { kind: ExprKind::Range(_, step, _), span } = body.exprs[each.iterable] else {
            return None;
        };
        if !step.is_none_or(|step| is_written_number(body, step)) {
            return None;
        }
        let mut body = Body { id: crate::FunctionId::fresh(), ..body.clone() };
        // No program has variables of these names.
        let mut hidden = |name: &str| {
            let slot = body.slots.push(Variable { name: name.into(), storage: Storage::Local });
            (slot, body.exprs.push(Expr { kind: ExprKind::Var(slot), span }))
        };
        let (next, from) = hidden(".next");
        let (last, to) = hidden(".last");
        let iterable = body.exprs.push(Expr { kind: ExprKind::Range(from, step, to), span });
        let each = For { iterable, ..(**each).clone() };
        let stmt = Stmt { kind: StmtKind::For(Box::new(each)), ..*stmt };
        Some(Rest { body: Rc::new(body), stmt, next, last })
    }
}

/// Whether an expression is a number as it is written, with a sign perhaps.
fn is_written_number(body: &Body, id: ExprId) -> bool {
    match body.exprs[id].kind {
        ExprKind::Const(_) => true,
        ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, operand) => {
            matches!(body.exprs[operand].kind, ExprKind::Const(_))
        }
        _ => false,
    }
}
