//! From the trace of a walk to the residual program.
//!
//! Each function of the trace becomes at most one residual function for every choice of
//! parameters and outputs that calls keep. Every assignment of the original is emitted,
//! also where the value is known: what nobody reads is removed later (`post`). A
//! sub-expression is replaced by its value only if evaluating it has no effect and cannot
//! fail, so that the residual raises the errors that the original raises.
//!
//! ```text
//! n = 3;                n = 3;
//! if n > 2              (decided)
//!   y = x * eye (n);    y = x * eye (3);     the value of `eye (3)` is lifted if that is shorter
//! end
//! ```

mod anonymous;
mod assign;
mod assume;
mod branch;
mod call;
mod captured;
mod chain;
mod comments;
mod decisions;
mod expr;
mod function;
mod keep;
mod outputs;
mod overwritten;
mod parsers;
mod repeated;
mod stmt;
mod supplied;

use std::path::PathBuf;
use std::rc::Rc;

use formwork_domain::{AbstractValue, HandleId};
use formwork_hir::body::{Body, BodyKind, Target, Unit};
use formwork_hir::{SlotId, SourceId};
use formwork_infer::trace::{LoopKey, Scene, Thrift, Trace, VariantId};
use formwork_infer::{Analyst, SpecError};
use formwork_runtime::Value;
use formwork_shape::shape::Algebra;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Options;
use crate::growth::Plainness;
use crate::residual::{
    Callee, Expr, ExprKind, Function, FunctionId, Link, Origin, Program, VarId, Variable,
};

pub use decisions::{Left, Matter};
pub(crate) use keep::Keeping;

/// A residual function that is wanted: which function, with which of its parameters and
/// outputs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Request {
    variant: VariantId,
    /// Which arguments are passed.
    passed: Vec<bool>,
    /// Which outputs are given; `None`: all that were asked for.
    given: Option<Vec<bool>>,
    /// Handles of which what they captured is passed, before the arguments.
    captured: Vec<HandleId>,
}

impl Request {
    /// Whether an argument is passed.
    fn passes(&self, place: usize) -> bool {
        self.passed.get(place).copied().unwrap_or(true)
    }

    /// Whether an output is given.
    fn gives(&self, place: usize) -> bool {
        self.given.as_ref().is_none_or(|given| given.get(place).copied().unwrap_or(true))
    }
}

/// A residual function whose body is still to be made.
enum Pending {
    /// From a variant of the trace.
    Variant(Request, FunctionId),
    /// For callers of which nothing is known.
    General(Rc<Unit>, Rc<Body>, FunctionId),
}

/// What is counted while the residual is made, for the report.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Expressions replaced by their values.
    pub folded: usize,
    /// Branches decided.
    pub decided: usize,
    /// Calls through handles or `feval` made direct.
    pub resolved: usize,
    /// Arguments that calls no longer pass.
    pub arguments: usize,
    /// Why functions are kept as they were, and calls not followed.
    pub blocked: Vec<String>,
    /// Statements that fail, so that what follows them was left out, and why they do.
    pub ends: Vec<String>,
    /// The loops that were kept iteration by iteration.
    pub loops: FxHashMap<LoopKey, UnrolledLoop>,
    /// What stays for the run to decide.
    pub left: Vec<Left>,
    /// What was done in each line.
    pub deeds: FxHashMap<Origin, Deeds>,
}

impl Counts {
    /// Adds what was done in another part of the program.
    pub(crate) fn add(&mut self, other: Counts) {
        let Counts { folded, decided, resolved, arguments, blocked, ends, loops, left, deeds } =
            other;
        self.folded += folded;
        self.decided += decided;
        self.resolved += resolved;
        self.arguments += arguments;
        self.blocked.extend(blocked);
        self.ends.extend(ends);
        self.left.extend(left);
        for (key, one) in loops {
            self.loops.entry(key).or_default().join(one);
        }
        for (line, one) in deeds {
            self.deeds.entry(line).or_default().join(one);
        }
    }
}

/// What was done in a line of the original, in all versions of its function together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deeds {
    /// How often a statement of it was come to.
    pub reached: usize,
    /// Expressions replaced by their values.
    pub folded: usize,
    /// Branches decided.
    pub decided: usize,
    /// Calls made direct.
    pub resolved: usize,
}

