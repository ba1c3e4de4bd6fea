//! Loops over the number of elements: those that take it for a range, and those that delete elements
//! while they count.

use std::rc::Rc;

use formwork_builtins::{Measure, Operation};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, For, Link, Root, Stmt, StmtKind, Target};
use formwork_hir::walk::{statements, subexpressions};
use formwork_infer::Analysis;
use formwork_syntax::Span;

use crate::alike::are_links_alike;
use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{row_called, text_of};
use crate::masks::variables_made_by;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for stmt in statements(&body.statements) {
            let StmtKind::For(each) = &stmt.kind else { continue };
            let Target::Place { slot, links, .. } = &each.target else { continue };
            if !links.is_empty() {
                continue;
            }
            if counted(&body, each.iterable).is_some() && is_subscript(&body, each, *slot) {
                let span = body.exprs[each.iterable].span;
                let text = text_of(&body.source, span);
                let subject = Subject::SingleIteration(text);
                found.push(Finding::warning(Rule::SingleIteration, which, span, subject));
            }
            if let Some((span, name)) = deletion(&body, each, *slot) {
                let subject = Subject::DeletionInLoop { name };
                found.push(Finding::warning(Rule::DeletionInLoop, which, span, subject));
            }
        }
    }
}

/// A place: a variable, and the links to a part of it.
type Place<'b> = (SlotId, &'b [Link]);

/// What is counted, if a value is the number of elements, rows or columns of a variable, or a variable
/// that is nothing else.
fn counted(body: &Body, id: ExprId) -> Option<ExprId> {
    if let ExprKind::Var(slot) = body.exprs[id].kind {
        let counts = variables_made_by(body, |id| count_of(body, id).is_some());
        if !counts.contains(&slot) {
            return None;
        }
        let mut made = body.assignments().filter(|assign| assign.slots().any(|own| own == slot));
        let only = made.next()?;
        return made.next().is_none().then(|| count_of(body, only.value)).flatten();
    }
    count_of(body, id)
}

/// What `numel(x)` counts.
fn count_of(body: &Body, id: ExprId) -> Option<ExprId> {
    let (row, arguments) = row_called(body, id)?;
    let Operation::Measure(measure) = row.operation else { return None };
    match (measure, arguments) {
        (Measure::Numel | Measure::Length | Measure::Rows | Measure::Columns, [one]) => Some(*one),
        // Without a dimension it is a row.
        (Measure::Size, [one, dimension]) => {
            let known = matches!(&body.exprs[*dimension].kind,
                ExprKind::Const(value) if value.numel() == 1 && !value.is_char());
            known.then_some(*one)
        }
        (
            Measure::Numel
            | Measure::Length
            | Measure::Rows
            | Measure::Columns
            | Measure::Size
            | Measure::Ndims,
            _,
        ) => None,
    }
}

/// Whether a loop uses its variable in a subscript.
fn is_subscript(body: &Body, each: &For, variable: SlotId) -> bool {
    let reads = |id: ExprId| {
        subexpressions(body, id)
            .any(|(_, expr)| matches!(expr.kind, ExprKind::Var(own) if own == variable))
    };
    let in_links = |links: &[Link]| {
        links.iter().any(|link| match link {
            Link::Paren(arguments) | Link::Brace(arguments) => {
                arguments.exprs.iter().any(|&id| reads(id))
            }
            Link::Field(_) | Link::DynamicField(_) => false,
        })
    };
    let read = |id: ExprId| {
        subexpressions(body, id).any(|(_, expr)| match &expr.kind {
            ExprKind::Access(access) => {
                matches!(access.root, Root::Var(_) | Root::VarOrCall(..)) && in_links(&access.links)
            }
            _ => false,
        })
    };
    statements(&each.body).any(|stmt| {
        let stored = stmt.targets().any(|target| match target {
            Target::Place { links, .. } => in_links(links),
            Target::Ignored => false,
        });
        stored || stmt.operands().into_iter().any(read)
    })
}

/// The deletion of an element in a loop that counts up to as many as there were, with the name of what
/// becomes shorter. Who leaves the loop after it, or asks again how many there are, knows.
fn deletion(body: &Body, each: &For, variable: SlotId) -> Option<(Span, String)> {
    let ExprKind::Range(_, step, last) = body.exprs[each.iterable].kind else { return None };
    let up = step.is_none_or(|step| {
        matches!(&body.exprs[step].kind,
            ExprKind::Const(value) if value.to_f64().is_some_and(|step| step > 0.0))
    });
    let place = place_of(body, counted(body, last)?)?;
    let asks_again = statements(&each.body).flat_map(Stmt::operands).any(|operand| {
        subexpressions(body, operand).any(|(id, _)| {
            count_of(body, id).and_then(|id| place_of(body, id)).is_some_and(|own| own.0 == place.0)
        })
    });
    // A place that is set as a whole may be another one in the next iteration.
    let replaced = statements(&each.body).flat_map(Stmt::targets).any(|target| match target {
        Target::Place { slot, links, .. } => {
            *slot == variable || *slot == place.0 && links.is_empty()
        }
        Target::Ignored => false,
    });
    if !up || asks_again || replaced {
        return None;
    }
    for stmt in statements(&each.body) {
        let StmtKind::Assign(assign) = &stmt.kind else { continue };
        let [Target::Place { slot, links, span }] = &assign.targets[..] else { continue };
        let Some((Link::Paren(last), before)) = links.split_last() else { continue };
        let counts =
            |id: &ExprId| matches!(body.exprs[*id].kind, ExprKind::Var(own) if own == variable);
        let same = *slot == place.0 && are_links_alike(body, before, place.1);
        // Right there, or behind it where a variable says that something was deleted.
        let leaves = statements(&each.body).any(|other| {
            other.span.start > stmt.span.start
                && matches!(other.kind, StmtKind::Break | StmtKind::Return)
        });
        if assign.deletes && same && last.exprs.iter().any(counts) && !leaves {
            let name = text_of(&body.source, *span);
            let name = name.split('(').next().unwrap_or_default().trim().to_owned();
            return Some((stmt.span, name));
        }
    }
    None
}

/// The place that an expression reads, if it is one of fields alone.
fn place_of(body: &Body, id: ExprId) -> Option<Place<'_>> {
    match &body.exprs[id].kind {
        ExprKind::Var(slot) => Some((*slot, &[])),
        ExprKind::Access(access) => {
            let fields = access.links.iter().all(|link| matches!(link, Link::Field(_)));
            access.variable().filter(|_| fields).map(|slot| (slot, &access.links[..]))
        }
        _ => None,
    }
}
