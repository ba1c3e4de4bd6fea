//! Why a walk ends: operations that fail whatever the unknown sizes are.
//!
//! A place fails surely if every walk that came to it ended there. Walks that are not
//! final (a loop is walked until its head is stable) see only some of the states that a
//! final one sees, so that counting all of them errs on the side of silence. So a record
//! keeps both what failed and what passed; a failure counts only where nothing passed.

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::SourceText;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::report::record::Check;

/// An operation that surely fails.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Where.
    pub span: Span,
    /// What fails.
    pub kind: FailureKind,
    /// What is known of the operands.
    pub values: Vec<AbstractValue>,
    /// What the program would say, where that is known word by word.
    pub message: Option<String>,
    /// Whether a `try` around it, or around a call that leads to it, catches it.
    pub guarded: bool,
}

/// What fails.
#[derive(Clone, Debug)]
pub enum FailureKind {
    /// A check of sizes.
    Check(Box<Check>),
    /// A subscript that is no positive integer.
    Subscript,
    /// Elements that cannot be deleted.
    Deletion,
    /// An operator on classes that it does not take; its name.
    Operator(&'static str),
    /// A value of a class that is not for this use: `if`, `&&`, `:`.
    Use(&'static str),
    /// `x{…}` of something that is no cell array.
    Brace,
    /// `x.name` of something that has no fields.
    Dot,
    /// A field that a struct does not have.
    Field(Rc<str>),
    /// A variable that has no value.
    Undefined(Rc<str>),
    /// A function that gives no value where one is needed.
    NoValue,
    /// A list has no value for one of several targets; which, from 1.
    NoElement(usize),
    /// An output that is asked for, and that a function does not set.
    NoOutput {
        /// The function.
        name: Rc<str>,
        /// Which output, from 1.
        number: usize,
    },
    /// More arguments than a function takes.
    Arguments {
        /// The function.
        name: Rc<str>,
        /// How many there are.
        given: usize,
        /// How many it takes.
        most: usize,
    },
    /// A number of arguments that a built-in does not take.
    Invalid(Rc<str>),
    /// More outputs than a function has.
    Outputs {
        /// The function.
        name: Rc<str>,
        /// How many are asked for.
        wanted: usize,
        /// How many it has.
        most: usize,
    },
    /// A built-in that fails for these arguments.
    Builtin(Rc<str>),
    /// A built-in that fails for these arguments whatever their ordinary sizes are.
    Sizes(Rc<str>),
    /// An argument that its function's `arguments` block refuses.
    ArgumentSize {
        /// The parameter.
        name: Rc<str>,
        /// The size it must have; `None` for `:`.
        size: Rc<[Option<usize>]>,
    },
    /// A call of a function that does not return, and why not.
    Call {
        /// The function.
        name: Rc<str>,
        /// Where it fails.
        inner: Rc<Inner>,
    },
}

impl FailureKind {
    /// Whether it is one of sizes.
    #[must_use]
    pub fn is_about_sizes(&self) -> bool {
        match self {
            FailureKind::Check(_) | FailureKind::Sizes(_) => true,
            FailureKind::Call { inner, .. } => inner.failure.kind.is_about_sizes(),
            FailureKind::Subscript
            | FailureKind::Deletion
            | FailureKind::Operator(_)
            | FailureKind::Use(_)
            | FailureKind::Brace
            | FailureKind::Dot
            | FailureKind::Field(_)
            | FailureKind::Undefined(_)
            | FailureKind::NoValue
            | FailureKind::NoElement(_)
            | FailureKind::NoOutput { .. }
            | FailureKind::Arguments { .. }
            | FailureKind::Invalid(_)
            | FailureKind::Outputs { .. }
            | FailureKind::Builtin(_)
            | FailureKind::ArgumentSize { .. } => false,
        }
    }
}

/// A failure in another function.
#[derive(Clone, Debug)]
pub struct Inner {
    /// The text it stands in.
    pub source: Rc<SourceText>,
    /// What fails.
    pub failure: Failure,
}

/// What walks passed.
#[derive(Clone, Default, Debug)]
pub struct Passed {
    operations: FxHashSet<Span>,
    /// Uses of values. What computed them stands at the same place.
    uses: FxHashSet<Span>,
}

impl Passed {
    pub(crate) fn operation(&mut self, span: Span) {
        self.operations.insert(span);
    }

    pub(crate) fn used(&mut self, span: Span) {
        self.uses.insert(span);
    }

    /// Both.
    pub fn add(&mut self, other: &Passed) {
        self.operations.extend(&other.operations);
        self.uses.extend(&other.uses);
    }

    /// Whether some walk passed an operation.
    #[must_use]
    pub fn contains_operation(&self, span: Span) -> bool {
        self.operations.contains(&span)
    }

    /// Whether some walk passed what failed in another.
    #[must_use]
    pub fn contains(&self, failure: &Failure) -> bool {
        match failure.kind {
            FailureKind::Use(_) => self.uses.contains(&failure.span),
            _ => self.operations.contains(&failure.span),
        }
    }
}

/// What became of the anonymous functions of a text.
#[derive(Clone, Debug)]
pub struct Strays {
    /// The text.
    pub source: Rc<SourceText>,
    /// What failed in some call.
    pub failures: Vec<Failure>,
    /// What passed in some call.
    pub passed: Passed,
}

impl Strays {
    pub(crate) fn empty(source: &Rc<SourceText>) -> Strays {
        Strays { source: Rc::clone(source), failures: Vec::new(), passed: Passed::default() }
    }
}
