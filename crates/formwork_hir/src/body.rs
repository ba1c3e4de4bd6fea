//! The lowered program: functions whose names are resolved and whose index chains
//! are flat.
//!
//! A [`Body`] is a function, a script or an anonymous function. Its variables are
//! *slots*, its expressions live in an arena so that analyses can keep facts in side
//! maps, and its statements are a structured tree. What a program means is the same
//! for everybody who walks it: the interpreter, inference, the specializer.
//!
//! Invariants: every id of a body indexes that body's own arenas; a statement of the text has an
//! id of its own, and one that a tool put together has none.
//!
//! ```text
//! y.a(2) = f (x)    Assign { target: Place { y, links [.a, (2)] }, value: e1 }
//!                   e0 = slot x;  e1 = call f with the argument e0
//! ```

use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use cranelift_entity::{PrimaryMap, entity_impl};
use formwork_builtins::{BuiltinId, Effects, Row};
use formwork_runtime::Value;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::callee::Callee;
use crate::class_unit::{ClassUnit, ClassWords};
use crate::places::Places;
use crate::scope::SlotId;
use crate::source::SourceText;

/// An expression of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);
entity_impl!(ExprId, "e");

/// A place of a body that calls a function by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(u32);
entity_impl!(CallId, "call");

/// An anonymous function inside a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnonymousId(u32);
entity_impl!(AnonymousId, "fn");

/// A function of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(u32);
entity_impl!(BodyId, "body");

/// A function, a script or an anonymous function, among all that were lowered in this process:
/// no two bodies have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "function");

impl FunctionId {
    /// One that no body has so far.
    #[must_use]
    pub fn fresh() -> FunctionId {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        FunctionId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A statement of a body, counted in the order of the text; statements that a tool put together
/// have none of their own ([`StmtId::NONE`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StmtId(u32);
entity_impl!(StmtId, "s");

impl StmtId {
    /// No statement of the text.
    pub const NONE: StmtId = StmtId(u32::MAX);
}

/// Everything one file or one evaluated text defines.
#[derive(Debug)]
pub struct Unit {
    /// Its text.
    pub source: Rc<SourceText>,
    /// Its functions, nested ones included.
    pub bodies: PrimaryMap<BodyId, Rc<Body>>,
    /// The statements outside functions, if there are any.
    pub script: Option<BodyId>,
    /// The class that the file defines. Its methods are among the functions.
    pub class: Option<ClassUnit>,
    /// The functions a caller may name, in the order of the text.
    pub functions: Vec<(Rc<str>, BodyId)>,
    /// The same by name, the first of each.
    pub(crate) by_name: FxHashMap<Rc<str>, BodyId>,
}

impl Unit {
    /// The function of that name that is not nested.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<BodyId> {
        self.by_name.get(name).copied()
    }
}

/// What kind of body it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyKind {
    /// Statements that run among the variables of whoever runs them.
    Script,
    /// A function.
    Function,
    /// A function that shares variables with the one around it.
    Nested(BodyId),
    /// `@(x) …`
    Anonymous,
}

/// A function, a script or an anonymous function.
#[derive(Clone, Debug)]
pub struct Body {
    /// Which it is.
    pub id: FunctionId,
    /// Its name.
    pub name: Rc<str>,
    /// What kind it is.
    pub kind: BodyKind,
    /// Its text.
    pub source: Rc<SourceText>,
    /// Where it stands.
    pub span: Span,
    /// Its variables.
    pub slots: PrimaryMap<SlotId, Variable>,
    /// Its parameters, `varargin` not among them.
    pub inputs: Box<[Input]>,
    /// The slot of `varargin`.
    pub varargin: Option<SlotId>,
    /// Its outputs, `varargout` not among them.
    pub outputs: Box<[SlotId]>,
    /// Where the outputs stand.
    pub output_spans: Box<[Span]>,
    /// The slot of `varargout`.
    pub varargout: Option<SlotId>,
    /// The slot of `ans`.
    pub ans: SlotId,
    /// What its `arguments` block demands.
    pub arguments: Box<[ArgumentRule]>,
    /// Its expressions.
    pub exprs: PrimaryMap<ExprId, Expr>,
    /// The places that call functions by name.
    pub calls: PrimaryMap<CallId, CallTarget>,
    /// The anonymous functions in it.
    pub anonymous: PrimaryMap<AnonymousId, Rc<Anonymous>>,
    /// Its statements.
    pub statements: Block,
    /// Slots that nested functions share.
    pub shared: Box<[SlotId]>,
    /// The nested functions in it.
    pub nested: Box<[BodyId]>,
    /// What stands where in it.
    pub places: Places,
    /// What expressions mean that only a running program with classes understands.
    pub class_words: ClassWords,
}

