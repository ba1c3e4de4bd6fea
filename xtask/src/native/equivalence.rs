//! `cargo xtask equivalence --native`: random programs must do the same when everything that
//! can be is run as native code.
//!
//! The programs of a batch are interpreted first, which collects what they would compile;
//! that is compiled in one go, and they are run again. Every third batch is optimised by the
//! C compiler, which takes most of the time: what it makes of code whose meaning the language
//! leaves open shows there; the sanitizers of the tests look for such code too.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore reports")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use fastrand::Rng;
use formwork_fuzz::{Behaviour, StressProgram, numeric_program, run_with, stress_program};
use formwork_hir::MemoryHost;
use formwork_jit::{Batch, CodeStore, Counts, Jit, Toolchain};
use rayon::prelude::*;

/// How many programs the C compiler gets at once.
const BATCH: usize = 200;
/// Of how many batches one is optimised by the C compiler.
const OPTIMISED_EVERY: usize = 3;
/// How often a program is made smaller at most.
const MOST_SHRINKING: usize = 150;

/// What came of many programs.
#[derive(Default)]
pub(crate) struct NativeTally {
    pub(crate) programs: usize,
    /// Regions with native code.
    regions: usize,
    pub(crate) counts: Counts,
    /// Programs that were stopped because they ran too long.
    stopped: usize,
    /// What the C compiler said of batches that it refused.
    pub(crate) refused: Vec<String>,
    /// Programs that do something else.
    pub(crate) wrong: Vec<StressProgram>,
}

impl NativeTally {
    fn add(mut self, other: NativeTally) -> NativeTally {
        self.programs += other.programs;
        self.regions += other.regions;
        self.counts.variants += other.counts.variants;
        self.counts.completed += other.counts.completed;
        self.counts.fallbacks += other.counts.fallbacks;
        self.stopped += other.stopped;
        self.refused.extend(other.refused);
        self.wrong.extend(other.wrong);
        self
    }
}

/// Compares `count` programs, and says on the way how far it is if asked to.
pub(crate) fn random_programs(
    count: usize,
    seed: u64,
    statements: usize,
    say: bool,
) -> NativeTally {
    let done = AtomicUsize::new(0);
    (0..count.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(batch as u64));
            let size = BATCH.min(count - batch * BATCH);
            let programs: Vec<StressProgram> =
                (0..size).map(|_| random_program(&mut rng, statements)).collect();
            let outcome = compare(&programs, optimisation(batch));
            let done = done.fetch_add(size, Ordering::Relaxed) + size;
            if say {
                eprintln!(
                    "{done} of {count} programs, {} of this batch differ",
                    outcome.wrong.len()
                );
            }
            outcome
        })
        .reduce(NativeTally::default, NativeTally::add)
}

/// Compares `count` programs, and shows some that differ.
pub(crate) fn run(count: usize, seed: u64, statements: usize, show: usize) -> ExitCode {
    let started = Instant::now();
    let outcome = random_programs(count, seed, statements, true);
    println!(
        "{} programs, {:.1} s: {} differ, {} batches refused by the C compiler; {} regions compiled, \
         {} calls of them came to their end, {} gave up; {} programs were stopped",
        outcome.programs,
        started.elapsed().as_secs_f64(),
        outcome.wrong.len(),
        outcome.refused.len(),
        outcome.regions,
        outcome.counts.completed,
        outcome.counts.fallbacks,
        outcome.stopped
    );
    for message in outcome.refused.iter().take(show) {
        println!("\n{message}");
    }
    for program in outcome.wrong.iter().take(show) {
        let small = shrink(program);
        println!("\n{:?}\n{}", small.arguments, small.text);
        if let Some((interpreted, native)) = difference(&small) {
            println!("--- interpreted\n{interpreted:?}\n--- native\n{native:?}");
        }
    }
    ExitCode::from(u8::from(!outcome.wrong.is_empty() || !outcome.refused.is_empty()))
}

/// Mostly numbers in loops, which are compiled; sometimes anything.
fn random_program(rng: &mut Rng, statements: usize) -> StressProgram {
    let size = rng.usize(1..=statements.max(1));
    if rng.u8(..4) == 0 {
        return stress_program(rng, size);
    }
    StressProgram { text: numeric_program(rng, size.min(6)), arguments: Vec::new() }
}

