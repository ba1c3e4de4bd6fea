//! Random programs give the same results, or fail with the same words at the same place,
//! after every pass.

#[path = "random/generate.rs"]
mod generate;

use std::sync::Arc;

use formwork_array::eval::{Budget, Failure, eval_function};
use formwork_array::ir::{Array, Module};
use formwork_array::optimise::{FINISH, IMPROVE, PREPARE, Pass, RESHAPE, run_passes};
use formwork_array::{print_module, read_module, verify};
use generate::Generator;

type RunResults = Result<Vec<Arc<Array>>, Failure>;

fn runs(module: &Module, inputs: &[Vec<Arc<Array>>]) -> Vec<RunResults> {
    let function = module.find("f").expect("every program has it");
    let budget = Budget { steps: 6_000, depth: 60 };
    inputs.iter().map(|input| eval_function(module, function, input.clone(), budget)).collect()
}

/// How many programs are made.
const PROGRAMS: u64 = 600;

/// Runs one pass, and compares if it changed anything.
fn step(
    module: &mut Module,
    pass: Pass,
    inputs: &[Vec<Arc<Array>>],
    before: &[RunResults],
) -> Result<bool, String> {
    let old = module.clone();
    let report = run_passes(module, &[pass], true);
    if let Err(message) = report {
        return Err(format!("{message}\n{}", print_module(&old)));
    }
    if *module == old {
        return Ok(false);
    }
    for ((after, before), input) in runs(module, inputs).iter().zip(before).zip(inputs) {
        if matches!(before, Err(Failure::Budget)) || matches!(after, Err(Failure::Budget)) {
            continue;
        }
        if after != before {
            let arguments: Vec<String> = input.iter().map(ToString::to_string).collect();
            return Err(format!(
                "after {}\narguments: {}\nbefore: {before:?}\nafter: {after:?}\nfrom\n{}\nto\n{}",
                pass.name,
                arguments.join("; "),
                print_module(&old),
                print_module(module)
            ));
        }
    }
    Ok(true)
}

/// Whether the passes came to rest, and how many runs had a result; nothing, if the
/// types already tell that the program is wrong.
fn check_program(seed: u64) -> Result<Option<(bool, usize)>, String> {
    let mut generator = Generator::new(seed);
    let text = generator.program();
    let Ok(mut module) = read_module(&text) else { return Ok(None) };
    verify(&module)?;
    let inputs: Vec<_> = (0..3).map(|_| generator.arguments()).collect();
    let before = runs(&module, &inputs);
    let defined = before.iter().filter(|outcome| outcome.is_ok()).count();
    let printed = print_module(&module);
    let again = read_module(&printed)
        .map_err(|errors| format!("does not read back: {errors:?}\n{printed}"))?;
    if !again.functions.is_empty() {
        for (one, other) in runs(&again, &inputs).iter().zip(&before) {
            let same_kind = match (one, other) {
                (Ok(one), Ok(other)) => one == other,
                // Places are those of the printed text.
                (Err(_), Err(_)) => true,
                _ => false,
            };
            if !same_kind
                && !matches!(one, Err(Failure::Budget))
                && !matches!(other, Err(Failure::Budget))
            {
                return Err(format!("read back, {other:?} became {one:?}\n{printed}"));
            }
        }
    }
    for pass in PREPARE {
        step(&mut module, *pass, &inputs, &before)?;
    }
    let mut settled = false;
    for _ in 0..12 {
        let mut changed = false;
        for pass in IMPROVE {
            changed |= step(&mut module, *pass, &inputs, &before)?;
        }
        if !changed {
            settled = true;
            break;
        }
    }
    for pass in RESHAPE.iter().chain(FINISH) {
        step(&mut module, *pass, &inputs, &before)?;
    }
    Ok(Some((settled, defined)))
}

#[derive(Default)]
struct Tally {
    defined: u64,
    settled: u64,
    unreadable: u64,
    failures: Vec<String>,
}

fn check_programs(seeds: impl Iterator<Item = u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        match check_program(seed) {
            Ok(None) => tally.unreadable += 1,
            Ok(Some((settled, defined))) => {
                tally.settled += u64::from(settled);
                tally.defined += defined as u64;
            }
            Err(message) => {
                let text = Generator::new(seed).program();
                tally.failures.push(format!("seed {seed}\n{text}\n{message}"));
                if tally.failures.len() >= 2 {
                    break;
                }
            }
        }
    }
    tally
}

#[test]
fn every_pass_keeps_results_and_errors() {
    let first: u64 =
        option_env!("FORMWORK_ARRAY_SEED").and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let half = first + PROGRAMS / 2;
    let (one, two) = std::thread::scope(|scope| {
        let other = scope.spawn(move || check_programs(half..first + PROGRAMS));
        (check_programs(first..half), other.join().expect("it does not panic"))
    });
    let failures = [one.failures, two.failures].concat();
    assert!(failures.is_empty(), "{}", failures.join("\n=======\n"));
    let (defined, settled) = (one.defined + two.defined, one.settled + two.settled);
    let unreadable = one.unreadable + two.unreadable;
    println!("{defined} runs with a result, {settled} programs settled, {unreadable} unreadable");
    // Programs that all fail, or passes that never come to rest, would prove little.
    assert!(defined > PROGRAMS, "only {defined} runs had a result");
    assert!(unreadable < PROGRAMS / 10, "{unreadable} programs have wrong types");
    assert!(settled > (PROGRAMS - unreadable) * 9 / 10, "only {settled} programs came to rest");
}
