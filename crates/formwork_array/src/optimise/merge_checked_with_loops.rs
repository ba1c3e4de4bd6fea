//! `merge-checked-with-loops`: a with-loop whose elements are checked becomes a part of the
//! only with-loop that uses them, each in the place of its own.
//!
//! `fold-with-loops` copies computations, which must not fail; here one moves, so that each
//! check is made as often as before. The checks of all elements stood before whatever the
//! consumer does, so nothing that may fail must stand in between, unless failures are alike.

use rustc_hash::FxHashMap;

use super::defs::{Defs, starts_at_zero, whole_genarray};
use super::fold_with_loops::{is_own_index, rename_index};
use super::purity::is_pure;
use crate::ir::{
    Block, Function, Module, Op, Operand, Operation, Statement, ValueId, copy_block,
    for_each_block, for_each_block_mut,
};

/// Merges checked producers into their consumers.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
    for_each_block(&body, &mut |block| {
        for statement in &block.statements {
            defs.record_inside(function, &statement.op);
            defs.record(statement);
        }
        count_uses(function, block, &mut uses);
    });
    let mut changes = 0;
    for_each_block_mut(&mut body, &mut |block| {
        // One at a time: what is known of the others is not up to date behind a change.
        if let Some((producer, consumer, at)) = find(module, function, &defs, &uses, block) {
            merge(function, &defs, block, producer, consumer, at);
            changes += 1;
        }
    });
    function.body = body;
    changes
}

fn count_uses(function: &Function, block: &Block, uses: &mut FxHashMap<ValueId, usize>) {
    let mut note = |operand: &Operand| {
        if let Operand::Value(value) = operand {
            *uses.entry(*value).or_default() += 1;
        }
    };
    for statement in &block.statements {
        statement.op.operands().into_iter().for_each(&mut note);
        for value in statement.results.iter().copied().chain(statement.op.inner_values()) {
            if let Some(attributes) = &function.values[value].attributes {
                note(&attributes.rank);
                note(&attributes.shape);
            }
        }
    }
    block.results.iter().for_each(note);
}

/// A producer and a consumer of a block, and the statement of the consumer's body that selects.
fn find(
    module: &Module,
    function: &Function,
    defs: &Defs,
    uses: &FxHashMap<ValueId, usize>,
    block: &Block,
) -> Option<(usize, usize, usize)> {
    let cannot_fail = |statements: &[Statement]| {
        function.failures_alike
            || statements.iter().all(|statement| is_pure(module, function, &statement.op))
    };
    block.statements.iter().enumerate().find_map(|(consumer, statement)| {
        let Op::With(with) = &statement.op else { return None };
        let ([part], true) = (with.parts.as_slice(), is_combined(with)) else { return None };
        if !starts_at_zero(defs, part.lower.as_ref()) || !cannot_fail(&part.body.statements) {
            return None;
        }
        part.body.statements.iter().enumerate().find_map(|(at, inner)| {
            let Op::Sel { index, array: Operand::Value(array) } = &inner.op else { return None };
            let producer = block.statements[..consumer]
                .iter()
                .position(|statement| statement.results == [*array])?;
            let Op::With(made) = &block.statements[producer].op else { return None };
            let (shape, _, body) = whole_genarray(defs, made)?;
            let fits = uses.get(array) == Some(&1)
                && is_own_index(defs, index)
                && part.index.values().iter().all(|value| reads_own(defs, index, *value))
                && defs.same(shape, &part.upper)
                && is_only_checked(module, function, body)
                && cannot_fail(&block.statements[producer + 1..consumer]);
            fits.then_some((producer, consumer, at))
        })
    })
}

/// Whether every value of the part is an element or is folded.
fn is_combined(with: &crate::ir::With) -> bool {
    with.operations.iter().all(|operation| match operation {
        Operation::Genarray { .. } | Operation::Fold { .. } => true,
        Operation::Modarray { .. } => false,
    })
}

/// Whether an index is made of this index value of a part.
fn reads_own(defs: &Defs, index: &Operand, value: ValueId) -> bool {
    let value = Operand::Value(value);
    defs.resolve(index) == value
        || defs
            .elements(index)
            .is_some_and(|elements| elements.iter().any(|element| defs.resolve(element) == value))
}

/// Whether a body computes scalars and checks, and checks something.
fn is_only_checked(module: &Module, function: &Function, body: &Block) -> bool {
    let mut checks = 0;
    let simple = body.statements.iter().all(|statement| {
        let is_check = matches!(statement.op, Op::Guard { .. });
        checks += usize::from(is_check);
        is_check || is_pure(module, function, &statement.op)
    });
    simple && checks > 0 && body.results.iter().all(|result| function.is_scalar(result))
}

fn merge(
    function: &mut Function,
    defs: &Defs,
    block: &mut Block,
    producer: usize,
    consumer: usize,
    at: usize,
) {
    let made = block.statements.remove(producer);
    let Op::With(made) = made.op else { return };
    let [part] = made.parts.as_slice() else { return };
    let Op::With(with) = &mut block.statements[consumer - 1].op else { return };
    let body = &mut with.parts[0].body;
    let selection = body.statements.remove(at);
    let Op::Sel { index, .. } = selection.op else { return };
    let mut moved = Vec::new();
    let place = selection.place;
    let mut renaming = rename_index(function, defs, part.index.clone(), index, place, &mut moved);
    let copy = copy_block(None, &part.body, function, &mut renaming, &|_| {});
    moved.extend(copy.statements);
    for (&result, operand) in selection.results.iter().zip(copy.results) {
        moved.push(Statement::one(result, Op::Copy(operand), place));
    }
    body.statements.splice(at..at, moved);
}
