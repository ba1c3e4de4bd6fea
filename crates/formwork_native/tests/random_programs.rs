//! Random programs: the evaluator, what the clean-ups make of them, and compiled C must
//! agree, failures included.

mod common;

use common::generate::{arguments, module};
use common::{Answer, Batch, Call, evaluate, run_compiled, strict_flags};
use fastrand::Rng;
use formwork_native::loops::{Module, clean_up, read_module};

const FUNCTIONS: usize = 60;
const CALLS: usize = 3;
const STEPS: u64 = 20_000;

/// The calls of a module's entries that the evaluator finds neither defective nor endless.
fn calls(rng: &mut Rng, module: &Module) -> (Vec<Call>, usize) {
    let mut calls = Vec::new();
    let mut failures = 0;
    for (number, entry) in module.entries().iter().enumerate() {
        for _ in 0..CALLS {
            let arguments = arguments(rng, entry);
            if let Ok(answer) = evaluate(module, entry, &arguments, STEPS) {
                failures += usize::from(matches!(answer, Answer::Failed { .. }));
                calls.push(Call { entry: number, arguments });
            }
        }
    }
    (calls, failures)
}

/// Clean-ups may drop buffers that nobody looks at, and with them the want of memory.
fn is_out_of_memory(answer: &Answer) -> bool {
    matches!(answer, Answer::Failed { identifier, .. } if identifier == "Octave:bad-alloc")
}

fn compare(seed: u64, cleaned: bool, flags: Vec<String>) {
    let Some(compiler) = common::compiler("random programs") else { return };
    let mut rng = Rng::with_seed(seed);
    let original = module(&mut rng, FUNCTIONS);
    original.verify().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{original}"));
    let (calls, failures) = calls(&mut rng, &original);
    assert!(calls.len() > FUNCTIONS, "seed {seed}: most programs can be run, not {}", calls.len());
    assert!(failures > 0, "seed {seed}: some programs fail");
    let mut compiled = original.clone();
    if cleaned {
        clean_up(&mut compiled);
    }
    let batch = Batch { module: compiled, calls };
    let answers = run_compiled(&compiler, &batch, flags);
    for (call, found) in batch.calls.iter().zip(&answers) {
        let entry = &original.entries()[call.entry];
        let expected = evaluate(&original, entry, &call.arguments, STEPS).expect("it ran before");
        if cleaned && is_out_of_memory(&expected) {
            continue;
        }
        assert!(
            expected.is_same(found),
            "seed {seed}, {}: {:?}\nexpected {expected:?}\nfound    {found:?}\n{original}",
            entry.name,
            call.arguments
        );
    }
}

#[test]
fn compiled_programs_do_what_they_mean() {
    compare(1, false, strict_flags());
}

#[test]
fn compiled_programs_do_what_they_mean_after_clean_ups() {
    compare(2, true, strict_flags());
}

/// As for users, but for the warnings.
fn shipped_flags() -> Vec<String> {
    ["-Wall", "-Wextra", "-Werror"].map(str::to_owned).to_vec()
}

#[test]
fn optimised_programs_do_what_they_mean() {
    compare(3, true, shipped_flags());
}

/// Other programs than every day's: `FORMWORK_SEEDS=10-40 cargo test -p formwork_native`.
#[test]
fn compiled_programs_of_asked_seeds() {
    #[expect(clippy::disallowed_methods, reason = "it is how more is asked for")]
    let Ok(asked) = std::env::var("FORMWORK_SEEDS") else { return };
    let (first, last) = asked.split_once('-').expect("two numbers with a dash between them");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    for seed in number(first)..=number(last) {
        let flags = if seed % 4 < 2 { strict_flags() } else { shipped_flags() };
        compare(seed, seed % 2 == 0, flags);
    }
}

#[test]
fn clean_ups_keep_the_meaning() {
    for seed in 100..130 {
        let mut rng = Rng::with_seed(seed);
        let original = module(&mut rng, 20);
        let mut cleaned = original.clone();
        clean_up(&mut cleaned);
        cleaned.verify().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{cleaned}"));
        let (calls, _) = calls(&mut rng, &original);
        for call in calls {
            let entry = &original.entries()[call.entry];
            let expected = evaluate(&original, entry, &call.arguments, STEPS).expect("it ran");
            if is_out_of_memory(&expected) {
                continue;
            }
            let found = evaluate(&cleaned, entry, &call.arguments, 2 * STEPS);
            let same = found.as_ref().is_ok_and(|found| found.is_same(&expected));
            let name = original.function(entry.function).name();
            assert!(
                same,
                "seed {seed}, {name}: {expected:?}\nnot {found:?}\n{original}\n{cleaned}"
            );
        }
    }
}

#[test]
fn the_text_form_reads_back() {
    for seed in 200..230 {
        let original = module(&mut Rng::with_seed(seed), 20);
        let text = original.to_string();
        let read = read_module(&text).unwrap_or_else(|error| {
            let line = text.lines().nth(error.line() - 1).unwrap_or_default();
            panic!("seed {seed}: {error}: {line}")
        });
        assert_eq!(read.to_string(), text, "seed {seed}");
    }
}
