//! Arrays that `x += y` and the like may have to let grow.
//!
//! Octave writes over an array that nobody shares, and refuses to let it grow then; one
//! that is shared, as every constant of the text is, becomes another that is as large as
//! it must be. So what such a variable gets stays computed where it was computed.

use formwork_domain::AbstractValue;
use formwork_hir::SlotId;
use formwork_hir::body::{StmtKind, Target};
use formwork_infer::trace::{Step, StepKind};
use rustc_hash::FxHashSet;

/// The variables that some update may have to let grow.
pub(super) fn overwritten(steps: &[Step]) -> FxHashSet<SlotId> {
    let mut found = FxHashSet::default();
    collect(steps, &mut found);
    found
}

fn collect(steps: &[Step], found: &mut FxHashSet<SlotId>) {
    for step in steps {
        match &step.kind {
            StepKind::Simple(stmt, scene) => {
                let StmtKind::Assign(assign) = &stmt.kind else { continue };
                let ([Target::Place { slot, links, .. }], Some(_)) =
                    (&assign.targets[..], assign.op)
                else {
                    continue;
                };
                let scalar = scene.values.get(&assign.value).is_some_and(AbstractValue::is_scalar);
                let stays = match (scene.reads.get(slot), &scene.stored) {
                    (Some(old), Some(new)) => old.shape == new.shape,
                    _ => false,
                };
                if links.is_empty() && !scalar && !stays {
                    found.insert(*slot);
                }
            }
            StepKind::If(clauses, last) | StepKind::Switch(_, _, clauses, last) => {
                clauses.iter().for_each(|clause| collect(&clause.steps, found));
                collect(&last.steps, found);
            }
            StepKind::While(_, _, inner)
            | StepKind::DoUntil(inner, _, _)
            | StepKind::For(_, inner)
            | StepKind::Unrolled(_, _, inner)
            | StepKind::Script(_, _, inner) => collect(inner, found),
            StepKind::Try(first, _, second) | StepKind::UnwindProtect(first, second) => {
                collect(first, found);
                collect(second, found);
            }
            StepKind::Set(..)
            | StepKind::Field(..)
            | StepKind::Break
            | StepKind::Continue
            | StepKind::Return
            | StepKind::Declare(..)
            | StepKind::Believed(_)
            | StepKind::Invalid(_) => {}
        }
    }
}
