//! Running one program by each engine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::workload::Workload;
use crate::files::root;

/// Who runs a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    Octave,
    Interpreter,
    /// Compiled, with all that is known of shapes.
    Native,
    /// Compiled without: shapes are asked for at run time and every check stays.
    Factless,
    HandWritten,
}

impl Engine {
    pub(crate) const ALL: [Engine; 5] = [
        Engine::Octave,
        Engine::Interpreter,
        Engine::Native,
        Engine::Factless,
        Engine::HandWritten,
    ];

    /// The number a program is given: less for those who take long.
    fn number(self, workload: &Workload) -> f64 {
        match self {
            Engine::Octave | Engine::Interpreter => workload.slow,
            Engine::Native | Engine::Factless | Engine::HandWritten => workload.fast,
        }
    }
}

/// Processor seconds, and the number that says whether the work was done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) seconds: f64,
    pub(crate) check: f64,
}

/// The best of some runs of one program by each engine, as seconds for the greater number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times([Option<f64>; 5]);

impl Times {
    pub(crate) fn of(&self, engine: Engine) -> Option<f64> {
        self.0[engine as usize]
    }

    /// How many times longer one engine takes than another.
    pub(crate) fn ratio(&self, slower: Engine, faster: Engine) -> Option<f64> {
        Some(self.of(slower)? / self.of(faster)?)
    }
}

/// Measures a program by all engines in turn, so that what else the machine does hits all. An
/// error says which engine computed something else than the others.
pub(crate) fn measure(
    workload: &Workload,
    engines: &[Engine],
    rounds: usize,
    folder: &Path,
) -> Result<Times, String> {
    let formwork = crate::speed::formwork().ok_or("no formwork beside this program")?;
    let by_hand = folder.join(workload.name);
    if engines.contains(&Engine::HandWritten) {
        compile(workload, &by_hand)?;
    }
    let mut best = Times::default();
    let mut checks: Vec<(Engine, Run)> = Vec::new();
    for round in 0..rounds {
        for &engine in engines {
            let number = engine.number(workload);
            let run = match engine {
                Engine::Octave if !octave_is_there() => continue,
                Engine::Octave => octave(workload, number),
                Engine::Interpreter => output(&mut ours(&formwork, workload, number, &[], folder)),
                Engine::Native => {
                    output(&mut ours(&formwork, workload, number, &["--native"], folder))
                }
                Engine::Factless => {
                    let options = ["--native", "--no-attributes"];
                    output(&mut ours(&formwork, workload, number, &options, folder))
                }
                Engine::HandWritten => output(Command::new(&by_hand).arg(number.to_string())),
            }
            .ok_or_else(|| format!("{}: {engine:?} did not finish", workload.name))?;
            let scale = (workload.work)(workload.fast) / (workload.work)(number);
            let seconds = run.seconds.max(1e-9) * scale;
            let least = &mut best.0[engine as usize];
            *least = Some(least.map_or(seconds, |other| other.min(seconds)));
            if round == 0 {
                checks.push((engine, run));
            }
        }
    }
    agree(workload, &checks)?;
    Ok(best)
}

/// Conditions on subscripts and sizes: how many the source implies, how many are left in the C.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checks {
    pub(crate) implied: usize,
    pub(crate) left: usize,
}

/// The checks of what native code runs of a program, as `formwork run --native --report` says.
pub(crate) fn checks(workload: &Workload, folder: &Path) -> Option<Checks> {
    let formwork = crate::speed::formwork()?;
    let mut command = ours(&formwork, workload, workload.fast, &["--native", "--report"], folder);
    let output = command.stderr(Stdio::piped()).output().ok()?;
    let text = String::from_utf8(output.stderr).ok()?;
    let line = text.lines().rfind(|line| line.starts_with("native code: "))?;
    let mut parts = line.split(", ").skip(1);
    let mut number = || parts.next()?.split(' ').next()?.parse().ok();
    Some(Checks { implied: number()?, left: number()? })
}

/// Who was given the same number must have got the same result.
fn agree(workload: &Workload, checks: &[(Engine, Run)]) -> Result<(), String> {
    for (place, (engine, run)) in checks.iter().enumerate() {
        let like = |other: &&(Engine, Run)| other.0.number(workload) == engine.number(workload);
        for (other, reference) in checks[..place].iter().filter(like) {
            let difference = (run.check - reference.check).abs();
            if difference.is_nan() || difference > 1e-9 * reference.check.abs().max(1e-300) {
                return Err(format!(
                    "{}: {engine:?} computes {}, {other:?} {}",
                    workload.name, run.check, reference.check
                ));
            }
        }
    }
    Ok(())
}

fn octave_is_there() -> bool {
    let mut asked = Command::new("octave-cli");
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// What is run: once for nothing, so that all is read and compiled, then for the clock.
fn script(workload: &Workload, number: f64) -> String {
    let name = workload.name;
    format!(
        "{name} ({number});\n[t, check] = {name} ({number});\nprintf ('%.9f %.17g\\n', t, check);\n"
    )
}

fn octave(workload: &Workload, number: f64) -> Option<Run> {
    let mut command = Command::new("octave-cli");
    command.args(["--norc", "-q"]);
    for folder in folders(workload) {
        command.arg("--path").arg(folder);
    }
    // A function called `diff` shadows the one of Octave, which says so.
    let text = format!("warning ('off', 'all');\n{}", script(workload, number));
    output(command.arg("--eval").arg(text).stderr(Stdio::null()))
}

fn ours(
    formwork: &Path,
    workload: &Workload,
    number: f64,
    options: &[&str],
    folder: &Path,
) -> Command {
    let file = folder.join("timed.m");
    crate::files::write(&file, script(workload, number).as_bytes());
    let mut command = Command::new(formwork);
    command.arg("run").args(options);
    for folder in folders(workload) {
        command.arg("--path").arg(folder);
    }
    command.arg(&file).stderr(Stdio::inherit());
    command
}

fn folders(workload: &Workload) -> [PathBuf; 2] {
    [root().join(workload.folder), root().join("bench/native")]
}

/// Seconds and check as a program printed them.
fn output(command: &mut Command) -> Option<Run> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (seconds, check) = text.lines().last()?.split_once(' ')?;
    Some(Run { seconds: seconds.parse().ok()?, check: check.parse().ok()? })
}

fn compile(workload: &Workload, program: &Path) -> Result<(), String> {
    let sources = root().join("bench/native");
    let compiled = Command::new("cc")
        .args(["-O3", "-march=native", "-ffp-contract=off", "-o"])
        .arg(program)
        .arg(sources.join(format!("{}.c", workload.name)))
        .arg(sources.join("main.c"))
        .arg("-lm")
        .status()
        .map_err(|error| format!("cc: {error}"))?;
    compiled.success().then_some(()).ok_or_else(|| format!("cc refuses {}.c", workload.name))
}
