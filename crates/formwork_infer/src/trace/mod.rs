//! The trace of a walk: the statements that were walked, in the order in which they
//! would run, with what every expression in them was.
//!
//! A trace is kept only if it is asked for ([`Analyst::keep_trace`]). Of a loop that is
//! walked until its head is stable the last walk is kept; a loop whose iterations are all
//! known beforehand is kept iteration by iteration (`unroll`). A function is kept once
//! for each way it was called: a [`Variant`]. Who makes programs of this needs no walk of its own.
//!
//! ```text
//! n = 2;                     step: n = 2, the constant 2
//! for k = 1:n, f (k); end    steps: k = 1; call of variant 1 of f; k = 2; call of variant 2 of f
//! ```

mod keep;
pub mod sure;
pub(crate) mod use_def;

use std::collections::BTreeSet;
use std::rc::Rc;

use cranelift_entity::{PrimaryMap, entity_impl};
use formwork_builtins::Row;
use formwork_domain::{AbstractValue, HandleId};
use formwork_hir::body::{Anonymous, Body, Declaration, ExprId, Note, Stmt, Target, Unit};
use formwork_hir::{FunctionId, SlotId};
use formwork_runtime::Value;
use formwork_shape::Truth;
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// A function in one of the ways it was called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariantId(u32);
entity_impl!(VariantId, "variant");

/// What was walked.
#[derive(Debug, Default)]
pub struct Trace {
    /// The functions, each in every way it was called.
    pub variants: PrimaryMap<VariantId, Variant>,
    /// Functions whose calls are to be kept as they are, because a comment says so.
    pub preserved: FxHashSet<Rc<str>>,
    /// Functions that are not to be replaced by what they give.
    pub never_run: FxHashSet<Rc<str>>,
    /// Whether what comments say is kept, to be checked when the program runs.
    pub asserts: bool,
    /// Whether files of data are read beforehand.
    pub reads_files: bool,
    /// Calls that would have read a file, and why they stay.
    pub unread: BTreeSet<String>,
    /// Loops of which a comment says that they stay.
    pub kept: FxHashSet<LoopKey>,
}

/// A function in one of the ways it was called.
#[derive(Debug)]
pub struct Variant {
    /// The file it stands in.
    pub unit: Rc<Unit>,
    /// It.
    pub body: Rc<Body>,
    /// Its arguments; `None` if it was entered from outside.
    pub args: Option<Vec<AbstractValue>>,
    /// What was written for it from outside, in the order in which it is evaluated.
    pub supplied: Vec<Supplied>,
    /// For a call that was written as a whole: the names in it that nothing defines.
    pub names: Option<Vec<Rc<str>>>,
    /// How many arguments an entry is given, if that is known.
    pub given: Option<usize>,
    /// How many outputs were asked for; `None` if that is not known.
    pub nargout: Option<usize>,
    /// What it gives; `None` if it never returns, or any number of values.
    pub outputs: Option<Vec<AbstractValue>>,
    /// Whether it may return.
    pub returns: bool,
    /// Its statements.
    pub steps: Vec<Step>,
    /// For an anonymous function: what was called.
    pub anonymous: Option<AnonymousCall>,
    /// Whether variables may change without being named.
    pub dynamic_scope: bool,
    /// Whether calls before it may have left something in a persistent variable.
    pub stateful: bool,
    /// Whether a function that it called looked into it: at its variables, or how it was called.
    pub looked_into: bool,
}

impl Variant {
    /// Whether a value of a parameter was written from outside.
    #[must_use]
    pub fn fixes(&self, slot: SlotId) -> bool {
        self.supplied.iter().any(|supplied| supplied.to == Destination::Parameter(slot))
    }
}

/// An anonymous function that was called.
#[derive(Debug)]
pub struct AnonymousCall {
    /// The function.
    pub anonymous: Rc<Anonymous>,
    /// The handle through which it was called.
    pub handle: HandleId,
    /// What that captured, in the order of the captures.
    pub captured: Vec<Option<AbstractValue>>,
    /// What is known of its only expression.
    pub scene: Scene,
}

/// An expression that was written for an entry.
#[derive(Debug)]
pub struct Supplied {
    /// What its value is for.
    pub to: Destination,
    /// The expression.
    pub text: Rc<str>,
    /// The file as a part of which it is read.
    pub unit: Rc<Unit>,
    /// The function around it: its parameters are the names of the call, its output is the value.
    pub body: Rc<Body>,
    /// The statements of that.
    pub steps: Vec<Step>,
    /// Its value.
    pub value: AbstractValue,
}

