//! Ending a path where an operation surely fails.

use crate::engine::Analyst;
use crate::report::failure::{Failure, FailureKind, Strays};
use formwork_domain::AbstractValue;
use formwork_hir::SourceText;
use formwork_syntax::Span;
use std::rc::Rc;

impl Analyst<'_> {
    /// The path ends here, because an operation surely fails.
    pub(crate) fn fail(
        &mut self,
        span: Span,
        kind: FailureKind,
        values: &[&AbstractValue],
        message: Option<String>,
    ) {
        if !self.alive() {
            return;
        }
        // Where it does not always come to this, nothing else says so.
        self.risk(span);
        let guarded = self.frames.iter().any(|frame| frame.attempts > 0);
        let values = values.iter().map(|&value| value.clone()).collect();
        let failure = Failure { span, kind, values, message, guarded };
        self.doubt_failure(&failure);
        let frame = self.frame_mut();
        frame.record.fail(failure);
        frame.alive = false;
    }

    /// An operation succeeded, or may have.
    pub(crate) fn pass(&mut self, span: Span) {
        let frame = self.frame_mut();
        if frame.alive {
            frame.record.pass(span);
        }
    }

    /// Keeps what became of a function that nobody lists, in the text it stands in.
    pub(crate) fn keep_outcomes(
        &mut self,
        source: &Rc<SourceText>,
        record: crate::report::record::Record,
    ) {
        let place = self.found.strays.iter().position(|stray| Rc::ptr_eq(&stray.source, source));
        let place = place.unwrap_or_else(|| {
            self.found.strays.push(Strays::empty(source));
            self.found.strays.len() - 1
        });
        let stray = &mut self.found.strays[place];
        stray.passed.add(&record.passed);
        stray.failures.extend(record.failures.into_values());
    }
}
