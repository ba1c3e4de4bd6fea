//! What a finding says, as data.

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::SourceText;
use formwork_infer::End;
use formwork_shape::Counterexample;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::ShapeId;
use formwork_syntax::Span;

use crate::rule::Rule;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Fails under a condition.
    Warning,
    /// Fails whenever it is reached.
    Error,
}

/// Something to be said about a place of a program.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// Where, in the text of the file that is checked.
    pub span: Span,
    /// Which of the analysed functions it is in.
    pub function: usize,
    /// What it is about.
    pub subject: Subject,
    /// What must hold so that it does not fail.
    pub condition: Option<Requirement>,
    /// Small sizes for which it fails.
    pub breaks: Option<Counterexample>,
    /// The iteration in which it fails.
    pub iteration: Option<Iteration>,
    /// The line of the test or example whose call shows it.
    pub shown_at: Option<u32>,
    /// What the operands are.
    pub labels: Vec<Label>,
    /// What the program says when it fails, where that is known word by word.
    pub runtime: Option<String>,
    /// What to do about it.
    pub fix: Option<Fix>,
}

impl Finding {
    /// Something that is worth knowing about a place of one of the analysed functions. Whoever
    /// knows more fills in the other fields.
    pub(crate) fn note(rule: Rule, function: usize, span: Span, subject: Subject) -> Finding {
        Finding {
            rule,
            severity: Severity::Note,
            span,
            function,
            subject,
            condition: None,
            breaks: None,
            iteration: None,
            shown_at: None,
            labels: Vec::new(),
            runtime: None,
            fix: None,
        }
    }

    /// Something that fails under a condition.
    pub(crate) fn warning(rule: Rule, function: usize, span: Span, subject: Subject) -> Finding {
        Finding { severity: Severity::Warning, ..Finding::note(rule, function, span, subject) }
    }

    /// Something that fails whenever it is reached.
    pub(crate) fn error(rule: Rule, function: usize, span: Span, subject: Subject) -> Finding {
        Finding { severity: Severity::Error, ..Finding::note(rule, function, span, subject) }
    }
}

/// The iteration of a loop in which a statement fails.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// Which.
    pub end: End,
    /// The variable of the loop.
    pub variable: Rc<str>,
}

/// What is known of an operand.
#[derive(Clone, Debug)]
pub struct Label {
    /// Where it stands.
    pub span: Span,
    /// What is known of it.
    pub value: AbstractValue,
}

