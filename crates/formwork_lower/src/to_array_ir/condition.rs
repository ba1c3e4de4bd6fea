//! Conditions of branches and loops.

use formwork_array::ir::{Operand, Prim, Scalar};
use formwork_hir::body::{ExprId, ExprKind};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::{Span, with_enough_stack};

use super::{Lowered, Lowerer, Val};
use crate::kind::Kind;

impl Lowerer<'_, '_> {
    /// The condition of `if` and `while`. There `|` and `&` leave out their right operand,
    /// with a warning, unless both are comparisons of plain numbers.
    pub(super) fn condition(&mut self, id: ExprId) -> Lowered<Operand> {
        // Walked first: what it reads decides whether it is plain.
        let truth = self.truth(id)?;
        if let ExprKind::Lazy(..) = self.body.exprs[id].kind
            && !self.is_plain_truth(id)
        {
            let span = self.body.exprs[id].span;
            return self.refuse("`&` or `|` in a condition, which may warn", span);
        }
        Ok(truth)
    }

    /// The truth of an expression elsewhere.
    pub(super) fn truth(&mut self, id: ExprId) -> Lowered<Operand> {
        let span = self.body.exprs[id].span;
        let truth = |value: bool| Operand::scalar(Scalar::Bool(value));
        match self.body.exprs[id].kind {
            ExprKind::Lazy(BinaryOp::And, left, right) | ExprKind::AndAlso(left, right) => {
                with_enough_stack(|| {
                    let left = self.truth(left)?;
                    self.choose(left, |this| this.truth(right), |_| Ok(truth(false)), span)
                })
            }
            ExprKind::Lazy(BinaryOp::Or, left, right) | ExprKind::OrElse(left, right) => {
                with_enough_stack(|| {
                    let left = self.truth(left)?;
                    self.choose(left, |_| Ok(truth(true)), |this| this.truth(right), span)
                })
            }
            _ => {
                let value = self.expr(id)?;
                self.is_true(&value, span)
            }
        }
    }

    /// Whether a scalar counts as true.
    pub(super) fn is_true(&mut self, value: &Val, span: Span) -> Lowered<Operand> {
        match value.kind {
            Kind::TRUTH => Ok(value.operand.clone()),
            Kind::NUMBER => {
                let number = self.not_nan(&value.operand, span)?;
                let zero = Operand::scalar(Scalar::Double(0.0));
                self.prim(Prim::Ne, &[number, zero], span)
            }
            _ => self.refuse("the truth of an array", span),
        }
    }

    pub(super) fn not_nan(&mut self, number: &Operand, span: Span) -> Lowered<Operand> {
        let itself = self.prim(Prim::Eq, &[number.clone(), number.clone()], span)?;
        self.guard(itself, number, "the truth of NaN", span)
    }

    /// Whether it is made of comparisons of numbers that are at hand.
    fn is_plain_truth(&self, id: ExprId) -> bool {
        with_enough_stack(|| match self.body.exprs[id].kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right)
            | ExprKind::Lazy(_, left, right)
            | ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right) => {
                self.is_plain_truth(left) && self.is_plain_truth(right)
            }
            ExprKind::Binary(
                BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::GreaterEqual
                | BinaryOp::Greater,
                left,
                right,
            ) => self.is_plain_number(left) && self.is_plain_number(right),
            ExprKind::Unary(UnaryOp::Not, operand) => self.is_plain_truth(operand),
            _ => false,
        })
    }

    fn is_plain_number(&self, id: ExprId) -> bool {
        with_enough_stack(|| match &self.body.exprs[id].kind {
            ExprKind::Const(value) => value.as_double().is_some(),
            ExprKind::Var(slot) => self.learned.kinds.get(slot) == Some(&Kind::NUMBER),
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, operand) => {
                self.is_plain_number(*operand)
            }
            ExprKind::Binary(
                BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::ElementMultiply
                | BinaryOp::Divide
                | BinaryOp::ElementDivide,
                left,
                right,
            ) => self.is_plain_number(*left) && self.is_plain_number(*right),
            _ => false,
        })
    }
}
