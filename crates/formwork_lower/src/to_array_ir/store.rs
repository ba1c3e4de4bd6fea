//! Setting parts of arrays, without growth but at the end of vectors.

use formwork_array::ir::{BaseType, Index, Loop, Op, Operand, Operation, Part, Prim, Type, With};
use formwork_hir::SlotId;
use formwork_hir::body::Arguments;
use formwork_syntax::Span;

use super::subscript::Subscript;
use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Form, Kind};
use crate::reason::Reason;

impl Lowerer<'_, '_> {
    /// `variable(…) = value`
    pub(super) fn set_part(
        &mut self,
        slot: SlotId,
        arguments: &Arguments,
        value: Val,
        span: Span,
    ) -> Lowered<()> {
        let array = self.look(slot, span)?;
        let subscripts = self.subscripts(&array, arguments)?;
        let value = self.stored_in(array.kind.base, value, span)?;
        if let [Subscript::One(place)] = &subscripts[..] {
            return self.set_at(slot, &array, place, value, span);
        }
        if array.length.is_some() && !array.kind.form.is_vector() {
            let line = match &subscripts[..] {
                [Subscript::One(place), across] if array.along == 0 => Some((place, across)),
                [across, Subscript::One(place)] if array.along == 1 => Some((place, across)),
                _ => None,
            };
            match line {
                Some((place, Subscript::All)) => {
                    return self.set_line(slot, &array, place, &value, span);
                }
                Some((place, Subscript::One(across))) if value.is_scalar() => {
                    return self.set_in_line(slot, &array, (place, across), value, span);
                }
                _ => {}
            }
        }
        let all_one = subscripts.iter().all(|one| matches!(one, Subscript::One(_)));
        if all_one && value.is_scalar() && subscripts.len() == array.kind.form.dimensions() {
            return self.set_element(slot, &array, &subscripts, value, span);
        }
        let array = self.settled(array, span)?;
        let operand = match &subscripts[..] {
            [] => return self.refuse("an assignment without subscripts", span),
            [only] => self.set_linear(&array, only, &value, span)?,
            _ => self.set_block(&array, &subscripts, &value, span)?,
        };
        self.write(slot, Val::new(operand, array.kind), span)
    }

    /// A value as an array of a class takes it; classes that would change are left alone.
    fn stored_in(&mut self, base: Base, value: Val, span: Span) -> Lowered<Val> {
        match (base, value.kind.base) {
            (one, two) if one == two && one != Base::Char => Ok(value),
            (Base::Double | Base::Single, Base::Bool) | (Base::Single, Base::Double) => {
                self.as_base(value, base, span)
            }
            (integer, Base::Double | Base::Bool) if integer.is_integer() => {
                self.as_base(value, base, span)
            }
            _ => self.refuse("an element of another class is stored", span),
        }
    }

    /// `variable(i) = value`; just behind the end a vector grows.
    fn set_at(
        &mut self,
        slot: SlotId,
        array: &Val,
        place: &Operand,
        value: Val,
        span: Span,
    ) -> Lowered<()> {
        if !value.is_scalar() {
            return self.refuse("an array is stored as one element", span);
        }
        self.walked.implied += 1;
        if array.is_scalar() {
            // It may become a row, which the next walk knows.
            if !self.learned.growing.contains(&slot) {
                let first = self.prim(Prim::Eq, &[place.clone(), Operand::int(0)], span)?;
                if first.constant().is_none() {
                    return self.refuse("an element of a number is set", span);
                }
                self.require(first, "a number that grows", span)?;
                return self.write(slot, value, span);
            }
            return self.refuse("a number that grows", span);
        }
        if self.learned.growing.contains(&slot) && array.kind.form.is_vector() {
            return self.set_or_append(slot, array, place, value, span);
        }
        let array = self.settled(array.clone(), span)?;
        let index = self.linear_index(&array, place, span)?;
        let op = Op::Modarray { array: array.operand, index, value: value.operand };
        let operand = self.op(op, span)?;
        self.write(slot, Val::new(operand, array.kind), span)
    }

    /// `variable(i, j) = value`
    fn set_element(
        &mut self,
        slot: SlotId,
        array: &Val,
        subscripts: &[Subscript],
        value: Val,
        span: Span,
    ) -> Lowered<()> {
        let mut parts = Vec::new();
        for (dimension, subscript) in subscripts.iter().enumerate() {
            let Subscript::One(place) = subscript else { continue };
            match array.kind.form.axis(dimension) {
                Some(_) => parts.push(place.clone()),
                None => {
                    let first = self.prim(Prim::Eq, &[place.clone(), Operand::int(0)], span)?;
                    self.require(first, "index out of bounds", span)?;
                }
            }
        }
        if array.is_scalar() {
            return self.write(slot, value, span);
        }
        let array = self.settled(array.clone(), span)?;
        self.walked.implied += 1;
        let index = self.vector(parts, span)?;
        let op = Op::Modarray { array: array.operand, index, value: value.operand };
        let operand = self.op(op, span)?;
        self.write(slot, Val::new(operand, array.kind), span)
    }

