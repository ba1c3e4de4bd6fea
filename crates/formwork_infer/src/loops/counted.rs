//! `for` loops: what the loop variable is in an iteration, and how often there is one.
//!
//! ```text
//! for k = 1:n      in an iteration k is an integer between 1 and n; behind the loop it is n, or
//!                  what `1:0` leaves if n may be 0
//! for v = A        v is a column of A
//! ```

use crate::engine::Analyst;
use crate::loops::growth::Counter;
use crate::loops::site::{Header, Site};
use crate::report::failure::FailureKind;
use crate::state::frame::{Counting, Slot};
use crate::stmt::end_of;
use crate::trace::sure::Judge;
use crate::trace::{Counted, Scene, StepKind};
use formwork_domain::{AbstractValue, ClassSet, ValueFact, one_of_many};
use formwork_hir::body::{Body, For, Link, Stmt, StmtKind, Target};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use std::rc::Rc;

impl Analyst<'_> {
    /// On an ordinary call a loop runs, and what it fills element by element (`x(k) = …`) begins as if it
    /// were empty: so it is seen how it grows.
    fn begin_filling(&mut self, block: &[Stmt]) {
        for stmt in block {
            let StmtKind::Assign(assign) = &stmt.kind else { continue };
            let [Target::Place { slot, links, .. }] = &assign.targets[..] else { continue };
            let unset = self.frame().slot(*slot).defined == Truth::No;
            let plain = assign.op.is_none() && !self.frame().exposed.contains(slot);
            if unset && plain && matches!(links[..], [Link::Paren(_)]) {
                let empty = self.empty_value();
                self.frame_mut().set(*slot, Slot::new(Rc::new(empty), Truth::Yes));
            }
        }
    }

    /// `for`.
    pub(crate) fn for_loop(&mut self, body: &Rc<Body>, stmt: &Stmt, for_loop: &For) {
        let span = stmt.span;
        self.begin_scene();
        let iterable = self.single(body, for_loop.iterable, "for");
        let scene = self.end_scene();
        let removable = self.tracer.as_ref().is_some_and(|tracer| {
            Judge::new(body, &scene, &tracer.trace).is_removable(for_loop.iterable)
        });
        let counted = |scene: Scene| {
            let (target, key) = (for_loop.target.clone(), for_loop.key.clone());
            Box::new(Counted { target, key, iterable: for_loop.iterable, scene })
        };
        if !self.alive() {
            self.step(StepKind::For(counted(scene), Vec::new()), span, false);
            return;
        }
        if self.unroll_for(body, for_loop, &iterable, removable, span) {
            return;
        }
        if iterable.classes.single() == Some(Class::FunctionHandle) {
            let message = "invalid type in for loop expression".to_owned();
            self.fail(span, FailureKind::Operator("for"), &[&iterable], Some(message));
            self.step(StepKind::For(counted(scene), Vec::new()), span, false);
            return;
        }
        let iterable = self.shaped(iterable, "iterable");
        self.remark_loop(&iterable, body.exprs[for_loop.iterable].span);
        if self.ordinary.is_some() {
            self.begin_filling(&for_loop.body);
        }
        let (trips, item, counter) = self.iteration(&iterable, &for_loop.target);
        struct Each<'b> {
            body: &'b Rc<Body>,
            target: &'b Target,
            key: Option<&'b Target>,
            item: AbstractValue,
            learnt: Vec<Requirement>,
        }
        impl Header for Each<'_> {
            fn enter(&mut self, analyst: &mut Analyst<'_>) {
                for requirement in self.learnt.clone() {
                    analyst.assume(requirement);
                }
                analyst.store(self.body, self.target, self.item.clone());
                if let Some(key) = self.key {
                    analyst.store(self.body, key, AbstractValue::unknown());
                }
            }
        }
        let variable = match &for_loop.target {
            Target::Place { slot, links, .. } if links.is_empty() => Some(*slot),
            _ => None,
        };
        let learnt = counter.as_ref().map(|counter| counter.learnt.clone()).unwrap_or_default();
        let item = if for_loop.key.is_some() { AbstractValue::unknown() } else { item };
        let set = variable.map(|slot| (slot, item.clone()));
        let interval = self.facts.interval(self.algebra.extents_mut(), trips);
        let fork = self.fork();
        if interval.high() == Some(0) {
            self.leave(fork);
            self.set_after_no_trip(&for_loop.target, &iterable);
            self.step(StepKind::For(counted(scene), Vec::new()), span, false);
            return;
        }
        // It runs: there is at least one iteration.
        self.facts.assume(&mut self.algebra, Requirement::AtMost(Extents::ONE, trips));
        let mark = self.frame_mut().record.watch();
        let (statements, before) = (&*for_loop.body, self.algebra.stock());
        let id = stmt.id;
        let site = Site { body, id, statements, span, variable: set, test: None, mark, before };
        let mut header = Each {
            body,
            target: &for_loop.target,
            key: for_loop.key.as_ref(),
            item: item.clone(),
            learnt,
        };
        let runs_surely = interval.low().is_some_and(|low| low >= 1);
        let around = self.frame().conditional;
        let inside = around + usize::from(!runs_surely);
        self.frame_mut().conditional = inside;
        let counters = self.frame().counters.len();
        if let Some(counter) = &counter
            && let Target::Place { slot, .. } = &for_loop.target
        {
            let counting = Counting {
                name: self.frame().name(*slot),
                unknown: counter.unknown,
                first: Some(counter.unknown_first),
                last: counter.unknown_last,
                conditional: inside,
                jumps: formwork_hir::query::has_jump(&for_loop.body),
            };
            self.frame_mut().counters.push(counting);
        }
        let mut solved = self.solve(&site, &mut header, &fork, counter.as_ref());
        self.frame_mut().counters.truncate(counters);
        self.frame_mut().conditional = around;
        let steps = self.walked_steps();
        self.step(StepKind::For(counted(scene), steps), span, false);
        let reached = match (&counter, &solved.back) {
            (Some(counter), Some(last)) if solved.breaks.is_empty() => {
                self.reached_by(counter, &last.learnt, &site.before)
            }
            _ => Vec::new(),
        };
        if runs_surely
            && solved.breaks.is_empty()
            && solved.back.is_some()
            && let Some(end) = self.walk_few(body, for_loop, &iterable, (&fork, span))
        {
            solved.back = Some(end);
        }
        let mut ends = solved.breaks;
        // The state after the last iteration, with the variable as it then was.
        if let Some(mut last) = solved.back {
            if let Some(slot) = variable
                && !last.changed.contains_key(&slot)
            {
                let value = match &counter {
                    Some(counter) => self.integer_of(item.classes, counter.last),
                    None => item.clone(),
                };
                let state = Slot::new(Rc::new(value), Truth::Yes);
                last.changed.insert(slot, state);
            }
            ends.push(last);
        }
        self.leave(fork);
        if !runs_surely {
            let none = self.fork();
            self.assume(Requirement::Equal(trips, Extents::ZERO));
            if self.alive() {
                self.set_after_no_trip(&for_loop.target, &iterable);
                ends.push(self.snapshot(none.mark, none.assumed));
            }
            self.leave(none);
        }
        self.join_after_loop(ends, end_of(span));
        for (anyway, requirement) in reached {
            if self.facts.truth(&mut self.algebra, &anyway) == Truth::Yes {
                self.assume(requirement);
            }
        }
    }

    /// What sizes must have been for the last iteration, if each found its counter, moved by some
    /// number, to be at most a size: behind `for i = 1:n, x(i); end` there are n elements in x.
    /// Each with what makes it hold where there is no iteration.
    fn reached_by(
        &mut self,
        counter: &Counter,
        learnt: &[Requirement],
        before: &formwork_shape::shape::Stock,
    ) -> Vec<(Requirement, Requirement)> {
        let own = self.algebra.extents().as_unknown(counter.unknown);
        let mut reached = Vec::new();
        for requirement in learnt {
            let Requirement::AtMost(place, size) = *requirement else { continue };
            let extents = self.algebra.extents_mut();
            let moved = extents.subtract(place, counter.unknown);
            let fixed = extents.as_literal(moved).is_some()
                && !extents.unknowns(size).iter().any(|unknown| Some(*unknown) == own)
                && !self.algebra.are_newer(&[], &[size], before);
            if !fixed {
                continue;
            }
            let extents = self.algebra.extents_mut();
            let last = extents.add(counter.unknown_last, moved);
            let first = extents.add(counter.unknown_first, moved);
            let none = extents.subtract(first, Extents::ONE);
            reached.push((Requirement::AtMost(none, size), Requirement::AtMost(last, size)));
        }
        reached
    }

    /// A scalar of some class that is this integer.
    pub(crate) fn integer_of(&mut self, classes: ClassSet, integer: ExtentId) -> AbstractValue {
        let value = AbstractValue::integer(integer, &self.algebra);
        if value.classes == classes {
            return value;
        }
        let fact = match (&value.value, classes.single()) {
            (ValueFact::Const(constant), Some(class)) => {
                formwork_runtime::ops::cast(constant.clone(), class)
                    .map_or(ValueFact::Any, ValueFact::Const)
            }
            (ValueFact::Const(_), None) => ValueFact::Any,
            _ => value.value.clone(),
        };
        AbstractValue { classes, value: fact, ..value }
    }

    /// Without an iteration the variable is an empty array.
    pub(crate) fn set_after_no_trip(&mut self, target: &Target, iterable: &AbstractValue) {
        let Target::Place { slot, links, .. } = target else { return };
        if !links.is_empty() {
            return;
        }
        let shape = match iterable.shape.and_then(|shape| self.algebra.as_tuple(shape)) {
            Some(extents) if extents.first() == Some(&Extents::ONE) => {
                Some(self.algebra.tuple([Extents::ONE, Extents::ZERO]))
            }
            _ => None,
        };
        let value =
            AbstractValue { value: ValueFact::Any, ..AbstractValue::new(iterable.classes, shape) };
        let name = self.frame().name(*slot);
        let value = self.shaped(value, &name);
        let state = Slot::new(Rc::new(value), Truth::Yes);
        self.frame_mut().set(*slot, state);
    }

    /// How often a loop over a value runs, what its variable is each time, and the
    /// counter where there is one.
    pub(crate) fn iteration(
        &mut self,
        iterable: &AbstractValue,
        target: &Target,
    ) -> (ExtentId, AbstractValue, Option<Counter>) {
        let name = match target {
            Target::Place { slot, .. } => self.frame().name(*slot),
            Target::Ignored => "i".into(),
        };
        let shape = iterable.shape.unwrap_or(Algebra::SCALAR);
        let columns = self.algebra.count_from(shape, 1);
        let rows = self.algebra.extent(shape, 0);
        let scalar_struct = iterable.classes.is_within(ClassSet::only(Class::Struct));
        if scalar_struct || iterable.classes.contains(Class::Struct) {
            let trips = self.fresh("iterations", Interval::EXTENT);
            return (trips, AbstractValue::unknown(), None);
        }
        // No rows, no iteration.
        let row_truth =
            self.facts.truth(&mut self.algebra, &Requirement::AtMost(Extents::ONE, rows));
        let trips = if row_truth == Truth::Yes {
            columns
        } else {
            let bounds = self.algebra.extents().interval(columns);
            let high = bounds.high().and_then(|high| Interval::new(0, high));
            self.fresh("iterations", high.unwrap_or(Interval::EXTENT))
        };
        let is_row = self.facts.truth(&mut self.algebra, &Requirement::Equal(rows, Extents::ONE))
            == Truth::Yes;
        if let Some((first, step)) = ramp_of(&mut self.algebra, iterable)
            && is_row
            && step != 0
        {
            // In an iteration there is one: `max (0, m)` iterations are m.
            let runs = self.algebra.extents().unclamped(trips).unwrap_or(trips);
            // The counter counts from 0.
            let bounds = self.facts.interval(self.algebra.extents_mut(), first);
            let counted = step == 1;
            let mut index = Extents::ZERO;
            let value = if counted {
                let last_bounds = {
                    let extents = self.algebra.extents_mut();
                    let span = extents.subtract(runs, Extents::ONE);
                    extents.add(first, span)
                };
                let high = self.facts.interval(self.algebra.extents_mut(), last_bounds).high();
                let interval = match (bounds.low(), high) {
                    (Some(low), Some(high)) => Interval::new(low, high.max(low)),
                    (Some(low), None) => Some(Interval::at_least(low)),
                    (None, _) => None,
                };
                self.fresh(&name, interval.unwrap_or(Interval::ALL))
            } else {
                index = self.fresh(&format!("iteration of {name}"), Interval::EXTENT);
                let extents = self.algebra.extents_mut();
                let step = extents.literal(step);
                let distance = extents.multiply(index, step);
                extents.add(first, distance)
            };
            let extents = self.algebra.extents_mut();
            let steps = extents.subtract(runs, Extents::ONE);
            let step_extent = extents.literal(step);
            let distance = extents.multiply(steps, step_extent);
            let last = extents.add(first, distance);
            let (index, unknown) =
                if counted { (extents.subtract(value, first), value) } else { (index, index) };
            let unknown_next = extents.add(unknown, Extents::ONE);
            let (unknown_first, unknown_last) =
                if counted { (first, last) } else { (Extents::ZERO, steps) };
            let learnt =
                vec![Requirement::AtMost(Extents::ZERO, index), Requirement::AtMost(index, steps)];
            let counter = Counter {
                index,
                unknown,
                unknown_next,
                unknown_last,
                unknown_first,
                last,
                trips,
                learnt,
            };
            let item = self.integer_of(iterable.classes, value);
            return (trips, item, Some(counter));
        }
        let value = iterable.bounds(&mut self.algebra).map_or(ValueFact::Any, ValueFact::Within);
        let shape: ShapeId = self.algebra.tuple([rows, Extents::ONE]);
        let contents = match &iterable.contents {
            Some(formwork_domain::Contents::Every(_)) => iterable.contents.clone(),
            _ => None,
        };
        let item = AbstractValue {
            classes: iterable.classes,
            // A column of what is complex may have no imaginary part.
            complex: if iterable.complex == Truth::Yes { Truth::Maybe } else { iterable.complex },
            shape: Some(shape),
            value: if iterable.complex == Truth::No { value } else { ValueFact::Any },
            contents,
        };
        let item = if is_row && item.contents.is_some() {
            one_of_many(&mut self.algebra, &item)
        } else {
            item
        };
        self.escape_lost(&[iterable], &[&item]);
        (trips, item, None)
    }
}

