//! Loops: the state at the head, a fixpoint that walking the body finds.
//!
//! First, some terminology. The *head* of a loop is where an iteration begins; the state there has
//! to cover that before the loop and that after every iteration. *Solving* a loop walks its body
//! from a head, joins what comes out with what went in (*widening* where it does not settle: a
//! size that changes again becomes an unknown of its own) and walks again until the state after
//! the body is a case of the head (*subsumption*). `peel` walks the first iteration on its own,
//! `growth` finds what changes by the same amount every time in closed form, `unroll` keeps
//! iterations that are all known, `few` walks few known iterations over cells once more for what is
//! behind the loop, `sweep` looks at deep nests, `carried` says which variables an iteration takes
//! over from the one before.
//!
//! ```text
//! x = [];                head: x is 0x0 before, 1x1 after one iteration
//! for i = 1:n            growth by one column per iteration: 1x(i - 1) at the head
//!   x(end+1) = i;
//! end                    after the loop: 1xn
//! ```

pub(crate) mod carried;
mod counted;
pub(crate) mod few;
mod fixpoint;
pub(crate) mod growth;
pub(crate) mod peel;
pub(crate) mod site;
pub(crate) mod sweep;
pub(crate) mod tested;
pub(crate) mod unroll;

use std::rc::Rc;

use formwork_domain::{Mode, mentioned, one_of_many};
use formwork_hir::SlotId;
use formwork_shape::Truth;

use crate::engine::Analyst;
use crate::loops::carried::carried;
use crate::loops::site::Site;
use crate::state::fork::FreshUnknowns;
use crate::state::frame::{LoopMemory, LoopState, Snapshot};
use crate::stmt::end_of;

impl Analyst<'_> {
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
}
