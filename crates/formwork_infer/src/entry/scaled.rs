//! Variables that are as large as a parameter: it was combined with numbers, and nothing else.
//!
//! ```text
//! function R = turn (angle, axis)
//!   u = axis / norm (axis);          u has the size of axis
//!   R = [u(1), u(2)];                so axis has two elements at least
//! end
//! ```

use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, Root, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::with_enough_stack;
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables that the text sets once, to a parameter combined with numbers; and to which.
pub(super) fn scaled(body: &Body, parameters: &FxHashSet<SlotId>) -> FxHashMap<SlotId, SlotId> {
    let mut times: FxHashMap<SlotId, usize> = FxHashMap::default();
    let mut found = FxHashMap::default();
    for stmt in statements(&body.statements) {
        for target in stmt.targets() {
            *times.entry(target.slot().unwrap_or(body.ans)).or_default() += 1;
        }
        let StmtKind::Assign(assign) = &stmt.kind else { continue };
        let [Target::Place { slot, links, .. }] = &assign.targets[..] else { continue };
        if let Some(parameter) = as_large_as(body, assign.value)
            && assign.op.is_none()
            && links.is_empty()
            && parameters.contains(&parameter)
            && !parameters.contains(slot)
        {
            found.insert(*slot, parameter);
        }
    }
    found.retain(|slot, _| times.get(slot) == Some(&1));
    found
}

/// The variable that an expression is, but for numbers that it is combined with.
fn as_large_as(body: &Body, id: ExprId) -> Option<SlotId> {
    with_enough_stack(|| match &body.exprs[id].kind {
        ExprKind::Var(slot) => Some(*slot),
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, operand) => as_large_as(body, *operand),
        ExprKind::Binary(
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::ElementMultiply
            | BinaryOp::ElementDivide
            | BinaryOp::ElementPower,
            left,
            right,
        ) => match (is_number(body, *left), is_number(body, *right)) {
            (false, true) => as_large_as(body, *left),
            (true, false) => as_large_as(body, *right),
            _ => None,
        },
        _ => None,
    })
}

/// Whether an expression looks like one number: a literal, or what a function of the language makes
/// of a variable.
fn is_number(body: &Body, id: ExprId) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Const(value) => value.to_f64().is_some(),
        ExprKind::Access(access) => match (access.root, &access.links[..]) {
            (Root::Call(call), [Link::Paren(arguments)]) => {
                let only = matches!(arguments.exprs[..], [only]
                    if matches!(body.exprs[only].kind, ExprKind::Var(_)));
                only && body.calls[call].row().is_some()
            }
            _ => false,
        },
        _ => false,
    }
}
