//! `fold-constants`: operations on constants are computed, branches with a known
//! condition are taken.

use std::sync::Arc;

use super::rewrite::rewrite_all;
use crate::ir::{Array, Function, Module, Op, Operand, Scalar, Statement, offset};
use crate::types::infer::constant_vector;

/// Arrays with more elements stay computed.
const MAX_ELEMENTS: usize = 256;

/// Computes what is constant.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |_function, _defs, mut statement, out| {
        if let Op::If { condition, then, otherwise } = &mut statement.op
            && let Some(Scalar::Bool(truth)) =
                condition.constant().and_then(|constant| constant.as_scalar())
        {
            let taken = std::mem::take(if truth { then } else { otherwise });
            out.extend(taken.statements);
            for (&result, operand) in statement.results.iter().zip(taken.results) {
                out.push(Statement::one(result, Op::Copy(operand), statement.place));
            }
            return true;
        }
        if let Some(array) = fold(module, &statement.op) {
            statement.op = Op::Copy(Operand::array(array));
            out.push(statement);
            return true;
        }
        out.push(statement);
        false
    })
}

fn fold(module: &Module, op: &Op) -> Option<Array> {
    let constant = |operand: &Operand| -> Option<Arc<Array>> { operand.constant().cloned() };
    match op {
        Op::Prim(prim, operands) => {
            let scalars: Vec<Scalar> = operands
                .iter()
                .map(|operand| constant(operand)?.as_scalar())
                .collect::<Option<_>>()?;
            prim.eval(&scalars).map(Array::scalar)
        }
        Op::Dim(array) => Some(Array::scalar(Scalar::Int(constant(array)?.shape().len() as i64))),
        Op::Shape(array) => Some(Array::ints(constant(array)?.shape())),
        Op::Sel { index, array } => {
            let array = constant(array)?;
            let at = offset(array.shape(), &index.as_ints()?, module.layout)?;
            Some(Array::scalar(array.data()[at]))
        }
        Op::Modarray { array, index, value } => {
            let array = constant(array)?;
            let at = offset(array.shape(), &index.as_ints()?, module.layout)?;
            array.with_element(at, constant(value)?.as_scalar()?)
        }
        Op::Reshape { shape, array } => constant(array)?.reshaped(&shape.as_ints()?),
        Op::Vector(elements) if elements.len() <= MAX_ELEMENTS => constant_vector(elements),
        Op::Bind { rank: _, shape, array } => {
            let array = constant(array)?;
            (shape.as_ints()? == array.shape()).then(|| (*array).clone())
        }
        Op::Vector(_)
        | Op::Copy(_)
        | Op::With(_)
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => None,
    }
}
