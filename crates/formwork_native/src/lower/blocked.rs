//! Loops that change an array element by element, cut into blocks.
//!
//! Where all that a loop does to its only array is to compute elements from those in the same
//! places, the elements do not know each other: all rounds are run for some of them, then for
//! the next ones, so that these are still at hand in the next round. The scalars of the loop
//! never see the array, and are computed anew for each block; so is whether the loop goes on.
//! Every element goes through the same computations in the same order as before.
//!
//! Blocks lie along the axis whose elements are furthest from each other.

use formwork_array::ir::{
    Block, Index, Layout, Loop, Op, Operand, Operation, Part, ValueId, With, for_each_block,
};
use rustc_hash::FxHashSet;

use super::home::Atom;
use super::target::Target;
use super::{Lowered, Lowerer};
use crate::loops::{BinaryOp, BlockId, ExprId, StatementKind, VariableId};

/// How many elements a block has, roughly: few enough for the fastest memory, and enough to
/// be worth the scalars of a round.
const ELEMENTS: i64 = 512;

/// Where a loop can be cut.
pub(super) struct Plan {
    axis: usize,
    /// The range of all blocks together.
    range: (Atom, Atom),
    /// The ranges along the other axes, but for those along which there is one index only.
    others: Vec<(Atom, Atom)>,
    cut: FxHashSet<ValueId>,
}

/// A loop over blocks that is open.
pub(super) struct Opened {
    body: BlockId,
    start: VariableId,
    end: VariableId,
    upper: Atom,
}

/// The block that is being computed.
pub(super) struct Current {
    axis: usize,
    /// The first index, and the one behind the last.
    start: VariableId,
    end: VariableId,
    /// The with-loops that are cut, by their results.
    cut: FxHashSet<ValueId>,
}

/// A walk through a loop.
struct Walk<'a> {
    failures_alike: bool,
    /// All names that the array has had.
    names: FxHashSet<ValueId>,
    /// The with-loops that change it.
    changes: Vec<(ValueId, &'a With)>,
}

impl<'a> Walk<'a> {
    fn is_name(&self, operand: &Operand) -> bool {
        operand.value().is_some_and(|value| self.names.contains(&value))
    }

    /// Whether a with-loop uses what the array was before it became `current`.
    fn sees_other(&self, op: &Op, current: ValueId) -> bool {
        let is_other =
            |operand: &Operand| self.is_name(operand) && *operand != Operand::Value(current);
        let mut found = op.operands().into_iter().any(is_other);
        for inner in op.blocks() {
            for_each_block(inner, &mut |block| {
                let operands = block.statements.iter().flat_map(|one| one.op.operands());
                found |= operands.chain(&block.results).any(is_other);
            });
        }
        found
    }

    /// Follows the array, which is `current` before a block, through it: its name behind it.
    /// Nothing if anything else sees it, or the block does more than to compute scalars.
    fn block(&mut self, block: &'a Block, mut current: ValueId) -> Option<ValueId> {
        for statement in &block.statements {
            let results = &statement.results;
            match &statement.op {
                Op::With(with) => {
                    let [result] = results.as_slice() else { return None };
                    if self.sees_other(&statement.op, current) || !changes_in_place(with, current) {
                        return None;
                    }
                    self.changes.push((*result, with));
                    current = *result;
                }
                Op::If { condition, then, otherwise } => {
                    let ends = [self.block(then, current)?, self.block(otherwise, current)?];
                    if self.is_name(condition) {
                        return None;
                    }
                    let ends = [(then, ends[0]), (otherwise, ends[1])];
                    current = self.merged(&ends, results, current)?;
                }
                Op::Loop(repeat) => {
                    // One that does not change the array would be run for each block.
                    let at = repeat
                        .carried
                        .iter()
                        .position(|(_, first)| *first == Operand::Value(current))?;
                    self.rounds(repeat, at)?;
                    current = *results.get(at)?;
                }
                Op::Guard { .. } if !self.failures_alike => return None,
                Op::Guard { .. }
                | Op::Copy(_)
                | Op::Prim(..)
                | Op::Dim(_)
                | Op::Shape(_)
                | Op::Sel { .. }
                | Op::Vector(_) => {
                    if statement.op.operands().into_iter().any(|operand| self.is_name(operand)) {
                        return None;
                    }
                }
                Op::Modarray { .. }
                | Op::Reshape { .. }
                | Op::Bind { .. }
                | Op::Call { .. }
                | Op::Dispatch { .. }
                | Op::Extern { .. } => return None,
            }
            self.names.insert(current);
        }
        Some(current)
    }

