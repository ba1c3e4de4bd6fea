//! `propagate-copies`: where a value is a copy of an operand, the operand is used instead.
//! Of two names the better one stays.

use rustc_hash::FxHashMap;

use crate::ir::{Block, Function, Module, NameOrigin, Op, Operand, ValueId};

/// Replaces copies by what they copy.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let mut copies: FxHashMap<ValueId, Operand> = FxHashMap::default();
    let mut body = std::mem::take(&mut function.body);
    collect(&mut body, &mut copies);
    if copies.is_empty() {
        function.body = body;
        return 0;
    }
    let resolve = |operand: &mut Operand| {
        while let Some(next) = operand.value().and_then(|value| copies.get(&value)) {
            *operand = next.clone();
        }
    };
    let mut order: Vec<ValueId> = copies.keys().copied().collect();
    order.sort_unstable();
    for copy in order {
        let mut source = Operand::Value(copy);
        resolve(&mut source);
        if let Operand::Value(source) = source {
            merge(function, copy, source);
        }
    }
    replace(&mut body, &resolve);
    for data in function.values.values_mut() {
        if let Some(attributes) = &mut data.attributes {
            resolve(&mut attributes.rank);
            resolve(&mut attributes.shape);
        }
    }
    function.body = body;
    copies.len()
}

fn collect(block: &mut Block, copies: &mut FxHashMap<ValueId, Operand>) {
    block.statements.retain_mut(|statement| {
        for inner in statement.op.blocks_mut() {
            collect(inner, copies);
        }
        match (&statement.op, statement.results.as_slice()) {
            (Op::Copy(operand), [result]) => {
                copies.insert(*result, operand.clone());
                false
            }
            _ => true,
        }
    });
}

/// What is known of a copy is known of its source, as far as it is known there:
/// constants are known everywhere.
fn merge(function: &mut Function, copy: ValueId, source: ValueId) {
    let from = function.values[copy].clone();
    let parameter = function.parameters.contains(&source);
    let into = &mut function.values[source];
    let better =
        from.origin > into.origin && (!parameter || into.name.trim_end_matches('\'') == from.name);
    if better && !from.name.is_empty() {
        into.name = from.name;
        into.origin = if parameter { NameOrigin::Source } else { from.origin };
    }
    if from.ty.class.is_below(&into.ty.class) && !parameter {
        into.ty = from.ty;
    }
    if let (Some(from), Some(into)) = (&from.attributes, &mut into.attributes) {
        if from.rank.constant().is_some() && into.rank.constant().is_none() {
            into.rank = from.rank.clone();
        }
        if from.shape.constant().is_some() && into.shape.constant().is_none() {
            into.shape = from.shape.clone();
        }
    }
}

fn replace(block: &mut Block, resolve: &dyn Fn(&mut Operand)) {
    for statement in &mut block.statements {
        statement.op.operands_mut().into_iter().for_each(resolve);
        if let Op::With(with) = &mut statement.op {
            with.reuse.iter_mut().for_each(|reuse| *reuse = None);
        }
        for inner in statement.op.blocks_mut() {
            replace(inner, resolve);
        }
    }
    block.results.iter_mut().for_each(resolve);
}
