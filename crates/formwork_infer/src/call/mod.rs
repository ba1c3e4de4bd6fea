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
pub(crate) mod belief;
pub(crate) mod builtin;
pub(crate) mod definitions;
pub(crate) mod escape;
pub(crate) mod fold;
pub(crate) mod handles;
pub(crate) mod objects;
pub(crate) mod parsers;
pub(crate) mod private;
pub(crate) mod reach;
pub(crate) mod specimen;
pub(crate) mod summary;

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Effects, Row};
use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::body::{Body, ExprId, ExprKind, Link, Root, Stmt, StmtKind, Unit};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use formwork_syntax::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::call::fold::Folded;
use crate::call::reach::is_outreaching;
use crate::engine::{Analyst, Runner, Target};
use crate::expr::Many;
use crate::report::failure::FailureKind;
use crate::state::frame::{Frame, Slot};
use crate::trace::{Made, StepKind};

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
        target: &Target,
        name: &str,
        call: Call<'_>,
    ) -> Many {
        let Call { args, nargout, .. } = call;
        if is_outreaching(BuiltinId::of(name))
            && !matches!(target, Target::Function(..) | Target::Script(..))
        {
            self.reaches_out(args.as_deref());
        }
        match target {
            Target::Function(_, function)
                if self.frame().inherits
                    && nargout > 0
                    && args.as_ref().is_some_and(Vec::is_empty)
                    && self.is_guessed(function) =>
            {
                // A variable, more likely, of whoever runs this script.
                self.frame_mut().fragment = true;
                self.note_made(Made::Unknown(name.into()));
                Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect())
            }
            Target::Function(unit, function)
                if function.source.path != self.frame().body.source.path
                    && (is_stub(function)
                        || (self.options.checking && is_asked_for(body, name))) =>
            {
                // A compiled function of that name is what is called.
                self.escape_operands();
                self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(function)));
                self.forget_exposed();
                if nargout == 0 {
                    return Many::Open;
                }
                Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect())
            }
            Target::Function(unit, function) => match args {
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
                    crate::call::summary::unknown_outputs(function, nargout)
                }
            },
            // No script takes arguments or gives a value: another thing of that name does.
            Target::Script(..)
                if self.options.checking
                    && (nargout > 0 || args.as_ref().is_none_or(|args| !args.is_empty())) =>
            {
                self.escape_operands();
                self.forget_exposed();
                self.note_made(Made::Unknown(name.into()));
                if nargout == 0 {
                    return Many::Open;
                }
                Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect())
            }
            // What a `return` of a script ends, no text in its place can say.
            Target::Script(_, script)
                if self.tracing() && formwork_hir::query::has_return(&script.statements) =>
            {
                self.give_up();
                self.frame_mut().dynamic_scope = true;
                self.note_made(Made::Unknown(name.into()));
                Many::Known(SmallVec::new())
            }
            Target::Script(unit, script) => {
                self.run_script(unit, script);
                self.note_made(Made::Script);
                Many::Known(SmallVec::new())
            }
            Target::Builtin(row) => {
                self.forget_made();
                let values = self.call_builtin(body, row, Call { args, ..call });
                let resolved = row.is(BuiltinId::Feval)
                    && self.tracer.as_ref().is_some_and(|tracer| tracer.made.is_some());
                if !resolved {
                    self.note_made(Made::Builtin(row));
                }
                values
            }
            Target::Unwritten | Target::Missing => {
                if matches!(target, Target::Missing) && !self.frame().dynamic_scope {
                    let source = Rc::clone(&self.frame().body.source);
                    if !self.found.missing.iter().any(|(known, ..)| **known == *name) {
                        self.found.missing.push((name.into(), source, call.span));
                    }
                }
                *self.found.blame.entry(name.to_owned()).or_default() += 1;
                self.escape_operands();
                if matches!(target, Target::Missing)
                    && self.frame().inherits
                    && nargout > 0
                    && args.as_ref().is_some_and(Vec::is_empty)
                {
                    // A variable, more likely.
                    self.frame_mut().fragment = true;
                }
                if matches!(target, Target::Missing)
                    && Self::may_be_command(args.as_deref(), nargout)
                {
                    self.give_up();
                    self.frame_mut().dynamic_scope = true;
                }
                let values = self.unwritten(name, nargout);
                self.note_made(Made::Unknown(name.into()));
                values
            }
        }
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
        if nargout == 0 {
            return Many::Open;
        }
        Many::Known((0..nargout.max(1)).map(|_| AbstractValue::unknown()).collect())
    }

    /// Runs a script among the variables of the function that is being walked.
    pub(crate) fn run_script(&mut self, unit: &Rc<Unit>, script: &Rc<Body>) {
        const DEPTH: usize = 24;
        if self.frames.len() > DEPTH || self.exhausted() {
            self.give_up();
            self.frame_mut().dynamic_scope = true;
            return;
        }
        self.define_functions(unit);
        let assumed = self.facts.assumptions().len();
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(script));
        frame.entry_assumptions = assumed;
        if self.frame().dynamic_scope {
            for slot in script.slots.keys() {
                let value = Rc::new(AbstractValue::unknown());
                frame.set(slot, Slot { value, defined: Truth::Maybe });
            }
        }
        for slot in self.frame().slot_ids() {
            let state = self.frame().slot(slot).clone();
            let own = frame.find_or_add(&self.frame().name(slot));
            if script.slots.is_valid(own) {
                self.note_read(&state.value);
            }
            if self.frame().exposed.contains(&slot) {
                frame.exposed.insert(own);
            }
            frame.set(own, state);
        }
        let start = frame.mark();
        // Where it fails, a `try` around the call sees what it had set by then.
        frame.watchers.push(FxHashMap::default());
        frame.nargin = self.frame().nargin.clone();
        frame.nargout = self.frame().nargout.clone();
        frame.inherits = self.frame().inherits;
        frame.fragment = self.frame().fragment;
        self.frames.push(frame);
        self.open_block();
        self.block(script, &script.statements);
        let steps = self.close_block();
        if !self.frame().returns.is_empty() {
            // `return` ends the script.
            if self.alive() {
                self.return_now();
            }
            let ends = std::mem::take(&mut self.frame_mut().returns);
            self.frame_mut().rollback(start);
            self.frame_mut().alive = true;
            self.meet(ends, script.span);
        }
        let Some(frame) = self.frames.pop() else { return };
        let mut frame = frame;
        for (slot, states) in frame.watchers.pop().unwrap_or_default() {
            if self.frame().watchers.is_empty() {
                break;
            }
            let own = self.frame_mut().find_or_add(&frame.name(slot));
            for state in states {
                self.frame_mut().set(own, state);
            }
        }
        for (slot, state) in frame.changed_since(start) {
            let own = self.frame_mut().find_or_add(&frame.name(slot));
            self.frame_mut().set(own, state);
        }
        for &slot in &frame.exposed {
            let own = self.frame_mut().find_or_add(&frame.name(slot));
            self.frame_mut().exposed.insert(own);
        }
        let hidden = self.frame().has_unnamed();
        self.step(StepKind::Script(Rc::clone(unit), Rc::clone(script), steps), script.span, false);
        let outer = self.frame_mut();
        outer.inherits &= frame.inherits;
        outer.reach = outer.reach.max(frame.reach);
        outer.clears |= frame.clears;
        outer.looked_into |= frame.looked_into;
        outer.dynamic_scope |= frame.dynamic_scope;
        if hidden && self.tracing() {
            // Whoever prints the program goes by the names in its text.
            self.frame_mut().dynamic_scope = true;
        }
        self.frame_mut().alive &= frame.alive;
        let facts = frame.record.finish(script);
        self.found.functions.push(facts);
    }

    fn call_builtin(&mut self, body: &Rc<Body>, row: &'static Row, call: Call<'_>) -> Many {
        let Call { args, exprs, nargout, span } = call;
        if row.effects != Effects::PURE
            && row.effects != Effects::OUTPUT
            && !row.effects.include(Effects::CALLS)
        {
            self.escape_operands();
        }
        let Some(mut args) = args else {
            self.escape_operands();
            if row.effects.include(Effects::WRITES_SCOPE) {
                self.run_unknown_text();
                self.give_up();
                self.frame_mut().dynamic_scope = true;
            }
            if row.effects.include(Effects::CALLS) {
                self.forget_exposed();
            }
            if row.effects.include(Effects::RAISES) {
                self.frame_mut().alive = false;
            }
            return if nargout == 0 && row.effects.include(Effects::QUIET) {
                Many::Known(SmallVec::new())
            } else if nargout == 0 {
                Many::Open
            } else {
                Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect())
            };
        };
        for argument in &mut args {
            if let Some(shape) = argument.shape {
                argument.shape = Some(self.resolve(shape));
            }
        }
        if !row.inputs.accepts(args.len()) {
            // Whether the language refuses it, or only this table does, decides.
            if !self.is_trusted_to_count(row, &args) || self.frame().dynamic_scope {
                return self.unknown_call(row, nargout);
            }
            let name: Rc<str> = row.name.into();
            let message = format!("Invalid call to {name}");
            self.fail(span, FailureKind::Invalid(name), &[], Some(message));
            return Many::one(AbstractValue::unknown());
        }
        let cell = |value: &AbstractValue| value.classes == ClassSet::only(Class::Cell);
        let string = self.may_run_in_matlab() && args.iter().any(is_double_quoted);
        if (string && row.matlab.tells_strings())
            || (self.may_run_in_matlab() && row.matlab.other_contents)
            // Old versions gave a cell array back.
            || (row.is(BuiltinId::Cell) && args.iter().any(cell))
        {
            return self.unknown_call(row, nargout);
        }
        if let Some(values) = self.special_builtin(body, row, &args, exprs, nargout, span) {
            return values;
        }
        if row.effects.include(Effects::RAISES) {
            self.frame_mut().alive = false;
            return Many::one(AbstractValue::unknown());
        }
        let constants: Option<Vec<&Value>> = args.iter().map(AbstractValue::constant).collect();
        if let Some(constants) = &constants
            && row.effects.include(Effects::FILES)
            && self.trace().is_some_and(|trace| trace.reads_files)
        {
            let host = self.program.host();
            match crate::call::fold::read(
                &mut self.memo.null_context,
                host,
                row,
                constants,
                nargout,
            ) {
                Ok(values) => {
                    let values = values.iter();
                    return Many::Known(
                        values.map(|value| AbstractValue::of(value, &mut self.algebra)).collect(),
                    );
                }
                Err(reason) => self.note_unread(row.name, span, &reason),
            }
        }
        let known = self.known_options();
        let folded = constants.map_or(Folded::Unknown, |constants| {
            crate::call::fold::evaluate(
                &mut self.memo.null_context,
                row,
                &constants,
                nargout,
                known,
            )
        });
        match folded {
            Folded::Gives(values) => {
                let values = values.iter();
                return Many::Known(
                    values.map(|value| AbstractValue::of(value, &mut self.algebra)).collect(),
                );
            }
            Folded::Fails(error)
                if !self.frame().dynamic_scope && self.is_trusted(row, &args, &error.message) =>
            {
                let values: Vec<&AbstractValue> = args.iter().collect();
                let kind = FailureKind::Builtin(row.name.into());
                self.fail(span, kind, &values, Some(error.message.clone()));
                return Many::one(AbstractValue::unknown());
            }
            Folded::Fails(_) | Folded::Unknown => {}
        }
        if let Some(message) = self.sized_refusal(row, &args, nargout)
            && !self.frame().dynamic_scope
        {
            let values: Vec<&AbstractValue> = args.iter().collect();
            self.fail(span, FailureKind::Builtin(row.name.into()), &values, Some(message));
            return Many::one(AbstractValue::unknown());
        }
        if row.effects.include(Effects::WRITES_SCOPE) {
            self.run_unknown_text();
            self.give_up();
            self.frame_mut().dynamic_scope = true;
        }
        if row.effects.include(Effects::CALLS) {
            self.forget_exposed();
            for value in &args {
                self.escape_function(value);
            }
            if let Some(function) = args.first() {
                self.call_by_name(function);
            }
        }
        if let Some(sizes) = row.sizes {
            for (place, value) in args.iter_mut().enumerate().skip(sizes.first) {
                if let Some(&id) = exprs.get(place) {
                    *value = self.with_names(body, id, value.clone(), sizes.strict);
                }
            }
        }
        let mut outputs = formwork_builtins::infer_outputs(row, &args, nargout, &mut self.algebra);
        if self.may_run_in_matlab()
            && row.matlab.keeps_strings()
            && args.iter().any(|value| value.classes == ClassSet::ALL)
        {
            for output in &mut outputs {
                output.classes = ClassSet::ALL;
                output.contents = None;
            }
        }
        let named = self.named_sizes(body, row, &args, exprs);
        if let Some(named) = &named {
            self.size_by_names(row, named, &mut outputs);
        }
        self.learn_from_builtin(body, row, &args, exprs);
        if let Some(named) = named {
            self.learn_names(named);
        }
        if outputs.iter().any(|output| output.shape.is_none()) {
            *self.found.blame.entry(row.name.to_owned()).or_default() += 1;
        }
        let illegal = outputs.iter().filter_map(|output| output.shape).any(|shape| {
            self.algebra.is_legal(shape) == Truth::No
                || self.facts.truth(&mut self.algebra, &Requirement::Legal(shape)) == Truth::No
        });
        if illegal {
            let values: Vec<&AbstractValue> = args.iter().collect();
            self.fail(span, FailureKind::Builtin(row.name.into()), &values, None);
            return Many::one(AbstractValue::unknown());
        }
        let outputs: SmallVec<[AbstractValue; 1]> = outputs
            .into_iter()
            .map(|output| {
                let shape = output.shape.map(|shape| {
                    if self.algebra.is_legal(shape) != Truth::Yes {
                        self.facts.assume_legal(&mut self.algebra, shape);
                    }
                    self.resolve(shape)
                });
                let value = match output.value {
                    ValueFact::Integer(extent) => {
                        let extent = self.facts.representative(self.algebra.extents_mut(), extent);
                        match self.algebra.extents().as_literal(extent) {
                            Some(number)
                                if output.classes.single()
                                    == Some(formwork_runtime::Class::Double) =>
                            {
                                ValueFact::Const(Value::double(number as f64))
                            }
                            _ => ValueFact::Integer(extent),
                        }
                    }
                    other => other,
                };
                AbstractValue { shape, value, ..output }
            })
            .collect();
        self.check_alive();
        if row.outputs.is_empty() && nargout > 0 {
            // Some give what they would print to who asks for it.
            return Many::one(AbstractValue::unknown());
        }
        if row.outputs.is_empty() {
            return Many::Known(SmallVec::new());
        }
        if outputs.len() < nargout {
            if row.more_outputs || self.frame().dynamic_scope {
                return Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect());
            }
            let (name, most) = (row.name.into(), outputs.len());
            self.fail(span, FailureKind::Outputs { name, wanted: nargout, most }, &[], None);
        }
        if nargout == 0 && row.effects.include(Effects::QUIET) {
            return Many::Known(SmallVec::new());
        }
        // What is called for what it does gives a value at times only to who asks for it.
        if nargout == 0 && row.effects != Effects::PURE && row.effects != Effects::OUTPUT {
            return Many::Open;
        }
        Many::Known(outputs)
    }

    /// A built-in that is called in a way of which nothing is known.
    fn unknown_call(&mut self, row: &'static Row, nargout: usize) -> Many {
        if row.effects.include(Effects::WRITES_SCOPE) {
            self.give_up();
            self.frame_mut().dynamic_scope = true;
        }
        self.escape_operands();
        if row.effects.include(Effects::CALLS) {
            self.forget_exposed();
        }
        if nargout == 0 {
            return Many::Open;
        }
        Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect())
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

