//! Doubts: what fails in a function that is called, on an ordinary call, if it comes to it.
//!
//! A function that fails in the first iteration of a loop returns if the loop does not run, and one
//! whose operands fit only by chance may return. So the call does not fail surely; but on an
//! ordinary call it does. Who reads a caller wants to know it there. Where a condition of the
//! function decides whether it comes to that, nothing is said: its caller may have made sure.
//!
//! ```text
//! Y = march (@(y) [y(2), -y(1)], [1; 0], n)      a row is added to a column in its loop, and
//!                                                the result is no row any more: doubted
//! ```

use std::rc::Rc;

use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::report::failure::{Failure, FailureKind, Inner};
use crate::report::record::Check;

impl Analyst<'_> {
    /// An operation of a function that is called fails.
    pub(crate) fn doubt_failure(&mut self, failure: &Failure) {
        if failure.kind.is_about_sizes() && self.is_doubtful() && !failure.guarded {
            let place = (failure.span.start, failure.span.end);
            self.frame_mut().record.doubts.insert(place, failure.clone());
        }
    }

    /// An operation of a function that is called works only by chance.
    pub(crate) fn doubt_check(&mut self, check: &Check) {
        if self.is_doubtful() {
            let kind = FailureKind::Check(Box::new(check.clone()));
            let span = check.span;
            let failure = Failure { span, kind, values: Vec::new(), message: None, guarded: false };
            self.frame_mut().record.doubts.insert((span.start, span.end), failure);
        }
    }

    /// A function that was called returns, but for what may fail in it.
    pub(crate) fn doubt_call(&mut self, name: &str, doubt: Option<Rc<Inner>>, span: Span) {
        let Some(inner) = doubt.filter(|_| self.ordinary.is_some() && self.alive()) else { return };
        let guarded = self.frames.iter().any(|frame| frame.attempts > 0);
        if guarded || self.frames.len() > 1 && self.frame().undecided_branches > 0 {
            return;
        }
        let kind = FailureKind::Call { name: name.into(), inner };
        let failure = Failure { span, kind, values: Vec::new(), message: None, guarded };
        self.frame_mut().record.doubts.insert((span.start, span.end), failure);
    }

    /// Whether what fails here does so in a function that was called, whatever its conditions are.
    fn is_doubtful(&self) -> bool {
        self.ordinary.is_some() && self.frames.len() > 1 && self.frame().undecided_branches == 0
    }
}
