//! `count-in-integers`: a loop that carries real numbers which are whole, and uses them as
//! integers, first runs on integers, as long as they are small; then, from where that
//! ended, as it was.
//!
//! A real number has a *shadow* if it is computed from shadows by operations that are exact
//! on whole numbers of this size and never give a negative zero. So where the loop on
//! integers ends, each real number is its shadow, to the bit.

use rustc_hash::{FxHashMap, FxHashSet};

use super::defs::Defs;
use crate::diagnostic::Place;
use crate::ir::{
    Attributes, BaseType, Block, Function, Loop, Module, Op, Operand, Prim, Renaming, Scalar,
    Statement, Type, ValueId, copy_block, for_each_block, for_each_definition,
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
            changes += 1;
            let first = out.len();
            split(function, &plan, statement, &mut out);
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

/// Whether a carried value may have a shadow in the first round. One that a loop on integers
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

/// Writes shadows into blocks.
struct Writer<'w> {
    function: &'w mut Function,
    shadows: FxHashMap<ValueId, Operand>,
    place: Place,
}

impl Writer<'_> {
    fn scalar(&mut self, base: BaseType) -> ValueId {
        let value = self.function.temporary(Type::scalar(base));
        self.function.values[value].attributes = Some(Attributes::scalar());
        value
    }

    fn prim(
        &mut self,
        out: &mut Vec<Statement>,
        prim: Prim,
        operands: Vec<Operand>,
        base: BaseType,
    ) -> Operand {
        let value = self.scalar(base);
        out.push(Statement::one(value, Op::Prim(prim, operands), self.place));
        Operand::Value(value)
    }

    fn both(&mut self, out: &mut Vec<Statement>, left: Operand, right: Operand) -> Operand {
        self.prim(out, Prim::And, vec![left, right], BaseType::Bool)
    }

    /// Whether an integer is small.
    fn small(&mut self, out: &mut Vec<Statement>, shadow: &Operand) -> Operand {
        let least = Operand::int(-LIMIT);
        let low = self.prim(out, Prim::Ge, vec![shadow.clone(), least], BaseType::Bool);
        let most = Operand::int(LIMIT);
        let high = self.prim(out, Prim::Le, vec![shadow.clone(), most], BaseType::Bool);
        self.both(out, low, high)
    }

    /// The integer of a real number, and whether the number is that integer.
    fn shadow_before(
        &mut self,
        out: &mut Vec<Statement>,
        real: &Operand,
    ) -> (Operand, Option<Operand>) {
        if let Some(number) =
            real.constant().and_then(|constant| constant.as_scalar()).and_then(whole)
        {
            return (Operand::int(number), None);
        }
        let to = Prim::Convert(BaseType::Int);
        let shadow = self.prim(out, to, vec![real.clone()], BaseType::Int);
        let back = Prim::Convert(BaseType::Double);
        let again = self.prim(out, back, vec![shadow.clone()], BaseType::Double);
        let same = self.prim(out, Prim::Eq, vec![again, real.clone()], BaseType::Bool);
        let zero = Operand::scalar(Scalar::Double(0.0));
        let one = Operand::scalar(Scalar::Double(1.0));
        let inverse = self.prim(out, Prim::Div, vec![one, real.clone()], BaseType::Double);
        let positive = self.prim(out, Prim::Gt, vec![inverse, zero], BaseType::Bool);
        let other = self.prim(out, Prim::Ne, vec![shadow.clone(), Operand::int(0)], BaseType::Bool);
        let plain = self.prim(out, Prim::Or, vec![other, positive], BaseType::Bool);
        let whole = self.both(out, same, plain);
        let small = self.small(out, &shadow);
        (shadow, Some(self.both(out, whole, small)))
    }

    /// The shadow of an operand of a block, computed at its end. There is one.
    fn shadow(&mut self, block: &mut Block, operand: &Operand) -> Option<Operand> {
        let value = match operand {
            Operand::Constant(constant) => {
                return constant.as_scalar().and_then(whole).map(Operand::int);
            }
            Operand::Value(value) => *value,
        };
        if let Some(shadow) = self.shadows.get(&value) {
            return Some(shadow.clone());
        }
        let at = block.statements.iter().position(|one| one.results.contains(&value))?;
        match block.statements[at].op.clone() {
            Op::Copy(inner) | Op::Guard { check: _, value: Some(inner) } => {
                self.shadow(block, &inner)
            }
            Op::Prim(prim, operands) => {
                let mut integers = Vec::new();
                for operand in &operands {
                    integers.push(self.shadow(block, operand)?);
                }
                let mut made = Vec::new();
                let result = self.prim(&mut made, prim, integers, BaseType::Int);
                block.statements.extend(made);
                Some(result)
            }
            Op::If { condition, mut then, mut otherwise } => {
                let number = block.statements[at].results.iter().position(|&one| one == value)?;
                let known = self.shadows.clone();
                for branch in [&mut then, &mut otherwise] {
                    let result = branch.results[number].clone();
                    let shadow = self.shadow(branch, &result)?;
                    branch.results.push(shadow);
                    self.shadows = known.clone();
                }
                let shadow = self.scalar(BaseType::Int);
                block.statements[at].op = Op::If { condition, then, otherwise };
                block.statements[at].results.push(shadow);
                self.shadows.insert(value, Operand::Value(shadow));
                Some(Operand::Value(shadow))
            }
            _ => None,
        }
    }
}

