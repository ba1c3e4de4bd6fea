//! Escape: functions that are called in ways the walk does not see.
//!
//! What is said of a function holds of every call of it, so every call has to be walked, or
//! the function has to be walked with unknown arguments, too.
//!
//! Terminology. A handle is *tracked* while an abstract value says which closure it is
//! (`Contents::Handle`, in a cell array or a field as well). It *escapes* where a value that may
//! hold it no longer says so: two paths join with different handles, a built-in gives back a
//! struct whose fields nobody knows, a function that is not followed gets it. The functions that
//! an escaped handle can call are *unseen* (`Analyst::unseen`), and so are those that a name can
//! call which is a text nobody knows (`feval (name)`, `eval (text)`).
//!
//! ```text
//! if c, f = @g; else, f = @h; end   % the join of the two says only "a handle": both escape
//! y = g (1:2);                      % so g is walked with a 1x2 …
//! z = f (1:5);                      % … and, since this may call it, with anything
//! ```
//!
//! Handles are followed through expressions by comparison: what the operands of an expression
//! hold and its value may hold but does not say has escaped (`Flow`). Stores in parts, reads of
//! parts and joins compare in the same way (`escape_lost`).

use crate::call::flow::Handles;
use std::rc::Rc;

use formwork_domain::{AbstractValue, Contents, HandleId};
use formwork_hir::body::Link;
use formwork_runtime::Class;

use crate::call::closure::Closure;
use crate::call::handles::names_called;
use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::expr::Many;

