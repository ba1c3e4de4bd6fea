//! The optimiser: passes are named values, a pipeline is a list of them.
//!
//! A pass improves one function at a time, may look at the others, and says how
//! much it changed. Whatever a pass does, a run of the function gives the same
//! results, or fails at the same check with the same words.

mod call_order;
mod cost;
mod count_in_integers;
mod defer_checks;
mod defs;
mod facts;
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
mod places;
mod propagate_copies;
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

use crate::ir::{Function, FunctionId, Module};
use crate::verify::{verify, verify_function};
use call_order::{callees_first, used_functions};

pub use report::{Counts, FunctionChecks, Report};

/// A pass over one function; the number of changes it made.
type Run = fn(&Module, &mut Function) -> usize;

/// A named pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name, as the command line takes it.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    run: Run,
}

/// The passes that run once, before all others.
pub const PREPARE: &[Pass] = &[
    Pass {
        name: "insert-attributes",
        about: "gives every definition a rank and a shape",
        run: crate::attributes::insert_into,
    },
    Pass {
        name: "insert-checks",
        about: "makes the conditions of operations explicit",
        run: insert_checks::run,
    },
];

/// What runs first where definitions carry no symbolic attributes.
pub const PREPARE_BY_TYPES: &[Pass] = &[
    Pass {
        name: "insert-type-attributes",
        about: "gives definitions the ranks and shapes that their types tell",
        run: crate::attributes::insert_types,
    },
    Pass {
        name: "insert-checks",
        about: "makes the conditions of operations explicit",
        run: insert_checks::run,
    },
];

/// The passes that run in turn until nothing changes.
pub const IMPROVE: &[Pass] = &[
    Pass {
        name: "inline-functions",
        about: "puts bodies in the place of calls",
        run: inline_functions::run,
    },
    Pass { name: "propagate-copies", about: "uses what a copy copies", run: propagate_copies::run },
    Pass {
        name: "use-attributes",
        about: "replaces dim, shape and saabind by attributes",
        run: use_attributes::run,
    },
    Pass {
        name: "resolve-dispatch",
        about: "chooses instances by attributes",
        run: resolve_dispatch::run,
    },
    Pass { name: "fold-constants", about: "computes what is known", run: fold_constants::run },
    Pass {
        name: "simplify-algebra",
        about: "applies identities of the primitives",
        run: simplify_algebra::run,
    },
    Pass {
        name: "fold-selections",
        about: "selects from what is in sight",
        run: fold_selections::run,
    },
    Pass {
        name: "unroll-with-loops",
        about: "writes small with-loops out",
        run: unroll_with_loops::run,
    },
    Pass {
        name: "share-expressions",
        about: "computes what is equal once",
        run: share_expressions::run,
    },
    Pass {
        name: "simplify-loops",
        about: "finds what loops and branches leave alone",
        run: simplify_loops::run,
    },
    Pass {
        name: "unroll-loops",
        about: "writes short loops over arrays out",
        run: unroll_loops::run,
    },
    Pass {
        name: "use-whole-numbers",
        about: "computes with the integers that real numbers are",
        run: use_whole_numbers::run,
    },
    Pass {
        name: "remove-checks",
        about: "drops checks that are sure to pass",
        run: remove_checks::run,
    },
    Pass {
        name: "fold-with-loops",
        about: "computes elements where they are used",
        run: fold_with_loops::run,
    },
    Pass {
        name: "merge-checked-with-loops",
        about: "checks elements where they are used",
        run: merge_checked_with_loops::run,
    },
    Pass {
        name: "scalarise-with-loops",
        about: "makes one with-loop of nested ones",
        run: scalarise_with_loops::run,
    },
    Pass {
        name: "hoist-invariants",
        about: "computes once what does not change",
        run: hoist_invariants::run,
    },
    Pass { name: "remove-dead-code", about: "drops what nobody uses", run: remove_dead_code::run },
];

/// The passes that run once, between two times of improving.
pub const RESHAPE: &[Pass] = &[Pass {
    name: "count-in-integers",
    about: "lets loops on whole numbers count in integers",
    run: count_in_integers::run,
}];

