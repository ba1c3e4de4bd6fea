//! Loops that surely come to their end. Others are never left out, computed ahead or computed
//! less often: a program that does not end goes on not ending.

use rustc_hash::FxHashSet;

use super::defs::loop_counter;
use crate::ir::{Block, Function, Loop, Op, Operand, Prim, Scalar, ValueId, for_each_definition};

/// Whether a loop ends, as far as its test tells: it holds only while a counter has not come
/// to a bound that stays. What its blocks do is not looked at.
pub(super) fn ends(function: &Function, repeat: &Loop) -> bool {
    let Some(test) = repeat.condition.results.first() else { return false };
    let mut changing: FxHashSet<ValueId> = repeat.carried.iter().map(|(value, _)| *value).collect();
    for block in [&repeat.condition, &repeat.body] {
        for_each_definition(block, &mut |value| {
            changing.insert(value);
        });
    }
    Termination { function, repeat, changing }.bounded(test, &[&repeat.condition])
}

struct Termination<'a> {
    function: &'a Function,
    repeat: &'a Loop,
    /// What is not the same in all iterations.
    changing: FxHashSet<ValueId>,
}

impl Termination<'_> {
    /// Whether a truth value that is computed in some blocks, each in the one before, is false
    /// after some number of iterations.
    fn bounded(&self, truth: &Operand, blocks: &[&Block]) -> bool {
        let value = match truth {
            Operand::Constant(constant) => {
                return constant.as_scalar() == Some(Scalar::Bool(false));
            }
            Operand::Value(value) => *value,
        };
        let statements = blocks.iter().flat_map(|block| &block.statements);
        let Some(statement) = statements.into_iter().find(|one| one.results.contains(&value))
        else {
            return false;
        };
        match &statement.op {
            Op::Copy(operand) => self.bounded(operand, blocks),
            Op::Prim(Prim::And, operands) => {
                operands.iter().any(|operand| self.bounded(operand, blocks))
            }
            Op::Prim(prim, operands) => match operands.as_slice() {
                [left, right] => self.is_left(*prim, left, right),
                _ => false,
            },
            Op::If { condition, then, otherwise } => {
                let number = statement.results.iter().position(|&one| one == value);
                let number = number.unwrap_or_default();
                self.bounded(condition, blocks) && gives_false(otherwise, number)
                    || [then, otherwise].into_iter().all(|block| {
                        let within: Vec<&Block> =
                            blocks.iter().copied().chain(std::iter::once(block)).collect();
                        let result = block.results.get(number);
                        result.is_some_and(|result| self.bounded(result, &within))
                    })
            }
            _ => false,
        }
    }

    /// Whether a comparison of a counter with a bound fails in the end.
    fn is_left(&self, prim: Prim, left: &Operand, right: &Operand) -> bool {
        let (counter, bound, rises, reaches) = match prim {
            Prim::Lt => (left, right, true, false),
            Prim::Le => (left, right, true, true),
            Prim::Gt => (left, right, false, false),
            Prim::Ge => (left, right, false, true),
            _ => return false,
        };
        // The counter may stand on either side.
        [(counter, bound, rises), (bound, counter, !rises)].into_iter().any(
            |(counter, bound, rises)| {
                let Some(step) = self.step(counter).filter(|_| self.stays(bound)) else {
                    return false;
                };
                if step == 0 || (step > 0) != rises {
                    return false;
                }
                // From the last number that passes, the next one must not wrap around.
                match bound.as_int() {
                    Some(bound) => bound.checked_add(step).is_some(),
                    None => !reaches && step.abs() == 1,
                }
            },
        )
    }

    fn step(&self, operand: &Operand) -> Option<i64> {
        let value = operand.value()?;
        let number = self.repeat.carried.iter().position(|(carried, _)| *carried == value)?;
        Some(loop_counter(self.function, self.repeat, number)?.step)
    }

    fn stays(&self, operand: &Operand) -> bool {
        operand.value().is_none_or(|value| !self.changing.contains(&value))
    }
}

/// Whether a result of a block is the constant `false`.
fn gives_false(block: &Block, number: usize) -> bool {
    let result = block.results.get(number).and_then(Operand::constant);
    result.is_some_and(|constant| constant.as_scalar() == Some(Scalar::Bool(false)))
}
