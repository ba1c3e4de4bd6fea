//! `remove-checks`: guards that are sure to pass are dropped, because of a generator, an
//! attribute, a branch or an earlier guard.

use super::defs::Defs;
use super::proven::Proven;
use super::prover::Prover;
use crate::ir::{Block, Function, Module, Op, Operand};

/// Drops guards that are sure to pass.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    let changes = remove(function, &mut defs, &Proven::default(), &mut body);
    function.body = body;
    changes
}

fn remove(function: &Function, defs: &mut Defs, known: &Proven, block: &mut Block) -> usize {
    let mut facts = known.clone();
    let mut changes = 0;
    let mut kept = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements) {
        defs.record_inside(function, &statement.op);
        match &mut statement.op {
            Op::Guard { check, value } => {
                let prover = Prover { function, defs, facts: &facts };
                if prover.holds(&check.condition) {
                    changes += 1;
                    let Some(value) = value.take() else { continue };
                    statement.op = Op::Copy(value);
                } else {
                    let mut more = facts.clone();
                    prover.learn(&check.condition, &mut more);
                    facts = more;
                }
            }
            Op::If { condition, then, otherwise } => {
                for (branch, holds) in [(then, true), (otherwise, false)] {
                    let inside = with_truth(function, defs, &facts, condition, holds);
                    changes += remove(function, defs, &inside, branch);
                }
            }
            Op::Loop(repeat) => {
                changes += remove(function, defs, &facts, &mut repeat.condition);
                let inside = match repeat.condition.results.first() {
                    Some(condition) => with_truth(function, defs, &facts, condition, true),
                    None => facts.clone(),
                };
                changes += remove(function, defs, &inside, &mut repeat.body);
            }
            Op::With(with) => {
                for part in &mut with.parts {
                    changes += remove(function, defs, &facts, &mut part.body);
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
            | Op::Extern { .. } => {}
        }
        defs.record(&statement);
        kept.push(statement);
    }
    block.statements = kept;
    changes
}

fn with_truth(
    function: &Function,
    defs: &Defs,
    facts: &Proven,
    condition: &Operand,
    holds: bool,
) -> Proven {
    let mut more = facts.clone();
    Prover { function, defs, facts }.learn_truth(condition, holds, &mut more);
    more
}
