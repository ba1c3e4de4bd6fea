//! Puts a loop on integers before a loop on real numbers.

use rustc_hash::FxHashMap;

use super::{LIMIT, Plan, whole};
use crate::diagnostic::TextPosition;
use crate::ir::{
    Attributes, BaseType, Block, Function, Loop, Op, Operand, Prim, Renaming, Scalar, Statement,
    Type, ValueId, copy_block,
};

/// Writes shadows into blocks.
struct Writer<'w> {
    function: &'w mut Function,
    shadows: FxHashMap<ValueId, Operand>,
    place: TextPosition,
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

/// Puts a loop on integers before a loop; whether it did. A loop whose body turns out to have no
/// shadow stays as it is.
pub(super) fn split(
    function: &mut Function,
    plan: &Plan,
    statement: Statement,
    out: &mut Vec<Statement>,
) -> bool {
    let first = out.len();
    let Op::Loop(repeat) = &statement.op else {
        out.push(statement);
        return false;
    };
    let writer = Writer { function, shadows: FxHashMap::default(), place: statement.place };
    let mut splitter =
        Splitter { writer, plan, out, whole: None, carried: Vec::new(), reals: Vec::new() };
    let outside = splitter.shadows_outside();
    let mut renaming = splitter.carry(repeat);
    let function = &mut *splitter.writer.function;
    let condition = copy_block(None, &repeat.condition, function, &mut renaming.clone(), &|_| {});
    let body = copy_block(None, &repeat.body, function, &mut renaming, &|_| {});
    let condition = splitter.condition(condition);
    let Some(body) = splitter.body(body, outside) else {
        out.truncate(first);
        out.push(statement);
        return false;
    };
    let made = splitter.count(condition, body);
    splitter.go_on(statement, &made);
    true
}

/// The loop on integers while it is made.
struct Splitter<'s> {
    writer: Writer<'s>,
    plan: &'s Plan,
    /// What stands before and behind the loop.
    out: &'s mut Vec<Statement>,
    /// Whether all numbers that get shadows are whole, if that is not known.
    whole: Option<Operand>,
    /// What the loop carries: shadows, and copies of what has none.
    carried: Vec<(ValueId, Operand)>,
    /// The real numbers of its body, and their shadows.
    reals: Vec<(ValueId, ValueId)>,
}

