//! Which functions a function calls.

use super::function::Function;
use super::ids::FunctionId;
use super::op::{Op, Overload};
use super::walk::for_each_block;

/// The functions that a function calls.
pub(crate) fn callees(function: &Function) -> Vec<FunctionId> {
    let mut found = Vec::new();
    for_each_block(&function.body, &mut |block| {
        for statement in &block.statements {
            match &statement.op {
                Op::Call { function, .. } => found.push(*function),
                Op::Dispatch { targets, .. } => {
                    found.extend(targets.iter().filter_map(|target| match target {
                        Overload::Function(function) => Some(*function),
                        Overload::Prim(_) => None,
                    }));
                }
                _ => {}
            }
        }
    });
    found
}
