//! Reading parts of arrays.

use formwork_array::ir::{Op, Operand, Prim};
use formwork_hir::body::Arguments;
use formwork_syntax::Span;

use super::subscript::Subscript;
use super::{Lowered, Lowerer, Val};
use crate::kind::{Form, Kind};

impl Lowerer<'_, '_> {
    /// `array(…)`
    pub(super) fn part(&mut self, array: &Val, arguments: &Arguments, span: Span) -> Lowered<Val> {
        let subscripts = self.subscripts(array, arguments)?;
        match &subscripts[..] {
            [] => self.settled(array.clone(), span),
            [Subscript::One(place)] => self.one_element(array, place, span),
            [only] => {
                let array = self.settled(array.clone(), span)?;
                self.linear_part(&array, only, span)
            }
            _ => {
                let all_one = subscripts.iter().all(|one| matches!(one, Subscript::One(_)));
                if all_one || !array.kind.form.is_vector() {
                    return self.block_part(array, &subscripts, span);
                }
                let array = self.settled(array.clone(), span)?;
                self.block_part(&array, &subscripts, span)
            }
        }
    }

    /// `array(i)`
    fn one_element(&mut self, array: &Val, place: &Operand, span: Span) -> Lowered<Val> {
        let kind = Kind { form: Form::Scalar, ..array.kind };
        self.walked.implied += 1;
        if array.is_scalar() {
            let first = self.prim(Prim::Eq, &[place.clone(), Operand::int(0)], span)?;
            self.require(first, "index out of bounds", span)?;
            return Ok(Val::new(array.operand.clone(), kind));
        }
        let place = self.below_length(array, place, span)?;
        let index = self.linear_index(array, &place, span)?;
        let operand = self.op(Op::Sel { index, array: array.operand.clone() }, span)?;
        Ok(Val::new(operand, kind))
    }

    /// A place among the elements of an array that has room for more.
    fn below_length(&mut self, array: &Val, place: &Operand, span: Span) -> Lowered<Operand> {
        if array.length.is_none() {
            return Ok(place.clone());
        }
        let count = self.numel(array, span)?;
        let below = self.prim(Prim::Lt, &[place.clone(), count], span)?;
        self.guard(below, place, "index out of bounds", span)
    }

    /// The index in the array of the IR of the element at a place among all of them.
    pub(super) fn linear_index(
        &mut self,
        array: &Val,
        place: &Operand,
        span: Span,
    ) -> Lowered<Operand> {
        let rank = array.kind.form.rank();
        let mut parts = Vec::new();
        let mut rest = place.clone();
        for axis in 0..rank {
            if axis + 1 == rank {
                // What is beyond the end, or before the begin, is so on the last axis or
                // the first; without rows the division fails.
                parts.push(rest.clone());
                break;
            }
            let extent = self.extent(array, axis as i64, span)?;
            parts.push(self.prim(Prim::Mod, &[rest.clone(), extent.clone()], span)?);
            rest = self.prim(Prim::Div, &[rest, extent], span)?;
        }
        self.vector(parts, span)
    }

    /// All elements one after the other.
    pub(super) fn flat(&mut self, array: &Val, span: Span) -> Lowered<Val> {
        let kind = Kind { form: Form::Column, ..array.kind };
        if array.kind.form.is_vector() {
            return Ok(Val::new(array.operand.clone(), kind));
        }
        let count = self.numel(array, span)?;
        let shape = self.vector(vec![count], span)?;
        let operand = self.op(Op::Reshape { shape, array: array.operand.clone() }, span)?;
        Ok(Val::new(operand, kind))
    }

    /// `array(list)`, `array(:)`
    fn linear_part(&mut self, array: &Val, subscript: &Subscript, span: Span) -> Lowered<Val> {
        let flat = self.flat(array, span)?;
        let form = match subscript {
            Subscript::All => return Ok(flat),
            Subscript::One(_) => Form::Scalar,
            Subscript::Steps { .. } => Form::Row,
            Subscript::List(list) => list.kind.form,
        };
        let count = self.numel(array, span)?;
        let subscript = self.within(subscript, Some(&count), span)?;
        let picked = self.picked(&subscript, Some(&count), span)?.unwrap_or(Operand::int(1));
        // A vector that is picked from a vector lies as that does, unless one of them is a
        // scalar after all; from a matrix, as the subscripts do, unless it is a vector after all.
        let one = Operand::int(1);
        let form = match array.kind.form {
            Form::Scalar => form,
            own @ (Form::Row | Form::Range | Form::Column) if own == form => form,
            own @ (Form::Row | Form::Range | Form::Column) => {
                for count in [count, picked.clone()] {
                    let several = self.prim(Prim::Ne, &[count, one.clone()], span)?;
                    self.require(several, "a vector of one element", span)?;
                }
                own
            }
            Form::Empty | Form::Matrix | Form::Array(_) => {
                for axis in 0..2 {
                    let extent = self.extent(array, axis, span)?;
                    let several = self.prim(Prim::Ne, &[extent, one.clone()], span)?;
                    self.require(several, "a matrix of one row or column", span)?;
                }
                form
            }
        };
        let shape = self.vector(vec![picked], span)?;
        let kind = Kind { form, ..array.kind };
        self.build(kind, shape, span, |this, places| {
            let at = if form == Form::Row { &places[1] } else { &places[0] };
            let place = this.picked_place(&subscript, at, span)?;
            let index = this.vector(vec![place], span)?;
            this.op(Op::Sel { index, array: flat.operand.clone() }, span)
        })
    }

    /// `array(i, j, …)`
    fn block_part(&mut self, array: &Val, subscripts: &[Subscript], span: Span) -> Lowered<Val> {
        if subscripts.len() < array.kind.form.dimensions() {
            return self.refuse("fewer subscripts than dimensions", span);
        }
        let all_one = subscripts.iter().all(|one| matches!(one, Subscript::One(_)));
        let (checked, extents) = self.all_within(array, subscripts, span)?;
        self.walked.implied += 1;
        let (form, shape) = self.form_and_shape(&extents, span)?;
        let kind = Kind { form, ..array.kind };
        self.build(kind, shape, span, |this, places| {
            let mut from = Vec::new();
            for (dimension, subscript) in checked.iter().enumerate() {
                let at = places.get(dimension).cloned().unwrap_or(Operand::int(0));
                let place = this.picked_place(subscript, &at, span)?;
                // Places of other subscripts were made sure to be below already.
                let open = all_one || matches!(subscript, Subscript::List(_));
                from.push(match open {
                    true => this.below_length_along(array, dimension, place, span)?,
                    false => place,
                });
            }
            this.element_at(array, &from, span)
        })
    }

    fn below_length_along(
        &mut self,
        array: &Val,
        dimension: usize,
        place: Operand,
        span: Span,
    ) -> Lowered<Operand> {
        let length = array.length.clone();
        let Some(length) = length.filter(|_| array.kind.form.axis(dimension) == Some(array.along))
        else {
            return Ok(place);
        };
        let below = self.prim(Prim::Lt, &[place.clone(), length], span)?;
        self.guard(below, &place, "index out of bounds", span)
    }
}