fn toolchain() -> Toolchain {
    let cache = std::env::temp_dir().join(format!("formwork-equivalence-{}", std::process::id()));
    Toolchain { cache, compiler: None }
}

/// Which of the collected code a program runs with.
#[derive(Clone, Copy)]
enum Code {
    /// For the extents at hand first, for any later.
    ForShapes,
    /// For any extents.
    ForAny,
}

fn behaviour(program: &StressProgram, store: CodeStore, code: Code) -> (Behaviour, Counts) {
    let mut host = MemoryHost::default();
    let file = Path::new("main.m");
    host.insert(file, program.text.as_bytes());
    let mut counts = None;
    let done = run_with(&host, file, &program.arguments, |interpreter, stop| {
        let native = Jit::new(store, stop.clone(), true);
        let native = match code {
            Code::ForShapes => native,
            Code::ForAny => native.for_any_extents(),
        };
        counts = Some(native.counts());
        interpreter.set_accelerator(Box::new(native));
    });
    (done, counts.map(|counts| counts.get()).unwrap_or_default())
}

/// How the C compiler optimises the batch of a number.
fn optimisation(batch: usize) -> &'static str {
    if batch.is_multiple_of(OPTIMISED_EVERY) { "-O1" } else { "-O0" }
}

pub(crate) fn compile(batch: &Batch, optimisation: &str) -> Result<PathBuf, String> {
    batch.compile(&toolchain(), false, &[optimisation])
}

fn compare(programs: &[StressProgram], optimisation: &str) -> NativeTally {
    let batch = Batch::default();
    let expected: Vec<Behaviour> = programs
        .iter()
        .map(|program| behaviour(program, CodeStore::collecting(&batch), Code::ForShapes).0)
        .collect();
    let mut outcome = NativeTally { programs: programs.len(), ..NativeTally::default() };
    let library = match compile(&batch, optimisation) {
        Ok(library) => library,
        Err(message) => {
            outcome.refused.push(message);
            return outcome;
        }
    };
    outcome.regions = batch.len();
    for (program, expected) in programs.iter().zip(expected) {
        for code in [Code::ForShapes, Code::ForAny] {
            let Ok(store) = CodeStore::ready(&library) else { continue };
            let (found, counts) = behaviour(program, store, code);
            outcome.counts.completed += counts.completed;
            outcome.counts.fallbacks += counts.fallbacks;
            if expected.stopped || found.stopped {
                outcome.stopped += 1;
                break;
            }
            if found != expected {
                outcome.wrong.push(program.clone());
                break;
            }
        }
    }
    // The next batch has other regions.
    if let Some(folder) = library.parent() {
        let _ = std::fs::remove_dir_all(folder);
    }
    outcome
}

/// What a program does in both ways, if that differs.
fn difference(program: &StressProgram) -> Option<(Behaviour, Behaviour)> {
    let batch = Batch::default();
    let (expected, _) = behaviour(program, CodeStore::collecting(&batch), Code::ForShapes);
    let library = compile(&batch, "-O1").ok()?;
    for code in [Code::ForShapes, Code::ForAny] {
        let (found, _) = behaviour(program, CodeStore::ready(&library).ok()?, code);
        if found != expected && !found.stopped && !expected.stopped {
            return Some((expected, found));
        }
    }
    None
}

/// The same program with lines left out, as long as it differs.
fn shrink(program: &StressProgram) -> StressProgram {
    let mut best = program.clone();
    let mut tries = 0;
    let mut width = best.text.lines().count() / 2;
    while width > 0 && tries < MOST_SHRINKING {
        let lines: Vec<&str> = best.text.lines().collect();
        let mut smaller = None;
        for start in (0..lines.len()).step_by(width) {
            tries += 1;
            let end = (start + width).min(lines.len());
            let text = [&lines[..start], &lines[end..]].concat().join("\n") + "\n";
            let candidate = StressProgram { text, arguments: best.arguments.clone() };
            if difference(&candidate).is_some() {
                smaller = Some(candidate);
                break;
            }
        }
        match smaller {
            Some(candidate) => best = candidate,
            None => width /= 2,
        }
    }
    best
}
