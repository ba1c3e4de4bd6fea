//! `count-in-integers`: a loop that carries real numbers which are whole, and uses them as
//! integers, first runs on integers, as long as they are small; then, from where that
//! ended, as it was.
//!
//! A real number has a *shadow* if it is computed from shadows by operations that are exact
//! on whole numbers of this size and never give a negative zero. So where the loop on
//! integers ends, each real number is its shadow, to the bit.

mod split;

use rustc_hash::{FxHashMap, FxHashSet};

use super::defs::Defs;
use crate::ir::{
    BaseType, Block, Function, Loop, Module, Op, Operand, Prim, Scalar, ValueId, for_each_block,
    for_each_definition,
};

/// Shadows that are carried are no further from zero.
const LIMIT: i64 = 1 << 50;
/// Whole numbers up to here are exact as real ones.
const EXACT: i128 = 1 << 53;
/// Loops with more statements are not copied.
const MAX_STATEMENTS: usize = 250;
/// Loops in loops that are copied one by one.
const MAX_DEPTH: usize = 3;

/// Lets loops count in integers.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    record(function, &mut defs, &body);
    let changes = walk(function, &mut defs, &mut body, 0);
    function.body = body;
    changes
}

fn record(function: &Function, defs: &mut Defs, block: &Block) {
    for_each_block(block, &mut |block| {
        for statement in &block.statements {
            defs.record_inside(function, &statement.op);
            defs.record(statement);
        }
    });
}

fn walk(function: &mut Function, defs: &mut Defs, block: &mut Block, depth: usize) -> usize {
    let mut changes = 0;
    let mut out = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements) {
        if let Op::Loop(repeat) = &statement.op
            && depth < MAX_DEPTH
            && let Some(plan) = Plan::of(function, defs, repeat)
        {
            let first = out.len();
            if !split::split(function, &plan, statement, &mut out) {
                continue;
            }
            changes += 1;
            record(
                function,
                defs,
                &Block { statements: out[first..].to_vec(), results: Vec::new() },
            );
            // Only in the loop that is expected to run.
            for made in &mut out[first..] {
                if let Op::Loop(_) = &made.op {
                    for inner in made.op.blocks_mut() {
                        changes += walk(function, defs, inner, depth + 1);
                    }
                    break;
                }
            }
            continue;
        }
        let is_loop = matches!(statement.op, Op::Loop(_));
        if is_loop || matches!(statement.op, Op::If { .. }) {
            for inner in statement.op.blocks_mut() {
                changes += walk(function, defs, inner, depth + usize::from(is_loop));
            }
        }
        out.push(statement);
    }
    block.statements = out;
    changes
}

/// What is known of a real number: how far from zero its shadow is at most.
type Bounds = FxHashMap<ValueId, i128>;

struct Plan {
    /// The numbers of the carried values that get shadows.
    carried: Vec<usize>,
    /// Real numbers from outside whose shadows are used.
    outside: Vec<ValueId>,
}

impl Plan {
    fn of(function: &Function, defs: &Defs, repeat: &Loop) -> Option<Plan> {
        let mut statements = 0;
        let mut inside: FxHashSet<ValueId> = FxHashSet::default();
        for block in [&repeat.condition, &repeat.body] {
            for_each_block(block, &mut |block| statements += block.statements.len());
            for_each_definition(block, &mut |value| {
                inside.insert(value);
            });
        }
        inside.extend(repeat.carried.iter().map(|(value, _)| *value));
        if statements > MAX_STATEMENTS {
            return None;
        }
        let is_real = |value: ValueId| {
            let data = &function.values[value];
            data.ty.base == BaseType::Double && data.ty.is_scalar()
        };
        let needed = needed(function, defs, repeat);
        let mut carried: Vec<usize> = (0..repeat.carried.len())
            .filter(|&number| {
                let (value, first) = &repeat.carried[number];
                is_real(*value) && needed.contains(value) && can_begin(defs, first)
            })
            .collect();
        loop {
            let mut bounds: Bounds = Bounds::default();
            for &number in &carried {
                bounds.insert(repeat.carried[number].0, i128::from(LIMIT));
            }
            let mut finder =
                Finder { function, defs, bounds, inside: &inside, outside: Vec::new() };
            let kept: Vec<usize> = carried
                .iter()
                .copied()
                .filter(|&number| {
                    finder.bound(&repeat.body, &repeat.body.results[number], &[]).is_some()
                })
                .collect();
            if kept.is_empty() {
                return None;
            }
            if kept.len() == carried.len() {
                return Some(Plan { carried, outside: finder.outside });
            }
            carried = kept;
        }
    }
}

