//! Statements and blocks.

use formwork_array::ir::{Block, Layout, Op, Operand, Statement};

use super::lowerer::{Lowered, Lowerer};
use super::reuse::Moment;
use super::storage::{Atom, Ints, Storage};
use super::types::scalar_type;
use crate::loops::{BinaryOp, BufferId, ExprId, Fill, ScalarType, StatementKind};

impl Lowerer<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Lowered<()> {
        let counted = self.counts.len();
        for statement in &block.statements {
            if statement.place.line > 0 {
                self.place = statement.place;
                self.builder.set_line(statement.place.line);
            }
            self.statement(statement)?;
        }
        self.counts.truncate(counted);
        Ok(())
    }

    /// Stores a scalar result.
    fn define_scalar(&mut self, statement: &Statement, value: ExprId) {
        let Some(&result) = statement.results.first() else { return };
        let data = &self.source.values[result];
        let variable = self.builder.variable(data.name.clone(), scalar_type(data.ty.base));
        self.builder.assign(variable, value);
        self.set_storage(result, Storage::Scalar(variable));
    }

    pub(super) fn define(&mut self, statement: &Statement, storage: Storage) {
        if let Some(&result) = statement.results.first() {
            self.set_storage(result, storage);
        }
    }

    /// Makes a result another name for an operand.
    fn alias(&mut self, statement: &Statement, operand: &Operand) -> Lowered<()> {
        if let Some(storage) = self.storage(operand).cloned() {
            self.define(statement, storage);
        } else if self.source.is_scalar(operand) {
            let value = self.scalar(operand)?;
            self.define_scalar(statement, value);
        } else if let Some(numbers) = operand.as_ints() {
            self.define(
                statement,
                Storage::Elements(numbers.into_iter().map(Atom::Constant).collect()),
            );
        } else {
            let (buffer, shape) = self.array(operand)?;
            self.define(statement, Storage::Array { buffer, shape });
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Lowered<()> {
        match &statement.op {
            Op::Copy(operand) | Op::Bind { rank: _, shape: _, array: operand } => {
                self.alias(statement, operand)
            }
            Op::Prim(prim, operands) => {
                let value = self.primitive(*prim, operands)?;
                self.define_scalar(statement, value);
                Ok(())
            }
            Op::Dim(array) => {
                let (_, shape) = self.array(array)?;
                let rank = match shape {
                    Ints::Known(atoms) => self.builder.index(atoms.len() as i64),
                    Ints::Buffer(buffer) => self.builder.length(buffer),
                };
                self.define_scalar(statement, rank);
                Ok(())
            }
            Op::Shape(array) => {
                let (_, shape) = self.array(array)?;
                let storage = match shape {
                    Ints::Known(atoms) => Storage::Elements(atoms),
                    Ints::Buffer(buffer) => {
                        let length = self.builder.length(buffer);
                        let rank = Atom::Variable(self.store_index("rank", length));
                        Storage::Array { buffer, shape: Ints::Known(vec![rank]) }
                    }
                };
                self.define(statement, storage);
                Ok(())
            }
            Op::Sel { index, array } => {
                let value = self.select(index, array)?;
                self.define_scalar(statement, value);
                Ok(())
            }
            Op::Modarray { array, index, value } => {
                let (source, shape) = self.array(array)?;
                let target = self.changeable(statement, source);
                let at = self.offset(index, &shape)?;
                let value = self.scalar(value)?;
                self.builder.store(target, at, value);
                self.define(statement, Storage::Array { buffer: target, shape });
                Ok(())
            }
            Op::Reshape { shape, array } => {
                let (buffer, _) = self.array(array)?;
                let shape = self.ints(shape)?;
                self.define(statement, Storage::Array { buffer, shape });
                Ok(())
            }
            Op::Vector(elements) => self.vector(statement, elements),
            Op::With(with) => self.with(statement, with),
            Op::If { condition, then, otherwise } => {
                self.branch(statement, condition, then, otherwise)
            }
            Op::Loop(repeat) => self.repeat(statement, repeat),
            Op::Guard { check, value } => {
                self.guard(check)?;
                match value {
                    Some(value) => self.alias(statement, value),
                    None => Ok(()),
                }
            }
            Op::Call { function, arguments } => self.call(statement, *function, arguments),
            Op::Dispatch { targets, arguments, message, place } => {
                self.dispatch(statement, targets, arguments, message, *place)
            }
            Op::Extern { callee, arguments } => self.call_library(statement, *callee, arguments),
        }
    }

    /// The array that is changed in one place: the old one, if nobody needs it any more.
    fn changeable(&mut self, statement: &Statement, source: BufferId) -> BufferId {
        let free = statement
            .results
            .first()
            .is_some_and(|&result| self.is_free(source, Moment::After(result)));
        if free {
            return source;
        }
        let element = self.builder.function().buffer(source).element_type();
        let target = self.builder.buffer("changed", element);
        self.builder.push(StatementKind::Copy { target, source });
        target
    }

    fn vector(&mut self, statement: &Statement, elements: &[Operand]) -> Lowered<()> {
        let Some(first) = elements.first() else { return self.limit("a vector without elements") };
        if !elements.iter().all(|element| self.source.is_scalar(element)) {
            return self.vector_of_arrays(statement, elements);
        }
        let element = scalar_type(self.source.type_of(first).base);
        if element == ScalarType::Index && elements.len() <= 16 {
            let mut atoms = Vec::new();
            for operand in elements {
                atoms.push(match operand.as_int() {
                    Some(number) => Atom::Constant(number),
                    None => {
                        let value = self.scalar(operand)?;
                        Atom::Variable(self.store_index("n", value))
                    }
                });
            }
            self.define(statement, Storage::Elements(atoms));
            return Ok(());
        }
        let buffer = self.builder.buffer("vector", element);
        let length = self.builder.index(elements.len() as i64);
        self.builder.push(StatementKind::Allocate { buffer, length, fill: Fill::Undefined });
        for (at, operand) in elements.iter().enumerate() {
            let (index, value) = (self.builder.index(at as i64), self.scalar(operand)?);
            self.builder.store(buffer, index, value);
        }
        let shape = Ints::Known(vec![Atom::Constant(elements.len() as i64)]);
        self.define(statement, Storage::Array { buffer, shape });
        Ok(())
    }

    /// The element of an array at an index.
    pub(super) fn select(&mut self, index: &Operand, array: &Operand) -> Lowered<ExprId> {
        if self.source.is_scalar(array) {
            return self.scalar(array);
        }
        if let (Some(Storage::Elements(atoms)), Some([at])) =
            (self.storage(array).cloned(), index.as_ints().as_deref())
            && let Some(&atom) = usize::try_from(*at).ok().and_then(|at| atoms.get(at))
        {
            return Ok(self.atom(atom));
        }
        let (buffer, shape) = self.array(array)?;
        let flat = match self.storage(index).cloned() {
            Some(Storage::Flat { position, shape }) => {
                let own = self.source.attributes_of(array).map(|attributes| attributes.shape);
                if own.as_ref() != Some(&shape) {
                    return self.limit("an element of an array of another shape than the loop's");
                }
                Some(position)
            }
            _ => None,
        };
        let at = match flat {
            Some(position) => self.builder.read(position),
            None => self.offset(index, &shape)?,
        };
        let load = self.builder.load(buffer, at);
        self.typed(load)
    }

    /// The place of an index in the elements of an array of this shape.
    pub(super) fn offset(&mut self, index: &Operand, shape: &Ints) -> Lowered<ExprId> {
        let index = self.ints(index)?;
        match (&index, shape) {
            (Ints::Known(index), Ints::Known(extents)) => self.known_offset(index, extents),
            _ => {
                let (index, extents) = (self.ints_buffer(&index), self.ints_buffer(shape));
                self.counted_offset(index, extents)
            }
        }
    }

    pub(super) fn known_offset(&mut self, index: &[Atom], extents: &[Atom]) -> Lowered<ExprId> {
        let mut axes: Vec<(Atom, Atom)> =
            index.iter().copied().zip(extents.iter().copied()).collect();
        if self.module.layout == Layout::ColumnMajor {
            axes.reverse();
        }
        let mut place: Option<ExprId> = None;
        for (index, extent) in axes {
            let index = self.atom(index);
            place = Some(match place {
                None => index,
                Some(place) => {
                    let extent = self.atom(extent);
                    let scaled = self.builder.binary(BinaryOp::Multiply, place, extent);
                    let scaled = self.typed(scaled)?;
                    let sum = self.builder.binary(BinaryOp::Add, scaled, index);
                    self.typed(sum)?
                }
            });
        }
        Ok(place.unwrap_or_else(|| self.builder.index(0)))
    }

    pub(super) fn counted_offset(&mut self, index: BufferId, extents: BufferId) -> Lowered<ExprId> {
        let zero = self.builder.index(0);
        let place = self.store_index("place", zero);
        let axis = self.index_variable("axis");
        let (from, to) = (self.builder.index(0), self.builder.length(index));
        let body = self.builder.open_block();
        let column_major = self.module.layout == Layout::ColumnMajor;
        let mut loads = Vec::new();
        for buffer in [extents, index] {
            let at = self.builder.read(axis);
            let at = if column_major {
                // From the last axis to the first.
                let length = self.builder.length(index);
                let one = self.builder.index(1);
                let last = self.builder.binary(BinaryOp::Subtract, length, one);
                let last = self.typed(last)?;
                let reversed = self.builder.binary(BinaryOp::Subtract, last, at);
                self.typed(reversed)?
            } else {
                at
            };
            let load = self.builder.load(buffer, at);
            loads.push(self.typed(load)?);
        }
        let before = self.builder.read(place);
        let scaled = self.builder.binary(BinaryOp::Multiply, before, loads[0]);
        let scaled = self.typed(scaled)?;
        let sum = self.builder.binary(BinaryOp::Add, scaled, loads[1]);
        let sum = self.typed(sum)?;
        self.builder.assign(place, sum);
        self.close_for(body, axis, from, to);
        Ok(self.builder.read(place))
    }
}
