//! One row of the table: everything that Formwork knows of a built-in function.
//!
//! First, some terminology. A row has *columns*. Some are said by the constructor ([`row`],
//! [`pure`]): name, arity, outputs, effects, evaluator, documentation. The others are said by
//! methods that follow it, and have a default that claims nothing:
//!
//! - `fold`: which calls may be computed before the program runs;
//! - `scalar`: the evaluator for real scalars, without any detour;
//! - `own`: rules that infer more than the shape and the class that the outputs state;
//! - `refusals`: whether Octave refuses what ours refuses; `matlab`: what MATLAB does otherwise;
//! - `totality`: on which arguments it cannot fail;
//! - `lesson`: what is learned of its arguments; `sizes`: which of them are sizes;
//! - `operation`: what it is in the array IR.
//!
//! ```text
//! row("cumsum", 1, 3, CUMSUM, sums::cumsum, "The running sum along a dimension.")
//!     .scalar(ScalarForm::Unary(Some))          one number is its own sum
//!     .own_classes(classes::total)              the class depends on options
//!     .bounds(limits::sum)                      of what is not negative it is not
//!     .total(Totality::Number)                  it does not fail on numbers
//!     .operation(Operation::Scan(Scan::Sum))    compiled as a running sum
//! ```
//!
//! Where a reader must single one function out, it goes by its [`BuiltinId`], never by its name.

mod effects;
mod lesson;
mod matlab;
mod operation;
mod refusals;
mod size_arguments;
mod totality;

use formwork_runtime::{Result, Value};

use crate::context::{Args, Context, Values};
use crate::folding::{self, Folding};
use crate::id::BuiltinId;
use crate::rules::{ClassRule, OwnRules, Realness, ShapeRule};

pub use effects::Effects;
pub use lesson::Lesson;
pub use matlab::{Matlab, Strings};
pub use operation::{
    Extreme, Fill, Mapping, Measure, NumberKind, Operation, Pairing, Reduction, Scan, SizeQuestion,
};
pub use refusals::{Evidence, Refusals};
pub use size_arguments::SizeArguments;
pub use totality::Totality;

/// Computes the outputs of a call. The number of arguments has been checked; no more
/// outputs than the row has are asked for.
pub type Evaluator = fn(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values>;

/// A built-in function.
#[derive(Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Its id, if some reader singles it out.
    pub id: Option<BuiltinId>,
    /// How many arguments it takes.
    pub inputs: Arity,
    /// Its outputs, each with the shape and the class it has.
    pub outputs: &'static [Output],
    /// Whether Octave or MATLAB has more outputs.
    pub more_outputs: bool,
    /// What a call does besides computing its outputs.
    pub effects: Effects,
    /// Which calls may be computed before the program runs.
    pub fold: Folding,
    /// Computes the outputs.
    pub evaluate: Evaluator,
    /// The same for real scalars, without any detour.
    pub scalar: ScalarForm,
    /// Rules of its own for what is known of its outputs.
    pub(crate) own: OwnRules,
    /// Whether Octave refuses what it refuses.
    pub refusals: Refusals,
    /// What MATLAB's function does otherwise.
    pub matlab: Matlab,
    /// On which arguments it cannot fail.
    pub totality: Totality,
    /// What is learned of its arguments.
    pub lesson: Lesson,
    /// Which of its arguments say how large the result is.
    pub sizes: Option<SizeArguments>,
    /// What it is in the array IR.
    pub operation: Operation,
    /// Whether everybody knows the name, so that hiding it surprises.
    pub everyday: bool,
    /// Whether it counts or finds what is true in a mask.
    pub counts_marks: bool,
    /// One line that says what it does.
    pub doc: &'static str,
}

/// A row with the columns that every function has.
pub(crate) const fn row(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    effects: Effects,
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    Row {
        name,
        id: BuiltinId::of(name),
        inputs,
        outputs,
        more_outputs: false,
        effects,
        fold: if effects.is_pure() { folding::always } else { folding::never },
        evaluate,
        scalar: ScalarForm::None,
        own: OwnRules::NONE,
        refusals: Refusals::UNKNOWN,
        matlab: Matlab::SAME,
        totality: Totality::Partial,
        lesson: Lesson::None,
        sizes: None,
        operation: Operation::None,
        everyday: false,
        counts_marks: false,
        doc,
    }
}

