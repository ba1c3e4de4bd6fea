//! Operations that fail whenever they are reached.

use std::path::Path;
use std::rc::Rc;

use formwork_hir::SourceId;
use formwork_infer::{Analysis, AtEnd, Failure, FailureKind, Passed};
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::finding::{Finding, Iteration};
use crate::fix::fit_operands;
use crate::group::Group;
use crate::operands::labels;
use crate::subject::{of_check, of_failure};

/// Finds them.
pub(crate) fn find(
    analysis: &mut Analysis,
    groups: &[Group],
    file: &Path,
    found: &mut Vec<Finding>,
) {
    let mut failing: Vec<(usize, Failure)> = Vec::new();
    let mut ends: Vec<(usize, AtEnd)> = Vec::new();
    let is_class = groups.first().is_some_and(|group| {
        let text = analysis.functions[group.walks[0]].source.text();
        formwork_hir::defines_class(text)
    });
    for group in groups {
        let mut passed = Passed::default();
        if group.each(analysis).any(|walk| walk.cut) {
            continue;
        }
        for function in group.each(analysis) {
            passed.add(&function.passed);
        }
        let mut seen = FxHashSet::default();
        for &which in &group.walks {
            let function = &analysis.functions[which];
            for failure in &function.failures {
                // A size that is refused is the caller's mistake.
                let refused = matches!(failure.kind, FailureKind::ArgumentSize { .. })
                    || is_class && !is_followed_in_classes(&failure.kind);
                if !passed.contains(failure)
                    && !failure.guarded
                    && !refused
                    && seen.insert(failure.span)
                {
                    failing.push((which, failure.clone()));
                }
            }
        }
        // What fails in one iteration must do so however the function is called.
        let walks: Vec<_> = group.each(analysis).collect();
        for at_end in &walks[0].at_ends {
            let everywhere = walks.iter().all(|walk| {
                walk.at_ends_at(at_end.check.span).iter().any(|other| other.end == at_end.end)
                    || !walk.passed.contains_operation(at_end.check.span)
            });
            if everywhere && seen.insert(at_end.check.span) {
                ends.push((group.walks[0], at_end.clone()));
            }
        }
    }
    let own: FxHashSet<Span> = failing
        .iter()
        .filter(|(_, failure)| !matches!(failure.kind, FailureKind::Call { .. }))
        .map(|(_, failure)| failure.span)
        .collect();
    let anyway = failing_anyway(analysis);
    for (which, failure) in failing {
        if let FailureKind::Call { inner, .. } = &failure.kind
            && (inner.source.path == file && own.contains(&inner.failure.span)
                || anyway.contains(&(inner.source.id(), inner.failure.span)))
        {
            continue;
        }
        found.push(finding(analysis, which, &failure));
    }
    for (which, at_end) in ends {
        let body = Rc::clone(&analysis.functions[which].body);
        let (rule, subject) = of_check(analysis, &body, &at_end.check);
        let iteration = Iteration { end: at_end.end, variable: Rc::clone(&at_end.variable) };
        let span = at_end.check.span;
        found.push(Finding {
            iteration: Some(iteration),
            labels: labels(analysis, which, span),
            ..Finding::error(rule, which, span, subject)
        });
    }
}

/// Whether a failure in a class is one that does not depend on what the properties hold, or on whose
/// method is called: others may set them, and overload it.
fn is_followed_in_classes(kind: &FailureKind) -> bool {
    match kind {
        FailureKind::Check(_) | FailureKind::Undefined(_) | FailureKind::Sizes(_) => true,
        FailureKind::Subscript
        | FailureKind::Deletion
        | FailureKind::Operator(_)
        | FailureKind::Use(_)
        | FailureKind::Brace
        | FailureKind::Dot
        | FailureKind::Field(_)
        | FailureKind::NoValue
        | FailureKind::NoElement(_)
        | FailureKind::NoOutput { .. }
        | FailureKind::Arguments { .. }
        | FailureKind::Invalid(_)
        | FailureKind::Outputs { .. }
        | FailureKind::Builtin(_)
        | FailureKind::ArgumentSize { .. }
        | FailureKind::Call { .. } => false,
    }
}

/// Where functions fail however they are called, by the places of their texts in memory.
fn failing_anyway(analysis: &Analysis) -> FxHashSet<(SourceId, Span)> {
    let entries =
        analysis.functions.iter().filter(|function| function.entry && function.ordinary.is_none());
    entries
        .flat_map(|function| {
            let source = function.source.id();
            function.sure_failures().map(move |failure| (source, failure.span))
        })
        .collect()
}

fn finding(analysis: &mut Analysis, which: usize, failure: &Failure) -> Finding {
    let body = Rc::clone(&analysis.functions[which].body);
    let (rule, subject) = of_failure(analysis, &body, failure);
    let fix = match &failure.kind {
        FailureKind::Check(check) => fit_operands(analysis, &body, check),
        _ => None,
    };
    Finding {
        labels: labels(analysis, which, failure.span),
        runtime: failure.message.clone(),
        fix,
        ..Finding::error(rule, which, failure.span, subject)
    }
}
