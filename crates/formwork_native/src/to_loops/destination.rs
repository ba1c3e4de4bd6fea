//! Storage that is given its value in several places: at the ends of branches, at the ends of
//! the iterations of a loop.
//!
//! Where the attributes of a value tell its shape before the branch or the loop, nobody ever
//! assigns it. Where the value grows out of an array that nobody else needs, it stays in the
//! storage of that array.

use formwork_array::ir::{Block, Op, Operand, Operation, Statement, ValueId, for_each_block};

use super::lowerer::{Lowered, Lowerer};
use super::reuse::Moment;
use super::storage::{Atom, Ints, Storage};
use super::types::scalar_type;
use crate::loops::{Binding, BufferId, StatementKind, VariableId};

/// Where a value is put.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    pub(super) storage: Storage,
    /// Whether the shape is there already, and stays: only elements are put.
    pub(super) lasting: bool,
}

impl Destination {
    pub(super) fn buffer(&self) -> Option<BufferId> {
        match &self.storage {
            Storage::Array { buffer, .. } => Some(*buffer),
            Storage::Scalar(_) | Storage::Elements(_) | Storage::Flat { .. } => None,
        }
    }
}

impl Lowerer<'_> {
    /// The shape of a value, if its attributes tell it here already.
    fn lasting_shape(&mut self, value: ValueId) -> Lowered<Option<Ints>> {
        let data = &self.source.values[value];
        let rank = data.ty.class.rank();
        if data.ty.class.known().is_some() {
            return Ok(None);
        }
        let Some(shape) = data.attributes.as_ref().map(|attributes| attributes.shape.clone())
        else {
            return Ok(None);
        };
        if shape.constant().is_none() && self.storage(&shape).is_none() {
            return Ok(None);
        }
        let ints = self.ints(&shape)?;
        Ok(match rank {
            Some(rank) => Some(Ints::Known(self.extents(&ints, rank)?)),
            None => Some(ints),
        })
    }

    /// New storage for a value, or that of another array with the value's own shape.
    fn target(&mut self, value: ValueId, taken: Option<BufferId>) -> Lowered<Destination> {
        let data = &self.source.values[value];
        let mut storage = self.declare(&data.name, &data.ty);
        let mut lasting = false;
        if let Storage::Array { buffer, shape } = &mut storage {
            if let Some(taken) = taken {
                *buffer = taken;
            }
            if let Some(known) = self.lasting_shape(value)? {
                *shape = known;
                lasting = true;
            }
        }
        Ok(Destination { storage, lasting })
    }

    /// Storage for the result of a branch: that of an array which the branches change and
    /// nobody needs behind them, if there is one.
    pub(super) fn branch_target(
        &mut self,
        statement: &Statement,
        result: ValueId,
        ends: &[(&Block, &Operand)],
        others: &[Destination],
    ) -> Lowered<Destination> {
        let element = scalar_type(self.source.values[result].ty.base);
        let first = statement.results.first().copied().unwrap_or(result);
        let taken = ends.iter().find_map(|(block, operand)| {
            let root = self.grown_from(block, operand)?;
            let Some(Storage::Array { buffer, .. }) = &self.storages[root] else { return None };
            let fits = self.builder.function().buffer(*buffer).element_type() == element
                && self.is_free(*buffer, Moment::After(first))
                && others.iter().all(|other| other.buffer() != Some(*buffer));
            fits.then_some(*buffer)
        });
        self.target(result, taken)
    }

    /// The value from outside a block whose storage a result of the block is likely in.
    fn grown_from(&self, block: &Block, operand: &Operand) -> Option<ValueId> {
        let mut block = block;
        let mut value = operand.value()?;
        // Each step goes up, or into a block.
        loop {
            if self.storages[value].is_some() {
                return Some(value);
            }
            let statement =
                block.statements.iter().find(|statement| statement.results.contains(&value))?;
            let number = statement.results.iter().position(|&result| result == value)?;
            let next = match &statement.op {
                Op::Copy(operand)
                | Op::Bind { array: operand, .. }
                | Op::Modarray { array: operand, .. }
                | Op::Reshape { array: operand, .. } => operand,
                Op::Guard { check: _, value } => value.as_ref()?,
                Op::Loop(repeat) => &repeat.carried.get(number)?.1,
                Op::With(with) => match (with.operations.get(number)?, with.reuse.get(number)?) {
                    (Operation::Modarray { array }, _) => array,
                    (_, Some(reuse)) => {
                        value = reuse.source;
                        continue;
                    }
                    (Operation::Genarray { .. } | Operation::Fold { .. }, None) => return None,
                },
                Op::If { condition: _, then, otherwise: _ } => {
                    let result = then.results.get(number)?.value()?;
                    if !block_defines(then, result) {
                        value = result;
                        continue;
                    }
                    block = then;
                    value = result;
                    continue;
                }
                Op::Prim(..)
                | Op::Dim(_)
                | Op::Shape(_)
                | Op::Sel { .. }
                | Op::Vector(_)
                | Op::Call { .. }
                | Op::Dispatch { .. }
                | Op::Extern { .. } => return None,
            };
            value = next.value()?;
        }
    }

    /// Storage for a carried value, with what it is at first. The storage of an array that
    /// only the loop needs is taken over.
    pub(super) fn carried_target(
        &mut self,
        statement: &Statement,
        value: ValueId,
        first: &Operand,
        others: &[Destination],
    ) -> Lowered<Destination> {
        if self.source.values[value].ty.is_scalar() {
            let target = self.target(value, None)?;
            self.assign_storage(&target.storage, first)?;
            return Ok(target);
        }
        let (source, extents) = self.array(first)?;
        let free = statement
            .results
            .first()
            .is_some_and(|&result| self.is_free(source, Moment::Around(result)))
            && !others
                .iter()
                .any(|other| Self::buffers_of(&other.storage).any(|own| own == source));
        let target = self.target(value, free.then_some(source))?;
        if let Storage::Array { buffer, shape } = &target.storage {
            if *buffer != source {
                self.builder.push(StatementKind::Copy { target: *buffer, source });
            }
            if !target.lasting {
                self.assign_shape(shape, &extents)?;
            }
        }
        Ok(target)
    }

    /// Says which new arrays of a block had better be made where they are put in the end.
    pub(super) fn prefer(&mut self, block: &Block, targets: &[Destination]) {
        for (target, result) in targets.iter().zip(&block.results) {
            let (Some(buffer), Some(mut value)) = (target.buffer(), result.value()) else {
                continue;
            };
            for statement in block.statements.iter().rev() {
                if !statement.results.contains(&value) {
                    continue;
                }
                match &statement.op {
                    Op::Copy(next)
                    | Op::Bind { array: next, .. }
                    | Op::Reshape { array: next, .. }
                    | Op::Guard { check: _, value: Some(next) } => match next.value() {
                        Some(next) => value = next,
                        None => break,
                    },
                    Op::With(_) => {
                        self.preferred[value] = Some(buffer);
                        break;
                    }
                    Op::Guard { check: _, value: None }
                    | Op::Prim(..)
                    | Op::Dim(_)
                    | Op::Shape(_)
                    | Op::Sel { .. }
                    | Op::Modarray { .. }
                    | Op::Vector(_)
                    | Op::Call { .. }
                    | Op::Dispatch { .. }
                    | Op::If { .. }
                    | Op::Loop(_)
                    | Op::Extern { .. } => break,
                }
            }
        }
    }

    /// The variables that reading an operand reads.
    fn variables_of(&self, operand: &Operand) -> Vec<VariableId> {
        let variable = |atom: &Atom| match atom {
            Atom::Variable(variable) => Some(*variable),
            Atom::Constant(_) => None,
        };
        match self.storage(operand) {
            Some(Storage::Scalar(variable)) => vec![*variable],
            Some(Storage::Elements(atoms) | Storage::Array { shape: Ints::Known(atoms), .. }) => {
                atoms.iter().filter_map(variable).collect()
            }
            Some(Storage::Flat { position, .. }) => vec![*position],
            Some(Storage::Array { shape: Ints::Buffer(_), .. }) | None => Vec::new(),
        }
    }

    /// Puts the results of a block where they belong. What one of them is, is read before
    /// the storage it is read from gets the value of another one.
    pub(super) fn settle(
        &mut self,
        targets: &[Destination],
        results: &[Operand],
        moment: Moment,
    ) -> Lowered<()> {
        let mut late: Vec<(Binding, Binding)> = Vec::new();
        let mut moves: Vec<(BufferId, BufferId)> = Vec::new();
        for (number, (target, result)) in targets.iter().zip(results).enumerate() {
            let others = || results.iter().enumerate().filter(move |(other, _)| *other != number);
            let is_read = |this: &Self, variable: VariableId| {
                others().any(|(_, other)| this.variables_of(other).contains(&variable))
            };
            match &target.storage {
                Storage::Scalar(variable) => {
                    let value = self.scalar(result)?;
                    if is_read(self, *variable) {
                        let scalar = self.builder.function().variable(*variable).scalar_type();
                        let next = self.builder.variable("next", scalar);
                        self.builder.assign(next, value);
                        late.push((Binding::Variable(*variable), Binding::Variable(next)));
                    } else if self.variables_of(result) != [*variable] {
                        self.builder.assign(*variable, value);
                    }
                }
                Storage::Array { buffer, shape } => {
                    let (source, extents) = self.array(result)?;
                    if !target.lasting {
                        self.settle_shape(shape, &extents, &mut late)?;
                    }
                    moves.push((*buffer, source));
                }
                Storage::Elements(_) | Storage::Flat { .. } => {
                    return self.limit("an index cannot be assigned to");
                }
            }
        }
        if !self.move_in_block(&moves)? {
            self.move_all(targets, &moves, moment);
        }
        for (to, from) in late {
            match (to, from) {
                (Binding::Variable(to), Binding::Variable(from)) => {
                    let value = self.builder.read(from);
                    self.builder.assign(to, value);
                }
                (Binding::Buffer(left), Binding::Buffer(right)) => {
                    self.builder.push(StatementKind::Swap { left, right });
                }
                _ => return self.limit("a value changes its form"),
            }
        }
        Ok(())
    }

    /// Puts the elements of arrays where they belong, each pair a target and a source, all at
    /// once: a source may be the target of another one.
    ///
    /// Elements that nobody else needs are not copied, but change their place: buffers are
    /// swapped until each target has got what it wants.
    fn move_all(
        &mut self,
        targets: &[Destination],
        moves: &[(BufferId, BufferId)],
        moment: Moment,
    ) {
        let owned: Vec<BufferId> =
            targets.iter().flat_map(|target| Self::buffers_of(&target.storage)).collect();
        let is_target = |buffer: BufferId| moves.iter().any(|&(target, _)| target == buffer);
        let stays = |buffer: BufferId| moves.contains(&(buffer, buffer));
        let mut wanted: Vec<(BufferId, BufferId)> = Vec::new();
        for (number, &(target, source)) in moves.iter().enumerate() {
            if target == source {
                continue;
            }
            // The first who wants elements gets them, the others get copies.
            let taken = moves[..number].iter().any(|&(_, other)| other == source);
            let free = if is_target(source) {
                !stays(source)
            } else {
                !owned.contains(&source) && self.is_free(source, moment)
            };
            if free && !taken {
                wanted.push((target, source));
                continue;
            }
            let is_source =
                moves.iter().any(|&(other, source)| other != target && source == target);
            if is_source {
                let element = self.builder.function().buffer(source).element_type();
                let spare = self.builder.buffer("next", element);
                self.builder.push(StatementKind::Copy { target: spare, source });
                wanted.push((target, spare));
            } else {
                self.builder.push(StatementKind::Copy { target, source });
            }
        }
        // Where elements are that were swapped away: those of the first are in the second.
        let mut moved: Vec<(BufferId, BufferId)> = Vec::new();
        let place_of = |moved: &[(BufferId, BufferId)], buffer: BufferId| {
            moved.iter().find(|(from, _)| *from == buffer).map_or(buffer, |&(_, now)| now)
        };
        for &(target, source) in &wanted {
            let now = place_of(&moved, source);
            if now == target {
                continue;
            }
            self.builder.push(StatementKind::Swap { left: target, right: now });
            // Whose elements were in the target is where the wanted ones were.
            let whose =
                moved.iter().find(|(_, place)| *place == target).map_or(target, |&(from, _)| from);
            moved.retain(|(from, _)| *from != source && *from != whose);
            moved.push((source, target));
            moved.push((whose, now));
        }
    }

    /// New extents, which are put behind everything else: others may still read the old ones.
    fn settle_shape(
        &mut self,
        to: &Ints,
        from: &Ints,
        late: &mut Vec<(Binding, Binding)>,
    ) -> Lowered<()> {
        if to == from {
            return Ok(());
        }
        let next = match to {
            Ints::Known(atoms) => Ints::Known(
                atoms
                    .iter()
                    .map(|atom| match atom {
                        Atom::Constant(number) => Atom::Constant(*number),
                        Atom::Variable(_) => Atom::Variable(self.index_variable("next_n")),
                    })
                    .collect(),
            ),
            Ints::Buffer(buffer) => {
                let element = self.builder.function().buffer(*buffer).element_type();
                Ints::Buffer(self.builder.buffer("next_shape", element))
            }
        };
        self.assign_shape(&next, from)?;
        match (to, next) {
            (Ints::Known(to), Ints::Known(next)) => {
                for pair in to.iter().zip(next) {
                    if let (Atom::Variable(to), Atom::Variable(next)) = pair {
                        late.push((Binding::Variable(*to), Binding::Variable(next)));
                    }
                }
            }
            (Ints::Buffer(to), Ints::Buffer(next)) => {
                late.push((Binding::Buffer(*to), Binding::Buffer(next)));
            }
            (Ints::Known(_), Ints::Buffer(_)) | (Ints::Buffer(_), Ints::Known(_)) => {}
        }
        Ok(())
    }

    /// Counts the elements of shapes that are known before a loop, for the with-loops in it.
    pub(super) fn count_before(&mut self, blocks: &[&Block]) -> Lowered<()> {
        let mut shapes: Vec<Operand> = Vec::new();
        for block in blocks {
            for_each_block(block, &mut |block| {
                for statement in &block.statements {
                    let Op::With(with) = &statement.op else { continue };
                    let uppers = with.parts.iter().map(|part| &part.upper);
                    let outer = with.operations.iter().filter_map(|operation| match operation {
                        Operation::Genarray { shape, .. } => Some(shape),
                        Operation::Modarray { .. } | Operation::Fold { .. } => None,
                    });
                    for shape in uppers.chain(outer) {
                        if !shapes.contains(shape) {
                            shapes.push(shape.clone());
                        }
                    }
                }
            });
        }
        for shape in shapes {
            let ready = match self.storage(&shape) {
                Some(Storage::Elements(_) | Storage::Array { .. }) => true,
                Some(Storage::Scalar(_) | Storage::Flat { .. }) | None => false,
            };
            if ready {
                let extents = self.ints(&shape)?;
                self.count_of(&shape, &extents)?;
            }
        }
        Ok(())
    }

    /// The number of elements of a shape, counted once where it is in sight.
    pub(super) fn count_of(&mut self, shape: &Operand, extents: &Ints) -> Lowered<VariableId> {
        if let Some((_, count)) = self.counts.iter().find(|(known, _)| known == shape) {
            return Ok(*count);
        }
        let count = self.count(extents)?;
        self.counts.push((shape.clone(), count));
        Ok(count)
    }
}

fn block_defines(block: &Block, value: ValueId) -> bool {
    block.statements.iter().any(|statement| statement.results.contains(&value))
}
