//! Habits that go wrong with shapes that nobody thought of: `length` of a matrix, `switch` on an
//! array.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, StmtKind};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::call_of;
use crate::operands::value_at;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for (id, expr) in body.exprs.iter() {
            let Some((BuiltinId::Length, [argument])) = call_of(&body, id) else { continue };
            let span = body.exprs[*argument].span;
            let Some(shape) = value_at(analysis, which, span).and_then(|value| value.shape) else {
                continue;
            };
            let subject = Subject::Length(shape);
            if is_matrix(&mut analysis.algebra, shape) {
                found.push(Finding::note(Rule::LengthOfMatrix, which, expr.span, subject));
            } else if lists_rows(&body, *argument) {
                found.push(Finding::warning(Rule::LengthOfMatrix, which, expr.span, subject));
            }
        }
        for stmt in statements(&body.statements) {
            let StmtKind::Switch(switch) = &stmt.kind else { continue };
            let span = body.exprs[switch.subject].span;
            let Some(value) = value_at(analysis, which, span) else { continue };
            let text = value.classes.contains(formwork_runtime::Class::Char)
                || value.classes.contains(formwork_runtime::Class::Cell);
            if let Some(shape) = value.shape
                && !text
                && analysis.algebra.as_concrete(shape).is_some_and(|size| size.count() > 1)
            {
                let subject = Subject::Switch(shape);
                found.push(Finding::note(Rule::SwitchOnMatrix, which, span, subject));
            }
        }
    }
}

/// Whether a variable is a list of rows with three columns or more: `x(k, 3)` is asked for. Its length
/// is no number of rows if there are fewer of these.
fn lists_rows(body: &Body, id: ExprId) -> bool {
    let ExprKind::Var(slot) = body.exprs[id].kind else { return false };
    body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) if access.variable() == Some(slot) => {
            let Some(Link::Paren(subscripts)) = access.links.first() else { return false };
            let [row, column] = subscripts.exprs[..] else { return false };
            let counted = matches!(body.exprs[row].kind, ExprKind::Var(_));
            let third = match &body.exprs[column].kind {
                ExprKind::Const(value) => value.to_f64().is_some_and(|number| number >= 3.0),
                _ => false,
            };
            counted && third
        }
        _ => false,
    })
}

/// Whether both extents are surely more than 1.
fn is_matrix(algebra: &mut Algebra, shape: ShapeId) -> bool {
    let Some(size) = algebra.as_concrete(shape) else { return false };
    size.is_matrix() && size.extent(0) > 1 && size.extent(1) > 1
}
