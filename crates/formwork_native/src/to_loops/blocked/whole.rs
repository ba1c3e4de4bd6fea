//! Loops that compute whole arrays of one shape anew in each iteration.
//!
//! Each new array is computed from the elements of the others in the same places. Arrays
//! that change their places at the end of an iteration cannot be swapped, because the next block
//! begins with the first iteration again: their elements in the block are.

use formwork_array::ir::{
    Block, Layout, Loop, Op, Operand, Operation, ValueId, With, for_each_block,
};
use rustc_hash::FxHashSet;

use super::super::lowerer::Lowerer;
use super::super::storage::Atom;
use super::{Along, Axis, Plan, reads_in_place};

/// A walk through a loop.
struct Walk<'w> {
    failures_alike: bool,
    /// All arrays that the loop carries or computes.
    arrays: FxHashSet<ValueId>,
    /// The with-loops that compute them.
    computed: Vec<&'w With>,
    /// Their results.
    cut: FxHashSet<ValueId>,
}

impl<'w> Walk<'w> {
    fn is_array(&self, operand: &Operand) -> bool {
        operand.value().is_some_and(|value| self.arrays.contains(&value))
    }

    /// Whether a block sees no arrays and computes scalars only: it is run for each block of
    /// elements.
    fn is_for_scalars(&self, block: &Block) -> bool {
        let mut sure = true;
        for_each_block(block, &mut |block| {
            for statement in &block.statements {
                let mut operands = statement.op.operands().into_iter();
                sure &= !operands.any(|operand| self.is_array(operand))
                    && match &statement.op {
                        Op::Prim(..)
                        | Op::Copy(_)
                        | Op::Dim(_)
                        | Op::Shape(_)
                        | Op::Sel { .. }
                        | Op::Vector(_)
                        | Op::If { .. } => true,
                        Op::With(_)
                        | Op::Loop(_)
                        | Op::Guard { .. }
                        | Op::Modarray { .. }
                        | Op::Reshape { .. }
                        | Op::Bind { .. }
                        | Op::Call { .. }
                        | Op::Dispatch { .. }
                        | Op::Extern { .. } => false,
                    };
            }
            sure &= !block.results.iter().any(|operand| self.is_array(operand));
        });
        sure
    }

    /// Follows the arrays through the body of the loop: nothing if anything else than
    /// elements in the same places sees them, or if it does more than to compute scalars.
    fn body(&mut self, block: &'w Block) -> Option<()> {
        for statement in &block.statements {
            match &statement.op {
                Op::With(with) => {
                    self.computes_in_place(with)?;
                    self.computed.push(with);
                    self.cut.extend(&statement.results);
                    self.arrays.extend(&statement.results);
                }
                // Another name.
                Op::Copy(operand) | Op::Guard { check: _, value: Some(operand) }
                    if self.is_array(operand) =>
                {
                    let is_checked = matches!(statement.op, Op::Guard { .. });
                    let mut operands = statement.op.operands().into_iter();
                    if operands.any(|other| other != operand && self.is_array(other))
                        || is_checked && !self.failures_alike
                    {
                        return None;
                    }
                    self.arrays.extend(&statement.results);
                }
                Op::Guard { .. } if !self.failures_alike => return None,
                Op::Guard { .. }
                | Op::Copy(_)
                | Op::Prim(..)
                | Op::Dim(_)
                | Op::Shape(_)
                | Op::Sel { .. }
                | Op::Vector(_)
                | Op::If { .. } => {
                    let mut operands = statement.op.operands().into_iter();
                    if operands.any(|operand| self.is_array(operand))
                        || !statement.op.blocks().into_iter().all(|one| self.is_for_scalars(one))
                    {
                        return None;
                    }
                }
                Op::Modarray { .. }
                | Op::Reshape { .. }
                | Op::Bind { .. }
                | Op::Call { .. }
                | Op::Dispatch { .. }
                | Op::Loop(_)
                | Op::Extern { .. } => return None,
            }
        }
        Some(())
    }

    /// Whether a with-loop computes new arrays, and reads those of the loop in the places
    /// that it computes only.
    fn computes_in_place(&self, with: &With) -> Option<()> {
        let [part] = with.parts.as_slice() else { return None };
        if part.lower.is_some() || self.is_array(&part.upper) {
            return None;
        }
        for operation in &with.operations {
            match operation {
                Operation::Genarray { shape, default } => {
                    if self.is_array(shape) || self.is_array(default) {
                        return None;
                    }
                }
                Operation::Modarray { .. } | Operation::Fold { .. } => return None,
            }
        }
        reads_in_place(part, |operand| self.is_array(operand)).then_some(())
    }
}

impl Lowerer<'_> {
    /// Where a loop can be cut that computes its arrays anew.
    pub(super) fn plan_for_whole(&self, repeat: &Loop) -> Option<Plan> {
        let carried = repeat.carried.iter().map(|(value, _)| *value);
        let arrays: FxHashSet<ValueId> =
            carried.filter(|value| !self.source.values[*value].ty.is_scalar()).collect();
        let shape = self.source.values[*arrays.iter().next()?].attributes.as_ref()?.shape.clone();
        let rank = self.source.values[*arrays.iter().next()?].ty.class.rank();
        let has_shape = |value: &ValueId| {
            let attributes = self.source.values[*value].attributes.as_ref();
            attributes.is_some_and(|attributes| self.is_same_vector(&attributes.shape, &shape))
        };
        let ready = shape.constant().is_some() || self.storage(&shape).is_some();
        if !ready || !arrays.iter().all(has_shape) {
            return None;
        }
        let mut walk = Walk {
            failures_alike: self.source.failures_alike,
            arrays,
            computed: Vec::new(),
            cut: FxHashSet::default(),
        };
        if !walk.is_for_scalars(&repeat.condition) {
            return None;
        }
        walk.body(&repeat.body)?;
        for ((value, _), next) in repeat.carried.iter().zip(&repeat.body.results) {
            let is_array = !self.source.values[*value].ty.is_scalar();
            if is_array != walk.is_array(next) {
                return None;
            }
        }
        let is_one = |with: &&With| {
            let [part] = with.parts.as_slice() else { return false };
            self.is_same_vector(&part.upper, &shape)
                && with.operations.iter().all(|operation| match operation {
                    Operation::Genarray { shape: own, default } => {
                        self.is_same_vector(own, &shape) && self.source.is_scalar(default)
                    }
                    Operation::Modarray { .. } | Operation::Fold { .. } => false,
                })
        };
        if walk.computed.is_empty() || !walk.computed.iter().all(is_one) {
            return None;
        }
        let is_flat = |with: &&With| {
            with.parts.iter().all(|part| self.is_flat(&part.body, &part.index, &part.upper))
        };
        let along = if rank != Some(1) && walk.computed.iter().all(is_flat) {
            Along::Positions(shape)
        } else {
            let rank = rank?;
            let axis = match self.module.layout {
                Layout::ColumnMajor => rank.checked_sub(1)?,
                Layout::RowMajor => 0,
            };
            let extent = |axis: usize| Some((Atom::Constant(0), self.known_bound(&shape, axis)?));
            let others = (0..rank).filter(|&one| one != axis).map(extent);
            let others = others.collect::<Option<_>>()?;
            Along::Axis(Axis { axis, range: extent(axis)?, others })
        };
        Some(Plan { along, cut: walk.cut, is_whole: true })
    }
}
