//! Deletion: `x(…) = []`.

use formwork_array::ir::{Operand, Prim};
use formwork_hir::SlotId;
use formwork_hir::body::{Arguments, ExprKind};
use formwork_syntax::Span;

use super::subscript::Subscript;
use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Form};

impl Lowerer<'_, '_> {
    /// `variable(…) = []` of one element or of neighbours.
    pub(super) fn delete_part(
        &mut self,
        slot: SlotId,
        arguments: &Arguments,
        span: Span,
    ) -> Lowered<()> {
        let array = self.look(slot, span)?;
        if array.is_scalar() || array.kind.base == Base::Char {
            return self.refuse("parts of a number or of a text are deleted", span);
        }
        let only_end = matches!(&arguments.exprs[..],
            [id] if matches!(self.body.exprs[*id].kind, ExprKind::End));
        if let (true, Some(length)) = (only_end, array.length.clone()) {
            return self.drop_last(slot, &array, &length, span);
        }
        let subscripts = self.subscripts(&array, arguments)?;
        let array = self.settled(array, span)?;
        let form = array.kind.form;
        let (dimension, subscript) = match &subscripts[..] {
            [only] if form.is_vector() => (usize::from(form != Form::Column), only),
            several if several.len() > 1 && several.len() == form.dimensions() => {
                let mut picked =
                    several.iter().enumerate().filter(|(_, one)| !matches!(one, Subscript::All));
                match (picked.next(), picked.next()) {
                    (Some((dimension, one)), None) if form.axis(dimension).is_some() => {
                        (dimension, one)
                    }
                    _ => return self.refuse("a deletion of this form", span),
                }
            }
            _ => return self.refuse("a deletion of this form", span),
        };
        let (first, count) = match subscript {
            Subscript::One(place) => (place.clone(), Operand::int(1)),
            Subscript::Steps { first, step: 1, count } => (first.clone(), count.clone()),
            Subscript::All | Subscript::Steps { .. } | Subscript::List(_) => {
                return self.refuse("a deletion of other elements than neighbours", span);
            }
        };
        if subscripts.len() == 1 && form == Form::Column {
            // A column of one element would become a row.
            let rows = self.extent(&array, 0, span)?;
            let several = self.prim(Prim::Ne, &[rows, Operand::int(1)], span)?;
            self.require(several, "a column of one element", span)?;
        }
        let left = self.without(&array, dimension, first, &count, span)?;
        self.write(slot, left, span)
    }

    /// What is left without `count` neighbours along a dimension.
    fn without(
        &mut self,
        array: &Val,
        dimension: usize,
        first: Operand,
        count: &Operand,
        span: Span,
    ) -> Lowered<Val> {
        let words = "a deletion out of bounds";
        let mut extents = Vec::new();
        for other in 0..array.kind.form.dimensions() {
            extents.push(self.extent_along(array, other, span)?);
        }
        let extent = extents[dimension].clone().unwrap_or(Operand::int(1));
        let above = self.prim(Prim::Ge, &[first.clone(), Operand::int(0)], span)?;
        let first = self.guard(above, &first, words, span)?;
        let end = self.prim(Prim::Add, &[first.clone(), count.clone()], span)?;
        let below = self.prim(Prim::Le, &[end, extent.clone()], span)?;
        let first = self.guard(below, &first, words, span)?;
        extents[dimension] = Some(self.prim(Prim::Sub, &[extent, count.clone()], span)?);
        let mut axes = Vec::new();
        for (other, extent) in extents.into_iter().enumerate() {
            if array.kind.form.axis(other).is_some() {
                axes.push(extent.unwrap_or(Operand::int(1)));
            }
        }
        let shape = self.vector(axes, span)?;
        self.build(array.kind, shape, span, |this, places| {
            let place = places[dimension].clone();
            let before = this.prim(Prim::Lt, &[place.clone(), first], span)?;
            let behind = this.prim(Prim::Add, &[place.clone(), count.clone()], span)?;
            let mut from = places.to_vec();
            from[dimension] = this.choose(before, |_| Ok(place), |_| Ok(behind), span)?;
            this.element_at(array, &from, span)
        })
    }

    /// `variable(end) = []` of a vector that has room: it keeps the room.
    fn drop_last(
        &mut self,
        slot: SlotId,
        array: &Val,
        length: &Operand,
        span: Span,
    ) -> Lowered<()> {
        let least = if array.kind.form == Form::Column { 2 } else { 1 };
        let some = self.prim(Prim::Ge, &[length.clone(), Operand::int(least)], span)?;
        let length = self.guard(some, length, "nothing left to delete", span)?;
        let length = self.prim(Prim::Sub, &[length, Operand::int(1)], span)?;
        let shorter = Val { length: Some(length), ..Val::new(array.operand.clone(), array.kind) };
        self.write(slot, shorter, span)
    }
}
