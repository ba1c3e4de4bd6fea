//! What is kept of a walk: definitions, checks, and where it ended.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::SourceText;
use formwork_hir::body::Body;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::ShapeId;
use formwork_shape::{Counterexample, Truth};
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::report::failure::{Failure, Inner, Passed};

use crate::report::journal::{Journal, Mark};
use crate::report::remark::{Remark, RemarkPlace};

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
    /// The place of an assignment beyond the end of an array that cannot grow there.
    Growth,
    /// A subscript is at least 1.
    Positive,
}

/// A check that an operation makes when it runs.
#[derive(Clone, Debug)]
pub struct Check {
    /// What is checked.
    pub kind: CheckKind,
    /// Which subscript it is, of several; else 0.
    pub position: usize,
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
    /// Whether the statement runs in every iteration of the loops around it: what must
    /// hold so that all of them succeed, free of their counters.
    pub over_loops: Option<Requirement>,
    /// Small sizes for which it fails, if they were asked for, have to do with one another
    /// and were found.
    pub breaks: Option<Counterexample>,
    /// Whether it fails wherever there is something to work on; asked of ordinary calls alone.
    pub degenerate: bool,
}

impl Check {
    /// Where it is made, and which of several it is.
    pub(crate) fn place(&self) -> CheckPlace {
        (self.span.start, self.span.end, self.kind, self.position)
    }
}

/// An end of a counted loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Its first iteration.
    First,
    /// Its last iteration.
    Last,
}

/// A check that fails at an end of a loop, whenever the loop runs.
#[derive(Clone, Debug)]
pub struct AtEnd {
    /// The check.
    pub check: Check,
    /// When it fails.
    pub end: End,
    /// The variable of the loop.
    pub variable: Rc<str>,
    /// What it is then, or the number of iterations before.
    pub value: ExtentId,
}

/// What is known of a function, called in one way.
#[derive(Clone, Debug)]
pub struct FunctionRecord {
    /// Its name.
    pub name: Rc<str>,
    /// Which of the ways it is called in, from 1.
    pub variant: usize,
    /// The number of the walk.
    pub(crate) walk: u64,
    /// Whether it was walked for its own sake, with what was said of its parameters,
    /// and not because somebody calls it.
    pub entry: bool,
    /// If it was walked as it is called ordinarily, or because such a walk calls it: with how many
    /// arguments.
    pub ordinary: Option<usize>,
    /// The file that calls it so, if it was walked for the sake of that, and the line where what
    /// calls it begins.
    pub caller: Option<(Rc<Path>, u32)>,
    /// Whether the walk became too long, and did not see everything.
    pub cut: bool,
    /// Its text.
    pub source: Rc<SourceText>,
    /// Its statements and expressions.
    pub body: Rc<Body>,
    /// The definitions, in the order of the text.
    pub definitions: Vec<Definition>,
    /// The checks, in the order of the text.
    pub checks: Vec<Check>,
    /// Statements that are never reached.
    pub unreachable: Vec<Span>,
    /// Operations at which walks ended, some of which may also have passed.
    pub failures: Vec<Failure>,
    /// Operations that some walk passed.
    pub passed: Passed,
    /// Checks that fail at an end of a loop.
    pub at_ends: Vec<AtEnd>,
    /// Conditions of branches and loops.
    pub conditions: Vec<Condition>,
    /// What was remarked of operations that work.
    pub remarks: Vec<Remark>,
    /// What fails in functions that it calls, on an ordinary call, if it comes to it.
    pub doubts: Vec<Failure>,
    /// Reads of variables that may have no value, with their names.
    pub maybe_reads: Vec<(Span, Rc<str>)>,
    /// The definitions in other orders, when somebody has asked for one of them.
    pub(crate) orders: OnceCell<Orders>,
}

/// Definitions by what one asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    /// Those of each variable by where they end: those that flow together, and others.
    named: FxHashMap<Rc<str>, [Vec<usize>; 2]>,
    /// The first one at each place.
    first: FxHashMap<Span, usize>,
}

impl FunctionRecord {
    /// The last definition of a variable before a place, in the order of the text.
    #[must_use]
    pub fn definition_before(&self, name: &str, before: u32) -> Option<&Definition> {
        let lists = self.orders().named.get(name)?;
        let last = lists.iter().filter_map(|list| self.last_before(list, before)).max();
        last.map(|(_, which)| &self.definitions[which])
    }

