//! Loops that change parts of one array.

use formwork_array::ir::{
    Block, Layout, Loop, Op, Operand, Operation, Part, ValueId, With, for_each_block,
};
use rustc_hash::FxHashSet;

use super::super::lowerer::Lowerer;
use super::super::storage::Atom;
use super::{Along, Axis, Plan, reads_in_place};

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
                    self.iterations(repeat, at)?;
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

    /// The same for the iterations of a loop that carries the array as its value number `at`.
    fn iterations(&mut self, repeat: &'a Loop, at: usize) -> Option<()> {
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
        // `whole` is for new arrays.
        Operation::Genarray { .. } | Operation::Fold { .. } => false,
    };
    changed && reads_in_place(part, |operand| *operand == array)
}

impl Lowerer<'_> {
    /// Where a loop can be cut that changes parts of its only array.
    pub(super) fn plan_for_parts(&self, repeat: &Loop) -> Option<Plan> {
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
        walk.iterations(repeat, at)?;
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
        let mut found: Option<Axis> = None;
        let mut cut = FxHashSet::default();
        for (result, with) in walk.changes {
            let [part] = with.parts.as_slice() else { return None };
            let own = range(part, axis)?;
            let several = (0..rank).filter(|&one| one != axis && !self.bounds.is_single(part, one));
            let others: Option<Vec<(Atom, Atom)>> = several.map(|one| range(part, one)).collect();
            let plan = found.get_or_insert_with(|| Axis { axis, range: own, others: Vec::new() });
            if plan.range != own {
                return None;
            }
            let others = others?;
            if others.len() > plan.others.len() {
                plan.others = others;
            }
            cut.insert(result);
        }
        Some(Plan { along: Along::Axis(found?), cut, is_whole: false })
    }
}
