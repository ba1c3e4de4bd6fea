//! The analyst: the abstract interpreter as an object.
//!
//! First, some terminology. A *walk* executes statements on abstract values. Its *state* is the
//! algebra of sizes, the facts that hold on the *path* that is being walked, and a frame of variables
//! for each open call. A walk *ends* a path where a run could not go on; `alive` says whether the
//! path goes on. Statements are walked in the order of execution, branches one after the other from
//! the same fork, loops until their head is stable, functions once for each way of calling them.
//!
//! Invariants: whatever a run of the program does, the state at a statement covers the values that
//! its variables have there; when the budget is used up everything that is still to come is unknown,
//! never wrong. Nothing here is shared between analysts.
//!
//! ```text
//! function y = f (x)    frame of f: x is any value of shape s
//!   y = x * ones (3);   fact: s is n x 3, or a scalar; y is n x 3 or 3 x 3
//! end                   summary of f: (any) -> y, and what was learnt of x
//! ```

use crate::call::resolved_name::ResolvedName;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use formwork_builtins::NullContext;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::body::{Body, CallId, Unit};
use formwork_hir::{FileId, FunctionId, Host, Members, Program, SlotId, SourceText};
use formwork_runtime::{Class, memory};
use formwork_shape::extent::{ExtentId, Interval};
use formwork_shape::facts::{Facts, Requirement};
use formwork_shape::shape::{Algebra, Node, ShapeId};
use formwork_shape::{Dialect, Semantics, Truth};
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::Budget;
use crate::call::closure::Closure;
use crate::call::outcome::{Active, Summaries};
use crate::entry::assumption::Assumption;
use crate::entry::precondition::Precondition;
use crate::expr::size_names::SizeNames;
use crate::expr::stands_for::StandsFor;
use crate::report::failure::Strays;
use crate::report::record::{Definition, DefinitionKind, FunctionRecord};
use crate::state::frame::{Frame, Slot};
use crate::trace::Tracer;

/// Who may run a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runner {
    /// Octave, by default; what it refuses and MATLAB takes is not called a failure.
    Unsaid,
    /// MATLAB as well as Octave: its strings are possible.
    Either,
    /// Octave alone.
    Octave,
}

/// What an analysis is asked to assume.
#[derive(Clone, Debug)]
pub struct Options {
    /// How elementwise operators treat unequal operands.
    pub semantics: Semantics,
    /// Whose matrix operators these are.
    pub dialect: Dialect,
    /// Who may run it, whatever its operators are taken for.
    pub runner: Runner,
    /// How many statements may be walked.
    pub budget: u64,
    /// How deep calls are followed.
    pub depth: usize,
    /// How deep they are followed into other files.
    pub far: usize,
    /// Whether the program is being checked: small sizes are looked for that break
    /// checks, and every function has the whole budget to itself, a long one more.
    pub checking: bool,
    /// Whether functions that are entered are taken to return: what their parameters must have
    /// been for that is known from their beginning on.
    pub returning: bool,
    /// What is assumed of parameters that nothing is said of, of functions that are entered.
    pub assume: Assumption,
    /// How many statements whose results are not known a loop may become that is gone
    /// through iteration by iteration, if a trace is kept.
    pub unroll: usize,
    /// Ends the analysis when somebody sets it: what it has found by then is of no use.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            semantics: Semantics::Expand,
            dialect: Dialect::Octave,
            runner: Runner::Unsaid,
            budget: 150_000,
            depth: 12,
            far: 12,
            checking: false,
            returning: false,
            assume: Assumption::Nothing,
            unroll: 400,
            stop: None,
        }
    }
}

/// The classes of a value, and whether it is complex.
pub(crate) type Traits = (ClassSet, Truth);

/// The largest array that is computed while folding constants.
const FOLDED_BYTES: usize = 1 << 22;

/// How often each statement of a long function may be walked while it is being checked: what a
/// check costs grows as the text does, and length alone is no reason to see nothing of it.
const WALKS_PER_STATEMENT: u64 = 4;

