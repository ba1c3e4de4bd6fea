//! What works on the residual program alone, as a list of named passes that are run until
//! nothing changes.
//!
//! - `effects`: what may be dropped, moved or computed twice; `flow`: which definitions
//!   reach which uses; `bits`: sets; `exposed`: variables of which more is
//!   seen than what they are read for.
//! - `identities`, `joined`: operations that change nothing; `duplicates`: functions that are the
//!   same.
//! - `flat`, `forward`, `carry`: parts of arrays by fewer subscripts, and stored and read
//!   less often.
//! - `copies`, `amalgamate`: values where they are used; `dead`: code that does not
//!   matter; `signature`: parameters and outputs that do not; `inline`: functions where
//!   they are called; `reassociate`: products in the cheapest order, where asked for.

mod amalgamate;
mod bits;
mod carry;
mod copies;
mod dead;
mod duplicates;
mod effects;
mod exposed;
mod flat;
mod flow;
mod forward;
mod identities;
mod inline;
mod joined;
mod reassociate;
mod signature;

use std::fmt;

use crate::residual::Program;
use effects::Purity;

/// How many times all passes are run at most.
const ROUNDS: usize = 20;

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// What it is called.
    pub name: &'static str,
    /// What it counts.
    pub counts: &'static str,
    run: fn(&mut Program) -> usize,
}

/// The passes, in the order in which they are run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "identities",
        counts: "operations removed because they change nothing",
        run: |program| {
            each_function(program, |program, id, _| {
                identities::simplify(&mut program.functions[id])
            })
        },
    },
    Pass {
        name: "flat",
        counts: "subscripts removed because they pick all there is",
        run: |program| {
            each_function(program, |program, id, _| flat::flatten(&mut program.functions[id]))
        },
    },
    Pass {
        name: "copies",
        counts: "uses of a variable replaced by what it is a copy of",
        run: |program| {
            each_function(program, |program, id, _| copies::propagate(&mut program.functions[id]))
        },
    },
    Pass {
        name: "dead",
        counts: "statements, branches and outputs removed because they do not matter",
        run: |program| {
            each_function(program, |program, id, purity| {
                dead::remove(&mut program.functions[id], purity)
            })
        },
    },
    Pass {
        name: "amalgamate",
        counts: "values written where they are used",
        run: |program| each_function(program, amalgamate::amalgamate),
    },
    Pass {
        name: "forward",
        counts: "stores in parts of arrays removed because others follow",
        run: |program| {
            each_function(program, |program, id, purity| {
                forward::forward(&mut program.functions[id], purity)
            })
        },
    },
    Pass {
        name: "carry",
        counts: "elements kept in variables from one iteration to the next",
        run: |program| {
            each_function(program, |program, id, _| carry::carry(&mut program.functions[id]))
        },
    },
    Pass {
        name: "signature",
        counts: "parameters and outputs removed because nobody reads them",
        run: signature::prune,
    },
    Pass {
        name: "inline",
        counts: "calls replaced by the function that is called",
        run: inline::inline,
    },
    Pass {
        name: "duplicates",
        counts: "functions removed because others are the same",
        run: duplicates::merge,
    },
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
        for pass in PASSES {
            let count = self.counts.iter().find(|(name, _)| *name == pass.name);
            if let Some((name, count)) = count {
                writeln!(out, "{name}: {count} {}", pass.counts)?;
            }
        }
        if let Some((_, count)) = self.counts.iter().find(|(name, _)| *name == "reassociate") {
            writeln!(out, "reassociate: {count} products of matrices put in the cheapest order")?;
        }
        Ok(())
    }
}

/// Improves a program.
pub fn improve(program: &mut Program, options: PostOptions<'_>) -> Report {
    let mut report = Report::default();
    exposed::expose(program);
    while report.rounds < ROUNDS {
        report.rounds += 1;
        let mut changed = false;
        for pass in PASSES.iter().filter(|pass| !options.without.contains(&pass.name)) {
            let count = (pass.run)(program);
            changed |= count > 0;
            match report.counts.iter_mut().find(|(name, _)| *name == pass.name) {
                Some((_, sum)) => *sum += count,
                None if count > 0 => report.counts.push((pass.name, count)),
                None => {}
            }
        }
        if !changed {
            break;
        }
    }
    // At the end, when chains have grown together.
    if options.reassociate {
        let count = each_function(program, |program, id, _| {
            reassociate::reassociate(&mut program.functions[id])
        });
        if count > 0 {
            report.counts.push(("reassociate", count));
        }
    }
    report
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
