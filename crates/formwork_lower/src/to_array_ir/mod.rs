//! Statements to a function of the array IR.
//!
//! One walk emits operations and learns what variables are; where it learns something new,
//! everything is walked again, until nothing changes: each variable has one kind in all
//! of a region. So loops and branches need no search of their own.

mod arrange;
mod builtin;
mod call;
mod concat;
mod condition;
mod control;
mod delete;
mod element;
mod expression;
mod grow;
mod known;
mod math;
mod merge;
mod needed;
mod number;
mod places;
mod product;
mod range;
mod read;
mod reduce;
mod statement;
mod store;
mod subscript;
mod text;
mod user;
mod variable;
mod vectors;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use formwork_array::TextPosition;
use formwork_array::ir::{
    BaseType, Block, Builder, Check, Condition, FunctionId, Module, Op, Operand, Prim, Scalar, Type,
};
use formwork_hir::body::{Body, Stmt};
use formwork_hir::{Names, SlotId};
use formwork_syntax::Span;

use crate::callees::{Callees, Reliance};
use crate::given::{Given, Known};
use crate::kind::{Base, Form, Kind};
use crate::reason::Reason;
use crate::state::State;

use range::{Progression, Ranged};
pub(crate) use user::{Task, wrap};

pub(crate) type Lowered<T> = Result<T, Reason>;

/// Walks after which a region is given up: each one learns of a variable at least.
const MOST_WALKS: usize = 40;

/// A whole number that is the value of a real one, and bounds of it.
#[derive(Clone, Debug, PartialEq)]
struct Whole {
    operand: Operand,
    low: i64,
    high: i64,
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
struct Val {
    operand: Operand,
    kind: Kind,
    /// The same number as an integer of the IR, bit for bit when converted back.
    whole: Option<Whole>,
    /// How many elements of a vector count, if it may have room for more; how many lines of
    /// a matrix.
    length: Option<Operand>,
    /// The axis that the length is of.
    along: usize,
    special: Special,
    /// Whether the interpreter has it as a range.
    ranged: Ranged,
    /// What the elements of a row are, if they are whole numbers at equal distances.
    progression: Option<Progression>,
    /// The numbers of a row that was written from them.
    elements: Option<Rc<[Val]>>,
}

/// What is peculiar about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    Nothing,
    /// It is the literal `[]`.
    Empty,
}

impl Val {
    const fn new(operand: Operand, kind: Kind) -> Val {
        Val {
            operand,
            kind,
            whole: None,
            length: None,
            along: 0,
            special: Special::Nothing,
            ranged: Ranged::No,
            progression: None,
            elements: None,
        }
    }

    /// The same elements, written down if they were kept as a range.
    fn materialized(self) -> Val {
        Val { ranged: Ranged::No, ..self }
    }

    const fn is_scalar(&self) -> bool {
        matches!(self.kind.form, Form::Scalar)
    }
}

/// A variable at some point of the walk.
#[derive(Clone, Debug, PartialEq)]
struct Variable {
    /// What it holds if its state says so.
    operand: Operand,
    /// A [`State`], as an integer.
    state: Operand,
    whole: Option<Whole>,
    /// How many elements of a vector that grows count, or lines of a matrix.
    length: Option<Operand>,
    /// Whether the interpreter has it as a range, if it is set.
    ranged: Ranged,
    /// What its elements are, if they are whole numbers at equal distances.
    progression: Option<Progression>,
    /// The numbers of a row that was written from them.
    elements: Option<Rc<[Val]>>,
}

impl Variable {
    fn is_set(&self) -> bool {
        self.state.as_int() == Some(State::SET)
    }

    /// Whether it surely holds no value of its own, so that what it says of one is void.
    fn is_void(&self) -> bool {
        self.state.as_int().is_some_and(|state| state != State::SET)
    }
}

