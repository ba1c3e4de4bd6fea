//! `repmat` where the operator repeats its operand anyway.
//!
//! `repmat(column, 1, n) + matrix` is `column + matrix`, if the matrix has the size of the
//! result: elementwise operators repeat rows, columns and numbers. So is
//! `2 * repmat(column, 1, n) .* matrix`.

use formwork_builtins::{BuiltinId, Effects};
use formwork_domain::{AbstractValue, ValueFact};
use formwork_hir::body::{
    Access, Assign, BodyKind, CallTarget, ExprId, ExprKind as From, Link as FromLink, Root, Stmt,
    StmtKind, Storage, Target,
};
use formwork_infer::trace::{Made, Scene};
use formwork_runtime::Class;
use formwork_runtime::ops::BinaryOp;
use formwork_shape::Semantics;

use super::expr::{known, layout};
use super::{Emitter, Making};
use crate::residual::{Expr, ExprKind, Known, Layout};

impl Emitter {
    /// An operand of an elementwise operator without what it repeats, if the operator
    /// repeats it without being told.
    pub(super) fn unrepeated(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        whole: ExprId,
        operand: ExprId,
    ) -> Option<Expr> {
        if !repeats(making, scene, whole, operand) {
            return None;
        }
        if let Some(array) = repeated(making, scene, operand) {
            return Some(self.expr(making, scene, array));
        }
        // A number times what is repeated.
        let From::Binary(op, left, right) = making.body.exprs[operand].kind else { return None };
        let is_number = |id: ExprId| scene.values.get(&id).is_some_and(AbstractValue::is_scalar);
        let scales = match op {
            BinaryOp::Multiply | BinaryOp::ElementMultiply => is_number(left) || is_number(right),
            BinaryOp::Divide | BinaryOp::ElementDivide => is_number(right),
            _ => false,
        };
        if !scales || !making.judge(scene).is_sure(operand) {
            return None;
        }
        let (left, right) = match (is_number(left), is_number(right)) {
            (true, _) => {
                let array = repeated(making, scene, right).filter(|&id| is_no_range(making, id))?;
                (self.expr(making, scene, left), self.expr(making, scene, array))
            }
            (false, true) => {
                let array = repeated(making, scene, left).filter(|&id| is_no_range(making, id))?;
                let first = self.expr(making, scene, array);
                (first, self.expr(making, scene, right))
            }
            (false, false) => return None,
        };
        let value = scene.values.get(&operand)?;
        let known = Known { size: None, layout: Layout::Any, ..known(making, value) };
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Some(Expr { kind, sure: true, known })
    }
}

/// Whether an operator gives an array of the size of its other operand, whatever is
/// repeated in this one.
fn repeats(making: &Making<'_>, scene: &Scene, whole: ExprId, operand: ExprId) -> bool {
    if making.algebra.reading() != Semantics::Expand {
        return false;
    }
    let From::Binary(op, left, right) = &making.body.exprs[whole].kind else { return false };
    let elementwise = matches!(
        op,
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::ElementMultiply | BinaryOp::ElementDivide
    );
    let other = if *left == operand { *right } else { *left };
    let shape = |id: ExprId| scene.values.get(&id).and_then(|value| value.shape);
    // Sizes that do not go together must still be told of.
    elementwise
        && *left != *right
        && shape(other).is_some()
        && shape(other) == shape(whole)
        && making.judge(scene).is_sure(whole)
}

/// The row, column or number that a call of `repmat` repeats.
fn repeated(making: &Making<'_>, scene: &Scene, operand: ExprId) -> Option<ExprId> {
    let From::Access(access) = &making.body.exprs[operand].kind else { return None };
    let Some(Made::Builtin(row)) = scene.made.get(&operand) else { return None };
    let [FromLink::Paren(arguments)] = &access.links[..] else { return None };
    let [array, rows, columns] = arguments.exprs[..] else { return None };
    if !row.is(BuiltinId::Repmat) {
        return None;
    }
    let judge = making.judge(scene);
    let counts = [rows, columns];
    if !counts.iter().all(|&id| is_count(scene.values.get(&id)) && judge.is_removable(id)) {
        return None;
    }
    let value = scene.values.get(&array)?;
    let is_one = |id: ExprId| {
        let count = scene.values.get(&id).and_then(|value| value.constant()?.to_f64());
        count == Some(1.0)
    };
    let plain = value.classes.all(|class| matches!(class, Class::Double | Class::Single));
    let fits = value.is_scalar()
        || match layout(making, value) {
            Layout::Column => is_one(rows),
            Layout::Row => is_one(columns),
            Layout::Any => false,
        };
    (plain && fits).then_some(array)
}

/// Whether an expression surely gives no range that is not written down: such a one is
/// multiplied by multiplying its bounds, which rounds otherwise.
fn is_no_range(making: &Making<'_>, id: ExprId) -> bool {
    let body = making.body;
    match &body.exprs[id].kind {
        From::Binary(op, ..) => matches!(
            op,
            BinaryOp::ElementDivide | BinaryOp::Divide | BinaryOp::ElementPower | BinaryOp::Power
        ),
        From::Matrix(_) => true,
        From::Var(slot) => {
            let own = |target: &Target| matches!(target, Target::Place { slot: other, .. } if other == slot);
            let otherwise = |assign: &Assign| {
                let plain = assign.targets.len() == 1
                    && assign.op.is_none()
                    && !matches!(body.exprs[assign.value].kind, From::Var(_))
                    && is_no_range(making, assign.value);
                assign.targets.iter().any(own) && !plain
            };
            let set_otherwise = |stmt: &Stmt| match &stmt.kind {
                StmtKind::Assign(assign) => otherwise(assign),
                StmtKind::Expr(id) => match &body.exprs[*id].kind {
                    From::Assign(assign) | From::PostIncrement(assign) => otherwise(assign),
                    From::Access(access) => may_be_script(making, access),
                    _ => false,
                },
                StmtKind::For(each) => own(&each.target),
                StmtKind::Declare(all) => all.iter().any(|one| one.slot == *slot),
                _ => false,
            };
            let by_name = |call: &CallTarget| call.effects().include(Effects::WRITES_SCOPE);
            body.kind == BodyKind::Function
                && body.slots[*slot].storage == Storage::Local
                && !body.inputs.iter().any(|input| input.slot == Some(*slot))
                && !body.shared.contains(slot)
                && !body.calls.values().any(by_name)
                && !super::keep::any(&body.statements, &set_otherwise)
        }
        _ => false,
    }
}

/// Whether a statement may run a script, which sets variables that it does not name.
fn may_be_script(making: &Making<'_>, access: &Access) -> bool {
    match access.root {
        Root::Call(call) | Root::VarOrCall(_, call) => {
            let target = &making.body.calls[call];
            access.links.is_empty()
                && target.local.is_none()
                && formwork_builtins::find(&target.name).is_none()
        }
        Root::Var(_) | Root::Value(_) => false,
    }
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
