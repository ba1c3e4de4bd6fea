//! `simplify-loops`: what a loop carries but never changes is not carried, and the shape of
//! a carried array that keeps its shape is known before the loop.

use super::rewrite::rewrite_all;
use crate::ir::{Function, Module, Op, Operand, Statement, ValueId};

/// Simplifies loops and branches.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, defs, mut statement, out| {
        let place = statement.place;
        match &mut statement.op {
            Op::Loop(repeat) => {
                let mut kept = Vec::new();
                let mut copies: Vec<(ValueId, ValueId, Operand)> = Vec::new();
                for (number, ((carried, first), next)) in
                    repeat.carried.iter().zip(&repeat.body.results).enumerate()
                {
                    let unchanged = defs.resolve(next) == Operand::Value(*carried) || next == first;
                    if unchanged {
                        copies.push((*carried, statement.results[number], first.clone()));
                    } else {
                        kept.push(number);
                    }
                }
                let mut changed = !copies.is_empty();
                for (carried, result, first) in &copies {
                    // The carried name stays, as a copy in front of the loop.
                    out.push(Statement::one(*carried, Op::Copy(first.clone()), place));
                    function.values[*carried].attributes = function.attributes_of(first);
                    function.values[*result].attributes = function.attributes_of(first);
                }
                if changed {
                    let mut number = 0;
                    repeat.carried.retain(|_| {
                        number += 1;
                        kept.contains(&(number - 1))
                    });
                    repeat.body.results =
                        kept.iter().map(|&at| repeat.body.results[at].clone()).collect();
                    let results = kept.iter().map(|&at| statement.results[at]).collect();
                    statement.results = results;
                }
                changed |= keep_shapes(function, defs, &mut statement);
                out.push(statement);
                for (_, result, first) in copies {
                    out.push(Statement::one(result, Op::Copy(first), place));
                }
                changed
            }
            Op::If { condition: _, then, otherwise } => {
                let mut changed = false;
                for (number, &result) in statement.results.iter().enumerate() {
                    let (left, right) = (&then.results[number], &otherwise.results[number]);
                    changed |= share_attributes(
                        function,
                        defs,
                        result,
                        left,
                        right,
                        &[&*then, &*otherwise],
                    );
                }
                out.push(statement);
                changed
            }
            _ => {
                out.push(statement);
                false
            }
        }
    })
}

fn defined_inside(block: &crate::ir::Block, operand: &Operand) -> bool {
    let mut found = false;
    crate::ir::for_each_definition(block, &mut |value| found |= *operand == Operand::Value(value));
    found
}

/// What both branches give has the attributes that both have.
fn share_attributes(
    function: &mut Function,
    defs: &super::defs::Defs,
    result: ValueId,
    left: &Operand,
    right: &Operand,
    blocks: &[&crate::ir::Block],
) -> bool {
    if function.values[result].attributes.is_some() {
        return false;
    }
    let (Some(left), Some(right)) = (function.attributes_of(left), function.attributes_of(right))
    else {
        return false;
    };
    let inside = |operand: &Operand| blocks.iter().any(|block| defined_inside(block, operand));
    if inside(&left.rank)
        || inside(&left.shape)
        || !defs.same(&left.rank, &right.rank)
        || !defs.same(&left.shape, &right.shape)
    {
        return false;
    }
    function.values[result].attributes = Some(left);
    true
}

/// A carried array whose next value has the extents of the carried one, or those of the
/// first, has the shape of the first throughout.
fn keep_shapes(
    function: &mut Function,
    defs: &super::defs::Defs,
    statement: &mut Statement,
) -> bool {
    let Op::Loop(repeat) = &statement.op else { return false };
    let mut changed = false;
    for (number, ((carried, first), next)) in
        repeat.carried.iter().zip(&repeat.body.results).enumerate()
    {
        let (Some(first), Some(next)) =
            (function.attributes_of(first), function.attributes_of(next))
        else {
            continue;
        };
        let is_own = |shape: &Operand| match defs.resolved_op(shape) {
            Some(Op::Shape(array)) => defs.resolve(array) == Operand::Value(*carried),
            _ => false,
        };
        // A shape taken apart stays if each of its extents does.
        let first_elements = defs.elements(&first.shape);
        let stays = |axis: usize, element: &Operand| {
            let is_own = match defs.resolved_op(element) {
                Some(Op::Sel { index, array }) => {
                    index.as_ints() == Some(vec![axis as i64]) && is_own(array)
                }
                _ => false,
            };
            let firsts = first_elements.as_ref().and_then(|elements| elements.get(axis));
            is_own || firsts.is_some_and(|first| defs.same(first, element))
        };
        let elements_stay = defs.elements(&next.shape).is_some_and(|elements| {
            !elements.is_empty()
                && elements.iter().enumerate().all(|(axis, element)| stays(axis, element))
        });
        if !(is_own(&next.shape) || elements_stay || defs.same(&first.shape, &next.shape)) {
            continue;
        }
        for value in [*carried, statement.results[number]] {
            if function.values[value].attributes.is_none() {
                function.values[value].attributes = Some(first.clone());
                changed = true;
            }
        }
    }
    changed
}