    /// `array(list) = value`, `array(:) = value`
    fn set_linear(
        &mut self,
        array: &Val,
        subscript: &Subscript,
        value: &Val,
        span: Span,
    ) -> Lowered<Operand> {
        if array.is_scalar() {
            return self.refuse("parts of a number are set", span);
        }
        let count = self.numel(array, span)?;
        let subscript = self.within(subscript, Some(&count), span)?;
        let picked = self.picked(&subscript, Some(&count), span)?.unwrap_or(Operand::int(1));
        if !value.is_scalar() {
            let given = self.numel(value, span)?;
            let same = self.prim(Prim::Eq, &[given, picked.clone()], span)?;
            self.require(same, "as many elements as places", span)?;
            if !value.kind.form.is_vector() {
                return self.refuse("a matrix is stored in a list of places", span);
            }
        }
        let flat = self.flat(array, span)?;
        let source = |this: &mut Self, at: &Operand| match value.is_scalar() {
            true => Ok(value.operand.clone()),
            false => this.element_at(value, &[at.clone(), at.clone()], span),
        };
        let new = match &subscript {
            Subscript::All => {
                self.box_set(&flat, vec![(Operand::int(0), picked)], span, |this, at| {
                    source(this, &at[0])
                })?
            }
            Subscript::Steps { first, step: 1, count } => {
                let bounds = vec![(first.clone(), count.clone())];
                self.box_set(&flat, bounds, span, |this, at| source(this, &at[0]))?
            }
            Subscript::One(_) | Subscript::Steps { .. } | Subscript::List(_) => {
                self.one_by_one(&flat, picked, span, |this, at| {
                    let place = this.picked_place(&subscript, at, span)?;
                    Ok((vec![place], source(this, at)?))
                })?
            }
        };
        if array.kind.form.is_vector() {
            return Ok(new);
        }
        let shape = self.op(Op::Shape(array.operand.clone()), span)?;
        self.op(Op::Reshape { shape, array: new }, span)
    }

    /// `array(i, j, …) = value`
    fn set_block(
        &mut self,
        array: &Val,
        subscripts: &[Subscript],
        value: &Val,
        span: Span,
    ) -> Lowered<Operand> {
        let form = array.kind.form;
        if subscripts.len() != form.dimensions() || array.is_scalar() {
            return self.refuse("fewer or more subscripts than dimensions", span);
        }
        let (within, extents) = self.all_within(array, subscripts, span)?;
        let mut checked = Vec::new();
        for (dimension, subscript) in within.into_iter().enumerate() {
            checked.push((dimension, subscript, self.extent_along(array, dimension, span)?));
        }
        let axes = self.matched_axes(value, &extents, span)?;
        let source = |this: &mut Self, at: &[Operand]| {
            let mut places = vec![Operand::int(0); value.kind.form.dimensions()];
            for &(dimension, of_value) in &axes {
                places[of_value] = at[dimension].clone();
            }
            this.element_at(value, &places, span)
        };
        let is_box = checked.iter().all(|(_, subscript, _)| match subscript {
            Subscript::One(_) | Subscript::All => true,
            Subscript::Steps { step, .. } => *step == 1,
            Subscript::List(_) => false,
        });
        if is_box {
            let (own, bounds) = box_bounds(form, &checked);
            let dimensions = form.dimensions();
            return self.box_set(array, bounds, span, |this, at| {
                let mut places = vec![Operand::int(0); dimensions];
                for (&dimension, at) in own.iter().zip(at) {
                    places[dimension] = at.clone();
                }
                source(this, &places)
            });
        }
        let mut total = Operand::int(1);
        let counts: Vec<Operand> =
            extents.iter().map(|extent| extent.clone().unwrap_or(Operand::int(1))).collect();
        for count in &counts {
            total = self.prim(Prim::Mul, &[total, count.clone()], span)?;
        }
        self.one_by_one(array, total, span, |this, at| {
            let mut rest = at.clone();
            let mut numbers = Vec::new();
            for (number, count) in counts.iter().enumerate() {
                if number + 1 == counts.len() {
                    numbers.push(rest.clone());
                } else if count.as_int() == Some(1) {
                    numbers.push(Operand::int(0));
                } else {
                    numbers.push(this.prim(Prim::Mod, &[rest.clone(), count.clone()], span)?);
                    rest = this.prim(Prim::Div, &[rest, count.clone()], span)?;
                }
            }
            let mut places = Vec::new();
            for (dimension, subscript, _) in &checked {
                let place = this.picked_place(subscript, &numbers[*dimension], span)?;
                if form.axis(*dimension).is_some() {
                    places.push(place);
                }
            }
            Ok((places, source(this, &numbers)?))
        })
    }

