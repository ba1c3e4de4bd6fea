//! `cargo xtask equivalence`: random programs and their residuals must do the same; so must
//! they as native code.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use fastrand::Rng;
use formwork_fuzz::{
    Specialization, check_equivalence, random_specialization, shrink_specialization, stress_program,
};
use rayon::prelude::*;

use crate::bist::blocks::What;

/// How many programs are made from one seed.
const BATCH: usize = 250;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many random programs
    #[arg(long, default_value_t = 10_000)]
    programs: usize,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many statements a program has at most
    #[arg(long, default_value_t = crate::soundness::STATEMENTS)]
    statements: usize,
    /// Compare with native code instead of with residuals; needs a C compiler
    #[arg(long)]
    native: bool,
    /// How many differences to show
    #[arg(long, default_value_t = 6)]
    show: usize,
    /// Octave's self-tests instead of random programs
    #[command(flatten)]
    blocks: crate::bist::blocks::BlockOptions,
}

/// What came of many programs.
#[derive(Default)]
pub(crate) struct EquivalenceTally {
    pub(crate) programs: usize,
    /// Programs of which there is no residual, with why.
    pub(crate) refused: Vec<String>,
    pub(crate) panics: usize,
    /// Programs whose residuals do something else.
    pub(crate) wrong: Vec<Specialization>,
}

impl EquivalenceTally {
    fn add(mut self, other: EquivalenceTally) -> EquivalenceTally {
        self.programs += other.programs;
        self.refused.extend(other.refused);
        self.panics += other.panics;
        self.wrong.extend(other.wrong);
        self
    }
}

pub(crate) fn run(options: &Options) -> ExitCode {
    if options.blocks.wanted() {
        let what = if options.native { What::Native } else { What::Residuals };
        return crate::bist::blocks::run(what, &options.blocks);
    }
    if options.native {
        let Options { programs, seed, statements, show, .. } = *options;
        return crate::native::equivalence::run(programs, seed, statements, show);
    }
    let started = Instant::now();
    let outcome = random_programs(options.programs, options.seed, options.statements);
    println!(
        "{} programs, {:.1} s: {} differ, {} without a residual, {} panics",
        outcome.programs,
        started.elapsed().as_secs_f64(),
        outcome.wrong.len(),
        outcome.refused.len(),
        outcome.panics
    );
    for reason in outcome.refused.iter().take(3) {
        println!("no residual: {reason}");
    }
    for case in outcome.wrong.iter().take(options.show) {
        let small = shrink_specialization(case);
        let found = check_equivalence(&small);
        println!(
            "\nfixed {:?} of {:?}\n{}\n--- residual\n{}\n--- original\n{}{:?}\n--- residual does\n{}{:?}",
            small.fixed,
            small.program.arguments,
            small.program.text,
            found.residual.unwrap_or_else(|error| error),
            found.original.output,
            found.original.error,
            found.specialized.output,
            found.specialized.error
        );
    }
    ExitCode::from(u8::from(!outcome.wrong.is_empty() || outcome.panics > 0))
}

/// Specializes `count` random programs, and runs them and their residuals.
pub(crate) fn random_programs(count: usize, seed: u64, statements: usize) -> EquivalenceTally {
    let batches = count.div_ceil(BATCH);
    (0..batches)
        .into_par_iter()
        .map(|batch| {
            let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(batch as u64));
            let mut outcome = EquivalenceTally::default();
            for _ in 0..BATCH.min(count - batch * BATCH) {
                let size = rng.usize(1..=statements.max(1));
                let program = stress_program(&mut rng, size);
                let case = random_specialization(&mut rng, program);
                outcome.programs += 1;
                match catch_unwind(AssertUnwindSafe(|| check_equivalence(&case))) {
                    Ok(found) => match &found.residual {
                        Ok(_) if found.holds() => {}
                        Ok(_) => outcome.wrong.push(case),
                        Err(reason) => outcome.refused.push(reason.clone()),
                    },
                    Err(_) => outcome.panics += 1,
                }
            }
            outcome
        })
        .reduce(EquivalenceTally::default, EquivalenceTally::add)
}
