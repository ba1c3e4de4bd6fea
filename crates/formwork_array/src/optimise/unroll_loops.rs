//! `unroll-loops`: loops of few iterations that compute whole arrays are written out, so that what
//! one iteration computes can be folded into the next; loops of one iteration or none are no
//! loops.

use super::defs::{Defs, loop_counter};
use super::rewrite::rewrite_all;
use crate::ir::{
    Function, Loop, Module, Op, Operand, Prim, Renaming, Statement, ValueId, copy_block,
    for_each_block,
};

/// Loops of more iterations stay.
const MAX_ITERATIONS: i64 = 8;
/// Loops that would become more statements than this stay.
const MAX_STATEMENTS: i64 = 160;

/// Unrolls loops.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, defs, statement, out| {
        let Op::Loop(repeat) = &statement.op else {
            out.push(statement);
            return false;
        };
        match iterations(function, defs, repeat) {
            Some(iterations) if iterations < 2 || is_worth_it(function, repeat, iterations) => {
                unroll(function, repeat, iterations, &statement, out);
                true
            }
            _ => {
                out.push(statement);
                false
            }
        }
    })
}

/// Whether iterations can grow together, and there are few of them.
fn is_worth_it(function: &Function, repeat: &Loop, iterations: i64) -> bool {
    let carries_array =
        repeat.carried.iter().any(|(value, _)| !function.is_scalar(&Operand::Value(*value)));
    let is_with = |statement: &Statement| matches!(statement.op, Op::With(_));
    let mut statements = 0;
    let mut has_loops = false;
    for_each_block(&repeat.body, &mut |block| {
        statements += block.statements.len() as i64;
        has_loops |= block.statements.iter().any(|one| matches!(one.op, Op::Loop(_)));
    });
    carries_array
        && !has_loops
        && iterations <= MAX_ITERATIONS
        && iterations * statements <= MAX_STATEMENTS
        && repeat.body.statements.iter().any(is_with)
}

/// How many iterations a loop takes, if its condition compares a counter with a number and both
/// ends are known.
fn iterations(function: &Function, defs: &Defs, repeat: &Loop) -> Option<i64> {
    let [condition] = repeat.condition.statements.as_slice() else { return None };
    let [result] = repeat.condition.results.as_slice() else { return None };
    if condition.results.as_slice() != [result.value()?] {
        return None;
    }
    let Op::Prim(prim, operands) = &condition.op else { return None };
    let [left, right] = operands.as_slice() else { return None };
    let number_of = |operand: &Operand| {
        let value = operand.value()?;
        repeat.carried.iter().position(|&(carried, _)| carried == value)
    };
    let counter = loop_counter(function, repeat, number_of(left)?)?;
    let first = i128::from(defs.resolve(&counter.first).as_int()?);
    let bound = i128::from(defs.resolve(right).as_int()?);
    let step = i128::from(counter.step);
    // How far it is to the first number for which the condition does not hold.
    let (distance, step) = match prim {
        Prim::Lt if step > 0 => (bound - first, step),
        Prim::Le if step > 0 => (bound - first + 1, step),
        Prim::Gt if step < 0 => (first - bound, -step),
        Prim::Ge if step < 0 => (first - bound + 1, -step),
        _ => return None,
    };
    let iterations = if distance <= 0 { 0 } else { (distance + step - 1) / step };
    i64::try_from(iterations).ok().filter(|_| distance < i128::from(i64::MAX))
}

/// Writes the iterations of a loop, one behind the other.
fn unroll(
    function: &mut Function,
    repeat: &Loop,
    iterations: i64,
    statement: &Statement,
    out: &mut Vec<Statement>,
) {
    let carried: Vec<ValueId> = repeat.carried.iter().map(|&(value, _)| value).collect();
    let mut current: Vec<Operand> = repeat.carried.iter().map(|(_, first)| first.clone()).collect();
    for _ in 0..iterations {
        let mut renaming: Renaming = carried.iter().copied().zip(current).collect();
        let iteration = copy_block(None, &repeat.body, function, &mut renaming, &|_| {});
        out.extend(iteration.statements);
        current = iteration.results;
    }
    for (&result, last) in statement.results.iter().zip(current) {
        out.push(Statement::one(result, Op::Copy(last), statement.place));
    }
}
