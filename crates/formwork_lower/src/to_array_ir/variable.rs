//! Reading and setting variables.

use formwork_array::ir::{Op, Operand, Prim};
use formwork_hir::SlotId;
use formwork_syntax::Span;

use super::range::Ranged;
use super::{Lowered, Lowerer, Special, Val, Variable};
use crate::kind::{Form, Kind};
use crate::state::State;

impl Lowerer<'_, '_> {
    /// The value of a variable.
    pub(super) fn read(&mut self, slot: SlotId, span: Span) -> Lowered<Val> {
        let value = self.value_of(slot, false, span)?;
        self.settled(value, span)
    }

    /// The value of a variable of which only the elements and their number are asked. It may
    /// be empty in another way than its kind says.
    pub(super) fn look(&mut self, slot: SlotId, span: Span) -> Lowered<Val> {
        self.value_of(slot, true, span)
    }

    fn value_of(&mut self, slot: SlotId, or_empty: bool, span: Span) -> Lowered<Val> {
        if self.learned.known.contains_key(&slot) {
            return self.refuse("a function handle or a cell array", span);
        }
        let variable = self.scene.variables.get(&slot).cloned();
        let kind = self.learned.kinds.get(&slot).copied();
        if let (Some(variable), Some(kind)) = (&variable, kind)
            && (variable.is_set() || or_empty && variable.is_empty())
        {
            return Ok(Val { along: self.grown_along(slot, kind), ..variable.value(kind) });
        }
        // What it was before the region may be meant.
        if !self.learned.wanted.contains(&slot)
            && variable.as_ref().is_none_or(|variable| !variable.is_empty())
            && let Some(kind) = (self.task.entry)(slot).and_then(|given| given.kind())
        {
            self.learned.wanted.insert(slot);
            self.learned.changed = true;
            if kind.form == Form::Empty {
                // The next walk begins with that; this one would take it for a matrix.
                return self.refuse("a variable that is empty at first", span);
            }
            let kind = self.join(slot, kind.of_variable(), span)?;
            return Ok(Val::new(kind.nothing(), kind));
        }
        let name = self.name_of(slot);
        let message = format!("{name} has no value");
        let (Some(variable), Some(kind)) = (variable, kind) else {
            return self.refuse(format!("`{name}` is of no kind that is compiled"), span);
        };
        let state = variable.state.clone();
        let set = if or_empty {
            self.prim(Prim::Ne, &[state, Operand::int(State::UNTOUCHED)], span)?
        } else {
            self.prim(Prim::Eq, &[state, Operand::int(State::SET)], span)?
        };
        let mut value = Val { along: self.grown_along(slot, kind), ..variable.value(kind) };
        value.operand = self.guard(set, &value.operand, &message, span)?;
        value.whole = None;
        value.progression = None;
        value.elements = None;
        Ok(value)
    }

    /// The axis that the length of a variable is of, if it has one beside it.
    pub(super) fn grown_along(&self, slot: SlotId, kind: Kind) -> usize {
        self.learned.growth_axis(slot, kind).unwrap_or(0)
    }

    /// Whether a variable is empty: by its state or by its extents.
    pub(super) fn is_empty_variable(&mut self, slot: SlotId, span: Span) -> Lowered<Operand> {
        let value = self.look(slot, span)?;
        let count = self.numel(&value, span)?;
        let none = self.prim(Prim::Eq, &[count, Operand::int(0)], span)?;
        let Some(variable) = self.scene.variables.get(&slot).cloned() else { return Ok(none) };
        let set = self.prim(Prim::Ne, &[variable.state, Operand::int(State::SET)], span)?;
        self.prim(Prim::Or, &[set, none], span)
    }

    /// Whether a name that may be a variable or a function is a variable here for sure.
    pub(super) fn is_surely_set(&self, slot: SlotId) -> bool {
        self.scene
            .variables
            .get(&slot)
            .is_some_and(|variable| variable.is_set() || variable.is_empty())
    }

    /// Makes sure that a name is no variable, and so a function.
    pub(super) fn is_no_variable(&mut self, slot: SlotId, span: Span) -> Lowered<()> {
        if self.scene.variables.contains_key(&slot) || (self.task.entry)(slot).is_some() {
            return self.refuse("a name that is a variable or a function", span);
        }
        if self.task.call.is_none() && !self.walked.absent.contains(&slot) {
            self.walked.absent.push(slot);
        }
        Ok(())
    }

    /// Gives a variable its value at the entry.
    pub(super) fn set_first(&mut self, slot: SlotId, value: Val, span: Span) -> Lowered<()> {
        if value.special == Special::Empty && self.is_other_than_matrix(slot) {
            self.set_empty(slot, value.kind);
            return Ok(());
        }
        let variable = self.fitted(slot, value, span)?;
        self.scene.variables.insert(slot, variable);
        Ok(())
    }