/// Everything that control flow merges.
#[derive(Clone, Debug, Default)]
struct Scene {
    variables: BTreeMap<SlotId, Variable>,
    /// Whether the loop around is being left, and whether its turn is; `None`: no loop.
    leaving: Option<(Operand, Operand)>,
    /// Whether the function has returned; `None`: it is not compiled as a whole.
    returned: Option<Operand>,
}

/// What walks learn of a region.
#[derive(Debug, Default)]
pub(crate) struct Learned {
    kinds: BTreeMap<SlotId, Kind>,
    /// Variables whose value at the entry is needed.
    wanted: BTreeSet<SlotId>,
    changed: bool,
    /// Vectors that are set just behind their end.
    growing: BTreeSet<SlotId>,
    /// Matrices that are set just behind their last line, and the axis they grow along.
    lined: BTreeMap<SlotId, usize>,
    /// Variables that are counted up.
    counted: BTreeSet<SlotId>,
    /// Variables that are set before a loop and may be `[]` after one of its turns.
    emptied: BTreeSet<SlotId>,
    /// Variables that subscripts are computed from.
    places: BTreeSet<SlotId>,
    /// Variables that are ranges, or may be, after a turn of a loop.
    ranges: BTreeSet<SlotId>,
    /// Those of them that are something else at other times.
    mixed: BTreeSet<SlotId>,
    /// Variables that loops change to what is not known to be whole.
    fractional: BTreeSet<SlotId>,
    /// Whole variables that loops make less than they were.
    falling: BTreeSet<SlotId>,
    /// Variables that hold functions or cells, and the variables for the arrays in them.
    known: BTreeMap<SlotId, Known<SlotId>>,
    /// How many variables there are for such arrays.
    parts: usize,
    /// Whether the texts that are known at the entry matter.
    texts: bool,
    /// Whether a walk met a recursive call of which nothing is known yet.
    pending: bool,
}

/// What a walk found.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Walked {
    /// The variables that are read, whose arrays are the parameters.
    pub(crate) inputs: Vec<(SlotId, Given)>,
    /// Those of them that grow.
    pub(crate) growing: Vec<SlotId>,
    /// The results: what is set, and whether a state comes with it.
    pub(crate) outputs: Vec<(SlotId, Kind, bool)>,
    /// What calls must mean.
    pub(crate) relied: Vec<Reliance>,
    /// Variables that must have no value at the entry.
    pub(crate) absent: Vec<SlotId>,
    /// How many calls are open at once beyond this one, recursion aside.
    pub(crate) frames: usize,
    /// Whether the last parameter says how many more calls may be open at once.
    pub(crate) takes_room: bool,
    /// Conditions that the source demands.
    pub(crate) implied: usize,
    /// Those that are shown to hold here.
    pub(crate) removed: usize,
    /// How many loops there are, with or without their own statements.
    pub(crate) loops: usize,
}

/// Why a walk failed, and in which of the statements.
pub(crate) struct Stuck {
    pub(crate) reason: Reason,
    pub(crate) statement: usize,
}

/// A walk over the statements of a region or a function.
pub(crate) struct Lowerer<'a, 'm> {
    body: &'a Rc<Body>,
    task: &'a Task<'a>,
    names: &'a mut dyn Names,
    callees: &'a mut Callees,
    builder: Builder<'m>,
    learned: &'a mut Learned,
    scene: Scene,
    walked: Walked,
    assigned: BTreeSet<SlotId>,
    /// What `end` means, innermost last: the array, the position, how many positions.
    ends: Vec<(Val, usize, usize)>,
    /// How many conditions the statement depends on.
    conditions: usize,
    /// The loop around, if nothing leaves it.
    ahead: Option<grow::Ahead>,
    /// How many more calls may be open at once, once somebody needs it.
    room: Option<Operand>,
    statement: usize,
}

