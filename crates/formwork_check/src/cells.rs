//! Cell arrays that are taken for what is in them, on calls as the help describes them: a parameter that
//! it calls a cell array is one on every ordinary call.

use std::path::Path;
use std::rc::Rc;

use formwork_builtins::Operation;
use formwork_hir::body::{Body, ExprId, ExprKind, Link};
use formwork_infer::Analysis;
use formwork_runtime::Class;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{row_called, text_of};
use crate::ordinary::walks_of_functions;
use crate::rule::Rule;
use crate::slips::{asked_of, asks_cells};

/// Finds them.
pub(crate) fn find(
    analysis: &mut Analysis,
    groups: &[Group],
    file: &Path,
    found: &mut Vec<Finding>,
) {
    let mut said: FxHashSet<Span> = found.iter().map(|finding| finding.span).collect();
    let plain = groups.iter().map(|group| vec![group.walks[0]]);
    let all: Vec<Vec<usize>> = plain.chain(walks_of_functions(analysis, file)).collect();
    for walks in all {
        let body = Rc::clone(&analysis.functions[walks[0]].body);
        for (id, _) in body.exprs.iter() {
            let seen = |which: usize| {
                counted_cell(analysis, which, &body, id).or_else(|| {
                    let asked = asked_of(analysis, which, &body, id);
                    let asked = asked.or_else(|| asks_cells(analysis, which, &body, id));
                    asked.map(|(rule, subject)| (body.exprs[id].span, rule, subject))
                })
            };
            if !walks[1..].iter().all(|&which| seen(which).is_some()) {
                continue;
            }
            if let Some((span, rule, subject)) = seen(walks[0])
                && said.insert(span)
            {
                found.push(Finding::warning(rule, walks[0], span, subject));
            }
        }
    }
}

/// `x = c(k)` of a cell array, where the elements of `x` are counted: where the parentheses stand.
fn counted_cell(
    analysis: &Analysis,
    which: usize,
    body: &Body,
    id: ExprId,
) -> Option<(Span, Rule, Subject)> {
    let (row, &[argument]) = row_called(body, id)? else { return None };
    if !matches!(row.operation, Operation::Measure(_)) {
        return None;
    }
    let ExprKind::Var(slot) = body.exprs[argument].kind else { return None };
    let mut made = body.assignments().filter(|assign| assign.slots().any(|own| own == slot));
    let (only, None) = (made.next()?, made.next()) else { return None };
    let ExprKind::Access(access) = &body.exprs[only.value].kind else { return None };
    let cells = access.variable()?;
    let [Link::Paren(subscripts)] = &access.links[..] else { return None };
    let [subscript] = subscripts.exprs[..] else { return None };
    let function = &analysis.functions[which];
    let span = body.exprs[only.value].span;
    let whole = function.definition_before(&body.slots[cells].name, span.start)?;
    // One cell is chosen, not several.
    let one = crate::operands::value_at(analysis, which, body.exprs[subscript].span)?.is_scalar();
    let is_cell = whole.value.classes.single() == Some(Class::Cell);
    let braced = body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) => {
            access.variable() == Some(slot) && matches!(access.links.first(), Some(Link::Brace(_)))
        }
        _ => false,
    });
    (one && is_cell && !braced).then(|| {
        let part = text_of(&body.source, span);
        (span, Rule::ParenOnCell, Subject::ParenOnCell { name: row.name.into(), part })
    })
}
