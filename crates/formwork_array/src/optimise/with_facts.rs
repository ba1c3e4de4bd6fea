//! A walk that replaces statements by what is known where they stand: behind guards, in
//! branches and in loops.

use super::defs::Defs;
use super::proven::Proven;
use super::prover::Prover;
use crate::ir::{Block, Function, Op, Operand, Statement};

/// Puts other statements in the place of one, and says how many changes that is.
pub(super) type Rewrite<'r> =
    dyn FnMut(&mut Function, &Defs, &Proven, Statement, &mut Vec<Statement>) -> usize + 'r;

/// Walks all statements, inner ones first.
pub(super) fn rewrite_with_facts(function: &mut Function, rewrite: &mut Rewrite<'_>) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    let changes = walk(function, &mut defs, &Proven::default(), &mut body, rewrite);
    function.body = body;
    changes
}

fn walk(
    function: &mut Function,
    defs: &mut Defs,
    known: &Proven,
    block: &mut Block,
    rewrite: &mut Rewrite<'_>,
) -> usize {
    let mut facts = known.clone();
    let mut changes = 0;
    let mut out: Vec<Statement> = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements) {
        defs.record_inside(function, &statement.op);
        match &mut statement.op {
            Op::If { condition, then, otherwise } => {
                for (branch, holds) in [(then, true), (otherwise, false)] {
                    let inside = with_truth(function, defs, &facts, condition, holds);
                    changes += walk(function, defs, &inside, branch, rewrite);
                }
            }
            Op::Loop(repeat) => {
                changes += walk(function, defs, &facts, &mut repeat.condition, rewrite);
                let inside = match repeat.condition.results.first() {
                    Some(condition) => with_truth(function, defs, &facts, condition, true),
                    None => facts.clone(),
                };
                changes += walk(function, defs, &inside, &mut repeat.body, rewrite);
            }
            Op::With(with) => {
                for part in &mut with.parts {
                    changes += walk(function, defs, &facts, &mut part.body, rewrite);
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
        let before = out.len();
        changes += rewrite(function, defs, &facts, statement, &mut out);
        for statement in &out[before..] {
            defs.record_inside(function, &statement.op);
            defs.record(statement);
            if let Op::Guard { check, .. } = &statement.op {
                let mut more = facts.clone();
                Prover { function, defs, facts: &facts }.learn(&check.condition, &mut more);
                facts = more;
            }
        }
    }
    block.statements = out;
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
