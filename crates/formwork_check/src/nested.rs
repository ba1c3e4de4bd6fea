//! Reductions of reductions that leave more than one number: `sum(sum(V))` of an array with three
//! dimensions.

use std::path::Path;
use std::rc::Rc;

use formwork_builtins::{Operation, Row};
use formwork_hir::body::{Body, ExprId};
use formwork_infer::Analysis;
use formwork_shape::shape::ShapeId;
use rustc_hash::FxHashSet;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::row_called;
use crate::operands::value_at;
use crate::ordinary::walks_of_functions;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(
    analysis: &mut Analysis,
    groups: &[Group],
    file: &Path,
    found: &mut Vec<Finding>,
) {
    let plain = groups.iter().map(|group| group.walks.clone());
    let all: Vec<Vec<usize>> = plain.chain(walks_of_functions(analysis, file)).collect();
    let mut said = FxHashSet::default();
    for walks in all {
        let body = Rc::clone(&analysis.functions[walks[0]].body);
        for (id, expr) in body.exprs.iter() {
            let Some(name) = reduces_twice(&body, id) else { continue };
            let left: Option<Vec<ShapeId>> =
                walks.iter().map(|&which| several_planes(analysis, which, &body, id)).collect();
            if let Some(&[first, ..]) = left.as_deref()
                && said.insert(expr.span)
            {
                let subject = Subject::NestedReduction { name, left: first };
                found.push(Finding::warning(Rule::NestedReduction, walks[0], expr.span, subject));
            }
        }
    }
}

/// `sum(sum(x))`: the name, if neither says along which dimension, and nothing is summed again.
fn reduces_twice(body: &Body, id: ExprId) -> Option<Rc<str>> {
    let (outer, &[argument]) = row_called(body, id)? else { return None };
    let (inner, &[array]) = row_called(body, argument)? else { return None };
    let same = outer.reduces() && outer.name == inner.name;
    let third = row_called(body, array).is_some_and(|(row, _)| row.name == outer.name);
    let span = body.exprs[id].span;
    // Who reduces it once more, or brings the planes into a vector, knows that there are several.
    let arranges = |row: &Row| {
        matches!(
            row.operation,
            Operation::Squeeze | Operation::Reshape | Operation::Permute | Operation::Vectorise
        )
    };
    let again = body.exprs.iter().any(|(other, _)| {
        row_called(body, other).is_some_and(|(row, arguments)| {
            (row.name == outer.name || arranges(row))
                && arguments.first().is_some_and(|&first| body.exprs[first].span == span)
        })
    });
    (same && !third && !again).then(|| outer.name.into())
}

/// What is left, if that surely has several planes.
fn several_planes(
    analysis: &mut Analysis,
    which: usize,
    body: &Body,
    id: ExprId,
) -> Option<ShapeId> {
    let shape = value_at(analysis, which, body.exprs[id].span)?.shape?;
    let tuple = analysis.algebra.as_tuple(shape)?;
    let several = tuple.iter().skip(2).any(|&extent| {
        analysis.algebra.extents().interval(extent).low().is_some_and(|low| low >= 2)
    });
    several.then_some(shape)
}
