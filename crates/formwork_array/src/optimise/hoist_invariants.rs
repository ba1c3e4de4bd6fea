//! `hoist-invariants`: what a with-loop or a loop computes anew each time, though it is
//! always the same, is computed once before it.

use rustc_hash::FxHashSet;

use super::purity::is_pure;
use crate::ir::{
    Block, Function, Index, Module, Op, Operand, Operation, Statement, ValueId, With,
    for_each_definition,
};

/// Moves invariant computations out of loops.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut visible: FxHashSet<ValueId> = function.parameters.iter().copied().collect();
    let changes = hoist(module, function, &mut body, &mut visible);
    function.body = body;
    changes
}

fn hoist(
    module: &Module,
    function: &Function,
    block: &mut Block,
    visible: &mut FxHashSet<ValueId>,
) -> usize {
    let mut changes = 0;
    let mut out: Vec<Statement> = Vec::with_capacity(block.statements.len());
    let mut added: Vec<ValueId> = Vec::new();
    for mut statement in std::mem::take(&mut block.statements) {
        let inner_values = statement.op.inner_values();
        let is_loop = matches!(statement.op, Op::With(_) | Op::Loop(_));
        // Inner loops first, so that what leaves them can leave this one, too.
        visible.extend(&inner_values);
        for inner in statement.op.blocks_mut() {
            changes += hoist(module, function, inner, visible);
        }
        for value in &inner_values {
            visible.remove(value);
        }
        if is_loop {
            let mut moved = Vec::new();
            for inner in statement.op.blocks_mut() {
                take_invariants(module, function, inner, visible, &mut moved, &mut added);
            }
            changes += moved.len();
            out.extend(moved);
        }
        visible.extend(&statement.results);
        added.extend(&statement.results);
        out.push(statement);
    }
    for value in added {
        visible.remove(&value);
    }
    block.statements = out;
    changes
}

fn take_invariants(
    module: &Module,
    function: &Function,
    block: &mut Block,
    visible: &mut FxHashSet<ValueId>,
    moved: &mut Vec<Statement>,
    added: &mut Vec<ValueId>,
) {
    block.statements.retain_mut(|statement| {
        let movable = is_safe_anywhere(function, &statement.op)
            && is_pure(module, function, &statement.op)
            && uses_only(function, statement, visible);
        if movable {
            visible.extend(&statement.results);
            added.extend(&statement.results);
            moved.push(statement.clone());
        }
        !movable
    });
}

/// Whether an operation means something wherever its operands are in sight. Where a
/// check was dropped because it was sure to pass inside a loop, it need not be sure
/// to pass before the loop, which may not run at all.
fn is_safe_anywhere(function: &Function, op: &Op) -> bool {
    match op {
        Op::Copy(_) | Op::Dim(_) | Op::Shape(_) | Op::Bind { .. } => true,
        Op::Prim(prim, operands) => match operands.as_slice() {
            [left, right] if prim.needs_divisor(function.type_of(left).base) => right
                .constant()
                .and_then(|constant| constant.as_scalar())
                .is_some_and(|divisor| divisor.as_integer() != Some(0)),
            _ => true,
        },
        Op::Vector(elements) => elements.iter().all(|element| function.is_scalar(element)),
        Op::Sel { index, array } => {
            let shape =
                function.attributes_of(array).and_then(|attributes| attributes.shape.as_ints());
            match (index.as_ints(), shape) {
                (Some(index), Some(shape)) => crate::ir::index_within(&index, &shape),
                _ => false,
            }
        }
        Op::With(with) => is_safe_fold(function, with),
        Op::Modarray { .. }
        | Op::Reshape { .. }
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => false,
    }
}

/// Whether a with-loop only folds elements of arrays, each over its whole shape, so that no
/// check stands behind its selections. New arrays stay where they are used: there they may
/// never be made.
fn is_safe_fold(function: &Function, with: &With) -> bool {
    let folds = with.operations.iter().all(|operation| match operation {
        Operation::Fold { .. } => true,
        Operation::Genarray { .. } | Operation::Modarray { .. } => false,
    });
    folds
        && with.parts.iter().all(|part| {
            let Index::Vector(own) = part.index else { return false };
            let is_safe = |op: &Op| match op {
                Op::Sel { index, array } if *index == Operand::Value(own) => function
                    .attributes_of(array)
                    .is_some_and(|attributes| attributes.shape == part.upper),
                op => op.blocks().is_empty() && is_safe_anywhere(function, op),
            };
            part.lower.is_none()
                && part.body.statements.iter().all(|statement| is_safe(&statement.op))
        })
}

fn uses_only(function: &Function, statement: &Statement, visible: &FxHashSet<ValueId>) -> bool {
    let is_visible =
        |operand: &Operand| operand.value().is_none_or(|value| visible.contains(&value));
    let mut inner_visible = true;
    if let Op::With(with) = &statement.op {
        for part in &with.parts {
            let mut own: FxHashSet<ValueId> = part.index.values().iter().copied().collect();
            for_each_definition(&part.body, &mut |value| {
                own.insert(value);
            });
            let seen = |operand: &Operand| {
                is_visible(operand) || operand.value().is_some_and(|value| own.contains(&value))
            };
            for inner in &part.body.statements {
                inner_visible &= inner.op.operands().into_iter().all(seen);
                let attributes = inner.results.iter().chain(part.index.values());
                inner_visible &= attributes
                    .filter_map(|&value| function.values[value].attributes.as_ref())
                    .all(|attributes| seen(&attributes.rank) && seen(&attributes.shape));
            }
            inner_visible &= part.body.results.iter().all(seen);
        }
    }
    inner_visible
        && statement.op.operands().into_iter().all(is_visible)
        && statement.results.iter().all(|&result| {
            function.values[result].attributes.as_ref().is_none_or(|attributes| {
                is_visible(&attributes.rank) && is_visible(&attributes.shape)
            })
        })
}
