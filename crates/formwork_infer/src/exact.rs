//! Where symbolic integers stop being exact.
//!
//! `ValueFact::Integer` says that a double *is* an integer of the algebra, so that `b + 1 > b`
//! and `(b + 1) - b` is 1. Of doubles that holds up to 2^53. Sizes, subscripts and counts of
//! iterations are below that, and so are sums and products of few of them. What a loop
//! computes from its own last value is below it only if it moves by steps
//! (`formwork_shape::extent::Extents::is_tame`), or if it is the size of an array that is
//! there: of everything else bounds are kept, and no identity.

use std::rc::Rc;

use formwork_domain::{AbstractValue, Bounds, Mode, ValueFact, mentioned};
use formwork_hir::SlotId;
use formwork_shape::extent::{ExtentId, Role, Unknown};
use formwork_shape::shape::Algebra;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::engine::Analyst;
use crate::frame::{Slot, Snapshot};
use crate::paths::MadeUp;

/// What the unknowns stand for that were made where paths meet: after a branch, what it was
/// on either path; at the head of a loop that has been solved since, what it was before.
#[derive(Clone, Debug, Default)]
pub(crate) struct StandsFor(FxHashMap<Unknown, SmallVec<[ExtentId; 2]>>);

impl StandsFor {
    /// Keeps what the unknowns of a meeting stand for.
    pub(crate) fn note(&mut self, algebra: &Algebra, made: &MadeUp, mode: Mode) {
        for &(extent, (left, right)) in &made.extents {
            if let Some(unknown) = algebra.extents().as_unknown(extent) {
                let cases = match mode {
                    Mode::Join => SmallVec::from_slice(&[left, right]),
                    Mode::Widen => SmallVec::from_slice(&[left]),
                };
                self.0.insert(unknown, cases);
            }
        }
    }
}

impl Analyst<'_> {
    /// The variables at the head of a solved loop that are symbolic integers there, and whose
    /// values may leave the exact integers as the loop goes on.
    pub(crate) fn inexact(
        &mut self,
        head: &Snapshot,
        back: &Snapshot,
        made: &MadeUp,
    ) -> Vec<SlotId> {
        let carried: FxHashSet<Unknown> = made
            .extents
            .iter()
            .filter_map(|(extent, _)| self.algebra.extents().as_unknown(*extent))
            .collect();
        if carried.is_empty() {
            return Vec::new();
        }
        let sizes = self.sizes_at(head);
        // What each unknown becomes at the end of an iteration.
        let mut next: FxHashMap<Unknown, Vec<ExtentId>> = FxHashMap::default();
        let mut holders: Vec<(SlotId, Unknown)> = Vec::new();
        for (slot, state) in &head.changed {
            let Some(after) = back.changed.get(slot) else { continue };
            for (before, after) in integers(&state.value).into_iter().zip(integers(&after.value)) {
                if let Some(unknown) = self.algebra.extents().as_unknown(before)
                    && carried.contains(&unknown)
                    && !sizes.contains(&unknown)
                {
                    next.entry(unknown).or_default().push(after);
                    holders.push((*slot, unknown));
                }
            }
        }
        if next.is_empty() {
            return Vec::new();
        }
        let counters: FxHashSet<Unknown> = self
            .frame()
            .counters
            .iter()
            .filter_map(|counter| self.algebra.extents().as_unknown(counter.unknown))
            .collect();
        let mut wild: FxHashSet<Unknown> = FxHashSet::default();
        loop {
            let role = |unknown: Unknown| -> Role<'_> {
                if wild.contains(&unknown) {
                    Role::Wild
                } else if sizes.contains(&unknown) {
                    Role::Fixed
                } else if carried.contains(&unknown) {
                    Role::Carried
                } else if counters.contains(&unknown) {
                    Role::Counter
                } else if let Some(cases) = self.stands_for.0.get(&unknown) {
                    Role::Either(cases)
                } else {
                    Role::Fixed
                }
            };
            let extents = self.algebra.extents();
            let more: Vec<Unknown> = next
                .iter()
                .filter(|(unknown, _)| !wild.contains(unknown))
                .filter(|(_, after)| after.iter().any(|&one| !extents.is_tame(one, &role)))
                .map(|(unknown, _)| *unknown)
                .collect();
            if more.is_empty() {
                break;
            }
            wild.extend(more);
        }
        let mut slots: Vec<SlotId> = holders
            .into_iter()
            .filter(|(_, unknown)| wild.contains(unknown))
            .map(|(slot, _)| slot)
            .collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Keeps the bounds of what these variables are at the head of a loop, and no more.
    pub(crate) fn keep_bounds(&mut self, head: &mut Snapshot, slots: &[SlotId]) {
        for slot in slots {
            let Some(state) = head.changed.get(slot) else { continue };
            let (value, defined) = (Rc::clone(&state.value), state.defined);
            let fact = self.bounds_alone(&value.value);
            let value = Rc::new(AbstractValue { value: fact, ..(*value).clone() });
            head.changed.insert(*slot, Slot { value, defined });
        }
    }

    /// The bounds of a symbolic integer.
    pub(crate) fn bounds_alone(&mut self, fact: &ValueFact) -> ValueFact {
        match fact {
            ValueFact::Integer(extent) => {
                let interval = self.facts.interval(self.algebra.extents_mut(), *extent);
                ValueFact::Within(Bounds::of_interval(interval))
            }
            ValueFact::Any
            | ValueFact::Const(_)
            | ValueFact::Floor(_)
            | ValueFact::Integers(_)
            | ValueFact::SizeOf(_)
            | ValueFact::Ramp { .. }
            | ValueFact::Between(..)
            | ValueFact::Within(_) => ValueFact::Any,
        }
    }

    /// The unknowns in the sizes of variables.
    fn sizes_at(&mut self, head: &Snapshot) -> FxHashSet<Unknown> {
        let mut sizes = FxHashSet::default();
        for state in head.changed.values() {
            let (mut shapes, mut values) = (Vec::new(), Vec::new());
            mentioned(&state.value, &mut shapes, &mut values);
            for shape in shapes {
                for extent in self.algebra.as_tuple(shape).into_iter().flatten() {
                    sizes.extend(self.algebra.extents().unknowns(extent).iter().copied());
                }
            }
        }
        sizes
    }
}

/// The symbolic integers in the elements of a value.
fn integers(value: &AbstractValue) -> Vec<ExtentId> {
    match &value.value {
        ValueFact::Integer(extent) | ValueFact::Floor(extent) => vec![*extent],
        ValueFact::Ramp { first, .. } => vec![*first],
        ValueFact::Integers(all) => all.to_vec(),
        ValueFact::Any
        | ValueFact::Const(_)
        | ValueFact::Within(_)
        | ValueFact::Between(..)
        | ValueFact::SizeOf(_) => Vec::new(),
    }
}
