//! Rules over the facts that inference keeps: which operations of a program cannot work,
//! which fail under a condition on sizes, and what is worth knowing besides.
//!
//! [`findings`] turns an [`Analysis`](formwork_infer::Analysis) into [`Finding`]s: data,
//! not words. Words, excerpts and formats are the driver's.
//!
//! - `rule`: the rules, with their codes and documentation;
//! - `finding`: what a finding says; `subject`: what a failure is about; `operands`: what is
//!   known of operands; `origins`: where their values come from; `fix`: changes that make
//!   operands fit;
//! - `failures`: operations that surely fail; `conditions`: those that fail for some sizes;
//!   `ordinary`: those that fail on every ordinary call, with a call (`witness`); `shown`: those that fail on a call that the
//!   file itself shows;
//! - `remarks`, `slips`, `masks`, `axes`, `nested`, `subscripts`, `cells`, `usages`, `preallocation`, `outputs`: operations that do something else than they seem to;
//! - `comparisons`, `cases`, `counts`, `maps`, `repeats`, `never_set`, `spacing`: texts that read otherwise than
//!   they mean; `alike`: expressions that are written twice;
//! - `loops`, `reach`, `names`, `close`, `habits`: what is worth knowing;
//! - `group`: functions with the ways they are called; `look`: looking at their text.

mod alike;
mod axes;
mod cases;
mod cells;
mod close;
mod comparisons;
mod conditions;
mod counts;
mod failures;
mod finding;
mod fix;
mod group;
mod habits;
mod look;
mod loops;
mod maps;
mod masks;
mod names;
mod nested;
mod never_set;
mod operands;
mod ordinary;
mod origins;
mod outputs;
mod preallocation;
mod reach;
mod remarks;
mod repeats;
mod rule;
mod shown;
mod slips;
mod spacing;
mod squares;
mod subject;
mod subscripts;
mod usages;
mod witness;

use std::path::Path;

use formwork_infer::Analysis;

pub use finding::{Edit, Finding, Fix, Iteration, Label, Safety, Severity, Subject};
pub use origins::{Origin, origins};
pub use rule::Rule;
pub use witness::witness;

use group::Group;

/// What is to be said of a file, in the order of its text.
#[must_use]
pub fn findings(analysis: &mut Analysis, file: &Path) -> Vec<Finding> {
    let groups = Group::all(analysis, file);
    let mut found = Vec::new();
    failures::find(analysis, &groups, file, &mut found);
    conditions::find(analysis, &groups, &mut found);
    ordinary::find(analysis, file, &mut found);
    reach::find(analysis, &groups, &mut found);
    names::find(analysis, &groups, file, &mut found);
    loops::find(analysis, &groups, &mut found);
    habits::find(analysis, &groups, &mut found);
    slips::find(analysis, &groups, &mut found);
    masks::find(analysis, &groups, &mut found);
    axes::find(analysis, &groups, &mut found);
    preallocation::find(analysis, &groups, &mut found);
    outputs::find(analysis, &groups, &mut found);
    never_set::find(analysis, &groups, &mut found);
    comparisons::find(analysis, &groups, &mut found);
    cases::find(analysis, &groups, &mut found);
    counts::find(analysis, &groups, &mut found);
    maps::find(analysis, &groups, &mut found);
    repeats::find(analysis, &groups, &mut found);
    spacing::find(analysis, &groups, &mut found);
    remarks::find(analysis, &groups, file, &mut found);
    nested::find(analysis, &groups, file, &mut found);
    cells::find(analysis, &groups, file, &mut found);
    usages::find(analysis, &groups, &mut found);
    subscripts::find(analysis, &groups, &mut found);
    shown::find(analysis, file, &mut found);
    found.sort_by_key(|finding| (finding.span.start, finding.span.end, finding.rule));
    found.dedup_by_key(|finding| (finding.span, finding.rule));
    found
}