/// A variable of a body.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Rc<str>,
    /// Where it lives.
    pub storage: Storage,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In the call.
    Local,
    /// In the call of the enclosing function, as that slot.
    Outer(SlotId),
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its variable; `None` for `~`.
    pub slot: Option<SlotId>,
    /// What it is if the caller gives none.
    pub default: Option<ExprId>,
}

/// One line of an `arguments` block.
#[derive(Clone, Debug)]
pub struct ArgumentRule {
    /// The parameter, or the struct that collects named ones.
    pub slot: SlotId,
    /// The field, for `options.name`.
    pub field: Option<Rc<str>>,
    /// The size it is brought to; `None` for `:`.
    pub size: Option<Box<[Option<usize>]>>,
    /// The class it is converted to.
    pub class: Option<Rc<str>>,
    /// Calls that check it: function and further arguments.
    pub validators: Box<[Validator]>,
    /// What it is if the caller gives none.
    pub default: Option<ExprId>,
    /// Where it stands.
    pub span: Span,
    /// Whether it belongs to an `(Output)` block.
    pub is_output: bool,
    /// Whether it is in a `(Repeating)` block.
    pub is_repeating: bool,
}

/// A validator of an `arguments` block.
#[derive(Clone, Debug)]
pub struct Validator {
    /// The function.
    pub call: CallId,
    /// Its arguments; `None`: the argument alone.
    pub args: Option<Box<[ExprId]>>,
}

/// A function that is called by name.
#[derive(Clone, Debug)]
pub struct CallTarget {
    /// Its name.
    pub name: Rc<str>,
    /// What it means, as far as could be seen.
    pub callee: Option<Callee>,
    /// For a function of the same unit, which.
    pub local: Option<BodyId>,
    /// Where the name stands.
    pub span: Span,
    /// What the table says of the name, which is asked for often.
    id: Option<BuiltinId>,
    row: Option<&'static Row>,
    effects: Effects,
}

impl CallTarget {
    /// A call of a function by its name.
    #[must_use]
    pub fn new(
        name: Rc<str>,
        callee: Option<Callee>,
        local: Option<BodyId>,
        span: Span,
    ) -> CallTarget {
        let (id, row) = (BuiltinId::of(&name), formwork_builtins::find(&name));
        let effects = formwork_builtins::effects_of(&name);
        CallTarget { name, callee, local, span, id, row, effects }
    }

    /// The built-in of that name which some reader singles out, whatever the name means here.
    #[must_use]
    pub fn id(&self) -> Option<BuiltinId> {
        self.id
    }

    /// The row of the table for that name, unless it is known to mean a function of the program.
    #[must_use]
    pub fn row(&self) -> Option<&'static Row> {
        let own = self.local.is_some() || !matches!(self.callee, Some(Callee::Builtin) | None);
        if own { None } else { self.row }
    }

    /// What the function of that name does besides computing its outputs, if it is the
    /// language's.
    #[must_use]
    pub fn effects(&self) -> Effects {
        self.effects
    }
}

/// An anonymous function.
#[derive(Debug)]
pub struct Anonymous {
    /// It as a body whose only statement returns its value.
    pub body: Rc<Body>,
    /// What it computes.
    pub value: ExprId,
    /// Which variables of the surrounding body become which of its own.
    pub captures: Box<[(SlotId, SlotId)]>,
    /// Its text as `func2str` gives it.
    pub text: Rc<str>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Const(Value),
    /// A variable.
    Var(SlotId),
    /// `:` as an argument.
    Colon,
    /// `end` as (part of) an argument.
    End,
    /// An operator with one operand.
    Unary(UnaryOp, ExprId),
    /// An operator with two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// `&&`
    AndAlso(ExprId, ExprId),
    /// `||`
    OrElse(ExprId, ExprId),
    /// `&` or `|` in the condition of `if` or `while`: its right operand is left
    /// out where the left one is a scalar that decides.
    Lazy(BinaryOp, ExprId, ExprId),
    /// `start:step:stop`
    Range(ExprId, Option<ExprId>, ExprId),
    /// A call or an index, and whatever follows it.
    Access(Box<Access>),
    /// `[…]`
    Matrix(Box<[Box<[ExprId]>]>),
    /// `{…}`
    Cell(Box<[Box<[ExprId]>]>),
    /// `@name`
    Handle(CallId),
    /// `@(…) …`
    Anonymous(AnonymousId),
    /// An assignment, whose value is that of its first target.
    Assign(Box<Assign>),
    /// `x++`, `x--` where the value is used: the value before.
    PostIncrement(Box<Assign>),
    /// Something that cannot be executed.
    Invalid(Refusal),
}

