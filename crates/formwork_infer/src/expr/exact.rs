//! Where symbolic integers stop being exact.
//!
//! `ValueFact::Integer` says that a double *is* an integer of the algebra, so that `b + 1 > b`
//! and `(b + 1) - b` is 1. Of doubles that holds up to 2^53. Sizes, subscripts and counts of
//! iterations are below that, and so are sums and products of few of them. What a loop
//! computes from its own last value is below it only if it moves by steps
//! (`formwork_shape::extent::Extents::is_tame`), or if it is the size of an array that is
//! there: of everything else bounds are kept, and no identity.

use std::rc::Rc;

use formwork_domain::{AbstractValue, Bounds, Contents, ValueFact, mentioned};
use formwork_shape::extent::{ExtentId, Role, Unknown};
use rustc_hash::FxHashSet;

use crate::engine::Analyst;
use crate::state::fork::FreshUnknowns;
use crate::state::frame::Snapshot;

impl Analyst<'_> {
    /// The unknowns in the values at the head of a solved loop that may leave the exact integers
    /// as the loop goes on.
    pub(crate) fn inexact(
        &mut self,
        head: &Snapshot,
        back: &Snapshot,
        made: &FreshUnknowns,
    ) -> FxHashSet<Unknown> {
        let carried: FxHashSet<Unknown> = made
            .extents
            .iter()
            .filter_map(|(extent, _)| self.algebra.extents().as_unknown(*extent))
            .collect();
        let mut wild: FxHashSet<Unknown> = FxHashSet::default();
        if carried.is_empty() {
            return wild;
        }
        let sizes = self.sizes_at(head);
        // What each unknown becomes at the end of an iteration.
        let mut next: Vec<(Unknown, ExtentId)> = Vec::new();
        for (slot, state) in &head.changed {
            let Some(after) = back.changed.get(slot) else { continue };
            let mut pairs = Vec::new();
            paired(&state.value, &after.value, &mut pairs);
            next.extend(pairs.into_iter().filter_map(|(before, after)| {
                let unknown = self.algebra.extents().as_unknown(before)?;
                (carried.contains(&unknown) && !sizes.contains(&unknown))
                    .then_some((unknown, after))
            }));
        }
        if next.is_empty() {
            return wild;
        }
        let counters: FxHashSet<Unknown> = self
            .frame()
            .counters
            .iter()
            .filter_map(|counter| self.algebra.extents().as_unknown(counter.unknown))
            .collect();
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
                } else if let Some(cases) = self.loops.stands_for.0.get(&unknown) {
                    Role::Either(cases)
                } else {
                    Role::Fixed
                }
            };
            let extents = self.algebra.extents();
            let more: Vec<Unknown> = next
                .iter()
                .filter(|(unknown, after)| {
                    !wild.contains(unknown) && !extents.is_tame(*after, &role)
                })
                .map(|(unknown, _)| *unknown)
                .collect();
            if more.is_empty() {
                return wild;
            }
            wild.extend(more);
        }
    }

    /// Keeps the bounds of what mentions these unknowns at the head of a loop, and no more.
    pub(crate) fn keep_bounds(&mut self, head: &mut Snapshot, wild: &FxHashSet<Unknown>) {
        for state in head.changed.values_mut() {
            if let Some(value) = self.without(&state.value, wild) {
                state.value = Rc::new(value);
            }
        }
    }

    /// A value of whose elements that mention some unknowns only bounds are known; `None` if
    /// none does.
    fn without(
        &mut self,
        value: &AbstractValue,
        wild: &FxHashSet<Unknown>,
    ) -> Option<AbstractValue> {
        let fact = integers(value)
            .into_iter()
            .any(|one| self.algebra.extents().unknowns(one).iter().any(|one| wild.contains(one)))
            .then(|| self.bounds_alone(&value.value));
        let mut changed = false;
        let mut part = |this: &mut Self, part: &AbstractValue| {
            let other = this.without(part, wild);
            changed |= other.is_some();
            other.unwrap_or_else(|| part.clone())
        };
        let contents = match &value.contents {
            None | Some(Contents::Handle(_)) => value.contents.clone(),
            Some(Contents::Every(every)) => Some(Contents::Every(Rc::new(part(self, every)))),
            Some(Contents::Elements(elements)) => {
                Some(Contents::Elements(elements.iter().map(|one| part(self, one)).collect()))
            }
            Some(Contents::Fields(fields)) => {
                let mut own = (**fields).clone();
                for (_, field) in &mut own.known {
                    *field = part(self, field);
                }
                Some(Contents::Fields(Rc::new(own)))
            }
        };
        if fact.is_none() && !changed {
            return None;
        }
        let value_fact = fact.unwrap_or_else(|| value.value.clone());
        Some(AbstractValue { value: value_fact, contents, ..value.clone() })
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
            | ValueFact::Marked(_)
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

/// The symbolic integers of a value and of what is in it, each with what it is in another.
fn paired(before: &AbstractValue, after: &AbstractValue, pairs: &mut Vec<(ExtentId, ExtentId)>) {
    pairs.extend(integers(before).into_iter().zip(integers(after)));
    match (&before.contents, &after.contents) {
        (Some(Contents::Every(x)), Some(Contents::Every(y))) => paired(x, y, pairs),
        (Some(Contents::Every(x)), Some(Contents::Elements(all))) => {
            all.iter().for_each(|y| paired(x, y, pairs));
        }
        (Some(Contents::Elements(all)), Some(Contents::Every(y))) => {
            all.iter().for_each(|x| paired(x, y, pairs));
        }
        (Some(Contents::Elements(x)), Some(Contents::Elements(y))) => {
            x.iter().zip(y.iter()).for_each(|(x, y)| paired(x, y, pairs));
        }
        (Some(Contents::Fields(x)), Some(Contents::Fields(y))) => {
            for (name, field) in &x.known {
                if let Some(other) = y.get(name) {
                    paired(field, other, pairs);
                }
            }
        }
        _ => {}
    }
}

/// The symbolic integers in the elements of a value.
fn integers(value: &AbstractValue) -> Vec<ExtentId> {
    match &value.value {
        ValueFact::Integer(extent) | ValueFact::Floor(extent) | ValueFact::Marked(extent) => {
            vec![*extent]
        }
        ValueFact::Ramp { first, .. } => vec![*first],
        ValueFact::Integers(all) => all.to_vec(),
        ValueFact::Any
        | ValueFact::Const(_)
        | ValueFact::Within(_)
        | ValueFact::Between(..)
        | ValueFact::SizeOf(_) => Vec::new(),
    }
}
