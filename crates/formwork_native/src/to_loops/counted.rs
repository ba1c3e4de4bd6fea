//! With-loops over arrays of unknown rank: one loop that counts an index vector up.

use formwork_array::ir::{Index, Part};

use super::lowerer::{Lowered, Lowerer};
use super::storage::{Atom, Ints, Storage};
use super::with::Sink;
use crate::loops::{BinaryOp, BufferId, Fill, ScalarType, StatementKind, VariableId};

impl Lowerer<'_> {
    /// A loop that counts an index vector up, the last axis fastest.
    pub(super) fn counted(
        &mut self,
        part: &Part,
        lower: Option<&Ints>,
        upper: &Ints,
        sinks: &[Sink],
    ) -> Lowered<()> {
        let (upper, rank) = (self.ints_buffer(upper), self.length(upper));
        let index = self.builder.buffer("index", ScalarType::Index);
        let length = self.atom(rank);
        self.builder.push(StatementKind::Allocate { buffer: index, length, fill: Fill::Zero });
        let lower = lower.map(|lower| self.ints_buffer(lower));
        if let Some(source) = lower {
            self.builder.push(StatementKind::Copy { target: index, source });
        }
        let count = self.range_count(lower, upper)?;
        let storage = Storage::Array { buffer: index, shape: Ints::Known(vec![rank]) };
        let position = self.index_variable("position");
        let (from, to) = (self.builder.index(0), self.builder.read(count));
        let body = self.builder.open_block();
        match &part.index {
            Index::Vector(value) => self.set_storage(*value, storage),
            Index::Scalars(values) => {
                // There is one for each element; the bounds are as long.
                for (axis, &value) in values.iter().enumerate() {
                    let at = self.builder.index(axis as i64);
                    let load = self.builder.load(index, at);
                    let load = self.typed(load)?;
                    let variable = self.store_index("i", load);
                    self.set_storage(value, Storage::Scalar(variable));
                }
            }
        }
        self.block(&part.body)?;
        for (sink, result) in sinks.iter().zip(&part.body.results) {
            let at = match sink {
                Sink::Array { shape, .. } | Sink::Cells { shape, .. } => {
                    let extents = self.ints_buffer(shape);
                    Some(self.counted_offset(index, extents)?)
                }
                Sink::Fold { .. } => None,
            };
            self.fill(sink, at, result)?;
        }
        self.count_up(index, lower, upper)?;
        self.close_for(body, position, from, to);
        Ok(())
    }

    /// How many indices are within bounds.
    fn range_count(&mut self, lower: Option<BufferId>, upper: BufferId) -> Lowered<VariableId> {
        let one = self.builder.index(1);
        let count = self.store_index("count", one);
        let axis = self.index_variable("axis");
        let (from, to) = (self.builder.index(0), self.builder.length(upper));
        let body = self.builder.open_block();
        let at = self.builder.read(axis);
        let load = self.builder.load(upper, at);
        let high = self.typed(load)?;
        let high = self.store_index("extent", high);
        let low = match lower {
            Some(lower) => {
                let at = self.builder.read(axis);
                let load = self.builder.load(lower, at);
                let low = self.typed(load)?;
                Atom::Variable(self.store_index("low", low))
            }
            None => Atom::Constant(0),
        };
        let (left, right) = (self.atom(low), self.builder.read(high));
        let empty = self.builder.binary(BinaryOp::GreaterEqual, left, right);
        let empty = self.typed(empty)?;
        let then = self.builder.open_block();
        let zero = self.builder.index(0);
        self.builder.assign(high, zero);
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        let (left, right) = (self.builder.read(high), self.atom(low));
        let extent = self.builder.binary(BinaryOp::Subtract, left, right);
        let extent = self.typed(extent)?;
        self.builder.assign(high, extent);
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition: empty, then, otherwise });
        self.multiply(count, Atom::Variable(high))?;
        self.close_for(body, axis, from, to);
        Ok(count)
    }

    /// The next index: the last axis that is not at its end goes on, those behind it start again.
    fn count_up(
        &mut self,
        index: BufferId,
        lower: Option<BufferId>,
        upper: BufferId,
    ) -> Lowered<()> {
        let length = self.builder.length(index);
        let axis = self.store_index("axis", length);
        let (left, zero) = (self.builder.read(axis), self.builder.index(0));
        let more = self.builder.binary(BinaryOp::Greater, left, zero);
        let more = self.typed(more)?;
        let body = self.builder.open_block();
        self.step(axis, BinaryOp::Subtract)?;
        let at = self.builder.read(axis);
        let load = self.builder.load(index, at);
        let load = self.typed(load)?;
        let next = self.store_index("next", load);
        self.step(next, BinaryOp::Add)?;
        let (value, at) = (self.builder.read(next), self.builder.read(axis));
        let load = self.builder.load(upper, at);
        let extent = self.typed(load)?;
        let inside = self.builder.binary(BinaryOp::Less, value, extent);
        let inside = self.typed(inside)?;
        let then = self.builder.open_block();
        let (at, value) = (self.builder.read(axis), self.builder.read(next));
        self.builder.store(index, at, value);
        self.builder.push(StatementKind::Break);
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        let first = match lower {
            Some(lower) => {
                let at = self.builder.read(axis);
                let load = self.builder.load(lower, at);
                self.typed(load)?
            }
            None => self.builder.index(0),
        };
        let at = self.builder.read(axis);
        self.builder.store(index, at, first);
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition: inside, then, otherwise });
        self.builder.close_block();
        self.builder.push(StatementKind::While { condition: more, body });
        Ok(())
    }

    fn step(&mut self, variable: VariableId, op: BinaryOp) -> Lowered<()> {
        let (value, one) = (self.builder.read(variable), self.builder.index(1));
        let stepped = self.builder.binary(op, value, one);
        let stepped = self.typed(stepped)?;
        self.builder.assign(variable, stepped);
        Ok(())
    }
}
