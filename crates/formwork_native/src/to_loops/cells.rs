//! Arrays of arrays: the elements that vectors and with-loops put together are arrays of one
//! shape, *cells*, whose axes become the last ones.

use formwork_array::ir::{Layout, Operand, Statement};

use super::lowerer::{Lowered, Lowerer};
use super::storage::{Atom, Ints, Storage};
use super::types::scalar_type;
use crate::loops::{BinaryOp, BufferId, Fill, ScalarType, StatementKind, VariableId};

/// How cells lie in an array.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    /// How many there are.
    pub(super) outer: VariableId,
    /// How many elements each of them has.
    pub(super) inner: VariableId,
}

impl Lowerer<'_> {
    /// The extents of one shape, then those of another.
    pub(super) fn joined(&mut self, outer: &Ints, inner: &Ints) -> Lowered<Ints> {
        if let (Ints::Known(outer), Ints::Known(inner)) = (outer, inner) {
            return Ok(Ints::Known(outer.iter().chain(inner).copied().collect()));
        }
        let (outer, inner) = (self.ints_buffer(outer), self.ints_buffer(inner));
        let (left, right) = (self.builder.length(outer), self.builder.length(inner));
        let total = self.builder.binary(BinaryOp::Add, left, right);
        let length = self.typed(total)?;
        let joined = self.builder.buffer("joined", ScalarType::Index);
        self.builder.push(StatementKind::Allocate {
            buffer: joined,
            length,
            fill: Fill::Undefined,
        });
        let zero = self.builder.index(0);
        let behind = self.builder.length(outer);
        for (source, start) in [(outer, zero), (inner, behind)] {
            let axis = self.index_variable("axis");
            let start = self.store_index("start", start);
            let (from, to) = (self.builder.index(0), self.builder.length(source));
            let body = self.builder.open_block();
            let at = self.builder.read(axis);
            let load = self.builder.load(source, at);
            let extent = self.typed(load)?;
            let (start, axis_value) = (self.builder.read(start), self.builder.read(axis));
            let place = self.builder.binary(BinaryOp::Add, start, axis_value);
            let place = self.typed(place)?;
            self.builder.store(joined, place, extent);
            self.close_for(body, axis, from, to);
        }
        Ok(Ints::Buffer(joined))
    }

    /// New storage for cells.
    pub(super) fn allocate_cells(&mut self, buffer: BufferId, cells: Cells) -> Lowered<()> {
        let total = self.builder.index(1);
        let total = self.store_index("count", total);
        self.multiply(total, Atom::Variable(cells.outer))?;
        self.multiply(total, Atom::Variable(cells.inner))?;
        let length = self.builder.read(total);
        self.builder.push(StatementKind::Allocate { buffer, length, fill: Fill::Undefined });
        Ok(())
    }

    /// Puts an array in the place of the cell with this number.
    pub(super) fn put_cell(
        &mut self,
        target: BufferId,
        cells: Cells,
        number: VariableId,
        source: BufferId,
    ) -> Lowered<()> {
        let position = self.index_variable("position");
        let (from, to) = (self.builder.index(0), self.builder.read(cells.inner));
        let body = self.builder.open_block();
        // In column-major order the axes of the cell are the slow ones.
        let (fast, slow, stride) = match self.module.layout {
            Layout::RowMajor => (position, number, cells.inner),
            Layout::ColumnMajor => (number, position, cells.outer),
        };
        let (slow, stride) = (self.builder.read(slow), self.builder.read(stride));
        let scaled = self.builder.binary(BinaryOp::Multiply, slow, stride);
        let scaled = self.typed(scaled)?;
        let fast = self.builder.read(fast);
        let place = self.builder.binary(BinaryOp::Add, scaled, fast);
        let place = self.typed(place)?;
        let at = self.builder.read(position);
        let load = self.builder.load(source, at);
        let value = self.typed(load)?;
        self.builder.store(target, place, value);
        self.close_for(body, position, from, to);
        Ok(())
    }

    /// Fills all cells with one array.
    pub(super) fn fill_cells(
        &mut self,
        target: BufferId,
        cells: Cells,
        source: BufferId,
    ) -> Lowered<()> {
        let number = self.index_variable("cell");
        let (from, to) = (self.builder.index(0), self.builder.read(cells.outer));
        let body = self.builder.open_block();
        self.put_cell(target, cells, number, source)?;
        self.close_for(body, number, from, to);
        Ok(())
    }

    /// A vector of arrays of one shape.
    pub(super) fn vector_of_arrays(
        &mut self,
        statement: &Statement,
        elements: &[Operand],
    ) -> Lowered<()> {
        let Some(first) = elements.first() else { return self.limit("a vector without elements") };
        let element = scalar_type(self.source.type_of(first).base);
        let mut sources = Vec::new();
        for operand in elements {
            sources.push(self.array(operand)?);
        }
        let outer = Ints::Known(vec![Atom::Constant(elements.len() as i64)]);
        let inner = sources[0].1.clone();
        let count = self.builder.index(elements.len() as i64);
        let cells = Cells { outer: self.store_index("cells", count), inner: self.count(&inner)? };
        let buffer = self.builder.buffer("vector", element);
        self.allocate_cells(buffer, cells)?;
        for (number, (source, _)) in sources.into_iter().enumerate() {
            let number = self.builder.index(number as i64);
            let number = self.store_index("cell", number);
            self.put_cell(buffer, cells, number, source)?;
        }
        let shape = self.joined(&outer, &inner)?;
        self.define(statement, Storage::Array { buffer, shape });
        Ok(())
    }
}
