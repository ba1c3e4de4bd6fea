//! What running a block costs.

use crate::ir::{Block, Op, Prim};

/// Roughly what a block costs when it runs once.
pub(super) fn cost(block: &Block) -> usize {
    block
        .statements
        .iter()
        .map(|statement| match &statement.op {
            Op::Copy(_) | Op::Bind { .. } | Op::Guard { .. } | Op::Dim(_) | Op::Shape(_) => 0,
            Op::Prim(prim, _) => match prim {
                Prim::Sqrt
                | Prim::Exp
                | Prim::Log
                | Prim::Sin
                | Prim::Cos
                | Prim::Tan
                | Prim::Asin
                | Prim::Acos
                | Prim::Atan
                | Prim::Sinh
                | Prim::Cosh
                | Prim::Tanh
                | Prim::Expm1
                | Prim::Log1p
                | Prim::Log2
                | Prim::Log10
                | Prim::Atan2
                | Prim::Hypot
                | Prim::Modulo
                | Prim::Remainder
                | Prim::Pow => 8,
                _ => 1,
            },
            Op::Sel { .. } | Op::Vector(_) => 1,
            Op::If { condition: _, then, otherwise } => 1 + cost(then) + cost(otherwise),
            Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::With(_)
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Loop(_)
            | Op::Extern { .. } => 1000,
        })
        .sum()
}