/// Lowers statements to a function that is added to the module.
pub(crate) fn lower(
    module: &mut Module,
    callees: &mut Callees,
    names: &mut dyn Names,
    task: &Task<'_>,
) -> Result<(FunctionId, Walked), Stuck> {
    let name = callees.name(&task.name);
    let body = task.body;
    let mut learned = Learned {
        places: places::of_subscripts(body),
        counted: places::counted_up(body),
        ..Learned::default()
    };
    let mut known: Option<Walked> = None;
    for _ in 0..MOST_WALKS {
        learned.changed = false;
        learned.pending = false;
        let results = known.as_ref().map(result_types).unwrap_or_default();
        let builder = Builder::new(module, &name, results);
        let mut lowerer = Lowerer {
            body,
            task,
            names: &mut *names,
            callees: &mut *callees,
            builder,
            learned: &mut learned,
            scene: Scene::default(),
            walked: Walked::default(),
            assigned: BTreeSet::new(),
            ends: Vec::new(),
            conditions: 0,
            ahead: None,
            room: None,
            statement: 0,
        };
        let outcome = match &task.call {
            None => lowerer.region(task.statements),
            Some(call) => lowerer.function(call),
        };
        let Lowerer { builder, walked, statement, .. } = lowerer;
        match outcome {
            // What was learned may be what the walk stumbled over.
            Err(_) if learned.changed => known = None,
            Err(reason) => return Err(Stuck { reason, statement }),
            Ok(_) if learned.changed => known = None,
            Ok(_) if learned.pending => {
                let reason = Reason::new("a recursion whose results are not found out", body.span);
                return Err(Stuck { reason, statement });
            }
            // The types of the results are declared before the walk.
            Ok(_) if known.as_ref() != Some(&walked) => known = Some(walked),
            Ok(results) => {
                let finished = match task.declared(callees) {
                    Some(declared) => builder.finish_as(declared, results),
                    None => builder.finish(results),
                };
                let finished = finished.map_err(|message| Stuck {
                    reason: Reason::new(message, body.span),
                    statement: 0,
                })?;
                return Ok((finished, walked));
            }
        }
    }
    let reason = Reason::new("what variables are is not found out in a few walks", body.span);
    Err(Stuck { reason, statement: 0 })
}

/// What a parameter of a kind is at first. A range comes with its elements written down.
fn given(operand: Operand, kind: Kind) -> Val {
    let value = Val::new(operand, kind.of_variable());
    match kind.form {
        Form::Range => Val { ranged: Ranged::Perhaps, ..value },
        Form::Empty => Val { special: Special::Empty, ..value },
        Form::Scalar | Form::Row | Form::Column | Form::Matrix | Form::Array(_) => value,
    }
}

fn result_types(walked: &Walked) -> Vec<Type> {
    let mut types = Vec::new();
    for (_, kind, stateful) in &walked.outputs {
        types.push(kind.ir());
        if *stateful {
            types.push(Type::scalar(BaseType::Double));
        }
    }
    types
}