impl Splitter<'_> {
    /// The shadow of a number before the loop, which must be whole.
    fn shadow_before(&mut self, real: &Operand) -> Operand {
        let (shadow, is_whole) = self.writer.shadow_before(self.out, real);
        self.whole = match (self.whole.take(), is_whole) {
            (Some(before), Some(also)) => Some(self.writer.both(self.out, before, also)),
            (before, also) => before.or(also),
        };
        shadow
    }

    /// The shadows of what is defined outside of the loop.
    fn shadows_outside(&mut self) -> Vec<(ValueId, Operand)> {
        let plan = self.plan;
        let shadow = |&value| (value, self.shadow_before(&Operand::Value(value)));
        plan.outside.iter().map(shadow).collect()
    }

    /// A name for each carried shadow and each other carried value.
    fn carry(&mut self, repeat: &Loop) -> Renaming {
        let mut renaming = Renaming::default();
        for (number, (value, first)) in repeat.carried.iter().enumerate() {
            let data = self.writer.function.values[*value].clone();
            if self.plan.carried.contains(&number) {
                let start = self.shadow_before(first);
                let shadow = self.writer.scalar(BaseType::Int);
                let real = self.writer.function.values.push(data);
                renaming.insert(*value, Operand::Value(real));
                self.reals.push((real, shadow));
                self.carried.push((shadow, start));
            } else {
                let copy = self.writer.function.values.push(data);
                renaming.insert(*value, Operand::Value(copy));
                self.carried.push((copy, first.clone()));
            }
        }
        renaming
    }

    /// The real number of a shadow.
    fn as_real(&self, real: ValueId, shadow: ValueId) -> Statement {
        let to = Prim::Convert(BaseType::Double);
        Statement::one(real, Op::Prim(to, vec![Operand::Value(shadow)]), self.writer.place)
    }

    /// The condition: numbers are small, and it holds.
    fn condition(&mut self, condition: Block) -> Block {
        let mut test = Vec::new();
        let mut small = self.whole.clone();
        for (_, shadow) in &self.reals {
            let own = self.writer.small(&mut test, &Operand::Value(*shadow));
            small = Some(match small {
                None => own,
                Some(before) => self.writer.both(&mut test, before, own),
            });
        }
        let holds = self.writer.scalar(BaseType::Bool);
        // Each block has names of its own for the real numbers.
        let mut own = Renaming::default();
        let mut before = Vec::new();
        for &(real, shadow) in &self.reals {
            let data = self.writer.function.values[real].clone();
            let name = self.writer.function.values.push(data);
            before.push(self.as_real(name, shadow));
            own.insert(real, Operand::Value(name));
        }
        let mut inner = copy_block(None, &condition, self.writer.function, &mut own, &|_| {});
        inner.statements.splice(0..0, before);
        let truth = |truth: bool| Operand::scalar(Scalar::Bool(truth));
        let otherwise = Block { statements: Vec::new(), results: vec![truth(false)] };
        let condition = small.unwrap_or_else(|| truth(true));
        let op = Op::If { condition, then: inner, otherwise };
        test.push(Statement::one(holds, op, self.writer.place));
        Block { statements: test, results: vec![Operand::Value(holds)] }
    }

    /// The body: real numbers from shadows, and the next shadows.
    fn body(&mut self, mut body: Block, outside: Vec<(ValueId, Operand)>) -> Option<Block> {
        for (real, shadow) in &self.reals {
            self.writer.shadows.insert(*real, Operand::Value(*shadow));
        }
        self.writer.shadows.extend(outside);
        let results = body.results.clone();
        for &number in &self.plan.carried {
            body.results[number] = self.writer.shadow(&mut body, &results[number])?;
        }
        let as_real = |&(real, shadow): &(ValueId, ValueId)| self.as_real(real, shadow);
        let reals: Vec<Statement> = self.reals.iter().map(as_real).collect();
        body.statements.splice(0..0, reals);
        Some(body)
    }

    /// Writes the loop on integers; what it leaves.
    fn count(&mut self, condition: Block, body: Block) -> Vec<ValueId> {
        let carried = std::mem::take(&mut self.carried);
        let values = &mut self.writer.function.values;
        let made: Vec<ValueId> = carried
            .iter()
            .map(|(value, _)| {
                let data = values[*value].clone();
                values.push(data)
            })
            .collect();
        let op = Op::Loop(Box::new(Loop { carried, condition, body }));
        self.out.push(Statement { results: made.clone(), op, place: self.writer.place });
        made
    }

    /// The loop as it was goes on with what the other one left.
    fn go_on(mut self, mut rest: Statement, made: &[ValueId]) {
        let Op::Loop(repeat) = &mut rest.op else { return };
        for (number, (_, first)) in repeat.carried.iter_mut().enumerate() {
            *first = if self.plan.carried.contains(&number) {
                self.real_behind(made[number], first)
            } else {
                Operand::Value(made[number])
            };
        }
        self.out.push(rest);
    }

    /// The real number of a shadow that the loop on integers left; what it was at first, if
    /// that loop did not run because numbers are not whole.
    fn real_behind(&mut self, shadow: ValueId, first: &Operand) -> Operand {
        let to = Prim::Convert(BaseType::Double);
        let mut back = Vec::new();
        let real = self.writer.prim(&mut back, to, vec![Operand::Value(shadow)], BaseType::Double);
        let Some(whole) = &self.whole else {
            self.out.append(&mut back);
            return real;
        };
        let then = Block { statements: back, results: vec![real] };
        let otherwise = Block { statements: Vec::new(), results: vec![first.clone()] };
        let value = self.writer.scalar(BaseType::Double);
        let op = Op::If { condition: whole.clone(), then, otherwise };
        self.out.push(Statement::one(value, op, self.writer.place));
        Operand::Value(value)
    }
}
