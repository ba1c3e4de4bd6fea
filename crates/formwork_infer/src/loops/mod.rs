//! Loops: the state at the head, a fixpoint that walking the body finds.
//!
//! First, some terminology. The *head* of a loop is where an iteration begins; the state there has
//! to cover that before the loop and that after every iteration. *Solving* a loop walks its body
//! from a head, joins what comes out with what went in (*widening* where it does not settle: a
//! size that changes again becomes an unknown of its own) and walks again until the state after
//! the body is a case of the head (*subsumption*). `peel` walks the first iteration on its own,
//! `growth` finds what changes by the same amount every time in closed form, `unroll` keeps
//! iterations that are all known, `sweep` looks at deep nests, `carried` says which variables an
//! iteration takes over from the one before.
//!
//! ```text
//! x = [];                head: x is 0x0 before, 1x1 after one iteration
//! for i = 1:n            growth by one column per iteration: 1x(i - 1) at the head
//!   x(end+1) = i;
//! end                    after the loop: 1xn
//! ```

pub(crate) mod carried;
pub(crate) mod growth;
pub(crate) mod peel;
pub(crate) mod sweep;
pub(crate) mod tested;
pub(crate) mod unroll;

use std::rc::Rc;

use formwork_domain::{
    AbstractValue, ClassSet, Mode, Subsumption, ValueFact, mentioned, one_of_many,
};
use formwork_hir::body::{Body, ExprId, For, Stmt, Target};
use formwork_hir::{SlotId, StmtId};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId, Stock};
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::loops::carried::carried;
use crate::loops::growth::{ByCounting, Counter};
use crate::loops::peel::Peeled;
use crate::report::failure::FailureKind;
use crate::report::record::{DefinitionKind, RecordMark, TakenBack};
use crate::state::frame::{Counting, LoopContext, LoopMemory, LoopState, Slot, Snapshot};
use crate::state::paths::{Fork, FreshUnknowns};
use crate::stmt::end_of;
use crate::trace::sure::Judge;
use crate::trace::{Counted, Scene, Step, StepKind};

/// Walks over a body until what still changes is given up.
const WIDENING_DELAY: usize = 5;

