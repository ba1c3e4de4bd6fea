//! Vectors that grow by one element at a time, and matrices that grow by one row or column.
//!
//! A variable that somewhere in the region is set just behind its end has more room than
//! elements: its array is as long as there is room, its length is a number beside it. When
//! there is no room left, there is twice as much, or as much as the loop around is going to
//! need. What reads more of it than its length and its elements gets the elements alone
//! ([`Lowerer::settled`]). Of a matrix the same is true along one axis: its lines are its rows
//! or its columns.

use std::collections::btree_map::Entry;

use formwork_array::ir::{Index, Op, Operand, Operation, Part, Prim, With};
use formwork_hir::SlotId;
use formwork_hir::body::{Arguments, ExprId, ExprKind, Root};
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;

use super::range::Ranged;
use super::{Learned, Lowered, Lowerer, Val, Variable};
use crate::kind::{Base, Form, Kind};

/// So many elements are made room for at most because a loop is going to need them.
const MOST_AHEAD: i64 = 1 << 27;

/// The turns of a loop that nothing leaves.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    /// How many there are.
    pub(super) count: Operand,
    /// The number of the running one, from 0.
    pub(super) turn: Operand,
    /// How many conditions the loop depends on.
    pub(super) conditions: usize,
}

impl Lowerer<'_, '_> {
    /// The elements of a value alone.
    pub(super) fn settled(&mut self, value: Val, span: Span) -> Lowered<Val> {
        let Some(length) = value.length.clone() else { return Ok(value) };
        let (array, base) = (value.operand.clone(), value.kind.base);
        let room = self.room_of(&array, value.along, span)?;
        let ranged = value.ranged.clone();
        if room == length {
            return Ok(Val { ranged, ..Val::new(array, value.kind) });
        }
        let mut extents = Vec::new();
        for axis in 0..value.kind.form.rank() {
            extents.push(self.extent(&value, axis as i64, span)?);
        }
        let full = self.prim(Prim::Eq, &[room, length], span)?;
        let copied = array.clone();
        let copy = |this: &mut Self| {
            let shape = this.vector(extents, span)?;
            this.each(shape, base, span, |this, index| {
                this.op(Op::Sel { index: index.clone(), array: copied }, span)
            })
        };
        let operand = self.choose(full, |_| Ok(array), copy, span)?;
        Ok(Val { ranged, ..Val::new(operand, value.kind) })
    }

    /// How many elements or lines there is room for along an axis.
    fn room_of(&mut self, array: &Operand, axis: usize, span: Span) -> Lowered<Operand> {
        let shape = self.op(Op::Shape(array.clone()), span)?;
        self.op(Op::Sel { index: Operand::ints(&[axis as i64]), array: shape }, span)
    }

    /// A settled value as one whose length is beside it.
    pub(super) fn with_length(&mut self, value: Val, span: Span) -> Lowered<Val> {
        if value.length.is_some() {
            return Ok(value);
        }
        let length = self.extent(&value, value.along as i64, span)?;
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
        self.set_with_room(slot, array, (place, length), value, span)
    }

    /// `variable = [variable, value]` or `[variable; value]`; whether it is that. A number makes
    /// a vector grow.
    pub(super) fn append(&mut self, slot: SlotId, joined: ExprId, span: Span) -> Lowered<bool> {
        let Some((form, added)) = self.appended(slot, joined) else { return Ok(false) };
        let value = self.expr(added)?;
        let variable = self.scene.variables.get(&slot);
        let sure = variable.is_some_and(Variable::is_set);
        let plain = variable.is_none_or(|variable| variable.ranged == Ranged::No);
        let known = self.learned.kinds.get(&slot).copied();
        let base = match (known, value.kind.base) {
            (Some(Kind { base: Base::Bool, .. }), Base::Bool) if sure => Base::Bool,
            (_, Base::Bool) => Base::Double,
            (_, base) => base,
        };
        let fits = known.is_none_or(|kind| {
            kind.base == base && (kind.form == Form::Scalar || kind.form == form)
        });
        if !value.is_scalar() || !fits || !plain || base == Base::Char {
            self.join_with(slot, form, value, span)?;
            return Ok(true);
        }
        let kind = self.join(slot, Kind { base, form }, span)?;
        if self.learned.growing.insert(slot) {
            self.learned.changed = true;
        }
        let array = self.look(slot, span)?;
        match array.length.clone() {
            Some(length) if array.kind == kind => {
                let value = self.as_base(value, base, span)?;
                self.set_with_room(slot, &array, (length.clone(), length), value, span)?;
            }
            // The next walk knows that it grows.
            _ if self.learned.changed => {
                self.write(slot, Val::new(kind.nothing(), kind), span)?;
            }
            _ => self.join_with(slot, form, value, span)?,
        }
        Ok(true)
    }

    /// A variable joined with a value that does not make it grow in its place.
    fn join_with(&mut self, slot: SlotId, form: Form, value: Val, span: Span) -> Lowered<()> {
        let before = self.read(slot, span)?;
        let lines = if form == Form::Row {
            vec![vec![before, value]]
        } else {
            vec![vec![before], vec![value]]
        };
        let joined = self.joined(lines, span)?;
        self.write(slot, joined, span)
    }

