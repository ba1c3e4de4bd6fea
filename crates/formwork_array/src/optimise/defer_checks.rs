//! `defer-checks`: a with-loop that checks each of its elements counts those that fail, and
//! the count is checked behind it. Then nothing leaves the loop, and the processor computes
//! several elements at once.
//!
//! What stands behind a check in the loop is computed for elements that fail, too, so it must
//! be something that means something for every number. The elements are never seen: the check
//! behind the loop fails.

use super::defs::Defs;
use super::proven::Proven;
use super::prover::Prover;
use crate::ir::{
    Attributes, BaseType, Block, Check, Condition, Function, Module, Op, Operand, Operation, Prim,
    Statement, Type, With,
};

/// Counts failures instead of leaving with-loops.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    let changes = walk(function, &mut defs, &Proven::default(), &mut body);
    function.body = body;
    changes
}

fn walk(function: &mut Function, defs: &mut Defs, known: &Proven, block: &mut Block) -> usize {
    let mut facts = known.clone();
    let mut changes = 0;
    let mut out = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements) {
        defs.record_inside(function, &statement.op);
        for inner in statement.op.blocks_mut() {
            changes += walk(function, defs, &facts, inner);
        }
        if let Op::Guard { check, .. } = &statement.op {
            let mut more = facts.clone();
            Prover { function, defs, facts: &facts }.learn(&check.condition, &mut more);
            facts = more;
        }
        let mut behind = Vec::new();
        if let Op::With(with) = &mut statement.op
            && can_defer(function, defs, &facts, with)
        {
            changes += 1;
            for (result, check) in defer(function, with) {
                statement.results.push(result);
                let none = scalar(function, BaseType::Bool);
                let zero = Operand::int(0);
                let place = check.place;
                let op = Op::Prim(Prim::Eq, vec![Operand::Value(result), zero]);
                behind.push(Statement::one(none, op, place));
                let condition = Condition::True(Operand::Value(none));
                let op = Op::Guard { check: Check { condition, ..check }, value: None };
                behind.push(Statement { results: Vec::new(), op, place });
            }
        }
        defs.record(&statement);
        out.push(statement);
        behind.iter().for_each(|statement| defs.record(statement));
        out.extend(behind);
    }
    block.statements = out;
    changes
}

fn scalar(function: &mut Function, base: BaseType) -> crate::ir::ValueId {
    let value = function.temporary(Type::scalar(base));
    function.values[value].attributes = Some(Attributes::scalar());
    value
}

fn can_defer(function: &Function, defs: &Defs, facts: &Proven, with: &With) -> bool {
    let [part] = with.parts.as_slice() else { return false };
    let mut checks: Vec<&Check> = Vec::new();
    let harmless = part.body.statements.iter().all(|statement| match &statement.op {
        Op::Guard { check, .. } => {
            checks.push(check);
            matches!(check.condition, Condition::True(_))
        }
        Op::Copy(_) => true,
        op => checks.is_empty() && is_simple(op) || is_harmless(function, defs, facts, op),
    });
    let alike = function.failures_alike
        || checks
            .windows(2)
            .all(|pair| pair[0].message == pair[1].message && pair[0].place == pair[1].place);
    harmless && alike && !checks.is_empty()
}

/// Whether an operation has no statements inside and no effect.
const fn is_simple(op: &Op) -> bool {
    match op {
        Op::Copy(_)
        | Op::Prim(..)
        | Op::Dim(_)
        | Op::Shape(_)
        | Op::Sel { .. }
        | Op::Vector(_)
        | Op::Bind { .. } => true,
        Op::Modarray { .. }
        | Op::Reshape { .. }
        | Op::With(_)
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => false,
    }
}

/// Whether an operation means something though a check before it failed.
fn is_harmless(function: &Function, defs: &Defs, facts: &Proven, op: &Op) -> bool {
    match op {
        Op::Prim(prim, operands) => {
            let base = operands.first().map(|operand| function.type_of(operand).base);
            let overflows = matches!(
                prim,
                Prim::Add | Prim::Sub | Prim::Mul | Prim::Neg | Prim::Abs | Prim::Div | Prim::Mod
            );
            base.is_some_and(|base| {
                let fails = overflows && base == BaseType::Int || prim.needs_divisor(base);
                !fails
            })
        }
        Op::Sel { index, array } => function.attributes_of(array).is_some_and(|attributes| {
            let (index, shape) = (index.clone(), attributes.shape);
            Prover { function, defs, facts }.holds(&Condition::IndexWithin { index, shape })
        }),
        Op::Vector(elements) => elements.iter().all(|element| function.is_scalar(element)),
        Op::Copy(_) | Op::Dim(_) | Op::Shape(_) | Op::Bind { .. } => true,
        Op::Modarray { .. }
        | Op::Reshape { .. }
        | Op::With(_)
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => false,
    }
}

/// Replaces the checks of the only part of a with-loop by counts of the failures.
fn defer(function: &mut Function, with: &mut With) -> Vec<(crate::ir::ValueId, Check)> {
    let mut counts = Vec::new();
    let body = &mut with.parts[0].body;
    let mut statements = Vec::with_capacity(body.statements.len());
    for mut statement in std::mem::take(&mut body.statements) {
        let Op::Guard { check, value } = statement.op else {
            statements.push(statement);
            continue;
        };
        let Condition::True(truth) = &check.condition else { continue };
        let (fails, one) = (scalar(function, BaseType::Bool), scalar(function, BaseType::Int));
        let op = Op::Prim(Prim::Not, vec![truth.clone()]);
        statements.push(Statement::one(fails, op, statement.place));
        let op = Op::Prim(Prim::Convert(BaseType::Int), vec![Operand::Value(fails)]);
        statements.push(Statement::one(one, op, statement.place));
        body.results.push(Operand::Value(one));
        with.operations.push(Operation::Fold { prim: Prim::Add, neutral: Operand::int(0) });
        with.reuse.push(None);
        counts.push((scalar(function, BaseType::Int), check));
        if let Some(value) = value {
            statement.op = Op::Copy(value);
            statements.push(statement);
        }
    }
    body.statements = statements;
    counts
}
