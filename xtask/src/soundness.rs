//! `cargo xtask soundness`: random programs and the examples, inferred and run.
//!
//! Every value that a program stores must be one that was inferred for that place.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use fastrand::Rng;
use formwork_driver::DiskHost;
use formwork_fuzz::{
    Looks, Soundness, StressProgram, check_file, check_soundness, describe, shrink, stress_program,
};
use rayon::prelude::*;

/// How many programs are made from one seed.
const BATCH: usize = 250;

/// How many statements programs have at most, unless told otherwise.
pub(crate) const STATEMENTS: usize = 13;

/// Stores of an example that are looked at.
const EXAMPLE_STORES: usize = 300_000;

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
    #[arg(long, default_value_t = STATEMENTS)]
    statements: usize,
    /// How many different violations to show
    #[arg(long, default_value_t = 20)]
    show: usize,
    /// Look at variables where paths meet, too
    #[arg(long)]
    joins: bool,
    /// Leave the examples out
    #[arg(long)]
    no_examples: bool,
    /// Octave's self-tests instead of random programs
    #[command(flatten)]
    blocks: crate::bist::blocks::BlockOptions,
}

/// What came of many programs.
#[derive(Default)]
pub(crate) struct SoundnessTally {
    pub(crate) programs: usize,
    pub(crate) stores: usize,
    pub(crate) terms: usize,
    pub(crate) panics: usize,
    /// Programs that did something that was ruled out.
    pub(crate) wrong: Vec<StressProgram>,
    pub(crate) panicked: Vec<StressProgram>,
}

impl SoundnessTally {
    fn add(mut self, other: SoundnessTally) -> SoundnessTally {
        self.programs += other.programs;
        self.stores += other.stores;
        self.terms += other.terms;
        self.panics += other.panics;
        self.wrong.extend(other.wrong);
        self.panicked.extend(other.panicked);
        self
    }
}

pub(crate) fn run(options: &Options) -> ExitCode {
    if options.blocks.wanted() {
        return crate::bist::blocks::run(crate::bist::blocks::What::Soundness, &options.blocks);
    }
    let started = Instant::now();
    let looks = if options.joins { Looks::Joins } else { Looks::Stores };
    let outcome = random_programs(options.programs, options.seed, options.statements, looks);
    println!(
        "{} programs, {} stores, {} of them with terms over parameters, {:.1} s: \
         {} programs with violations, {} panics",
        outcome.programs,
        outcome.stores,
        outcome.terms,
        started.elapsed().as_secs_f64(),
        outcome.wrong.len(),
        outcome.panics
    );
    show_smallest(&outcome.wrong, options.show, looks);
    for program in outcome.panicked.iter().take(3) {
        println!("\npanics, called with {:?}:\n{}", program.arguments, program.text);
    }
    let mut wrong = !outcome.wrong.is_empty() || outcome.panics > 0;
    if !options.no_examples {
        wrong |= examples();
    }
    ExitCode::from(u8::from(wrong))
}

/// Prints the shortest program of each kind of violation, made smaller.
fn show_smallest(wrong: &[StressProgram], most: usize, looks: Looks) {
    let mut kinds: BTreeMap<String, &StressProgram> = BTreeMap::new();
    for program in wrong {
        for violation in check_soundness(program, looks).violations {
            let kind: String =
                violation.what.chars().filter(|c| c.is_ascii_alphabetic() || *c == ' ').collect();
            let known = kinds.entry(kind).or_insert(program);
            if program.text.len() < known.text.len() {
                *known = program;
            }
        }
    }
    let mut programs: Vec<&StressProgram> = kinds.into_values().collect();
    programs.sort_by_key(|program| (program.text.len(), &program.text));
    programs.dedup();
    programs.truncate(most);
    programs.par_iter().for_each(|program| {
        let small = shrink(program, looks);
        println!("\n{}", describe(&small, &check_soundness(&small, looks)));
    });
}

/// Checks `count` random programs.
pub(crate) fn random_programs(
    count: usize,
    seed: u64,
    statements: usize,
    looks: Looks,
) -> SoundnessTally {
    let batches = count.div_ceil(BATCH);
    (0..batches)
        .into_par_iter()
        .map(|batch| {
            let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(batch as u64));
            let mut outcome = SoundnessTally::default();
            for _ in 0..BATCH.min(count - batch * BATCH) {
                let size = rng.usize(1..=statements.max(1));
                let program = stress_program(&mut rng, size);
                outcome.programs += 1;
                match catch_unwind(AssertUnwindSafe(|| check_soundness(&program, looks))) {
                    Ok(found) => {
                        outcome.stores += found.stores;
                        outcome.terms += found.terms;
                        if !found.violations.is_empty() {
                            outcome.wrong.push(program);
                        }
                    }
                    Err(_) => {
                        outcome.panics += 1;
                        outcome.panicked.push(program);
                    }
                }
            }
            outcome
        })
        .reduce(SoundnessTally::default, SoundnessTally::add)
}

/// Runs the drivers of the examples; tells whether one did what was ruled out.
fn examples() -> bool {
    let mut wrong = false;
    for file in formwork_mdtest::program_files("examples") {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        if !name.is_some_and(|name| name.starts_with("drv_")) {
            continue;
        }
        let found = check_example(&file);
        println!(
            "{}: {} stores, {} violations",
            file.display(),
            found.stores,
            found.violations.len()
        );
        for violation in &found.violations {
            wrong = true;
            println!("  line {}, {}: {}", violation.line, violation.name, violation.what);
        }
    }
    wrong
}

pub(crate) fn check_example(file: &Path) -> Soundness {
    check_file(&DiskHost, (file, &[]), &[], Looks::Stores, EXAMPLE_STORES)
}
