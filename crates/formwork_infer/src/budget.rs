//! How much may be walked: statements altogether, and those of other files. What is left out is unknown.

use std::sync::atomic::Ordering;

use crate::engine::Analyst;

impl Analyst<'_> {
    /// Whether nobody wants the result any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.options.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// How much may be walked.
#[derive(Default)]
pub(crate) struct Budget {
    /// How many statements have been walked.
    pub(crate) steps: u64,
    /// How many may be, those that were included.
    pub(crate) allowance: u64,
    /// Whether some walk became too long.
    pub(crate) cut: bool,
    /// How many of the statements were walked in calls into other files that have ended.
    pub(crate) elsewhere: u64,
    /// If such a call is being walked: how many statements had been walked before it.
    left: Option<u64>,
}

impl Budget {
    /// So many statements.
    pub(crate) fn of(allowance: u64) -> Budget {
        Budget { allowance, ..Budget::default() }
    }

    /// A call into another file begins: whether it is made in the file that is being analysed.
    pub(crate) fn leave(&mut self) -> bool {
        let leaves = self.left.is_none();
        self.left.get_or_insert(self.steps);
        leaves
    }

    /// A call into another file has ended that was made in the file that is being analysed.
    pub(crate) fn come_back(&mut self) {
        self.elsewhere = self.elsewhere();
        self.left = None;
    }

    /// How many statements were walked in calls into other files.
    pub(crate) fn elsewhere(&self) -> u64 {
        let open = self.left.map_or(0, |left| self.steps.saturating_sub(left));
        self.elsewhere.saturating_add(open)
    }

    /// Whether as much can be walked once more as was walked since there were so many steps.
    pub(crate) fn allows_again(&self, before: u64) -> bool {
        let walked = self.steps.saturating_sub(before);
        self.steps.saturating_add(walked) <= self.allowance
    }
}
