//! `fuse-with-loops`: with-loops over one range run together, if they do not need each other
//! or need of each other only the element in the place that they compute.

use rustc_hash::{FxHashMap, FxHashSet};

use super::defs::{Defs, whole_result};
use super::places::Here;
use super::purity::{is_pure, is_pure_block};
use crate::ir::{
    Block, Function, Index, Module, Op, Operand, Operation, Renaming, Statement, ValueId, With,
    copy_block,
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
    let mut defs = definitions(function, block);
    while first < block.statements.len() {
        if let Some(Partner { second, needs }) = find_partner(module, function, &defs, block, first)
        {
            merge(function, block, (first, second), &needs);
            defs = definitions(function, block);
            changes += 1;
        } else {
            first += 1;
        }
    }
    changes
}

/// What is defined in a block, and in the with-loops of it.
fn definitions(function: &Function, block: &Block) -> Defs {
    let mut defs = Defs::default();
    for statement in &block.statements {
        if let Op::With(with) = &statement.op {
            defs.record_inside(function, &statement.op);
            for part in &with.parts {
                crate::ir::for_each_block(&part.body, &mut |block| {
                    block.statements.iter().for_each(|statement| defs.record(statement));
                });
            }
        }
        defs.record(statement);
    }
    defs
}

/// A later with-loop that can run together with an earlier one.
struct Partner {
    second: usize,
    /// What it selects of the earlier one in its own place: which result that is.
    needs: FxHashMap<ValueId, usize>,
}

/// A later with-loop that can run together with this one.
fn find_partner(
    module: &Module,
    function: &Function,
    defs: &Defs,
    block: &Block,
    first: usize,
) -> Option<Partner> {
    let Op::With(left) = &block.statements[first].op else { return None };
    let own: FxHashSet<ValueId> = block.statements[first].results.iter().copied().collect();
    let mut dependent: FxHashSet<ValueId> =
        block.statements[first].results.iter().copied().collect();
    for second in first + 1..block.statements.len() {
        let statement = &block.statements[second];
        let depends = uses_any(function, statement, &dependent);
        if let Op::With(right) = &statement.op {
            let quiet = |with: &With| {
                with.parts.iter().all(|part| is_pure_block(module, function, &part.body))
            };
            // Of two loops that may fail, the first must be the first to fail; and the
            // second moves to where nothing of its own is defined later.
            if quiet(left)
                && quiet(right)
                && is_ready(block, first, second, statement, function)
                && same_ranges(defs, left, right)
            {
                let needs = if uses_any(function, statement, &own) {
                    needed_in_place(function, defs, &block.statements[first], statement)
                } else {
                    Some(FxHashMap::default())
                };
                if let Some(needs) = needs {
                    return Some(Partner { second, needs });
                }
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

/// What a with-loop selects of another one, if that is only what the other one computes in
/// the place that this one is at.
fn needed_in_place(
    function: &Function,
    defs: &Defs,
    producer: &Statement,
    consumer: &Statement,
) -> Option<FxHashMap<ValueId, usize>> {
    let (Op::With(left), Op::With(right)) = (&producer.op, &consumer.op) else { return None };
    let number_of = |operand: &Operand| {
        let value = operand.value()?;
        producer.results.iter().position(|&result| result == value)
    };
    let attributes = attribute_operands(function, &consumer.results);
    let mut apart = consumer.op.operands().into_iter().chain(&attributes);
    if apart.any(|operand| number_of(operand).is_some()) {
        return None;
    }
    let is_whole = |number: usize| {
        let operation = left.operations.get(number);
        let scalars = operation.is_some_and(|operation| match operation {
            Operation::Genarray { shape: _, default } => function.is_scalar(default),
            Operation::Modarray { .. } | Operation::Fold { .. } => false,
        });
        scalars && whole_result(defs, left, number).is_some()
    };
    let mut needs = FxHashMap::default();
    for part in &right.parts {
        let here = Here::of(function, defs, part);
        let mut sure = true;
        crate::ir::for_each_block(&part.body, &mut |block| {
            sure &= block.results.iter().all(|result| number_of(result).is_none());
            for statement in &block.statements {
                let inner = [statement.results.clone(), statement.op.inner_values()].concat();
                let attributes = attribute_operands(function, &inner);
                sure &= attributes.iter().all(|operand| number_of(operand).is_none());
                match &statement.op {
                    Op::Sel { index, array } if let Some(number) = number_of(array) => {
                        sure &=
                            is_whole(number) && number_of(index).is_none() && here.is_own(index);
                        needs.extend(statement.results.iter().map(|&result| (result, number)));
                    }
                    op => {
                        sure &= op.operands().iter().all(|operand| number_of(operand).is_none());
                    }
                }
            }
        });
        if !sure {
            return None;
        }
    }
    Some(needs)
}

/// Whether everything a statement uses is defined before the place `first`, or there.
fn is_ready(
    block: &Block,
    first: usize,
    second: usize,
    statement: &Statement,
    function: &Function,
) -> bool {
    let between: FxHashSet<ValueId> = block.statements[first + 1..second]
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

fn merge(
    function: &mut Function,
    block: &mut Block,
    (first, second): (usize, usize),
    needs: &FxHashMap<ValueId, usize>,
) {
    let right = block.statements.remove(second);
    let left = &mut block.statements[first];
    let (Op::With(into), Op::With(from)) = (&mut left.op, right.op) else { return };
    for (part, other) in into.parts.iter_mut().zip(&from.parts) {
        let mut renaming = Renaming::default();
        for (&old, &new) in other.index.values().iter().zip(part.index.values()) {
            renaming.insert(old, Operand::Value(new));
        }
        let mut body = other.body.clone();
        crate::ir::for_each_block_mut(&mut body, &mut |block| {
            for statement in &mut block.statements {
                let number = statement.results.first().and_then(|result| needs.get(result));
                if let Some(&number) = number {
                    statement.op = Op::Copy(part.body.results[number].clone());
                }
            }
        });
        let copy = copy_block(None, &body, function, &mut renaming, &|_| {});
        part.body.statements.extend(copy.statements);
        part.body.results.extend(copy.results);
    }
    into.operations.extend(from.operations);
    into.reuse.extend(from.reuse);
    left.results.extend(right.results);
}
