//! `reuse-storage`: a with-loop whose source dies with it, and whose result has the type and
//! shape of the source, writes its result over the source. That is possible if every element
//! of the source is read for the element in its place only.

use rustc_hash::{FxHashMap, FxHashSet};

use super::defs::{Defs, whole_result};
use crate::ir::{Block, Function, Index, Module, Op, Operand, Reuse, ValueId, With};

/// Finds storage that is free.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    let mut outside: FxHashSet<ValueId> = FxHashSet::default();
    let changes = annotate(function, &mut defs, &mut body, &mut outside);
    function.body = body;
    changes
}

fn annotate(
    function: &Function,
    defs: &mut Defs,
    block: &mut Block,
    outside: &mut FxHashSet<ValueId>,
) -> usize {
    let last = last_uses(block);
    let mut changes = 0;
    for (at, statement) in block.statements.iter_mut().enumerate() {
        defs.record_inside(function, &statement.op);
        let carried = statement.op.inner_values();
        for inner in statement.op.blocks_mut() {
            // What is defined out here is needed again by the next iteration of a loop.
            let mut visible = outside.clone();
            visible.extend(function.parameters.iter().copied());
            visible.extend(last.keys().copied());
            for value in &carried {
                // A carried array is a new one in each iteration.
                visible.remove(value);
            }
            changes += annotate(function, defs, inner, &mut visible);
        }
        if let Op::With(with) = &mut statement.op {
            for (number, &result) in statement.results.iter().enumerate() {
                if with.reuse.get(number) != Some(&None) {
                    continue;
                }
                let found = find_source(function, defs, with, (number, result), |value| {
                    last.get(&value) == Some(&at) && !outside.contains(&value)
                });
                if found.is_some() {
                    with.reuse[number] = found;
                    changes += 1;
                }
            }
        }
        defs.record(statement);
    }
    changes
}

/// The last statement that uses each value; block results are used behind all statements.
fn last_uses(block: &Block) -> FxHashMap<ValueId, usize> {
    let mut last = FxHashMap::default();
    for (at, statement) in block.statements.iter().enumerate() {
        let mut note = |operand: &Operand| {
            if let Operand::Value(value) = operand {
                last.insert(*value, at);
            }
        };
        statement.op.operands().into_iter().for_each(&mut note);
        for inner in statement.op.blocks() {
            crate::ir::for_each_block(inner, &mut |block| {
                block
                    .statements
                    .iter()
                    .flat_map(|statement| statement.op.operands())
                    .for_each(&mut note);
                block.results.iter().for_each(&mut note);
            });
        }
    }
    for result in &block.results {
        if let Operand::Value(value) = result {
            last.insert(*value, block.statements.len());
        }
    }
    last
}

fn find_source(
    function: &Function,
    defs: &Defs,
    with: &With,
    (number, result): (usize, ValueId),
    dies_here: impl Fn(ValueId) -> bool,
) -> Option<Reuse> {
    let (_, index, body) = whole_result(defs, with, number)?;
    let wanted = &function.values[result];
    let shape = &wanted.attributes.as_ref()?.shape;
    if wanted.ty.is_scalar() {
        return None;
    }
    let mut candidates: Vec<ValueId> = Vec::new();
    for statement in &body.statements {
        if let Op::Sel { index: _, array: Operand::Value(array) } = &statement.op {
            candidates.push(*array);
        }
    }
    // Each source is written over by one result.
    let is_taken = |value: ValueId| with.reuse.iter().flatten().any(|one| one.source == value);
    candidates.into_iter().filter(|&value| !is_taken(value)).find_map(|value| {
        let data = &function.values[value];
        let fits = data.ty.base == wanted.ty.base
            && data
                .attributes
                .as_ref()
                .is_some_and(|attributes| defs.same(&attributes.shape, shape));
        // Names for one array: all of them die here, and only this one is read.
        let root = defs.resolve(&Operand::Value(value)).value()?;
        let sure = match defs.op(&Operand::Value(root)) {
            Some(Op::With(_) | Op::Modarray { .. } | Op::Vector(_)) => true,
            Some(_) => return None,
            None => false,
        };
        let alone = dies_here(value) && (root == value || is_name_only(defs, value, root));
        (fits && alone && reads_in_place(defs, body, index, value))
            .then_some(Reuse { source: value, sure: sure && root == value })
    })
}

/// Whether `value` is a parameter under the name that `saabind` gives it.
fn is_name_only(defs: &Defs, value: ValueId, root: ValueId) -> bool {
    matches!(defs.op(&Operand::Value(value)), Some(Op::Bind { array, .. }) if *array == Operand::Value(root))
        && defs.get(&Operand::Value(root)).is_none()
}

fn reads_in_place(defs: &Defs, body: &Block, index: &Index, source: ValueId) -> bool {
    let is_own = |at: &Operand| match index {
        Index::Vector(value) => defs.resolve(at) == Operand::Value(*value),
        Index::Scalars(values) => defs.elements(at).is_some_and(|elements| {
            elements.len() == values.len()
                && elements
                    .iter()
                    .zip(values)
                    .all(|(element, &value)| defs.resolve(element) == Operand::Value(value))
        }),
    };
    let mut in_place = true;
    let source = Operand::Value(source);
    crate::ir::for_each_block(body, &mut |block| {
        for statement in &block.statements {
            match &statement.op {
                Op::Sel { index, array } if *array == source => in_place &= is_own(index),
                other => in_place &= other.operands().into_iter().all(|operand| *operand != source),
            }
        }
        in_place &= !block.results.contains(&source);
    });
    in_place
}
