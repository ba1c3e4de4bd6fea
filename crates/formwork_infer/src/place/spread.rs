//! Targets that take several values, as in `[c{:}] = f (…)` and `[s.p] = deal (…)`: how many
//! a call is asked for only a run decides.

use std::rc::Rc;

use formwork_builtins::Effects;
use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, ExprId, ExprKind, Link, Root, Target};
use formwork_runtime::Class;
use formwork_shape::Truth;

use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::record::DefinitionKind;

impl Analyst<'_> {
    /// Calls something for a number of values that nobody knows.
    pub(crate) fn call_for_any(&mut self, body: &Rc<Body>, id: ExprId) {
        let ExprKind::Access(access) = &body.exprs[id].kind else {
            self.values(body, id, 1);
            self.frame_mut().scene.made.remove(&id);
            return;
        };
        match access.root {
            Root::VarOrCall(slot, _) if self.frame().slot(slot).defined == Truth::Yes => {
                let value = self.variable(slot);
                self.escape_function(&value);
            }
            Root::Call(call) | Root::VarOrCall(_, call) => {
                let target = self.target(call);
                if body.calls[call].effects().include(Effects::WRITES_SCOPE) {
                    self.give_up();
                    self.frame_mut().dynamic_scope = true;
                }
                if let crate::call::resolved_name::ResolvedName::Function(unit, function) = &target
                {
                    self.unsee(unit, function);
                    self.unfollowed(function);
                }
            }
            Root::Var(slot) => {
                let value = self.variable_at(slot, body.exprs[id].span);
                self.escape_function(&value);
            }
            Root::Value(inner) => {
                let value = self.value(body, inner);
                self.escape_function(&value);
            }
        }
        self.walk_arguments(body, &access.links);
        self.forget_exposed();
    }

    /// Assigns to targets of which some take several values.
    pub(super) fn assign_list(&mut self, body: &Rc<Body>, assign: &Assign) {
        let count = self.count_of_list(body, &assign.targets);
        let values = match count {
            Some(count) => {
                let values = self.values(body, assign.value, count);
                match values {
                    Many::Known(values) if self.alive() && values.len() >= count => {
                        let values: Vec<AbstractValue> = values.into_iter().take(count).collect();
                        Some(values)
                    }
                    Many::Known(_) | Many::Open => None,
                }
            }
            None => {
                self.call_for_any(body, assign.value);
                None
            }
        };
        // Asked for another number of values the call may succeed.
        self.frame_mut().alive = true;
        self.pass(body.exprs[assign.value].span);
        self.forget_exposed();
        for target in &assign.targets {
            if let Target::Place { slot, links, span } = target {
                let value = match &assign.targets[..] {
                    [_] => self.list_stored(body, *slot, links, values.as_deref()),
                    _ => None,
                };
                let value = value.unwrap_or_else(AbstractValue::unknown);
                let kept: Vec<&AbstractValue> = values.iter().flatten().collect();
                self.escape_lost(&kept, &[&value]);
                self.define(*slot, value, *span, DefinitionKind::Assign);
            }
        }
    }

    /// What a variable is after `[c{…}] = …`: a cell array, if it was one or was not there.
    fn list_stored(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        links: &[Link],
        values: Option<&[AbstractValue]>,
    ) -> Option<AbstractValue> {
        let [Link::Brace(arguments)] = links else { return None };
        let [subscript] = &arguments.exprs[..] else { return None };
        let state = self.frame().slot(slot).clone();
        let cells = state.value.classes == ClassSet::only(Class::Cell);
        let old = match state.defined {
            Truth::No => None,
            Truth::Yes if cells => Some(state.value),
            Truth::Yes | Truth::Maybe => return None,
        };
        if let (ExprKind::Colon, Some(old)) = (&body.exprs[*subscript].kind, &old) {
            let contents = values.map(|values| Contents::Elements(values.into()));
            let contents =
                contents.filter(|_| values.is_some_and(|all| all.len() <= Contents::BUDGET));
            return Some(AbstractValue { contents, value: ValueFact::Any, ..(**old).clone() });
        }
        let shorter = |this: &Self, count: usize| {
            let Some(old) = &old else { return true };
            old.size(&this.algebra).is_some_and(|size| {
                let rows = size.extents().first().is_none_or(|&rows| rows <= 1);
                rows && size.extents().len() == 2 && size.count() <= count as u64
            })
        };
        if let Some(values) = values.filter(|values| !values.is_empty())
            && shorter(self, values.len())
            && self.counts_up(body, *subscript)
        {
            return Some(self.cell_row(values.to_vec()));
        }
        let cell = AbstractValue::new(ClassSet::only(Class::Cell), None);
        let name = self.frame().name(slot);
        Some(self.shaped(cell, &name))
    }

    /// Whether a subscript is 1, 2, 3 and so on.
    fn counts_up(&mut self, body: &Rc<Body>, subscript: ExprId) -> bool {
        let value = self.value(body, subscript);
        let Some(numbers) = value.as_integers(&mut self.algebra) else { return false };
        (1..)
            .zip(numbers)
            .all(|(place, number)| self.algebra.extents().as_literal(number) == Some(place))
    }

    /// How many values `[c{k}] = …` asks for, if that is known.
    pub(crate) fn count_of_list(&mut self, body: &Rc<Body>, targets: &[Target]) -> Option<usize> {
        let [Target::Place { links, .. }] = targets else { return None };
        let [Link::Brace(arguments)] = &links[..] else { return None };
        let [subscript] = &arguments.exprs[..] else { return None };
        if arguments.has_end {
            return None;
        }
        if matches!(body.exprs[*subscript].kind, ExprKind::Colon) {
            let Target::Place { slot, .. } = &targets[0] else { return None };
            let state = self.frame().slot(*slot);
            let cells = state.value.classes == ClassSet::only(Class::Cell);
            let size = state.value.size(&self.algebra);
            let size = size.filter(|_| state.defined == Truth::Yes && cells)?;
            return usize::try_from(size.count()).ok();
        }
        let value = self.value(body, *subscript);
        let value = value.constant().filter(|value| !value.is_char())?;
        (value.class() != Class::Logical).then(|| value.numel())
    }

    /// Whether a target may take more than one value.
    pub(crate) fn may_be_several(&self, body: &Body, target: &Target) -> bool {
        let Target::Place { slot, links, .. } = target else { return false };
        let is_number = |id: &ExprId| match &body.exprs[*id].kind {
            ExprKind::Const(value) => value.is_scalar() && value.is_numeric(),
            _ => false,
        };
        match &links[..] {
            [] | [Link::Paren(_)] => false,
            [Link::Brace(subscripts)] if subscripts.exprs.iter().all(is_number) => false,
            [Link::Field(_)] => {
                let state = self.frame().slot(*slot);
                state.defined != Truth::No && !state.value.is_scalar()
            }
            _ => true,
        }
    }
}
