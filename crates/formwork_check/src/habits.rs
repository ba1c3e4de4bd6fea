//! Habits that go wrong with shapes that nobody thought of: a row and a column that
//! expand to a matrix, `length` of a matrix, `switch` on an array.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::body::{ExprKind, StmtKind};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::ops::BinaryOp;
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::call_of;
use crate::operands::{labels, value_at};
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for expr in body.exprs.values() {
            let ExprKind::Binary(op, left, right) = expr.kind else { continue };
            if !is_elementwise(op) {
                continue;
            }
            let (left, right) = (body.exprs[left].span, body.exprs[right].span);
            let shapes = [left, right]
                .map(|span| value_at(analysis, which, span).and_then(|value| value.shape));
            if let [Some(a), Some(b)] = shapes
                && expands(&mut analysis.algebra, a, b)
                && !is_deliberate(&body, left)
                && !is_deliberate(&body, right)
            {
                let subject = Subject::Expansion { symbol: op.symbol(), shapes: [a, b] };
                let labels = labels(analysis, which, expr.span);
                let note = Finding::note(Rule::RowColumnExpansion, which, expr.span, subject);
                found.push(Finding { labels, ..note });
            }
        }
        for (id, expr) in body.exprs.iter() {
            let Some((BuiltinId::Length, [argument])) = call_of(&body, id) else { continue };
            let span = body.exprs[*argument].span;
            let Some(shape) = value_at(analysis, which, span).and_then(|value| value.shape) else {
                continue;
            };
            if is_matrix(&mut analysis.algebra, shape) {
                let subject = Subject::Length(shape);
                found.push(Finding::note(Rule::LengthOfMatrix, which, expr.span, subject));
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

/// Whether an operator works element by element. Comparisons of a row with a column are
/// how one asks about all pairs.
fn is_elementwise(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::ElementMultiply
        | BinaryOp::ElementDivide
        | BinaryOp::ElementLeftDivide
        | BinaryOp::ElementPower => true,
        BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::LeftDivide
        | BinaryOp::Power
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Greater
        | BinaryOp::And
        | BinaryOp::Or => false,
    }
}

/// Whether one is a row, the other a column, and neither a scalar.
fn expands(algebra: &mut Algebra, a: ShapeId, b: ShapeId) -> bool {
    let (Some(left), Some(right)) = (algebra.as_tuple(a), algebra.as_tuple(b)) else {
        return false;
    };
    let ([r, c], [s, t]) = (&left[..], &right[..]) else { return false };
    let one = |extent: &ExtentId| algebra.extents().is_one(*extent);
    let row = |rows, columns| one(rows) == Truth::Yes && one(columns) == Truth::No;
    let column = |rows, columns| one(columns) == Truth::Yes && one(rows) == Truth::No;
    (row(r, c) && column(s, t)) || (column(r, c) && row(s, t))
}

/// Whether an operand was turned on purpose: `x - y'`.
fn is_deliberate(body: &formwork_hir::body::Body, span: formwork_syntax::Span) -> bool {
    use formwork_runtime::ops::UnaryOp;
    body.expressions_at(span).any(|id| {
        matches!(
            body.exprs[id].kind,
            ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, _)
        )
    })
}

/// Whether both extents are surely more than 1.
fn is_matrix(algebra: &mut Algebra, shape: ShapeId) -> bool {
    let Some(size) = algebra.as_concrete(shape) else { return false };
    size.is_matrix() && size.extent(0) > 1 && size.extent(1) > 1
}