/// The passes that run once, behind all others.
pub const FINISH: &[Pass] = &[
    Pass {
        name: "version-loops",
        about: "checks before loops what they check in every round",
        run: version_loops::run,
    },
    Pass { name: "propagate-copies", about: "uses what a copy copies", run: propagate_copies::run },
    Pass { name: "remove-dead-code", about: "drops what nobody uses", run: remove_dead_code::run },
    Pass {
        name: "hoist-invariants",
        about: "computes once what does not change",
        run: hoist_invariants::run,
    },
    Pass {
        name: "fuse-with-loops",
        about: "runs with-loops over one range together",
        run: fuse_with_loops::run,
    },
    Pass {
        name: "read-in-place",
        about: "reads by the index of a with-loop what is in its place",
        run: read_in_place::run,
    },
    Pass { name: "propagate-copies", about: "uses what a copy copies", run: propagate_copies::run },
    Pass {
        name: "share-expressions",
        about: "computes what is equal once",
        run: share_expressions::run,
    },
    Pass { name: "propagate-copies", about: "uses what a copy copies", run: propagate_copies::run },
    Pass { name: "remove-dead-code", about: "drops what nobody uses", run: remove_dead_code::run },
    Pass {
        name: "reuse-storage",
        about: "finds arrays whose storage is free",
        run: reuse_storage::run,
    },
    Pass {
        name: "defer-checks",
        about: "checks elements behind the with-loop that computes them",
        run: defer_checks::run,
    },
];

/// How often the improving passes run at most.
const MAX_ROUNDS: usize = 40;
/// A function with more values is not improved further,
const MAX_VALUES: usize = 400_000;
/// nor is one that has become so many times as long as it was,
const MAX_GROWTH: usize = 40;
/// unless it is short.
const SHORT: usize = 10_000;

/// Who looks at what passes do: whether modules are verified, and whether to go on.
#[derive(Clone, Copy)]
struct Watch<'a> {
    verified: bool,
    stopped: &'a dyn Fn() -> bool,
}

impl Watch<'_> {
    const fn new(verified: bool) -> Watch<'static> {
        Watch { verified, stopped: &|| false }
    }
}

/// Runs the pipeline up to and with the last run of the pass of this name.
///
/// # Errors
///
/// If there is no such pass, or a pass leaves a module that is not well formed.
pub fn optimise_until(module: &mut Module, last: &str, by_types: bool) -> Result<(), String> {
    let prepare = if by_types { PREPARE_BY_TYPES } else { PREPARE };
    let position = |passes: &[Pass]| passes.iter().rposition(|pass| pass.name == last);
    let mut report = Report::default();
    if let Some(at) = position(FINISH) {
        run_passes(module, prepare, true)?;
        let order = callees_first(module);
        for &id in &order {
            improve(module, id, IMPROVE, Watch::new(true), &mut report)?;
            reshape(module, id, IMPROVE, Watch::new(true), &mut report)?;
        }
        for &id in &order {
            for pass in &FINISH[..=at] {
                run_pass(module, id, pass, Watch::new(true), &mut report)?;
            }
        }
        return Ok(());
    }
    if let Some(at) = position(IMPROVE) {
        run_passes(module, prepare, true)?;
        // The last round: the one in which nothing changes any more, up to the pass.
        for id in callees_first(module) {
            improve(module, id, IMPROVE, Watch::new(true), &mut report)?;
            reshape(module, id, IMPROVE, Watch::new(true), &mut report)?;
            for pass in &IMPROVE[..=at] {
                run_pass(module, id, pass, Watch::new(true), &mut report)?;
            }
        }
        return Ok(());
    }
    if let Some(at) = position(RESHAPE) {
        run_passes(module, prepare, true)?;
        for id in callees_first(module) {
            improve(module, id, IMPROVE, Watch::new(true), &mut report)?;
            for pass in &RESHAPE[..=at] {
                run_pass(module, id, pass, Watch::new(true), &mut report)?;
            }
        }
        return Ok(());
    }
    match position(prepare) {
        Some(at) => run_passes(module, &prepare[..=at], true).map(|_| ()),
        None => Err(format!("there is no pass `{last}`; the passes are:\n{}", list_passes())),
    }
}

