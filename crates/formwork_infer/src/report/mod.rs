//! What an analysis found: definitions, checks and failures, and the figures about them.
//!
//! First, some terminology. A *definition* is a variable at a place that gives it a value; a later
//! walk over the same place replaces what an earlier one found, because it started from a state that
//! covers more. A *check* is a demand that an operation makes of sizes; it *holds*, *fails* or is
//! *open*. A *failure* is a path that cannot go on. A *journal* keeps what is found inside a walk
//! that may be taken back, so that only the last walk over a loop counts.
//!
//! ```text
//! a = rand (3, 4);      definition: a, 3 x 4
//! b = a * rand (n, 2);  check: 4 == n, open; definition: b, 3 x 2
//! c = b + a;            check: 3 x 2 and 3 x 4 agree; fails: failure, and the path ends
//! ```

pub(crate) mod check;
mod doubt;
mod fail;
pub(crate) mod failure;
mod finish;
pub(crate) mod journal;
pub(crate) mod record;
pub(crate) mod remark;
mod tried;

use std::path::Path;
use std::rc::Rc;

use formwork_domain::{AbstractValue, HandleId, members};
use formwork_hir::body::{Body, Unit};
use formwork_hir::{FunctionId, SlotId, SourceText};
use formwork_shape::Truth;
use formwork_shape::shape::{Algebra, Node, ShapeId};
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::call::closure::Handle;
use crate::engine::Analyst;
use crate::entry::assumption::Assumption;
use crate::entry::described::Described;
use crate::entry::precondition::{MOST_WALKS, Precondition};
use crate::entry::spec::{ArgumentSpec, SpecError};
use crate::report::failure::{FailureKind, Strays};
use crate::report::record::FunctionRecord;
use crate::state::frame::Frame;
use crate::trace::VariantId;

/// What is known of a program.
#[derive(Debug)]
pub struct Analysis {
    /// The terms that the facts are written in.
    pub algebra: Algebra,
    /// The functions, each in every way it is called, in the order they were entered.
    pub functions: Vec<FunctionRecord>,
    /// The built-ins whose shapes are not known, and how often that was so.
    pub blame: Vec<(String, usize)>,
    /// Whether the walk was cut short.
    pub exhausted: bool,
    /// Functions that were called in ways nobody followed, by where their bodies are.
    pub unseen: FxHashSet<FunctionId>,
    /// What became of anonymous functions.
    pub strays: Vec<Strays>,
    /// What function handles call, by the numbers that facts have for them.
    pub handles: Vec<Handle>,
    /// Functions that were called and not found, with where.
    pub missing: Vec<(Rc<str>, Rc<SourceText>, Span)>,
}

/// Numbers about the definitions of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Definitions.
    pub shapes: usize,
    /// Those of a size that is known.
    pub explicit: usize,
    /// Of these, scalars.
    pub explicit_scalar: usize,
    /// Those whose size is known in terms of others.
    pub symbolic: usize,
    /// Of these, those whose shape an earlier definition has.
    pub symbolic_copies: usize,
    /// Those of which nothing is known.
    pub unknown: usize,
    /// Checks that operations make.
    pub checks: usize,
    /// Checks that surely succeed.
    pub checks_removed: usize,
}

impl Summary {
    /// Adds the numbers of another.
    pub fn add(&mut self, other: Summary) {
        self.shapes += other.shapes;
        self.explicit += other.explicit;
        self.explicit_scalar += other.explicit_scalar;
        self.symbolic += other.symbolic;
        self.symbolic_copies += other.symbolic_copies;
        self.unknown += other.unknown;
        self.checks += other.checks;
        self.checks_removed += other.checks_removed;
    }
}

/// How much is known of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// Every extent.
    Explicit,
    /// Something, in terms of parameters and sizes that have a name.
    Symbolic,
    /// Nothing.
    Unknown,
}

impl Analysis {
    /// What a function handle calls.
    #[must_use]
    pub fn handle(&self, id: HandleId) -> Option<&Handle> {
        self.handles.get(id.0 as usize)
    }

    /// How much is known of a shape.
    #[must_use]
    pub fn knowledge(&self, shape: Option<ShapeId>) -> Knowledge {
        knowledge(&self.algebra, shape)
    }

