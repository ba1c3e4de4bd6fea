//! `cargo xtask fuzz`: the parser target for as long as wanted, without special
//! tools. An input that panics or takes too long is saved and shown.

use std::panic::catch_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::Args;
use fastrand::Rng;
use formwork_fuzz::{SEEDS, check_parser, mutate, random_bytes, token_soup};

use crate::files;

#[derive(Args)]
pub(crate) struct Options {
    /// How long to run
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// Where the random numbers start
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Mutate the `.m` files below this folder, besides our own and Octave's
    #[arg(long)]
    corpus: Vec<PathBuf>,
    /// Where to save an input that fails
    #[arg(long, default_value = "target/fuzz-failures")]
    save: PathBuf,
}

/// What one thread is working on, for the watchdog.
#[derive(Default)]
struct Current {
    input: Mutex<(Vec<u8>, Option<Instant>)>,
}

/// An input of a few kilobytes takes a millisecond; this one hangs.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a run of the fuzzer found.
pub(crate) struct FuzzTally {
    /// How many inputs were tried.
    pub(crate) inputs: u64,
    /// What went wrong with one, and where it was saved.
    pub(crate) failure: Option<String>,
}

impl Options {
    /// A run of the given length with everything else as usual.
    pub(crate) fn lasting(minutes: f64) -> Options {
        Options {
            minutes,
            seed: fastrand::u64(..),
            threads: 2,
            corpus: Vec::new(),
            save: PathBuf::from("target/fuzz-failures"),
        }
    }
}

#[expect(clippy::print_stdout, reason = "a chore reports")]
pub(crate) fn run(options: &Options) -> ExitCode {
    let outcome = fuzz(options);
    match outcome.failure {
        Some(failure) => {
            println!("{failure}");
            ExitCode::FAILURE
        }
        None => {
            println!("{} inputs, no panic, no hang", outcome.inputs);
            ExitCode::SUCCESS
        }
    }
}

/// Runs the parser target until the time is up or an input fails.
pub(crate) fn fuzz(options: &Options) -> FuzzTally {
    let seeds = Arc::new(load_seeds(&options.corpus));
    let end = Instant::now() + Duration::from_secs_f64(options.minutes * 60.0);
    let stop = Arc::new(AtomicBool::new(false));
    let count = Arc::new(AtomicU64::new(0));
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let slots: Vec<Arc<Current>> = (0..options.threads).map(|_| Arc::default()).collect();
    let workers: Vec<_> = slots
        .iter()
        .enumerate()
        .map(|(index, slot)| {
            let (slot, seeds) = (Arc::clone(slot), Arc::clone(&seeds));
            let (stop, count) = (Arc::clone(&stop), Arc::clone(&count));
            let seed = options.seed.wrapping_add(index as u64);
            std::thread::spawn(move || work(seed, &seeds, &slot, &stop, &count))
        })
        .collect();
    while Instant::now() < end && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(200));
        for slot in &slots {
            let current = slot.input.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if current.1.is_some_and(|start| start.elapsed() > PATIENCE) {
                let failure = Some(fail(options, &current.0, "it hangs"));
                return FuzzTally { inputs: count.load(Ordering::Relaxed), failure };
            }
        }
    }
    stop.store(true, Ordering::Relaxed);
    let failures: Vec<_> = workers.into_iter().filter_map(|worker| worker.join().ok()?).collect();
    std::panic::set_hook(hook);
    let inputs = count.load(Ordering::Relaxed);
    match failures.into_iter().next() {
        Some((input, message)) => {
            FuzzTally { inputs, failure: Some(fail(options, &input, &message)) }
        }
        None => FuzzTally { inputs, failure: None },
    }
}

#[expect(clippy::disallowed_methods, reason = "chores read files")]
fn load_seeds(corpus: &[PathBuf]) -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    let mut folders = corpus.to_vec();
    folders.push(files::root().join("examples"));
    folders.extend(files::octave_library());
    for folder in folders {
        seeds.extend(
            files::program_files(&folder).iter().filter_map(|path| std::fs::read(path).ok()),
        );
    }
    seeds
}

fn work(
    seed: u64,
    seeds: &[Vec<u8>],
    slot: &Current,
    stop: &AtomicBool,
    count: &AtomicU64,
) -> Option<(Vec<u8>, String)> {
    let mut rng = Rng::with_seed(seed);
    while !stop.load(Ordering::Relaxed) {
        let input = match rng.u8(0..8) {
            0 => random_bytes(&mut rng),
            1 => token_soup(&mut rng),
            _ => {
                let index = rng.usize(0..seeds.len());
                mutate(&mut rng, &seeds[index])
            }
        };
        set(slot, input.clone(), Some(Instant::now()));
        let result = catch_unwind(|| check_parser(&input));
        set(slot, Vec::new(), None);
        count.fetch_add(1, Ordering::Relaxed);
        if let Err(panic) = result {
            stop.store(true, Ordering::Relaxed);
            let message = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default();
            return Some((input, message));
        }
    }
    None
}

fn set(slot: &Current, input: Vec<u8>, start: Option<Instant>) {
    *slot.input.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = (input, start);
}

#[expect(clippy::disallowed_methods, reason = "the failing input is saved")]
fn fail(options: &Options, input: &[u8], message: &str) -> String {
    let path = options.save.join(format!("input-{}.m", input.len()));
    let saved = std::fs::create_dir_all(&options.save).and_then(|()| std::fs::write(&path, input));
    match saved {
        Ok(()) => format!("FAILED: {message}\nthe input is in {}", path.display()),
        Err(error) => format!("FAILED: {message}\nthe input could not be saved: {error}"),
    }
}
