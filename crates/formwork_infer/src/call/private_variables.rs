//! The persistent variables of a function that might as well be variables of the call.

use formwork_hir::SlotId;
use rustc_hash::{FxHashMap, FxHashSet};

/// How a private variable gets its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// Where it is declared.
    Declaration,
    /// In the branch of a statement of the body, of that number.
    Branch(usize),
}

/// The private variables of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Private {
    pub(crate) starts: FxHashMap<SlotId, Start>,
    /// Those whose first value depends on the call in parts that nobody reads: to store it
    /// may fail in one call and not in another.
    pub(crate) varying: FxHashSet<SlotId>,
}
