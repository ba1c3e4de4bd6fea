//! Calls of functions of the module.

use formwork_array::TextPosition as SourcePlace;
use formwork_array::ir::{self, FunctionId, Operand, Statement};

use super::lowerer::{Lowered, Lowerer};
use super::storage::{Atom, Ints, Storage};
use crate::loops::{Argument, StatementKind};

impl Lowerer<'_> {
    pub(super) fn call(
        &mut self,
        statement: &Statement,
        callee: FunctionId,
        arguments: &[Operand],
    ) -> Lowered<()> {
        let storages = self.call_function(callee, arguments, statement.place)?;
        for (&result, storage) in statement.results.iter().zip(storages) {
            self.set_storage(result, storage);
        }
        Ok(())
    }

    /// Calls a function; where its results are.
    pub(super) fn call_function(
        &mut self,
        callee: FunctionId,
        arguments: &[Operand],
        place: SourcePlace,
    ) -> Lowered<Vec<Storage>> {
        let place = if place.line == 0 { self.outer } else { place };
        let function = self.requests.function(self.module, callee, place);
        let mut passed = Vec::new();
        for (argument, ty) in arguments.iter().zip(self.module.parameter_types(callee)) {
            if ty.is_scalar() {
                passed.push(Argument::Value(self.scalar(argument)?));
                continue;
            }
            let (buffer, shape) = self.array(argument)?;
            passed.push(Argument::Buffer(buffer));
            match &ty.class {
                ir::ShapeClass::Known(_) => {}
                ir::ShapeClass::Rank(rank) => {
                    for atom in self.extents(&shape, *rank)? {
                        passed.push(Argument::Value(self.atom(atom)));
                    }
                }
                ir::ShapeClass::Any => passed.push(Argument::Buffer(self.ints_buffer(&shape))),
            }
        }
        let mut storages = Vec::new();
        let mut results = Vec::new();
        let types = self.module.functions[callee].results.clone();
        for ty in &types {
            let storage = self.declare("returned", ty);
            results.extend(storage.places());
            storages.push(storage);
        }
        self.builder.push(StatementKind::Call { function, arguments: passed, results });
        Ok(storages)
    }

    /// So many extents of a shape.
    pub(super) fn extents(&mut self, shape: &Ints, rank: usize) -> Lowered<Vec<Atom>> {
        match shape {
            Ints::Known(atoms) => Ok(atoms.clone()),
            Ints::Buffer(buffer) => {
                let mut atoms = Vec::new();
                for axis in 0..rank {
                    let at = self.builder.index(axis as i64);
                    let load = self.builder.load(*buffer, at);
                    let extent = self.typed(load)?;
                    atoms.push(Atom::Variable(self.store_index("n", extent)));
                }
                Ok(atoms)
            }
        }
    }
}
