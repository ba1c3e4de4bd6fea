//! The reference evaluator: runs functions as they stand, with budgets.
//!
//! It checks everything: what a guard should have excluded is an error of its own
//! kind ([`Failure::Unguarded`]), which no optimised program may show.

mod condition;
mod failure;
mod frame;
mod machine;
mod with;
pub(crate) mod words;

use std::sync::Arc;

use crate::ir::{Array, FunctionId, Module};
use failure::Result;
use machine::Machine;

pub use failure::Failure;
pub use words::DIVISION as DIVISION_BY_ZERO;

/// How much a run may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Statements and elements.
    pub steps: u64,
    /// How deep calls may nest.
    pub depth: u32,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: 20_000_000, depth: 200 }
    }
}

/// Runs a function on arrays.
///
/// # Errors
///
/// If the run fails, takes too long, or the arguments are not of the types of the parameters.
pub fn eval_function(
    module: &Module,
    function: FunctionId,
    arguments: Vec<Arc<Array>>,
    budget: Budget,
) -> Result<Vec<Arc<Array>>> {
    let mut machine = Machine { module, steps: budget.steps, depth: budget.depth };
    let parameters = module.parameter_types(function);
    let fits = parameters.len() == arguments.len()
        && arguments
            .iter()
            .zip(&parameters)
            .all(|(argument, ty)| crate::ir::Type::of(argument).is_below(ty));
    if !fits {
        return Err(Failure::Unsupported(
            "the arguments are not of the types of the parameters".to_owned(),
        ));
    }
    machine.call(function, arguments)
}
