//! The fixpoint of a loop: walks from a head until the state after the body is subsumed by it.
//!
//! A *head* is the state at which every iteration begins. It is tried for [`WIDENING_DELAY`] walks
//! with joins, then what changes is widened. The last walk, from the head that held, is the one that
//! counts: what the earlier ones recorded is taken back. Closed forms are tried before
//! (`growth`): a variable that grows by the same amount in every iteration has a size in terms of
//! the counter, and needs no widening.
//!
//! ```text
//! s = [];                      head 1: s is 0 x 0
//! for k = 1:n                  after the body 1 x 1: no case of the head
//!   s = [s, f(k)];             head 2 (closed form): s is 1 x (k - 1); after the body 1 x k: holds
//! end                          behind the loop: s is 1 x n, or 0 x 0 where n is 0
//! ```

use crate::engine::Analyst;
use crate::loops::growth::{ByCounting, Counter};
use crate::loops::peel::Peeled;
use crate::loops::site::{Header, Site, Solved, Walk};
use crate::report::record::{DefinitionKind, TakenBack};
use crate::state::fork::Fork;
use crate::state::fork::FreshUnknowns;
use crate::state::frame::{LoopContext, Slot, Snapshot};
use crate::stmt::end_of;
use crate::trace::Step;
use formwork_domain::{AbstractValue, Mode, Subsumption, ValueFact, one_of_many};
use formwork_hir::SlotId;
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Walks over a body until what still changes is given up.
const WIDENING_DELAY: usize = 5;

impl Analyst<'_> {
    /// Walks a loop until the state after its body is a case of the state at its head.
    ///
    /// Variables that have no value before the loop, and that it sets before it reads them
    /// as far as its text tells, stand at its head as anything at all: nothing has to be
    /// known of them. If one is read after all, the loop is walked again without that.
    pub(crate) fn solve(
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
                let state = Slot::new(Rc::clone(&anything), Truth::Maybe);
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
    pub(crate) fn set_in_loop(
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
                        Slot::new(Rc::new(value), Truth::Maybe)
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

    pub(crate) fn solve_from(
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
                    let state = Slot::new(Rc::new(AbstractValue::unknown()), Truth::Maybe);
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
                if let (Some(_), Some(counting)) = (counter, self.frame_mut().counters.last_mut()) {
                    counting.first = None;
                }
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

    /// Sets the variables to what they are at the head of a loop, which is recorded.
    fn enter_head(&mut self, site: &Site<'_>, head: &Snapshot) {
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
    }

    /// What has the shape that it had at the head is written as it was there, and not as the facts
    /// inside have it, where there is at least one iteration: so that it is seen to settle.
    fn write_as_at_head(&mut self, end: &mut Snapshot, head: &Snapshot, mark: usize) {
        let before: FxHashMap<SlotId, Option<ShapeId>> = self
            .frame()
            .before(mark)
            .into_iter()
            .map(|(slot, old)| (slot, old.value.shape))
            .collect();
        for (slot, state) in &mut end.changed {
            let start = match head.changed.get(slot) {
                Some(start) => start.value.shape,
                None => before.get(slot).copied().flatten(),
            };
            if let (Some(start), Some(now)) = (start, state.value.shape)
                && start != now
                && self.resolve(start) == now
            {
                Rc::make_mut(&mut state.value).shape = Some(start);
            }
        }
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
        self.enter_head(site, head);
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
            let mut end = self.snapshot(fork.mark, fork.assumed);
            self.write_as_at_head(&mut end, head, fork.mark);
            continues.push(end);
        }
        let breaks = context.map(|context| context.breaks).unwrap_or_default();
        self.memo.short.clear();
        self.memo.sizes.next_iteration(&self.algebra);
        self.leave(inner);
        // Everything after the body happens on the paths that go on.
        let back = {
            let after = self.fork();
            self.join_paths(continues, end_of(site.span));
            if self.alive() {
                header.finish(self);
            }
            let back = self.alive().then(|| {
                let mut back = self.snapshot(fork.mark, fork.assumed);
                self.write_as_at_head(&mut back, head, fork.mark);
                back
            });
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

    /// The counter of the iteration before: what an iteration leaves speaks of its own
    /// counter, which at the next head is an older one.
    pub(crate) fn older(&mut self, counter: &Counter) -> ExtentId {
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
    pub(crate) fn walked_steps(&mut self) -> Vec<Step> {
        self.tracer.as_mut().map(|tracer| std::mem::take(&mut tracer.walked)).unwrap_or_default()
    }
}
