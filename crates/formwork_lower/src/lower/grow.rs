//! Vectors that grow by one element at a time.
//!
//! A variable that somewhere in the region is set just behind its end has more room than
//! elements: its array is as long as there is room, its length is a number beside it. When
//! there is no room left, there is twice as much. What reads more of it than its length and
//! its elements gets a copy of the elements alone ([`Lowerer::settled`]).

use formwork_array::ir::{Op, Operand, Prim};
use formwork_hir::SlotId;
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val};
use crate::kind::{Form, Kind};

impl Lowerer<'_, '_> {
    /// The elements of a value alone.
    pub(super) fn settled(&mut self, value: Val, span: Span) -> Lowered<Val> {
        let Some(length) = value.length.clone() else { return Ok(value) };
        let shape = self.vector(vec![length], span)?;
        let array = value.operand.clone();
        let operand = self.each(shape, value.kind.base, span, |this, index| {
            this.op(Op::Sel { index: index.clone(), array }, span)
        })?;
        Ok(Val { ranged: value.ranged, ..Val::new(operand, value.kind) })
    }

    /// A settled value as one whose length is beside it.
    pub(super) fn with_length(&mut self, value: Val, span: Span) -> Lowered<Val> {
        if value.length.is_some() {
            return Ok(value);
        }
        let length = self.extent(&value, 0, span)?;
        Ok(Val { length: Some(length), ..value })
    }

    /// `variable(i) = value`, where the variable may grow by that.
    pub(super) fn set_or_append(
        &mut self,
        slot: SlotId,
        array: &Val,
        place: &Operand,
        value: Val,
        span: Span,
    ) -> Lowered<()> {
        let Some(length) = array.length.clone() else {
            return self.refuse("a vector that grows and has no length", span);
        };
        let inside = self.prim(Prim::Le, &[place.clone(), length.clone()], span)?;
        let place = self.guard(inside, place, "set far behind the end", span)?;
        if array.kind.form == Form::Column {
            // What is shorter becomes a row.
            let inner = self.prim(Prim::Lt, &[place.clone(), length.clone()], span)?;
            let long = self.prim(Prim::Ge, &[length.clone(), Operand::int(2)], span)?;
            let fine = self.prim(Prim::Or, &[inner, long], span)?;
            self.require(fine, "a short column grows", span)?;
        }
        let shape = self.op(Op::Shape(array.operand.clone()), span)?;
        let index = Operand::ints(&[0]);
        let room = self.op(Op::Sel { index, array: shape }, span)?;
        let full = self.prim(Prim::Ge, &[place.clone(), room.clone()], span)?;
        let wider = {
            let old = array.operand.clone();
            let kind = array.kind;
            self.choose(
                full,
                |this| this.widened(&old, &room, kind, span),
                |_| Ok(array.operand.clone()),
                span,
            )?
        };
        let index = self.vector(vec![place.clone()], span)?;
        let op = Op::Modarray { array: wider, index, value: value.operand };
        let operand = self.op(op, span)?;
        let after = self.prim(Prim::Add, &[place, Operand::int(1)], span)?;
        let length = self.prim(Prim::Max, &[length, after], span)?;
        let grown = Val { length: Some(length), ..Val::new(operand, array.kind) };
        self.write(slot, grown, span)
    }

    /// The array with twice the room, and some.
    fn widened(
        &mut self,
        old: &Operand,
        room: &Operand,
        kind: Kind,
        span: Span,
    ) -> Lowered<Operand> {
        let twice = self.prim(Prim::Mul, &[room.clone(), Operand::int(2)], span)?;
        let more = self.prim(Prim::Add, &[twice, Operand::int(8)], span)?;
        let shape = self.vector(vec![more], span)?;
        let (room, old) = (room.clone(), old.clone());
        let zero = Operand::scalar(kind.base.zero());
        self.each(shape, kind.base, span, |this, index| {
            let place = this.part_of(index, 0, span)?;
            let known = this.prim(Prim::Lt, &[place, room], span)?;
            let index = index.clone();
            this.choose(
                known,
                |this| this.op(Op::Sel { index, array: old }, span),
                |_| Ok(zero),
                span,
            )
        })
    }
}
