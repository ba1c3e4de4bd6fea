//! Which arrays are still needed behind an operation. Scalars do not count: nobody writes
//! over them.

use formwork_array::ir::{self, Block, Function, Op, Operand, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Arrays by what needs them. Operations are found by their first result.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    after: FxHashMap<ValueId, FxHashSet<ValueId>>,
    around: FxHashMap<ValueId, FxHashSet<ValueId>>,
}

type Set = FxHashSet<ValueId>;

impl Liveness {
    pub(super) fn of(function: &Function) -> Liveness {
        let mut liveness = Liveness::default();
        let mut live = Set::default();
        liveness.block(function, &function.body, &mut live);
        liveness
    }

    /// Whether an array is needed behind the operation that defines `result`.
    pub(super) fn is_needed_after(&self, result: ValueId, array: ValueId) -> bool {
        self.after.get(&result).is_none_or(|live| live.contains(&array))
    }

    /// Whether an array is needed by a further iteration of the loop that defines `result`, or
    /// behind it.
    pub(super) fn is_needed_around(&self, result: ValueId, array: ValueId) -> bool {
        self.around.get(&result).is_none_or(|live| live.contains(&array))
    }

    /// From what is needed behind a block to what is needed before it.
    fn block(&mut self, function: &Function, block: &Block, live: &mut Set) {
        let note = |operand: &Operand, live: &mut Set| need(function, operand, live);
        block.results.iter().for_each(|result| note(result, live));
        for statement in block.statements.iter().rev() {
            let op = &statement.op;
            for result in &statement.results {
                live.remove(result);
            }
            if let (Some(&first), Op::With(_) | Op::Modarray { .. } | Op::If { .. } | Op::Loop(_)) =
                (statement.results.first(), op)
            {
                self.after.insert(first, live.clone());
            }
            match op {
                Op::If { condition: _, then, otherwise } => {
                    let mut other = live.clone();
                    self.block(function, then, live);
                    self.block(function, otherwise, &mut other);
                    live.extend(other);
                }
                Op::With(_) | Op::Loop(_) => {
                    // What an iteration needs, the iteration before must leave alone.
                    live.extend(free(function, op));
                    if let Some(&first) = statement.results.first() {
                        self.around.insert(first, live.clone());
                    }
                    for inner in op.blocks() {
                        let mut inside = live.clone();
                        if let Op::Loop(repeat) = op
                            && std::ptr::eq(inner, &repeat.condition)
                        {
                            inside.extend(used(function, &repeat.body));
                        }
                        self.block(function, inner, &mut inside);
                    }
                }
                Op::Copy(_)
                | Op::Prim(..)
                | Op::Dim(_)
                | Op::Shape(_)
                | Op::Sel { .. }
                | Op::Modarray { .. }
                | Op::Reshape { .. }
                | Op::Vector(_)
                | Op::Bind { .. }
                | Op::Call { .. }
                | Op::Dispatch { .. }
                | Op::Guard { .. }
                | Op::Extern { .. } => {}
            }
            op.operands().into_iter().for_each(|operand| note(operand, live));
        }
    }
}

/// An array is needed, and so is the vector that its attributes say is its shape.
fn need(function: &Function, operand: &Operand, live: &mut Set) {
    let mut next = operand.value();
    while let Some(value) = next {
        let data = &function.values[value];
        if data.ty.is_scalar() || !live.insert(value) {
            return;
        }
        next = data.attributes.as_ref().and_then(|attributes| attributes.shape.value());
    }
}

/// The arrays that a block and the blocks inside it use.
pub(super) fn used(function: &Function, block: &Block) -> Set {
    let mut found = Set::default();
    ir::for_each_block(block, &mut |block| {
        let operands = block.statements.iter().flat_map(|statement| statement.op.operands());
        operands.chain(&block.results).for_each(|operand| need(function, operand, &mut found));
    });
    found
}

/// The arrays from outside that the blocks of an operation use.
fn free(function: &Function, op: &Op) -> Set {
    let mut found = Set::default();
    for block in op.blocks() {
        found.extend(used(function, block));
    }
    for block in op.blocks() {
        ir::for_each_definition(block, &mut |value| {
            found.remove(&value);
        });
    }
    for value in op.inner_values() {
        found.remove(&value);
    }
    found
}
