//! Statements and blocks.

use formwork_array::ir::{Block, Layout, Op, Operand, Statement};

use super::home::{Atom, Home, Ints};
use super::{Lowered, Lowerer, scalar_type};
use crate::loops::{Argument, BinaryOp, ExprId, Fill, ScalarType, StatementKind};

impl Lowerer<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Lowered<()> {
        for statement in &block.statements {
            if statement.place.line > 0 {
                self.place = statement.place;
                self.builder.set_line(statement.place.line);
            }
            self.statement(statement)?;
        }
        Ok(())
    }

    /// Stores a scalar result.
    fn define_scalar(&mut self, statement: &Statement, value: ExprId) {
        let Some(&result) = statement.results.first() else { return };
        let data = &self.source.values[result];
        let variable = self.builder.variable(data.name.clone(), scalar_type(data.ty.base));
        self.builder.assign(variable, value);
        self.homes[result] = Some(Home::Scalar(variable));
    }

    fn define(&mut self, statement: &Statement, home: Home) {
        if let Some(&result) = statement.results.first() {
            self.homes[result] = Some(home);
        }
    }

    /// Makes a result another name for an operand.
    fn alias(&mut self, statement: &Statement, operand: &Operand) -> Lowered<()> {
        if let Some(home) = self.home(operand).cloned() {
            self.define(statement, home);
        } else if self.source.is_scalar(operand) {
            let value = self.scalar(operand)?;
            self.define_scalar(statement, value);
        } else if let Some(numbers) = operand.as_ints() {
            self.define(
                statement,
                Home::Elements(numbers.into_iter().map(Atom::Constant).collect()),
            );
        } else {
            let (buffer, shape) = self.array(operand)?;
            self.define(statement, Home::Array { buffer, shape });
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
                let home = match shape {
                    Ints::Known(atoms) => Home::Elements(atoms),
                    Ints::Buffer(buffer) => {
                        let length = self.builder.length(buffer);
                        let rank = Atom::Variable(self.store_index("rank", length));
                        Home::Array { buffer, shape: Ints::Known(vec![rank]) }
                    }
                };
                self.define(statement, home);
                Ok(())
            }
            Op::Sel { index, array } => {
                let value = self.select(index, array)?;
                self.define_scalar(statement, value);
                Ok(())
            }
            Op::Modarray { array, index, value } => {
                let (source, shape) = self.array(array)?;
                let element = self.builder.function().buffer(source).element_type();
                let target = self.builder.buffer("changed", element);
                self.builder.push(StatementKind::Copy { target, source });
                let at = self.offset(index, &shape)?;
                let value = self.scalar(value)?;
                self.builder.store(target, at, value);
                self.define(statement, Home::Array { buffer: target, shape });
                Ok(())
            }
            Op::Reshape { shape, array } => {
                let (buffer, _) = self.array(array)?;
                let shape = self.ints(shape)?;
                self.define(statement, Home::Array { buffer, shape });
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
            Op::Dispatch { .. } => self.limit("a call whose instance only a run decides"),
            Op::Extern { .. } => self.limit("a call of a library function"),
        }
    }

    fn vector(&mut self, statement: &Statement, elements: &[Operand]) -> Lowered<()> {
        let Some(first) = elements.first() else { return self.limit("a vector without elements") };
        if !elements.iter().all(|element| self.source.is_scalar(element)) {
            return self.limit("a vector of arrays");
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
            self.define(statement, Home::Elements(atoms));
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
        self.define(statement, Home::Array { buffer, shape });
        Ok(())
    }

    /// The element of an array at an index.
    fn select(&mut self, index: &Operand, array: &Operand) -> Lowered<ExprId> {
        if self.source.is_scalar(array) {
            return self.scalar(array);
        }
        if let (Some(Home::Elements(atoms)), Some([at])) =
            (self.home(array).cloned(), index.as_ints().as_deref())
            && let Some(&atom) = usize::try_from(*at).ok().and_then(|at| atoms.get(at))
        {
            return Ok(self.atom(atom));
        }
        let (buffer, shape) = self.array(array)?;
        let flat = match self.home(index).cloned() {
            Some(Home::Flat { position, shape }) => {
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

    fn counted_offset(
        &mut self,
        index: crate::loops::BufferId,
        extents: crate::loops::BufferId,
    ) -> Lowered<ExprId> {
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

    fn branch(
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
            for (home, result) in homes.iter().zip(&block.results) {
                self.assign_home(home, result)?;
            }
            self.builder.close_block();
            blocks.push(id);
        }
        self.builder.push(StatementKind::If { condition, then: blocks[0], otherwise: blocks[1] });
        for (&result, home) in statement.results.iter().zip(homes) {
            self.homes[result] = Some(home);
        }
        Ok(())
    }

    fn repeat(&mut self, statement: &Statement, repeat: &formwork_array::ir::Loop) -> Lowered<()> {
        let mut homes = Vec::new();
        let mut nexts = Vec::new();
        for (value, first) in &repeat.carried {
            let data = &self.source.values[*value];
            let home = self.declare(&data.name, &data.ty);
            self.assign_home(&home, first)?;
            self.homes[*value] = Some(home.clone());
            nexts.push(self.declare("next", &data.ty));
            homes.push(home);
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
        // All next values are computed from the old ones before one of these changes.
        for (next, result) in nexts.iter().zip(&repeat.body.results) {
            self.assign_home(next, result)?;
        }
        for (home, next) in homes.iter().zip(&nexts) {
            self.take_over(home, next)?;
        }
        self.builder.close_block();
        self.builder.push(StatementKind::While { condition: always, body });
        for (&result, home) in statement.results.iter().zip(homes) {
            self.homes[result] = Some(home);
        }
        Ok(())
    }

    /// Gives a carried value its next one; buffers change places.
    fn take_over(&mut self, home: &Home, next: &Home) -> Lowered<()> {
        for (to, from) in home.places().into_iter().zip(next.places()) {
            match (to, from) {
                (crate::loops::Place::Variable(to), crate::loops::Place::Variable(from)) => {
                    let value = self.builder.read(from);
                    self.builder.assign(to, value);
                }
                (crate::loops::Place::Buffer(left), crate::loops::Place::Buffer(right)) => {
                    self.builder.push(StatementKind::Swap { left, right });
                }
                _ => return self.limit("a carried value changes its form"),
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        statement: &Statement,
        callee: formwork_array::ir::FunctionId,
        arguments: &[Operand],
    ) -> Lowered<()> {
        let Some(&function) = self.ids.get(&callee) else {
            return self.limit("a function that is not lowered");
        };
        let mut passed = Vec::new();
        for (argument, ty) in arguments.iter().zip(self.module.parameter_types(callee)) {
            if ty.is_scalar() {
                passed.push(Argument::Value(self.scalar(argument)?));
                continue;
            }
            let (buffer, shape) = self.array(argument)?;
            passed.push(Argument::Buffer(buffer));
            match (ty.class.rank(), shape) {
                (Some(_), Ints::Known(atoms)) => {
                    for atom in atoms {
                        passed.push(Argument::Value(self.atom(atom)));
                    }
                }
                (None, shape) => passed.push(Argument::Buffer(self.ints_buffer(&shape))),
                (Some(_), Ints::Buffer(_)) => {
                    return self.limit("an array of unknown rank for a parameter of known rank");
                }
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
        for (&result, home) in statement.results.iter().zip(homes) {
            self.homes[result] = Some(home);
        }
        Ok(())
    }
}
