//! What is kept of a walk: definitions and checks.

use std::collections::BTreeMap;
use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::SourceText;
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::ShapeId;
use formwork_syntax::Span;

use crate::journal::{Journal, Mark};

/// How a definition comes about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DefinitionKind {
    /// A parameter.
    Param,
    /// What a variable is at the head of a loop that changes it.
    LoopPhi,
    /// A value in the middle of an expression.
    Temp,
    /// An assignment.
    Assign,
    /// What a variable is where branches that change it meet.
    JoinPhi,
}

impl DefinitionKind {
    /// As listings have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DefinitionKind::Param => "param",
            DefinitionKind::LoopPhi => "phi-loop",
            DefinitionKind::Temp => "temp",
            DefinitionKind::Assign => "assign",
            DefinitionKind::JoinPhi => "phi-join",
        }
    }
}

/// A value that a program defines.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The variable; for a value in the middle of an expression, its text.
    pub name: Rc<str>,
    /// How it comes about.
    pub kind: DefinitionKind,
    /// Where.
    pub span: Span,
    /// What is known of it.
    pub value: AbstractValue,
    /// Whether it surely has a value.
    pub defined: Truth,
}

/// What an operation checks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CheckKind {
    /// The operands of an elementwise operator.
    Elementwise,
    /// The operands of a matrix operator.
    Matrix,
    /// The parts of `[…]`.
    Concatenation,
    /// A subscript.
    Index,
    /// What is assigned to a part of an array.
    Assignment,
}

/// A check that an operation makes when it runs.
#[derive(Clone, Debug)]
pub struct Check {
    /// What is checked.
    pub kind: CheckKind,
    /// Where.
    pub span: Span,
    /// The shapes of the operands.
    pub operands: Vec<ShapeId>,
    /// What must hold.
    pub requirement: Requirement,
    /// Whether it does, whatever happened before.
    pub alone: Truth,
    /// Whether it does, given what ran before it.
    pub verdict: Truth,
}

/// What is known of a function, called in one way.
#[derive(Debug)]
pub struct FunctionFacts {
    /// Its name.
    pub name: Rc<str>,
    /// Which of the ways it is called in, from 1.
    pub variant: usize,
    /// Whether it was walked for its own sake, with what was said of its parameters,
    /// and not because somebody calls it.
    pub entry: bool,
    /// Its text.
    pub source: Rc<SourceText>,
    /// The definitions, in the order of the text.
    pub definitions: Vec<Definition>,
    /// The checks, in the order of the text.
    pub checks: Vec<Check>,
    /// Statements that are never reached.
    pub unreachable: Vec<Span>,
}

/// The place of a definition: a later walk over it replaces what an earlier one found.
pub(crate) type Place = (u32, DefinitionKind, u32);

/// The place of a check.
type CheckPlace = (u32, u32, CheckKind);

/// What is being kept of a walk over one function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    definitions: Journal<Place, Definition>,
    checks: Journal<CheckPlace, Check>,
    reached: Journal<u32, (Span, bool)>,
}

/// A state of a record to go back to.
#[derive(Clone, Copy)]
pub(crate) struct RecordMark {
    definitions: Mark,
    checks: Mark,
    reached: Mark,
}

/// What a walk had found that was taken back.
pub(crate) struct TakenBack {
    pub(crate) definitions: BTreeMap<Place, Definition>,
    pub(crate) checks: BTreeMap<CheckPlace, Check>,
    pub(crate) reached: BTreeMap<u32, (Span, bool)>,
}

impl Record {
    /// From here on walks can be taken back, until [`Record::settle`].
    pub(crate) fn watch(&mut self) -> RecordMark {
        RecordMark {
            definitions: self.definitions.watch(),
            checks: self.checks.watch(),
            reached: self.reached.watch(),
        }
    }

    /// Takes back what was found since.
    pub(crate) fn take_back(&mut self, mark: RecordMark) -> TakenBack {
        TakenBack {
            definitions: self.definitions.take_back(mark.definitions),
            checks: self.checks.take_back(mark.checks),
            reached: self.reached.take_back(mark.reached),
        }
    }

    /// Nothing is taken back any more to where the latest [`Record::watch`] was.
    pub(crate) fn settle(&mut self) {
        self.definitions.settle();
        self.checks.settle();
        self.reached.settle();
    }

    pub(crate) fn define(&mut self, slot: u32, definition: Definition) {
        let place = (definition.span.start, definition.kind, slot);
        self.definitions.insert(place, definition);
    }

    pub(crate) fn definition(&self, place: &Place) -> Option<&Definition> {
        self.definitions.get(place)
    }

    pub(crate) fn define_at(&mut self, place: Place, definition: Definition) {
        self.definitions.insert(place, definition);
    }

    pub(crate) fn check(&mut self, check: Check) {
        self.checks.insert((check.span.start, check.span.end, check.kind), check);
    }

    /// Keeps a check of another walk beside what is known of it: it succeeds if it does
    /// in both.
    pub(crate) fn also_check(&mut self, place: CheckPlace, other: Check) {
        let both = match self.checks.get(&place) {
            None => other,
            Some(own) => {
                let agreed = |a: Truth, b: Truth| if a == b { a } else { Truth::Maybe };
                Check {
                    alone: agreed(own.alone, other.alone),
                    verdict: agreed(own.verdict, other.verdict),
                    ..own.clone()
                }
            }
        };
        self.checks.insert(place, both);
    }

    pub(crate) fn reach(&mut self, span: Span, alive: bool) {
        let before = self.reached.get(&span.start).copied();
        let now = before.map_or((span, alive), |(first, before)| (first, before | alive));
        if before != Some(now) {
            self.reached.insert(span.start, now);
        }
    }

    pub(crate) fn finish(
        self,
        name: Rc<str>,
        variant: usize,
        source: Rc<SourceText>,
    ) -> FunctionFacts {
        FunctionFacts {
            name,
            variant,
            entry: false,
            source,
            definitions: self.definitions.into_values().collect(),
            checks: self.checks.into_values().collect(),
            unreachable: self
                .reached
                .into_values()
                .filter(|(_, alive)| !alive)
                .map(|(span, _)| span)
                .collect(),
        }
    }
}
