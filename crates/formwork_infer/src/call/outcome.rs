//! What a call came to, and what is kept of calls: outcomes by signature, and the open calls.

use crate::expr::Many;
use crate::report::failure::Inner;
use crate::state::fork::FreshUnknowns;
use crate::trace::VariantId;
use formwork_domain::AbstractValue;
use formwork_hir::FunctionId;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Stock;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What came out of walking a function.
#[derive(Clone, Debug)]
pub(crate) struct CallOutcome {
    /// Its outputs; `None` if it does not return.
    pub(crate) outputs: Option<Many>,
    pub(crate) learnt: Vec<Requirement>,
    /// If it does not return: what fails, unless that is on purpose.
    pub(crate) inner: Option<Rc<Inner>>,
    /// If it returns, on an ordinary call: what fails where it comes to that.
    pub(crate) doubt: Option<Rc<Inner>>,
    /// How many of its callers it may have changed variables of.
    pub(crate) reach: u8,
}

/// Functions that have been walked.
#[derive(Default)]
pub(crate) struct Summaries {
    pub(crate) known: FxHashMap<FunctionId, Vec<Known>>,
    /// How many statements the longest walk took.
    pub(crate) longest: FxHashMap<FunctionId, u64>,
    /// How many statements were walked in calls of functions directly inside calls of themselves.
    pub(crate) recursive: FxHashMap<FunctionId, u64>,
}

/// What one way of calling a function gave.
pub(crate) struct Known {
    pub(crate) args: Vec<AbstractValue>,
    pub(crate) nargout: usize,
    pub(crate) outcome: CallOutcome,
    /// What was known then of the unknowns in the arguments.
    pub(crate) given: Vec<Requirement>,
    /// The unknowns there were before: the others are those of the one call walked.
    pub(crate) before: Stock,
    pub(crate) variant: Option<VariantId>,
}

/// A function that is being walked.
pub(crate) struct Active {
    pub(crate) body: FunctionId,
    pub(crate) args: Vec<AbstractValue>,
    /// What was known of the unknowns in the arguments.
    pub(crate) given: Vec<Requirement>,
    pub(crate) nargout: usize,
    /// What it gave in the round before; `None`: nothing has returned yet.
    pub(crate) result: Option<Many>,
    pub(crate) used: bool,
    /// The place of the outermost function whose result so far was used in this walk: what
    /// came of it stands only as long as that one's does.
    pub(crate) leans_on: usize,
    /// The unknowns there were before.
    pub(crate) before: Stock,
    /// How many statements had been walked before.
    pub(crate) started: u64,
    /// What the rounds before made up.
    pub(crate) made: FreshUnknowns,
    /// The walks that stand only as long as the results do that they used: those of the
    /// round, and those inside it that lean on this or an outer function.
    pub(crate) walks: Vec<u64>,
    pub(crate) variant: Option<VariantId>,
    /// How many branches of which only a run decides were around the call.
    pub(crate) undecided: usize,
}
