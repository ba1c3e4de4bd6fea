//! New arrays whose elements nobody reads, because the loop that changes them sets each one:
//! what was put into them first need not be computed.

use formwork_array::ir::{Block, Function, Loop, Op, Operand, Operation, Prim, Statement, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The results of with-loops whose elements are not needed.
pub(super) fn overwritten(function: &Function) -> FxHashSet<ValueId> {
    let mut definitions =
        Definitions { function, ops: FxHashMap::default(), uses: FxHashMap::default() };
    definitions.block(&function.body);
    let mut found = FxHashSet::default();
    formwork_array::ir::for_each_block(&function.body, &mut |block| {
        for (at, statement) in block.statements.iter().enumerate() {
            let Op::Loop(repeat) = &statement.op else { continue };
            for number in 0..repeat.carried.len() {
                found.extend(definitions.overwritten(&block.statements[..at], repeat, number));
            }
        }
    });
    found
}

/// How values are defined, and how often they are used.
struct Definitions<'f> {
    function: &'f Function,
    ops: FxHashMap<ValueId, &'f Op>,
    uses: FxHashMap<ValueId, usize>,
}

impl<'f> Definitions<'f> {
    fn block(&mut self, block: &'f Block) {
        for statement in &block.statements {
            if let [result] = statement.results.as_slice() {
                self.ops.insert(*result, &statement.op);
            }
            for operand in statement.op.operands() {
                self.note(operand);
            }
            for inner in statement.op.blocks() {
                self.block(inner);
            }
        }
        for result in &block.results {
            self.note(result);
        }
    }

    fn note(&mut self, operand: &Operand) {
        if let Some(value) = operand.value() {
            *self.uses.entry(value).or_default() += 1;
        }
    }

    /// The operand behind copies and guards, if each of these and the operand itself are used
    /// once: nobody else sees the array that goes this way.
    fn resolve_unshared(&self, operand: &Operand) -> Option<Operand> {
        let mut operand = operand.clone();
        loop {
            if self.uses.get(&operand.value()?) != Some(&1) {
                return None;
            }
            match self.op(&operand) {
                Some(Op::Copy(next) | Op::Guard { check: _, value: Some(next) }) => {
                    operand = next.clone();
                }
                _ => return Some(operand),
            }
        }
    }

    /// The operand behind copies and guards.
    fn resolve(&self, operand: &Operand) -> Operand {
        let mut operand = operand.clone();
        while let Some(Op::Copy(next) | Op::Guard { check: _, value: Some(next) }) =
            self.op(&operand)
        {
            operand = next.clone();
        }
        operand
    }

    fn op(&self, operand: &Operand) -> Option<&'f Op> {
        self.ops.get(&operand.value()?).copied()
    }

    /// The only element of a vector that is written out.
    fn only_element(&self, vector: &Operand) -> Option<Operand> {
        let vector = self.resolve(vector);
        if let Some([number]) = vector.as_ints().as_deref() {
            return Some(Operand::int(*number));
        }
        match self.op(&vector)? {
            Op::Vector(elements) => match elements.as_slice() {
                [element] => Some(self.resolve(element)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The new vector that a loop changes as the carried value of this number, if the loop
    /// sets its elements one after the other, all of them, and does nothing else with it.
    fn overwritten(&self, before: &[Statement], repeat: &Loop, number: usize) -> Option<ValueId> {
        let (carried, first) = repeat.carried.get(number)?;
        let first = first.value()?;
        let made = before.iter().find(|statement| statement.results == [first])?;
        let Op::With(with) = &made.op else { return None };
        let [Operation::Genarray { shape, default }] = with.operations.as_slice() else {
            return None;
        };
        if !self.function.is_scalar(default) || !with.parts.iter().all(|part| is_quiet(&part.body))
        {
            return None;
        }
        // Before the element is set and behind that, nobody looks at the array.
        if self.uses.get(&first) != Some(&1) {
            return None;
        }
        let next = self.resolve_unshared(repeat.body.results.get(number)?)?;
        let Op::Modarray { array, index, value: _ } = self.op(&next)? else { return None };
        let is_set_in_every_turn =
            repeat.body.statements.iter().any(|one| one.results.first() == next.value().as_ref());
        let counter = self.only_element(index)?;
        let extent = self.only_element(shape)?;
        (self.resolve_unshared(array)? == Operand::Value(*carried)
            && is_set_in_every_turn
            && self.counts_to(repeat, &counter, &extent))
        .then_some(first)
    }

    /// Whether a loop runs while `counter` is less than `end`, from 0 in steps of one.
    fn counts_to(&self, repeat: &Loop, counter: &Operand, end: &Operand) -> bool {
        let place = |operand: &Operand| {
            repeat.carried.iter().position(|&(value, _)| operand.value() == Some(value))
        };
        let Some(number) = place(counter) else { return false };
        let from_zero = self.resolve(&repeat.carried[number].1).as_int() == Some(0);
        let next = repeat.body.results.get(number).map(|next| self.resolve(next));
        let by_one = match next.as_ref().and_then(|next| self.op(next)) {
            Some(Op::Prim(Prim::Add, operands)) => match operands.as_slice() {
                [left, right] => {
                    (left == counter && right.as_int() == Some(1))
                        || (right == counter && left.as_int() == Some(1))
                }
                _ => false,
            },
            _ => false,
        };
        let condition = repeat.condition.results.first().map(|truth| self.resolve(truth));
        let to_end = match condition.as_ref().and_then(|truth| self.op(truth)) {
            Some(Op::Prim(Prim::Lt, operands)) => match operands.as_slice() {
                [left, right] => left == counter && self.resolve(right) == *end,
                _ => false,
            },
            _ => false,
        };
        from_zero && by_one && to_end
    }
}

/// Whether a block computes its results in a few steps that cannot fail.
fn is_quiet(block: &Block) -> bool {
    block.statements.iter().all(|statement| match &statement.op {
        Op::Copy(_) | Op::Prim(..) | Op::Dim(_) | Op::Shape(_) | Op::Sel { .. } | Op::Vector(_) => {
            true
        }
        Op::Modarray { .. }
        | Op::Reshape { .. }
        | Op::Bind { .. }
        | Op::With(_)
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => false,
    })
}
