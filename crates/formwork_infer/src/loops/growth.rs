//! Growth in closed form: what a counted loop changes by the same amount every time.

use std::rc::Rc;

use formwork_domain::{Mode, ValueFact, substituted, union_as};
use formwork_hir::SlotId;
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Unknown};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Substitution;

use crate::engine::Analyst;
use crate::loops::site::{Header, Site, Solved, Walk};
use crate::report::record::{DefinitionKind, TakenBack};
use crate::state::fork::Fork;
use crate::state::fork::FreshUnknowns;
use crate::state::frame::{Slot, Snapshot};

/// The counter of a loop over `first, first + step, …`.
pub(crate) struct Counter {
    /// How many iterations have ended.
    pub(crate) index: ExtentId,
    /// The unknown in the variable: it itself, or how many iterations have ended.
    pub(crate) unknown: ExtentId,
    /// The same in the next iteration.
    pub(crate) unknown_next: ExtentId,
    /// The same in the last iteration.
    pub(crate) unknown_last: ExtentId,
    /// The same in the first iteration.
    pub(crate) unknown_first: ExtentId,
    /// What the variable is in the last iteration.
    pub(crate) last: ExtentId,
    /// How many iterations there are.
    pub(crate) trips: ExtentId,
    /// What holds of it in every iteration.
    pub(crate) learnt: Vec<Requirement>,
}

/// What came of solving a loop by counting.
pub(crate) enum ByCounting {
    Solved(Solved),
    /// Nothing grows regularly: the walk from the head as it was before, with what it
    /// found, if it was walked.
    Irregular(Option<(Walk, TakenBack)>),
}

/// How many loops may stand around one in which growth is looked for, whatever stands in
/// it: that takes two walks at least, and a loop is solved anew whenever one around it is
/// walked.
const NEST: usize = 1;

