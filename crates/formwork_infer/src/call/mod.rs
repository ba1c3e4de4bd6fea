//! Calls: of functions, built-ins, handles and scripts.
//!
//! First, some terminology. A name has a *target*: a function of the program, a script, a row of
//! the table of built-ins, or nothing that is known. A function is *followed*: walked once for
//! each *signature* it is called with (`summary`), and what came out is used again for calls like
//! it (`alike`); recursion is a fixpoint over what the calls give. A call that is not followed may
//! have any effect that such a call can have, and what it is given *escapes* (`escape`).
//! Built-ins with constant arguments are *folded* (`fold`); their failures count as facts only
//! where the language is known to refuse (`belief`).
//!
//! ```text
//! y = f (zeros (2, n));      f is walked with a 2xn; y is what its output is there
//! z = f (zeros (2, m));      alike, with m for n: not walked again
//! ```

pub(crate) mod alike;
mod attributes;
pub(crate) mod belief;
pub(crate) mod builtin;
pub(crate) mod builtin_call;
pub(crate) mod closure;
pub(crate) mod defined;
pub(crate) mod definitions;
pub(crate) mod escape;
pub(crate) mod flow;
pub(crate) mod fold;
mod general;
pub(crate) mod handles;
mod mapping;
pub(crate) mod objects;
pub(crate) mod outcome;
mod parser_results;
pub(crate) mod parsers;
pub(crate) mod private;
pub(crate) mod private_variables;
pub(crate) mod reach;
mod recursion;
mod resolve;
pub(crate) mod resolved_name;
mod samples;
mod script;
pub(crate) mod specimen;
mod strings;
mod stub;
pub(crate) mod summary;
mod walk;

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Effects};
use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprId, ExprKind, Unit};
use formwork_runtime::Value;
use formwork_syntax::Span;
use smallvec::SmallVec;

use crate::call::reach::is_outreaching;
use crate::call::resolved_name::ResolvedName;
use crate::engine::{Analyst, Runner};
use crate::expr::Many;
use crate::trace::Made;

/// A call as it is made.
pub(crate) struct Call<'b> {
    /// The arguments; `None` beyond a list of unknown length.
    pub(crate) args: Option<Vec<AbstractValue>>,
    /// The arguments as they are written, if they are.
    pub(crate) exprs: &'b [ExprId],
    /// How many outputs are asked for.
    pub(crate) nargout: usize,
    pub(crate) span: Span,
}

