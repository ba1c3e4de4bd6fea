//! Subscripts that are a counter and numbers: `x(k - 1 + 1)` is `x(k)`.
//!
//! Of whole numbers that can be counted to, sums and differences are exact in any order. Only in
//! subscripts, because there nobody sees the sign of a zero.

use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value};

use super::flow::is_fixed;
use crate::residual::{Block, Expr, ExprKind, Function, Link, StmtKind, VarId};
use crate::walk::{change_statements, visit_statements};

/// The largest whole number that is added to a counter.
const LARGEST: f64 = 1e9;

/// Shortens subscripts; says how many.
pub(crate) fn shorten(function: &mut Function) -> usize {
    if is_fixed(function) {
        return 0;
    }
    let exposed: Vec<VarId> =
        function.vars.iter().filter(|(_, one)| one.exposed).map(|(var, _)| var).collect();
    block(&mut function.body, &exposed)
}

fn block(body: &mut Block, exposed: &[VarId]) -> usize {
    let mut count = 0;
    for stmt in body {
        if let StmtKind::For(place, range, inner) = &mut stmt.kind
            && place.links.is_empty()
            && !exposed.contains(&place.var)
            && counts(range)
            && !is_assigned(inner, place.var)
        {
            let counter = place.var;
            change_statements(inner, &mut |stmt| {
                for place in stmt.kind.places_mut() {
                    count +=
                        place.links.iter_mut().map(|link| in_link(link, counter)).sum::<usize>();
                }
                for root in stmt.kind.exprs_mut() {
                    count += in_expr(root, counter);
                }
            });
        }
        for inner in stmt.kind.blocks_mut() {
            count += block(inner, exposed);
        }
    }
    count
}

/// Whether a range goes through whole numbers of class double.
fn counts(range: &Expr) -> bool {
    let ExprKind::Range(first, step, last) = &range.kind else { return false };
    let whole = |expr: &Expr| match &expr.kind {
        ExprKind::Const(value) => number(value).is_some(),
        _ => false,
    };
    whole(first)
        && step.as_ref().is_none_or(|step| whole(step))
        && last.known.class == Some(Class::Double)
}

/// A whole number of class double.
fn number(value: &Value) -> Option<f64> {
    let plain = value.class() == Class::Double && value.numel() == 1 && !value.is_complex();
    value.to_f64().filter(|number| plain && number.fract() == 0.0 && number.abs() <= LARGEST)
}

fn is_assigned(body: &Block, var: VarId) -> bool {
    let mut found = false;
    visit_statements(body, &mut |stmt| found |= stmt.kind.targets().contains(&var));
    found
}

/// Looks for subscripts in an expression. Texts of anonymous functions show, and stay.
fn in_expr(expr: &mut Expr, counter: VarId) -> usize {
    if matches!(expr.kind, ExprKind::Anonymous(..)) {
        return 0;
    }
    let mut count: usize =
        expr.children_mut().into_iter().map(|child| in_expr(child, counter)).sum();
    if let ExprKind::Index(base, links) = &mut expr.kind
        && base.known.array
        && expr.sure
    {
        count += links.iter_mut().map(|link| in_link(link, counter)).sum::<usize>();
    }
    count
}

fn in_link(link: &mut Link, counter: VarId) -> usize {
    let (Link::Paren(subscripts) | Link::Brace(subscripts)) = link else { return 0 };
    subscripts.iter_mut().map(|subscript| shortened(subscript, counter)).sum()
}

/// Shortens a subscript.
fn shortened(expr: &mut Expr, counter: VarId) -> usize {
    let Some((added, operations)) = offset(expr, counter) else { return 0 };
    if operations < 2 && (operations == 0 || added != 0.0) {
        return 0;
    }
    let ExprKind::Binary(_, left, _) = &expr.kind else { return 0 };
    let mut var = left;
    while let ExprKind::Binary(_, inner, _) = &var.kind {
        var = inner;
    }
    let var = var.clone();
    if added == 0.0 {
        *expr = *var;
        return 1;
    }
    let op = if added > 0.0 { BinaryOp::Add } else { BinaryOp::Subtract };
    let number = Expr::constant(Value::double(added.abs()));
    expr.kind = ExprKind::Binary(op, var, Box::new(number));
    1
}

/// What is added to the counter, in how many operations.
fn offset(expr: &Expr, counter: VarId) -> Option<(f64, usize)> {
    match &expr.kind {
        ExprKind::Var(var) if *var == counter => Some((0.0, 0)),
        ExprKind::Binary(op, left, right) => {
            let ExprKind::Const(value) = &right.kind else { return None };
            let (before, operations) = offset(left, counter)?;
            let number = number(value)?;
            match op {
                BinaryOp::Add => Some((before + number, operations + 1)),
                BinaryOp::Subtract => Some((before - number, operations + 1)),
                _ => None,
            }
        }
        _ => None,
    }
}