impl Analyst<'_> {
    /// Whether it is to be looked for what grows regularly in a counted loop.
    pub(crate) fn may_count(&self, site: &Site<'_>) -> bool {
        self.frame().loops.len() <= NEST
            || (formwork_hir::query::loop_depth(site.statements) == 0
                && !self.frame().loop_states.get(&site.id).is_some_and(|state| state.irregular))
    }

    /// Solves a counted loop whose extents grow regularly, from the start or after the
    /// first iteration, if they do.
    pub(crate) fn solve_by_counting(
        &mut self,
        site: &Site<'_>,
        header: &mut dyn Header,
        fork: &Fork,
        counter: &Counter,
        start: &Snapshot,
        predicted: &FreshUnknowns,
    ) -> ByCounting {
        let (Some(Unknown::Name(_)), true) = (
            self.algebra.extents().as_unknown(counter.unknown),
            self.algebra.extents().as_literal(counter.trips) != Some(1),
        ) else {
            return ByCounting::Irregular(None);
        };
        let first = self.walk(site, header, fork, start, &[]);
        let Some(after_first) = first.back.clone() else {
            let solved = Solved { back: None, any: None, breaks: first.breaks };
            return ByCounting::Solved(solved);
        };
        if self.not_instances(start, &after_first, predicted, &[]).is_empty() {
            if !self.inexact(start, &after_first, predicted).is_empty() {
                self.frame_mut().record.take_back(site.mark);
                return ByCounting::Irregular(None);
            }
            // Nothing that is carried over changes. What the head knows speaks of no
            // counter, so that it does not matter whose iteration left it.
            self.remember(site, start);
            let back = self.at_last(counter, &after_first);
            let any = Some(after_first);
            return ByCounting::Solved(Solved { back: Some(back), any, breaks: first.breaks });
        }
        let found_first = self.frame_mut().record.take_back(site.mark);
        let (mut candidate, mut made, grows) =
            self.regular(site, start, &after_first, (counter, Extents::ZERO));
        if !grows && !self.loses_shapes(start, &candidate) {
            return ByCounting::Irregular(Some((first, found_first)));
        }
        made.extents.extend(predicted.extents.iter().copied());
        made.shapes.extend(predicted.shapes.iter().copied());
        let step = |this: &mut Self,
                    candidate: &mut Snapshot,
                    made: &FreshUnknowns,
                    header: &mut dyn Header,
                    learnt: &[Requirement]| {
            loop {
                let walk = this.walk(site, header, fork, candidate, learnt);
                let Some(back) = walk.back else { return Err(Vec::new()) };
                let bound = [(counter.unknown, counter.unknown_next)];
                let missing = this.not_instances(candidate, &back, made, &bound);
                if !missing.is_empty() {
                    return Err(missing);
                }
                let inexact = this.inexact(candidate, &back, made);
                if inexact.is_empty() {
                    return Ok((back, walk.breaks));
                }
                this.keep_bounds(candidate, &inexact);
                this.frame_mut().record.take_back(site.mark);
            }
        };
        let missing = match step(self, &mut candidate, &made, header, &[]) {
            Ok((back, breaks)) => {
                self.remember_steady(site, counter, &candidate);
                let last = self.at_last(counter, &back);
                return ByCounting::Solved(Solved { back: Some(last), any: Some(back), breaks });
            }
            Err(missing) => missing,
        };
        self.frame_mut().record.take_back(site.mark);
        // One body has to do for all iterations if a trace is kept; and what has kept its
        // shape in the first iteration does not grow after it.
        if self.tracing() || !missing.iter().any(|&slot| self.changes_shape(slot, &after_first)) {
            return ByCounting::Irregular(Some((first, found_first)));
        }
        // After the first iteration, perhaps.
        let after_first = self.at_first(counter, &after_first);
        let second = self.walk(site, header, fork, &after_first, &[]);
        self.frame_mut().record.take_back(site.mark);
        let Some(after_second) = second.back else {
            return ByCounting::Irregular(Some((first, found_first)));
        };
        let (mut candidate, mut made, grows) =
            self.regular(site, &after_first, &after_second, (counter, Extents::ONE));
        made.extents.extend(predicted.extents.iter().copied());
        made.shapes.extend(predicted.shapes.iter().copied());
        if !grows {
            return ByCounting::Irregular(Some((first, found_first)));
        }
        let later = [Requirement::AtMost(Extents::ONE, counter.index)];
        let Ok((back, mut breaks)) = step(self, &mut candidate, &made, header, &later) else {
            self.frame_mut().record.take_back(site.mark);
            return ByCounting::Irregular(Some((first, found_first)));
        };
        // The first iteration has been walked from elsewhere: what was found there counts.
        self.include_first(site, found_first, Some(counter));
        self.include_before(site);
        breaks.extend(first.breaks);
        let after = self.at_last(counter, &back);
        // After one iteration alone, the first one was the last.
        let zero = self.algebra.extents().as_literal(counter.trips);
        let back = if zero.is_some_and(|trips| trips >= 2)
            || self.covers_first(&back, &after_first, counter)
        {
            after
        } else {
            self.join_two(&after_first, &after, Mode::Join).0
        };
        ByCounting::Solved(Solved { back: Some(back), any: None, breaks })
    }

    /// Whether a variable has another shape in a later state than now.
    fn changes_shape(&self, slot: SlotId, later: &Snapshot) -> bool {
        let now = self.frame().slot(slot).value.shape;
        later.changed.get(&slot).is_some_and(|state| state.value.shape != now)
    }

    /// Keeps what a solved head was, except what is counted: that is found again.
    fn remember_steady(&mut self, site: &Site<'_>, counter: &Counter, head: &Snapshot) {
        let counted = self.algebra.extents().as_unknown(counter.unknown);
        let mut steady = head.clone();
        steady.changed.retain(|_, state| {
            let tuple = state.value.shape.and_then(|shape| self.algebra.as_tuple(shape));
            let mentions = |algebra: &formwork_shape::shape::Algebra, extent: ExtentId| {
                algebra.extents().unknowns(extent).iter().any(|one| Some(*one) == counted)
            };
            let in_shape =
                tuple.is_some_and(|tuple| tuple.iter().any(|&one| mentions(&self.algebra, one)));
            let in_value = match state.value.value {
                ValueFact::Integer(extent) | ValueFact::Floor(extent) => {
                    mentions(&self.algebra, extent)
                }
                _ => false,
            };
            !in_shape && !in_value
        });
        self.remember(site, &steady);
    }

    /// Whether the state after an iteration is right of the first one, too.
    fn covers_first(&mut self, back: &Snapshot, first: &Snapshot, counter: &Counter) -> bool {
        let general = self.at_first(counter, back);
        general.changed.iter().all(|(slot, state)| {
            first.changed.get(slot).is_some_and(|first| {
                let (general, first) = (&state.value, &first.value);
                state.defined == Truth::Yes
                    && first.shape == general.shape
                    && first.classes.is_within(general.classes)
                    && general.contents == first.contents
                    && (general.complex == Truth::Maybe || general.complex == first.complex)
                    && (first.value == general.value
                        || match general.value {
                            ValueFact::Any => true,
                            ValueFact::Within(bounds) => first
                                .bounds(&mut self.algebra)
                                .is_some_and(|first| first.is_within(bounds)),
                            _ => false,
                        })
            })
        })
    }

    /// The state at the head of iteration `index`, if everything that changed from the
    /// first state to the second goes on changing like that.
    fn regular(
        &mut self,
        site: &Site<'_>,
        before: &Snapshot,
        after: &Snapshot,
        (counter, since): (&Counter, ExtentId),
    ) -> (Snapshot, FreshUnknowns, bool) {
        // What an iteration leaves speaks of its own count; at the next head that is the
        // one before.
        let extents = self.algebra.extents_mut();
        let previous = extents.subtract(counter.unknown, Extents::ONE);
        let when = extents.add(counter.unknown_first, since);
        let first = self.put(counter.unknown, when, after);
        let shifted = self.put(counter.unknown, previous, after);
        let (mut met, mut made) = self.join_two(before, &first, Mode::Widen);
        self.carry_over(site, before, &mut met, &mut made);
        for (slot, state) in &mut met.changed {
            let was = before
                .changed
                .get(slot)
                .unwrap_or_else(|| self.frames[self.frames.len() - 1].slot(*slot));
            if self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, &was.value)) {
                *state = was.clone();
            } else if was.defined == Truth::No
                && let Some(now) = shifted.changed.get(slot)
                && first.changed.get(slot).is_some_and(|first| state.value == first.value)
            {
                *state = Slot::new(Rc::clone(&now.value), Truth::Maybe);
            }
        }
        met.learnt.clear();
        let mut grown = Substitution::default();
        let mut rest = FreshUnknowns { extents: Vec::new(), shapes: made.shapes.clone() };
        for &(unknown, (a, b)) in &made.extents {
            let Some(Unknown::Name(name)) = self.algebra.extents().as_unknown(unknown) else {
                continue;
            };
            let extents = self.algebra.extents_mut();
            let delta = extents.subtract(b, a);
            let counted = extents.as_unknown(counter.unknown);
            let fixed = extents.is_step(delta)
                && extents.unknowns(delta).iter().all(|one| Some(*one) != counted)
                && extents.unknowns(a).iter().all(|one| Some(*one) != counted);
            if !fixed {
                rest.extents.push((unknown, (a, b)));
                continue;
            }
            let done = extents.subtract(counter.index, since);
            let distance = extents.multiply(done, delta);
            let closed = extents.add(a, distance);
            grown.names.insert(name, closed);
        }
        let grows = !grown.names.is_empty();
        for state in met.changed.values_mut() {
            let value = substituted(&mut self.algebra, &state.value, &grown);
            // What stands for anything must stay itself.
            if value != *state.value {
                state.value = Rc::new(value);
            }
        }
        (met, rest, grows)
    }

    /// The state after the last iteration, from that after any.
    pub(crate) fn at_last(&mut self, counter: &Counter, back: &Snapshot) -> Snapshot {
        self.put(counter.unknown, counter.unknown_last, back)
    }

    /// The state after the first iteration, from that after any.
    pub(crate) fn at_first(&mut self, counter: &Counter, back: &Snapshot) -> Snapshot {
        self.put(counter.unknown, counter.unknown_first, back)
    }

    /// A state with something put in for an unknown.
    pub(crate) fn put(&mut self, unknown: ExtentId, value: ExtentId, state: &Snapshot) -> Snapshot {
        let Some(Unknown::Name(name)) = self.algebra.extents().as_unknown(unknown) else {
            return state.clone();
        };
        let mut substitution = Substitution::default();
        substitution.names.insert(name, value);
        let mut after = state.clone();
        for slot in after.changed.values_mut() {
            let value = substituted(&mut self.algebra, &slot.value, &substitution);
            if value != *slot.value {
                slot.value = Rc::new(value);
            }
        }
        after
    }

    /// Puts what the first iteration found beside what the later ones found.
    pub(crate) fn include_first(
        &mut self,
        site: &Site<'_>,
        found: TakenBack,
        counter: Option<&Counter>,
    ) {
        let again =
            site.statements.first().is_some_and(|stmt| self.frame().record.is_reached(stmt.span));
        let mut first = Substitution::default();
        if let Some(counter) = counter
            && let Some(Unknown::Name(name)) = self.algebra.extents().as_unknown(counter.unknown)
        {
            first.names.insert(name, counter.unknown_first);
        }
        for (place, check) in found.checks {
            self.frame_mut().record.also_check(place, check);
        }
        for (span, alive) in found.reached.into_values() {
            self.frame_mut().record.reach(span, alive);
        }
        for (place, definition) in found.definitions {
            let Some(later) = self.frame().record.definition(&place).cloned() else {
                // Where paths meet in the first iteration and not in later ones, the variable
                // has another value there later on, which nobody recorded.
                let phi =
                    matches!(definition.kind, DefinitionKind::JoinPhi | DefinitionKind::LoopPhi);
                if !(phi && again) {
                    self.frame_mut().record.define_at(place, definition);
                }
                continue;
            };
            let put_in = substituted(&mut self.algebra, &later.value, &first);
            if later.value == definition.value || put_in == definition.value {
                continue;
            }
            let mut value =
                union_as(&mut self.algebra, &later.name, &definition.value, &later.value);
            if definition.value.shape == put_in.shape {
                // The closed form is right of the first iteration, too.
                value.shape = later.value.shape;
            }
            value.value = match value.value {
                kept if kept == put_in.value => later.value.value.clone(),
                ValueFact::Within(bounds) => ValueFact::Within(bounds),
                _ => ValueFact::Any,
            };
            let merged = crate::report::record::Definition { value, ..later };
            self.frame_mut().record.define_at(place, merged);
        }
    }
}
