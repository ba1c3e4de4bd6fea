//! Whether a residual program is well formed: whatever a function names is there, and a function
//! that is kept as it was written has no statements beside its text.

use crate::residual::{Function, FunctionId, Program};

/// Checks all functions.
///
/// # Errors
///
/// The first thing that is wrong.
pub(super) fn verify(program: &Program) -> Result<(), String> {
    let is_missing = |id: &FunctionId| !program.functions.is_valid(*id);
    if let Some(id) = program.entry.iter().chain(&program.named).copied().find(is_missing) {
        return Err(format!("there is no function {id}"));
    }
    for function in program.functions.values() {
        verify_function(program, function)
            .map_err(|message| format!("in `{}`: {message}", function.name))?;
    }
    Ok(())
}

fn verify_function(program: &Program, function: &Function) -> Result<(), String> {
    if function.verbatim.is_some() && !function.body.is_empty() {
        return Err("a function that is kept as it was written has statements".to_owned());
    }
    if let Some(var) = function.used_vars().into_iter().find(|&var| !function.vars.is_valid(var)) {
        return Err(format!("there is no variable {var}"));
    }
    match function.callees().into_iter().find(|&id| !program.functions.is_valid(id)) {
        Some(id) => Err(format!("there is no function {id}")),
        None => Ok(()),
    }
}