    /// The name of the array behind a branch, from those at the ends of its blocks.
    fn merged(
        &self,
        ends: &[(&Block, ValueId)],
        results: &[ValueId],
        before: ValueId,
    ) -> Option<ValueId> {
        let mut behind = None;
        for (at, &result) in results.iter().enumerate() {
            let given = ends.iter().map(|(block, _)| block.results.get(at));
            let named = given.flatten().filter(|operand| self.is_name(operand)).count();
            let own = ends
                .iter()
                .all(|(block, end)| block.results.get(at) == Some(&Operand::Value(*end)));
            match (named, own) {
                (0, _) => {}
                (_, true) if behind.is_none() => behind = Some(result),
                _ => return None,
            }
        }
        // A change that nobody sees behind the branch is not looked into.
        behind.or_else(|| ends.iter().all(|&(_, end)| end == before).then_some(before))
    }

    /// The same for the rounds of a loop that carries the array as its value number `at`.
    fn rounds(&mut self, repeat: &'a Loop, at: usize) -> Option<()> {
        let inside = repeat.carried.get(at)?.0;
        let mut firsts = repeat.carried.iter().enumerate().filter(|(one, _)| *one != at);
        if firsts.any(|(_, (_, first))| self.is_name(first)) {
            return None;
        }
        self.names.insert(inside);
        let untouched = self.block(&repeat.condition, inside)? == inside
            && !repeat.condition.results.iter().any(|result| self.is_name(result));
        let behind = self.block(&repeat.body, inside)?;
        let own = repeat.body.results.iter().enumerate().all(|(number, result)| {
            if number == at { *result == Operand::Value(behind) } else { !self.is_name(result) }
        });
        (untouched && own).then_some(())
    }
}

/// Whether a with-loop does nothing but to compute elements of an array from those in the
/// same places, and from scalars and other arrays.
fn changes_in_place(with: &With, array: ValueId) -> bool {
    let ([part], [operation]) = (with.parts.as_slice(), with.operations.as_slice()) else {
        return false;
    };
    let array = Operand::Value(array);
    let changed = match operation {
        Operation::Modarray { array: changed } => *changed == array,
        // All of an array is gone through from end to end, whether its shape is known or
        // not: what is known of a shape must not decide how fast that is.
        Operation::Genarray { .. } | Operation::Fold { .. } => false,
    };
    let Index::Vector(own) = part.index else { return false };
    let mut in_place = changed;
    for_each_block(&part.body, &mut |block| {
        for statement in &block.statements {
            in_place &= match &statement.op {
                Op::Sel { index, array: read } if *read == array => *index == Operand::Value(own),
                Op::Copy(_) | Op::Prim(..) | Op::Sel { .. } | Op::Vector(_) | Op::If { .. } => {
                    !statement.op.operands().contains(&&array)
                }
                Op::Dim(_)
                | Op::Shape(_)
                | Op::Modarray { .. }
                | Op::Reshape { .. }
                | Op::Bind { .. }
                | Op::With(_)
                | Op::Call { .. }
                | Op::Dispatch { .. }
                | Op::Loop(_)
                | Op::Guard { .. }
                | Op::Extern { .. } => false,
            };
        }
        in_place &= !block.results.contains(&array);
    });
    in_place
}

