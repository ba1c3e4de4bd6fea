//! What a loop computes again and again, though nothing of it changes, is computed
//! before the loop.
//!
//! Only what is defined wherever it is computed moves, because a loop may make no iteration:
//! arithmetic of numbers and functions of the C library, but no element of a buffer and
//! no arithmetic of indices. Only what costs something moves; the C compiler does the
//! rest.

use rustc_hash::FxHashSet;

use super::super::form::{
    BlockId, ExprId, Expression, Function, Node, Statement, StatementKind, Variable, VariableId,
};
use super::super::operator::{BinaryOp, UnaryOp};
use super::super::scalar::ScalarType;

pub(super) fn hoist_invariants(function: &mut Function) -> bool {
    hoist_in(function, function.body)
}

/// Outer loops first, so that what does not change in them leaves all of them at once.
/// Blocks nest as deep as the verifier allows.
fn hoist_in(function: &mut Function, block: BlockId) -> bool {
    let mut changed = false;
    let statements = std::mem::take(&mut function.blocks[block]);
    let mut kept = Vec::with_capacity(statements.len());
    for statement in statements {
        let body = match statement.kind {
            StatementKind::For { body, .. } | StatementKind::While { body, .. } => Some(body),
            _ => None,
        };
        if let Some(body) = body {
            for (variable, value) in hoisted(function, &statement.kind, body) {
                let kind = StatementKind::Assign { variable, value };
                kept.push(Statement { kind, line: statement.line });
                changed = true;
            }
        }
        for inner in statement.kind.blocks() {
            changed |= hoist_in(function, inner);
        }
        kept.push(statement);
    }
    function.blocks[block] = kept;
    changed
}

/// The new variables before a loop, and their values.
fn hoisted(
    function: &mut Function,
    kind: &StatementKind,
    body: BlockId,
) -> Vec<(VariableId, ExprId)> {
    let mut assigned: FxHashSet<VariableId> = kind.assigned().into_iter().collect();
    let mut roots = Vec::new();
    if let StatementKind::While { condition, .. } = kind {
        roots.push(*condition);
    }
    function.visit_statements(body, |statement| {
        assigned.extend(statement.kind.assigned());
        roots.extend(statement.kind.expressions());
    });
    let mut found = Vec::new();
    for root in roots {
        outermost(function, root, &assigned, &mut found);
    }
    found
        .into_iter()
        .map(|id| {
            let node = function.expressions[id];
            let value = function.expressions.push(node);
            let variable =
                function.variables.push(Variable { name: "fixed".into(), scalar: node.scalar });
            function.expressions[id] =
                Node { kind: Expression::Variable(variable), scalar: node.scalar };
            (variable, value)
        })
        .collect()
}

/// The largest parts of an expression that can move and are worth it.
fn outermost(
    function: &Function,
    root: ExprId,
    assigned: &FxHashSet<VariableId>,
    found: &mut Vec<ExprId>,
) {
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        let (mut movable, mut cost) = (true, false);
        function.visit_expression(id, |part, expression| {
            movable &= can_move(function, part, expression, assigned);
            cost |= is_costly(function, part, expression);
        });
        if movable && cost {
            found.push(id);
        } else {
            waiting.extend(function.expression(id).operands());
        }
    }
}

fn can_move(
    function: &Function,
    id: ExprId,
    expression: Expression,
    assigned: &FxHashSet<VariableId>,
) -> bool {
    match expression {
        Expression::Constant(_) | Expression::Cast(..) | Expression::Select(..) => true,
        Expression::Variable(variable) => !assigned.contains(&variable),
        Expression::Load(..) | Expression::Length(_) => false,
        Expression::Unary(..) | Expression::Binary(..) => function.type_of(id) != ScalarType::Index,
    }
}

fn is_costly(function: &Function, id: ExprId, expression: Expression) -> bool {
    match expression {
        Expression::Unary(op, _) => {
            op.library_function().is_some()
                && !matches!(op, UnaryOp::Round | UnaryOp::Fix | UnaryOp::Floor | UnaryOp::Ceil)
        }
        Expression::Binary(op, ..) => {
            let computes = matches!(
                op,
                BinaryOp::Divide
                    | BinaryOp::Power
                    | BinaryOp::ScalarPower
                    | BinaryOp::Modulo
                    | BinaryOp::Remainder
                    | BinaryOp::Atan2
                    | BinaryOp::Hypot
            );
            computes || (op == BinaryOp::Multiply && function.type_of(id).is_complex())
        }
        Expression::Constant(_)
        | Expression::Variable(_)
        | Expression::Load(..)
        | Expression::Length(_)
        | Expression::Select(..)
        | Expression::Cast(..) => false,
    }
}
