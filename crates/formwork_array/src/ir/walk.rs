//! Ways through operations: their operands, their blocks, what they define; and
//! copies of blocks with values of their own.

use rustc_hash::FxHashMap;

use super::function::Function;
use super::ids::ValueId;
use super::op::{Block, Condition, Index, Op, Operand, Operation, Statement};

impl Condition {
    /// Its operands.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            Condition::True(a) | Condition::NonNegative(a) | Condition::NonZero(a) => vec![a],
            Condition::IndexWithin { index: a, shape: b }
            | Condition::ShapesEqual(a, b)
            | Condition::CountsEqual(a, b)
            | Condition::Length(a, b) => vec![a, b],
            Condition::RangeWithin { lower, upper, shape } => {
                lower.iter().chain([upper, shape]).collect()
            }
        }
    }

    /// Its operands, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Condition::True(a) | Condition::NonNegative(a) | Condition::NonZero(a) => vec![a],
            Condition::IndexWithin { index: a, shape: b }
            | Condition::ShapesEqual(a, b)
            | Condition::CountsEqual(a, b)
            | Condition::Length(a, b) => vec![a, b],
            Condition::RangeWithin { lower, upper, shape } => {
                lower.iter_mut().chain([upper, shape]).collect()
            }
        }
    }
}

impl Operation {
    /// Its operands.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            Operation::Genarray { shape, default } => vec![shape, default],
            Operation::Modarray { array } => vec![array],
            Operation::Fold { prim: _, neutral } => vec![neutral],
        }
    }

    /// Its operands, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Operation::Genarray { shape, default } => vec![shape, default],
            Operation::Modarray { array } => vec![array],
            Operation::Fold { prim: _, neutral } => vec![neutral],
        }
    }
}

impl Op {
    /// The operands of the operation itself, not those inside its blocks.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            Op::Copy(a) | Op::Dim(a) | Op::Shape(a) => vec![a],
            Op::Prim(_, operands) | Op::Vector(operands) => operands.iter().collect(),
            Op::Sel { index, array } => vec![index, array],
            Op::Modarray { array, index, value } => vec![array, index, value],
            Op::Reshape { shape, array } => vec![shape, array],
            Op::Bind { rank, shape, array } => vec![rank, shape, array],
            Op::With(with) => {
                let mut operands = Vec::new();
                for part in &with.parts {
                    operands.extend(part.lower.as_ref());
                    operands.push(&part.upper);
                }
                operands.extend(with.operations.iter().flat_map(Operation::operands));
                operands
            }
            Op::Call { function: _, arguments }
            | Op::Dispatch { targets: _, arguments, message: _, place: _ }
            | Op::Extern { callee: _, arguments } => arguments.iter().collect(),
            Op::If { condition, then: _, otherwise: _ } => vec![condition],
            Op::Loop(repeat) => repeat.carried.iter().map(|(_, first)| first).collect(),
            Op::Guard { check, value } => {
                let mut operands = check.condition.operands();
                operands.extend(value.as_ref());
                operands
            }
        }
    }

    /// The operands of the operation itself, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Op::Copy(a) | Op::Dim(a) | Op::Shape(a) => vec![a],
            Op::Prim(_, operands) | Op::Vector(operands) => operands.iter_mut().collect(),
            Op::Sel { index, array } => vec![index, array],
            Op::Modarray { array, index, value } => vec![array, index, value],
            Op::Reshape { shape, array } => vec![shape, array],
            Op::Bind { rank, shape, array } => vec![rank, shape, array],
            Op::With(with) => {
                let mut operands = Vec::new();
                for part in &mut with.parts {
                    operands.extend(part.lower.as_mut());
                    operands.push(&mut part.upper);
                }
                operands.extend(with.operations.iter_mut().flat_map(Operation::operands_mut));
                operands
            }
            Op::Call { function: _, arguments }
            | Op::Dispatch { targets: _, arguments, message: _, place: _ }
            | Op::Extern { callee: _, arguments } => arguments.iter_mut().collect(),
            Op::If { condition, then: _, otherwise: _ } => vec![condition],
            Op::Loop(repeat) => repeat.carried.iter_mut().map(|(_, first)| first).collect(),
            Op::Guard { check, value } => {
                let mut operands = check.condition.operands_mut();
                operands.extend(value.as_mut());
                operands
            }
        }
    }

    /// The blocks of the operation.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Op::With(with) => with.parts.iter().map(|part| &part.body).collect(),
            Op::If { condition: _, then, otherwise } => vec![then, otherwise],
            Op::Loop(repeat) => vec![&repeat.condition, &repeat.body],
            Op::Copy(_)
            | Op::Prim(..)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Sel { .. }
            | Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::Vector(_)
            | Op::Bind { .. }
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Guard { .. }
            | Op::Extern { .. } => Vec::new(),
        }
    }

    /// The blocks of the operation, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Op::With(with) => with.parts.iter_mut().map(|part| &mut part.body).collect(),
            Op::If { condition: _, then, otherwise } => vec![then, otherwise],
            Op::Loop(repeat) => vec![&mut repeat.condition, &mut repeat.body],
            Op::Copy(_)
            | Op::Prim(..)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Sel { .. }
            | Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::Vector(_)
            | Op::Bind { .. }
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Guard { .. }
            | Op::Extern { .. } => Vec::new(),
        }
    }

    /// The values that the operation defines for its blocks: indices and carried values.
    pub fn inner_values(&self) -> Vec<ValueId> {
        match self {
            Op::With(with) => {
                with.parts.iter().flat_map(|part| part.index.values()).copied().collect()
            }
            Op::Loop(repeat) => repeat.carried.iter().map(|(value, _)| *value).collect(),
            Op::Copy(_)
            | Op::Prim(..)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Sel { .. }
            | Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::Vector(_)
            | Op::Bind { .. }
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Guard { .. }
            | Op::Extern { .. }
            | Op::If { .. } => Vec::new(),
        }
    }
}