/// Whether a function does nothing but complain, or nothing at all: its text documents one that
/// is compiled, and takes its place.
fn is_stub(body: &Body) -> bool {
    if body.calls.values().any(|call| call.id() == Some(BuiltinId::Mexext)) {
        // It says where the compiled one would be.
        return true;
    }
    // Nothing is made of what it is given, and nothing is given: `AssertMex ('name.m');`
    let reads = body.exprs.values().any(|expr| matches!(expr.kind, ExprKind::Var(_)));
    let passes = !body.inputs.is_empty() || body.varargin.is_some() || !body.outputs.is_empty();
    let idle = passes && !reads;
    let complains = |name: &str| {
        BuiltinId::of(name) == Some(BuiltinId::Error)
            || (idle && formwork_builtins::find(name).is_none())
    };
    let prints = |name: &str| {
        matches!(
            BuiltinId::of(name),
            Some(BuiltinId::Disp | BuiltinId::Fprintf | BuiltinId::Printf | BuiltinId::Warning)
        )
    };
    let called = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Expr(id) => match &body.exprs[*id].kind {
            ExprKind::Access(access) => match access.root {
                Root::Call(call) => Some(Rc::clone(&body.calls[call].name)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let mut statements =
        body.statements.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Note(_))).rev();
    statements.next().is_none_or(|last| called(last).is_some_and(|name| complains(&name)))
        && statements.all(|stmt| {
            called(stmt).is_some_and(|name| complains(&name) || (idle && prints(&name)))
        })
}

/// Whether a function asks what a name means (`exist ("f")`, `which ("f")`): what was found
/// need not be what it finds.
fn is_asked_for(body: &Body, name: &str) -> bool {
    let asks = |call: &formwork_hir::body::CallTarget| {
        matches!(call.id(), Some(BuiltinId::Exist | BuiltinId::Which))
    };
    let named = |id: &ExprId| match &body.exprs[*id].kind {
        ExprKind::Const(value) => value.as_text().is_some_and(|text| &*text == name),
        _ => false,
    };
    body.calls.values().any(asks)
        && body.exprs.values().any(|expr| match &expr.kind {
            ExprKind::Access(access) => match (access.root, &access.links[..]) {
                (Root::Call(call), [Link::Paren(arguments), ..]) => {
                    asks(&body.calls[call]) && arguments.exprs.first().is_some_and(named)
                }
                _ => false,
            },
            _ => false,
        })
}

/// The slot of a variable by its name.
pub(crate) fn slot_named(body: &Rc<Body>, name: &str) -> Option<formwork_hir::SlotId> {
    body.slots.iter().find(|(_, variable)| &*variable.name == name).map(|(slot, _)| slot)
}

/// Whether a function of the language may change variables that it does not name.
fn writes_scope(name: &str) -> bool {
    formwork_builtins::effects_of(name).include(Effects::WRITES_SCOPE)
}

/// Whether a value is a text in double quotes: a string scalar in MATLAB.
pub(crate) fn is_double_quoted(value: &AbstractValue) -> bool {
    matches!(value.constant(), Some(Value::Char(_, formwork_runtime::Quote::Double)))
}
