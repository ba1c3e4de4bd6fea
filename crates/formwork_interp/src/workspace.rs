//! The variables of running functions, as built-ins see them.

use std::rc::Rc;

use formwork_builtins::{LocalChange, VariableScope, Workspace};
use formwork_hir::body::{ExprKind, Link, Root};
use formwork_runtime::{Result, Value};

use crate::frame::Slot;
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// The frame of the function that frame `index` runs in.
    fn function_frame(&self, mut index: usize) -> usize {
        while let Some(over) = self.frames[index].over {
            index = over;
        }
        index
    }

    /// The frame that a place means.
    pub(crate) fn frame_at(&self, place: VariableScope) -> usize {
        let here = self.frames.len() - 1;
        match place {
            VariableScope::Here => here,
            VariableScope::Caller => self.function_frame(here).saturating_sub(1),
            // A script that runs there holds the variables that it names.
            VariableScope::Base => {
                self.frames.iter().skip(1).take_while(|frame| frame.over.is_some()).count()
            }
        }
    }
}

impl Workspace for Interpreter<'_> {
    fn get(&self, name: &str) -> Option<Value> {
        self.variable(self.viewed, name)
    }

    fn set(&mut self, name: &str, value: Value) -> Result<()> {
        self.set_variable(self.viewed, name, value)
    }

    fn clear(&mut self, name: &str) -> bool {
        self.clear_variable(self.viewed, name).unwrap_or(true)
    }

    fn names(&self) -> Vec<String> {
        self.names_of(self.viewed)
    }

    fn is_global(&self, name: &str) -> bool {
        match (self.slot_of(self.viewed, name), self.globals.get(name)) {
            (Some(Slot::Shared(own)), Some(global)) => Rc::ptr_eq(own, global),
            _ => false,
        }
    }

    fn forget_global(&mut self, name: &str) {
        self.globals.remove(name);
    }

    fn function_name(&self) -> String {
        self.frames[self.function_frame(self.viewed)].code.body.name.to_string()
    }

    fn nargin(&self) -> Option<usize> {
        let index = self.function_frame(self.viewed);
        (index > 0).then(|| self.frames[index].nargin)
    }

    fn nargout(&self) -> Option<usize> {
        let index = self.function_frame(self.viewed);
        (index > 0).then(|| self.frames[index].nargout)
    }

    fn is_output_wanted(&self, index: usize) -> bool {
        let frame = &self.frames[self.function_frame(self.viewed)];
        index < frame.nargout.max(1) && (index >= 64 || frame.ignored >> index & 1 == 0)
    }

    fn argument_text(&self, index: usize) -> Option<String> {
        let at = self.function_frame(self.viewed);
        let caller = &self.frames[at.checked_sub(1)?].code.body;
        let text = caller.written_argument(self.frames[at].call?, index)?;
        Some(formwork_hir::expression_text(text))
    }

    fn undo_on_return(&mut self, change: LocalChange) {
        let index = self.function_frame(self.viewed);
        if index > 0 {
            self.frames[index].undo.push(change);
        }
    }

    fn input_name(&self, index: usize) -> Option<String> {
        let at = self.function_frame(self.viewed);
        if index == 0
            && let Some(name) = &self.frames[at].shown_as
        {
            return Some(name.to_string());
        }
        let call = self.frames[at].call?;
        let caller = &self.frames[at.checked_sub(1)?].code.body;
        let ExprKind::Access(access) = &caller.exprs.get(call)?.kind else { return None };
        let [Link::Paren(arguments), ..] = &access.links[..] else { return None };
        match &caller.exprs[*arguments.exprs.get(index)?].kind {
            ExprKind::Var(slot) => Some(caller.slots[*slot].name.to_string()),
            ExprKind::Access(access) if access.links.is_empty() => match access.root {
                Root::Var(slot) | Root::VarOrCall(slot, _) => {
                    Some(caller.slots[slot].name.to_string())
                }
                Root::Call(_) | Root::Value(_) => None,
            },
            _ => None,
        }
    }
}
