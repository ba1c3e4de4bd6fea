//! A part of an array that is stored and changed again at once, stored once.
//!
//! `a(1, :) = x; a(1, :) = a(1, :) .* y` becomes `a(1, :) = x .* y`, if what is read from
//! the place is what was stored there.

use super::effects::Purity;
use super::flow::is_fixed;
use crate::residual::{Block, Expr, ExprKind, Function, Link, Place, Stmt, StmtKind, VarId};

/// How large an expression may become.
const LARGEST: usize = 60;

/// Puts values that are stored in the place of the read that follows; says how many.
pub(crate) fn forward(function: &mut Function, purity: &Purity) -> usize {
    if is_fixed(function) {
        return 0;
    }
    let mut body = std::mem::take(&mut function.body);
    let count = block(&mut body, function, purity);
    function.body = body;
    count
}

fn block(body: &mut Block, function: &Function, purity: &Purity) -> usize {
    let mut count = 0;
    for stmt in body.iter_mut() {
        // Where errors are caught, the array shows what was stored before.
        if matches!(stmt.kind, StmtKind::Try(..) | StmtKind::UnwindProtect(..)) {
            continue;
        }
        for inner in stmt.kind.blocks_mut() {
            count += block(inner, function, purity);
        }
    }
    let mut next = 1;
    while next < body.len() {
        let (before, after) = body.split_at_mut(next);
        let merged = match (before.last(), after.first_mut()) {
            (Some(first), Some(second)) => merge(first, second, function, purity),
            _ => false,
        };
        if merged {
            let first = body.remove(next - 1);
            body[next - 1].comments.splice(0..0, first.comments);
            count += 1;
        } else {
            next += 1;
        }
    }
    count
}

/// Puts what the first statement stores where the second reads it.
fn merge(first: &Stmt, second: &mut Stmt, function: &Function, purity: &Purity) -> bool {
    let (StmtKind::Assign(place, stored), StmtKind::Assign(target, value)) =
        (&first.kind, &mut second.kind)
    else {
        return false;
    };
    // A number may lose an imaginary part that is zero when it is stored; results of
    // operators have none.
    let same_kind = stored.known.real || matches!(stored.kind, ExprKind::Binary(..));
    if first.prints
        || !place.store.exact
        || !same_kind
        || function.vars[place.var].exposed
        || place.var != target.var
        || !are_same(place, &target.links)
        || size(stored) + size(value) > LARGEST
        || reads(value, place.var) != 1
    {
        return false;
    }
    // What is evaluated before the read is evaluated before what was stored, then.
    let free = purity.is_removable(stored);
    replace(value, place, stored, free, purity)
}

/// Replaces the read, if nothing comes before it in the order of evaluation that may not
/// come before what was stored; nothing does that if it is `free`.
fn replace(expr: &mut Expr, place: &Place, stored: &Expr, free: bool, purity: &Purity) -> bool {
    if let ExprKind::Index(base, links) = &expr.kind
        && matches!(base.kind, ExprKind::Var(var) if var == place.var)
        && are_same(place, links)
    {
        *expr = stored.clone();
        return true;
    }
    // Only operands that are always evaluated.
    let always = matches!(
        expr.kind,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Call(..) | ExprKind::Matrix(_)
    );
    if !always {
        return false;
    }
    for child in expr.children_mut() {
        if reads(child, place.var) > 0 {
            return replace(child, place, stored, free, purity);
        }
        if !free && !purity.is_removable(child) {
            return false;
        }
    }
    false
}

/// How often a variable stands in an expression.
fn reads(expr: &Expr, var: VarId) -> usize {
    let mut count = 0;
    expr.visit(&mut |inner| {
        count += usize::from(matches!(inner.kind, ExprKind::Var(own) if own == var));
    });
    count
}

/// Whether links surely lead to the place.
fn are_same(place: &Place, links: &[Link]) -> bool {
    let ([Link::Paren(own)], [Link::Paren(other)]) = (&place.links[..], links) else {
        return false;
    };
    own.len() == other.len()
        && own.iter().zip(other).all(|(a, b)| match (&a.kind, &b.kind) {
            (ExprKind::Colon, ExprKind::Colon) => true,
            (ExprKind::Var(a), ExprKind::Var(b)) => a == b && *a != place.var,
            (ExprKind::Const(a), ExprKind::Const(b)) => {
                a.is_numeric()
                    && a.numel() == 1
                    && a.class() == b.class()
                    && b.numel() == 1
                    && a.to_f64() == b.to_f64()
            }
            _ => false,
        })
}

fn size(expr: &Expr) -> usize {
    1 + expr.children().into_iter().map(size).sum::<usize>()
}
