//! Assignments to variables and to places in them.

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, ExprId, ExprKind, Link, Root, Target};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::call::is_double_quoted;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::FailureKind;
use crate::report::record::DefinitionKind;
use crate::state::frame::{Given, Slot};

impl Analyst<'_> {
    pub(crate) fn assign(&mut self, body: &Rc<Body>, assign: &Assign, span: Span) {
        if !self.alive() {
            return;
        }
        if !self.frame().exposed.is_empty() {
            self.walk_subscripts(body, &assign.targets); // They are evaluated before the value.
        }
        self.stored_in_is_array(body, assign);
        if let (Some(op), [target]) = (assign.op, &assign.targets[..]) {
            let unset = matches!(target, Target::Place { slot, .. }
                if self.frame().slot(*slot).defined != Truth::Yes);
            if unset {
                self.risk(span);
            }
            let old = self.read_target(body, target);
            let value = self.value(body, assign.value);
            let result = self.binary(op, old, value, span);
            if self.tracing() {
                self.frame_mut().scene.stored = Some(result.clone());
            }
            self.pass(span);
            self.note_own_place(body, assign);
            self.store(body, target, result);
            self.frame_mut().own_place = None;
            return;
        }
        if assign.deletes
            && let [Target::Place { slot, links, span }] = &assign.targets[..]
            && let Some((Link::Paren(last), before)) = links.split_last()
        {
            self.value(body, assign.value);
            self.delete(body, *slot, before, last, *span);
            return;
        }
        if let ([target], false) = (&assign.targets[..], assign.bracketed) {
            let value = match self.values(body, assign.value, 1) {
                Many::Known(values) => values.into_iter().next(),
                Many::Open => {
                    let first = self.first_field(body, assign.value, false);
                    Some(first.unwrap_or_else(AbstractValue::unknown))
                }
            };
            match value {
                Some(value) => {
                    self.frame_mut().values.insert(assign.value, value.clone());
                    let string = self.may_run_in_matlab() && is_double_quoted(&value);
                    let value = if string { AbstractValue::unknown() } else { value };
                    self.note_own_place(body, assign);
                    let original = self.original_of(body, assign.value);
                    self.store(body, target, value);
                    if let Target::Place { slot, links, .. } = target
                        && let (Some(original), true) = (original, links.is_empty())
                    {
                        self.note_copy(*slot, original);
                    }
                    self.frame_mut().own_place = None;
                }
                None => self.fail(body.exprs[assign.value].span, FailureKind::NoValue, &[], None),
            }
            return;
        }
        let wanted = assign.targets.len();
        let spread = assign.targets.iter().any(|target| match target {
            Target::Place { links, .. } => links.iter().any(|link| {
                matches!(link, Link::Brace(_))
                    || matches!(link, Link::Field(_) | Link::DynamicField(_))
            }),
            Target::Ignored => false,
        });
        // A place that stands for several values takes several; how many is not known
        // unless all of them are plain.
        if spread && assign.targets.iter().any(|target| self.may_be_several(body, target)) {
            self.assign_list(body, assign);
            return;
        }
        let values = self.values(body, assign.value, wanted);
        if !self.alive() {
            return;
        }
        if let (Many::Known(values), true) = (&values, self.tracing()) {
            self.frame_mut().scene.lists.insert(assign.value, values.to_vec());
        }
        for (place, target) in assign.targets.iter().enumerate() {
            let value = match &values {
                Many::Known(values) => match values.get(place) {
                    Some(value) => value.clone(),
                    None => {
                        let Target::Place { span, .. } = target else { continue };
                        match called_name(body, assign.value) {
                            // The call passed: others may ask for less.
                            Some(name) if place > 0 => {
                                let number = place + 1;
                                let kind = FailureKind::NoOutput { name, number };
                                self.fail(*span, kind, &[], None);
                            }
                            // Nor is it the value that failed.
                            None if place > 0 => {
                                let number = place + 1;
                                let message =
                                    format!("element number {number} undefined in return list");
                                let kind = FailureKind::NoElement(number);
                                self.fail(*span, kind, &[], Some(message));
                            }
                            _ => {
                                let at = body.exprs[assign.value].span;
                                self.fail(at, FailureKind::NoValue, &[], None);
                            }
                        }
                        return;
                    }
                },
                Many::Open => AbstractValue::unknown(),
            };
            self.store(body, target, value);
        }
    }

    /// What numbers are stored in is no function, also while they are computed: in
    /// `b(i) = b(i) - 1` nothing is called. Only who asks for shapes asks for it, since a run in
    /// which it is one fails only afterwards.
    fn stored_in_is_array(&mut self, body: &Body, assign: &Assign) {
        let [Target::Place { slot, links, .. }] = &assign.targets[..] else { return };
        let computed = assign.op.is_some()
            || matches!(body.exprs[assign.value].kind, ExprKind::Unary(..) | ExprKind::Binary(..));
        if !self.options.returning || !computed || !matches!(links[..], [Link::Paren(_)]) {
            return;
        }
        let state = self.frame().slot(*slot);
        let classes = state.value.classes.minus(ClassSet::only(Class::FunctionHandle));
        if state.defined == Truth::Yes && classes != state.value.classes && !classes.is_empty() {
            let value = AbstractValue { classes, ..(*state.value).clone() };
            self.refine(*slot, value);
        }
    }

    fn read_target(&mut self, body: &Rc<Body>, target: &Target) -> AbstractValue {
        let Target::Place { slot, links, span } = target else { return AbstractValue::unknown() };
        let value = self.variable(*slot);
        match self.follow(body, value, links, 1, (None, *span)) {
            Many::Known(values) => values.into_iter().next().unwrap_or_else(AbstractValue::unknown),
            Many::Open => AbstractValue::unknown(),
        }
    }

    /// Stores a value in a target.
    pub(crate) fn store(&mut self, body: &Rc<Body>, target: &Target, value: AbstractValue) {
        let Target::Place { slot, links, span } = target else { return };
        if !self.alive() {
            return;
        }
        let value = if links.is_empty() {
            value
        } else {
            if self.frame().inherits && self.frame().slot(*slot).defined == Truth::No {
                // Its subscripts may be the first to read it.
                let fork = self.fork();
                self.walk_arguments(body, links);
                self.leave(fork);
            }
            let state = self.frame().held(*slot);
            self.note_read(&state.value);
            let old = match state.defined {
                // Nobody gets hold of it.
                Truth::Yes if self.is_parser(*slot) => Some((*state.value).clone()),
                Truth::Yes => Some(self.variable(*slot)),
                Truth::No => None,
                Truth::Maybe => {
                    // Either nothing or what it is: a case that fails did not happen.
                    let old = (*state.value).clone();
                    let mut cases = Vec::new();
                    let mut effects = Vec::new();
                    for case in [Some(old), None] {
                        let fork = self.fork();
                        let stored = self.replaced(body, case, links, value.clone(), *span);
                        if self.alive() {
                            self.escape_lost(&[&state.value, &value], &[&stored]);
                            cases.push(stored);
                            effects.push(self.frame().changed_since(fork.mark));
                        }
                        self.leave(fork);
                    }
                    self.set_by_subscripts(&effects);
                    if cases.len() < 2 {
                        // It fails with what the variable may hold.
                        self.risk(*span);
                    }
                    let Some(first) = cases.first().cloned() else {
                        self.frame_mut().alive = false;
                        return;
                    };
                    let both = cases.iter().skip(1).fold(first, |all, one| self.join_of(&all, one));
                    // Whether there is an array to store in, nobody knows.
                    self.frame_mut().scene.exact.remove(span);
                    self.define(*slot, both, *span, DefinitionKind::Assign);
                    self.pass(*span);
                    return;
                }
            };
            let before = [old.clone(), Some(value.clone())];
            let after = self.replaced(body, old, links, value, *span);
            let before: Vec<&AbstractValue> = before.iter().flatten().collect();
            self.escape_lost(&before, &[&after]);
            after
        };
        self.define(*slot, value, *span, DefinitionKind::Assign);
        self.pass(*span);
    }

    /// Sets what subscripts assign to, as in `x(++k) = 1`, given what each case changed.
    fn set_by_subscripts(&mut self, cases: &[FxHashMap<SlotId, Slot>]) {
        let mut slots: Vec<SlotId> = cases.iter().flat_map(FxHashMap::keys).copied().collect();
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            let now = self.frame().slot(slot).clone();
            let met = cases
                .iter()
                .map(|changed| changed.get(&slot).unwrap_or(&now).clone())
                .reduce(|a, b| Slot {
                    given: Given::join(a.given, b.given),
                    copy_of: a.copy_of.filter(|_| a.copy_of == b.copy_of),
                    value: self.join_of(&a.value, &b.value).into(),
                    defined: if a.defined == b.defined { a.defined } else { Truth::Maybe },
                });
            if let Some(state) = met {
                self.frame_mut().set(slot, state);
            }
        }
    }
}

/// The name of the function that an expression calls.
fn called_name(body: &Body, id: ExprId) -> Option<Rc<str>> {
    let ExprKind::Access(access) = &body.exprs[id].kind else { return None };
    match access.root {
        Root::Call(call) | Root::VarOrCall(_, call) => Some(Rc::clone(&body.calls[call].name)),
        Root::Var(_) | Root::Value(_) => None,
    }
}
