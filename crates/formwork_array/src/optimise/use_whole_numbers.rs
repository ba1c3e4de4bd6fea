//! `use-whole-numbers`: real numbers that are known to be whole and small are compared, and
//! become integers, as the integers that they are.

use super::defs::Defs;
use super::proven::Proven;
use super::prover::Prover;
use super::whole::Whole;
use super::with_facts::rewrite_with_facts;
use crate::diagnostic::TextPosition;
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
    facts: &Proven,
    prim: Prim,
    operands: &[Operand],
    place: TextPosition,
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
    let left = match (&left, &right, prim) {
        // Whether something is left does not depend on its sign.
        (Whole::Modulo(inner, divisor), Whole::Constant(0), Prim::Eq | Prim::Ne) => {
            let operands = vec![write(function, inner, place, out), Operand::int(*divisor)];
            scalar(function, Prim::Mod, operands, BaseType::Int, place, out)
        }
        _ => write(function, &left, place, out),
    };
    let operands = vec![left, write(function, &right, place, out)];
    Some(Op::Prim(prim, operands))
}

/// A new scalar.
fn scalar(
    function: &mut Function,
    prim: Prim,
    operands: Vec<Operand>,
    base: BaseType,
    place: TextPosition,
    out: &mut Vec<Statement>,
) -> Operand {
    let value = function.temporary(Type::scalar(base));
    function.values[value].attributes = Some(Attributes::scalar());
    out.push(Statement::one(value, Op::Prim(prim, operands), place));
    Operand::Value(value)
}

/// The integer that a whole number is.
fn write(
    function: &mut Function,
    whole: &Whole,
    place: TextPosition,
    out: &mut Vec<Statement>,
) -> Operand {
    let prim = |function: &mut Function, out: &mut Vec<Statement>, prim, operands, base| {
        scalar(function, prim, operands, base, place, out)
    };
    match whole {
        Whole::Constant(number) => Operand::int(*number),
        Whole::Integer(operand) => operand.clone(),
        Whole::Add(left, right) | Whole::Sub(left, right) => {
            let sign = if matches!(whole, Whole::Add(..)) { Prim::Add } else { Prim::Sub };
            let operands =
                vec![write(function, left, place, out), write(function, right, place, out)];
            prim(function, out, sign, operands, BaseType::Int)
        }
        Whole::Modulo(inner, divisor) => {
            let number = write(function, inner, place, out);
            let divisor = Operand::int(*divisor);
            let operands = vec![number, divisor.clone()];
            let rest = prim(function, out, Prim::Mod, operands, BaseType::Int);
            let zero = Operand::int(0);
            let operands = vec![rest.clone(), zero];
            let negative = prim(function, out, Prim::Lt, operands, BaseType::Bool);
            let to = Prim::Convert(BaseType::Int);
            let times = prim(function, out, to, vec![negative], BaseType::Int);
            let more = prim(function, out, Prim::Mul, vec![times, divisor], BaseType::Int);
            prim(function, out, Prim::Add, vec![rest, more], BaseType::Int)
        }
    }
}