/// What a loop does each time before its body.
pub(crate) trait Header {
    /// Prepares an iteration, on a path of its own.
    fn enter(&mut self, analyst: &mut Analyst<'_>);
    /// Ends an iteration; the path may end here.
    fn finish(&mut self, _analyst: &mut Analyst<'_>) {}
    /// The states in which the header itself left the loop in the last walk.
    fn exits(&mut self) -> Option<&mut Vec<Snapshot>> {
        None
    }
}

/// A loop that has been walked.
pub(crate) struct Solved {
    /// The state after the last iteration, if any iteration ends.
    pub(crate) back: Option<Snapshot>,
    /// The state after any iteration, where that was found.
    pub(crate) any: Option<Snapshot>,
    /// The states in which the loop is broken out of.
    pub(crate) breaks: Vec<Snapshot>,
}

/// One walk over the body of a loop.
pub(crate) struct Walk {
    pub(crate) back: Option<Snapshot>,
    pub(crate) breaks: Vec<Snapshot>,
}

/// The loop that is being solved.
pub(crate) struct Site<'b> {
    pub(crate) body: &'b Rc<Body>,
    pub(crate) id: StmtId,
    pub(crate) statements: &'b [Stmt],
    pub(crate) span: Span,
    /// The variable that the loop itself sets, and to what: it is no part of the head.
    pub(crate) variable: Option<(SlotId, AbstractValue)>,
    /// Its condition.
    pub(crate) test: Option<(ExprId, tested::Tested)>,
    /// What had been recorded before it.
    pub(crate) mark: RecordMark,
    /// The unknowns there were before it.
    pub(crate) before: Stock,
}

impl Analyst<'_> {
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
                first: counter.unknown_first,
                last: counter.unknown_last,
                conditional: inside,
                jumps: formwork_hir::query::has_jump(&for_loop.body),
            };
            self.frame_mut().counters.push(counting);
        }
        let solved = self.solve(&site, &mut header, &fork, counter.as_ref());
        self.frame_mut().counters.truncate(counters);
        self.frame_mut().conditional = around;
        let steps = self.walked_steps();
        self.step(StepKind::For(counted(scene), steps), span, false);
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
                let state = Slot { value: Rc::new(value), defined: Truth::Yes };
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
        self.meet_after_loop(ends, end_of(span));
    }

    /// A scalar of some class that is this integer.
    fn integer_of(&mut self, classes: ClassSet, integer: ExtentId) -> AbstractValue {
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
    fn set_after_no_trip(&mut self, target: &Target, iterable: &AbstractValue) {
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
        let state = Slot { value: Rc::new(value), defined: Truth::Yes };
        self.frame_mut().set(*slot, state);
    }

    /// How often a loop over a value runs, what its variable is each time, and the
    /// counter where there is one.
    fn iteration(
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
            // The counter counts from 0.
            let bounds = self.facts.interval(self.algebra.extents_mut(), first);
            let counted = step == 1;
            let mut index = Extents::ZERO;
            let value = if counted {
                let last_bounds = {
                    let extents = self.algebra.extents_mut();
                    let span = extents.subtract(trips, Extents::ONE);
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
            let steps = extents.subtract(trips, Extents::ONE);
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

    /// Walks a loop until the state after its body is a case of the state at its head.
    ///
    /// Variables that have no value before the loop, and that it sets before it reads them
    /// as far as its text tells, stand at its head as anything at all: nothing has to be
    /// known of them. If one is read after all, the loop is walked again without that.
    fn solve(
        &mut self,
        site: &Site<'_>,
        header: &mut dyn Header,
        fork: &Fork,
        counter: Option<&Counter>,
    ) -> Solved {
        self.sweep(site, header, fork, counter);
        let solved = self.solve_recorded(site, header, fork, counter);
        self.frame_mut().record.settle();
        solved
    }

    pub(crate) fn solve_recorded(
        &mut self,
        site: &Site<'_>,
        header: &mut dyn Header,
        fork: &Fork,
        counter: Option<&Counter>,
    ) -> Solved {
        if self.frame().loop_states.get(&site.id).is_some_and(|state| state.carrying) {
            return self.solve_from(site, header, fork, counter, Snapshot::default());
        }
        let anything = Rc::new(AbstractValue::unknown());
        let mut unset = Snapshot::default();
        let outer = self.loops.anything.len();
        let carried = self.carried_in(site);
        self.loops.anything.push((Rc::clone(&anything), false));
        for &slot in &*self.assigned_in(site) {
            if carried.binary_search(&slot).is_ok() {
                continue;
            }
            let state = self.frame().slot(slot);
            let outer_too =
                self.loops.anything[..outer].iter().any(|(one, _)| Rc::ptr_eq(one, &state.value));
            if state.defined == Truth::No || outer_too {
                let state = Slot { value: Rc::clone(&anything), defined: Truth::Maybe };
                unset.changed.insert(slot, state);
            }
        }
        if unset.changed.is_empty() {
            let solved = self.solve_from(site, header, fork, counter, unset);
            self.loops.anything.pop();
            return solved;
        }
        let slots: Vec<SlotId> = unset.changed.keys().copied().collect();
        let returns = self.frame().returns.len();
        let passed = self.frame().record.passed.clone();
        let mut solved = self.solve_from(site, header, fork, counter, unset);
        let was_read = self.loops.anything.pop().is_some_and(|(_, read)| read);
        if was_read {
            self.loop_state(site).carrying = true;
            self.frame_mut().returns.truncate(returns);
            self.frame_mut().record.take_back(site.mark);
            // Variables stood for what they cannot be: nothing passed.
            self.frame_mut().record.passed = passed;
            return self.solve_from(site, header, fork, counter, Snapshot::default());
        }
        self.set_in_loop(&slots, &anything, &mut solved, header, returns);
        solved
    }

    /// Puts in what variables are that stood for anything at all: at the head of an
    /// iteration they have no value, or that which an earlier one gave them.
    fn set_in_loop(
        &mut self,
        slots: &[SlotId],
        anything: &Rc<AbstractValue>,
        solved: &mut Solved,
        header: &mut dyn Header,
        returns: usize,
    ) {
        let mut known: Vec<(SlotId, Slot)> = Vec::new();
        for &slot in slots {
            let before = self.frame().slot(slot).clone();
            let Some(any) = &solved.any else { return };
            let state = match any.changed.get(&slot) {
                Some(after) if !Rc::ptr_eq(&after.value, anything) => {
                    if self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, &before.value)) {
                        // A loop around this one sees to it.
                        before
                    } else {
                        let value = one_of_many(&mut self.algebra, &after.value);
                        Slot { value: Rc::new(value), defined: Truth::Maybe }
                    }
                }
                _ => before,
            };
            known.push((slot, state));
        }
        let mut carried: Vec<Rc<AbstractValue>> = Vec::new();
        let mut put_in = |ends: &mut [Snapshot]| {
            for end in ends {
                for (slot, state) in &known {
                    if let Some(end) = end.changed.get_mut(slot)
                        && Rc::ptr_eq(&end.value, anything)
                    {
                        *end = state.clone();
                        carried.push(Rc::clone(&state.value));
                    }
                }
            }
        };
        if let Some(exits) = header.exits() {
            put_in(exits);
        }
        put_in(&mut solved.breaks);
        put_in(solved.back.as_mut_slice());
        put_in(&mut self.frame_mut().returns[returns..]);
        // What stands for anything in a loop around this one is carried over there.
        for value in carried {
            self.note_read(&value);
        }
    }

    fn solve_from(
        &mut self,
        site: &Site<'_>,
        header: &mut dyn Header,
        fork: &Fork,
        counter: Option<&Counter>,
        unset: Snapshot,
    ) -> Solved {
        let mut made = FreshUnknowns::default();
        let mut head = self.remembered(site, unset, &mut made);
        if self.frame().sweep.is_some() {
            return self.swept(site, header, fork, counter, (&head, &made));
        }
        let mut walked: Option<(Walk, TakenBack)> = None;
        if let Some(counter) = counter
            && self.may_count(site)
        {
            match self.solve_by_counting(site, header, fork, counter, &head, &made) {
                ByCounting::Solved(solved) => return solved,
                ByCounting::Irregular(first) => walked = first,
            }
            self.loop_state(site).irregular = true;
        }
        let mut walks = 0;
        let mut peeled: Option<Peeled> = None;
        let older = counter.map(|counter| (counter.unknown, self.older(counter)));
        loop {
            self.frame_mut().record.take_back(site.mark);
            let (walk, found) = match walked.take() {
                Some((walk, found)) => (walk, Some(found)),
                None => (self.walk(site, header, fork, &head, &[]), None),
            };
            walks += 1;
            let Some(last) = walk.back else {
                return match peeled {
                    Some(first) => self.with_first(site, first, walk.breaks, None, header, counter),
                    None => Solved { back: None, any: None, breaks: walk.breaks },
                };
            };
            let back = match older {
                Some((unknown, older)) => self.put(unknown, older, &last),
                None => last.clone(),
            };
            let changed = self.not_instances(&head, &back, &made, &[]);
            if changed.is_empty() || self.exhausted() {
                if found.is_some() {
                    // What that walk found was taken back.
                    continue;
                }
                let inexact = self.inexact(&head, &last, &made);
                if !inexact.is_empty() && !self.exhausted() {
                    self.keep_bounds(&mut head, &inexact);
                    walks = 2;
                    continue;
                }
                if let Some(first) = peeled {
                    return self.with_first(site, first, walk.breaks, Some(last), header, counter);
                }
                self.remember(site, &head);
                let at_end = match counter {
                    Some(counter) => self.at_last(counter, &last),
                    None => last.clone(),
                };
                return Solved { back: Some(at_end), any: Some(last), breaks: walk.breaks };
            }
            if walks > WIDENING_DELAY {
                for slot in changed {
                    let state =
                        Slot { value: Rc::new(AbstractValue::unknown()), defined: Truth::Maybe };
                    head.changed.insert(slot, state);
                }
                continue;
            }
            let (mut next, mut more) = self.join_two(&head, &back, Mode::Widen);
            self.carry_over(site, &head, &mut next, &mut more);
            if walks == WIDENING_DELAY {
                // Shapes and classes may be settled where values are not.
                for slot in &changed {
                    if let Some(state) = next.changed.get_mut(slot) {
                        Rc::make_mut(&mut state.value).value = ValueFact::Any;
                    }
                }
            }
            for (slot, state) in &head.changed {
                if self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, &state.value)) {
                    next.changed.insert(*slot, state.clone());
                }
            }
            let irregular = walks == 1 && self.loses_shapes(&head, &next);
            if walks == 1
                && let Some(first) = peeled.take_if(|first| !self.settles(first, &head, &next))
            {
                // Nothing settles: the first iteration is one like the others.
                self.loop_state(site).unsettled = true;
                (head, made) = first.otherwise;
                continue;
            }
            if irregular && peeled.is_none() && self.may_peel(site) {
                // Perhaps shapes settle after the first iteration: it is put aside.
                next.learnt.clear();
                let after = match counter {
                    Some(counter) => self.at_first(counter, &last),
                    None => last,
                };
                peeled = Some(Peeled {
                    exits: header.exits().map(|exits| exits.clone()).unwrap_or_default(),
                    breaks: walk.breaks,
                    found: match found {
                        Some(found) => found,
                        None => self.frame_mut().record.take_back(site.mark),
                    },
                    after: after.clone(),
                    otherwise: (next, made.with(more)),
                });
                head.changed.extend(after.changed);
                made = FreshUnknowns::default();
                walks = 0;
                continue;
            }
            head = next;
            head.learnt.clear();
            made = made.with(more);
        }
    }

    /// The counter of the iteration before: what an iteration leaves speaks of its own
    /// counter, which at the next head is an older one.
    fn older(&mut self, counter: &Counter) -> ExtentId {
        let bounds = self.algebra.extents().interval(counter.unknown);
        self.fresh("the iteration before", bounds)
    }

    /// What an iteration left, at the head of the next.
    pub(crate) fn in_the_next(&mut self, counter: Option<&Counter>, last: &Snapshot) -> Snapshot {
        match counter {
            Some(counter) => {
                let older = self.older(counter);
                self.put(counter.unknown, older, last)
            }
            None => last.clone(),
        }
    }

    /// The body of the loop that was solved last, as its last walk saw it.
    fn walked_steps(&mut self) -> Vec<Step> {
        self.tracer.as_mut().map(|tracer| std::mem::take(&mut tracer.walked)).unwrap_or_default()
    }

    /// Whether a variable stands for anything at all.
    pub(crate) fn is_anything(&self, slot: SlotId) -> bool {
        let value = &self.frame().slot(slot).value;
        self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, value))
    }

    fn loop_state(&mut self, site: &Site<'_>) -> &mut LoopState {
        self.frame_mut().loop_states.entry(site.id).or_default()
    }

    /// The variables that the statements of a loop assign to.
    pub(crate) fn assigned_in(&mut self, site: &Site<'_>) -> Rc<[SlotId]> {
        let state = self.loop_state(site);
        let known = state
            .assigned
            .get_or_insert_with(|| formwork_hir::query::assigned(site.statements).into());
        Rc::clone(known)
    }

    /// The variables that an iteration may take over from the one before.
    fn carried_in(&mut self, site: &Site<'_>) -> Rc<[SlotId]> {
        let known = self.loop_state(site).carried.get_or_insert_with(|| carried(site).into());
        Rc::clone(known)
    }

    /// Gives variables that had no value at one head unknowns of their own at the next:
    /// what an iteration made up is made up again by each.
    pub(crate) fn carry_over(
        &mut self,
        site: &Site<'_>,
        head: &Snapshot,
        next: &mut Snapshot,
        made: &mut FreshUnknowns,
    ) {
        let mut slots: Vec<SlotId> = next.changed.keys().copied().collect();
        slots.sort_unstable();
        for slot in slots {
            let before = head.changed.get(&slot).unwrap_or_else(|| self.frame().slot(slot));
            if before.defined != Truth::No {
                continue;
            }
            let Some(state) = next.changed.get_mut(&slot) else { continue };
            let (mut shapes, mut extents) = (Vec::new(), Vec::new());
            mentioned(&state.value, &mut shapes, &mut extents);
            if !self.algebra.are_newer(&shapes, &extents, &site.before) {
                continue;
            }
            let own = one_of_many(&mut self.algebra, &state.value);
            let (mut own_shapes, mut own_extents) = (Vec::new(), Vec::new());
            mentioned(&own, &mut own_shapes, &mut own_extents);
            for shape in own_shapes {
                match self.algebra.as_tuple(shape) {
                    Some(tuple) => own_extents.extend(tuple),
                    None if !shapes.contains(&shape) => made.shapes.push((shape, (shape, shape))),
                    None => {}
                }
            }
            for shape in shapes {
                extents.extend(self.algebra.as_tuple(shape).into_iter().flatten());
            }
            own_extents.retain(|extent| !extents.contains(extent));
            made.extents.extend(own_extents.into_iter().map(|extent| (extent, (extent, extent))));
            state.value = Rc::new(own);
        }
    }

    /// Keeps what a solved head was, for the next time.
    pub(crate) fn remember(&mut self, site: &Site<'_>, head: &Snapshot) {
        let mut memory = LoopMemory::default();
        for (slot, state) in &head.changed {
            let anything = self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, &state.value));
            if !anything {
                memory.changing.insert(*slot, state.clone());
            }
        }
        self.loop_state(site).memory = Some(memory);
    }

    /// The head as it was when the loop was last solved, made to cover what is known now.
    fn remembered(
        &mut self,
        site: &Site<'_>,
        unset: Snapshot,
        made: &mut FreshUnknowns,
    ) -> Snapshot {
        let Some(memory) = self.loop_state(site).memory.clone() else {
            return unset;
        };
        let before = Snapshot::default();
        let mut changed = memory.changing;
        changed.retain(|slot, _| !unset.changed.contains_key(slot));
        let after = Snapshot { changed, ..Snapshot::default() };
        let (mut head, more) = self.join_two(&before, &after, Mode::Widen);
        head.learnt.clear();
        head.changed.extend(unset.changed);
        *made = more;
        head
    }

    /// Walks the body once from a head.
    pub(crate) fn walk(
        &mut self,
        site: &Site<'_>,
        header: &mut dyn Header,
        fork: &Fork,
        head: &Snapshot,
        learnt: &[Requirement],
    ) -> Walk {
        let inner = self.fork();
        for requirement in learnt {
            self.assume(requirement.clone());
        }
        let mut changed: Vec<(SlotId, Slot)> =
            head.changed.iter().map(|(slot, state)| (*slot, state.clone())).collect();
        changed.sort_unstable_by_key(|(slot, _)| *slot);
        let at = Span::empty(site.span.start);
        let assigned = self.assigned_in(site);
        for (slot, state) in changed {
            // What has no value before the loop is no definition at its head.
            if assigned.contains(&slot)
                && self.frame().slot(slot).defined != Truth::No
                && !self.is_anything(slot)
                && !self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, &state.value))
            {
                self.record_phi(slot, &state, at, DefinitionKind::LoopPhi);
            }
            self.frame_mut().set(slot, state);
        }
        let undecided = self.undecided_around() + 1;
        self.frame_mut().loops.push(LoopContext {
            mark: fork.mark,
            assumed: fork.assumed,
            breaks: Vec::new(),
            continues: Vec::new(),
            undecided,
            jumps: false,
            unrolled: false,
        });
        self.memo.short.clear();
        self.memo.sizes.next_iteration(&self.algebra);
        self.undecided(true);
        self.open_block();
        header.enter(self);
        if self.alive() {
            self.block(site.body, site.statements);
        }
        let steps = self.close_block();
        self.undecided(false);
        if let Some(tracer) = &mut self.tracer {
            tracer.walked = steps;
        }
        let mut context = self.frame_mut().loops.pop();
        let mut continues = context
            .as_mut()
            .map(|context| std::mem::take(&mut context.continues))
            .unwrap_or_default();
        if self.alive() {
            continues.push(self.snapshot(fork.mark, fork.assumed));
        }
        let breaks = context.map(|context| context.breaks).unwrap_or_default();
        self.memo.short.clear();
        self.memo.sizes.next_iteration(&self.algebra);
        self.leave(inner);
        // Everything after the body happens on the paths that go on.
        let back = {
            let after = self.fork();
            self.meet(continues, end_of(site.span));
            if self.alive() {
                header.finish(self);
            }
            let back = self.alive().then(|| self.snapshot(fork.mark, fork.assumed));
            self.leave(after);
            back
        };
        let back = back.map(|mut back| {
            if let Some((variable, item)) = &site.variable
                && back.changed.get(variable).is_some_and(|state| *state.value == *item)
            {
                back.changed.remove(variable);
            }
            back.learnt.clear();
            back
        });
        Walk { back, breaks }
    }

    /// The variables whose state after the body is no case of that at the head.
    pub(crate) fn not_instances(
        &mut self,
        head: &Snapshot,
        back: &Snapshot,
        made: &FreshUnknowns,
        bound: &[(ExtentId, ExtentId)],
    ) -> Vec<SlotId> {
        let mut slots: Vec<SlotId> = back.changed.keys().copied().collect();
        slots.sort_unstable();
        let pairs: Vec<(SlotId, Slot, Slot)> = slots
            .iter()
            .map(|slot| {
                let general = head.changed.get(slot).unwrap_or_else(|| self.frame().slot(*slot));
                (*slot, general.clone(), back.changed[slot].clone())
            })
            .collect();
        let bounds = |extent: ExtentId| back.bounds.get(&extent).copied();
        let equal = |algebra: &mut Algebra, a, b| algebra.extents_mut().equal(a, b) == Truth::Yes;
        let mut instance = Subsumption::new(
            &mut self.algebra,
            made.extents.iter().map(|(extent, _)| *extent),
            made.shapes.iter().map(|(shape, _)| *shape),
            &bounds,
            &equal,
        );
        for (unknown, value) in bound {
            instance.bind(*unknown, *value);
        }
        let mut missing: Vec<SlotId> = Vec::new();
        for (slot, general, special) in &pairs {
            let defined = general.defined == Truth::Maybe || general.defined == special.defined;
            let value = special.defined == Truth::No
                || (general.defined != Truth::No && instance.value(&general.value, &special.value));
            if !(defined && value) {
                missing.push(*slot);
            }
        }
        if missing.is_empty() && !instance.finish() {
            return slots;
        }
        missing
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
        | ValueFact::Within(_) => None,
    }
}
