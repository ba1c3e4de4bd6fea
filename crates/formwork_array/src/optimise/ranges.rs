//! Integers as linear combinations of values, and the least and the greatest that these can be
//! in a loop.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::defs::{Def, Defs};
use super::linear::{Linear, MAX_CONSTANT};
use crate::ir::{BaseType, Function, Loop, Op, Operand, Prim, Scalar, ValueId};

/// Counters count in no greater steps, so that they do not wrap around.
const MAX_STEP: i64 = 1 << 32;
/// How many operations deep an integer is taken apart.
const MAX_DEPTH: usize = 12;
/// How many truth values deep the test of a loop is looked through.
const MAX_TESTS: usize = 4;
/// How many counters a combination is freed of.
const MAX_COUNTERS: usize = 16;

impl Linear<ValueId> {
    /// The sum that an integer is.
    pub(super) fn of(
        function: &Function,
        defs: &Defs,
        operand: &Operand,
    ) -> Option<Linear<ValueId>> {
        Linear::within(function, defs, operand, MAX_DEPTH)
    }

    fn within(
        function: &Function,
        defs: &Defs,
        operand: &Operand,
        depth: usize,
    ) -> Option<Linear<ValueId>> {
        let operand = defs.resolve(operand);
        let value = match &operand {
            Operand::Constant(array) => {
                let number = array.as_int().map(i128::from);
                return number.filter(|number| number.abs() <= MAX_CONSTANT).map(Linear::number);
            }
            Operand::Value(value) => *value,
        };
        if function.values[value].ty.base != BaseType::Int || !function.is_scalar(&operand) {
            return None;
        }
        let parts = match defs.op(&operand) {
            Some(Op::Prim(prim, operands)) if depth > 0 => match operands.as_slice() {
                [left, right] => Some((*prim, left, right)),
                _ => None,
            },
            _ => None,
        };
        let taken_apart = parts.and_then(|(prim, left, right)| {
            let sum = |operand| Linear::within(function, defs, operand, depth - 1);
            match prim {
                Prim::Add => sum(left)?.plus_small(&sum(right)?, 1),
                Prim::Sub => sum(left)?.plus_small(&sum(right)?, -1),
                Prim::Mul => match (left.as_int(), right.as_int()) {
                    (Some(factor), _) => Linear::number(0).plus_small(&sum(right)?, factor.into()),
                    (_, Some(factor)) => Linear::number(0).plus_small(&sum(left)?, factor.into()),
                    (None, None) => None,
                },
                _ => None,
            }
        });
        Some(taken_apart.unwrap_or_else(|| Linear::atom(value)))
    }
}

/// Where counters of loops run while the body of their loop does.
#[derive(Default)]
pub(super) struct Ranges {
    map: FxHashMap<ValueId, Range>,
}

struct Range {
    /// How many loops are around it.
    depth: usize,
    least: Linear<ValueId>,
    greatest: Linear<ValueId>,
}

impl Ranges {
    /// Notes the counters that a loop carries, `depth` loops deep.
    pub(super) fn note(&mut self, function: &Function, defs: &Defs, repeat: &Loop, depth: usize) {
        let Some(test) = repeat.condition.results.first() else { return };
        for (value, _) in &repeat.carried {
            let Some(Def::Carried(Some(counter))) = defs.get(&Operand::Value(*value)) else {
                continue;
            };
            if counter.step.abs() > MAX_STEP {
                continue;
            }
            let first = Linear::of(function, defs, &counter.first);
            let last =
                last_of(function, defs, test, *value, counter.step > 0, first.as_ref(), MAX_TESTS);
            let (Some(first), Some(last)) = (first, last) else { continue };
            let (least, greatest) = if counter.step > 0 { (first, last) } else { (last, first) };
            self.map.insert(*value, Range { depth, least, greatest });
        }
    }

