//! Deep nests of loops, whose heads are looked for all at once.
//!
//! A loop is solved anew whenever one around it is walked. If each level of a nest took
//! its own walks to find what its head has to cover, the loops in it would be walked once
//! more for every level above them. So in a deep nest sweeps go first: they walk every
//! loop once, in the order of the text, and keep a more general head of each that has not
//! covered what came back. Then the nest is solved as every loop is, from the heads that
//! were found; mostly one walk each proves them right.

use crate::state::sweep::Sweep;
use std::rc::Rc;

use formwork_domain::Mode;

use crate::engine::Analyst;
use crate::loops::growth::Counter;
use crate::loops::site::{Header, Site, Solved};
use crate::state::fork::Fork;
use crate::state::fork::FreshUnknowns;
use crate::state::frame::Snapshot;

/// How many loops must stand in each other in a loop that is swept: what grows in a
/// regular way is found by solving, if the nest is not deep.
const DEEP: usize = 3;

/// How many sweeps there are at most; what they have not found is left to solving.
const SWEEPS: usize = 5;

impl Analyst<'_> {
    /// Looks for the heads of all loops of a nest, if it is a deep one.
    pub(crate) fn sweep(
        &mut self,
        site: &Site<'_>,
        header: &mut dyn Header,
        fork: &Fork,
        counter: Option<&Counter>,
    ) {
        let frame = self.frame();
        if frame.sweep.is_some()
            || !frame.loops.is_empty()
            || formwork_hir::query::loop_depth(site.statements) < DEEP
        {
            return;
        }
        let returns = frame.returns.len();
        let passed = frame.record.passed.clone();
        for _ in 0..SWEEPS {
            self.frame_mut().sweep = Some(Sweep::Settled);
            self.solve_recorded(site, header, fork, counter);
            let seen = self.frame_mut().sweep.take();
            let frame = self.frame_mut();
            frame.returns.truncate(returns);
            frame.record.take_back(site.mark);
            frame.record.passed.clone_from(&passed);
            if seen == Some(Sweep::Settled) || self.exhausted() {
                break;
            }
        }
    }

    /// Walks a loop once, and keeps a head that covers what came back.
    pub(crate) fn swept(
        &mut self,
        site: &Site<'_>,
        header: &mut dyn Header,
        fork: &Fork,
        counter: Option<&Counter>,
        (head, made): (&Snapshot, &FreshUnknowns),
    ) -> Solved {
        let walk = self.walk(site, header, fork, head, &[]);
        let Some(last) = walk.back else {
            return Solved { back: None, any: None, breaks: walk.breaks };
        };
        let back = self.in_the_next(counter, &last);
        if self.not_instances(head, &back, made, &[]).is_empty() {
            self.remember(site, head);
        } else {
            let (mut next, mut more) = self.join_two(head, &back, Mode::Widen);
            self.carry_over(site, head, &mut next, &mut more);
            for (slot, state) in &head.changed {
                if self.loops.anything.iter().any(|(one, _)| Rc::ptr_eq(one, &state.value)) {
                    next.changed.insert(*slot, state.clone());
                }
            }
            self.remember(site, &next);
            self.frame_mut().sweep = Some(Sweep::Changing);
        }
        let at_end = match counter {
            Some(counter) => self.at_last(counter, &last),
            None => last.clone(),
        };
        Solved { back: Some(at_end), any: Some(last), breaks: walk.breaks }
    }
}