impl Analyst<'_> {
    /// An expression ends, with these values.
    pub(crate) fn leave_expression(&mut self, values: &Many) {
        let operands = self.calls.flow.operands.pop().unwrap_or_default();
        if self.calls.closures.is_empty() {
            return;
        }
        let mut held = Handles::new();
        let may_hold = match values {
            Many::Open => true,
            Many::Known(values) => {
                values.iter().for_each(|value| handles_in(value, &mut held));
                values.iter().any(may_hold_handles)
            }
        };
        if may_hold {
            self.escape_all(operands.into_iter().filter(|handle| !held.contains(handle)));
        }
        if let Some(around) = self.calls.flow.operands.last_mut() {
            around.extend(held);
        }
    }

    /// The operands of the expression that is being walked are given to something that is not
    /// followed.
    pub(crate) fn escape_operands(&mut self) {
        if let Some(operands) = self.calls.flow.operands.last() {
            let operands = operands.clone();
            self.escape_all(operands);
        }
    }

    /// What the values before held and those after do not say has escaped.
    pub(crate) fn escape_lost(&mut self, before: &[&AbstractValue], after: &[&AbstractValue]) {
        if self.calls.closures.is_empty() || before.iter().all(|value| value.contents.is_none()) {
            return;
        }
        if !after.iter().any(|value| may_hold_handles(value)) {
            return;
        }
        let (mut lost, mut held) = (Handles::new(), Handles::new());
        before.iter().for_each(|value| handles_in(value, &mut lost));
        after.iter().for_each(|value| handles_in(value, &mut held));
        self.escape_all(lost.into_iter().filter(|handle| !held.contains(handle)));
    }

    /// The same for the outputs of a function.
    pub(crate) fn escape_lost_outputs(&mut self, before: &Many, after: &Many) {
        let Many::Known(before) = before else { return };
        let before: Vec<&AbstractValue> = before.iter().collect();
        match after {
            Many::Known(after) => self.escape_lost(&before, &after.iter().collect::<Vec<_>>()),
            Many::Open => before.into_iter().for_each(|value| self.escape_handles_in(value)),
        }
    }

    /// A part of a value was read: what may be in it and it does not say has escaped.
    pub(crate) fn escape_unread(&mut self, holder: &AbstractValue, link: &Link, parts: &Many) {
        let elements: &[AbstractValue] = match (&holder.contents, link) {
            // A call of the handle.
            (Some(Contents::Handle(_)), _) | (None, _) => return,
            (Some(Contents::Fields(fields)), Link::Field(name)) => {
                // The other fields stay where they are.
                if let Some(field) = fields.get(name).cloned() {
                    self.escape_lost_outputs(&Many::one(field), parts);
                }
                return;
            }
            (Some(Contents::Elements(elements)), _) => elements,
            (Some(Contents::Fields(_) | Contents::Every(_)), _) => &[],
        };
        let vague = |part: &AbstractValue| {
            !matches!(part.contents, Some(Contents::Elements(_) | Contents::Handle(_)))
                && !elements.contains(part)
        };
        match parts {
            Many::Known(parts) if !parts.iter().any(vague) => {}
            _ => self.escape_lost_outputs(&Many::one(holder.clone()), parts),
        }
    }

    /// The join of two values.
    pub(crate) fn join_of(&mut self, a: &AbstractValue, b: &AbstractValue) -> AbstractValue {
        let both = formwork_domain::union(&mut self.algebra, a, b);
        self.escape_lost(&[a, b], &[&both]);
        both
    }

    /// All handles in a value escape.
    pub(crate) fn escape_handles_in(&mut self, value: &AbstractValue) {
        let mut handles = Handles::new();
        handles_in(value, &mut handles);
        self.escape_all(handles);
    }

    /// A function is given to somebody who calls it, in ways that nobody follows.
    pub(crate) fn escape_function(&mut self, function: &AbstractValue) {
        if let Some(name) = function.text() {
            if let ResolvedName::Function(unit, body) = self.named_target(&name) {
                self.unsee(&unit, &body);
            }
            return;
        }
        self.escape_handles_in(function);
    }

    fn escape_all(&mut self, handles: impl IntoIterator<Item = HandleId>) {
        let mut left: Vec<HandleId> = handles.into_iter().collect();
        while let Some(handle) = left.pop() {
            if !self.calls.flow.escaped.insert(handle) {
                continue;
            }
            match self.calls.closures.get(handle.0 as usize).cloned() {
                Some(Closure::Named(_, ResolvedName::Function(unit, body))) => {
                    self.unsee(&unit, &body);
                }
                Some(Closure::Anonymous { anonymous, captured, .. }) => {
                    for name in names_called(&anonymous.body) {
                        if let ResolvedName::Function(unit, body) = self.named_target(&name) {
                            self.unsee(&unit, &body);
                        }
                    }
                    // What it captured it may call as well.
                    let mut inside = Handles::new();
                    captured.iter().flatten().for_each(|value| handles_in(value, &mut inside));
                    left.extend(inside);
                }
                Some(Closure::Named(..)) | None => {}
            }
        }
    }

    /// A function is called by a value that may be a text nobody knows: any function in sight.
    pub(crate) fn call_by_name(&mut self, function: &AbstractValue) {
        // Of what may be anything it would be said too often.
        if !function.classes.may_be_object() && function.classes.contains(Class::Char) {
            self.run_unknown_text();
        }
    }

    /// A text nobody knows is run among the functions of this file.
    pub(crate) fn run_unknown_text(&mut self) {
        let unit = &self.frame().unit;
        if !self.calls.flow.by_name.iter().any(|known| Rc::ptr_eq(known, unit)) {
            let unit = Rc::clone(unit);
            self.calls.flow.by_name.push(unit);
        }
    }

    /// The functions that names can call which nobody knows: those of the file, and those that
    /// files are named after.
    pub(crate) fn unsee_named(&mut self) {
        if self.calls.flow.by_name.is_empty() {
            return;
        }
        let mut named = Vec::new();
        for facts in &self.found.functions {
            let path = &facts.body.source.path;
            let own = self.calls.flow.by_name.iter().any(|unit| unit.source.path == *path);
            if own || path.file_stem().is_some_and(|stem| *stem == *facts.body.name) {
                named.push(Rc::clone(&facts.body));
            }
        }
        for body in named {
            if let Some(unit) = self.unit(&body.source.path.clone()) {
                self.unsee(&unit, &body);
            }
        }
    }
}

/// The tracked handles in a value.
fn handles_in(value: &AbstractValue, handles: &mut Handles) {
    match &value.contents {
        Some(Contents::Handle(handle)) if !handles.contains(handle) => handles.push(*handle),
        Some(Contents::Handle(_)) | None => {}
        Some(Contents::Elements(elements)) => {
            elements.iter().for_each(|element| handles_in(element, handles));
        }
        Some(Contents::Every(every)) => handles_in(every, handles),
        Some(Contents::Fields(fields)) => {
            fields.known.iter().for_each(|(_, field)| handles_in(field, handles));
        }
    }
}

/// Whether a value may hold handles, as far as its class goes.
fn may_hold_handles(value: &AbstractValue) -> bool {
    let array = |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
    !value.classes.all(array)
}