    /// How a variable is joined with something, and with what.
    fn appended(&self, slot: SlotId, joined: ExprId) -> Option<(Form, ExprId)> {
        let ExprKind::Matrix(rows) = &self.body.exprs[joined].kind else { return None };
        let (form, first, added) = match &rows[..] {
            [row] => match row[..] {
                [first, added] => (Form::Row, first, added),
                _ => return None,
            },
            [one, two] => match (&one[..], &two[..]) {
                ([first], [added]) => (Form::Column, *first, *added),
                _ => return None,
            },
            _ => return None,
        };
        let read = match &self.body.exprs[first].kind {
            ExprKind::Var(read) => *read,
            ExprKind::Access(access) if access.links.is_empty() => match access.root {
                Root::Var(read) => read,
                Root::VarOrCall(read, _) if self.is_surely_set(read) => read,
                Root::VarOrCall(..) | Root::Call(_) | Root::Value(_) => return None,
            },
            _ => return None,
        };
        (read == slot).then_some((form, added))
    }

    /// Sets an element of a vector, or appends one just behind it.
    fn set_with_room(
        &mut self,
        slot: SlotId,
        array: &Val,
        (place, length): (Operand, Operand),
        value: Val,
        span: Span,
    ) -> Lowered<()> {
        let wider = self.with_room(array, &place, None, span)?;
        let index = self.vector(vec![place.clone()], span)?;
        let op = Op::Modarray { array: wider, index, value: value.operand };
        let operand = self.op(op, span)?;
        self.write_grown(slot, array, (place, length), operand, span)
    }

    /// The array, with room at `place` along the axis that it grows along. A matrix that has
    /// no elements takes another width by that, if one is given.
    fn with_room(
        &mut self,
        array: &Val,
        place: &Operand,
        width: Option<Operand>,
        span: Span,
    ) -> Lowered<Operand> {
        let old = array.operand.clone();
        let mut extents = Vec::new();
        for axis in 0..array.kind.form.rank() {
            extents.push(self.room_of(&old, axis, span)?);
        }
        let room = extents[array.along].clone();
        let mut narrow = self.prim(Prim::Ge, &[place.clone(), room.clone()], span)?;
        let mut shape = extents.clone();
        if let Some(width) = width {
            let across = 1 - array.along;
            let other = self.prim(Prim::Ne, &[width.clone(), extents[across].clone()], span)?;
            narrow = self.prim(Prim::Or, &[narrow, other], span)?;
            shape[across] = width;
        }
        let base = array.kind.base;
        let widened = |this: &mut Self| {
            shape[array.along] = this.more_room(&room, place, span)?;
            this.copied_into(&old, extents, shape, base, span)
        };
        self.choose(narrow, widened, |_| Ok(array.operand.clone()), span)
    }

    /// How much room is made for what is set at `place` and behind it.
    fn more_room(&mut self, room: &Operand, place: &Operand, span: Span) -> Lowered<Operand> {
        let twice = self.prim(Prim::Mul, &[room.clone(), Operand::int(2)], span)?;
        let more = self.prim(Prim::Add, &[twice, Operand::int(8)], span)?;
        let Some(ahead) = self.ahead.clone() else { return Ok(more) };
        if ahead.conditions != self.conditions {
            return Ok(more);
        }
        let turns = self.prim(Prim::Sub, &[ahead.count, ahead.turn], span)?;
        let turns = self.prim(Prim::Min, &[turns, Operand::int(MOST_AHEAD)], span)?;
        let needed = self.prim(Prim::Add, &[place.clone(), turns], span)?;
        self.prim(Prim::Max, &[more, needed], span)
    }

    /// The elements of an array in one of larger extents.
    fn copied_into(
        &mut self,
        old: &Operand,
        extents: Vec<Operand>,
        shape: Vec<Operand>,
        base: Base,
        span: Span,
    ) -> Lowered<Operand> {
        let shape = self.vector(shape, span)?;
        let upper = self.vector(extents, span)?;
        let ty = self.builder.type_of(&upper);
        let index = self.builder.inner_value("iv", ty);
        self.builder.open();
        let sel = Op::Sel { index: Operand::Value(index), array: old.clone() };
        let element = self.op(sel, span)?;
        let body = self.close(vec![element], span)?;
        let part = Part { lower: None, index: Index::Vector(index), upper, body };
        let default = Operand::scalar(base.zero());
        let operations = vec![Operation::Genarray { shape, default }];
        let with = With { parts: vec![part], operations, reuse: vec![None] };
        self.op(Op::With(Box::new(with)), span)
    }

    /// Whether a subscript is `end + …`.
    pub(super) fn is_behind_end(&self, subscript: ExprId) -> bool {
        matches!(
            self.body.exprs[subscript].kind,
            ExprKind::Binary(BinaryOp::Add, left, _)
                if matches!(self.body.exprs[left].kind, ExprKind::End)
        )
    }