impl Lowerer<'_> {
    /// Where a loop can be cut, if it can. Nothing of the loop is lowered yet, so that what
    /// has a home is the same in all rounds.
    pub(super) fn plan_blocks(&self, repeat: &Loop) -> Option<Plan> {
        if self.blocked.is_some() {
            return None;
        }
        let is_array = |value: ValueId| !self.source.values[value].ty.is_scalar();
        let mut arrays =
            repeat.carried.iter().enumerate().filter(|(_, (value, _))| is_array(*value));
        let (Some((at, (array, _))), None) = (arrays.next(), arrays.next()) else { return None };
        let rank = self.source.values[*array].ty.class.rank().filter(|rank| *rank > 0)?;
        let mut walk = Walk {
            failures_alike: self.source.failures_alike,
            names: FxHashSet::default(),
            changes: Vec::new(),
        };
        walk.rounds(repeat, at)?;
        let axis = match self.module.layout {
            Layout::ColumnMajor => rank - 1,
            Layout::RowMajor => 0,
        };
        let range = |part: &Part, axis: usize| {
            let lower = match &part.lower {
                Some(lower) => self.known_bound(lower, axis)?,
                None => Atom::Constant(0),
            };
            Some((lower, self.known_bound(&part.upper, axis)?))
        };
        let mut found: Option<Plan> = None;
        for (result, with) in walk.changes {
            let [part] = with.parts.as_slice() else { return None };
            let own = range(part, axis)?;
            let several = (0..rank).filter(|&one| one != axis && !self.bounds.is_single(part, one));
            let others: Option<Vec<(Atom, Atom)>> = several.map(|one| range(part, one)).collect();
            let plan = found.get_or_insert_with(|| Plan {
                axis,
                range: own,
                others: Vec::new(),
                cut: FxHashSet::default(),
            });
            if plan.range != own {
                return None;
            }
            let others = others?;
            if others.len() > plan.others.len() {
                plan.others = others;
            }
            plan.cut.insert(result);
        }
        found
    }

    /// Opens a loop over the blocks of a plan, in which the scalars of a loop begin anew: the
    /// body of the loop, and how to close it.
    pub(super) fn open_blocks(
        &mut self,
        plan: Plan,
        repeat: &Loop,
        targets: &[Target],
    ) -> Lowered<Opened> {
        let (lower, upper) = plan.range;
        let size = if plan.others.is_empty() {
            Atom::Constant(ELEMENTS)
        } else {
            let one = self.builder.index(1);
            let others = self.store_index("others", one);
            for (low, high) in plan.others {
                let (left, right) = (self.atom(high), self.atom(low));
                let extent = self.builder.binary(BinaryOp::Subtract, left, right);
                let extent = self.typed(extent)?;
                let extent = self.at_least_one(extent)?;
                self.multiply(others, extent)?;
            }
            let (elements, divisor) = (self.builder.index(ELEMENTS), self.builder.read(others));
            let size = self.builder.binary(BinaryOp::Divide, elements, divisor);
            let size = self.typed(size)?;
            self.at_least_one(size)?
        };
        let first = self.atom(lower);
        let start = self.store_index("start", first);
        let end = self.index_variable("end");
        let body = self.builder.open_block();
        let (left, right) = (self.builder.read(start), self.atom(size));
        let full = self.builder.binary(BinaryOp::Add, left, right);
        let full = self.typed(full)?;
        self.builder.assign(end, full);
        let over = self.reaches(end, upper)?;
        let then = self.builder.open_block();
        let last = self.atom(upper);
        self.builder.assign(end, last);
        self.close_branch(over, then);
        for ((value, first), target) in repeat.carried.iter().zip(targets) {
            if self.source.values[*value].ty.is_scalar() {
                self.assign_home(&target.home, first)?;
            }
        }
        self.blocked = Some(Current { axis: plan.axis, start, end, cut: plan.cut });
        Ok(Opened { body, start, end, upper })
    }

    /// Closes it. The scalars are what they were behind each block.
    pub(super) fn close_blocks(&mut self, opened: &Opened) -> Lowered<()> {
        self.blocked = None;
        let next = self.builder.read(opened.end);
        self.builder.assign(opened.start, next);
        let over = self.reaches(opened.start, opened.upper)?;
        let then = self.builder.open_block();
        self.builder.push(StatementKind::Break);
        self.close_branch(over, then);
        self.builder.close_block();
        // A range without elements is one block, for the scalars.
        let always = self.truth(true);
        self.builder.push(StatementKind::While { condition: always, body: opened.body });
        Ok(())
    }

    /// The bounds along the axis that is cut, of a with-loop that is.
    pub(super) fn block_of(&self, result: ValueId) -> Option<(usize, Atom, Atom)> {
        let current = self.blocked.as_ref().filter(|current| current.cut.contains(&result))?;
        Some((current.axis, Atom::Variable(current.start), Atom::Variable(current.end)))
    }

    /// Whether a variable is no less than a bound.
    fn reaches(&mut self, variable: VariableId, bound: Atom) -> Lowered<ExprId> {
        let (left, right) = (self.builder.read(variable), self.atom(bound));
        let reaches = self.builder.binary(BinaryOp::GreaterEqual, left, right);
        self.typed(reaches)
    }

    fn close_branch(&mut self, condition: ExprId, then: BlockId) {
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition, then, otherwise });
    }

    /// A number, or one if it is less.
    fn at_least_one(&mut self, number: ExprId) -> Lowered<Atom> {
        let variable = self.store_index("extent", number);
        let (left, right) = (self.builder.read(variable), self.builder.index(1));
        let less = self.builder.binary(BinaryOp::Less, left, right);
        let less = self.typed(less)?;
        let then = self.builder.open_block();
        let one = self.builder.index(1);
        self.builder.assign(variable, one);
        self.close_branch(less, then);
        Ok(Atom::Variable(variable))
    }
}
