//! With-loops.

use formwork_array::ir::{self, Block, Index, Op, Operand, Operation, Part, Statement, With};

use super::home::{Atom, Home, Ints};
use super::{Lowered, Lowerer, scalar_type};
use crate::loops::{BinaryOp, BufferId, ExprId, Fill, StatementKind, VariableId};

/// What an operation fills.
enum Sink {
    Array { buffer: BufferId, shape: Ints },
    Fold { variable: VariableId, prim: ir::Prim, base: ir::BaseType },
}

impl Lowerer<'_> {
    pub(super) fn with(&mut self, statement: &Statement, with: &With) -> Lowered<()> {
        let mut sinks = Vec::new();
        for (operation, &result) in with.operations.iter().zip(&statement.results) {
            let data = &self.source.values[result];
            let (name, base) = (data.name.clone(), data.ty.base);
            sinks.push(match operation {
                Operation::Genarray { shape, default } => {
                    if !self.source.is_scalar(default) {
                        return self.limit("a with-loop whose elements are arrays");
                    }
                    let covered = with.parts.len() == 1
                        && with
                            .parts
                            .iter()
                            .all(|part| part.lower.is_none() && part.upper == *shape);
                    let shape = self.ints(shape)?;
                    let buffer = self.builder.buffer(name, scalar_type(base));
                    let count = self.count(&shape)?;
                    let length = self.builder.read(count);
                    self.builder.push(StatementKind::Allocate {
                        buffer,
                        length,
                        fill: Fill::Undefined,
                    });
                    if !covered {
                        let position = self.index_variable("position");
                        let (from, to) = (self.builder.index(0), self.builder.read(count));
                        let body = self.builder.open_block();
                        let (at, value) = (self.builder.read(position), self.scalar(default)?);
                        self.builder.store(buffer, at, value);
                        self.close_for(body, position, from, to);
                    }
                    Sink::Array { buffer, shape }
                }
                Operation::Modarray { array } => {
                    let (source, shape) = self.array(array)?;
                    let buffer = self.builder.buffer(name, scalar_type(base));
                    self.builder.push(StatementKind::Copy { target: buffer, source });
                    Sink::Array { buffer, shape }
                }
                Operation::Fold { prim, neutral } => {
                    let variable = self.builder.variable(name, scalar_type(base));
                    let value = self.scalar(neutral)?;
                    self.builder.assign(variable, value);
                    Sink::Fold { variable, prim: *prim, base }
                }
            });
        }
        for part in &with.parts {
            self.part(part, with, &sinks)?;
        }
        for (&result, sink) in statement.results.iter().zip(sinks) {
            self.homes[result] = Some(match sink {
                Sink::Array { buffer, shape } => Home::Array { buffer, shape },
                Sink::Fold { variable, .. } => Home::Scalar(variable),
            });
        }
        Ok(())
    }

    fn part(&mut self, part: &Part, with: &With, sinks: &[Sink]) -> Lowered<()> {
        let upper = self.ints(&part.upper)?;
        let lower = match &part.lower {
            Some(lower) => Some(self.ints(lower)?),
            None => None,
        };
        match (upper, lower) {
            (Ints::Known(upper), None) => {
                let lower = vec![Atom::Constant(0); upper.len()];
                self.nest(part, &lower, &upper, sinks)
            }
            (Ints::Known(upper), Some(Ints::Known(lower))) => {
                self.nest(part, &lower, &upper, sinks)
            }
            (Ints::Buffer(upper), None) => {
                let whole = with.operations.iter().all(|operation| match operation {
                    Operation::Genarray { shape, .. } => *shape == part.upper,
                    Operation::Modarray { array } => self
                        .source
                        .attributes_of(array)
                        .is_some_and(|attributes| attributes.shape == part.upper),
                    Operation::Fold { .. } => true,
                });
                if !whole {
                    return self.limit("a part of an array of unknown rank");
                }
                if self.is_flat(&part.body, &part.index, &part.upper) {
                    self.flat(part, upper, sinks)
                } else {
                    self.counted(part, upper, sinks)
                }
            }
            _ => self.limit("a lower bound for arrays of unknown rank"),
        }
    }

    /// Loops over known axes, the one whose elements lie next to each other innermost.
    fn nest(&mut self, part: &Part, lower: &[Atom], upper: &[Atom], sinks: &[Sink]) -> Lowered<()> {
        let variables: Vec<VariableId> =
            (0..upper.len()).map(|axis| self.index_variable(&format!("i{axis}"))).collect();
        // Folds combine in the order of the indices; arrays may be filled in any order.
        let ordered = sinks.iter().any(|sink| matches!(sink, Sink::Fold { .. }));
        let mut order: Vec<usize> = (0..upper.len()).collect();
        if self.module.layout == ir::Layout::ColumnMajor && !ordered {
            order.reverse();
        }
        let mut open = Vec::new();
        for &axis in &order {
            let (from, to) = (self.atom(lower[axis]), self.atom(upper[axis]));
            open.push((self.builder.open_block(), variables[axis], from, to));
        }
        let index: Vec<Atom> = variables.iter().map(|&variable| Atom::Variable(variable)).collect();
        match &part.index {
            Index::Vector(value) => self.homes[*value] = Some(Home::Elements(index.clone())),
            Index::Scalars(values) => {
                for (&value, &variable) in values.iter().zip(&variables) {
                    self.homes[value] = Some(Home::Scalar(variable));
                }
            }
        }
        self.block(&part.body)?;
        for (sink, result) in sinks.iter().zip(&part.body.results) {
            let at = match sink {
                Sink::Array { shape: Ints::Known(extents), .. } => {
                    Some(self.known_offset(&index, &extents.clone())?)
                }
                Sink::Array { shape: Ints::Buffer(_), .. } => {
                    return self.limit("a range of known rank in an array of unknown rank");
                }
                Sink::Fold { .. } => None,
            };
            self.fill(sink, at, result)?;
        }
        for (body, variable, from, to) in open.into_iter().rev() {
            self.close_for(body, variable, from, to);
        }
        Ok(())
    }

    fn fill(&mut self, sink: &Sink, at: Option<ExprId>, result: &Operand) -> Lowered<()> {
        let value = self.scalar(result)?;
        match (sink, at) {
            (Sink::Array { buffer, .. }, Some(at)) => self.builder.store(*buffer, at, value),
            (Sink::Fold { variable, prim, base }, _) => {
                let before = self.builder.read(*variable);
                let combined = self.combine(*prim, *base, before, value)?;
                self.builder.assign(*variable, combined);
            }
            (Sink::Array { .. }, None) => return self.limit("an element without a place"),
        }
        Ok(())
    }

    /// Whether a body uses its index only to select from arrays of the loop's shape.
    fn is_flat(&self, body: &Block, index: &Index, shape: &Operand) -> bool {
        let Index::Vector(own) = index else { return false };
        // Elements lie in the order of the layout, and the order of a fold is that of the indices.
        let own = Operand::Value(*own);
        let mut flat = true;
        ir::for_each_block(body, &mut |block| {
            for statement in &block.statements {
                match &statement.op {
                    Op::Sel { index, array } if *index == own => {
                        flat &= *array != own
                            && self
                                .source
                                .attributes_of(array)
                                .is_some_and(|attributes| attributes.shape == *shape);
                    }
                    other => flat &= other.operands().into_iter().all(|operand| *operand != own),
                }
            }
            flat &= !block.results.contains(&own);
        });
        flat
    }

    /// One loop over all elements.
    fn flat(&mut self, part: &Part, upper: BufferId, sinks: &[Sink]) -> Lowered<()> {
        if self.module.layout == ir::Layout::ColumnMajor
            && sinks.iter().any(|sink| matches!(sink, Sink::Fold { .. }))
        {
            return self.limit("a fold over an array of unknown rank in column-major order");
        }
        let count = self.count(&Ints::Buffer(upper))?;
        let position = self.index_variable("position");
        let (from, to) = (self.builder.index(0), self.builder.read(count));
        let body = self.builder.open_block();
        if let Index::Vector(value) = &part.index {
            self.homes[*value] = Some(Home::Flat { position, shape: part.upper.clone() });
        }
        self.block(&part.body)?;
        for (sink, result) in sinks.iter().zip(&part.body.results) {
            let at = self.builder.read(position);
            self.fill(sink, Some(at), result)?;
        }
        self.close_for(body, position, from, to);
        Ok(())
    }

    /// A loop over all elements that counts an index vector up, the last axis fastest.
    fn counted(&mut self, part: &Part, upper: BufferId, sinks: &[Sink]) -> Lowered<()> {
        let Index::Vector(value) = &part.index else {
            return self.limit("names for an index of unknown length");
        };
        let index = self.builder.buffer("index", crate::loops::ScalarType::Index);
        let length = self.builder.length(upper);
        let rank = Atom::Variable(self.store_index("rank", length));
        let length = self.atom(rank);
        self.builder.push(StatementKind::Allocate { buffer: index, length, fill: Fill::Zero });
        self.homes[*value] = Some(Home::Array { buffer: index, shape: Ints::Known(vec![rank]) });
        let count = self.count(&Ints::Buffer(upper))?;
        let position = self.index_variable("position");
        let (from, to) = (self.builder.index(0), self.builder.read(count));
        let body = self.builder.open_block();
        self.block(&part.body)?;
        for (sink, result) in sinks.iter().zip(&part.body.results) {
            let at = match sink {
                Sink::Array { shape, .. } => {
                    Some(self.offset(&Operand::Value(*value), &shape.clone())?)
                }
                Sink::Fold { .. } => None,
            };
            self.fill(sink, at, result)?;
        }
        self.count_up(index, upper)?;
        self.close_for(body, position, from, to);
        Ok(())
    }

    /// The next index: the last axis that is not at its end goes on, those behind it start again.
    fn count_up(&mut self, index: BufferId, upper: BufferId) -> Lowered<()> {
        let length = self.builder.length(index);
        let axis = self.store_index("axis", length);
        let (left, zero) = (self.builder.read(axis), self.builder.index(0));
        let more = self.builder.binary(BinaryOp::Greater, left, zero);
        let more = self.typed(more)?;
        let body = self.builder.open_block();
        self.step(axis, BinaryOp::Subtract)?;
        let next = self.index_variable("next");
        let at = self.builder.read(axis);
        let load = self.builder.load(index, at);
        let load = self.typed(load)?;
        self.builder.assign(next, load);
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
        let (at, zero) = (self.builder.read(axis), self.builder.index(0));
        self.builder.store(index, at, zero);
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
