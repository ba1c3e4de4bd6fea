//! `remove-dead-code`: what nobody uses is not computed. Guards are kept: a program
//! that fails goes on failing.

use rustc_hash::FxHashSet;

use super::rewrite::is_pure;
use crate::ir::{Block, Function, Module, Op, Operand, Statement, ValueId};

/// Drops what nobody uses.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut live: FxHashSet<ValueId> = FxHashSet::default();
    let results = body.results.clone();
    mark_all(function, &results, &mut live);
    let changes = sweep(module, function, &mut body, &mut live);
    function.body = body;
    changes
}

/// A live value needs its rank and its shape.
fn mark(function: &Function, operand: &Operand, live: &mut FxHashSet<ValueId>) {
    let mut stack = vec![operand.clone()];
    while let Some(next) = stack.pop() {
        let Operand::Value(value) = next else { continue };
        if live.insert(value)
            && let Some(attributes) = &function.values[value].attributes
        {
            stack.push(attributes.rank.clone());
            stack.push(attributes.shape.clone());
        }
    }
}

fn mark_all<'o>(
    function: &Function,
    operands: impl IntoIterator<Item = &'o Operand>,
    live: &mut FxHashSet<ValueId>,
) {
    for operand in operands {
        mark(function, operand, live);
    }
}

fn sweep(
    module: &Module,
    function: &Function,
    block: &mut Block,
    live: &mut FxHashSet<ValueId>,
) -> usize {
    let mut changes = 0;
    let mut kept = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements).into_iter().rev() {
        let used = statement.results.iter().any(|result| live.contains(result));
        // Copies go with `propagate-copies`, which looks at their names.
        let is_copy = matches!(statement.op, Op::Copy(_));
        if !used && !is_copy && is_pure(module, function, &statement.op) {
            changes += 1;
            continue;
        }
        if let (Op::Guard { check: _, value }, false) = (&mut statement.op, used) {
            // Nobody uses the guarded value; the check remains.
            changes += usize::from(value.take().is_some());
            statement.results.clear();
        }
        changes += drop_results(&mut statement, live);
        changes += drop_carried(module, function, &mut statement, live);
        mark_all(
            function,
            statement.results.iter().map(|&value| Operand::Value(value)).collect::<Vec<_>>().iter(),
            live,
        );
        mark_all(function, statement.op.operands(), live);
        for value in statement.op.inner_values() {
            mark(function, &Operand::Value(value), live);
        }
        for inner in statement.op.blocks_mut() {
            let results = inner.results.clone();
            mark_all(function, &results, live);
        }
        // Blocks run one after another (the condition of a loop before its body).
        for inner in statement.op.blocks_mut().into_iter().rev() {
            changes += sweep(module, function, inner, live);
        }
        kept.push(statement);
    }
    kept.reverse();
    block.statements = kept;
    changes
}

/// Results of with-loops and branches that nobody uses are not made.
fn drop_results(statement: &mut Statement, live: &FxHashSet<ValueId>) -> usize {
    let keep: Vec<bool> = statement.results.iter().map(|result| live.contains(result)).collect();
    if keep.iter().all(|&keep| keep) || keep.len() < 2 {
        return 0;
    }
    match &mut statement.op {
        Op::With(with) if keep.iter().any(|&keep| keep) => {
            retain(&mut with.operations, &keep);
            retain(&mut with.reuse, &keep);
            for part in &mut with.parts {
                retain(&mut part.body.results, &keep);
            }
        }
        Op::If { condition: _, then, otherwise } => {
            retain(&mut then.results, &keep);
            retain(&mut otherwise.results, &keep);
        }
        _ => return 0,
    }
    retain(&mut statement.results, &keep);
    1
}

fn retain<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut flags = keep.iter();
    items.retain(|_| flags.next().copied().unwrap_or(true));
}

/// What a loop carries for nobody but itself is not carried: neither what is behind the loop
/// needs it, nor its condition, nor a check, nor what is carried for these.
fn drop_carried(
    module: &Module,
    function: &Function,
    statement: &mut Statement,
    live: &FxHashSet<ValueId>,
) -> usize {
    let Op::Loop(repeat) = &mut statement.op else { return 0 };
    let mut keep: Vec<bool> =
        statement.results.iter().map(|result| live.contains(result)).collect();
    while keep.iter().any(|&keep| !keep) {
        // What is needed if the others are not carried.
        let (mut condition, mut body) = (repeat.condition.clone(), repeat.body.clone());
        retain(&mut body.results, &keep);
        let mut inside = FxHashSet::default();
        mark_all(function, condition.results.iter().chain(&body.results), &mut inside);
        let after = statement.results.iter().zip(&keep).filter(|(_, keep)| **keep);
        let carried = repeat.carried.iter().zip(&keep).filter(|(_, keep)| **keep);
        let values = after.map(|(&value, _)| value).chain(carried.map(|((value, _), _)| *value));
        for value in values {
            mark(function, &Operand::Value(value), &mut inside);
        }
        sweep(module, function, &mut body, &mut inside);
        sweep(module, function, &mut condition, &mut inside);
        let mut more = false;
        for (keep, (carried, _)) in keep.iter_mut().zip(&repeat.carried) {
            more |= !*keep && inside.contains(carried);
            *keep |= inside.contains(carried);
        }
        if more {
            continue;
        }
        if !keep.contains(&true) {
            return 0;
        }
        let count = keep.iter().filter(|&&keep| !keep).count();
        retain(&mut repeat.carried, &keep);
        retain(&mut repeat.body.results, &keep);
        retain(&mut statement.results, &keep);
        return count;
    }
    0
}
