//! What a loop is while it is solved: where it stands, how an iteration begins, what a walk of its
//! body came to.

use crate::engine::Analyst;
use crate::loops::tested::Tested;
use crate::report::record::RecordMark;
use crate::state::frame::Snapshot;
use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprId, Stmt};
use formwork_hir::{SlotId, StmtId};
use formwork_shape::shape::Stock;
use formwork_syntax::Span;
use std::rc::Rc;

/// A loop that has been walked.
pub(crate) struct Solved {
    /// The state after the last iteration, if any iteration ends.
    pub(crate) back: Option<Snapshot>,
    /// The state after any iteration, where that was found.
    pub(crate) any: Option<Snapshot>,
    /// The states in which the loop is broken out of.
    pub(crate) breaks: Vec<Snapshot>,
}

/// One walk over the body of a loop.
pub(crate) struct Walk {
    pub(crate) back: Option<Snapshot>,
    pub(crate) breaks: Vec<Snapshot>,
}

/// The loop that is being solved.
pub(crate) struct Site<'b> {
    pub(crate) body: &'b Rc<Body>,
    pub(crate) id: StmtId,
    pub(crate) statements: &'b [Stmt],
    pub(crate) span: Span,
    /// The variable that the loop itself sets, and to what: it is no part of the head.
    pub(crate) variable: Option<(SlotId, AbstractValue)>,
    /// Its condition.
    pub(crate) test: Option<(ExprId, Tested)>,
    /// What had been recorded before it.
    pub(crate) mark: RecordMark,
    /// The unknowns there were before it.
    pub(crate) before: Stock,
}

/// What a loop does each time before its body.
pub(crate) trait Header {
    /// Prepares an iteration, on a path of its own.
    fn enter(&mut self, analyst: &mut Analyst<'_>);
    /// Ends an iteration; the path may end here.
    fn finish(&mut self, _analyst: &mut Analyst<'_>) {}
    /// The states in which the header itself left the loop in the last walk.
    fn exits(&mut self) -> Option<&mut Vec<Snapshot>> {
        None
    }
}