impl Lowerer<'_, '_> {
    fn region(&mut self, statements: &[Stmt]) -> Lowered<Vec<Operand>> {
        for slot in self.learned.wanted.clone() {
            let Some(given) = (self.task.entry)(slot) else { continue };
            let given = if self.learned.texts { given } else { given.without_texts() };
            let item = self.parameters(&self.name_of(slot), &given)?;
            self.walked.inputs.push((slot, given));
            let kind = self.learned.kinds.get(&slot);
            if kind.is_some_and(|kind| self.learned.growth_axis(slot, *kind).is_some()) {
                self.walked.growing.push(slot);
            }
            self.set_at_entry(slot, &item, self.body.span)?;
        }
        for (number, stmt) in statements.iter().enumerate() {
            self.statement = number;
            self.statement(stmt)?;
        }
        let surroundings = needed::Surroundings::of(self.body, statements);
        let mut results = Vec::new();
        for slot in self.assigned.clone() {
            if !surroundings.need(&self.body.slots[slot].name) {
                continue;
            }
            let Some(&kind) = self.learned.kinds.get(&slot) else {
                // Nothing but `[]` was stored in it, perhaps on some paths only.
                let given = (self.task.entry)(slot).and_then(|given| given.kind());
                self.learned.kinds.insert(slot, given.unwrap_or(Kind::EMPTY).of_variable());
                self.learned.changed = true;
                continue;
            };
            if self.learned.known.contains_key(&slot) {
                return self.refuse("a function handle or a cell array is stored", self.body.span);
            }
            let Some(variable) = self.scene.variables.get(&slot).cloned() else {
                let name = self.name_of(slot);
                return self.refuse(format!("what `{name}` is set to is lost"), self.body.span);
            };
            if kind.base == Base::Char {
                return self.refuse("a text is stored", self.body.span);
            }
            let stateful = !variable.is_set();
            let (kind, operand) = match &variable.ranged {
                Ranged::No => {
                    let length = variable.length.clone();
                    let along = self.grown_along(slot, kind);
                    let value = Val { length, along, ..Val::new(variable.operand, kind) };
                    (kind, self.settled(value, self.body.span)?.operand)
                }
                Ranged::Written(written) => {
                    let kind = Kind { base: Base::Double, form: Form::Range };
                    (kind, self.written_range(written, self.body.span)?)
                }
                Ranged::Perhaps => {
                    let name = &self.body.slots[slot].name;
                    let words = format!("`{name}` may be a range, which is kept as one");
                    return self.refuse(words, self.body.span);
                }
            };
            self.walked.outputs.push((slot, kind, stateful));
            results.push(operand);
            if stateful {
                let double = Prim::Convert(BaseType::Double);
                results.push(self.prim(double, &[variable.state], self.body.span)?);
            }
        }
        Ok(results)
    }

    fn refuse<T>(&self, message: impl Into<String>, span: Span) -> Lowered<T> {
        Err(Reason::new(message, span))
    }

    fn at(&mut self, span: Span) {
        let place = self.body.source.place(span.start);
        self.builder.at(TextPosition { line: place.line, column: place.column });
    }

    fn source_place(&self, span: Span) -> TextPosition {
        let place = self.body.source.place(span.start);
        TextPosition { line: place.line, column: place.column }
    }

    /// Adds an operation with one result.
    fn op(&mut self, op: Op, span: Span) -> Lowered<Operand> {
        self.named("", op, span)
    }

    fn named(&mut self, name: &str, op: Op, span: Span) -> Lowered<Operand> {
        self.at(span);
        self.builder.value(name, op).map_err(|message| Reason::new(message, span))
    }

    fn prim(&mut self, prim: Prim, operands: &[Operand], span: Span) -> Lowered<Operand> {
        let constants: Option<Vec<Scalar>> =
            operands.iter().map(|one| one.constant().and_then(|one| one.as_scalar())).collect();
        if let Some(value) = constants.and_then(|constants| prim.eval(&constants)) {
            return Ok(Operand::scalar(value));
        }
        self.op(Op::Prim(prim, operands.to_vec()), span)
    }

    /// The value, if a truth value holds; otherwise the region gives up.
    fn guard(
        &mut self,
        truth: Operand,
        value: &Operand,
        message: &str,
        span: Span,
    ) -> Lowered<Operand> {
        self.walked.implied += 1;
        if truth == Operand::scalar(Scalar::Bool(true)) {
            self.walked.removed += 1;
            return Ok(value.clone());
        }
        self.guard_that(Condition::True(truth), value, message, span)
    }

    fn guard_that(
        &mut self,
        condition: Condition,
        value: &Operand,
        message: &str,
        span: Span,
    ) -> Lowered<Operand> {
        let check = Check { condition, message: message.into(), place: self.source_place(span) };
        self.op(Op::Guard { check, value: Some(value.clone()) }, span)
    }

    /// What is here is not run by what is compiled.
    fn give_up(&mut self, message: &str, span: Span) -> Lowered<()> {
        let never = Operand::scalar(Scalar::Bool(false));
        self.guard_that(Condition::True(never.clone()), &never, message, span).map(drop)
    }

    fn close(&mut self, results: Vec<Operand>, span: Span) -> Lowered<Block> {
        self.builder.close(results).map_err(|message| Reason::new(message, span))
    }
}