impl Analyst<'_> {
    /// Calls what a name means.
    pub(crate) fn call(
        &mut self,
        body: &Rc<Body>,
        target: &ResolvedName,
        name: &str,
        call: Call<'_>,
    ) -> Many {
        if !matches!(target, ResolvedName::Function(..) | ResolvedName::Script(..))
            && is_outreaching(BuiltinId::of(name))
        {
            self.reaches_out(call.args.as_deref());
        }
        if self.calls.ordinary.own_class.is_some() && !matches!(target, ResolvedName::Builtin(_)) {
            self.hand_out_object(call.args.as_deref());
        }
        match target {
            ResolvedName::Function(unit, function) => {
                self.call_of_program(body, (unit, function), name, call)
            }
            ResolvedName::Script(unit, script) => self.call_script((unit, script), name, &call),
            ResolvedName::Builtin(row) => {
                self.forget_made();
                let values = self.call_builtin(body, row, call);
                let resolved = row.is(BuiltinId::Feval)
                    && self.tracer.as_ref().is_some_and(|tracer| tracer.made.is_some());
                if !resolved {
                    self.note_made(Made::Builtin(row));
                }
                values
            }
            ResolvedName::Constructor(unit) => {
                let values = self.call_unwritten(name, &call);
                self.new_object(unit, call.nargout).unwrap_or(values)
            }
            ResolvedName::Unwritten => self.call_unwritten(name, &call),
            ResolvedName::Missing => self.call_missing(name, &call),
        }
    }

    /// Calls a function of the program.
    fn call_of_program(
        &mut self,
        body: &Rc<Body>,
        (unit, function): (&Rc<Unit>, &Rc<Body>),
        name: &str,
        call: Call<'_>,
    ) -> Many {
        let Call { args, nargout, .. } = call;
        if self.frame().inherits
            && nargout > 0
            && args.as_ref().is_some_and(Vec::is_empty)
            && self.is_guessed(function)
        {
            // A variable, more likely, of whoever runs this script.
            self.frame_mut().fragment = true;
            self.note_made(Made::Unknown(name.into()));
            return Many::unknown(nargout);
        }
        let elsewhere = function.source.path != self.frame().body.source.path;
        if elsewhere
            && (stub::is_stub(function)
                || (self.options.checking && stub::is_asked_for(body, name)))
        {
            // A compiled function of that name is what is called.
            self.escape_operands();
            self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(function)));
            self.forget_exposed();
            return Many::unknown_if_asked(nargout);
        }
        match args {
            Some(args) => {
                self.calls.flow.followed();
                self.call_function(unit, function, args, nargout, call.span)
            }
            None => {
                self.escape_operands();
                self.unsee(unit, function);
                self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(function)));
                self.forget_exposed();
                self.unfollowed(function);
                self.general_outputs(unit, function, nargout)
            }
        }
    }

    /// Calls a script, where its name stands.
    fn call_script(
        &mut self,
        (unit, script): (&Rc<Unit>, &Rc<Body>),
        name: &str,
        call: &Call<'_>,
    ) -> Many {
        let given = call.args.as_ref().is_none_or(|args| !args.is_empty());
        // No script takes arguments or gives a value: another thing of that name does.
        if self.options.checking && (call.nargout > 0 || given) {
            self.escape_operands();
            self.forget_exposed();
            self.note_made(Made::Unknown(name.into()));
            return Many::unknown_if_asked(call.nargout);
        }
        // What a `return` of a script ends, no text in its place can say.
        if self.tracing() && formwork_hir::query::has_return(&script.statements) {
            self.give_up();
            self.frame_mut().dynamic_scope = true;
            self.note_made(Made::Unknown(name.into()));
        } else {
            self.run_script(unit, script);
            self.note_made(Made::Script);
        }
        Many::Known(SmallVec::new())
    }

    /// Calls what nobody found.
    fn call_missing(&mut self, name: &str, call: &Call<'_>) -> Many {
        let nargout = call.nargout;
        if !self.frame().dynamic_scope {
            let source = Rc::clone(&self.frame().body.source);
            if !self.found.missing.iter().any(|(known, ..)| **known == *name) {
                self.found.missing.push((name.into(), source, call.span));
            }
        }
        if self.frame().inherits && nargout > 0 && call.args.as_ref().is_some_and(Vec::is_empty) {
            // A variable, more likely.
            self.frame_mut().fragment = true;
        }
        self.escape_operands();
        if Self::may_be_command(call.args.as_deref(), nargout) {
            self.give_up();
            self.frame_mut().dynamic_scope = true;
        }
        self.call_unwritten(name, call)
    }

    /// Calls what is part of the language, but not in the table.
    fn call_unwritten(&mut self, name: &str, call: &Call<'_>) -> Many {
        self.escape_operands();
        let values = match self.inferred_outputs(name, call) {
            Some(values) => {
                self.forget_exposed();
                values
            }
            None => {
                *self.found.blame.entry(name.to_owned()).or_default() += 1;
                self.unwritten(name, call.nargout)
            }
        };
        self.note_made(Made::Unknown(name.into()));
        values
    }

    /// The outputs of a function that nothing here can run, if the table knows them and no class
    /// in sight has a method of the name.
    fn inferred_outputs(&mut self, name: &str, call: &Call<'_>) -> Option<Many> {
        let args = call.args.as_deref()?;
        let row = formwork_builtins::find_inferred(name)?;
        if call.nargout == 0 || !matches!(self.named_target(name), ResolvedName::Unwritten) {
            return None;
        }
        if self.is_overloaded(name, Some(args)) {
            return None;
        }
        let args: Vec<AbstractValue> =
            args.iter().map(|value| self.shaped(value.clone(), "argument")).collect();
        let outputs = formwork_builtins::infer_outputs(row, &args, call.nargout, &mut self.algebra);
        let mut outputs: SmallVec<[AbstractValue; 1]> = outputs.into_iter().collect();
        while outputs.len() < call.nargout {
            outputs.push(AbstractValue::unknown());
        }
        Some(Many::Known(outputs))
    }

    /// Whether MATLAB may run the program: values may be of its string class, and what Octave
    /// refuses it may accept.
    pub(crate) fn may_run_in_matlab(&self) -> bool {
        self.options.runner == Runner::Either
            || self.options.dialect == formwork_shape::Dialect::Matlab
    }

    /// A function of which only the name is known.
    fn unwritten(&mut self, name: &str, nargout: usize) -> Many {
        if writes_scope(name) {
            self.give_up();
            self.frame_mut().dynamic_scope = true;
        }
        self.forget_exposed();
        Many::unknown_if_asked(nargout)
    }

    /// Whether an argument is written as a variable, and which.
    pub(crate) fn written_variable(
        body: &Rc<Body>,
        exprs: &[ExprId],
        place: usize,
    ) -> Option<formwork_hir::SlotId> {
        match body.exprs[*exprs.get(place)?].kind {
            ExprKind::Var(slot) => Some(slot),
            _ => None,
        }
    }
}

/// Whether a function of the language may change variables that it does not name.
fn writes_scope(name: &str) -> bool {
    formwork_builtins::effects_of(name).include(Effects::WRITES_SCOPE)
}

/// Whether a value is a text in double quotes: a string scalar in MATLAB.
pub(crate) fn is_double_quoted(value: &AbstractValue) -> bool {
    matches!(value.constant(), Some(Value::Char(_, formwork_runtime::Quote::Double)))
}