/// Why something cannot be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It fails in Octave, too, with this message.
    Fails(&'static str),
    /// It means something that is not supported here: no fact about the program.
    Unsupported(&'static str),
    /// Its text could not be read, as while somebody writes it: it may have any value.
    Unread,
}

impl Refusal {
    /// What is said where it is reached.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Refusal::Fails(message) | Refusal::Unsupported(message) => message,
            Refusal::Unread => "parse error",
        }
    }
}

/// A call or an index with its links.
#[derive(Clone, Debug)]
pub struct Access {
    /// What is called or indexed.
    pub root: Root,
    /// What is done to it, one after the other.
    pub links: Box<[Link]>,
}

impl Access {
    /// Whether any number of values may come of it that is a list, as of `c{…}` and `s.f`,
    /// and not the values of a function.
    #[must_use]
    pub fn is_list(&self) -> bool {
        match self.links.last() {
            Some(Link::Brace(_) | Link::Field(_) | Link::DynamicField(_)) => true,
            Some(Link::Paren(_)) => false,
            None => matches!(self.root, Root::Value(_)),
        }
    }
}

/// What is called or indexed.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// A variable.
    Var(SlotId),
    /// A function.
    Call(CallId),
    /// A variable if it has a value, else a function.
    VarOrCall(SlotId, CallId),
    /// A value.
    Value(ExprId),
}

/// A step of an access.
#[derive(Clone, Debug)]
pub enum Link {
    /// `(…)`
    Paren(Arguments),
    /// `{…}`
    Brace(Arguments),
    /// `.name`
    Field(Rc<str>),
    /// `.(name)`
    DynamicField(ExprId),
}

/// Arguments or subscripts.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The expressions; each may give any number of values.
    pub exprs: Box<[ExprId]>,
    /// Whether `end` stands in them and may mean what they index.
    pub has_end: bool,
}

/// An assignment.
#[derive(Clone, Debug)]
pub struct Assign {
    /// The targets.
    pub targets: Box<[Target]>,
    /// Whether they were in brackets, and so may be any number.
    pub bracketed: bool,
    /// The operator of `+=` and the like.
    pub op: Option<BinaryOp>,
    /// The value.
    pub value: ExprId,
    /// Whether the value is the literal `[]` or `''`, which deletes elements.
    pub deletes: bool,
    /// Whether it was written `++` or `--`.
    pub steps: bool,
}

/// A target of an assignment.
#[derive(Clone, Debug)]
pub enum Target {
    /// `~`
    Ignored,
    /// A variable, or a place in it.
    Place {
        /// The variable.
        slot: SlotId,
        /// Where in it.
        links: Box<[Link]>,
        /// Where it stands.
        span: Span,
    },
}

/// A list of statements.
pub type Block = Box<[Stmt]>;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Which it is.
    pub id: StmtId,
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
    /// Whether its results are displayed.
    pub prints: bool,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// An expression.
    Expr(ExprId),
    /// An assignment.
    Assign(Box<Assign>),
    /// `if`
    If(Box<[(ExprId, Block)]>, Option<Block>),
    /// `while`
    While(ExprId, Block),
    /// `do … until`
    DoUntil(Block, ExprId),
    /// `for`
    For(Box<For>),
    /// `switch`
    Switch(Box<Switch>),
    /// `try`
    Try(Box<Try>),
    /// `unwind_protect`
    UnwindProtect(Block, Block),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// `global` or `persistent`.
    Declare(Box<[Declaration]>),
    /// Statements that belong together.
    Block(Block),
    /// A function of a script is defined: from here on its name means it.
    Define(Rc<str>, BodyId),
    /// Something that can only fail when it is reached.
    Invalid(Refusal),
    /// A statement whose text could not be read, as while somebody writes it: it may do anything to
    /// these variables. Only an analysis of unfinished programs meets it.
    Broken(Box<[SlotId]>),
    /// A comment `%# …` that says something to tools; it does nothing.
    Note(Box<Note>),
}

