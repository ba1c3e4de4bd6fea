//! `cargo xtask table speed`: processor time against GNU Octave, in one run.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crate::files::root;

/// A program, how much of it each engine does, and how many times faster we must be.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) ours: f64,
    pub(crate) octaves: f64,
    /// How the work grows with the argument.
    pub(crate) work: fn(f64) -> f64,
    pub(crate) target: f64,
}

const fn linear(name: &'static str, ours: f64, octaves: f64, target: f64) -> Workload {
    Workload { name, ours, octaves, work: |n| n, target }
}

/// What is timed.
pub(crate) const WORKLOADS: &[Workload] = &[
    linear("for_sum", 5e6, 2e5, 30.0),
    Workload { name: "while_collatz", ours: 2e4, octaves: 1e3, work: |n| n * n.ln(), target: 30.0 },
    Workload { name: "product", ours: 120.0, octaves: 30.0, work: |n| n * n * n, target: 30.0 },
    linear("stencil", 100.0, 5.0, 30.0),
    linear("sieve", 1e6, 5e4, 30.0),
    Workload {
        name: "recursion",
        ours: 23.0,
        octaves: 16.0,
        work: |n| 1.618_033_988_75_f64.powf(n),
        target: 10.0,
    },
    linear("growth", 5e5, 2e4, 10.0),
    linear("strings", 5e5, 3e4, 10.0),
    linear("cells", 5e5, 3e4, 10.0),
    linear("structs", 5e5, 3e4, 10.0),
    linear("vectors", 2e5, 3e4, 5.0),
    linear("matrices", 2e5, 3e4, 5.0),
    linear("chain", 20.0, 20.0, 1.0),
    linear("reductions", 20.0, 20.0, 1.0),
    linear("sorting", 3.0, 3.0, 1.0),
    linear("sort_random", 1.0, 1.0, 1.0),
    linear("sort_runs", 5.0, 5.0, 1.0),
    linear("sort_integers", 1.0, 1.0, 1.0),
    linear("sort_short", 200.0, 200.0, 1.0),
    linear("sort_texts", 3.0, 3.0, 1.0),
    linear("sortrows", 1.0, 1.0, 1.0),
    linear("sets", 1.0, 1.0, 1.0),
    linear("statistics", 5.0, 5.0, 1.0),
    linear("searching", 10.0, 10.0, 1.0),
    linear("texts", 1.0, 1.0, 1.0),
    linear("matmul", 500.0, 500.0, 1.0),
    linear("matmul", 2000.0, 2000.0, 1.0),
    linear("solve", 500.0, 500.0, 1.0),
    linear("solve", 2000.0, 2000.0, 1.0),
];

/// Prints the table.
pub(crate) fn run() -> ExitCode {
    println!("{:24} {:>12} {:>12} {:>9}   target", "program", "Octave", "Formwork", "ratio");
    for workload in WORKLOADS {
        match measure(workload) {
            Some((octave, ours)) => {
                let ratio = octave / ours;
                let verdict = if ratio >= workload.target { "ok" } else { "SHORT" };
                println!(
                    "{:24} {:>12} {:>12} {ratio:>8.1}x   >= {}x {verdict}",
                    format!("{} {}", workload.name, workload.octaves),
                    seconds(octave),
                    seconds(ours),
                    workload.target
                );
            }
            None => println!("{:24} could not be measured", workload.name),
        }
    }
    if let Some(started) = start_up() {
        println!(
            "{:24} {:>12} {:>12} {:>9}   < 5 ms processor and wall",
            "start-up",
            "",
            seconds(started.processor),
            seconds(started.wall)
        );
    }
    ExitCode::SUCCESS
}

/// How long an empty program takes.
pub(crate) struct StartUp {
    pub(crate) wall: f64,
    pub(crate) processor: f64,
}

/// Measures how long it takes to run a file with nothing in it.
pub(crate) fn start_up() -> Option<StartUp> {
    let formwork = formwork()?;
    let script = std::env::temp_dir().join(format!("formwork_nothing_{}.m", std::process::id()));
    crate::files::write(&script, b"");
    let wall = best(30, || {
        let start = Instant::now();
        let status = Command::new(&formwork).arg("run").arg(&script).status().ok()?;
        status.success().then(|| start.elapsed().as_secs_f64())
    });
    // The clock of the processor is read by a program: what it shows at its start is
    // what starting took.
    crate::files::write(&script, b"printf ('%.9f', cputime)\n");
    let processor = best(30, || {
        let output = Command::new(&formwork).arg("run").arg(&script).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    });
    let _ = std::fs::remove_file(&script);
    Some(StartUp { wall: wall?, processor: processor? })
}

fn seconds(time: f64) -> String {
    if time < 1e-3 { format!("{:.1} us", time * 1e6) } else { format!("{:.2} ms", time * 1e3) }
}

/// Processor seconds of Octave and of Formwork for the work Octave does.
pub(crate) fn measure(workload: &Workload) -> Option<(f64, f64)> {
    let folder = root().join("examples/speed");
    let octave = best(3, || octave_seconds(&folder, workload))?;
    let ours = best(3, || our_seconds(&folder, workload))?;
    let scale = (workload.work)(workload.octaves) / (workload.work)(workload.ours);
    Some((octave, ours * scale))
}

/// The least of some measurements: the others were disturbed.
fn best(times: usize, mut measure: impl FnMut() -> Option<f64>) -> Option<f64> {
    let mut least: Option<f64> = None;
    for _ in 0..times {
        let seconds = measure()?.max(1e-9);
        least = Some(least.map_or(seconds, |other| other.min(seconds)));
    }
    least
}

fn octave_seconds(folder: &Path, workload: &Workload) -> Option<f64> {
    let text = format!("printf ('%.9f', speed_{} ({}))", workload.name, workload.octaves);
    let output = Command::new("octave-cli")
        .args(["--norc", "-q", "--eval", &text])
        .current_dir(folder)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn our_seconds(folder: &Path, workload: &Workload) -> Option<f64> {
    let script = format!("printf ('%.9f', speed_{} ({}))", workload.name, workload.ours);
    let path = std::env::temp_dir().join(format!("formwork-speed-{}.m", std::process::id()));
    crate::files::write(&path, script.as_bytes());
    let output = Command::new(formwork()?)
        .arg("run")
        .arg("--path")
        .arg(folder)
        .arg(&path)
        .stderr(Stdio::inherit())
        .output()
        .ok();
    let _ = std::fs::remove_file(&path);
    String::from_utf8(output?.stdout).ok()?.trim().parse().ok()
}

/// The `formwork` beside this program, built if it is not there.
pub(crate) fn formwork() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let beside = own.with_file_name("formwork");
    if !beside.is_file() {
        let mut build = Command::new("cargo");
        build.args(["build", "--quiet", "--package", "formwork"]).current_dir(root());
        if own.components().any(|part| part.as_os_str() == "release") {
            build.arg("--release");
        }
        build.status().ok()?;
    }
    Some(beside)
}
