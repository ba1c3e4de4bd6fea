//! `cargo xtask oracle --refusals N`: N random calls of every built-in without effects, made
//! by GNU Octave and by the interpreter. A built-in of which the interpreter refuses nothing
//! that Octave accepts can be believed when it refuses: `check` may call it an error.
//!
//! ```text
//! cargo xtask oracle --refusals 200
//! ```

use std::collections::BTreeMap;
use std::process::ExitCode;

use fastrand::Rng;

use super::generate::{Arguments, Program, random_call};
use super::{Engine, ask};

/// How many refusals in common make one believable.
const ENOUGH: usize = 8;

/// What both engines said of the calls of one built-in with one kind of arguments.
#[derive(Default)]
struct Record {
    /// Both refuse.
    agreed: usize,
    /// Only the interpreter does: a call and its message.
    contradicted: Vec<String>,
}

#[expect(clippy::print_stdout, reason = "a chore reports")]
pub(crate) fn run(count: usize, seed: u64, show: usize) -> ExitCode {
    let mut rng = Rng::with_seed(seed);
    let mut calls: Vec<(&'static str, Arguments, Program)> = Vec::new();
    for row in formwork_builtins::rows() {
        if row.effects.reach_outside() || is_left_out(row.name) {
            continue;
        }
        for _ in 0..count {
            let (kind, program) = random_call(&mut rng, row.name, row.inputs);
            calls.push((row.name, kind, program));
        }
    }
    let programs: Vec<Program> = calls.iter().map(|(_, _, program)| program.clone()).collect();
    let folder = std::env::temp_dir().join(format!("formwork-refusals-{}", std::process::id()));
    let octave = ask(&programs, &folder, Engine::Octave);
    let ours = ask(&programs, &folder, Engine::Formwork);
    // What cannot be removed is in a folder for such things.
    let _ = std::fs::remove_dir_all(&folder);
    let (Some(octave), Some(ours)) = (octave, ours) else {
        println!("skipped: GNU Octave or the binary of Formwork is missing");
        return ExitCode::SUCCESS;
    };
    let mut records: BTreeMap<(Arguments, &str), Record> = BTreeMap::new();
    for (((name, kind, program), theirs), own) in calls.iter().zip(&octave).zip(&ours) {
        if theirs.is_none() || own.is_none() {
            println!("does not come to an end:\n{}", program.text);
        }
        let (Some(theirs), Some(Err(message))) = (theirs, own) else { continue };
        let record = records.entry((*kind, name)).or_default();
        match theirs {
            Err(_) => record.agreed += 1,
            Ok(()) => record.contradicted.push(format!("{}  -> {message}", program.text)),
        }
    }
    for ((kind, name), record) in &records {
        for text in record.contradicted.iter().take(show) {
            println!("{name} ({kind:?}) refuses what Octave accepts:\n{text}\n");
        }
    }
    for wanted in [Arguments::Numbers, Arguments::Any] {
        let of_kind = || records.iter().filter(move |((kind, _), _)| *kind == wanted);
        let believed: Vec<&str> = of_kind()
            .filter(|(_, record)| record.contradicted.is_empty() && record.agreed >= ENOUGH)
            .map(|((_, name), _)| *name)
            .collect();
        let contradicted: Vec<String> = of_kind()
            .filter(|(_, record)| !record.contradicted.is_empty())
            .map(|((_, name), record)| {
                format!("{name} {} of {}", record.contradicted.len(), record.agreed)
            })
            .collect();
        println!("{wanted:?}: refuse what Octave accepts: {}\n", contradicted.join(", "));
        println!("{wanted:?}: believed ({}): {}\n", believed.len(), believed.join(" "));
    }
    ExitCode::SUCCESS
}

/// Those that wait for somebody, or end the process, or take more than there is.
fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        "input"
            | "keyboard"
            | "pause"
            | "exit"
            | "quit"
            | "system"
            | "kbhit"
            | "beep"
            | "ode45"
            | "ode23"
            | "balance"
            | "primes"
            | "perms"
            | "hadamard"
            | "factorial"
    )
}