/// Whether a number is an integer that an extent holds: a zero with a sign is none.
fn is_extent(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() < 1e15 && !(number == 0.0 && number.is_sign_negative())
}

/// The first element and the step of a row of integers that is known as such.
fn ramp_of(algebra: &mut Algebra, value: &AbstractValue) -> Option<(ExtentId, i64)> {
    match &value.value {
        ValueFact::Ramp { first, step } => Some((*first, *step)),
        ValueFact::Integer(extent) => Some((*extent, 1)),
        ValueFact::Const(Value::Range(range)) => {
            let (base, step) = (range.base(), range.increment());
            (is_extent(base) && is_extent(step))
                .then(|| (algebra.extents_mut().literal(base as i64), step as i64))
        }
        ValueFact::Const(constant) if constant.is_numeric() && !constant.is_complex() => {
            let numbers = constant.to_f64_array()?.into_owned();
            let numbers = numbers.as_slice();
            let (&first, rest) = numbers.split_first()?;
            let step = rest.first().map_or(1.0, |second| second - first);
            let regular = numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
            (regular && is_extent(step) && numbers.iter().all(|number| is_extent(*number)))
                .then(|| (algebra.extents_mut().literal(first as i64), step as i64))
        }
        ValueFact::Const(_)
        | ValueFact::Any
        | ValueFact::Floor(_)
        | ValueFact::Integers(_)
        | ValueFact::SizeOf(_)
        | ValueFact::Between(..)
        | ValueFact::Marked(_)
        | ValueFact::Within(_) => None,
    }
}