impl Deeds {
    fn join(&mut self, other: Deeds) {
        let Deeds { reached, folded, decided, resolved } = other;
        self.reached += reached;
        self.folded += folded;
        self.decided += decided;
        self.resolved += resolved;
    }
}

/// A loop that was kept iteration by iteration.
#[derive(Clone, Debug, Default)]
pub struct UnrolledLoop {
    /// The function it stands in.
    pub function: String,
    /// The line of that function's file.
    pub line: u32,
    /// The same with the file.
    pub from: Option<Origin>,
    /// How often it was.
    pub times: usize,
    /// How many iterations that were.
    pub trips: usize,
    /// How many statements they became.
    pub statements: usize,
    /// How many of these set a variable to a value that is known.
    pub known: usize,
}

impl UnrolledLoop {
    /// Counts the same loop in another version of its function.
    fn join(&mut self, other: UnrolledLoop) {
        let UnrolledLoop { function, line, from, times, trips, statements, known } = other;
        (self.function, self.line, self.from) = (function, line, from);
        self.times += times;
        self.trips += trips;
        self.statements += statements;
        self.known += known;
    }

    fn add(&mut self, trips: usize, block: &[crate::residual::Stmt]) {
        self.times += 1;
        self.trips += trips;
        crate::walk::visit_statements(block, &mut |stmt| {
            self.statements += 1;
            if let crate::residual::StmtKind::Assign(_, value) = &stmt.kind
                && matches!(value.kind, ExprKind::Const(_))
            {
                self.known += 1;
            }
        });
    }
}

/// Makes the residual program.
pub(crate) struct Emitter {
    pub(crate) program: Program,
    requests: FxHashMap<Request, FunctionId>,
    /// The bodies that functions were made of.
    pub(crate) bodies: FxHashMap<FunctionId, formwork_hir::FunctionId>,
    /// Functions for callers of which nothing is known, by where their bodies are.
    general: FxHashMap<formwork_hir::FunctionId, FunctionId>,
    pending: Vec<Pending>,
    names: FxHashMap<Rc<str>, usize>,
    pub(crate) counts: Counts,
    /// The same of functions for callers of which nothing is known: perhaps nobody calls them.
    pub(crate) counts_of_general: Vec<(FunctionId, Counts)>,
    /// What is given up to keep the residual small.
    thrift: Thrift,
    /// What names in files mean, where they mean functions of other files.
    called: FxHashMap<(SourceId, Rc<str>), (Rc<Unit>, Rc<Body>)>,
    /// Functions that are kept as they are.
    preserved: Vec<String>,
    /// Folders of an installed library.
    installed: Vec<PathBuf>,
    /// Whether what was assumed is to be checked when the residual runs.
    asserts: bool,
    /// Whether nothing is to be replaced by its value.
    as_written: bool,
    /// Whether the residual is only to be as small as it can be.
    plain: bool,
    /// The comments of the files.
    comments: comments::Comments,
    /// What handles captured that is no constant, where that is passed with them.
    captures: FxHashMap<HandleId, captured::Captures>,
    /// Anonymous functions that need nothing but their parameters, and those that do.
    closed: FxHashMap<VariantId, bool>,
    /// Whether something in the function that is being made finds variables by their
    /// names.
    dynamic_scope: bool,
}

/// The function that is being made.
struct Making<'a> {
    trace: &'a Trace,
    algebra: &'a Algebra,
    body: &'a Rc<Body>,
    unit: &'a Rc<Unit>,
    vars: cranelift_entity::PrimaryMap<VarId, Variable>,
    by_name: FxHashMap<Rc<str>, VarId>,
    /// The elements of `varargin`, if they are parameters of their own and it never
    /// changes.
    spread: Option<(SlotId, Vec<Element>)>,
    /// Arrays that updates may have to let grow.
    overwritten: FxHashSet<SlotId>,
    /// The variables that hold what handles captured.
    captured: FxHashMap<HandleId, Vec<VarId>>,
    /// Parsers of arguments that are dissolved.
    parsers: parsers::Dissolved,
    /// Which parameters of the entry were taken away, counted from 1.
    removed: Rc<[usize]>,
    /// Whether it is called from outside, and not only in one way.
    from_outside: bool,
    /// How many arguments and outputs the call has, if that is known.
    nargin: Option<usize>,
    nargout: Option<usize>,
}