/// What a finding is about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// An operator whose operands do not fit.
    Operator {
        /// As it is written.
        symbol: &'static str,
        /// The shapes of the operands.
        shapes: [ShapeId; 2],
    },
    /// Parts of `[…]` that do not fit.
    Concatenation {
        /// Whether they stand below one another.
        vertical: bool,
        /// Their shapes.
        shapes: [ShapeId; 2],
    },
    /// A subscript beyond the end.
    Bounds {
        /// The array as it is written.
        name: String,
        /// Its shape.
        shape: ShapeId,
        /// The subscript.
        subscript: ExtentId,
        /// What it may be at most.
        extent: ExtentId,
        /// Which of the subscripts it is, of how many.
        position: (usize, usize),
    },
    /// A subscript that is no positive integer.
    Subscript {
        /// The array as it is written.
        name: String,
        /// What is known of the subscript.
        value: Option<AbstractValue>,
    },
    /// More or fewer values than places.
    Assignment {
        /// The target as it is written.
        target: String,
        /// The shapes: that of the places where it is known, and that of the value.
        shapes: Vec<ShapeId>,
    },
    /// An array that cannot grow like that.
    Growth {
        /// The target as it is written.
        target: String,
        /// The shape of the array.
        shape: ShapeId,
    },
    /// Elements that cannot be deleted.
    Deletion {
        /// What is deleted, as it is written.
        target: String,
        /// Whether it is not there.
        outside: bool,
    },
    /// A built-in that fails for these arguments.
    Builtin {
        /// Its name.
        name: Rc<str>,
        /// The arguments.
        values: Vec<AbstractValue>,
    },
    /// A variable without a value.
    Undefined(Rc<str>),
    /// A variable that has no value on some paths.
    PossiblyUndefined(Rc<str>),
    /// A function that was not found.
    UnknownFunction {
        /// Its name.
        name: Rc<str>,
        /// What may have been meant.
        close: Option<Rc<str>>,
    },
    /// A call that gives no value where one is needed.
    NoValue(String),
    /// A list that has no value for one of several targets.
    NoElement {
        /// The target.
        target: String,
        /// Which of them it is, from 1.
        number: usize,
    },
    /// Too many arguments.
    Arguments {
        /// The function.
        name: Rc<str>,
        /// How many there are.
        given: usize,
        /// How many it takes.
        most: usize,
    },
    /// A number of arguments that a built-in does not take.
    InvalidCall(Rc<str>),
    /// Too many outputs.
    Outputs {
        /// The function.
        name: Rc<str>,
        /// How many are asked for.
        wanted: usize,
        /// How many it has.
        most: usize,
    },
    /// An operation on a class that it does not take.
    Class {
        /// What is done, as it is written.
        operation: String,
        /// The operands.
        values: Vec<AbstractValue>,
    },
    /// A field that a struct does not have.
    Field(Rc<str>),
    /// An argument that an `arguments` block refuses.
    ArgumentSize {
        /// The parameter.
        name: Rc<str>,
        /// Its size there.
        size: Rc<[Option<usize>]>,
        /// What it is.
        value: AbstractValue,
    },
    /// A call that never returns.
    Call {
        /// The function.
        name: Rc<str>,
        /// The text in which it fails.
        source: Rc<SourceText>,
        /// Where.
        span: Span,
        /// Why.
        cause: Box<Subject>,
        /// The rule that is broken there, at last.
        rule: Rule,
    },
    /// A row and a column that expand to a matrix.
    Expansion {
        /// The operator.
        symbol: &'static str,
        /// The shapes of the operands.
        shapes: [ShapeId; 2],
    },
    /// An array that grows in a loop.
    Growing {
        /// The array.
        name: Rc<str>,
        /// Its shape after the loop, if that is known.
        shape: Option<ShapeId>,
        /// Whether it does in every iteration.
        always: bool,
    },
    /// Statements that are never reached.
    Unreachable,
    /// A condition that always comes out the same.
    Constant(bool),
    /// A condition that is an array.
    ArrayCondition(ShapeId),
    /// A value that is never used.
    Unused(Rc<str>),
    /// A variable that hides a built-in function which is called elsewhere.
    Shadows(Rc<str>),
    /// `length` of a matrix.
    Length(ShapeId),
    /// `switch` on an array.
    Switch(ShapeId),
    /// A mask that is longer than what it chooses from.
    LongMask {
        /// Its size.
        mask: ShapeId,
        /// That of the array.
        array: ShapeId,
    },
    /// A mask that has to do with another size than what it chooses from.
    OtherMask {
        /// Its size.
        mask: ShapeId,
        /// That of the array.
        array: ShapeId,
    },
    /// A reduction of a reduction that leaves several elements.
    NestedReduction {
        /// The reduction.
        name: Rc<str>,
        /// What it leaves.
        left: ShapeId,
    },
    /// A subscript that may be 0; what computes it.
    IndexFromZero(String),
    /// The last block of a loop goes past the end: the step of the loop, and its end.
    LastBlock {
        /// The step.
        step: String,
        /// The end.
        last: String,
    },
    /// A loop up to the number of columns goes through rows, or the other way round.
    OtherAxis {
        /// The variable of the loop.
        counter: Rc<str>,
        /// Its limit.
        limit: Rc<str>,
        /// The array.
        array: Rc<str>,
        /// Whether the limit is the number of columns.
        counts_columns: bool,
    },
    /// A mask with an element for each column chooses rows, or the other way round.
    MaskAcross {
        /// What makes it.
        name: Rc<str>,
        /// The mask as it is written.
        mask: String,
        /// Whether it has an element for each column.
        counts_columns: bool,
    },
    /// `[h, w] = size(x)` of an array with planes.
    CountedPlanes {
        /// The array.
        array: Rc<str>,
        /// What the second output is stored in.
        columns: Rc<str>,
    },
    /// An output of another size than the help says.
    DocumentedSize {
        /// The output.
        name: Rc<str>,
        /// Its size.
        shape: ShapeId,
        /// What the help says.
        said: ShapeId,
    },
    /// `size(x) ~= …` as a condition.
    SizeComparison {
        /// The operator.
        symbol: &'static str,
    },
    /// `x == 'text'` as a condition; the text as it is written.
    TextComparison(String),
    /// `1:n'`.
    TransposedLimit,
    /// `~x == y`.
    NegatedComparison {
        /// The operator.
        symbol: &'static str,
    },
    /// The size of a number that stands there.
    SizeOfConstant {
        /// What asks for it.
        name: Rc<str>,
        /// The number as it is written.
        text: String,
    },
    /// How many elements one element has.
    SizeOfElement {
        /// What asks for it.
        name: Rc<str>,
        /// The element as it is written.
        part: String,
    },
    /// What is asked of a part of a cell array, which is one itself.
    ParenOnCell {
        /// What asks.
        name: Rc<str>,
        /// The part as it is written.
        part: String,
    },
    /// Subscripts that are used as a mask; the variable.
    FindAsMask(Rc<str>),
    /// The elements of a mask are counted, not those that it chooses.
    CountOfMask {
        /// What counts them.
        name: Rc<str>,
        /// The mask.
        mask: Rc<str>,
    },
    /// A cell array of results is asked whether it is empty.
    EmptyCells {
        /// What asks.
        name: Rc<str>,
        /// What gives the results.
        found_by: Rc<str>,
    },
    /// `max(x, 2)`.
    NoDimension {
        /// The function.
        name: Rc<str>,
    },
    /// A reduction of rows that may be just one.
    PerhapsOneRow {
        /// The reduction.
        name: Rc<str>,
    },
    /// A square matrix that is used as a vector.
    SquareVector {
        /// The variable.
        name: Rc<str>,
        /// Its size as it is written.
        text: String,
    },
    /// A loop over a column.
    LoopOverColumn(ShapeId),
    /// A limit of a range that is an array.
    ArrayLimit(ShapeId),
    /// An output that has no value where the function returns.
    UnsetOutput(Rc<str>),
    /// An output that nothing sets.
    NeverSet {
        /// The output.
        name: Rc<str>,
        /// What is set and not read, under almost that name.
        close: Option<Rc<str>>,
    },
    /// `a < b < c`.
    ChainedComparison {
        /// The first operator.
        first: &'static str,
        /// The second.
        symbol: &'static str,
    },
    /// A comparison with NaN.
    NanComparison {
        /// The operator.
        symbol: &'static str,
    },
    /// A comparison with an array without elements, as it is written.
    EmptyComparison(String),
    /// A loop over one number, as it is written.
    SingleIteration(String),
    /// A constant that stands for a comparison, as it is written.
    ConstantOperand(String),
    /// A truth value that is compared with something that is none.
    TruthValueComparison {
        /// The function that gives the truth value.
        name: Rc<str>,
        /// What it is compared with, as it is written.
        text: String,
    },
    /// A case that no value matches.
    UnmatchedCase {
        /// The label as it is written.
        text: String,
        /// What is looked for.
        value: AbstractValue,
    },
    /// Elements are deleted while a loop counts them.
    DeletionInLoop {
        /// The array.
        name: String,
    },
    /// Two parameters, or two outputs, of one name.
    RepeatedParameter(Rc<str>),
    /// A condition or a label that stands before in the same statement.
    RepeatedCondition {
        /// As it is written.
        text: String,
        /// Whether it is the label of a case.
        case: bool,
    },
    /// An operator both of whose operands are the same.
    IdenticalOperands {
        /// The operator.
        symbol: &'static str,
    },
    /// An assignment of a place to itself; the place as it is written.
    SelfAssignment(String),
    /// An assignment followed by a sign, which was meant as one operator.
    SwappedOperator {
        /// As it is written.
        written: &'static str,
        /// As it was meant.
        meant: &'static str,
    },
    /// A key of another class than the map has.
    MapKey {
        /// The key as it is written.
        key: String,
        /// Whether the map has texts; else it has numbers.
        texts: bool,
    },
    /// Results that are texts, and joined as if each were one element.
    TextResults {
        /// The function that collects them.
        name: Rc<str>,
    },
    /// An output that the function does not set.
    MissingOutput {
        /// The function.
        name: Rc<str>,
        /// Which output, from 1.
        number: usize,
    },
}

/// How sure one can be of a fix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// It changes nothing but how long the program takes.
    Safe,
    /// It makes the statement work; whether it does what was meant only its author knows.
    Unsafe,
}

/// A change to the text that solves a problem.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What it does.
    pub message: String,
    /// The changes.
    pub edits: Vec<Edit>,
    /// How sure one can be of it.
    pub safety: Safety,
}

/// A text that takes the place of another.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}