/// Walks programs: the abstract interpreter.
///
/// The *state* of a walk is the algebra of sizes, the facts that hold on the path, and a frame
/// for each open call. The other fields are what a walk may use ([`Budget`]), what it need not
/// do again ([`Memo`]), what names mean ([`NameTable`]), what is known of calls ([`Calls`]) and
/// of open loops ([`OpenLoops`]), what it found ([`Found`]), and the trace, if one is kept.
pub struct Analyst<'h> {
    pub(crate) program: Program<'h>,
    pub(crate) options: Options,
    pub(crate) algebra: Algebra,
    pub(crate) facts: Facts,
    pub(crate) frames: Vec<Frame>,
    pub(crate) budget: Budget,
    pub(crate) memo: Memo,
    pub(crate) names: NameTable,
    pub(crate) calls: Calls,
    pub(crate) loops: OpenLoops,
    pub(crate) found: Found,
    /// What keeps a trace, if one is asked for.
    pub(crate) tracer: Option<Box<Tracer>>,
    /// What is known of a variable that may be anything.
    pub(crate) unknown: Rc<AbstractValue>,
    /// Whether what is being indexed may be an object that takes any subscripts.
    pub(crate) open_base: bool,
    /// On an ordinary call: what of sizes is so only by chance.
    pub(crate) ordinary: Option<Rc<[Requirement]>>,
    /// Whether variables of the function that was entered last may change unnamed.
    pub(crate) dynamic_scope: bool,
    /// Folding takes little memory, as long as the analyst is there.
    _limit: memory::Limited,
}

/// What was computed before and holds still.
#[derive(Default)]
pub(crate) struct Memo {
    pub(crate) summaries: Summaries,
    /// The classes that operators give for those of their operands.
    pub(crate) result_classes: FxHashMap<(&'static str, Traits, Traits), Traits>,
    /// Shapes that stand for terms too long to compute with, in the iteration that is
    /// being walked: in the next one the terms speak of something else.
    pub(crate) short: FxHashMap<ShapeId, ShapeId>,
    /// Names of what variables stand for as sizes.
    pub(crate) sizes: SizeNames,
    /// Folds constants.
    pub(crate) null_context: NullContext,
    /// What the runtime says of operators on classes.
    pub(crate) refusals: crate::expr::classes::Refusals,
    /// The variables that bodies assign to.
    pub(crate) assigned: FxHashMap<FunctionId, FxHashSet<SlotId>>,
    /// The variables that bodies use as arrays.
    pub(crate) arrays: FxHashMap<FunctionId, Rc<FxHashSet<SlotId>>>,
    /// What functions give whatever they are called with, and how many are being walked for that.
    pub(crate) general: FxHashMap<FunctionId, Rc<[AbstractValue]>>,
    pub(crate) depth: usize,
    /// What stores leave in persistent variables.
    pub(crate) own_stores: FxHashMap<(FunctionId, SlotId), AbstractValue>,
    /// The classes of arrays after something was stored in them.
    pub(crate) stored: FxHashMap<(Class, Class, bool), ClassSet>,
}

/// What names mean, which walking changes only where it comes to a definition.
#[derive(Default)]
pub(crate) struct NameTable {
    /// Functions that scripts have defined.
    pub(crate) defined: crate::call::defined::Definitions,
    /// What calls mean.
    pub(crate) targets: FxHashMap<(FunctionId, CallId), ResolvedName>,
    /// The persistent variables of functions that might as well be those of the call.
    pub(crate) privates: FxHashMap<FunctionId, Rc<crate::call::private_variables::Private>>,
    /// Names that are those of methods of classes in sight, or not.
    pub(crate) methods: FxHashMap<Rc<str>, Option<ClassSet>>,
    /// Whether classes in sight have operators.
    pub(crate) operators: Option<bool>,
    /// The members of the classes whose files were asked for.
    pub(crate) met: Members,
    /// These files.
    pub(crate) met_files: FxHashSet<FileId>,
    /// The members of the classes in sight of the files of a folder.
    pub(crate) members: FxHashMap<PathBuf, Rc<Members>>,
}

/// What is known of functions and how they are called.
#[derive(Default)]
pub(crate) struct Calls {
    /// The calls that are open, for recursion.
    pub(crate) active: Vec<Active>,
    /// How many walks of functions there were.
    pub(crate) walks: u64,
    /// Walks that used results of recursive calls which did not last.
    pub(crate) superseded: FxHashSet<u64>,
    /// Functions that were called in ways nobody followed.
    pub(crate) unseen: FxHashSet<FunctionId>,
    /// The same functions, in the order in which they were met.
    pub(crate) unfollowed: Vec<(Rc<Unit>, Rc<Body>)>,
    /// Function handles on their way, and those that escaped.
    pub(crate) flow: crate::call::flow::Flow,
    pub(crate) closures: Vec<Closure>,
    /// Whether persistent variables are private only if their first value depends on nothing.
    pub(crate) closed_only: bool,
    /// What is known besides on ordinary calls.
    pub(crate) ordinary: crate::entry::ordinary_context::OrdinaryContext,
    /// Functions with other ones that were followed as private.
    pub(crate) varied: FxHashSet<FunctionId>,
}

/// What is known of loops that are being solved.
#[derive(Default)]
pub(crate) struct OpenLoops {
    /// For each: what stands for variables that have no value before it, and whether one of
    /// them has been read.
    pub(crate) anything: Vec<(Rc<AbstractValue>, bool)>,
    /// What the unknowns stand for that were made where paths join.
    pub(crate) stands_for: StandsFor,
}

/// What walking found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) functions: Vec<FunctionRecord>,
    /// Which built-ins gave an unknown shape, and how often.
    pub(crate) blame: FxHashMap<String, usize>,
    /// What became of anonymous functions.
    pub(crate) strays: Vec<Strays>,
    /// Functions that were called and not found, with where.
    pub(crate) missing: Vec<(Rc<str>, Rc<SourceText>, Span)>,
    /// What holds of parameters wherever functions that were entered returned.
    pub(crate) learned: FxHashMap<FunctionId, Precondition>,
}