    /// The shapes that a value may have.
    #[must_use]
    pub fn possible(&self, value: &AbstractValue) -> Vec<ShapeId> {
        value.shape.map(|shape| members(&self.algebra, shape)).unwrap_or_default()
    }

    /// Numbers about functions. A shape that a function got from its caller is a copy;
    /// those of functions that were entered on their own have nothing in common.
    #[must_use]
    pub fn summary<'f>(&self, functions: impl IntoIterator<Item = &'f FunctionRecord>) -> Summary {
        let mut summary = Summary::default();
        let mut seen: FxHashSet<ShapeId> = FxHashSet::default();
        for function in functions {
            if function.entry {
                seen.clear();
            }
            self.count(function, &mut summary, &mut seen);
        }
        summary
    }

    fn count(
        &self,
        function: &FunctionRecord,
        summary: &mut Summary,
        seen: &mut FxHashSet<ShapeId>,
    ) {
        for definition in &function.definitions {
            summary.shapes += 1;
            match self.knowledge(definition.value.shape) {
                Knowledge::Explicit => {
                    summary.explicit += 1;
                    summary.explicit_scalar += usize::from(definition.value.is_scalar());
                }
                Knowledge::Symbolic => {
                    summary.symbolic += 1;
                    if let Some(shape) = definition.value.shape
                        && !seen.insert(shape)
                    {
                        summary.symbolic_copies += 1;
                    }
                }
                Knowledge::Unknown => summary.unknown += 1,
            }
        }
        for check in &function.checks {
            summary.checks += 1;
            summary.checks_removed += usize::from(check.verdict == Truth::Yes);
        }
    }
}

fn knowledge(algebra: &Algebra, shape: Option<ShapeId>) -> Knowledge {
    let Some(shape) = shape else { return Knowledge::Unknown };
    if algebra.as_concrete(shape).is_some() {
        return Knowledge::Explicit;
    }
    // A name for a shape of which nothing is known.
    let unknown = |shape: ShapeId| match algebra.node(shape) {
        Node::Variable(variable) => algebra.variable_name(*variable).0.contains('#'),
        _ => false,
    };
    // A choice is known only if all of it is.
    if members(algebra, shape).into_iter().any(unknown) {
        return Knowledge::Unknown;
    }
    Knowledge::Symbolic
}

impl<'h> Analyst<'h> {
    /// Walks a file: its script, or its first function with what is said of the
    /// parameters; then every function of it that nothing called, with unknown
    /// arguments.
    ///
    /// # Errors
    ///
    /// If there is no such function, or what is said of a parameter makes no sense.
    pub fn analyse_file(
        &mut self,
        path: &Path,
        function: Option<&str>,
        specs: &[ArgumentSpec],
    ) -> Result<(), SpecError> {
        let Some(unit) = self.unit(path) else {
            return Err(SpecError(format!("{} cannot be read as a program", path.display())));
        };
        if unit.script.is_some() {
            self.define_functions(&unit);
        }
        let entry = match function {
            Some(name) => Some(unit.function(name).ok_or_else(|| {
                SpecError(format!("{} has no function '{name}'", path.display()))
            })?),
            None => match unit.script {
                Some(script) => {
                    if let Some(spec) = specs.first() {
                        return Err(no_parameter(spec, path));
                    }
                    self.analyse_script(&unit, &Rc::clone(&unit.bodies[script]));
                    None
                }
                None => unit.functions.first().map(|(_, id)| *id),
            },
        };
        if let Some(entry) = entry {
            let body = Rc::clone(&unit.bodies[entry]);
            self.analyse_function(&unit, &body, specs)?;
        }
        if function.is_none() {
            self.analyse_rest(&unit);
        }
        self.analyse_unseen(!specs.is_empty());
        Ok(())
    }

