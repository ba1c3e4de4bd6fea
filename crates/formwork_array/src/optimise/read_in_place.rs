//! `read-in-place`: what a with-loop reads at the place that it computes is read by the index
//! of the with-loop itself, however the place is written, so that everybody sees that it is
//! the same one.
//!
//! The guards of what the place was written with stay where they are, but nothing holds the
//! reading behind them any more: this runs where no with-loop is moved any more.

use rustc_hash::FxHashSet;

use super::defs::Defs;
use super::places::Here;
use crate::ir::{
    Attributes, BaseType, Block, Function, Index, Module, Op, Operand, Part, ShapeClass, Statement,
    Type, ValueId, for_each_block, for_each_block_mut,
};

/// Uses the indices of with-loops.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    let changes = walk(function, &mut defs, &mut body);
    function.body = body;
    changes
}

fn walk(function: &mut Function, defs: &mut Defs, block: &mut Block) -> usize {
    let mut changes = 0;
    for statement in &mut block.statements {
        defs.record_inside(function, &statement.op);
        for inner in statement.op.blocks_mut() {
            changes += walk(function, defs, inner);
        }
        if let Op::With(with) = &mut statement.op {
            for part in &mut with.parts {
                changes += use_index(function, defs, part);
            }
        }
        defs.record(statement);
    }
    changes
}

/// Replaces the indices of a part's selections that are the part's index.
fn use_index(function: &mut Function, defs: &Defs, part: &mut Part) -> usize {
    let here = Here::of(function, defs, part);
    let mut found: FxHashSet<ValueId> = FxHashSet::default();
    for_each_block(&part.body, &mut |block| {
        for statement in &block.statements {
            if let Op::Sel { index, array: _ } = &statement.op
                && !is_plain(defs, &part.index, index)
                && here.is_own(index)
            {
                found.extend(&statement.results);
            }
        }
    });
    if found.is_empty() {
        return 0;
    }
    let own = match &part.index {
        Index::Vector(own) => *own,
        Index::Scalars(values) => written_out(function, values, &mut part.body),
    };
    for_each_block_mut(&mut part.body, &mut |block| {
        for statement in &mut block.statements {
            if let Op::Sel { index, array: _ } = &mut statement.op
                && statement.results.iter().any(|result| found.contains(result))
            {
                *index = Operand::Value(own);
            }
        }
    });
    found.len()
}

/// Whether an index is the one of a part as everybody sees.
fn is_plain(defs: &Defs, own: &Index, index: &Operand) -> bool {
    match own {
        Index::Vector(own) => *index == Operand::Value(*own),
        Index::Scalars(values) => defs.elements(index).is_some_and(|elements| {
            elements.len() == values.len()
                && elements.iter().zip(values).all(|(one, &own)| *one == Operand::Value(own))
        }),
    }
}

/// The vector of scalars, at the beginning of a block.
fn written_out(function: &mut Function, values: &[ValueId], body: &mut Block) -> ValueId {
    let length = values.len() as i64;
    let class = ShapeClass::Known(vec![length]);
    let vector = function.temporary(Type { base: BaseType::Int, class });
    function.values[vector].attributes = Some(Attributes::known(&[length]));
    let elements = values.iter().map(|&value| Operand::Value(value)).collect();
    let place = body.statements.first().map(|first| first.place).unwrap_or_default();
    body.statements.insert(0, Statement::one(vector, Op::Vector(elements), place));
    vector
}
