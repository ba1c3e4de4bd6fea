//! Constants are computed, and branches that constants decide are taken.
//!
//! Arithmetic of floating-point numbers is only computed, never rearranged: `x + 0` is
//! not `x` if that is a negative zero.

use super::super::evaluate::{eval_binary, eval_cast, eval_unary};
use super::super::form::{BlockId, ExprId, Expression, Function, Statement, StatementKind};
use super::super::operator::BinaryOp;
use super::super::scalar::{Scalar, ScalarType};

pub(super) fn fold_constants(function: &mut Function) -> bool {
    let mut changed = false;
    let roots: Vec<ExprId> = function
        .blocks
        .values()
        .flatten()
        .flat_map(|statement| statement.kind.expressions())
        .collect();
    for root in roots {
        changed |= fold_expression(function, root);
    }
    changed | fold_block(function, function.body)
}

/// Operands come before what is made of them.
fn fold_expression(function: &mut Function, root: ExprId) -> bool {
    let mut order = Vec::new();
    function.visit_expression(root, |id, _| order.push(id));
    let mut changed = false;
    for id in order.into_iter().rev() {
        if let Some(better) = folded(function, id) {
            function.expressions[id].kind = better;
            changed = true;
        }
    }
    changed
}

fn constant(function: &Function, id: ExprId) -> Option<Scalar> {
    match function.expressions[id].kind {
        Expression::Constant(value) => Some(value),
        Expression::Variable(_)
        | Expression::Load(..)
        | Expression::Length(_)
        | Expression::Unary(..)
        | Expression::Binary(..)
        | Expression::Select(..)
        | Expression::Cast(..) => None,
    }
}

/// A simpler form of an expression with the same value.
fn folded(function: &Function, id: ExprId) -> Option<Expression> {
    let kind_of = |id: ExprId| function.expressions[id].kind;
    match kind_of(id) {
        Expression::Unary(op, operand) => {
            eval_unary(op, constant(function, operand)?).map(Expression::Constant)
        }
        Expression::Cast(to, operand) => {
            if function.type_of(operand) == to {
                return Some(kind_of(operand));
            }
            eval_cast(to, constant(function, operand)?).map(Expression::Constant)
        }
        Expression::Select(condition, yes, no) => {
            let taken = if constant(function, condition)?.as_bool()? { yes } else { no };
            Some(kind_of(taken))
        }
        Expression::Binary(op, left, right) => {
            let values = (constant(function, left), constant(function, right));
            if let (Some(a), Some(b)) = values {
                return eval_binary(op, a, b).map(Expression::Constant);
            }
            match (op, values.0, values.1) {
                // The right operand is not looked at.
                (BinaryOp::And, Some(Scalar::Bool(false)), _) => {
                    Some(Expression::Constant(Scalar::Bool(false)))
                }
                (BinaryOp::Or, Some(Scalar::Bool(true)), _) => {
                    Some(Expression::Constant(Scalar::Bool(true)))
                }
                (BinaryOp::And, Some(Scalar::Bool(true)), _)
                | (BinaryOp::Or, Some(Scalar::Bool(false)), _) => Some(kind_of(right)),
                (BinaryOp::And, _, Some(Scalar::Bool(true)))
                | (BinaryOp::Or, _, Some(Scalar::Bool(false))) => Some(kind_of(left)),
                _ if function.type_of(id) == ScalarType::Index => {
                    index_identity(op, (left, values.0), (right, values.1)).map(kind_of)
                }
                _ => None,
            }
        }
        Expression::Constant(_)
        | Expression::Variable(_)
        | Expression::Load(..)
        | Expression::Length(_) => None,
    }
}

/// The operand that an operation of indices leaves as it is.
fn index_identity(
    op: BinaryOp,
    (left, left_value): (ExprId, Option<Scalar>),
    (right, right_value): (ExprId, Option<Scalar>),
) -> Option<ExprId> {
    let is = |value: Option<Scalar>, wanted: i64| {
        value.and_then(Scalar::as_index).is_some_and(|index| index == wanted)
    };
    match op {
        BinaryOp::Add if is(left_value, 0) => Some(right),
        BinaryOp::Add | BinaryOp::Subtract if is(right_value, 0) => Some(left),
        BinaryOp::Multiply | BinaryOp::ExtentProduct if is(left_value, 1) => Some(right),
        BinaryOp::Multiply | BinaryOp::ExtentProduct | BinaryOp::Divide if is(right_value, 1) => {
            Some(left)
        }
        _ => None,
    }
}

/// Takes the branches that constants decide. Blocks nest as deep as the verifier allows.
fn fold_block(function: &mut Function, block: BlockId) -> bool {
    let mut changed = false;
    let statements = std::mem::take(&mut function.blocks[block]);
    let mut kept: Vec<Statement> = Vec::with_capacity(statements.len());
    for statement in statements {
        for inner in statement.kind.blocks() {
            changed |= fold_block(function, inner);
        }
        match decided(function, &statement.kind) {
            Decision::Stays => kept.push(statement),
            Decision::Goes => changed = true,
            Decision::Becomes(inner) => {
                changed = true;
                kept.append(&mut std::mem::take(&mut function.blocks[inner]));
            }
        }
    }
    changed |= truncate(&mut kept);
    function.blocks[block] = kept;
    changed
}

/// Removes what follows a jump, since nothing comes to it; whether there was any.
fn truncate(statements: &mut Vec<Statement>) -> bool {
    let jump = statements.iter().position(|statement| {
        matches!(
            statement.kind,
            StatementKind::Break
                | StatementKind::Continue
                | StatementKind::Return
                | StatementKind::Fail(_)
        )
    });
    match jump {
        Some(jump) if jump + 1 < statements.len() => {
            statements.truncate(jump + 1);
            true
        }
        _ => false,
    }
}

/// Removes what no execution comes to, as the text alone tells.
pub(super) fn remove_unreachable(function: &mut Function) {
    for statements in function.blocks.values_mut() {
        truncate(statements);
    }
}

/// What becomes of a statement.
enum Decision {
    Stays,
    Goes,
    /// It does what this block does.
    Becomes(BlockId),
}

fn decided(function: &Function, kind: &StatementKind) -> Decision {
    match kind {
        StatementKind::If { condition, then, otherwise } => {
            match constant(function, *condition).and_then(Scalar::as_bool) {
                Some(true) => Decision::Becomes(*then),
                Some(false) => Decision::Becomes(*otherwise),
                None => Decision::Stays,
            }
        }
        StatementKind::While { condition, .. } => {
            match constant(function, *condition).and_then(Scalar::as_bool) {
                Some(false) => Decision::Goes,
                Some(true) | None => Decision::Stays,
            }
        }
        StatementKind::For { from, to, step, .. } => {
            let bound = |id: ExprId| constant(function, id).and_then(Scalar::as_index);
            match (bound(*from), bound(*to)) {
                (Some(from), Some(to)) if *step > 0 && from >= to || *step < 0 && from <= to => {
                    Decision::Goes
                }
                _ => Decision::Stays,
            }
        }
        StatementKind::Assign { .. }
        | StatementKind::Store { .. }
        | StatementKind::Allocate { .. }
        | StatementKind::Reserve { .. }
        | StatementKind::Grow { .. }
        | StatementKind::Free { .. }
        | StatementKind::Copy { .. }
        | StatementKind::Swap { .. }
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Fail(_)
        | StatementKind::Call { .. }
        | StatementKind::CallRuntime { .. }
        | StatementKind::Return => Decision::Stays,
    }
}
