//! `cargo xtask table sac`: the case study of the paper on symbolic attributes. Element-wise
//! negation and implication of 2000x2000 truth values, again and again, in programs that know
//! the shape, the rank, or nothing when they are compiled; without and with attributes.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use formwork_driver::{Emit, Output, ProgramError, SacOptions, build_sac};

use crate::files::root;
use crate::results::Sheet;

/// How often the paper repeats each operation.
const ROUNDS: f64 = 100.0;

/// How many rounds a fast program is measured for.
const MANY: u32 = 1600;
/// How many rounds tell how long one takes, roughly.
const FIRST: u32 = 5;
/// How many seconds one run may take, roughly.
const PATIENCE: f64 = 1.0;

/// What the programs know when they are compiled.
const KNOWLEDGE: [(&str, &str); 3] = [
    ("known_shape", "known shape"),
    ("known_rank", "known rank"),
    ("unknown_rank", "unknown rank"),
];

/// What the paper reports of unknown ranks, in seconds without and with attributes, and by how
/// much attributes speed known ranks up.
const PAPER: [(&str, f64, f64, f64); 2] =
    [("negation", 149.5, 7.1, 0.28), ("implication", 442.5, 9.8, 0.56)];

/// One program, compiled in one way.
pub(crate) struct Measured {
    pub(crate) operation: &'static str,
    pub(crate) knowledge: &'static str,
    pub(crate) attributes: bool,
    /// Seconds for as many rounds as the paper's.
    pub(crate) seconds: f64,
    /// The most memory it had.
    pub(crate) bytes: f64,
}

/// Measures all programs, or those with attributes only. An error if there is no C compiler
/// or a program does not do what it should.
pub(crate) fn measure(all: bool) -> Result<Vec<Measured>, String> {
    let folder = std::env::temp_dir().join(format!("formwork_sac_{}", std::process::id()));
    make_folder(&folder)?;
    let result = measure_in(&folder, all);
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn measure_in(folder: &Path, all: bool) -> Result<Vec<Measured>, String> {
    let mut measured = Vec::new();
    let mut programs: Vec<(Measured, PathBuf, Vec<String>, u32)> = Vec::new();
    for (operation, ..) in PAPER {
        for (file, knowledge) in KNOWLEDGE {
            for attributes in [true, false] {
                if !attributes && !all {
                    continue;
                }
                let source = root().join(format!("examples/sac/{operation}_{file}.sac"));
                let output = folder.join(format!("{operation}_{file}_{attributes}"));
                build(&source, &output, attributes)?;
                let mut arguments: Vec<String> = Vec::new();
                if file != "known_shape" {
                    arguments.push("[2000, 2000]".to_owned());
                }
                let one =
                    Measured { operation, knowledge, attributes, seconds: f64::MAX, bytes: 0.0 };
                // A first look decides how many rounds can be waited for.
                let (none, _) = time(&output, &arguments, operation, 0)?;
                let (some, _) = time(&output, &arguments, operation, FIRST)?;
                let round = ((some - none) / f64::from(FIRST)).max(1e-6);
                let rounds = ((PATIENCE / round) as u32).clamp(3, MANY);
                programs.push((one, output, arguments, rounds));
            }
        }
    }
    // In turn, so that what else the machine does hits all of them.
    for _ in 0..5 {
        for (one, program, arguments, rounds) in &mut programs {
            let (none, _) = time(program, arguments, one.operation, 0)?;
            let (some, bytes) = time(program, arguments, one.operation, *rounds)?;
            let seconds = (some - none).max(0.0) / f64::from(*rounds) * ROUNDS;
            one.seconds = one.seconds.min(seconds);
            one.bytes = one.bytes.max(bytes);
        }
    }
    measured.extend(programs.into_iter().map(|(one, ..)| one));
    Ok(measured)
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())
}

fn build(source: &Path, output: &Path, attributes: bool) -> Result<(), String> {
    let what = Output { emit: Emit::Executable, output: Some(output.to_path_buf()) };
    let options = SacOptions { by_types: !attributes, ..SacOptions::default() };
    build_sac(source, &what, &options).map(|_| ()).map_err(|error| match error {
        ProgramError::Program(text) | ProgramError::Usage(text) | ProgramError::Limit(text) => text,
    })
}

/// Seconds and bytes of one run; it must count the elements that it should.
fn time(
    program: &Path,
    arguments: &[String],
    operation: &str,
    rounds: u32,
) -> Result<(f64, f64), String> {
    let mut command = Command::new(program);
    command.args(arguments).arg(rounds.to_string()).stdout(Stdio::piped());
    if operation == "implication" {
        command.arg("1");
    }
    let started = Instant::now();
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut most = 0.0_f64;
    loop {
        most = most.max(crate::score::high_water(child.id()).unwrap_or(0.0));
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) => std::thread::sleep(Duration::from_micros(200)),
            Err(error) => return Err(error.to_string()),
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let wanted = if rounds.is_multiple_of(2) { "int: 4000000\n" } else { "int: 0\n" };
    if printed != wanted {
        return Err(format!("{} printed {printed:?}", program.display()));
    }
    Ok((seconds, most))
}

/// The measurement of a program.
pub(crate) fn find<'a>(
    measured: &'a [Measured],
    operation: &str,
    knowledge: &str,
    attributes: bool,
) -> Option<&'a Measured> {
    measured.iter().find(|one| {
        one.operation == operation && one.knowledge == knowledge && one.attributes == attributes
    })
}

pub(crate) fn run(sheet: &mut Sheet) -> ExitCode {
    let measured = match measure(true) {
        Ok(measured) => measured,
        Err(problem) => {
            println!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "{:<12} {:<13} {:<10} {:>12} {:>9} {:>10}   the paper",
        "operation", "known", "attributes", "s/100 rounds", "ratio", "peak"
    );
    for (operation, without, with, faster) in PAPER {
        let Some(best) = find(&measured, operation, "known shape", true) else { continue };
        for one in measured.iter().filter(|one| one.operation == operation) {
            let paper = match (one.knowledge, one.attributes) {
                ("unknown rank", true) => format!("{with} s"),
                ("unknown rank", false) => format!("{without} s"),
                ("known rank", true) => format!("{:.0} % less", faster * 100.0),
                _ => String::new(),
            };
            println!(
                "{:<12} {:<13} {:<10} {:>12.4} {:>8.2}x {:>7.1} MB   {paper}",
                one.operation,
                one.knowledge,
                if one.attributes { "on" } else { "off" },
                one.seconds,
                one.seconds / best.seconds,
                one.bytes / 1e6,
            );
        }
        let of = |knowledge, on| find(&measured, operation, knowledge, on).map(|one| one.seconds);
        for knowledge in ["known rank", "unknown rank"] {
            let both = of(knowledge, true).zip(of(knowledge, false));
            let label = format!("{operation}, {knowledge}");
            sheet.add("sac", &label, "Formwork", both.map(|(on, off)| off / on));
        }
        if let (Some(on), Some(off)) = (of("unknown rank", true), of("unknown rank", false)) {
            println!(
                "{operation}: unknown rank {:.0} times faster by attributes (the paper: {:.0})",
                off / on,
                without / with
            );
        }
    }
    ExitCode::SUCCESS
}
