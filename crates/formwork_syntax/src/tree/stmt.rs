//! Statements, functions and classes.
//!
//! A block is a list of statements, and comments are statements in it, so that
//! whoever rewrites a block keeps them in place without extra care.

use super::{CommentId, ExprId, FunctionId, Name, Param, QualifiedName, StmtId, Text};
use crate::span::Span;

/// A list of statements.
pub type Block = Box<[StmtId]>;

/// A statement and where it stands.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands, its terminator not included.
    pub span: Span,
    /// Whether a semicolon keeps its value from being displayed.
    pub silent: bool,
    /// Whether the author left an empty line before it.
    pub blank_before: bool,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// Stands where a statement could not be read; an error was reported. It may do anything to
    /// the variables whose names stand in its text, but to those that it seems only to read.
    Broken(Box<Broken>),
    /// An expression, assignments among them.
    Expr(ExprId),
    /// Command syntax: `hold on`.
    Command {
        /// The function.
        name: Name,
        /// Its arguments as written, quotes included.
        words: Box<[Text]>,
    },
    /// MATLAB's `!command`.
    Shell(Text),
    /// `if … elseif … else … end`
    If {
        /// Conditions with their blocks, in order; at least one.
        clauses: Box<[Clause]>,
        /// The `else` block.
        otherwise: Option<Block>,
    },
    /// `while … end`
    While {
        /// The condition.
        condition: ExprId,
        /// The body.
        body: Block,
    },
    /// `do … until …`
    DoUntil {
        /// The body.
        body: Block,
        /// The condition that ends the loop.
        condition: ExprId,
    },
    /// `for` and `parfor`
    For(Box<For>),
    /// `spmd … end`
    Spmd {
        /// The worker counts, if given.
        args: Box<[ExprId]>,
        /// The body.
        body: Block,
    },
    /// `switch … end`
    Switch(Box<Switch>),
    /// `try … catch … end`
    Try(Box<Try>),
    /// `unwind_protect … unwind_protect_cleanup … end_unwind_protect`
    UnwindProtect {
        /// The protected body.
        body: Block,
        /// What runs in any case.
        cleanup: Block,
    },
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// `global` and `persistent`
    Declare {
        /// Which of the two.
        storage: Storage,
        /// The variables.
        variables: Box<[DeclaredVariable]>,
    },
    /// A function defined here.
    Function(FunctionId),
    /// A method declared in a class file and defined elsewhere.
    Signature(FunctionId),
    /// `classdef … end`
    Class(Box<Class>),
    /// `properties`, `methods`, `events` or `enumeration` of a class.
    ClassBlock(Box<ClassBlock>),
    /// An `arguments` block.
    Arguments(Box<ArgumentsBlock>),
    /// A line of an `arguments` or `properties` block.
    Member(Box<Member>),
    /// A line of an `enumeration` block.
    Enumerator {
        /// The constant's name.
        name: Name,
        /// The arguments of the class's constructor.
        args: Box<[ExprId]>,
    },
    /// A name in an `events` block.
    Event(Name),
    /// A comment.
    Comment(CommentId),
}

/// The names in a statement that could not be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Broken {
    /// Those that it seems to assign to.
    pub assigned: Box<[Name]>,
    /// All others, of variables and functions.
    pub mentioned: Box<[Name]>,
    /// Whether it seems only to read these others: an assignment and a condition do.
    pub reads: bool,
}

/// A condition and what it guards.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The condition.
    pub condition: ExprId,
    /// What runs when it holds.
    pub body: Block,
}

/// A counted loop.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// What is assigned each time.
    pub target: ForTarget,
    /// What is walked through, column by column.
    pub iterable: ExprId,
    /// The body.
    pub body: Block,
    /// Whether it is `parfor`.
    pub parallel: bool,
    /// The worker limit of `parfor (i = 1:n, limit)`.
    pub workers: Option<ExprId>,
}