    /// Which dimension of a block is which of the value that is stored in it: extents that
    /// are not one follow each other, and must be equal.
    fn matched_axes(
        &mut self,
        value: &Val,
        extents: &[Option<Operand>],
        span: Span,
    ) -> Lowered<Vec<(usize, usize)>> {
        if value.is_scalar() {
            return Ok(Vec::new());
        }
        let form = value.kind.form;
        let own: Vec<usize> =
            (0..form.dimensions()).filter(|&one| form.axis(one).is_some()).collect();
        let wanted: Vec<usize> = (0..extents.len()).filter(|&one| extents[one].is_some()).collect();
        if own.len() != wanted.len() {
            return self.refuse("a part of another form than what is stored", span);
        }
        let mut pairs = Vec::new();
        for (&dimension, &of_value) in wanted.iter().zip(&own) {
            let count = extents[dimension].clone().unwrap_or(Operand::int(1));
            let given = self.extent_along(value, of_value, span)?.unwrap_or(Operand::int(1));
            let same = self.prim(Prim::Eq, &[given, count], span)?;
            self.require(same, "as many elements as places", span)?;
            pairs.push((dimension, of_value));
        }
        Ok(pairs)
    }

    /// The array with a block of elements replaced: from a place on, so many along each axis.
    pub(super) fn box_set(
        &mut self,
        array: &Val,
        bounds: Vec<(Operand, Operand)>,
        span: Span,
        element: impl FnOnce(&mut Self, &[Operand]) -> Lowered<Operand>,
    ) -> Lowered<Operand> {
        let mut lows = Vec::new();
        let mut highs = Vec::new();
        for (low, count) in &bounds {
            lows.push(low.clone());
            highs.push(self.prim(Prim::Add, &[low.clone(), count.clone()], span)?);
        }
        let upper = self.vector(highs, span)?;
        let lower = self.vector(lows.clone(), span)?;
        let ty = self.builder.type_of(&upper);
        let index = self.builder.inner_value("iv", ty);
        self.builder.open();
        let mut at = Vec::new();
        for (axis, low) in lows.iter().enumerate() {
            let place = self.part_of(&Operand::Value(index), axis, span)?;
            at.push(match low.as_int() {
                Some(0) => place,
                _ => self.prim(Prim::Sub, &[place, low.clone()], span)?,
            });
        }
        let element = element(self, &at)?;
        let body = self.close(vec![element], span)?;
        let zeros = lower.as_ints().is_some_and(|lows| lows.iter().all(|&low| low == 0));
        let lower = (!zeros).then_some(lower);
        let part = Part { lower, index: Index::Vector(index), upper, body };
        let operations = vec![Operation::Modarray { array: array.operand.clone() }];
        let with = With { parts: vec![part], operations, reuse: vec![None] };
        self.op(Op::With(Box::new(with)), span)
    }

    /// The array with elements replaced one after the other: `step` says for 0, 1, … where,
    /// and by what.
    fn one_by_one(
        &mut self,
        array: &Val,
        count: Operand,
        span: Span,
        step: impl FnOnce(&mut Self, &Operand) -> Lowered<(Vec<Operand>, Operand)>,
    ) -> Lowered<Operand> {
        let ty = self.builder.type_of(&array.operand);
        let current = self.builder.inner_value("current", Kind { ..array.kind }.ir());
        drop(ty);
        let at = self.builder.inner_value("at", Type::scalar(BaseType::Int));
        self.builder.open();
        let go_on = self.prim(Prim::Lt, &[Operand::Value(at), count], span)?;
        let condition = self.close(vec![go_on], span)?;
        self.builder.open();
        let (places, value) = step(self, &Operand::Value(at))?;
        let index = self.vector(places, span)?;
        let op = Op::Modarray { array: Operand::Value(current), index, value };
        let next = self.op(op, span)?;
        let number = self.prim(Prim::Add, &[Operand::Value(at), Operand::int(1)], span)?;
        let body = self.close(vec![next, number], span)?;
        let carried = vec![(current, array.operand.clone()), (at, Operand::int(0))];
        let op = Op::Loop(Box::new(Loop { carried, condition, body }));
        self.at(span);
        let results = self.builder.define("", op).map_err(|message| Reason::new(message, span))?;
        results.into_iter().next().ok_or_else(|| Reason::new("a loop without results", span))
    }
}

/// The axes of an array that the subscripts of a box are along, and where each begins and how
/// many places it has.
fn box_bounds(
    form: Form,
    subscripts: &[(usize, Subscript, Option<Operand>)],
) -> (Vec<usize>, Vec<(Operand, Operand)>) {
    let mut own = Vec::new();
    let mut bounds = Vec::new();
    for (dimension, subscript, extent) in subscripts {
        if form.axis(*dimension).is_none() {
            continue;
        }
        own.push(*dimension);
        let extent = extent.clone().unwrap_or(Operand::int(1));
        bounds.push(match subscript {
            Subscript::One(place) => (place.clone(), Operand::int(1)),
            Subscript::Steps { first, count, .. } => (first.clone(), count.clone()),
            Subscript::All | Subscript::List(_) => (Operand::int(0), extent),
        });
    }
    (own, bounds)
}