/// An element of `varargin`.
#[derive(Clone)]
enum Element {
    Known(Value),
    Var(VarId),
}

impl Making<'_> {
    fn var(&mut self, slot: SlotId) -> VarId {
        let name = Rc::clone(&self.body.slots[slot].name);
        self.named(&name)
    }

    fn named(&mut self, name: &Rc<str>) -> VarId {
        if let Some(&var) = self.by_name.get(name) {
            return var;
        }
        let var = self.vars.push(Variable { name: Rc::clone(name), exposed: false });
        self.by_name.insert(Rc::clone(name), var);
        var
    }

    /// The variables that outlive the call in the original.
    fn outlived(&self) -> Vec<VarId> {
        let declared = formwork_hir::walk::statements(&self.body.statements)
            .filter_map(|stmt| match &stmt.kind {
                formwork_hir::body::StmtKind::Declare(all) => Some(all),
                _ => None,
            })
            .flatten()
            .filter(|one| !one.global);
        let name = |slot: SlotId| &self.body.slots[slot].name;
        declared.filter_map(|one| self.by_name.get(name(one.slot)).copied()).collect()
    }

    /// A field of a struct in a variable, which surely has it.
    fn field_of(&mut self, slot: SlotId, name: &Rc<str>) -> Expr {
        let sure = |kind| Expr { sure: true, ..Expr::unknown(kind) };
        let whole = sure(ExprKind::Var(self.var(slot)));
        sure(ExprKind::Index(Box::new(whole), vec![Link::Field(Rc::clone(name))]))
    }

    /// Whether a known value stays computed where it is, because what becomes of an update
    /// of the variable depends on it.
    fn stays_computed(&self, target: &Target, value: &Expr) -> bool {
        let scalar = matches!(&value.kind, ExprKind::Const(value) if value.is_scalar());
        !scalar && matches!(target, Target::Place { slot, .. } if self.overwritten.contains(slot))
    }

    fn judge<'s>(&'s self, scene: &'s Scene) -> formwork_infer::trace::sure::Judge<'s> {
        formwork_infer::trace::sure::Judge::new(self.body, scene, self.trace)
    }
}

impl Emitter {
    /// The residual of a function and of everything it calls.
    pub(crate) fn run(
        analyst: &mut Analyst<'_>,
        entry: VariantId,
        name: &str,
        options: &Options,
        (thrift, plainness): (&Thrift, Plainness),
    ) -> Result<Emitter, SpecError> {
        let mut emitter = Emitter {
            program: Program::default(),
            requests: FxHashMap::default(),
            bodies: FxHashMap::default(),
            general: FxHashMap::default(),
            pending: Vec::new(),
            names: FxHashMap::default(),
            counts: Counts::default(),
            counts_of_general: Vec::new(),
            thrift: thrift.clone(),
            called: FxHashMap::default(),
            preserved: options.preserved.clone(),
            installed: analyst.program().fallback().to_vec(),
            asserts: options.asserts,
            as_written: plainness == Plainness::Plain,
            plain: plainness == Plainness::Plain,
            comments: comments::Comments::default(),
            captures: FxHashMap::default(),
            closed: FxHashMap::default(),
            dynamic_scope: false,
        };
        let id = emitter.program.functions.push(placeholder(name, name));
        emitter.program.entry = Some(id);
        emitter.look_up_variant(analyst, entry);
        emitter.look_up_supplied(analyst, entry);
        let trace = analyst.trace().ok_or_else(|| SpecError("no trace is kept".to_owned()))?;
        let variant = &trace.variants[entry];
        let is_script = variant.body.kind == BodyKind::Script;
        emitter.program.script = is_script;
        let keeping = Keeping::of_entry(variant);
        let kept = keeping == Keeping::Text;
        let (unit, body) = (Rc::clone(&variant.unit), Rc::clone(&variant.body));
        if keeping == Keeping::Name && !is_script && emitter.calls_itself(trace, entry) {
            return emitter.shared_entry(analyst, (&unit, &body), (entry, id), name);
        }
        let made = if kept && is_script {
            return Err(SpecError(
                "the script assigns inside an expression, or goes through the fields of a struct: \
                 only functions with such statements can be kept as they are"
                    .to_owned(),
            ));
        } else if is_script {
            emitter.script(trace, analyst.algebra(), entry, name)
        } else if kept {
            emitter.kept_entry(trace, analyst.algebra(), entry, name)
        } else {
            emitter.entry_function(trace, analyst.algebra(), entry, name, &options.arguments)
        };
        emitter.program.functions[id] = made;
        emitter.note_origin(id, &body);
        emitter.make_pending(analyst)?;
        Ok(emitter)
    }

