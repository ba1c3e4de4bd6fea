//! Clean-ups of the loop form.
//!
//! A pass is a named function that makes a function better with the same meaning; whether it
//! changed anything counts as one change.

mod dead;
mod fold;
mod forward;
mod hoist;

use formwork_pass::{Stage, Subject, run};

use super::form::{Function, FunctionId, Module};

/// A pass over one function; whether it changed anything.
type Run = fn(&mut Function) -> bool;

/// A clean-up.
pub type Pass = formwork_pass::Pass<Run>;

/// The passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "forward-values",
        about: "uses what a variable was set to",
        run: forward::forward_values,
    },
    Pass { name: "fold-constants", about: "computes what is known", run: fold::fold_constants },
    Pass {
        name: "hoist-invariants",
        about: "computes once what does not change in a loop",
        run: hoist::hoist_invariants,
    },
    Pass { name: "remove-dead-code", about: "drops what nobody uses", run: dead::remove_dead_code },
];

/// How often the passes run over a function at most.
const MAX_ROUNDS: usize = 8;

/// The clean-ups of a function.
const PIPELINE: &[Stage<'static, Run>] =
    &[Stage::UntilStable { passes: PASSES, max_rounds: MAX_ROUNDS }];

/// Removes what no execution comes to, as the text alone tells.
pub(crate) fn remove_unreachable(module: &mut Module) {
    for function in module.functions.values_mut() {
        fold::remove_unreachable(function);
    }
}

/// Runs all passes over all functions until nothing changes.
pub fn clean_up(module: &mut Module) {
    for id in module.functions.keys() {
        let outcome = run(&mut OneFunction { module, id }, PIPELINE);
        debug_assert!(outcome.is_ok(), "a pass made what is not well formed: {outcome:?}");
    }
}

struct OneFunction<'m> {
    module: &'m mut Module,
    id: FunctionId,
}

impl Subject for OneFunction<'_> {
    type Run = Run;

    fn apply(&mut self, pass: &Pass) -> Result<usize, String> {
        Ok(usize::from((pass.run)(&mut self.module.functions[self.id])))
    }

    fn verify(&self) -> Result<(), String> {
        self.module.verify_function(self.id)
    }
}