    /// The least or the greatest that a sum is, of values that `is_outside` admits. Those of
    /// them that were met on the way must be small.
    pub(super) fn extreme(
        &self,
        sum: &Linear<ValueId>,
        greatest: bool,
        is_outside: &dyn Fn(ValueId) -> bool,
        met: &mut BTreeSet<ValueId>,
    ) -> Option<Linear<ValueId>> {
        let mut sum = sum.clone();
        met.extend(sum.terms.keys().copied().filter(|value| is_outside(*value)));
        // Bounds of an inner loop may be counters of an outer one, never the other way round.
        for _ in 0..MAX_COUNTERS {
            let inner = sum
                .terms
                .iter()
                .filter(|(value, _)| !is_outside(**value))
                .map(|(value, factor)| {
                    (self.map.get(value).map(|range| range.depth), *value, *factor)
                })
                .max_by_key(|(depth, ..)| *depth);
            let Some((_, value, factor)) = inner else { return Some(sum) };
            let range = self.map.get(&value)?;
            for bound in [&range.least, &range.greatest] {
                met.extend(bound.terms.keys().copied().filter(|value| is_outside(*value)));
            }
            let bound = if (factor > 0) == greatest { &range.greatest } else { &range.least };
            sum = sum.plus_small(&Linear::atom(value), -factor)?.plus_small(bound, factor)?;
        }
        None
    }
}

/// The last number that a counter is while a test holds.
fn last_of(
    function: &Function,
    defs: &Defs,
    test: &Operand,
    counter: ValueId,
    upwards: bool,
    first: Option<&Linear<ValueId>>,
    depth: usize,
) -> Option<Linear<ValueId>> {
    let counter_is = |operand: &Operand| defs.resolve(operand) == Operand::Value(counter);
    let again = |test: &Operand| {
        (depth > 0)
            .then(|| last_of(function, defs, test, counter, upwards, first, depth - 1))
            .flatten()
    };
    match defs.resolved_op(test)? {
        Op::Prim(Prim::And, operands) => operands.iter().find_map(again),
        Op::If { condition: _, then, otherwise } => {
            let never = then.results.first()?.constant()?.as_scalar()?;
            (never == Scalar::Bool(false)).then(|| again(otherwise.results.first()?))?
        }
        Op::Prim(prim, operands) => {
            let [left, right] = operands.as_slice() else { return None };
            let (prim, bound) = if counter_is(left) {
                (*prim, right)
            } else if counter_is(right) {
                (mirrored(*prim)?, left)
            } else {
                return None;
            };
            let off = match (prim, upwards) {
                (Prim::Lt, true) => -1,
                (Prim::Le, true) | (Prim::Ge, false) => 0,
                (Prim::Gt, false) => 1,
                _ => return None,
            };
            // A counter from here on is never below a number up to this, nor equal to it if
            // it may be equal to the bound.
            let floor = first
                .filter(|first| upwards && first.terms.is_empty())
                .map(|first| first.constant - i128::from(off == 0));
            let bound = without_floor(defs, bound, floor);
            Linear::of(function, defs, &bound)?.plus_small(&Linear::number(off), 1)
        }
        _ => None,
    }
}

/// The other one of two numbers whose greater is a bound, if one of them is no greater than
/// `floor`: what is within the bound though it is too great for that one is within the other.
fn without_floor(defs: &Defs, bound: &Operand, floor: Option<i128>) -> Operand {
    if let (Some(Op::Prim(Prim::Max, operands)), Some(floor)) = (defs.resolved_op(bound), floor)
        && let [x, y] = operands.as_slice()
    {
        for (low, other) in [(x, y), (y, x)] {
            if low.as_int().is_some_and(|low| i128::from(low) <= floor) {
                return other.clone();
            }
        }
    }
    bound.clone()
}

const fn mirrored(prim: Prim) -> Option<Prim> {
    match prim {
        Prim::Lt => Some(Prim::Gt),
        Prim::Le => Some(Prim::Ge),
        Prim::Gt => Some(Prim::Lt),
        Prim::Ge => Some(Prim::Le),
        _ => None,
    }
}
