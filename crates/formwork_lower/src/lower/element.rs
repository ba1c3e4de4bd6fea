//! Operations on all elements: one with-loop each.

use formwork_array::ir::{Condition, Index, Op, Operand, Operation, Part, Prim, With};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Form, Kind};

impl Lowerer<'_, '_> {
    /// `compute` on scalars, or on the elements of arrays of one shape.
    pub(super) fn elementwise(
        &mut self,
        values: &[Val],
        base: Base,
        span: Span,
        compute: impl FnOnce(&mut Self, &[Operand]) -> Lowered<Operand>,
    ) -> Lowered<Val> {
        let Some(first) = values.iter().find(|value| !value.is_scalar()).cloned() else {
            let operands: Vec<Operand> = values.iter().map(|one| one.operand.clone()).collect();
            let result = compute(self, &operands)?;
            return Ok(Val::new(result, Kind { base, form: Form::Scalar }));
        };
        let mut shape = self.op(Op::Shape(first.operand.clone()), span)?;
        for other in values.iter().filter(|value| !value.is_scalar()) {
            if other.kind.form != first.kind.form {
                return self.refuse("arrays of different forms", span);
            }
            if other.operand != first.operand {
                self.walked.implied += 1;
                let own = self.op(Op::Shape(other.operand.clone()), span)?;
                let same = Condition::ShapesEqual(shape.clone(), own);
                shape = self.guard_that(same, &shape, "nonconformant arguments", span)?;
            }
        }
        let kind = Kind { base, form: first.kind.form };
        let operand = self.each(shape, base, span, |this, index| {
            let mut operands = Vec::new();
            for value in values {
                operands.push(if value.is_scalar() {
                    value.operand.clone()
                } else {
                    let array = value.operand.clone();
                    this.op(Op::Sel { index: index.clone(), array }, span)?
                });
            }
            compute(this, &operands)
        })?;
        Ok(Val::new(operand, kind))
    }

    /// An array of a shape whose elements are computed from their index.
    pub(super) fn each(
        &mut self,
        shape: Operand,
        base: Base,
        span: Span,
        compute: impl FnOnce(&mut Self, &Operand) -> Lowered<Operand>,
    ) -> Lowered<Operand> {
        let ty = self.builder.type_of(&shape);
        let index = self.builder.inner_value("iv", ty);
        self.builder.open();
        let element = compute(self, &Operand::Value(index))?;
        let body = self.close(vec![element], span)?;
        let upper = shape.clone();
        let part = Part { lower: None, index: Index::Vector(index), upper, body };
        let default = Operand::scalar(base.zero());
        let operations = vec![Operation::Genarray { shape, default }];
        let with = With { parts: vec![part], operations, reuse: vec![None] };
        self.op(Op::With(Box::new(with)), span)
    }

    /// The elements of a vector combined from the first to the last.
    pub(super) fn fold(
        &mut self,
        value: &Val,
        prim: Prim,
        neutral: Operand,
        span: Span,
    ) -> Lowered<Operand> {
        let shape = self.op(Op::Shape(value.operand.clone()), span)?;
        let ty = self.builder.type_of(&shape);
        let index = self.builder.inner_value("iv", ty);
        self.builder.open();
        let array = value.operand.clone();
        let element = self.op(Op::Sel { index: Operand::Value(index), array }, span)?;
        let body = self.close(vec![element], span)?;
        let part = Part { lower: None, index: Index::Vector(index), upper: shape, body };
        let operations = vec![Operation::Fold { prim, neutral }];
        let with = With { parts: vec![part], operations, reuse: vec![None] };
        self.op(Op::With(Box::new(with)), span)
    }
}
