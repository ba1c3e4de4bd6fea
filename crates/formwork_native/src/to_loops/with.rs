//! With-loops.

use formwork_array::ir::{
    self, Block, Index, Op, Operand, Operation, Part, Statement, ValueId, With,
};

use super::cells::Cells;
use super::lowerer::{Lowered, Lowerer};
use super::storage::{Atom, Ints, Storage};
use super::types::scalar_type;
use crate::loops::{BufferId, ExprId, Fill, StatementKind, VariableId};

/// What an operation fills.
pub(super) enum Sink {
    Array {
        buffer: BufferId,
        shape: Ints,
    },
    /// The shape is that of the cells among each other.
    Cells {
        buffer: BufferId,
        shape: Ints,
        cells: Cells,
        inner: Ints,
    },
    Fold {
        variable: VariableId,
        prim: ir::Prim,
        base: ir::BaseType,
    },
}

/// The with-loop that is lowered.
struct Made<'w> {
    op: &'w Op,
    with: &'w With,
    /// Its first result.
    first: ValueId,
    /// Whether nobody reads the elements that it computes.
    is_overwritten: bool,
}

impl Lowerer<'_> {
    pub(super) fn with(&mut self, statement: &Statement, with: &With) -> Lowered<()> {
        let mut sinks = Vec::new();
        // By its first result an operation is found.
        let Some(&first) = statement.results.first() else { return Ok(()) };
        let is_overwritten = self.overwritten.contains(&first) && self.blocked.is_none();
        let of = Made { op: &statement.op, with, first, is_overwritten };
        let mut is_filled = false;
        for (number, (operation, &result)) in
            with.operations.iter().zip(&statement.results).enumerate()
        {
            let data = &self.source.values[result];
            let (name, base) = (data.name.clone(), data.ty.base);
            let sink = match operation {
                Operation::Genarray { shape, default } if !self.source.is_scalar(default) => {
                    let buffer = self.builder.buffer(name, scalar_type(base));
                    self.cell_sink(with, buffer, shape, default)?
                }
                Operation::Genarray { shape, default } => {
                    let reused = self.reused(with, number, (first, base), &filled(&sinks));
                    let outer = self.ints(shape)?;
                    let buffer = match reused {
                        Some(buffer) => buffer,
                        None => {
                            let (buffer, zeroed) = self.new_array(
                                &of,
                                (number, result),
                                (shape, &outer, default),
                                &filled(&sinks),
                            )?;
                            is_filled = zeroed.unwrap_or(is_filled);
                            buffer
                        }
                    };
                    Sink::Array { buffer, shape: outer }
                }
                Operation::Modarray { array } => {
                    let (source, shape) = self.array(array)?;
                    let buffer = match self.reusable_buffer(with, first, array, &filled(&sinks)) {
                        Some(buffer) => buffer,
                        None => {
                            let buffer = self.builder.buffer(name, scalar_type(base));
                            self.builder.push(StatementKind::Copy { target: buffer, source });
                            buffer
                        }
                    };
                    Sink::Array { buffer, shape }
                }
                Operation::Fold { prim, neutral } => {
                    let variable = self.builder.variable(name, scalar_type(base));
                    let value = self.scalar(neutral)?;
                    self.builder.assign(variable, value);
                    Sink::Fold { variable, prim: *prim, base }
                }
            };
            sinks.push(sink);
        }
        if !is_overwritten && !is_filled {
            for part in &with.parts {
                self.part(part, with, (first, &sinks))?;
            }
        }
        for (&result, sink) in statement.results.iter().zip(sinks) {
            let storage = match sink {
                Sink::Array { buffer, shape } => Storage::Array { buffer, shape },
                Sink::Cells { buffer, shape, cells: _, inner } => {
                    let shape = self.joined(&shape, &inner)?;
                    Storage::Array { buffer, shape }
                }
                Sink::Fold { variable, .. } => Storage::Scalar(variable),
            };
            self.set_storage(result, storage);
        }
        Ok(())
    }

    /// The buffer of a new array of scalars that takes over no other array's, with what stands
    /// in it before the parts do; and whether new memory is all there is to it, if it is new.
    fn new_array(
        &mut self,
        of: &Made<'_>,
        (number, result): (usize, ValueId),
        (shape, outer, default): (&Operand, &Ints, &Operand),
        taken: &[BufferId],
    ) -> Lowered<(BufferId, Option<bool>)> {
        let data = &self.source.values[result];
        let (name, element) = (data.name.clone(), scalar_type(data.ty.base));
        let covered = of.is_overwritten || self.is_covered(of.with, shape);
        if let Some(old) = of.with.reuse.get(number).copied().flatten()
            && self.is_part_in_blocks(result)
        {
            // The elements of the other blocks stay as they were.
            let (source, _) = self.array(&Operand::Value(old.source))?;
            let buffer = self.builder.buffer(name, element);
            self.builder.push(StatementKind::Copy { target: buffer, source });
            return Ok((buffer, None));
        }
        let buffer = self
            .preferred_buffer(of.op, of.first, result)
            .filter(|buffer| !taken.contains(buffer))
            .unwrap_or_else(|| self.builder.buffer(name, element));
        if self.is_carried_in_blocks(buffer) {
            return Ok((buffer, None));
        }
        let count = self.count_of(shape, outer)?;
        let zero = zero_everywhere(of.with)
            .filter(|_| !of.is_overwritten && covered && self.blocked.is_none());
        // New memory is zero already.
        let zeroed = zero.is_some();
        let default = zero.or((!covered).then_some(default));
        self.new_elements(buffer, count, default)?;
        Ok((buffer, Some(zeroed)))
    }

    /// A new array whose elements are arrays of the shape of `default`.
    fn cell_sink(
        &mut self,
        with: &With,
        buffer: BufferId,
        shape: &Operand,
        default: &Operand,
    ) -> Lowered<Sink> {
        let outer = self.ints(shape)?;
        let (filled, inner) = self.array(default)?;
        let cells = Cells { outer: self.count_of(shape, &outer)?, inner: self.count(&inner)? };
        self.allocate_cells(buffer, cells)?;
        if !self.is_covered(with, shape) {
            self.fill_cells(buffer, cells, filled)?;
        }
        Ok(Sink::Cells { buffer, shape: outer, cells, inner })
    }

    /// The storage that the optimiser found for a new array, if it is free here, too.
    fn reused(
        &self,
        with: &With,
        number: usize,
        (first, base): (ir::ValueId, ir::BaseType),
        taken: &[BufferId],
    ) -> Option<BufferId> {
        let source = with.reuse.get(number).copied().flatten()?.source;
        let same_type = self.source.values[source].ty.base == base;
        same_type
            .then(|| self.reusable_buffer(with, first, &Operand::Value(source), taken))
            .flatten()
    }

    /// Whether the only part of a with-loop covers the array.
    fn is_covered(&self, with: &With, shape: &Operand) -> bool {
        let [part] = with.parts.as_slice() else { return false };
        part.lower.is_none() && self.is_same_vector(&part.upper, shape)
    }

    /// Whether two vectors are the same one, under whatever name.
    pub(super) fn is_same_vector(&self, left: &Operand, right: &Operand) -> bool {
        left == right
            || match (self.storage(left), self.storage(right)) {
                (
                    Some(Storage::Array { buffer: left, .. }),
                    Some(Storage::Array { buffer: right, .. }),
                ) => left == right,
                (Some(Storage::Elements(left)), Some(Storage::Elements(right))) => left == right,
                _ => false,
            }
    }

    /// So many new elements: a scalar each, or nothing yet.
    fn new_elements(
        &mut self,
        buffer: BufferId,
        count: VariableId,
        filled: Option<&Operand>,
    ) -> Lowered<()> {
        let length = self.builder.read(count);
        let zero = filled.is_some_and(is_zero);
        let fill = if zero { Fill::Zero } else { Fill::Undefined };
        self.builder.push(StatementKind::Allocate { buffer, length, fill });
        if let Some(scalar) = filled.filter(|_| !zero) {
            let position = self.index_variable("position");
            let (from, to) = (self.builder.index(0), self.builder.read(count));
            let body = self.builder.open_block();
            let (at, value) = (self.builder.read(position), self.scalar(scalar)?);
            self.builder.store(buffer, at, value);
            self.close_for(body, position, from, to);
        }
        Ok(())
    }

    fn part(
        &mut self,
        part: &Part,
        with: &With,
        (first, sinks): (ir::ValueId, &[Sink]),
    ) -> Lowered<()> {
        let upper = self.ints(&part.upper)?;
        let lower = match &part.lower {
            Some(lower) => Some(self.ints(lower)?),
            None => None,
        };
        let known_sinks = sinks.iter().all(|sink| match sink {
            Sink::Array { shape: Ints::Known(_), .. }
            | Sink::Cells { shape: Ints::Known(_), .. }
            | Sink::Fold { .. } => true,
            Sink::Array { shape: Ints::Buffer(_), .. }
            | Sink::Cells { shape: Ints::Buffer(_), .. } => false,
        });
        let block = self.block_of(first);
        if let Some((None, start, end)) = block {
            let (start, end) = (self.atom(start), self.atom(end));
            return self.flat(part, (start, end), sinks);
        }
        if let Some((Some(axis), start, end)) = block {
            let (Ints::Known(mut upper), true) = (upper, known_sinks) else {
                return self.limit("a block of a range of unknown rank");
            };
            let mut lower = match lower {
                Some(Ints::Known(lower)) => lower,
                Some(Ints::Buffer(_)) => return self.limit("a block of a range of unknown rank"),
                None => vec![Atom::Constant(0); upper.len()],
            };
            lower[axis] = start;
            upper[axis] = end;
            return self.nest(part, &lower, &upper, sinks);
        }
        if self.is_one_loop(part, with, &upper) {
            let count = self.count_of(&part.upper, &upper)?;
            let (from, to) = (self.builder.index(0), self.builder.read(count));
            return self.flat(part, (from, to), sinks);
        }
        match (&upper, &lower) {
            (Ints::Known(upper), None) if known_sinks => {
                let lower = vec![Atom::Constant(0); upper.len()];
                self.nest(part, &lower, upper, sinks)
            }
            (Ints::Known(upper), Some(Ints::Known(lower))) if known_sinks => {
                self.nest(part, lower, upper, sinks)
            }
            _ => self.counted(part, lower.as_ref(), &upper, sinks),
        }
    }

    /// Whether a part is one loop over all elements in their order: it fills arrays of the
    /// shape of its range, and reads such arrays at its own index only.
    fn is_one_loop(&self, part: &Part, with: &With, upper: &Ints) -> bool {
        let worth_it = match upper {
            Ints::Known(extents) => extents.len() > 1,
            Ints::Buffer(_) => true,
        };
        let fills_whole = with.operations.iter().all(|operation| match operation {
            Operation::Genarray { shape, .. } => self.is_same_vector(shape, &part.upper),
            Operation::Modarray { array } => self
                .source
                .attributes_of(array)
                .is_some_and(|attributes| self.is_same_vector(&attributes.shape, &part.upper)),
            // The order of a fold is that of the indices.
            Operation::Fold { prim, neutral } => {
                self.module.layout == ir::Layout::RowMajor
                    || is_order_free(*prim, self.source.type_of(neutral).base)
            }
        });
        worth_it
            && part.lower.is_none()
            && fills_whole
            && self.is_flat(&part.body, &part.index, &part.upper)
    }

    /// Loops over known axes, the one whose elements lie next to each other innermost, unless
    /// there is one index only along it.
    fn nest(&mut self, part: &Part, lower: &[Atom], upper: &[Atom], sinks: &[Sink]) -> Lowered<()> {
        let variables: Vec<VariableId> =
            (0..upper.len()).map(|axis| self.index_variable(&format!("i{axis}"))).collect();
        // Folds combine in the order of the indices; arrays may be filled in any order.
        let ordered = sinks.iter().any(|sink| match sink {
            Sink::Fold { prim, base, .. } => !is_order_free(*prim, *base),
            Sink::Array { .. } | Sink::Cells { .. } => false,
        });
        let mut order: Vec<usize> = (0..upper.len()).collect();
        if self.module.layout == ir::Layout::ColumnMajor && !ordered {
            order.reverse();
        }
        // A loop of one iteration inside of all others would be all that can be vectorised.
        order.sort_by_key(|&axis| !self.bounds.is_single(part, axis));
        let mut open = Vec::new();
        for &axis in &order {
            let (from, to) = (self.atom(lower[axis]), self.atom(upper[axis]));
            open.push((self.builder.open_block(), variables[axis], from, to));
        }
        let index: Vec<Atom> = variables.iter().map(|&variable| Atom::Variable(variable)).collect();
        match &part.index {
            Index::Vector(value) => self.set_storage(*value, Storage::Elements(index.clone())),
            Index::Scalars(values) => {
                for (&value, &variable) in values.iter().zip(&variables) {
                    self.set_storage(value, Storage::Scalar(variable));
                }
            }
        }
        self.block(&part.body)?;
        for (sink, result) in sinks.iter().zip(&part.body.results) {
            let at = match sink {
                Sink::Array { shape: Ints::Known(extents), .. }
                | Sink::Cells { shape: Ints::Known(extents), .. } => {
                    Some(self.known_offset(&index, &extents.clone())?)
                }
                Sink::Array { shape: Ints::Buffer(_), .. }
                | Sink::Cells { shape: Ints::Buffer(_), .. } => {
                    return self.limit("a range of known rank in an array of unknown rank");
                }
                Sink::Fold { .. } => None,
            };
            self.fill(sink, at, result)?;
        }
        let mut innermost = true;
        for (body, variable, from, to) in open.into_iter().rev() {
            if std::mem::take(&mut innermost) {
                self.close_for_elements(body, variable, from, to);
            } else {
                self.close_for(body, variable, from, to);
            }
        }
        Ok(())
    }

    pub(super) fn fill(
        &mut self,
        sink: &Sink,
        at: Option<ExprId>,
        result: &Operand,
    ) -> Lowered<()> {
        if let (Sink::Cells { buffer, cells, .. }, Some(at)) = (sink, at) {
            let number = self.store_index("cell", at);
            let (source, _) = self.array(result)?;
            return self.put_cell(*buffer, *cells, number, source);
        }
        let value = self.scalar(result)?;
        match (sink, at) {
            (Sink::Array { buffer, .. }, Some(at)) => self.builder.store(*buffer, at, value),
            (Sink::Fold { variable, prim, base }, _) => {
                let combined = match prim {
                    ir::Prim::Min | ir::Prim::Max => {
                        let element = self.builder.variable("element", scalar_type(*base));
                        self.builder.assign(element, value);
                        self.extreme(*prim, *variable, element)?
                    }
                    _ => {
                        let before = self.builder.read(*variable);
                        self.combine(*prim, *base, before, value)?
                    }
                };
                self.builder.assign(*variable, combined);
            }
            (Sink::Array { .. }, None) | (Sink::Cells { .. }, _) => {
                return self.limit("an element without a place");
            }
        }
        Ok(())
    }

    /// Whether a body uses its index only to select from arrays of the loop's shape.
    pub(super) fn is_flat(&self, body: &Block, index: &Index, shape: &Operand) -> bool {
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

    /// One loop over elements as they lie in memory.
    fn flat(&mut self, part: &Part, (from, to): (ExprId, ExprId), sinks: &[Sink]) -> Lowered<()> {
        let position = self.index_variable("position");
        let body = self.builder.open_block();
        if let Index::Vector(value) = &part.index {
            self.set_storage(*value, Storage::Flat { position, shape: part.upper.clone() });
        }
        self.block(&part.body)?;
        for (sink, result) in sinks.iter().zip(&part.body.results) {
            let at = self.builder.read(position);
            self.fill(sink, Some(at), result)?;
        }
        self.close_for_elements(body, position, from, to);
        Ok(())
    }
}

