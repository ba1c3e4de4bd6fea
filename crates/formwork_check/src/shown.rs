//! What fails, or expands, on a call that a file itself shows: in a self-test or an example of its help.

use std::path::Path;
use std::rc::Rc;

use formwork_infer::{Analysis, Failure, FailureKind, Remark, RemarkKind};
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::finding::Finding;
use crate::operands::labels;
use crate::remarks::judge;
use crate::subject::of_failure;

/// Finds it.
pub(crate) fn find(analysis: &mut Analysis, file: &Path, found: &mut Vec<Finding>) {
    let mut said: FxHashSet<Span> = found.iter().map(|finding| finding.span).collect();
    for which in 0..analysis.functions.len() {
        let function = &analysis.functions[which];
        let Some((_, line)) = function.caller else { continue };
        if function.source.path != file || function.cut {
            continue;
        }
        let body = Rc::clone(&function.body);
        let failures: Vec<Failure> =
            function.sure_failures().filter(|failure| !failure.guarded).cloned().collect();
        let remarks: Vec<Remark> = function
            .remarks
            .iter()
            .filter(|one| one.kind == RemarkKind::Expansion && one.holds && one.unconditional)
            .cloned()
            .collect();
        for failure in failures {
            // What fails in a function that is called is said there.
            let called = matches!(failure.kind, FailureKind::Call { .. });
            let sizes =
                failure.kind.is_about_sizes() || matches!(failure.kind, FailureKind::Builtin(_));
            if called || !sizes || !said.insert(failure.span) {
                continue;
            }
            let (rule, subject) = of_failure(analysis, &body, &failure);
            found.push(Finding {
                labels: labels(analysis, which, failure.span),
                runtime: failure.message.clone(),
                shown_at: Some(line),
                ..Finding::warning(rule, which, failure.span, subject)
            });
        }
        for remark in remarks {
            if said.contains(&remark.span) {
                continue;
            }
            if let Some(finding) = judge(analysis, which, &body, &remark) {
                said.insert(remark.span);
                found.push(Finding { shown_at: Some(line), ..finding });
            }
        }
    }
}
