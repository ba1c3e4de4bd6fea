//! Vectors that grow by one element at a time.
//!
//! A variable that somewhere in the region is set just behind its end has more room than
//! elements: its array is as long as there is room, its length is a number beside it. When
//! there is no room left, there is twice as much, or as much as the loop around is going to
//! need. What reads more of it than its length and its elements gets the elements alone
//! ([`Lowerer::settled`]).

use formwork_array::ir::{Index, Op, Operand, Operation, Part, Prim, With};
use formwork_hir::SlotId;
use formwork_hir::body::{ExprId, ExprKind, Root};
use formwork_syntax::Span;

use super::range::Ranged;
use super::{Lowered, Lowerer, Val, Variable};
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
        let room = self.room_of(&array, span)?;
        let ranged = value.ranged;
        if room == length {
            return Ok(Val { ranged, ..Val::new(array, value.kind) });
        }
        let full = self.prim(Prim::Eq, &[room, length.clone()], span)?;
        let copied = array.clone();
        let copy = |this: &mut Self| {
            let shape = this.vector(vec![length], span)?;
            this.each(shape, base, span, |this, index| {
                this.op(Op::Sel { index: index.clone(), array: copied }, span)
            })
        };
        let operand = self.choose(full, |_| Ok(array), copy, span)?;
        Ok(Val { ranged, ..Val::new(operand, value.kind) })
    }

    /// How many elements of a vector there is room for.
    fn room_of(&mut self, array: &Operand, span: Span) -> Lowered<Operand> {
        let shape = self.op(Op::Shape(array.clone()), span)?;
        self.op(Op::Sel { index: Operand::ints(&[0]), array: shape }, span)
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
        let room = self.room_of(&array.operand, span)?;
        let full = self.prim(Prim::Ge, &[place.clone(), room.clone()], span)?;
        let wider = {
            let old = array.operand.clone();
            let kind = array.kind;
            let place = place.clone();
            self.choose(
                full,
                |this| this.widened(&old, &room, &place, kind, span),
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

    /// The array with more room, for what is set at `place` and behind it.
    fn widened(
        &mut self,
        old: &Operand,
        room: &Operand,
        place: &Operand,
        kind: Kind,
        span: Span,
    ) -> Lowered<Operand> {
        let twice = self.prim(Prim::Mul, &[room.clone(), Operand::int(2)], span)?;
        let mut more = self.prim(Prim::Add, &[twice, Operand::int(8)], span)?;
        if let Some(ahead) = self.ahead.clone()
            && ahead.conditions == self.conditions
        {
            let turns = self.prim(Prim::Sub, &[ahead.count, ahead.turn], span)?;
            let turns = self.prim(Prim::Min, &[turns, Operand::int(MOST_AHEAD)], span)?;
            let needed = self.prim(Prim::Add, &[place.clone(), turns], span)?;
            more = self.prim(Prim::Max, &[more, needed], span)?;
        }
        let shape = self.vector(vec![more], span)?;
        let upper = self.vector(vec![room.clone()], span)?;
        let ty = self.builder.type_of(&upper);
        let index = self.builder.inner_value("iv", ty);
        self.builder.open();
        let sel = Op::Sel { index: Operand::Value(index), array: old.clone() };
        let element = self.op(sel, span)?;
        let body = self.close(vec![element], span)?;
        let part = Part { lower: None, index: Index::Vector(index), upper, body };
        let default = Operand::scalar(kind.base.zero());
        let operations = vec![Operation::Genarray { shape, default }];
        let with = With { parts: vec![part], operations, reuse: vec![None] };
        self.op(Op::With(Box::new(with)), span)
    }
}
