//! The outcome of walking: all that was found in the end, or what was found so far.

use formwork_hir::{FunctionId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call::closure::Handle;
use crate::engine::Analyst;
use crate::report::Analysis;
use crate::report::record::FunctionRecord;

impl<'h> Analyst<'h> {
    /// The outcome.
    #[must_use]
    pub fn finish(self) -> Analysis {
        self.finish_keeping_program().0
    }

    /// What was found, and the program for who analyses another part of it: files that
    /// were read need not be read again.
    #[must_use]
    pub fn finish_keeping_program(self) -> (Analysis, Program<'h>) {
        let exhausted = self.was_cut();
        let analysis = Analysis {
            algebra: self.algebra,
            functions: numbered(self.found.functions, &self.calls.superseded),
            blame: sorted(self.found.blame),
            exhausted,
            unseen: self.calls.unseen,
            strays: self.found.strays,
            handles: self.calls.closures.into_iter().map(Handle::from).collect(),
            missing: self.found.missing,
        };
        (analysis, self.program)
    }

    /// What was found so far. Who reads it changes nothing of what is found later: it has terms of
    /// its own.
    #[must_use]
    pub fn so_far(&self) -> Analysis {
        Analysis {
            algebra: self.algebra.clone(),
            functions: numbered(self.found.functions.clone(), &self.calls.superseded),
            blame: sorted(self.found.blame.clone()),
            exhausted: self.was_cut(),
            unseen: self.calls.unseen.clone(),
            strays: self.found.strays.clone(),
            handles: self.calls.closures.iter().cloned().map(Handle::from).collect(),
            missing: self.found.missing.clone(),
        }
    }
}

/// The walks that count, each with the number of the way in which its function is called.
fn numbered(
    mut functions: Vec<FunctionRecord>,
    superseded: &FxHashSet<u64>,
) -> Vec<FunctionRecord> {
    functions.retain(|facts| !superseded.contains(&facts.walk));
    let mut ways: FxHashMap<FunctionId, usize> = FxHashMap::default();
    for facts in &mut functions {
        let way = ways.entry(facts.body.id).or_default();
        *way += 1;
        facts.variant = *way;
    }
    functions
}

/// What is blamed, most often first.
fn sorted(blame: FxHashMap<String, usize>) -> Vec<(String, usize)> {
    let mut blame: Vec<(String, usize)> = blame.into_iter().collect();
    blame.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    blame
}
