//! Which operations only compute, and may be left out, moved and repeated.

use super::termination::ends;
use crate::ir::{Block, Function, FunctionId, Module, Op, Overload};

/// How many calls deep functions are looked at.
const MAX_DEPTH: usize = 8;

/// Whether an operation computes its results, does nothing else and ends: it may be left
/// out where nobody uses them, and computed more or less often.
pub(super) fn is_pure(module: &Module, function: &Function, op: &Op) -> bool {
    purity(module, function, op, MAX_DEPTH)
}

/// Whether a with-loop, a branch or a loop does more than compute, whatever its blocks do.
pub(super) fn has_own_effect(function: &Function, op: &Op) -> bool {
    match op {
        Op::With(_) => !function.guarded,
        Op::Loop(repeat) => !ends(function, repeat),
        _ => false,
    }
}

fn purity(module: &Module, function: &Function, op: &Op, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    match op {
        Op::Copy(_) | Op::Dim(_) | Op::Shape(_) | Op::Bind { .. } => true,
        Op::Prim(prim, operands) => {
            function.guarded
                || !operands
                    .first()
                    .is_some_and(|operand| prim.needs_divisor(function.type_of(operand).base))
        }
        Op::Sel { .. } | Op::Modarray { .. } | Op::Reshape { .. } => function.guarded,
        Op::Vector(elements) => {
            function.guarded || elements.iter().all(|element| function.is_scalar(element))
        }
        Op::With(with) => {
            function.guarded
                && with.parts.iter().all(|part| block_purity(module, function, &part.body, depth))
        }
        Op::If { condition: _, then, otherwise } => {
            block_purity(module, function, then, depth)
                && block_purity(module, function, otherwise, depth)
        }
        Op::Loop(repeat) => {
            ends(function, repeat)
                && block_purity(module, function, &repeat.condition, depth)
                && block_purity(module, function, &repeat.body, depth)
        }
        Op::Call { function: callee, arguments: _ } => function_purity(module, *callee, depth),
        Op::Dispatch { targets, arguments, message: _, place: _ } => {
            let total = match targets.last() {
                Some(Overload::Function(last)) => {
                    module.parameter_types(*last).iter().all(|ty| ty.class.rank().is_none())
                }
                Some(Overload::Prim(_)) | None => false,
            };
            total
                && targets.iter().all(|target| match target {
                    Overload::Prim(prim) => !arguments.first().is_some_and(|argument| {
                        prim.needs_divisor(function.type_of(argument).base)
                    }),
                    Overload::Function(callee) => function_purity(module, *callee, depth),
                })
        }
        Op::Guard { .. } => false,
        Op::Extern { callee, arguments: _ } => module.externs[*callee].pure,
    }
}

fn function_purity(module: &Module, id: FunctionId, depth: usize) -> bool {
    let function = &module.functions[id];
    function.guarded && block_purity(module, function, &function.body, depth - 1)
}

fn block_purity(module: &Module, function: &Function, block: &Block, depth: usize) -> bool {
    block.statements.iter().all(|statement| purity(module, function, &statement.op, depth))
}

/// Whether a block does nothing but compute its results.
pub(super) fn is_pure_block(module: &Module, function: &Function, block: &Block) -> bool {
    block_purity(module, function, block, MAX_DEPTH)
}
