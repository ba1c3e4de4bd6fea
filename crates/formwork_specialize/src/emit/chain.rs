//! Searches that end early: a short loop whose last statement is a branch that leaves it, and
//! whose others only give names to values.
//!
//! ```text
//! for k = 1:3               if x < a(1)
//!   if x < a(k)               k = 1; y = k;
//!     y = k;                elseif x < a(2)
//!     break;                  k = 2; y = k;
//!   end                     elseif x < a(3)
//! end                         k = 3; y = k;
//!                           else
//!                             k = 3;
//!                           end
//! ```
//!
//! Only where the conditions have no effect and cannot fail, so that nobody sees what the counter
//! is while they are evaluated.

use formwork_runtime::{Value, index};

use super::Making;
use crate::post::effects::is_sure;
use crate::residual::{Callee, Expr, ExprKind, Place, Stmt, StmtKind, VarId};
use crate::walk::visit_statements;

/// The most iterations.
const TRIPS: usize = 8;

/// How many operations all conditions and branches may have.
const OPERATIONS: usize = 160;

/// The branches that a loop is; `None` if it is more than a search.
pub(super) fn chain(
    making: &Making<'_>,
    place: &Place,
    iterable: &Expr,
    body: &[Stmt],
) -> Option<StmtKind> {
    let ExprKind::Const(values) = &iterable.kind else { return None };
    let row = matches!(values.dims().as_slice(), [1, 2..=TRIPS]);
    let counter = place.var;
    if !row || !place.links.is_empty() || making.vars[counter].exposed {
        return None;
    }
    let (branch, before) = body.split_last()?;
    let StmtKind::If(clauses, None) = &branch.kind else { return None };
    let [(condition, block)] = &clauses[..] else { return None };
    let (last, others) = block.split_last()?;
    let leaves = matches!(last.kind, StmtKind::Break) && last.comments.is_empty();
    if !leaves || jumps(others) {
        return None;
    }
    let named = named_values(making, before)?;
    if named.iter().any(|(var, _)| *var == counter) {
        return None;
    }
    let condition = &with_named(condition, &named)?;
    let trips = values.numel();
    let each = operations(block) + operations(before) + 2 * count(condition);
    if !is_calm(condition) || trips * each > OPERATIONS {
        return None;
    }
    let set = |var: VarId, value: Expr| {
        let kind = StmtKind::Assign(Place::whole(var), value);
        Stmt::silent(kind)
    };
    let mut branches = Vec::new();
    let mut otherwise = Vec::new();
    for at in 1..=trips {
        let one = index::index(values, &[Value::count(at)]).ok()?;
        let here = |expr: &Expr| with_value(expr, counter, &one);
        let mut inner = vec![set(counter, Expr::constant(one.clone()))];
        inner.extend(named.iter().map(|(var, value)| set(*var, here(value))));
        otherwise.clone_from(&inner);
        inner.extend(others.iter().cloned());
        branches.push((here(condition), inner));
    }
    Some(StmtKind::If(branches, Some(otherwise)))
}

/// The values that variables get before the branch, each by what it is computed from.
fn named_values(making: &Making<'_>, before: &[Stmt]) -> Option<Vec<(VarId, Expr)>> {
    let mut named: Vec<(VarId, Expr)> = Vec::new();
    for (at, stmt) in before.iter().enumerate() {
        let StmtKind::Assign(place, value) = &stmt.kind else { return None };
        let var = place.var;
        let plain = place.links.is_empty() && !stmt.prints && !making.vars[var].exposed;
        // What is left from the iteration before is not what it was before the loop.
        let carries = before[at..]
            .iter()
            .any(|later| later.kind.targets().into_iter().any(|target| value.reads(target)));
        if !plain || carries || named.iter().any(|(own, _)| *own == var) {
            return None;
        }
        let value = with_named(value, &named)?;
        if !is_calm(&value) {
            return None;
        }
        named.push((var, value));
    }
    Some(named)
}

/// An expression with the values of variables in their places, each at most once.
fn with_named(expr: &Expr, named: &[(VarId, Expr)]) -> Option<Expr> {
    let mut made = expr.clone();
    for (var, value) in named.iter().rev() {
        let mut uses = 0;
        made.change(&mut |part| {
            if matches!(part.kind, ExprKind::Var(own) if own == *var) {
                uses += 1;
                *part = value.clone();
            }
        });
        if uses > 1 {
            return None;
        }
    }
    Some(made)
}

/// Whether statements leave a loop that is around them, or go on with it.
fn jumps(block: &[Stmt]) -> bool {
    let mut found = false;
    visit_statements(block, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Break | StmtKind::Continue);
    });
    found
}

/// Whether an expression cannot fail and has no effect, whoever looks.
fn is_calm(expr: &Expr) -> bool {
    is_sure(expr)
        && !expr.any(&mut |part| match &part.kind {
            ExprKind::Call(callee, _) => {
                !matches!(callee, Callee::Builtin(row) if row.effects.is_pure())
            }
            ExprKind::Index(base, _) => !base.known.array,
            ExprKind::Handle(_) | ExprKind::Anonymous(..) => true,
            _ => false,
        })
}

fn count(expr: &Expr) -> usize {
    let mut count = 0;
    expr.visit(&mut |_| count += 1);
    count
}

fn operations(block: &[Stmt]) -> usize {
    let mut all = 0;
    visit_statements(block, &mut |stmt| {
        all += 1 + stmt.kind.exprs().into_iter().map(count).sum::<usize>();
    });
    all
}

/// An expression for one value of the counter.
fn with_value(expr: &Expr, counter: VarId, value: &Value) -> Expr {
    let mut made = expr.clone();
    made.change(&mut |part| {
        if matches!(part.kind, ExprKind::Var(var) if var == counter) {
            *part = Expr::constant(value.clone());
        }
    });
    made
}
