//! `cargo xtask table native`: native code against GNU Octave, the interpreter, native code
//! that knows nothing of shapes, and C written by hand, in one run.
#![expect(clippy::print_stdout, reason = "a chore reports")]

pub(crate) mod equivalence;
mod measure;
mod workload;

use std::process::ExitCode;

use crate::results::Sheet;

pub(crate) use measure::{Checks, Engine, Times, checks, measure};
pub(crate) use workload::{Kind, WORKLOADS, Workload};

/// How many times slower than C native code may be.
pub(crate) const MOST_TO_C: f64 = 1.5;

/// A folder for what is compiled, which is gone when it is dropped.
pub(crate) struct Scratch(std::path::PathBuf);

impl Scratch {
    pub(crate) fn new() -> Result<Scratch, String> {
        let folder = std::env::temp_dir().join(format!("formwork_native_{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        Ok(Scratch(folder))
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Prints the table.
pub(crate) fn run(sheet: &mut Sheet) -> ExitCode {
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(problem) => {
            println!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "{:<20} {:>11} {:>11} {:>11} {:>11}   {:>13} {:>10} {:>10} {:>10}",
        "program",
        "native",
        "Octave",
        "interpreter",
        "C",
        "over Octave",
        "over int.",
        "of C",
        "facts"
    );
    let mut failed = false;
    for workload in WORKLOADS {
        match measure(workload, &Engine::ALL, 3, scratch.path()) {
            Ok(times) => {
                row(workload, &times, checks(workload, scratch.path()));
                let label = workload.name.trim_start_matches("speed_").trim_start_matches("bench_");
                let ours = times.ratio(Engine::Octave, Engine::Native);
                let hand = times.ratio(Engine::Octave, Engine::HandWritten);
                sheet.add("native", label, "Formwork", ours);
                sheet.add("native", label, "C by hand", hand);
            }
            Err(problem) => {
                println!("{problem}");
                failed = true;
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn row(workload: &Workload, times: &Times, checks: Option<Checks>) {
    let of = |engine| times.of(engine).map_or_else(|| "-".to_owned(), seconds);
    let octave = times.ratio(Engine::Octave, Engine::Native);
    let interpreter = times.ratio(Engine::Interpreter, Engine::Native);
    let hand = times.ratio(Engine::Native, Engine::HandWritten);
    let checks =
        checks.map_or_else(String::new, |Checks { implied, left }| format!("{implied} -> {left}"));
    // What shapes and the checks that they remove are worth.
    let saved = times.ratio(Engine::Native, Engine::Factless);
    let saved =
        saved.map_or_else(|| "-".to_owned(), |ratio| format!("{:.0} %", 100.0 * (1.0 - ratio)));
    let mut short = String::new();
    if octave.is_some_and(|ratio| ratio < workload.kind.target()) {
        short.push_str(" SHORT-octave");
    }
    if interpreter.is_some_and(|ratio| ratio < 1.0) {
        short.push_str(" SHORT-interpreter");
    }
    if hand.is_some_and(|ratio| ratio > MOST_TO_C) {
        short.push_str(" SHORT-c");
    }
    println!(
        "{:<20} {:>11} {:>11} {:>11} {:>11}   {:>6} >= {:>3} {:>10} {:>8} {:>10} {:>7}  {}",
        workload.name,
        of(Engine::Native),
        of(Engine::Octave),
        of(Engine::Interpreter),
        of(Engine::HandWritten),
        times_text(octave),
        workload.kind.target(),
        times_text(interpreter),
        times_text(hand),
        checks,
        saved,
        if short.is_empty() { " ok" } else { &short },
    );
}

fn times_text(ratio: Option<f64>) -> String {
    match ratio {
        Some(ratio) if ratio >= 100.0 => format!("{ratio:.0}x"),
        Some(ratio) => format!("{ratio:.2}x"),
        None => "-".to_owned(),
    }
}

fn seconds(time: f64) -> String {
    if time < 1.0 { format!("{:.2} ms", time * 1e3) } else { format!("{time:.2} s") }
}
