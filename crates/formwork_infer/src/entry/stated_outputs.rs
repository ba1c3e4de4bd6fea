//! Outputs of another size than the help states.
//!
//! On an ordinary call the arguments have the sizes that the help names (`documented`). Where it names
//! the extents of an output in the same terms, these are compared with what came out: they
//! contradict one another if they differ whenever sizes that have nothing to do with one another do.
//!
//! ```text
//! % X: n x p        function s = f (X)
//! % s: p x 1          s = sum (X, 2);         n x 1, which is not p x 1
//! ```

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::{Body, Stmt, Target};
use formwork_hir::walk::statements;
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::engine::Analyst;
use crate::entry::documented::{Said, documented_outputs};
use crate::entry::ordinary_context::StatedOutput;
use crate::report::remark::RemarkKind;

impl Analyst<'_> {
    /// What the help of a function states of its outputs in terms of sizes that arguments have.
    pub(super) fn stated_outputs(
        &mut self,
        body: &Body,
        named: &FxHashMap<Rc<str>, ExtentId>,
    ) -> Vec<StatedOutput> {
        let mut all = Vec::new();
        for (slot, sizes) in documented_outputs(body) {
            let known = |said: &Said| matches!(said, Said::Named(name) if named.contains_key(name));
            // Numbers alone may be examples.
            if !sizes.iter().any(known) {
                continue;
            }
            let extents = sizes
                .iter()
                .map(|said| match said {
                    Said::Literal(number) => Some(self.algebra.extents_mut().literal(*number)),
                    Said::Named(name) => named.get(name).copied(),
                })
                .collect();
            all.push(StatedOutput { slot, extents });
        }
        all
    }

    /// A function that was entered has come to its end: its outputs are compared with what its help
    /// states.
    pub(crate) fn compare_stated_outputs(&mut self, body: &Body) {
        let stated = std::mem::take(&mut self.calls.ordinary.stated_outputs);
        let Some(by_chance) = self.ordinary.clone().filter(|_| self.alive()) else { return };
        for one in stated {
            let state = self.frame().slot(one.slot).clone();
            let (Truth::Yes, Some(shape)) = (state.defined, state.value.shape) else { continue };
            let shape = self.resolve(shape);
            let Some(actual) = self.algebra.as_tuple(shape) else { continue };
            if actual.len() != one.extents.len() {
                continue;
            }
            let pairs: Vec<(ExtentId, ExtentId)> = one
                .extents
                .iter()
                .zip(actual.iter())
                .map(|(&said, &actual)| (said.unwrap_or(actual), actual))
                .collect();
            let scope = self.facts.push();
            for requirement in by_chance.iter().cloned() {
                if self.facts.truth(&mut self.algebra, &requirement) != Truth::No {
                    self.facts.assume(&mut self.algebra, requirement);
                }
            }
            let differ = !self.facts.is_unreachable()
                && pairs.iter().any(|&(said, actual)| {
                    let equal = Requirement::Equal(said, actual);
                    self.facts.truth(&mut self.algebra, &equal) == Truth::No
                });
            self.facts.rollback(scope);
            if let Some(span) = last_made(body, one.slot) {
                let said = self.algebra.tuple(pairs.into_iter().map(|(said, _)| said));
                self.remark(RemarkKind::StatedOutput, span, &[shape, said], differ);
            }
        }
    }
}

/// Where a variable is given its last value.
fn last_made(body: &Body, slot: SlotId) -> Option<Span> {
    let targets = statements(&body.statements).flat_map(Stmt::targets);
    let made = targets.filter_map(|target| match target {
        Target::Place { slot: own, links, span } if *own == slot => Some((links.is_empty(), *span)),
        _ => None,
    });
    made.max_by_key(|(whole, span)| (*whole, span.start)).map(|(_, span)| span)
}
