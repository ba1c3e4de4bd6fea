//! Who may write over whose storage.
//!
//! Several values may live in one buffer: names for one array, the same elements in another
//! shape, shapes. A buffer is written over only if it belongs to the function and none of
//! the values in it is needed any more.

use formwork_array::ir::{Index, Op, Operand, Part, ValueId, With, for_each_block};

use super::liveness::used;
use super::lowerer::{Lowered, Lowerer};
use super::storage::{Ints, Storage};
use crate::loops::{Binding, BufferId, StatementKind};

/// Behind what a buffer is to be free.
#[derive(Clone, Copy)]
pub(super) enum Moment {
    /// Behind the operation that defines this value.
    After(ValueId),
    /// At the end of an iteration of the loop that defines this value.
    Around(ValueId),
    /// At the end of the function.
    End,
}

impl Lowerer<'_> {
    /// Says where a value lives.
    pub(super) fn set_storage(&mut self, value: ValueId, storage: Storage) {
        if let Storage::Array { buffer, shape } = &storage {
            self.inhabitants[*buffer].push(value);
            if let Ints::Buffer(shape) = shape {
                self.inhabitants[*shape].push(value);
            }
        }
        self.storages[value] = Some(storage);
    }

    /// Whether a value lives in a buffer, with its elements or its extents.
    pub(super) fn lives_in(&self, value: ValueId, buffer: BufferId) -> bool {
        match &self.storages[value] {
            Some(Storage::Array { buffer: own, shape }) => {
                *own == buffer || matches!(shape, Ints::Buffer(shape) if *shape == buffer)
            }
            Some(Storage::Scalar(_) | Storage::Elements(_) | Storage::Flat { .. }) | None => false,
        }
    }

    /// Whether a buffer may be written over at a moment.
    pub(super) fn is_free(&self, buffer: BufferId, moment: Moment) -> bool {
        let is_needed = |value: ValueId| match moment {
            Moment::After(result) => self.liveness.is_needed_after(result, value),
            Moment::Around(result) => self.liveness.is_needed_around(result, value),
            Moment::End => false,
        };
        !self.builder.function().is_borrowed(buffer)
            && self.inhabitants[buffer]
                .iter()
                .all(|&value| !self.lives_in(value, buffer) || !is_needed(value))
    }

    /// The storage that the result of an operation of a with-loop takes over, if that of
    /// `source` is free, no other result has `taken` it, and every element is read for the
    /// ones in its place only: these are stored when all of them are computed. The with-loop
    /// is that whose first result is `first`.
    pub(super) fn reusable_buffer(
        &self,
        with: &With,
        first: ValueId,
        source: &Operand,
        taken: &[BufferId],
    ) -> Option<BufferId> {
        let Some(Storage::Array { buffer, shape: _ }) = self.storage(source) else { return None };
        let buffer = *buffer;
        if taken.contains(&buffer) || !self.is_free(buffer, Moment::After(first)) {
            return None;
        }
        let bounds = with.parts.iter().flat_map(|part| part.lower.iter().chain([&part.upper]));
        let mut outside = bounds.filter_map(Operand::value);
        let in_place = !outside.any(|value| self.lives_in(value, buffer))
            && with.parts.iter().all(|part| {
                let mut read = used(self.source, &part.body).into_iter();
                // A part that reads would find what an earlier part wrote.
                read.all(|value| !self.lives_in(value, buffer))
                    || with.parts.len() == 1 && self.reads_in_place(part, source, buffer)
            });
        in_place.then_some(buffer)
    }

    /// The storage in which the result of a with-loop is put in the end, if it can be made
    /// there: nobody needs what is in it, and the with-loop does not read it.
    pub(super) fn preferred_buffer(
        &self,
        op: &Op,
        first: ValueId,
        result: ValueId,
    ) -> Option<BufferId> {
        let buffer = self.preferred[result]?;
        let is_read = op
            .operands()
            .into_iter()
            .filter_map(Operand::value)
            .chain(op.blocks().into_iter().flat_map(|block| used(self.source, block)))
            .any(|value| self.lives_in(value, buffer));
        (!is_read && self.is_free(buffer, Moment::After(first))).then_some(buffer)
    }

    fn reads_in_place(&self, part: &Part, source: &Operand, buffer: BufferId) -> bool {
        let lives =
            |operand: &Operand| operand.value().is_some_and(|value| self.lives_in(value, buffer));
        let shape = self.source.attributes_of(source).map(|attributes| attributes.shape);
        let mut vectors = Vec::new();
        let mut in_place = true;
        for_each_block(&part.body, &mut |block| {
            for statement in &block.statements {
                match &statement.op {
                    Op::Vector(elements) => {
                        let own = matches!(&part.index, Index::Scalars(values)
                        if values.len() == elements.len()
                            && values.iter().zip(elements).all(|(&value, element)| {
                                *element == Operand::Value(value)
                            }));
                        if own {
                            vectors.extend(statement.results.iter().copied());
                        }
                        in_place &= !elements.iter().any(lives);
                    }
                    Op::Sel { index, array } if lives(array) => {
                        let own = index.value().is_some_and(|index| {
                            part.index == Index::Vector(index) || vectors.contains(&index)
                        });
                        let same = array == source
                            || shape.is_some()
                                && self.source.attributes_of(array).map(|own| own.shape) == shape;
                        in_place &= own && same && !lives(index);
                    }
                    other => in_place &= !other.operands().into_iter().any(lives),
                }
            }
            in_place &= !block.results.iter().any(lives);
        });
        in_place
    }

    /// Gives declared storage the value of an operand at the end of a block: storage that is
    /// free then changes hands, any other is copied.
    pub(super) fn hand_over(
        &mut self,
        storage: &Storage,
        operand: &Operand,
        others: &[Operand],
        moment: Moment,
    ) -> Lowered<()> {
        let Storage::Array { buffer, shape } = storage else {
            return self.assign_storage(storage, operand);
        };
        let (source, extents) = self.array(operand)?;
        let shared = others
            .iter()
            .filter_map(Operand::value)
            .filter(|value| self.lives_in(*value, source))
            .count();
        if source == *buffer {
            return self.assign_shape(shape, &extents);
        }
        // Extents first: they may live beside the elements.
        self.assign_shape(shape, &extents)?;
        let alone = shared <= usize::from(operand.value().is_some());
        let kind = if alone && self.is_free(source, moment) {
            StatementKind::Swap { left: *buffer, right: source }
        } else {
            StatementKind::Copy { target: *buffer, source }
        };
        self.builder.push(kind);
        Ok(())
    }

    /// The buffers that a storage consists of.
    pub(super) fn buffers_of(storage: &Storage) -> impl Iterator<Item = BufferId> {
        storage.places().into_iter().filter_map(|place| match place {
            Binding::Buffer(buffer) => Some(buffer),
            Binding::Variable(_) => None,
        })
    }
}
