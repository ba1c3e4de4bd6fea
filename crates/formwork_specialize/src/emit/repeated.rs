//! `repmat` where the operator repeats its operand anyway.
//!
//! `repmat(column, 1, n) + matrix` is `column + matrix`, if the matrix has the size of the
//! result: elementwise operators repeat rows, columns and numbers.

use formwork_domain::{AbstractValue, ValueFact};
use formwork_hir::body::{ExprId, ExprKind as From, Link as FromLink};
use formwork_infer::trace::{Made, Scene};
use formwork_runtime::Class;
use formwork_runtime::ops::BinaryOp;
use formwork_shape::Semantics;

use super::Making;
use super::expr::layout;
use crate::residual::Layout;

/// The array that an operand of an elementwise operator repeats, if the operator does so
/// without being told.
pub(super) fn repeated(
    making: &Making<'_>,
    scene: &Scene,
    whole: ExprId,
    operand: ExprId,
) -> Option<ExprId> {
    if making.algebra.reading() != Semantics::Expand {
        return None;
    }
    let From::Binary(op, left, right) = &making.body.exprs[whole].kind else { return None };
    let elementwise = matches!(
        op,
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::ElementMultiply | BinaryOp::ElementDivide
    );
    let other = if *left == operand { *right } else { *left };
    let shape = |id: ExprId| scene.values.get(&id).and_then(|value| value.shape);
    if !elementwise || *left == *right || shape(other).is_none() || shape(other) != shape(whole) {
        return None;
    }
    let From::Access(access) = &making.body.exprs[operand].kind else { return None };
    let Some(Made::Builtin(row)) = scene.made.get(&operand) else { return None };
    let [FromLink::Paren(arguments)] = &access.links[..] else { return None };
    let [array, rows, columns] = arguments.exprs[..] else { return None };
    if row.name != "repmat" {
        return None;
    }
    let judge = making.judge(scene);
    let counts = [rows, columns];
    // Sizes that do not go together must still be told of.
    if !judge.is_sure(whole) {
        return None;
    }
    if !counts.iter().all(|&id| is_count(scene.values.get(&id)) && judge.is_droppable(id)) {
        return None;
    }
    let value = scene.values.get(&array)?;
    let is_one = |id: ExprId| {
        let count = scene.values.get(&id).and_then(|value| value.constant()?.to_f64());
        count == Some(1.0)
    };
    let plain = value.classes.iter().all(|class| matches!(class, Class::Double | Class::Single));
    let fits = value.is_scalar()
        || match layout(making, value) {
            Layout::Column => is_one(rows),
            Layout::Row => is_one(columns),
            Layout::Any => false,
        };
    (plain && fits).then_some(array)
}

/// Whether a value is one integer.
fn is_count(value: Option<&AbstractValue>) -> bool {
    value.is_some_and(|value| {
        value.is_scalar()
            && match &value.value {
                ValueFact::Integer(_) => true,
                ValueFact::Const(constant) => {
                    constant.class() == Class::Double
                        && constant.to_f64().is_some_and(|count| count.fract() == 0.0)
                }
                _ => false,
            }
    })
}
