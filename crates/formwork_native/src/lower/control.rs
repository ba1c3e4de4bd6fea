//! Branches, loops and calls.

use formwork_array::Place as SourcePlace;
use formwork_array::ir::{self, Block, FunctionId, Operand, Statement};

use super::home::{Atom, Home, Ints};
use super::storage::Moment;
use super::{Lowered, Lowerer};
use crate::loops::{Argument, BufferId, Place, StatementKind};

impl Lowerer<'_> {
    pub(super) fn branch(
        &mut self,
        statement: &Statement,
        condition: &Operand,
        then: &Block,
        otherwise: &Block,
    ) -> Lowered<()> {
        let mut homes = Vec::new();
        for &result in &statement.results {
            let data = &self.source.values[result];
            homes.push(self.declare(&data.name, &data.ty));
        }
        let condition = self.scalar(condition)?;
        let mut blocks = Vec::new();
        for block in [then, otherwise] {
            let id = self.builder.open_block();
            self.block(block)?;
            let Some(&first) = statement.results.first() else {
                self.builder.close_block();
                blocks.push(id);
                continue;
            };
            for (home, result) in homes.iter().zip(&block.results) {
                self.hand_over(home, result, &block.results, Moment::After(first))?;
            }
            self.builder.close_block();
            blocks.push(id);
        }
        self.builder.push(StatementKind::If { condition, then: blocks[0], otherwise: blocks[1] });
        for (&result, home) in statement.results.iter().zip(homes) {
            self.set_home(result, home);
        }
        Ok(())
    }

    pub(super) fn repeat(&mut self, statement: &Statement, repeat: &ir::Loop) -> Lowered<()> {
        let mut homes: Vec<Home> = Vec::new();
        let mut nexts = Vec::new();
        for (value, first) in &repeat.carried {
            let data = &self.source.values[*value];
            let home = self.carried_home(statement, data, first, &homes)?;
            nexts.push(self.declare("next", &data.ty));
            homes.push(home);
        }
        for ((value, _), home) in repeat.carried.iter().zip(&homes) {
            self.set_home(*value, home.clone());
        }
        let always = self.truth(true);
        let body = self.builder.open_block();
        self.block(&repeat.condition)?;
        let Some(test) = repeat.condition.results.first() else {
            return self.limit("a loop without a condition");
        };
        let test = self.scalar(test)?;
        let then = self.builder.open_block();
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.push(StatementKind::Break);
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition: test, then, otherwise });
        self.block(&repeat.body)?;
        self.next_round(statement, &repeat.body.results, &homes, &nexts)?;
        self.builder.close_block();
        self.builder.push(StatementKind::While { condition: always, body });
        for (&result, home) in statement.results.iter().zip(homes) {
            self.set_home(result, home);
        }
        Ok(())
    }

    /// Storage for a carried value, with what it is at first. The storage of an array that
    /// only the loop needs is taken over.
    fn carried_home(
        &mut self,
        statement: &Statement,
        data: &ir::ValueData,
        first: &Operand,
        taken: &[Home],
    ) -> Lowered<Home> {
        let declared = self.declare(&data.name, &data.ty);
        let Home::Array { buffer: _, shape } = &declared else {
            self.assign_home(&declared, first)?;
            return Ok(declared);
        };
        let (source, extents) = self.array(first)?;
        let free = statement
            .results
            .first()
            .is_some_and(|&result| self.is_free(source, Moment::Around(result)))
            && !taken.iter().flat_map(Self::buffers_of).any(|buffer| buffer == source);
        if !free {
            self.assign_home(&declared, first)?;
            return Ok(declared);
        }
        self.assign_shape(shape, &extents)?;
        Ok(Home::Array { buffer: source, shape: shape.clone() })
    }

    /// Gives carried values their next ones. All of these are computed from the old ones
    /// before one of them changes.
    fn next_round(
        &mut self,
        statement: &Statement,
        results: &[Operand],
        homes: &[Home],
        nexts: &[Home],
    ) -> Lowered<()> {
        let carried: Vec<BufferId> = homes.iter().flat_map(Self::buffers_of).collect();
        let mut moves: Vec<(Place, Place)> = Vec::new();
        for ((home, next), result) in homes.iter().zip(nexts).zip(results) {
            let (Home::Array { buffer, shape }, Home::Array { buffer: spare, shape: next_shape }) =
                (home, next)
            else {
                self.assign_home(next, result)?;
                moves.extend(home.places().into_iter().zip(next.places()));
                continue;
            };
            let (source, extents) = self.array(result)?;
            self.assign_shape(next_shape, &extents)?;
            let shapes = [shape, next_shape]
                .map(|shape| Home::Array { buffer: *buffer, shape: shape.clone() });
            let [to, from] = shapes.map(|home| home.places().split_off(1));
            moves.extend(to.into_iter().zip(from));
            if source == *buffer {
                continue;
            }
            let sharing = results
                .iter()
                .filter_map(Operand::value)
                .filter(|&value| {
                    matches!(&self.homes[value], Some(home)
                        if Self::buffers_of(home).any(|own| own == source))
                })
                .count();
            let free = sharing <= 1
                && !carried.contains(&source)
                && statement
                    .results
                    .first()
                    .is_some_and(|&result| self.is_free(source, Moment::Around(result)));
            let from = if free {
                source
            } else {
                self.builder.push(StatementKind::Copy { target: *spare, source });
                *spare
            };
            moves.push((Place::Buffer(*buffer), Place::Buffer(from)));
        }
        for (to, from) in moves {
            match (to, from) {
                (Place::Variable(to), Place::Variable(from)) => {
                    let value = self.builder.read(from);
                    self.builder.assign(to, value);
                }
                (Place::Buffer(left), Place::Buffer(right)) => {
                    self.builder.push(StatementKind::Swap { left, right });
                }
                _ => return self.limit("a carried value changes its form"),
            }
        }
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        statement: &Statement,
        callee: FunctionId,
        arguments: &[Operand],
    ) -> Lowered<()> {
        let homes = self.call_function(callee, arguments, statement.place)?;
        for (&result, home) in statement.results.iter().zip(homes) {
            self.set_home(result, home);
        }
        Ok(())
    }

    /// Calls a function; where its results are.
    pub(super) fn call_function(
        &mut self,
        callee: FunctionId,
        arguments: &[Operand],
        place: SourcePlace,
    ) -> Lowered<Vec<Home>> {
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
        let mut homes = Vec::new();
        let mut results = Vec::new();
        let types = self.module.functions[callee].results.clone();
        for ty in &types {
            let home = self.declare("returned", ty);
            results.extend(home.places());
            homes.push(home);
        }
        self.builder.push(StatementKind::Call { function, arguments: passed, results });
        Ok(homes)
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
