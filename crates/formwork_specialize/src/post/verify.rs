//! Whether a residual program is well formed: whatever a function names is there, and loops are
//! left inside of loops only.

use crate::residual::{Function, Program, Stmt, StmtKind};

/// Checks all functions.
///
/// # Errors
///
/// The first thing that is wrong.
pub(super) fn verify(program: &Program) -> Result<(), String> {
    for function in program.functions.values() {
        verify_function(program, function)
            .map_err(|message| format!("in `{}`: {message}", function.name))?;
    }
    Ok(())
}

fn verify_function(program: &Program, function: &Function) -> Result<(), String> {
    if let Some(var) = function.used_vars().into_iter().find(|&var| !function.vars.is_valid(var)) {
        return Err(format!("there is no variable {var}"));
    }
    let is_missing = |id: &crate::residual::FunctionId| !program.functions.is_valid(*id);
    if let Some(id) = function.callees().into_iter().find(is_missing) {
        return Err(format!("there is no function {id}"));
    }
    for (number, param) in function.params.iter().enumerate() {
        if param.is_some() && function.params[..number].contains(param) {
            return Err("two parameters are the same variable".to_owned());
        }
    }
    verify_exits(&function.body, false)
}

/// Whether `break` and `continue` stand in loops.
fn verify_exits(block: &[Stmt], in_loop: bool) -> Result<(), String> {
    for stmt in block {
        let in_loop = match &stmt.kind {
            StmtKind::Break | StmtKind::Continue if !in_loop => {
                return Err("a loop is left where there is none".to_owned());
            }
            StmtKind::While(..) | StmtKind::DoUntil(..) | StmtKind::For(..) => true,
            _ => in_loop,
        };
        for inner in stmt.kind.blocks() {
            verify_exits(inner, in_loop)?;
        }
    }
    Ok(())
}
