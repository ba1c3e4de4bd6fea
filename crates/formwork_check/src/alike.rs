//! Expressions that are written twice: whether two compute the same, and whether evaluating one again
//! can give anything else.

use formwork_builtins::Operation;
use formwork_hir::body::{Access, Body, ExprId, ExprKind, Link, Root};
use formwork_hir::walk::subexpressions;

/// Whether two expressions of a body are the same, apart from spaces and parentheses.
pub(crate) fn are_alike(body: &Body, a: ExprId, b: ExprId) -> bool {
    let all = |left: &[ExprId], right: &[ExprId]| {
        left.len() == right.len() && left.iter().zip(right).all(|(&a, &b)| are_alike(body, a, b))
    };
    let rows = |left: &[Box<[ExprId]>], right: &[Box<[ExprId]>]| {
        left.len() == right.len() && left.iter().zip(right).all(|(a, b)| all(a, b))
    };
    match (&body.exprs[a].kind, &body.exprs[b].kind) {
        (ExprKind::Const(_), ExprKind::Const(_)) => written(body, a) == written(body, b),
        (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
        (ExprKind::Colon, ExprKind::Colon) | (ExprKind::End, ExprKind::End) => true,
        (ExprKind::Unary(op, a), ExprKind::Unary(other, b)) => {
            op == other && are_alike(body, *a, *b)
        }
        (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d))
        | (ExprKind::Lazy(op, a, b), ExprKind::Lazy(other, c, d)) => {
            op == other && all(&[*a, *b], &[*c, *d])
        }
        (ExprKind::AndAlso(a, b), ExprKind::AndAlso(c, d))
        | (ExprKind::OrElse(a, b), ExprKind::OrElse(c, d)) => all(&[*a, *b], &[*c, *d]),
        (ExprKind::Range(a, None, b), ExprKind::Range(c, None, d)) => all(&[*a, *b], &[*c, *d]),
        (ExprKind::Range(a, Some(b), c), ExprKind::Range(d, Some(e), f)) => {
            all(&[*a, *b, *c], &[*d, *e, *f])
        }
        (ExprKind::Matrix(a), ExprKind::Matrix(b)) | (ExprKind::Cell(a), ExprKind::Cell(b)) => {
            rows(a, b)
        }
        (ExprKind::Access(a), ExprKind::Access(b)) => {
            are_same_root(body, a, b) && are_links_alike(body, &a.links, &b.links)
        }
        // What makes or changes something does so each time.
        _ => false,
    }
}

/// Whether two chains of links are the same.
pub(crate) fn are_links_alike(body: &Body, a: &[Link], b: &[Link]) -> bool {
    let all = |left: &[ExprId], right: &[ExprId]| {
        left.len() == right.len() && left.iter().zip(right).all(|(&a, &b)| are_alike(body, a, b))
    };
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Link::Paren(a), Link::Paren(b)) | (Link::Brace(a), Link::Brace(b)) => {
                all(&a.exprs, &b.exprs)
            }
            (Link::Field(a), Link::Field(b)) => a == b,
            (Link::DynamicField(a), Link::DynamicField(b)) => are_alike(body, *a, *b),
            _ => false,
        })
}

fn are_same_root(body: &Body, a: &Access, b: &Access) -> bool {
    match (a.root, b.root) {
        (Root::Var(a), Root::Var(b)) => a == b,
        (Root::Call(a), Root::Call(b)) => body.calls[a].name == body.calls[b].name,
        (Root::VarOrCall(a, _), Root::VarOrCall(b, _)) => a == b,
        (Root::Value(a), Root::Value(b)) => are_alike(body, a, b),
        _ => false,
    }
}

fn written(body: &Body, id: ExprId) -> &[u8] {
    body.source.text().get(body.exprs[id].span.range()).unwrap_or_default()
}

/// Whether an expression gives the same however often it is evaluated: its variables are values, and
/// it calls only functions of the language that do nothing else. A variable with subscripts may be a
/// handle to a function that does, unless only values of the loop or constants are in them.
pub(crate) fn is_repeatable(body: &Body, id: ExprId) -> bool {
    subexpressions(body, id).all(|(_, expr)| match &expr.kind {
        ExprKind::Access(access) => match access.root {
            Root::Call(call) => {
                let row = body.calls[call].row();
                row.is_some_and(|row| row.effects.is_pure() && row.operation != Operation::Apply)
            }
            // `x()` calls what is in it.
            Root::Var(_) | Root::Value(_) => !access.links.iter().any(|link| match link {
                Link::Paren(arguments) => arguments.exprs.is_empty(),
                Link::Brace(_) | Link::Field(_) | Link::DynamicField(_) => false,
            }),
            Root::VarOrCall(..) => false,
        },
        ExprKind::Assign(_) | ExprKind::PostIncrement(_) | ExprKind::Invalid(_) => false,
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Colon
        | ExprKind::End
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::AndAlso(..)
        | ExprKind::OrElse(..)
        | ExprKind::Lazy(..)
        | ExprKind::Range(..)
        | ExprKind::Matrix(_)
        | ExprKind::Cell(_)
        | ExprKind::Handle(_)
        | ExprKind::Anonymous(_) => true,
    })
}
