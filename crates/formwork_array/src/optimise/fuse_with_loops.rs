//! `fuse-with-loops`: with-loops over one range that do not need each other run together.

use rustc_hash::FxHashSet;

use super::rewrite::{Defs, is_pure, is_pure_block};
use crate::ir::{
    Block, Function, Index, Module, Op, Operand, Renaming, Statement, ValueId, With, copy_block,
};

/// Fuses with-loops of one block.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let changes = fuse(module, function, &mut body);
    function.body = body;
    changes
}

fn fuse(module: &Module, function: &mut Function, block: &mut Block) -> usize {
    let mut changes = 0;
    for statement in &mut block.statements {
        for inner in statement.op.blocks_mut() {
            changes += fuse(module, function, inner);
        }
    }
    let mut first = 0;
    while first < block.statements.len() {
        if let Some(second) = find_partner(module, function, block, first) {
            merge(function, block, first, second);
            changes += 1;
        } else {
            first += 1;
        }
    }
    changes
}

/// A later with-loop that can run together with this one.
fn find_partner(
    module: &Module,
    function: &Function,
    block: &Block,
    first: usize,
) -> Option<usize> {
    let Op::With(left) = &block.statements[first].op else { return None };
    let mut defs = Defs::default();
    for statement in &block.statements {
        defs.record(statement);
    }
    let mut dependent: FxHashSet<ValueId> =
        block.statements[first].results.iter().copied().collect();
    for second in first + 1..block.statements.len() {
        let statement = &block.statements[second];
        let depends = uses_any(function, statement, &dependent);
        if let (Op::With(right), false) = (&statement.op, depends) {
            let quiet = |with: &With| {
                with.parts.iter().all(|part| is_pure_block(module, function, &part.body))
            };
            // Of two loops that may fail, the first must be the first to fail; and the
            // second moves to where nothing of its own is defined later.
            let movable =
                quiet(left) && quiet(right) && is_ready(block, first, second, statement, function);
            if movable && same_ranges(&defs, left, right) {
                return Some(second);
            }
        }
        if depends {
            dependent.extend(&statement.results);
        }
        if !is_pure(module, function, &statement.op) {
            return None;
        }
    }
    None
}

/// Whether everything a statement uses is defined before the place `first`.
fn is_ready(
    block: &Block,
    first: usize,
    second: usize,
    statement: &Statement,
    function: &Function,
) -> bool {
    let between: FxHashSet<ValueId> = block.statements[first..second]
        .iter()
        .flat_map(|statement| statement.results.iter().copied())
        .collect();
    !uses_any(function, statement, &between)
}

fn uses_any(function: &Function, statement: &Statement, values: &FxHashSet<ValueId>) -> bool {
    let mut found = false;
    let mut look =
        |operand: &Operand| found |= operand.value().is_some_and(|value| values.contains(&value));
    statement.op.operands().into_iter().for_each(&mut look);
    for inner in statement.op.blocks() {
        crate::ir::for_each_block(inner, &mut |block| {
            for statement in &block.statements {
                statement.op.operands().into_iter().for_each(&mut look);
                attribute_operands(function, &statement.results).iter().for_each(&mut look);
                attribute_operands(function, &statement.op.inner_values())
                    .iter()
                    .for_each(&mut look);
            }
            block.results.iter().for_each(&mut look);
        });
    }
    attribute_operands(function, &statement.results).iter().for_each(&mut look);
    attribute_operands(function, &statement.op.inner_values()).iter().for_each(&mut look);
    found
}

fn attribute_operands(function: &Function, values: &[ValueId]) -> Vec<Operand> {
    values
        .iter()
        .filter_map(|&value| function.values[value].attributes.as_ref())
        .flat_map(|attributes| [attributes.rank.clone(), attributes.shape.clone()])
        .collect()
}

fn same_ranges(defs: &Defs, left: &With, right: &With) -> bool {
    left.parts.len() == right.parts.len()
        && left.parts.iter().zip(&right.parts).all(|(left, right)| {
            let lower = match (&left.lower, &right.lower) {
                (None, None) => true,
                (Some(left), Some(right)) => defs.same(left, right),
                _ => false,
            };
            let index = match (&left.index, &right.index) {
                (Index::Vector(_), Index::Vector(_)) => true,
                (Index::Scalars(left), Index::Scalars(right)) => left.len() == right.len(),
                _ => false,
            };
            lower && index && defs.same(&left.upper, &right.upper)
        })
}

fn merge(function: &mut Function, block: &mut Block, first: usize, second: usize) {
    let right = block.statements.remove(second);
    let left = &mut block.statements[first];
    let (Op::With(into), Op::With(from)) = (&mut left.op, right.op) else { return };
    for (part, other) in into.parts.iter_mut().zip(&from.parts) {
        let mut renaming = Renaming::default();
        for (&old, &new) in other.index.values().iter().zip(part.index.values()) {
            renaming.insert(old, Operand::Value(new));
        }
        let copy = copy_block(None, &other.body, function, &mut renaming, &|_| {});
        part.body.statements.extend(copy.statements);
        part.body.results.extend(copy.results);
    }
    into.operations.extend(from.operations);
    into.reuse.extend(from.reuse);
    left.results.extend(right.results);
}
