//! Reading and setting variables.

use formwork_array::ir::{Op, Operand, Prim};
use formwork_hir::SlotId;
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val, Variable};
use crate::kind::{Form, Kind};
use crate::region::State;

impl Lowerer<'_, '_> {
    /// The value of a variable.
    pub(super) fn read(&mut self, slot: SlotId, span: Span) -> Lowered<Val> {
        let variable = self.scene.variables.get(&slot).cloned();
        if let Some(variable) = &variable
            && variable.is_set()
            && let Some(&kind) = self.learned.kinds.get(&slot)
        {
            let (operand, whole) = (variable.operand.clone(), variable.whole.clone());
            return Ok(Val { operand, kind, whole });
        }
        // What it was before the region may be meant.
        if !self.learned.wanted.contains(&slot)
            && let Some(kind) = (self.task.entry)(slot)
        {
            self.learned.wanted.insert(slot);
            self.learned.changed = true;
            let kind = self.join(slot, kind, span)?;
            return Ok(Val::new(kind.nothing(), kind));
        }
        let kind = self.learned.kinds.get(&slot).copied();
        let (Some(variable), Some(kind)) = (variable, kind) else {
            let name = &self.body.slots[slot].name;
            return self.refuse(format!("`{name}` is of no kind that is compiled"), span);
        };
        let state = [variable.state, Operand::int(State::SET)];
        let set = self.prim(Prim::Eq, &state, span)?;
        let message = format!("{} has no value", self.body.slots[slot].name);
        let operand = self.guard(set, &variable.operand, &message, span)?;
        Ok(Val::new(operand, kind))
    }

    /// Whether a name that may be a variable or a function is a variable here for sure.
    pub(super) fn is_surely_set(&self, slot: SlotId) -> bool {
        match self.scene.variables.get(&slot) {
            Some(variable) => variable.is_set(),
            None => (self.task.entry)(slot).is_some(),
        }
    }

    /// Whether such a name is taken for a function: of a region whose variables are those of
    /// whoever runs it, if nothing in it sets the variable. That it has no value at the
    /// entry is checked there.
    pub(super) fn is_taken_for_function(&mut self, slot: SlotId) -> bool {
        let is_one = self.task.call.is_none()
            && !self.scene.variables.contains_key(&slot)
            && !self.learned.kinds.contains_key(&slot);
        if is_one && !self.walked.absent.contains(&slot) {
            self.walked.absent.push(slot);
        }
        is_one
    }

    /// Gives a variable a value.
    pub(super) fn write(&mut self, slot: SlotId, value: Val, span: Span) -> Lowered<()> {
        let whole = value.whole.clone();
        let value = self.fit(value, slot, span)?;
        let name = self.body.slots[slot].name.to_string();
        // A copy carries the name of the variable into the listing.
        let operand = match &value.operand {
            Operand::Value(_) => self.named(&name, Op::Copy(value.operand.clone()), span)?,
            Operand::Constant(_) => value.operand.clone(),
        };
        let whole = whole.filter(|_| value.is_scalar());
        let state = Operand::int(State::SET);
        self.scene.variables.insert(slot, Variable { operand, state, whole });
        self.assigned.insert(slot);
        Ok(())
    }

    /// The kind of a variable that may also be `kind`.
    fn join(&mut self, slot: SlotId, kind: Kind, span: Span) -> Lowered<Kind> {
        let before = self.learned.kinds.get(&slot).copied();
        let joined = match before {
            None => kind,
            Some(before) if before.base == kind.base => {
                Kind { base: kind.base, form: before.form.join(kind.form) }
            }
            Some(_) => {
                let name = &self.body.slots[slot].name;
                return self.refuse(format!("`{name}` changes its class"), span);
            }
        };
        if before != Some(joined) {
            self.learned.kinds.insert(slot, joined);
            self.learned.changed = true;
        }
        Ok(joined)
    }

    /// A value in the form that a variable has in all of the region.
    pub(super) fn fit(&mut self, value: Val, slot: SlotId, span: Span) -> Lowered<Val> {
        let kind = self.join(slot, value.kind, span)?;
        let operand = self.in_form(value, kind.form, span)?;
        Ok(Val::new(operand, kind))
    }

    fn in_form(&mut self, value: Val, form: Form, span: Span) -> Lowered<Operand> {
        let shape = match (value.kind.form, form) {
            (own, form) if own == form => return Ok(value.operand),
            (Form::Scalar, Form::Row | Form::Column) => Operand::ints(&[1]),
            (Form::Scalar, Form::Matrix) => Operand::ints(&[1, 1]),
            (Form::Row, Form::Matrix) => {
                let length = self.extent(&value, 0, span)?;
                self.op(Op::Vector(vec![Operand::int(1), length]), span)?
            }
            (Form::Column, Form::Matrix) => {
                let length = self.extent(&value, 0, span)?;
                self.op(Op::Vector(vec![length, Operand::int(1)]), span)?
            }
            (own, _) => return self.refuse(format!("{own:?} as {form:?}"), span),
        };
        self.op(Op::Reshape { shape, array: value.operand }, span)
    }
}