/// A row without effects.
pub(crate) const fn pure(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    row(name, inputs, outputs, Effects::PURE, evaluate, doc)
}

/// A row that reads or changes what the session keeps.
pub(crate) const fn stateful(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    row(name, inputs, outputs, Effects::STATE, evaluate, doc)
}

impl Row {
    /// Computes the outputs of a call, strings given to the evaluator as it takes them.
    ///
    /// # Errors
    ///
    /// What the function fails with.
    #[inline]
    pub fn call(&self, cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
        if args.iter().any(Value::is_strings) {
            return crate::kit::strings::call(self, cx, args, nargout);
        }
        (self.evaluate)(cx, args, nargout)
    }
}

impl Row {
    /// Whether its rules hold of arguments some of which, or all, are strings, if it takes strings
    /// as they are: what joins or compares all of its arguments makes strings of others.
    #[must_use]
    pub fn has_rules_for_strings(&self, all: bool) -> bool {
        let Some(output) = self.outputs.first() else { return true };
        match output.shape {
            ShapeRule::Expand => all && matches!(output.class, ClassRule::Is(_)),
            ShapeRule::Concatenate { .. } => all,
            _ => true,
        }
    }
}

/// The methods that say the other columns.
impl Row {
    /// The row with other calls that may be computed before the program runs.
    pub(crate) const fn folding(mut self, fold: Folding) -> Row {
        self.fold = fold;
        self
    }

    /// The row as one of a function whose signs or last digits depend on the library that computes
    /// them: what one library gives must not stand in a program that runs with another.
    pub(crate) const fn settled_by_library(self) -> Row {
        self.folding(folding::never)
    }

    /// The row as one of a function that gives nothing to who asks for no output.
    pub(crate) const fn quiet(mut self) -> Row {
        self.effects = self.effects.and(Effects::QUIET);
        self
    }

    /// With a form for scalars.
    pub(crate) const fn scalar(mut self, scalar: ScalarForm) -> Row {
        self.scalar = scalar;
        self
    }

    /// Of a function that calls the functions it is given.
    pub(crate) const fn calling(mut self) -> Row {
        self.effects = Effects::CALLS;
        self.fold = folding::never;
        self
    }

    /// With any number of arguments from the least one on.
    pub(crate) const fn variadic(mut self) -> Row {
        self.inputs = Arity::at_least(self.inputs.min);
        self
    }

    /// With so many arguments.
    pub(crate) const fn taking(mut self, inputs: Arity) -> Row {
        self.inputs = inputs;
        self
    }

    /// With these outputs.
    pub(crate) const fn giving(mut self, outputs: &'static [Output]) -> Row {
        self.outputs = outputs;
        self
    }

    /// With more outputs in Octave or MATLAB.
    pub(crate) const fn more_outputs(mut self) -> Row {
        self.more_outputs = true;
        self
    }

    /// With rules of its own: of all outputs together.
    pub(crate) const fn own_outputs(mut self, rule: crate::rules::OutputsRule) -> Row {
        self.own.outputs = Some(rule);
        self
    }

    /// Of the shapes of its outputs.
    pub(crate) const fn own_shape(mut self, rule: crate::rules::ShapeFunction) -> Row {
        self.own.shape = Some(rule);
        self
    }

    /// Of the classes of its outputs.
    pub(crate) const fn own_classes(mut self, rule: crate::rules::ClassFunction) -> Row {
        self.own.classes = Some(rule);
        self
    }

    /// Of the truth that a question has.
    pub(crate) const fn answer(mut self, rule: crate::rules::AnswerRule) -> Row {
        self.own.answer = Some(rule);
        self
    }

    /// Of the integer that the shape of the argument decides.
    pub(crate) const fn count(mut self, rule: crate::rules::CountRule) -> Row {
        self.own.count = Some(rule);
        self
    }

    /// Of integers computed from integers.
    pub(crate) const fn integers(mut self, rule: crate::rules::ValueRule) -> Row {
        self.own.value = Some(rule);
        self
    }

    /// Of the bounds of the elements.
    pub(crate) const fn bounds(mut self, rule: crate::rules::BoundsRule) -> Row {
        self.own.bounds = Some(rule);
        self
    }

