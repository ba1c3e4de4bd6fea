//! Operations that fail for some sizes, where the sizes have to do with one another.
//!
//! A function of two unknown arrays may be called with arrays that do not fit; that is
//! its caller's business. Only where the program itself brings sizes together is a
//! condition worth saying: both were computed from the same array, or from numbers that
//! the program takes for sizes.

use std::rc::Rc;

use formwork_infer::{Analysis, Check};
use formwork_shape::Truth;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::finding::Finding;
use crate::group::Group;
use crate::look::is_with_own_transpose;
use crate::operands::labels;
use crate::squares::counts_on_a_square;
use crate::subject::of_check;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    let said: FxHashSet<Span> = found.iter().map(|finding| finding.span).collect();
    for group in groups {
        let widest = group.widest(analysis);
        let body = Rc::clone(&widest.body);
        let which = group
            .walks
            .iter()
            .copied()
            .find(|&which| std::ptr::eq(&raw const analysis.functions[which], widest))
            .unwrap_or(group.walks[0]);
        let checks: Vec<Check> = widest
            .checks
            .iter()
            .filter(|check| check.verdict == Truth::Maybe && !said.contains(&check.span))
            .cloned()
            .collect();
        for check in checks {
            // However it is called, it may fail.
            let settled = group.each(analysis).any(|walk| {
                walk.checks_at(check.span)
                    .iter()
                    .any(|other| other.kind == check.kind && other.verdict == Truth::Yes)
            });
            let requirement = check.over_loops.clone().unwrap_or_else(|| check.requirement.clone());
            // Sizes that break it were looked for only if they have to do with one another.
            if settled
                || check.breaks.is_none()
                || is_with_own_transpose(&body, check.span)
                || counts_on_a_square(analysis, &body, &check)
            {
                continue;
            }
            let (rule, subject) = of_check(analysis, &body, &check);
            found.push(Finding {
                condition: Some(requirement),
                breaks: check.breaks.clone(),
                labels: labels(analysis, which, check.span),
                ..Finding::warning(rule, which, check.span, subject)
            });
        }
    }
}