impl<'h> Analyst<'h> {
    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program<'h> {
        &self.program
    }

    /// An analyst of a program.
    #[must_use]
    pub fn new(program: Program<'h>, options: Options) -> Analyst<'h> {
        let mut algebra = Algebra::new();
        algebra.read_as(options.semantics);
        if options.checking {
            algebra.join_quickly();
        }
        let budget = Budget::of(options.budget);
        Analyst {
            program,
            options,
            algebra,
            facts: Facts::new(),
            frames: Vec::new(),
            budget,
            memo: Memo::default(),
            names: NameTable::default(),
            calls: Calls::default(),
            loops: OpenLoops::default(),
            found: Found::default(),
            tracer: None,
            unknown: Rc::new(AbstractValue::unknown()),
            ordinary: None,
            open_base: false,
            dynamic_scope: false,
            _limit: memory::limit_while(FOLDED_BYTES, memory::Beyond::Stops),
        }
    }

    /// Forgets all that was walked, to walk again with persistent variables private only if
    /// their first value depends on nothing. What names mean stays.
    pub fn begin_again(&mut self) {
        self.forget_walks();
        self.calls.closed_only = true;
    }

    /// Forgets all that was walked, to walk again. What names mean stays.
    pub fn forget_walks(&mut self) {
        self.algebra = Algebra::new();
        self.algebra.read_as(self.options.semantics);
        self.facts = Facts::new();
        self.frames.clear();
        self.budget = Budget::of(self.options.budget);
        self.memo = Memo::default();
        let (walks, closed_only) = (self.calls.walks, self.calls.closed_only);
        self.calls = Calls { walks, closed_only, ..Calls::default() };
        self.loops = OpenLoops::default();
        self.found = Found::default();
        self.tracer = None;
        self.dynamic_scope = false;
    }

    /// A program over a host.
    #[must_use]
    pub fn over(host: &'h dyn Host, search_path: Vec<PathBuf>, options: Options) -> Analyst<'h> {
        let program = Program::new(host, formwork_syntax::Dialect::default(), search_path);
        Analyst::new(program, options)
    }

    pub(crate) fn frame(&self) -> &Frame {
        // A walk begins by pushing a frame.
        &self.frames[self.frames.len() - 1]
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(crate) fn alive(&self) -> bool {
        self.frame().alive
    }

    /// Whether the walk has become too long.
    pub(crate) fn exhausted(&self) -> bool {
        self.budget.steps > self.budget.allowance || self.is_stopped()
    }

    /// Begins with a function that is walked for its own sake.
    pub(crate) fn begin_entry(&mut self, body: &Body) {
        self.budget.cut |= self.exhausted();
        if self.options.checking {
            self.budget.steps = 0;
            self.budget.elsewhere = 0;
            let own = (formwork_hir::walk::statements(&body.statements).count() as u64)
                .saturating_mul(WALKS_PER_STATEMENT);
            self.budget.allowance = self.options.budget.max(own);
        }
    }

    /// The terms that facts are written in.
    #[must_use]
    pub fn algebra(&self) -> &Algebra {
        &self.algebra
    }

    /// Whether the walk became too long, so that not all of it was walked.
    #[must_use]
    pub fn was_cut(&self) -> bool {
        self.budget.cut || self.exhausted()
    }

    /// A file, lowered; `None` if it cannot be read or is not a program.
    pub(crate) fn unit(&mut self, path: &Path) -> Option<Rc<Unit>> {
        if let Ok(id) = self.program.load(path)
            && self.program.file(id).is_class()
            && self.names.met_files.insert(id)
        {
            let members = Members::of(&self.program.file(id).parsed.tree);
            let mut members = members.unwrap_or_else(Members::open);
            self.program.inherit(&mut members, path.parent().unwrap_or(Path::new("")));
            self.names.met.extend(&members);
            self.names.operators = None;
        }
        self.program.unit(path)
    }

    /// Whether a file defines a class.
    pub fn is_class(&mut self, path: &Path) -> bool {
        self.program.load(path).is_ok_and(|id| self.program.file(id).is_class())
    }

    /// An extent nobody knows yet.
    pub(crate) fn fresh(&mut self, description: &str, bounds: Interval) -> ExtentId {
        self.algebra.fresh_extent(description, bounds)
    }

    /// The value with a shape, if only one that nobody knows.
    pub(crate) fn shaped(&mut self, value: AbstractValue, description: &str) -> AbstractValue {
        match value.shape {
            Some(_) => value,
            None => {
                AbstractValue { shape: Some(self.algebra.fresh_variable(description)), ..value }
            }
        }
    }

    /// Gives a variable a value, and keeps that as a definition.
    pub(crate) fn define(
        &mut self,
        slot: SlotId,
        value: AbstractValue,
        span: Span,
        kind: DefinitionKind,
    ) {
        if !self.alive() {
            return;
        }
        if self.frame().exposed.contains(&slot) {
            // Others share the variable.
            self.escape_handles_in(&value);
        }
        let name = self.frame().name(slot);
        let value = self.of_bounded_weight(value);
        let value = self.compared_object(value);
        let mut value = self.shaped(value, &name);
        value.shape = value.shape.map(|shape| self.familiar(shape));
        let definition = Definition { name, kind, span, value: value.clone(), defined: Truth::Yes };
        if self.tracing() {
            self.frame_mut().scene.after.insert(slot, value.clone());
        }
        let frame = self.frame_mut();
        frame.record.define(slot.as_u32(), definition);
        frame.set(slot, Slot::new(Rc::new(value), Truth::Yes));
    }

    /// The value, without its parts if there are so many that every walk through them would cost
    /// more than what is known of them is worth.
    fn of_bounded_weight(&mut self, value: AbstractValue) -> AbstractValue {
        const MOST: usize = 1 << 20;
        if !value.outweighs(MOST) {
            return value;
        }
        self.escape_handles_in(&value);
        value.without_parts()
    }

    /// A shape as an earlier one, if the facts say that it is the same.
    pub(crate) fn familiar(&mut self, shape: ShapeId) -> ShapeId {
        const RECENT: usize = 12;
        const SIZE: u32 = 32;
        match *self.algebra.node(shape) {
            Node::Select(selector, a, b) => {
                let (a, b) = (self.familiar(a), self.familiar(b));
                return self.algebra.select(selector, a, b);
            }
            Node::Variable(_) => {}
            Node::Elementwise(..) | Node::Apply(..) if self.algebra.size(shape) <= SIZE => {}
            _ => return shape,
        }
        if self.frame().terms.iter().any(|(known, _)| *known == shape) {
            return shape;
        }
        let variables: Rc<[_]> = self.algebra.variables_of(shape).into();
        if !matches!(self.algebra.node(shape), Node::Variable(_)) {
            let earlier: Vec<ShapeId> = self
                .frame()
                .terms
                .iter()
                .rev()
                .filter(|(_, own)| *own == variables)
                .map(|(known, _)| *known)
                .collect();
            for other in earlier {
                if self.facts.same_shape(&mut self.algebra, shape, other) == Truth::Yes {
                    return other;
                }
            }
        }
        let terms = &mut self.frame_mut().terms;
        if terms.len() >= RECENT {
            terms.remove(0);
        }
        terms.push((shape, variables));
        shape
    }

    /// Notes that a variable was read which stood for anything at all.
    pub(crate) fn note_read(&mut self, value: &Rc<AbstractValue>) {
        for (anything, read) in &mut self.loops.anything {
            *read |= Rc::ptr_eq(anything, value);
        }
    }

    /// Changes what is known of a variable whose value stays.
    pub(crate) fn refine(&mut self, slot: SlotId, value: AbstractValue) {
        if !self.alive() {
            return;
        }
        let state = self.frame().slot(slot).clone();
        self.frame_mut().set(slot, Slot { value: Rc::new(value), ..state });
    }
}
