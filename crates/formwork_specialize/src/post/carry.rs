//! Elements that one iteration stores and the next one reads, in a variable.
//!
//! `y(1) = a; for j = 2:n, y(j) = f(y(j - 1)); end` becomes
//! `c = a; y(1) = c; for j = 2:n, c = f(c); y(j) = c; end`: what is read is what was
//! stored last, so that it need not be looked up.

use cranelift_entity::PrimaryMap;
use formwork_runtime::ops::BinaryOp;

use super::flow::is_fixed;
use crate::residual::{
    Block, Expr, ExprKind, Function, Link, Place, Stmt, StmtKind, VarId, Variable,
};
use crate::walk::{change_statements, visit_statements};

/// Keeps what the next iteration reads in variables; says how many.
pub(crate) fn carry(function: &mut Function) -> usize {
    if is_fixed(function) {
        return 0;
    }
    let mut body = std::mem::take(&mut function.body);
    let count = block(&mut body, &mut function.vars);
    function.body = body;
    count
}

fn block(body: &mut Block, vars: &mut PrimaryMap<VarId, Variable>) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < body.len() {
        for inner in body[at].kind.blocks_mut() {
            count += block(inner, vars);
        }
        if let Some(found) = find(&body[..=at], vars) {
            apply(body, at, &found, vars);
            count += 1;
            at += 1;
        }
        at += 1;
    }
    count
}

/// A loop that reads what it stored.
struct Found {
    /// The array.
    array: VarId,
    /// The variable of the loop.
    counter: VarId,
    /// The statement that stores the first element.
    start: usize,
}

/// Looks at the last statement.
fn find(body: &[Stmt], vars: &PrimaryMap<VarId, Variable>) -> Option<Found> {
    let (last, before) = body.split_last()?;
    let StmtKind::For(place, range, inner) = &last.kind else { return None };
    let ExprKind::Range(first, None, _) = &range.kind else { return None };
    let ExprKind::Const(first) = &first.kind else { return None };
    let first = first.to_f64().filter(|_| first.numel() == 1)?;
    let counter = place.var;
    if !place.links.is_empty() || vars[counter].exposed {
        return None;
    }
    // The last statement of every iteration stores.
    let (end, _) = inner.split_last()?;
    let (target, value) = exact_store(end)?;
    let array = target.var;
    let [subscript] = only_subscript(target)? else { return None };
    if !matches!(subscript.kind, ExprKind::Var(var) if var == counter)
        || vars[array].exposed
        || array == counter
        || !is_plain(value)
    {
        return None;
    }
    let (mut stores, mut ends_early) = (0, false);
    visit_statements(inner, &mut |stmt| {
        let targets = stmt.kind.targets();
        stores += targets.iter().filter(|&&var| var == array).count();
        ends_early |= targets.contains(&counter) || matches!(stmt.kind, StmtKind::Continue);
    });
    let (mut named, mut read, mut hidden) = (0, 0, false);
    visit_statements(inner, &mut |stmt| {
        for root in stmt.kind.exprs() {
            root.visit(&mut |expr| {
                named += usize::from(matches!(expr.kind, ExprKind::Var(var) if var == array));
                read += usize::from(is_previous(expr, array, counter));
                hidden |= matches!(expr.kind, ExprKind::Anonymous(..)) && expr.reads(array);
            });
        }
    });
    if stores != 1 || ends_early || hidden || read == 0 || named != read {
        return None;
    }
    // The element before the first is stored shortly before.
    for (start, stmt) in before.iter().enumerate().rev() {
        if stmt.kind.targets().contains(&array) {
            let (target, value) = exact_store(stmt)?;
            let [subscript] = only_subscript(target)? else { return None };
            let ExprKind::Const(place) = &subscript.kind else { return None };
            let is_first = place.numel() == 1 && place.to_f64() == Some(first - 1.0);
            return (is_first && is_plain(value)).then_some(Found { array, counter, start });
        }
        if !stmt.kind.blocks().is_empty() {
            return None;
        }
    }
    None
}

/// Whether a value is the same after it was stored in an array of its class.
fn is_plain(value: &Expr) -> bool {
    value.known.real && value.known.class.is_some() && value.known.is_scalar()
}

fn exact_store(stmt: &Stmt) -> Option<(&Place, &Expr)> {
    match &stmt.kind {
        StmtKind::Assign(place, value) if place.store.exact && !stmt.prints => Some((place, value)),
        _ => None,
    }
}

fn only_subscript(place: &Place) -> Option<&[Expr]> {
    match &place.links[..] {
        [Link::Paren(subscripts)] => Some(subscripts),
        _ => None,
    }
}

/// Whether an expression is `array(counter - 1)`, and cannot fail.
fn is_previous(expr: &Expr, array: VarId, counter: VarId) -> bool {
    let ExprKind::Index(base, links) = &expr.kind else { return false };
    let [Link::Paren(subscripts)] = &links[..] else { return false };
    let [subscript] = &subscripts[..] else { return false };
    let ExprKind::Binary(BinaryOp::Subtract, left, right) = &subscript.kind else { return false };
    expr.sure
        && expr.known.is_scalar()
        && matches!(base.kind, ExprKind::Var(var) if var == array)
        && matches!(left.kind, ExprKind::Var(var) if var == counter)
        && matches!(&right.kind, ExprKind::Const(one) if one.numel() == 1 && one.to_f64() == Some(1.0))
}

/// Rewrites the loop at a place, and the store before it.
fn apply(body: &mut Block, at: usize, found: &Found, vars: &mut PrimaryMap<VarId, Variable>) {
    let name = vars[found.array].name.clone();
    let own = vars.push(Variable { name, exposed: false });
    if let StmtKind::For(_, _, inner) = &mut body[at].kind {
        change_statements(inner, &mut |stmt| {
            for root in stmt.kind.exprs_mut() {
                root.change(&mut |expr| {
                    if is_previous(expr, found.array, found.counter) {
                        expr.kind = ExprKind::Var(own);
                    }
                });
            }
        });
        let last = inner.len() - 1;
        split(inner, last, own);
    }
    split(body, found.start, own);
}

/// `place = value` as `own = value; place = own`.
fn split(body: &mut Block, at: usize, own: VarId) {
    let StmtKind::Assign(_, value) = &mut body[at].kind else { return };
    let known = value.known.clone();
    let held = Expr { kind: ExprKind::Var(own), sure: true, known };
    let value = std::mem::replace(value, held);
    let mut kept = Stmt::silent(StmtKind::Assign(Place::whole(own), value));
    kept.comments = std::mem::take(&mut body[at].comments);
    body.insert(at, kept);
}
