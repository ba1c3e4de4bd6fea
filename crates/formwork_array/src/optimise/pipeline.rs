//! The passes, and the order in which they run.

use formwork_pass::Stage;

use super::{
    count_in_integers, defer_checks, fold_constants, fold_selections, fold_with_loops,
    fuse_with_loops, hoist_invariants, inline_functions, insert_checks, merge_checked_with_loops,
    propagate_copies, read_in_place, remove_checks, remove_dead_code, resolve_dispatch,
    reuse_storage, scalarise_with_loops, share_expressions, simplify_algebra, simplify_loops,
    unroll_loops, unroll_with_loops, use_attributes, use_whole_numbers, version_loops,
};
use crate::attributes;
use crate::ir::{Function, Module};

/// A pass over one function; the number of changes it made.
pub type Run = fn(&Module, &mut Function) -> usize;

/// A named pass.
pub type Pass = formwork_pass::Pass<Run>;

const PROPAGATE_COPIES: Pass =
    Pass { name: "propagate-copies", about: "uses what a copy copies", run: propagate_copies::run };

const REMOVE_DEAD_CODE: Pass =
    Pass { name: "remove-dead-code", about: "drops what nobody uses", run: remove_dead_code::run };

const HOIST_INVARIANTS: Pass = Pass {
    name: "hoist-invariants",
    about: "computes once what does not change",
    run: hoist_invariants::run,
};

const SHARE_EXPRESSIONS: Pass = Pass {
    name: "share-expressions",
    about: "computes what is equal once",
    run: share_expressions::run,
};

const INSERT_CHECKS: Pass = Pass {
    name: "insert-checks",
    about: "makes the conditions of operations explicit",
    run: insert_checks::run,
};

/// The passes that run once, before all others.
pub const PREPARE: &[Pass] = &[
    Pass {
        name: "insert-attributes",
        about: "gives every definition a rank and a shape",
        run: attributes::insert_into,
    },
    INSERT_CHECKS,
];

/// What runs first where definitions carry no symbolic attributes.
pub(super) const PREPARE_BY_TYPES: &[Pass] = &[
    Pass {
        name: "insert-type-attributes",
        about: "gives definitions the ranks and shapes that their types tell",
        run: attributes::insert_types,
    },
    INSERT_CHECKS,
];

/// The passes that run in turn until nothing changes.
pub const IMPROVE: &[Pass] = &[
    Pass {
        name: "inline-functions",
        about: "puts bodies in the place of calls",
        run: inline_functions::run,
    },
    PROPAGATE_COPIES,
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
    SHARE_EXPRESSIONS,
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
    HOIST_INVARIANTS,
    REMOVE_DEAD_CODE,
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
    PROPAGATE_COPIES,
    REMOVE_DEAD_CODE,
    HOIST_INVARIANTS,
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
    PROPAGATE_COPIES,
    SHARE_EXPRESSIONS,
    PROPAGATE_COPIES,
    REMOVE_DEAD_CODE,
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

/// The improving passes, until nothing changes.
const IMPROVED: Stage<'static, Run> =
    Stage::UntilStable { passes: IMPROVE, max_rounds: MAX_ROUNDS };

/// What is done to a function before its callers are looked at.
pub(super) const IMPROVE_AND_RESHAPE: &[Stage<'static, Run>] =
    &[IMPROVED, Stage::Once(RESHAPE), Stage::IfChanged(&IMPROVED)];

/// The first stage of it.
pub(super) const IMPROVE_ONLY: &[Stage<'static, Run>] = &[IMPROVED];

/// All passes, in the order of the pipeline.
pub(super) fn all_passes() -> impl Iterator<Item = &'static Pass> {
    PREPARE.iter().chain(IMPROVE).chain(RESHAPE).chain(FINISH)
}

/// The pass of this name.
#[must_use]
pub fn find_pass(name: &str) -> Option<Pass> {
    all_passes().copied().find(|pass| pass.name == name)
}

/// All passes in the order of their first run, one line each.
#[must_use]
pub fn list_passes() -> String {
    let mut seen: Vec<&str> = Vec::new();
    let mut text = String::new();
    for pass in all_passes() {
        if !seen.contains(&pass.name) {
            seen.push(pass.name);
            text.push_str(&format!("  {:<22} {}\n", pass.name, pass.about));
        }
    }
    text
}
