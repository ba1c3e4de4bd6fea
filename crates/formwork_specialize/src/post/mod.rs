//! What works on the residual program alone, as a list of named passes that are run until
//! nothing changes.
//!
//! - `effects`: what may be dropped, moved or computed twice; `flow`: which definitions
//!   reach which uses; `bits`: sets; `exposed`: variables of which more is
//!   seen than what they are read for.
//! - `identities`, `joined`: operations that change nothing; `duplicates`: functions that are the
//!   same.
//! - `counters`, `flags`: shorter subscripts, and truth values without branches.
//! - `flat`, `forward`, `carry`, `elements`, `fields`, `repeats`: parts of arrays and structs by
//!   fewer subscripts, stored and read less often, and in variables of their own.
//! - `copies`, `amalgamate`: values where they are used; `dead`: code that does not
//!   matter; `signature`: parameters and outputs that do not; `inline`: functions where
//!   they are called; `reassociate`: products in the cheapest order, where asked for; `tables`:
//!   structs and handles built once.

mod amalgamate;
mod bits;
mod carry;
mod copies;
mod counters;
mod dead;
mod duplicates;
pub(crate) mod effects;
mod elements;
mod exposed;
mod fields;
mod flags;
mod flat;
mod flow;
mod forward;
mod identities;
mod inline;
mod joined;
mod reassociate;
mod repeats;
mod signature;
mod tables;
mod verify;

use std::fmt;

use formwork_pass::{PipelineReport, Stage, Subject, run};

use crate::residual::Program;
use effects::Purity;

/// How many times all passes are run at most.
const MAX_ROUNDS: usize = 20;

/// A pass over a program; how often it did something.
pub type Run = fn(&mut Program) -> usize;

/// A pass; it says of itself what it counts.
pub type Pass = formwork_pass::Pass<Run>;

/// The passes, in the order in which they are run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "identities",
        about: "operations removed because they change nothing",
        run: |program| {
            each_function(program, |program, id, _| {
                identities::simplify(&mut program.functions[id])
            })
        },
    },
    Pass {
        name: "flat",
        about: "subscripts removed because they pick all there is",
        run: |program| {
            each_function(program, |program, id, _| flat::flatten(&mut program.functions[id]))
        },
    },
    Pass {
        name: "copies",
        about: "uses of a variable replaced by what it is a copy of",
        run: |program| {
            each_function(program, |program, id, _| copies::propagate(&mut program.functions[id]))
        },
    },
    Pass {
        name: "dead",
        about: "statements, branches and outputs removed because they do not matter",
        run: |program| {
            each_function(program, |program, id, purity| {
                dead::remove(&mut program.functions[id], purity)
            })
        },
    },
    Pass {
        name: "amalgamate",
        about: "values written where they are used",
        run: |program| each_function(program, amalgamate::amalgamate),
    },
    Pass {
        name: "forward",
        about: "stores in parts of arrays removed because others follow",
        run: |program| {
            each_function(program, |program, id, purity| {
                forward::forward(&mut program.functions[id], purity)
            })
        },
    },
    Pass {
        name: "carry",
        about: "elements kept in variables from one iteration to the next",
        run: |program| {
            each_function(program, |program, id, _| carry::carry(&mut program.functions[id]))
        },
    },
    Pass {
        name: "counters",
        about: "subscripts shortened that are a counter and numbers",
        run: |program| {
            each_function(program, |program, id, _| counters::shorten(&mut program.functions[id]))
        },
    },
    Pass {
        name: "flags",
        about: "branches that only set a truth value put into expressions",
        run: |program| {
            each_function(program, |program, id, purity| {
                flags::fold(&mut program.functions[id], purity)
            })
        },
    },
    Pass {
        name: "elements",
        about: "small arrays taken apart into variables",
        run: |program| {
            each_function(program, |program, id, _| elements::separate(&mut program.functions[id]))
        },
    },
    Pass {
        name: "fields",
        about: "fields of structs kept in variables of their own",
        run: |program| {
            each_function(program, |program, id, _| {
                let is_script = program.script && program.entry == Some(id);
                fields::separate(&mut program.functions[id], is_script)
            })
        },
    },
    Pass {
        name: "repeats",
        about: "elements that are read again kept in variables",
        run: |program| {
            each_function(program, |program, id, _| repeats::keep(&mut program.functions[id]))
        },
    },
    Pass {
        name: "signature",
        about: "parameters and outputs removed because nobody reads them",
        run: signature::prune,
    },
    Pass {
        name: "inline",
        about: "calls replaced by the function that is called",
        run: inline::inline,
    },
    Pass {
        name: "duplicates",
        about: "functions removed because others are the same",
        run: duplicates::merge,
    },
];

