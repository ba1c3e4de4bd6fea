//! What running a block costs.

use crate::ir::{Block, Op};

/// What an operation on whole arrays, a loop or a call is taken to cost.
const OF_ARRAY: usize = 1000;

/// Roughly what a block costs when it runs once.
pub(super) fn cost(block: &Block) -> usize {
    block
        .statements
        .iter()
        .map(|statement| match &statement.op {
            Op::Copy(_) | Op::Bind { .. } | Op::Guard { .. } | Op::Dim(_) | Op::Shape(_) => 0,
            Op::Prim(prim, _) => prim.cost(),
            Op::Sel { .. } | Op::Vector(_) => 1,
            Op::If { condition: _, then, otherwise } => 1 + cost(then) + cost(otherwise),
            Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::With(_)
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Loop(_)
            | Op::Extern { .. } => OF_ARRAY,
        })
        .sum()
}
