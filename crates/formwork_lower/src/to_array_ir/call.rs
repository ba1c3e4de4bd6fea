//! Calls of built-ins.

use std::borrow::Cow;
use std::rc::Rc;

use formwork_array::ir::{Operand, Prim};
use formwork_builtins::BuiltinId;
use formwork_hir::Meaning;
use formwork_hir::body::{CallId, ExprId, ExprKind};
use formwork_syntax::Span;

use super::expression::number_value;
use super::{Lowered, Lowerer, Val, Variable};
use crate::callees::Asked;
use crate::given::{Function, Same};
use crate::state::State;

impl Lowerer<'_, '_> {
    pub(super) fn call(&mut self, call: CallId, arguments: &[ExprId], span: Span) -> Lowered<Val> {
        let first = self.outputs(call, arguments, 1, span)?.into_iter().next();
        match first {
            Some(value) => Ok(value),
            None => self.refuse("a call without a value", span),
        }
    }

    /// The outputs of a call; at least one if any is asked for.
    pub(super) fn outputs(
        &mut self,
        call: CallId,
        arguments: &[ExprId],
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        let name = Rc::clone(&self.body.calls[call].name);
        let meaning = self.meaning(Asked::Call(call));
        if meaning == Meaning::Builtin
            && let Some(value) = self.asked_of_names(&name, arguments, span)?
        {
            return Ok(vec![value]);
        }
        let takes_any = |this: &Self| {
            BuiltinId::of(&name) == Some(BuiltinId::Feval)
                || arguments.iter().any(|&argument| this.is_known(argument))
        };
        if meaning == Meaning::Builtin && takes_any(self) {
            let items = self.all_items(arguments)?;
            return self.call_builtin(&name, items, count, span);
        }
        if meaning == Meaning::Builtin
            && count <= 1
            && let Some(row) = formwork_builtins::find(&name)
            && let Some(value) = self.asked_of_argument(row, arguments, span)?
        {
            return Ok(vec![value]);
        }
        let items = self.all_items(arguments)?;
        match meaning {
            Meaning::Builtin => self.call_builtin(&name, items, count, span),
            Meaning::User(callee) => {
                self.call_user(&Function::Bound(Same(callee)), &name, items, count, span)
            }
            Meaning::Unknown => self.refuse(format!("`{name}` is no function that is found"), span),
        }
    }

    /// Whether a call means what is built in.
    pub(super) fn is_builtin(&mut self, call: CallId) -> bool {
        self.meaning(Asked::Call(call)) == Meaning::Builtin
    }

    /// What is asked of the call or of a variable itself: `nargin`, `exist ("x", "var")`.
    fn asked_of_names(
        &mut self,
        name: &str,
        arguments: &[ExprId],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let count = match (BuiltinId::of(name), arguments) {
            (Some(BuiltinId::Nargin), []) => self.nargin(),
            (Some(BuiltinId::Nargout), []) => self.nargout(),
            (Some(BuiltinId::Exist), [variable, what])
                if self.text(*what).as_deref() == Some("var") =>
            {
                let Some(variable) = self.text(*variable) else { return Ok(None) };
                return self.exists(&variable, span).map(Some);
            }
            _ => return Ok(None),
        };
        match count {
            Some(count) => Ok(Some(number_value(count as f64))),
            None => self.refuse(format!("`{name}` of a call that is not known"), span),
        }
    }

    /// A literal text.
    fn text(&self, id: ExprId) -> Option<String> {
        match &self.body.exprs[id].kind {
            ExprKind::Const(value) => value.as_text().map(Cow::into_owned),
            _ => None,
        }
    }

    /// Whether a variable has a value, as a number.
    fn exists(&mut self, name: &str, span: Span) -> Lowered<Val> {
        let slot = self.body.slots.iter().find(|(_, one)| *one.name == *name).map(|(slot, _)| slot);
        let variable = slot.and_then(|slot| self.scene.variables.get(&slot).cloned());
        if variable.as_ref().is_some_and(Variable::is_set) {
            return Ok(number_value(1.0));
        }
        if self.task.call.is_none() {
            return self.refuse("a variable that may have a value before", span);
        }
        let Some(variable) = variable else { return Ok(number_value(0.0)) };
        let untouched = Operand::int(State::UNTOUCHED);
        let set = self.prim(Prim::Ne, &[variable.state, untouched], span)?;
        let (one, zero) = (Operand::int(1), Operand::int(0));
        let exists = self.choose(set, |_| Ok(one), |_| Ok(zero), span)?;
        self.whole_value(exists, (0, 1), span)
    }
}