    /// Walks functions with unknown arguments that were also called in ways nobody followed:
    /// what is known of the other calls is not all that happens in them.
    fn analyse_unseen(&mut self, anything_given: bool) {
        self.unsee_named();
        self.unsee_callees();
        // Those that were entered with nothing said were walked like that.
        let entered = self.found.functions.iter().filter(|facts| facts.entry && !anything_given);
        let mut walked: FxHashSet<FunctionId> = entered.map(|facts| facts.body.id).collect();
        loop {
            let next =
                self.found.functions.iter().map(|facts| Rc::clone(&facts.body)).find(|body| {
                    self.calls.unseen.contains(&body.id) && !walked.contains(&body.id)
                });
            let Some(body) = next else { return };
            walked.insert(body.id);
            if let Some(unit) = self.unit(&body.source.path.clone()) {
                // With nothing said there is nothing to complain of.
                let _ = self.analyse_function(&unit, &body, &[]);
            }
        }
    }

    /// What is not followed calls functions in ways that nobody follows.
    fn unsee_callees(&mut self) {
        let mut next = 0;
        while let Some((unit, body)) = self.calls.unfollowed.get(next).cloned() {
            next += 1;
            let calls: Vec<_> = body.calls.keys().collect();
            for call in calls {
                if let Some((unit, callee)) = self.function_called(&unit, &body, call) {
                    self.unsee(&unit, &callee);
                }
            }
            for anonymous in body.anonymous.values() {
                for name in crate::call::handles::names_called(&anonymous.body) {
                    self.frames
                        .push(crate::state::frame::Frame::new(Rc::clone(&unit), Rc::clone(&body)));
                    let target = self.named_target(&name);
                    self.frames.pop();
                    if let crate::call::resolved_name::ResolvedName::Function(unit, callee) = target
                    {
                        self.unsee(&unit, &callee);
                    }
                }
            }
        }
    }

    /// A function is called in ways that nobody follows.
    pub(crate) fn unsee(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) {
        if self.calls.unseen.insert(body.id) {
            self.calls.unfollowed.push((Rc::clone(unit), Rc::clone(body)));
        }
    }

    /// Walks the script and every function of a file, each with unknown arguments.
    pub fn analyse_everything(&mut self, path: &Path) {
        if let Some(unit) = self.unit(path) {
            self.analyse_unit(&unit);
        }
    }

    /// The same of a file that was lowered.
    pub(crate) fn analyse_unit(&mut self, unit: &Rc<Unit>) {
        if let Some(script) = unit.script {
            self.analyse_script(unit, &Rc::clone(&unit.bodies[script]));
        }
        let bodies: Vec<Rc<Body>> = unit.bodies.values().cloned().collect();
        for body in bodies {
            let script = matches!(body.kind, formwork_hir::body::BodyKind::Script);
            if !script && !body.name.is_empty() {
                // With nothing said there is nothing to complain of.
                let _ = self.analyse_function(unit, &body, &[]);
            }
        }
    }

    /// Walks functions of other files that calls never return from with unknown
    /// arguments, to see whether it is the call that is wrong.
    pub fn analyse_failing_callees(&mut self, path: &Path) {
        let mut bodies: Vec<Rc<Body>> = Vec::new();
        for function in &self.found.functions {
            for failure in function.sure_failures() {
                if let FailureKind::Call { inner, .. } = &failure.kind
                    && inner.source.path != path
                    && let Some(callee) = self.found.functions.iter().find(|one| {
                        Rc::ptr_eq(&one.source, &inner.source)
                            && one.body.span.to(inner.failure.span) == one.body.span
                    })
                    && !bodies.iter().any(|body| Rc::ptr_eq(body, &callee.body))
                {
                    bodies.push(Rc::clone(&callee.body));
                }
            }
        }
        for body in bodies {
            if let Some(unit) = self.unit(&body.source.path.clone()) {
                // With nothing said there is nothing to complain of.
                let _ = self.analyse_function(&unit, &body, &[]);
            }
        }
    }

    /// Walks every function of a file that has not been walked.
    fn analyse_rest(&mut self, unit: &Rc<Unit>) {
        let bodies: Vec<Rc<Body>> = unit.bodies.values().cloned().collect();
        for body in bodies {
            let walked =
                self.found.functions.iter().any(|facts| {
                    facts.name == body.name && Rc::ptr_eq(&facts.source, &body.source)
                });
            let script = matches!(body.kind, formwork_hir::body::BodyKind::Script);
            if !walked && !script && !body.name.is_empty() {
                // With nothing said there is nothing to complain of.
                let _ = self.analyse_function(unit, &body, &[]);
            }
        }
    }

