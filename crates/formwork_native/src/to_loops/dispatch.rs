//! Calls whose instance only a run decides, and calls of library functions.

use formwork_array::TextPosition as SourcePlace;
use formwork_array::eval::DIVISION_BY_ZERO;
use formwork_array::ir::{
    BaseType, ExternId, Operand, Overload, Prim, ShapeClass, Statement, ValueId,
};

use super::lowerer::{Lowered, Lowerer};
use super::storage::{Atom, Ints, Storage};
use super::types::{array_class, scalar_type};
use crate::loops::{
    BinaryOp, RuntimeArgument, RuntimeResult, ScalarType, StatementKind, VariableId,
};

impl Lowerer<'_> {
    /// The first target that takes the arguments is called.
    pub(super) fn dispatch(
        &mut self,
        statement: &Statement,
        targets: &[Overload],
        arguments: &[Operand],
        message: &str,
        place: SourcePlace,
    ) -> Lowered<()> {
        let place = if place.line == 0 { self.outer } else { place };
        let mut storages = Vec::new();
        for &result in &statement.results {
            let data = &self.source.values[result];
            storages.push(self.declare(&data.name, &data.ty));
        }
        let own: Vec<ShapeClass> =
            arguments.iter().map(|argument| self.source.type_of(argument).class).collect();
        let mut open = Vec::new();
        let mut decided = false;
        for &target in targets {
            let wanted: Vec<ShapeClass> = match target {
                Overload::Prim(_) => vec![ShapeClass::Known(Vec::new()); arguments.len()],
                Overload::Function(function) => {
                    let types = self.module.parameter_types(function);
                    types.into_iter().map(|ty| ty.class).collect()
                }
            };
            if !own.iter().zip(&wanted).all(|(own, wanted)| own.meets(wanted)) {
                continue;
            }
            decided = own.iter().zip(&wanted).all(|(own, wanted)| own.is_below(wanted));
            if decided {
                self.reach(target, arguments, &storages, place)?;
                break;
            }
            let fits = self.builder.variable("fits", ScalarType::Bool);
            let truth = self.truth(true);
            self.builder.assign(fits, truth);
            for (argument, class) in arguments.iter().zip(&wanted) {
                self.belongs(argument, class, fits)?;
            }
            let condition = self.builder.read(fits);
            let then = self.builder.open_block();
            self.reach(target, arguments, &storages, place)?;
            self.builder.close_block();
            let otherwise = self.builder.open_block();
            open.push((condition, then, otherwise));
        }
        if !decided {
            self.fail(message, place);
        }
        for (condition, then, otherwise) in open.into_iter().rev() {
            self.builder.close_block();
            self.builder.push(StatementKind::If { condition, then, otherwise });
        }
        for (&result, storage) in statement.results.iter().zip(storages) {
            self.set_storage(result, storage);
        }
        Ok(())
    }

    /// Calls a target and puts its results where they belong.
    fn reach(
        &mut self,
        target: Overload,
        arguments: &[Operand],
        storages: &[Storage],
        place: SourcePlace,
    ) -> Lowered<()> {
        match target {
            Overload::Prim(prim) => {
                let Some(storage) = storages.first() else { return Ok(()) };
                self.guard_division(prim, arguments, place)?;
                let value = self.primitive(prim, arguments)?;
                let scalar = self.builder.function().type_of(value);
                let variable = self.builder.variable("element", scalar);
                self.builder.assign(variable, value);
                self.move_storage(storage, Storage::Scalar(variable))
            }
            Overload::Function(function) => {
                let results = self.call_function(function, arguments, place)?;
                for (storage, result) in storages.iter().zip(results) {
                    self.move_storage(storage, result)?;
                }
                Ok(())
            }
        }
    }

    /// Gives storage a result that nobody else has.
    fn move_storage(&mut self, storage: &Storage, result: Storage) -> Lowered<()> {
        match (storage, result) {
            (
                Storage::Array { buffer, shape },
                Storage::Array { buffer: source, shape: extents },
            ) => {
                self.assign_shape(shape, &extents)?;
                self.builder.push(StatementKind::Swap { left: *buffer, right: source });
            }
            (Storage::Array { buffer, shape }, Storage::Scalar(variable)) => {
                self.assign_shape(shape, &Ints::Known(Vec::new()))?;
                let length = self.builder.index(1);
                self.builder.push(StatementKind::Allocate {
                    buffer: *buffer,
                    length,
                    fill: crate::loops::Fill::Undefined,
                });
                let (at, value) = (self.builder.index(0), self.builder.read(variable));
                self.builder.store(*buffer, at, value);
            }
            (Storage::Scalar(to), Storage::Scalar(from)) => {
                let value = self.builder.read(from);
                self.builder.assign(*to, value);
            }
            (Storage::Scalar(to), Storage::Array { buffer, .. }) => {
                let first = self.builder.index(0);
                let load = self.builder.load(buffer, first);
                let value = self.typed(load)?;
                self.builder.assign(*to, value);
            }
            (Storage::Elements(_) | Storage::Flat { .. }, _)
            | (_, Storage::Elements(_) | Storage::Flat { .. }) => {
                return self.limit("an index where a call gives an array");
            }
        }
        Ok(())
    }

    fn guard_division(
        &mut self,
        prim: Prim,
        arguments: &[Operand],
        place: SourcePlace,
    ) -> Lowered<()> {
        let [_, divisor] = arguments else { return Ok(()) };
        let base = self.source.type_of(divisor).base;
        if !prim.needs_divisor(base) {
            return Ok(());
        }
        let divisor = self.scalar(divisor)?;
        let zero = self.builder.constant(scalar_type(base).zero());
        let is_zero = self.builder.binary(BinaryOp::Equal, divisor, zero);
        let condition = self.typed(is_zero)?;
        let then = self.builder.open_block();
        self.fail(DIVISION_BY_ZERO, place);
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition, then, otherwise });
        Ok(())
    }

    /// `fits = fits && the shape of the argument is of the class`
    fn belongs(&mut self, argument: &Operand, class: &ShapeClass, fits: VariableId) -> Lowered<()> {
        let Some(rank) = class.rank() else { return Ok(()) };
        if self.source.type_of(argument).class.is_below(class) {
            return Ok(());
        }
        let (_, shape) = self.array(argument)?;
        let own = self.length(&shape);
        self.compare(BinaryOp::Equal, own, Atom::Constant(rank as i64), fits)?;
        let Some(extents) = class.known() else { return Ok(()) };
        // There are extents to look at only if there are as many.
        let condition = self.builder.read(fits);
        let then = self.builder.open_block();
        for (own, &extent) in self.extents(&shape, rank)?.into_iter().zip(extents) {
            self.compare(BinaryOp::Equal, own, Atom::Constant(extent), fits)?;
        }
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition, then, otherwise });
        Ok(())
    }

    /// A library function is an operation of the runtime of the same name.
    pub(super) fn call_library(
        &mut self,
        statement: &Statement,
        callee: ExternId,
        arguments: &[Operand],
    ) -> Lowered<()> {
        let decl = &self.module.externs[callee];
        let bases = decl.parameters.iter().chain(&decl.results).map(|ty| ty.base);
        // Integers that wrap around are indices here, for which the runtime has no class.
        if bases.into_iter().any(|base| base == BaseType::Int) {
            return self.limit("a library function that takes or gives `int`");
        }
        let mut passed = Vec::new();
        for (argument, ty) in arguments.iter().zip(&decl.parameters) {
            let class = array_class(ty.base);
            if ty.is_scalar() {
                passed.push(RuntimeArgument::Scalar(class, self.scalar(argument)?));
                continue;
            }
            let (buffer, shape) = self.array(argument)?;
            let shape = self.ints_buffer(&shape);
            passed.push(RuntimeArgument::AnyRank(class, buffer, shape));
        }
        let mut results = Vec::new();
        let mut storages: Vec<(ValueId, Storage)> = Vec::new();
        for (ty, &result) in decl.results.iter().zip(&statement.results) {
            let class = array_class(ty.base);
            let storage = self.declare("given", ty);
            results.push(match &storage {
                Storage::Scalar(variable) => RuntimeResult::Scalar(class, *variable),
                Storage::Array { buffer, shape: Ints::Buffer(shape) } => {
                    RuntimeResult::AnyRank(class, *buffer, *shape)
                }
                Storage::Array { buffer, shape: Ints::Known(_) } => {
                    let rank = ty.class.rank().unwrap_or(0);
                    let extents = (0..rank).map(|_| self.index_variable("n")).collect();
                    RuntimeResult::Array(class, *buffer, extents)
                }
                Storage::Elements(_) | Storage::Flat { .. } => {
                    return self.limit("a library function that gives an index");
                }
            });
            let storage = match (results.last(), storage) {
                (Some(RuntimeResult::Array(_, buffer, extents)), _) => Storage::Array {
                    buffer: *buffer,
                    shape: Ints::Known(extents.iter().copied().map(Atom::Variable).collect()),
                },
                (_, storage) => storage,
            };
            storages.push((result, storage));
        }
        self.builder.push(StatementKind::CallRuntime {
            operation: decl.name.clone(),
            arguments: passed,
            results,
        });
        for (result, storage) in storages {
            self.set_storage(result, storage);
        }
        Ok(())
    }
}
