//! Loops whose iterations are all known beforehand, kept iteration by iteration.
//!
//! A loop is tried optimistically: as long as each iteration is surely made, and whether
//! and how it ends is known, it is walked as the statements it consists of. If that
//! comes to an end, or the statements become too many, everything is taken back and the
//! loop is walked as a loop.

use std::rc::Rc;

use formwork_domain::{AbstractValue, Contents};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, For, Stmt, Target};
use formwork_runtime::{Class, Value, index};
use formwork_shape::Truth;
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::report::record::{DefinitionKind, RecordMark};
use crate::state::fork::Fork;
use crate::state::frame::LoopContext;
use crate::stmt::end_of;
use crate::trace::sure::Judge;
use crate::trace::{LoopKey, StepKind};

/// The most iterations that are looked at.
const ITERATIONS: usize = 4096;

/// The most statements that are kept of a loop, also of those that are known beforehand:
/// what is left of them is found by looking at all of them.
const KEPT: usize = 8_000;

/// By how much advice to unroll raises the limits.
const ADVISED: usize = 64;

/// What came of an iteration.
pub(crate) enum Went {
    /// It ended, and the next one comes.
    On,
    /// The loop was left, or the path ends.
    Out,
    /// Only a run decides.
    Undecided,
}

/// A loop that is being tried.
struct Trial {
    key: LoopKey,
    fork: Fork,
    mark: RecordMark,
    returns: usize,
    dynamic: usize,
    limit: usize,
    iterations: usize,
    kept: usize,
}

