//! The walk that most passes share: it replaces statements, and records the definitions.
//!
//! A pass that finds a value to be equal to another writes a copy in its place;
//! `propagate-copies` does the rest.

use super::defs::Defs;
use crate::ir::{Block, Function, Op, Statement};

/// Walks all statements, inner ones first, and lets `rewrite` put others in their
/// place. `rewrite` pushes what shall stand there and says whether that is a change.
pub(super) fn rewrite_all(
    function: &mut Function,
    rewrite: &mut dyn FnMut(&mut Function, &Defs, Statement, &mut Vec<Statement>) -> bool,
) -> usize {
    let body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    let mut changes = 0;
    function.body = rewrite_block(function, &mut defs, body, rewrite, &mut changes);
    changes
}

fn rewrite_block(
    function: &mut Function,
    defs: &mut Defs,
    block: Block,
    rewrite: &mut dyn FnMut(&mut Function, &Defs, Statement, &mut Vec<Statement>) -> bool,
    changes: &mut usize,
) -> Block {
    let mut statements = Vec::with_capacity(block.statements.len());
    for mut statement in block.statements {
        defs.record_inside(function, &statement.op);
        for inner in statement.op.blocks_mut() {
            let taken = std::mem::take(inner);
            *inner = rewrite_block(function, defs, taken, rewrite, changes);
        }
        // What is already known to be a copy is not looked at twice.
        for operand in statement.op.operands_mut() {
            while let Some(Op::Copy(next)) = defs.op(operand) {
                *operand = next.clone();
            }
        }
        let before = statements.len();
        *changes += usize::from(rewrite(function, defs, statement, &mut statements));
        for statement in &statements[before..] {
            defs.record_inside(function, &statement.op);
            defs.record(statement);
        }
    }
    Block { statements, results: block.results }
}
