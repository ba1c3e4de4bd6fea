//! The markdown tests of the passes: a program, what becomes of it, and calls that must
//! print the same before and after.
//!
//! The block `matlab` holds the program, whose first function is the entry; with the word
//! `trusted`, every operation in it counts as one that succeeds. The block `residual`
//! holds what comes out of the passes named by `passes=`, all if none are. The block `run`
//! is run with both.

mod support;

use std::path::Path;

use formwork_hir::{MemoryHost, Program};
use formwork_mdtest::{Case, Report};
use formwork_specialize::from_hir::from_unit;
use formwork_specialize::post::{PASSES, PostOptions, improve};
use formwork_specialize::print::{PrintOptions, print};
use formwork_syntax::Dialect;

#[test]
fn residual_programs_are_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests/post");
    formwork_mdtest::run(folder, |case| {
        let mut report = Report::new();
        if let Err(message) = check(case, &mut report) {
            report.fail(message);
        }
        report
    });
}

fn check(case: &Case, report: &mut Report) -> Result<(), String> {
    let program = case.block("matlab").ok_or("there is no program")?;
    let (at, expected) = case
        .blocks
        .iter()
        .enumerate()
        .find(|(_, block)| block.language == "residual")
        .ok_or("there is no residual")?;
    let host = MemoryHost::default();
    let loader = Program::new(&host, Dialect::default(), Vec::new());
    let unit = loader
        .lower_text(program.text.as_bytes(), Path::new("case.m"))
        .map_err(|(errors, _)| format!("{errors:?}"))?;
    let (entry, _) = unit.functions.first().ok_or("there is no function")?;
    let trusted = program.arguments.iter().any(|word| word == "trusted");
    let mut residual = from_unit(&unit, entry, trusted)?;
    let passes: Option<Vec<&str>> =
        expected.argument("passes").map(|list| list.split(',').collect());
    let without: Vec<&str> = PASSES
        .iter()
        .map(|pass| pass.name)
        .filter(|name| passes.as_ref().is_some_and(|passes| !passes.contains(name)))
        .collect();
    improve(&mut residual, PostOptions { without: &without, reassociate: false });
    let most = expected.argument("max_constant").and_then(|text| text.parse().ok());
    let options = PrintOptions { max_constant: most, ..PrintOptions::default() };
    let text = print(&residual, options).map_err(|error| error.to_string())?;
    let calls = case.block("run").ok_or("there are no calls")?;
    let before = run(entry, &program.text, &calls.text);
    let after = run(entry, &text, &calls.text);
    if before != after {
        report.fail(format!("before:\n{before}\nafter:\n{after}\nof\n{text}"));
    }
    report.generate(at, text);
    Ok(())
}

/// What calls print; what fails is shown and does not stop the next line.
fn run(entry: &str, program: &str, calls: &str) -> String {
    let mut host = MemoryHost::default();
    host.insert(format!("{entry}.m"), program.as_bytes());
    let (mut interpreter, output) = support::interpreter(&host);
    let mut shown = String::new();
    for line in calls.lines() {
        let outcome = interpreter.run_text(line.as_bytes());
        shown.push_str(&output.take());
        if let Err(error) = outcome {
            shown.push_str(&format!("error: {}: {}\n", error.identifier, error.message));
        }
    }
    shown
}
