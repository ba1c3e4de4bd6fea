//! `cargo xtask oracle --failures N`: random programs of one operation, which GNU Octave
//! runs and `check` reads. What Octave rejects must be reported as an error, and nothing
//! that it accepts may be.

mod calls;
mod generate;
pub(crate) mod refusals;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use fastrand::Rng;
use formwork_driver::{CheckOptions, Level, check_files};
use formwork_syntax::Dialect;

use crate::process::output_within;
use generate::Program;

/// Stands before each answer of Octave.
const MARK: &str = "<<formwork>>";

/// How many programs Octave runs in one process.
const BATCH: usize = 500;

/// How long so many may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Prints an answer.
const ANSWER: &str = "function answer__ (number, text)\n\
     printf ('<<formwork>> %d %s\\n', number, strrep (text, \"\\n\", ' '));\n\
     fflush (stdout);\nend\n";

/// How many programs of a kind there were, and how many of them went wrong.
#[derive(Default)]
struct Tally {
    all: usize,
    wrong: usize,
}

/// What Octave and `check` said of one kind of verdict.
#[derive(Default)]
struct Side {
    by_operation: BTreeMap<String, Tally>,
    examples: Vec<String>,
}

impl Side {
    fn count(&mut self, program: &Program, wrong: Option<&str>) {
        let tally = self.by_operation.entry(program.operation.clone()).or_default();
        tally.all += 1;
        if let Some(said) = wrong {
            tally.wrong += 1;
            self.examples.push(format!("{}  -> {said}", program.text));
        }
    }

    fn totals(&self) -> Tally {
        self.by_operation.values().fold(Tally::default(), |sum, one| Tally {
            all: sum.all + one.all,
            wrong: sum.wrong + one.wrong,
        })
    }

    /// The operations of which some went wrong, most first.
    fn list(&self) -> String {
        let mut wrong: Vec<_> =
            self.by_operation.iter().filter(|(_, tally)| tally.wrong > 0).collect();
        wrong.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.wrong));
        let texts: Vec<String> = wrong
            .iter()
            .map(|(operation, tally)| format!("{operation} {} of {}", tally.wrong, tally.all))
            .collect();
        if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
    }
}

/// How many programs Octave rejects and how many of these are not reported; how many it accepts
/// and how many of those are.
pub(crate) fn figures(count: usize, seed: u64) -> Option<((usize, usize), (usize, usize))> {
    let (rejected, accepted, _) = compare(count, seed)?;
    let (no, yes) = (rejected.totals(), accepted.totals());
    Some(((no.all, no.wrong), (yes.all, yes.wrong)))
}

/// The programs that Octave rejects, those it accepts, and how many it does not come to an end
/// with; `None` if there is no Octave.
fn compare(count: usize, seed: u64) -> Option<(Side, Side, usize)> {
    let mut rng = Rng::with_seed(seed);
    let programs: Vec<Program> = (0..count).map(|_| generate::program(&mut rng)).collect();
    // A folder of its own: files beside a program would be functions it could call.
    let folder = std::env::temp_dir().join(format!("formwork-failures-{}", std::process::id()));
    let answers = ask(&programs, &folder, Engine::Octave)?;
    let reported = check(&programs, &folder);
    // What cannot be removed is in a folder for such things.
    let _ = std::fs::remove_dir_all(&folder);
    let (mut rejected, mut accepted) = (Side::default(), Side::default());
    for ((program, answer), report) in programs.iter().zip(&answers).zip(&reported) {
        match answer {
            Some(Err(message)) => {
                rejected.count(program, report.is_none().then_some(message.as_str()));
            }
            Some(Ok(())) => accepted.count(program, report.as_deref()),
            None => {}
        }
    }
    let undecided = answers.iter().filter(|answer| answer.is_none()).count();
    Some((rejected, accepted, undecided))
}

