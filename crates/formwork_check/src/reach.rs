//! Statements that are never reached, and conditions that always come out the same.

use formwork_builtins::{BuiltinId, Row};
use formwork_hir::body::{Body, ExprKind, Root};
use formwork_infer::Analysis;
use formwork_syntax::Span;

use crate::finding::{Finding, Severity, Subject};
use crate::group::Group;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    // What comes after a statement that fails is not reached, which goes without saying.
    let mut failing: Vec<Span> = found
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| finding.span)
        .collect();
    failing.sort_unstable();
    let mut more = Vec::new();
    for group in groups {
        if group.each(analysis).any(|walk| walk.cut) {
            continue;
        }
        let first = &analysis.functions[group.walks[0]];
        let body = &first.body;
        let note = |rule, span, subject| Finding::note(rule, group.walks[0], span, subject);
        if !any_within(&failing, body.span) {
            let mut last: Option<Span> = None;
            for &span in &first.unreachable {
                let everywhere = group.each(analysis).all(|walk| walk.is_unreachable(span));
                let inside =
                    last.is_some_and(|last| last.to(span) == last || follows(body, last, span));
                // What a branch of a condition that never holds has, the condition says.
                if everywhere && !inside && body.is_after_jump(span) {
                    more.push(note(Rule::UnreachableCode, span, Subject::Unreachable));
                }
                last = Some(last.map_or(span, |last| last.to(span)));
            }
        }
        for condition in &first.conditions {
            let (mut holds, mut fails) = (false, false);
            for walk in group.each(analysis) {
                if let Some(one) = walk.condition_at(condition.span) {
                    holds |= one.holds;
                    fails |= one.fails;
                }
            }
            if holds != fails && speaks_of_shapes(body, condition.span) {
                more.push(note(Rule::ConstantCondition, condition.span, Subject::Constant(holds)));
            }
        }
    }
    found.extend(more);
}

/// Whether one of the places, which are in order, stands inside another.
fn any_within(places: &[Span], whole: Span) -> bool {
    let first = places.partition_point(|place| place.start < whole.start);
    places[first..].iter().take_while(|place| place.start <= whole.end).any(|p| p.end <= whole.end)
}

/// Whether the second statement comes right after the first, in one block.
fn follows(body: &Body, first: Span, second: Span) -> bool {
    body.source.text().get(first.end as usize..second.start as usize).is_some_and(|between| {
        between.iter().all(|&byte| byte.is_ascii_whitespace() || byte == b';')
    })
}

/// Whether a condition is about sizes, and no constant that somebody wrote on purpose.
fn speaks_of_shapes(body: &Body, span: Span) -> bool {
    let inside = body.exprs.values().filter(|expr| span.to(expr.span) == span);
    let calls = inside.filter_map(|expr| match &expr.kind {
        ExprKind::Access(access) => match access.root {
            Root::Call(call) | Root::VarOrCall(_, call) => Some(&body.calls[call]),
            Root::Var(_) | Root::Value(_) => None,
        },
        _ => None,
    });
    let (mut measures, mut counts) = (false, false);
    for call in calls {
        measures |= call.row().is_some_and(Row::asks_for_size);
        // How many arguments there are depends on the caller.
        counts |= call.id() == Some(BuiltinId::Nargin);
    }
    measures && !counts
}
