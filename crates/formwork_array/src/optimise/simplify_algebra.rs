//! `simplify-algebra`: identities of the primitives that hold for every number of their
//! type. Those of the integers are not those of floating point.

use super::defs::Defs;
use super::rewrite::rewrite_all;
use crate::ir::{BaseType, Function, Module, Op, Operand, Prim, Scalar};

/// Applies the identities.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, defs, mut statement, out| {
        let replaced = match &statement.op {
            Op::Prim(prim, operands) => match operands.as_slice() {
                [x] => unary(function, defs, *prim, x),
                [x, y] => binary(function, defs, *prim, x, y),
                _ => None,
            },
            Op::Reshape { shape, array } => reshape(function, defs, shape, array),
            Op::If { condition: _, then, otherwise }
                if then.statements.is_empty() && otherwise.statements.is_empty() =>
            {
                match (then.results.as_slice(), otherwise.results.as_slice()) {
                    ([left], [right]) if defs.same(left, right) => Some(Op::Copy(left.clone())),
                    _ => None,
                }
            }
            _ => None,
        };
        let changed = replaced.is_some();
        if let Some(op) = replaced {
            statement.op = op;
        }
        out.push(statement);
        changed
    })
}

fn unary(function: &Function, defs: &Defs, prim: Prim, x: &Operand) -> Option<Op> {
    let base = function.type_of(x).base;
    if prim == Prim::Convert(base) {
        return Some(Op::Copy(x.clone()));
    }
    let Some(Op::Prim(inner, operands)) = defs.resolved_op(x) else { return None };
    match (prim, inner, operands.as_slice()) {
        (Prim::Not, Prim::Not, [y]) if function.type_of(y).base == BaseType::Bool => {
            Some(Op::Copy(y.clone()))
        }
        (Prim::Neg, Prim::Neg, [y])
            if matches!(base, BaseType::Int | BaseType::Float | BaseType::Double) =>
        {
            Some(Op::Copy(y.clone()))
        }
        _ => None,
    }
}

fn binary(function: &Function, defs: &Defs, prim: Prim, x: &Operand, y: &Operand) -> Option<Op> {
    let copy = |operand: &Operand| Some(Op::Copy(operand.clone()));
    let constant = |scalar: Scalar| Some(Op::Copy(Operand::scalar(scalar)));
    let known = |operand: &Operand| operand.constant().and_then(|constant| constant.as_scalar());
    let base = function.type_of(x).base;
    match base {
        BaseType::Bool => {
            let truth = |operand: &Operand| match known(operand) {
                Some(Scalar::Bool(truth)) => Some(truth),
                _ => None,
            };
            match (prim, truth(x), truth(y)) {
                (Prim::And, Some(true), _) | (Prim::Or, Some(false), _) => copy(y),
                (Prim::And, _, Some(true)) | (Prim::Or, _, Some(false)) => copy(x),
                (Prim::And, Some(false), _) | (Prim::And, _, Some(false)) => {
                    constant(Scalar::Bool(false))
                }
                (Prim::Or, Some(true), _) | (Prim::Or, _, Some(true)) => {
                    constant(Scalar::Bool(true))
                }
                (Prim::And | Prim::Or, _, _) if defs.same(x, y) => copy(x),
                (Prim::Eq, _, _) if defs.same(x, y) => constant(Scalar::Bool(true)),
                (Prim::Ne, _, _) if defs.same(x, y) => constant(Scalar::Bool(false)),
                _ => None,
            }
        }
        _ if base.is_integer() => integer(defs, prim, base, x, y),
        BaseType::Double if prim.is_comparison() => compare_whole(defs, function, prim, x, y),
        BaseType::Float | BaseType::Double => {
            let one = Scalar::Int(1).convert(base);
            let zero = base.zero();
            match prim {
                // `x + 0` is not `x`: it turns the negative zero into the positive one.
                Prim::Sub if known(y) == Some(zero) => copy(x),
                Prim::Mul | Prim::Div if known(y) == Some(one) => copy(x),
                Prim::Mul if known(x) == Some(one) => copy(y),
                Prim::Min | Prim::Max if defs.same(x, y) => copy(x),
                _ => None,
            }
        }
        _ => None,
    }
}

