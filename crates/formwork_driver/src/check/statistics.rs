//! How often each rule finds something.

use std::collections::BTreeMap;

use super::report::{CheckReport, Hidden};
use crate::diagnostic::Level;

/// How often a rule finds something of one severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCount {
    /// The rule's name.
    pub code: String,
    /// Its short id.
    pub id: String,
    /// How bad it is.
    pub level: Level,
    /// How many findings count.
    pub count: usize,
    /// How many do not because of comments, the baseline, and lines that have not changed.
    pub hidden: HiddenCount,
}

/// Findings that do not count, by why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenCount {
    /// Suppressed by comments.
    pub comments: usize,
    /// Known to the baseline.
    pub baseline: usize,
    /// On lines that have not changed.
    pub unchanged: usize,
}

impl HiddenCount {
    /// All of them.
    #[must_use]
    pub fn total(self) -> usize {
        self.comments + self.baseline + self.unchanged
    }

    fn add(&mut self, why: Hidden) {
        match why {
            Hidden::Comment => self.comments += 1,
            Hidden::Baseline => self.baseline += 1,
            Hidden::Unchanged => self.unchanged += 1,
        }
    }
}

impl CheckReport {
    /// Counts by rule and severity, the most frequent first.
    #[must_use]
    pub fn statistics(&self) -> Vec<RuleCount> {
        let mut counts: BTreeMap<(&str, Level, &str), (usize, HiddenCount)> = BTreeMap::new();
        for file in &self.files {
            for found in &file.found {
                counts.entry((&found.id, found.level, &found.code)).or_default().0 += 1;
            }
            for (found, why) in &file.hidden {
                counts.entry((&found.id, found.level, &found.code)).or_default().1.add(*why);
            }
        }
        let mut rows: Vec<RuleCount> = counts
            .into_iter()
            .map(|((id, level, code), (count, hidden))| RuleCount {
                code: code.to_owned(),
                id: id.to_owned(),
                level,
                count,
                hidden,
            })
            .collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.count, row.hidden.total())));
        rows
    }

    /// How many findings do not count.
    #[must_use]
    pub fn hidden_count(&self) -> HiddenCount {
        let mut count = HiddenCount::default();
        for (_, why) in self.files.iter().flat_map(|file| &file.hidden) {
            count.add(*why);
        }
        count
    }
}