    /// Whether the entry is called again by what it calls.
    fn calls_itself(&self, trace: &Trace, entry: VariantId) -> bool {
        let own = &trace.variants[entry].body;
        trace.variants.iter().any(|(id, variant)| id != entry && Rc::ptr_eq(&variant.body, own))
    }

    /// The residual of a function that keeps something from call to call and calls itself:
    /// there may be only one version of it.
    fn shared_entry(
        mut self,
        analyst: &mut Analyst<'_>,
        (unit, body): (&Rc<Unit>, &Rc<Body>),
        (entry, id): (VariantId, FunctionId),
        name: &str,
    ) -> Result<Emitter, SpecError> {
        let trace = analyst.trace().ok_or_else(|| SpecError("no trace is kept".to_owned()))?;
        let fixes = !trace.variants[entry].supplied.is_empty();
        self.counts.blocked.push(format!("'{}' keeps a state and calls itself", body.name));
        if !fixes {
            self.general.insert(body.id, id);
            let variant = analyst.trace_function(unit, body, &[])?;
            self.look_up_variant(analyst, variant);
            if let Some(trace) = analyst.trace() {
                let made = self.entry_function(trace, analyst.algebra(), variant, name, &[]);
                self.program.functions[id] = made;
            }
        } else {
            let whole = self.general(unit, body);
            self.look_up_supplied(analyst, entry);
            if let Some(trace) = analyst.trace() {
                let made = self.entry_around(trace, analyst.algebra(), entry, name, whole);
                self.program.functions[id] = made;
            }
        }
        self.note_origin(id, body);
        self.make_pending(analyst)?;
        Ok(self)
    }

    /// Notes which function one came from.
    fn note_origin(&mut self, id: FunctionId, body: &Body) {
        self.program.functions[id].from = Some(Origin::of(&body.source, body.span));
    }

    /// Makes the functions that are wanted, and those that they want.
    fn make_pending(&mut self, analyst: &mut Analyst<'_>) -> Result<(), SpecError> {
        let emitter = self;
        while let Some(pending) = emitter.pending.pop() {
            match pending {
                Pending::Variant(request, id) => {
                    emitter.look_up_variant(analyst, request.variant);
                    let Some(trace) = analyst.trace() else { continue };
                    let name = Rc::clone(&emitter.program.functions[id].name);
                    let made = emitter.variant_function(trace, analyst.algebra(), &request, &name);
                    emitter.program.functions[id] = made;
                    let body = Rc::clone(&trace.variants[request.variant].body);
                    emitter.note_origin(id, &body);
                }
                Pending::General(unit, body, id) => {
                    let name = Rc::clone(&body.name);
                    let others = std::mem::take(&mut emitter.counts);
                    let kept = if Keeping::of(&body) == Keeping::Text {
                        emitter.look_up(analyst, &unit, &body);
                        emitter.verbatim(&unit, &body, &name, &[])
                    } else {
                        let variant = analyst.trace_function(&unit, &body, &[])?;
                        emitter.look_up_variant(analyst, variant);
                        let Some(trace) = analyst.trace() else { continue };
                        emitter.entry_function(trace, analyst.algebra(), variant, &name, &[])
                    };
                    emitter.program.functions[id] = kept;
                    let own = std::mem::replace(&mut emitter.counts, others);
                    emitter.counts_of_general.push((id, own));
                    emitter.note_origin(id, &body);
                }
            }
        }
        Ok(())
    }

