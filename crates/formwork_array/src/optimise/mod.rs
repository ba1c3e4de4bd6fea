//! The optimiser: passes are named values, a pipeline is a list of them (`pipeline`).
//!
//! A pass improves one function at a time, may look at the others, and says how
//! much it changed. Whatever a pass does, a run of the function gives the same
//! results, or fails at the same check with the same words.

mod call_order;
mod cost;
mod count_in_integers;
mod defer_checks;
mod defs;
mod driver;
mod fold_constants;
mod fold_selections;
mod fold_with_loops;
mod fuse_with_loops;
mod hoist_invariants;
mod inline_functions;
mod insert_checks;
mod learn;
mod linear;
mod merge_checked_with_loops;
mod pipeline;
mod places;
mod propagate_copies;
mod proven;
mod prover;
mod purity;
mod ranges;
mod read_in_place;
mod remove_checks;
mod remove_dead_code;
mod report;
mod resolve_dispatch;
mod reuse_storage;
mod rewrite;
mod scalarise_with_loops;
mod share_expressions;
mod simplify_algebra;
mod simplify_loops;
mod sum;
mod take_apart;
mod termination;
mod unroll_loops;
mod unroll_with_loops;
mod use_attributes;
mod use_whole_numbers;
mod version_loops;
mod whole;
mod with_facts;

use formwork_pass::Stage;

use crate::ir::Module;
use call_order::callees_first;
use driver::{Watch, run_over, run_over_all};
use pipeline::{IMPROVE_AND_RESHAPE, IMPROVE_ONLY, PREPARE_BY_TYPES};

pub use pipeline::{FINISH, IMPROVE, PREPARE, Pass, RESHAPE, Run, find_pass, list_passes};
pub use report::{Counts, FunctionChecks, Report};

/// Runs the pipeline up to and with the last run of the pass of this name.
///
/// # Errors
///
/// If there is no such pass, or a pass leaves a module that is not well formed.
pub fn optimise_until(module: &mut Module, last: &str, by_types: bool) -> Result<(), String> {
    let prepare = if by_types { PREPARE_BY_TYPES } else { PREPARE };
    let position = |passes: &[Pass]| passes.iter().rposition(|pass| pass.name == last);
    let watch = Watch::new(true);
    let mut report = Report::default();
    if let Some(at) = position(FINISH) {
        run_over_all(module, prepare, watch, &mut report)?;
        let order = callees_first(module);
        for &id in &order {
            run_over(module, id, IMPROVE_AND_RESHAPE, watch, &mut report)?;
        }
        for &id in &order {
            run_over(module, id, &[Stage::Once(&FINISH[..=at])], watch, &mut report)?;
        }
        return Ok(());
    }
    if let Some(at) = position(IMPROVE) {
        run_over_all(module, prepare, watch, &mut report)?;
        // The last round: the one in which nothing changes any more, up to the pass.
        for id in callees_first(module) {
            run_over(module, id, IMPROVE_AND_RESHAPE, watch, &mut report)?;
            run_over(module, id, &[Stage::Once(&IMPROVE[..=at])], watch, &mut report)?;
        }
        return Ok(());
    }
    if let Some(at) = position(RESHAPE) {
        run_over_all(module, prepare, watch, &mut report)?;
        for id in callees_first(module) {
            run_over(module, id, IMPROVE_ONLY, watch, &mut report)?;
            run_over(module, id, &[Stage::Once(&RESHAPE[..=at])], watch, &mut report)?;
        }
        return Ok(());
    }
    match position(prepare) {
        Some(at) => run_over_all(module, &prepare[..=at], watch, &mut report),
        None => Err(format!("there is no pass `{last}`; the passes are:\n{}", list_passes())),
    }
}

/// Runs passes once each, in order, over every function.
///
/// # Errors
///
/// If the module is not well formed after a pass, which is a defect of the pass;
/// looked at only if `verified` is set.
pub fn run_passes(module: &mut Module, passes: &[Pass], verified: bool) -> Result<Report, String> {
    let mut report = Report::begin(module);
    run_over_all(module, passes, Watch::new(verified), &mut report)?;
    report.end(module);
    Ok(report)
}

/// How a module is optimised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// With no more attributes than types tell: what the paper compares with.
    pub by_types: bool,
    /// All checks stay, so that what they cost can be measured.
    pub keep_checks: bool,
    /// The module is looked at after each pass.
    pub verified: bool,
}

/// Runs the standard pipeline: callees before callers.
///
/// # Errors
///
/// If the module is not well formed after a pass, which is a defect of the pass;
/// looked at only if `verified` is set.
pub fn optimise(module: &mut Module, verified: bool) -> Result<Report, String> {
    optimise_with(module, &Options { verified, ..Options::default() })
}

/// Runs the standard pipeline with no more attributes than types tell: what the paper
/// compares with.
///
/// # Errors
///
/// If the module is not well formed after a pass, which is a defect of the pass;
/// looked at only if `verified` is set.
pub fn optimise_by_types(module: &mut Module, verified: bool) -> Result<Report, String> {
    optimise_with(module, &Options { by_types: true, verified, ..Options::default() })
}

/// Runs the standard pipeline, with options.
///
/// # Errors
///
/// If the module is not well formed after a pass, which is a defect of the pass;
/// looked at only if [`Options::verified`] is set.
pub fn optimise_with(module: &mut Module, options: &Options) -> Result<Report, String> {
    optimise_unless(module, options, &|| false)
}

/// The same, unless somebody says that nobody waits for it any more.
///
/// # Errors
///
/// As of [`optimise_with`], and if it was stopped.
pub fn optimise_unless(
    module: &mut Module,
    options: &Options,
    stopped: &dyn Fn() -> bool,
) -> Result<Report, String> {
    let watch = Watch { verified: options.verified, keep_checks: options.keep_checks, stopped };
    let prepare = if options.by_types { PREPARE_BY_TYPES } else { PREPARE };
    let mut report = Report::begin(module);
    run_over_all(module, prepare, watch, &mut report)?;
    let order = callees_first(module);
    for &id in &order {
        run_over(module, id, IMPROVE_AND_RESHAPE, watch, &mut report)?;
    }
    // What is inlined is finished where it is inlined, with what is known there.
    for &id in &order {
        run_over(module, id, &[Stage::Once(FINISH)], watch, &mut report)?;
    }
    report.end(module);
    Ok(report)
}
