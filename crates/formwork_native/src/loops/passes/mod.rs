//! Clean-ups of the loop form.
//!
//! A pass is a named function from a function to a better one with the same meaning. A
//! list is a pipeline.

mod dead;
mod fold;
mod forward;
mod hoist;

use super::form::{Function, Module};

/// A clean-up.
#[derive(Clone, Copy)]
pub struct Pass {
    name: &'static str,
    run: fn(&mut Function) -> bool,
}

impl Pass {
    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Improves a function; whether anything changed.
    pub fn run(&self, function: &mut Function) -> bool {
        (self.run)(function)
    }
}

/// The passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass { name: "forward-values", run: forward::forward_values },
    Pass { name: "fold-constants", run: fold::fold_constants },
    Pass { name: "hoist-invariants", run: hoist::hoist_invariants },
    Pass { name: "remove-dead-code", run: dead::remove_dead_code },
];

/// How often the pipeline runs over a function at most.
const MOST_ROUNDS: usize = 8;

/// Removes what no execution comes to, as the text alone tells.
pub(crate) fn remove_unreachable(module: &mut Module) {
    for function in module.functions.values_mut() {
        fold::remove_unreachable(function);
    }
}

/// Runs all passes over all functions until nothing changes.
pub fn clean_up(module: &mut Module) {
    for function in module.functions.values_mut() {
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for pass in PASSES {
                changed |= pass.run(function);
            }
            if !changed {
                break;
            }
        }
    }
}
