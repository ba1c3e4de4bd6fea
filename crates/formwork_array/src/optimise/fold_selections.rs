//! `fold-selections`: an element of what is in sight is that element.

use super::defs::{Def, Defs};
use super::rewrite::rewrite_all;
use crate::ir::{Function, Module, Op, Operand};

/// Selects from vectors that are written out, from arrays that were just changed,
/// and from indices.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, defs, mut statement, out| {
        let replaced = match &statement.op {
            Op::Sel { index, array } => select(function, defs, index, array),
            Op::Modarray { array, index, value } => match defs.resolved_op(array) {
                // Only the last of two changes of one element counts.
                Some(Op::Modarray { array: before, index: same, value: _ })
                    if defs.same(index, same) =>
                {
                    Some(Op::Modarray {
                        array: before.clone(),
                        index: index.clone(),
                        value: value.clone(),
                    })
                }
                _ => None,
            },
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

fn select(function: &Function, defs: &Defs, index: &Operand, array: &Operand) -> Option<Op> {
    let copy = |operand: &Operand| Some(Op::Copy(operand.clone()));
    let subscripts = defs.elements(index);
    if let (Some(elements), Some(subscripts)) = (defs.elements(array), &subscripts)
        && let [only] = subscripts.as_slice()
    {
        let element = usize::try_from(only.as_int()?).ok().and_then(|at| elements.get(at))?;
        return if function.is_scalar(element) { copy(element) } else { None };
    }
    // A scalar has one element.
    if function.is_scalar(array) {
        return copy(array);
    }
    match defs.get(&defs.resolve(array))? {
        Def::Op(op, 0) => match &**op {
            Op::Modarray { array: before, index: changed, value } => {
                if defs.same(index, changed) {
                    return copy(value);
                }
                if let (Some(here), Some(there)) = (&subscripts, defs.elements(changed)) {
                    let differ = here.iter().zip(&there).any(|(here, there)| {
                        match (here.as_int(), there.as_int()) {
                            (Some(here), Some(there)) => here != there,
                            _ => false,
                        }
                    });
                    if differ {
                        return Some(Op::Sel { index: index.clone(), array: before.clone() });
                    }
                }
                None
            }
            Op::Vector(elements) if !elements.is_empty() => {
                // A cell of a vector of arrays, then an element of the cell.
                let subscripts = subscripts?;
                let (first, rest) = subscripts.split_first()?;
                let cell = usize::try_from(first.as_int()?).ok().and_then(|at| elements.get(at))?;
                let constants: Option<Vec<i64>> = rest.iter().map(Operand::as_int).collect();
                Some(Op::Sel { index: Operand::ints(&constants?), array: cell.clone() })
            }
            _ => None,
        },
        Def::Op(..) | Def::IndexVector(_) | Def::IndexScalar(..) | Def::Carried(_) => None,
    }
}
