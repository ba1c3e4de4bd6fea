//! Elements of rows and columns by one subscript instead of two: `y(:, j)` of a row is
//! `y(j)`, which interpreters find faster.
//!
//! Only where the subscripts cannot fail, because messages tell how many there were.

use formwork_runtime::{Class, Value};

use crate::residual::{Expr, ExprKind, Function, Known, Layout, Link};
use crate::walk::innermost_first;

/// Takes subscripts away that pick all there is; says how many.
pub(crate) fn flatten(function: &mut Function) -> usize {
    if function.verbatim.is_some() {
        return 0;
    }
    let mut count = 0;
    crate::walk::change_statements(&mut function.body, &mut |stmt| {
        for place in stmt.kind.places_mut() {
            if !place.store.exact {
                continue;
            }
            if let [Link::Paren(subscripts)] = &mut place.links[..]
                && let Some(which) = superfluous(place.store.layout, subscripts)
                // What is stored in one place, not in all of them.
                && !matches!(subscripts[1 - which].kind, ExprKind::Colon)
            {
                subscripts.remove(which);
                count += 1;
            }
        }
        for root in stmt.kind.exprs_mut() {
            count += innermost_first(root, &mut shorten);
        }
    });
    count
}

/// Takes a subscript out of a read that has one too many.
fn shorten(expr: &mut Expr) -> usize {
    if expr.sure
        && let ExprKind::Index(base, links) = &mut expr.kind
        && base.known.class.is_some_and(is_array)
        && let [Link::Paren(subscripts)] = &mut links[..]
        && let Some(which) = superfluous(base.known.layout, subscripts)
        && keeps_layout(base.known.layout, &subscripts[1 - which].known)
    {
        subscripts.remove(which);
        return 1;
    }
    0
}

fn is_array(class: Class) -> bool {
    class.is_numeric() || matches!(class, Class::Logical | Class::Char | Class::Cell)
}

/// Which of two subscripts picks all there is along the only extent that is one.
fn superfluous(layout: Layout, subscripts: &[Expr]) -> Option<usize> {
    let [rows, columns] = subscripts else { return None };
    let is_all = |expr: &Expr| match &expr.kind {
        ExprKind::Colon => true,
        ExprKind::Const(value) => is_one(value),
        _ => false,
    };
    match layout {
        Layout::Row if is_all(rows) => Some(0),
        Layout::Column if is_all(columns) => Some(1),
        Layout::Any | Layout::Row | Layout::Column => None,
    }
}

fn is_one(value: &Value) -> bool {
    value.class() == Class::Double && value.numel() == 1 && value.to_f64() == Some(1.0)
}

/// Whether the one subscript that is left gives an array that lies as the array does.
fn keeps_layout(layout: Layout, subscript: &Known) -> bool {
    let numeric = subscript.class.is_some_and(Class::is_numeric);
    numeric && (subscript.is_scalar() || subscript.layout == layout)
}
