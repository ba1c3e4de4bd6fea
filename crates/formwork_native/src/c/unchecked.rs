//! Functions that call themselves and go on where such a call has failed.
//!
//! To look behind each call whether it failed costs as much as a small function does. A
//! function of nothing but numbers may go on with whatever the call gave: what it computes
//! is thrown away, because who called it from outside looks at the status. It does look, at
//! the status and at the flag of its host, where it is about to call itself, so that after a
//! failure the calls that are open come to their ends, each after a few steps.

use super::options::Options;
use super::signature::Signature;
use crate::loops::{
    BinaryOp, Binding, Expression, Function, FunctionId, ScalarType, Statement, StatementKind,
};

/// Whether a function may go on behind a call of itself that failed. Nothing in it may take
/// long or be undefined for numbers that it would not meet otherwise; and whichever failure is
/// the first, its host does the same, so that a later one may take its place.
pub(super) fn goes_on(
    id: FunctionId,
    function: &Function,
    signature: &Signature,
    options: &Options,
) -> bool {
    let is_hosted = options.hosted && options.bounded_calls;
    if !is_hosted || !signature.tells_status || !function.buffers.is_empty() {
        return false;
    }
    // Integers come from parameters and other integers only, by sums that stay small.
    let gives_integer = function.results().iter().any(|place| match place {
        Binding::Variable(variable) => is_integer(function.variable(*variable).scalar_type()),
        Binding::Buffer(_) => true,
    });
    let mut calls_itself = false;
    let mut harmless = !gives_integer;
    function.visit_statements(function.body(), |statement| {
        match &statement.kind {
            StatementKind::Call { function: callee, .. } => {
                calls_itself |= *callee == id;
                harmless &= *callee == id;
            }
            StatementKind::Assign { .. }
            | StatementKind::If { .. }
            | StatementKind::Fail(_)
            | StatementKind::Return => {}
            StatementKind::Store { .. }
            | StatementKind::Allocate { .. }
            | StatementKind::Reserve { .. }
            | StatementKind::Grow { .. }
            | StatementKind::Free { .. }
            | StatementKind::Copy { .. }
            | StatementKind::Swap { .. }
            | StatementKind::For { .. }
            | StatementKind::While { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::CallRuntime { .. } => harmless = false,
        }
        for root in statement.kind.expressions() {
            function.visit_expression(root, |id, expression| {
                harmless &= match expression {
                    Expression::Cast(to, _) => !is_integer(to),
                    Expression::Binary(op, ..) => {
                        !is_integer(function.type_of(id))
                            || matches!(op, BinaryOp::Add | BinaryOp::Subtract)
                    }
                    _ => true,
                };
            });
        }
    });
    harmless && calls_itself
}

fn is_integer(scalar: ScalarType) -> bool {
    match scalar {
        ScalarType::Bool
        | ScalarType::F32
        | ScalarType::F64
        | ScalarType::C32
        | ScalarType::C64 => false,
        ScalarType::I8
        | ScalarType::I16
        | ScalarType::I32
        | ScalarType::I64
        | ScalarType::U8
        | ScalarType::U16
        | ScalarType::U32
        | ScalarType::U64
        | ScalarType::Index => true,
    }
}

/// Whether a statement is a call.
pub(super) fn is_call(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Call { .. })
}
