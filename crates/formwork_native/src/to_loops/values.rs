//! Reading values, and giving them to others.

use formwork_array::ir::{self, Operand};

use super::lowerer::{Lowered, Lowerer};
use super::storage::{Atom, Ints, Storage};
use super::types::scalar_type;
use crate::loops::{
    BinaryOp, BlockId, BufferId, ExprId, Fill, Scalar, ScalarType, StatementKind, VariableId,
};

impl Lowerer<'_> {
    pub(super) fn storage(&self, operand: &Operand) -> Option<&Storage> {
        self.storages[operand.value()?].as_ref()
    }

    pub(super) fn atom(&mut self, atom: Atom) -> ExprId {
        match atom {
            Atom::Constant(number) => self.builder.index(number),
            Atom::Variable(variable) => self.builder.read(variable),
        }
    }

    pub(super) fn constant(&mut self, scalar: ir::Scalar) -> Lowered<ExprId> {
        let value = match scalar {
            ir::Scalar::Bool(truth) => Scalar::Bool(truth),
            ir::Scalar::Int(number) => Scalar::Index(number),
            ir::Scalar::Float(number) => Scalar::F32(number),
            ir::Scalar::Double(number) => Scalar::F64(number),
            ir::Scalar::Complex(re, im) => Scalar::C64(num_complex::Complex::new(re, im)),
            ir::Scalar::Sized(base, number) => {
                let whole = self.builder.index(i64::try_from(number).unwrap_or(i64::MAX));
                let cast = self.builder.cast(scalar_type(base), whole);
                return self.typed(cast);
            }
        };
        Ok(self.builder.constant(value))
    }

    /// A scalar operand.
    pub(super) fn scalar(&mut self, operand: &Operand) -> Lowered<ExprId> {
        if let Some(constant) = operand.constant() {
            return match constant.as_scalar() {
                Some(scalar) => self.constant(scalar),
                None => self.limit("an array where a scalar is needed"),
            };
        }
        match self.storage(operand).cloned() {
            Some(Storage::Scalar(variable)) => Ok(self.builder.read(variable)),
            Some(Storage::Array { buffer, .. }) => {
                let first = self.builder.index(0);
                let load = self.builder.load(buffer, first);
                self.typed(load)
            }
            Some(Storage::Elements(_) | Storage::Flat { .. }) | None => {
                self.limit("an index where a scalar is needed")
            }
        }
    }

    /// A vector of indices, element by element where its length is known.
    pub(super) fn ints(&mut self, operand: &Operand) -> Lowered<Ints> {
        if let Some(numbers) = operand.as_ints() {
            return Ok(Ints::Known(numbers.into_iter().map(Atom::Constant).collect()));
        }
        match self.storage(operand).cloned() {
            Some(Storage::Elements(atoms)) => Ok(Ints::Known(atoms)),
            Some(Storage::Array { buffer, .. }) => {
                let known = self
                    .source
                    .type_of(operand)
                    .class
                    .known()
                    .and_then(|shape| shape.first().copied());
                match known {
                    Some(length) if (0..=16).contains(&length) => {
                        let mut atoms = Vec::new();
                        for at in 0..length {
                            let index = self.builder.index(at);
                            let load = self.builder.load(buffer, index);
                            let load = self.typed(load)?;
                            atoms.push(Atom::Variable(self.store_index("n", load)));
                        }
                        Ok(Ints::Known(atoms))
                    }
                    _ => Ok(Ints::Buffer(buffer)),
                }
            }
            Some(Storage::Scalar(_) | Storage::Flat { .. }) | None => {
                self.limit("an index vector has no elements here")
            }
        }
    }

    /// A new variable with this value.
    pub(super) fn store_index(&mut self, name: &str, value: ExprId) -> VariableId {
        let variable = self.index_variable(name);
        self.builder.assign(variable, value);
        variable
    }

    /// A buffer with the indices.
    pub(super) fn ints_buffer(&mut self, ints: &Ints) -> BufferId {
        match ints {
            Ints::Buffer(buffer) => *buffer,
            Ints::Known(atoms) => {
                let buffer = self.builder.buffer("indices", ScalarType::Index);
                let length = self.builder.index(atoms.len() as i64);
                self.builder.push(StatementKind::Allocate {
                    buffer,
                    length,
                    fill: Fill::Undefined,
                });
                for (at, &atom) in atoms.iter().enumerate() {
                    let (index, value) = (self.builder.index(at as i64), self.atom(atom));
                    self.builder.store(buffer, index, value);
                }
                buffer
            }
        }
    }

    /// An array operand: its buffer and its shape.
    pub(super) fn array(&mut self, operand: &Operand) -> Lowered<(BufferId, Ints)> {
        if let Some(constant) = operand.constant().cloned() {
            let buffer = self.builder.buffer("constant", scalar_type(constant.base()));
            let length = self.builder.index(constant.data().len() as i64);
            self.builder.push(StatementKind::Allocate { buffer, length, fill: Fill::Undefined });
            for (at, &element) in constant.data().iter().enumerate() {
                let (index, value) = (self.builder.index(at as i64), self.constant(element)?);
                self.builder.store(buffer, index, value);
            }
            let shape = constant.shape().iter().map(|&extent| Atom::Constant(extent)).collect();
            return Ok((buffer, Ints::Known(shape)));
        }
        match self.storage(operand).cloned() {
            Some(Storage::Array { buffer, shape }) => Ok((buffer, shape)),
            Some(Storage::Elements(atoms)) => {
                let length = Atom::Constant(atoms.len() as i64);
                let buffer = self.ints_buffer(&Ints::Known(atoms));
                Ok((buffer, Ints::Known(vec![length])))
            }
            Some(Storage::Scalar(variable)) => {
                let scalar = self.builder.function().variable(variable).scalar_type();
                let buffer = self.builder.buffer("scalar", scalar);
                let length = self.builder.index(1);
                self.builder.push(StatementKind::Allocate {
                    buffer,
                    length,
                    fill: Fill::Undefined,
                });
                let (index, value) = (self.builder.index(0), self.builder.read(variable));
                self.builder.store(buffer, index, value);
                Ok((buffer, Ints::Known(Vec::new())))
            }
            Some(Storage::Flat { .. }) | None => {
                self.limit("the index of a flat loop is used as an array")
            }
        }
    }

    /// Gives declared storage the value of an operand.
    pub(super) fn assign_storage(&mut self, storage: &Storage, operand: &Operand) -> Lowered<()> {
        match storage {
            Storage::Scalar(variable) => {
                let value = self.scalar(operand)?;
                self.builder.assign(*variable, value);
            }
            Storage::Array { buffer, shape } => {
                let (source, extents) = self.array(operand)?;
                if source != *buffer {
                    self.builder.push(StatementKind::Copy { target: *buffer, source });
                }
                self.assign_shape(shape, &extents)?;
            }
            Storage::Elements(_) | Storage::Flat { .. } => {
                return self.limit("an index cannot be assigned to");
            }
        }
        Ok(())
    }

    pub(super) fn assign_shape(&mut self, to: &Ints, from: &Ints) -> Lowered<()> {
        match (to, from) {
            (Ints::Known(to), Ints::Known(from)) if to.len() == from.len() => {
                for (&to, &from) in to.iter().zip(from) {
                    if let Atom::Variable(variable) = to {
                        let value = self.atom(from);
                        self.builder.assign(variable, value);
                    }
                }
            }
            (Ints::Known(to), Ints::Buffer(from)) => {
                for (axis, &to) in to.iter().enumerate() {
                    if let Atom::Variable(variable) = to {
                        let at = self.builder.index(axis as i64);
                        let load = self.builder.load(*from, at);
                        let value = self.typed(load)?;
                        self.builder.assign(variable, value);
                    }
                }
            }
            (Ints::Buffer(to), from) => {
                let source = self.ints_buffer(from);
                if source != *to {
                    self.builder.push(StatementKind::Copy { target: *to, source });
                }
            }
            (Ints::Known(_), Ints::Known(_)) => {
                return self.limit("arrays of two ranks in one place");
            }
        }
        Ok(())
    }

    /// The number of elements of a shape.
    pub(super) fn count(&mut self, shape: &Ints) -> Lowered<VariableId> {
        let one = self.builder.index(1);
        let count = self.store_index("count", one);
        match shape {
            Ints::Known(atoms) => {
                for &atom in atoms {
                    self.multiply(count, atom)?;
                }
            }
            Ints::Buffer(buffer) => {
                let axis = self.index_variable("axis");
                let (from, to) = (self.builder.index(0), self.builder.length(*buffer));
                let body = self.builder.open_block();
                let at = self.builder.read(axis);
                let load = self.builder.load(*buffer, at);
                let extent = self.typed(load)?;
                let extent = Atom::Variable(self.store_index("extent", extent));
                self.multiply(count, extent)?;
                self.close_for(body, axis, from, to);
            }
        }
        Ok(count)
    }

    /// Closes the block of a loop from `from` up to `to`.
    pub(super) fn close_for(
        &mut self,
        body: BlockId,
        variable: VariableId,
        from: ExprId,
        to: ExprId,
    ) {
        self.close_loop(body, (variable, from, to), false);
    }

    /// The same for a loop whose iterations set an element each, and read none that another sets.
    pub(super) fn close_for_elements(
        &mut self,
        body: BlockId,
        variable: VariableId,
        from: ExprId,
        to: ExprId,
    ) {
        // What is computed in buffers on the way is not each iteration's own.
        let independent = self.builder.is_plain(body);
        self.close_loop(body, (variable, from, to), independent);
    }

    fn close_loop(
        &mut self,
        body: BlockId,
        (variable, from, to): (VariableId, ExprId, ExprId),
        independent: bool,
    ) {
        self.builder.close_block();
        let step = 1;
        self.builder.push(StatementKind::For { variable, from, to, step, independent, body });
    }

    pub(super) fn multiply(&mut self, count: VariableId, atom: Atom) -> Lowered<()> {
        let (left, right) = (self.builder.read(count), self.atom(atom));
        let product = self.builder.binary(BinaryOp::ExtentProduct, left, right);
        let product = self.typed(product)?;
        self.builder.assign(count, product);
        Ok(())
    }
}
