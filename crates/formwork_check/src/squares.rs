//! Matrices that may well be square, though nothing in the text makes sure of it.
//!
//! Who gives a name to one extent of a matrix and never to the other counts on its being square:
//! `n = size (Q, 1); Q'*Q - eye (n)`. Whether it is, is the caller's business. Who names both expects
//! them to differ, unless the text asks whether they do.

use formwork_hir::SlotId;
use formwork_hir::body::{Body, StmtKind};
use formwork_hir::query::are_compared;
use formwork_hir::walk::statements;
use formwork_infer::{Analysis, Check};
use formwork_shape::extent::{Measure, Unknown};
use formwork_shape::shape::Node;

use crate::axes::Extents;

/// Whether an operation fits if one matrix is square of which the text names one extent at most.
pub(crate) fn counts_on_a_square(analysis: &mut Analysis, body: &Body, check: &Check) -> bool {
    let Some(name) = measured_both_ways(analysis, check) else { return false };
    let own = body.slots.iter().find(|(_, variable)| *variable.name == *name);
    own.is_some_and(|(slot, _)| !names_both(body, slot))
}

/// The one array whose rows and columns are all that the sizes of the operands speak of.
fn measured_both_ways(analysis: &mut Analysis, check: &Check) -> Option<String> {
    let algebra = &mut analysis.algebra;
    let mut array = None;
    let mut axes = [false; 2];
    for &operand in &check.operands {
        // An array of which no more is known than its name.
        if matches!(algebra.node(operand), Node::Variable(_)) {
            if *array.get_or_insert(operand) != operand {
                return None;
            }
            axes = [true, true];
            continue;
        }
        for extent in algebra.as_tuple(operand)? {
            for unknown in algebra.extents().unknowns(extent).to_vec() {
                let Unknown::Measure(shape, measure) = unknown else { return None };
                if *array.get_or_insert(shape) != shape {
                    return None;
                }
                match measure {
                    Measure::Extent(axis @ (0 | 1)) => axes[axis as usize] = true,
                    Measure::CountFrom(1) => axes[1] = true,
                    Measure::Extent(_) | Measure::CountFrom(_) => return None,
                }
            }
        }
    }
    let Node::Variable(variable) = *algebra.node(array?) else { return None };
    let (name, _) = algebra.variable_name(variable);
    (axes == [true, true]).then(|| name.to_owned())
}

/// Whether the text speaks of the number of rows as well as of that of columns of a variable, and does
/// not ask whether they are equal.
fn names_both(body: &Body, array: SlotId) -> bool {
    let extents = Extents::of(body);
    let named = |axis: usize| {
        let all = extents.named.iter().filter(move |(_, of)| **of == (array, axis));
        all.map(|(slot, _)| *slot).collect::<Vec<SlotId>>()
    };
    let (rows, columns) = (named(0), named(1));
    if rows.iter().any(|&one| columns.iter().any(|&other| are_compared(body, one, other))) {
        return false;
    }
    // All of them are in one list.
    let listed = statements(&body.statements).any(|stmt| {
        matches!(&stmt.kind, StmtKind::Assign(assign)
            if assign.targets.len() == 1 && extents.measures(body, assign.value) == Some(array))
    });
    let asked = |axis: usize| {
        body.exprs.iter().any(|(id, _)| extents.asks(body, id) == Some((array, axis)))
    };
    listed || (!rows.is_empty() || asked(0)) && (!columns.is_empty() || asked(1))
}