    /// The last definition of a variable before a place that is an assignment or a parameter;
    /// if there is none, the last that flows together of others.
    #[must_use]
    pub fn origin_before(&self, name: &str, before: u32) -> Option<&Definition> {
        let [flows, others] = self.orders().named.get(name)?;
        let last = self.last_before(others, before).or_else(|| self.last_before(flows, before));
        last.map(|(_, which)| &self.definitions[which])
    }

    /// Whether something failed, may work only by chance, or is worth a remark.
    pub(crate) fn has_something_to_say(&self) -> bool {
        self.sure_failures().next().is_some()
            || !self.at_ends.is_empty()
            || self.checks.iter().any(|check| check.degenerate)
            || self.remarks.iter().any(|remark| remark.holds)
            || !self.doubts.is_empty()
    }

    /// What fails first on an ordinary call, if it comes to it.
    pub(crate) fn doubt(&self) -> Option<Rc<Inner>> {
        let sure = |one: &&Failure| !self.passed.contains(one);
        let failure = self.doubts.iter().find(sure)?.clone();
        Some(Rc::new(Inner { source: Rc::clone(&self.source), failure }))
    }

    fn last_before(&self, list: &[usize], before: u32) -> Option<(u32, usize)> {
        let end = |which: usize| self.definitions[which].span.end;
        let count = list.partition_point(|&which| end(which) <= before);
        list[..count].last().map(|&which| (end(which), which))
    }

    fn orders(&self) -> &Orders {
        self.orders.get_or_init(|| {
            let mut orders = Orders::default();
            for (which, one) in self.definitions.iter().enumerate() {
                orders.first.entry(one.span).or_insert(which);
                let list = match one.kind {
                    DefinitionKind::Temp => continue,
                    DefinitionKind::JoinPhi | DefinitionKind::LoopPhi => 0,
                    DefinitionKind::Param | DefinitionKind::Assign => 1,
                };
                orders.named.entry(Rc::clone(&one.name)).or_default()[list].push(which);
            }
            for list in orders.named.values_mut().flatten() {
                list.sort_by_key(|&which| self.definitions[which].span.end);
            }
            orders
        })
    }

    /// The first definition that stands exactly there.
    #[must_use]
    pub fn definition_at(&self, span: Span) -> Option<&Definition> {
        self.orders().first.get(&span).map(|&which| &self.definitions[which])
    }

    /// The definitions that stand inside a place.
    pub fn definitions_within(&self, whole: Span) -> impl Iterator<Item = &Definition> {
        let near = from(&self.definitions, whole.start, |one| one.span.start);
        near.iter()
            .take_while(move |one| one.span.start <= whole.end)
            .filter(move |one| one.span.end <= whole.end)
    }

    /// The checks that the operation at a place makes.
    #[must_use]
    pub fn checks_at(&self, span: Span) -> &[Check] {
        let near = from(&self.checks, span, |check| check.span);
        &near[..near.partition_point(|check| check.span == span)]
    }

    /// The checks of the operation at a place that fail at an end of a loop.
    #[must_use]
    pub fn at_ends_at(&self, span: Span) -> &[AtEnd] {
        let near = from(&self.at_ends, span, |one| one.check.span);
        &near[..near.partition_point(|one| one.check.span == span)]
    }

    /// The condition at a place.
    #[must_use]
    pub fn condition_at(&self, span: Span) -> Option<&Condition> {
        from(&self.conditions, span, |one| one.span).first().filter(|one| one.span == span)
    }

    /// Whether the statement at a place is never reached.
    #[must_use]
    pub fn is_unreachable(&self, span: Span) -> bool {
        from(&self.unreachable, span.start, |one| one.start).first() == Some(&span)
    }

    /// Whether what is read at a place may have no value.
    #[must_use]
    pub fn may_read_nothing(&self, span: Span) -> bool {
        from(&self.maybe_reads, span, |one| one.0).first().is_some_and(|one| one.0 == span)
    }

    /// The operations that fail surely when the function is called this way.
    pub fn sure_failures(&self) -> impl Iterator<Item = &Failure> {
        self.failures.iter().filter(|failure| !self.passed.contains(failure))
    }
}

/// What is in order, from the first that is not before a key.
fn from<T, K: Ord>(all: &[T], key: K, key_of: impl Fn(&T) -> K) -> &[T] {
    &all[all.partition_point(|one| key_of(one) < key)..]
}