/// The loop variable.
#[derive(Clone, Debug, PartialEq)]
pub enum ForTarget {
    /// `for x = …`, where `x` may be indexed
    One(ExprId),
    /// `for [value, key] = struct`
    Pair(ExprId, ExprId),
}

/// A `switch`.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// What is compared.
    pub subject: ExprId,
    /// Comments before the first case.
    pub preamble: Block,
    /// The cases, in order.
    pub cases: Box<[Clause]>,
    /// The `otherwise` block.
    pub otherwise: Option<Block>,
}

/// A `try`.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// What may fail.
    pub body: Block,
    /// The variable of `catch err`, always a name.
    pub error: Option<ExprId>,
    /// What runs then; `None` when there is no `catch` at all.
    pub handler: Option<Block>,
}

/// Where a declared variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// `global`
    Global,
    /// `persistent`
    Persistent,
}

/// One variable of a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredVariable {
    /// Its name.
    pub name: Name,
    /// Octave's initial value.
    pub value: Option<ExprId>,
    /// Where the name stands.
    pub span: Span,
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name; more than one part for `get.Property`. Empty after an error.
    pub name: QualifiedName,
    /// Where the name stands.
    pub name_span: Span,
    /// The inputs.
    pub params: Box<[Param]>,
    /// The outputs.
    pub outputs: Box<[Param]>,
    /// The body; empty for a signature.
    pub body: Block,
    /// Whether an `end` closes it. All functions of a file agree on that.
    pub has_end: bool,
    /// From `function` to the end.
    pub span: Span,
}

/// A class definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// Where the name stands.
    pub name_span: Span,
    /// `classdef (Sealed)`
    pub attributes: Box<[Attribute]>,
    /// `< Base & other.Base`
    pub superclasses: Box<[QualifiedName]>,
    /// Class blocks and comments.
    pub body: Block,
}

/// One attribute in parentheses.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name.
    pub name: Name,
    /// Whether `~` negates it.
    pub negated: bool,
    /// Its value.
    pub value: Option<ExprId>,
}

/// A block of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassBlock {
    /// Which block.
    pub kind: ClassBlockKind,
    /// Its attributes.
    pub attributes: Box<[Attribute]>,
    /// Its members and comments.
    pub body: Block,
}

/// The blocks a class may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassBlockKind {
    /// `properties`
    Properties,
    /// `methods`
    Methods,
    /// `events`
    Events,
    /// `enumeration`
    Enumeration,
}

impl ClassBlockKind {
    /// The word that opens it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ClassBlockKind::Properties => "properties",
            ClassBlockKind::Methods => "methods",
            ClassBlockKind::Events => "events",
            ClassBlockKind::Enumeration => "enumeration",
        }
    }
}

/// An `arguments` block.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentsBlock {
    /// `Input`, `Output`, `Repeating`.
    pub attributes: Box<[Attribute]>,
    /// Its lines and comments.
    pub body: Block,
}

/// A declared argument or property: `name (size) class {validators} = default`.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// What is declared.
    pub target: MemberTarget,
    /// `(1,:)`, with [`super::ExprKind::Colon`] for a free extent.
    pub size: Option<Box<[ExprId]>>,
    /// The class, and the shape word of the old `name@class vector` spelling.
    pub class: Option<MemberClass>,
    /// `{mustBePositive, mustBeMember(x, [1 2])}`
    pub validators: Option<Box<[ExprId]>>,
    /// The default value.
    pub default: Option<ExprId>,
}

/// What a member line declares.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberTarget {
    /// `x`, `options.Name`
    Name(QualifiedName),
    /// `options.?Class`: every settable property of the class
    PropertiesOf {
        /// The structure that gets them.
        structure: Name,
        /// The class.
        class: QualifiedName,
    },
    /// `~` in an arguments block
    Ignored,
}

/// The class of a member.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberClass {
    /// The class.
    pub name: QualifiedName,
    /// Whether it was written `name@class`.
    pub at_sign: bool,
    /// `scalar`, `vector` or `matrix` after `name@class`.
    pub shape_word: Option<Name>,
}
