//! What handles captured that is no constant.
//!
//! A handle that was written for an entry captures names of the call, which stay what they are as
//! long as the entry runs. So wherever such a handle goes, what it captured can go beside it, and
//! calls through it become calls of a function with more parameters.
//!
//! ```text
//! --call 'solve(@(x) k*x - 2, a)'     f (x) in solve becomes anonymous__1 (k, x)
//! ```

use std::rc::Rc;

use formwork_domain::{AbstractValue, Contents, HandleId};
use formwork_hir::SlotId;
use formwork_hir::body::ExprKind as From;
use formwork_infer::trace::{StepKind, Supplied, Trace};
use formwork_shape::shape::Algebra;
use rustc_hash::FxHashMap;

use super::{Emitter, Making, Request, writable};
use crate::residual::{Expr, ExprKind, VarId};

/// What a handle captured: the variables of the anonymous function, and their names.
pub(super) type Captures = Rc<[(SlotId, Rc<str>)]>;

impl Emitter {
    /// Keeps where what handles captured is that were written for an entry.
    pub(super) fn keep_captures(
        &mut self,
        making: &mut Making<'_>,
        supplied: &Supplied,
        names: &FxHashMap<Rc<str>, VarId>,
    ) {
        let body = &supplied.body;
        for step in &supplied.steps {
            let StepKind::Simple(_, scene) = &step.kind else { continue };
            for (&id, value) in &scene.values {
                let (From::Anonymous(anonymous), Some(Contents::Handle(handle))) =
                    (&body.exprs[id].kind, &value.contents)
                else {
                    continue;
                };
                let captures = &body.anonymous[*anonymous].captures;
                let vars: Option<Vec<VarId>> = captures
                    .iter()
                    .map(|&(outer, _)| names.get(&body.slots[outer].name).copied())
                    .collect();
                let own = &body.anonymous[*anonymous].body.slots;
                if let Some(vars) = vars.filter(|vars| !vars.is_empty()) {
                    let named =
                        captures.iter().map(|&(_, slot)| (slot, Rc::clone(&own[slot].name)));
                    self.captures.insert(*handle, named.collect());
                    making.captured.insert(*handle, vars);
                }
            }
        }
    }

    /// The handles among some values of which it is known here what they captured.
    pub(super) fn handles_in(making: &Making<'_>, values: &[AbstractValue]) -> Vec<HandleId> {
        let mut found = Vec::new();
        if !making.captured.is_empty() {
            values.iter().for_each(|value| collect(making, value, &mut found));
            found.sort_unstable_by_key(|handle| handle.0);
            found.dedup();
        }
        found
    }

    /// What handles captured, as arguments.
    pub(super) fn captured_args(making: &Making<'_>, handles: &[HandleId]) -> Vec<Expr> {
        let vars = handles.iter().filter_map(|handle| making.captured.get(handle)).flatten();
        vars.map(|&var| Expr { sure: true, ..Expr::unknown(ExprKind::Var(var)) }).collect()
    }

    /// What handles captured, as parameters.
    pub(super) fn captured_params(
        &self,
        making: &mut Making<'_>,
        request: &Request,
    ) -> Vec<Option<VarId>> {
        let mut params = Vec::new();
        let anonymous = &making.trace.variants[request.variant].anonymous;
        let own = anonymous.as_ref().map(|call| call.handle);
        for handle in &request.captured {
            let Some(captures) = self.captures.get(handle) else { continue };
            let vars: Vec<VarId> = captures
                .iter()
                .map(|(slot, name)| match own == Some(*handle) {
                    true => making.var(*slot),
                    false => {
                        let name = Rc::clone(name);
                        making.vars.push(crate::residual::Variable { name, exposed: false })
                    }
                })
                .collect();
            params.extend(vars.iter().map(|&var| Some(var)));
            making.captured.insert(*handle, vars);
        }
        params
    }

    /// Whether an anonymous function needs nothing of what it captured but constants, and what
    /// is passed to it.
    pub(super) fn is_closed(
        &mut self,
        trace: &Trace,
        algebra: &Algebra,
        request: &Request,
    ) -> bool {
        let variant = &trace.variants[request.variant];
        let Some(call) = &variant.anonymous else { return true };
        let passed = request.captured.contains(&call.handle);
        let known = call.captured.iter().flatten().all(|value| writable(value).is_some());
        if passed || known {
            return true;
        }
        if let Some(&closed) = self.closed.get(&request.variant) {
            return closed;
        }
        // Handles that it calls may all be known: then nobody reads them.
        self.closed.insert(request.variant, false);
        let around = (self.dynamic_scope, self.as_written, std::mem::take(&mut self.comments));
        self.as_written = false;
        let made = self.variant_function(trace, algebra, request, &"anonymous".into());
        (self.dynamic_scope, self.as_written, self.comments) = around;
        let unknown = |slot: SlotId| {
            let place = call.anonymous.captures.iter().position(|&(_, own)| own == slot);
            let value = place.and_then(|place| call.captured.get(place)?.as_ref());
            value.is_some_and(|value| writable(value).is_none())
        };
        let names: Vec<&Rc<str>> = call
            .anonymous
            .captures
            .iter()
            .filter(|&&(_, slot)| unknown(slot))
            .map(|&(_, slot)| &variant.body.slots[slot].name)
            .collect();
        let used = made.used_vars();
        let closed = !used
            .iter()
            .any(|&var| !made.params.contains(&Some(var)) && names.contains(&&made.vars[var].name));
        self.closed.insert(request.variant, closed);
        closed
    }
}

fn collect(making: &Making<'_>, value: &AbstractValue, found: &mut Vec<HandleId>) {
    match &value.contents {
        Some(Contents::Handle(handle)) => {
            found.extend(making.captured.contains_key(handle).then_some(*handle));
        }
        Some(Contents::Elements(elements)) => {
            elements.iter().for_each(|element| collect(making, element, found));
        }
        Some(Contents::Every(element)) => collect(making, element, found),
        Some(Contents::Fields(fields)) => {
            fields.known.iter().for_each(|(_, field)| collect(making, field, found));
        }
        None => {}
    }
}