/// The condition of a branch or a loop.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Where.
    pub span: Span,
    /// What is known of its value, the last time.
    pub value: AbstractValue,
    /// Whether it may hold.
    pub holds: bool,
    /// Whether it may fail.
    pub fails: bool,
}

/// The place of a definition: a later walk over it replaces what an earlier one found.
/// Without a kind: what a variable is after a statement with blocks inside a loop, whether
/// paths meet there in that walk or not.
pub(crate) type DefinitionKey = (u32, Option<DefinitionKind>, u32);

/// The place of a check.
pub(crate) type CheckPlace = (u32, u32, CheckKind, usize);

/// What is being kept of a walk over one function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    definitions: Journal<DefinitionKey, Definition>,
    checks: Journal<CheckPlace, Check>,
    reached: Journal<u32, (Span, bool)>,
    at_ends: Journal<CheckPlace, Option<AtEnd>>,
    /// Where statements with blocks end that stand in loops.
    in_loops: FxHashSet<u32>,
    // What follows is of all walks, also of those that are taken back: see `failure`.
    pub(crate) failures: BTreeMap<(u32, u32), Failure>,
    pub(crate) passed: Passed,
    pub(crate) conditions: BTreeMap<(u32, u32), Condition>,
    remarks: BTreeMap<RemarkPlace, Remark>,
    /// What fails on an ordinary call, if it comes to it: see `doubt`.
    pub(crate) doubts: BTreeMap<(u32, u32), Failure>,
    pub(crate) maybe_reads: BTreeMap<(u32, u32), Rc<str>>,
}

/// A state of a record to go back to.
#[derive(Clone, Copy)]
pub(crate) struct RecordMark {
    definitions: Mark,
    checks: Mark,
    reached: Mark,
    at_ends: Mark,
}

