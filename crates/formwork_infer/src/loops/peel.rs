//! The first iteration of a loop, walked on its own: shapes often settle after it.

use std::rc::Rc;

use formwork_domain::{Mode, union_as};
use formwork_shape::Truth;
use formwork_shape::shape::ShapeId;

use crate::engine::Analyst;
use crate::loops::growth::Counter;
use crate::loops::site::{Header, Site, Solved};
use crate::report::record::{Definition, DefinitionKind, TakenBack};
use crate::state::fork::FreshUnknowns;
use crate::state::frame::Snapshot;

/// How many loops may stand around and in a loop whose first iteration is walked on its
/// own: it is walked again whenever a loop around it is.
const NEST: usize = 1;

/// What the first iteration of a loop did, where it was walked on its own.
pub(crate) struct Peeled {
    pub(crate) exits: Vec<Snapshot>,
    pub(crate) breaks: Vec<Snapshot>,
    pub(crate) found: TakenBack,
    /// The state after it.
    pub(crate) after: Snapshot,
    /// The head, and what it made up, if it is not to be put aside.
    pub(crate) otherwise: (Snapshot, FreshUnknowns),
}

impl Analyst<'_> {
    /// Whether the first iteration of a loop may be walked on its own.
    pub(crate) fn may_peel(&self, site: &Site<'_>) -> bool {
        !self.tracing()
            && !self.frame().loop_states.get(&site.id).is_some_and(|state| state.unsettled)
            && self.frame().loops.len() + formwork_hir::query::loop_depth(site.statements) <= NEST
    }

    /// Whether the shape of some variable is known at one head and not at a more general
    /// one.
    pub(crate) fn loses_shapes(&self, head: &Snapshot, general: &Snapshot) -> bool {
        general.changed.iter().any(|(slot, state)| {
            let before = head.changed.get(slot).unwrap_or_else(|| self.frame().slot(*slot));
            let known = before.defined != Truth::No
                && !self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, &before.value));
            known && before.value.shape != state.value.shape
        })
    }

    /// Whether some extent of a variable that the first iteration changes is the same at
    /// the head of the second one and at a more general one.
    pub(crate) fn settles(
        &mut self,
        first: &Peeled,
        second: &Snapshot,
        general: &Snapshot,
    ) -> bool {
        first.otherwise.0.changed.iter().any(|(slot, otherwise)| {
            let before = self.frame().slot(*slot).clone();
            let shape =
                |head: &Snapshot| head.changed.get(slot).and_then(|state| state.value.shape);
            before.defined != Truth::No
                && before.value.shape != otherwise.value.shape
                && (shape(second) == shape(general)
                    || self.settles_along_an_axis(
                        [before.value.shape, otherwise.value.shape],
                        [shape(second), shape(general)],
                    ))
        })
    }

    /// Whether one pair of shapes differs along an axis, and the other one does not.
    fn settles_along_an_axis(
        &mut self,
        changing: [Option<ShapeId>; 2],
        settled: [Option<ShapeId>; 2],
    ) -> bool {
        let tuples = [changing, settled]
            .map(|pair| pair.map(|shape| shape.and_then(|shape| self.algebra.as_tuple(shape))));
        let [[Some(before), otherwise], [Some(second), Some(general)]] = tuples else {
            return false;
        };
        second.iter().zip(&general).enumerate().any(|(axis, (second, general))| {
            let otherwise = otherwise.as_ref().and_then(|extents| extents.get(axis));
            second == general && otherwise != before.get(axis)
        })
    }

    /// Puts what was before the loop beside what stands at the head of later iterations:
    /// it stands at the head of the first one.
    pub(crate) fn include_before(&mut self, site: &Site<'_>) {
        for &slot in &*self.assigned_in(site) {
            let place = (site.span.start, Some(DefinitionKind::LoopPhi), slot.as_u32());
            let before = self.frame().slot(slot).clone();
            if before.defined == Truth::No || self.is_anything(slot) {
                continue;
            }
            if let Some(later) = self.frame().record.definition(&place).cloned() {
                let value = union_as(&mut self.algebra, &later.name, &before.value, &later.value);
                self.frame_mut().record.define_at(place, Definition { value, ..later });
            }
        }
    }

    /// A solved loop whose first iteration was walked on its own.
    pub(crate) fn with_first(
        &mut self,
        site: &Site<'_>,
        first: Peeled,
        mut breaks: Vec<Snapshot>,
        last: Option<Snapshot>,
        header: &mut dyn Header,
        counter: Option<&Counter>,
    ) -> Solved {
        self.include_first(site, first.found, counter);
        self.include_before(site);
        // What stood for anything has no value yet in the first iteration.
        let unset = |this: &Self, mut end: Snapshot| {
            for (slot, state) in &mut end.changed {
                if this.loops.anything.last().is_some_and(|(one, _)| Rc::ptr_eq(one, &state.value))
                {
                    *state = this.frame().slot(*slot).clone();
                }
            }
            end
        };
        breaks.extend(first.breaks.into_iter().map(|end| unset(self, end)));
        let exits: Vec<Snapshot> = first.exits.into_iter().map(|end| unset(self, end)).collect();
        if let Some(own) = header.exits() {
            own.extend(exits);
        }
        let Some(last) = last else {
            // There is one iteration at most.
            let (back, any) = (Some(first.after.clone()), Some(first.after));
            return Solved { back, any, breaks };
        };
        let at_end = match counter {
            Some(counter) => self.at_last(counter, &last),
            None => last.clone(),
        };
        let twice = counter
            .and_then(|counter| self.algebra.extents().as_literal(counter.trips))
            .is_some_and(|trips| trips >= 2);
        let (any, _) = self.join_two(&first.after, &last, Mode::Join);
        let back = if twice { at_end } else { self.join_two(&first.after, &at_end, Mode::Join).0 };
        Solved { back: Some(back), any: Some(any), breaks }
    }
}
