//! Truth values that branches set.
//!
//! `f = true; if a, f = false; end; if b, f = false; end` is `f = ~(a || b)`, if `a` and `b` are
//! single truth values that can be left out or computed at any time.

use formwork_runtime::ops::UnaryOp;
use formwork_runtime::{Class, Value};

use super::effects::Purity;
use super::flow::is_fixed;
use crate::residual::{Block, Expr, ExprKind, Function, Known, Place, Stmt, StmtKind, VarId};

/// Puts branches into expressions; says how many.
pub(crate) fn fold(function: &mut Function, purity: &Purity) -> usize {
    if is_fixed(function) {
        return 0;
    }
    let exposed: Vec<VarId> =
        function.vars.iter().filter(|(_, one)| one.exposed).map(|(var, _)| var).collect();
    block(&mut function.body, &exposed, purity)
}

fn block(body: &mut Block, exposed: &[VarId], purity: &Purity) -> usize {
    let mut count = 0;
    for stmt in body.iter_mut() {
        for inner in stmt.kind.blocks_mut() {
            count += block(inner, exposed, purity);
        }
    }
    let mut at = 0;
    while at < body.len() {
        if let Some((var, begins)) = flag(&body[at])
            && !exposed.contains(&var)
        {
            let tests = body[at + 1..]
                .iter()
                .map_while(|stmt| test(stmt, (var, begins), purity))
                .cloned()
                .collect::<Vec<Expr>>();
            if let Some(value) = joined(&tests, begins) {
                let comments: Vec<_> =
                    body.drain(at + 1..=at + tests.len()).flat_map(|stmt| stmt.comments).collect();
                body[at].kind = StmtKind::Assign(Place::whole(var), value);
                body[at].comments.extend(comments);
                count += tests.len();
            }
        }
        at += 1;
    }
    count
}

/// The variable that a statement sets to a truth value.
fn flag(stmt: &Stmt) -> Option<(VarId, bool)> {
    let StmtKind::Assign(place, value) = &stmt.kind else { return None };
    let ExprKind::Const(Value::Bool(_)) = &value.kind else { return None };
    let ExprKind::Const(value) = &value.kind else { return None };
    let one = place.links.is_empty() && value.numel() == 1 && !stmt.prints;
    one.then(|| value.to_f64().map(|number| (place.var, number != 0.0))).flatten()
}

/// The condition under which a statement turns the flag, which is all it does.
fn test<'a>(stmt: &'a Stmt, (var, begins): (VarId, bool), purity: &Purity) -> Option<&'a Expr> {
    let StmtKind::If(clauses, None) = &stmt.kind else { return None };
    let [(condition, inner)] = &clauses[..] else { return None };
    let [only] = &inner[..] else { return None };
    let turns = flag(only).is_some_and(|(own, value)| own == var && value != begins);
    let single = condition.known.is_scalar() && condition.known.class == Some(Class::Logical);
    let plain = !condition.any(&mut |expr| matches!(expr.kind, ExprKind::Lazy(..)));
    (turns && single && plain && !condition.reads(var) && purity.is_removable(condition))
        .then_some(condition)
}

/// What the flag is after all tests.
fn joined(tests: &[Expr], begins: bool) -> Option<Expr> {
    let known = Known::of(&Value::bool(true));
    let whole = |kind: ExprKind| Expr { kind, sure: true, known: known.clone() };
    let any = tests
        .iter()
        .cloned()
        .reduce(|left, right| whole(ExprKind::OrElse(Box::new(left), Box::new(right))))?;
    Some(if begins { whole(ExprKind::Unary(UnaryOp::Not, Box::new(any))) } else { any })
}