    /// The functions for callers of which nothing is known, of certain bodies.
    pub(crate) fn general_of(
        &self,
        is_wanted: impl Fn(formwork_hir::FunctionId) -> bool,
    ) -> Vec<FunctionId> {
        self.general.iter().filter(|(body, _)| is_wanted(**body)).map(|(_, &id)| id).collect()
    }

    /// Looks up what the names in a function mean.
    fn look_up_variant(&mut self, analyst: &mut Analyst<'_>, variant: VariantId) {
        let Some(trace) = analyst.trace() else { return };
        let variant = &trace.variants[variant];
        let (unit, body) = (Rc::clone(&variant.unit), Rc::clone(&variant.body));
        self.look_up(analyst, &unit, &body);
    }

    /// The same of what was written for an entry.
    fn look_up_supplied(&mut self, analyst: &mut Analyst<'_>, variant: VariantId) {
        let Some(trace) = analyst.trace() else { return };
        let supplied = trace.variants[variant].supplied.iter();
        let texts: Vec<_> =
            supplied.map(|one| (Rc::clone(&one.unit), Rc::clone(&one.body))).collect();
        for (unit, body) in texts {
            self.look_up(analyst, &unit, &body);
        }
    }

    fn look_up(&mut self, analyst: &mut Analyst<'_>, unit: &Rc<Unit>, body: &Rc<Body>) {
        for (call, target) in &body.calls {
            let elsewhere = target.local.is_none()
                && (target.callee.is_some() || formwork_builtins::find(&target.name).is_none());
            let key = (unit.source.id(), Rc::clone(&target.name));
            if elsewhere
                && unit.function(&target.name).is_none()
                && !self.called.contains_key(&key)
                && let Some(found) = analyst.function_called(unit, body, call)
            {
                self.called.insert(key, found);
            }
        }
        for anonymous in body.anonymous.values() {
            self.look_up(analyst, unit, &anonymous.body);
        }
        for &nested in &body.nested {
            self.look_up(analyst, unit, &Rc::clone(&unit.bodies[nested]));
        }
    }

    /// The same, or its name if it is one of an installed library: whoever runs the residual has
    /// that, and what it keeps from call to call others may ask for.
    fn general_callee(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) -> Callee {
        let first = unit.functions.first().is_some_and(|(name, _)| *name == body.name);
        let folder = unit.source.path.parent();
        if first && folder.is_some_and(|folder| self.installed.iter().any(|one| one == folder)) {
            return Callee::Name(Rc::clone(&body.name));
        }
        Callee::Function(self.general(unit, body))
    }

    /// A function for callers of which nothing is known.
    fn general(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) -> FunctionId {
        let key = body.id;
        if let Some(&id) = self.general.get(&key) {
            return id;
        }
        let id = self.program.functions.push(placeholder(&body.name, &body.name));
        self.general.insert(key, id);
        self.bodies.insert(id, key);
        self.pending.push(Pending::General(Rc::clone(unit), Rc::clone(body), id));
        id
    }

    /// A function of the trace, with some of its parameters and outputs.
    fn request(&mut self, trace: &Trace, request: Request) -> FunctionId {
        if let Some(&id) = self.requests.get(&request) {
            return id;
        }
        let origin = &trace.variants[request.variant].body.name;
        let origin: Rc<str> =
            if origin.starts_with('@') { "anonymous".into() } else { Rc::clone(origin) };
        let count = self.names.entry(Rc::clone(&origin)).or_default();
        *count += 1;
        let name = format!("{origin}__{count}");
        let id = self.program.functions.push(placeholder(&name, &origin));
        self.bodies.insert(id, trace.variants[request.variant].body.id);
        self.requests.insert(request.clone(), id);
        self.pending.push(Pending::Variant(request, id));
        id
    }
}

fn placeholder(name: &str, origin: &str) -> Function {
    Function {
        name: name.into(),
        origin: origin.into(),
        params: Vec::new(),
        outputs: Vec::new(),
        vars: cranelift_entity::PrimaryMap::new(),
        body: Vec::new(),
        comments: Vec::new(),
        verbatim: None,
        dynamic_scope: false,
        from: None,
        outlived: Vec::new(),
    }
}

/// A value that is known and can be written down.
fn writable(value: &AbstractValue) -> Option<&Value> {
    value.constant().filter(|value| crate::lift::lift(value).is_some())
}