/// What a walk had found that was taken back.
pub(crate) struct TakenBack {
    pub(crate) definitions: BTreeMap<DefinitionKey, Definition>,
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
            at_ends: self.at_ends.watch(),
        }
    }

    /// Takes back what was found since.
    pub(crate) fn take_back(&mut self, mark: RecordMark) -> TakenBack {
        self.at_ends.take_back(mark.at_ends);
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
        self.at_ends.settle();
    }

    pub(crate) fn define(&mut self, slot: u32, definition: Definition) {
        let place = (definition.span.start, Some(definition.kind), slot);
        self.definitions.insert(place, definition);
    }

    /// A statement with blocks that stands in a loop ends there.
    pub(crate) fn pass_in_loop(&mut self, end: Span) {
        self.in_loops.insert(end.start);
    }

    /// Keeps what a variable is after a statement, in case paths meet there in other walks.
    pub(crate) fn pass_by(&mut self, slot: u32, definition: Definition) {
        self.definitions.insert((definition.span.start, None, slot), definition);
    }

    pub(crate) fn definition(&self, place: &DefinitionKey) -> Option<&Definition> {
        self.definitions.get(place)
    }

    pub(crate) fn define_at(&mut self, place: DefinitionKey, definition: Definition) {
        self.definitions.insert(place, definition);
    }

    pub(crate) fn check(&mut self, check: Check) {
        self.checks.insert(check.place(), check);
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

    pub(crate) fn is_reached(&self, span: Span) -> bool {
        self.reached.get(&span.start).is_some_and(|(_, alive)| *alive)
    }

    pub(crate) fn reach(&mut self, span: Span, alive: bool) {
        let before = self.reached.get(&span.start).copied();
        let now = before.map_or((span, alive), |(first, before)| (first, before | alive));
        if before != Some(now) {
            self.reached.insert(span.start, now);
        }
    }

    pub(crate) fn fail(&mut self, failure: Failure) {
        self.failures.insert((failure.span.start, failure.span.end), failure);
    }

    /// Whether an operation failed inside a part of the text.
    pub(crate) fn has_failed_within(&self, whole: Span) -> bool {
        let from = self.failures.range((whole.start, 0)..);
        from.take_while(|((start, _), _)| *start <= whole.end)
            .any(|((_, end), _)| *end <= whole.end)
    }

    /// What fails first on an ordinary call, if it comes to it, in a function of this text.
    pub(crate) fn doubt(&self, source: &Rc<SourceText>) -> Option<Rc<Inner>> {
        let sure = |one: &&Failure| !self.passed.contains(one);
        let failure = self.doubts.values().find(sure)?.clone();
        Some(Rc::new(Inner { source: Rc::clone(source), failure }))
    }

    /// The first operation at which every walk ended.
    pub(crate) fn sure_failure(&self) -> Option<&Failure> {
        self.failures.values().find(|failure| !self.passed.contains(failure))
    }

    pub(crate) fn pass(&mut self, span: Span) {
        self.passed.operation(span);
    }

    /// What a check does at the ends of a loop: the last walk knows.
    pub(crate) fn at_end(&mut self, place: CheckPlace, found: Option<AtEnd>) {
        if found.is_some() || self.at_ends.get(&place).is_some() {
            self.at_ends.insert(place, found);
        }
    }

    pub(crate) fn condition(&mut self, span: Span, value: &AbstractValue, truth: Truth) {
        let fresh = Condition { span, value: value.clone(), holds: false, fails: false };
        let one = self.conditions.entry((span.start, span.end)).or_insert(fresh);
        one.value = value.clone();
        one.holds |= truth != Truth::No;
        one.fails |= truth != Truth::Yes;
    }

    /// Keeps a remark. The first walk of a loop is its first iteration, so that what holds in one
    /// walk happens.
    pub(crate) fn remark(&mut self, remark: Remark) {
        let place = (remark.span.start, remark.span.end, remark.kind);
        let held = self.remarks.get(&place).is_some_and(|before| before.holds);
        if !held {
            self.remarks.insert(place, remark);
        }
    }

    /// The remarks that were left open, by their places, and what they depend on.
    pub(crate) fn open_remarks(&self) -> Vec<(RemarkPlace, Requirement)> {
        let open = |(place, remark): (&RemarkPlace, &Remark)| {
            remark.open.clone().filter(|_| !remark.holds).map(|open| (*place, open))
        };
        self.remarks.iter().filter_map(open).collect()
    }

    /// A remark that was left open holds.
    pub(crate) fn settle_remark(&mut self, place: RemarkPlace) {
        if let Some(remark) = self.remarks.get_mut(&place) {
            remark.holds = true;
        }
    }

    pub(crate) fn maybe_read(&mut self, span: Span, name: Rc<str>) {
        self.maybe_reads.insert((span.start, span.end), name);
    }

    pub(crate) fn finish(self, body: &Rc<Body>) -> FunctionRecord {
        FunctionRecord {
            caller: None,
            name: Rc::clone(&body.name),
            variant: 1,
            walk: 0,
            entry: false,
            ordinary: None,
            cut: false,
            source: Rc::clone(&body.source),
            body: Rc::clone(body),
            definitions: joins_with_passes(self.definitions, &self.in_loops),
            checks: self.checks.into_values().collect(),
            unreachable: self
                .reached
                .into_values()
                .filter(|(_, alive)| !alive)
                .map(|(span, _)| span)
                .collect(),
            failures: self.failures.into_values().collect(),
            passed: self.passed,
            at_ends: self.at_ends.into_values().flatten().collect(),
            conditions: self.conditions.into_values().collect(),
            remarks: self.remarks.into_values().collect(),
            doubts: self.doubts.into_values().collect(),
            maybe_reads: self
                .maybe_reads
                .into_iter()
                .map(|((start, end), name)| (Span::new(start, end), name))
                .collect(),
            orders: OnceCell::new(),
        }
    }
}

/// All definitions. Where paths meet in some iterations of a loop and not in others, a
/// variable is what it is in any of them; what nobody assigned to there, conditions have
/// told something about in some of them, which is nothing to list.
fn joins_with_passes(
    all: Journal<DefinitionKey, Definition>,
    in_loops: &FxHashSet<u32>,
) -> Vec<Definition> {
    let mut passes: FxHashMap<(u32, u32), Definition> = FxHashMap::default();
    let mut definitions = Vec::new();
    // Those without a kind come first.
    for ((start, kind, slot), definition) in all.into_entries() {
        match kind {
            None => {
                passes.insert((start, slot), definition);
            }
            Some(DefinitionKind::JoinPhi) => {
                let passed = passes.remove(&(start, slot));
                let alone = (!in_loops.contains(&start)).then_some(definition);
                definitions.extend(passed.or(alone));
            }
            Some(_) => definitions.push(definition),
        }
    }
    definitions
}