/// What is run at the end, where asked for: when chains have grown together.
const REASSOCIATE: Pass = Pass {
    name: "reassociate",
    about: "products of matrices put in the cheapest order",
    run: |program| {
        each_function(program, |program, id, _| {
            reassociate::reassociate(&mut program.functions[id])
        })
    },
};

/// What is run last: a variable that outlives the call is in the way of all others.
const TABLES: Pass = Pass {
    name: "tables",
    about: "tables of structs and handles built once",
    run: |program| {
        let script = program.entry.filter(|_| program.script);
        each_function(program, |program, id, _| match script == Some(id) {
            true => 0,
            false => tables::keep(&mut program.functions[id]),
        })
    },
};

/// What is done to a residual program.
const PIPELINE: &[Stage<'static, Run>] = &[
    Stage::UntilStable { passes: PASSES, max_rounds: MAX_ROUNDS },
    Stage::Once(&[REASSOCIATE, TABLES]),
];

/// Which passes are run.
#[derive(Clone, Copy, Debug, Default)]
pub struct PostOptions<'a> {
    /// Names of passes that are left out.
    pub without: &'a [&'a str],
    /// Whether products of matrices are put in the cheapest order, which may change their
    /// last digits.
    pub reassociate: bool,
}

/// What the passes did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// For each pass that did something, its name and how often.
    pub counts: Vec<(&'static str, usize)>,
    /// How many times all passes were run.
    pub rounds: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pass in PASSES.iter().chain([&REASSOCIATE, &TABLES]) {
            let count = self.counts.iter().find(|(name, _)| *name == pass.name);
            if let Some((name, count)) = count {
                writeln!(out, "{name}: {count} {}", pass.about)?;
            }
        }
        Ok(())
    }
}

/// Improves a program.
pub fn improve(program: &mut Program, options: PostOptions<'_>) -> Report {
    exposed::expose(program);
    let outcome = run(&mut Improved { program, options }, PIPELINE);
    debug_assert!(outcome.is_ok(), "a pass made what is not well formed: {outcome:?}");
    let PipelineReport { changes, rounds } = outcome.unwrap_or_default();
    Report { counts: changes, rounds }
}

/// A program that is improved.
struct Improved<'p> {
    program: &'p mut Program,
    options: PostOptions<'p>,
}

impl Subject for Improved<'_> {
    type Run = Run;

    fn apply(&mut self, pass: &Pass) -> Result<usize, String> {
        Ok((pass.run)(self.program))
    }

    fn verify(&self) -> Result<(), String> {
        verify::verify(self.program)
    }

    fn is_chosen(&self, pass: &Pass) -> bool {
        if pass.name == REASSOCIATE.name {
            self.options.reassociate
        } else {
            !self.options.without.contains(&pass.name)
        }
    }
}

/// Runs something for each function the entry reaches, those that are called before those
/// that call them.
fn each_function(
    program: &mut Program,
    run: impl Fn(&mut Program, crate::residual::FunctionId, &Purity) -> usize,
) -> usize {
    let purity = Purity::of(program);
    let mut order = program.reached();
    order.reverse();
    order.into_iter().map(|id| run(program, id, &purity)).sum()
}