/// What an expression is for that was written for an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// A parameter.
    Parameter(SlotId),
    /// A field of a parameter, or of a field of it.
    Field(SlotId, Vec<Rc<str>>),
    /// An element of `varargin`; the first is 0.
    Rest(usize),
    /// A name of the call.
    Name(Rc<str>),
    /// A parameter `~`.
    Ignored,
}

/// A statement that was walked.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
    /// Whether its results are displayed.
    pub prints: bool,
}

/// What a statement that was walked does.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// An expression or an assignment.
    Simple(Stmt, Scene),
    /// A variable gets a value that is known: that of a loop in one of its iterations.
    Set(SlotId, Value),
    /// A variable gets a field of a struct that has it, which another variable holds: the value of a
    /// loop over fields in one of its iterations.
    Field(SlotId, SlotId, Rc<str>),
    /// `if`
    If(Vec<Clause>, Arm),
    /// `switch`
    Switch(ExprId, Scene, Vec<Clause>, Arm),
    /// `while`
    While(ExprId, Scene, Vec<Step>),
    /// `do … until`
    DoUntil(Vec<Step>, ExprId, Scene),
    /// `for`
    For(Box<Counted>, Vec<Step>),
    /// `try`
    Try(Vec<Step>, Option<SlotId>, Vec<Step>),
    /// `unwind_protect`
    UnwindProtect(Vec<Step>, Vec<Step>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// `global` or `persistent`
    Declare(Box<[Declaration]>, Scene),
    /// A loop that was kept iteration by iteration, with how many there were.
    Unrolled(LoopKey, usize, Vec<Step>),
    /// The statements of a script that was called.
    Script(Rc<Unit>, Rc<Body>, Vec<Step>),
    /// What a comment says was believed, and is to be checked.
    Believed(Box<Note>),
    /// Something that can only fail.
    Invalid(&'static str),
}

impl StepKind {
    /// The lists of statements directly inside.
    #[must_use]
    pub fn blocks(&self) -> Vec<&[Step]> {
        match self {
            StepKind::If(clauses, last) | StepKind::Switch(_, _, clauses, last) => {
                let inner = clauses.iter().map(|clause| &*clause.steps);
                inner.chain([&*last.steps]).collect()
            }
            StepKind::While(_, _, steps)
            | StepKind::DoUntil(steps, _, _)
            | StepKind::For(_, steps)
            | StepKind::Unrolled(_, _, steps)
            | StepKind::Script(_, _, steps) => vec![steps],
            StepKind::Try(steps, _, others) | StepKind::UnwindProtect(steps, others) => {
                vec![steps, others]
            }
            StepKind::Simple(..)
            | StepKind::Set(..)
            | StepKind::Field(..)
            | StepKind::Break
            | StepKind::Continue
            | StepKind::Return
            | StepKind::Declare(..)
            | StepKind::Believed(_)
            | StepKind::Invalid(_) => Vec::new(),
        }
    }
}

/// A branch with its condition.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The condition, or the label of a `case`.
    pub condition: ExprId,
    /// What is known of it.
    pub scene: Scene,
    /// Whether the branch is taken, if the condition is reached.
    pub taken: Truth,
    /// The branch.
    pub steps: Vec<Step>,
}

/// The branch without a condition.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its statements; none if there is no such branch.
    pub steps: Vec<Step>,
    /// Whether it can be reached.
    pub reached: bool,
}

/// A `for` loop that was not gone through iteration by iteration.
#[derive(Clone, Debug)]
pub struct Counted {
    /// What takes each column.
    pub target: Target,
    /// What takes the name of each field.
    pub key: Option<Target>,
    /// What is gone through.
    pub iterable: ExprId,
    /// What is known of that.
    pub scene: Scene,
}

/// What the expressions of a statement were when it was walked.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Expressions with one value.
    pub values: FxHashMap<ExprId, AbstractValue>,
    /// Expressions with another number of values, that is known.
    pub lists: FxHashMap<ExprId, Vec<AbstractValue>>,
    /// What variables were when they were read first.
    pub reads: FxHashMap<SlotId, AbstractValue>,
    /// What was called.
    pub made: FxHashMap<ExprId, Made>,
    /// Calls of handles that are parts of variables, by the last link: `s.f (x)`, `c{2} (x)`.
    pub through: FxHashMap<ExprId, Made>,
    /// Operations that may fail for the sizes or the definedness of their operands.
    pub risky: FxHashSet<Span>,
    /// Targets in which a store surely succeeds, and from which what was stored can be
    /// read again as it is.
    pub exact: FxHashSet<Span>,
    /// Expressions that call a method of an object that is a variable, which changes it.
    pub methods: FxHashSet<ExprId>,
    /// Calls of `parse` of parsers that nobody else has, which surely succeed.
    pub parsed: FxHashMap<ExprId, Parsed>,
    /// Variables that hold a parser and are read otherwise than by properties that are known.
    pub released: FxHashSet<SlotId>,
    /// Whether `end` stands for the extent of a variable that has no value: MATLAB reads
    /// it as 0, Octave fails.
    pub loose_end: bool,
    /// Whether computing something beforehand warned.
    pub warned: bool,
    /// What variables are after something was stored in them or in parts of them.
    pub after: FxHashMap<SlotId, AbstractValue>,
    /// What `x += y` and the like stored.
    pub stored: Option<AbstractValue>,
    /// Whether the statement never ends.
    pub ends: bool,
}