    /// Of the bounds of the outputs after the first: they say where something is.
    pub(crate) const fn places(mut self, rule: crate::rules::BoundsRule) -> Row {
        self.own.places = Some(rule);
        self
    }

    /// Of what is inside the containers that it gives.
    pub(crate) const fn contents(mut self, rule: crate::rules::ContentsRule) -> Row {
        self.own.contents = Some(rule);
        self
    }

    /// Of whether its outputs are real.
    pub(crate) const fn real(mut self, real: Realness) -> Row {
        self.own.real = real;
        self
    }

    /// It refuses what Octave refuses, and nothing else.
    pub(crate) const fn vetted(mut self) -> Row {
        self.refusals.evidence = Evidence::Vetted;
        self
    }

    /// Of numbers it refuses what Octave refuses.
    pub(crate) const fn compared(mut self, evidence: Evidence) -> Row {
        self.refusals.evidence = evidence;
        self
    }

    /// It refuses numbers that Octave accepts.
    pub(crate) const fn doubted_of_numbers(mut self) -> Row {
        self.refusals.doubted_of_numbers = true;
        self
    }

    /// It refuses texts or containers that Octave accepts.
    pub(crate) const fn doubted_of_others(mut self) -> Row {
        self.refusals.doubted_of_others = true;
        self
    }

    /// In MATLAB it takes up to so many arguments.
    pub(crate) const fn matlab_takes(mut self, inputs: u8) -> Row {
        self.matlab.inputs = Some(inputs);
        self
    }

    /// In MATLAB it takes arguments that Octave's refuses.
    pub(crate) const fn lenient_in_matlab(mut self) -> Row {
        self.matlab.lenient = true;
        self
    }

    /// In MATLAB what it gives has other contents.
    pub(crate) const fn other_contents_in_matlab(mut self) -> Row {
        self.matlab.other_contents = true;
        self
    }

    /// What MATLAB's function gives for strings.
    pub(crate) const fn strings(mut self, strings: Strings) -> Row {
        self.matlab.strings = strings;
        self
    }

    /// On which arguments it cannot fail.
    pub(crate) const fn total(mut self, totality: Totality) -> Row {
        self.totality = totality;
        self
    }

    /// What is learned of its arguments.
    pub(crate) const fn teaching(mut self, lesson: Lesson) -> Row {
        self.lesson = lesson;
        self
    }

    /// Which arguments are sizes.
    pub(crate) const fn sizes(mut self, sizes: SizeArguments) -> Row {
        self.sizes = Some(sizes);
        self
    }

    /// What it is in the array IR.
    pub(crate) const fn operation(mut self, operation: Operation) -> Row {
        self.operation = operation;
        self
    }

    /// A function whose name everybody knows.
    pub(crate) const fn everyday(mut self) -> Row {
        self.everyday = true;
        self
    }

    /// A function that counts or finds what is true in a mask.
    pub(crate) const fn counts_marks(mut self) -> Row {
        self.counts_marks = true;
        self
    }

    /// Whether it says something of the sizes of its arguments, and of nothing else.
    #[must_use]
    pub fn asks_for_size(&self) -> bool {
        matches!(self.operation, Operation::Measure(_) | Operation::AskSize(_))
            || self.lesson == Lesson::SameSize
    }

    /// Whether it reduces a dimension: the one that is asked for, or the first that is not 1.
    #[must_use]
    pub fn reduces(&self) -> bool {
        matches!(self.operation, Operation::Reduce(_) | Operation::Extreme(_))
            || self.outputs.first().is_some_and(|output| {
                matches!(output.shape, ShapeRule::Reduce { .. } | ShapeRule::ReduceKeepEmpty { .. })
            })
    }

    /// Whether it is one of the names of the imaginary unit.
    #[must_use]
    pub fn is_imaginary_unit(&self) -> bool {
        matches!(self.name, "i" | "j" | "I" | "J")
    }

    /// Whether it is this one.
    #[must_use]
    pub fn is(&self, id: BuiltinId) -> bool {
        self.id == Some(id)
    }
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

    /// Whether every call has so many.
    #[must_use]
    pub fn is_exactly(self, count: usize) -> bool {
        usize::from(self.min) == count && self.max == Some(self.min)
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
