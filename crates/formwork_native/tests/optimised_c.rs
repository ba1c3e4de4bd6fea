//! The C of random array programs, optimised and lowered, does what their loop form means:
//! without warnings, and clean under the sanitizers.

#![expect(clippy::print_stdout, reason = "the test harness shows it")]

mod common;
#[path = "../../formwork_array/tests/random/reals.rs"]
mod reals;
mod storage;
#[path = "../../formwork_array/tests/random/subscripts.rs"]
mod subscripts;

use common::generate::arguments;
use common::{Batch, Call, evaluate, run_compiled, strict_flags};
use fastrand::Rng;
use formwork_array::optimise::optimise;
use formwork_array::read_module;
use formwork_native::compiler::{BuildOptions, CCompiler, Product, SourceFile};
use formwork_native::loops::clean_up;
use formwork_native::to_loops::lower_program;

const STEPS: u64 = 60_000;

/// Whether what the compiler makes can be run under the sanitizers.
fn has_sanitizers(compiler: &CCompiler) -> bool {
    let text = "int main(void) { return 0; }\n".to_owned();
    let sources = [SourceFile { name: "main.c".to_owned(), text }];
    let mut options = BuildOptions::new(Product::Executable);
    options.flags = strict_flags();
    compiler.build(&sources, &options, &common::cache()).is_ok()
}

fn compare(name: &str, program: impl Fn(u64) -> String, seeds: std::ops::Range<u64>) {
    let Some(compiler) = common::compiler(name) else { return };
    if !has_sanitizers(&compiler) {
        println!("skipped: {name}: the compiler has no sanitizers");
        return;
    }
    let mut compared = 0;
    for seed in seeds {
        let text = program(seed);
        let mut module =
            read_module(&text).unwrap_or_else(|error| panic!("seed {seed}: {error:?}\n{text}"));
        optimise(&mut module, true).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let root = module.find("f").expect("it is there");
        let mut lowered = lower_program(&module, root)
            .unwrap_or_else(|limitation| panic!("seed {seed}: {limitation}\n{text}"));
        let meant = lowered.clone();
        if seed % 2 == 0 {
            clean_up(&mut lowered);
        }
        let mut rng = Rng::with_seed(seed);
        let entry = &meant.entries()[0];
        let mut calls = Vec::new();
        let mut expected = Vec::new();
        for _ in 0..12 {
            let arguments = arguments(&mut rng, entry);
            // A defect is an index that overflows, which wraps around in the array IR.
            if let Ok(answer) = evaluate(&meant, entry, &arguments, STEPS) {
                expected.push(answer);
                calls.push(Call { entry: 0, arguments });
            }
        }
        if calls.is_empty() {
            continue;
        }
        let batch = Batch { module: lowered, calls };
        let answers = run_compiled(&compiler, &batch, strict_flags());
        for ((expected, found), call) in expected.iter().zip(&answers).zip(&batch.calls) {
            assert!(
                expected.is_same(found),
                "{name}, seed {seed}: {:?}\nexpected {expected:?}\nfound    {found:?}\n{text}\n{meant}",
                call.arguments
            );
            compared += 1;
        }
    }
    assert!(compared > 20, "{name}: only {compared} calls");
}

#[test]
fn arrays_that_change_places() {
    compare("arrays that change places", storage::program, 0..12);
}

#[test]
fn loops_without_checks() {
    compare("loops without checks", subscripts::program, 0..8);
}

#[test]
fn loops_on_integers() {
    compare("loops on integers", reals::program, 0..6);
}
