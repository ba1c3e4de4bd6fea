//! Targets that take several values, as in `[c{:}] = f (…)` and `[s.p] = deal (…)`: how many
//! a call is asked for only a run decides.

use std::rc::Rc;

use formwork_builtins::Effects;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, Root, Target};
use formwork_runtime::Class;
use formwork_shape::Truth;

use crate::engine::Analyst;

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

    /// How many values `[c{k}] = …` asks for, if that is known.
    pub(crate) fn count_of_list(&mut self, body: &Rc<Body>, targets: &[Target]) -> Option<usize> {
        let [Target::Place { links, .. }] = targets else { return None };
        let [Link::Brace(arguments)] = &links[..] else { return None };
        let [subscript] = &arguments.exprs[..] else { return None };
        if arguments.has_end || matches!(body.exprs[*subscript].kind, ExprKind::Colon) {
            return None;
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