/// The carried values that integers in the loop are made of.
fn needed(function: &Function, defs: &Defs, repeat: &Loop) -> FxHashSet<ValueId> {
    let mut roots: Vec<Operand> = Vec::new();
    for block in [&repeat.condition, &repeat.body] {
        for_each_block(block, &mut |block| {
            for statement in &block.statements {
                match &statement.op {
                    Op::Prim(Prim::Convert(BaseType::Int), operands) => {
                        roots.extend(operands.iter().cloned());
                    }
                    Op::Prim(Prim::Modulo, operands) => roots.extend(operands.first().cloned()),
                    _ => {}
                }
            }
        });
    }
    let next: FxHashMap<ValueId, &Operand> = repeat
        .carried
        .iter()
        .zip(&repeat.body.results)
        .map(|((value, _), next)| (*value, next))
        .collect();
    let mut found = FxHashSet::default();
    while let Some(operand) = roots.pop() {
        let Operand::Value(value) = operand else { continue };
        if function.values[value].ty.base != BaseType::Double || !found.insert(value) {
            continue;
        }
        roots.extend(next.get(&value).map(|next| (*next).clone()));
        match defs.op(&Operand::Value(value)) {
            Some(Op::Prim(_, operands)) => roots.extend(operands.iter().cloned()),
            Some(Op::Copy(inner) | Op::Guard { check: _, value: Some(inner) }) => {
                roots.push(inner.clone());
            }
            Some(Op::If { condition: _, then, otherwise }) => {
                roots.extend(then.results.iter().chain(&otherwise.results).cloned());
            }
            _ => {}
        }
    }
    found
}

/// Whether a carried value may have a shadow in the first iteration. One that a loop on integers
/// has left goes on as a real number.
fn can_begin(defs: &Defs, first: &Operand) -> bool {
    match first.constant() {
        Some(constant) => constant.as_scalar().and_then(whole).is_some(),
        None => match defs.resolved_op(first) {
            Some(Op::Prim(Prim::Convert(BaseType::Double), operands)) => {
                !operands.first().is_some_and(|inner| is_loop_result(defs, inner))
            }
            Some(Op::If { then, .. }) => !then.results.iter().any(|result| {
                matches!(defs.resolved_op(result), Some(Op::Prim(Prim::Convert(_), operands))
                    if operands.first().is_some_and(|inner| is_loop_result(defs, inner)))
            }),
            _ => true,
        },
    }
}

fn is_loop_result(defs: &Defs, operand: &Operand) -> bool {
    use super::defs::Def;
    matches!(defs.get(&defs.resolve(operand)), Some(Def::Op(op, _)) if matches!(**op, Op::Loop(_)))
}

/// The whole number that a constant is, if it is one, small, and no negative zero.
fn whole(scalar: Scalar) -> Option<i64> {
    let Scalar::Double(number) = scalar else { return None };
    let integer = number as i64;
    ((integer as f64).to_bits() == number.to_bits() && integer.abs() <= LIMIT).then_some(integer)
}

/// Finds out what has a shadow.
struct Finder<'f> {
    function: &'f Function,
    defs: &'f Defs,
    bounds: Bounds,
    inside: &'f FxHashSet<ValueId>,
    outside: Vec<ValueId>,
}