impl StmtKind {
    /// The lists of statements directly inside a statement, in the order of the text.
    #[must_use]
    pub fn blocks(&self) -> Vec<&[Stmt]> {
        match self {
            StmtKind::If(clauses, otherwise) => {
                let inner = clauses.iter().map(|(_, block)| &**block);
                inner.chain(otherwise.as_deref()).collect()
            }
            StmtKind::While(_, block) | StmtKind::DoUntil(block, _) | StmtKind::Block(block) => {
                vec![block]
            }
            StmtKind::For(each) => vec![&each.body],
            StmtKind::Switch(switch) => {
                let inner = switch.cases.iter().map(|(_, block)| &**block);
                inner.chain(switch.otherwise.as_deref()).collect()
            }
            StmtKind::Try(attempt) => vec![&attempt.body, &attempt.handler],
            StmtKind::UnwindProtect(block, cleanup) => vec![block, cleanup],
            StmtKind::Expr(_)
            | StmtKind::Assign(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Declare(_)
            | StmtKind::Define(..)
            | StmtKind::Note(_)
            | StmtKind::Broken(_)
            | StmtKind::Invalid(_) => Vec::new(),
        }
    }
}

/// What a comment `%# …` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Something of a variable, from here on.
    Variable(SlotId, VariableNote),
    /// With how many arguments the function was called.
    Nargin(u64),
    /// How many outputs were asked for.
    Nargout(u64),
    /// The next loop is to be unrolled.
    Unroll,
    /// The next loop is to be kept.
    NoUnroll,
    /// Calls of a function are to be kept.
    Preserve(Rc<str>),
    /// A function is never to be run beforehand.
    NoInterpret(Rc<str>),
}

/// What a comment says of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariableNote {
    /// Its size, as far as it is given.
    Size(Box<[Option<u64>]>),
    /// It has at most so many dimensions.
    Ndims(u64),
    /// Nothing is to be known of its extent along a dimension, counted from 1.
    Widen(u64),
    /// Whether it is real.
    Real(bool),
    /// Whether it is logical.
    Logical(bool),
    /// Its class.
    Class(Rc<str>),
    /// It is real and of class double.
    RealDouble,
    /// It is a real scalar of class double.
    RealScalar,
    /// It has a value.
    Defined,
    /// It has none.
    Undefined,
}

/// A `for` loop.
#[derive(Clone, Debug)]
pub struct For {
    /// What takes each column.
    pub target: Target,
    /// What takes the name of each field, in `for [value, key] = structure`.
    pub key: Option<Target>,
    /// What is gone through.
    pub iterable: ExprId,
    /// What is done.
    pub body: Block,
}

/// A `switch`.
#[derive(Clone, Debug)]
pub struct Switch {
    /// What is compared.
    pub subject: ExprId,
    /// The cases.
    pub cases: Box<[(ExprId, Block)]>,
    /// `otherwise`
    pub otherwise: Option<Block>,
}

/// A `try`.
#[derive(Clone, Debug)]
pub struct Try {
    /// What may fail.
    pub body: Block,
    /// What takes the error.
    pub error: Option<SlotId>,
    /// What is done then.
    pub handler: Block,
}

/// A variable that is declared.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The variable.
    pub slot: SlotId,
    /// Whether it is global; else it is persistent.
    pub global: bool,
    /// What it is at first.
    pub value: Option<ExprId>,
}

impl Body {
    /// How argument `index` (from 0) of a call was written.
    #[must_use]
    pub fn written_argument(&self, call: ExprId, index: usize) -> Option<&[u8]> {
        let ExprKind::Access(access) = &self.exprs.get(call)?.kind else { return None };
        let [Link::Paren(arguments), ..] = &access.links[..] else { return None };
        let span = self.exprs[*arguments.exprs.get(index)?].span;
        self.source.text().get(span.start as usize..span.end as usize)
    }
}
