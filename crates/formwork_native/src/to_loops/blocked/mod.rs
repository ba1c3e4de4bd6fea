//! Loops that change arrays element by element, cut into blocks.
//!
//! Where all that a loop does to its arrays is to compute elements from those in the same
//! places, the elements do not know each other: all iterations are run for some of them, then for
//! the next ones, so that these are still at hand in the next iteration. The scalars of the loop
//! never see the arrays, and are computed anew for each block; so is whether the loop goes on.
//! Every element goes through the same computations in the same order as before.
//!
//! Blocks lie along the axis whose elements are furthest from each other, or are so many
//! elements as they lie in memory. `parts`: loops that change parts of one array; `whole`:
//! loops that compute whole arrays of one shape.

mod parts;
mod whole;

use formwork_array::ir::{Index, Loop, Op, Operand, Part, ValueId, for_each_block};
use rustc_hash::FxHashSet;

use super::destination::Destination;
use super::lowerer::{Lowered, Lowerer};
use super::storage::Atom;
use crate::loops::{BinaryOp, BlockId, BufferId, ExprId, StatementKind, VariableId};

/// How many bytes a block of an array has, roughly: few enough for the fastest memory, and
/// enough to be worth the scalars of an iteration.
const BYTES: usize = 4096;

/// Where a loop can be cut.
pub(super) struct Plan {
    along: Along,
    /// The with-loops that are cut, by their results.
    cut: FxHashSet<ValueId>,
    /// Whether they compute whole arrays.
    is_whole: bool,
}

/// What blocks follow each other along.
enum Along {
    Axis(Axis),
    /// The elements of arrays of a shape, as they lie in memory.
    Positions(Operand),
}

/// An axis that is cut.
struct Axis {
    axis: usize,
    /// The range of all blocks together.
    range: (Atom, Atom),
    /// The ranges along the other axes, but for those along which there is one index only.
    others: Vec<(Atom, Atom)>,
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
    /// The axis that is cut; if there is none, indices are positions in memory.
    axis: Option<usize>,
    /// The first index, and the one behind the last.
    start: VariableId,
    end: VariableId,
    /// The with-loops that are cut, by their results.
    cut: FxHashSet<ValueId>,
    /// If they compute whole arrays, what only such loops have to know.
    whole: Option<Whole>,
}

/// A block of whole arrays.
struct Whole {
    /// The first position in memory, and the one behind the last.
    from: VariableId,
    to: VariableId,
    /// Where the arrays are that the loop carries.
    carried: Vec<BufferId>,
}