impl Finder<'_> {
    /// How far from zero the shadow of an operand of a block is at most. `multiples`: real
    /// numbers that are multiples of integers there.
    fn bound(
        &mut self,
        block: &Block,
        operand: &Operand,
        multiples: &[(ValueId, i64)],
    ) -> Option<i128> {
        let value = match operand {
            Operand::Constant(constant) => {
                return constant.as_scalar().and_then(whole).map(|n| i128::from(n.abs()));
            }
            Operand::Value(value) => *value,
        };
        if let Some(bound) = self.bounds.get(&value) {
            return Some(*bound);
        }
        if !self.inside.contains(&value) {
            let data = &self.function.values[value];
            if data.ty.base != BaseType::Double || !data.ty.is_scalar() {
                return None;
            }
            self.outside.push(value);
            self.bounds.insert(value, i128::from(LIMIT));
            return Some(i128::from(LIMIT));
        }
        let statement =
            block.statements.iter().find(|statement| statement.results.contains(&value))?;
        let bound = match &statement.op {
            Op::Copy(inner) | Op::Guard { check: _, value: Some(inner) } => {
                self.bound(block, inner, multiples)?
            }
            Op::Prim(prim, operands) => self.prim(block, *prim, operands, multiples)?,
            Op::If { condition, then, otherwise } => {
                let number = statement.results.iter().position(|&result| result == value)?;
                let known = divisible(self.defs, condition);
                let yes = self.bound(then, &then.results[number], known.as_slice())?;
                let no = self.bound(otherwise, &otherwise.results[number], &[])?;
                yes.max(no)
            }
            _ => return None,
        };
        (bound <= EXACT).then_some(bound)
    }

    fn prim(
        &mut self,
        block: &Block,
        prim: Prim,
        operands: &[Operand],
        multiples: &[(ValueId, i64)],
    ) -> Option<i128> {
        let [x, y] = operands else { return None };
        match prim {
            Prim::Add | Prim::Sub => {
                Some(self.bound(block, x, multiples)? + self.bound(block, y, multiples)?)
            }
            // Zero times something negative is a negative zero.
            Prim::Mul => {
                let positive = |operand: &Operand| {
                    operand
                        .constant()
                        .and_then(|constant| constant.as_scalar())
                        .and_then(whole)
                        .is_some_and(|number| number > 0)
                };
                if !positive(x) && !positive(y) {
                    return None;
                }
                self.bound(block, x, multiples)?.checked_mul(self.bound(block, y, multiples)?)
            }
            Prim::Div => {
                let divisor = y.constant()?.as_scalar().and_then(whole)?;
                let known = multiples
                    .iter()
                    .any(|(value, factor)| *factor == divisor && *x == Operand::Value(*value));
                if !known || divisor <= 0 {
                    return None;
                }
                self.bound(block, x, multiples)
            }
            _ => None,
        }
    }
}

/// A real number that is a multiple of an integer where a condition holds: its remainder is
/// zero, be it one with the sign of the number or with that of the divisor.
fn divisible(defs: &Defs, condition: &Operand) -> Option<(ValueId, i64)> {
    let Op::Prim(Prim::Eq, operands) = defs.resolved_op(condition)? else { return None };
    let [rest, zero] = operands.as_slice() else { return None };
    let is_zero = zero.as_int() == Some(0)
        || zero.constant().and_then(|zero| zero.as_scalar()) == Some(Scalar::Double(0.0));
    if !is_zero {
        return None;
    }
    let mut rest = defs.resolve(rest);
    if let Some(Op::Prim(Prim::Modulo, operands)) = defs.op(&rest) {
        let [number, divisor] = operands.as_slice() else { return None };
        let divisor = divisor.constant()?.as_scalar().and_then(whole)?;
        return Some((defs.resolve(number).value()?, divisor)).filter(|_| divisor > 0);
    }
    if let Some(Op::Prim(Prim::Convert(BaseType::Double), operands)) = defs.op(&rest) {
        rest = defs.resolve(operands.first()?);
    }
    // `if (r < 0) { r + d } else { r }`, which is zero if and only if `r` is.
    let mut shifted = None;
    if let Some(Op::If { condition: _, then, otherwise }) = defs.op(&rest) {
        let (moved, same) = (then.results.first()?, otherwise.results.first()?);
        let Op::Prim(Prim::Add, operands) = defs.resolved_op(moved)? else { return None };
        let [left, right] = operands.as_slice() else { return None };
        if defs.resolve(left) != defs.resolve(same) {
            return None;
        }
        shifted = Some(right.as_int()?);
        rest = defs.resolve(same);
    }
    let Op::Prim(Prim::Mod, operands) = defs.op(&rest)? else { return None };
    let [number, divisor] = operands.as_slice() else { return None };
    let divisor = divisor.as_int().filter(|divisor| *divisor > 0)?;
    // The rest is nearer to zero than what is added.
    if shifted.is_some_and(|by| by < divisor) {
        return None;
    }
    let Op::Prim(Prim::Convert(BaseType::Int), operands) = defs.resolved_op(number)? else {
        return None;
    };
    Some((defs.resolve(operands.first()?).value()?, divisor))
}
