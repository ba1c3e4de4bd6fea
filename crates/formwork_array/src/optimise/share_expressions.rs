//! `share-expressions`: of equal computations in sight of each other only the first stays.

use rustc_hash::FxHashMap;

use super::purity::is_pure;
use crate::ir::{Block, Function, FunctionId, Module, Op, Operand, Prim, ValueId};

/// What a computation is, so that equal ones are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Prim(Prim, Vec<Operand>),
    Dim(Operand),
    Shape(Operand),
    Sel(Operand, Operand),
    Modarray(Operand, Operand, Operand),
    Reshape(Operand, Operand),
    Vector(Vec<Operand>),
    Bind(Operand, Operand, Operand),
    Call(FunctionId, Vec<Operand>),
}

fn key(op: &Op, guarded: &FxHashMap<ValueId, Operand>) -> Option<Key> {
    // The same value, whichever check it stands behind: the first computation is in sight.
    let unguarded = |operand: &Operand| {
        let mut operand = operand.clone();
        while let Some(next) = operand.value().and_then(|value| guarded.get(&value)) {
            operand = next.clone();
        }
        operand
    };
    Some(match op {
        Op::Prim(prim, operands) => {
            let mut operands: Vec<Operand> = operands.iter().map(unguarded).collect();
            if let ([Operand::Value(left), Operand::Value(right)], true) =
                (operands.as_slice(), prim.commutes())
                && left > right
            {
                operands.swap(0, 1);
            }
            Key::Prim(*prim, operands)
        }
        Op::Dim(array) => Key::Dim(array.clone()),
        Op::Shape(array) => Key::Shape(array.clone()),
        Op::Sel { index, array } => Key::Sel(index.clone(), unguarded(array)),
        Op::Modarray { array, index, value } => {
            Key::Modarray(array.clone(), index.clone(), value.clone())
        }
        Op::Reshape { shape, array } => Key::Reshape(shape.clone(), array.clone()),
        Op::Vector(elements) => Key::Vector(elements.clone()),
        Op::Bind { rank, shape, array } => Key::Bind(rank.clone(), shape.clone(), array.clone()),
        Op::Call { function, arguments } => Key::Call(*function, arguments.clone()),
        Op::Copy(_)
        | Op::With(_)
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => return None,
    })
}

/// Shares equal computations.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut table = FxHashMap::default();
    let mut guarded = FxHashMap::default();
    let changes = share(module, function, &mut body, &mut table, &mut guarded);
    function.body = body;
    changes
}

fn share(
    module: &Module,
    function: &Function,
    block: &mut Block,
    table: &mut FxHashMap<Key, Vec<ValueId>>,
    guarded: &mut FxHashMap<ValueId, Operand>,
) -> usize {
    let mut changes = 0;
    let mut added: Vec<Key> = Vec::new();
    for statement in &mut block.statements {
        for inner in statement.op.blocks_mut() {
            changes += share(module, function, inner, table, guarded);
        }
        if let (Op::Guard { check: _, value: Some(value) }, [result]) =
            (&statement.op, statement.results.as_slice())
        {
            guarded.insert(*result, value.clone());
        }
        let Some(key) =
            key(&statement.op, guarded).filter(|_| is_pure(module, function, &statement.op))
        else {
            continue;
        };
        match (table.get(&key), statement.results.as_slice()) {
            (Some(earlier), [_]) => {
                statement.op = Op::Copy(Operand::Value(earlier[0]));
                changes += 1;
            }
            (Some(_), _) => {}
            (None, results) => {
                table.insert(key.clone(), results.to_vec());
                added.push(key);
            }
        }
    }
    for key in added {
        table.remove(&key);
    }
    changes
}