impl Analyst<'_> {
    fn try_loop(&mut self, key: LoopKey) -> Option<Trial> {
        let tracer = self.tracer.as_mut()?;
        let advice = tracer.advice.take();
        let thrift = &tracer.thrift;
        let forgone = advice.is_none() && (thrift.all || thrift.rolled.contains(&key));
        if advice == Some(false) {
            tracer.trace.kept.insert(key);
        }
        if advice == Some(false) || forgone {
            return None;
        }
        let factor = if advice == Some(true) { ADVISED } else { 1 };
        self.begin_trial(key, factor)
    }

    fn begin_trial(&mut self, key: LoopKey, factor: usize) -> Option<Trial> {
        let dynamic = self.tracer.as_ref()?.dynamic;
        let trial = Trial {
            key,
            fork: self.fork(),
            mark: self.frame_mut().record.watch(),
            returns: self.frame().returns.len(),
            dynamic,
            limit: self.options.unroll.saturating_mul(factor),
            iterations: ITERATIONS.saturating_mul(factor),
            kept: KEPT.saturating_mul(factor),
        };
        self.open_block();
        Some(trial)
    }

    /// Everything is as it was before the loop.
    fn give_trial_up(&mut self, trial: &Trial) -> bool {
        self.close_block();
        self.frame_mut().record.take_back(trial.mark);
        self.frame_mut().record.settle();
        self.frame_mut().returns.truncate(trial.returns);
        self.leave(trial.fork);
        if let Some(tracer) = &mut self.tracer {
            tracer.dynamic = trial.dynamic;
        }
        false
    }

    /// The iterations stand for the loop.
    fn accept_trial(&mut self, trial: &Trial, span: Span, trips: usize) -> bool {
        self.unrolled_step(trial.key, trips);
        self.frame_mut().record.settle();
        match self.leave(trial.fork) {
            Some(end) => self.join_paths(vec![end], end_of(span)),
            None => self.frame_mut().alive = false,
        }
        true
    }

    fn is_too_long(&self, trial: &Trial, done: usize, of: Option<usize>) -> bool {
        let dynamic = self.tracer.as_ref().map_or(0, |tracer| tracer.dynamic) - trial.dynamic;
        let expected = of.map_or(dynamic, |of| dynamic.saturating_mul(of) / done.max(1));
        let kept = self.tracer.as_ref().map_or(0, |tracer| tracer.kept());
        done >= trial.iterations
            || dynamic.max(expected) > trial.limit
            || of.map_or(kept, |of| kept.saturating_mul(of) / done.max(1)) > trial.kept
            || self.exhausted()
    }

    pub(crate) fn iteration_of(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        span: Span,
    ) -> Went {
        let fork = self.fork();
        let undecided = self.undecided_around();
        self.frame_mut().loops.push(LoopContext {
            mark: fork.mark,
            assumed: fork.assumed,
            breaks: Vec::new(),
            continues: Vec::new(),
            undecided,
            jumps: false,
            unrolled: true,
        });
        self.block(body, statements);
        let context = self.frame_mut().loops.pop();
        let mut ends: Vec<_> = self.leave(fork).into_iter().collect();
        let Some(context) = context else { return Went::Undecided };
        ends.extend(context.continues);
        if context.jumps {
            return Went::Undecided;
        }
        match (ends.len(), context.breaks.len()) {
            (1, 0) => {
                self.join_paths(ends, end_of(span));
                Went::On
            }
            (0, 1) => {
                self.join_paths(context.breaks, end_of(span));
                Went::Out
            }
            (0, 0) => {
                self.frame_mut().alive = false;
                Went::Out
            }
            _ => Went::Undecided,
        }
    }

    /// Whether a `while` loop, or a `do` loop, could be kept iteration by iteration.
    pub(crate) fn unroll_tested(
        &mut self,
        body: &Rc<Body>,
        condition: ExprId,
        statements: &[Stmt],
        (tested_first, span): (bool, Span),
    ) -> bool {
        let Some(trial) = self.try_loop((body.id, span)) else { return false };
        let mut done = 0;
        loop {
            if tested_first || done > 0 {
                self.begin_scene();
                let (_, truth) =
                    self.condition(body, condition, if tested_first { "while" } else { "until" });
                let scene = self.end_scene();
                if !self.alive() {
                    return self.give_trial_up(&trial);
                }
                let removable = self.tracer.as_ref().is_some_and(|tracer| {
                    Judge::new(body, &scene, &tracer.trace).is_removable(condition)
                });
                if truth == Truth::Maybe || !removable {
                    return self.give_trial_up(&trial);
                }
                if (truth == Truth::Yes) != tested_first {
                    return self.accept_trial(&trial, span, done);
                }
            }
            match self.iteration_of(body, statements, span) {
                Went::On => {}
                Went::Out => return self.accept_trial(&trial, span, done + 1),
                Went::Undecided => return self.give_trial_up(&trial),
            }
            done += 1;
            if self.is_too_long(&trial, done, None) {
                return self.give_trial_up(&trial);
            }
        }
    }

    /// Whether a `for` loop could be kept iteration by iteration.
    pub(crate) fn unroll_for(
        &mut self,
        body: &Rc<Body>,
        for_loop: &For,
        iterable: &AbstractValue,
        removable: bool,
        span: Span,
    ) -> bool {
        if !self.tracing() {
            return false;
        }
        if let Some(key) = &for_loop.key {
            return self.unroll_fields(body, for_loop, key, (iterable, removable), span);
        }
        let plain = match (&for_loop.target, &for_loop.key) {
            (Target::Place { slot, links, span }, None) if links.is_empty() => Some((*slot, *span)),
            _ => None,
        };
        let (Some((slot, place)), Some(columns)) =
            (plain.filter(|_| removable), iterable.constant().and_then(columns_of))
        else {
            if let Some(tracer) = &mut self.tracer {
                tracer.advice = None;
            }
            return false;
        };
        let Some(trial) = self.try_loop((body.id, span)) else { return false };
        if columns.is_empty()
            && let Some(nothing) = iterable.constant()
        {
            self.set_known(slot, nothing.clone(), place);
            return self.accept_trial(&trial, span, 0);
        }
        let trips = columns.len();
        if trips > trial.iterations {
            return self.give_trial_up(&trial);
        }
        let mut columns = columns.into_iter();
        self.each_iteration(body, &for_loop.body, &trial, (trips, span), |this| {
            if let Some(column) = columns.next() {
                this.set_known(slot, column, place);
            }
        })
    }

    /// Goes through so many iterations, each prepared beforehand; tells whether they can be
    /// kept.
    fn each_iteration(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        trial: &Trial,
        (trips, span): (usize, Span),
        mut prepare: impl FnMut(&mut Self),
    ) -> bool {
        for done in 1..=trips {
            prepare(self);
            match self.iteration_of(body, statements, span) {
                Went::On => {}
                Went::Out => return self.accept_trial(trial, span, done),
                Went::Undecided => return self.give_trial_up(trial),
            }
            if self.is_too_long(trial, done, Some(trips)) {
                return self.give_trial_up(trial);
            }
        }
        self.accept_trial(trial, span, trips)
    }

    /// Whether a loop over the fields of a 1x1 struct could be kept field by field: their names
    /// and values are known.
    fn unroll_fields(
        &mut self,
        body: &Rc<Body>,
        for_loop: &For,
        key: &Target,
        (iterable, removable): (&AbstractValue, bool),
        span: Span,
    ) -> bool {
        if let Some(tracer) = &mut self.tracer {
            tracer.advice = None;
        }
        let whole = |target: &Target| match target {
            Target::Place { slot, links, span } if links.is_empty() => Some((*slot, *span)),
            Target::Place { .. } | Target::Ignored => None,
        };
        let (Some(value), Some(key)) = (whole(&for_loop.target), whole(key)) else { return false };
        let source = match body.exprs[for_loop.iterable].kind {
            ExprKind::Var(slot) => Some(slot),
            _ => None,
        };
        let Some(fields) = self.fields_in_order(iterable, source).filter(|_| removable) else {
            return false;
        };
        let trips = fields.len();
        // Such a loop cannot be written in MATLAB: it never stays one.
        let Some(trial) = self.begin_trial((body.id, span), 1) else { return false };
        for (done, (name, field)) in fields.into_iter().enumerate() {
            match (field.constant(), source) {
                (Some(known), _) => self.set_known(value.0, known.clone(), value.1),
                // The loop goes over the struct as it was before the first iteration.
                (None, Some(source))
                    if !self.frame().changed_since(trial.fork.mark).contains_key(&source) =>
                {
                    self.define(value.0, field, value.1, DefinitionKind::Assign);
                    let step = StepKind::Field(value.0, source, Rc::clone(&name));
                    self.step(step, value.1, false);
                }
                (None, _) => return self.give_trial_up(&trial),
            }
            self.set_known(key.0, Value::text(&*name), key.1);
            match self.iteration_of(body, &for_loop.body, span) {
                Went::On => {}
                Went::Out => return self.accept_trial(&trial, span, done + 1),
                Went::Undecided => return self.give_trial_up(&trial),
            }
            if self.is_too_long(&trial, done + 1, Some(trips)) {
                return self.give_trial_up(&trial);
            }
        }
        self.accept_trial(&trial, span, trips)
    }

    /// The fields of a 1x1 struct that has some, in the order in which a loop goes over them: their
    /// values are known, or it is a variable of which the fields are.
    fn fields_in_order(
        &mut self,
        iterable: &AbstractValue,
        source: Option<SlotId>,
    ) -> Option<Vec<(Rc<str>, AbstractValue)>> {
        // Of an array of structs the values are cell arrays; without fields nothing is set.
        if iterable.classes.single() != Some(Class::Struct) || !iterable.is_scalar() {
            return None;
        }
        let fields: Vec<(Rc<str>, AbstractValue)> = match (iterable.constant(), &iterable.contents)
        {
            (Some(Value::Struct(known)), _) => known
                .fields()
                .filter_map(|(name, values)| {
                    let value = AbstractValue::of(values.first()?, &mut self.algebra);
                    Some((Rc::from(&**name), value))
                })
                .collect(),
            (_, Some(Contents::Fields(fields))) if !fields.open && source.is_some() => {
                fields.known.clone()
            }
            _ => return None,
        };
        (!fields.is_empty()).then_some(fields)
    }

    /// A variable gets a value that is known.
    pub(crate) fn set_known(&mut self, slot: SlotId, value: Value, span: Span) {
        let known = AbstractValue::of(&value, &mut self.algebra);
        self.define(slot, known, span, DefinitionKind::Assign);
        self.step(StepKind::Set(slot, value), span, false);
    }
}

/// The columns of a matrix, as a loop goes through them.
pub(crate) fn columns_of(value: &Value) -> Option<Vec<Value>> {
    let array = value.is_numeric() || value.is_char() || matches!(value, Value::Bool(_));
    if !(array || matches!(value, Value::Cell(_))) {
        return None;
    }
    let dims = value.dims();
    let &[rows, columns] = dims.as_slice() else { return None };
    if rows == 0 || columns == 0 {
        return Some(Vec::new());
    }
    let column = |place: usize| index::index(value, &[Value::text(":"), Value::count(place)]).ok();
    (columns <= ITERATIONS * ADVISED).then(|| (1..=columns).map(column).collect())?
}