/// All passes in the order of their first run, one line each.
#[must_use]
pub fn list_passes() -> String {
    let mut seen: Vec<&str> = Vec::new();
    let mut text = String::new();
    for pass in PREPARE.iter().chain(IMPROVE).chain(RESHAPE).chain(FINISH) {
        if !seen.contains(&pass.name) {
            seen.push(pass.name);
            text.push_str(&format!("  {:<22} {}\n", pass.name, pass.about));
        }
    }
    text
}

/// The pass of this name.
#[must_use]
pub fn find_pass(name: &str) -> Option<Pass> {
    PREPARE
        .iter()
        .chain(IMPROVE)
        .chain(RESHAPE)
        .chain(FINISH)
        .copied()
        .find(|pass| pass.name == name)
}

/// Runs passes once each, in order, over every function.
///
/// # Errors
///
/// If the module is not well formed after a pass, which is a defect of the pass;
/// looked at only if `verified` is set.
pub fn run_passes(module: &mut Module, passes: &[Pass], verified: bool) -> Result<Report, String> {
    run_watched(module, passes, Watch::new(verified))
}

fn run_watched(module: &mut Module, passes: &[Pass], watch: Watch<'_>) -> Result<Report, String> {
    let mut report = Report::begin(module);
    for pass in passes {
        for id in used_functions(module) {
            run_pass(module, id, pass, watch, &mut report)?;
        }
        if watch.verified {
            verify(module).map_err(|message| format!("after {}: {message}", pass.name))?;
        }
    }
    report.end(module);
    Ok(report)
}

fn run_pass(
    module: &mut Module,
    id: FunctionId,
    pass: &Pass,
    watch: Watch<'_>,
    report: &mut Report,
) -> Result<usize, String> {
    if (watch.stopped)() {
        return Err("optimising was stopped".to_owned());
    }
    let mut function = module.functions[id].clone();
    let changes = (pass.run)(module, &mut function);
    if changes > 0 {
        if watch.verified {
            verify_function(module, &function)
                .map_err(|message| format!("after {}: {message}", pass.name))?;
        }
        module.functions[id] = function;
        if module.functions[id].is_source {
            report.count(id, pass.name, changes);
        }
    }
    Ok(changes)
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
    let watch = Watch { verified: options.verified, stopped };
    let prepare = if options.by_types { PREPARE_BY_TYPES } else { PREPARE };
    let chosen = |passes: &[Pass]| -> Vec<Pass> {
        let is_kept =
            |pass: &&Pass| !(options.keep_checks && report::CHECK_REMOVING.contains(&pass.name));
        passes.iter().filter(is_kept).copied().collect()
    };
    let (improving, finishing) = (chosen(IMPROVE), chosen(FINISH));
    let mut report = run_watched(module, prepare, watch)?;
    let order = callees_first(module);
    for &id in &order {
        improve(module, id, &improving, watch, &mut report)?;
        reshape(module, id, &improving, watch, &mut report)?;
    }
    // What is inlined is finished where it is inlined, with what is known there.
    for &id in &order {
        for pass in &finishing {
            run_pass(module, id, pass, watch, &mut report)?;
        }
    }
    report.end(module);
    Ok(report)
}

/// Runs the reshaping passes, and improves what they made.
fn reshape(
    module: &mut Module,
    id: FunctionId,
    improving: &[Pass],
    watch: Watch<'_>,
    report: &mut Report,
) -> Result<(), String> {
    let mut changes = 0;
    for pass in RESHAPE {
        changes += run_pass(module, id, pass, watch, report)?;
    }
    if changes > 0 {
        improve(module, id, improving, watch, report)?;
    }
    Ok(())
}

fn improve(
    module: &mut Module,
    id: FunctionId,
    passes: &[Pass],
    watch: Watch<'_>,
    report: &mut Report,
) -> Result<(), String> {
    let length = module.functions[id].values.len();
    let most = length.saturating_mul(MAX_GROWTH).clamp(SHORT, MAX_VALUES);
    for _ in 0..MAX_ROUNDS {
        let mut changes = 0;
        for pass in passes {
            changes += run_pass(module, id, pass, watch, report)?;
        }
        if changes == 0 || module.functions[id].values.len() > most {
            break;
        }
    }
    Ok(())
}