    /// Learns that a matrix is set behind its last row or column, as it is if the place of that
    /// is counted up.
    pub(super) fn note_lines(&mut self, slot: SlotId, arguments: &Arguments) {
        let [row, column] = arguments.exprs[..] else { return };
        let goes_on = |this: &Self, id: ExprId| {
            let counted = match &this.body.exprs[id].kind {
                ExprKind::Var(slot) => this.learned.counted.contains(slot),
                _ => false,
            };
            counted || this.is_behind_end(id)
        };
        let axis = match (goes_on(self, row), goes_on(self, column)) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) | (false, false) => return,
        };
        // There is room along one axis only: the first that is found.
        if let Entry::Vacant(unknown) = self.learned.lined.entry(slot) {
            unknown.insert(axis);
            self.learned.changed = true;
        }
    }

    /// `variable(i, :) = value` or `variable(:, i) = value`, where the matrix may get another
    /// line by that.
    pub(super) fn set_line(
        &mut self,
        slot: SlotId,
        array: &Val,
        place: &Operand,
        value: &Val,
        span: Span,
    ) -> Lowered<()> {
        self.walked.implied += 1;
        let across = 1 - array.along;
        let (place, length) = self.line_place(array, place, span)?;
        let width = self.extent(array, across as i64, span)?;
        let count = match value.kind.form {
            Form::Scalar => {
                let some = self.prim(Prim::Ne, &[width.clone(), Operand::int(0)], span)?;
                self.require(some, "a number for all of a line without elements", span)?;
                width
            }
            Form::Row | Form::Range | Form::Column => {
                let count = self.extent(value, 0, span)?;
                let none = Operand::int(0);
                let same = self.prim(Prim::Eq, &[count.clone(), width.clone()], span)?;
                let narrow = self.prim(Prim::Eq, &[width, none.clone()], span)?;
                let short = self.prim(Prim::Eq, &[length.clone(), none], span)?;
                let fresh = self.prim(Prim::And, &[narrow, short], span)?;
                let fine = self.prim(Prim::Or, &[same, fresh], span)?;
                self.guard(fine, &count, "as many elements as places", span)?
            }
            Form::Empty | Form::Matrix | Form::Array(_) => {
                return self.refuse("a matrix is stored in a line", span);
            }
        };
        let wider = self.with_room(array, &place, Some(count.clone()), span)?;
        let mut bounds = vec![(Operand::int(0), count); 2];
        bounds[array.along] = (place.clone(), Operand::int(1));
        let operand = self.box_set(&Val::new(wider, array.kind), bounds, span, |this, at| {
            this.element_at(value, &[at[across].clone(), at[across].clone()], span)
        })?;
        self.write_grown(slot, array, (place, length), operand, span)
    }

    /// `variable(i, j) = value`, where the matrix may get another line by that.
    pub(super) fn set_in_line(
        &mut self,
        slot: SlotId,
        array: &Val,
        (place, across): (&Operand, &Operand),
        value: Val,
        span: Span,
    ) -> Lowered<()> {
        self.walked.implied += 1;
        let (place, length) = self.line_place(array, place, span)?;
        let wider = self.with_room(array, &place, None, span)?;
        let mut parts = vec![across.clone(); 2];
        parts[array.along] = place.clone();
        let index = self.vector(parts, span)?;
        let op = Op::Modarray { array: wider, index, value: value.operand };
        let operand = self.op(op, span)?;
        self.write_grown(slot, array, (place, length), operand, span)
    }

    /// A place among the lines of a matrix or just behind them, and how many lines there are.
    fn line_place(
        &mut self,
        array: &Val,
        place: &Operand,
        span: Span,
    ) -> Lowered<(Operand, Operand)> {
        let length = self.extent(array, array.along as i64, span)?;
        let above = self.prim(Prim::Ge, &[place.clone(), Operand::int(0)], span)?;
        let place = self.guard(above, place, "index out of bounds", span)?;
        let inside = self.prim(Prim::Le, &[place.clone(), length.clone()], span)?;
        let place = self.guard(inside, &place, "set far behind the end", span)?;
        Ok((place, length))
    }

    /// Gives a variable an array that was set at a place, which its length takes in.
    fn write_grown(
        &mut self,
        slot: SlotId,
        array: &Val,
        (place, length): (Operand, Operand),
        operand: Operand,
        span: Span,
    ) -> Lowered<()> {
        let after = self.prim(Prim::Add, &[place, Operand::int(1)], span)?;
        let length = self.prim(Prim::Max, &[length, after], span)?;
        let grown = Val::new(operand, array.kind);
        self.write(slot, Val { length: Some(length), along: array.along, ..grown }, span)
    }
}

impl Learned {
    /// The axis along which a variable of a kind grows, if it does.
    pub(super) fn growth_axis(&self, slot: SlotId, kind: Kind) -> Option<usize> {
        match kind.form {
            Form::Row | Form::Range | Form::Column => self.growing.contains(&slot).then_some(0),
            Form::Matrix => self.lined.get(&slot).copied(),
            Form::Scalar | Form::Empty | Form::Array(_) => None,
        }
    }
}