#[expect(clippy::print_stdout, reason = "a chore reports")]
pub(crate) fn run(count: usize, seed: u64, show: usize) -> ExitCode {
    let Some((rejected, accepted, undecided)) = compare(count, seed) else {
        println!("skipped: GNU Octave is not installed");
        return ExitCode::SUCCESS;
    };
    for (what, side) in [("missed", &rejected), ("false alarm", &accepted)] {
        for example in side.examples.iter().take(show) {
            println!("{what}:\n{example}\n");
        }
    }
    let (no, yes) = (rejected.totals(), accepted.totals());
    println!(
        "Octave rejects {}, of these {} are reported ({:.2} %)",
        no.all,
        no.all - no.wrong,
        100.0 * (no.all - no.wrong) as f64 / no.all.max(1) as f64
    );
    println!("missed: {}", rejected.list());
    println!("Octave accepts {}, of these {} are reported", yes.all, yes.wrong);
    println!("false alarms: {}", accepted.list());
    if undecided > 0 {
        println!("Octave does not come to an end with {undecided}");
    }
    let enough = no.wrong * 50 <= no.all;
    if enough && yes.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What Octave says to a program: nothing, its message, or no answer at all.
type Answer = Option<Result<(), String>>;

/// Who runs programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Engine {
    Octave,
    Formwork,
}

impl Engine {
    fn command(self) -> Option<Command> {
        Some(match self {
            Engine::Octave => {
                let mut command = Command::new("octave-cli");
                command.args(["--norc", "-q"]);
                command
            }
            Engine::Formwork => {
                let mut command = Command::new(crate::speed::formwork()?);
                command.arg("run");
                command
            }
        })
    }
}

/// What an engine says to each program; `None` if it is not there.
fn ask(programs: &[Program], folder: &Path, engine: Engine) -> Option<Vec<Answer>> {
    std::fs::create_dir_all(folder).ok()?;
    let mut answers: Vec<Answer> = vec![None; programs.len()];
    let mut first = 0;
    while first < programs.len() {
        let end = (first + BATCH).min(programs.len());
        let mut script = format!("1;\n{ANSWER}warning ('off', 'all');\n");
        if engine == Engine::Octave {
            // Whom `print_usage` asks, for as long as the rest takes.
            script.push_str("makeinfo_program ('true');\n");
        }
        for (number, program) in (first..end).zip(&programs[first..end]) {
            script.push_str(&format!(
                "clear -variables; rand ('twister', {number});\ntry\n{}answer__ ({number}, 'ok');\n\
                 catch e__\nanswer__ ({number}, ['- ' e__.message]);\nend\n",
                program.text
            ));
        }
        let path = folder.join("formwork_failures.m");
        crate::files::write(&path, script.as_bytes());
        let text = output_within(engine.command()?.arg(&path).current_dir(folder), PATIENCE)?;
        let _ = std::fs::remove_file(&path);
        let mut last = first;
        for line in text.split(MARK).skip(1).filter_map(|line| line.lines().next()) {
            let Some((number, said)) = line.trim_start().split_once(' ') else { continue };
            let Ok(number) = number.parse::<usize>() else { continue };
            let Some(answer) = answers.get_mut(number) else { continue };
            last = last.max(number + 1);
            *answer = Some(match said.strip_prefix("- ") {
                Some(message) => Err(message.to_owned()),
                None => Ok(()),
            });
        }
        // A program that ends Octave is not to hide the others.
        first = if last < end { last + 1 } else { end };
    }
    Some(answers)
}

/// The first error that is reported of each program.
fn check(programs: &[Program], folder: &Path) -> Vec<Option<String>> {
    let files: Vec<PathBuf> = (0..programs.len())
        .map(|number| folder.join(format!("{}", number / BATCH)).join(format!("p{number}.m")))
        .collect();
    for (program, file) in programs.iter().zip(&files) {
        if let Some(parent) = file.parent() {
            let _ = std::fs::create_dir_all(parent);
        }
        crate::files::write(file, format!("1;\n{}", program.text).as_bytes());
    }
    let options = CheckOptions { dialect: Some(Dialect::Octave), ..CheckOptions::default() };
    let report = check_files(&files, &options);
    report
        .files
        .iter()
        .map(|file| {
            file.found
                .iter()
                .find(|found| found.level == Level::Error)
                .map(|found| found.message.clone())
        })
        .collect()
}