    /// Gives a variable a value.
    pub(super) fn write(&mut self, slot: SlotId, value: Val, span: Span) -> Lowered<()> {
        self.assigned.insert(slot);
        self.is_for_arrays(slot, span)?;
        if value.special == Special::Empty && self.is_other_than_matrix(slot) {
            self.set_empty(slot, value.kind);
            return Ok(());
        }
        let mut variable = self.fitted(slot, value, span)?;
        // A copy carries the name of the variable into the listing.
        if let Operand::Value(_) = &variable.operand {
            let name = self.name_of(slot);
            variable.operand = self.named(&name, Op::Copy(variable.operand), span)?;
        }
        self.scene.variables.insert(slot, variable);
        Ok(())
    }

    fn set_empty(&mut self, slot: SlotId, kind: Kind) {
        let kind = self.learned.kinds.get(&slot).copied().unwrap_or(kind);
        let state = Operand::int(State::EMPTY_SQUARE);
        let length = self.learned.growth_axis(slot, kind).map(|_| Operand::int(0));
        let variable = Variable { state, length, ..Variable::holding(kind.nothing()) };
        self.scene.variables.insert(slot, variable);
    }

    /// Makes sure that a variable never holds a function or cells.
    fn is_for_arrays(&self, slot: SlotId, span: Span) -> Lowered<()> {
        if self.learned.known.contains_key(&slot) {
            let name = self.name_of(slot);
            return self.refuse(format!("`{name}` changes its class"), span);
        }
        Ok(())
    }

    fn is_other_than_matrix(&self, slot: SlotId) -> bool {
        self.learned.kinds.get(&slot).is_none_or(|kind| match kind.form {
            Form::Scalar | Form::Row | Form::Range | Form::Column => true,
            Form::Empty | Form::Matrix | Form::Array(_) => false,
        })
    }

    /// The kind of a variable that may also be `kind`.
    pub(super) fn join(&mut self, slot: SlotId, kind: Kind, span: Span) -> Lowered<Kind> {
        self.is_for_arrays(slot, span)?;
        let before = self.learned.kinds.get(&slot).copied();
        let joined = match before {
            None => kind,
            Some(before) if before.base == kind.base => {
                Kind { base: kind.base, form: before.form.join(kind.form) }
            }
            Some(_) => {
                let name = self.name_of(slot);
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
    fn fitted(&mut self, slot: SlotId, value: Val, span: Span) -> Lowered<Variable> {
        let kind = self.join(slot, value.kind, span)?;
        let axis = self.learned.growth_axis(slot, kind);
        let grows = axis.is_some();
        let grown = axis == Some(value.along) && value.kind.form == kind.form;
        let value = if grown { value } else { self.settled(value, span)? };
        let whole = value.whole.clone().filter(|_| kind.form == Form::Scalar);
        let length = value.length.clone();
        let (ranged, progression) = (value.ranged.clone(), value.progression.clone());
        let elements = value.elements.clone().filter(|_| kind.form == Form::Row && !grows);
        let progression = progression.filter(|_| kind.form == Form::Row && !grows);
        let operand = self.in_form(value, kind.form, span)?;
        let fitted = Val { length, along: axis.unwrap_or(0), ..Val::new(operand, kind) };
        let fitted = if grows { self.with_length(fitted, span)? } else { fitted };
        let state = Operand::int(State::SET);
        let Val { operand, length, .. } = fitted;
        Ok(Variable { operand, state, whole, length, ranged, progression, elements })
    }

    fn in_form(&mut self, value: Val, form: Form, span: Span) -> Lowered<Operand> {
        let own = value.kind.form;
        if own == form {
            return Ok(value.operand);
        }
        let mut extents = vec![Operand::int(1); form.rank()];
        for dimension in 0..form.dimensions().max(own.dimensions()) {
            match (own.axis(dimension), form.axis(dimension)) {
                (Some(from), Some(to)) => {
                    extents[to] = self.extent(&value, from as i64, span)?;
                }
                (None, _) => {}
                (Some(_), None) => return self.refuse(format!("{own:?} as {form:?}"), span),
            }
        }
        let shape = self.vector(extents, span)?;
        self.op(Op::Reshape { shape, array: value.operand }, span)
    }
}

impl Variable {
    /// One that is set, of which nothing more is known.
    pub(super) fn holding(operand: Operand) -> Variable {
        let state = Operand::int(State::SET);
        Variable {
            operand,
            state,
            whole: None,
            length: None,
            ranged: Ranged::No,
            progression: None,
            elements: None,
        }
    }

    fn value(&self, kind: Kind) -> Val {
        Val {
            whole: self.whole.clone(),
            length: self.length.clone(),
            ranged: self.ranged.clone(),
            progression: self.progression.clone(),
            elements: self.elements.clone(),
            ..Val::new(self.operand.clone(), kind)
        }
    }

    /// Whether it is surely what `[]` is.
    pub(super) fn is_empty(&self) -> bool {
        self.state.as_int() == Some(State::EMPTY_SQUARE)
    }
}
