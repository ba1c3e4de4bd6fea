//! One row of the table.

use formwork_runtime::{Result, Value};

use crate::context::{Args, Context, Values};
use crate::folding::{self, Folding};
use crate::rules::{ClassRule, ShapeRule};

/// Computes the outputs of a call. The number of arguments has been checked; no more
/// outputs than the row has are asked for.
pub type Evaluator = fn(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values>;

/// A built-in function.
#[derive(Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// How many arguments it takes.
    pub inputs: Arity,
    /// Its outputs, each with the shape and the class it has.
    pub outputs: &'static [Output],
    /// What a call does besides computing its outputs.
    pub effects: Effects,
    /// Which calls may be computed before the program runs.
    pub fold: Folding,
    /// Computes the outputs.
    pub evaluate: Evaluator,
    /// The same for real scalars, without any detour.
    pub scalar: ScalarForm,
    /// One line that says what it does.
    pub doc: &'static str,
}

/// A row without a scalar form.
pub(crate) const fn row(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    effects: Effects,
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    let fold = if effects.0 == 0 { folding::always } else { folding::never };
    Row { name, inputs, outputs, effects, fold, evaluate, scalar: ScalarForm::None, doc }
}

impl Row {
    /// The row with other calls that may be computed before the program runs.
    pub(crate) const fn folding(mut self, fold: Folding) -> Row {
        self.fold = fold;
        self
    }

    /// The row as one of a function that gives nothing to who asks for no output.
    pub(crate) const fn quiet(mut self) -> Row {
        self.effects = self.effects.and(Effects::QUIET);
        self
    }
}

/// A row without effects and without a scalar form.
pub(crate) const fn pure(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    row(name, inputs, outputs, Effects::PURE, evaluate, doc)
}

/// How many arguments a function takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arity {
    /// At least so many.
    pub min: u8,
    /// At most so many; `None`: any number.
    pub max: Option<u8>,
}

impl Arity {
    /// Exactly so many.
    #[must_use]
    pub const fn exactly(count: u8) -> Arity {
        Arity { min: count, max: Some(count) }
    }

    /// Between `min` and `max`.
    #[must_use]
    pub const fn between(min: u8, max: u8) -> Arity {
        Arity { min, max: Some(max) }
    }

    /// At least `min`.
    #[must_use]
    pub const fn at_least(min: u8) -> Arity {
        Arity { min, max: None }
    }

    /// Whether a call may have so many.
    #[must_use]
    pub fn accepts(self, count: usize) -> bool {
        count >= usize::from(self.min) && self.max.is_none_or(|max| count <= usize::from(max))
    }
}

/// An output of a function. The last one of a row may stand for any number of them.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The shape it has.
    pub shape: ShapeRule,
    /// The class it has.
    pub class: ClassRule,
    /// Whether there may be any number like it.
    pub repeated: bool,
}

impl Output {
    /// An output.
    #[must_use]
    pub const fn new(shape: ShapeRule, class: ClassRule) -> Output {
        Output { shape, class, repeated: false }
    }

    /// Any number of outputs.
    #[must_use]
    pub const fn repeated(shape: ShapeRule, class: ClassRule) -> Output {
        Output { shape, class, repeated: true }
    }
}

/// What a call does besides computing its outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u8);

impl Effects {
    /// Nothing: equal arguments give equal outputs.
    pub const PURE: Effects = Effects(0);
    /// It draws random numbers, or reads the clock.
    pub const RANDOM: Effects = Effects(1);
    /// It prints or reads.
    pub const OUTPUT: Effects = Effects(2);
    /// It reads or changes the variables or the call it stands in.
    pub const CONTEXT: Effects = Effects(4);
    /// It calls functions it is given, and does what they do.
    pub const CALLS: Effects = Effects(8);
    /// It reads or changes what lasts between statements: warnings, formats, errors.
    pub const STATE: Effects = Effects(16);
    /// It does not return.
    pub const RAISES: Effects = Effects(32);
    /// It reads files.
    pub const FILES: Effects = Effects(64);
    /// It is called for what it does: who asks for no output gets none, so that `ans`
    /// stays as it is.
    pub const QUIET: Effects = Effects(128);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Whether a call does more than to compute its outputs, draw random numbers and call the
    /// functions that it is given.
    #[must_use]
    pub fn reach_outside(self) -> bool {
        const INSIDE: Effects = Effects::RANDOM.and(Effects::CALLS);
        !INSIDE.include(self)
    }

    /// Whether all of `other` are among them.
    #[must_use]
    pub const fn include(self, other: Effects) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What a function does to real scalars of class double, where the result is one,
/// too. `None` from the function: take the evaluator.
#[derive(Clone, Copy, Debug)]
pub enum ScalarForm {
    /// Take the evaluator.
    None,
    /// Of one argument.
    Unary(fn(f64) -> Option<f64>),
    /// Of two arguments.
    Binary(fn(f64, f64) -> Option<f64>),
    /// Of one argument, with a truth value as result.
    Predicate(fn(f64) -> bool),
    /// Of one argument of any kind, which is only looked at.
    Measure(fn(&Value) -> f64),
    /// Of one argument of any kind, which is only looked at, with a truth value as
    /// result.
    Test(fn(&Value) -> bool),
}
