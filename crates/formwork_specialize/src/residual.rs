//! The residual program: what the specializer builds, improves and prints.
//!
//! A tree of its own and not the lowered form: it is built statement by statement while
//! a program is walked, thrown away where a walk is repeated, and rewritten many times,
//! so its nodes own what is below them. What the walk knew of a value that later passes
//! need is kept beside each expression ([`Expr::sure`], [`Expr::known`]).
//!
//! Invariant, from the emitter to the last pass: at every point of the residual a
//! variable that will be read holds what the original's variable holds there.

use std::rc::Rc;

use cranelift_entity::{PrimaryMap, entity_impl};
use formwork_builtins::Row;
use formwork_hir::{SourceId, SourceText};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_runtime::{Class, Value};
use formwork_syntax::Span;

/// A function of the residual program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "f");

/// A variable of a residual function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(u32);
entity_impl!(VarId, "v");

/// A residual program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its functions; those that the entry does not reach are not printed.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// The function that is called from outside.
    pub entry: Option<FunctionId>,
    /// Whether the entry is a script: it has no parameters, and its outputs are the
    /// variables that it leaves.
    pub script: bool,
    /// Functions whose names stand in texts of the program: where such a text is left, the
    /// function is called by its name perhaps, and stays as it is called.
    pub named: Vec<FunctionId>,
    /// The same of functions that are not part of the residual.
    pub outside: Vec<Rc<str>>,
}

/// A residual function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name in the residual program.
    pub name: Rc<str>,
    /// The name of the function it came from.
    pub origin: Rc<str>,
    /// Its parameters, `varargin` last if it takes any number; `None` for `~`.
    pub params: Vec<Option<VarId>>,
    /// Its outputs, `varargout` last if it gives any number.
    pub outputs: Vec<VarId>,
    /// Its variables.
    pub vars: PrimaryMap<VarId, Variable>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Comments that stand before its first statement, without the percent sign.
    pub comments: Vec<Rc<str>>,
    /// The text of the whole function, if it is kept as it was written: then the body is
    /// empty and nothing may be changed, removed from its outputs or inlined.
    pub verbatim: Option<Rc<str>>,
    /// Whether any variable may be read or changed by its name (`eval` and the like):
    /// then no assignment is dead.
    pub dynamic_scope: bool,
    /// Where the function began that it came from.
    pub from: Option<Origin>,
    /// Variables that outlive the call in the original, where each call finds them as it would make
    /// them itself: making them anew is slower and nothing else.
    pub outlived: Vec<VarId>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Rc<str>,
    /// Whether others see it, or it outlives the call: global and persistent variables.
    /// No assignment to it is dead, and every call may change it.
    pub exposed: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Whether it displays its result.
    pub prints: bool,
    /// Comments before it, without the percent sign.
    pub comments: Vec<Rc<str>>,
    /// The line that it came from, for reports: nothing else depends on it.
    pub from: Option<Origin>,
}

/// A line of the original.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Origin {
    /// The file.
    pub source: SourceId,
    /// Its line, from 1.
    pub line: u32,
}

impl Origin {
    /// Where a place in a file is.
    #[must_use]
    pub fn of(source: &SourceText, span: Span) -> Origin {
        Origin { source: source.id(), line: source.place(span.start).line }
    }
}

/// A list of statements.
pub type Block = Vec<Stmt>;

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// An expression; its first value, if it has one, is assigned to `ans` unless it is a
    /// variable.
    Expr(Expr),
    /// `place = value`
    Assign(Place, Expr),
    /// `[a, ~, b] = value`; `None` for `~`.
    Multi(Vec<Option<Place>>, Expr),
    /// `place = []` that deletes elements; the last link is in parentheses.
    Delete(Place),
    /// `place += value` and the like, or `place++` and `place--` without a value, where
    /// the words of an error that they may raise matter: they use the place and set it.
    Update(Place, BinaryOp, Option<Expr>),
    /// `if`
    If(Vec<(Expr, Block)>, Option<Block>),
    /// `while`
    While(Expr, Block),
    /// `do … until`
    DoUntil(Block, Expr),
    /// `for place = value`
    For(Place, Expr, Block),
    /// `switch`
    Switch(Expr, Vec<(Expr, Block)>, Option<Block>),
    /// `try … catch err … end`
    Try(Block, Option<VarId>, Block),
    /// `unwind_protect`
    UnwindProtect(Block, Block),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// `global` (or else `persistent`) with the values the variables have at first.
    Declare(bool, Vec<(VarId, Option<Expr>)>),
}

/// A variable, or a place in it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub var: VarId,
    /// Where in it.
    pub links: Vec<Link>,
    /// What is known of storing there.
    pub store: Store,
}

/// What is known of storing in a part of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Store {
    /// Whether it cannot fail, and what is read from the place afterwards is what was
    /// stored: the array has the class of the value, subscripts are colons or single
    /// positive integers, and sizes are the same. Kinds of complex numbers may differ.
    pub exact: bool,
    /// How the array before is laid out.
    pub layout: Layout,
}

/// Whether an array is a row or a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// It may be anything.
    #[default]
    Any,
    /// It has one row, and two dimensions.
    Row,
    /// It has one column, and two dimensions.
    Column,
}