/// Whether a part of a with-loop only computes, and of some arrays reads the element in the
/// place that it computes.
fn reads_in_place(part: &Part, is_array: impl Fn(&Operand) -> bool) -> bool {
    let Index::Vector(own) = part.index else { return false };
    let mut in_place = true;
    for_each_block(&part.body, &mut |block| {
        for statement in &block.statements {
            in_place &= match &statement.op {
                Op::Sel { index, array } if is_array(array) => *index == Operand::Value(own),
                Op::Copy(_) | Op::Prim(..) | Op::Sel { .. } | Op::Vector(_) | Op::If { .. } => {
                    !statement.op.operands().into_iter().any(&is_array)
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
        in_place &= !block.results.iter().any(&is_array);
    });
    in_place
}

impl Lowerer<'_> {
    /// Where a loop can be cut, if it can. Nothing of the loop is lowered yet, so that what
    /// has storage is the same in all iterations.
    pub(super) fn plan_blocks(&self, repeat: &Loop) -> Option<Plan> {
        if self.blocked.is_some() {
            return None;
        }
        self.plan_for_parts(repeat).or_else(|| self.plan_for_whole(repeat))
    }

    /// Opens a loop over the blocks of a plan, in which the scalars of a loop begin anew: the
    /// body of the loop, and how to close it.
    pub(super) fn open_blocks(
        &mut self,
        plan: Plan,
        repeat: &Loop,
        targets: &[Destination],
    ) -> Lowered<Opened> {
        let Plan { along, cut, is_whole } = plan;
        let (axis, (lower, upper), others) = match along {
            Along::Axis(Axis { axis, range, others }) => (Some(axis), range, others),
            Along::Positions(shape) => {
                let extents = self.ints(&shape)?;
                let count = self.count_of(&shape, &extents)?;
                (None, (Atom::Constant(0), Atom::Variable(count)), Vec::new())
            }
        };
        let arrays = targets.iter().filter_map(Destination::buffer);
        let sizes = arrays.map(|one| self.builder.function().buffer(one).element_type().size());
        let elements = (BYTES / sizes.max().unwrap_or(1).max(1)) as i64;
        let one = self.builder.index(1);
        let stride = self.store_index("stride", one);
        let size = if others.is_empty() {
            Atom::Constant(elements)
        } else {
            for (low, high) in others {
                let (left, right) = (self.atom(high), self.atom(low));
                let extent = self.builder.binary(BinaryOp::Subtract, left, right);
                let extent = self.typed(extent)?;
                let extent = self.store_index("extent", extent);
                self.multiply(stride, Atom::Variable(extent))?;
            }
            let divisor = self.builder.read(stride);
            let divisor = self.at_least_one(divisor)?;
            let (elements, divisor) = (self.builder.index(elements), self.atom(divisor));
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
                self.assign_storage(&target.storage, first)?;
            }
        }
        let whole = if is_whole {
            let [from, to] = [start, end].map(|index| {
                let (left, right) = (self.builder.read(index), self.builder.read(stride));
                self.builder.binary(BinaryOp::Multiply, left, right)
            });
            let (from, to) = (self.typed(from)?, self.typed(to)?);
            let (from, to) = (self.store_index("from", from), self.store_index("to", to));
            let carried = targets.iter().filter_map(Destination::buffer).collect();
            Some(Whole { from, to, carried })
        } else {
            None
        };
        self.blocked = Some(Current { axis, start, end, cut, whole });
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

    /// The axis that is cut, if it is one, and the bounds of the block, of a with-loop that is.
    pub(super) fn block_of(&self, result: ValueId) -> Option<(Option<usize>, Atom, Atom)> {
        let current = self.blocked.as_ref().filter(|current| current.cut.contains(&result))?;
        Some((current.axis, Atom::Variable(current.start), Atom::Variable(current.end)))
    }

    /// Whether a with-loop changes a part of an array, block by block.
    pub(super) fn is_part_in_blocks(&self, result: ValueId) -> bool {
        let current = self.blocked.as_ref().filter(|current| current.cut.contains(&result));
        current.is_some_and(|current| current.whole.is_none())
    }

    /// Whether a buffer has all its elements already, of which blocks are computed.
    pub(super) fn is_carried_in_blocks(&self, buffer: BufferId) -> bool {
        let whole = self.blocked.as_ref().and_then(|current| current.whole.as_ref());
        whole.is_some_and(|whole| whole.carried.contains(&buffer))
    }

    /// Puts the elements of a block where they belong, all at once, each pair a target and a
    /// source. Whether that was for it to do.
    pub(super) fn move_in_block(&mut self, moves: &[(BufferId, BufferId)]) -> Lowered<bool> {
        let whole = self.blocked.as_ref().and_then(|current| current.whole.as_ref());
        let Some(&Whole { from, to, .. }) = whole else { return Ok(false) };
        let moves: Vec<_> = moves.iter().filter(|(target, source)| target != source).collect();
        if moves.is_empty() {
            return Ok(true);
        }
        let position = self.index_variable("position");
        let (from, to) = (self.builder.read(from), self.builder.read(to));
        let body = self.builder.open_block();
        let mut elements = Vec::new();
        for (target, source) in moves {
            let scalar = self.builder.function().buffer(*source).element_type();
            let element = self.builder.variable("element", scalar);
            let at = self.builder.read(position);
            let load = self.builder.load(*source, at);
            let load = self.typed(load)?;
            self.builder.assign(element, load);
            elements.push((*target, element));
        }
        for (target, element) in elements {
            let (at, element) = (self.builder.read(position), self.builder.read(element));
            self.builder.store(target, at, element);
        }
        self.close_for_elements(body, position, from, to);
        Ok(true)
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
