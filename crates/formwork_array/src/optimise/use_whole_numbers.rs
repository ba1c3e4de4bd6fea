//! `use-whole-numbers`: real numbers that are known to be whole and small are compared, and
//! become integers, as the integers that they are.

use super::prover::{Facts, Prover, Whole};
use super::rewrite::Defs;
use super::with_facts::rewrite_with_facts;
use crate::diagnostic::Place;
use crate::ir::{Attributes, BaseType, Function, Module, Op, Operand, Prim, Statement, Type};

/// Computes with integers where they are in sight.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    rewrite_with_facts(function, &mut |function, defs, facts, mut statement, out| {
        let replaced = match &statement.op {
            Op::Prim(Prim::Convert(BaseType::Int), operands) => {
                operands.first().cloned().and_then(|number| {
                    let whole = Prover { function, defs, facts }.whole(&number)?;
                    Some(Op::Copy(write(function, &whole, statement.place, out)))
                })
            }
            Op::Prim(prim, operands) if prim.is_comparison() => {
                compare(function, defs, facts, *prim, &operands.clone(), statement.place, out)
            }
            _ => None,
        };
        let changed = replaced.is_some();
        if let Some(op) = replaced {
            statement.op = op;
        }
        out.push(statement);
        usize::from(changed)
    })
}

fn compare(
    function: &mut Function,
    defs: &Defs,
    facts: &Facts,
    prim: Prim,
    operands: &[Operand],
    place: Place,
    out: &mut Vec<Statement>,
) -> Option<Op> {
    let [left, right] = operands else { return None };
    if function.type_of(left).base != BaseType::Double || !function.is_scalar(left) {
        return None;
    }
    let prover = Prover { function, defs, facts };
    let (left, right) = (prover.whole(left)?, prover.whole(right)?);
    if left.is_constant() && right.is_constant() {
        return None;
    }
    let operands = vec![write(function, &left, place, out), write(function, &right, place, out)];
    Some(Op::Prim(prim, operands))
}

/// The integer that a whole number is.
fn write(
    function: &mut Function,
    whole: &Whole,
    place: Place,
    out: &mut Vec<Statement>,
) -> Operand {
    let (prim, left, right) = match whole {
        Whole::Constant(number) => return Operand::int(*number),
        Whole::Integer(operand) => return operand.clone(),
        Whole::Add(left, right) => (Prim::Add, left, right),
        Whole::Sub(left, right) => (Prim::Sub, left, right),
    };
    let operands = vec![write(function, left, place, out), write(function, right, place, out)];
    let value = function.temporary(Type::scalar(BaseType::Int));
    function.values[value].attributes = Some(Attributes::scalar());
    out.push(Statement::one(value, Op::Prim(prim, operands), place));
    Operand::Value(value)
}