/// Calls `visit` on the block and all blocks inside it, outer ones first.
pub fn for_each_block(block: &Block, visit: &mut impl FnMut(&Block)) {
    visit(block);
    for statement in &block.statements {
        for inner in statement.op.blocks() {
            for_each_block(inner, visit);
        }
    }
}

/// Calls `visit` on the block and all blocks inside it, inner ones first.
pub fn for_each_block_mut(block: &mut Block, visit: &mut impl FnMut(&mut Block)) {
    for statement in &mut block.statements {
        for inner in statement.op.blocks_mut() {
            for_each_block_mut(inner, visit);
        }
    }
    visit(block);
}

/// Calls `visit` on every value that the block defines, inner blocks included.
pub fn for_each_definition(block: &Block, visit: &mut impl FnMut(ValueId)) {
    for_each_block(block, &mut |block| {
        for statement in &block.statements {
            statement.results.iter().copied().for_each(&mut *visit);
            statement.op.inner_values().into_iter().for_each(&mut *visit);
        }
    });
}

/// What stands for what.
pub type Renaming = FxHashMap<ValueId, Operand>;

/// Replaces an operand by what stands for it. Once only: what stands for it may be a
/// value of another function.
fn rename(operand: &mut Operand, renaming: &Renaming) {
    if let Some(other) = operand.value().and_then(|value| renaming.get(&value)) {
        *operand = other.clone();
    }
}

/// Copies a block of `source`, or of `target` itself, into `target`: values defined
/// inside it become new ones, the others are replaced as `renaming` says.
pub fn copy_block(
    source: Option<&Function>,
    block: &Block,
    target: &mut Function,
    renaming: &mut Renaming,
    adapt: &dyn Fn(&mut super::ValueData),
) -> Block {
    let mut statements = Vec::with_capacity(block.statements.len());
    for statement in &block.statements {
        let mut op = statement.op.clone();
        for operand in op.operands_mut() {
            rename(operand, renaming);
        }
        copy_inside(source, &mut op, target, renaming, adapt);
        let results = statement
            .results
            .iter()
            .map(|&value| copy_value(source, value, target, renaming, adapt));
        let results = results.collect();
        statements.push(Statement { results, op, place: statement.place });
    }
    let mut results = block.results.clone();
    for result in &mut results {
        rename(result, renaming);
    }
    Block { statements, results }
}

fn copy_inside(
    source: Option<&Function>,
    op: &mut Op,
    target: &mut Function,
    renaming: &mut Renaming,
    adapt: &dyn Fn(&mut super::ValueData),
) {
    match op {
        Op::With(with) => {
            for part in &mut with.parts {
                match &mut part.index {
                    Index::Vector(value) => {
                        *value = copy_value(source, *value, target, renaming, adapt);
                    }
                    Index::Scalars(values) => {
                        for value in values {
                            *value = copy_value(source, *value, target, renaming, adapt);
                        }
                    }
                }
                part.body = copy_block(source, &part.body, target, renaming, adapt);
            }
            // Who holds an array is another question at another place.
            with.reuse.iter_mut().for_each(|reuse| *reuse = None);
        }
        Op::Loop(repeat) => {
            for (value, _) in &mut repeat.carried {
                *value = copy_value(source, *value, target, renaming, adapt);
            }
            repeat.condition = copy_block(source, &repeat.condition, target, renaming, adapt);
            repeat.body = copy_block(source, &repeat.body, target, renaming, adapt);
        }
        Op::If { condition: _, then, otherwise } => {
            *then = copy_block(source, then, target, renaming, adapt);
            *otherwise = copy_block(source, otherwise, target, renaming, adapt);
        }
        Op::Copy(_)
        | Op::Prim(..)
        | Op::Dim(_)
        | Op::Shape(_)
        | Op::Sel { .. }
        | Op::Modarray { .. }
        | Op::Reshape { .. }
        | Op::Vector(_)
        | Op::Bind { .. }
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::Guard { .. }
        | Op::Extern { .. } => {}
    }
}

fn copy_value(
    source: Option<&Function>,
    value: ValueId,
    target: &mut Function,
    renaming: &mut Renaming,
    adapt: &dyn Fn(&mut super::ValueData),
) -> ValueId {
    let mut data =
        source.map_or_else(|| target.values[value].clone(), |source| source.values[value].clone());
    if let Some(attributes) = &mut data.attributes {
        rename(&mut attributes.rank, renaming);
        rename(&mut attributes.shape, renaming);
    }
    adapt(&mut data);
    let copy = target.values.push(data);
    renaming.insert(value, Operand::Value(copy));
    copy
}
