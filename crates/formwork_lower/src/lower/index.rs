//! Elements of arrays.

use formwork_array::ir::{Op, Operand, Prim};
use formwork_hir::SlotId;
use formwork_hir::body::Arguments;
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Form, Kind};

impl Lowerer<'_, '_> {
    /// What `end` stands for.
    pub(super) fn end(&mut self, span: Span) -> Lowered<Val> {
        let Some((array, position, count)) = self.ends.last().cloned() else {
            return self.refuse("`end` outside of subscripts", span);
        };
        if count == 1 { self.count(&array, span) } else { self.size(&array, position, span) }
    }

    /// `array(i)` or `array(i, j)`.
    pub(super) fn element(
        &mut self,
        array: &Val,
        arguments: &Arguments,
        span: Span,
    ) -> Lowered<Val> {
        let kind = Kind { form: Form::Scalar, ..array.kind };
        let Some(index) = self.index(array, arguments, span)? else {
            return Ok(Val::new(array.operand.clone(), kind));
        };
        // The bounds are checked where the element is taken.
        self.walked.implied += 1;
        let operand = self.op(Op::Sel { index, array: array.operand.clone() }, span)?;
        Ok(Val::new(operand, kind))
    }

    /// `variable(i) = value` or `variable(i, j) = value`, without growth.
    pub(super) fn set_element(
        &mut self,
        slot: SlotId,
        arguments: &Arguments,
        value: Val,
        span: Span,
    ) -> Lowered<()> {
        let array = self.read(slot, span)?;
        if !value.is_scalar() {
            return self.refuse("several elements are set at once", span);
        }
        let Some(index) = self.index(&array, arguments, span)? else {
            return self.refuse("an element of a number is set", span);
        };
        let value = match (array.kind.base, value.kind.base) {
            (Base::Bool, Base::Double) => {
                return self.refuse("a number is stored among truth values", span);
            }
            (base, _) => self.as_base(value, base, span)?,
        };
        self.walked.implied += 1;
        let op = Op::Modarray { array: array.operand, index, value: value.operand };
        let operand = self.op(op, span)?;
        self.write(slot, Val::new(operand, array.kind), span)
    }

    /// The index of an element in the array of the IR; none for a scalar.
    fn index(
        &mut self,
        array: &Val,
        arguments: &Arguments,
        span: Span,
    ) -> Lowered<Option<Operand>> {
        let count = arguments.exprs.len();
        if !(1..=2).contains(&count) {
            return self.refuse("one or two subscripts are compiled", span);
        }
        let mut places = Vec::new();
        for (position, &id) in arguments.exprs.iter().enumerate() {
            self.ends.push((array.clone(), position, count));
            let value = self.expr(id);
            self.ends.pop();
            let at = self.body.exprs[id].span;
            places.push(self.subscript(&value?, at)?);
        }
        let parts = match (array.kind.form, &places[..]) {
            (Form::Scalar, _) => {
                for place in &places {
                    let first = self.prim(Prim::Eq, &[place.clone(), Operand::int(0)], span)?;
                    self.guard_effect(first, span)?;
                }
                return Ok(None);
            }
            (Form::Row | Form::Column, [place]) => vec![place.clone()],
            (Form::Row, [row, column]) => {
                let first = self.prim(Prim::Eq, &[row.clone(), Operand::int(0)], span)?;
                vec![self.guard(first, column, "index out of bounds", span)?]
            }
            (Form::Column, [row, column]) => {
                let first = self.prim(Prim::Eq, &[column.clone(), Operand::int(0)], span)?;
                vec![self.guard(first, row, "index out of bounds", span)?]
            }
            (Form::Matrix, [place]) => {
                // What is beyond the end, or before the begin, is so on the second axis or
                // the first; without rows the division fails.
                let rows = self.extent(array, 0, span)?;
                let row = self.prim(Prim::Mod, &[place.clone(), rows.clone()], span)?;
                let column = self.prim(Prim::Div, &[place.clone(), rows], span)?;
                vec![row, column]
            }
            (Form::Matrix, _) => places,
            (Form::Row | Form::Column, _) => return self.refuse("too many subscripts", span),
        };
        self.op(Op::Vector(parts), span).map(Some)
    }

    /// A condition on which no value depends.
    fn guard_effect(&mut self, truth: Operand, span: Span) -> Lowered<()> {
        self.guard(truth.clone(), &truth, "index out of bounds", span).map(drop)
    }
}