    fn analyse_script(&mut self, unit: &Rc<Unit>, script: &Rc<Body>) {
        self.begin_entry(script);
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(script));
        frame.inherits = true;
        self.frames.push(frame);
        self.block(script, &script.statements);
        let cut = self.exhausted();
        if let Some(frame) = self.frames.pop() {
            self.dynamic_scope = frame.dynamic_scope;
            let facts = frame.record.finish(script);
            self.found.functions.insert(0, FunctionRecord { entry: true, cut, ..facts });
        }
        self.facts = formwork_shape::facts::Facts::new();
    }

    /// Walks a function, or the first one of a file, with what is said of its parameters,
    /// and keeps it in the trace. A script is walked as it runs where there are no
    /// variables yet.
    ///
    /// # Errors
    ///
    /// If there is no such function, or what is said of a parameter makes no sense.
    pub fn trace_file(
        &mut self,
        path: &Path,
        function: Option<&str>,
        specs: &[ArgumentSpec],
    ) -> Result<VariantId, SpecError> {
        let Some(unit) = self.unit(path) else {
            return Err(SpecError(format!("{} cannot be read as a program", path.display())));
        };
        let entry = match function {
            Some(name) => unit
                .function(name)
                .ok_or_else(|| SpecError(format!("{} has no function '{name}'", path.display())))?,
            None => match (unit.script, unit.functions.first()) {
                (None, Some(&(_, first))) => first,
                (Some(script), _) => {
                    if let Some(spec) = specs.first() {
                        return Err(no_parameter(spec, path));
                    }
                    self.define_functions(&unit);
                    return self.trace_script(&unit, &Rc::clone(&unit.bodies[script]));
                }
                (None, None) => {
                    return Err(SpecError(format!("{} has no function", path.display())));
                }
            },
        };
        let body = Rc::clone(&unit.bodies[entry]);
        self.trace_function(&unit, &body, specs)
    }

    fn trace_script(&mut self, unit: &Rc<Unit>, script: &Rc<Body>) -> Result<VariantId, SpecError> {
        let variant = self.new_variant(unit, script, None, None);
        self.open_block();
        self.analyse_script(unit, script);
        let steps = self.close_block();
        let tracer = self.tracer.as_mut();
        let kept = tracer.zip(variant).map(|(tracer, id)| (&mut tracer.trace.variants[id], id));
        let Some((kept, variant)) = kept else {
            return Err(SpecError("no trace is kept".to_owned()));
        };
        kept.steps = steps;
        kept.dynamic_scope = self.dynamic_scope;
        Ok(variant)
    }

    /// The places at which walks of the functions ended for good, and why: what follows them is
    /// not in the trace.
    #[must_use]
    pub fn ends(&self) -> Vec<String> {
        let mut ends = Vec::new();
        for facts in &self.found.functions {
            let failures = facts.failures.iter();
            for failure in failures.filter(|failure| !facts.passed.contains(failure)) {
                let line = facts.source.place(failure.span.start).line;
                let why = failure.message.as_deref().unwrap_or("sizes or classes do not fit");
                let end = format!("'{}', line {line}: nothing after it is left: {why}", facts.name);
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
        }
        ends
    }

    /// The same for a function that is known.
    ///
    /// # Errors
    ///
    /// If what is said of a parameter makes no sense, or no trace is kept.
    pub fn trace_function(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        specs: &[ArgumentSpec],
    ) -> Result<VariantId, SpecError> {
        let said = self.described(unit, body, specs)?;
        self.trace_entry(unit, body, said)
    }

    /// The same with what was found to be said of its parameters.
    pub(crate) fn trace_entry(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        said: Described,
    ) -> Result<VariantId, SpecError> {
        if said.call.is_none() {
            for supplied in &said.supplied {
                self.refuse_unknown(supplied)?;
            }
        }
        let asked = said.call.as_ref().and_then(|call| call.nargout);
        let variant = self.new_variant(unit, body, None, asked);
        self.open_block();
        self.analyse_described(unit, body, &said);
        let steps = self.close_block();
        let tracer = self.tracer.as_mut();
        let kept = tracer.zip(variant).map(|(tracer, id)| (&mut tracer.trace.variants[id], id));
        let Some((kept, variant)) = kept else {
            return Err(SpecError("no trace is kept".to_owned()));
        };
        kept.steps = steps;
        kept.dynamic_scope = self.dynamic_scope;
        kept.given = match (&said.call, &said.rest) {
            (Some(call), _) => Some(call.args.len()),
            (None, Some((_, count))) => Some(body.inputs.len() + count),
            (None, None) => None,
        };
        kept.supplied = said.supplied;
        kept.names = said.call.map(|call| call.names);
        Ok(variant)
    }

    fn analyse_function(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        specs: &[ArgumentSpec],
    ) -> Result<(), SpecError> {
        let said = self.described(unit, body, specs)?;
        self.analyse_described(unit, body, &said);
        Ok(())
    }

    fn analyse_described(&mut self, unit: &Rc<Unit>, body: &Rc<Body>, said: &Described) {
        self.begin_entry(body);
        let mark = self.mark_functions();
        let mut assumed = Precondition::default();
        for walk in 1.. {
            let place = self.found.functions.len();
            let before = self.budget.steps;
            let (learned, undeclared) = self.walk_entry(unit, body, said, &assumed);
            let assumes = walk == 1 && self.options.assume != Assumption::Nothing;
            let again = self.options.returning || assumes;
            if self.options.checking && !again {
                self.found.learned.insert(body.id, learned);
                break;
            }
            if !again || walk == MOST_WALKS || !self.budget.allows_again(before) {
                break;
            }
            let stores = walk == 1
                && self.options.returning
                && said.values.is_empty()
                && self.note_own_stores(body, place);
            let learned = match assumes {
                true => self.with_assumption(body, &undeclared, learned),
                false => learned,
            };
            if !assumed.extend(learned) && !stores {
                break;
            }
            self.forget_functions(&mark);
        }
    }

    /// Walks a function that is entered with what is said of its parameters and what is assumed of
    /// the others: gives what holds of those wherever it returned, and which they are.
    pub(crate) fn walk_entry(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        said: &Described,
        assumed: &Precondition,
    ) -> (Precondition, Vec<SlotId>) {
        let scope = self.facts.push();
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(body));
        frame.entry_assumptions = self.facts.assumptions().len();
        frame.share(self.tracing());
        self.frames.push(frame);
        for (slot, variable) in &body.slots {
            if matches!(variable.storage, formwork_hir::body::Storage::Outer(_)) {
                self.frame_mut().exposed.insert(slot);
                self.forget(slot, Truth::Maybe);
            }
        }
        match &said.call {
            Some(call) => self.bind_called(body, call),
            None => self.bind_unknown(body, said),
        }
        let is_said = |slot: SlotId| said.values.contains_key(&*body.slots[slot].name);
        let undeclared = self.frame().undeclared.iter().copied().filter(|&slot| !is_said(slot));
        let mut undeclared: Vec<SlotId> = undeclared.collect();
        undeclared.sort_unstable();
        self.assume_precondition(body, assumed);
        self.make_constructed(body);
        self.apply_argument_rules(body);
        let before = self.found.functions.len();
        self.block(body, &body.statements);
        self.note_constructed(body);
        self.compare_stated_outputs(body);
        let learned = self.precondition(body);
        self.settle_remarks(learned.conditions());
        let cut = self.exhausted();
        if let Some(frame) = self.frames.pop() {
            // Whoever called it has its outputs.
            let states = frame.returns.iter().map(|end| &end.changed).map(Some).chain([None]);
            for (changed, &output) in
                states.flat_map(|end| body.outputs.iter().map(move |output| (end, output)))
            {
                let state = changed.and_then(|changed| changed.get(&output));
                let value = Rc::clone(&state.unwrap_or_else(|| frame.slot(output)).value);
                self.escape_handles_in(&value);
            }
            self.dynamic_scope = frame.dynamic_scope;
            let facts = frame.record.finish(body);
            self.found.functions.insert(before, FunctionRecord { entry: true, cut, ..facts });
        }
        self.facts.rollback(scope);
        (learned, undeclared)
    }
}

fn no_parameter(spec: &ArgumentSpec, path: &Path) -> SpecError {
    SpecError(format!("'{}' is no parameter: {} is a script", spec.name, path.display()))
}