/// What came of taking arguments apart.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// How many arguments there were.
    pub given: usize,
    /// The results, in order, with where they come from.
    pub results: Vec<(Rc<str>, AbstractValue, ParsedOrigin)>,
}

/// Where a result of taking arguments apart comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsedOrigin {
    /// From the parser: a default, or a truth value of a switch.
    Parser,
    /// It is this argument, from 0.
    Argument(usize),
    /// It is a field of this argument.
    Field(usize, Rc<str>),
}

/// A call that was made.
#[derive(Clone)]
pub enum Made {
    /// A function that was walked.
    Function(VariantId),
    /// A function that was not.
    Unfollowed(Rc<Unit>, Rc<Body>),
    /// A built-in.
    Builtin(&'static Row),
    /// A script.
    Script,
    /// A name of which nothing is known.
    Unknown(Rc<str>),
}

impl std::fmt::Debug for Made {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Made::Function(variant) => write!(out, "{variant}"),
            Made::Unfollowed(_, body) => write!(out, "{} (not followed)", body.name),
            Made::Builtin(row) => write!(out, "{}", row.name),
            Made::Script => write!(out, "a script"),
            Made::Unknown(name) => write!(out, "{name}"),
        }
    }
}

/// Keeps a trace while it is made.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    pub(crate) trace: Trace,
    /// The blocks that are being walked, innermost last.
    blocks: Vec<Vec<Step>>,
    /// The call that was made last.
    pub(crate) made: Option<Made>,
    /// How many branches and loops are around, in all functions, of which only a run
    /// decides.
    pub(crate) undecided: usize,
    /// How many statements were kept whose results are not known.
    pub(crate) dynamic: usize,
    /// What a comment says of the next loop: that it is to be unrolled, or not.
    pub(crate) advice: Option<bool>,
    /// The body of the loop that was walked last.
    pub(crate) walked: Vec<Step>,
    /// What is not to be followed as far as it could be.
    pub(crate) thrift: Thrift,
    /// Whether every call is walked anew.
    pub(crate) anew: bool,
    /// How many statements the blocks have that are being walked, innermost last, with those of
    /// loops that were kept iteration by iteration.
    weights: Vec<usize>,
}

/// A loop: the body it stands in, and where.
pub type LoopKey = (FunctionId, Span);

/// What is not to be followed as far as it could be, because a residual became too long.
#[derive(Clone, Debug, Default)]
pub struct Thrift {
    /// Loops that stay loops.
    pub rolled: FxHashSet<LoopKey>,
    /// Functions of which there are to be few versions: the numbers among their arguments are not
    /// followed.
    pub few: FxHashSet<FunctionId>,
    /// Functions of which there is to be one version, for all calls.
    pub one: FxHashSet<FunctionId>,
    /// Whether no loop is unrolled, and of every function there is to be one version.
    pub all: bool,
}

impl Thrift {
    /// How much is forgone.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rolled.len() + self.few.union(&self.one).count() + usize::from(self.all)
    }

    /// Whether nothing is forgone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How a trace is kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct TraceOptions<'a> {
    /// Functions that are not to be replaced by what they give.
    pub never_run: &'a [String],
    /// Whether comments that are believed are kept, to be checked.
    pub asserts: bool,
    /// Whether files of data are read beforehand.
    pub reads_files: bool,
    /// What is not to be followed as far as it could be; nothing, if there is none.
    pub thrift: Option<&'a Thrift>,
    /// Whether every call is walked anew, also one like an earlier one.
    pub anew: bool,
}

/// How many statements of which only a run decides may be kept before calls are no longer
/// followed: nobody reads a longer program, and each of them takes memory.
const OVERGROWN: usize = 50_000;

/// The most elements of a variable that is written as a whole after a part of it changed.
pub const WRITTEN_AS_A_WHOLE: usize = 256;

impl Tracer {
    /// How many statements the block that is being walked has so far.
    pub(crate) fn kept(&self) -> usize {
        self.weights.last().copied().unwrap_or_default()
    }
}
