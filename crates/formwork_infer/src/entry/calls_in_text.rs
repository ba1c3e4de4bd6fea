//! What the text of a function says of its calls and counters, apart from any one parameter.
//!
//! ```text
//! if nargin < 3                  it is called with two arguments as well
//! if size (v, 2) == 0            the size is asked for comparison's sake alone
//! for k = 1:n                    k counts
//! ```

use formwork_builtins::{BuiltinId, Operation};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, CallId, ExprId, ExprKind, Link, Root, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_runtime::ops::BinaryOp;
use rustc_hash::FxHashSet;

/// With how many numbers of arguments a function is walked.
const COUNTS: usize = 4;

/// Whether a function works on arrays of more than two dimensions: something has three subscripts, or
/// the number 3 says which dimension, or how many, in a call or a list of dimensions.
pub(super) fn has_planes(body: &Body) -> bool {
    let is_three = |id: &ExprId| matches!(&body.exprs[*id].kind, ExprKind::Const(value) if value.to_f64() == Some(3.0));
    body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) => match (access.root, access.links.first()) {
            (Root::Var(_), Some(Link::Paren(arguments))) => arguments.exprs.len() > 2,
            (Root::Call(call), Some(Link::Paren(arguments))) => {
                let takes = body.calls[call].row().is_some_and(|row| {
                    row.reduces()
                        || matches!(row.operation, Operation::Reshape | Operation::Measure(_))
                        || row.id == Some(BuiltinId::Cat)
                });
                takes && arguments.exprs.iter().any(is_three)
            }
            _ => false,
        },
        ExprKind::Matrix(rows) => match &**rows {
            // A permutation of three dimensions.
            [row] => {
                row.len() == 3
                    && row.iter().any(is_three)
                    && row.iter().all(|id| {
                        matches!(&body.exprs[*id].kind, ExprKind::Const(value)
                    if value.to_f64().is_some_and(|number| (1.0..=3.0).contains(&number)))
                    })
            }
            _ => false,
        },
        _ => false,
    })
}

/// With how many arguments a function is called: all of them first, then as many as it asks whether
/// there are fewer.
pub(super) fn argument_counts(body: &Body) -> Vec<usize> {
    let all = body.inputs.len();
    let mut counts = vec![all];
    if body.varargin.is_some() {
        return counts;
    }
    for expr in body.exprs.values() {
        let ExprKind::Binary(op, left, right) = expr.kind else { continue };
        let ExprKind::Const(value) = &body.exprs[right].kind else { continue };
        if !is_count(body, left) {
            continue;
        }
        let Some(number) = value.to_f64().filter(|number| (0.0..=64.0).contains(number)) else {
            continue;
        };
        let number = number as usize;
        match op {
            BinaryOp::Less | BinaryOp::GreaterEqual => counts.extend(number.checked_sub(1)),
            BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::Equal => counts.push(number),
            _ => {}
        }
    }
    let mut seen = FxHashSet::default();
    counts.retain(|&count| count > 0 && count <= all && seen.insert(count));
    counts.truncate(COUNTS);
    counts
}

/// Whether an expression is the number of arguments.
fn is_count(body: &Body, id: ExprId) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Access(access) => match access.root {
            Root::Call(call) => body.calls[call].id() == Some(BuiltinId::Nargin),
            _ => false,
        },
        _ => false,
    }
}

/// The calls whose results are compared with 0: `size (v, 2) == 0`.
pub(super) fn compared_with_none(body: &Body) -> FxHashSet<CallId> {
    let compared = body.exprs.values().filter_map(|expr| {
        let ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, right) = expr.kind else {
            return None;
        };
        let none = matches!(&body.exprs[right].kind, ExprKind::Const(value) if value.to_f64() == Some(0.0));
        match &body.exprs[left].kind {
            ExprKind::Access(access) if none => match access.root {
                Root::Call(call) => Some(call),
                _ => None,
            },
            _ => None,
        }
    });
    compared.collect()
}

/// The calls that ask how a vector lies: `size (v, 2) > size (v, 1)`.
pub(super) fn compared_with_other(body: &Body) -> FxHashSet<CallId> {
    let measured = |id: ExprId| {
        let ExprKind::Access(access) = &body.exprs[id].kind else { return None };
        let (Root::Call(call), [Link::Paren(arguments)]) = (access.root, &access.links[..]) else {
            return None;
        };
        let ExprKind::Var(slot) = body.exprs[*arguments.exprs.first()?].kind else { return None };
        (body.calls[call].id() == Some(BuiltinId::Size) && arguments.exprs.len() == 2)
            .then_some((call, slot))
    };
    let mut compared = FxHashSet::default();
    for expr in body.exprs.values() {
        let ExprKind::Binary(
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual,
            left,
            right,
        ) = expr.kind
        else {
            continue;
        };
        if let (Some((one, slot)), Some((other, same))) = (measured(left), measured(right))
            && slot == same
        {
            compared.extend([one, other]);
        }
    }
    compared
}

/// The variables of loops that count.
pub(super) fn counters(body: &Body) -> FxHashSet<SlotId> {
    let counted = statements(&body.statements).filter_map(|stmt| match &stmt.kind {
        StmtKind::For(each) => match (&each.target, &body.exprs[each.iterable].kind) {
            (Target::Place { slot, links, .. }, ExprKind::Range(..)) if links.is_empty() => {
                Some(*slot)
            }
            _ => None,
        },
        _ => None,
    });
    counted.collect()
}