fn integer(defs: &Defs, prim: Prim, base: BaseType, x: &Operand, y: &Operand) -> Option<Op> {
    let copy = |operand: &Operand| Some(Op::Copy(operand.clone()));
    let number = |operand: &Operand| operand.constant()?.as_scalar()?.as_integer();
    let constant = |scalar: Scalar| Some(Op::Copy(Operand::scalar(scalar)));
    match (prim, number(x), number(y)) {
        (Prim::Add | Prim::Sub, _, Some(0)) | (Prim::Mul | Prim::Div, _, Some(1)) => {
            return copy(x);
        }
        (Prim::Add, Some(0), _) | (Prim::Mul, Some(1), _) => return copy(y),
        (Prim::Mul, Some(0), _) | (Prim::Mul, _, Some(0)) | (Prim::Mod, _, Some(1)) => {
            return constant(base.zero());
        }
        _ => {}
    }
    if defs.same(x, y) {
        match prim {
            Prim::Sub => return constant(base.zero()),
            Prim::Eq | Prim::Le | Prim::Ge => return constant(Scalar::Bool(true)),
            Prim::Ne | Prim::Lt | Prim::Gt => return constant(Scalar::Bool(false)),
            Prim::Min | Prim::Max => return copy(x),
            _ => {}
        }
    }
    if base != BaseType::Int {
        // What follows needs numbers that wrap around.
        return None;
    }
    let parts = |operand: &Operand| match defs.resolved_op(operand) {
        Some(Op::Prim(prim @ (Prim::Add | Prim::Sub), operands)) => match operands.as_slice() {
            [left, right] => Some((*prim, left.clone(), right.clone())),
            _ => None,
        },
        _ => None,
    };
    match (prim, parts(x), parts(y)) {
        // (a + y) - y, (y + a) - y
        (Prim::Sub, Some((Prim::Add, a, b)), _) if defs.same(&b, y) => copy(&a),
        (Prim::Sub, Some((Prim::Add, a, b)), _) if defs.same(&a, y) => copy(&b),
        // (a - y) + y, x + (a - x)
        (Prim::Add, Some((Prim::Sub, a, b)), _) if defs.same(&b, y) => copy(&a),
        (Prim::Add, _, Some((Prim::Sub, a, b))) if defs.same(&b, x) => copy(&a),
        // x - (x - a)
        (Prim::Sub, _, Some((Prim::Sub, a, b))) if defs.same(&a, x) => copy(&b),
        // (a + 1) + 2 and the like: constants are put together.
        (Prim::Add | Prim::Sub, Some((inner, a, b)), _) => {
            let (first, second) = (number(&b)? as i64, number(y)? as i64);
            let signed = |prim: Prim, number: i64| {
                if prim == Prim::Sub { number.wrapping_neg() } else { number }
            };
            let total = signed(inner, first).wrapping_add(signed(prim, second));
            Some(Op::Prim(Prim::Add, vec![a, Operand::int(total)]))
        }
        _ => None,
    }
}

/// An integer that became a real number compares with a whole constant as the integer does:
/// rounding keeps the order, and moves nothing onto or across a number that is exact.
fn compare_whole(
    defs: &Defs,
    function: &Function,
    prim: Prim,
    x: &Operand,
    y: &Operand,
) -> Option<Op> {
    let whole = |operand: &Operand| match defs.resolved_op(operand) {
        Some(Op::Prim(Prim::Convert(BaseType::Double), operands)) => {
            operands.first().filter(|inner| function.type_of(inner).base == BaseType::Int).cloned()
        }
        _ => None,
    };
    let constant = |operand: &Operand| match operand.constant()?.as_scalar()? {
        Scalar::Double(number) if number.abs() < EXACT && number.fract() == 0.0 => {
            Some(Operand::int(number as i64))
        }
        _ => None,
    };
    let operands = match (whole(x), constant(x), whole(y), constant(y)) {
        (Some(x), _, _, Some(y)) | (_, Some(x), Some(y), _) => vec![x, y],
        _ => return None,
    };
    Some(Op::Prim(prim, operands))
}

/// Whole numbers below are exact as real ones.
const EXACT: f64 = 9_007_199_254_740_992.0;

fn reshape(function: &Function, defs: &Defs, shape: &Operand, array: &Operand) -> Option<Op> {
    // To the shape that it has.
    if let Some(attributes) = function.attributes_of(array)
        && defs.same(&attributes.shape, shape)
    {
        return Some(Op::Copy(array.clone()));
    }
    // Twice.
    match defs.resolved_op(array)? {
        Op::Reshape { shape: _, array: inner } => {
            Some(Op::Reshape { shape: shape.clone(), array: inner.clone() })
        }
        _ => None,
    }
}
