//! Function handles on their way through an operation, and those that escaped.

use formwork_domain::HandleId;
use formwork_hir::body::Unit;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

pub(crate) type Handles = SmallVec<[HandleId; 2]>;

/// The handles on their way through the expressions that are being walked.
#[derive(Default)]
pub(crate) struct Flow {
    /// For each expression that is being walked: what its operands hold.
    pub(crate) operands: Vec<Handles>,
    /// Handles that escaped.
    pub(crate) escaped: FxHashSet<HandleId>,
    /// Files in which a function was called by a name that nobody knows.
    pub(crate) by_name: Vec<Rc<Unit>>,
}

impl Flow {
    /// An expression begins.
    pub(crate) fn enter(&mut self) {
        self.operands.push(Handles::new());
    }

    /// What the operands hold is followed into the function that is called with them.
    pub(crate) fn followed(&mut self) {
        if let Some(operands) = self.operands.last_mut() {
            operands.clear();
        }
    }
}
