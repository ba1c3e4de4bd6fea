//! Rules over the facts that inference keeps: which operations of a program cannot work,
//! which fail under a condition on sizes, and what is worth knowing besides.
//!
//! [`findings`] turns an [`Analysis`](formwork_infer::Analysis) into [`Finding`]s: data,
//! not words. Words, excerpts and formats are the driver's.
//!
//! - `rule`: the rules, with their codes and documentation;
//! - `finding`: what a finding says;
//! - `failures`: operations that surely fail; `conditions`: those that fail for some sizes;
//! - `loops`, `reach`, `names`, `habits`: what is worth knowing.

mod conditions;
mod failures;
mod finding;
mod habits;
mod look;
mod loops;
mod names;
mod reach;
mod rule;

use std::path::Path;
use std::rc::Rc;

use formwork_infer::{Analysis, FunctionFacts};
use rustc_hash::FxHashMap;

pub use finding::{Edit, Finding, Fix, Iteration, Label, Safety, Severity, Subject};
pub use look::{expression_at, operator_at, text_of, variables_in};
pub use rule::Rule;

/// What is to be said of a file, in the order of its text.
#[must_use]
pub fn findings(analysis: &mut Analysis, file: &Path) -> Vec<Finding> {
    let groups = Group::all(analysis, file);
    let mut found = Vec::new();
    failures::find(analysis, &groups, file, &mut found);
    conditions::find(analysis, &groups, &mut found);
    reach::find(analysis, &groups, &mut found);
    names::find(analysis, &groups, file, &mut found);
    loops::find(analysis, &groups, &mut found);
    habits::find(analysis, &groups, &mut found);
    found.sort_by_key(|finding| (finding.span.start, finding.span.end, finding.rule));
    found.dedup_by_key(|finding| (finding.span, finding.rule));
    found
}

/// One function with the ways in which it was walked that count.
pub(crate) struct Group {
    /// Which of the analysed functions.
    pub(crate) walks: Vec<usize>,
}

impl Group {
    /// The functions of a file.
    fn all(analysis: &Analysis, file: &Path) -> Vec<Group> {
        let mut by_body: FxHashMap<formwork_hir::FunctionId, Vec<usize>> = FxHashMap::default();
        let mut order = Vec::new();
        // Several texts have the path of the file that evaluates them; its own is longest.
        let own = analysis.functions.iter().filter(|function| function.source.path == file);
        let longest = own.max_by_key(|function| function.source.text().len());
        let Some(text) = longest.map(|function| Rc::clone(&function.source)) else {
            return Vec::new();
        };
        let handled = look::handled_names(text.text());
        for (which, function) in analysis.functions.iter().enumerate() {
            let evaluated = function.source.text().len() < text.text().len();
            if function.source.path != file || evaluated {
                continue;
            }
            let key = function.body.id;
            let walks = by_body.entry(key).or_insert_with(|| {
                order.push(key);
                Vec::new()
            });
            walks.push(which);
        }
        order
            .into_iter()
            .map(|key| {
                let mut walks = by_body.remove(&key).unwrap_or_default();
                // A function that only its own file can call is called as it is there.
                let called = walks.iter().any(|&which| !analysis.functions[which].entry);
                let seen = !analysis.unseen.contains(&key);
                let own = &analysis.functions[walks[0]];
                if called && seen && look::is_private(own, &handled) {
                    walks.retain(|&which| !analysis.functions[which].entry);
                }
                Group { walks }
            })
            .collect()
    }

    /// The walks that count.
    pub(crate) fn each<'a>(
        &'a self,
        analysis: &'a Analysis,
    ) -> impl Iterator<Item = &'a FunctionFacts> {
        self.walks.iter().map(|&which| &analysis.functions[which])
    }

    /// The walk with the least said of its arguments.
    pub(crate) fn widest<'a>(&self, analysis: &'a Analysis) -> &'a FunctionFacts {
        let entry = self.walks.iter().find(|&&which| analysis.functions[which].entry);
        &analysis.functions[*entry.unwrap_or(&self.walks[0])]
    }
}