/// A step into a value.
#[derive(Clone, Debug)]
pub enum Link {
    /// `(…)`
    Paren(Vec<Expr>),
    /// `{…}`
    Brace(Vec<Expr>),
    /// `.name`
    Field(Rc<str>),
    /// `.(name)`
    DynamicField(Box<Expr>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Whether evaluating this node surely succeeds if its operands do: variables read
    /// have values, sizes conform, subscripts are within bounds. Whether it has effects
    /// is seen from what it calls.
    pub sure: bool,
    /// What is known of its (only) value.
    pub known: Known,
}

/// What passes may want to know of a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Its class.
    pub class: Option<Class>,
    /// Whether it is surely an array, so that nothing is called where it gets subscripts.
    pub array: bool,
    /// Its size.
    pub size: Option<Rc<[u64]>>,
    /// Whether it is real.
    pub real: bool,
    /// How it is laid out.
    pub layout: Layout,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A value.
    Const(Value),
    /// A variable.
    Var(VarId),
    /// A parameter of the anonymous function around.
    Param(Rc<str>),
    /// `:` as a subscript.
    Colon,
    /// `end`
    End,
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`
    AndAlso(Box<Expr>, Box<Expr>),
    /// `||`
    OrElse(Box<Expr>, Box<Expr>),
    /// `&` or `|` in a condition, which may leave its right operand out; nowhere else.
    Lazy(BinaryOp, Box<Expr>, Box<Expr>),
    /// `start:step:stop`
    Range(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// A value (mostly a variable) with at least one link; a handle in a variable is
    /// called this way.
    Index(Box<Expr>, Vec<Link>),
    /// A call by name; each argument may give any number of values.
    Call(Callee, Vec<Expr>),
    /// `[…]`
    Matrix(Vec<Vec<Expr>>),
    /// `{…}`
    Cell(Vec<Vec<Expr>>),
    /// `@name`
    Handle(Callee),
    /// `@(…) …`: the names of its parameters (`~` and `varargin` among them), its value, and
    /// how it was written, because parentheses and digits show in the text of the handle.
    Anonymous(Vec<Rc<str>>, Box<Expr>, Option<Rc<str>>),
}

/// Whom a call means.
#[derive(Clone)]
pub enum Callee {
    /// A function of the residual program.
    Function(FunctionId),
    /// A built-in of the table.
    Builtin(&'static Row),
    /// A name of which nothing is known but that it is no function of the program.
    Name(Rc<str>),
}

impl std::fmt::Debug for Callee {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Callee::Function(id) => write!(out, "{id}"),
            Callee::Builtin(row) => write!(out, "{}", row.name),
            Callee::Name(name) => write!(out, "{name}"),
        }
    }
}

impl Expr {
    /// A constant.
    #[must_use]
    pub fn constant(value: Value) -> Expr {
        let known = Known::of(&value);
        Expr { kind: ExprKind::Const(value), sure: true, known }
    }

    /// Whether it is written `[]`, `''` or `{}`, which built-ins and assignments tell from
    /// other empty arrays.
    #[must_use]
    pub fn is_null_literal(&self) -> bool {
        matches!(&self.kind, ExprKind::Const(value) if value.dims().as_slice() == [0, 0])
    }

    /// An expression of which nothing is known.
    #[must_use]
    pub fn unknown(kind: ExprKind) -> Expr {
        Expr { kind, sure: false, known: Known::default() }
    }
}

impl Known {
    /// What is known of a value that is known.
    #[must_use]
    pub fn of(value: &Value) -> Known {
        let size: Vec<u64> = value.dims().as_slice().iter().map(|&extent| extent as u64).collect();
        let layout = Layout::of(&size);
        let (class, real) = (Some(value.class()), !value.is_complex());
        let array = value.class() != Class::FunctionHandle;
        Known { class, array, size: Some(size.into()), real, layout }
    }

    /// Whether it is surely a scalar.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        self.size.as_ref().is_some_and(|size| size.iter().all(|&extent| extent == 1))
    }
}

impl Layout {
    /// That of an array of a size.
    #[must_use]
    pub fn of(size: &[u64]) -> Layout {
        match size {
            [1, _] => Layout::Row,
            [_, 1] => Layout::Column,
            _ => Layout::Any,
        }
    }
}

impl Stmt {
    /// A statement, with nothing but what it does.
    #[must_use]
    pub fn new(kind: StmtKind, prints: bool) -> Stmt {
        Stmt { kind, prints, comments: Vec::new(), from: None }
    }

    /// A statement that displays nothing.
    #[must_use]
    pub fn silent(kind: StmtKind) -> Stmt {
        Stmt::new(kind, false)
    }
}

impl Place {
    /// Whether it surely takes one value: `c{…}` and `s.f` may take a list of them.
    #[must_use]
    pub fn takes_one(&self) -> bool {
        self.links.iter().all(|link| matches!(link, Link::Paren(_)))
    }

    /// The whole of a variable.
    #[must_use]
    pub fn whole(var: VarId) -> Place {
        Place { var, links: Vec::new(), store: Store::default() }
    }
}