/// The buffers that operations fill.
/// The zero that each element of the only part of a with-loop with one result is.
fn zero_everywhere(with: &With) -> Option<&Operand> {
    let ([_], [part]) = (with.operations.as_slice(), with.parts.as_slice()) else { return None };
    let [result] = part.body.results.as_slice() else { return None };
    (part.body.statements.is_empty() && is_zero(result)).then_some(result)
}

/// Whether a scalar is the zero that fresh memory holds.
fn is_zero(scalar: &Operand) -> bool {
    match scalar.constant().and_then(|one| one.as_scalar()) {
        Some(ir::Scalar::Double(number)) => number.to_bits() == 0,
        Some(known) => known == known.base().zero(),
        None => false,
    }
}

fn filled(sinks: &[Sink]) -> Vec<BufferId> {
    let buffers = sinks.iter().filter_map(|sink| match sink {
        Sink::Array { buffer, .. } | Sink::Cells { buffer, .. } => Some(*buffer),
        Sink::Fold { .. } => None,
    });
    buffers.collect()
}

/// Whether values may be combined in any order.
fn is_order_free(prim: ir::Prim, base: ir::BaseType) -> bool {
    match base {
        ir::BaseType::Int => {
            matches!(prim, ir::Prim::Add | ir::Prim::Mul | ir::Prim::Min | ir::Prim::Max)
        }
        ir::BaseType::Bool => matches!(prim, ir::Prim::And | ir::Prim::Or),
        _ => false,
    }
}