/// Puts a loop on integers before a loop.
fn split(function: &mut Function, plan: &Plan, statement: Statement, out: &mut Vec<Statement>) {
    let place = statement.place;
    let Op::Loop(repeat) = &statement.op else { return };
    let mut writer = Writer { function, shadows: FxHashMap::default(), place };
    let mut whole: Option<Operand> = None;
    let mut demand = |writer: &mut Writer<'_>, out: &mut Vec<Statement>, also: Option<Operand>| {
        whole = match (whole.take(), also) {
            (Some(before), Some(also)) => Some(writer.both(out, before, also)),
            (before, also) => before.or(also),
        };
    };
    let mut outside = FxHashMap::default();
    for &value in &plan.outside {
        let (shadow, is_whole) = writer.shadow_before(out, &Operand::Value(value));
        demand(&mut writer, out, is_whole);
        outside.insert(value, shadow);
    }
    // The copy, with a name for each carried shadow and each other carried value.
    let mut renaming = Renaming::default();
    let mut carried = Vec::new();
    let mut reals = Vec::new();
    for (number, (value, first)) in repeat.carried.iter().enumerate() {
        let data = writer.function.values[*value].clone();
        if plan.carried.contains(&number) {
            let (start, is_whole) = writer.shadow_before(out, first);
            demand(&mut writer, out, is_whole);
            let shadow = writer.scalar(BaseType::Int);
            let real = writer.function.values.push(data);
            renaming.insert(*value, Operand::Value(real));
            reals.push((real, shadow));
            carried.push((shadow, start));
        } else {
            let copy = writer.function.values.push(data);
            renaming.insert(*value, Operand::Value(copy));
            carried.push((copy, first.clone()));
        }
    }
    let whole = whole;
    let condition =
        copy_block(None, &repeat.condition, writer.function, &mut renaming.clone(), &|_| {});
    let mut body = copy_block(None, &repeat.body, writer.function, &mut renaming, &|_| {});
    let as_reals = |writer: &mut Writer<'_>| -> Vec<Statement> {
        let to = Prim::Convert(BaseType::Double);
        reals
            .iter()
            .map(|(real, shadow)| {
                let op = Op::Prim(to, vec![Operand::Value(*shadow)]);
                Statement::one(*real, op, writer.place)
            })
            .collect()
    };
    // The condition: numbers are small, and it holds.
    let mut test = Vec::new();
    let mut small = whole.clone();
    for (_, shadow) in &reals {
        let own = writer.small(&mut test, &Operand::Value(*shadow));
        small = Some(match small {
            None => own,
            Some(before) => writer.both(&mut test, before, own),
        });
    }
    let holds = writer.scalar(BaseType::Bool);
    let no = Operand::scalar(Scalar::Bool(false));
    let mut inner = condition;
    // Each block has names of its own for the real numbers.
    let mut own = Renaming::default();
    let mut before = Vec::new();
    for (real, shadow) in &reals {
        let data = writer.function.values[*real].clone();
        let name = writer.function.values.push(data);
        let op = Op::Prim(Prim::Convert(BaseType::Double), vec![Operand::Value(*shadow)]);
        before.push(Statement::one(name, op, place));
        own.insert(*real, Operand::Value(name));
    }
    inner = copy_block(None, &inner, writer.function, &mut own, &|_| {});
    inner.statements.splice(0..0, before);
    let otherwise = Block { statements: Vec::new(), results: vec![no] };
    let yes = Operand::scalar(Scalar::Bool(true));
    let op = Op::If { condition: small.unwrap_or(yes), then: inner, otherwise };
    test.push(Statement::one(holds, op, place));
    let condition = Block { statements: test, results: vec![Operand::Value(holds)] };
    // The body: real numbers from shadows, and the next shadows.
    for (real, shadow) in &reals {
        writer.shadows.insert(*real, Operand::Value(*shadow));
    }
    for (value, shadow) in outside {
        writer.shadows.insert(value, shadow);
    }
    let results = body.results.clone();
    for &number in &plan.carried {
        let Some(shadow) = writer.shadow(&mut body, &results[number]) else { return };
        body.results[number] = shadow;
    }
    body.statements.splice(0..0, as_reals(&mut writer));
    let firsts: Vec<Operand> = repeat.carried.iter().map(|(_, first)| first.clone()).collect();
    let made: Vec<ValueId> = carried
        .iter()
        .map(|(value, _)| {
            let data = writer.function.values[*value].clone();
            writer.function.values.push(data)
        })
        .collect();
    let counted = Op::Loop(Box::new(Loop { carried, condition, body }));
    out.push(Statement { results: made.clone(), op: counted, place });
    // The loop as it was goes on with what the other one left.
    let mut rest = statement.clone();
    let Op::Loop(repeat) = &mut rest.op else { return };
    for (number, (_, first)) in repeat.carried.iter_mut().enumerate() {
        if !plan.carried.contains(&number) {
            *first = Operand::Value(made[number]);
            continue;
        }
        let to = Prim::Convert(BaseType::Double);
        let mut back = Vec::new();
        let real = writer.prim(&mut back, to, vec![Operand::Value(made[number])], BaseType::Double);
        *first = match &whole {
            None => {
                out.append(&mut back);
                real
            }
            Some(whole) => {
                let then = Block { statements: back, results: vec![real] };
                let otherwise =
                    Block { statements: Vec::new(), results: vec![firsts[number].clone()] };
                let value = writer.scalar(BaseType::Double);
                let op = Op::If { condition: whole.clone(), then, otherwise };
                out.push(Statement::one(value, op, place));
                Operand::Value(value)
            }
        };
    }
    out.push(rest);
}
